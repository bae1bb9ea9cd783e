//! The vertex stage of a draw.

use crate::execute::{Batch, Fault, LANES, Stage, Stopped};
use crate::raster::{Vertex, fetch};
use shader_ir::{PipelineValue, Program, StagePlace, StageValue, Type};
use shader_numeric::convert::converted;
use webgpu_model::{Bytes, VertexLayout};

/// The vertex stage, ready to shade one vertex after the other.
pub(super) struct VertexStage<'a> {
    batch: Batch<'a>,
    program: &'a Program,
    layouts: &'a [VertexLayout],
    buffers: &'a [Bytes],
    /// By output: its varying, if the fragment shader reads it.
    varyings: Vec<Option<usize>>,
    varying_count: usize,
    /// The numbers of the draw that are the same for all vertices.
    base: Base,
}

/// The numbers from which a draw counts.
#[derive(Clone, Copy)]
pub(super) struct Base {
    pub(super) vertex: u32,
    pub(super) instance: u32,
}

impl<'a> VertexStage<'a> {
    /// The words that fragments get are `varyings`, in that order.
    pub(super) fn new(
        stage: &'a Stage<'a>,
        program: &'a Program,
        (layouts, buffers): (&'a [VertexLayout], &'a [Bytes]),
        varyings: &[StageValue],
        base: Base,
    ) -> Self {
        let same = |output: &StageValue, input: &StageValue| {
            (output.place, output.component) == (input.place, input.component)
        };
        let varying_of = |output: &StageValue| varyings.iter().position(|input| same(output, input));
        let by_output = program.stage_outputs.iter().map(varying_of).collect();
        Self {
            batch: stage.batch(),
            program,
            layouts,
            buffers,
            varyings: by_output,
            varying_count: varyings.len(),
            base,
        }
    }

    /// Shades vertices of instances: those of the first instance, then those of the next.
    ///
    /// # Errors
    /// The shader runs out of fuel.
    pub(super) fn shade(
        &mut self,
        vertices: &[u32],
        instances: impl Iterator<Item = u32>,
    ) -> Result<Vec<Vertex>, Stopped> {
        let mut shaded = Vec::new();
        let mut lanes = 0;
        for instance in instances {
            for vertex in vertices {
                self.set_inputs(lanes, *vertex, instance);
                lanes += 1;
                if lanes == LANES {
                    self.run(lanes, &mut shaded)?;
                    lanes = 0;
                }
            }
        }
        if lanes > 0 {
            self.run(lanes, &mut shaded)?;
        }
        Ok(shaded)
    }

    fn set_inputs(&mut self, lane: usize, vertex_index: u32, instance_index: u32) {
        let inputs = &self.program.stage_inputs;
        for (index, input) in inputs.iter().enumerate() {
            match input.place {
                StagePlace::Builtin(PipelineValue::VertexIndex) => {
                    self.batch.set_input(index, lane, vertex_index);
                }
                StagePlace::Builtin(PipelineValue::InstanceIndex) => {
                    self.batch.set_input(index, lane, instance_index);
                }
                StagePlace::Builtin(PipelineValue::BaseVertex) => {
                    self.batch.set_input(index, lane, self.base.vertex);
                }
                StagePlace::Builtin(PipelineValue::BaseInstance) => {
                    self.batch.set_input(index, lane, self.base.instance);
                }
                // A vertex has no other values of the pipeline; user-defined data comes from the buffers.
                StagePlace::Builtin(
                    PipelineValue::ClipDistances
                    | PipelineValue::Position
                    | PipelineValue::FrontFacing
                    | PipelineValue::FragDepth
                    | PipelineValue::BarycentricCoord
                    | PipelineValue::PrimitiveIndex
                    | PipelineValue::SampleIndex
                    | PipelineValue::SampleMask,
                )
                | StagePlace::Location { .. } => {}
            }
        }
        for (location, words) in fetch(self.layouts, self.buffers, vertex_index, instance_index) {
            let place = StagePlace::Location { location, blend_src: 0 };
            for (index, input) in inputs.iter().enumerate().filter(|(_, input)| input.place == place) {
                let word = words.get(usize::from(input.component)).copied().unwrap_or(0);
                let word = if input.ty == Type::F32 || !input.ty.is_float() {
                    word
                } else {
                    converted(Type::F32, input.ty, u64::from(word)) as u32
                };
                self.batch.set_input(index, lane, word);
            }
        }
    }

    fn run(&mut self, lanes: usize, shaded: &mut Vec<Vertex>) -> Result<(), Stopped> {
        self.batch.run(lanes)?;
        shaded.extend((0..lanes).map(|lane| self.vertex(lane)));
        Ok(())
    }

    /// The outputs of the shader in a lane.
    fn vertex(&self, lane: usize) -> Vertex {
        let mut vertex = Vertex { outputs: vec![0; self.varying_count], ..Vertex::default() };
        for (index, (output, varying)) in self.program.stage_outputs.iter().zip(&self.varyings).enumerate() {
            let word = self.batch.output(index, lane);
            match output.place {
                StagePlace::Builtin(PipelineValue::Position) => {
                    if let Some(component) = vertex.position.get_mut(usize::from(output.component)) {
                        *component = f32::from_bits(word);
                    }
                }
                // One output for each element, in order.
                StagePlace::Builtin(PipelineValue::ClipDistances) => {
                    vertex.clip_distances.push(f32::from_bits(word));
                }
                StagePlace::Location { .. }
                | StagePlace::Builtin(
                    PipelineValue::VertexIndex
                    | PipelineValue::InstanceIndex
                    | PipelineValue::BaseVertex
                    | PipelineValue::BaseInstance
                    | PipelineValue::FrontFacing
                    | PipelineValue::FragDepth
                    | PipelineValue::BarycentricCoord
                    | PipelineValue::PrimitiveIndex
                    | PipelineValue::SampleIndex
                    | PipelineValue::SampleMask,
                ) => {
                    if let Some(slot) = varying.and_then(|varying| vertex.outputs.get_mut(varying)) {
                        *slot = word;
                    }
                }
            }
        }
        vertex
    }

    /// The faults that strict execution found.
    pub(super) fn into_faults(self) -> Vec<Fault> {
        self.batch.into_faults()
    }
}
