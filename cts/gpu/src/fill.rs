//! Drawing of texels that no copy can write: depths in floating point, and several samples.

use crate::shader::options;
use crate::texture_shape::level_size;
use crate::{Gpu, Problem};
use webgpu_model::texture::{ChannelKind, Format, MipLevel, TextureDescriptor};
use wgpu::util::DeviceExt;

/// Reads four words for each sample: rows of texels, each sample by sample.
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
override bit: u32 = 0;
@fragment fn bits(@builtin(position) place: vec4f, @builtin(sample_index) sample: u32) {
    if ((at(place, sample).x >> bit) & 1) == 0 {
        discard;
    }
}
";

/// Draws the texels, level by level and layer by layer.
pub(crate) fn draw(
    gpu: &Gpu,
    texture: &wgpu::Texture,
    descriptor: &TextureDescriptor,
    bytes: &[u8],
) -> Result<(), Problem> {
    let levels = descriptor.lay_out_in(bytes).map_err(|error| Problem(error.to_string()))?;
    let format = descriptor.format;
    let module = gpu.device.create_shader_module(wgpu::ShaderModuleDescriptor {
        label: None,
        source: wgpu::ShaderSource::Wgsl(PROGRAM.into()),
    });
    let mut encoder = gpu.device.create_command_encoder(&wgpu::CommandEncoderDescriptor::default());
    for (level, MipLevel { first, .. }) in (0..).zip(&levels) {
        let size = level_size(texture, level);
        let pipeline = pipeline(gpu, &module, texture, size.width, format);
        for layer in 0..size.depth_or_array_layers {
            let group = words_group(gpu, &pipeline, &words(descriptor, bytes, *first, size, layer));
            let view = texture.create_view(&wgpu::TextureViewDescriptor {
                dimension: Some(wgpu::TextureViewDimension::D2),
                base_mip_level: level,
                mip_level_count: Some(1),
                base_array_layer: layer,
                array_layer_count: Some(1),
                ..wgpu::TextureViewDescriptor::default()
            });
            let mut pass = begin_pass(&mut encoder, &view, format.is_depth());
            pass.set_pipeline(&pipeline);
            pass.set_bind_group(0, &group, &[]);
            pass.draw(0..3, 0..1);
        }
    }
    gpu.queue.submit([encoder.finish()]);
    Ok(())
}

/// Draws stencil values of several samples: each bit of them by a draw that sets it.
pub(crate) fn draw_stencil(gpu: &Gpu, texture: &wgpu::Texture, descriptor: &TextureDescriptor, bytes: &[u8]) {
    let module = gpu.device.create_shader_module(wgpu::ShaderModuleDescriptor {
        label: None,
        source: wgpu::ShaderSource::Wgsl(PROGRAM.into()),
    });
    let words = words(descriptor, bytes, 0, level_size(texture, 0), 0);
    let view = texture.create_view(&wgpu::TextureViewDescriptor::default());
    let mut encoder = gpu.device.create_command_encoder(&wgpu::CommandEncoderDescriptor::default());
    let mut pass = encoder.begin_render_pass(&wgpu::RenderPassDescriptor {
        depth_stencil_attachment: Some(wgpu::RenderPassDepthStencilAttachment {
            view: &view,
            depth_ops: None,
            stencil_ops: Some(wgpu::Operations { load: wgpu::LoadOp::Clear(0), store: wgpu::StoreOp::Store }),
        }),
        ..wgpu::RenderPassDescriptor::default()
    });
    pass.set_stencil_reference(0xff);
    for bit in 0..8 {
        let pipeline = stencil_pipeline(gpu, &module, texture, bit);
        pass.set_pipeline(&pipeline);
        pass.set_bind_group(0, &words_group(gpu, &pipeline, &words), &[]);
        pass.draw(0..3, 0..1);
    }
    drop(pass);
    gpu.queue.submit([encoder.finish()]);
}

/// The pipeline that sets one bit of stencil values.
fn stencil_pipeline(
    gpu: &Gpu,
    module: &wgpu::ShaderModule,
    texture: &wgpu::Texture,
    bit: u32,
) -> wgpu::RenderPipeline {
    let (count, has_depth) = (texture.sample_count(), texture.format().has_depth_aspect());
    let constants =
        [("width", f64::from(texture.width())), ("samples", f64::from(count)), ("bit", f64::from(bit))];
    let face =
        wgpu::StencilFaceState { pass_op: wgpu::StencilOperation::Replace, ..wgpu::StencilFaceState::IGNORE };
    let stencil = wgpu::StencilState { front: face, back: face, read_mask: 0xff, write_mask: 1 << bit };
    let depth_stencil = wgpu::DepthStencilState {
        format: texture.format(),
        depth_write_enabled: has_depth.then_some(false),
        depth_compare: has_depth.then_some(wgpu::CompareFunction::Always),
        stencil,
        bias: wgpu::DepthBiasState::default(),
    };
    covering_pipeline(gpu, module, count, ("bits", &constants), Some(depth_stencil), &[])
}

/// The words for the program, bound for a pipeline.
fn words_group(gpu: &Gpu, pipeline: &wgpu::RenderPipeline, words: &[u8]) -> wgpu::BindGroup {
    let buffer = gpu.device.create_buffer_init(&wgpu::util::BufferInitDescriptor {
        label: None,
        contents: words,
        usage: wgpu::BufferUsages::STORAGE,
    });
    gpu.device.create_bind_group(&wgpu::BindGroupDescriptor {
        label: None,
        layout: &pipeline.get_bind_group_layout(0),
        entries: &[wgpu::BindGroupEntry { binding: 0, resource: buffer.as_entire_binding() }],
    })
}

/// Four words for each sample of a layer of a mip level whose texels begin at `first`, counted in samples.
fn words(
    descriptor: &TextureDescriptor,
    bytes: &[u8],
    first: usize,
    size: wgpu::Extent3d,
    layer: u32,
) -> Vec<u8> {
    let format = descriptor.format;
    let count = (size.width * size.height * descriptor.sample_count) as usize;
    let texels = bytes.chunks_exact(format.texel_bytes()).skip(first + layer as usize * count).take(count);
    texels.flat_map(|texel| format.decode(texel).to_bits()).flat_map(u32::to_le_bytes).collect()
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
    let (depth_stencil, targets) =
        if format.is_depth() { (Some(depth), [].as_slice()) } else { (None, core::slice::from_ref(&color)) };
    covering_pipeline(gpu, module, count, (entry_point, &constants), depth_stencil, targets)
}

/// The pipeline that draws a triangle over all samples with a fragment entry point and the values of its overrides.
fn covering_pipeline(
    gpu: &Gpu,
    module: &wgpu::ShaderModule,
    count: u32,
    (entry_point, constants): (&str, &[(&str, f64)]),
    depth_stencil: Option<wgpu::DepthStencilState>,
    targets: &[Option<wgpu::ColorTargetState>],
) -> wgpu::RenderPipeline {
    gpu.device.create_render_pipeline(&wgpu::RenderPipelineDescriptor {
        label: None,
        layout: None,
        vertex: wgpu::VertexState {
            module,
            entry_point: Some("corner"),
            compilation_options: options(&[]),
            buffers: &[],
        },
        primitive: wgpu::PrimitiveState::default(),
        depth_stencil,
        multisample: wgpu::MultisampleState { count, ..wgpu::MultisampleState::default() },
        fragment: Some(wgpu::FragmentState {
            module,
            entry_point: Some(entry_point),
            compilation_options: options(constants),
            targets,
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
