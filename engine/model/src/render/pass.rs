//! Render passes and their attachments.

use super::{DepthStencilFormat, Draw, RenderState};
use crate::raster::SampleCount;
use crate::texture::{Format, TextureDescriptor, ViewDimension};
use crate::{Binding, Bytes};

/// A render pass: attachments, and draws on them, one after the other. The default draws three vertices with the only vertex
/// shader and without a fragment shader, on nothing.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct RenderPass {
    /// Width and height of the attachments, in pixels.
    pub size: [u32; 2],
    /// The number of samples of each pixel of the attachments.
    pub sample_count: SampleCount,
    /// The colour attachments, by location.
    pub targets: Vec<Option<Target>>,
    /// The attachment for depths and stencil values.
    pub depth_stencil: Option<DepthStencil>,
    /// The resources of all draws, which see the writes of those before.
    pub bindings: Vec<Binding>,
    /// The bytes of the variables in address space `immediate`.
    pub immediates: Vec<u8>,
    /// The pipelines of the draws.
    pub pipelines: Vec<RenderState>,
    /// The draws.
    pub draws: Vec<Draw>,
}

impl RenderPass {
    /// An attachment with this format and number of samples.
    #[must_use]
    pub const fn attachment(&self, format: Format, sample_count: SampleCount) -> TextureDescriptor {
        let [width, height] = self.size;
        TextureDescriptor {
            sample_count: sample_count.count(),
            ..TextureDescriptor::new(ViewDimension::D2, format, [width, height, 1])
        }
    }

    /// Whether the samples of a colour attachment are resolved.
    #[must_use]
    pub fn resolves(&self, target: &Target) -> bool {
        target.is_resolved && self.sample_count != SampleCount::One
    }

    /// The draws, each with its pipeline.
    ///
    /// # Panics
    /// A draw names a pipeline that the pass does not have.
    pub fn draws(&self) -> impl Iterator<Item = (&RenderState, &Draw)> {
        self.draws.iter().map(|draw| (&self.pipelines[draw.pipeline], draw))
    }
}

impl Default for RenderPass {
    fn default() -> Self {
        Self {
            size: [1; 2],
            sample_count: SampleCount::One,
            targets: Vec::new(),
            depth_stencil: None,
            bindings: Vec::new(),
            immediates: Vec::new(),
            pipelines: vec![RenderState::default()],
            draws: vec![Draw::default()],
        }
    }
}

/// The contents of an attachment before the first draw.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum LoadOp<T> {
    /// This value in all samples.
    Clear(T),
    /// The bytes of the texels without padding: row by row, texel by texel, sample by sample.
    Load(Bytes),
}

impl<T> LoadOp<T> {
    /// The value in all samples; `None` where the attachment is loaded.
    pub const fn clear(&self) -> Option<&T> {
        match self {
            Self::Clear(value) => Some(value),
            Self::Load(_) => None,
        }
    }
}

/// A colour attachment.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Target {
    /// The format of the texels.
    pub format: Format,
    /// The texels before; a value is red, green, blue and alpha, 0 for channels that the format lacks.
    pub before: LoadOp<[f64; 4]>,
    /// Whether several samples are resolved to one a pixel after the last draw.
    pub is_resolved: bool,
}

/// An attachment for depths and stencil values, as far as its format has them.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct DepthStencil {
    /// The format of the texels.
    pub format: DepthStencilFormat,
    /// The depths before.
    pub depth: LoadOp<f32>,
    /// The stencil values before; the low 8 bits of a value count.
    pub stencil: LoadOp<u32>,
    /// Whether no draw may write depths.
    pub depth_read_only: bool,
    /// Whether no draw may write stencil values.
    pub stencil_read_only: bool,
}

impl DepthStencil {
    /// An attachment of this format with the greatest depth, and with 0 as the stencil value.
    #[must_use]
    pub const fn cleared(format: DepthStencilFormat) -> Self {
        Self {
            format,
            depth: LoadOp::Clear(1.0),
            stencil: LoadOp::Clear(0),
            depth_read_only: false,
            stencil_read_only: false,
        }
    }
}
