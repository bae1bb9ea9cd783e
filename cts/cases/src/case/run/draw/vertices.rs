//! Reads the vertices of a draw and the buffers that they are read from.

use super::super::super::places::Refusal;
use super::super::elements::{buffer_size, contents, fields, flat};
use super::part::Part;
use super::{DrawEntry, IndexEntry, VertexBufferEntry};
use std::collections::HashSet;
use webgpu_model::raster::{StepMode, Topology};
use webgpu_model::{Bytes, Counts, IndexBuffer, VertexAttribute, VertexLayout};

/// The greatest number of vertices of all instances: a draw with more is a mistake.
const MOST_VERTICES: u64 = 1 << 20;
/// The limits of WebGPU: buffers, locations, and bytes of an element.
const MOST_BUFFERS: usize = 8;
const MOST_LOCATIONS: u32 = 16;
const GREATEST_STRIDE: u32 = 2048;

/// The vertices that are drawn.
pub(super) struct Vertices {
    /// The vertices or indices of one instance.
    pub(super) counts: Counts,
    pub(super) index_buffer: Option<IndexBuffer>,
    /// One more than the greatest number of a vertex; 0 without vertices.
    pub(super) end: u64,
}

/// The vertices of the primitives of a draw.
pub(super) fn vertices(part: &Part<'_>) -> Result<Vertices, Refusal> {
    let topology = part.all.primitive.topology;
    let vertices = match (part.index(), part.vertex_count()) {
        (Some(index), None) if part.first_vertex().is_none() => {
            indexed(index, topology, part.all.indirect).map_err(|refusal| refusal.behind("index:"))?
        }
        (None, Some(count)) => numbered(part.first_vertex().unwrap_or(0), count),
        (Some(_), _) => {
            let message = "`vertex_count` and `first_vertex` are not allowed with `index`";
            return Err(Refusal::at("index", message));
        }
        (None, None) => {
            return Err(Refusal::from("expected either `vertex_count` or `index`".to_owned()));
        }
    };
    if u64::from(vertices.counts.count) * u64::from(part.instance_count()) > MOST_VERTICES {
        return Err(Refusal::from(format!("a draw can have at most {MOST_VERTICES} vertices")));
    }
    Ok(vertices)
}

fn numbered(first: u32, count: u32) -> Vertices {
    let end = if count == 0 { 0 } else { u64::from(first) + u64::from(count) };
    Vertices { counts: Counts { count, first, ..Counts::default() }, index_buffer: None, end }
}

fn indexed(entry: &IndexEntry, topology: Topology, is_indirect: bool) -> Result<Vertices, Refusal> {
    let format = entry.format;
    let greatest = format.restart_value();
    if let Some(index) = entry.values.iter().find(|index| **index > greatest) {
        return Err(Refusal::at(index.to_string(), format!("{} has no {index}", format.name())));
    }
    let there = entry.values.len() as u64;
    let count = entry.count.unwrap_or_else(|| (there as u32).saturating_sub(entry.first));
    if !is_indirect && u64::from(entry.first) + u64::from(count) > there {
        let message =
            format!("the draw reads {count} indices starting at {}, but there are {there}", entry.first);
        return Err(Refusal::at("values", message));
    }
    let bytes = entry.values.iter().flat_map(|index| index.to_le_bytes().into_iter().take(format.size()));
    let restart = topology.is_strip().then_some(greatest);
    let drawn = entry.values.iter().skip(entry.first as usize).take(count as usize);
    let last = drawn.filter(|index| Some(**index) != restart).max();
    let end = last.map_or(0, |last| i64::from(*last) + i64::from(entry.base_vertex) + 1);
    Ok(Vertices {
        counts: Counts { count, first: entry.first, base_vertex: entry.base_vertex, ..Counts::default() },
        index_buffer: Some(IndexBuffer { bytes: bytes.collect(), format }),
        // A vertex before the first one has the greatest numbers of all.
        end: u64::try_from(end).unwrap_or(u64::MAX),
    })
}

/// The layouts of the vertex buffers, and their bytes.
pub(super) fn buffers(entry: &DrawEntry) -> Result<(Vec<VertexLayout>, Vec<Bytes>), Refusal> {
    let mut taken = HashSet::new();
    let (mut layouts, mut buffers) = (Vec::new(), Vec::new());
    for (number, buffer) in entry.vertex_buffers.iter().enumerate() {
        let made = self::buffer(buffer, &mut taken);
        let (layout, bytes) = made.map_err(|refusal| refusal.inside_buffer(number))?;
        layouts.push(layout);
        buffers.push(bytes);
    }
    if buffers.len() > MOST_BUFFERS {
        let message = format!("a draw can have at most {MOST_BUFFERS} vertex buffers");
        return Err(Refusal::at("vertex_buffers", message));
    }
    Ok((layouts, buffers))
}

fn buffer(entry: &VertexBufferEntry, taken: &mut HashSet<u32>) -> Result<(VertexLayout, Bytes), Refusal> {
    if !entry.array_stride.is_multiple_of(4) || entry.array_stride > GREATEST_STRIDE {
        let message = format!("`array_stride` must be a multiple of 4 and at most {GREATEST_STRIDE}");
        return Err(Refusal::from(message));
    }
    for given in &entry.attributes {
        if !taken.insert(given.location) {
            let message = format!("two attributes for location {}", given.location);
            return Err(Refusal::at("attributes", message));
        }
        check_attribute(given, entry.array_stride).map_err(|refusal| refusal.behind("attributes:"))?;
    }
    let fields = fields(&entry.row)?;
    let values = flat(&entry.values);
    let size = buffer_size(None, &fields, values.len())?;
    let layout = VertexLayout {
        array_stride: entry.array_stride.into(),
        step_mode: entry.step_mode,
        attributes: entry.attributes.clone(),
    };
    Ok((layout, contents(&fields, size, &values)?.into()))
}

fn check_attribute(given: &VertexAttribute, array_stride: u32) -> Result<(), Refusal> {
    let VertexAttribute { format, offset, location } = *given;
    if location >= MOST_LOCATIONS {
        let message = format!("attribute locations must be less than {MOST_LOCATIONS}");
        return Err(Refusal::at("location", message));
    }
    let size = format.size() as u64;
    let alignment = size.min(4);
    if !offset.is_multiple_of(alignment) {
        let message = format!("the offset of `{}` must be a multiple of {alignment}", format.name());
        return Err(Refusal::at("offset", message));
    }
    let room = u64::from(if array_stride == 0 { GREATEST_STRIDE } else { array_stride });
    if offset.checked_add(size).is_none_or(|end| end > room) {
        let message =
            format!("`{}` at offset {offset} ends beyond the element, which has {room} bytes", format.name());
        return Err(Refusal::at("offset", message));
    }
    Ok(())
}

/// Refuses what WebGPU refuses: a direct draw of vertices or instances beyond the end of their buffers. Vertices of indices and the
/// counts of indirect draws are not known to it; there the implementation may choose the values.
/// <https://gpuweb.github.io/gpuweb/#dom-gpurendercommandsmixin-draw>
pub(super) fn check_length(
    part: &Part<'_>,
    layouts: &[VertexLayout],
    buffers: &[Bytes],
    end: u64,
) -> Result<(), Refusal> {
    if part.all.indirect {
        return Ok(());
    }
    for (number, (layout, buffer)) in layouts.iter().zip(buffers).enumerate() {
        let elements = match layout.step_mode {
            StepMode::Vertex if part.index().is_some() => continue,
            StepMode::Vertex => end,
            StepMode::Instance if part.instance_count() == 0 => 0,
            StepMode::Instance => u64::from(part.first_instance()) + u64::from(part.instance_count()),
        };
        let ends = layout.attributes.iter().map(|given| given.offset + given.format.size() as u64);
        let last = ends.max().unwrap_or(0);
        let needed = elements.saturating_sub(1).saturating_mul(layout.array_stride).saturating_add(last);
        if elements > 0 && needed > buffer.len() as u64 {
            let held = buffer.len();
            let message = format!(
                "the draw reads {elements} elements of {needed} bytes in total, but the buffer has {held}"
            );
            return Err(Refusal::at("values", message).inside_buffer(number));
        }
    }
    Ok(())
}

impl Refusal {
    /// A refusal inside a vertex buffer, as buffers are usually written.
    fn inside_buffer(self, number: usize) -> Self {
        self.behind_each("array_stride:", number + 1).behind("vertex_buffers:")
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use webgpu_model::raster::IndexFormat;

    fn indexed(values: &[u32], format: IndexFormat, base_vertex: i32, topology: Topology) -> Vertices {
        let entry = IndexEntry { format, values: values.to_vec(), count: None, first: 0, base_vertex };
        super::indexed(&entry, topology, false).expect("indices")
    }

    #[test]
    fn indices_become_bytes() {
        let bytes = |format| {
            let vertices = indexed(&[1, 0x203], format, 0, Topology::TriangleList);
            vertices.index_buffer.expect("indices").bytes
        };
        assert_eq!(bytes(IndexFormat::Uint16)[..], [1, 0, 3, 2]);
        assert_eq!(bytes(IndexFormat::Uint32)[..], [1, 0, 0, 0, 3, 2, 0, 0]);
    }

    #[test]
    fn the_last_vertex_counts() {
        assert_eq!((numbered(2, 3).end, numbered(2, 0).end), (5, 0));
        let end = |values: &[u32], base_vertex, topology| {
            indexed(values, IndexFormat::Uint16, base_vertex, topology).end
        };
        assert_eq!(end(&[0, 5, 1], 2, Topology::TriangleList), 8);
        assert_eq!(end(&[0, 0xffff, 1], 0, Topology::TriangleList), 0x1_0000);
        assert_eq!(end(&[0, 0xffff, 1], 0, Topology::LineStrip), 2);
        assert_eq!(end(&[0], -2, Topology::LineStrip), u64::MAX);
    }
}
