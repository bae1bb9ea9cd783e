//! Draws: what is drawn with a pipeline, and the state that is set before.

use crate::raster::{IndexFormat, Scissor, Viewport};
use crate::{Binding, Bytes};

/// A draw of a render pass. The default draws three vertices with the first pipeline.
#[derive(Clone, Debug, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Draw {
    /// The number of the pipeline in the pass.
    pub pipeline: usize,
    /// The bytes of the vertex buffers, by slot, each from the offset on at which the buffer is set.
    pub vertex_buffers: Vec<Bytes>,
    /// The vertices that are drawn; without an index buffer they are numbered.
    pub index_buffer: Option<IndexBuffer>,
    /// The vertices and instances.
    pub counts: Counts,
    /// Whether the counts come from a buffer: then they may go beyond the end of the index buffer.
    pub is_indirect: bool,
    /// Resources that replace the resources of the pass with the same group and binding.
    pub bindings: Vec<Binding>,
    /// The place of the picture; the whole of the attachments when absent.
    pub viewport: Option<Viewport>,
    /// Nothing is drawn outside of it.
    pub scissor: Option<Scissor>,
    /// Red, green, blue and alpha for the blend factors that are constant.
    pub blend_constant: [f64; 4],
    /// The value that stencil values are compared with and replaced by; its low 8 bits count.
    pub stencil_reference: u32,
}

/// The vertices and instances of a draw. The default is three vertices of one instance.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Counts {
    /// The number of vertices, or indices, that are drawn.
    pub count: u32,
    /// The number of the first of them.
    pub first: u32,
    /// A number that is added to each index.
    pub base_vertex: i32,
    /// The number of instances.
    pub instance_count: u32,
    /// The number of the first instance.
    pub first_instance: u32,
}

impl Default for Counts {
    fn default() -> Self {
        Self { count: 3, first: 0, base_vertex: 0, instance_count: 1, first_instance: 0 }
    }
}

impl Counts {
    /// The counts in the bytes of a buffer for indirect draws, with an index buffer or without one; `None` where they are fewer
    /// than 20 or 16. <https://gpuweb.github.io/gpuweb/#dom-gpurendercommandsmixin-drawindirect>
    #[must_use]
    pub fn from_indirect(bytes: &[u8], is_indexed: bool) -> Option<Self> {
        let word =
            |index: usize| Some(u32::from_le_bytes(bytes.get(index * 4..index * 4 + 4)?.try_into().ok()?));
        let [count, instance_count, first] = [word(0)?, word(1)?, word(2)?];
        Some(if is_indexed {
            let (base_vertex, first_instance) = (word(3)?.cast_signed(), word(4)?);
            Self { count, first, base_vertex, instance_count, first_instance }
        } else {
            Self { count, first, base_vertex: 0, instance_count, first_instance: word(3)? }
        })
    }

    /// The bytes of a buffer for an indirect draw, with an index buffer or without one.
    #[must_use]
    pub fn to_indirect(&self, is_indexed: bool) -> Vec<u8> {
        let Self { count, first, base_vertex, instance_count, first_instance } = *self;
        let mut words = vec![count, instance_count, first];
        if is_indexed {
            words.push(base_vertex.cast_unsigned());
        }
        words.push(first_instance);
        words.into_iter().flat_map(u32::to_le_bytes).collect()
    }
}

/// Indices of vertices.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct IndexBuffer {
    /// The bytes, from the offset on at which the buffer is set. In strips the greatest index of the format begins a new strip.
    pub bytes: Bytes,
    /// How an index is stored.
    pub format: IndexFormat,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn indirect_counts_have_the_order_of_webgpu() {
        let words = |words: [u32; 5]| words.map(u32::to_le_bytes).concat();
        let bytes = words([6, 2, 1, u32::MAX, 3]);
        let indexed = Counts { count: 6, first: 1, base_vertex: -1, instance_count: 2, first_instance: 3 };
        assert_eq!(Counts::from_indirect(&bytes, true), Some(indexed));
        assert_eq!(indexed.to_indirect(true), bytes);
        let numbered = Counts { base_vertex: 0, first_instance: u32::MAX, ..indexed };
        assert_eq!(Counts::from_indirect(&bytes, false), Some(numbered));
        assert_eq!(numbered.to_indirect(false), bytes[..16]);
        assert_eq!(Counts::from_indirect(&bytes[..19], true), None);
    }
}
