//! `run`: executes a compute shader and prints the results.

mod picture;
mod read;
mod report;
mod request;
mod show;
mod variable;

use crate::arguments::{At, ReportFormat, Run};
use crate::dispatch::Answer;
use crate::files::{self, Failure, ProgramBytes};
use crate::judgement::{Judgement, judge};
use crate::render::{self, Remark};
use crate::verdict::Verdict;
use report::Report;
use shader_model::{Binding, Dispatch};
use shader_run::execute::Options;
use shader_run::resources::Outcome;
use std::collections::BTreeSet;
use std::io::{self, Write};
use variable::Variable;
use wgsl_lower::compute as reference;
use wgsl_validator::Validator;
use wgsl_validator::diagnostic::{Label, Severity};
use wgsl_validator::interface::{Interface, Resource};

/// Runs a program and prints its results, or the diagnostics of a program that is rejected.
pub(crate) fn run(arguments: &Run) -> io::Result<Verdict> {
    let options = request::options(arguments).map_err(io::Error::other)?;
    let dispatch = request::dispatch(arguments).map_err(io::Error::other)?;
    let program = match files::read(&files::named(&arguments.file), None) {
        Ok(program) => program,
        Err(failure) => {
            render::for_people().failure(&failure)?;
            return Ok(Verdict::Failed);
        }
    };
    let target = arguments.target.target.for_execution();
    let edition = arguments.edition.into();
    let mut validator = Validator::new(wgsl_validator::Options { edition, target });
    let Execution { judgement, variables, result } = execute(program, &mut validator, &dispatch, &options);
    if arguments.format == ReportFormat::Json {
        let is_answered = |binding: &Binding| variables.iter().any(|variable| variable.is_at(binding));
        let answer = Answer::new(None, &judgement.sources(), &result, is_answered);
        let answer = serde_json::to_string(&answer)? + "\n";
        io::stdout().write_all(answer.as_bytes())?;
    }
    match result {
        Ok(outcome) => Report { arguments, judgement: &judgement, variables: &variables }.finish(&outcome),
        Err(failure) => fail(failure, judgement, arguments.format),
    }
}

/// A program that was executed, or the reason why it was not.
struct Execution {
    judgement: Judgement,
    /// The variables that the entry point may write.
    variables: Vec<Variable>,
    result: Result<Outcome, reference::Failure>,
}

/// Judges a program, makes a compute pipeline of it and runs the dispatch.
fn execute(
    program: ProgramBytes,
    validator: &mut Validator,
    dispatch: &Dispatch,
    options: &Options,
) -> Execution {
    let (judgement, module) = judge(program, validator);
    let stage = match &module {
        Some(module) => reference::stage(module, validator, &reference::request(dispatch)),
        None => Err(reference::Failure::Module(judgement.diagnostics.clone())),
    };
    let variables = stage.as_ref().map_or_else(|_| Vec::new(), variable::writable);
    let result = stage.and_then(|stage| {
        all_are_used(&dispatch.bindings, stage.interface())?;
        reference::dispatch(&reference::pipeline(&stage, *options)?, dispatch)
    });
    Execution { judgement, variables, result }
}

/// Refuses a binding that the entry point does not use: its place is mistyped, or belongs to another entry point.
fn all_are_used(bindings: &[Binding], interface: &Interface) -> Result<(), reference::Failure> {
    let at = |it: &Resource| At { group: it.group, binding: it.binding };
    let used: BTreeSet<At> = interface.resources.iter().map(at).collect();
    let is_used = |it: &&Binding| used.contains(&At { group: it.group, binding: it.binding });
    let Some(Binding { group, binding, .. }) = bindings.iter().find(|it| !is_used(it)) else {
        return Ok(());
    };
    let used: Vec<String> = used.iter().map(At::to_string).collect();
    let used = if used.is_empty() { "no bindings".to_owned() } else { format!("only {}", used.join(", ")) };
    let message = format!("--bind {group}:{binding}: the entry point uses {used}");
    Err(reference::Failure::Resources(message))
}

/// Prints why there is no outcome, unless the JSON answer contains it. A mistake in the program is a rejection; a mistake in
/// the resources and a feature that the executor lacks are not.
fn fail(failure: reference::Failure, judgement: Judgement, format: ReportFormat) -> io::Result<Verdict> {
    let verdict = match &failure {
        reference::Failure::Unsupported(_) | reference::Failure::Resources(_) => Verdict::Failed,
        _ => Verdict::Rejected,
    };
    if format == ReportFormat::Json {
        return Ok(verdict);
    }
    let without_place = |message| Failure { name: judgement.name.clone(), message };
    match failure {
        reference::Failure::Module(diagnostics) | reference::Failure::Pipeline(diagnostics) => {
            render::for_people().judgement(&Judgement { diagnostics, ..judgement }, false)?;
        }
        reference::Failure::Unsupported(problem) => {
            let remark = Remark {
                kind: "unsupported",
                name: None,
                severity: Severity::Error,
                message: problem.message,
                place: Label { span: problem.span, text: String::new(), rule: None },
                note: None,
            };
            render::remarks(&judgement, &[remark])?;
        }
        reference::Failure::Resources(message) => render::for_people().failure(&without_place(message))?,
        reference::Failure::Stopped(stopped) => {
            render::for_people().failure(&without_place(stopped.to_string()))?;
        }
    }
    Ok(verdict)
}

#[cfg(test)]
mod tests {
    use super::*;
    use wgsl_validator::Work;

    #[test]
    fn a_program_is_parsed_and_checked_once() {
        let bytes = b"@compute @workgroup_size(1) fn main() {}".to_vec();
        let dispatch = Dispatch {
            shader: shader_model::Shader::default(),
            workgroups: [1; 3],
            bindings: Vec::new(),
            immediates: Vec::new(),
        };
        let mut validator = Validator::default();
        let program = ProgramBytes { name: "a.wgsl".to_owned(), bytes };
        let executed = execute(program, &mut validator, &dispatch, &Options::default());
        assert!(executed.result.is_ok());
        assert_eq!(validator.work(), Work { parses: 1, checks: 1, specializations: 1 });
    }
}
