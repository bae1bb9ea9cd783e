//! SARIF 2.1.0: one log with one run, for code scanning.

use super::fingerprint::Fingerprints;
use super::renderer::Renderer;
use crate::files::Failure;
use crate::judgement::Judgement;
use crate::summary::Summary;
use serde_json::{Value, json};
use shader_source::diagnostic::Diagnostic;
use shader_source::{Code, SourceMap, SourceRange, Span};
use std::collections::BTreeMap;
use std::io::{self, BufWriter, Stdout, Write};
use wgsl_validator::diagnostic::{Label, Severity, Suggestion};

/// Writes results as they come, so that memory does not grow with their number: what follows them in the log are the members that are known at
/// the end. Members of an object have no order.
pub(super) struct Sarif {
    output: BufWriter<Stdout>,
    /// What was written so far.
    state: State,
    notifications: Vec<Value>,
    /// The codes of the results. A code of one language may be one of a different language, too: results have its index in addition to its
    /// name.
    codes: Vec<&'static Code>,
    indices: BTreeMap<&'static Code, usize>,
    fingerprints: Fingerprints,
}

/// The part of the log that was written.
#[derive(Clone, Copy, PartialEq, Eq)]
enum State {
    Nothing,
    /// The members before the results.
    Start,
    /// These, and a result.
    Results,
}

impl Sarif {
    pub(super) fn new() -> Self {
        let output = BufWriter::new(io::stdout());
        Self {
            output,
            state: State::Nothing,
            notifications: Vec::new(),
            codes: Vec::new(),
            indices: BTreeMap::new(),
            fingerprints: Fingerprints::default(),
        }
    }

    /// The index of a code in the list of codes; `None` for a rule without one, which no diagnostic names.
    fn index(&mut self, code: Option<&'static Code>) -> Option<usize> {
        let codes = &mut self.codes;
        Some(*self.indices.entry(code?).or_insert_with_key(|code| {
            codes.push(code);
            codes.len() - 1
        }))
    }

    /// Writes the members before the results. A run that fails before it has a result leaves no log.
    fn start(&mut self) -> io::Result<()> {
        if self.state != State::Nothing {
            return Ok(());
        }
        self.state = State::Start;
        self.output.write_all(
            b"{\n\"$schema\": \"https://json.schemastore.org/sarif-2.1.0.json\",\n\"version\": \"2.1.0\",\n\
            \"runs\": [{\n\"columnKind\": \"utf16CodeUnits\",\n\"results\": [",
        )
    }
}

impl Renderer for Sarif {
    fn failure(&mut self, failure: &Failure) -> io::Result<()> {
        self.notifications.push(json!({
            "level": "error",
            "message": { "text": format!("{}: {}", failure.name, failure.message) },
        }));
        Ok(())
    }

    fn judgement(&mut self, judgement: &Judgement, _accepted: bool) -> io::Result<()> {
        if judgement.diagnostics.is_empty() {
            return Ok(());
        }
        self.start()?;
        let sources = judgement.sources();
        for found in &judgement.diagnostics {
            let index = self.index(found.rule.code);
            let mut result = result(found, index, &sources);
            result["partialFingerprints"] =
                json!({ "wgslCheck/v1": self.fingerprints.next(found, &sources) });
            self.output.write_all(if self.state == State::Results { b",\n" } else { b"\n" })?;
            self.state = State::Results;
            serde_json::to_writer_pretty(&mut self.output, &result)?;
        }
        self.output.flush()
    }

    fn finish(&mut self, summary: &Summary) -> io::Result<()> {
        self.start()?;
        let invocations = json!([{
            "executionSuccessful": summary.failed == 0,
            "toolExecutionNotifications": self.notifications,
        }]);
        let tool = json!({ "driver": {
            "name": "wgsl-check",
            "version": env!("CARGO_PKG_VERSION"),
            "rules": self.codes.iter().map(|code| description(code)).collect::<Vec<_>>(),
        } });
        self.output.write_all(b"],\n\"invocations\": ")?;
        serde_json::to_writer_pretty(&mut self.output, &invocations)?;
        self.output.write_all(b",\n\"tool\": ")?;
        serde_json::to_writer_pretty(&mut self.output, &tool)?;
        self.output.write_all(b"\n}]\n}\n")?;
        self.output.flush()
    }
}

/// The description of a code.
fn description(code: &Code) -> Value {
    let mut value = json!({ "id": code.slug, "shortDescription": { "text": code.title } });
    if !code.explanation.is_empty() {
        value["fullDescription"] = json!({ "text": code.explanation });
    }
    if let Some(section) = code.sections.first() {
        let reference = section.to_string();
        if section.has_address() {
            value["helpUri"] = json!(reference);
        } else {
            value["help"] = json!({ "text": reference });
        }
    }
    value
}

fn result(found: &Diagnostic, rule_index: Option<usize>, sources: &SourceMap<'_>) -> Value {
    let level = match found.severity {
        Severity::Error => "error",
        Severity::Warning => "warning",
        Severity::Info => "note",
    };
    let text = found.remarks().fold(found.message.clone(), |text, note| text + "\n" + note);
    let mut result = json!({
        "ruleId": found.rule.slug(),
        "ruleIndex": rule_index,
        "level": level,
        "message": { "text": text },
        "locations": [location(&found.primary, sources)],
        "properties": {
            "rules": found.rules().map(|rule| rule.id).collect::<Vec<_>>(),
            "anchors": found.rules().filter_map(|rule| rule.section.anchor()).collect::<Vec<_>>(),
        },
    });
    let related = found.labels.iter().filter(|label| !label.text.is_empty());
    let related: Vec<Value> = related.map(|label| location(label, sources)).collect();
    if !related.is_empty() {
        result["relatedLocations"] = related.into();
    }
    if let Some(suggestion) = &found.suggestion {
        result["fixes"] = json!([fix(suggestion, sources)]);
    }
    result
}

fn location(label: &Label, sources: &SourceMap<'_>) -> Value {
    let range = sources.range(label.span);
    let mut location = json!({
        "physicalLocation": {
            "artifactLocation": { "uri": uri(range.file.name()) },
            "region": region(&range),
        },
    });
    if !label.text.is_empty() {
        location["message"] = json!({ "text": label.text });
    }
    location
}

fn region(range: &SourceRange<'_, '_>) -> Value {
    json!({
        "startLine": range.first.line,
        "startColumn": range.first.column_utf16,
        "endLine": range.last.line,
        "endColumn": range.last.column_utf16,
        "byteOffset": range.span.lo,
        "byteLength": range.span.hi - range.span.lo,
    })
}

/// A change, with the replacements of each file together.
fn fix(suggestion: &Suggestion, sources: &SourceMap<'_>) -> Value {
    let file = |edit: &(Span, String)| sources.file_index(edit.0.lo);
    let changes = suggestion.edits.chunk_by(|one, next| file(one) == file(next)).map(|edits| {
        let replacements: Vec<_> = edits
            .iter()
            .map(|(span, text)| {
                let region = region(&sources.range(*span));
                json!({ "deletedRegion": region, "insertedContent": { "text": text } })
            })
            .collect();
        let uri = uri(sources.files()[file(&edits[0])].name());
        json!({ "artifactLocation": { "uri": uri }, "replacements": replacements })
    });
    json!({ "description": { "text": suggestion.text }, "artifactChanges": changes.collect::<Vec<_>>() })
}

/// A path as a URI reference, with forward slashes. Reserved characters are percent-encoded.
pub(crate) fn uri(path: &str) -> String {
    use std::fmt::Write as _;
    let path = if cfg!(windows) { path.replace('\\', "/") } else { path.to_owned() };
    let mut uri = String::with_capacity(path.len());
    for byte in path.bytes() {
        if byte.is_ascii_alphanumeric() || b"/-._~".contains(&byte) {
            uri.push(char::from(byte));
        } else {
            let _ = write!(uri, "%{byte:02X}");
        }
    }
    uri
}

#[cfg(test)]
mod tests {
    use super::uri;

    #[test]
    fn paths_become_uri_references() {
        assert_eq!(uri("shaders/a b.wgsl"), "shaders/a%20b.wgsl");
        assert_eq!(uri("ä.wgsl"), "%C3%A4.wgsl");
    }
}
