//! Translation validation: naga's Metal output for a program, judged by the front end for Metal and executed. It must do what the WGSL
//! program does, and its behaviour must be defined where that of the WGSL program is.

use super::Executor;
use super::reference::{FUEL, SUBGROUP_SIZE, drawn_output, is_faultless};
use msl_lower::Unsupported;
use msl_validator::meaning::Module;
use shader_run::execute::{Fault, Options};
use shader_run::resources::Refusal;
use webgpu_model::{Command, Dispatch, RenderPass, Shader};
use wgsl_cts_cases::case::Instance;
use wgsl_cts_cases::execution::{Execution, Output};
use wgsl_cts_cases::outcome::Outcome;
use wgsl_cts_cases::vocabulary::ExecutorKind;
use wgsl_cts_oracle::PipelineQuestion;
use wgsl_spec::ShaderStage;
use wgsl_translate_check::directives::without_directives;
use wgsl_translate_check::execution::{DrawPipeline, Function, Kernel, draw};
use wgsl_translate_check::metal::{MetalError, MetalOptions, MetalText, metal};
use wgsl_translate_check::naga_options;

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
            _ => Outcome::Unable("the case does not say how to run the program".to_owned()),
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
    if !execution.expected.faults.is_empty() {
        return Outcome::NotAsked("the faults belong to the WGSL program".to_owned());
    }
    let output = match &execution.command {
        Command::Dispatch(dispatch) => run(source, execution, dispatch),
        Command::Render(pass) => render(source, execution, pass),
    };
    match output {
        // The WGSL program has the behaviour, too, or it is undefined in Metal alone.
        Ok((_, Some(fault))) if is_faultless(source, &instance.case.request, execution) => {
            Outcome::rejected(format!("{}: {}", fault.kind.name(), fault.message))
        }
        Ok((output, _)) => Outcome::Executed(output),
        Err(Stop::NotAsked(why)) => Outcome::NotAsked(why),
        Err(Stop::Rejected(why)) => Outcome::rejected(why),
    }
}

/// A function that naga wrote, with the meaning of its program.
struct Written {
    metal: MetalText,
    module: Module,
}

impl Written {
    fn new(source: &str, options: &MetalOptions) -> Result<Self, Stop> {
        let metal = metal(&without_directives(source), options).map_err(|error| refused(&error))?;
        let module = msl_validator::module(&metal.text, &naga_options());
        match module.diagnostics.first() {
            Some(error) if !module.is_accepted() => {
                Err(Stop::Rejected(format!("{}: {}", error.rule.id, error.message)))
            }
            _ => Ok(Self { metal, module }),
        }
    }

    fn function(&self) -> Result<Function<'_>, Stop> {
        let entry_point = self.metal.entry_points.first();
        let entry_point =
            entry_point.ok_or_else(|| Stop::NotAsked("naga's output has no entry point".to_owned()))?;
        Ok(Function { metal: &self.metal, entry_point, module: &self.module })
    }
}

fn options(execution: &Execution) -> Options {
    Options {
        subgroup_size: execution.subgroup_size.unwrap_or(SUBGROUP_SIZE),
        strict: true,
        // naga counts the iterations of every loop, which takes several times as many steps.
        fuel: FUEL << 5,
        ..Options::default()
    }
}

fn run(source: &str, execution: &Execution, dispatch: &Dispatch) -> Result<(Output, Option<Fault>), Stop> {
    let pipeline = Some(question_of(ShaderStage::Compute, &dispatch.shader));
    let written = Written::new(source, &MetalOptions { pipeline, ..MetalOptions::default() })?;
    let kernel = Kernel::new(written.function()?).map_err(unsupported)?;
    let outcome = kernel.run(dispatch, options(execution)).map_err(refusal)?;
    Ok((execution.output(&outcome.bindings), outcome.faults.into_iter().next()))
}

fn render(source: &str, execution: &Execution, pass: &RenderPass) -> Result<(Output, Option<Fault>), Stop> {
    let mut pipelines = Vec::new();
    for state in &pass.pipelines {
        let vertex = MetalOptions {
            vertex_buffers: state.vertex_layouts.clone(),
            topology: state.primitive.topology,
            pipeline: Some(question_of(ShaderStage::Vertex, &state.vertex)),
            ..MetalOptions::default()
        };
        let vertex = Written::new(source, &vertex)?;
        let fragment = state.fragment.as_ref().map(|shader| MetalOptions {
            pipeline: Some(question_of(ShaderStage::Fragment, shader)),
            ..MetalOptions::default()
        });
        let fragment = fragment.map(|options| Written::new(source, &options)).transpose()?;
        let fragment = fragment.as_ref().map(Written::function).transpose()?;
        let pipeline = DrawPipeline::new(vertex.function()?, fragment, pipelines.len() as u32);
        pipelines.push(pipeline.map_err(unsupported)?);
    }
    let drawn = draw(&pipelines, pass, options(execution)).map_err(refusal)?;
    Ok((drawn_output(execution, &drawn), drawn.faults.into_iter().next()))
}

fn question_of(stage: ShaderStage, shader: &Shader) -> PipelineQuestion {
    PipelineQuestion {
        stage: Some(stage.name().to_owned()),
        entry_point: shader.entry_point.clone(),
        constants: shader.constants.clone(),
    }
}

fn unsupported(unsupported: Unsupported) -> Stop {
    Stop::NotAsked(unsupported.message)
}

fn refused(error: &MetalError) -> Stop {
    match error {
        MetalError::Withheld(_) | MetalError::Rejects(_) | MetalError::Pipeline(_) => {
            Stop::NotAsked(error.to_string())
        }
        MetalError::TooManyResources | MetalError::Refuses(_) | MetalError::Panics(_) => {
            Stop::Rejected(error.to_string())
        }
    }
}

#[expect(clippy::needless_pass_by_value, reason = "it is passed to `map_err`")]
fn refusal(refusal: Refusal) -> Stop {
    Stop::Rejected(refusal.to_string())
}
