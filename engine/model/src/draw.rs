//! Draws: the state of a render pipeline, vertices, and attachments.

use crate::raster::{
    CullMode, FrontFace, IndexFormat, SampleCount, Scissor, StepMode, Topology, VertexFormat, Viewport,
};
use crate::texture::{CompareFunction, Dimension, Format, TextureDescriptor};
use crate::{Binding, Shader};

/// A draw, with the state of its pipeline and the attachments, which are cleared before. The default draws three vertices with
/// the only vertex shader and without a fragment shader, on nothing.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Draw {
    /// The vertex shader.
    pub vertex: Shader,
    /// The fragment shader; without one only depths are drawn.
    pub fragment: Option<Shader>,
    /// The resources of both shaders.
    pub bindings: Vec<Binding>,
    /// The bytes of the variables in address space `immediate`.
    pub immediates: Vec<u8>,
    /// How vertices make primitives.
    pub topology: Topology,
    /// The buffers that the inputs of the vertex shader are read from.
    pub vertex_buffers: Vec<VertexBuffer>,
    /// The vertices that are drawn; without an index buffer they are numbered.
    pub index_buffer: Option<IndexBuffer>,
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
    /// Width and height of the attachments, in pixels.
    pub size: [u32; 2],
    /// The number of samples of each pixel of the attachments.
    pub sample_count: SampleCount,
    /// The colour attachments, by location.
    pub targets: Vec<Option<Target>>,
    /// Whether the colour attachments are resolved to one sample a pixel afterwards.
    pub resolves: bool,
    /// The depth attachment.
    pub depth: Option<Depth>,
    /// The place of the picture; the whole of the attachments when absent.
    pub viewport: Option<Viewport>,
    /// Nothing is drawn outside of it.
    pub scissor: Option<Scissor>,
    /// The winding of triangles that are front-facing.
    pub front_face: FrontFace,
    /// The triangles that are left out.
    pub cull_mode: CullMode,
    /// Whether fragments before the near plane and behind the far plane are drawn.
    pub unclipped_depth: bool,
    /// The samples that may be written: bit n for sample n.
    pub sample_mask: u32,
}

impl Draw {
    /// An attachment of the draw with this format and number of samples.
    #[must_use]
    pub const fn attachment(&self, format: Format, sample_count: SampleCount) -> TextureDescriptor {
        let [width, height] = self.size;
        TextureDescriptor {
            dimension: Dimension::D2,
            format,
            size: [width, height, 1],
            mip_level_count: 1,
            sample_count: sample_count.count(),
        }
    }
}

impl Default for Draw {
    fn default() -> Self {
        Self {
            vertex: Shader::default(),
            fragment: None,
            bindings: Vec::new(),
            immediates: Vec::new(),
            topology: Topology::default(),
            vertex_buffers: Vec::new(),
            index_buffer: None,
            count: 3,
            first: 0,
            base_vertex: 0,
            instance_count: 1,
            first_instance: 0,
            size: [1; 2],
            sample_count: SampleCount::One,
            targets: Vec::new(),
            resolves: false,
            depth: None,
            viewport: None,
            scissor: None,
            front_face: FrontFace::default(),
            cull_mode: CullMode::default(),
            unclipped_depth: false,
            sample_mask: u32::MAX,
        }
    }
}

/// A vertex buffer and the layout of its elements.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct VertexBuffer {
    /// The bytes, from the offset on at which the buffer is set.
    pub bytes: Vec<u8>,
    /// From one element to the next, in bytes; with 0 there is only one element.
    pub array_stride: u64,
    /// Whether each vertex or each instance has an element.
    pub step_mode: StepMode,
    /// The attributes in each element.
    pub attributes: Vec<VertexAttribute>,
}

/// An attribute of a vertex or an instance.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct VertexAttribute {
    /// How the attribute is stored.
    pub format: VertexFormat,
    /// From the start of the element, in bytes.
    pub offset: u64,
    /// The location of the input of the vertex shader.
    pub location: u32,
}

/// Indices of vertices.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct IndexBuffer {
    /// The bytes, from the offset on at which the buffer is set. In strips the greatest index of the format begins a new strip.
    pub bytes: Vec<u8>,
    /// How an index is stored.
    pub format: IndexFormat,
}

/// A colour attachment.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Target {
    /// The format of the texels.
    pub format: Format,
    /// The texels before the draw: red, green, blue and alpha, 0 for channels that the format lacks.
    pub cleared_to: [f64; 4],
}

/// A depth attachment.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Depth {
    /// The format of the texels.
    pub format: Format,
    /// The depth test.
    pub state: DepthState,
    /// The texels before the draw.
    pub cleared_to: f32,
}

/// The depth test.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct DepthState {
    /// How the depth of a fragment, on the left, is compared with the depth in the attachment.
    pub compare: CompareFunction,
    /// Whether depths that pass are stored.
    pub is_written: bool,
}
