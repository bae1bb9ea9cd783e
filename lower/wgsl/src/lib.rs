//! From a typed WGSL module to a program: one entry point with everything that it calls.
//!
//! This is an internal crate of the library [`shader-check`](https://docs.rs/shader-check): depend on that one. Any release may change
//! anything here.
//!
//! Functions are expanded where they are called: WGSL has no recursion. Thereby every pointer is a place that is known when
//! lowering, but for the indices in it. Variables without arrays in them live in registers; the others in memory.

// A type, an operation or an expression that is added must be handled wherever it matters.
#![deny(clippy::wildcard_enum_match_arm)]

mod assemble;
mod builtin;
mod call;
mod certain;
pub mod compute;
pub mod debug;
mod expression;
pub mod layout;
mod lowering;
mod names;
mod operator;
mod place;
mod probe;
pub mod render;
mod statement;
mod texel;
mod texture;
pub mod trial;
mod types;
mod value;
mod variable;
mod view;

pub use lowering::{How, lower, lower_with_probes};
pub use shader_ir::build::Unsupported;
