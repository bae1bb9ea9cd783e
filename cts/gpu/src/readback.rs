//! Reading of buffers and textures.

use crate::texture_shape::{level_size, row_bytes};
use crate::{Gpu, Problem};

/// A copy in a buffer that can be read. Rows of texels are padded.
#[derive(Debug)]
pub(crate) struct Copied {
    buffer: wgpu::Buffer,
    /// The rows of each mip level; empty for a copy of a buffer.
    levels: Vec<Rows>,
}

#[derive(Debug, Clone, Copy)]
struct Rows {
    padded: u32,
    bytes: u32,
    count: u32,
}

impl Gpu {
    /// Records a copy of a buffer.
    pub(crate) fn copy_buffer(&self, encoder: &mut wgpu::CommandEncoder, from: &wgpu::Buffer) -> Copied {
        let buffer = self.readable(from.size());
        encoder.copy_buffer_to_buffer(from, 0, &buffer, 0, from.size());
        Copied { buffer, levels: Vec::new() }
    }

    /// Records a copy of the texels of a texture.
    pub(crate) fn copy_texture(
        &self,
        encoder: &mut wgpu::CommandEncoder,
        from: &wgpu::Texture,
    ) -> Result<Copied, Problem> {
        self.copy_aspect(encoder, from, wgpu::TextureAspect::All)
    }

    /// Records a copy of an aspect of the texels of a texture.
    pub(crate) fn copy_aspect(
        &self,
        encoder: &mut wgpu::CommandEncoder,
        from: &wgpu::Texture,
        aspect: wgpu::TextureAspect,
    ) -> Result<Copied, Problem> {
        let mut levels = Vec::new();
        for level in 0..from.mip_level_count() {
            let size = level_size(from, level);
            let bytes = row_bytes(from, aspect, size.width)?;
            let padded = bytes.next_multiple_of(wgpu::COPY_BYTES_PER_ROW_ALIGNMENT);
            levels.push(Rows { padded, bytes, count: size.height * size.depth_or_array_layers });
        }
        let total: u64 = levels.iter().map(|rows| u64::from(rows.padded) * u64::from(rows.count)).sum();
        let buffer = self.readable(total);
        let mut offset = 0;
        for (mip_level, rows) in (0..).zip(&levels) {
            let size = level_size(from, mip_level);
            let layout = wgpu::TexelCopyBufferLayout {
                offset,
                bytes_per_row: Some(rows.padded),
                rows_per_image: Some(size.height),
            };
            encoder.copy_texture_to_buffer(
                wgpu::TexelCopyTextureInfo { mip_level, aspect, ..from.as_image_copy() },
                wgpu::TexelCopyBufferInfo { buffer: &buffer, layout },
                size,
            );
            offset += u64::from(rows.padded) * u64::from(rows.count);
        }
        Ok(Copied { buffer, levels })
    }

    fn readable(&self, size: u64) -> wgpu::Buffer {
        self.device.create_buffer(&wgpu::BufferDescriptor {
            label: None,
            size,
            usage: wgpu::BufferUsages::MAP_READ | wgpu::BufferUsages::COPY_DST,
            mapped_at_creation: false,
        })
    }

    /// Waits until everything that was submitted is done.
    pub(crate) fn wait(&self) -> Result<(), Problem> {
        let wait = wgpu::PollType::wait_indefinitely();
        self.device.poll(wait).map(|_| ()).map_err(|error| Problem(error.to_string()))
    }
}

impl Copied {
    /// Maps the buffer: its bytes are there once the device has done everything that was submitted.
    pub(crate) fn map(&self) {
        if self.buffer.size() > 0 {
            self.buffer.map_async(wgpu::MapMode::Read, .., |_| {});
        }
    }

    /// The bytes, without padding.
    pub(crate) fn bytes(&self) -> Result<Vec<u8>, Problem> {
        if self.buffer.size() == 0 {
            return Ok(Vec::new());
        }
        let view = self.buffer.get_mapped_range(..).map_err(|error| Problem(error.to_string()))?;
        let all = view.to_vec();
        if self.levels.is_empty() {
            return Ok(all);
        }
        let mut bytes = Vec::new();
        let mut rest = &all[..];
        for rows in &self.levels {
            let (level, others) = rest.split_at((rows.padded * rows.count) as usize);
            rest = others;
            for row in level.chunks(rows.padded as usize) {
                bytes.extend_from_slice(&row[..rows.bytes as usize]);
            }
        }
        Ok(bytes)
    }
}
