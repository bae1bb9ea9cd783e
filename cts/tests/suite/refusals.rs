//! Files of cases that are refused: each with a message that points at what is wrong.

use std::path::Path;
use wgsl_cases::case::{Instance, Problem, read_text};
use wgsl_cases::compare::{Comparison, compare};
use wgsl_cases::vocabulary::ExecutorKind;
use wgsl_cts::execute::{Executors, Peers};

/// A file that is right; each test makes one thing of it wrong.
const RIGHT: &str = "\
about: The if statement, naïvely.
section: if-statement

cases:
  - name: condition-is-bool
    about: The condition is a bool.
    rules: [stmt.if.cond-bool]
    matrix: { T: [i32, { name: u32, one: 1u }] }
    accept:
      - |
        fn f(a: ${T}) { if a == 1 {} }
    reject:
      - |
        fn f(a: ${T}) { if a {} } //~ error[type/invalid-condition] @19
";

pub(crate) fn read(text: &str) -> Result<Vec<Instance>, Vec<Problem>> {
    read_text(Path::new("fixtures"), Path::new("cases/statements/if.yaml"), text)
}

#[track_caller]
fn refused(from: &str, to: &str, message: &str, line: usize, marked: &str) {
    refused_in(RIGHT, (from, to), message, line, marked);
}

/// Replaces something in a right file, and checks the message, the line, and what is underlined.
#[track_caller]
pub(crate) fn refused_in(right: &str, (from, to): (&str, &str), message: &str, line: usize, marked: &str) {
    assert!(right.contains(from), "{from}");
    let problems = read(&right.replacen(from, to, 1)).expect_err("it is read");
    let [problem] = problems.as_slice() else { panic!("{} problems", problems.len()) };
    assert!(problem.message().contains(message), "{}", problem.message());
    assert_eq!((problem.line(), problem.marked()), (line, marked));
    let shown = problem.to_string();
    assert!(shown.contains("if.yaml:") && shown.contains('^'), "{shown}");
}

#[test]
fn the_file_is_right() {
    let instances = read(RIGHT).expect("it can be read");
    let names: Vec<&str> = instances.iter().map(|instance| instance.name.as_str()).collect();
    let case = "statements/if::condition-is-bool";
    let expected = ["accept-1[T=i32]", "reject-1[T=i32]", "accept-1[T=u32]", "reject-1[T=u32]"];
    assert_eq!(names, expected.map(|program| format!("{case}::{program}")));
    let executors = Executors::start(&Peers::default());
    for instance in &instances {
        let outcome = executors.judge(ExecutorKind::Validator, instance);
        assert_eq!(
            compare(ExecutorKind::Validator, instance, &outcome),
            Comparison::Same,
            "{}",
            instance.name
        );
    }
}

#[test]
fn a_misspelt_field() {
    refused("accept:", "acept:", "unknown field `acept`", 9, "acept");
    refused("about: The cond", "abuot: The cond", "unknown field `abuot`", 6, "abuot");
}

#[test]
fn a_missing_field() {
    refused("    rules: [stmt.if.cond-bool]\n", "", "missing field `rules`", 5, "name: condition-is-bool");
}

#[test]
fn an_unknown_anchor() {
    let message = "there is no anchor `if-statment`; did you mean `if-statement`?";
    refused("section: if-statement", "section: if-statment", message, 2, "if-statment");
}

#[test]
fn an_unknown_rule() {
    let message = "there is no rule `stmt.if.cond-boool`; did you mean `stmt.if.cond-bool`?";
    refused("stmt.if.cond-bool", "stmt.if.cond-boool", message, 7, "stmt.if.cond-boool");
}

#[test]
fn an_unknown_code() {
    let message = "there is no code `type/invalid-conditon`; did you mean `type/invalid-condition`?";
    let marker = "//~ error[type/invalid-conditon] @19";
    refused("//~ error[type/invalid-condition] @19", marker, message, 14, marker);
}

#[test]
fn a_marker_without_a_column() {
    let marker = "//~ error[type/invalid-condition]";
    refused("//~ error[type/invalid-condition] @19", marker, "has no column", 14, marker);
}

#[test]
fn a_text_that_the_line_lacks() {
    let marker = "//~ error[type/invalid-condition] @`while`";
    let message = "line 1 of the program has no `while`";
    refused("//~ error[type/invalid-condition] @19", marker, message, 14, marker);
}

#[test]
fn a_rejected_program_without_a_marker() {
    let message = "a program of `reject` has a marker";
    refused(" //~ error[type/invalid-condition] @19", "", message, 14, "fn f(a: ${T}) { if a {} }");
}

#[test]
fn an_accepted_program_with_a_marker() {
    let program = "fn f(a: ${T}) { if a == 1 {} } //~ error[type/mismatch] @1";
    let message = "nothing is found in a program of `accept`";
    refused(
        "fn f(a: ${T}) { if a == 1 {} }",
        program,
        message,
        11,
        "fn f(a: ${T}) { if a == 1 {} } //~ error[type/mismatch] @1",
    );
}

#[test]
fn a_rule_that_is_claimed_and_not_shown() {
    let message =
        "no code that the programs raise cites the rule `stmt.return.type`; these do: type/mismatch";
    refused("[stmt.if.cond-bool]", "[stmt.if.cond-bool, stmt.return.type]", message, 7, "stmt.return.type");
}

#[test]
fn an_axis_that_nothing_uses_or_gives() {
    refused("T: [i32,", "U: [1], T: [i32,", "no program uses `${U}`", 8, "U");
    refused("if a == 1 {}", "if a == ${T.two} {}", "the matrix gives `${T.two}` no value", 11, "${T.two}");
}

#[test]
fn a_name_twice_or_of_another_form() {
    refused("name: condition-is-bool", "name: Condition", "lower-case words", 5, "name: Condition");
    let twice = format!("{RIGHT}{}", &RIGHT[RIGHT.find("  - name").expect("a case")..]);
    let problems = read(&twice).expect_err("it is read");
    assert!(problems[0].message().contains("another case of this file has the same name"));
}

#[test]
fn a_case_without_programs() {
    let head = &RIGHT[..RIGHT.find("    matrix").expect("the matrix")];
    let problems = read(head).expect_err("it is read");
    assert!(problems[0].message().contains("a case needs programs"), "{}", problems[0].message());
}

#[test]
fn a_file_that_is_missing() {
    let program = "- file: wgsl/absent.wgsl\n      - |\n        fn f(a: ${T}) { if a == 1 {} }";
    let message = "the file can't be read";
    refused("- |\n        fn f(a: ${T}) { if a == 1 {} }", program, message, 10, "wgsl/absent.wgsl");
}

#[test]
fn text_that_is_no_yaml() {
    refused("cases:\n", "cases: [\n", "did not find expected", 5, "- name: condition-is-bool");
}

/// A well-formed expectation that the program does not meet.
#[test]
fn a_marker_that_matches_nothing() {
    let text = RIGHT.replace("type/invalid-condition] @19", "type/invalid-condition] @17");
    let instances = read(&text).expect("it can be read");
    let executors = Executors::start(&Peers::default());
    let instance =
        instances.iter().find(|instance| instance.name.contains("reject")).expect("a rejected program");
    let outcome = executors.judge(ExecutorKind::Validator, instance);
    let Comparison::Differs(difference) = compare(ExecutorKind::Validator, instance, &outcome) else {
        panic!("it is as expected");
    };
    for words in [
        "-error[type/invalid-condition] at 1:17",
        "+error[type/invalid-condition] at 1:19",
        "fn f(a: i32) { if a {} }",
        "if.yaml:14",
    ] {
        assert!(difference.message.contains(words), "{words} is missing in\n{}", difference.message);
    }
}
