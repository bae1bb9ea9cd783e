//! Resources on the device, with their initial contents.

use crate::convert::{
    address_mode, compare_function, filter_mode, mipmap_filter_mode, texture_dimension, texture_format,
    view_dimension,
};
use crate::texture_shape::{level_size, must_be_drawn, row_bytes, usage};
use crate::{Gpu, Problem, fill};
use webgpu_model::texture::{Sampler, TextureDescriptor};
use webgpu_model::{BindingType, BufferBindingType, Data, LayoutEntry, TextureBindingType};
use wgpu::util::DeviceExt;

/// A resource on the device.
#[derive(Debug)]
pub(crate) enum Held {
    Buffer(wgpu::Buffer),
    Texture { texture: wgpu::Texture, view: wgpu::TextureView },
    Sampler(wgpu::Sampler),
}

impl Held {
    pub(crate) fn binding(&self) -> wgpu::BindingResource<'_> {
        match self {
            Self::Buffer(buffer) => buffer.as_entire_binding(),
            Self::Texture { view, .. } => wgpu::BindingResource::TextureView(view),
            Self::Sampler(sampler) => wgpu::BindingResource::Sampler(sampler),
        }
    }
}

impl Gpu {
    /// Creates a resource and fills it.
    pub(crate) fn upload(&self, entry: &LayoutEntry, data: &Data) -> Result<Held, Problem> {
        match (entry.ty, data) {
            (BindingType::Buffer(ty), Data::Buffer(bytes)) => {
                use wgpu::BufferUsages;
                let usage = match ty {
                    BufferBindingType::Uniform => BufferUsages::UNIFORM,
                    BufferBindingType::Storage | BufferBindingType::ReadOnlyStorage => {
                        BufferUsages::STORAGE | BufferUsages::COPY_SRC
                    }
                };
                let descriptor = wgpu::util::BufferInitDescriptor { label: None, contents: bytes, usage };
                Ok(Held::Buffer(self.device.create_buffer_init(&descriptor)))
            }
            (BindingType::Texture(ty), Data::Texture(descriptor, bytes)) => {
                self.upload_texture(descriptor, ty, bytes)
            }
            (BindingType::Sampler, Data::Sampler(sampler)) => Ok(Held::Sampler(self.sampler(sampler))),
            (ty, _) => {
                let LayoutEntry { group, binding, .. } = entry;
                let message = format!("the resource at group {group}, binding {binding} is no {}", ty.name());
                Err(Problem(message))
            }
        }
    }

    fn upload_texture(
        &self,
        descriptor: &TextureDescriptor,
        ty: TextureBindingType,
        bytes: &[u8],
    ) -> Result<Held, Problem> {
        let [width, height, depth_or_array_layers] = descriptor.size;
        let texture = self.device.create_texture(&wgpu::TextureDescriptor {
            label: None,
            size: wgpu::Extent3d { width, height, depth_or_array_layers },
            mip_level_count: descriptor.mip_level_count,
            sample_count: descriptor.sample_count,
            dimension: texture_dimension(descriptor.dimension),
            format: texture_format(descriptor.format),
            usage: usage(descriptor, ty),
            view_formats: &[],
        });
        if must_be_drawn(descriptor) {
            fill::draw(self, &texture, descriptor, bytes)?;
        } else {
            self.write(&texture, wgpu::TextureAspect::All, bytes)?;
        }
        let view = texture.create_view(&wgpu::TextureViewDescriptor {
            dimension: Some(view_dimension(descriptor.dimension)),
            ..wgpu::TextureViewDescriptor::default()
        });
        Ok(Held::Texture { texture, view })
    }

    /// Copies texels of an aspect level by level.
    pub(crate) fn write(
        &self,
        texture: &wgpu::Texture,
        aspect: wgpu::TextureAspect,
        bytes: &[u8],
    ) -> Result<(), Problem> {
        let mut rest = bytes;
        for mip_level in 0..texture.mip_level_count() {
            // Blocks at the edges of small levels reach beyond them, and are copied as a whole.
            let size = level_size(texture, mip_level).physical_size(texture.format());
            let row = row_bytes(texture, aspect, size.width)?;
            let rows = size.height / texture.format().block_dimensions().1;
            let length = (row * rows * size.depth_or_array_layers) as usize;
            let (level, others) = rest
                .split_at_checked(length)
                .ok_or_else(|| Problem("the texture has fewer bytes than texels".to_owned()))?;
            rest = others;
            let into = wgpu::TexelCopyTextureInfo { mip_level, aspect, ..texture.as_image_copy() };
            let layout = wgpu::TexelCopyBufferLayout {
                offset: 0,
                bytes_per_row: Some(row),
                rows_per_image: Some(rows),
            };
            self.queue.write_texture(into, level, layout, size);
        }
        Ok(())
    }

    fn sampler(&self, given: &Sampler) -> wgpu::Sampler {
        let [address_mode_u, address_mode_v, address_mode_w] = given.address_modes.map(address_mode);
        self.device.create_sampler(&wgpu::SamplerDescriptor {
            address_mode_u,
            address_mode_v,
            address_mode_w,
            mag_filter: filter_mode(given.mag_filter),
            min_filter: filter_mode(given.min_filter),
            mipmap_filter: mipmap_filter_mode(given.mipmap_filter),
            lod_min_clamp: given.lod_min_clamp,
            lod_max_clamp: given.lod_max_clamp,
            compare: given.compare.map(compare_function),
            anisotropy_clamp: given.max_anisotropy,
            ..wgpu::SamplerDescriptor::default()
        })
    }
}
