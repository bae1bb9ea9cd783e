//! Which pixels a line covers: those whose diamonds it leaves.
//!
//! The diamond of a pixel has its corners half a pixel from the centre. A pixel is covered when the line goes through the
//! inside of its diamond and does not end there, so that lines which share an end cover no pixel twice. What lies on the
//! border of a diamond is decided as if the line were moved by a very small amount to the left, and by the square of
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
        // Moved to the left, it comes nearer from the right only.
        Ordering::Equal => x > 0,
        Ordering::Greater => false,
    }
}
