//! A draw: from the programs of its shaders, vertex buffers and resources to the texels of the attachments.
//! <https://www.w3.org/TR/WGSL/#stage-inputs-outputs>
//!
//! [`RenderPipeline`] holds the programs of the two shaders; [`RenderPipeline::draw`] runs them, with [`crate::raster`] between
//! them. Everything happens in the order of instances, primitives and quads, so that the result is the same each time.
//! Vertices and quads are run in batches: a fragment may write to a storage buffer before another one of an earlier
//! primitive, but never stores its colours before it.

mod check;
mod fragment;
mod order;
mod pass;
mod pipeline;
mod target;
mod vertex;

use crate::execute::Fault;
use crate::raster::{
    CullMode, DepthState, FrontFace, IndexFormat, SampleCount, Scissor, Topology, VertexBuffer, Viewport,
};
use crate::resources::Binding;
use crate::texture::{Format, Texture};
pub use pipeline::RenderPipeline;

/// A draw, with its pipeline state and attachments. The default draws three
/// vertices with the only vertex shader and without fragment shader or attachments.
#[derive(Clone, Debug)]
pub struct Draw<'a> {
    /// The vertex shader.
    pub vertex: Shader,
    /// The fragment shader; without one only depths are drawn.
    pub fragment: Option<Shader>,
    /// The resources of both shaders.
    pub bindings: Vec<Binding>,
    /// The bytes of the variables in address space immediate.
    pub immediates: Vec<u8>,
    /// How vertices make primitives.
    pub topology: Topology,
    /// The buffers of the inputs of the vertex shader.
    pub vertex_buffers: Vec<VertexBuffer<'a>>,
    /// The indices of the vertices; without them, vertices are numbered.
    pub index_buffer: Option<IndexBuffer<'a>>,
    /// The number of vertices, or indices, that are drawn.
    pub count: u32,
    /// The number of the first of them.
    pub first: u32,
    /// The offset that is added to each index.
    pub base_vertex: i32,
    /// The number of instances.
    pub instance_count: u32,
    /// The number of the first instance.
    pub first_instance: u32,
    /// Width and height of the attachments, in pixels.
    pub size: [u32; 2],
    /// The number of samples of the attachments.
    pub sample_count: SampleCount,
    /// The colour attachments, by location.
    pub targets: Vec<Option<Target>>,
    /// Whether the colour attachments are resolved to one sample a pixel afterwards.
    pub resolves: bool,
    /// The depth attachment.
    pub depth: Option<Depth>,
    /// The viewport; the whole of the attachments by default.
    pub viewport: Option<Viewport>,
    /// Nothing is drawn outside.
    pub scissor: Option<Scissor>,
    /// Which triangles are front-facing.
    pub front_face: FrontFace,
    /// The triangles that are culled.
    pub cull_mode: CullMode,
    /// Whether fragments in front of the near plane and behind the far plane are drawn.
    pub unclipped_depth: bool,
    /// The samples that may be written: bit n for sample n.
    pub sample_mask: u32,
}

/// A shader of the pipeline.
#[derive(Clone, Debug, Default)]
pub struct Shader {
    /// The entry point; may be absent where there is one of the stage only.
    pub entry_point: Option<String>,
    /// Values of overrides, by name or by `@id`.
    pub constants: Vec<(String, f64)>,
}

/// Indices of vertices.
#[derive(Clone, Copy, Debug)]
pub struct IndexBuffer<'a> {
    /// The bytes from the offset on at which the buffer was set.
    pub bytes: &'a [u8],
    /// How an index is stored.
    pub format: IndexFormat,
}

/// A colour attachment.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Target {
    /// How its texels are stored.
    pub format: Format,
    /// The clear value: red, green, blue and alpha.
    pub cleared_to: [f64; 4],
}

/// A depth attachment.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Depth {
    /// How its texels are stored.
    pub format: Format,
    /// The depth test.
    pub state: DepthState,
    /// The clear value.
    pub cleared_to: f32,
}

/// The results of a draw.
#[derive(Debug)]
pub struct Drawn {
    /// The colour attachments, by location; resolved where that was asked for.
    pub targets: Vec<Option<Texture>>,
    /// The depth attachment, with all its samples.
    pub depth: Option<Texture>,
    /// The final contents of the resources that a shader may write, in the order in which they were given.
    pub bindings: Vec<Binding>,
    /// The faults that strict execution found in the vertex shader, then in the fragment shader, each by place. The workgroup of a
    /// fault is the number of a batch.
    pub faults: Vec<Fault>,
}

impl Default for Draw<'_> {
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
