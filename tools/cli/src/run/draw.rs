//! From the arguments of `run` to a draw, and from its results to attachments that are shown.

use super::read::read;
use crate::arguments::{Attachment, ResourceArgument, Run};
use shader_run::draw::Drawn;
use webgpu_model::raster::SampleCount;
use webgpu_model::texture::{CompareFunction, Format, TextureDescriptor};
use webgpu_model::{
    BlendComponent, BlendFactor, BlendOperation, BlendState, Bytes, Counts, Data, DepthStencil,
    DepthStencilState, Draw, IndexBuffer, LoadOp, Primitive, RenderPass, RenderState, Shader, Target,
    TargetState,
};

/// The render pass, without the resources of the shaders.
///
/// # Errors
/// A file that cannot be read, or options that contradict each other.
pub(super) fn pass(arguments: &Run) -> Result<RenderPass, String> {
    let given = &arguments.draw;
    let sample_count = match given.samples {
        1 => SampleCount::One,
        4 => SampleCount::Four,
        other => return Err(format!("--samples: expected 1 or 4, found {other}")),
    };
    let target = |format: &Format| {
        Some(Target { format: *format, before: LoadOp::Clear(given.clear.0), is_resolved: true })
    };
    let formats = match &given.targets[..] {
        [] if !given.depth_only => &[Format::Rgba8unorm][..],
        formats => formats,
    };
    Ok(RenderPass {
        size: given.size.0,
        sample_count,
        targets: formats.iter().map(target).collect(),
        depth_stencil: given.depth.map(DepthStencil::cleared),
        pipelines: vec![state(arguments, formats.len())],
        draws: vec![draw(arguments)?],
        ..RenderPass::default()
    })
}

/// The state of the pipeline, with so many targets.
fn state(arguments: &Run, targets: usize) -> RenderState {
    let given = &arguments.draw;
    let shader = |entry_point: &Option<String>| Shader {
        entry_point: entry_point.clone(),
        constants: arguments.constants.clone(),
    };
    let mut location = 0;
    let layouts = given.vertex_buffers.iter().map(|buffer| {
        let layout = buffer.layout(location);
        location += layout.attributes.len() as u32;
        layout
    });
    let blend = given.blend.then_some(OVER);
    RenderState {
        vertex: shader(&given.vertex),
        fragment: (!given.depth_only).then(|| shader(&given.fragment)),
        vertex_layouts: layouts.collect(),
        primitive: Primitive {
            topology: given.topology,
            front_face: given.front_face,
            cull_mode: given.cull_mode,
            unclipped_depth: false,
        },
        targets: vec![TargetState { blend, ..TargetState::default() }; targets],
        depth_stencil: DepthStencilState {
            depth_compare: CompareFunction::Less,
            depth_write_enabled: true,
            ..DepthStencilState::default()
        },
        ..RenderState::default()
    }
}

/// Blending by the alpha of the shader, which is not multiplied into its colours.
const OVER: BlendState = BlendState {
    color: BlendComponent {
        operation: BlendOperation::Add,
        src_factor: BlendFactor::SrcAlpha,
        dst_factor: BlendFactor::OneMinusSrcAlpha,
    },
    alpha: BlendComponent {
        operation: BlendOperation::Add,
        src_factor: BlendFactor::One,
        dst_factor: BlendFactor::OneMinusSrcAlpha,
    },
};

fn draw(arguments: &Run) -> Result<Draw, String> {
    let given = &arguments.draw;
    let buffers = given.vertex_buffers.iter().map(|buffer| bytes("--vertex-buffer", &buffer.resource));
    let index = given.index.as_ref().map(|resource| bytes("--index", resource)).transpose()?;
    let index_buffer = index.map(|bytes| IndexBuffer { bytes, format: given.index_format });
    let indices = index_buffer.as_ref().map(|it| (it.bytes.len() / it.format.size()) as u32);
    let counts = Counts {
        count: given.vertices.or(indices).unwrap_or(0),
        instance_count: given.instances,
        ..Counts::default()
    };
    Ok(Draw { vertex_buffers: buffers.collect::<Result<_, _>>()?, index_buffer, counts, ..Draw::default() })
}

/// The bytes of a resource.
fn bytes(option: &str, resource: &ResourceArgument) -> Result<Bytes, String> {
    match read(resource).map_err(|message| format!("{option}: {message}"))? {
        Data::Buffer(bytes) => Ok(bytes),
        Data::Texture(..) | Data::Sampler(_) => {
            Err(format!("{option}: expected bytes, not a texture or a sampler"))
        }
    }
}

/// The attachments, colours resolved to one sample.
pub(super) fn attachments(drawn: &Drawn) -> Vec<(Attachment, TextureDescriptor, Vec<u8>)> {
    let mut found = Vec::new();
    for (location, target) in drawn.targets.iter().enumerate() {
        found.extend(target.iter().map(|target| (Attachment::Target(location), target.seen())));
    }
    found.extend(drawn.depth.iter().map(|texture| (Attachment::Depth, texture)));
    found.extend(drawn.stencil.iter().map(|texture| (Attachment::Stencil, texture)));
    found.into_iter().map(|(of, texture)| (of, *texture.descriptor(), texture.to_bytes())).collect()
}
