//! The contents that a request uses.

use crate::kept::Kept;
use webgpu_model::texture::TextureDescriptor;

/// Kept contents, and room for those of the resources of one request.
#[derive(Debug)]
pub(crate) struct Contents<'a> {
    /// The kept contents.
    pub(crate) kept: &'a Kept,
    /// The greatest number of bytes of all resources.
    limit: u64,
    /// Those that are taken.
    taken: u64,
}

impl<'a> Contents<'a> {
    /// With room for so many bytes.
    pub(crate) const fn new(kept: &'a Kept, limit: u64) -> Self {
        Self { kept, limit, taken: 0 }
    }

    /// Takes room for the bytes of a resource, before they are allocated.
    ///
    /// # Errors
    /// There is not enough.
    pub(crate) fn take(&mut self, bytes: usize) -> Result<(), String> {
        self.taken = self.taken.saturating_add(bytes as u64);
        if self.taken <= self.limit {
            return Ok(());
        }
        Err(format!("the resources of a request must not exceed {} bytes", self.limit))
    }

    /// Takes room for the texels of a texture.
    ///
    /// # Errors
    /// There is not enough, or there is no such texture.
    pub(crate) fn take_texture(&mut self, descriptor: &TextureDescriptor) -> Result<(), String> {
        let (_, bytes) = descriptor.lay_out().map_err(|error| error.to_string())?;
        self.take(bytes)
    }
}
