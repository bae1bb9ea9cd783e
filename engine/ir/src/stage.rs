//! The stages of a pipeline, and what they hand to each other. <https://www.w3.org/TR/WGSL/#stage-inputs-outputs>

use crate::Type;
use webgpu_model::raster::Interpolation;

words! {
    /// A stage of a pipeline.
    pub enum ShaderStage {
        /// Vertices.
        Vertex "vertex",
        /// Fragments.
        Fragment "fragment",
        /// Invocations of a dispatch.
        Compute "compute",
    }
}

words! {
    /// A value that the pipeline knows, and hands to a stage or takes from it.
    /// <https://www.w3.org/TR/WGSL/#built-in-values>
    pub enum PipelineValue {
        /// The number of the vertex.
        VertexIndex "vertex_index",
        /// The number of the instance.
        InstanceIndex "instance_index",
        /// The number that the draw adds to the numbers of vertices: MSL's `base_vertex`.
        BaseVertex "base_vertex",
        /// The number of the first instance of the draw: MSL's `base_instance`.
        BaseInstance "base_instance",
        /// Distances to user-defined planes; a vertex with a negative one is clipped.
        ClipDistances "clip_distances",
        /// Of a vertex, the position in clip space; of a fragment, in the framebuffer.
        Position "position",
        /// Whether the fragment belongs to a front-facing primitive.
        FrontFacing "front_facing",
        /// The depth that a fragment has instead of its own.
        FragDepth "frag_depth",
        /// How near each vertex of the primitive is to the fragment, as parts of one: MSL's `barycentric_coord`. It is interpolated.
        BarycentricCoord "barycentric_coord",
        /// The number of the primitive in its instance.
        PrimitiveIndex "primitive_index",
        /// The number of the sample that the invocation shades.
        SampleIndex "sample_index",
        /// The samples that the fragment covers, or may write.
        SampleMask "sample_mask",
    }
}

/// A scalar that a stage gets from the one before, or hands on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct StageValue {
    /// Where it comes from, or goes.
    pub place: StagePlace,
    /// Which component of a vector, or which element of an array, it is.
    pub component: u8,
    /// Its type. Registers hold an `f16` as the bits in the lower half.
    pub ty: Type,
    /// How it comes from the vertices to a fragment; user-defined data between those stages only, and barycentric coordinates.
    pub interpolation: Option<Interpolation>,
}

/// Where a stage's data comes from, or goes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum StagePlace {
    /// User-defined data. <https://www.w3.org/TR/WGSL/#user-defined-inputs-outputs>
    Location {
        /// `@location`
        location: u32,
        /// `@blend_src`; 0 where it is not written.
        blend_src: u32,
    },
    /// Data that the pipeline knows.
    Builtin(PipelineValue),
}
