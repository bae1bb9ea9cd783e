//! Texel formats and texels, and samplers.

pub mod channel;
pub mod codec;
mod descriptor;
mod format;
mod packed;
mod sampler;
pub mod srgb;
mod texel;

pub use descriptor::{Dimension, MipLevel, TextureDescriptor, TextureError};
pub use format::{Encoding, Format};
pub use sampler::{AddressMode, CompareFunction, FilterMode, Sampler};
pub use texel::{ChannelKind, Texel};
