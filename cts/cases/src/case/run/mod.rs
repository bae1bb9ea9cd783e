//! Programs that are executed: their resources, and the expected contents of buffers and textures.

mod draw;
mod element;
mod elements;
mod places;
mod resolve;
mod shader;
mod texture;
mod word;

pub use draw::{
    AttributeEntry, BiasEntry, DepthEntry, DepthTestEntry, DrawEntry, DrawPartEntry, FaceEntry, IndexEntry,
    StencilEntry, StencilTestEntry, TargetEntry, VertexBufferEntry,
};
pub use element::Element;
pub(super) use resolve::resolve;
pub use word::{Word, Worded};

use crate::names::{CaseRule, NeedName};
use indexmap::IndexMap;
use schemars::JsonSchema;
use serde::Deserialize;
use std::path::PathBuf;
use webgpu_model::texture::{AddressMode, CompareFunction, Dimension, FilterMode, Format};
use webgpu_model::{BufferBindingType, TextureBindingType};

/// A program that is executed. Its source, words and values may use `${name}` for values of the matrix.
#[derive(Deserialize, JsonSchema, Debug)]
#[serde(deny_unknown_fields)]
pub struct Run {
    /// The source of the program.
    pub wgsl: Option<String>,
    /// The source of the program, in a file of cases for Metal.
    pub msl: Option<String>,
    /// Or the file that holds the program, relative to the folder `fixtures`.
    pub file: Option<PathBuf>,
    /// The rules that it shows besides those of its case.
    #[serde(default)]
    pub rules: Vec<CaseRule>,
    /// The extensions and features that it depends on besides those of its case.
    #[serde(default)]
    pub needs: Vec<NeedName>,
    /// The name of the entry point of a dispatch; optional if there is only one.
    pub entry_point: Option<String>,
    /// Values for overrides, by name or by `@id`.
    #[serde(default)]
    pub constants: IndexMap<String, Element>,
    /// The number of workgroups in x, y and z; by default 1.
    #[serde(default)]
    #[schemars(length(min = 1, max = 3))]
    pub workgroups: Vec<u32>,
    /// The threads of the grid in x, y and z, in place of workgroups. Only for Metal.
    #[serde(default)]
    #[schemars(length(min = 1, max = 3))]
    pub threads: Vec<u32>,
    /// The threads of a threadgroup in x, y and z; by default 1. Only for Metal.
    #[serde(default)]
    #[schemars(length(min = 1, max = 3))]
    pub threadgroup: Vec<u32>,
    /// The bytes of pointer arguments in threadgroup memory, by their numbers. Only for Metal.
    #[serde(default)]
    pub threadgroup_memory: IndexMap<u32, u32>,
    /// The draw, if the program is not dispatched.
    pub draw: Option<DrawEntry>,
    /// Whether the execution is strict: it must find the marked faults, and no others.
    #[serde(default)]
    pub strict: bool,
    /// The number of invocations of a subgroup, if it matters.
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
    /// The contents of variables in address space immediate.
    pub immediates: Option<ImmediatesEntry>,
}

/// The contents of variables in address space immediate.
#[derive(Deserialize, JsonSchema, Debug)]
#[serde(deny_unknown_fields)]
pub struct ImmediatesEntry {
    /// The types of the contents, as for a buffer.
    #[serde(rename = "type")]
    pub row: FieldNames,
    /// The values.
    pub values: Vec<Element>,
}

/// A buffer.
#[derive(Deserialize, JsonSchema, Debug)]
#[serde(deny_unknown_fields)]
pub struct BufferEntry {
    /// `@group`; in Metal 0 for a buffer, 1 for a texture and 2 for a sampler.
    pub group: u32,
    /// `@binding`; in Metal the number of the resource.
    pub binding: u32,
    /// The type of the binding.
    pub kind: BufferBindingType,
    /// The types of its contents, repeated to its end: i32, u32, f32, f16, i16, u16, i8, u8, or pad4 for 4 bytes of padding; a
    /// list of these for a structure.
    #[serde(rename = "type")]
    pub row: FieldNames,
    /// The size in bytes, a multiple of 4; by default the size of `values` or `expect`.
    pub size: Option<u32>,
    /// The initial contents; missing values at the end are zero.
    #[serde(default)]
    pub values: Vec<Element>,
    /// The expected contents afterwards; those that are missing at the end must be unchanged. Without it nothing is compared.
    pub expect: Option<Vec<Element>>,
}

/// The name of a scalar type, or those of the parts of a row.
#[derive(Deserialize, JsonSchema, Debug)]
#[serde(untagged, expecting = "expected the name of a scalar type, or a list of such")]
pub enum FieldNames {
    /// A single type.
    One(String),
    /// The types of a row.
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
    /// The type of the binding.
    pub kind: TextureBindingType,
    /// Its dimension; by default 2d.
    #[serde(default)]
    pub dimension: Dimension,
    /// The texel format; a sampled texture may also have depth16unorm or depth32float.
    pub format: Word<Format>,
    /// Width, height, and depth or number of layers, as far as the dimension has them.
    #[schemars(length(min = 1, max = 3))]
    pub size: Vec<u32>,
    /// The number of levels.
    #[serde(default = "one")]
    pub mips: u32,
    /// The number of samples of each texel: 1 or 4.
    #[serde(default = "one")]
    pub samples: u32,
    /// The sources of red, green, blue and alpha as the shader reads them: four of the letters rgba01; by default rgba.
    pub swizzle: Option<String>,
    /// The initial texels, level by level, layer by layer, row by row: a list of channels for each, or a number for a single
    /// channel. Missing texels at the end are zero.
    #[serde(default)]
    pub texels: Vec<Element>,
    /// The blocks of a compressed texture in place of texels, level by level, layer by layer, row by row: the bytes of each as
    /// hexadecimal digits. Missing blocks at the end are zero.
    #[serde(default)]
    pub blocks: Vec<String>,
    /// The expected texels afterwards; those that are missing at the end must be unchanged. Without it nothing is compared.
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
    /// The filter for texels that are larger than a pixel.
    #[serde(default)]
    pub mag: Word<FilterMode>,
    /// The filter for texels that are smaller than a pixel.
    #[serde(default)]
    pub min: Word<FilterMode>,
    /// The filter between levels.
    #[serde(default)]
    pub mipmap: Word<FilterMode>,
    /// The treatment of coordinates outside the texture, in each direction.
    #[serde(default)]
    pub address: [Word<AddressMode>; 3],
    /// The comparison of a reference with the depth, for a `sampler_comparison`.
    pub compare: Option<Word<CompareFunction>>,
    /// The least and the greatest level of detail.
    #[serde(default = "all_levels")]
    pub lod: [f32; 2],
    /// The greatest number of samples along the longer side of a pixel's area in the texture. If it is above 1, all filters
    /// must be `linear`. The reference executor always takes one sample, so that the result must not depend on it.
    #[serde(default = "one_sample")]
    #[schemars(range(min = 1))]
    pub anisotropy: u16,
}

const fn one() -> u32 {
    1
}

const fn one_sample() -> u16 {
    1
}

/// The default of WebGPU.
const fn all_levels() -> [f32; 2] {
    [0.0, 32.0]
}

impl Run {
    /// All strings that may use values of the matrix.
    pub(super) fn words(&self) -> Vec<&str> {
        let mut words: Vec<&str> =
            self.wgsl.iter().chain(&self.msl).chain(&self.entry_point).map(String::as_str).collect();
        words.extend(self.draw.iter().flat_map(DrawEntry::words));
        self.buffers.iter().for_each(|buffer| buffer.words(&mut words));
        words.extend(self.textures.iter().map(|texture| texture.format.text()));
        words.extend(self.textures.iter().filter_map(|texture| texture.swizzle.as_deref()));
        for sampler in &self.samplers {
            words.extend([&sampler.mag, &sampler.min, &sampler.mipmap].map(Word::text));
            words.extend(sampler.address.iter().map(Word::text));
            words.extend(sampler.compare.iter().map(Word::text));
        }
        let lists = self.textures.iter();
        let lists = lists.flat_map(|texture| texture.texels.iter().chain(texture.expect.iter().flatten()));
        for element in lists.chain(self.constants.values()) {
            element.words(&mut words);
        }
        words
    }
}

impl BufferEntry {
    fn words<'a>(&'a self, words: &mut Vec<&'a str>) {
        words.extend(self.row.names().iter().map(String::as_str));
        let elements = self.values.iter().chain(self.expect.iter().flatten());
        elements.for_each(|element| element.words(words));
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
