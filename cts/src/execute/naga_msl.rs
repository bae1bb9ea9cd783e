//! Translation validation: naga's Metal output for a program, judged by the front end for Metal and executed. Both must do what the WGSL
//! program does.

use super::reference::{FUEL, SUBGROUP_SIZE};
use super::{Executor, question};
use msl_lower::{BUFFERS, SAMPLERS, TEXTURES};
use msl_spec::Dialect;
use shader_model::{Binding, Command, Data, Dispatch};
use shader_run::execute::Options;
use shader_run::resources::{Pipeline, Refusal};
use wgsl_cases::case::Instance;
use wgsl_cases::execution::Execution;
use wgsl_cases::outcome::Outcome;
use wgsl_cases::vocabulary::ExecutorKind;
use wgsl_translation::directives::without_directives;
use wgsl_translation::metal::{EntryPoint, MetalError, MetalOptions, MetalText, Slot, metal};

/// The executor.
#[derive(Debug)]
pub(super) struct NagaMsl;

impl Executor for NagaMsl {
    fn kind(&self) -> ExecutorKind {
        ExecutorKind::NagaMsl
    }

    fn release(&self) -> Option<String> {
        Some(env!("CARGO_PKG_VERSION").to_owned())
    }

    fn judge(&self, instances: &[&Instance]) -> Vec<Outcome> {
        let outcome = |instance: &&Instance| match (instance.source(), &instance.execution) {
            (Some(source), Some(execution)) => execute(source, instance, execution),
            _ => Outcome::Unable("nothing says how the program is run".to_owned()),
        };
        instances.iter().map(outcome).collect()
    }
}

/// Why a program has no results.
enum Stop {
    /// It is not asked: why.
    NotAsked(String),
    /// It is rejected: why.
    Rejected(String),
}

fn execute(source: &str, instance: &Instance, execution: &Execution) -> Outcome {
    let Command::Dispatch(dispatch) = &execution.command else {
        return Outcome::NotAsked(
            "vertex and fragment functions of Metal are not executed so far".to_owned(),
        );
    };
    if !execution.expected.faults.is_empty() {
        return Outcome::NotAsked("the faults are those of the WGSL program".to_owned());
    }
    match run(source, instance, execution, dispatch) {
        Ok(bindings) => Outcome::Executed(execution.output(&bindings)),
        Err(Stop::NotAsked(why)) => Outcome::NotAsked(why),
        Err(Stop::Rejected(why)) => Outcome::rejected(why),
    }
}

fn run(
    source: &str,
    instance: &Instance,
    execution: &Execution,
    dispatch: &Dispatch,
) -> Result<Vec<Binding>, Stop> {
    let stages = instance.stages();
    let pipeline = stages.first().map(question);
    let written = metal(&without_directives(source), &MetalOptions { pipeline, ..MetalOptions::default() });
    let text = written.map_err(|error| refused(&error))?;
    let Some(entry_point) = text.entry_points.first() else {
        return Err(Stop::NotAsked("naga writes no entry point".to_owned()));
    };
    let options = msl_validator::Options { dialect: Dialect::Naga, definitions: Vec::new() };
    let module = msl_validator::module(&text.text, &options);
    if let Some(error) = module.diagnostics.first().filter(|_| !module.is_accepted()) {
        return Err(Stop::Rejected(format!("{}: {}", error.rule.get().id, error.message)));
    }
    let request = msl_lower::Request {
        workgroup_size: Some(entry_point.workgroup_size),
        ..msl_lower::Request::default()
    };
    let program = msl_lower::lower(&module, &entry_point.metal_name, &request)
        .map_err(|unsupported| Stop::NotAsked(unsupported.message))?;
    let entry = module.entry_points.iter().find(|entry| module.entry_name(entry) == entry_point.metal_name);
    let sizes = entry.and_then(|entry| msl_lower::sizes(&module, entry, &[]).ok()).unwrap_or_default();
    let program = program.sized(&sizes).map_err(|error| Stop::Rejected(error.to_string()))?;
    let how = Options {
        subgroup_size: execution.subgroup_size.unwrap_or(SUBGROUP_SIZE),
        // naga counts the iterations of every loop, which takes several times as many steps.
        fuel: FUEL << 3,
        ..Options::default()
    };
    let pipeline = Pipeline::new(program, how);
    let bindings = bindings(&text, entry_point, dispatch);
    let bound = pipeline.bind(&bindings, &[]).map_err(refusal)?;
    pipeline.dispatch(dispatch.workgroups, &bound).map_err(|stopped| Stop::Rejected(stopped.to_string()))?;
    Ok(back(entry_point, &pipeline.written(&bindings, &bound)))
}

fn refused(error: &MetalError) -> Stop {
    match error {
        MetalError::Rejects(_) | MetalError::Pipeline(_) => Stop::NotAsked(error.to_string()),
        MetalError::TooManyResources | MetalError::Refuses(_) | MetalError::Panics(_) => {
            Stop::Rejected(error.to_string())
        }
    }
}

fn refusal(refusal: Refusal) -> Stop {
    match refusal {
        Refusal::Resources(problem) => Stop::Rejected(problem),
        Refusal::Stopped(stopped) => Stop::Rejected(stopped.to_string()),
    }
}

/// The group and the number of a resource in Metal.
fn place(slot: Slot) -> (u32, u32) {
    match slot {
        Slot::Buffer(number) => (BUFFERS, number.into()),
        Slot::Texture(number) => (TEXTURES, number.into()),
        Slot::Sampler(number) => (SAMPLERS, number.into()),
        Slot::External { parameters, .. } => (BUFFERS, parameters.into()),
    }
}

/// The resources of a dispatch at their slots, with the sizes that naga's code asks for.
fn bindings(text: &MetalText, entry_point: &EntryPoint, dispatch: &Dispatch) -> Vec<Binding> {
    let given =
        |group, binding| dispatch.bindings.iter().find(move |it| (it.group, it.binding) == (group, binding));
    let mut bindings = Vec::new();
    for slot in &entry_point.bindings {
        if let Some(given) = given(slot.group, slot.binding) {
            let (group, binding) = place(slot.slot);
            bindings.push(Binding { group, binding, data: given.data.clone() });
        }
    }
    if let Some(slot) = entry_point.sizes_buffer {
        let size = |(group, binding): &(u32, u32)| {
            given(*group, *binding).map_or(0, |given| given.data.bytes().len() as u32)
        };
        let sizes: Vec<u8> = text.sized_buffers.iter().flat_map(|place| size(place).to_le_bytes()).collect();
        bindings.push(Binding { group: BUFFERS, binding: slot.into(), data: Data::Buffer(sizes.into()) });
    }
    if let Some(slot) = entry_point.immediates_buffer {
        let data = Data::Buffer(dispatch.immediates.clone().into());
        bindings.push(Binding { group: BUFFERS, binding: slot.into(), data });
    }
    bindings
}

/// The resources at their places in the WGSL program.
fn back(entry_point: &EntryPoint, written: &[Binding]) -> Vec<Binding> {
    let at = |binding: &Binding| {
        let slot =
            entry_point.bindings.iter().find(|slot| place(slot.slot) == (binding.group, binding.binding))?;
        Some(Binding { group: slot.group, binding: slot.binding, data: binding.data.clone() })
    };
    written.iter().filter_map(at).collect()
}
