//! What lies between the stages of a render pipeline: from bytes of vertex buffers to the inputs of vertex shaders, from
//! their outputs to quads of fragments, from what fragment shaders return to the texels of attachments. No shader runs here.
//! <https://www.w3.org/TR/WGSL/#stage-inputs-outputs>
//!
//! | step | here |
//! |---|---|
//! | read the attributes of a vertex | [`fetch`] |
//! | read indices, make primitives | [`read_indices`], [`assemble`] |
//! | clip, cull, cover, interpolate | [`rasterize`], which gives [`Quad`]s |
//! | masks and the depth test | [`surviving_samples`] |
//! | store and resolve colours | [`Attachment::store`], [`resolve`] |
//!
//! A draw runs the vertex shader for each vertex of an instance, hands the results to [`rasterize`] primitive by primitive,
//! runs the fragment shader for each quad, and stores what is returned for the samples that survive. The order of primitives
//! is the order of the calls, so that a later primitive is drawn over an earlier one.
//!
//! WebGPU leaves some of it to implementations. Taken here are:
//! - Positions in the framebuffer are snapped to 1/256 of a pixel (to nearest, ties to even).
//! - A sample on an edge belongs to the triangle to which that is a left or a top edge.
//! - Lines cover the pixels whose diamonds they leave, with all samples; points cover the pixel they lie in, with all samples.
//! - The four samples of a pixel lie where Direct3D has them.
//! - Centroid interpolation takes the centre of a fully covered pixel, else the first covered sample.
//! - `@interpolate(flat, either)` takes the first vertex.
//! - A position that is not finite takes its primitive out of the picture.
//!
//! Computed in `f64` and rounded once. Not here: stencil, blending, depth bias, alpha to coverage.

mod assembly;
mod clip;
mod cover;
mod interpolate;
mod line;
mod merge;
mod polygon;
mod quad;
mod rasterize;
#[cfg(test)]
#[allow(clippy::float_cmp, reason = "the results are exact")]
mod tests;
mod vertex;

pub use assembly::{IndexFormat, Primitive, PrimitiveKind, Topology, assemble, read_indices};
pub use merge::{Attachment, DepthState, FragmentOutput, resolve, surviving_samples};
pub use quad::{Fragment, Quad};
pub use rasterize::{Vertex, rasterize};
pub use shader_model::raster::{
    CullMode, FrontFace, Interpolation, RasterState, SampleCount, Sampling, Scissor, Varying, VertexFormat,
    Viewport,
};
pub use vertex::{StepMode, VertexAttribute, VertexBuffer, fetch};
