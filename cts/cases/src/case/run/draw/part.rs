//! One of several draws: its own keys, and those that it shares with the others.

use super::super::{BufferEntry, Element};
use super::depth_stencil::{DepthTestEntry, StencilTestEntry};
use super::{DrawEntry, IndexEntry};
use schemars::JsonSchema;
use serde::Deserialize;

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
    /// Left border, upper border, width, height, least depth, greatest depth.
    pub viewport: Option<[f32; 6]>,
    /// Left border, upper border, width, height: nothing is drawn outside.
    pub scissor: Option<[u32; 4]>,
    /// Red, green, blue and alpha for the blend factors that are constant.
    pub blend_constant: Option<[f64; 4]>,
    /// The value that stencil values are compared with and replaced by.
    pub stencil_reference: Option<Element>,
    /// The depth test.
    pub depth: Option<DepthTestEntry>,
    /// The stencil test.
    pub stencil: Option<StencilTestEntry>,
    /// Buffers that replace those of all draws with the same group and binding. They are only read.
    pub buffers: Vec<BufferEntry>,
}

impl DrawPartEntry {
    pub(super) fn words<'a>(&'a self, words: &mut Vec<&'a str>) {
        words.extend(self.vertex.iter().chain(&self.fragment).map(String::as_str));
        words.extend(self.index.iter().map(|index| index.format.text()));
        self.stencil_reference.iter().for_each(|element| element.words(words));
        self.depth.iter().for_each(|depth| depth.words(words));
        self.stencil.iter().for_each(|stencil| stencil.words(words));
        self.buffers.iter().for_each(|buffer| buffer.words(words));
    }
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

    pub(super) fn viewport(&self) -> Option<[f32; 6]> {
        self.own(|own| own.viewport).or(self.all.viewport)
    }

    pub(super) fn scissor(&self) -> Option<[u32; 4]> {
        self.own(|own| own.scissor).or(self.all.scissor)
    }

    pub(super) fn blend_constant(&self) -> [f64; 4] {
        self.own(|own| own.blend_constant).unwrap_or(self.all.blend_constant)
    }

    pub(super) fn stencil_reference(&self) -> Option<&'a Element> {
        self.own(|own| own.stencil_reference.as_ref()).or(self.all.stencil_reference.as_ref())
    }

    /// The tests that are its own.
    pub(super) fn tests(&self) -> (Option<&'a DepthTestEntry>, Option<&'a StencilTestEntry>) {
        (self.own(|own| own.depth.as_ref()), self.own(|own| own.stencil.as_ref()))
    }

    pub(super) fn buffers(&self) -> &'a [BufferEntry] {
        self.own.map_or(&[], |own| &own.buffers)
    }
}
