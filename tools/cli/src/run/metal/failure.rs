//! Why a function did not run.

use super::super::unsupported;
use crate::arguments::ReportFormat;
use crate::files;
use crate::judgement::Judgement;
use crate::render;
use crate::verdict::Verdict;
use msl_lower::Unsupported;
use shader_run::execute::Stopped;
use shader_run::resources::Refusal;
use shader_source::SourceMap;
use shader_source::record::DiagnosticRecord;
use std::io;
use wgsl_check_protocol::ErrorRecord;
use wgsl_validator::diagnostic::Severity;

/// The reason.
pub(super) enum Failure {
    /// The program is rejected, as its diagnostics say.
    Rejected,
    /// The program has parts that are not judged.
    NotJudged(files::Failure),
    /// A vertex and a fragment function do not fit together: the findings, which the judgement has, too.
    Mismatch(Vec<msl_validator::diagnostic::Diagnostic>),
    /// No pipeline can be made: the function, its constants or the size of its threadgroups are not those of the program.
    Pipeline(String),
    /// The program uses what the executor does not have.
    Unsupported(Unsupported),
    /// A resource is missing or does not fit: why, in a sentence without a full stop.
    Resources(String),
    /// Execution was stopped.
    Stopped(Stopped),
}

impl From<Refusal> for Failure {
    fn from(refusal: Refusal) -> Self {
        match refusal {
            Refusal::Resources(problem) => Self::Resources(problem),
            Refusal::Stopped(stopped) => Self::Stopped(stopped),
        }
    }
}

impl Failure {
    /// Prints the reason, unless the JSON answer contains it. A mistake in the program is a rejection; a mistake in the arguments and a
    /// feature that the executor lacks are not.
    pub(super) fn report(self, judgement: &Judgement, format: ReportFormat) -> io::Result<Verdict> {
        let verdict = match &self {
            Self::Rejected | Self::Mismatch(_) | Self::Stopped(_) => Verdict::Rejected,
            Self::NotJudged(_) | Self::Pipeline(_) | Self::Unsupported(_) | Self::Resources(_) => {
                Verdict::Failed
            }
        };
        if format == ReportFormat::Json {
            return Ok(verdict);
        }
        let mut renderer = render::for_people();
        let message = match self {
            Self::Rejected | Self::Mismatch(_) => {
                renderer.judgement(judgement, false)?;
                return Ok(verdict);
            }
            Self::NotJudged(failure) => {
                renderer.judgement(judgement, false)?;
                renderer.failure(&failure)?;
                return Ok(verdict);
            }
            Self::Unsupported(problem) => {
                unsupported(judgement, problem.span, problem.message)?;
                return Ok(verdict);
            }
            Self::Pipeline(message) | Self::Resources(message) => message,
            Self::Stopped(stopped) => stopped.to_string(),
        };
        renderer.failure(&files::Failure { name: judgement.name.clone(), message })?;
        Ok(verdict)
    }

    /// The reason, as a sentence without a full stop.
    pub(super) fn in_words(&self) -> String {
        match self {
            Self::Rejected | Self::NotJudged(_) | Self::Mismatch(_) => "the program is rejected".to_owned(),
            Self::Pipeline(message) | Self::Resources(message) => message.clone(),
            Self::Unsupported(problem) => problem.to_string(),
            Self::Stopped(stopped) => stopped.to_string(),
        }
    }

    /// The reason in an answer of the protocol.
    pub(super) fn record<'a>(&self, judgement: &'a Judgement, sources: &SourceMap<'a>) -> ErrorRecord<'a> {
        let rejected = |stage| {
            let found = &judgement.diagnostics;
            let first = found.iter().find(|found| found.severity == Severity::Error);
            let message = first.map_or("the program is rejected", |first| &first.message);
            ErrorRecord::new(stage, message)
                .with_diagnostics(found.iter().map(|found| DiagnosticRecord::new(found, sources)).collect())
        };
        match self {
            Self::Rejected | Self::NotJudged(_) => rejected("shader-creation"),
            Self::Mismatch(_) => rejected("pipeline-creation"),
            Self::Pipeline(message) => ErrorRecord::new("pipeline-creation", message),
            Self::Unsupported(problem) => {
                ErrorRecord::new("unsupported", &problem.message).at(problem.span, sources)
            }
            Self::Resources(message) => ErrorRecord::new("execution", message),
            Self::Stopped(stopped) => ErrorRecord::new("execution", stopped.to_string()),
        }
    }
}
