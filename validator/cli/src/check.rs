//! The default subcommand: judges files in parallel and prints what was found in the order of the files.

use crate::Verdict;
use crate::arguments::{Check, Deny};
use crate::files::{self, Failure, Program};
use crate::render::{self, Renderer};
use rayon::prelude::*;
use shader_source::Span;
use std::io;
use std::path::Path;
use wgsl_validator::diagnostic::{Diagnostic, Severity};
use wgsl_validator::module::TypedModule;
use wgsl_validator::{Options, PipelineRequest, Validator, validate_bytes};

/// How many files are judged before what was found in them is printed: bounds memory, and long runs show progress.
const BATCH: usize = 256;

/// A program with what was found in it.
#[derive(Debug)]
pub(crate) struct Judgement {
    /// What the program is called in messages.
    pub(crate) name: String,
    /// Its text; bytes that are not UTF-8 replaced.
    pub(crate) text: String,
    /// The findings to print, sorted by place; every range lies within the text, on character boundaries.
    pub(crate) diagnostics: Vec<Diagnostic>,
}

impl Judgement {
    /// Whether no finding is an error.
    pub(crate) fn is_accepted(&self) -> bool {
        self.diagnostics.iter().all(|found| found.severity != Severity::Error)
    }

    /// Turns warnings into errors.
    fn deny_warnings(&mut self) {
        let warnings = self.diagnostics.iter_mut().filter(|found| found.severity == Severity::Warning);
        warnings.for_each(|found| found.severity = Severity::Error);
    }
}

/// Counts of a run.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, serde::Serialize)]
pub(crate) struct Summary {
    /// Programs that were judged.
    pub(crate) files: usize,
    /// Programs without errors.
    pub(crate) accepted: usize,
    /// Programs with errors.
    pub(crate) rejected: usize,
    /// Paths that could not be judged.
    pub(crate) failed: usize,
    /// Errors found, printed or not.
    pub(crate) errors: usize,
    /// Warnings found, printed or not.
    pub(crate) warnings: usize,
    /// Errors that `--max-errors` kept back.
    pub(crate) errors_not_shown: usize,
}

impl Summary {
    /// Takes in a program. How many errors it has.
    pub(crate) fn count(&mut self, judgement: &Judgement) -> usize {
        let count =
            |severity| judgement.diagnostics.iter().filter(|found| found.severity == severity).count();
        let (errors, warnings) = (count(Severity::Error), count(Severity::Warning));
        self.files += 1;
        self.accepted += usize::from(errors == 0);
        self.rejected += usize::from(errors != 0);
        self.errors += errors;
        self.warnings += warnings;
        errors
    }
}

/// Judges what the command line names.
pub(crate) fn run(arguments: &Check) -> io::Result<Verdict> {
    let collection = files::collect(&arguments.paths);
    let mut renderer = render::for_format(arguments.error_format, arguments.quiet, arguments.verbose);
    let mut summary = Summary::default();
    let options = Options { edition: arguments.edition.into(), target: arguments.target.target.clone() };
    let standard_name = arguments.stdin_file_path.as_deref();
    let deny_warnings = arguments.deny.contains(&Deny::Warnings);
    let pipeline = arguments.pipeline();
    for failure in &collection.failures {
        summary.failed += 1;
        renderer.failure(failure)?;
    }
    for batch in collection.inputs.chunks(BATCH) {
        let judged: Vec<Result<Judgement, Failure>> = batch
            .par_iter()
            .map_init(
                || Validator::new(options.clone()),
                |validator, input| {
                    let program = files::read(input, standard_name)?;
                    let mut judgement = judge(program, pipeline.as_ref(), validator);
                    if deny_warnings {
                        judgement.deny_warnings();
                    }
                    Ok(judgement)
                },
            )
            .collect();
        for result in judged {
            match result {
                Ok(judgement) => print(&mut *renderer, judgement, arguments, &mut summary)?,
                Err(failure) => {
                    summary.failed += 1;
                    renderer.failure(&failure)?;
                }
            }
        }
    }
    renderer.finish(&summary)?;
    Ok(match summary {
        Summary { failed: 1.., .. } => Verdict::Failed,
        Summary { rejected: 1.., .. } => Verdict::Rejected,
        Summary { .. } => Verdict::Accepted,
    })
}

/// Reads and judges one program for people, and hands it on with its module when it is accepted; what is wrong with another
/// is printed.
pub(crate) fn with_accepted(
    file: &Path,
    options: Options,
    then: impl FnOnce(&Judgement, &TypedModule) -> io::Result<()>,
) -> io::Result<Verdict> {
    let program = match files::read(&files::named(file), None) {
        Ok(program) => program,
        Err(failure) => {
            render::for_people().failure(&failure)?;
            return Ok(Verdict::Failed);
        }
    };
    let mut validator = Validator::new(options);
    let judgement = judge(program, None, &mut validator);
    if !judgement.is_accepted() {
        render::for_people().judgement(&judgement, false)?;
        return Ok(Verdict::Rejected);
    }
    then(&judgement, validator.module())?;
    Ok(Verdict::Accepted)
}

/// Judges a program, or a pipeline made of it.
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

/// Keeps every range within the text and on character boundaries, also where the text stands in for broken UTF-8.
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

fn print(
    renderer: &mut dyn Renderer,
    mut judgement: Judgement,
    arguments: &Check,
    summary: &mut Summary,
) -> io::Result<()> {
    let shown_before = summary.errors - summary.errors_not_shown;
    let budget = arguments.max_errors.map_or(usize::MAX, |most| most.saturating_sub(shown_before));
    let errors = summary.count(&judgement);
    summary.errors_not_shown += errors.saturating_sub(budget);
    let mut left = budget;
    judgement.diagnostics.retain(|found| match found.severity {
        Severity::Error => {
            let shown = left > 0;
            left = left.saturating_sub(1);
            shown
        }
        Severity::Warning | Severity::Info => !arguments.quiet,
    });
    renderer.judgement(&judgement, errors == 0)
}
