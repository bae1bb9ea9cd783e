//! The fixed functions of a render pipeline: from bytes of vertex buffers to the inputs of vertex shaders, from
//! their outputs to quads of fragments, and from the results of fragment shaders to the texels of attachments. No shader runs here.
//! <https://www.w3.org/TR/WGSL/#stage-inputs-outputs>
//!
//! | step | function |
//! |---|---|
//! | read the attributes of a vertex | [`fetch`] |
//! | read indices, make primitives | [`read_indices`], [`assemble`] |
//! | clip, cull, cover, interpolate | [`rasterize`], which makes [`Quad`]s |
//! | masks, the stencil test and the depth test | [`surviving_samples`] |
//! | blend, mask and store colours, and resolve them | [`Attachment::write`], [`resolve`] |
//!
//! A draw runs the vertex shader for each vertex of an instance, hands the results to [`rasterize`] primitive by primitive,
//! runs the fragment shader for each quad, and stores its results for the surviving samples. The order of primitives
//! is the order of the calls, so that a later primitive is drawn over an earlier one.
//!
//! WebGPU leaves some choices to implementations. These are made here:
//! - Positions in the framebuffer are snapped to 1/256 of a pixel (to nearest, ties to even).
//! - A sample on an edge belongs to the triangle of which it is a left or a top edge.
//! - Lines cover the pixels whose diamonds they leave, with all samples; points cover the pixel they lie in, with all samples.
//! - The four samples of a pixel lie where Direct3D has them.
//! - Centroid interpolation takes the centre of a fully covered pixel, else the first covered sample.
//! - `@interpolate(flat, either)` takes the first vertex.
//! - A primitive with a position that is not finite is not drawn.
//!
//! - Alpha to coverage takes as many samples as four times alpha, rounded, beginning with the first.
//! - `depth24plus` is a format in floating point.
//!
//! Results are computed in `f64` and rounded once.

mod assembly;
mod blend;
mod clip;
mod cover;
mod depth_bias;
mod interpolate;
mod line;
mod merge;
mod polygon;
mod quad;
mod rasterize;
mod state;
#[cfg(test)]
#[allow(clippy::float_cmp, reason = "the results are exact")]
mod tests;
mod vertex;

pub use assembly::{Primitive, PrimitiveKind, assemble, read_indices};
pub use blend::Blend;
pub use merge::{Attachment, ColorWrite, FragmentOutput, Tests, resolve, surviving_samples};
pub use quad::{Fragment, Quad};
pub use rasterize::{Vertex, rasterize};
pub use state::{RasterState, Varying};
pub use vertex::fetch;
