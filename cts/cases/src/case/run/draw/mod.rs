//! Draws of cases: a render pipeline, its vertices, and its attachments. The keys are those of WebGPU.

mod attachments;
mod depth_stencil;
mod part;
mod resolve;
mod vertices;

pub use depth_stencil::{DepthEntry, StencilEntry};
pub use part::DrawPartEntry;
pub(super) use resolve::draw;

use super::{Element, FieldNames};
use schemars::JsonSchema;
use serde::Deserialize;
use webgpu_model::raster::{IndexFormat, Scissor, StepMode, Viewport};
use webgpu_model::texture::Format;
use webgpu_model::{BlendState, DepthStencilState, Multisample, Primitive, VertexAttribute, WriteMask};

/// A draw, instead of a dispatch. Resources and constants go to both stages.
#[derive(Deserialize, JsonSchema, Debug)]
#[serde(deny_unknown_fields)]
pub struct DrawEntry {
    /// The vertex entry point; optional if there is only one.
    pub vertex: Option<String>,
    /// The fragment entry point; optional if there is only one.
    pub fragment: Option<String>,
    /// Whether there is no fragment shader: only depths are drawn.
    #[serde(default)]
    pub depth_only: bool,
    /// How vertices make primitives, and which are drawn.
    #[serde(flatten)]
    pub primitive: Primitive,
    /// The number of vertices, without an `index`.
    pub vertex_count: Option<u32>,
    /// The number of the first vertex; by default 0.
    pub first_vertex: Option<u32>,
    /// The number of instances.
    #[serde(default = "super::one")]
    pub instance_count: u32,
    /// The number of the first instance.
    #[serde(default)]
    pub first_instance: u32,
    /// The buffers that the inputs of the vertex shader are read from.
    #[serde(default)]
    pub vertex_buffers: Vec<VertexBufferEntry>,
    /// The index buffer.
    pub index: Option<IndexEntry>,
    /// Whether the counts come from a buffer. Then they may go beyond the end of the other buffers.
    #[serde(default)]
    pub indirect: bool,
    /// Width and height of the attachments, in pixels.
    pub size: [u32; 2],
    /// The number of samples of each pixel: 1 or 4.
    #[serde(default = "super::one")]
    pub samples: u32,
    /// The samples that are written; by default all.
    #[serde(default)]
    pub multisample: Multisample,
    /// Left border, upper border, width, height, minimum depth, maximum depth; by default the whole attachments.
    #[schemars(with = "Option<[f32; 6]>")]
    pub viewport: Option<Viewport>,
    /// Left border, upper border, width, height: nothing is drawn outside.
    #[schemars(with = "Option<[u32; 4]>")]
    pub scissor: Option<Scissor>,
    /// The colour attachments, by location.
    #[serde(default)]
    pub targets: Vec<TargetEntry>,
    /// Red, green, blue and alpha for the blend factors that are constant; by default zeros.
    #[serde(default)]
    pub blend_constant: [f64; 4],
    /// The value that stencil values are compared with and replaced by; by default 0.
    #[serde(default)]
    pub stencil_reference: u32,
    /// The tests of depths and stencil values; by default all pass, and nothing is written.
    #[serde(default)]
    pub depth_stencil: DepthStencilState,
    /// The depth attachment.
    pub depth: Option<DepthEntry>,
    /// The stencil attachment.
    pub stencil: Option<StencilEntry>,
    /// Several draws, one after the other. Their keys replace those above; without it there is one draw.
    #[serde(default)]
    pub draws: Vec<DrawPartEntry>,
}

/// A vertex buffer.
#[derive(Deserialize, JsonSchema, Debug)]
#[serde(deny_unknown_fields)]
pub struct VertexBufferEntry {
    /// The distance of two elements in bytes; 0 if there is only one element.
    pub array_stride: u32,
    /// Whether there is an element for each vertex or each instance; by default vertex.
    #[serde(default)]
    pub step_mode: StepMode,
    /// The attributes in each element.
    pub attributes: Vec<VertexAttribute>,
    /// The types of its contents, as for other buffers.
    #[serde(rename = "type")]
    pub row: FieldNames,
    /// Its contents.
    pub values: Vec<Element>,
}

/// An index buffer.
#[derive(Deserialize, JsonSchema, Debug)]
#[serde(deny_unknown_fields)]
pub struct IndexEntry {
    /// The format of an index; by default uint16.
    #[serde(default)]
    pub format: IndexFormat,
    /// The indices. In a strip, the maximum index of the format begins a new strip.
    pub values: Vec<u32>,
    /// The number of indices that are drawn; by default all from `first` on.
    pub count: Option<u32>,
    /// The number of the first index that is drawn.
    #[serde(default)]
    pub first: u32,
    /// The number that is added to each index.
    #[serde(default)]
    pub base_vertex: i32,
}

/// A colour attachment.
#[derive(Deserialize, JsonSchema, Debug)]
#[serde(deny_unknown_fields)]
pub struct TargetEntry {
    /// The texel format.
    pub format: Format,
    /// The value of its texels before the draw: a list of channels, or a number for a single channel; by default zero.
    pub clear: Option<Element>,
    /// The texels before the draw, row by row, sample by sample, instead of `clear`; missing texels at the end are zero.
    pub load: Option<Vec<Element>>,
    /// How the colours of the shader are combined with those before; by default they replace them.
    pub blend: Option<BlendState>,
    /// The channels that are written: the sum of 1 for red, 2 for green, 4 for blue and 8 for alpha; by default all.
    #[serde(default)]
    #[schemars(with = "u8", range(max = 15))]
    pub write_mask: WriteMask,
    /// The expected texels afterwards, row by row; missing texels at the end must be unchanged. With several samples,
    /// the texels that they are resolved into. Without it nothing is compared.
    pub expect: Option<Vec<Element>>,
}
