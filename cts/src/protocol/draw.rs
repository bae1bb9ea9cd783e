//! The request to draw: a render pass with all the state of its draws.

use super::{BindingRecord, Constants, constants};
use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use schemars::JsonSchema;
use serde::Serialize;
use std::collections::BTreeMap;
use webgpu_model::{
    BlendComponent, BlendState, DepthStencil, DepthStencilState, Draw, LoadOp, PipelineLayout, RenderPass,
    RenderState, Shader, StencilFace, Target, TargetState, VertexLayout,
};
use wgsl_cts_cases::execution::Execution;

/// A render pass: the members of a request to draw.
#[derive(Serialize, JsonSchema, Debug)]
#[serde(deny_unknown_fields)]
pub struct DrawRecord {
    /// Width and height of the attachments in pixels.
    pub size: [u32; 2],
    /// The number of samples of the attachments.
    pub multisample: SampleRecord,
    /// The colour attachments by location.
    pub targets: Vec<Option<TargetRecord>>,
    /// The attachment for depths and stencil values.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub depth_stencil: Option<DepthStencilRecord>,
    /// The resources that the stages use.
    pub bindings: Vec<BindingRecord>,
    /// The bytes of the variable in address space immediate.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub immediates_base64: Option<String>,
    /// Whether faults are reported.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub strict: bool,
    /// The number of invocations of a subgroup, if the results depend on it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub subgroup_size: Option<u32>,
    /// The draws, one after the other.
    pub draws: Vec<CallRecord>,
}

/// The number of samples.
#[derive(Serialize, JsonSchema, Debug)]
#[serde(deny_unknown_fields)]
pub struct SampleRecord {
    /// 1 or 4.
    pub count: u32,
}

/// A colour attachment.
#[derive(Serialize, JsonSchema, Debug)]
#[serde(deny_unknown_fields)]
pub struct TargetRecord {
    /// The format of its texels.
    pub format: &'static str,
    /// Red, green, blue and alpha of the texels before.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub clear_value: Option<[f64; 4]>,
    /// The texels before, if they are loaded.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub data_base64: Option<String>,
    /// Whether several samples are resolved.
    pub resolve: bool,
}

/// The attachment for depths and stencil values.
#[derive(Serialize, JsonSchema, Debug)]
#[serde(deny_unknown_fields)]
pub struct DepthStencilRecord {
    /// Its format.
    pub format: &'static str,
    /// The depth of all texels before.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub depth_clear_value: Option<f32>,
    /// The depths before, if they are loaded.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub depth_base64: Option<String>,
    /// The stencil value of all texels before.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub stencil_clear_value: Option<u32>,
    /// The stencil values before, if they are loaded.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub stencil_base64: Option<String>,
    /// Whether no draw writes depths.
    pub depth_read_only: bool,
    /// Whether no draw writes stencil values.
    pub stencil_read_only: bool,
}

/// A draw with the state of its pipeline.
#[derive(Serialize, JsonSchema, Debug)]
#[serde(deny_unknown_fields)]
pub struct CallRecord {
    /// The vertex shader.
    pub vertex: ShaderRecord,
    /// The fragment shader.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub fragment: Option<ShaderRecord>,
    /// How vertices make primitives.
    pub primitive: PrimitiveRecord,
    /// The samples that are written.
    pub multisample: MaskRecord,
    /// The use of colours by location.
    pub targets: Vec<TargetStateRecord>,
    /// The tests of depths and stencil values; present if there is the attachment.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub depth_stencil: Option<TestRecord>,
    /// The vertex buffers by slot.
    pub vertex_buffers: Vec<VertexBufferRecord>,
    /// The index buffer.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub index_buffer: Option<IndexBufferRecord>,
    /// The vertices and instances of a direct draw.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub draw: Option<CountsRecord>,
    /// The contents of the buffer of an indirect draw.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub indirect_base64: Option<String>,
    /// The place of the picture; absent for the whole of the attachments.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub viewport: Option<ViewportRecord>,
    /// The rectangle outside of which nothing is drawn.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub scissor: Option<ScissorRecord>,
    /// Red, green, blue and alpha of the constant for blending.
    pub blend_constant: [f64; 4],
    /// The value that stencil values are compared with and replaced by.
    pub stencil_reference: u32,
    /// Resources that replace those of the pass with the same group and binding.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub bindings: Vec<BindingRecord>,
}

/// A shader.
#[derive(Serialize, JsonSchema, Debug)]
#[serde(deny_unknown_fields)]
pub struct ShaderRecord {
    /// The name of the entry point; absent if the program has only one of the stage.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub entry_point: Option<String>,
    /// Values of overrides, by the `@id` in base 10 or the name.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub constants: Constants,
}

/// How vertices make primitives, and which of them are drawn.
#[derive(Serialize, JsonSchema, Debug)]
#[serde(deny_unknown_fields)]
pub struct PrimitiveRecord {
    /// `point-list`, `line-list`, `line-strip`, `triangle-list` or `triangle-strip`.
    pub topology: &'static str,
    /// `ccw` or `cw`.
    pub front_face: &'static str,
    /// `none`, `front` or `back`.
    pub cull_mode: &'static str,
    /// Whether depths are not clipped.
    pub unclipped_depth: bool,
}

/// The samples that are written.
#[derive(Serialize, JsonSchema, Debug)]
#[serde(deny_unknown_fields)]
pub struct MaskRecord {
    /// Bit n lets sample n be written.
    pub mask: u32,
    /// Whether alpha takes samples away.
    pub alpha_to_coverage_enabled: bool,
}

/// The use of the colours for a target.
#[derive(Serialize, JsonSchema, Debug)]
#[serde(deny_unknown_fields)]
pub struct TargetStateRecord {
    /// How they are combined with those of the target.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub blend: Option<BlendRecord>,
    /// The sum of 1 for red, 2 for green, 4 for blue and 8 for alpha.
    pub write_mask: u8,
}

/// How colours are combined with those of a target.
#[derive(Serialize, JsonSchema, Debug)]
#[serde(deny_unknown_fields)]
pub struct BlendRecord {
    /// Of red, green and blue.
    pub color: ComponentRecord,
    /// Of alpha.
    pub alpha: ComponentRecord,
}

/// How channels are combined, in the words of WebGPU.
#[derive(Serialize, JsonSchema, Debug)]
#[serde(deny_unknown_fields)]
pub struct ComponentRecord {
    /// The operation.
    pub operation: &'static str,
    /// The factor for the colour of the shader.
    pub src_factor: &'static str,
    /// The factor for the colour of the target.
    pub dst_factor: &'static str,
}

/// The tests of depths and stencil values.
#[derive(Serialize, JsonSchema, Debug)]
#[serde(deny_unknown_fields)]
pub struct TestRecord {
    /// The comparison of the depth of a fragment, on the left, with that of the attachment.
    pub depth_compare: &'static str,
    /// Whether depths that pass are stored.
    pub depth_write_enabled: bool,
    /// The test of front-facing triangles, lines and points.
    pub stencil_front: FaceRecord,
    /// The test of other triangles.
    pub stencil_back: FaceRecord,
    /// The bits that are compared.
    pub stencil_read_mask: u32,
    /// The bits that are written.
    pub stencil_write_mask: u32,
    /// A number that is added to depths, in the smallest differences.
    pub depth_bias: i32,
    /// A factor for the slope, which is added too.
    pub depth_bias_slope_scale: f32,
    /// The limit of the sum.
    pub depth_bias_clamp: f32,
}

/// The stencil test of a face.
#[derive(Serialize, JsonSchema, Debug)]
#[serde(deny_unknown_fields)]
pub struct FaceRecord {
    /// The comparison of the reference value, on the left, with the stencil value.
    pub compare: &'static str,
    /// The operation where it fails.
    pub fail_op: &'static str,
    /// The operation where the test of depths fails.
    pub depth_fail_op: &'static str,
    /// The operation where both pass.
    pub pass_op: &'static str,
}

/// A vertex buffer.
#[derive(Serialize, JsonSchema, Debug)]
#[serde(deny_unknown_fields)]
pub struct VertexBufferRecord {
    /// The distance of elements in bytes.
    pub array_stride: u64,
    /// `vertex` or `instance`.
    pub step_mode: &'static str,
    /// The attributes in each element.
    pub attributes: Vec<AttributeRecord>,
    /// The bytes.
    pub data_base64: String,
}

/// An attribute of an element.
#[derive(Serialize, JsonSchema, Debug)]
#[serde(deny_unknown_fields)]
pub struct AttributeRecord {
    /// How it is stored.
    pub format: &'static str,
    /// From the start of the element, in bytes.
    pub offset: u64,
    /// The location of the input of the vertex shader.
    pub shader_location: u32,
}

/// An index buffer.
#[derive(Serialize, JsonSchema, Debug)]
#[serde(deny_unknown_fields)]
pub struct IndexBufferRecord {
    /// `uint16` or `uint32`.
    pub format: &'static str,
    /// The bytes.
    pub data_base64: String,
}

/// The vertices and instances of a draw, with an index buffer or without one.
#[derive(Serialize, JsonSchema, Debug, Default)]
#[serde(deny_unknown_fields)]
pub struct CountsRecord {
    /// The number of vertices.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub vertex_count: Option<u32>,
    /// The number of the first one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub first_vertex: Option<u32>,
    /// The number of indices.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub index_count: Option<u32>,
    /// The number of the first one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub first_index: Option<u32>,
    /// The number that is added to each index.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub base_vertex: Option<i32>,
    /// The number of instances.
    pub instance_count: u32,
    /// The number of the first one.
    pub first_instance: u32,
}

/// A viewport.
#[derive(Serialize, JsonSchema, Debug)]
#[serde(deny_unknown_fields)]
pub struct ViewportRecord {
    /// The left border.
    pub x: f32,
    /// The upper border.
    pub y: f32,
    /// The width.
    pub width: f32,
    /// The height.
    pub height: f32,
    /// The depth of the near plane.
    pub min_depth: f32,
    /// The depth of the far plane.
    pub max_depth: f32,
}

/// A scissor rectangle.
#[derive(Serialize, JsonSchema, Debug)]
#[serde(deny_unknown_fields)]
pub struct ScissorRecord {
    /// The left border.
    pub x: u32,
    /// The upper border.
    pub y: u32,
    /// The width.
    pub width: u32,
    /// The height.
    pub height: u32,
}

impl DrawRecord {
    /// The members of a request for a render pass, with the resources of this layout. Others are left out: the program does not use
    /// them.
    #[must_use]
    pub fn new(execution: &Execution, pass: &RenderPass, layout: &PipelineLayout) -> Self {
        let immediates = Some(&pass.immediates).filter(|bytes| !bytes.is_empty());
        Self {
            size: pass.size,
            multisample: SampleRecord { count: pass.sample_count.count() },
            targets: pass.targets.iter().map(|it| it.as_ref().map(TargetRecord::new)).collect(),
            depth_stencil: pass.depth_stencil.as_ref().map(DepthStencilRecord::new),
            bindings: BindingRecord::used(&pass.bindings, layout),
            immediates_base64: immediates.map(|bytes| STANDARD.encode(bytes)),
            strict: execution.is_strict,
            subgroup_size: execution.subgroup_size,
            draws: pass.draws().map(|(state, draw)| CallRecord::new(pass, (state, draw), layout)).collect(),
        }
    }
}

/// The value in all texels, or the bytes.
fn before<T: Copy>(given: &LoadOp<T>) -> (Option<T>, Option<String>) {
    match given {
        LoadOp::Clear(value) => (Some(*value), None),
        LoadOp::Load(bytes) => (None, Some(STANDARD.encode(bytes))),
    }
}

impl TargetRecord {
    fn new(target: &Target) -> Self {
        let (clear_value, data_base64) = before(&target.before);
        Self { format: target.format.name(), clear_value, data_base64, resolve: target.is_resolved }
    }
}

impl DepthStencilRecord {
    fn new(attachment: &DepthStencil) -> Self {
        let (depth_clear_value, depth_base64) = before(&attachment.depth);
        let (stencil_clear_value, stencil_base64) = before(&attachment.stencil);
        Self {
            format: attachment.format.name(),
            depth_clear_value,
            depth_base64,
            stencil_clear_value,
            stencil_base64,
            depth_read_only: attachment.depth_read_only,
            stencil_read_only: attachment.stencil_read_only,
        }
    }
}

impl CallRecord {
    fn new(pass: &RenderPass, (state, draw): (&RenderState, &Draw), layout: &PipelineLayout) -> Self {
        let layouts = state.vertex_layouts.iter().enumerate();
        let bytes = |slot: usize| draw.vertex_buffers.get(slot).map_or(&[][..], |bytes| bytes);
        let is_indexed = draw.index_buffer.is_some();
        Self {
            vertex: ShaderRecord::new(&state.vertex),
            fragment: state.fragment.as_ref().map(ShaderRecord::new),
            primitive: PrimitiveRecord {
                topology: state.topology.name(),
                front_face: state.front_face.name(),
                cull_mode: state.cull_mode.name(),
                unclipped_depth: state.unclipped_depth,
            },
            multisample: MaskRecord {
                mask: state.sample_mask,
                alpha_to_coverage_enabled: state.alpha_to_coverage,
            },
            targets: (0..pass.targets.len()).map(|it| TargetStateRecord::new(state.target(it))).collect(),
            depth_stencil: pass.depth_stencil.as_ref().map(|_| TestRecord::new(&state.depth_stencil)),
            vertex_buffers: layouts.map(|(slot, it)| VertexBufferRecord::new(it, bytes(slot))).collect(),
            index_buffer: draw.index_buffer.as_ref().map(|indices| IndexBufferRecord {
                format: indices.format.name(),
                data_base64: STANDARD.encode(&indices.bytes),
            }),
            draw: (!draw.is_indirect).then(|| CountsRecord::new(draw)),
            indirect_base64: draw.is_indirect.then(|| STANDARD.encode(draw.counts.to_indirect(is_indexed))),
            viewport: draw.viewport.map(|it| ViewportRecord {
                x: it.x,
                y: it.y,
                width: it.width,
                height: it.height,
                min_depth: it.min_depth,
                max_depth: it.max_depth,
            }),
            scissor: draw.scissor.map(|it| ScissorRecord {
                x: it.x,
                y: it.y,
                width: it.width,
                height: it.height,
            }),
            blend_constant: draw.blend_constant,
            stencil_reference: draw.stencil_reference,
            bindings: BindingRecord::used(&draw.bindings, layout),
        }
    }
}

impl ShaderRecord {
    fn new(shader: &Shader) -> Self {
        Self { entry_point: shader.entry_point.clone(), constants: constants(&shader.constants) }
    }
}

impl TargetStateRecord {
    fn new(state: TargetState) -> Self {
        Self { blend: state.blend.map(BlendRecord::new), write_mask: state.write_mask.0 }
    }
}

impl BlendRecord {
    fn new(state: BlendState) -> Self {
        let component = |it: BlendComponent| ComponentRecord {
            operation: it.operation.name(),
            src_factor: it.src_factor.name(),
            dst_factor: it.dst_factor.name(),
        };
        Self { color: component(state.color), alpha: component(state.alpha) }
    }
}

impl TestRecord {
    fn new(state: &DepthStencilState) -> Self {
        let face = |it: StencilFace| FaceRecord {
            compare: it.compare.name(),
            fail_op: it.fail_op.name(),
            depth_fail_op: it.depth_fail_op.name(),
            pass_op: it.pass_op.name(),
        };
        Self {
            depth_compare: state.depth_compare.name(),
            depth_write_enabled: state.depth_write_enabled,
            stencil_front: face(state.stencil_front),
            stencil_back: face(state.stencil_back),
            stencil_read_mask: state.stencil_read_mask,
            stencil_write_mask: state.stencil_write_mask,
            depth_bias: state.depth_bias.constant,
            depth_bias_slope_scale: state.depth_bias.slope_scale,
            depth_bias_clamp: state.depth_bias.clamp,
        }
    }
}

impl VertexBufferRecord {
    fn new(layout: &VertexLayout, bytes: &[u8]) -> Self {
        let attributes = layout.attributes.iter().map(|it| AttributeRecord {
            format: it.format.name(),
            offset: it.offset,
            shader_location: it.location,
        });
        Self {
            array_stride: layout.array_stride,
            step_mode: layout.step_mode.name(),
            attributes: attributes.collect(),
            data_base64: STANDARD.encode(bytes),
        }
    }
}

impl CountsRecord {
    fn new(draw: &Draw) -> Self {
        let counts = draw.counts;
        let instances = Self {
            instance_count: counts.instance_count,
            first_instance: counts.first_instance,
            ..Self::default()
        };
        if draw.index_buffer.is_some() {
            let (index_count, first_index) = (Some(counts.count), Some(counts.first));
            return Self { index_count, first_index, base_vertex: Some(counts.base_vertex), ..instances };
        }
        Self { vertex_count: Some(counts.count), first_vertex: Some(counts.first), ..instances }
    }
}
