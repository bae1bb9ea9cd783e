//! Why a request has no other answer.

use serde::Serialize;
use shader_source::record::{DiagnosticRecord, RangeRecord};
use shader_source::{SourceMap, Span};
#[cfg(feature = "run")]
use wgsl_lower::compute::Failure;
use wgsl_validator::diagnostic::{Diagnostic, Severity};

/// The diagnostics of an answer that asks for no other number. A program of 4 MB has 800,000, and an answer with all of them 1 GB.
pub(crate) const MOST_DIAGNOSTICS: usize = 10_000;

/// Returns the number of diagnostics that a program has, if it is above the limit of the answer.
pub(crate) fn total(found: usize, limit: usize) -> Option<usize> {
    (found > limit).then_some(found)
}

/// Why there is no outcome.
#[derive(Serialize, Debug)]
pub struct ErrorRecord<'a> {
    stage: &'static str,
    message: String,
    /// The diagnostics of a program that is rejected.
    #[serde(skip_serializing_if = "Option::is_none")]
    diagnostics: Option<Vec<DiagnosticRecord<'a>>>,
    /// The number of diagnostics that it has, if these are fewer.
    #[serde(skip_serializing_if = "Option::is_none")]
    total_diagnostics: Option<usize>,
    /// The place of a feature that the executor lacks.
    #[serde(flatten)]
    place: Option<RangeRecord>,
}

impl<'a> ErrorRecord<'a> {
    /// An error that is about no place of the program.
    pub fn new(stage: &'static str, message: impl Into<String>) -> Self {
        Self { stage, message: message.into(), diagnostics: None, total_diagnostics: None, place: None }
    }

    /// The error with the diagnostics of a program that is rejected.
    #[must_use]
    pub fn with_diagnostics(self, diagnostics: Vec<DiagnosticRecord<'a>>) -> Self {
        Self { diagnostics: Some(diagnostics), ..self }
    }

    /// The error at a place of the program.
    #[must_use]
    pub fn at(self, span: Span, sources: &SourceMap<'_>) -> Self {
        Self { place: Some(RangeRecord::new(span, sources)), ..self }
    }

    /// The program is rejected at this stage.
    pub(crate) fn rejected(stage: &'static str, found: &'a [Diagnostic], sources: &SourceMap<'a>) -> Self {
        let first = found.iter().find(|it| it.severity == Severity::Error);
        let message = first.map_or("no such entry point", |first| &first.message);
        let diagnostics =
            found.iter().take(MOST_DIAGNOSTICS).map(|it| DiagnosticRecord::with_file(it, sources)).collect();
        let total_diagnostics = total(found.len(), MOST_DIAGNOSTICS);
        Self { total_diagnostics, ..Self::new(stage, message).with_diagnostics(diagnostics) }
    }

    /// The program was not executed to its end.
    #[cfg(feature = "run")]
    pub(crate) fn of_failure(failure: &'a Failure, sources: &SourceMap<'a>) -> Self {
        match failure {
            Failure::Module(found) => Self::rejected("shader-creation", found, sources),
            Failure::Pipeline(found) => Self::rejected("pipeline-creation", found, sources),
            Failure::Unsupported(problem) => {
                Self::new("unsupported", &problem.message).at(problem.span, sources)
            }
            Failure::Resources(message) => Self::new("execution", message),
            Failure::Stopped(stopped) => Self::new("execution", stopped.to_string()),
        }
    }
}
