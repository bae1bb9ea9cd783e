//! Turns the draw of a case into a render pass. Mistakes that WebGPU refuses for every program are refused here.

use super::super::super::places::{Refusal, point};
use super::super::Run;
use super::super::resolve::buffer;
use super::super::shader::shader;
use super::part::Part;
use super::{DrawEntry, attachments, depth_stencil, vertices};
use crate::execution::ExpectedOutput;
use webgpu_model::raster::{SampleCount, Scissor, Viewport};
use webgpu_model::{
    Binding, Bytes, Counts, Draw, RenderPass, RenderState, Target, TargetState, VertexLayout,
};

/// Creates the render pass of a program of `run`, without its resources, and adds the expected contents of its attachments.
pub(in super::super) fn draw(
    entry: &DrawEntry,
    run: &Run,
    expected: &mut ExpectedOutput,
) -> Result<RenderPass, Refusal> {
    has_something_to_draw_on(entry)?;
    attachments::check_size(entry)?;
    let (mut targets, mut target_states): (Vec<Option<Target>>, _) = (Vec::new(), Vec::new());
    for (location, target) in entry.targets.iter().enumerate() {
        let (target, state, texels) = attachments::target(target, entry)
            .map_err(|refusal| refusal.behind_each("format:", location + 1).behind("targets:"))?;
        targets.push(Some(target));
        target_states.push(state);
        expected.targets.push(texels);
    }
    let (depth_stencil, [depths, stencil_values]) = depth_stencil::attachment(entry)?;
    (expected.depth, expected.stencil) = (depths, stencil_values);
    let (layouts, buffers) = vertices::buffers(entry)?;
    let mut pass = RenderPass {
        size: entry.size,
        sample_count: if entry.samples == 4 { SampleCount::Four } else { SampleCount::One },
        targets,
        depth_stencil,
        pipelines: Vec::new(),
        draws: Vec::new(),
        ..RenderPass::default()
    };
    for part in Part::all(entry) {
        let inside =
            |refusal: Refusal| if entry.draws.is_empty() { refusal } else { refusal.behind("draws:") };
        let state = pipeline(&part, run, (&layouts, &target_states)).map_err(inside)?;
        let pipeline = pass.pipelines.iter().position(|known| *known == state);
        let pipeline = pipeline.unwrap_or_else(|| {
            pass.pipelines.push(state);
            pass.pipelines.len() - 1
        });
        let draw = part_of_pass(&part, (&layouts, &buffers)).map_err(inside)?;
        pass.draws.push(Draw { pipeline, ..draw });
    }
    Ok(pass)
}

/// Creates the state of the pipeline of a draw.
fn pipeline(
    part: &Part<'_>,
    run: &Run,
    (layouts, targets): (&[VertexLayout], &[TargetState]),
) -> Result<RenderState, Refusal> {
    let entry = part.all;
    let fragment = (!entry.depth_only).then(|| shader(run, part.fragment()));
    Ok(RenderState {
        vertex: shader(run, part.vertex())?,
        fragment: fragment.transpose()?,
        vertex_layouts: layouts.to_vec(),
        primitive: entry.primitive,
        multisample: entry.multisample,
        targets: targets.to_vec(),
        depth_stencil: part.depth_stencil(),
    })
}

/// Creates a draw, with the first pipeline.
fn part_of_pass(part: &Part<'_>, (layouts, buffers): (&[VertexLayout], &[Bytes])) -> Result<Draw, Refusal> {
    let vertices = vertices::vertices(part)?;
    vertices::check_length(part, layouts, buffers, vertices.end)?;
    let (instance_count, first_instance) = (part.instance_count(), part.first_instance());
    let binding = |entry| -> Result<Binding, Refusal> {
        let (binding, expected) = buffer(entry)?;
        if entry.kind.is_writable() || expected.is_some() {
            return Err(Refusal::at("kind", "the buffers of one of several draws must be read-only"));
        }
        Ok(binding)
    };
    let bindings = part
        .buffers()
        .iter()
        .map(|entry| binding(entry).map_err(|refusal| refusal.inside(point(entry.group, entry.binding))));
    Ok(Draw {
        vertex_buffers: buffers.to_vec(),
        index_buffer: vertices.index_buffer,
        counts: Counts { instance_count, first_instance, ..vertices.counts },
        is_indirect: part.all.indirect,
        bindings: bindings.collect::<Result<_, _>>()?,
        viewport: part.viewport().map(check_viewport).transpose()?,
        scissor: part.scissor().map(|scissor| check_scissor(scissor, part.all.size)).transpose()?,
        blend_constant: part.blend_constant(),
        stencil_reference: part.stencil_reference(),
        ..Draw::default()
    })
}

fn has_something_to_draw_on(entry: &DrawEntry) -> Result<(), Refusal> {
    if entry.depth_only && (entry.fragment.is_some() || !entry.targets.is_empty()) {
        let message = "`fragment` and `targets` are not allowed with `depth_only`";
        return Err(Refusal::at("depth_only", message));
    }
    if entry.targets.is_empty() && entry.depth.is_none() && entry.stencil.is_none() {
        return Err(Refusal::from("a draw must have `targets`, `depth` or `stencil`".to_owned()));
    }
    Ok(())
}

fn check_viewport(viewport: Viewport) -> Result<Viewport, Refusal> {
    let Viewport { x, y, width, height, min_depth, max_depth } = viewport;
    let has_size = [x, y].iter().all(|border| border.is_finite())
        && [width, height].iter().all(|extent| extent.is_finite() && *extent > 0.0);
    let has_depths = 0.0 <= min_depth && min_depth <= max_depth && max_depth <= 1.0;
    if has_size && has_depths {
        return Ok(viewport);
    }
    let message =
        "`viewport` must be x, y, width, height, and the minimum and maximum depth, in the range 0 to 1";
    Err(Refusal::at("viewport", message))
}

fn check_scissor(scissor: Scissor, size: [u32; 2]) -> Result<Scissor, Refusal> {
    let Scissor { x, y, width, height } = scissor;
    let is_inside = |start: u32, extent: u32, end| start.checked_add(extent).is_some_and(|last| last <= end);
    if is_inside(x, width, size[0]) && is_inside(y, height, size[1]) {
        return Ok(scissor);
    }
    Err(Refusal::at("scissor", "`scissor` must be x, y, width and height, and inside the attachments"))
}
