//! Render pipelines: two shaders that fit together.

use crate::compute::{Failure, request_for, stage};
use crate::lowering::{How, lower};
use shader_run::draw::{Drawn, RenderPipeline, render};
use shader_run::execute::Options;
use webgpu_model::{RenderPass, RenderState, Shader};
use wgsl_spec::ShaderStage;
use wgsl_validator::link::link;
use wgsl_validator::{Module, Stage, Validator};

/// Judges a program, makes the render pipelines of a pass of it and runs the draws.
///
/// # Errors
/// See [`Failure`]. It is a failure of resources when attributes, attachments or the counts of a draw do not fit.
pub fn draw(
    source: &str,
    validator: &mut Validator,
    pass: &RenderPass,
    options: &Options,
) -> Result<Drawn, Failure> {
    let module = validator.validate(source);
    run(&stages(&module, validator, pass)?, pass, *options)
}

/// The stages of the pipelines of a pass.
///
/// # Errors
/// The module or a stage is rejected, or stages do not fit together.
pub fn stages(module: &Module, validator: &mut Validator, pass: &RenderPass) -> Result<Vec<Stages>, Failure> {
    let stages =
        |state: &RenderState| Stages::new(module, validator, (&state.vertex, state.fragment.as_ref()));
    pass.pipelines.iter().map(stages).collect()
}

/// Runs the draws of a pass whose pipelines have these stages.
///
/// # Errors
/// A stage uses a feature that the executor lacks, something does not fit, or execution was stopped.
pub fn run(stages: &[Stages], pass: &RenderPass, options: Options) -> Result<Drawn, Failure> {
    let pipelines = stages.iter().map(|stages| stages.pipeline(options));
    Ok(render(&pipelines.collect::<Result<Vec<_>, _>>()?, pass)?)
}

/// The stages of a render pipeline, which fit together.
#[derive(Debug)]
pub struct Stages {
    /// The vertex stage.
    pub vertex: Stage,
    /// The fragment stage, if there is one.
    pub fragment: Option<Stage>,
}

impl Stages {
    /// Makes the stages of a vertex shader and a fragment shader in a module.
    ///
    /// # Errors
    /// The module or one of the stages is rejected, or the stages do not fit together.
    pub fn new(
        module: &Module,
        validator: &mut Validator,
        (vertex, fragment): (&Shader, Option<&Shader>),
    ) -> Result<Self, Failure> {
        let vertex = stage(module, validator, &request_for(ShaderStage::Vertex, vertex))?;
        let fragment =
            fragment.map(|shader| stage(module, validator, &request_for(ShaderStage::Fragment, shader)));
        let fragment = fragment.transpose()?;
        if let Some(fragment) = &fragment {
            let findings = link(&vertex, fragment);
            if !findings.is_empty() {
                return Err(Failure::Pipeline([findings.vertex, findings.fragment].concat()));
            }
        }
        Ok(Self { vertex, fragment })
    }

    /// Both stages.
    pub fn iter(&self) -> impl Iterator<Item = &Stage> {
        core::iter::once(&self.vertex).chain(&self.fragment)
    }

    /// Makes a render pipeline, which runs with these options.
    ///
    /// # Errors
    /// The stages use a feature that the executor lacks.
    pub fn pipeline(&self, options: Options) -> Result<RenderPipeline, Failure> {
        let lower = |stage| lower(stage, How::Plain).map_err(Failure::Unsupported);
        let fragment = self.fragment.as_ref().map(lower).transpose()?;
        Ok(RenderPipeline::new(lower(&self.vertex)?, fragment, options))
    }
}

/// Makes a render pipeline of a vertex shader and a fragment shader in a module, which runs with these options.
///
/// # Errors
/// As [`Stages::new`] and [`Stages::pipeline`]. Both stages are judged before either is lowered: a rejected program is not an
/// unsupported one.
pub fn pipeline(
    module: &Module,
    validator: &mut Validator,
    shaders: (&Shader, Option<&Shader>),
    options: Options,
) -> Result<RenderPipeline, Failure> {
    Stages::new(module, validator, shaders)?.pipeline(options)
}
