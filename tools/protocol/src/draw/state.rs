//! The state of pipelines in a request to draw.

use crate::kept::{Kept, KeptPart};
use serde::Deserialize;
use std::collections::BTreeMap;
use webgpu_model::raster::{CullMode, FrontFace, StepMode, Topology, VertexFormat};
use webgpu_model::{Bytes, Shader, VertexAttribute, VertexLayout};

/// A shader of a pipeline.
#[derive(Deserialize, Debug, Default)]
#[serde(default)]
pub(super) struct ShaderRecord {
    entry_point: Option<String>,
    constants: BTreeMap<String, f64>,
}

impl ShaderRecord {
    pub(super) fn decode(&self) -> Shader {
        let constants = self.constants.iter().map(|(name, value)| (name.clone(), *value)).collect();
        Shader { entry_point: self.entry_point.clone(), constants }
    }
}

/// How vertices make primitives, and which of them are drawn.
#[derive(Deserialize, Debug, Default)]
#[serde(default)]
pub(super) struct PrimitiveRecord {
    pub(super) topology: Topology,
    pub(super) front_face: FrontFace,
    pub(super) cull_mode: CullMode,
    pub(super) unclipped_depth: bool,
}

/// The samples of pixels. The count is that of all attachments.
#[derive(Deserialize, Debug, Default)]
#[serde(default)]
pub(super) struct MultisampleRecord {
    pub(super) count: Option<u32>,
    pub(super) mask: Option<u32>,
    pub(super) alpha_to_coverage_enabled: bool,
}

/// A vertex buffer with its layout.
#[derive(Deserialize, Debug, Default)]
#[serde(default)]
pub(super) struct VertexBufferRecord {
    array_stride: u64,
    step_mode: StepMode,
    attributes: Vec<AttributeRecord>,
    data_base64: Option<String>,
    #[serde(flatten)]
    part: KeptPart,
}

#[derive(Deserialize, Debug)]
struct AttributeRecord {
    format: VertexFormat,
    #[serde(default)]
    offset: u64,
    shader_location: u32,
}

impl VertexBufferRecord {
    /// # Errors
    /// Bytes that are malformed, or not kept.
    pub(super) fn bytes(&self, kept: &Kept) -> Result<Option<Bytes>, String> {
        kept.bytes(("vertex_buffers", self.data_base64.as_deref()), &self.part)
    }

    pub(super) fn layout(&self) -> VertexLayout {
        let attribute = |it: &AttributeRecord| VertexAttribute {
            format: it.format,
            offset: it.offset,
            location: it.shader_location,
        };
        VertexLayout {
            array_stride: self.array_stride,
            step_mode: self.step_mode,
            attributes: self.attributes.iter().map(attribute).collect(),
        }
    }
}
