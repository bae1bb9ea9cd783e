//! Programs that are executed: with what, and what buffers and texels must hold afterwards.

mod draw;
mod element;
mod elements;
mod places;
mod resolve;
mod shader;
mod texture;
mod word;

pub use draw::{AttributeEntry, DepthEntry, DrawEntry, IndexEntry, TargetEntry, VertexBufferEntry};
pub use element::Element;
pub(super) use resolve::resolve;
pub use word::{Meaning, Word};

use super::Program;
use indexmap::IndexMap;
use schemars::JsonSchema;
use serde::Deserialize;
use shader_model::texture::{AddressMode, CompareFunction, Dimension, FilterMode, Format};
use shader_model::{BufferBindingType, TextureBindingType};
use std::path::PathBuf;

/// A program that is executed. `${name}` stands for values of the matrix in it, and in all its words and values.
#[derive(Deserialize, JsonSchema, Debug)]
#[serde(deny_unknown_fields)]
pub struct Run {
    /// The text of the program.
    pub wgsl: Option<String>,
    /// Or the file that holds it, relative to the folder `fixtures`.
    pub file: Option<PathBuf>,
    /// The name of the entry point of a dispatch; may be absent where there is only one.
    pub entry_point: Option<String>,
    /// Values for overrides, by name or by `@id`.
    #[serde(default)]
    pub constants: IndexMap<String, Element>,
    /// The number of workgroups in x, y and z; 1 where it is left out.
    #[serde(default)]
    #[schemars(length(min = 1, max = 3))]
    pub workgroups: Vec<u32>,
    /// The draw, for a program that is not dispatched but draws.
    pub draw: Option<DrawEntry>,
    /// Faults are looked for: those that are marked must be found, and no others.
    #[serde(default)]
    pub strict: bool,
    /// The number of invocations of a subgroup, where it matters.
    pub subgroup_size: Option<u32>,
    /// The buffers that are bound.
    #[serde(default)]
    pub buffers: Vec<BufferEntry>,
    /// The textures that are bound.
    #[serde(default)]
    pub textures: Vec<TextureEntry>,
    /// The samplers that are bound.
    #[serde(default)]
    pub samplers: Vec<SamplerEntry>,
    /// What variables in address space immediate hold.
    pub immediates: Option<ImmediatesEntry>,
}

/// What variables in address space immediate hold.
#[derive(Deserialize, JsonSchema, Debug)]
#[serde(deny_unknown_fields)]
pub struct ImmediatesEntry {
    /// What the bytes are, as those of a buffer.
    #[serde(rename = "type")]
    pub row: FieldNames,
    /// The values.
    pub values: Vec<Element>,
}

/// A buffer.
#[derive(Deserialize, JsonSchema, Debug)]
#[serde(deny_unknown_fields)]
pub struct BufferEntry {
    /// `@group`
    pub group: u32,
    /// `@binding`
    pub binding: u32,
    /// What it is bound as.
    pub kind: BufferBindingType,
    /// What its bytes are, again and again to its end: i32, u32, f32, f16, i16, u16, i8, u8, or pad4 for 4 bytes that mean
    /// nothing; a row of these for a structure.
    #[serde(rename = "type")]
    pub row: FieldNames,
    /// In bytes, a multiple of 4; when absent, as many as `values` or `expect` take.
    pub size: Option<u32>,
    /// What it holds at first; what is left out at the end is zero.
    #[serde(default)]
    pub values: Vec<Element>,
    /// What it must hold afterwards; what is left out at the end must be as it was. Nothing is compared without it.
    pub expect: Option<Vec<Element>>,
}

/// The name of a scalar type, or those of the parts of a row.
#[derive(Deserialize, JsonSchema, Debug)]
#[serde(untagged, expecting = "expected the name of a scalar type, or a list of such")]
pub enum FieldNames {
    /// One.
    One(String),
    /// A row.
    Row(Vec<String>),
}

/// A texture.
#[derive(Deserialize, JsonSchema, Debug)]
#[serde(deny_unknown_fields)]
pub struct TextureEntry {
    /// `@group`
    pub group: u32,
    /// `@binding`
    pub binding: u32,
    /// What it is bound as.
    pub kind: TextureBindingType,
    /// Its directions; 2d when absent.
    #[serde(default)]
    pub dimension: Dimension,
    /// The texel format; a sampled texture may also have depth16unorm or depth32float.
    pub format: Word<Format>,
    /// Width, height, and depth or number of layers, as the dimension has them.
    #[schemars(length(min = 1, max = 3))]
    pub size: Vec<u32>,
    /// The number of levels.
    #[serde(default = "one")]
    pub mips: u32,
    /// The number of samples of each texel: 1 or 4.
    #[serde(default = "one")]
    pub samples: u32,
    /// What its texels are at first, level by level, layer by layer, row by row: a list of the channels of each, or a number
    /// where there is only one. What is left out at the end is zero.
    #[serde(default)]
    pub texels: Vec<Element>,
    /// What they must be afterwards; what is left out at the end must be as it was. Nothing is compared without it.
    pub expect: Option<Vec<Element>>,
}

/// A sampler.
#[derive(Deserialize, JsonSchema, Debug)]
#[serde(deny_unknown_fields)]
pub struct SamplerEntry {
    /// `@group`
    pub group: u32,
    /// `@binding`
    pub binding: u32,
    /// Between texels that are larger than a pixel.
    #[serde(default)]
    pub mag: Word<FilterMode>,
    /// Between texels that are smaller.
    #[serde(default)]
    pub min: Word<FilterMode>,
    /// Between levels.
    #[serde(default)]
    pub mipmap: Word<FilterMode>,
    /// What coordinates outside of the texture mean, in each direction.
    #[serde(default)]
    pub address: [Word<AddressMode>; 3],
    /// How a reference is compared with depth, for a `sampler_comparison`.
    pub compare: Option<Word<CompareFunction>>,
    /// The least and the greatest level of detail.
    #[serde(default = "all_levels")]
    pub lod: [f32; 2],
}

const fn one() -> u32 {
    1
}

/// What WebGPU has where nothing is said.
const fn all_levels() -> [f32; 2] {
    [0.0, 32.0]
}

impl Run {
    /// The program; `None` unless it is said in exactly one way.
    pub(super) fn program(&self) -> Option<Program> {
        match (&self.wgsl, &self.file) {
            (Some(text), None) => Some(Program::Text(text.clone())),
            (None, Some(path)) => Some(Program::File(path.clone())),
            _ => None,
        }
    }

    /// All in it that may use values of the matrix.
    pub(super) fn words(&self) -> Vec<&str> {
        let mut words: Vec<&str> = self.wgsl.iter().chain(&self.entry_point).map(String::as_str).collect();
        words.extend(self.draw.iter().flat_map(DrawEntry::words));
        for buffer in &self.buffers {
            words.extend(buffer.row.names().iter().map(String::as_str));
        }
        words.extend(self.textures.iter().map(|texture| texture.format.text()));
        for sampler in &self.samplers {
            words.extend([&sampler.mag, &sampler.min, &sampler.mipmap].map(Word::text));
            words.extend(sampler.address.iter().map(Word::text));
            words.extend(sampler.compare.iter().map(Word::text));
        }
        let buffers = self.buffers.iter().map(|buffer| (&buffer.values, &buffer.expect));
        let textures = self.textures.iter().map(|texture| (&texture.texels, &texture.expect));
        let lists =
            buffers.chain(textures).flat_map(|(values, expect)| values.iter().chain(expect.iter().flatten()));
        for element in lists.chain(self.constants.values()) {
            element.words(&mut words);
        }
        words
    }
}

impl FieldNames {
    fn names(&self) -> &[String] {
        match self {
            Self::One(name) => std::slice::from_ref(name),
            Self::Row(names) => names,
        }
    }
}
