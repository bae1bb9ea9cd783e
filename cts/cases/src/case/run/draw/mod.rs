//! Draws of cases: a render pipeline, its vertices, and its attachments. The keys are those of WebGPU.

mod attachments;
mod depth_stencil;
mod part;
mod resolve;
mod vertices;

pub use depth_stencil::{BiasEntry, DepthEntry, DepthTestEntry, FaceEntry, StencilEntry, StencilTestEntry};
pub use part::DrawPartEntry;
pub(super) use resolve::draw;

use super::{Element, FieldNames, Word};
use schemars::JsonSchema;
use serde::Deserialize;
use webgpu_model::raster::{CullMode, FrontFace, IndexFormat, StepMode, Topology, VertexFormat};
use webgpu_model::texture::Format;
use webgpu_model::{BlendFactor, BlendOperation};

/// A draw, instead of a dispatch. Resources and constants go to both stages.
#[derive(Deserialize, JsonSchema, Debug)]
#[serde(deny_unknown_fields)]
#[allow(clippy::struct_excessive_bools, reason = "each is a key of WebGPU of its own")]
pub struct DrawEntry {
    /// The vertex entry point; optional if there is only one.
    pub vertex: Option<String>,
    /// The fragment entry point; optional if there is only one.
    pub fragment: Option<String>,
    /// Whether there is no fragment shader: only depths are drawn.
    #[serde(default)]
    pub depth_only: bool,
    /// The topology of primitives; by default triangle-list.
    #[serde(default)]
    pub topology: Word<Topology>,
    /// The winding of front-facing triangles; by default ccw.
    #[serde(default)]
    pub front_face: Word<FrontFace>,
    /// The triangles that are culled; by default none.
    #[serde(default)]
    pub cull_mode: Word<CullMode>,
    /// Whether fragments before the near plane and behind the far plane are drawn, with the nearest and the farthest depth.
    #[serde(default)]
    pub unclipped_depth: bool,
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
    /// The samples that may be written: bit n for sample n.
    #[serde(default = "all_samples")]
    pub sample_mask: u32,
    /// Whether the alpha of the first colour takes samples away.
    #[serde(default)]
    pub alpha_to_coverage: bool,
    /// Left border, upper border, width, height, least depth, greatest depth; by default the whole attachments.
    pub viewport: Option<[f32; 6]>,
    /// Left border, upper border, width, height: nothing is drawn outside.
    pub scissor: Option<[u32; 4]>,
    /// The colour attachments, by location.
    #[serde(default)]
    pub targets: Vec<TargetEntry>,
    /// Red, green, blue and alpha for the blend factors that are constant; by default zeros.
    #[serde(default)]
    pub blend_constant: [f64; 4],
    /// The value that stencil values are compared with and replaced by; by default 0.
    pub stencil_reference: Option<Element>,
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
    pub step_mode: Word<StepMode>,
    /// The attributes in each element.
    pub attributes: Vec<AttributeEntry>,
    /// The types of its contents, as for other buffers.
    #[serde(rename = "type")]
    pub row: FieldNames,
    /// Its contents.
    pub values: Vec<Element>,
}

/// An attribute of vertices.
#[derive(Deserialize, JsonSchema, Debug)]
#[serde(deny_unknown_fields)]
pub struct AttributeEntry {
    /// The location of the input of the vertex shader.
    pub location: u32,
    /// Its format in the buffer.
    pub format: Word<VertexFormat>,
    /// The offset in the element, in bytes.
    #[serde(default)]
    pub offset: u32,
}

/// An index buffer.
#[derive(Deserialize, JsonSchema, Debug)]
#[serde(deny_unknown_fields)]
pub struct IndexEntry {
    /// The format of an index; by default uint16.
    #[serde(default)]
    pub format: Word<IndexFormat>,
    /// The indices. In a strip, the greatest index of the format begins a new strip.
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
    pub format: Word<Format>,
    /// The value of its texels before the draw: a list of channels, or a number for a single channel; by default zero.
    pub clear: Option<Element>,
    /// The texels before the draw, row by row, sample by sample, in place of `clear`; those that are missing at the end are zero.
    pub load: Option<Vec<Element>>,
    /// How the colours of the shader are combined with those before; by default they replace them.
    pub blend: Option<BlendEntry>,
    /// The letters of the channels that are written; by default all: rgba.
    pub write_mask: Option<String>,
    /// The expected texels afterwards, row by row; those that are missing at the end must be unchanged. With several samples,
    /// the texels that they are resolved into. Without it nothing is compared.
    pub expect: Option<Vec<Element>>,
}

/// How colours are combined with those of a target.
#[derive(Deserialize, JsonSchema, Debug, Default)]
#[serde(deny_unknown_fields, default)]
pub struct BlendEntry {
    /// Of red, green and blue.
    pub color: BlendComponentEntry,
    /// Of alpha.
    pub alpha: BlendComponentEntry,
}

/// How channels are combined; by default with add, one and zero.
#[derive(Deserialize, JsonSchema, Debug, Default)]
#[serde(deny_unknown_fields, default)]
pub struct BlendComponentEntry {
    /// The operation.
    pub operation: Word<BlendOperation>,
    /// The factor for the channel of the shader.
    pub src_factor: Option<Word<BlendFactor>>,
    /// The factor for the channel of the target.
    pub dst_factor: Option<Word<BlendFactor>>,
}

const fn all_samples() -> u32 {
    u32::MAX
}

impl DrawEntry {
    /// All strings that may use values of the matrix.
    pub(super) fn words(&self) -> Vec<&str> {
        let mut words = vec![self.topology.text(), self.front_face.text(), self.cull_mode.text()];
        words.extend(self.vertex.iter().chain(&self.fragment).map(String::as_str));
        for buffer in &self.vertex_buffers {
            words.push(buffer.step_mode.text());
            words.extend(buffer.attributes.iter().map(|attribute| attribute.format.text()));
            words.extend(buffer.row.names().iter().map(String::as_str));
        }
        words.extend(self.index.iter().map(|index| index.format.text()));
        words.extend(self.targets.iter().map(|target| target.format.text()));
        for component in self.targets.iter().flat_map(|it| &it.blend).flat_map(|it| [&it.color, &it.alpha]) {
            words.push(component.operation.text());
            words.extend(component.src_factor.iter().chain(&component.dst_factor).map(Word::text));
        }
        words.extend(self.targets.iter().flat_map(|target| &target.write_mask).map(String::as_str));
        self.depth.iter().for_each(|depth| depth.words(&mut words));
        self.stencil.iter().for_each(|stencil| stencil.words(&mut words));
        self.draws.iter().for_each(|draw| draw.words(&mut words));
        let held = self.vertex_buffers.iter().flat_map(|buffer| &buffer.values);
        let cleared = self.targets.iter().flat_map(|target| &target.clear);
        let drawn = self.targets.iter().flat_map(|target| target.expect.iter().flatten());
        let loaded = self.targets.iter().flat_map(|target| target.load.iter().flatten());
        for element in held.chain(cleared).chain(loaded).chain(drawn).chain(&self.stencil_reference) {
            element.words(&mut words);
        }
        words
    }
}
