//! From a typed Metal program to WGSL: one function of a pipeline with everything that it calls.
//!
//! This is an internal crate of the command [`wgsl-check`](https://docs.rs/crate/wgsl-check). Any release may change anything here.
//!
//! The result has the semantics of the program wherever the Metal Shading Language defines them. What WGSL cannot express is a
//! [`NoCounterpart`], with its place; nothing is dropped in silence.
//!
//! A function of Metal becomes one of WGSL for each set of variables that its pointers and references lead into: WGSL has no pointer that
//! moves through an array, so a pointer is the variable that it leads into, and an index.

// A type, an expression or a callee that is added must be handled wherever it matters.
#![deny(clippy::wildcard_enum_match_arm)]

mod assign;
mod built_in;
mod bytes;
mod call;
mod construct;
mod convert;
mod entry;
mod expression;
mod function;
mod global;
mod library;
mod literal;
mod lod_option;
mod member;
mod names;
mod operator;
mod parts;
mod place;
mod reference;
mod resource;
mod sampler;
mod stage;
mod statement;
mod structure;
mod switch;
mod table;
mod texture;
mod translator;
mod types;
mod unit;
mod value;
mod variable;
mod words;
mod writer;

#[cfg(test)]
mod tests;

use core::fmt;
use msl_spec::Section;
use msl_validator::meaning::Module;
use rustc_hash::FxHashSet;
use shader_source::Span;

pub use table::{Binding, Constant, MetalPlace};
pub use webgpu_model::texture::Format as TextureFormat;

/// The facts that the pipeline says, and not the program.
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

/// Translates a function of a pipeline with all that it calls.
///
/// # Errors
/// The request names no such function or leaves out a size, or parts of the program have no counterpart in WGSL: all that are found, in the
/// order of their places.
pub fn translate(module: &Module, request: &Request) -> Result<Translation, Refusal> {
    let mut arrays = FxHashSet::default();
    loop {
        match translator::Translator::new(module, request, arrays.clone()).translate() {
            Ok(translation) => return Ok(translation),
            // Each attempt has one more array, of at most as many as there are buffers.
            Err((_, wanted)) if !wanted.is_subset(&arrays) => arrays.extend(wanted),
            Err((refusal, _)) => return Err(refusal),
        }
    }
}
