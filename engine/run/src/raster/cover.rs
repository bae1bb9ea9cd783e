//! The parts of the framebuffer in which samples may be covered, and the positions of samples.

use super::clip::{UNITS_PER_PIXEL, snap};
use crate::raster::RasterState;
use core::ops::Range;
use webgpu_model::raster::SampleCount;

/// The lanes of a quad, as offsets from its pixel at the upper left.
/// <https://www.w3.org/TR/WGSL/#fragment-shaders-helper-invocations>
pub(super) const LANES: [[u32; 2]; 4] = [[0, 0], [1, 0], [0, 1], [1, 1]];

/// The pixels that may be covered.
#[derive(Clone, Debug)]
pub(super) struct Window {
    /// Columns and rows of pixels.
    pixels: [Range<i64>; 2],
    /// The viewport, in units.
    viewport: [Range<i64>; 2],
    pub(super) sample_count: SampleCount,
}

impl Window {
    pub(super) fn new(state: &RasterState) -> Self {
        let [width, height] = state.target_size.map(i64::from);
        let mut pixels = [0..width, 0..height];
        if let Some(scissor) = state.scissor {
            let places = [(scissor.x, scissor.width), (scissor.y, scissor.height)];
            for (range, (start, extent)) in pixels.iter_mut().zip(places) {
                let (start, end) = (i64::from(start), i64::from(start) + i64::from(extent));
                *range = range.start.max(start)..range.end.min(end);
            }
        }
        let viewport = &state.viewport;
        let side = |start: f32, extent: f32| {
            let start = f64::from(start);
            snap(start)..snap(start + f64::from(extent))
        };
        let viewport = [side(viewport.x, viewport.width), side(viewport.y, viewport.height)];
        Self { pixels, viewport, sample_count: state.sample_count }
    }

    /// The pixels between two positions along an axis that may be covered.
    pub(super) fn pixels_between(&self, axis: usize, from: i64, to: i64) -> Range<i64> {
        let (first, last) = (from.div_euclid(UNITS_PER_PIXEL), to.div_euclid(UNITS_PER_PIXEL));
        self.pixels[axis].start.max(first)..self.pixels[axis].end.min(last.saturating_add(1))
    }

    pub(super) fn has_pixel(&self, pixel: [i64; 2]) -> bool {
        self.pixels.iter().zip(pixel).all(|(range, place)| range.contains(&place))
    }

    /// Returns true if the viewport contains a position along an axis.
    pub(super) fn viewport_has(&self, axis: usize, position: i64) -> bool {
        self.viewport[axis].contains(&position)
    }
}

/// The positions of samples along an axis of a pixel, in units.
pub(super) fn samples_along(
    sample_count: SampleCount,
    axis: usize,
    pixel: i64,
) -> impl Iterator<Item = i64> + Clone {
    let units = move |offset: i8| UNITS_PER_PIXEL / 2 + i64::from(offset) * UNITS_PER_PIXEL / 16;
    sample_count.positions().iter().map(move |position| pixel * UNITS_PER_PIXEL + units(position[axis]))
}

/// The centre of a pixel, in units.
pub(super) const fn center(pixel: i64) -> i64 {
    pixel * UNITS_PER_PIXEL + UNITS_PER_PIXEL / 2
}
