//! Programs for the debugger, which takes the arguments of `run`.

use super::places::places;
use super::request::LanguageOptions;
use super::{missing, reference, request};
use crate::arguments::Run;
use crate::files::ProgramBytes;
use crate::judgement::judge;
use crate::whole;
use shader_language::Language;
use webgpu_model::{Command, Dispatch};
use wgsl_check_protocol::debug::{Program, first_error};
use wgsl_lower::debug::Debugged;
use wgsl_validator::{Module, Validator};

/// Loads the program that the arguments ask for.
///
/// # Errors
/// The reason, as a sentence without a full stop.
pub(crate) fn load(arguments: &Run) -> Result<Program, String> {
    arguments.suits_language()?;
    if arguments.draw.is_draw() {
        return Err("only dispatches can be debugged".to_owned());
    }
    match arguments.language() {
        Language::Wgsl => load_wgsl(arguments),
        Language::Metal => super::metal::debugged(arguments),
    }
}

fn load_wgsl(arguments: &Run) -> Result<Program, String> {
    let options = request::options(arguments, &LanguageOptions::wgsl())?;
    let Command::Dispatch(dispatch) = request::command(arguments)? else {
        return Err("only dispatches can be debugged".to_owned());
    };
    let target = arguments.target.target.for_execution();
    let edition = arguments.edition.into();
    let mut validator = Validator::new(wgsl_validator::Options { edition, target });
    let read = whole::read_with_origins(&arguments.file, &arguments.modules, validator.options());
    let (ProgramBytes { name, bytes }, origins) = read.map_err(|refused| refused.reason(&arguments.file))?;
    let (judgement, module) = judge(ProgramBytes { name, bytes }, &mut validator);
    let places = places(&judgement, origins);
    let module =
        module.filter(Module::is_accepted).ok_or_else(|| first_error(&judgement.diagnostics, &places))?;
    let stage = reference::stage(&module, &mut validator, &reference::request(&dispatch));
    let stage = stage.map_err(|failure| failure.to_string())?;
    super::all_are_used(&dispatch.bindings, [stage.interface()]).map_err(|failure| failure.to_string())?;
    let bindings = missing::filled(&dispatch.bindings, [&stage], arguments.auto)
        .map_err(|failure| failure.to_string())?;
    let size = stage.interface().workgroup_size.unwrap_or([1; 3]);
    let dispatch = Dispatch { bindings, ..dispatch };
    let workgroups = dispatch.workgroups.into_iter().map(u64::from).product();
    let subject = Debugged::new((module, judgement.text), validator, dispatch, options);
    let lanes = size.into_iter().product::<u32>() as usize;
    Ok(Program { subject: Box::new(subject), places, language: Language::Wgsl, workgroups, lanes })
}
