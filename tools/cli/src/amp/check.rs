//! `amp check`: the diagnostics of programs.

use super::{ReadProgram, collect, read};
use crate::arguments::AmpCheck;
use crate::boundary::{guarded, large_stacks};
use crate::files::Failure;
use crate::judgement::Judgement;
use crate::render;
use crate::summary::{Summary, count};
use crate::told::Told;
use crate::verdict::Verdict;
use amp_spec::rules;
use msl_validator::amp::inventory::{Inventory, Kernel, State};
use rayon::prelude::*;
use shader_source::Span;
use shader_source::diagnostic::{Diagnostic, Severity};
use std::io;
use std::sync::Arc;

/// Checks the programs that the command line names.
pub(crate) fn run(arguments: &AmpCheck) -> io::Result<Verdict> {
    large_stacks();
    let programs = &arguments.programs;
    let collection = collect(programs);
    let environment = programs.environment();
    let mut renderer = render::for_format(arguments.error_format, arguments.quiet, arguments.verbose);
    let (mut summary, mut told) = (Summary::default(), Told::default());
    for failure in &collection.failures {
        summary.failed += 1;
        renderer.failure(failure)?;
    }
    let checked: Vec<Result<Judgement, Failure>> = collection
        .inputs
        .par_iter()
        .map(|input| guarded(|| input.name(), || Ok(judgement(read(input, &environment)?))))
        .collect();
    for result in checked {
        let failure = match result {
            Err(failure) => Some(failure),
            Ok(mut judgement) => {
                let is_accepted = judgement.is_accepted();
                told.leave_out(&mut judgement);
                if arguments.quiet {
                    judgement.diagnostics.retain(|found| found.severity == Severity::Error);
                }
                summary.count_findings(&judgement);
                // An error is an error whatever is not known: the program is rejected.
                let message = judgement.incomplete.take().filter(|_| is_accepted);
                if message.is_none() {
                    summary.files += 1;
                    summary.accepted += usize::from(is_accepted);
                    summary.rejected += usize::from(!is_accepted);
                }
                if message.is_none() || !judgement.diagnostics.is_empty() {
                    renderer.judgement(&judgement, is_accepted && message.is_none())?;
                }
                message.map(|message| Failure { name: judgement.name, message })
            }
        };
        if let Some(failure) = failure {
            summary.failed += 1;
            renderer.failure(&failure)?;
        }
    }
    renderer.finish(&summary)?;
    Ok(summary.verdict())
}

/// The diagnostics of a program. An unknown place is a note at its place, and the reason why the program is not accepted.
pub(super) fn judgement(read: ReadProgram) -> Judgement {
    let ReadProgram { name, text, program } = read;
    let mut unknown: Vec<(Span, String)> =
        Inventory::new(&program, &text).kernels.into_iter().filter_map(unknown).collect();
    let files = program.inclusions.files().iter();
    let others = files.map(|file| (file.name.clone(), Arc::clone(&file.text))).collect();
    let mut diagnostics: Vec<Diagnostic> = program.module.diagnostics.into_iter().map(with_number).collect();
    unknown.extend(program.unresolved);
    unknown.sort();
    unknown.dedup();
    let places = count(unknown.len(), "place");
    let incomplete = (!unknown.is_empty()).then(|| format!("{places} can't be checked: types are not known"));
    diagnostics.extend(unknown.into_iter().map(|(place, reason)| {
        let found = Diagnostic::error(rules::UNSUPPORTED_FEATURE, place, format!("not checked: {reason}"));
        Diagnostic { severity: Severity::Info, ..found }
    }));
    diagnostics.sort_by_key(|found| found.primary.span);
    Judgement { name, text, others, diagnostics, incomplete, shaders: None }
}

/// The place and the reason of a kernel that the checker does not understand.
fn unknown(kernel: Kernel) -> Option<(Span, String)> {
    match kernel.state {
        State::Unknown(reason) => Some((kernel.place, reason)),
        State::Checked | State::Generic | State::NotLaunched => None,
    }
}

/// Adds the numbers under which Microsoft's compiler reports a mistake.
fn with_number(found: Diagnostic) -> Diagnostic {
    match amp_spec::facts(found.rule).map(|facts| facts.microsoft) {
        Some([]) | None => found,
        Some(numbers) => found.note(format!("Visual C++ reports this as {}", numbers.join(" or "))),
    }
}
