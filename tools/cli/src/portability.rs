//! `portability`: the extensions and limits that a program needs, and the targets that accept it.

use crate::accepted::with_accepted;
use crate::arguments::{Portability, ReportFormat};
use crate::judgement::Judgement;
use crate::verdict::Verdict;
use serde::Serialize;
use shader_source::{LineIndex, Span};
use std::fmt::Write as _;
use std::io::{self, Write};
use wgsl_spec::{Limit, TargetRow};
use wgsl_validator::diagnostic::{Diagnostic, Severity};
use wgsl_validator::needs::{Extension, Needs};
use wgsl_validator::target::Target;
use wgsl_validator::{Options, Validator};

/// Version of the JSON form. Members may be added within a version, but none is removed or changes its meaning.
const SCHEMA: u32 = 1;

/// The report on a program.
#[derive(Serialize, Debug)]
struct PortabilityReport<'a> {
    schema: u32,
    file: &'a str,
    extensions: Vec<NeededExtension>,
    limits: Vec<NeededLimit>,
    targets: Vec<TargetRecord>,
}

/// An extension that the program enables, requires or uses.
#[derive(Serialize, Debug)]
struct NeededExtension {
    name: &'static str,
    /// `enable` or `language`.
    kind: &'static str,
    /// The device feature of the extension.
    #[serde(skip_serializing_if = "Option::is_none")]
    feature: Option<&'static str>,
    /// Whether it is a proposal that the specification lacks.
    proposed: bool,
    #[serde(flatten)]
    place: PlaceRecord,
}

/// The program's largest use of a limited resource.
#[derive(Serialize, Debug)]
struct NeededLimit {
    name: &'static str,
    of: &'static str,
    needed: u64,
    /// The limit that every implementation supports.
    guaranteed: u32,
    #[serde(flatten)]
    place: PlaceRecord,
}

/// The verdict of a target.
#[derive(Serialize, Debug)]
struct TargetRecord {
    target: String,
    about: &'static str,
    accepted: bool,
    /// The errors.
    findings: Vec<Reason>,
}

#[derive(Serialize, Debug)]
struct Reason {
    code: &'static str,
    message: String,
    #[serde(flatten)]
    place: PlaceRecord,
}

/// A place; columns are in characters.
#[derive(Serialize, Debug)]
struct PlaceRecord {
    line: u32,
    column: u32,
}

impl PlaceRecord {
    fn of(span: Span, lines: &LineIndex<'_>) -> Self {
        let position = lines.position(span.lo);
        Self { line: position.line, column: position.column_chars }
    }
}

/// Prints the needs of a program, or the diagnostics of a program that the specification rejects.
pub(crate) fn run(arguments: &Portability) -> io::Result<Verdict> {
    with_accepted(&arguments.file, &arguments.modules, Options::default(), |judgement, module| {
        let report = report(judgement, &module.meaning().needs);
        let text = match arguments.format {
            ReportFormat::Text => report.to_text(),
            ReportFormat::Json => serde_json::to_string(&report)? + "\n",
        };
        io::stdout().write_all(text.as_bytes()).map(|()| Verdict::Accepted)
    })
}

fn report<'a>(judgement: &'a Judgement, needs: &Needs) -> PortabilityReport<'a> {
    let lines = LineIndex::new(&judgement.text);
    let extensions = needs.extensions.iter().map(|(extension, span)| {
        let (kind, feature, proposed) = match extension {
            Extension::Enable(extension) => ("enable", Some(extension.feature()), extension.is_proposed()),
            Extension::Language(extension) => ("language", None, extension.is_proposed()),
        };
        NeededExtension {
            name: extension.name(),
            kind,
            feature,
            proposed,
            place: PlaceRecord::of(*span, &lines),
        }
    });
    let limits = Limit::ALL.into_iter().filter_map(|limit| {
        let (needed, span) = needs.largest(limit)?;
        let info = limit.info();
        let place = PlaceRecord::of(span, &lines);
        Some(NeededLimit { name: limit.name(), of: info.of, needed, guaranteed: info.value, place })
    });
    PortabilityReport {
        schema: SCHEMA,
        file: &judgement.name,
        extensions: extensions.collect(),
        limits: limits.collect(),
        targets: TargetRow::all().iter().map(|row| answer(row, judgement, &lines)).collect(),
    }
}

/// The verdict of a target on a program that the specification accepts.
fn answer(row: &TargetRow, judgement: &Judgement, lines: &LineIndex<'_>) -> TargetRecord {
    let target = Target::named(row.name).unwrap_or_default();
    let found = Validator::new(Options { target, ..Options::default() }).diagnose(&judgement.text);
    let errors = found.into_iter().filter(|found| found.severity == Severity::Error);
    let findings: Vec<Reason> = errors.map(|found| reason(&found, lines)).collect();
    TargetRecord { target: row.name.to_owned(), about: row.about, accepted: findings.is_empty(), findings }
}

fn reason(found: &Diagnostic, lines: &LineIndex<'_>) -> Reason {
    Reason {
        code: found.rule.slug(),
        message: found.message.clone(),
        place: PlaceRecord::of(found.primary.span, lines),
    }
}

impl PortabilityReport<'_> {
    fn to_text(&self) -> String {
        // Writing to a string cannot fail.
        let mut text = String::new();
        let _ = writeln!(text, "{}", self.file);
        self.write_extensions(&mut text);
        self.write_limits(&mut text);
        text.push_str("\ntargets\n");
        let width = self.targets.iter().map(|answer| answer.target.len()).max().unwrap_or(0);
        for TargetRecord { target, about, accepted, findings } in &self.targets {
            let verdict = if *accepted { "accepts" } else { "rejects" };
            let _ = writeln!(text, "  {target:width$}  {verdict}  ({about})");
            for Reason { code, message, place } in findings {
                let _ =
                    writeln!(text, "  {:width$}    {}:{} {message} [{code}]", "", place.line, place.column);
            }
        }
        text
    }

    fn write_extensions(&self, text: &mut String) {
        if self.extensions.is_empty() {
            text.push_str("\nextensions: none\n");
            return;
        }
        text.push_str("\nextensions\n");
        let width = self.extensions.iter().map(|extension| extension.name.len()).max().unwrap_or(0);
        for NeededExtension { name, feature, proposed, place, .. } in &self.extensions {
            let kind = match feature {
                Some(feature) => format!("device feature {feature}"),
                None => "language extension".to_owned(),
            };
            let proposed = if *proposed { ", proposed" } else { "" };
            let _ = writeln!(text, "  {name:width$}  {kind}{proposed}, at {}:{}", place.line, place.column);
        }
    }

    fn write_limits(&self, text: &mut String) {
        if self.limits.is_empty() {
            return;
        }
        text.push_str("\nlimits\n");
        for NeededLimit { of, needed, guaranteed, place, .. } in &self.limits {
            let beyond = if *needed > u64::from(*guaranteed) { ", not guaranteed" } else { "" };
            let _ = writeln!(
                text,
                "  {needed:>8} of {guaranteed:>5}  {of}, at {}:{}{beyond}",
                place.line, place.column
            );
        }
    }
}
