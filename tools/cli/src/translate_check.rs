//! `translate-check`: what naga writes for Metal is valid, has the interface of the WGSL program, and computes the same.

mod record;
mod words;

use crate::accepted::with_accepted;
use crate::arguments::{ReportFormat, TranslateCheck};
use crate::files::cannot_write;
use crate::judgement::Judgement;
use crate::render;
use crate::summary::count;
use crate::verdict::Verdict;
use shader_source::{Message, visible};
use std::io::{self, Write};
use std::path::Path;
use wgsl_translate_check::proof::{Finding, FindingKind, NotProved, Proof, Translation, prove};
use wgsl_validator::diagnostic::Severity;
use wgsl_validator::target::Target;
use wgsl_validator::{Module, Options, Validator};
use words::{listed, versions};

/// Proves the translations of a program, or prints the diagnostics of one that is rejected.
pub(crate) fn run(arguments: &TranslateCheck) -> io::Result<Verdict> {
    let options = Options { target: Target::default().for_execution(), ..Options::default() };
    with_accepted(&arguments.file, &arguments.modules, options.clone(), |judgement, module| {
        check(arguments, judgement, module, options)
    })
}

fn check(
    arguments: &TranslateCheck,
    judgement: &Judgement,
    module: &Module,
    options: Options,
) -> io::Result<Verdict> {
    let effort = arguments.effort();
    let mut validator = Validator::new(options);
    let proofs = match prove(module, &judgement.text, &mut validator, &effort) {
        Ok(proofs) => proofs,
        Err(reason) => return not_proved(arguments, judgement, &reason),
    };
    if let Some(name) = effort.entry_point.as_deref().filter(|_| proofs.is_empty()) {
        return Err(io::Error::other(format!("{}: unknown entry point `{name}`", judgement.name)));
    }
    if let Some(folder) = &arguments.out {
        write_texts(folder, &proofs)?;
    }
    match arguments.format {
        ReportFormat::Json => {
            let report = record::report(&judgement.name, &proofs);
            writeln!(io::stdout(), "{}", serde_json::to_string(&report)?)?;
        }
        ReportFormat::Text => print(judgement, &proofs)?,
    }
    // What is wrong is wrong, whatever the other translations are.
    let is_wrong = proofs.iter().any(|proof| !proof.findings.is_empty());
    let is_unread = proofs.iter().any(|proof| proof.is_unread);
    Ok(match (is_wrong, is_unread) {
        (true, _) => Verdict::Rejected,
        (false, true) => Verdict::Failed,
        (false, false) => Verdict::Accepted,
    })
}

/// Says why there is nothing to compare.
fn not_proved(arguments: &TranslateCheck, judgement: &Judgement, reason: &NotProved) -> io::Result<Verdict> {
    let name = visible(&judgement.name);
    match arguments.format {
        ReportFormat::Json => {
            let report = record::not_proved(&judgement.name, reason);
            writeln!(io::stdout(), "{}", serde_json::to_string(&report)?)?;
        }
        ReportFormat::Text => match reason {
            NotProved::Rejected(refusal) => {
                let line = refusal.lines.first().map(|line| format!(":{line}")).unwrap_or_default();
                writeln!(anstream::stderr(), "{name}{line}: {reason}")?;
            }
            NotProved::Withheld(_) => {
                writeln!(anstream::stderr(), "{name}: not compared: {reason}")?;
            }
        },
    }
    Ok(match reason {
        NotProved::Rejected(_) => Verdict::Rejected,
        NotProved::Withheld(_) => Verdict::Failed,
    })
}

fn print(judgement: &Judgement, proofs: &[Proof]) -> io::Result<()> {
    let mut output = io::stdout().lock();
    if proofs.is_empty() {
        writeln!(output, "{}: no entry points", visible(&judgement.name))?;
    }
    for proof in proofs {
        let Proof { entry_point, stage, translations, .. } = proof;
        let (translated, agreed) =
            (count(translations.len(), "translation"), count(proof.agreed, "execution"));
        let range = versions(translations.iter().flat_map(|it| &it.variants));
        writeln!(output, "{} `{entry_point}`: {translated} for Metal {range}", stage.name())?;
        if !proof.findings.is_empty() {
            writeln!(output, "  {}", count(proof.findings.len(), "finding"))?;
        } else if !proof.is_unread {
            writeln!(output, "  valid, with the interface of the WGSL program")?;
        }
        if proof.agreed > 0 {
            writeln!(output, "  {agreed} with a result allowed by WGSL")?;
        }
        for reason in &proof.not_compared {
            writeln!(output, "  not compared: {reason}")?;
        }
        for (version, reason) in &proof.refused {
            writeln!(output, "  not available in Metal {}.{}: {reason}", version.0, version.1)?;
        }
        output.flush()?;
        for finding in &proof.findings {
            show(judgement, proof, finding)?;
        }
    }
    Ok(())
}

/// Shows a finding in the translation that has it.
fn show(judgement: &Judgement, proof: &Proof, finding: &Finding) -> io::Result<()> {
    let options = listed(&finding.variants);
    let Some((index, span)) = finding.place else {
        let name = visible(&judgement.name);
        let kind = finding.kind.name();
        return writeln!(anstream::stderr(), "finding[{kind}]: {name}: {}: {options}", finding.message);
    };
    let translation = &proof.translations[index];
    let text = Judgement::of_one_file(file_name(proof, index), translation.metal.text.clone(), Vec::new());
    let section = match finding.kind {
        FindingKind::Invalid(rule) => Some(format!("{}: {}", rule.section, rule.statement)),
        FindingKind::NotWritten
        | FindingKind::Interface
        | FindingKind::Fault(_)
        | FindingKind::Result
        | FindingKind::Stopped => None,
    };
    let message = Message {
        code: Some(match finding.kind {
            FindingKind::Invalid(rule) => rule.slug(),
            FindingKind::Fault(kind) => kind.name(),
            kind => kind.name(),
        }),
        notes: section.into_iter().chain([format!("with {options}")]).collect(),
        ..Message::remark("finding", Severity::Error, &*finding.message, span)
    };
    render::messages(&text, [message])
}

/// The name of the file of a text.
fn file_name(proof: &Proof, index: usize) -> String {
    match index {
        0 => format!("{}.metal", proof.entry_point),
        _ => format!("{}.{}.metal", proof.entry_point, index + 1),
    }
}

fn write_texts(folder: &Path, proofs: &[Proof]) -> io::Result<()> {
    std::fs::create_dir_all(folder).map_err(|error| cannot_write(folder, &error))?;
    for proof in proofs {
        for (index, Translation { metal, variants }) in proof.translations.iter().enumerate() {
            let path = folder.join(file_name(proof, index));
            // The options stand behind the program: findings name its lines.
            let text = format!("{}\n// {}\n", metal.text.trim_end(), listed(variants));
            std::fs::write(&path, text).map_err(|error| cannot_write(&path, &error))?;
        }
    }
    Ok(())
}
