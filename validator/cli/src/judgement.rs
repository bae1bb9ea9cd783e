//! From the bytes of a program to its diagnostics.

use crate::files::Program;
use shader_source::Span;
use wgsl_validator::diagnostic::{Diagnostic, Severity};
use wgsl_validator::{Options, PipelineRequest, Validator, validate_bytes};

/// A program with its diagnostics.
#[derive(Debug)]
pub(crate) struct Judgement {
    /// The name of the program in messages.
    pub(crate) name: String,
    /// Its source, with replacement characters for bytes that are not UTF-8.
    pub(crate) text: String,
    /// The diagnostics, sorted by place. Every range lies within the source, on character boundaries.
    pub(crate) diagnostics: Vec<Diagnostic>,
}

impl Judgement {
    /// Whether no diagnostic is an error.
    pub(crate) fn is_accepted(&self) -> bool {
        self.diagnostics.iter().all(|found| found.severity != Severity::Error)
    }

    /// Turns warnings into errors.
    pub(crate) fn deny_warnings(&mut self) {
        let warnings = self.diagnostics.iter_mut().filter(|found| found.severity == Severity::Warning);
        warnings.for_each(|found| found.severity = Severity::Error);
    }
}

/// Judges a program, or a pipeline of it.
pub(crate) fn judge(
    program: Program,
    pipeline: Option<&PipelineRequest>,
    validator: &mut Validator,
) -> Judgement {
    let (text, mut diagnostics) = match String::from_utf8(program.bytes) {
        Ok(text) => {
            let diagnostics = match pipeline {
                Some(pipeline) => validator.diagnose_pipeline(&text, pipeline),
                None => validator.diagnose(&text),
            };
            (text, diagnostics)
        }
        Err(error) => {
            let report = validate_bytes(error.as_bytes(), &Options::default());
            (String::from_utf8_lossy(error.as_bytes()).into_owned(), report.diagnostics)
        }
    };
    for found in &mut diagnostics {
        fit(found, &text);
    }
    Judgement { name: program.name, text, diagnostics }
}

/// Keeps every range within the source and on character boundaries, even in a source with replacement characters.
fn fit(diagnostic: &mut Diagnostic, text: &str) {
    let fit = |span: &mut Span| {
        let mut lo = (span.lo as usize).min(text.len());
        while !text.is_char_boundary(lo) {
            lo -= 1;
        }
        let mut hi = (span.hi as usize).clamp(lo, text.len());
        while !text.is_char_boundary(hi) {
            hi += 1;
        }
        *span = Span::new(lo as u32, hi as u32);
    };
    fit(&mut diagnostic.primary.span);
    diagnostic.labels.iter_mut().for_each(|label| fit(&mut label.span));
    if let Some(suggestion) = &mut diagnostic.suggestion {
        suggestion.edits.iter_mut().for_each(|(span, _)| fit(span));
    }
}
