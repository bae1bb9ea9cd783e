//! Draws of the suite in the terms of the reference executor, and what they leave behind.

use super::{format, shader};
use shader_model::raster::SampleCount;
use shader_model::{Binding, DepthState, IndexBuffer, VertexBuffer};
use shader_run::draw::Drawn;
use shader_run::texture::Texture;
use wgsl_cases::execution::draw::{Depth, Draw, Target, Vertices};
use wgsl_cases::execution::{Execution, Output};

/// The draw, with these resources.
pub(super) fn draw(
    execution: &Execution,
    given: &Draw,
    bindings: Vec<Binding>,
) -> Result<shader_model::Draw, String> {
    let (first, base_vertex) = match &given.vertices {
        Vertices::Numbered { first, .. } => (*first, 0),
        Vertices::Indexed { base_vertex, .. } => (0, *base_vertex),
    };
    let targets = given.targets.iter().map(|given| target(given).map(Some));
    Ok(shader_model::Draw {
        vertex: shader(&given.vertex),
        fragment: given.fragment.as_ref().map(shader),
        bindings,
        immediates: execution.immediates.clone(),
        topology: given.topology,
        vertex_buffers: given.vertex_buffers.iter().map(vertex_buffer).collect(),
        index_buffer: index_buffer(&given.vertices),
        count: given.vertices.count(),
        first,
        base_vertex,
        instance_count: given.instance_count,
        first_instance: given.first_instance,
        size: given.size,
        sample_count: if given.samples == 4 { SampleCount::Four } else { SampleCount::One },
        targets: targets.collect::<Result<_, _>>()?,
        resolves: true,
        depth: given.depth.as_ref().map(depth).transpose()?,
        viewport: given.viewport,
        scissor: given.scissor,
        front_face: given.front_face,
        cull_mode: given.cull_mode,
        unclipped_depth: false,
        sample_mask: given.sample_mask,
    })
}

fn vertex_buffer(given: &wgsl_cases::execution::draw::VertexBuffer) -> VertexBuffer {
    VertexBuffer {
        bytes: given.data.clone(),
        array_stride: given.array_stride.into(),
        step_mode: given.step_mode,
        attributes: given.attributes.clone(),
    }
}

fn index_buffer(vertices: &Vertices) -> Option<IndexBuffer> {
    let Vertices::Indexed { format, .. } = vertices else { return None };
    Some(IndexBuffer { bytes: vertices.index_bytes()?, format: *format })
}

fn target(given: &Target) -> Result<shader_model::Target, String> {
    Ok(shader_model::Target { format: format(given.format)?, cleared_to: given.clear })
}

fn depth(given: &Depth) -> Result<shader_model::Depth, String> {
    let state = DepthState { compare: given.compare, is_written: given.is_written };
    Ok(shader_model::Depth { format: format(given.format)?, state, cleared_to: given.clear })
}

/// Adds what was drawn to what the resources hold.
pub(in crate::execute) fn output(resources: Output, drawn: &Drawn) -> Output {
    let targets = drawn.targets.iter().flatten().map(Texture::to_bytes);
    let depth = drawn.depth.as_ref().filter(|depth| depth.sample_count() == 1).map(Texture::to_bytes);
    Output { targets: targets.collect(), depth, ..resources }
}
