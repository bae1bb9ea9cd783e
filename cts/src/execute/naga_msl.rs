//! Translation validation: naga's Metal output for a program, judged by the front end for Metal and executed. Both must do what the WGSL
//! program does.

use super::reference::{FUEL, SUBGROUP_SIZE};
use super::{Executor, question};
use shader_model::{Binding, Command, Dispatch};
use shader_run::execute::Options;
use shader_run::resources::Refusal;
use wgsl_cases::case::Instance;
use wgsl_cases::execution::Execution;
use wgsl_cases::outcome::Outcome;
use wgsl_cases::vocabulary::ExecutorKind;
use wgsl_translation::directives::without_directives;
use wgsl_translation::kernel::Kernel;
use wgsl_translation::metal::{MetalError, MetalOptions, metal};
use wgsl_translation::naga_options;

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
    let module = msl_validator::module(&text.text, &naga_options());
    if let Some(error) = module.diagnostics.first().filter(|_| !module.is_accepted()) {
        return Err(Stop::Rejected(format!("{}: {}", error.rule.get().id, error.message)));
    }
    let kernel = Kernel::new(&text, entry_point, &module)
        .map_err(|unsupported| Stop::NotAsked(unsupported.message))?;
    let how = Options {
        subgroup_size: execution.subgroup_size.unwrap_or(SUBGROUP_SIZE),
        // naga counts the iterations of every loop, which takes several times as many steps.
        fuel: FUEL << 3,
        ..Options::default()
    };
    kernel.run(dispatch, how).map(|outcome| outcome.bindings).map_err(refusal)
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
