//! The reference executor: what buffers and texels must hold after a dispatch.

pub mod memory;
pub mod texture;
