//! Execution on the CPU: what buffers and texels must hold after a dispatch or a draw.
//!
//! [`resources::Pipeline`] runs a compute program of the intermediate representation on its resources, [`draw::RenderPipeline`] a vertex
//! and a fragment program on vertices and attachments.

pub mod draw;
pub mod execute;
pub mod judge;
pub mod memory;
mod plane;
pub mod raster;
pub mod resources;
pub mod texture;
