//! The JSON form of a diagnostic, for the format `json` and the machine protocol. It depends on the diagnostic only, not on the
//! command line.

use serde::Serialize;
use shader_source::{LineIndex, Span};
use wgsl_validator::diagnostic::Diagnostic;

/// A range of the source. Lines and columns are 1-based, columns in UTF-16 code units; `start` and `end` are byte offsets.
#[derive(Serialize, Debug)]
pub(crate) struct Place {
    line: u32,
    column: u32,
    end_line: u32,
    end_column: u32,
    start: u32,
    end: u32,
}

impl Place {
    pub(crate) fn new(span: Span, lines: &LineIndex) -> Self {
        let (first, last) = (lines.position(span.lo), lines.position(span.hi));
        Self {
            line: first.line,
            column: first.column_utf16,
            end_line: last.line,
            end_column: last.column_utf16,
            start: span.lo,
            end: span.hi,
        }
    }
}

/// A further place and its label.
#[derive(Serialize, Debug)]
struct LabelRecord<'a> {
    text: &'a str,
    #[serde(flatten)]
    place: Place,
}

/// One replacement.
#[derive(Serialize, Debug)]
struct EditRecord<'a> {
    replacement: &'a str,
    #[serde(flatten)]
    place: Place,
}

/// A change that corrects the program.
#[derive(Serialize, Debug)]
struct SuggestionRecord<'a> {
    text: &'a str,
    certain: bool,
    edits: Vec<EditRecord<'a>>,
}

/// A diagnostic.
#[derive(Serialize, Debug)]
pub(crate) struct DiagnosticRecord<'a> {
    code: &'static str,
    severity: &'static str,
    message: &'a str,
    #[serde(flatten)]
    place: Place,
    #[serde(skip_serializing_if = "str::is_empty")]
    label: &'a str,
    rules: Vec<&'static str>,
    anchors: Vec<&'static str>,
    labels: Vec<LabelRecord<'a>>,
    notes: &'a [String],
    #[serde(skip_serializing_if = "Option::is_none")]
    suggestion: Option<SuggestionRecord<'a>>,
}

impl<'a> DiagnosticRecord<'a> {
    /// The record of a diagnostic, with the lines of its source.
    pub(crate) fn new(diagnostic: &'a Diagnostic, lines: &LineIndex) -> Self {
        let info = diagnostic.code.info();
        Self {
            code: info.slug,
            severity: diagnostic.severity.name(),
            message: &diagnostic.message,
            place: Place::new(diagnostic.primary.span, lines),
            label: &diagnostic.primary.text,
            rules: info.rules.iter().map(|rule| rule.get().id).collect(),
            anchors: info.anchors.iter().map(|anchor| anchor.id()).collect(),
            labels: diagnostic
                .labels
                .iter()
                .map(|label| LabelRecord { text: &label.text, place: Place::new(label.span, lines) })
                .collect(),
            notes: &diagnostic.notes,
            suggestion: diagnostic.suggestion.as_ref().map(|suggestion| SuggestionRecord {
                text: &suggestion.text,
                certain: suggestion.certain,
                edits: suggestion
                    .edits
                    .iter()
                    .map(|(span, replacement)| EditRecord { replacement, place: Place::new(*span, lines) })
                    .collect(),
            }),
        }
    }
}
