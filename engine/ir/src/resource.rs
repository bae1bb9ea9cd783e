//! The resources that a program uses.

use webgpu_model::texture::{ChannelKind, Format, Sampler, ViewDimension};

/// A resource that the program uses.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Resource {
    /// `@group`
    pub group: u32,
    /// `@binding`
    pub binding: u32,
    /// The kind that is required.
    pub kind: ResourceKind,
    /// Whether the program may write it.
    pub is_writable: bool,
}

impl Resource {
    /// Returns true if the program finds it at this place.
    #[must_use]
    pub fn is_at(&self, group: u32, binding: u32) -> bool {
        self.kind.is_bound() && (self.group, self.binding) == (group, binding)
    }
}

/// The kind of a resource.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum ResourceKind {
    /// A uniform or storage buffer of at least so many bytes.
    Buffer {
        /// Whether it lies in address space uniform.
        is_uniform: bool,
        /// In bytes.
        least_size: u64,
    },
    /// Immediate data of the dispatch or draw, of at least this size: it has no group and binding.
    Immediates {
        /// In bytes.
        least_size: u64,
    },
    /// A texture.
    Texture {
        /// How coordinates are interpreted.
        dimension: ViewDimension,
        /// The type of its texels.
        holds: TexelKind,
        /// Whether there is more than one sample.
        is_multisampled: bool,
    },
    /// A sampler.
    Sampler {
        /// Whether it compares.
        compares: bool,
    },
    /// A sampler that the program makes, such as a `constexpr` one of MSL: it has no group and binding.
    FixedSampler {
        /// Its properties.
        sampler: Sampler,
    },
}

impl ResourceKind {
    /// Returns true if the host binds the resource to its group and binding.
    #[must_use]
    pub const fn is_bound(self) -> bool {
        match self {
            Self::Buffer { .. } | Self::Texture { .. } | Self::Sampler { .. } => true,
            Self::Immediates { .. } | Self::FixedSampler { .. } => false,
        }
    }
}

/// The required type of the texels of a texture.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TexelKind {
    /// Of any format with such channels.
    Channels(ChannelKind),
    /// Depths.
    Depth,
    /// Of this format.
    Format(Format),
}
