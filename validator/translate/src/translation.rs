//! What is translated, and the result.

use core::fmt;
use msl_spec::Section;
use shader_source::Span;
use webgpu_model::texture::Format as TextureFormat;

/// The facts that the pipeline has, not the program.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Request {
    /// The function of the pipeline.
    pub entry_point: String,
    /// The threads of a threadgroup along each axis. WGSL has them in the program.
    pub threadgroup_size: [u32; 3],
    /// The bytes of arguments in threadgroup memory, by their numbers.
    pub threadgroup_memory: Vec<(u32, u32)>,
    /// The values of function constants, by index: they become those that their overrides have unless the pipeline says otherwise.
    pub function_constants: Vec<(u32, f64)>,
    /// The formats of textures, by their numbers. WGSL has those of textures that are written in the program. Of a texture that is read,
    /// the format says which alpha there is outside of it; without one, it is taken for a format with alpha.
    pub texture_formats: Vec<(u32, TextureFormat)>,
    /// Whether the program is compiled without fast math, which knows no NaN. Section 1.5.3
    pub is_precise: bool,
}

/// A program in WGSL.
#[derive(Clone, PartialEq, Debug)]
pub struct Translation {
    /// The program, with the tables of bindings and constants in comments at its head.
    pub wgsl: String,
    /// The name of its entry point.
    pub entry_point: String,
    /// Where each resource of the Metal program is bound.
    pub bindings: Vec<Binding>,
    /// The overrides that function constants became.
    pub constants: Vec<Constant>,
    /// Further facts for those who call the program, in sentences.
    pub notes: Vec<String>,
    /// The place in the Metal program that each line comes from.
    pub lines: Vec<Span>,
}

/// A part of the program that WGSL cannot express.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct NoCounterpart {
    /// Where it is.
    pub span: Span,
    /// The part, and why there is no counterpart, in a sentence without a full stop.
    pub message: String,
    /// The section of the Metal Shading Language Specification that describes it.
    pub section: &'static Section,
}

/// Why there is no translation.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Refusal {
    /// The request does not belong to the program: why, in a sentence without a full stop.
    Request(String),
    /// Parts of the program have no counterpart.
    NoCounterpart(Vec<NoCounterpart>),
}

/// Where Metal has a resource.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct MetalPlace {
    /// The name of the attribute: `buffer`, `texture`, `sampler` or `threadgroup`.
    pub kind: &'static str,
    /// Its number.
    pub index: u32,
}

/// A resource, or memory of the threadgroup.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Binding {
    /// Where it is in Metal; `None` if the program makes it.
    pub metal: Option<MetalPlace>,
    /// Its name in Metal.
    pub metal_name: String,
    /// Its type in Metal.
    pub metal_type: String,
    /// Its group in WGSL; `None` if it is memory of the workgroup.
    pub group: Option<u32>,
    /// Its binding in WGSL.
    pub binding: Option<u32>,
    /// Its name in WGSL.
    pub name: String,
    /// Its address space with the access mode: `storage, read_write`; `handle` of textures and samplers.
    pub address_space: String,
    /// Its type in WGSL.
    pub ty: String,
    /// The bytes that a buffer has at least.
    pub least_bytes: Option<u64>,
    /// More about it, in words without a full stop.
    pub notes: Vec<String>,
}

/// An override that a function constant became.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Constant {
    /// The index, and the `@id`.
    pub index: u32,
    /// Its name in Metal.
    pub metal_name: String,
    /// Its name in WGSL.
    pub name: String,
    /// Its type in WGSL.
    pub ty: String,
    /// The value that it has unless the pipeline gives it one.
    pub value: Option<String>,
}

impl fmt::Display for NoCounterpart {
    fn fmt(&self, output: &mut fmt::Formatter<'_>) -> fmt::Result {
        output.write_str(&self.message)
    }
}

impl fmt::Display for Refusal {
    fn fmt(&self, output: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Request(problem) => output.write_str(problem),
            Self::NoCounterpart(found) => {
                let separators = core::iter::once("no counterpart in WGSL: ").chain(core::iter::repeat("; "));
                separators.zip(found).try_for_each(|(separator, part)| write!(output, "{separator}{part}"))
            }
        }
    }
}

impl core::error::Error for Refusal {}
