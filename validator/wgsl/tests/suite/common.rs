//! What several of the tests ask.

use shader_source::LineIndex;
use wgsl_spec::Edition;
use wgsl_validator::diagnostic::Diagnostic;
use wgsl_validator::{Options, validate};

/// Code, line and column in characters.
pub(crate) type Finding = (&'static str, u32, u32);

/// Every finding in a program of the current edition.
pub(crate) fn findings(text: &str) -> Vec<Finding> {
    findings_of(text, Edition::Current)
}

fn findings_of(text: &str, edition: Edition) -> Vec<Finding> {
    findings_with(text, &Options { edition, ..Options::default() })
}

/// Every finding in a program that is judged by these options.
pub(crate) fn findings_with(text: &str, options: &Options) -> Vec<Finding> {
    places(text, &validate(text, options).diagnostics)
}

/// Findings in a text as tests compare them.
pub(crate) fn places(text: &str, diagnostics: &[Diagnostic]) -> Vec<Finding> {
    let index = LineIndex::new(text);
    let found = diagnostics.iter().map(|diagnostic| {
        let place = index.position(diagnostic.primary.span.lo);
        (diagnostic.code.slug(), place.line, place.column_chars)
    });
    found.collect()
}

/// A program, and everything that is found in it.
pub(crate) type Case = (&'static str, &'static [Finding]);

/// Checks what is found in programs.
pub(crate) fn check(cases: &[Case]) {
    compare(cases, |program| findings(&expanded(program)));
}

/// Checks what is found in programs that go on after a line of declarations and end in the same way. Lines are counted
/// behind the declarations, which are line 0.
pub(crate) fn check_in(head: &str, tail: &str, cases: &[Case]) {
    compare(cases, |program| below(&format!("{head}\n{}\n{tail}", expanded(program)), Edition::Current));
}

/// The same for the draft of 2022-04-11.
pub(crate) fn check_draft(head: &str, cases: &[Case]) {
    compare(cases, |program| below(&format!("{head}\n{program}"), Edition::Draft2022));
}

/// What is found, with lines counted behind the first.
fn below(text: &str, edition: Edition) -> Vec<Finding> {
    let found = findings_of(text, edition);
    found.into_iter().map(|(code, line, column)| (code, line - 1, column)).collect()
}

/// The program, with a compute shader whose parameter `i` is not uniform where it says `MAIN`.
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
