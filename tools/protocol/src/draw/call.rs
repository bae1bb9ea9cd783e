//! The draws of a request. A draw takes the members that it lacks from the request.

use super::DrawRecord;
use crate::contents::Contents;
use crate::dispatch::{BindingRecord, bindings, kind};
use crate::kept::{Kept, KeptPart};
use crate::members::{is_default, targets};
use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use serde::{Deserialize, Deserializer, Serialize};
use webgpu_model::raster::{IndexFormat, Scissor, Viewport};
use webgpu_model::{
    Bytes, Counts, DepthStencilState, Draw, IndexBuffer, Multisample, PipelineLayout, Primitive, RenderPass,
    RenderState, Shader, TargetState, VertexLayout,
};
use wgsl_validator::interface::Interface;

/// A draw with the state of its pipeline. The suite writes the whole state, so the schema requires it.
#[derive(Serialize, Deserialize, Debug, Default)]
#[serde(default)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(deny_unknown_fields))]
#[cfg_attr(feature = "schema", schemars(extend("required" = ["vertex", "primitive", "multisample", "targets", "vertex_buffers", "blend_constant", "stencil_reference"])))]
pub(super) struct CallRecord {
    /// The vertex shader.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", schemars(with = "Shader"))]
    vertex: Option<Shader>,
    /// The fragment shader.
    #[serde(skip_serializing_if = "Option::is_none")]
    fragment: Option<Shader>,
    /// How vertices make primitives.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", schemars(with = "Primitive"))]
    primitive: Option<Primitive>,
    /// The samples that are written.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", schemars(with = "Multisample"))]
    multisample: Option<Multisample>,
    /// The use of colours by location, instead of the use that the targets of the request have.
    #[serde(skip_serializing_if = "Option::is_none", deserialize_with = "own_targets")]
    #[cfg_attr(feature = "schema", schemars(with = "Vec<TargetState>"))]
    targets: Option<Vec<Option<TargetState>>>,
    /// The depth and stencil tests, instead of the tests in the attachment of the request; present if the attachment
    /// is.
    #[serde(skip_serializing_if = "Option::is_none")]
    depth_stencil: Option<DepthStencilState>,
    /// The vertex buffers by slot.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", schemars(with = "Vec<VertexBufferRecord>"))]
    vertex_buffers: Option<Vec<Option<VertexBufferRecord>>>,
    /// The index buffer.
    #[serde(skip_serializing_if = "Option::is_none")]
    index_buffer: Option<IndexBufferRecord>,
    /// The vertices and instances of a direct draw.
    #[serde(skip_serializing_if = "Option::is_none")]
    draw: Option<CountsRecord>,
    /// The contents of the buffer of an indirect draw.
    #[serde(skip_serializing_if = "Option::is_none")]
    indirect_base64: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", schemars(skip))]
    indirect: Option<KeptPart>,
    /// The place of the picture; absent for the whole of the attachments.
    #[serde(skip_serializing_if = "Option::is_none")]
    viewport: Option<Viewport>,
    /// The rectangle outside of which nothing is drawn.
    #[serde(skip_serializing_if = "Option::is_none")]
    scissor: Option<Scissor>,
    /// Red, green, blue and alpha of the constant for blending.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", schemars(with = "[f64; 4]"))]
    blend_constant: Option<[f64; 4]>,
    /// The value that stencil values are compared with and replaced by.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", schemars(with = "u32"))]
    stencil_reference: Option<u32>,
    /// Resources that replace the resources of the pass with the same group and binding.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    bindings: Vec<BindingRecord>,
}

fn own_targets<'de, D: Deserializer<'de>>(
    deserializer: D,
) -> Result<Option<Vec<Option<TargetState>>>, D::Error> {
    targets(deserializer).map(Some)
}

/// A vertex buffer with its layout.
#[derive(Serialize, Deserialize, Debug, Default)]
#[serde(default)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(deny_unknown_fields))]
#[cfg_attr(feature = "schema", schemars(extend("required" = ["array_stride", "step_mode", "attributes", "data_base64"])))]
struct VertexBufferRecord {
    #[serde(flatten)]
    layout: VertexLayout,
    /// The bytes.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", schemars(with = "String"))]
    data_base64: Option<String>,
    #[serde(flatten, skip_serializing_if = "is_default")]
    #[cfg_attr(feature = "schema", schemars(skip))]
    part: KeptPart,
}

/// An index buffer.
#[derive(Serialize, Deserialize, Debug, Default)]
#[serde(default)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(deny_unknown_fields))]
#[cfg_attr(feature = "schema", schemars(extend("required" = ["format", "data_base64"])))]
struct IndexBufferRecord {
    /// `uint16` or `uint32`.
    format: IndexFormat,
    /// The bytes.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", schemars(with = "String"))]
    data_base64: Option<String>,
    #[serde(flatten, skip_serializing_if = "is_default")]
    #[cfg_attr(feature = "schema", schemars(skip))]
    part: KeptPart,
}

/// The vertices and instances of a draw, with an index buffer or without one.
#[derive(Serialize, Deserialize, Debug, Default)]
#[serde(default)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(deny_unknown_fields))]
struct CountsRecord {
    /// The number of vertices.
    #[serde(skip_serializing_if = "Option::is_none")]
    vertex_count: Option<u32>,
    /// The number of the first one.
    #[serde(skip_serializing_if = "Option::is_none")]
    first_vertex: Option<u32>,
    /// The number of indices.
    #[serde(skip_serializing_if = "Option::is_none")]
    index_count: Option<u32>,
    /// The number of the first one.
    #[serde(skip_serializing_if = "Option::is_none")]
    first_index: Option<u32>,
    /// The number that is added to each index.
    #[serde(skip_serializing_if = "Option::is_none")]
    base_vertex: Option<i32>,
    /// The number of instances.
    #[serde(default = "super::one")]
    instance_count: u32,
    /// The number of the first one.
    first_instance: u32,
}

impl CallRecord {
    /// Returns the members for a draw of a pass, with the resources of this layout.
    pub(super) fn new(
        pass: &RenderPass,
        (state, draw): (&RenderState, &Draw),
        layout: &PipelineLayout,
    ) -> Self {
        let bytes = |slot: usize| draw.vertex_buffers.get(slot).map_or(&[][..], |bytes| bytes);
        let buffer = |(slot, layout): (usize, &VertexLayout)| VertexBufferRecord {
            layout: layout.clone(),
            data_base64: Some(STANDARD.encode(bytes(slot))),
            part: KeptPart::default(),
        };
        let buffers = state.vertex_layouts.iter().enumerate().map(|it| Some(buffer(it)));
        let is_indexed = draw.index_buffer.is_some();
        Self {
            vertex: Some(state.vertex.clone()),
            fragment: state.fragment.clone(),
            primitive: Some(state.primitive),
            multisample: Some(state.multisample),
            targets: Some((0..pass.targets.len()).map(|location| Some(state.target(location))).collect()),
            depth_stencil: pass.depth_stencil.is_some().then_some(state.depth_stencil),
            vertex_buffers: Some(buffers.collect()),
            index_buffer: draw.index_buffer.as_ref().map(|indices| IndexBufferRecord {
                format: indices.format,
                data_base64: Some(STANDARD.encode(&indices.bytes)),
                part: KeptPart::default(),
            }),
            draw: (!draw.is_indirect).then(|| CountsRecord::new(draw.counts, is_indexed)),
            indirect_base64: draw.is_indirect.then(|| STANDARD.encode(draw.counts.to_indirect(is_indexed))),
            indirect: None,
            viewport: draw.viewport,
            scissor: draw.scissor,
            blend_constant: Some(draw.blend_constant),
            stencil_reference: Some(draw.stencil_reference),
            bindings: BindingRecord::used(&draw.bindings, layout),
        }
    }

    /// Returns the state of the pipeline.
    pub(super) fn state(&self, request: &DrawRecord) -> RenderState {
        let shared = &request.shared;
        let multisample = request.multisample.as_ref().map(|it| it.state);
        let targets = match &self.targets {
            Some(own) => own.iter().copied().map(Option::unwrap_or_default).collect(),
            None => request
                .targets
                .iter()
                .map(|it| it.as_ref().map(|it| it.more.state).unwrap_or_default())
                .collect(),
        };
        let depth_stencil = request.depth_stencil.as_ref().map(|it| it.more.state);
        RenderState {
            vertex: self.vertex.as_ref().or(shared.vertex.as_ref()).cloned().unwrap_or_default(),
            fragment: self.fragment.as_ref().or(shared.fragment.as_ref()).cloned(),
            vertex_layouts: self.vertex_buffers(shared).iter().map(|it| layout(it.as_ref())).collect(),
            primitive: self.primitive.or(shared.primitive).unwrap_or_default(),
            multisample: self.multisample.or(multisample).unwrap_or_default(),
            targets,
            depth_stencil: self.depth_stencil.or(depth_stencil).unwrap_or_default(),
        }
    }

    /// The draw, with the first pipeline.
    ///
    /// # Errors
    /// A member that is missing or malformed.
    pub(super) fn draw(&self, shared: &Self, contents: &mut Contents<'_>) -> Result<Draw, String> {
        let kept = contents.kept;
        let index_buffer = self.index_buffer.as_ref().or(shared.index_buffer.as_ref());
        let index_buffer = index_buffer.map(|it| it.decode(kept)).transpose()?;
        let buffers = self.vertex_buffers(shared).iter();
        let own = |counts: &Self| counts.draw.is_some() || counts.is_indirect();
        let counted = if own(self) { self } else { shared };
        Ok(Draw {
            pipeline: 0,
            vertex_buffers: buffers.map(|it| bytes(it.as_ref(), kept)).collect::<Result<_, _>>()?,
            counts: counted.counts(index_buffer.is_some(), kept)?,
            is_indirect: counted.is_indirect(),
            index_buffer,
            bindings: bindings(&self.bindings, contents)?,
            viewport: self.viewport.or(shared.viewport),
            scissor: self.scissor.or(shared.scissor),
            blend_constant: self.blend_constant.or(shared.blend_constant).unwrap_or_default(),
            stencil_reference: self.stencil_reference.or(shared.stencil_reference).unwrap_or(0),
        })
    }

    /// A message on the first binding of its own whose kind differs from that of its variable.
    pub(super) fn mismatch(&self, interface: &Interface) -> Option<String> {
        kind::mismatch(&self.bindings, interface)
    }

    /// The bindings of its own.
    pub(super) fn bindings(&self) -> &[BindingRecord] {
        &self.bindings
    }

    fn vertex_buffers<'a>(&'a self, shared: &'a Self) -> &'a [Option<VertexBufferRecord>] {
        self.vertex_buffers.as_ref().or(shared.vertex_buffers.as_ref()).map_or(&[], Vec::as_slice)
    }

    /// The vertices and instances.
    fn counts(&self, is_indexed: bool, kept: &Kept) -> Result<Counts, String> {
        let member = if self.indirect.is_some() { "indirect" } else { "indirect_base64" };
        match (&self.draw, self.is_indirect()) {
            (Some(counts), false) => counts.decode(is_indexed),
            (None, true) => {
                let none = KeptPart::default();
                let part = self.indirect.as_ref().unwrap_or(&none);
                let text = ("indirect_base64", self.indirect_base64.as_deref());
                let bytes = kept.bytes(text, part)?.unwrap_or_default();
                let needed = if is_indexed { 20 } else { 16 };
                let message = || format!("`{member}` has {} bytes, but the draw needs {needed}", bytes.len());
                Counts::from_indirect(&bytes, is_indexed).ok_or_else(message)
            }
            (Some(_), true) => Err(format!("expected either `draw` or `{member}`, found both")),
            (None, false) => Err("missing field `draw`".to_owned()),
        }
    }

    /// Returns true if the counts are in a buffer.
    const fn is_indirect(&self) -> bool {
        self.indirect_base64.is_some() || self.indirect.is_some()
    }
}

impl IndexBufferRecord {
    fn decode(&self, kept: &Kept) -> Result<IndexBuffer, String> {
        let text = ("index_buffer", self.data_base64.as_deref());
        let bytes = kept.bytes(text, &self.part)?;
        let bytes = bytes.ok_or("expected `data_base64` or `kept` of `index_buffer`")?;
        Ok(IndexBuffer { bytes, format: self.format })
    }
}

impl CountsRecord {
    fn new(counts: Counts, is_indexed: bool) -> Self {
        let Counts { count, first, base_vertex, instance_count, first_instance } = counts;
        let instances = Self { instance_count, first_instance, ..Self::default() };
        if is_indexed {
            let (index_count, first_index) = (Some(count), Some(first));
            return Self { index_count, first_index, base_vertex: Some(base_vertex), ..instances };
        }
        Self { vertex_count: Some(count), first_vertex: Some(first), ..instances }
    }

    fn decode(&self, is_indexed: bool) -> Result<Counts, String> {
        let (count, first, name) = if is_indexed {
            (self.index_count, self.first_index, "index_count")
        } else {
            (self.vertex_count, self.first_vertex, "vertex_count")
        };
        Ok(Counts {
            count: count.ok_or_else(|| format!("missing `{name}` of `draw`"))?,
            first: first.unwrap_or(0),
            base_vertex: self.base_vertex.unwrap_or(0),
            instance_count: self.instance_count,
            first_instance: self.first_instance,
        })
    }
}

/// The layout of a slot, which may be empty.
fn layout(record: Option<&VertexBufferRecord>) -> VertexLayout {
    record.map(|record| record.layout.clone()).unwrap_or_default()
}

/// The bytes of a slot, which may be empty.
fn bytes(record: Option<&VertexBufferRecord>, kept: &Kept) -> Result<Bytes, String> {
    let bytes = |it: &VertexBufferRecord| kept.bytes(("vertex_buffers", it.data_base64.as_deref()), &it.part);
    Ok(record.map(bytes).transpose()?.flatten().unwrap_or_default())
}
