//! A safe suggestion removes its diagnostic, and causes no error.

use shader_source::Span;
use shader_source::diagnostic::Suggestion;
use shader_source::fix::apply;
use std::collections::BTreeMap;
use wgsl_validator::Validator;
use wgsl_validator::diagnostic::{Diagnostic, Severity};

/// A suggestion that claims to be safe and does more than fix its diagnostic.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Refuted {
    /// The program.
    pub program: String,
    /// The program after the suggestion.
    pub fixed: String,
    /// The suggestion in words.
    pub suggestion: String,
    /// The errors that the suggestion brings, or its own diagnostic if it stays, with their places in the fixed program.
    pub left: Vec<(Span, String)>,
}

/// Returns the number of safe suggestions of a program, and those that do more than fix their diagnostic.
#[must_use]
pub fn refuted(validator: &mut Validator, program: &str) -> (usize, Vec<Refuted>) {
    let findings = validator.diagnose(program);
    let safe: Vec<(usize, &Suggestion)> = findings
        .iter()
        .enumerate()
        .filter_map(|(index, found)| Some((index, found.suggestion.as_ref().filter(|it| it.is_safe())?)))
        .collect();
    let mut wrong = Vec::new();
    for (index, suggestion) in &safe {
        let fixed = apply(program, [*suggestion]).unwrap_or_default();
        let mut expected: BTreeMap<(Span, String), usize> = BTreeMap::new();
        for (_, found) in findings.iter().enumerate().filter(|(other, _)| other != index) {
            let place = if is_moved(found.primary.span, suggestion) {
                ANYWHERE
            } else {
                behind(found.primary.span, suggestion)
            };
            *expected.entry((place, found.message.clone())).or_default() += 1;
        }
        let after = validator.diagnose(&fixed);
        // A syntax error hides the warnings of its declaration, which the suggestion does not cause.
        let rule = findings[*index].rule;
        let counts = |found: &Diagnostic| found.severity == Severity::Error || found.rule == rule;
        let left: Vec<(Span, String)> = after
            .into_iter()
            .filter(|found| !take(&mut expected, found) && counts(found))
            .map(|found| (found.primary.span, found.message))
            .collect();
        if !left.is_empty() {
            let suggestion = suggestion.text.clone();
            wrong.push(Refuted { program: program.to_owned(), fixed, suggestion, left });
        }
    }
    (safe.len(), wrong)
}

/// Stands for the place of a finding in text that a suggestion replaces or moves.
const ANYWHERE: Span = Span { lo: u32::MAX, hi: u32::MAX };

/// Returns true if a suggestion replaces or moves the text of a finding.
fn is_moved(span: Span, suggestion: &Suggestion) -> bool {
    suggestion.edits.iter().any(|(edit, _)| edit.lo <= span.lo && span.hi <= edit.hi && edit.lo < edit.hi)
}

/// Takes a finding out of those that are expected; whether it was there.
fn take(expected: &mut BTreeMap<(Span, String), usize>, found: &Diagnostic) -> bool {
    [found.primary.span, ANYWHERE].into_iter().any(|place| {
        match expected.get_mut(&(place, found.message.clone())) {
            Some(count @ 1..) => {
                *count -= 1;
                true
            }
            Some(0) | None => false,
        }
    })
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
