//! Resources on the device, with what they hold at first.

use crate::job::{Resource, Sampler, TextureDescriptor};
use crate::words::{dimensions, named};
use crate::{Gpu, Problem, fill, needs};
use wgpu::util::DeviceExt;

/// A resource on the device.
#[derive(Debug)]
pub(crate) enum Held {
    Buffer { buffer: wgpu::Buffer, is_uniform: bool },
    Texture { texture: wgpu::Texture, view: wgpu::TextureView, is_storage: bool },
    Sampler(wgpu::Sampler),
}

impl Held {
    pub(crate) fn binding(&self) -> wgpu::BindingResource<'_> {
        match self {
            Self::Buffer { buffer, .. } => buffer.as_entire_binding(),
            Self::Texture { view, .. } => wgpu::BindingResource::TextureView(view),
            Self::Sampler(sampler) => wgpu::BindingResource::Sampler(sampler),
        }
    }
}

/// The size of a mip level: width, height, and depth or layers.
pub(crate) fn level_size(texture: &wgpu::Texture, level: u32) -> wgpu::Extent3d {
    let size = texture.size().mip_level_size(level, texture.dimension());
    // Mip levels of 1d textures have a height of 1, those of layers all layers.
    wgpu::Extent3d { height: size.height.max(1), ..size }
}

/// The bytes of a row of texels without padding.
pub(crate) fn row_bytes(texture: &wgpu::Texture, width: u32) -> Result<u32, Problem> {
    let size = texture.format().block_copy_size(Some(wgpu::TextureAspect::All));
    size.map(|size| size * width)
        .ok_or_else(|| Problem(format!("texels of format {:?} can't be copied", texture.format())))
}

impl Gpu {
    /// Makes a resource and fills it.
    pub(crate) fn upload(&self, resource: &Resource) -> Result<Held, Problem> {
        match resource {
            Resource::Buffer { is_uniform, bytes } => {
                use wgpu::BufferUsages;
                let usage = if *is_uniform {
                    BufferUsages::UNIFORM
                } else {
                    BufferUsages::STORAGE | BufferUsages::COPY_SRC
                };
                let descriptor = wgpu::util::BufferInitDescriptor { label: None, contents: bytes, usage };
                Ok(Held::Buffer {
                    buffer: self.device.create_buffer_init(&descriptor),
                    is_uniform: *is_uniform,
                })
            }
            Resource::Texture { descriptor, is_storage, bytes } => {
                self.upload_texture(descriptor, *is_storage, bytes)
            }
            Resource::Sampler(sampler) => Ok(Held::Sampler(self.sampler(sampler)?)),
        }
    }

    fn upload_texture(
        &self,
        descriptor: &TextureDescriptor,
        is_storage: bool,
        bytes: &[u8],
    ) -> Result<Held, Problem> {
        let format: wgpu::TextureFormat = named(&descriptor.format)?;
        let (dimension, view_dimension) = dimensions(&descriptor.dimension)?;
        let [width, height, depth_or_array_layers] = descriptor.size;
        let texture = self.device.create_texture(&wgpu::TextureDescriptor {
            label: None,
            size: wgpu::Extent3d { width, height, depth_or_array_layers },
            mip_level_count: descriptor.mip_level_count,
            sample_count: descriptor.sample_count,
            dimension,
            format,
            usage: needs::usage(descriptor, is_storage),
            view_formats: &[],
        });
        if fill::must_be_drawn(descriptor) {
            fill::draw(self, &texture, descriptor, bytes)?;
        } else {
            self.write(&texture, bytes)?;
        }
        let view = texture.create_view(&wgpu::TextureViewDescriptor {
            dimension: Some(view_dimension),
            ..wgpu::TextureViewDescriptor::default()
        });
        Ok(Held::Texture { texture, view, is_storage })
    }

    /// Copies texels level by level.
    fn write(&self, texture: &wgpu::Texture, bytes: &[u8]) -> Result<(), Problem> {
        let mut rest = bytes;
        for mip_level in 0..texture.mip_level_count() {
            let size = level_size(texture, mip_level);
            let row = row_bytes(texture, size.width)?;
            let length = (row * size.height * size.depth_or_array_layers) as usize;
            let (level, others) = rest
                .split_at_checked(length)
                .ok_or_else(|| Problem("the texture has fewer bytes than texels".to_owned()))?;
            rest = others;
            let into = wgpu::TexelCopyTextureInfo { mip_level, ..texture.as_image_copy() };
            let layout = wgpu::TexelCopyBufferLayout {
                offset: 0,
                bytes_per_row: Some(row),
                rows_per_image: Some(size.height),
            };
            self.queue.write_texture(into, level, layout, size);
        }
        Ok(())
    }

    fn sampler(&self, given: &Sampler) -> Result<wgpu::Sampler, Problem> {
        let [u, v, w] = &given.address_modes;
        Ok(self.device.create_sampler(&wgpu::SamplerDescriptor {
            address_mode_u: named(u)?,
            address_mode_v: named(v)?,
            address_mode_w: named(w)?,
            mag_filter: named(&given.mag_filter)?,
            min_filter: named(&given.min_filter)?,
            mipmap_filter: named(&given.mipmap_filter)?,
            lod_min_clamp: given.lod_min_clamp,
            lod_max_clamp: given.lod_max_clamp,
            compare: given.compare.as_deref().map(named).transpose()?,
            ..wgpu::SamplerDescriptor::default()
        }))
    }
}
