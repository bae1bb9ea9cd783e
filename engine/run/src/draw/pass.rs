//! The steps of a draw, one after the other.

use super::check;
use super::fragment::{FragmentStage, Merger};
use super::order::Order;
use super::target::Targets;
use super::vertex::VertexStage;
use super::{Drawn, RenderPipeline};
use crate::execute::{Bound, Fault, LANES, Stage, Stopped};
use crate::raster::{RasterState, Varying, rasterize};
use crate::resources::{self, Refusal};
use shader_ir::{PipelineValue, Program, Resource, ResourceKind, StagePlace, StageValue, Type};
use shader_model::Draw;
use shader_model::raster::Interpolation;

/// Runs a draw.
pub(super) fn run(pipeline: &RenderPipeline, draw: &Draw) -> Result<Drawn, Refusal> {
    check::attributes(pipeline.vertex(), &draw.vertex_buffers)?;
    if let Some(fragment) = pipeline.fragment() {
        check::targets(fragment, &draw.targets)?;
        check::depth(fragment, draw.depth)?;
    }
    let resources = Resources::new(pipeline, draw)?;
    let order = Order::new(draw)?;
    let mut targets = Targets::new(draw)?;
    let faults = shade(pipeline, draw, &resources, &order, &targets)?;
    if draw.resolves {
        targets.resolve(draw)?;
    }
    let bindings = resources::written(&resources.named, &draw.bindings, &resources.bound);
    Ok(Drawn { targets: targets.colors, depth: targets.depth, bindings, faults })
}

/// The resources of both shaders, each once: the stages share their contents.
struct Resources {
    named: Vec<Resource>,
    bound: Vec<Bound>,
}

impl Resources {
    fn new(pipeline: &RenderPipeline, draw: &Draw) -> Result<Self, Refusal> {
        let mut named: Vec<Resource> = Vec::new();
        for program in [Some(pipeline.vertex()), pipeline.fragment()].into_iter().flatten() {
            for resource in &program.resources {
                match named.iter_mut().find(|it| is_same(it, resource)) {
                    Some(known) => known.is_writable |= resource.is_writable,
                    None => named.push(*resource),
                }
            }
        }
        let bound = named.iter().map(|it| resources::bind(it, &draw.bindings, &draw.immediates));
        let bound = bound.collect::<Result<Vec<_>, _>>()?;
        Ok(Self { named, bound })
    }

    /// Those of a shader, in the order in which it knows them.
    fn of(&self, program: &Program) -> Result<Vec<&Bound>, Refusal> {
        let mut bound = Vec::with_capacity(program.resources.len());
        for resource in &program.resources {
            let at = self.named.iter().position(|it| is_same(it, resource));
            let found = at.and_then(|at| self.bound.get(at)).unwrap_or(&Bound::Missing);
            resources::check(resource, found)?;
            bound.push(found);
        }
        Ok(bound)
    }
}

fn is_same(one: &Resource, other: &Resource) -> bool {
    let is_immediate = |resource: &Resource| matches!(resource.kind, ResourceKind::Immediates { .. });
    is_immediate(one) == is_immediate(other) && (one.group, one.binding) == (other.group, other.binding)
}

/// Runs the stages, and returns the faults that strict execution found.
fn shade(
    pipeline: &RenderPipeline,
    draw: &Draw,
    resources: &Resources,
    order: &Order,
    targets: &Targets,
) -> Result<Vec<Fault>, Refusal> {
    let varyings = pipeline.varyings();
    let state = raster_state(draw, pipeline, &varyings);
    let vertex_resources = resources.of(pipeline.vertex())?;
    let vertex_stage = Stage::new(&pipeline.vertex, &vertex_resources).map_err(Refusal::Stopped)?;
    let mut vertices = VertexStage::new(&vertex_stage, pipeline.vertex(), &draw.vertex_buffers, &varyings);

    let fragment = pipeline.fragment();
    let fragment_resources = fragment.map_or(Ok(Vec::new()), |fragment| resources.of(fragment))?;
    let fragment_stage = pipeline.fragment.as_ref().map(|plan| Stage::new(plan, &fragment_resources));
    let fragment_stage = fragment_stage.transpose().map_err(Refusal::Stopped)?;
    let depth = draw.depth.map(|depth| depth.state);
    let merger = Merger { state: &state, sample_mask: draw.sample_mask, depth, targets };
    let mut fragments = FragmentStage::new(merger, fragment_stage.as_ref().zip(fragment));

    match primitives(draw, order, &state, &mut vertices, &mut fragments) {
        // That is a fault, and among those that the stages found.
        Err(Stopped::OutOfFuel) if pipeline.options.strict => {}
        outcome => outcome.map_err(Refusal::Stopped)?,
    }
    let mut faults = vertices.into_faults();
    faults.extend(fragments.into_faults());
    Ok(faults)
}

/// Shades the vertices of all instances, and the fragments of their primitives in order.
fn primitives(
    draw: &Draw,
    order: &Order,
    state: &RasterState,
    vertices: &mut VertexStage<'_>,
    fragments: &mut FragmentStage<'_>,
) -> Result<(), Stopped> {
    // Instances with few vertices share a batch.
    let count = order.vertices.len().max(1);
    let together = LANES.div_ceil(count) as u32;
    let mut instance = 0;
    while instance < draw.instance_count {
        let end = instance.saturating_add(together).min(draw.instance_count);
        let numbers = (instance..end).map(|number| draw.first_instance.wrapping_add(number));
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
fn raster_state(draw: &Draw, pipeline: &RenderPipeline, varyings: &[StageValue]) -> RasterState {
    let varying = |value: &StageValue| Varying {
        interpolation: value.interpolation.unwrap_or(Interpolation::Flat),
        is_half: value.ty == Type::F16,
    };
    let state = RasterState::new(draw.size, varyings.iter().map(varying).collect());
    let is_sample_index = |input: &StageValue| input.place == StagePlace::Builtin(PipelineValue::SampleIndex);
    let is_per_sample = pipeline.fragment().is_some_and(|it| it.stage_inputs.iter().any(is_sample_index));
    RasterState {
        viewport: draw.viewport.unwrap_or(state.viewport),
        scissor: draw.scissor,
        sample_count: draw.sample_count,
        front_face: draw.front_face,
        cull_mode: draw.cull_mode,
        unclipped_depth: draw.unclipped_depth,
        is_per_sample,
        ..state
    }
}
