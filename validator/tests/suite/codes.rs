//! Every diagnostic code of the table: its wrong example raises it and nothing else, its right example is accepted.

use wgsl_spec::{Code, Edition};
use wgsl_validator::{Options, Report, validate, validate_bytes};

/// Codes without an example, and why: most are shown by a program of another edition or of a size that no example
/// should have.
const WITHOUT_EXAMPLE: &[(&str, &str)] = &[
    ("behavior/misplaced-discard", "only the draft of 2022-04-11 has the rule"),
    ("behavior/misplaced-fallthrough", "only the draft of 2022-04-11 has the statement"),
    ("const/too-much-work", "needs a large program; see `codes_of_programs_made_for_them`"),
    ("layout/uniform-alignment", "only the draft of 2022-04-11; see `codes_of_programs_made_for_them`"),
    ("lex/invalid-utf8", "an example is text; see `codes_of_programs_made_for_them`"),
    ("lex/text-too-long", "needs a text of four gibibytes"),
    ("limit/brace-depth", "an example has more than a hundred braces"),
    ("resolve/extension-not-supported", "only raised for a target that lacks something"),
    ("limit/array-elements", "needs a large program; see `limits.rs`"),
    ("limit/function-parameters", "needs a large program; see `limits.rs`"),
    ("limit/struct-members", "needs a large program; see `limits.rs`"),
    ("limit/struct-nesting", "needs a large program"),
    ("limit/switch-cases", "needs a large program; see `limits.rs`"),
    ("parse/nesting-too-deep", "needs a large program; see `codes_of_programs_made_for_them`"),
    ("pipeline/constant-out-of-range", "about a pipeline, not a program"),
    ("pipeline/inter-stage-variables", "about two entry points; see `link.rs`"),
    ("pipeline/interface-mismatch", "about two entry points; see `link.rs`"),
    ("pipeline/missing-constant", "about a pipeline, not a program"),
    ("pipeline/missing-output", "about two entry points; see `link.rs`"),
    ("pipeline/unknown-constant", "about a pipeline, not a program"),
    ("pipeline/unknown-entry-point", "about a pipeline, not a program"),
    ("pipeline/workgroup-size", "about a pipeline, not a program"),
    ("pipeline/workgroup-storage", "about a pipeline, not a program"),
    ("resolve/not-available-in-edition", "only the draft of 2022-04-11 lacks something"),
    ("type/ambiguous-overload", "no program comes here with the tables of the present texts"),
    ("type/feature-needed", "only the draft of 2022-04-11 lacks a language extension"),
    ("type/not-readable", "no variable has the access mode write"),
    ("type/pointer-parameter-space", "only the draft of 2022-04-11 lacks the language extension"),
];

fn codes(report: &Report) -> Vec<&'static str> {
    report.diagnostics.iter().map(|diagnostic| diagnostic.code.slug()).collect()
}

fn judge(text: &str) -> Vec<&'static str> {
    codes(&validate(text, &Options::default()))
}

/// Each finding of the text on a line, for a failure's message.
fn findings(text: &str) -> String {
    let report = validate(text, &Options::default());
    let lines = report
        .diagnostics
        .iter()
        .map(|diagnostic| format!("\n    {}: {}", diagnostic.code.slug(), diagnostic.message));
    lines.collect()
}

fn with_example() -> impl Iterator<Item = Code> {
    Code::ALL.into_iter().filter(|code| !code.info().wrong.is_empty())
}

#[test]
fn wrong_examples_raise_their_code_alone() {
    let mut failures = Vec::new();
    for code in with_example() {
        let info = code.info();
        let raised = judge(info.wrong);
        if raised != [info.slug] {
            failures.push(format!("{}:{}", info.slug, findings(info.wrong)));
        }
    }
    assert!(failures.is_empty(), "\n{}", failures.join("\n"));
}

#[test]
fn right_examples_raise_nothing() {
    let mut failures = Vec::new();
    for code in Code::ALL {
        let info = code.info();
        if !judge(info.right).is_empty() {
            failures.push(format!("{}:{}", info.slug, findings(info.right)));
        }
    }
    assert!(failures.is_empty(), "\n{}", failures.join("\n"));
}

#[test]
fn codes_without_example_have_a_reason() {
    let without: Vec<&str> =
        Code::ALL.into_iter().filter(|code| code.info().wrong.is_empty()).map(Code::slug).collect();
    let mut listed: Vec<&str> = WITHOUT_EXAMPLE.iter().map(|(slug, _)| *slug).collect();
    for slug in &without {
        assert!(listed.contains(slug), "{slug} has no example and no reason");
    }
    listed.retain(|slug| !without.contains(slug));
    assert!(listed.is_empty(), "these have an example, or are no codes: {listed:?}");
}

#[test]
fn codes_of_programs_made_for_them() {
    let bytes = validate_bytes(b"const a = 1;\n\xff", &Options::default());
    assert_eq!(codes(&bytes), ["lex/invalid-utf8"]);
    assert_eq!(bytes.diagnostics[0].primary.span.lo, 13);

    let deep = format!("const a = {}1{};", "(".repeat(1000), ")".repeat(1000));
    assert_eq!(judge(&deep), ["parse/nesting-too-deep"]);

    let large = "struct S { a: array<u32, 5000000>, b: u32 }\nconst s = S(array<u32, 5000000>(), 1);";
    assert_eq!(judge(large), ["const/too-much-work"]);

    let uniform = "struct S { a: array<f32, 4> }\n@group(0) @binding(0) var<uniform> s: S;";
    assert_eq!(judge(uniform), [""; 0]);
    let draft = Options { edition: Edition::Draft2022, ..Options::default() };
    assert_eq!(codes(&validate(uniform, &draft)), ["layout/uniform-alignment"]);
}
