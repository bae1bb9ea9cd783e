//! Draws of the suite in the terms of the reference executor, and what they leave behind.

use super::{constants, format};
use shader_run::draw::{self, Drawn, IndexBuffer, Shader};
use shader_run::raster::{DepthState, SampleCount, VertexBuffer};
use shader_run::resources::Binding;
use shader_run::texture::Texture;
use wgsl_cases::execution::draw::{Depth, Draw, Target, Vertices};
use wgsl_cases::execution::{Execution, Output};
use wgsl_cases::vocabulary::Pipeline;

/// The draw, with these resources, and the bytes of its index buffer.
pub(in crate::execute) fn draw<'a>(
    execution: &Execution,
    given: &'a Draw,
    bindings: Vec<Binding>,
    index_bytes: Option<&'a [u8]>,
) -> Result<draw::Draw<'a>, String> {
    let (first, base_vertex) = match &given.vertices {
        Vertices::Numbered { first, .. } => (*first, 0),
        Vertices::Indexed { base_vertex, .. } => (0, *base_vertex),
    };
    let targets = given.targets.iter().map(|given| target(given).map(Some));
    Ok(draw::Draw {
        vertex: shader(&given.vertex),
        fragment: given.fragment.as_ref().map(shader),
        bindings,
        immediates: execution.immediates.clone(),
        topology: given.topology,
        vertex_buffers: given.vertex_buffers.iter().map(vertex_buffer).collect(),
        index_buffer: index_buffer(&given.vertices, index_bytes),
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

fn shader(given: &Pipeline) -> Shader {
    Shader { entry_point: given.entry_point.clone(), constants: constants(given) }
}

fn vertex_buffer(given: &wgsl_cases::execution::draw::VertexBuffer) -> VertexBuffer<'_> {
    VertexBuffer {
        bytes: &given.data,
        array_stride: given.array_stride.into(),
        step_mode: given.step_mode,
        attributes: given.attributes.clone(),
    }
}

fn index_buffer<'a>(vertices: &Vertices, bytes: Option<&'a [u8]>) -> Option<IndexBuffer<'a>> {
    let Vertices::Indexed { format, .. } = vertices else { return None };
    Some(IndexBuffer { bytes: bytes?, format: *format })
}

fn target(given: &Target) -> Result<draw::Target, String> {
    Ok(draw::Target { format: format(given.format)?, cleared_to: given.clear })
}

fn depth(given: &Depth) -> Result<draw::Depth, String> {
    let state = DepthState { compare: given.compare, is_written: given.is_written };
    Ok(draw::Depth { format: format(given.format)?, state, cleared_to: given.clear })
}

/// Adds what was drawn to what the resources hold.
pub(in crate::execute) fn output(resources: Output, drawn: &Drawn) -> Output {
    let targets = drawn.targets.iter().flatten().map(Texture::to_bytes);
    let depth = drawn.depth.as_ref().filter(|depth| depth.sample_count() == 1).map(Texture::to_bytes);
    Output { targets: targets.collect(), depth, ..resources }
}
