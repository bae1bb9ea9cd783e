//! A validator for the Metal Shading Language.
//!
//! This is an internal crate of the command [`wgsl-check`](https://docs.rs/crate/wgsl-check). Any release may change anything here.
//!
//! Text becomes tokens, which the preprocessor expands; tokens become a syntax tree, and the tree gets types. Every phase takes a value
//! and returns one, with its diagnostics. Parsing does not fail.

pub mod allow;
pub mod amp;
mod cause;
mod check;
mod constant;
pub mod diagnostic;
mod dialect;
pub mod explain;
pub mod interface;
pub mod link;
mod macro_error;
pub mod meaning;
pub mod occurrence;
mod pipeline;
pub mod reflection;
pub mod sampler;
pub mod typed;
pub mod types;
pub mod unsupported;
mod validate;

pub use check::check;
pub use dialect::METAL;
pub use validate::{Options, Phase, Program, module, observed_program, pipeline_program, program, validate};
