//! The default subcommand: checks files in parallel and prints diagnostics in the order of the files.

use crate::arguments::{Check, Deny};
use crate::files::{self, Failure};
use crate::judgement::{Judgement, diagnose, judge, judge_stage};
use crate::render::{self, Renderer};
use crate::summary::Summary;
use crate::verdict::Verdict;
use rayon::prelude::*;
use std::io;
use wgsl_validator::diagnostic::Severity;
use wgsl_validator::{Options, Validator};

/// The number of files that are judged before their diagnostics are printed. It bounds memory, and long runs show progress.
const BATCH: usize = 256;

/// Checks the files that the command line names.
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
                    let mut judgement = match &pipeline {
                        None => diagnose(program, validator),
                        Some(request) => match judge(program, validator) {
                            (judgement, Some(module)) => {
                                judge_stage(judgement, &module, request, validator).0
                            }
                            (judgement, None) => judgement,
                        },
                    };
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
    Ok(summary.verdict())
}

/// Prints the diagnostics of a program, up to the number of errors that `--max-errors` leaves.
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
