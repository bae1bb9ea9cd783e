//! Render pipelines: two shaders that fit together.

use super::{Draw, Drawn, pass};
use crate::execute::Options;
use crate::resources::Refusal;
use shader_ir::{Program, StagePlace, StageValue};

/// A vertex shader, and a fragment shader unless only depths are drawn.
#[derive(Debug)]
pub struct RenderPipeline {
    vertex: Program,
    fragment: Option<Program>,
}

impl RenderPipeline {
    /// Makes a render pipeline of programs whose interfaces fit together.
    #[must_use]
    pub const fn new(vertex: Program, fragment: Option<Program>) -> Self {
        Self { vertex, fragment }
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
    /// [`Refusal::Resources`]: a resource, an attribute or an attachment is missing or does not fit. [`Refusal::Stopped`]:
    /// a stage takes more steps or memory than it is allowed.
    pub fn draw(&self, draw: &Draw<'_>, options: &Options) -> Result<Drawn, Refusal> {
        pass::run(self, draw, options)
    }

    /// The words that vertices hand on to fragments: those that the fragment shader asks for.
    pub(super) fn varyings(&self) -> Vec<StageValue> {
        let inputs = self.fragment.iter().flat_map(|fragment| &fragment.stage_inputs);
        inputs.filter(|input| matches!(input.place, StagePlace::Location { .. })).copied().collect()
    }
}
