//! Textures and samplers: the texture builtin functions of one invocation.
//! <https://www.w3.org/TR/WGSL/#texture-builtin-functions>
//!
//! | builtin function | implementation |
//! |---|---|
//! | `textureLoad` | [`Texture::load`]; outside, [`Texture::load_outside`] |
//! | `textureStore` | [`Texture::store`] |
//! | `textureDimensions`, `textureNumLayers`, … | [`Texture::dimensions`], [`Texture::layer_count`], … |
//! | `textureSample`, `textureSampleBias`, `textureSampleGrad` | [`sample`] with [`Level::Gradients`] |
//! | `textureSampleLevel` | [`sample`] with [`Level::Explicit`] |
//! | `textureSampleBaseClampToEdge` | [`sample_base_clamp_to_edge`] |
//! | `textureSampleCompare`, `textureSampleCompareLevel` | [`sample_compare`], the latter with [`Level::Base`] |
//! | `textureGather`, `textureGatherCompare` | [`gather`], [`gather_compare`] |
//!
//! A texture here is the view that a shader has: one aspect. An external texture is one of dimension `2d`. The specification
//! leaves the choice and weights of texels to WebGPU, and WebGPU to the APIs below it; where those allow a choice, the
//! documentation of an item states the choice. Weights are computed in `f64`: sizes times coordinates are exact there, so that the
//! result is the one which hardware with its few fraction bits approximates.

mod cube;
mod footprint;
mod lanes;
mod lod;
mod request;
mod sample;
#[cfg(test)]
#[allow(clippy::float_cmp, reason = "the results are exact")]
mod tests;
mod texels;

pub(crate) use lanes::PlaneAddresses;
pub use request::{Level, SampleRequest};
pub use sample::{gather, gather_compare, sample, sample_base_clamp_to_edge, sample_compare, sample_texel};
pub use texels::{TexelAddress, Texture};
