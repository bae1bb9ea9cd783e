//! Render pipelines.

use crate::Gpu;
use crate::convert::{
    blend_factor, blend_operation, compare_function, cull_mode, depth_stencil_format, front_face,
    index_format, stencil_operation, step_mode, texture_format, topology, vertex_format,
};
use crate::shader::{constants, options};
use webgpu_model::{
    BlendComponent, DepthStencilFormat, DepthStencilState, RenderPass, RenderState, StencilFace, Target,
    TargetState, VertexLayout,
};

/// Makes a pipeline of a pass.
pub(crate) fn pipeline(
    gpu: &Gpu,
    pass: &RenderPass,
    state: &RenderState,
    module: &wgpu::ShaderModule,
) -> wgpu::RenderPipeline {
    let attributes: Vec<_> = state.vertex_layouts.iter().map(attributes).collect();
    let buffers = state.vertex_layouts.iter().zip(&attributes).map(|(layout, attributes)| {
        let (array_stride, step_mode) = (layout.array_stride, step_mode(layout.step_mode));
        Some(wgpu::VertexBufferLayout { array_stride, step_mode, attributes })
    });
    let buffers: Vec<_> = buffers.collect();
    let targets: Vec<Option<wgpu::ColorTargetState>> = pass
        .targets
        .iter()
        .enumerate()
        .map(|(location, it)| it.as_ref().map(|target| color_target(target, state.target(location))))
        .collect();
    let vertex_constants = constants(&state.vertex);
    let fragment_constants = state.fragment.as_ref().map(constants).unwrap_or_default();
    let fragment = state.fragment.as_ref().map(|shader| wgpu::FragmentState {
        module,
        entry_point: shader.entry_point.as_deref(),
        compilation_options: options(&fragment_constants),
        targets: &targets,
    });
    gpu.device.create_render_pipeline(&wgpu::RenderPipelineDescriptor {
        label: None,
        layout: None,
        vertex: wgpu::VertexState {
            module,
            entry_point: state.vertex.entry_point.as_deref(),
            compilation_options: options(&vertex_constants),
            buffers: &buffers,
        },
        primitive: wgpu::PrimitiveState {
            topology: topology(state.primitive.topology),
            strip_index_format: strip_index_format(pass, state),
            front_face: front_face(state.primitive.front_face),
            cull_mode: cull_mode(state.primitive.cull_mode),
            unclipped_depth: state.primitive.unclipped_depth,
            polygon_mode: wgpu::PolygonMode::Fill,
            conservative: false,
        },
        depth_stencil: pass.depth_stencil.as_ref().map(|it| depth_stencil(it.format, &state.depth_stencil)),
        multisample: wgpu::MultisampleState {
            count: pass.sample_count.count(),
            mask: u64::from(state.multisample.mask),
            alpha_to_coverage_enabled: state.multisample.alpha_to_coverage_enabled,
        },
        fragment,
        multiview_mask: None,
        cache: None,
    })
}

/// The format of indices with which a pipeline draws strips: that of its first draw with indices.
fn strip_index_format(pass: &RenderPass, state: &RenderState) -> Option<wgpu::IndexFormat> {
    let is_drawn = pass.draws().filter(|(of_draw, _)| core::ptr::eq(*of_draw, state));
    let mut formats = is_drawn.filter_map(|(_, draw)| Some(draw.index_buffer.as_ref()?.format));
    formats.next().filter(|_| state.primitive.topology.is_strip()).map(index_format)
}

fn attributes(layout: &VertexLayout) -> Vec<wgpu::VertexAttribute> {
    let attribute = |given: &webgpu_model::VertexAttribute| wgpu::VertexAttribute {
        format: vertex_format(given.format),
        offset: given.offset,
        shader_location: given.location,
    };
    layout.attributes.iter().map(attribute).collect()
}

fn color_target(target: &Target, state: TargetState) -> wgpu::ColorTargetState {
    let component = |given: BlendComponent| wgpu::BlendComponent {
        src_factor: blend_factor(given.src_factor),
        dst_factor: blend_factor(given.dst_factor),
        operation: blend_operation(given.operation),
    };
    let blend = state
        .blend
        .map(|blend| wgpu::BlendState { color: component(blend.color), alpha: component(blend.alpha) });
    wgpu::ColorTargetState {
        format: texture_format(target.format),
        blend,
        write_mask: wgpu::ColorWrites::from_bits_truncate(state.write_mask.0.into()),
    }
}

fn depth_stencil(format: DepthStencilFormat, state: &DepthStencilState) -> wgpu::DepthStencilState {
    let has_depth = format.depth().is_some();
    let stencil = format.stencil().map(|_| wgpu::StencilState {
        front: face(state.stencil_front),
        back: face(state.stencil_back),
        read_mask: state.stencil_read_mask,
        write_mask: state.stencil_write_mask,
    });
    wgpu::DepthStencilState {
        format: depth_stencil_format(format),
        depth_write_enabled: has_depth.then_some(state.depth_write_enabled),
        depth_compare: has_depth.then(|| compare_function(state.depth_compare)),
        stencil: stencil.unwrap_or_default(),
        bias: wgpu::DepthBiasState {
            constant: state.depth_bias,
            slope_scale: state.depth_bias_slope_scale,
            clamp: state.depth_bias_clamp,
        },
    }
}

fn face(given: StencilFace) -> wgpu::StencilFaceState {
    wgpu::StencilFaceState {
        compare: compare_function(given.compare),
        fail_op: stencil_operation(given.fail_op),
        depth_fail_op: stencil_operation(given.depth_fail_op),
        pass_op: stencil_operation(given.pass_op),
    }
}
