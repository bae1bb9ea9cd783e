//! One of several draws: its own keys, and those that it shares with the others.

use super::super::BufferEntry;
use super::{DrawEntry, IndexEntry};
use schemars::JsonSchema;
use serde::Deserialize;
use webgpu_model::DepthStencilState;
use webgpu_model::raster::{Scissor, Viewport};

/// One of several draws on the same attachments. A key that is absent has the value that all draws share.
#[derive(Deserialize, JsonSchema, Debug, Default)]
#[serde(deny_unknown_fields, default)]
pub struct DrawPartEntry {
    /// The vertex entry point.
    pub vertex: Option<String>,
    /// The fragment entry point.
    pub fragment: Option<String>,
    /// The number of vertices.
    pub vertex_count: Option<u32>,
    /// The number of the first vertex.
    pub first_vertex: Option<u32>,
    /// The number of instances.
    pub instance_count: Option<u32>,
    /// The number of the first instance.
    pub first_instance: Option<u32>,
    /// The index buffer.
    pub index: Option<IndexEntry>,
    /// Left border, upper border, width, height, minimum depth, maximum depth.
    #[schemars(with = "Option<[f32; 6]>")]
    pub viewport: Option<Viewport>,
    /// Left border, upper border, width, height: nothing is drawn outside.
    #[schemars(with = "Option<[u32; 4]>")]
    pub scissor: Option<Scissor>,
    /// Red, green, blue and alpha for the blend factors that are constant.
    pub blend_constant: Option<[f64; 4]>,
    /// The value that stencil values are compared with and replaced by.
    pub stencil_reference: Option<u32>,
    /// The tests of depths and stencil values.
    pub depth_stencil: Option<DepthStencilState>,
    /// Buffers that replace the buffers of all draws with the same group and binding. They are only read.
    pub buffers: Vec<BufferEntry>,
}

/// A draw with all its keys.
#[derive(Clone, Copy)]
pub(super) struct Part<'a> {
    /// The members that all draws share.
    pub(super) all: &'a DrawEntry,
    own: Option<&'a DrawPartEntry>,
}

impl<'a> Part<'a> {
    /// The draws of an entry.
    pub(super) fn all(entry: &'a DrawEntry) -> Vec<Self> {
        if entry.draws.is_empty() {
            return vec![Self { all: entry, own: None }];
        }
        entry.draws.iter().map(|own| Self { all: entry, own: Some(own) }).collect()
    }

    fn own<T>(&self, key: impl Fn(&'a DrawPartEntry) -> Option<T>) -> Option<T> {
        self.own.and_then(key)
    }

    pub(super) fn vertex(&self) -> Option<&'a String> {
        self.own(|own| own.vertex.as_ref()).or(self.all.vertex.as_ref())
    }

    pub(super) fn fragment(&self) -> Option<&'a String> {
        self.own(|own| own.fragment.as_ref()).or(self.all.fragment.as_ref())
    }

    /// With an index buffer of its own, a draw has no number of vertices, and the other way around.
    pub(super) fn vertex_count(&self) -> Option<u32> {
        let is_indexed = self.own(|own| own.index.as_ref()).is_some();
        self.own(|own| own.vertex_count).or(self.all.vertex_count.filter(|_| !is_indexed))
    }

    pub(super) fn first_vertex(&self) -> Option<u32> {
        self.own(|own| own.first_vertex).or(self.all.first_vertex)
    }

    pub(super) fn index(&self) -> Option<&'a IndexEntry> {
        let is_counted = self.own(|own| own.vertex_count).is_some();
        self.own(|own| own.index.as_ref()).or(self.all.index.as_ref().filter(|_| !is_counted))
    }

    pub(super) fn instance_count(&self) -> u32 {
        self.own(|own| own.instance_count).unwrap_or(self.all.instance_count)
    }

    pub(super) fn first_instance(&self) -> u32 {
        self.own(|own| own.first_instance).unwrap_or(self.all.first_instance)
    }

    pub(super) fn viewport(&self) -> Option<Viewport> {
        self.own(|own| own.viewport).or(self.all.viewport)
    }

    pub(super) fn scissor(&self) -> Option<Scissor> {
        self.own(|own| own.scissor).or(self.all.scissor)
    }

    pub(super) fn blend_constant(&self) -> [f64; 4] {
        self.own(|own| own.blend_constant).unwrap_or(self.all.blend_constant)
    }

    pub(super) fn stencil_reference(&self) -> u32 {
        self.own(|own| own.stencil_reference).unwrap_or(self.all.stencil_reference)
    }

    pub(super) fn depth_stencil(&self) -> DepthStencilState {
        self.own(|own| own.depth_stencil).unwrap_or(self.all.depth_stencil)
    }

    pub(super) fn buffers(&self) -> &'a [BufferEntry] {
        self.own.map_or(&[], |own| &own.buffers)
    }
}
