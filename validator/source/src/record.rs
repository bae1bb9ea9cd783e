//! The JSON form of a diagnostic. It depends on the diagnostic and the files of its program only.

use crate::diagnostic::Diagnostic;
use crate::{SourceMap, SourceRange, Span};
use serde::Serialize;

/// A range of a file. Lines and columns are 1-based, columns in UTF-16 code units; `start` and `end` are byte offsets.
#[derive(Serialize, Debug)]
pub struct RangeRecord {
    line: u32,
    column: u32,
    end_line: u32,
    end_column: u32,
    start: u32,
    end: u32,
}

impl RangeRecord {
    /// The record of a span.
    #[must_use]
    pub fn new(span: Span, sources: &SourceMap<'_>) -> Self {
        Self::of(&sources.range(span))
    }

    fn of(range: &SourceRange<'_, '_>) -> Self {
        Self {
            line: range.first.line,
            column: range.first.column_utf16,
            end_line: range.last.line,
            end_column: range.last.column_utf16,
            start: range.span.lo,
            end: range.span.hi,
        }
    }
}

/// A range beside that of the diagnostic.
#[derive(Serialize, Debug)]
struct FurtherRange<'a> {
    /// The name of the file, if it is not the file of the diagnostic.
    #[serde(skip_serializing_if = "Option::is_none")]
    file: Option<&'a str>,
    #[serde(flatten)]
    range: RangeRecord,
}

impl<'a> FurtherRange<'a> {
    fn new(span: Span, primary: &SourceRange<'_, 'a>, sources: &SourceMap<'a>) -> Self {
        let range = sources.range(span);
        let is_elsewhere = !core::ptr::eq(range.file, primary.file);
        Self { file: is_elsewhere.then_some(range.file.name()), range: RangeRecord::of(&range) }
    }
}

/// A further range and its label.
#[derive(Serialize, Debug)]
struct LabelRecord<'a> {
    text: &'a str,
    /// The rule that a step of a proof rests on.
    #[serde(skip_serializing_if = "Option::is_none")]
    rule: Option<&'static str>,
    #[serde(flatten)]
    range: FurtherRange<'a>,
}

/// One replacement.
#[derive(Serialize, Debug)]
struct EditRecord<'a> {
    replacement: &'a str,
    #[serde(flatten)]
    range: FurtherRange<'a>,
}

/// A change that corrects the program.
#[derive(Serialize, Debug)]
struct SuggestionRecord<'a> {
    text: &'a str,
    applicability: &'static str,
    edits: Vec<EditRecord<'a>>,
}

/// A diagnostic.
#[derive(Serialize, Debug)]
pub struct DiagnosticRecord<'a> {
    code: &'static str,
    severity: &'static str,
    message: &'a str,
    /// The name of the file, if it is wanted and is not the first one.
    #[serde(skip_serializing_if = "Option::is_none")]
    file: Option<&'a str>,
    #[serde(flatten)]
    range: RangeRecord,
    #[serde(skip_serializing_if = "str::is_empty")]
    label: &'a str,
    rules: Vec<&'static str>,
    anchors: Vec<&'static str>,
    labels: Vec<LabelRecord<'a>>,
    notes: Vec<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    suggestion: Option<SuggestionRecord<'a>>,
}

impl<'a> DiagnosticRecord<'a> {
    /// Returns the record of a diagnostic in a program of these files, with the name of its file unless that is the first one.
    #[must_use]
    pub fn with_file(found: &'a Diagnostic, sources: &SourceMap<'a>) -> Self {
        let index = sources.file_index(found.primary.span.lo);
        let file = sources.files().get(index).filter(|_| index > 0).map(crate::SourceFile::name);
        Self { file, ..Self::new(found, sources) }
    }

    /// Returns the record of a diagnostic in a program of these files.
    #[must_use]
    pub fn new(found: &'a Diagnostic, sources: &SourceMap<'a>) -> Self {
        let primary = sources.range(found.primary.span);
        let further = |span| FurtherRange::new(span, &primary, sources);
        let labels = found.labels.iter();
        Self {
            code: found.rule.slug(),
            severity: found.severity.name(),
            message: &found.message,
            file: None,
            range: RangeRecord::of(&primary),
            label: &found.primary.text,
            rules: found.rules().map(|rule| rule.id).collect(),
            anchors: found.rules().filter_map(|rule| rule.section.anchor()).collect(),
            labels: labels
                .map(|label| LabelRecord {
                    text: &label.text,
                    rule: label.rule.map(|rule| rule.id),
                    range: further(label.span),
                })
                .collect(),
            notes: found.remarks().collect(),
            suggestion: found.suggestion.as_ref().map(|suggestion| SuggestionRecord {
                text: &suggestion.text,
                applicability: suggestion.applicability.name(),
                edits: suggestion
                    .edits
                    .iter()
                    .map(|(span, replacement)| EditRecord { replacement, range: further(*span) })
                    .collect(),
            }),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::diagnostic::Applicability;
    use crate::rule::tests::RULE;
    use serde_json::json;

    #[test]
    fn a_label_names_its_file_if_it_is_another() {
        let mut sources = SourceMap::new("a", "x y");
        let second = sources.add("b", "\nz").expect("it fits");
        let found = Diagnostic::error(&RULE, Span::new(second + 1, second + 2), "twice")
            .label(Span::new(2, 3), "first here")
            .label(Span::new(second, second), "and here")
            .suggest("delete it", vec![(Span::new(0, 1), String::new())], Applicability::Safe);
        let record = serde_json::to_value(DiagnosticRecord::new(&found, &sources)).expect("it serializes");
        let range = |line, column, width, start| {
            json!({
                "line": line, "column": column, "end_line": line, "end_column": column + width,
                "start": start, "end": start + width,
            })
        };
        let with = |mut value: serde_json::Value, members: serde_json::Value| {
            let members = members.as_object().expect("an object").clone();
            value.as_object_mut().expect("an object").extend(members);
            value
        };
        let expected = json!({
            "code": "resolve/duplicate", "severity": "error", "message": "twice",
            "rules": ["scope"], "anchors": ["scope"], "notes": [],
            "labels": [
                with(range(1, 3, 1, 2), json!({ "text": "first here", "file": "a" })),
                with(range(1, 1, 0, 0), json!({ "text": "and here" })),
            ],
            "suggestion": {
                "text": "delete it", "applicability": "safe",
                "edits": [with(range(1, 1, 1, 0), json!({ "replacement": "", "file": "a" }))],
            },
        });
        assert_eq!(record, with(range(2, 1, 1, 1), expected));
    }
}
