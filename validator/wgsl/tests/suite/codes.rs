//! Every diagnostic code of the table: its wrong example raises only that code, its right example is accepted. Likewise
//! the programs of the suite that show rules.

use crate::common::found_in_stage;
use wgsl_spec::{Code, Example, INVENTORY, ShaderStage, codes, example, programs};
use wgsl_validator::diagnostic::{Diagnostic, Severity};
use wgsl_validator::link::link;
use wgsl_validator::target::Target;
use wgsl_validator::{Options, PipelineRequest, Validator, decode, validate};

/// The findings in a program of an example, in its edition and pipeline.
fn judge(example: &Example, text: &str) -> Vec<Diagnostic> {
    let target: Target = example.target.map_or_else(Target::default, |name| name.parse().expect("a target"));
    let options = Options { edition: example.edition, target };
    if example.is_linked {
        let module = validate(text, &options);
        let stage = |stage| {
            let request = PipelineRequest { stage: Some(stage), ..PipelineRequest::default() };
            module.specialize(&request).expect("a stage")
        };
        let linked = link(&stage(ShaderStage::Vertex), &stage(ShaderStage::Fragment));
        return [module.diagnostics(), &linked.vertex, &linked.fragment].concat();
    }
    let Some(pipeline) = &example.pipeline else { return validate(text, &options).diagnostics().to_vec() };
    let request = PipelineRequest {
        stage: None,
        entry_point: pipeline.entry_point.map(str::to_owned),
        constants: pipeline.constants.iter().map(|(name, value)| ((*name).to_owned(), *value)).collect(),
    };
    found_in_stage(text, &request, &options)
}

fn slugs(found: &[Diagnostic]) -> Vec<&'static str> {
    found.iter().map(|diagnostic| diagnostic.rule.slug()).collect()
}

/// The findings, one per line, for the message of a failure.
fn lines(found: &[Diagnostic]) -> String {
    let line = |finding: &Diagnostic| format!("\n    {}: {}", finding.rule.slug(), finding.message);
    found.iter().map(line).collect()
}

/// Judges one program of every example, and fails with a list of all unexpected results.
fn judge_all(program: fn(&Example) -> &'static str, expected: fn(&'static Code) -> Vec<&'static str>) {
    let mut failures = Vec::new();
    for code in INVENTORY.codes {
        let Some(Ok(example)) = example(code) else { continue };
        let found = judge(example, program(example));
        if slugs(&found) != expected(code) {
            failures.push(format!("{}:{}", code.slug, lines(&found)));
        }
    }
    assert!(failures.is_empty(), "\n{}", failures.join("\n"));
}

#[test]
fn wrong_examples_raise_their_code_alone() {
    judge_all(|example| example.wrong.text, |code| vec![code.slug]);
}

#[test]
fn right_examples_raise_nothing() {
    judge_all(|example| example.right.text, |_| Vec::new());
}

#[test]
fn bytes_that_are_no_text_have_a_code() {
    let found = decode(b"const a = 1;\n\xff").expect_err("no text");
    assert_eq!(slugs(&found), ["lex/invalid-utf8"]);
    assert_eq!(found[0].primary.span.lo, 13);
}

#[test]
fn a_layout_that_only_the_draft_refuses_is_accepted_by_the_current_text() {
    let Some(Ok(example)) = example(codes::LAYOUT_UNIFORM_ALIGNMENT) else { unreachable!("it has one") };
    let current = Validator::new(Options::default()).diagnose(example.wrong.text);
    assert_eq!(current, []);
}

#[test]
fn programs_of_rules_show_them() {
    let mut failures = Vec::new();
    for rule in INVENTORY.rules {
        let Some(programs) = programs(rule) else { continue };
        let (wrong, right) = (judge(programs, programs.wrong.text), judge(programs, programs.right.text));
        let cites = |found: &Diagnostic| {
            let steps = found.labels.iter().filter_map(|label| label.rule);
            found.rules().chain(steps).any(|named| named == rule)
        };
        if !matches!(wrong.as_slice(), [found] if cites(found)) || has_error(&right) {
            failures.push(format!("{}:{}{}", rule.id, lines(&wrong), lines(&right)));
        }
    }
    assert!(failures.is_empty(), "\n{}", failures.join("\n"));
}

fn has_error(found: &[Diagnostic]) -> bool {
    found.iter().any(|found| found.severity == Severity::Error)
}
