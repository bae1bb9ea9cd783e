//! Execution on the CPU: what buffers and texels must hold after a dispatch or a draw.
//!
//! This is an internal crate of the library [`shader-check`](https://docs.rs/shader-check): depend on that one. Any release may change
//! anything here.
//!
//! [`resources::Pipeline`] runs a compute program of the intermediate representation on its resources, [`draw::RenderPipeline`] a vertex
//! and a fragment program on vertices and attachments.

// An operation, an instruction or a kind of memory that is added must be handled wherever it matters.
#![deny(clippy::wildcard_enum_match_arm)]

pub mod debug;
pub mod draw;
pub mod execute;
pub mod judge;
pub mod memory;
mod plane;
pub mod raster;
pub mod resources;
pub mod texture;
