//! The default subcommand: checks files in parallel and prints diagnostics in the order of the files.

use crate::arguments::{Check, Deny};
use crate::files::{self, Failure, Input};
use crate::fix::{diff, fix, write};
use crate::judgement::{Judgement, diagnose, judge, judge_stage};
use crate::render::{self, Renderer};
use crate::summary::Summary;
use crate::verdict::Verdict;
use rayon::prelude::*;
use std::io::{self, Write as _};
use wgsl_validator::diagnostic::Severity;
use wgsl_validator::{Options, Validator};

/// The number of files that are judged before their diagnostics are printed. It bounds memory, and long runs show progress.
const BATCH: usize = 256;

/// A program that was checked.
struct Checked {
    /// Its judgement, after suggestions if the program was written.
    judgement: Judgement,
    /// The changes that `--diff` prints.
    changes: String,
}

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
    let judge = |program, validator: &mut Validator| {
        let mut judgement = match &pipeline {
            None => diagnose(program, validator),
            Some(request) => match judge(program, validator) {
                (judgement, Some(module)) => judge_stage(judgement, &module, request, validator).0,
                (judgement, None) => judgement,
            },
        };
        if deny_warnings {
            judgement.deny_warnings();
        }
        judgement
    };
    for batch in collection.inputs.chunks(BATCH) {
        let judged: Vec<Result<Checked, Failure>> = batch
            .par_iter()
            .map_init(
                || Validator::new(options.clone()),
                |validator, input| {
                    let judgement = judge(files::read(input, standard_name)?, validator);
                    let Some(suggestions) = arguments.edits.suggestions() else {
                        return Ok(Checked { judgement, changes: String::new() });
                    };
                    let fixed = fix(judgement.clone(), suggestions, |program| judge(program, validator));
                    if arguments.edits.diff {
                        let changes = diff(&judgement, &fixed);
                        return Ok(Checked { judgement, changes });
                    }
                    // Standard input is passed on as it is, too: its reader waits for a program.
                    if fixed.text != judgement.text || *input == Input::Standard {
                        write(input, &fixed)?;
                    }
                    Ok(Checked { judgement: fixed, changes: String::new() })
                },
            )
            .collect();
        for result in judged {
            match result {
                Ok(Checked { judgement, changes }) => {
                    print(&mut *renderer, judgement, arguments, &mut summary)?;
                    io::stdout().lock().write_all(changes.as_bytes())?;
                }
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
