//! A suggestion that a tool may apply without asking removes its finding, and brings no other.

use shader_source::Span;
use shader_source::diagnostic::Suggestion;
use shader_source::fix::apply;
use std::collections::BTreeMap;
use wgsl_validator::Validator;
use wgsl_validator::diagnostic::Diagnostic;

/// A certain suggestion that does not only mend its finding.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Uncertain {
    /// The program.
    pub program: String,
    /// The program after the suggestion.
    pub mended: String,
    /// The suggestion in words.
    pub suggestion: String,
    /// The findings that the suggestion brings, or its own if it stays, with their places in the mended program.
    pub left: Vec<(Span, String)>,
}

/// The certain suggestions of a program, and those among them that do not only mend their finding.
#[must_use]
pub fn uncertain(validator: &mut Validator, program: &str) -> (usize, Vec<Uncertain>) {
    let findings = validator.diagnose(program);
    let certain: Vec<(usize, &Suggestion)> = findings
        .iter()
        .enumerate()
        .filter_map(|(index, found)| Some((index, found.suggestion.as_ref().filter(|it| it.certain)?)))
        .collect();
    let mut wrong = Vec::new();
    for (index, suggestion) in &certain {
        let mended = apply(program, [*suggestion]).unwrap_or_default();
        let mut expected: BTreeMap<(Span, String), usize> = BTreeMap::new();
        for (_, found) in findings.iter().enumerate().filter(|(other, _)| other != index) {
            *expected.entry((behind(found.primary.span, suggestion), found.message.clone())).or_default() +=
                1;
        }
        let after = validator.diagnose(&mended);
        let left: Vec<(Span, String)> = after
            .into_iter()
            .filter(|found| !take(&mut expected, found))
            .map(|found| (found.primary.span, found.message))
            .collect();
        if !left.is_empty() {
            let suggestion = suggestion.text.clone();
            wrong.push(Uncertain { program: program.to_owned(), mended, suggestion, left });
        }
    }
    (certain.len(), wrong)
}

/// Takes a finding out of those that are expected; whether it was there.
fn take(expected: &mut BTreeMap<(Span, String), usize>, found: &Diagnostic) -> bool {
    match expected.get_mut(&(found.primary.span, found.message.clone())) {
        Some(count @ 1..) => {
            *count -= 1;
            true
        }
        Some(0) | None => false,
    }
}

/// A place of the program after a suggestion.
fn behind(span: Span, suggestion: &Suggestion) -> Span {
    let moved = |place: u32| {
        let before = suggestion.edits.iter().filter(|(edit, _)| edit.hi <= place);
        let shift: i64 = before.map(|(edit, by)| by.len() as i64 - i64::from(edit.hi - edit.lo)).sum();
        (i64::from(place) + shift) as u32
    };
    Span::new(moved(span.lo), moved(span.hi))
}
