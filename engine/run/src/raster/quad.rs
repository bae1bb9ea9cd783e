//! Quads of fragments: the units of fragment shading.
//! <https://www.w3.org/TR/WGSL/#fragment-shaders-helper-invocations>

use super::cover::LANES;
use super::interpolate::{Interpolator, Surface, Weights};
use crate::raster::RasterState;
use webgpu_model::raster::{SampleCount, Sampling};

/// One fragment of a quad.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Fragment {
    /// Column and row. A helper may lie beyond the right and the lower border of the attachments.
    pub pixel: [u32; 2],
    /// The value of `sample_mask`: bit n is set where sample n is covered; with a fragment for each sample, only that of the
    /// fragment's own. <https://www.w3.org/TR/WGSL/#sample-mask-builtin-value>
    pub coverage: u32,
    /// The value of `position`: x, y, depth and 1 / w at the centre of the pixel, also where each sample has a fragment.
    /// <https://www.w3.org/TR/WGSL/#position-builtin-value>
    pub position: [f32; 4],
    /// The depth at each sample, for the depth test: with the depth bias.
    pub sample_depths: [f32; 4],
    /// The value of `front_facing`.
    pub is_front_facing: bool,
}

impl Fragment {
    /// Returns true if it is a helper invocation.
    #[must_use]
    pub const fn is_helper(&self) -> bool {
        self.coverage == 0
    }
}

/// Four fragments: upper left, upper right, lower left, lower right. Columns and rows start at even numbers.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Quad {
    /// The fragments. At least one is not a helper.
    pub fragments: [Fragment; 4],
    /// The value of `primitive_index`.
    pub primitive_index: u32,
    /// The value of `sample_index`; 0 where samples share a fragment.
    pub sample_index: u32,
    /// The words of the varyings, each for the four fragments. Those of helpers are extrapolated.
    pub values: Vec<[u32; 4]>,
}

/// Makes the quads of a primitive.
pub(super) struct QuadMaker<'a> {
    pub(super) interpolator: Interpolator<'a>,
    pub(super) surface: Surface,
    pub(super) sample_count: SampleCount,
    pub(super) is_per_sample: bool,
    pub(super) is_front_facing: bool,
    /// The number that is added to depths.
    pub(super) depth_bias: f64,
    pub(super) quad: Quad,
}

impl<'a> QuadMaker<'a> {
    pub(super) fn new(
        state: &'a RasterState,
        interpolator: Interpolator<'a>,
        surface: Surface,
        primitive_index: u32,
        is_front_facing: bool,
        depth_bias: f64,
    ) -> Self {
        let quad = Quad { primitive_index, ..Quad::default() };
        let is_per_sample = state.is_per_sample || state.needs_samples();
        let sample_count = state.sample_count;
        Self { interpolator, surface, sample_count, is_per_sample, is_front_facing, depth_bias, quad }
    }

    /// Passes on the quad at a pixel, or those of its samples, with coverage masks for each lane.
    pub(super) fn make(&mut self, origin: [u32; 2], masks: [u32; 4], sink: &mut impl FnMut(&Quad)) {
        if !self.is_per_sample {
            self.fill(origin, masks, None);
            return sink(&self.quad);
        }
        for sample in 0..self.sample_count.count() {
            if masks.iter().any(|mask| mask >> sample & 1 != 0) {
                self.fill(origin, masks, Some(sample));
                sink(&self.quad);
            }
        }
    }

    fn fill(&mut self, origin: [u32; 2], masks: [u32; 4], sample: Option<u32>) {
        self.quad.sample_index = sample.unwrap_or(0);
        let varyings = self.interpolator.varyings;
        self.quad.values.resize(varyings.len(), [0; 4]);
        for (lane, (offset, coverage)) in LANES.into_iter().zip(masks).enumerate() {
            let pixel = [origin[0] + offset[0], origin[1] + offset[1]];
            let at_center = self.weights(pixel, None);
            let at_sample = sample.map_or(at_center, |_| self.weights(pixel, sample));
            let at_centroid = self.weights(pixel, self.centroid(coverage));
            for (index, varying) in varyings.iter().enumerate() {
                let weights = match varying.interpolation.sampling() {
                    Sampling::Center => at_center,
                    Sampling::Centroid => at_centroid,
                    Sampling::Sample => at_sample,
                };
                self.quad.values[index][lane] = self.interpolator.word(index, weights);
            }
            let own = sample.map_or(u32::MAX, |sample| 1 << sample);
            self.quad.fragments[lane] = self.fragment(pixel, coverage & own, at_center);
        }
    }

    fn fragment(&self, pixel: [u32; 2], coverage: u32, at_center: Weights) -> Fragment {
        let biased = |weights| self.interpolator.biased_depth(weights, self.depth_bias);
        let mut sample_depths = [biased(at_center); 4];
        if self.sample_count == SampleCount::Four {
            for (sample, depth) in (0..).zip(&mut sample_depths) {
                *depth = biased(self.weights(pixel, Some(sample)));
            }
        }
        let [x, y] = self.place(pixel, None).map(|place| place as f32);
        let depth = self.interpolator.depth(at_center);
        let position = [x, y, depth, self.interpolator.perspective_divisor(at_center)];
        Fragment { pixel, coverage, position, sample_depths, is_front_facing: self.is_front_facing }
    }

    /// The sample at which centroid interpolation is performed; `None` for the centre. All samples of a pixel share it.
    fn centroid(&self, coverage: u32) -> Option<u32> {
        let is_full = coverage == self.sample_count.full_mask();
        (coverage != 0 && !is_full).then_some(coverage.trailing_zeros())
    }

    /// The weights at a sample, or at the centre.
    fn weights(&self, pixel: [u32; 2], sample: Option<u32>) -> Weights {
        self.surface.weights(self.place(pixel, sample))
    }

    /// A sample in the framebuffer, or the centre of its pixel.
    fn place(&self, pixel: [u32; 2], sample: Option<u32>) -> [f64; 2] {
        let offset = sample.and_then(|sample| self.sample_count.positions().get(sample as usize));
        let [x, y] = offset.map_or([0.0; 2], |offset| offset.map(|sixteenths| f64::from(sixteenths) / 16.0));
        [f64::from(pixel[0]) + 0.5 + x, f64::from(pixel[1]) + 0.5 + y]
    }
}
