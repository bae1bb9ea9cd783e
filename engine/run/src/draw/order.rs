//! The vertices of an instance, and their primitives.

use crate::execute::Stopped;
use crate::raster::{Primitive, assemble, read_indices};
use crate::resources::Refusal;
use rustc_hash::FxHashMap;
use webgpu_model::raster::Topology;
use webgpu_model::{Counts, Draw};

/// The greatest number of vertices, or indices, of an instance.
const MOST_VERTICES: u32 = 1 << 24;
/// The end of a strip among the positions in [`Order::vertices`].
const RESTART: u32 = u32::MAX;

/// The vertices of an instance, each once, and its primitives.
#[derive(Debug)]
pub(super) struct Order {
    /// The value of `vertex_index` for each. <https://www.w3.org/TR/WGSL/#vertex-index-builtin-value>
    pub(super) vertices: Vec<u32>,
    /// The primitives, whose corners are positions in `vertices`.
    pub(super) primitives: Vec<Primitive>,
}

impl Order {
    /// # Errors
    /// There are too many vertices, or fewer indices than a direct draw needs. An indirect draw that needs more than there are
    /// draws nothing. <https://gpuweb.github.io/gpuweb/#index-resolution>
    pub(super) fn new(draw: &Draw, topology: Topology) -> Result<Self, Refusal> {
        let Counts { count, first, base_vertex, .. } = draw.counts;
        let Some(buffer) = &draw.index_buffer else {
            if count > MOST_VERTICES {
                return Err(Refusal::Stopped(Stopped::OutOfMemory));
            }
            let vertices = (0..count).map(|vertex| first.wrapping_add(vertex)).collect();
            return Ok(Self { vertices, primitives: assemble(topology, 0..count, None) });
        };
        let there = (buffer.bytes.len() / buffer.format.size()) as u64;
        if u64::from(first) + u64::from(count) > there {
            if draw.is_indirect {
                return Ok(Self { vertices: Vec::new(), primitives: Vec::new() });
            }
            let message = format!(
                "the index buffer has {there} indices, but the draw reads {count} starting at {first}"
            );
            return Err(Refusal::Resources(message));
        }
        if count > MOST_VERTICES {
            return Err(Refusal::Stopped(Stopped::OutOfMemory));
        }
        let indices = read_indices(&buffer.bytes, buffer.format, first, count);
        let restart = topology.is_strip().then(|| buffer.format.restart_value());
        let mut vertices = Vec::new();
        let mut known = FxHashMap::default();
        let mut position = |index: u32| {
            if Some(index) == restart {
                return RESTART;
            }
            *known.entry(index).or_insert_with(|| {
                vertices.push(index.wrapping_add_signed(base_vertex));
                vertices.len() as u32 - 1
            })
        };
        let positions: Vec<u32> = indices.into_iter().map(&mut position).collect();
        Ok(Self { vertices, primitives: assemble(topology, positions, Some(RESTART)) })
    }
}
