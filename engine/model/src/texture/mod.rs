//! Texel formats and texels, and samplers.

mod capability;
pub mod channel;
pub mod codec;
mod compressed;
mod descriptor;
mod format;
mod packed;
mod sampler;
pub mod srgb;
mod swizzle;
mod texel;

pub use capability::Support;
pub use compressed::Compressed;
pub use descriptor::{MipLevel, TextureDescriptor, TextureError, ViewDimension};
pub use format::{Encoding, Format};
pub use sampler::{AddressMode, CompareFunction, FilterMode, Sampler};
pub use swizzle::{Component, Swizzle};
pub use texel::{ChannelKind, Texel};
