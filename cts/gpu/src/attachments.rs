//! Attachments of render passes, and their draws.

use crate::convert::{depth_stencil_format, index_format, texture_format};
use crate::readback::Copied;
use crate::texture_shape::must_be_drawn;
use crate::{Gpu, Problem, fill};
use webgpu_model::raster::{SampleCount, Scissor, Viewport};
use webgpu_model::texture::Format;
use webgpu_model::{DepthStencil, Draw, LoadOp, RenderPass, Target};
use wgpu::TextureUsages;
use wgpu::util::DeviceExt;

/// The attachments of a pass, and the buffers of its draws.
#[derive(Debug)]
pub(crate) struct Attachments {
    targets: Vec<Option<DrawnTarget>>,
    depth_stencil: Option<wgpu::Texture>,
    draws: Vec<Buffers>,
}

#[derive(Debug)]
struct DrawnTarget {
    texture: wgpu::Texture,
    view: wgpu::TextureView,
    /// The texture that samples are resolved to.
    resolved: Option<(wgpu::Texture, wgpu::TextureView)>,
}

/// Copies of colours, and of depths and stencil values.
pub(crate) type AttachmentCopies = (Vec<Option<Copied>>, [Option<Copied>; 2]);

/// The buffers of a draw.
#[derive(Debug)]
struct Buffers {
    vertices: Vec<wgpu::Buffer>,
    indices: Option<(wgpu::Buffer, wgpu::IndexFormat)>,
    indirect: Option<wgpu::Buffer>,
}

impl Attachments {
    /// Creates the attachments with the contents that they have before the first draw, unless they are cleared.
    ///
    /// # Errors
    /// An attachment has another number of bytes, or contents that can't be copied to an adapter.
    pub(crate) fn new(gpu: &Gpu, pass: &RenderPass) -> Result<Self, Problem> {
        let target =
            |it: &Option<Target>| it.as_ref().map(|target| self::target(gpu, pass, target)).transpose();
        Ok(Self {
            targets: pass.targets.iter().map(target).collect::<Result<_, _>>()?,
            depth_stencil: pass.depth_stencil.as_ref().map(|it| depth_stencil(gpu, pass, it)).transpose()?,
            draws: pass.draws.iter().map(|draw| Buffers::new(gpu, draw)).collect(),
        })
    }

    /// Begins a pass.
    pub(crate) fn begin<'a>(
        &self,
        encoder: &'a mut wgpu::CommandEncoder,
        pass: &RenderPass,
    ) -> wgpu::RenderPass<'a> {
        let colors: Vec<Option<wgpu::RenderPassColorAttachment<'_>>> = self
            .targets
            .iter()
            .zip(&pass.targets)
            .map(|(target, given)| {
                let (target, given) = (target.as_ref()?, given.as_ref()?);
                Some(wgpu::RenderPassColorAttachment {
                    view: &target.view,
                    depth_slice: None,
                    resolve_target: target.resolved.as_ref().map(|(_, view)| view),
                    ops: operations(given.before.clear().map(|[r, g, b, a]| wgpu::Color {
                        r: *r,
                        g: *g,
                        b: *b,
                        a: *a,
                    })),
                })
            })
            .collect();
        let view =
            self.depth_stencil.as_ref().map(|it| it.create_view(&wgpu::TextureViewDescriptor::default()));
        let depth_stencil = view.as_ref().zip(pass.depth_stencil.as_ref());
        let depth_stencil_attachment =
            depth_stencil.map(|(view, given)| wgpu::RenderPassDepthStencilAttachment {
                view,
                depth_ops: given.format.depth().map(|_| operations(given.depth.clear().copied())),
                stencil_ops: given.format.stencil().map(|_| operations(given.stencil.clear().copied())),
            });
        encoder.begin_render_pass(&wgpu::RenderPassDescriptor {
            color_attachments: &colors,
            depth_stencil_attachment,
            ..wgpu::RenderPassDescriptor::default()
        })
    }

    /// Records the draw with a number in a pass whose pipeline and resources are set.
    ///
    /// # Errors
    /// It has more vertices or instances than there are numbers.
    pub(crate) fn record(
        &self,
        into: &mut wgpu::RenderPass<'_>,
        pass: &RenderPass,
        number: usize,
    ) -> Result<(), Problem> {
        let (buffers, draw) = (&self.draws[number], &pass.draws[number]);
        for (slot, buffer) in (0..).zip(&buffers.vertices) {
            into.set_vertex_buffer(slot, buffer.slice(..));
        }
        set_state(into, pass, draw);
        let end = |first: u32, count: u32| {
            first
                .checked_add(count)
                .ok_or_else(|| Problem("the draw has too many vertices or instances".to_owned()))
        };
        if let Some((buffer, format)) = &buffers.indices {
            into.set_index_buffer(buffer.slice(..), *format);
        }
        match (&buffers.indices, &buffers.indirect) {
            (Some(_), Some(indirect)) => into.draw_indexed_indirect(indirect, 0),
            (None, Some(indirect)) => into.draw_indirect(indirect, 0),
            (indices, None) => {
                let counts = &draw.counts;
                let instances = counts.first_instance..end(counts.first_instance, counts.instance_count)?;
                let vertices = counts.first..end(counts.first, counts.count)?;
                match indices {
                    Some(_) => into.draw_indexed(vertices, counts.base_vertex, instances),
                    None => into.draw(vertices, instances),
                }
            }
        }
        Ok(())
    }

    /// Copies the attachments to buffers that can be read, unless they have several samples: colours, then depths and stencil
    /// values. Depths of combined formats and those of `depth24plus` can't be copied.
    ///
    /// # Errors
    /// Texels of a format can't be copied.
    pub(crate) fn copy(
        &self,
        gpu: &Gpu,
        encoder: &mut wgpu::CommandEncoder,
    ) -> Result<AttachmentCopies, Problem> {
        let mut copy = |texture: &wgpu::Texture, aspect| {
            let is_copied =
                texture.sample_count() == 1 && texture.format().block_copy_size(Some(aspect)).is_some();
            is_copied.then(|| gpu.copy_aspect(encoder, texture, aspect)).transpose()
        };
        let mut targets = Vec::with_capacity(self.targets.len());
        for target in &self.targets {
            let seen =
                target.as_ref().map(|it| it.resolved.as_ref().map_or(&it.texture, |(texture, _)| texture));
            targets.push(seen.map(|it| copy(it, wgpu::TextureAspect::All)).transpose()?.flatten());
        }
        let mut aspects = [None, None];
        if let Some(texture) = &self.depth_stencil {
            let format = texture.format();
            if format.has_depth_aspect() {
                aspects[0] = copy(texture, wgpu::TextureAspect::DepthOnly)?;
            }
            if format.has_stencil_aspect() {
                aspects[1] = copy(texture, wgpu::TextureAspect::StencilOnly)?;
            }
        }
        Ok((targets, aspects))
    }
}

impl Buffers {
    fn new(gpu: &Gpu, draw: &Draw) -> Self {
        let buffer = |bytes: &[u8], usage| {
            // The size of a buffer is a multiple of four; the bytes after the last vertex are not read.
            let mut contents = bytes.to_vec();
            contents.resize(contents.len().next_multiple_of(4).max(4), 0);
            let descriptor = wgpu::util::BufferInitDescriptor { label: None, contents: &contents, usage };
            gpu.device.create_buffer_init(&descriptor)
        };
        let (vertices, indices) = (draw.vertex_buffers.iter(), draw.index_buffer.as_ref());
        let counts = || draw.counts.to_indirect(indices.is_some());
        Self {
            vertices: vertices.map(|bytes| buffer(bytes, wgpu::BufferUsages::VERTEX)).collect(),
            indices: indices
                .map(|it| (buffer(&it.bytes, wgpu::BufferUsages::INDEX), index_format(it.format))),
            indirect: draw.is_indirect.then(|| buffer(&counts(), wgpu::BufferUsages::INDIRECT)),
        }
    }
}

fn operations<T: Default>(clear: Option<T>) -> wgpu::Operations<T> {
    let load = clear.map_or(wgpu::LoadOp::Load, wgpu::LoadOp::Clear);
    wgpu::Operations { load, store: wgpu::StoreOp::Store }
}

/// Sets the state that is not part of a pipeline, for each draw anew.
fn set_state(into: &mut wgpu::RenderPass<'_>, pass: &RenderPass, draw: &Draw) {
    let viewport = draw.viewport.unwrap_or_else(|| Viewport::whole(pass.size));
    let Viewport { x, y, width, height, min_depth, max_depth } = viewport;
    into.set_viewport(x, y, width, height, min_depth, max_depth);
    let [width, height] = pass.size;
    let Scissor { x, y, width, height } = draw.scissor.unwrap_or(Scissor { x: 0, y: 0, width, height });
    into.set_scissor_rect(x, y, width, height);
    let [r, g, b, a] = draw.blend_constant;
    into.set_blend_constant(wgpu::Color { r, g, b, a });
    into.set_stencil_reference(draw.stencil_reference);
}

fn texture(
    gpu: &Gpu,
    pass: &RenderPass,
    format: wgpu::TextureFormat,
    sample_count: SampleCount,
) -> wgpu::Texture {
    let [width, height] = pass.size;
    let mut usage = TextureUsages::RENDER_ATTACHMENT;
    if sample_count == SampleCount::One {
        usage |= TextureUsages::COPY_SRC | TextureUsages::COPY_DST;
    }
    gpu.device.create_texture(&wgpu::TextureDescriptor {
        label: None,
        size: wgpu::Extent3d { width, height, depth_or_array_layers: 1 },
        mip_level_count: 1,
        sample_count: sample_count.count(),
        dimension: wgpu::TextureDimension::D2,
        format,
        usage,
        view_formats: &[],
    })
}

fn target(gpu: &Gpu, pass: &RenderPass, target: &Target) -> Result<DrawnTarget, Problem> {
    let view = |texture: &wgpu::Texture| texture.create_view(&wgpu::TextureViewDescriptor::default());
    let format = texture_format(target.format);
    let drawn = texture(gpu, pass, format, pass.sample_count);
    fill(gpu, pass, &drawn, (target.format, wgpu::TextureAspect::All), &target.before)?;
    let resolved = pass.resolves(target).then(|| texture(gpu, pass, format, SampleCount::One));
    let resolved = resolved.map(|texture| (view(&texture), texture)).map(|(view, it)| (it, view));
    Ok(DrawnTarget { view: view(&drawn), texture: drawn, resolved })
}

fn depth_stencil(gpu: &Gpu, pass: &RenderPass, given: &DepthStencil) -> Result<wgpu::Texture, Problem> {
    let made = texture(gpu, pass, depth_stencil_format(given.format), pass.sample_count);
    // Drawing depths leaves the stencil values of a combined format as they are.
    if let Some(format) = given.format.depth() {
        fill(gpu, pass, &made, (format, wgpu::TextureAspect::DepthOnly), &given.depth)?;
    }
    if let Some(format) = given.format.stencil() {
        fill(gpu, pass, &made, (format, wgpu::TextureAspect::StencilOnly), &given.stencil)?;
    }
    Ok(made)
}

/// Copies or draws the texels of an aspect that are loaded.
fn fill<T>(
    gpu: &Gpu,
    pass: &RenderPass,
    texture: &wgpu::Texture,
    (format, aspect): (Format, wgpu::TextureAspect),
    before: &LoadOp<T>,
) -> Result<(), Problem> {
    let LoadOp::Load(bytes) = before else { return Ok(()) };
    let descriptor = pass.attachment(format, pass.sample_count);
    if !must_be_drawn(&descriptor) {
        return gpu.write(texture, aspect, bytes);
    }
    if aspect == wgpu::TextureAspect::StencilOnly {
        fill::draw_stencil(gpu, texture, &descriptor, bytes);
        return Ok(());
    }
    fill::draw(gpu, texture, &descriptor, bytes)
}
