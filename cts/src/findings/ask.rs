//! Asks implementations whether findings still show.

use super::{Behaviour, Finding};

use shader_source::{LineIndex, Span};
use std::fmt;
use wgsl_cts_cases::vocabulary::ExecutorKind;
use wgsl_cts_oracle::{
    BackEnd, NagaStage, Opinion, PipelineQuestion, Refusal, Tint, Writing, ask_naga, has_spirv_val,
    spirv_error,
};
use wgsl_fuzz_properties::trial;
use wgsl_translate_check::metal::BoundsPolicy;
use wgsl_translate_check::naga_options;
use wgsl_translate_check::proof::{Effort, FindingKind, prove};
use wgsl_validator::diagnostic::Severity;
use wgsl_validator::{PipelineRequest, Validator};

/// The implementations that can be asked besides naga.
#[derive(Debug, Default)]
pub struct Peers {
    /// Tint, if it is installed.
    pub tint: Option<Tint>,
}

/// The answer of an implementation about a finding.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Answer {
    /// It still makes the mistake.
    Shows,
    /// It does something else.
    Differs(String),
    /// It is not asked, for this reason.
    NotAsked(String),
}

impl fmt::Display for Answer {
    fn fmt(&self, formatter: &mut fmt::Formatter) -> fmt::Result {
        match self {
            Self::Shows => formatter.write_str("as recorded"),
            Self::Differs(how) => formatter.write_str(how),
            Self::NotAsked(reason) => write!(formatter, "skipped: {reason}"),
        }
    }
}

/// Asks the implementation of a finding about its program.
#[must_use]
pub fn ask(finding: &Finding, peers: &mut Peers) -> Answer {
    let question = finding.pipeline.as_ref().map(question);
    match (finding.implementation, finding.back_end) {
        (_, _) if finding.does == Behaviour::Executes => {
            Answer::NotAsked("the suite runs the programs of its class".to_owned())
        }
        (ExecutorKind::Naga, Some(back_end)) => {
            let whole = PipelineQuestion { stage: None, entry_point: None, constants: Vec::new() };
            writes(finding, back_end, &question.unwrap_or(whole))
        }
        (ExecutorKind::Naga, None) => judges(finding, ask_naga(&finding.program, question.as_ref())),
        (ExecutorKind::Tint, _) => match &mut peers.tint {
            Some(tint) => judges(finding, tint.judge(&finding.program, question.as_ref())),
            None => Answer::NotAsked("Tint is not installed".to_owned()),
        },
        (other, _) => Answer::NotAsked(format!("{} does not take part in known mismatches", other.name())),
    }
}

/// Compares an opinion with the finding.
fn judges(finding: &Finding, opinion: Opinion) -> Answer {
    let panic = "naga panics: ";
    match (finding.does, opinion) {
        (_, Opinion::NotAsked(reason) | Opinion::Unable(reason)) => Answer::NotAsked(reason),
        (Behaviour::Accepts, Opinion::Accepts) => Answer::Shows,
        (_, Opinion::Accepts) => Answer::Differs("it accepts the program".to_owned()),
        (Behaviour::Panics, Opinion::Rejects(Refusal { message, .. })) => {
            says(finding, message.strip_prefix(panic), &message)
        }
        (Behaviour::Rejects | Behaviour::Miscomputes, Opinion::Rejects(Refusal { message, .. })) => says(
            finding,
            Some(&message).filter(|text| !text.starts_with(panic)).map(String::as_str),
            &message,
        ),
        (_, Opinion::Rejects(Refusal { message, .. })) => Answer::Differs(message),
    }
}

/// Compares what a back end writes with the finding.
fn writes(finding: &Finding, back_end: BackEnd, question: &PipelineQuestion) -> Answer {
    let stage = match NagaStage::new(&finding.program, question) {
        Ok(stage) => stage,
        Err(refusal) => return Answer::Differs(format!("the front end rejects it: {}", refusal.message)),
    };
    match (finding.does, stage.write(back_end)) {
        (Behaviour::Panics, Writing::Panics(message))
        | (Behaviour::RefusesToWrite, Writing::Refuses(message)) => says(finding, Some(&message), &message),
        (Behaviour::WritesInvalid, Writing::Words(words)) => match spirv_error(&words) {
            Some(message) => says(finding, Some(&message), &message),
            None if has_spirv_val() => Answer::Differs("`spirv-val` finds nothing".to_owned()),
            None => Answer::NotAsked("`spirv-val` is not installed".to_owned()),
        },
        (Behaviour::WritesInvalid, Writing::Text(text)) if back_end == BackEnd::Wgsl => {
            judges_again(finding, &text)
        }
        (Behaviour::WritesInvalid, Writing::Text(text)) if back_end == BackEnd::Msl => breaks(finding, &text),
        (Behaviour::WritesOtherwise, Writing::Text(text)) if back_end == BackEnd::Msl => {
            let said = says(finding, Some(&text), &text);
            if said == Answer::Shows { computes_otherwise(finding) } else { said }
        }
        (Behaviour::WritesInvalid | Behaviour::WritesOtherwise, Writing::Text(text)) => {
            says(finding, Some(&text), &text)
        }
        (_, other) => Answer::Differs(format!("{other:?}")),
    }
}

/// Asks about the WGSL that naga has written: naga itself, and the validator of this project, which quotes the source.
fn judges_again(finding: &Finding, text: &str) -> Answer {
    if let Opinion::Rejects(Refusal { message, .. }) = ask_naga(text, None) {
        return says(finding, Some(&message), &message);
    }
    let found = Validator::default().diagnose(text);
    match found.iter().find(|found| found.severity == Severity::Error) {
        Some(error) => says(finding, Some(&error.message), &error.message),
        None => Answer::Differs("it writes a valid program".to_owned()),
    }
}

/// Executes what naga writes beside the program.
fn computes_otherwise(finding: &Finding) -> Answer {
    let mut validator = trial::validator();
    let module = validator.validate(&finding.program);
    let effort = Effort { versions: vec![(3, 1)], bounds: vec![BoundsPolicy::Restrict], ..Effort::default() };
    let proofs = match prove(&module, &finding.program, &mut validator, &effort) {
        Ok(proofs) => proofs,
        Err(reason) => return Answer::Differs(reason.to_string()),
    };
    let is_wrong = |it: &wgsl_translate_check::proof::Finding| {
        matches!(it.kind, FindingKind::Result | FindingKind::Fault(_))
    };
    if proofs.iter().flat_map(|proof| &proof.findings).any(is_wrong) {
        Answer::Shows
    } else {
        Answer::Differs(format!("it computes a result that WGSL allows: {proofs:?}"))
    }
}

/// Asks the front end for Metal whether the line with the words of the finding breaks its rule.
fn breaks(finding: &Finding, text: &str) -> Answer {
    let module = msl_validator::module(text, &naga_options());
    let lines = LineIndex::new(text);
    let line_of = |span: Span| text.lines().nth(lines.position(span.lo).line as usize - 1);
    let is_it = |line: Option<&str>| {
        line.zip(finding.says.as_deref()).is_some_and(|(line, words)| line.contains(words.trim()))
    };
    let mut broken =
        module.diagnostics.iter().filter(|it| finding.metal.is_some_and(|rule| it.rule.id == rule.id));
    if broken.any(|found| is_it(line_of(found.primary.span))) {
        return Answer::Shows;
    }
    let said = |it: &msl_validator::diagnostic::Diagnostic| {
        format!("{}: {}: {}", it.rule.id, it.message, line_of(it.primary.span).unwrap_or_default().trim())
    };
    Answer::Differs(match module.diagnostics.first() {
        Some(_) => module.diagnostics.iter().map(said).collect::<Vec<_>>().join("; "),
        None => "it writes a valid program".to_owned(),
    })
}

/// Whether a message has the words of the finding; `whole` is what was said in all.
fn says(finding: &Finding, message: Option<&str>, whole: &str) -> Answer {
    let words = finding.says.as_deref().unwrap_or_default().trim();
    match message {
        Some(message) if message.contains(words) => Answer::Shows,
        _ => Answer::Differs(whole.to_owned()),
    }
}

fn question(request: &PipelineRequest) -> PipelineQuestion {
    PipelineQuestion {
        stage: request.stage.map(|stage| stage.name().to_owned()),
        entry_point: request.entry_point.clone(),
        constants: request.constants.clone(),
    }
}
