//! Render passes: from the programs of shaders, vertex buffers and resources to the texels of the attachments.
//! <https://www.w3.org/TR/WGSL/#stage-inputs-outputs>
//!
//! [`RenderPipeline`] holds the programs of the two shaders; [`render`] runs them, with [`crate::raster`] between them.
//! Everything happens in the order of draws, instances, primitives and quads, so that the result is the same each time.
//! Vertices and quads are run in batches: a fragment may write to a storage buffer before another one of an earlier
//! primitive, but never stores its colours before it.

mod check;
mod fragment;
mod order;
mod pass;
mod pipeline;
mod reach;
mod resource;
mod rules;
mod target;
mod vertex;

use crate::execute::Fault;
use crate::texture::Texture;
pub use pass::render;
pub use pipeline::RenderPipeline;
use webgpu_model::Binding;

/// The results of a render pass.
#[derive(Debug)]
pub struct Drawn {
    /// The colour attachments, by location.
    pub targets: Vec<Option<DrawnTarget>>,
    /// The depths, with all their samples.
    pub depth: Option<Texture>,
    /// The stencil values, with all their samples.
    pub stencil: Option<Texture>,
    /// The final contents of the resources of the pass that a shader may write, in the order in which they were given.
    pub bindings: Vec<Binding>,
    /// Those of the resources of each draw.
    pub draw_bindings: Vec<Vec<Binding>>,
    /// The faults that strict execution found: for each draw those in the vertex shader, then those in the fragment shader, each by
    /// place. The workgroup of a fault is the number of a batch.
    pub faults: Vec<Fault>,
}

/// A colour attachment after the last draw.
#[derive(Debug)]
pub struct DrawnTarget {
    /// The attachment, with all its samples.
    pub texture: Texture,
    /// The averages of the samples, if the attachment is resolved.
    pub resolved: Option<Texture>,
}

impl DrawnTarget {
    /// The averages if there are any, else the attachment.
    #[must_use]
    pub fn seen(&self) -> &Texture {
        self.resolved.as_ref().unwrap_or(&self.texture)
    }
}
