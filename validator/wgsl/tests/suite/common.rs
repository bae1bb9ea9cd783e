//! Functions that several of the tests share.

use shader_source::LineIndex;
use wgsl_spec::Edition;
use wgsl_validator::diagnostic::Diagnostic;
use wgsl_validator::{Options, PipelineRequest, validate};

/// Code, line and column in characters.
pub(crate) type Finding = (&'static str, u32, u32);

/// Every finding in a program of the current edition.
pub(crate) fn findings(text: &str) -> Vec<Finding> {
    findings_of(text, Edition::Current)
}

fn findings_of(text: &str, edition: Edition) -> Vec<Finding> {
    findings_with(text, &Options { edition, ..Options::default() })
}

/// Every finding in a program with these options.
pub(crate) fn findings_with(text: &str, options: &Options) -> Vec<Finding> {
    places(text, validate(text, options).diagnostics())
}

/// All findings in a program and in a stage of it.
pub(crate) fn found_in_stage(text: &str, request: &PipelineRequest, options: &Options) -> Vec<Diagnostic> {
    let module = validate(text, options);
    module.specialize(request).map_or_else(|found| found, |stage| stage.module().diagnostics().to_vec())
}

/// Diagnostics in the form that tests compare.
pub(crate) fn places(text: &str, diagnostics: &[Diagnostic]) -> Vec<Finding> {
    let index = LineIndex::new(text);
    let found = diagnostics.iter().map(|diagnostic| {
        let place = index.position(diagnostic.primary.span.lo);
        (diagnostic.code.slug(), place.line, place.column_chars)
    });
    found.collect()
}

/// A program and all of its findings.
pub(crate) type Case = (&'static str, &'static [Finding]);

/// Checks the findings in programs.
pub(crate) fn check(cases: &[Case]) {
    compare(cases, |program| findings(&expanded(program)));
}

/// Checks the findings in programs between a line of declarations and a common end. Lines are counted after the
/// declarations, which are line 0.
pub(crate) fn check_in(head: &str, tail: &str, cases: &[Case]) {
    compare(cases, |program| below(&format!("{head}\n{}\n{tail}", expanded(program)), Edition::Current));
}

/// Checks the findings in programs after a line of declarations, in the draft of 2022-04-11.
pub(crate) fn check_draft(head: &str, cases: &[Case]) {
    compare(cases, |program| below(&format!("{head}\n{program}"), Edition::Draft2022));
}

/// The findings, with lines counted after the first.
fn below(text: &str, edition: Edition) -> Vec<Finding> {
    let found = findings_of(text, edition);
    found.into_iter().map(|(code, line, column)| (code, line - 1, column)).collect()
}

/// The program, with `MAIN` replaced by a compute shader whose parameter `i` is not uniform.
fn expanded(program: &str) -> String {
    let main = "@compute @workgroup_size(1) fn main(@builtin(local_invocation_index) i: u32) {";
    program.replace("MAIN", main)
}

fn compare(cases: &[Case], judge: impl Fn(&str) -> Vec<Finding>) {
    let failures: Vec<String> = cases
        .iter()
        .map(|(program, wanted)| (program, *wanted, judge(program)))
        .filter(|(_, wanted, found)| found != wanted)
        .map(|(program, wanted, found)| format!("{program}\n  wanted {wanted:?}\n  found  {found:?}"))
        .collect();
    assert!(failures.is_empty(), "\n{}", failures.join("\n"));
}
