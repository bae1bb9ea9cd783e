//! Turns the draw of a case into a render pass. Mistakes that WebGPU refuses for every program are refused here.

use super::super::super::matrix::Row;
use super::super::Run;
use super::super::places::Refusal;
use super::super::shader::shader;
use super::{DrawEntry, attachments, vertices};
use crate::execution::ExpectedOutput;
use shader_model::raster::{SampleCount, Scissor, Viewport};
use shader_model::{Counts, DepthStencilState, Draw, RenderPass, RenderState, Target};

/// Creates the render pass of a program of `run`, without its resources, and adds the expected contents of its attachments.
pub(in super::super) fn draw(
    entry: &DrawEntry,
    run: &Run,
    row: &Row,
    expected: &mut ExpectedOutput,
) -> Result<RenderPass, Refusal> {
    has_something_to_draw_on(entry)?;
    attachments::check_size(entry)?;
    let (mut targets, mut target_states): (Vec<Option<Target>>, _) = (Vec::new(), Vec::new());
    for (location, target) in entry.targets.iter().enumerate() {
        let (target, state, texels) = attachments::target(target, entry, row)
            .map_err(|refusal| refusal.behind_each("format:", location + 1).behind("targets:"))?;
        targets.push(Some(target));
        target_states.push(state);
        expected.targets.push(texels);
    }
    let depth = entry.depth.as_ref().map(|depth| attachments::depth(depth, entry, row));
    let depth = depth.transpose().map_err(|refusal| refusal.behind("depth:"))?;
    let (depth_stencil, state) = match depth {
        Some((attachment, state, depths)) => {
            expected.depth = depths;
            (Some(attachment), state)
        }
        None => (None, DepthStencilState::default()),
    };
    let topology = entry.topology.resolve(row)?;
    let vertices = vertices::vertices(entry, topology, row)?;
    let (vertex_layouts, vertex_buffers) = vertices::buffers(entry, row)?;
    vertices::check_length(entry, &vertex_layouts, &vertex_buffers, vertices.end)?;
    let fragment = (!entry.depth_only).then(|| shader(run, entry.fragment.as_ref(), row));
    let pipeline = RenderState {
        vertex: shader(run, entry.vertex.as_ref(), row)?,
        fragment: fragment.transpose()?,
        vertex_layouts,
        topology,
        front_face: entry.front_face.resolve(row)?,
        cull_mode: entry.cull_mode.resolve(row)?,
        sample_mask: entry.sample_mask,
        targets: target_states,
        depth_stencil: state,
        ..RenderState::default()
    };
    let (instance_count, first_instance) = (entry.instance_count, entry.first_instance);
    let draw = Draw {
        vertex_buffers,
        index_buffer: vertices.index_buffer,
        counts: Counts { instance_count, first_instance, ..vertices.counts },
        blend_constant: entry.blend_constant,
        viewport: entry.viewport.map(viewport).transpose()?,
        scissor: entry.scissor.map(|scissor| self::scissor(scissor, entry.size)).transpose()?,
        ..Draw::default()
    };
    Ok(RenderPass {
        size: entry.size,
        sample_count: if entry.samples == 4 { SampleCount::Four } else { SampleCount::One },
        targets,
        depth_stencil,
        pipelines: vec![pipeline],
        draws: vec![draw],
        ..RenderPass::default()
    })
}

fn has_something_to_draw_on(entry: &DrawEntry) -> Result<(), Refusal> {
    if entry.depth_only && (entry.fragment.is_some() || !entry.targets.is_empty()) {
        let message = "with `depth_only` there is no `fragment`, and there are no `targets`";
        return Err(Refusal::at("depth_only", message));
    }
    if entry.targets.is_empty() && entry.depth.is_none() {
        return Err(Refusal::from("a draw has `targets` or `depth`".to_owned()));
    }
    Ok(())
}

fn viewport([x, y, width, height, min_depth, max_depth]: [f32; 6]) -> Result<Viewport, Refusal> {
    let has_size = [x, y].iter().all(|border| border.is_finite())
        && [width, height].iter().all(|extent| extent.is_finite() && *extent > 0.0);
    let has_depths = 0.0 <= min_depth && min_depth <= max_depth && max_depth <= 1.0;
    if has_size && has_depths {
        return Ok(Viewport { x, y, width, height, min_depth, max_depth });
    }
    let message = "`viewport` is x, y, width, height, and the least and the greatest depth, from 0 to 1";
    Err(Refusal::at("viewport", message))
}

fn scissor([x, y, width, height]: [u32; 4], size: [u32; 2]) -> Result<Scissor, Refusal> {
    let is_inside = |start: u32, extent: u32, end| start.checked_add(extent).is_some_and(|last| last <= end);
    if is_inside(x, width, size[0]) && is_inside(y, height, size[1]) {
        return Ok(Scissor { x, y, width, height });
    }
    Err(Refusal::at("scissor", "`scissor` is x, y, width and height, and lies in the attachments"))
}
