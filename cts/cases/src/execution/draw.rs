//! A draw: the render pipeline, what it reads its vertices from, and the attachments that it draws on.

use super::{ExpectedValue, TextureDimension, TextureFormat, TextureShape};
use crate::vocabulary::Pipeline;
pub use shader_model::VertexAttribute;
pub use shader_model::raster::{
    CullMode, FrontFace, IndexFormat, Scissor, StepMode, Topology, VertexFormat, Viewport,
};
use shader_model::texture::CompareFunction;

/// A draw on attachments that are cleared before.
#[derive(Debug, Clone, PartialEq)]
pub struct Draw {
    /// The vertex shader.
    pub vertex: Pipeline,
    /// The fragment shader; without one only depths are drawn.
    pub fragment: Option<Pipeline>,
    /// How vertices make primitives.
    pub topology: Topology,
    /// Which triangles are front-facing.
    pub front_face: FrontFace,
    /// Which triangles are left out.
    pub cull_mode: CullMode,
    /// What the inputs of the vertex shader are read from.
    pub vertex_buffers: Vec<VertexBuffer>,
    /// Which vertices are drawn.
    pub vertices: Vertices,
    /// How many times they are drawn.
    pub instance_count: u32,
    /// The number of the first time.
    pub first_instance: u32,
    /// Width and height of the attachments, in pixels.
    pub size: [u32; 2],
    /// How many samples the attachments have: 1 or 4.
    pub samples: u32,
    /// The samples that may be written: bit n for sample n.
    pub sample_mask: u32,
    /// Where the picture comes to lie; the whole of the attachments where it is not given.
    pub viewport: Option<Viewport>,
    /// Nothing is drawn outside.
    pub scissor: Option<Scissor>,
    /// The colour attachments, by location. With several samples, each is resolved into one with one sample, which is what
    /// is compared and what executors give back.
    pub targets: Vec<Target>,
    /// The depth attachment.
    pub depth: Option<Depth>,
}

/// A vertex buffer and what lies in it.
#[derive(Debug, Clone, PartialEq)]
pub struct VertexBuffer {
    /// From one element to the next, in bytes; with 0 there is only one.
    pub array_stride: u32,
    /// What elements are for.
    pub step_mode: StepMode,
    /// What lies in each.
    pub attributes: Vec<VertexAttribute>,
    /// All of its bytes.
    pub data: Vec<u8>,
}

/// Which vertices are drawn.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Vertices {
    /// So many, numbered from `first` on.
    Numbered {
        /// The number of the first.
        first: u32,
        /// How many.
        count: u32,
    },
    /// Those of an index buffer, all of it.
    Indexed {
        /// How an index is stored.
        format: IndexFormat,
        /// The indices. In strips the greatest one of the format begins a new strip.
        indices: Vec<u32>,
        /// What is added to each.
        base_vertex: i32,
    },
}

/// A colour attachment.
#[derive(Debug, Clone, PartialEq)]
pub struct Target {
    /// What a texel is.
    pub format: TextureFormat,
    /// What its channels are before the draw: red, green, blue and alpha, zero where it has none.
    pub clear: [f64; 4],
    /// What each channel of each texel must be afterwards, row by row; `None` when nothing is compared.
    pub expect: Option<Vec<ExpectedValue>>,
}

/// The depth attachment.
#[derive(Debug, Clone, PartialEq)]
pub struct Depth {
    /// What a texel is.
    pub format: TextureFormat,
    /// How the depth of a fragment, on the left, is compared with what is there.
    pub compare: CompareFunction,
    /// Whether depths that pass are stored.
    pub is_written: bool,
    /// What they are before the draw.
    pub clear: f32,
    /// What each must be afterwards, row by row; `None` when nothing is compared, as with several samples.
    pub expect: Option<Vec<ExpectedValue>>,
}

impl Draw {
    /// The shape of what is compared: an attachment with one sample.
    #[must_use]
    pub const fn shape(&self) -> TextureShape {
        let [width, height] = self.size;
        TextureShape { dimension: TextureDimension::Two, size: [width, height, 1], mips: 1, samples: 1 }
    }

    /// Whether something is compared.
    #[must_use]
    pub fn compares(&self) -> bool {
        let depth = self.depth.as_ref().and_then(|depth| depth.expect.as_ref());
        depth.is_some() || self.targets.iter().any(|target| target.expect.is_some())
    }
}

impl Vertices {
    /// The bytes of the index buffer, little-endian, and no more than there are indices; `None` without one.
    #[must_use]
    pub fn index_bytes(&self) -> Option<Vec<u8>> {
        let Self::Indexed { format, indices, .. } = self else { return None };
        let bytes = indices.iter().flat_map(|index| index.to_le_bytes().into_iter().take(format.size()));
        Some(bytes.collect())
    }

    /// How many vertices, or indices, there are.
    #[must_use]
    pub fn count(&self) -> u32 {
        match self {
            Self::Numbered { count, .. } => *count,
            Self::Indexed { indices, .. } => indices.len() as u32,
        }
    }

    /// The greatest number of a vertex in a draw of this topology, and one more; 0 when there is none.
    #[must_use]
    pub fn end(&self, topology: Topology) -> u64 {
        match self {
            Self::Numbered { count: 0, .. } => 0,
            Self::Numbered { first, count } => u64::from(*first) + u64::from(*count),
            Self::Indexed { format, indices, base_vertex } => {
                let restart = topology.is_strip().then(|| format.restart_value());
                let vertices = indices.iter().filter(|index| Some(**index) != restart);
                let greatest = vertices.max().map(|index| i64::from(*index) + i64::from(*base_vertex));
                greatest.map_or(0, |greatest| u64::try_from(greatest + 1).unwrap_or(u64::MAX))
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn indexed(indices: &[u32], base_vertex: i32) -> Vertices {
        Vertices::Indexed { format: IndexFormat::Uint16, indices: indices.to_vec(), base_vertex }
    }

    #[test]
    fn indices_become_bytes() {
        assert_eq!(indexed(&[1, 0x203], 0).index_bytes(), Some(vec![1, 0, 3, 2]));
        let wide = Vertices::Indexed { format: IndexFormat::Uint32, indices: vec![7], base_vertex: 0 };
        assert_eq!(wide.index_bytes(), Some(vec![7, 0, 0, 0]));
        assert_eq!(Vertices::Numbered { first: 0, count: 3 }.index_bytes(), None);
    }

    #[test]
    fn the_last_vertex_counts() {
        let list = Topology::TriangleList;
        assert_eq!(Vertices::Numbered { first: 2, count: 3 }.end(list), 5);
        assert_eq!(Vertices::Numbered { first: 2, count: 0 }.end(list), 0);
        assert_eq!(indexed(&[0, 5, 1], 2).end(list), 8);
        assert_eq!(indexed(&[0, 0xffff, 1], 0).end(list), 0x1_0000);
        assert_eq!(indexed(&[0, 0xffff, 1], 0).end(Topology::LineStrip), 2);
    }
}
