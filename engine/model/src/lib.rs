//! The vocabulary of WebGPU: texel formats and how texels lie in memory, samplers, states of render pipelines.

#[macro_use]
mod named;
pub mod raster;
pub mod texture;
