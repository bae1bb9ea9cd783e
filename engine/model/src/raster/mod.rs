//! States of rasterisation, and formats of vertices.

mod primitive;
mod state;
mod vertex_format;

pub use primitive::{IndexFormat, StepMode, Topology};
pub use state::{CullMode, FrontFace, Interpolation, SampleCount, Sampling, Scissor, Viewport};
pub use vertex_format::VertexFormat;
