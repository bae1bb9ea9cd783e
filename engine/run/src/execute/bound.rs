//! Resources as they are bound, and the check that they are what the program declares.

use crate::memory::SharedBytes;
use crate::texture::Texture;
use shader_ir::{ResourceKind, TexelKind};
use webgpu_model::texture::Sampler;

/// A resource, as it is bound.
#[derive(Debug)]
pub enum Bound {
    /// Bytes.
    Buffer(SharedBytes),
    /// Texels.
    Texture(Texture),
    /// A sampler.
    Sampler(Sampler),
    /// Nothing.
    Missing,
}

/// Returns true if a bound resource is of the kind that the program declares.
#[must_use]
pub fn fits(kind: ResourceKind, bound: &Bound) -> bool {
    match (kind, bound) {
        (
            ResourceKind::Buffer { least_size, .. } | ResourceKind::Immediates { least_size },
            Bound::Buffer(bytes),
        ) => bytes.len() as u64 >= least_size,
        (ResourceKind::Texture { dimension, holds, is_multisampled }, Bound::Texture(texture)) => {
            let format = texture.format();
            let fits = match holds {
                TexelKind::Depth => format.is_depth(),
                // No storage texture has a swizzle.
                TexelKind::Format(wanted) => format == wanted && texture.descriptor().swizzle.is_identity(),
                TexelKind::Channels(kind) => format.kind() == kind,
            };
            fits && texture.dimension() == dimension && (texture.sample_count() > 1) == is_multisampled
        }
        (ResourceKind::Sampler { compares }, Bound::Sampler(sampler)) => {
            sampler.compare.is_some() == compares
        }
        (ResourceKind::FixedSampler { .. }, Bound::Sampler(_)) => true,
        (
            ResourceKind::Buffer { .. } | ResourceKind::Immediates { .. },
            Bound::Texture(_) | Bound::Sampler(_),
        )
        | (ResourceKind::Texture { .. }, Bound::Buffer(_) | Bound::Sampler(_))
        | (
            ResourceKind::Sampler { .. } | ResourceKind::FixedSampler { .. },
            Bound::Buffer(_) | Bound::Texture(_),
        )
        | (_, Bound::Missing) => false,
    }
}
