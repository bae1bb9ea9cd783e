//! `portability`: the features, limits and versions that a program needs, and the targets that accept it.

use crate::accepted::{refuse, with_module, with_program};
use crate::arguments::{Portability as Arguments, ReportFormat};
use crate::verdict::Verdict;
use shader_language::{
    FrontEnd, Language, NeededExtension, NeededLimit, NeededVersion, PlaceRecord, Portability, Program,
    Reason, Source, TargetRecord,
};
use std::fmt::{self, Write as _};
use std::io::{self, Write};
use wgsl_validator::target::Target;
use wgsl_validator::{Options, Validator};

/// Prints the needs of a program, or the diagnostics of a program that no target accepts.
pub(crate) fn run(arguments: &Arguments) -> io::Result<Verdict> {
    let (file, describing) = (&arguments.file, &arguments.describing);
    describing.suits(file).map_err(io::Error::other)?;
    match describing.language(file) {
        Language::Wgsl => {
            let options = Options { edition: describing.edition.into(), target: Target::default() };
            with_module(file, &describing.modules, options, |judgement, module| {
                let source = Source { name: &judgement.name, ..Source::text(&judgement.text) };
                let program = Program::Wgsl(module.clone());
                match Validator::default().portability(source, &program) {
                    Some(report) => print(&report, describing.format, judgement.is_accepted()),
                    None => refuse(judgement),
                }
            })
        }
        Language::Metal => with_program(file, describing, Target::default(), |judgement, program| {
            let environment = describing.metal.environment(&describing.modules);
            match environment.portability(&judgement.name, &judgement.text, program) {
                Some(report) => print(&report, describing.format, true),
                None => Ok(Verdict::Failed),
            }
        }),
    }
}

fn print(report: &Portability, format: ReportFormat, is_accepted: bool) -> io::Result<Verdict> {
    let text = match format {
        ReportFormat::Text => to_text(report),
        ReportFormat::Json => serde_json::to_string(report)? + "\n",
    };
    io::stdout().write_all(text.as_bytes())?;
    Ok(if is_accepted { Verdict::Accepted } else { Verdict::Rejected })
}

fn to_text(report: &Portability) -> String {
    // Writing to a string cannot fail.
    let mut text = String::new();
    let _ = writeln!(text, "{}", report.file);
    write_versions(&report.versions, &mut text);
    write_extensions(report, &mut text);
    write_limits(&report.limits, &mut text);
    text.push_str("\ntargets\n");
    let width = report.targets.iter().map(|answer| answer.target.len()).max().unwrap_or(0);
    for TargetRecord { target, about, accepted, unchecked, findings, tolerated } in &report.targets {
        let verdict = match (accepted, unchecked) {
            (true, _) => "accepts",
            (false, true) => "unknown",
            (false, false) => "rejects",
        };
        let _ = writeln!(text, "  {target:width$}  {verdict}  ({about})");
        for (prefix, reasons) in [("", findings), ("tolerates: ", tolerated)] {
            for Reason { code, message, place } in reasons {
                let _ = writeln!(text, "  {:width$}    {} {prefix}{message} [{code}]", "", Shown(place));
            }
        }
    }
    text
}

/// A place as text.
struct Shown<'a>(&'a PlaceRecord);

impl fmt::Display for Shown<'_> {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let PlaceRecord { file, line, column } = self.0;
        match file {
            Some(file) => write!(formatter, "{file}:{line}:{column}"),
            None => write!(formatter, "{line}:{column}"),
        }
    }
}

fn write_versions(versions: &[NeededVersion], text: &mut String) {
    if versions.is_empty() {
        return;
    }
    let all: Vec<String> = versions
        .iter()
        .map(|NeededVersion { platform, version }| format!("{version} ({platform})"))
        .collect();
    let _ = writeln!(text, "\nMetal since {}", all.join(", "));
}

fn write_extensions(report: &Portability, text: &mut String) {
    // Metal has versions instead of extensions.
    let title = if report.versions.is_empty() { "extensions" } else { "features" };
    if report.extensions.is_empty() {
        let _ = writeln!(text, "\n{title}: none");
        return;
    }
    let _ = writeln!(text, "\n{title}");
    let width = report.extensions.iter().map(|extension| extension.name.len()).max().unwrap_or(0);
    for NeededExtension { name, engine, feature, available, proposed, newer, place, kind: _ } in
        &report.extensions
    {
        let kind = match (engine, feature, available) {
            (Some(engine), ..) => format!("only in {engine}"),
            (None, _, Some(available)) => available.clone(),
            (None, Some(feature), None) => format!("device feature {feature}"),
            (None, None, None) => "language extension".to_owned(),
        };
        let status = match (newer, proposed) {
            (true, _) => ", newer than the specification this version implements",
            (false, true) => ", proposed",
            (false, false) => "",
        };
        let _ = writeln!(text, "  {name:width$}  {kind}{status}, at {}", Shown(place));
    }
}

fn write_limits(limits: &[NeededLimit], text: &mut String) {
    if limits.is_empty() {
        return;
    }
    text.push_str("\nlimits\n");
    for NeededLimit { of, needed, guaranteed, place, name: _ } in limits {
        let beyond = if *needed > u64::from(*guaranteed) { ", not guaranteed" } else { "" };
        let _ = writeln!(text, "  {needed:>8} of {guaranteed:>5}  {of}, at {}{beyond}", Shown(place));
    }
}
