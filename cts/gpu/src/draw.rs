//! Render pipelines and their attachments.

use crate::convert::{
    compare_function, cull_mode, front_face, index_format, step_mode, texture_format, topology, vertex_format,
};
use crate::readback::Copied;
use crate::shader::{constants, options};
use crate::{Gpu, Problem};
use shader_model::raster::{SampleCount, Scissor, Viewport};
use shader_model::texture::Format;
use shader_model::{Depth, Draw, VertexBuffer};
use wgpu::TextureUsages;
use wgpu::util::DeviceExt;

/// The attachments, vertex buffers and index buffer of a draw.
#[derive(Debug)]
pub(crate) struct Attachments {
    targets: Vec<Option<DrawnTarget>>,
    depth: Option<wgpu::Texture>,
    vertex_buffers: Vec<wgpu::Buffer>,
    index_buffer: Option<(wgpu::Buffer, wgpu::IndexFormat)>,
}

#[derive(Debug)]
struct DrawnTarget {
    texture: wgpu::Texture,
    view: wgpu::TextureView,
    /// The texture that samples are resolved to.
    resolved: Option<(wgpu::Texture, wgpu::TextureView)>,
}

impl Attachments {
    pub(crate) fn new(gpu: &Gpu, draw: &Draw) -> Self {
        let texture = |format: Format, sample_count: SampleCount| {
            let [width, height] = draw.size;
            let mut usage = TextureUsages::RENDER_ATTACHMENT;
            if sample_count == SampleCount::One {
                usage |= TextureUsages::COPY_SRC;
            }
            gpu.device.create_texture(&wgpu::TextureDescriptor {
                label: None,
                size: wgpu::Extent3d { width, height, depth_or_array_layers: 1 },
                mip_level_count: 1,
                sample_count: sample_count.count(),
                dimension: wgpu::TextureDimension::D2,
                format: texture_format(format),
                usage,
                view_formats: &[],
            })
        };
        let view = |texture: &wgpu::Texture| texture.create_view(&wgpu::TextureViewDescriptor::default());
        let target = |target: &shader_model::Target| {
            let drawn = texture(target.format, draw.sample_count);
            let is_resolved = draw.resolves && draw.sample_count != SampleCount::One;
            let resolved = is_resolved.then(|| texture(target.format, SampleCount::One));
            let resolved = resolved.map(|texture| (view(&texture), texture)).map(|(view, it)| (it, view));
            DrawnTarget { view: view(&drawn), texture: drawn, resolved }
        };
        let buffer = |bytes: &[u8], usage| {
            // The size of a buffer is a multiple of four; the bytes after the last vertex are not read.
            let mut contents = bytes.to_vec();
            contents.resize(contents.len().next_multiple_of(4).max(4), 0);
            let descriptor = wgpu::util::BufferInitDescriptor { label: None, contents: &contents, usage };
            gpu.device.create_buffer_init(&descriptor)
        };
        let indices = draw.index_buffer.as_ref();
        let vertices = draw.vertex_buffers.iter();
        Self {
            targets: draw.targets.iter().map(|it| it.as_ref().map(target)).collect(),
            depth: draw.depth.as_ref().map(|it| texture(it.format, draw.sample_count)),
            vertex_buffers: vertices.map(|it| buffer(&it.bytes, wgpu::BufferUsages::VERTEX)).collect(),
            index_buffer: indices
                .map(|it| (buffer(&it.bytes, wgpu::BufferUsages::INDEX), index_format(it.format))),
        }
    }

    /// Begins a pass that clears the attachments.
    pub(crate) fn begin<'a>(
        &self,
        encoder: &'a mut wgpu::CommandEncoder,
        draw: &Draw,
    ) -> wgpu::RenderPass<'a> {
        let colors: Vec<Option<wgpu::RenderPassColorAttachment<'_>>> = self
            .targets
            .iter()
            .zip(&draw.targets)
            .map(|(target, given)| {
                let (target, given) = (target.as_ref()?, given.as_ref()?);
                let [r, g, b, a] = given.cleared_to;
                Some(wgpu::RenderPassColorAttachment {
                    view: &target.view,
                    depth_slice: None,
                    resolve_target: target.resolved.as_ref().map(|(_, view)| view),
                    ops: wgpu::Operations {
                        load: wgpu::LoadOp::Clear(wgpu::Color { r, g, b, a }),
                        store: wgpu::StoreOp::Store,
                    },
                })
            })
            .collect();
        let depth_view =
            self.depth.as_ref().map(|it| it.create_view(&wgpu::TextureViewDescriptor::default()));
        let cleared_to = draw.depth.as_ref().map_or(0.0, |depth| depth.cleared_to);
        let depth = depth_view.as_ref().map(|view| wgpu::RenderPassDepthStencilAttachment {
            view,
            depth_ops: Some(wgpu::Operations {
                load: wgpu::LoadOp::Clear(cleared_to),
                store: wgpu::StoreOp::Store,
            }),
            stencil_ops: None,
        });
        encoder.begin_render_pass(&wgpu::RenderPassDescriptor {
            color_attachments: &colors,
            depth_stencil_attachment: depth,
            ..wgpu::RenderPassDescriptor::default()
        })
    }

    /// Copies the attachments to buffers that can be read, unless they have several samples.
    pub(crate) fn copy(
        &self,
        gpu: &Gpu,
        encoder: &mut wgpu::CommandEncoder,
    ) -> Result<(Vec<Option<Copied>>, Option<Copied>), Problem> {
        let mut copy = |texture: &wgpu::Texture| {
            (texture.sample_count() == 1).then(|| gpu.copy_texture(encoder, texture)).transpose()
        };
        let mut targets = Vec::with_capacity(self.targets.len());
        for target in &self.targets {
            let seen =
                target.as_ref().map(|it| it.resolved.as_ref().map_or(&it.texture, |(texture, _)| texture));
            targets.push(seen.map(&mut copy).transpose()?.flatten());
        }
        let depth = self.depth.as_ref().map(copy).transpose()?.flatten();
        Ok((targets, depth))
    }
}

/// Makes the pipeline of a draw.
pub(crate) fn pipeline(gpu: &Gpu, draw: &Draw, module: &wgpu::ShaderModule) -> wgpu::RenderPipeline {
    let attributes: Vec<_> = draw.vertex_buffers.iter().map(attributes).collect();
    let buffers = draw.vertex_buffers.iter().zip(&attributes).map(|(buffer, attributes)| {
        let (array_stride, step_mode) = (buffer.array_stride, step_mode(buffer.step_mode));
        Some(wgpu::VertexBufferLayout { array_stride, step_mode, attributes })
    });
    let buffers: Vec<_> = buffers.collect();
    let targets: Vec<Option<wgpu::ColorTargetState>> = draw
        .targets
        .iter()
        .map(|target| target.as_ref().map(|target| texture_format(target.format).into()))
        .collect();
    let vertex_constants = constants(&draw.vertex);
    let fragment_constants = draw.fragment.as_ref().map(constants).unwrap_or_default();
    let fragment = draw.fragment.as_ref().map(|shader| wgpu::FragmentState {
        module,
        entry_point: shader.entry_point.as_deref(),
        compilation_options: options(&fragment_constants),
        targets: &targets,
    });
    let indices = draw.index_buffer.as_ref().filter(|_| draw.topology.is_strip());
    gpu.device.create_render_pipeline(&wgpu::RenderPipelineDescriptor {
        label: None,
        layout: None,
        vertex: wgpu::VertexState {
            module,
            entry_point: draw.vertex.entry_point.as_deref(),
            compilation_options: options(&vertex_constants),
            buffers: &buffers,
        },
        primitive: wgpu::PrimitiveState {
            topology: topology(draw.topology),
            strip_index_format: indices.map(|indices| index_format(indices.format)),
            front_face: front_face(draw.front_face),
            cull_mode: cull_mode(draw.cull_mode),
            unclipped_depth: draw.unclipped_depth,
            polygon_mode: wgpu::PolygonMode::Fill,
            conservative: false,
        },
        depth_stencil: draw.depth.map(depth_state),
        multisample: wgpu::MultisampleState {
            count: draw.sample_count.count(),
            mask: u64::from(draw.sample_mask),
            alpha_to_coverage_enabled: false,
        },
        fragment,
        multiview_mask: None,
        cache: None,
    })
}

fn attributes(buffer: &VertexBuffer) -> Vec<wgpu::VertexAttribute> {
    let attribute = |given: &shader_model::VertexAttribute| wgpu::VertexAttribute {
        format: vertex_format(given.format),
        offset: given.offset,
        shader_location: given.location,
    };
    buffer.attributes.iter().map(attribute).collect()
}

fn depth_state(depth: Depth) -> wgpu::DepthStencilState {
    wgpu::DepthStencilState {
        format: texture_format(depth.format),
        depth_write_enabled: Some(depth.state.is_written),
        depth_compare: Some(compare_function(depth.state.compare)),
        stencil: wgpu::StencilState::default(),
        bias: wgpu::DepthBiasState::default(),
    }
}

/// Records the draw in a pass whose pipeline and resources are set.
pub(crate) fn record(
    pass: &mut wgpu::RenderPass<'_>,
    attachments: &Attachments,
    draw: &Draw,
) -> Result<(), Problem> {
    for (slot, buffer) in (0..).zip(&attachments.vertex_buffers) {
        pass.set_vertex_buffer(slot, buffer.slice(..));
    }
    if let Some(Viewport { x, y, width, height, min_depth, max_depth }) = draw.viewport {
        pass.set_viewport(x, y, width, height, min_depth, max_depth);
    }
    if let Some(Scissor { x, y, width, height }) = draw.scissor {
        pass.set_scissor_rect(x, y, width, height);
    }
    let end = |first: u32, count: u32| {
        first
            .checked_add(count)
            .ok_or_else(|| Problem("the draw has too many vertices or instances".to_owned()))
    };
    let instances = draw.first_instance..end(draw.first_instance, draw.instance_count)?;
    let vertices = draw.first..end(draw.first, draw.count)?;
    match &attachments.index_buffer {
        Some((buffer, format)) => {
            pass.set_index_buffer(buffer.slice(..), *format);
            pass.draw_indexed(vertices, draw.base_vertex, instances);
        }
        None => pass.draw(vertices, instances),
    }
    Ok(())
}
