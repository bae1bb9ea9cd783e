//! What becomes of the results of a fragment shader: masks, the depth test, stores and the resolution of samples.

use super::quad::Fragment;
use super::state::{RasterState, Viewport};
use crate::texture::{CompareFunction, Texel, TexelAddress, Texture};

/// What is drawn on: one layer of one mip level of a texture.
#[derive(Clone, Copy, Debug)]
pub struct Attachment<'a> {
    /// The texture, of one aspect.
    pub texture: &'a Texture,
    /// The mip level.
    pub level: u32,
    /// The layer; of 3d textures the slice.
    pub layer: u32,
}

/// The depth test.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct DepthState {
    /// How the depth of a fragment, on the left, is compared with what is there.
    pub compare: CompareFunction,
    /// Whether depths that pass are stored.
    pub is_written: bool,
}

/// What a fragment shader decides about its fragment, besides colours.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct FragmentOutput {
    /// What it wrote to `frag_depth`. <https://www.w3.org/TR/WGSL/#frag-depth-builtin-value>
    pub frag_depth: Option<f32>,
    /// What it wrote to `sample_mask`. <https://www.w3.org/TR/WGSL/#sample-mask-builtin-value>
    pub sample_mask: Option<u32>,
    /// Whether it was discarded. <https://www.w3.org/TR/WGSL/#discard-statement>
    pub is_discarded: bool,
}

impl Attachment<'_> {
    fn address(&self, pixel: [u32; 2], sample_index: u32) -> TexelAddress {
        let [x, y] = pixel;
        let is_volume = self.texture.dimension() == crate::texture::Dimension::D3;
        let (slice, array_index) = if is_volume { (self.layer, 0) } else { (0, self.layer) };
        TexelAddress { coordinates: [x, y, slice], array_index, level: self.level, sample_index }
    }

    /// The value of a sample, or none outside.
    #[must_use]
    pub fn load(&self, pixel: [u32; 2], sample_index: u32) -> Option<Texel> {
        self.texture.load(&self.address(pixel, sample_index))
    }

    /// Stores a colour in the samples of a mask. What lies outside is not stored.
    pub fn store(&self, pixel: [u32; 2], samples: u32, color: Texel) {
        for sample in (0..self.texture.sample_count()).filter(|sample| samples >> sample & 1 != 0) {
            self.texture.store(&self.address(pixel, sample), color);
        }
    }
}

/// The samples of a fragment in which its colours are to be stored: those that are covered, that neither the mask of the
/// pipeline nor the fragment shader takes away, and that pass the depth test. Depths that pass are stored here.
///
/// Depths are clamped to the range of the viewport, and rounded to the format of the attachment before they are compared.
#[must_use]
pub fn surviving_samples(
    state: &RasterState,
    pipeline_mask: u32,
    fragment: &Fragment,
    output: &FragmentOutput,
    depth: Option<(DepthState, &Attachment)>,
) -> u32 {
    if output.is_discarded {
        return 0;
    }
    let samples = fragment.coverage & pipeline_mask & output.sample_mask.unwrap_or(u32::MAX);
    let Some((depth_state, attachment)) = depth else { return samples };
    (0..state.sample_count.count()).filter(|sample| samples >> sample & 1 != 0).fold(
        0,
        |surviving, sample| {
            let depth = output.frag_depth.unwrap_or(fragment.sample_depths[sample as usize]);
            let depth = clamp(&state.viewport, depth);
            let passes = depth_test(depth_state, attachment, fragment.pixel, sample, depth);
            surviving | u32::from(passes) << sample
        },
    )
}

/// A depth that is no number becomes the least one.
fn clamp(viewport: &Viewport, depth: f32) -> f32 {
    depth.max(viewport.min_depth).min(viewport.max_depth)
}

fn depth_test(state: DepthState, attachment: &Attachment, pixel: [u32; 2], sample: u32, depth: f32) -> bool {
    let Some(there) = attachment.load(pixel, sample) else { return false };
    let format = attachment.texture.format();
    let color = Texel::Float([depth, 0.0, 0.0, 1.0]);
    let rounded = format.decode(&format.encode(color)).to_floats()[0];
    let passes = state.compare.passes(rounded, there.to_floats()[0]);
    if passes && state.is_written {
        attachment.store(pixel, 1 << sample, color);
    }
    passes
}

/// Stores the average of the samples of each texel of a multisampled attachment in another: in `f64`, of linear values.
pub fn resolve(from: &Attachment, into: &Attachment) {
    let Some([width, height, _]) = from.texture.dimensions(from.level) else { return };
    let pixels = (0..height).flat_map(|y| (0..width).map(move |x| [x, y]));
    for pixel in pixels {
        let count = from.texture.sample_count();
        let mut sums = [0.0; 4];
        for color in (0..count).filter_map(|sample| from.load(pixel, sample)) {
            for (sum, channel) in sums.iter_mut().zip(color.to_floats()) {
                *sum += f64::from(channel);
            }
        }
        let average = sums.map(|sum| (sum / f64::from(count)) as f32);
        into.store(pixel, 1, Texel::Float(average));
    }
}
