//! Texels that no copy can write: depths as floats, and several samples. They are drawn.

use crate::job::TextureDescriptor;
use crate::upload::level_size;
use crate::{Gpu, Problem};
use shader_run::texture::{self, ChannelKind, Dimension, Format, TexelAddress};
use wgpu::util::DeviceExt;

/// Four words for each texel or sample, in the order of the text: rows of texels, each sample by sample.
const PROGRAM: &str = "
override width: u32 = 1;
override samples: u32 = 1;
@group(0) @binding(0) var<storage> words: array<vec4u>;
@vertex fn corner(@builtin(vertex_index) index: u32) -> @builtin(position) vec4f {
    return vec4f(f32(index & 1) * 4 - 1, f32(index >> 1) * 4 - 1, 0, 1);
}
fn at(place: vec4f, sample: u32) -> vec4u {
    return words[(u32(place.y) * width + u32(place.x)) * samples + sample];
}
@fragment fn floats(@builtin(position) place: vec4f, @builtin(sample_index) sample: u32) -> @location(0) vec4f {
    return bitcast<vec4f>(at(place, sample));
}
@fragment fn signed(@builtin(position) place: vec4f, @builtin(sample_index) sample: u32) -> @location(0) vec4i {
    return bitcast<vec4i>(at(place, sample));
}
@fragment fn unsigned(@builtin(position) place: vec4f, @builtin(sample_index) sample: u32) -> @location(0) vec4u {
    return at(place, sample);
}
@fragment fn depths(@builtin(position) place: vec4f, @builtin(sample_index) sample: u32) -> @builtin(frag_depth) f32 {
    return bitcast<f32>(at(place, sample).x);
}
";

/// Whether copies can't fill such a texture.
pub(crate) fn must_be_drawn(descriptor: &TextureDescriptor) -> bool {
    let is_copied = descriptor.format == "depth16unorm" || !descriptor.format.starts_with("depth");
    descriptor.sample_count > 1 || !is_copied
}

/// Draws the texels, level by level and layer by layer.
pub(crate) fn draw(
    gpu: &Gpu,
    texture: &wgpu::Texture,
    descriptor: &TextureDescriptor,
    bytes: &[u8],
) -> Result<(), Problem> {
    let held = held(descriptor, bytes)?;
    let module = gpu.device.create_shader_module(wgpu::ShaderModuleDescriptor {
        label: None,
        source: wgpu::ShaderSource::Wgsl(PROGRAM.into()),
    });
    let mut encoder = gpu.device.create_command_encoder(&wgpu::CommandEncoderDescriptor::default());
    for level in 0..descriptor.mip_level_count {
        let size = level_size(texture, level);
        let pipeline = pipeline(gpu, &module, texture, size.width, held.format());
        for layer in 0..size.depth_or_array_layers {
            let words = words(&held, level, layer, size);
            let buffer = gpu.device.create_buffer_init(&wgpu::util::BufferInitDescriptor {
                label: None,
                contents: &words,
                usage: wgpu::BufferUsages::STORAGE,
            });
            let group = gpu.device.create_bind_group(&wgpu::BindGroupDescriptor {
                label: None,
                layout: &pipeline.get_bind_group_layout(0),
                entries: &[wgpu::BindGroupEntry { binding: 0, resource: buffer.as_entire_binding() }],
            });
            let view = texture.create_view(&wgpu::TextureViewDescriptor {
                dimension: Some(wgpu::TextureViewDimension::D2),
                base_mip_level: level,
                mip_level_count: Some(1),
                base_array_layer: layer,
                array_layer_count: Some(1),
                ..wgpu::TextureViewDescriptor::default()
            });
            let mut pass = begin_pass(&mut encoder, &view, held.format().is_depth());
            pass.set_pipeline(&pipeline);
            pass.set_bind_group(0, &group, &[]);
            pass.draw(0..3, 0..1);
        }
    }
    gpu.queue.submit([encoder.finish()]);
    Ok(())
}

fn held(descriptor: &TextureDescriptor, bytes: &[u8]) -> Result<texture::Texture, Problem> {
    let unknown = || Problem(format!("there is no texture like {descriptor:?}"));
    let descriptor = texture::TextureDescriptor {
        dimension: Dimension::from_name(&descriptor.dimension).ok_or_else(unknown)?,
        format: Format::from_name(&descriptor.format).ok_or_else(unknown)?,
        size: descriptor.size,
        mip_level_count: descriptor.mip_level_count,
        sample_count: descriptor.sample_count,
    };
    texture::Texture::from_bytes(descriptor, bytes).map_err(|error| Problem(error.to_string()))
}

/// The words of a layer.
fn words(held: &texture::Texture, level: u32, layer: u32, size: wgpu::Extent3d) -> Vec<u8> {
    let mut words = Vec::new();
    for y in 0..size.height {
        for x in 0..size.width {
            for sample_index in 0..held.sample_count() {
                let address =
                    TexelAddress { coordinates: [x, y, 0], array_index: layer, level, sample_index };
                let texel = held.load(&address).unwrap_or_else(|| held.load_outside());
                words.extend(texel.to_bits().into_iter().flat_map(u32::to_le_bytes));
            }
        }
    }
    words
}

fn pipeline(
    gpu: &Gpu,
    module: &wgpu::ShaderModule,
    texture: &wgpu::Texture,
    width: u32,
    format: Format,
) -> wgpu::RenderPipeline {
    let count = texture.sample_count();
    let constants = [("width", f64::from(width)), ("samples", f64::from(count))];
    let entry_point = match (format.is_depth(), format.kind()) {
        (true, _) => "depths",
        (false, ChannelKind::Float) => "floats",
        (false, ChannelKind::Sint) => "signed",
        (false, ChannelKind::Uint) => "unsigned",
    };
    let color = Some(wgpu::ColorTargetState::from(texture.format()));
    let depth = wgpu::DepthStencilState {
        format: texture.format(),
        depth_write_enabled: Some(true),
        depth_compare: Some(wgpu::CompareFunction::Always),
        stencil: wgpu::StencilState::default(),
        bias: wgpu::DepthBiasState::default(),
    };
    gpu.device.create_render_pipeline(&wgpu::RenderPipelineDescriptor {
        label: None,
        layout: None,
        vertex: wgpu::VertexState {
            module,
            entry_point: Some("corner"),
            compilation_options: wgpu::PipelineCompilationOptions::default(),
            buffers: &[],
        },
        primitive: wgpu::PrimitiveState::default(),
        depth_stencil: format.is_depth().then_some(depth),
        multisample: wgpu::MultisampleState { count, ..wgpu::MultisampleState::default() },
        fragment: Some(wgpu::FragmentState {
            module,
            entry_point: Some(entry_point),
            compilation_options: wgpu::PipelineCompilationOptions {
                constants: &constants,
                ..wgpu::PipelineCompilationOptions::default()
            },
            targets: if format.is_depth() { &[] } else { core::slice::from_ref(&color) },
        }),
        multiview_mask: None,
        cache: None,
    })
}

fn begin_pass<'a>(
    encoder: &'a mut wgpu::CommandEncoder,
    view: &wgpu::TextureView,
    is_depth: bool,
) -> wgpu::RenderPass<'a> {
    let color = Some(wgpu::RenderPassColorAttachment {
        view,
        depth_slice: None,
        resolve_target: None,
        ops: wgpu::Operations::default(),
    });
    let depth = wgpu::RenderPassDepthStencilAttachment {
        view,
        depth_ops: Some(wgpu::Operations { load: wgpu::LoadOp::Clear(0.0), store: wgpu::StoreOp::Store }),
        stencil_ops: None,
    };
    encoder.begin_render_pass(&wgpu::RenderPassDescriptor {
        color_attachments: if is_depth { &[] } else { core::slice::from_ref(&color) },
        depth_stencil_attachment: is_depth.then_some(depth),
        ..wgpu::RenderPassDescriptor::default()
    })
}
