//! A validator for the Metal Shading Language.
//!
//! This is an internal crate of the command [`wgsl-check`](https://docs.rs/crate/wgsl-check). Any release may change anything here.
//!
//! Text becomes tokens, which the preprocessor expands; tokens become a syntax tree, and the tree gets types. Every phase takes a value
//! and returns one, with its diagnostics. Parsing does not fail.

pub mod allow;
pub mod ast;
mod check;
pub mod diagnostic;
pub mod explain;
pub mod interface;
mod lex;
pub mod link;
pub mod meaning;
pub mod names;
pub mod occurrence;
mod packs;
mod parse;
mod pipeline;
mod preprocess;
pub mod reflection;
pub mod sampler;
pub mod typed;
pub mod types;
mod validate;

pub use check::check;
pub use parse::{Parsed, parse};
pub use preprocess::{
    Definition, Files, HeaderText, Headers, Inclusion, Inclusions, Lookup, NoFiles, Source, preprocess,
};
pub use validate::{Options, Program, module, pipeline_program, program, validate};
