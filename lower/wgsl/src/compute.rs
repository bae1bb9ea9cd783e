//! Dispatches: from the source of a program and its resources to the contents of the resources afterwards.

use crate::lowering::{How, lower};
use core::fmt;
use shader_ir::build::Unsupported;
use shader_run::execute::{Findings, Options, Outcomes, Stopped, SweepOptions};
use shader_run::resources::{Outcome, Pipeline, Refusal};
use webgpu_model::{Dispatch, Shader};
use wgsl_spec::ShaderStage;
use wgsl_validator::diagnostic::{Diagnostic, Severity};
use wgsl_validator::{Module, PipelineRequest, Stage, Validator};

/// Why there is no outcome.
#[derive(Clone, Debug, PartialEq)]
pub enum Failure {
    /// The program is rejected.
    Module(Vec<Diagnostic>),
    /// The module is accepted, the pipeline is not.
    Pipeline(Vec<Diagnostic>),
    /// The program uses what the executor does not have.
    Unsupported(Unsupported),
    /// A resource is missing or does not fit: why, in a sentence without a full stop.
    Resources(String),
    /// Execution was stopped.
    Stopped(Stopped),
}

impl fmt::Display for Failure {
    fn fmt(&self, output: &mut fmt::Formatter<'_>) -> fmt::Result {
        let first_error = |found: &[Diagnostic]| {
            let error = found.iter().find(|it| it.severity == Severity::Error);
            error.map_or_else(|| "the program is rejected".to_owned(), |error| error.message.clone())
        };
        match self {
            Self::Module(found) | Self::Pipeline(found) => output.write_str(&first_error(found)),
            Self::Unsupported(lacking) => lacking.fmt(output),
            Self::Resources(problem) => output.write_str(problem),
            Self::Stopped(stopped) => stopped.fmt(output),
        }
    }
}

impl core::error::Error for Failure {}

/// Judges a program, makes a compute pipeline of it and runs a dispatch.
///
/// # Errors
/// See [`Failure`].
pub fn run(
    source: &str,
    validator: &mut Validator,
    dispatch: &Dispatch,
    options: &Options,
) -> Result<Outcome, Failure> {
    let module = validator.validate(source);
    let stage = stage(&module, validator, &request(dispatch))?;
    self::dispatch(&pipeline(&stage, *options)?, dispatch)
}

/// The stage that a dispatch asks for.
#[must_use]
pub fn request(dispatch: &Dispatch) -> PipelineRequest {
    request_for(ShaderStage::Compute, &dispatch.shader)
}

/// The stage that a shader asks for.
pub(crate) fn request_for(stage: ShaderStage, shader: &Shader) -> PipelineRequest {
    PipelineRequest {
        stage: Some(stage),
        entry_point: shader.entry_point.clone(),
        constants: shader.constants.clone(),
    }
}

/// Makes a stage of a module.
///
/// # Errors
/// The module or the stage is rejected.
pub fn stage(
    module: &Module,
    validator: &mut Validator,
    request: &PipelineRequest,
) -> Result<Stage, Failure> {
    let failure = if module.is_accepted() { Failure::Pipeline } else { Failure::Module };
    validator.specialize(module, request).map_err(failure)
}

/// Makes a compute pipeline of a compute stage, which runs with these options.
///
/// # Errors
/// The program uses a feature that the executor lacks.
pub fn pipeline(stage: &Stage, options: Options) -> Result<Pipeline, Failure> {
    let how = if options.track.is_some() { How::Tracked } else { How::Plain };
    lower(stage, how).map(|program| Pipeline::new(program, options)).map_err(Failure::Unsupported)
}

/// Runs a dispatch of a pipeline.
///
/// # Errors
/// A resource is missing or does not fit, or execution was stopped.
pub fn dispatch(pipeline: &Pipeline, dispatch: &Dispatch) -> Result<Outcome, Failure> {
    let bound = pipeline.bind(&dispatch.bindings, &dispatch.immediates)?;
    let Findings { faults, allowed, sweep } =
        pipeline.dispatch(dispatch.workgroups, &bound).map_err(Failure::Stopped)?;
    Ok(Outcome { bindings: pipeline.written(&dispatch.bindings, &bound), faults, allowed, sweep })
}

/// The contents that the schedules of a dispatch leave.
///
/// # Errors
/// A resource is missing or does not fit.
pub fn outcomes(
    pipeline: &Pipeline,
    dispatch: &Dispatch,
    options: SweepOptions,
) -> Result<Outcomes, Failure> {
    let bound = pipeline.bind(&dispatch.bindings, &dispatch.immediates)?;
    Ok(pipeline.outcomes(dispatch.workgroups, &bound, options))
}

impl From<Refusal> for Failure {
    fn from(refusal: Refusal) -> Self {
        match refusal {
            Refusal::Resources(problem) => Self::Resources(problem),
            Refusal::Stopped(stopped) => Self::Stopped(stopped),
        }
    }
}
