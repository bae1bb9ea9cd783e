//! The vocabulary of WebGPU, once for all who speak it: the cases of the conformance suite, the machine protocol, the command
//! line, the reference executor and the executor on wgpu.
//!
//! This is an internal crate of the library [`shader-check`](https://docs.rs/shader-check): depend on that one. Any release may change
//! anything here.
//!
//! A [`Command`] is a [`Dispatch`] or a [`RenderPass`], with the resources that are bound ([`Binding`]). Values that WebGPU has names
//! for are enumerations with `ALL`, `name` and `from_name`.
//!
//! With the feature `serde` the types are read and written in the form of the machine protocol: names are WebGPU names, members
//! that are absent have the defaults of WebGPU, and bytes are in base64. The form needs a format that describes itself, like JSON.

#[macro_use]
mod named;
mod binding;
mod bytes;
mod command;
#[cfg(feature = "serde")]
mod constant;
mod feature;
pub mod raster;
mod render;
pub mod texture;
#[cfg(all(test, feature = "serde"))]
mod wire;

pub use binding::{
    Binding, BindingType, BufferBindingType, Data, LayoutEntry, PipelineLayout, TextureBindingType,
};
pub use bytes::Bytes;
pub use command::{Command, Dispatch, Shader};
pub use feature::Feature;
pub use render::{
    BlendComponent, BlendFactor, BlendOperation, BlendState, Counts, DepthBias, DepthStencil,
    DepthStencilFormat, DepthStencilState, Draw, IndexBuffer, LoadOp, Multisample, Primitive, RenderPass,
    RenderState, StencilFace, StencilOperation, Target, TargetState, VertexAttribute, VertexLayout,
    WriteMask,
};
