//! The state of render pipelines.

use super::{DepthStencilState, TargetState};
use crate::Shader;
use crate::raster::{CullMode, FrontFace, StepMode, Topology, VertexFormat};

/// The state of a render pipeline. The default has the only vertex shader, no fragment shader, and the defaults of WebGPU.
#[derive(Clone, Debug, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct RenderState {
    /// The vertex shader.
    pub vertex: Shader,
    /// The fragment shader; without one there are only depths and stencil values.
    pub fragment: Option<Shader>,
    /// The elements of the vertex buffers, by slot.
    pub vertex_layouts: Vec<VertexLayout>,
    /// How vertices make primitives, and which primitives are drawn.
    pub primitive: Primitive,
    /// The samples that are written.
    pub multisample: Multisample,
    /// The use of colours, by location; the default for targets beyond the last one.
    pub targets: Vec<TargetState>,
    /// The tests of depths and stencil values; without effect where the pass lacks the attachment.
    pub depth_stencil: DepthStencilState,
}

impl RenderState {
    /// The use of the colours for a target.
    #[must_use]
    pub fn target(&self, location: usize) -> TargetState {
        self.targets.get(location).copied().unwrap_or_default()
    }
}

/// How vertices make primitives, and which primitives are drawn. The default has the defaults of WebGPU.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(default))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(deny_unknown_fields))]
pub struct Primitive {
    /// How vertices make primitives.
    pub topology: Topology,
    /// The winding of triangles that are front-facing.
    pub front_face: FrontFace,
    /// The triangles that are left out.
    pub cull_mode: CullMode,
    /// True to draw fragments nearer than the near plane and farther than the far plane.
    pub unclipped_depth: bool,
}

/// The samples that a pipeline writes. The default writes all that a primitive covers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(default))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(deny_unknown_fields))]
pub struct Multisample {
    /// The samples that may be written: bit n for sample n.
    pub mask: u32,
    /// True if the alpha of the first colour takes samples away.
    pub alpha_to_coverage_enabled: bool,
}

impl Default for Multisample {
    fn default() -> Self {
        Self { mask: u32::MAX, alpha_to_coverage_enabled: false }
    }
}

/// The elements of a vertex buffer.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(default))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct VertexLayout {
    /// From one element to the next, in bytes; with 0 there is only one element.
    pub array_stride: u64,
    /// Whether each vertex or each instance has an element.
    pub step_mode: StepMode,
    /// The attributes in each element.
    pub attributes: Vec<VertexAttribute>,
}

/// An attribute of a vertex or an instance.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(deny_unknown_fields))]
pub struct VertexAttribute {
    /// How the attribute is stored.
    pub format: VertexFormat,
    /// From the start of the element, in bytes.
    #[cfg_attr(feature = "serde", serde(default))]
    pub offset: u64,
    /// The location of the input of the vertex shader.
    #[cfg_attr(feature = "serde", serde(rename = "shader_location"))]
    pub location: u32,
}
