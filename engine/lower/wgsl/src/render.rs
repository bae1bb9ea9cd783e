//! Render pipelines: two shaders that fit together.

use crate::compute::{Failure, is_refused, judge, judge_stage};
use crate::{Unsupported, lower};
use shader_ir::Program;
use shader_model::{Draw, Shader};
use shader_run::draw::{Drawn, RenderPipeline};
use shader_run::execute::Options;
use wgsl_spec::{Edition, ShaderStage};
use wgsl_validator::link::{Stage, link};
use wgsl_validator::{PipelineRequest, Validator};

/// Judges a program, makes a render pipeline of it and runs a draw.
///
/// # Errors
/// See [`Failure`]. It is a failure of resources when attributes, attachments or the counts of the draw do not fit.
pub fn draw(
    text: &str,
    validator: &mut Validator,
    edition: Edition,
    draw: &Draw,
    options: &Options,
) -> Result<Drawn, Failure> {
    let pipeline = pipeline(text, validator, edition, &draw.vertex, draw.fragment.as_ref())?;
    Ok(pipeline.draw(draw, options)?)
}

/// Judges a program and makes a render pipeline of it.
///
/// # Errors
/// The program or one of the stages is rejected, the stages do not fit together, or they use what the executor does
/// not have.
pub fn pipeline(
    text: &str,
    validator: &mut Validator,
    edition: Edition,
    vertex: &Shader,
    fragment: Option<&Shader>,
) -> Result<RenderPipeline, Failure> {
    judge(text, validator)?;
    let mut lowered = |stage, shader| lower_stage(text, validator, edition, stage, shader);
    let vertex_program = lowered(ShaderStage::Vertex, vertex)?;
    let fragment_program = fragment.map(|shader| lowered(ShaderStage::Fragment, shader)).transpose()?;
    if let Some(fragment) = fragment {
        judge_interface(text, validator, vertex, fragment)?;
    }
    // A program that is rejected is not one that uses what the executor does not have.
    let vertex = vertex_program.map_err(Failure::Unsupported)?;
    let fragment = fragment_program.transpose().map_err(Failure::Unsupported)?;
    Ok(RenderPipeline::new(vertex, fragment))
}

/// Judges and lowers one of the shaders.
fn lower_stage(
    text: &str,
    validator: &mut Validator,
    edition: Edition,
    stage: ShaderStage,
    shader: &Shader,
) -> Result<Result<Program, Unsupported>, Failure> {
    let request = PipelineRequest {
        stage: Some(stage),
        entry_point: shader.entry_point.clone(),
        constants: shader.constants.clone(),
    };
    let entry = judge_stage(text, validator, stage, &request)?;
    Ok(lower(text, validator.module(), edition, entry))
}

/// Judges what goes from one shader to the other.
fn judge_interface(
    text: &str,
    validator: &mut Validator,
    vertex: &Shader,
    fragment: &Shader,
) -> Result<(), Failure> {
    // What the validator holds of a pipeline is one stage only.
    judge(text, validator)?;
    let find =
        |stage, shader: &Shader| Stage::find(text, validator.module(), stage, shader.entry_point.as_deref());
    let stages = (find(ShaderStage::Vertex, vertex), find(ShaderStage::Fragment, fragment));
    let (Some(vertex), Some(fragment)) = stages else { return Err(Failure::Pipeline(Vec::new())) };
    let findings = link(vertex, fragment, &validator.options().target);
    let found = [findings.vertex, findings.fragment].concat();
    if is_refused(&found) { Err(Failure::Pipeline(found)) } else { Ok(()) }
}
