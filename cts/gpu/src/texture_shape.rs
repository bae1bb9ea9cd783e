//! The uses and sizes of textures.

use crate::Problem;
use webgpu_model::TextureBindingType;
use webgpu_model::texture::{Format, TextureDescriptor};
use wgpu::TextureUsages;

/// The uses of a texture that is bound.
pub(crate) fn usage(descriptor: &TextureDescriptor, ty: TextureBindingType) -> TextureUsages {
    let bound = match ty {
        TextureBindingType::StorageTexture => {
            TextureUsages::STORAGE_BINDING | TextureUsages::COPY_SRC | TextureUsages::COPY_DST
        }
        TextureBindingType::Texture => TextureUsages::TEXTURE_BINDING,
    };
    let filled =
        if must_be_drawn(descriptor) { TextureUsages::RENDER_ATTACHMENT } else { TextureUsages::COPY_DST };
    bound | filled
}

/// Whether copies can't fill a texture: it has several samples, or depths as floating point numbers.
pub(crate) const fn must_be_drawn(descriptor: &TextureDescriptor) -> bool {
    let is_copied = matches!(descriptor.format, Format::Depth16unorm) || !descriptor.format.is_depth();
    descriptor.sample_count > 1 || !is_copied
}

/// The size of a mip level: width, height, and depth or layers.
pub(crate) fn level_size(texture: &wgpu::Texture, level: u32) -> wgpu::Extent3d {
    let size = texture.size().mip_level_size(level, texture.dimension());
    // Mip levels of 1d textures have a height of 1, those of layers all layers.
    wgpu::Extent3d { height: size.height.max(1), ..size }
}

/// The bytes of a row of texels of an aspect, or of a row of blocks in a compressed format, without padding.
pub(crate) fn row_bytes(
    texture: &wgpu::Texture,
    aspect: wgpu::TextureAspect,
    width: u32,
) -> Result<u32, Problem> {
    let (block_width, _) = texture.format().block_dimensions();
    let size = texture.format().block_copy_size(Some(aspect));
    size.map(|size| size * width.div_ceil(block_width))
        .ok_or_else(|| Problem(format!("texels of format {:?} can't be copied", texture.format())))
}
