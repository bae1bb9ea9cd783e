//! The choices of an implementation of WebGPU when it asks naga for Metal's language.

use super::vertices;
use crate::naga::PipelineQuestion;
use naga::back::msl;
use naga::proc::{BoundsCheckPolicies, BoundsCheckPolicy};
use webgpu_model::VertexLayout;
use webgpu_model::raster::Topology;

/// The treatment of accesses beyond the end of arrays, buffers and textures.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
pub enum BoundsPolicy {
    /// They are moved to the end. wgpu chooses this.
    Restrict,
    /// Reads give zero, and writes have no effect.
    ReadZeroSkipWrite,
    /// They are not checked. wgpu chooses this for modules that are trusted.
    Unchecked,
}

/// The attributes of resources.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
pub enum Bindings {
    /// Slots for the resources that an entry point uses, counted for each kind of slot from 0, in the order of their declarations.
    /// As in wgpu, a buffer for variables in address space immediate comes before all others, and that of sizes after them.
    Declared,
    /// The attribute `[[user(fake0)]]` on all resources. Metal does not take such a program.
    Faked,
}

/// The options of naga. The default is the choice of wgpu for a module that is not trusted, in version 3.1.
#[derive(Clone, PartialEq, Debug)]
pub struct MetalOptions {
    /// The version of the language, such as `(2, 2)`.
    pub version: (u8, u8),
    /// The treatment of out-of-bounds accesses.
    pub bounds: BoundsPolicy,
    /// The attributes of resources.
    pub bindings: Bindings,
    /// Whether variables in address space workgroup begin with zeros.
    pub zero_initialize_workgroup_memory: bool,
    /// Whether loops get a counter, so that a compiler of Metal can't take them for endless.
    pub bound_loops: bool,
    /// Whether integer divisions by zero and overflows of divisions have the results that WGSL defines.
    pub check_divisions: bool,
    /// The vertex buffers. A vertex function gets those that there are as buffers, and reads its inputs from their bytes; without any, its
    /// inputs have the attribute `[[stage_in]]`. As in wgpu, the first has slot 30, the second 29 and so on.
    pub vertex_buffers: Vec<VertexLayout>,
    /// How vertices make primitives: for points, a vertex function has a `[[point_size]]`.
    pub topology: Topology,
    /// The stage that is written, with the values of overrides; all entry points if it is `None`.
    pub pipeline: Option<PipelineQuestion>,
}

impl BoundsPolicy {
    /// All of them.
    pub const ALL: [Self; 3] = [Self::Restrict, Self::ReadZeroSkipWrite, Self::Unchecked];

    /// A short name, as for a file: `restrict`, `zero` or `unchecked`.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Restrict => "restrict",
            Self::ReadZeroSkipWrite => "zero",
            Self::Unchecked => "unchecked",
        }
    }

    const fn of_naga(self) -> BoundsCheckPolicies {
        let policy = match self {
            Self::Restrict => BoundsCheckPolicy::Restrict,
            Self::ReadZeroSkipWrite => BoundsCheckPolicy::ReadZeroSkipWrite,
            Self::Unchecked => BoundsCheckPolicy::Unchecked,
        };
        // wgpu never checks the indices of arrays of bindings.
        let binding_array = BoundsCheckPolicy::Unchecked;
        BoundsCheckPolicies { index: policy, buffer: policy, image_load: policy, binding_array }
    }
}

impl Default for MetalOptions {
    fn default() -> Self {
        Self {
            version: (3, 1),
            bounds: BoundsPolicy::Restrict,
            bindings: Bindings::Declared,
            zero_initialize_workgroup_memory: true,
            bound_loops: true,
            check_divisions: true,
            vertex_buffers: Vec::new(),
            topology: Topology::default(),
            pipeline: None,
        }
    }
}

impl MetalOptions {
    /// These options in naga's form, with the slots of the resources of each entry point.
    pub(super) fn of_naga(&self, resources: msl::EntryPointResourceMap) -> msl::Options {
        msl::Options {
            lang_version: self.version,
            per_entry_point_map: resources,
            fake_missing_bindings: self.bindings == Bindings::Faked,
            bounds_check_policies: self.bounds.of_naga(),
            zero_initialize_workgroup_memory: self.zero_initialize_workgroup_memory,
            force_loop_bounding: self.bound_loops,
            emit_int_div_checks: self.check_divisions,
            ..msl::Options::default()
        }
    }

    /// The options for vertices in naga's form. Without a name of an entry point, naga writes all that are left.
    pub(super) fn pipeline_of_naga(&self) -> msl::PipelineOptions {
        msl::PipelineOptions {
            entry_point: None,
            allow_and_force_point_size: self.topology == Topology::PointList,
            vertex_pulling_transform: true,
            vertex_buffer_mappings: vertices::of_naga(&self.vertex_buffers),
            ..msl::PipelineOptions::default()
        }
    }
}
