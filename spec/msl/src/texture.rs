//! The kinds of textures.

pub use crate::types::TextureKind;

/// The dimension of a texture (2.8). Metal says separately whether there are several layers or samples, and has buffers of texels, so it is not
/// the dimension of a view in WebGPU.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
pub enum Dimension {
    /// A row of pixels.
    One,
    /// A plane of pixels.
    Two,
    /// A space of pixels.
    Three,
    /// Six faces, each a plane of pixels.
    Cube,
    /// A row of pixels in a buffer (2.8.1).
    Buffer,
}

impl TextureKind {
    /// The access of a type that does not name one.
    #[must_use]
    pub fn default_access(self) -> crate::Access {
        self.accesses()[0]
    }
}
