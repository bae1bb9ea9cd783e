//! The vertices and instances that a draw reads, against the ends of the vertex buffers.

use super::check::refuse;
use crate::execute::{Fault, FaultKind};
use crate::resources::Refusal;
use shader_ir::{Input, Instruction, Program, StagePlace};
use shader_source::Span;
use webgpu_model::raster::StepMode;
use webgpu_model::{Bytes, Draw, VertexLayout};

/// Refuses a draw whose numbers say that it reads beyond the end of a vertex buffer. Numbers that the GPU reads, in indices or for an indirect
/// draw, are not looked at. <https://gpuweb.github.io/gpuweb/#dom-gpurendercommandsmixin-draw>
pub(super) fn check(layouts: &[VertexLayout], draw: &Draw) -> Result<(), Refusal> {
    if draw.is_indirect {
        return Ok(());
    }
    let counts = draw.counts;
    for (slot, (layout, buffer)) in layouts.iter().zip(&draw.vertex_buffers).enumerate() {
        let (first, count, what) = match layout.step_mode {
            StepMode::Vertex if draw.index_buffer.is_some() => continue,
            StepMode::Vertex => (counts.first, counts.count, "vertices"),
            StepMode::Instance => (counts.first_instance, counts.instance_count, "instances"),
        };
        let end = u64::from(first) + u64::from(count);
        let there = elements(layout, buffer);
        if there.is_some_and(|there| end > there) {
            let there = there.unwrap_or_default();
            return refuse(format!(
                "vertex buffer {slot} has {there} {what}, but the draw reads {count} starting at {first}"
            ));
        }
    }
    Ok(())
}

/// The number of whole elements in a buffer; `None` if there is no end to them.
fn elements(layout: &VertexLayout, buffer: &Bytes) -> Option<u64> {
    let ends = layout.attributes.iter().map(|it| it.offset.saturating_add(it.format.size() as u64));
    let last = ends.max()?;
    let bytes = buffer.len() as u64;
    match (bytes.checked_sub(last), layout.array_stride) {
        (None, _) => Some(0),
        (Some(_), 0) => None,
        (Some(rest), stride) => Some(rest / stride + 1),
    }
}

/// The faults of a draw with indices: an implementation may drop the draw, or give any attribute of it any value.
/// <https://gpuweb.github.io/gpuweb/#vertex-processing>
pub(super) fn faults(
    program: &Program,
    layouts: &[VertexLayout],
    draw: &Draw,
    vertices: &[u32],
) -> Vec<Fault> {
    let buffers = layouts.iter().zip(&draw.vertex_buffers).enumerate();
    let found = buffers.filter(|(_, (layout, _))| layout.step_mode == StepMode::Vertex).filter_map(
        |(slot, (layout, buffer))| {
            let there = elements(layout, buffer)?;
            let place = vertices.iter().position(|vertex| u64::from(*vertex) >= there)?;
            let location = layout.attributes.first()?.location;
            let message = format!(
                "the indices name vertex {}, but vertex buffer {slot} has {there} vertices",
                vertices[place]
            );
            Some(Fault {
                kind: FaultKind::OutOfBounds,
                span: place_of(program, location),
                workgroup: (place / crate::execute::LANES) as u64,
                invocation: (place % crate::execute::LANES) as u32,
                message,
                rival: None,
                parting: None,
            })
        },
    );
    found.collect()
}

/// Where a vertex shader reads an input.
fn place_of(program: &Program, location: u32) -> Span {
    let is_there =
        |place: StagePlace| matches!(place, StagePlace::Location { location: at, .. } if at == location);
    let reads = |instruction: &Instruction| {
        let Instruction::Input { input: Input::Stage(index), .. } = instruction else { return false };
        program.stage_inputs.get(usize::from(*index)).is_some_and(|input| is_there(input.place))
    };
    let step = program.code.iter().position(reads).unwrap_or(0);
    program.spans.get(step).copied().unwrap_or_default()
}
