//! States of rasterisation, and formats of vertices.

mod state;
mod vertex_format;

pub use state::{
    CullMode, FrontFace, Interpolation, RasterState, SampleCount, Sampling, Scissor, Varying, Viewport,
};
pub use vertex_format::VertexFormat;
