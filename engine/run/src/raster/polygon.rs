//! The samples inside of a polygon: exact, with the top-left rule.
//!
//! A sample is inside when a ray to the left of it crosses the border in one direction more often than in the other. An edge
//! is crossed from its upper end, which belongs to it, to its lower end, which does not; a sample on an edge lies to the right of
//! it. That is the top-left rule: of the two polygons that share an edge, or meet in a vertex, one has the sample. It needs no
//! convexity, so that a polygon which snapping has bent still fits its neighbours.

use super::clip::Snapped;
use super::cover::{LANES, Window, samples_along};

/// A crossing of a row of samples and the border: the first position to the right of it, and the direction.
type Crossing = (i64, i64);

/// Twice the area, in square units; negative where the vertices go round counter-clockwise, as one sees it.
pub(super) fn doubled_area(polygon: &[Snapped]) -> i64 {
    let followers = polygon.iter().cycle().skip(1);
    polygon.iter().zip(followers).map(|(a, b)| a[0] * b[1] - b[0] * a[1]).sum()
}

/// Calls a function with the quads that have covered samples, row by row: the pixel at the upper left, and the coverage mask
/// of each lane.
pub(super) fn cover(polygon: &[Snapped], window: &Window, mut found: impl FnMut([u32; 2], [u32; 4])) {
    let (Some(top), Some(bottom)) =
        (polygon.iter().map(|it| it[1]).min(), polygon.iter().map(|it| it[1]).max())
    else {
        return;
    };
    let rows = window.pixels_between(1, top, bottom);
    let mut crossings: [Vec<Vec<Crossing>>; 2] = Default::default();
    let mut upper = rows.start & !1;
    while upper < rows.end {
        for (row, crossings) in [upper, upper + 1].into_iter().zip(&mut crossings) {
            *crossings = if rows.contains(&row) { cross_samples(polygon, window, row) } else { Vec::new() };
        }
        cover_row(&crossings, window, upper, &mut found);
        upper += 2;
    }
}

/// The crossings of each sample of a row of pixels.
fn cross_samples(polygon: &[Snapped], window: &Window, row: i64) -> Vec<Vec<Crossing>> {
    samples_along(window.sample_count, 1, row)
        .map(|y| if window.viewport_has(1, y) { cross(polygon, y) } else { Vec::new() })
        .collect()
}

/// The crossings of the border at a height.
fn cross(polygon: &[Snapped], y: i64) -> Vec<Crossing> {
    let followers = polygon.iter().cycle().skip(1);
    let edges = polygon.iter().zip(followers);
    let crossing = |(a, b): (&Snapped, &Snapped)| {
        let (upper, lower, direction) = if a[1] < b[1] { (a, b, 1) } else { (b, a, -1) };
        (upper[1] <= y && y < lower[1]).then(|| {
            let height = lower[1] - upper[1];
            let run = (lower[0] - upper[0]) * (y - upper[1]);
            // Rounded up: the first position that is not left of the edge.
            (upper[0] - (-run).div_euclid(height), direction)
        })
    };
    edges.filter_map(crossing).collect()
}

/// The quads of two rows of pixels.
fn cover_row(
    crossings: &[Vec<Vec<Crossing>>; 2],
    window: &Window,
    upper: i64,
    found: &mut impl FnMut([u32; 2], [u32; 4]),
) {
    let all = || crossings.iter().flatten().flatten().map(|crossing| crossing.0);
    let (Some(left), Some(right)) = (all().min(), all().max()) else { return };
    let columns = window.pixels_between(0, left, right);
    let mut column = columns.start & !1;
    while column < columns.end {
        let masks = LANES.map(|[x, y]| {
            let pixel = column + i64::from(x);
            if columns.contains(&pixel) { mask(&crossings[y as usize], window, pixel) } else { 0 }
        });
        if masks != [0; 4] {
            found([column as u32, upper as u32], masks);
        }
        column += 2;
    }
}

/// The covered samples of a pixel.
fn mask(crossings: &[Vec<Crossing>], window: &Window, column: i64) -> u32 {
    let samples = samples_along(window.sample_count, 0, column).zip(crossings).enumerate();
    samples.fold(0, |mask, (sample, (x, crossings))| {
        let left = crossings.iter().filter(|crossing| crossing.0 <= x);
        let winding: i64 = left.map(|crossing| crossing.1).sum();
        mask | u32::from(winding != 0 && window.viewport_has(0, x)) << sample
    })
}

#[cfg(test)]
mod tests {
    use super::super::cover::center;
    use super::super::tests::Numbers;
    use super::*;
    use crate::raster::RasterState;

    /// The rule by edge functions: inside of all edges, or on those that are left or top edges.
    fn has(triangle: [Snapped; 3], sample: Snapped) -> bool {
        let direction = doubled_area(&triangle).signum();
        direction != 0
            && (0..3).all(|index| {
                let (a, b) = (triangle[index], triangle[(index + 1) % 3]);
                let [x, y] = [(b[0] - a[0]) * direction, (b[1] - a[1]) * direction];
                let side = x * (sample[1] - a[1]) - y * (sample[0] - a[0]);
                // Clockwise as one sees it: left edges go up, top edges to the right.
                let is_left_or_top = if direction * (b[1] - a[1]) == 0 { x > 0 } else { y < 0 };
                side * direction * direction > 0 || (side == 0 && is_left_or_top)
            })
    }

    #[test]
    fn the_samples_found_are_those_of_the_top_left_rule() {
        let window = Window::new(&RasterState::new([6, 6], Vec::new()));
        let mut numbers = Numbers(5);
        for round in 0..2000 {
            // Every other triangle between corners and centres of pixels, where rules are needed.
            let step = [128, 1][round % 2];
            let mut place = || i64::from(numbers.below(1537) / step * step);
            let triangle = [[place(), place()], [place(), place()], [place(), place()]];
            let mut found = Vec::new();
            cover(&triangle, &window, |origin, masks| {
                let lanes = LANES.into_iter().zip(masks).filter(|(_, mask)| *mask != 0);
                found.extend(lanes.map(|(lane, _)| [origin[0] + lane[0], origin[1] + lane[1]]));
            });
            found.sort_unstable();
            let all = (0..6).flat_map(|x| (0..6).map(move |y| [x, y]));
            let expected: Vec<_> =
                all.filter(|pixel| has(triangle, pixel.map(|place| center(i64::from(place))))).collect();
            assert_eq!(found, expected, "{triangle:?}");
        }
    }
}
