//! The JSON form of the report.

use super::file_name;
use super::words::version;
use serde::Serialize;
use shader_source::LineIndex;
use wgsl_translate_check::proof::{Finding, FindingKind, NotProved, Proof, Variant};

/// Version of the JSON form. Members may be added within a version, but none is removed or changes its meaning.
const SCHEMA: u32 = 1;

/// The report on a program.
#[derive(Serialize, Debug)]
pub(super) struct Report<'a> {
    schema: u32,
    file: &'a str,
    /// The reason why naga does not take the program.
    #[serde(skip_serializing_if = "Option::is_none")]
    rejected: Option<&'a str>,
    /// The limit of this program that it is beyond.
    #[serde(skip_serializing_if = "Option::is_none")]
    not_compared: Option<String>,
    entry_points: Vec<EntryPointRecord<'a>>,
}

#[derive(Serialize, Debug)]
struct EntryPointRecord<'a> {
    name: &'a str,
    stage: &'static str,
    texts: Vec<TextRecord>,
    /// The executions whose results WGSL allows.
    agreed: usize,
    not_compared: &'a [String],
    /// The versions that naga refuses, although it writes a later one.
    refused: Vec<RefusedRecord<'a>>,
    findings: Vec<FindingRecord<'a>>,
}

/// A text, without its lines: `--out` writes them.
#[derive(Serialize, Debug)]
struct TextRecord {
    file: String,
    options: Vec<OptionsRecord>,
}

#[derive(Serialize, Debug)]
struct OptionsRecord {
    version: String,
    bounds: &'static str,
}

#[derive(Serialize, Debug)]
struct RefusedRecord<'a> {
    version: String,
    reason: &'a str,
}

#[derive(Serialize, Debug)]
struct FindingRecord<'a> {
    kind: &'static str,
    /// The code of a finding about validity, or the name of a fault.
    #[serde(skip_serializing_if = "Option::is_none")]
    code: Option<&'static str>,
    /// The rule that is broken, by name.
    #[serde(skip_serializing_if = "Option::is_none")]
    rule: Option<&'static str>,
    /// The section that states it.
    #[serde(skip_serializing_if = "Option::is_none")]
    section: Option<String>,
    message: &'a str,
    /// The place in a text.
    #[serde(skip_serializing_if = "Option::is_none")]
    place: Option<PlaceRecord<'a>>,
    options: Vec<OptionsRecord>,
}

#[derive(Serialize, Debug)]
struct PlaceRecord<'a> {
    file: String,
    line: u32,
    column: u32,
    /// The line.
    source: &'a str,
}

/// The report on a program that naga takes.
pub(super) fn report<'a>(file: &'a str, proofs: &'a [Proof]) -> Report<'a> {
    let entry_points = proofs.iter().map(entry_point).collect();
    Report { schema: SCHEMA, file, rejected: None, not_compared: None, entry_points }
}

/// The report on a program whose translations are not proved.
pub(super) fn not_proved<'a>(file: &'a str, reason: &'a NotProved) -> Report<'a> {
    let (rejected, not_compared) = match reason {
        NotProved::Rejected(refusal) => (Some(refusal.message.as_str()), None),
        NotProved::Withheld(_) => (None, Some(reason.to_string())),
    };
    Report { schema: SCHEMA, file, rejected, not_compared, entry_points: Vec::new() }
}

fn entry_point(proof: &Proof) -> EntryPointRecord<'_> {
    let text = |index: usize| TextRecord {
        file: file_name(proof, index),
        options: options(&proof.translations[index].variants),
    };
    EntryPointRecord {
        name: &proof.entry_point,
        stage: proof.stage.name(),
        texts: (0..proof.translations.len()).map(text).collect(),
        agreed: proof.agreed,
        not_compared: &proof.not_compared,
        refused: proof
            .refused
            .iter()
            .map(|(number, reason)| RefusedRecord { version: version(*number), reason })
            .collect(),
        findings: proof.findings.iter().map(|it| finding(proof, it)).collect(),
    }
}

fn options(variants: &[Variant]) -> Vec<OptionsRecord> {
    variants
        .iter()
        .map(|it| OptionsRecord { version: version(it.version), bounds: it.bounds.name() })
        .collect()
}

fn finding<'a>(proof: &'a Proof, finding: &'a Finding) -> FindingRecord<'a> {
    let (code, rule) = match finding.kind {
        FindingKind::Invalid(rule) => (Some(rule.slug()), Some(rule)),
        FindingKind::Fault(fault) => (Some(fault.name()), None),
        FindingKind::NotWritten | FindingKind::Interface | FindingKind::Result | FindingKind::Stopped => {
            (None, None)
        }
    };
    let place = finding.place.map(|(index, span)| {
        let text = proof.translations[index].metal.text.as_str();
        let position = LineIndex::new(text).position(span.lo);
        PlaceRecord {
            file: file_name(proof, index),
            line: position.line,
            column: position.column_utf16,
            source: text.lines().nth(position.line as usize - 1).unwrap_or_default().trim(),
        }
    });
    FindingRecord {
        kind: finding.kind.name(),
        code,
        rule: rule.map(|rule| rule.id),
        section: rule.map(|rule| rule.section.id.to_owned()),
        message: &finding.message,
        place,
        options: options(&finding.variants),
    }
}
