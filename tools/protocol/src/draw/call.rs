//! The draws of a request. A draw takes the members that it lacks from the request.

use super::Members;
use super::attachment::{DepthStencilRecord, TargetRecord};
use super::state::{MultisampleRecord, PrimitiveRecord, ShaderRecord, VertexBufferRecord};
use crate::contents::Contents;
use crate::dispatch::{BindingRecord, bindings, kind};
use crate::kept::{Kept, KeptPart};
use serde::Deserialize;
use webgpu_model::raster::{IndexFormat, Scissor, Viewport};
use webgpu_model::{Bytes, Counts, Draw, IndexBuffer, RenderState, TargetState, VertexLayout};
use wgsl_validator::interface::Interface;

/// A draw.
#[derive(Deserialize, Debug, Default)]
#[serde(default)]
pub(super) struct CallRecord {
    vertex: Option<ShaderRecord>,
    fragment: Option<ShaderRecord>,
    primitive: Option<PrimitiveRecord>,
    multisample: Option<MultisampleRecord>,
    vertex_buffers: Option<Vec<Option<VertexBufferRecord>>>,
    index_buffer: Option<IndexBufferRecord>,
    draw: Option<CountsRecord>,
    indirect_base64: Option<String>,
    indirect: Option<KeptPart>,
    viewport: Option<Viewport>,
    scissor: Option<Scissor>,
    blend_constant: Option<[f64; 4]>,
    stencil_reference: Option<u32>,
    /// The use of colours, in place of that beside the attachments of the request.
    targets: Option<Vec<Option<TargetRecord>>>,
    /// The tests, in place of those beside the attachment of the request.
    depth_stencil: Option<DepthStencilRecord>,
    /// Resources that replace those of the request.
    bindings: Vec<BindingRecord>,
}

#[derive(Deserialize, Debug)]
struct IndexBufferRecord {
    #[serde(default)]
    format: IndexFormat,
    data_base64: Option<String>,
    #[serde(flatten)]
    part: KeptPart,
}

/// The vertices and instances of a direct draw.
#[derive(Deserialize, Debug, Default)]
#[serde(default)]
struct CountsRecord {
    vertex_count: Option<u32>,
    first_vertex: Option<u32>,
    index_count: Option<u32>,
    first_index: Option<u32>,
    base_vertex: Option<i32>,
    instance_count: Option<u32>,
    first_instance: u32,
}

impl CallRecord {
    /// The state of the pipeline.
    ///
    /// # Errors
    /// A member that is missing or malformed.
    pub(super) fn state(&self, request: &Members) -> Result<RenderState, String> {
        let shared = &request.shared;
        let shader = |own: &Option<ShaderRecord>, shared: &Option<ShaderRecord>| {
            own.as_ref().or(shared.as_ref()).map(ShaderRecord::decode)
        };
        let default = RenderState::default();
        let multisample = self.multisample.as_ref().or(shared.multisample.as_ref());
        let mut state = RenderState {
            vertex: shader(&self.vertex, &shared.vertex).unwrap_or_default(),
            fragment: shader(&self.fragment, &shared.fragment),
            vertex_layouts: self.vertex_buffers(shared).iter().map(|it| layout(it.as_ref())).collect(),
            sample_mask: multisample.and_then(|it| it.mask).unwrap_or(default.sample_mask),
            alpha_to_coverage: multisample.is_some_and(|it| it.alpha_to_coverage_enabled),
            targets: targets(self.targets.as_ref().unwrap_or(&request.targets))?,
            ..default
        };
        if let Some(primitive) = self.primitive.as_ref().or(shared.primitive.as_ref()) {
            let PrimitiveRecord { topology, front_face, cull_mode, unclipped_depth } = *primitive;
            state = RenderState { topology, front_face, cull_mode, unclipped_depth, ..state };
        }
        if let Some(tests) = self.depth_stencil.as_ref().or(request.depth_stencil.as_ref()) {
            state.depth_stencil = tests.state();
        }
        Ok(state)
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

    /// The number of samples of the attachments.
    pub(super) fn sample_count(&self) -> Option<u32> {
        self.multisample.as_ref()?.count
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

    /// Whether the counts are in a buffer.
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
            instance_count: self.instance_count.unwrap_or(1),
            first_instance: self.first_instance,
        })
    }
}

/// The layout of a slot, which may be empty.
fn layout(record: Option<&VertexBufferRecord>) -> VertexLayout {
    record.map(VertexBufferRecord::layout).unwrap_or_default()
}

/// The bytes of a slot, which may be empty.
fn bytes(record: Option<&VertexBufferRecord>, kept: &Kept) -> Result<Bytes, String> {
    Ok(record.map(|record| record.bytes(kept)).transpose()?.flatten().unwrap_or_default())
}

fn targets(records: &[Option<TargetRecord>]) -> Result<Vec<TargetState>, String> {
    let state = |(location, record): (usize, &Option<TargetRecord>)| {
        let state = record.as_ref().map_or_else(|| Ok(TargetState::default()), TargetRecord::state);
        state.map_err(|message| format!("target {location}: {message}"))
    };
    records.iter().enumerate().map(state).collect()
}
