//! The vertices of a draw, from their form: which they are, and what they are read from.

use super::super::super::matrix::Row;
use super::super::elements::{buffer_size, contents, expand, fields, flat};
use super::super::places::Refusal;
use super::{AttributeEntry, DrawEntry, IndexEntry, VertexBufferEntry};
use crate::execution::draw::{StepMode, VertexAttribute, VertexBuffer, Vertices};
use std::collections::HashSet;

/// The most vertices of all instances: more are a mistake, or no case.
const MOST_VERTICES: u64 = 1 << 20;
/// What WebGPU has at most: buffers, locations, and bytes of an element.
const MOST_BUFFERS: usize = 8;
const MOST_LOCATIONS: u32 = 16;
const GREATEST_STRIDE: u32 = 2048;

/// Which vertices are drawn.
pub(super) fn vertices(entry: &DrawEntry, row: &Row) -> Result<Vertices, Refusal> {
    let vertices = match (&entry.index, entry.vertex_count) {
        (Some(index), None) if entry.first_vertex.is_none() => {
            indexed(index, row).map_err(|refusal| refusal.behind("index:"))?
        }
        (None, Some(count)) => Vertices::Numbered { first: entry.first_vertex.unwrap_or(0), count },
        (Some(_), _) => {
            let message = "all vertices of `index` are drawn, without `vertex_count` and `first_vertex`";
            return Err(Refusal::at("index", message));
        }
        (None, None) => {
            return Err(Refusal::from("either `vertex_count` or `index` says what is drawn".to_owned()));
        }
    };
    if u64::from(vertices.count()) * u64::from(entry.instance_count) > MOST_VERTICES {
        return Err(Refusal::from(format!("a draw has at most {MOST_VERTICES} vertices")));
    }
    Ok(vertices)
}

fn indexed(entry: &IndexEntry, row: &Row) -> Result<Vertices, Refusal> {
    let format = entry.format.resolve(row)?;
    let greatest = format.restart_value();
    if let Some(index) = entry.values.iter().find(|index| **index > greatest) {
        return Err(Refusal::at(index.to_string(), format!("{} has no {index}", format.name())));
    }
    Ok(Vertices::Indexed { format, indices: entry.values.clone(), base_vertex: entry.base_vertex })
}

/// What vertices are read from.
pub(super) fn buffers(entry: &DrawEntry, row: &Row) -> Result<Vec<VertexBuffer>, Refusal> {
    let mut taken = HashSet::new();
    let mut buffers = Vec::new();
    for (number, buffer) in entry.vertex_buffers.iter().enumerate() {
        let made = self::buffer(buffer, &mut taken, row);
        buffers.push(made.map_err(|refusal| refusal.inside_buffer(number))?);
    }
    if buffers.len() > MOST_BUFFERS {
        let message = format!("WebGPU has at most {MOST_BUFFERS} vertex buffers");
        return Err(Refusal::at("vertex_buffers", message));
    }
    Ok(buffers)
}

fn buffer(entry: &VertexBufferEntry, taken: &mut HashSet<u32>, row: &Row) -> Result<VertexBuffer, Refusal> {
    if !entry.array_stride.is_multiple_of(4) || entry.array_stride > GREATEST_STRIDE {
        let message = format!("`array_stride` is a multiple of 4, {GREATEST_STRIDE} at most");
        return Err(Refusal::from(message));
    }
    let attributes = entry.attributes.iter().map(|given| {
        if !taken.insert(given.location) {
            let message = format!("two attributes for location {}", given.location);
            return Err(Refusal::at("attributes", message));
        }
        attribute(given, entry.array_stride, row).map_err(|refusal| refusal.behind("attributes:"))
    });
    let fields = fields(&entry.row, row)?;
    let values = flat(expand(&entry.values, row)?);
    let size = buffer_size(None, &fields, values.len())?;
    Ok(VertexBuffer {
        array_stride: entry.array_stride,
        step_mode: entry.step_mode.resolve(row)?,
        attributes: attributes.collect::<Result<_, _>>()?,
        data: contents(&fields, size, &values)?,
    })
}

fn attribute(entry: &AttributeEntry, array_stride: u32, row: &Row) -> Result<VertexAttribute, Refusal> {
    let AttributeEntry { location, offset, .. } = *entry;
    let format = entry.format.resolve(row)?;
    if location >= MOST_LOCATIONS {
        let message = format!("WebGPU has {MOST_LOCATIONS} locations of attributes, from 0 on");
        return Err(Refusal::at("location", message));
    }
    let size = format.size() as u32;
    let alignment = size.min(4);
    if !offset.is_multiple_of(alignment) {
        let message = format!("`{}` has an offset that is a multiple of {alignment}", format.name());
        return Err(Refusal::at("offset", message));
    }
    let room = if array_stride == 0 { GREATEST_STRIDE } else { array_stride };
    if offset.checked_add(size).is_none_or(|end| end > room) {
        let message = format!("`{}` at {offset} ends behind the element of {room} bytes", format.name());
        return Err(Refusal::at("offset", message));
    }
    Ok(VertexAttribute { format, offset: offset.into(), location })
}

/// Refuses a draw that reads behind the end of its buffers: what is there is up to the implementation.
pub(super) fn check_length(entry: &DrawEntry, buffers: &[VertexBuffer], end: u64) -> Result<(), Refusal> {
    for (number, buffer) in buffers.iter().enumerate() {
        let elements = match buffer.step_mode {
            StepMode::Vertex => end,
            StepMode::Instance if entry.instance_count == 0 => 0,
            StepMode::Instance => u64::from(entry.first_instance) + u64::from(entry.instance_count),
        };
        let ends = buffer.attributes.iter().map(|given| given.offset + given.format.size() as u64);
        let last = ends.max().unwrap_or(0);
        let needed =
            elements.saturating_sub(1).saturating_mul(buffer.array_stride.into()).saturating_add(last);
        if elements > 0 && needed > buffer.data.len() as u64 {
            let held = buffer.data.len();
            let message = format!("{elements} elements are read, {needed} bytes; the buffer has {held}");
            return Err(Refusal::at("values", message).inside_buffer(number));
        }
    }
    Ok(())
}

impl Refusal {
    /// Inside a vertex buffer, as it is usually written.
    fn inside_buffer(self, number: usize) -> Self {
        self.behind_each("array_stride:", number + 1).behind("vertex_buffers:")
    }
}
