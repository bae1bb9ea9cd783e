//! The state that is fixed for a draw before its first primitive.

use webgpu_model::raster::{CullMode, FrontFace, Interpolation, SampleCount, Sampling, Scissor, Viewport};
use webgpu_model::{DepthBias, DepthStencilFormat};

/// A word that vertices pass to fragments.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Varying {
    /// Its interpolation.
    pub interpolation: Interpolation,
    /// Whether it holds the bits of an `f16` (in the lower half) and not of an `f32`. Flat interpolation ignores it.
    pub is_half: bool,
    /// The vertex of the primitive whose weight it is, in place of a word of the vertices.
    pub weight_of: Option<u8>,
}

/// The fixed state of a draw.
#[derive(Clone, Debug, PartialEq)]
pub struct RasterState {
    /// The place of the picture in the attachments. Nothing is drawn outside.
    pub viewport: Viewport,
    /// Nothing is drawn outside.
    pub scissor: Option<Scissor>,
    /// Width and height of the attachments, in pixels.
    pub target_size: [u32; 2],
    /// The number of samples of the attachments.
    pub sample_count: SampleCount,
    /// The winding of front-facing triangles.
    pub front_face: FrontFace,
    /// The triangles that are left out.
    pub cull_mode: CullMode,
    /// Whether primitives are drawn before the near and behind the far plane, with the depth clamped in the depth test.
    pub unclipped_depth: bool,
    /// The depth bias, unless it is 0, and the format of the attachment.
    pub depth_bias: Option<(DepthBias, DepthStencilFormat)>,
    /// Whether there is a fragment for each covered sample. It must be so when a sample index is read or a varying is
    /// interpolated at samples; see [`RasterState::needs_samples`].
    pub is_per_sample: bool,
    /// The words that vertices pass to fragments.
    pub varyings: Vec<Varying>,
}

impl RasterState {
    /// The state that fills attachments of a size, one sample a pixel: the defaults of WebGPU.
    #[must_use]
    pub fn new(target_size: [u32; 2], varyings: Vec<Varying>) -> Self {
        Self {
            viewport: Viewport::whole(target_size),
            scissor: None,
            target_size,
            sample_count: SampleCount::One,
            front_face: FrontFace::default(),
            cull_mode: CullMode::default(),
            unclipped_depth: false,
            depth_bias: None,
            is_per_sample: false,
            varyings,
        }
    }

    /// Returns true if a varying asks for a fragment for each sample.
    #[must_use]
    pub fn needs_samples(&self) -> bool {
        self.varyings.iter().any(|varying| varying.interpolation.sampling() == Sampling::Sample)
    }
}
