//! A draw: from the programs of its shaders, vertex buffers and resources to the texels of the attachments.
//! <https://www.w3.org/TR/WGSL/#stage-inputs-outputs>
//!
//! [`RenderPipeline`] holds the programs of the two shaders; [`RenderPipeline::draw`] runs them, with [`crate::raster`] between
//! them. Everything happens in the order of instances, primitives and quads, so that the result is the same each time.
//! Vertices and quads are run in batches: a fragment may write to a storage buffer before another one of an earlier
//! primitive, but never stores its colours before it.

mod check;
mod fragment;
mod order;
mod pass;
mod pipeline;
mod target;
mod vertex;

use crate::execute::Fault;
use crate::texture::Texture;
pub use pipeline::RenderPipeline;
use shader_model::Binding;

/// The results of a draw.
#[derive(Debug)]
pub struct Drawn {
    /// The colour attachments, by location; resolved if the draw says so.
    pub targets: Vec<Option<Texture>>,
    /// The depth attachment, with all its samples.
    pub depth: Option<Texture>,
    /// The final contents of the resources that a shader may write, in the order in which they were given.
    pub bindings: Vec<Binding>,
    /// The faults that strict execution found in the vertex shader, then in the fragment shader, each by place. The workgroup of a
    /// fault is the number of a batch.
    pub faults: Vec<Fault>,
}
