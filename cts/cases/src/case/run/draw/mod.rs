//! The form of a draw: a render pipeline, its vertices, and the attachments that it draws on. Keys are those of WebGPU.

mod attachments;
mod resolve;
mod vertices;

pub(super) use resolve::draw;

use super::{Element, FieldNames, Word};
use schemars::JsonSchema;
use serde::Deserialize;
use shader_model::raster::{CullMode, FrontFace, IndexFormat, StepMode, Topology, VertexFormat};
use shader_model::texture::{CompareFunction, Format};

/// A draw, in place of a dispatch. What is bound goes to both stages, and so do the constants.
#[derive(Deserialize, JsonSchema, Debug)]
#[serde(deny_unknown_fields)]
pub struct DrawEntry {
    /// The entry point whose stage is vertex; may be absent where there is only one.
    pub vertex: Option<String>,
    /// The entry point whose stage is fragment; may be absent where there is only one.
    pub fragment: Option<String>,
    /// There is no fragment shader: only depths are drawn.
    #[serde(default)]
    pub depth_only: bool,
    /// How vertices make primitives; triangle-list when absent.
    #[serde(default)]
    pub topology: Word<Topology>,
    /// Which triangles are front-facing; ccw when absent.
    #[serde(default)]
    pub front_face: Word<FrontFace>,
    /// Which triangles are left out; none when absent.
    #[serde(default)]
    pub cull_mode: Word<CullMode>,
    /// How many vertices are drawn, where there is no `index`.
    pub vertex_count: Option<u32>,
    /// The number of the first of them; 0 when absent.
    pub first_vertex: Option<u32>,
    /// How many times they are drawn.
    #[serde(default = "super::one")]
    pub instance_count: u32,
    /// The number of the first time.
    #[serde(default)]
    pub first_instance: u32,
    /// What the inputs of the vertex shader are read from.
    #[serde(default)]
    pub vertex_buffers: Vec<VertexBufferEntry>,
    /// The index buffer. All of its indices are drawn.
    pub index: Option<IndexEntry>,
    /// Width and height of the attachments, in pixels.
    pub size: [u32; 2],
    /// The number of samples of each pixel: 1 or 4.
    #[serde(default = "super::one")]
    pub samples: u32,
    /// The samples that may be written: bit n for sample n.
    #[serde(default = "all_samples")]
    pub sample_mask: u32,
    /// Left border, upper border, width, height, least depth, greatest depth; the whole of the attachments when absent.
    pub viewport: Option<[f32; 6]>,
    /// Left border, upper border, width, height: nothing is drawn outside.
    pub scissor: Option<[u32; 4]>,
    /// The colour attachments, by location.
    #[serde(default)]
    pub targets: Vec<TargetEntry>,
    /// The depth attachment.
    pub depth: Option<DepthEntry>,
}

/// A vertex buffer.
#[derive(Deserialize, JsonSchema, Debug)]
#[serde(deny_unknown_fields)]
pub struct VertexBufferEntry {
    /// From one element to the next, in bytes; with 0 there is only one.
    pub array_stride: u32,
    /// What there is an element for; vertex when absent.
    #[serde(default)]
    pub step_mode: Word<StepMode>,
    /// What lies in each element.
    pub attributes: Vec<AttributeEntry>,
    /// What its bytes are, as for other buffers.
    #[serde(rename = "type")]
    pub row: FieldNames,
    /// What it holds.
    pub values: Vec<Element>,
}

/// An attribute of vertices.
#[derive(Deserialize, JsonSchema, Debug)]
#[serde(deny_unknown_fields)]
pub struct AttributeEntry {
    /// The location of the input of the vertex shader.
    pub location: u32,
    /// How it is stored.
    pub format: Word<VertexFormat>,
    /// From the start of the element, in bytes.
    #[serde(default)]
    pub offset: u32,
}

/// An index buffer.
#[derive(Deserialize, JsonSchema, Debug)]
#[serde(deny_unknown_fields)]
pub struct IndexEntry {
    /// How an index is stored; uint16 when absent.
    #[serde(default)]
    pub format: Word<IndexFormat>,
    /// The indices. In strips the greatest one of the format begins a new strip.
    pub values: Vec<u32>,
    /// What is added to each.
    #[serde(default)]
    pub base_vertex: i32,
}

/// A colour attachment.
#[derive(Deserialize, JsonSchema, Debug)]
#[serde(deny_unknown_fields)]
pub struct TargetEntry {
    /// The texel format.
    pub format: Word<Format>,
    /// What its texels are before the draw: a list of the channels, or a number where there is only one; zero when absent.
    pub clear: Option<Element>,
    /// What they must be afterwards, row by row; what is left out at the end must be as it was. With several samples, what
    /// they are resolved into. Nothing is compared without it.
    pub expect: Option<Vec<Element>>,
}

/// The depth attachment.
#[derive(Deserialize, JsonSchema, Debug)]
#[serde(deny_unknown_fields)]
pub struct DepthEntry {
    /// depth16unorm or depth32float.
    pub format: Word<Format>,
    /// How the depth of a fragment, on the left, is compared with what is there.
    pub compare: Word<CompareFunction>,
    /// Whether depths that pass are stored; they are when absent.
    #[serde(default = "yes")]
    pub write: bool,
    /// What they are before the draw; 1 when absent.
    #[serde(default = "farthest")]
    pub clear: f32,
    /// What they must be afterwards, as for targets; not with several samples.
    pub expect: Option<Vec<Element>>,
}

const fn all_samples() -> u32 {
    u32::MAX
}

const fn yes() -> bool {
    true
}

const fn farthest() -> f32 {
    1.0
}

impl DrawEntry {
    /// All in it that may use values of the matrix.
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
        words.extend(self.depth.iter().flat_map(|depth| [depth.format.text(), depth.compare.text()]));
        let held = self.vertex_buffers.iter().flat_map(|buffer| &buffer.values);
        let cleared = self.targets.iter().flat_map(|target| &target.clear);
        let drawn = self.targets.iter().flat_map(|target| target.expect.iter().flatten());
        let depths = self.depth.iter().flat_map(|depth| depth.expect.iter().flatten());
        for element in held.chain(cleared).chain(drawn).chain(depths) {
            element.words(&mut words);
        }
        words
    }
}
