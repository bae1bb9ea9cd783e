//! Render pipelines: two shaders that fit together.

use crate::execute::{Options, Plan, Stage};
use shader_ir::{PipelineValue, Program, StagePlace, StageValue};

/// A vertex shader, and a fragment shader unless only depths are drawn; ready to run with some options.
#[derive(Debug)]
pub struct RenderPipeline {
    pub(super) vertex: Plan,
    pub(super) fragment: Option<Plan>,
    pub(super) options: Options,
}

impl RenderPipeline {
    /// Makes a render pipeline of programs whose interfaces fit together.
    #[must_use]
    pub fn new(vertex: Program, fragment: Option<Program>, options: Options) -> Self {
        let plan = |program| Stage::plan(program, options);
        Self { vertex: plan(vertex), fragment: fragment.map(plan), options }
    }

    /// The program of the vertex shader; see [`Plan::program`].
    #[must_use]
    pub const fn vertex(&self) -> &Program {
        self.vertex.program()
    }

    /// The program of the fragment shader.
    #[must_use]
    pub fn fragment(&self) -> Option<&Program> {
        self.fragment.as_ref().map(Plan::program)
    }

    /// The programs of both shaders.
    pub(super) fn programs(&self) -> impl Iterator<Item = &Program> {
        core::iter::once(self.vertex()).chain(self.fragment())
    }

    /// The words that are interpolated: those that the fragment shader reads.
    pub(super) fn varyings(&self) -> Vec<StageValue> {
        let inputs = self.fragment().into_iter().flat_map(|fragment| &fragment.stage_inputs);
        inputs.filter(|input| is_varying(input.place)).copied().collect()
    }
}

/// Returns true if a fragment gets a value by interpolation.
pub(super) const fn is_varying(place: StagePlace) -> bool {
    matches!(place, StagePlace::Location { .. } | StagePlace::Builtin(PipelineValue::BarycentricCoord))
}
