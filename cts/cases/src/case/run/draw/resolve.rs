//! From the form of a draw to the draw. What WebGPU refuses whatever the program is, is refused here.

use super::super::super::matrix::Row;
use super::super::Run;
use super::super::places::Refusal;
use super::super::stage::pipeline;
use super::{DrawEntry, attachments, vertices};
use crate::execution::draw::{Draw, Scissor, Viewport};
use wgsl_spec::ShaderStage;

/// Makes the draw of a program of `run`.
pub(in super::super) fn draw(entry: &DrawEntry, run: &Run, row: &Row) -> Result<Draw, Refusal> {
    has_something_to_draw_on(entry)?;
    attachments::check_size(entry)?;
    let stage = |stage, name: &Option<String>| pipeline(run, stage, name.as_ref(), row);
    let fragment = (!entry.depth_only).then(|| stage(ShaderStage::Fragment, &entry.fragment));
    let targets = entry.targets.iter().enumerate().map(|(location, target)| {
        attachments::target(target, entry, row)
            .map_err(|refusal| refusal.behind_each("format:", location + 1).behind("targets:"))
    });
    let depth = entry
        .depth
        .as_ref()
        .map(|depth| attachments::depth(depth, entry, row).map_err(|refusal| refusal.behind("depth:")));
    let topology = entry.topology.resolve(row)?;
    let vertices = vertices::vertices(entry, row)?;
    let vertex_buffers = vertices::buffers(entry, row)?;
    vertices::check_length(entry, &vertex_buffers, vertices.end(topology))?;
    Ok(Draw {
        vertex: stage(ShaderStage::Vertex, &entry.vertex)?,
        fragment: fragment.transpose()?,
        topology,
        front_face: entry.front_face.resolve(row)?,
        cull_mode: entry.cull_mode.resolve(row)?,
        vertex_buffers,
        vertices,
        instance_count: entry.instance_count,
        first_instance: entry.first_instance,
        size: entry.size,
        samples: entry.samples,
        sample_mask: entry.sample_mask,
        viewport: entry.viewport.map(viewport).transpose()?,
        scissor: entry.scissor.map(|scissor| self::scissor(scissor, entry.size)).transpose()?,
        targets: targets.collect::<Result<_, _>>()?,
        depth: depth.transpose()?,
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
