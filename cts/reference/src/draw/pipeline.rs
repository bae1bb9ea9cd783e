//! Render pipelines: two shaders that fit together.

use super::{Draw, Drawn, Shader, pass};
use crate::execute::Options;
use crate::ir::{Program, StagePlace, StageValue};
use crate::lower::{Unsupported, lower};
use crate::run::{Failure, is_refused, judge, judge_stage};
use wgsl_spec::{Edition, ShaderStage};
use wgsl_validator::link::{Stage, link};
use wgsl_validator::{PipelineRequest, Validator};

/// A vertex shader, and a fragment shader unless only depths are drawn.
#[derive(Debug)]
pub struct RenderPipeline {
    vertex: Program,
    fragment: Option<Program>,
}

impl RenderPipeline {
    /// Judges a program and makes a render pipeline of it.
    ///
    /// # Errors
    /// The program or one of the stages is rejected, the stages do not fit together, or they use what the executor does
    /// not have.
    pub fn new(
        text: &str,
        validator: &mut Validator,
        edition: Edition,
        vertex: &Shader,
        fragment: Option<&Shader>,
    ) -> Result<Self, Failure> {
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
        Ok(Self { vertex, fragment })
    }

    /// What the vertex shader computes.
    #[must_use]
    pub const fn vertex(&self) -> &Program {
        &self.vertex
    }

    /// What the fragment shader computes.
    #[must_use]
    pub const fn fragment(&self) -> Option<&Program> {
        self.fragment.as_ref()
    }

    /// Runs a draw, with copies of its resources. The shaders that the draw names are not looked at: these are there. Each
    /// stage has all of the fuel for itself.
    ///
    /// # Errors
    /// [`Failure::Resources`]: a resource, an attribute or an attachment is missing or does not fit. [`Failure::Stopped`]:
    /// a stage takes more steps or memory than it is allowed.
    pub fn draw(&self, draw: &Draw<'_>, options: &Options) -> Result<Drawn, Failure> {
        pass::run(self, draw, options)
    }

    /// The words that vertices hand on to fragments: those that the fragment shader asks for.
    pub(super) fn varyings(&self) -> Vec<StageValue> {
        let inputs = self.fragment.iter().flat_map(|fragment| &fragment.stage_inputs);
        inputs.filter(|input| matches!(input.place, StagePlace::Location { .. })).copied().collect()
    }
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
