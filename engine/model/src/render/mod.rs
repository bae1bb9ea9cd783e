//! Render passes: attachments, the state of render pipelines, and draws.

mod blend;
mod depth_stencil;
mod draw;
mod pass;
mod pipeline;

pub use blend::{BlendComponent, BlendFactor, BlendOperation, BlendState, TargetState, WriteMask};
pub use depth_stencil::{DepthBias, DepthStencilFormat, DepthStencilState, StencilFace, StencilOperation};
pub use draw::{Counts, Draw, IndexBuffer};
pub use pass::{DepthStencil, LoadOp, RenderPass, Target};
pub use pipeline::{Multisample, Primitive, RenderState, VertexAttribute, VertexLayout};
