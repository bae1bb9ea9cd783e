//! Dispatches for the debugger, which takes the arguments of `run`.

use super::request::LanguageOptions;
use super::{missing, reference, request};
use crate::arguments::Run;
use crate::judgement::Judgement;
use shader_language::Language;
use shader_run::execute::{Fault, Options};
use webgpu_model::{Command, Dispatch};
use wgsl_validator::diagnostic::Severity;
use wgsl_validator::{Module, Validator};

/// The options of an execution, the checker and the dispatch that the arguments ask for.
///
/// # Errors
/// The reason, as a sentence without a full stop.
pub(crate) fn requested(arguments: &Run) -> Result<(Options, Validator, Dispatch), String> {
    arguments.suits_language()?;
    if arguments.language() != Language::Wgsl {
        return Err("only WGSL programs can be debugged".to_owned());
    }
    let options = request::options(arguments, &LanguageOptions::wgsl())?;
    let Command::Dispatch(dispatch) = request::command(arguments)? else {
        return Err("only dispatches can be debugged".to_owned());
    };
    let target = arguments.target.target.for_execution();
    let validator = Validator::new(wgsl_validator::Options { edition: arguments.edition.into(), target });
    Ok((options, validator, dispatch))
}

/// The dispatch with the resources that are filled with zeros, and the number of invocations in a workgroup.
///
/// # Errors
/// The reason, as a sentence without a full stop.
pub(crate) fn complete(
    module: &Module,
    validator: &mut Validator,
    dispatch: &Dispatch,
    is_auto: bool,
) -> Result<(Dispatch, usize), String> {
    let stage = reference::stage(module, validator, &reference::request(dispatch));
    let stage = stage.map_err(|failure| failure.to_string())?;
    let bindings = missing::filled(&dispatch.bindings, [&stage], is_auto).map_err(|it| it.to_string())?;
    let size = stage.interface().workgroup_size.unwrap_or([1; 3]);
    Ok((Dispatch { bindings, ..dispatch.clone() }, size.into_iter().product::<u32>() as usize))
}

/// The faults of strict execution.
///
/// # Errors
/// The reason, as a sentence without a full stop.
pub(crate) fn faults(
    module: &Module,
    validator: &mut Validator,
    dispatch: &Dispatch,
    options: &Options,
) -> Result<Vec<Fault>, String> {
    let stage = reference::stage(module, validator, &reference::request(dispatch));
    let outcome = stage
        .and_then(|stage| reference::pipeline(&stage, *options))
        .and_then(|pipeline| reference::dispatch(&pipeline, dispatch));
    outcome.map(|outcome| outcome.faults).map_err(|failure| failure.to_string())
}

/// The first error of a program.
pub(crate) fn first_error(judgement: &Judgement) -> String {
    let error = judgement.diagnostics.iter().find(|found| found.severity == Severity::Error);
    error.map_or_else(|| "the program is rejected".to_owned(), |error| error.message.clone())
}
