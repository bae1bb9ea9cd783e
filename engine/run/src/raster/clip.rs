//! Clipping: removes the parts of primitives outside of the clip volume. <https://www.w3.org/TR/WGSL/#position-builtin-value>
//!
//! Along x and y only parts far outside are removed, so that snapped positions have few bits; samples outside of the
//! viewport are skipped one by one, which is equivalent and moves no edge.

use super::Vertex;
use webgpu_model::raster::Viewport;

/// The greatest number of clip distances in WebGPU.
const CLIP_DISTANCES: usize = 8;
/// The greatest distance of positions from the origin of the framebuffer, in pixels.
const GUARD_BAND: f64 = 1_048_576.0;
/// Fraction bits of positions in the framebuffer, as a factor.
pub(super) const UNITS_PER_PIXEL: i64 = 256;

/// A position in the framebuffer, in units of 1/256 of a pixel.
pub(super) type Snapped = [i64; 2];

/// A vertex between clip space and framebuffer.
#[derive(Clone, Copy, Debug)]
pub(super) struct ClipVertex {
    /// x and y in the framebuffer in pixels, both times w; z and w of clip space.
    pub(super) position: [f64; 4],
    /// The fraction of the way from the first vertex of the primitive to the second, in clip space.
    pub(super) along: f64,
    clip_distances: [f64; CLIP_DISTANCES],
}

impl ClipVertex {
    /// `None` if the position is not finite.
    pub(super) fn new(vertex: &Vertex, viewport: &Viewport, along: f64) -> Option<Self> {
        let [x, y, z, w] = vertex.position.map(f64::from);
        let [half_width, half_height] =
            [viewport.width, viewport.height].map(|extent| f64::from(extent) / 2.0);
        let position = [
            (f64::from(viewport.x) + half_width) * w + half_width * x,
            (f64::from(viewport.y) + half_height) * w - half_height * y,
            z,
            w,
        ];
        let mut clip_distances = [0.0; CLIP_DISTANCES];
        for (to, from) in clip_distances.iter_mut().zip(&vertex.clip_distances) {
            *to = f64::from(*from);
        }
        position.iter().all(|it| it.is_finite()).then_some(Self { position, along, clip_distances })
    }

    /// The point on the way to another vertex.
    fn toward(&self, other: &Self, way: f64) -> Self {
        let mix = |from: f64, to: f64| from + way * (to - from);
        Self {
            position: core::array::from_fn(|axis| mix(self.position[axis], other.position[axis])),
            along: mix(self.along, other.along),
            clip_distances: core::array::from_fn(|it| mix(self.clip_distances[it], other.clip_distances[it])),
        }
    }

    /// Its position in the framebuffer; `None` at the eye.
    pub(super) fn snap(&self) -> Option<Snapped> {
        let [x, y, _, w] = self.position;
        // Only rounding leaves anything beyond the guard band.
        (w > 0.0).then(|| [x / w, y / w].map(|place| snap(place.clamp(-GUARD_BAND, GUARD_BAND))))
    }
}

/// The nearest position in fixed point, ties to even.
pub(super) fn snap(pixels: f64) -> i64 {
    (pixels * UNITS_PER_PIXEL as f64).round_ties_even() as i64
}

/// A clipping plane, as the signed distance from it: not negative inside.
#[derive(Clone, Copy, Debug)]
enum Plane {
    Near,
    Far,
    /// Far to the left and above.
    Low(usize),
    /// Far to the right and below.
    High(usize),
    Distance(usize),
}

impl Plane {
    fn distance(self, vertex: &ClipVertex) -> f64 {
        let [_, _, z, w] = vertex.position;
        match self {
            Self::Near => z,
            Self::Far => w - z,
            Self::Low(axis) => GUARD_BAND * w + vertex.position[axis],
            Self::High(axis) => GUARD_BAND * w - vertex.position[axis],
            Self::Distance(index) => vertex.clip_distances[index],
        }
    }

    fn has_inside(self, vertex: &ClipVertex) -> bool {
        self.distance(vertex) >= 0.0
    }

    /// The intersection with the line from a vertex inside to one outside. Two triangles that share an edge compute the same point.
    fn meet(self, inside: &ClipVertex, outside: &ClipVertex) -> ClipVertex {
        let (near, far) = (self.distance(inside), self.distance(outside));
        let mut met = inside.toward(outside, near / (near - far));
        // Without rounding, which is large where a vertex is very far away.
        let w = met.position[3];
        match self {
            Self::Low(axis) => met.position[axis] = -GUARD_BAND * w,
            Self::High(axis) => met.position[axis] = GUARD_BAND * w,
            Self::Near | Self::Far | Self::Distance(_) => {}
        }
        met
    }
}

/// The planes in use. Those along x and y leave only points with w > 0, except for the eye.
fn planes(unclipped_depth: bool) -> impl Iterator<Item = Plane> {
    let depth = [Plane::Near, Plane::Far].into_iter().filter(move |_| !unclipped_depth);
    let sides = [Plane::Low(0), Plane::High(0), Plane::Low(1), Plane::High(1)];
    depth.chain((0..CLIP_DISTANCES).map(Plane::Distance)).chain(sides)
}

/// Returns true if a point lies within the clip volume, borders included.
pub(super) fn has_point(point: &ClipVertex, unclipped_depth: bool) -> bool {
    point.position[3] > 0.0 && planes(unclipped_depth).all(|plane| plane.has_inside(point))
}

/// The part of a line within the clip volume.
pub(super) fn clip_line(line: [ClipVertex; 2], unclipped_depth: bool) -> Option<[ClipVertex; 2]> {
    planes(unclipped_depth).try_fold(line, |[start, end], plane| {
        Some(match (plane.has_inside(&start), plane.has_inside(&end)) {
            (true, true) => [start, end],
            (true, false) => [start, plane.meet(&start, &end)],
            (false, true) => [plane.meet(&end, &start), end],
            (false, false) => return None,
        })
    })
}

/// The part of a triangle within the clip volume: a convex polygon; `None` if the triangle is whole.
pub(super) fn clip_triangle(triangle: &[ClipVertex; 3], unclipped_depth: bool) -> Option<Vec<ClipVertex>> {
    let mut cutting = planes(unclipped_depth)
        .filter(|plane| !triangle.iter().all(|vertex| plane.has_inside(vertex)))
        .peekable();
    cutting.peek()?;
    Some(cutting.fold(triangle.to_vec(), |polygon, plane| cut(&polygon, plane)))
}

/// The part of a polygon inside of a plane.
fn cut(polygon: &[ClipVertex], plane: Plane) -> Vec<ClipVertex> {
    let mut kept = Vec::with_capacity(polygon.len() + 1);
    let followers = polygon.iter().cycle().skip(1);
    for (vertex, next) in polygon.iter().zip(followers) {
        let (is_inside, next_is_inside) = (plane.has_inside(vertex), plane.has_inside(next));
        if is_inside {
            kept.push(*vertex);
        }
        if is_inside && !next_is_inside {
            kept.push(plane.meet(vertex, next));
        } else if !is_inside && next_is_inside {
            kept.push(plane.meet(next, vertex));
        }
    }
    kept
}

#[cfg(test)]
#[allow(clippy::float_cmp, reason = "the results are exact")]
mod tests {
    use super::super::tests::{Numbers, clip};
    use super::*;
    use crate::raster::RasterState;

    fn vertex(position: [f32; 4]) -> ClipVertex {
        let viewport = RasterState::new([8, 8], Vec::new()).viewport;
        ClipVertex::new(&clip(position, &[]), &viewport, 0.0).expect("finite")
    }

    #[test]
    fn an_edge_is_cut_at_the_same_place_in_both_directions() {
        let mut numbers = Numbers(17);
        for _ in 0..200 {
            let mut corner = |z: f32| vertex([0; 4].map(|_| numbers.below(999) as f32 / 77.0 - z));
            let (inside, outside, third) = (corner(0.0), corner(14.0), corner(3.0));
            let cut = |plane, polygon: &[ClipVertex]| -> Vec<[u64; 4]> {
                cut(polygon, plane).iter().map(|it| it.position.map(f64::to_bits)).collect()
            };
            // The two vertices in one order, and in the other: the intersection on their edge must be among both.
            let there = cut(Plane::Near, &[inside, outside, third]);
            let back = cut(Plane::Near, &[outside, inside, third]);
            let met = Plane::Near.meet(&inside, &outside).position.map(f64::to_bits);
            assert!(there.contains(&met) && back.contains(&met));
        }
    }

    #[test]
    fn what_is_very_far_away_is_cut_at_the_guard_band() {
        let triangle = [[-1e30, 3e29, 0.5, 1.0], [7e29, -8e29, 0.5, 1.0], [9e29, 1e30, 0.5, 1.0]].map(vertex);
        let polygon = clip_triangle(&triangle, false).expect("not whole");
        for [x, y] in polygon.iter().map(|it| it.snap().expect("before the eye")) {
            let border = GUARD_BAND as i64 * UNITS_PER_PIXEL;
            assert!(x.abs() == border || y.abs() == border, "{x} {y}");
        }
        assert_eq!(polygon.len(), 4, "{polygon:?}");
    }
}
