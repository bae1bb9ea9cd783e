//! Invented records with invented results.

use super::super::program::{Checked, Message};
use super::{Counts, Record, Share, real, suite, unit};

fn message(line: usize, offset: usize, text: &str) -> Message {
    Message { file: "a.cpp".to_owned(), is_in_first_file: true, line, offset, text: text.to_owned() }
}

fn checked(errors: &[Message], unresolved: &[Message]) -> Checked {
    Checked {
        errors: errors.iter().cloned().collect(),
        unresolved: unresolved.iter().cloned().collect(),
        ..Checked::default()
    }
}

fn record<R: Record>(text: &str) -> R {
    serde_json::from_str(text).expect("a valid record")
}

#[test]
fn kernels_are_unresolved_by_the_places_in_them() {
    // The places of kernels are in characters: in bytes, the first one ends before 9 and the second one starts at 10.
    let file: real::File = record(
        r#"{"id": "1", "path": "a.cpp", "text": "é; [=]{} [=]{}", "includes": {}, "macros": {"N": "2"}, "dialect": "amp",
            "known_bad": null, "kernels": [
                {"kind": "kernel-lambda", "start": 3, "end": 8},
                {"kind": "kernel-lambda", "start": 9, "end": 14},
                {"kind": "function", "start": 0, "end": 14}]}"#,
    );
    assert_eq!(file.program().compilations[0]["N"], "2");
    let mistakes = file.with_mistakes().expect("a valid file");
    let found: Vec<&str> = mistakes.places.iter().map(|place| &mistakes.text[place.clone()]).collect();
    assert_eq!(found, [real::MISTAKE; 2]);
    assert_eq!(mistakes.text.replace(real::MISTAKE, ""), file.program().text);
    let mut counts = real::Counts::default();
    let unresolved = [
        message(1, 4, "`x` is not known"),
        message(1, 9, "`y` is not known"),
        message(1, 8, "`z` is not known"),
    ];
    let in_header = Message { is_in_first_file: false, ..message(1, 11, "`h` is not known") };
    let all = [&unresolved[..], &[in_header]].concat();
    let translated = vec![(message(1, 4, ""), None), (message(1, 10, ""), Some("`double`".to_owned()))];
    let found = counts.add(&file, &[Checked { translated, ..checked(&[message(1, 0, "wrong")], &all) }]);
    assert_eq!(found[1..], ["no translation: a.cpp:1: `double`"]);
    assert_eq!(counts.translated, Share { part: 1, all: 2 });
    assert_eq!(counts.files, Share { part: 1, all: 1 });
    assert_eq!(counts.errors, 1);
    assert_eq!(counts.kernels, Share { part: 1, all: 2 });
    let at_second = checked(&[message(1, mistakes.places[1].start, "wrong")], &[]);
    assert_eq!(counts.add_mistakes(&file, &mistakes, &[at_second]).len(), 1);
    assert_eq!(counts.checked, Share { part: 1, all: 2 });
    assert!(counts.causes().contains("1  `...` is not known"));
    assert_eq!(counts.report().missed.len(), 3);
}

#[test]
fn rejected_tests_are_found_in_an_expected_line_of_every_compilation() {
    let test: suite::Test = record(
        r#"{"id": "2", "path": "t/test.cpp", "text": "", "includes": {}, "definitions": [{"N": "1"}, {"N": "2"}],
            "expect": "reject", "kind": "amp-only", "errors": [
                {"line": 7, "code": "C3581", "pattern": "test\\.cpp\\(7\\)"}, {"line": null, "code": "C3930", "pattern": "C3930"}]}"#,
    );
    let here = checked(&[message(7, 70, "wrong")], &[]);
    let in_header = checked(&[Message { is_in_first_file: false, ..message(7, 70, "wrong") }], &[]);
    let elsewhere = checked(&[message(8, 80, "wrong")], &[]);
    let mut counts = suite::Counts::default();
    assert!(counts.add(&test, &[here.clone(), here.clone()]).is_empty());
    assert_eq!(counts.add(&test, &[here.clone(), elsewhere]).len(), 1);
    assert_eq!(counts.add(&test, &[here, in_header]).len(), 1);
    assert_eq!(counts.found(), Share { part: 1, all: 3 });
    assert_eq!(counts.report().missed.len(), 1);
}

#[test]
fn commands_define_macros() {
    let macros = unit::macros("%cc -DONE %s -DTYPE=\"half float\" -o %t");
    let macros: Vec<(&str, &str)> = macros.iter().map(|(name, value)| (&**name, &**value)).collect();
    assert_eq!(macros, [("ONE", "1"), ("TYPE", "half float")]);
}
