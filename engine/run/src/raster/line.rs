//! The pixels that a line covers: those whose diamonds it leaves.
//!
//! The diamond of a pixel has its corners half a pixel from the centre. A pixel is covered when the line goes through the
//! inside of its diamond and does not end there, so that lines which share an end cover no pixel twice. A line on the
//! border of a diamond is treated as if it were moved by a very small amount to the left, and by the square of
//! that amount upwards.

use super::clip::{Snapped, UNITS_PER_PIXEL};
use super::cover::{LANES, Window, center};
use core::cmp::Ordering;
use std::collections::BTreeMap;

/// Calls a function with the quads that have covered pixels, row by row: the pixel at the upper left, and the coverage mask
/// of each lane.
pub(super) fn cover(line: [Snapped; 2], window: &Window, mut found: impl FnMut([u32; 2], [u32; 4])) {
    let mut quads: BTreeMap<[u32; 2], [u32; 4]> = BTreeMap::new();
    each_pixel(line, window, |[x, y]| {
        let masks = quads.entry([y & !1, x & !1]).or_default();
        for (mask, lane) in masks.iter_mut().zip(LANES) {
            if lane == [x & 1, y & 1] {
                *mask = window.sample_count.full_mask();
            }
        }
    });
    for ([y, x], masks) in quads {
        found([x, y], masks);
    }
}

fn each_pixel(line: [Snapped; 2], window: &Window, mut found: impl FnMut([u32; 2])) {
    let [start, end] = line;
    let run = [end[0] - start[0], end[1] - start[1]];
    let major = usize::from(run[0].abs() < run[1].abs());
    let minor = 1 - major;
    if run[major] == 0 {
        return;
    }
    let (low, high) = (start[major].min(end[major]), start[major].max(end[major]));
    for place in window.pixels_between(major, low - UNITS_PER_PIXEL, high + UNITS_PER_PIXEL) {
        let mut pixel = [place; 2];
        pixel[minor] = crossed(start, run, major, place);
        // The line goes through the diamond on both sides of the centre, so that it reaches the inside by passing the
        // centre or from its start.
        let passes = low <= center(place) && center(place) < high;
        let is_covered = (passes || is_in_diamond(start, pixel)) && !is_in_diamond(end, pixel);
        let in_viewport = [0, 1].into_iter().all(|axis| window.viewport_has(axis, center(pixel[axis])));
        if is_covered && in_viewport && window.has_pixel(pixel) {
            found(pixel.map(|place| place as u32));
        }
    }
}

/// The one pixel of a column (of a row, where the line is steep) whose diamond the endless line goes through.
fn crossed(start: Snapped, run: Snapped, major: usize, place: i64) -> i64 {
    let minor = 1 - major;
    let (length, rise) = (run[major].abs(), run[minor] * run[major].signum());
    let met = start[minor] * length + (center(place) - start[major]) * rise;
    let pixel = met.div_euclid(length * UNITS_PER_PIXEL);
    if met.rem_euclid(length * UNITS_PER_PIXEL) != 0 {
        return pixel;
    }
    // Between two pixels. Moved to the left, a steep line is in the left one. One that is not is moved along itself, too:
    // down where it falls to the right.
    if major == 0 && rise > 0 { pixel } else { pixel - 1 }
}

fn is_in_diamond(position: Snapped, pixel: [i64; 2]) -> bool {
    let [x, y] = [position[0] - center(pixel[0]), position[1] - center(pixel[1])];
    match (x.abs() + y.abs()).cmp(&(UNITS_PER_PIXEL / 2)) {
        Ordering::Less => true,
        // Moved to the left, it approaches only from the right.
        Ordering::Equal => x > 0,
        Ordering::Greater => false,
    }
}

#[cfg(test)]
mod tests {
    use super::super::tests::Numbers;
    use super::*;
    use crate::raster::RasterState;

    /// The square of the amount by which lines are moved, and the amount, in parts of a unit.
    const SQUARE: i128 = 1;
    const AMOUNT: i128 = 1 << 14;
    const UNIT: i128 = AMOUNT * AMOUNT;

    /// The distances of a moved position beyond each side of a diamond; inside, all are negative.
    fn beyond(position: Snapped, pixel: [i64; 2]) -> [i128; 4] {
        let [x, y] = [0, 1].map(|axis| i128::from(position[axis] - center(pixel[axis])) * UNIT);
        let (x, y) = (x - AMOUNT, y - SQUARE);
        [x + y, x - y, y - x, -x - y].map(|sum| sum - 128 * UNIT)
    }

    /// Returns true if the moved line goes through the diamond and does not end there: a literal transcription of the rule.
    fn leaves(start: Snapped, end: Snapped, pixel: [i64; 2]) -> bool {
        let (from, to) = (beyond(start, pixel), beyond(end, pixel));
        // The part of the line between its start (0) and its end (1) that is inside, as fractions.
        let (mut first, mut last) = ((0, 1), (1, 1));
        for (from, to) in from.into_iter().zip(to) {
            if from >= 0 && to >= 0 {
                return false;
            }
            let fraction = (from.abs(), (to - from).abs());
            if from >= 0 && fraction.0 * first.1 > first.0 * fraction.1 {
                first = fraction;
            } else if to >= 0 && fraction.0 * last.1 < last.0 * fraction.1 {
                last = fraction;
            }
        }
        first.0 * last.1 < last.0 * first.1 && to.into_iter().any(|side| side >= 0)
    }

    #[test]
    fn the_pixels_found_are_those_whose_diamonds_are_left() {
        let window = Window::new(&RasterState::new([6, 6], Vec::new()));
        let mut numbers = Numbers(3);
        for round in 0..2000 {
            // Every other line between corners and centres of pixels and the middles of their sides, where rules are needed.
            let step = [128, 1][round % 2];
            let mut place = || i64::from(numbers.below(1537) / step * step);
            let (start, end) = ([place(), place()], [place(), place()]);
            let mut found = Vec::new();
            each_pixel([start, end], &window, |pixel| found.push(pixel.map(i64::from)));
            found.sort_unstable();
            let all = (0..6).flat_map(|x| (0..6).map(move |y| [x, y]));
            let expected: Vec<_> = all.filter(|pixel| leaves(start, end, *pixel)).collect();
            assert_eq!(found, expected, "from {start:?} to {end:?}");
        }
    }
}
