//! From the text of a program and its resources to what the resources hold afterwards.

use crate::{Unsupported, lower, lower_tracked};
use shader_ir::Program;
use shader_model::{Dispatch, Shader};
use shader_run::execute::{Options, Stopped};
use shader_run::resources::{Outcome, Pipeline, Refusal};
use wgsl_spec::{Edition, Limit, ShaderStage};
use wgsl_validator::ast::FunctionId;
use wgsl_validator::diagnostic::{Diagnostic, Severity};
use wgsl_validator::link::Stage;
use wgsl_validator::target::Target;
use wgsl_validator::{PipelineRequest, Validator};

/// What programs are judged for that are to be executed: the limits of the API are those of a device, and the executor has
/// none of them.
#[must_use]
pub fn target(of: &Target) -> Target {
    let of_api =
        Limit::ALL.into_iter().filter(|limit| limit.info().is_of_api || *limit == Limit::WorkgroupBytes);
    of_api.fold(of.clone(), |target, limit| target.with_limit(limit, u32::MAX))
}

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

/// Judges a program, makes a compute pipeline of it and runs a dispatch.
///
/// # Errors
/// See [`Failure`].
pub fn run(
    text: &str,
    validator: &mut Validator,
    edition: Edition,
    dispatch: &Dispatch,
    options: &Options,
) -> Result<Outcome, Failure> {
    let Shader { entry_point, constants } = dispatch.shader.clone();
    let make = if options.track { tracking_pipeline } else { pipeline };
    let pipeline = make(text, validator, edition, entry_point, constants)?;
    let bound = pipeline.bind(&dispatch.bindings, &dispatch.immediates)?;
    let (faults, allowed) =
        pipeline.dispatch_tracked(dispatch.workgroups, &bound, options).map_err(Failure::Stopped)?;
    Ok(Outcome { bindings: pipeline.written(&dispatch.bindings, &bound), faults, allowed })
}

impl From<Refusal> for Failure {
    fn from(refusal: Refusal) -> Self {
        match refusal {
            Refusal::Resources(problem) => Self::Resources(problem),
            Refusal::Stopped(stopped) => Self::Stopped(stopped),
        }
    }
}

/// Judges a program and makes a compute pipeline of it.
///
/// # Errors
/// The program or the pipeline is rejected, or it uses what the executor does not have.
pub fn pipeline(
    text: &str,
    validator: &mut Validator,
    edition: Edition,
    entry_point: Option<String>,
    constants: Vec<(String, f64)>,
) -> Result<Pipeline, Failure> {
    lowered(text, validator, edition, entry_point, constants, false).map(Pipeline::new)
}

/// A pipeline for [`Options::track`]: functions that the specification bounds as a whole stay whole.
///
/// # Errors
/// As [`pipeline`].
pub fn tracking_pipeline(
    text: &str,
    validator: &mut Validator,
    edition: Edition,
    entry_point: Option<String>,
    constants: Vec<(String, f64)>,
) -> Result<Pipeline, Failure> {
    lowered(text, validator, edition, entry_point, constants, true).map(Pipeline::new)
}

fn lowered(
    text: &str,
    validator: &mut Validator,
    edition: Edition,
    entry_point: Option<String>,
    constants: Vec<(String, f64)>,
    keeps_calls: bool,
) -> Result<Program, Failure> {
    judge(text, validator)?;
    let request = PipelineRequest { stage: Some(ShaderStage::Compute), entry_point, constants };
    let entry = judge_stage(text, validator, ShaderStage::Compute, &request)?;
    let lower = if keeps_calls { lower_tracked } else { lower };
    lower(text, validator.module(), edition, entry).map_err(Failure::Unsupported)
}

/// Judges a program by itself.
pub(crate) fn judge(text: &str, validator: &mut Validator) -> Result<(), Failure> {
    let found = validator.diagnose(text);
    if is_refused(&found) { Err(Failure::Module(found)) } else { Ok(()) }
}

/// Judges one stage of a pipeline, and finds its entry point in the module that the validator then holds.
pub(crate) fn judge_stage(
    text: &str,
    validator: &mut Validator,
    stage: ShaderStage,
    request: &PipelineRequest,
) -> Result<FunctionId, Failure> {
    let found = validator.diagnose_pipeline(text, request);
    if is_refused(&found) {
        return Err(Failure::Pipeline(found));
    }
    let entry = Stage::find(text, validator.module(), stage, request.entry_point.as_deref());
    entry.map(|found| found.entry).ok_or(Failure::Pipeline(found))
}

/// Whether a finding is an error.
pub(crate) fn is_refused(found: &[Diagnostic]) -> bool {
    found.iter().any(|it| it.severity == Severity::Error)
}
