//! Programs that are executed: their resources, and the expected contents of buffers and textures.

mod call;
mod draw;
mod element;
mod elements;
mod resolve;
mod shader;
mod texture;

pub use call::Arguments;
pub(super) use call::host_call;
pub use draw::{
    DepthEntry, DrawEntry, DrawPartEntry, IndexEntry, StencilEntry, TargetEntry, VertexBufferEntry,
};
pub use element::Element;
pub(crate) use elements::{expected, flat};
pub(super) use resolve::resolve;

use crate::names::{CaseRule, NeedName};
use indexmap::IndexMap;
use schemars::JsonSchema;
use serde::Deserialize;
use std::path::PathBuf;
use webgpu_model::texture::{Format, Sampler, Swizzle, ViewDimension};
use webgpu_model::{BufferBindingType, TextureBindingType};

/// A program that is executed. Its source, words and values may use `${name}` for values of the matrix.
#[derive(Deserialize, JsonSchema, Debug)]
#[serde(deny_unknown_fields)]
pub struct Run {
    /// The source of the program.
    pub wgsl: Option<String>,
    /// The source of the program, in a file of cases for Metal.
    pub msl: Option<String>,
    /// The source of the program, in a file of cases for C++ AMP.
    pub amp: Option<String>,
    /// Or the file that holds the program, relative to the directory `fixtures`.
    pub file: Option<PathBuf>,
    /// The rules that it shows in addition to `rules` of its case.
    #[serde(default)]
    pub rules: Vec<CaseRule>,
    /// The extensions and features that it depends on in addition to `needs` of its case.
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
    /// The threads of the grid in x, y and z, instead of workgroups. Only for Metal.
    #[serde(default)]
    #[schemars(length(min = 1, max = 3))]
    pub threads: Vec<u32>,
    /// The threads of a threadgroup in x, y and z; by default 1. Only for Metal.
    #[serde(default)]
    #[schemars(length(min = 1, max = 3))]
    pub threadgroup: Vec<u32>,
    /// The function of the host that is called, by its name. Only for C++ AMP.
    pub call: Option<String>,
    /// The arguments of the call by the names of the parameters, as in the plans of `wgsl-check amp run`. Only for C++ AMP.
    #[serde(default)]
    pub arguments: Arguments,
    /// The elements of arguments afterwards, by the names of the parameters. Only for C++ AMP.
    #[serde(default)]
    pub expect: IndexMap<String, Vec<Element>>,
    /// The reason why WGSL has no counterpart of its kernels, or computes other results. Without it, they are also executed as WGSL. Only for C++ AMP.
    pub without_wgsl: Option<String>,
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
    /// The expected contents afterwards; missing values at the end must be unchanged. Without it nothing is compared.
    pub expect: Option<Vec<Element>>,
}

/// The name of a scalar type, or the names for the parts of a row.
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
    pub dimension: ViewDimension,
    /// The texel format; a sampled texture may also have depth16unorm or depth32float.
    pub format: Format,
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
    #[serde(default)]
    #[schemars(with = "String")]
    pub swizzle: Swizzle,
    /// The initial texels, level by level, layer by layer, row by row: a list of channels for each, or a number for a single
    /// channel. Missing texels at the end are zero.
    #[serde(default)]
    pub texels: Vec<Element>,
    /// The blocks of a compressed texture instead of texels, level by level, layer by layer, row by row: the bytes of
    /// each as hexadecimal digits. Missing blocks at the end are zero.
    #[serde(default)]
    pub blocks: Vec<String>,
    /// The expected texels afterwards; missing texels at the end must be unchanged. Without it nothing is compared.
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
    /// Its state. The reference executor always takes one sample, so that the result must not depend on `max_anisotropy`.
    #[serde(flatten)]
    pub sampler: Sampler,
}

const fn one() -> u32 {
    1
}

impl FieldNames {
    fn names(&self) -> &[String] {
        match self {
            Self::One(name) => std::slice::from_ref(name),
            Self::Row(names) => names,
        }
    }
}
