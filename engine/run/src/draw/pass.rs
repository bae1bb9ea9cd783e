//! The steps of a render pass, one after the other.

use super::fragment::{FragmentStage, Merger};
use super::order::Order;
use super::resource::{self, Resources};
use super::target::{Targets, drawn};
use super::vertex::{Base, VertexStage};
use super::{Drawn, RenderPipeline, check, reach, rules};
use crate::execute::{Fault, FaultKind, LANES, Stage, Stopped};
use crate::raster::{RasterState, Tests, Varying, rasterize};
use crate::resources::Refusal;
use shader_ir::{PipelineValue, Program, StagePlace, StageValue, Type};
use webgpu_model::raster::Interpolation;
use webgpu_model::{DepthBias, Draw, RenderPass, RenderState};

/// Runs the draws of a pass with copies of its resources. The pipelines are those of the pass, in its order; the shaders that
/// the pass names are ignored. In each draw each stage has the whole fuel, and so have rasterization and what follows
/// the fragment shader.
///
/// # Errors
/// [`Refusal::Resources`]: a resource, an attribute or an attachment is missing or does not fit. [`Refusal::Stopped`]: a stage
/// needs more fuel or memory than it may use.
pub fn render(pipelines: &[RenderPipeline], pass: &RenderPass) -> Result<Drawn, Refusal> {
    let programs = pipelines.iter().flat_map(RenderPipeline::programs);
    let shared = Resources::new(programs, &pass.bindings, &pass.immediates)?;
    let mut targets = Targets::new(pass)?;
    let (mut draw_bindings, mut faults) = (Vec::new(), Vec::new());
    for (number, draw) in pass.draws.iter().enumerate() {
        let outcome = Call::new(pipelines, pass, draw).and_then(|call| {
            let own = Resources::new(call.pipeline.programs(), &draw.bindings, &pass.immediates)?;
            faults.extend(call.run([&own, &shared], &targets)?);
            draw_bindings.push(own.written(&draw.bindings));
            Ok(())
        });
        outcome.map_err(|refusal| named(refusal, pass, number))?;
    }
    let colors = core::mem::take(&mut targets.colors).into_iter().zip(&pass.targets);
    let colors = colors.map(|(texture, target)| {
        texture.zip(target.as_ref()).map(|(texture, target)| drawn(pass, target, texture)).transpose()
    });
    Ok(Drawn {
        targets: colors.collect::<Result<_, _>>()?,
        depth: targets.depth,
        stencil: targets.stencil,
        bindings: shared.written(&pass.bindings),
        draw_bindings,
        faults,
    })
}

/// Says which of several draws is refused.
fn named(refusal: Refusal, pass: &RenderPass, number: usize) -> Refusal {
    match refusal {
        Refusal::Resources(message) if pass.draws.len() > 1 => {
            Refusal::Resources(format!("draw {number}: {message}"))
        }
        Refusal::Resources(_) | Refusal::Stopped(_) => refusal,
    }
}

/// A draw with its pipeline.
#[derive(Clone, Copy)]
struct Call<'a> {
    pass: &'a RenderPass,
    pipeline: &'a RenderPipeline,
    state: &'a RenderState,
    draw: &'a Draw,
}

impl<'a> Call<'a> {
    /// Checks that the state of the pipeline fits its shaders and the attachments.
    fn new(pipelines: &'a [RenderPipeline], pass: &'a RenderPass, draw: &'a Draw) -> Result<Self, Refusal> {
        let number = draw.pipeline;
        let (Some(pipeline), Some(state)) = (pipelines.get(number), pass.pipelines.get(number)) else {
            return Err(Refusal::Resources(format!("unknown pipeline {number}")));
        };
        rules::layouts(&state.vertex_layouts)?;
        rules::attachments(pipeline.fragment(), pass)?;
        rules::blend_factors(pass, state)?;
        rules::depth_stencil(pass, state)?;
        check::attributes(pipeline.vertex(), &state.vertex_layouts)?;
        check::vertex_buffers(&state.vertex_layouts, &draw.vertex_buffers)?;
        if let Some(fragment) = pipeline.fragment() {
            check::targets(fragment, pass, state)?;
            check::depth(fragment, pass)?;
            check::alpha_to_coverage(fragment, pass, state)?;
        }
        check::read_only(pass, state)?;
        check::places(pass, draw)?;
        reach::check(&state.vertex_layouts, draw)?;
        Ok(Self { pass, pipeline, state, draw })
    }

    /// Runs the stages, and returns the faults that strict execution found.
    fn run(&self, places: [&Resources; 2], targets: &Targets) -> Result<Vec<Fault>, Refusal> {
        let order = Order::new(self.draw, self.state.primitive.topology)?;
        let varyings = self.pipeline.varyings();
        let state = self.raster_state(&varyings);
        let vertex = self.pipeline.vertex();
        let vertex_resources = resource::of(vertex, places)?;
        let vertex_stage = Stage::new(&self.pipeline.vertex, &vertex_resources).map_err(Refusal::Stopped)?;
        let buffers = (&self.state.vertex_layouts[..], &self.draw.vertex_buffers[..]);
        let mut vertices = VertexStage::new(&vertex_stage, vertex, buffers, &varyings, self.base());

        let fragment = self.pipeline.fragment();
        let fragment_resources = fragment.map_or(Ok(Vec::new()), |it| resource::of(it, places))?;
        let fragment_stage =
            self.pipeline.fragment.as_ref().map(|plan| Stage::new(plan, &fragment_resources));
        let fragment_stage = fragment_stage.transpose().map_err(Refusal::Stopped)?;
        let merger = self.merger(&state, targets);
        let mut fragments =
            FragmentStage::new(merger, fragment_stage.as_ref().zip(fragment), self.pipeline.options.fuel);

        let outcome = self.primitives(&order, &state, &mut vertices, &mut fragments);
        let mut faults = vertices.into_faults();
        if self.pipeline.options.strict && self.draw.index_buffer.is_some() {
            let beyond = reach::faults(vertex, &self.state.vertex_layouts, self.draw, &order.vertices);
            faults.extend(beyond.into_iter().filter(|fault| !fault.is_allowed(&vertex.allowances)));
        }
        faults.extend(fragments.into_faults());
        // That a shader has used up its fuel is a fault in strict execution.
        let is_fault = faults.iter().any(|fault| fault.kind == FaultKind::UnboundedLoop);
        match outcome {
            Err(Stopped::OutOfFuel) if is_fault => {}
            outcome => outcome.map_err(Refusal::Stopped)?,
        }
        Ok(faults)
    }

    /// The numbers from which the draw counts: without indices, the first vertex is one of them.
    const fn base(&self) -> Base {
        let counts = self.draw.counts;
        let vertex = match self.draw.index_buffer {
            Some(_) => counts.base_vertex.cast_unsigned(),
            None => counts.first,
        };
        Base { vertex, instance: counts.first_instance }
    }

    fn merger(&self, state: &'a RasterState, targets: &'a Targets) -> Merger<'a> {
        let tests = Tests {
            state: &self.state.depth_stencil,
            depth: targets.depth(),
            stencil: targets.stencil(),
            stencil_reference: self.draw.stencil_reference as u8,
        };
        Merger { raster: state, state: self.state, blend_constant: self.draw.blend_constant, tests, targets }
    }

    /// Shades the vertices of all instances, and the fragments of their primitives in order.
    fn primitives(
        &self,
        order: &Order,
        state: &RasterState,
        vertices: &mut VertexStage<'_>,
        fragments: &mut FragmentStage<'_>,
    ) -> Result<(), Stopped> {
        let counts = self.draw.counts;
        if order.vertices.is_empty() {
            return Ok(());
        }
        // Instances with few vertices share a batch.
        let count = order.vertices.len();
        let together = LANES.div_ceil(count) as u32;
        let mut instance = 0;
        while instance < counts.instance_count {
            let end = instance.saturating_add(together).min(counts.instance_count);
            let numbers = (instance..end).map(|number| counts.first_instance.wrapping_add(number));
            let shaded = vertices.shade(&order.vertices, numbers)?;
            for of_instance in shaded.chunks(count) {
                for primitive in &order.primitives {
                    rasterize(state, primitive, of_instance, |quad| fragments.take(quad));
                    fragments.check()?;
                }
            }
            instance = end;
        }
        fragments.finish()
    }

    /// The fixed state of the draw.
    fn raster_state(&self, varyings: &[StageValue]) -> RasterState {
        let varying = |value: &StageValue| Varying {
            interpolation: value.interpolation.unwrap_or(Interpolation::Flat),
            is_half: value.ty == Type::F16,
            weight_of: match value.place {
                StagePlace::Builtin(_) => Some(value.component),
                StagePlace::Location { .. } => None,
            },
        };
        let state = RasterState::new(self.pass.size, varyings.iter().map(varying).collect());
        let bias = self.state.depth_stencil.bias();
        let is_biased = DepthBias { clamp: 0.0, ..bias } != DepthBias::default();
        let format = self.pass.depth_stencil.as_ref().map(|it| it.format);
        RasterState {
            viewport: self.draw.viewport.unwrap_or(state.viewport),
            scissor: self.draw.scissor,
            sample_count: self.pass.sample_count,
            front_face: self.state.primitive.front_face,
            cull_mode: self.state.primitive.cull_mode,
            unclipped_depth: self.state.primitive.unclipped_depth,
            depth_bias: format.filter(|_| is_biased).map(|format| (bias, format)),
            is_per_sample: self.pipeline.fragment().is_some_and(reads_sample_index),
            ..state
        }
    }
}

fn reads_sample_index(fragment: &Program) -> bool {
    let is_sample_index = |input: &StageValue| input.place == StagePlace::Builtin(PipelineValue::SampleIndex);
    fragment.stage_inputs.iter().any(is_sample_index)
}
