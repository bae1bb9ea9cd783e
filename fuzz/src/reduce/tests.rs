use super::reduce;
use crate::generate::{Options, from_seed};
use wgsl_validator::Validator;
use wgsl_validator::diagnostic::Severity;

/// Whether a finding is the only error.
fn is_only_error(validator: &mut Validator, source: &str, code: &str) -> bool {
    let found = validator.diagnose(source);
    let mut errors = found.iter().filter(|found| found.severity == Severity::Error);
    let first = errors.next().map(|error| error.rule.slug());
    first == Some(code) && errors.next().is_none()
}

#[test]
fn a_mistake_in_a_large_program_is_left_alone() {
    let large = from_seed(5, Options::of_size(300)).to_string();
    let mistake = "fn broken(a: i32) -> f32 {\n let b = a + 1;\n if b > 2 {\n  let c = vec3(b, a, 3);\n  _ = min(c.x, 4u);\n }\n return 1.0;\n}\n";
    let source = large + mistake;
    let mut validator = Validator::default();
    let code = validator.diagnose(&source).into_iter().find(|found| found.severity == Severity::Error);
    let code = code.expect("a mistake").rule.slug();
    let reduced = reduce(&source, |text| is_only_error(&mut validator, text, code)).expect("a mistake");
    assert_eq!(reduced.source, "fn broken() {\n    _ = min();\n}\n");
    assert!(reduced.questions < 1_000, "{}", reduced.questions);
}

/// A reduced program that has these words.
fn reduced_with(source: &str, words: &[&str]) -> (String, usize) {
    let reduced = reduce(source, |text| words.iter().all(|word| text.contains(word))).expect("all words");
    (reduced.source, reduced.questions)
}

#[test]
fn every_kind_of_part_goes() {
    let forms = include_str!("../tree/forms.wgsl");
    let (source, questions) = reduced_with(forms, &["workgroupBarrier"]);
    assert_eq!(source, "fn q() {\n    workgroupBarrier();\n}\n");
    assert!(questions < 200, "{questions}");
    let (source, _) = reduced_with(forms, &["break if"]);
    let expected =
        "fn q() {\n    loop {\n        continuing {\n            break if 0;\n        }\n    }\n}\n";
    assert_eq!(source, expected);
    let (source, _) = reduced_with(forms, &["case"]);
    assert_eq!(source, "fn q() {\n    switch 0 {\n        case 3 {\n        }\n    }\n}\n");
    assert_eq!(reduced_with(forms, &["subgroups"]).0, "enable subgroups;\n");
}

#[test]
fn names_give_way_to_their_values() {
    let source = "fn f(p: i32) -> i32 { let a = p * 2; g(a); return a; }";
    let shows = |text: &str| text.contains("g(") && !text.contains("g()") && text.contains("* 2");
    let reduced = reduce(source, shows).expect("a call with an argument");
    assert_eq!(reduced.source, "fn f() {\n    g(0 * 2);\n}\n");
}

#[test]
fn programs_that_show_nothing_are_not_reduced() {
    assert_eq!(reduce("fn f() {}", |_| false), None);
    assert_eq!(reduce("fn f( {}", |_| false), None);
    assert_eq!(reduce("fn f() {}", |_| true).map(|it| it.source), Some(String::new()));
}

#[test]
fn members_and_parameters_go_with_their_arguments() {
    let source = "struct S { a: i32, b: u32, c: f32 }\nfn g(a: i32, b: i32) -> S { return S(1, 2u, 3f); }\nfn f() { _ = g(4, 5); }";
    let mut validator = Validator::default();
    let shows = |text: &str| {
        validator.diagnose(text).is_empty() && ["2u", "= g(", "5)"].iter().all(|it| text.contains(it))
    };
    let reduced = reduce(source, shows).expect("a valid program");
    let expected = "struct S {\n    b: u32,\n}\n\nfn g(b: i32) -> S {\n    return S(2u);\n}\n\nfn f() {\n    _ = g(5);\n}\n";
    assert_eq!(reduced.source, expected);
}

#[test]
fn a_source_without_a_tree_is_reduced_by_its_characters() {
    let valid = from_seed(5, Options::of_size(8)).to_string();
    for (mistake, smallest) in [
        (
            "fn broken(a: i32) -> i32 { let c = 1; if a > 2 { let enum = 1; } return c; }",
            "fn broken(a: i32) -> i32 { { enum 1} }",
        ),
        ("@size(4) const a = 1;\n", "@size(4) const a = 1;\n"),
        ("const a = 1 & 2 * 3;\n", "const a = 1 & 2 * 3;\n"),
    ] {
        let source = format!("{valid}{mistake}");
        let mut validator = Validator::default();
        let errors = validator.diagnose(&source);
        let error = errors.iter().find(|found| found.severity == Severity::Error);
        let code = error.expect("a mistake").rule.slug();
        let reduced = reduce(&source, |text| is_only_error(&mut validator, text, code)).expect("a mistake");
        assert_eq!(reduced.source, smallest);
        assert!(reduced.questions < source.len(), "{} of {}", reduced.questions, source.len());
    }
}
