//! From the vertices of a primitive to a point within. <https://www.w3.org/TR/WGSL/#interpolation>
//!
//! All interpolation weighs the vertices of the primitive as it was before clipping, so that clipping changes nothing that
//! stays visible.

use super::Vertex;
use super::clip::{Snapped, UNITS_PER_PIXEL};
use crate::raster::Varying;
use shader_numeric::half::F16;
use webgpu_model::raster::{Interpolation, Viewport};

/// The weight of each vertex in perspective-correct interpolation, up to a common factor.
pub(super) type Weights = [f64; 3];

/// The weights as a function of the position in the framebuffer.
#[derive(Clone, Debug)]
pub(super) enum Surface {
    /// The vertices in the framebuffer, in pixels times w, and w.
    Triangle([[f64; 3]; 3]),
    /// A part of a line.
    Line(Segment),
    /// Constant weights.
    Point,
}

/// The visible part of a line.
#[derive(Clone, Debug)]
pub(super) struct Segment {
    /// Its start and end in the framebuffer.
    pub(super) ends: [Snapped; 2],
    /// Their fractions on the whole line, in clip space.
    pub(super) along: [f64; 2],
    /// The w of both ends.
    pub(super) w: [f64; 2],
}

impl Surface {
    /// The weights at a place in the framebuffer, in pixels; those of a line at the nearest place on it.
    pub(super) fn weights(&self, at: [f64; 2]) -> Weights {
        match self {
            Self::Triangle(corners) => {
                // As seen from the place, the volumes of the parallelepipeds that two vertices and the eye span.
                let [a, b, c] = corners.map(|[x, y, w]| [x - at[0] * w, y - at[1] * w]);
                let cross = |a: [f64; 2], b: [f64; 2]| a[0] * b[1] - a[1] * b[0];
                [cross(b, c), cross(c, a), cross(a, b)]
            }
            Self::Line(segment) => {
                let along = segment.along(at);
                [1.0 - along, along, 0.0]
            }
            Self::Point => [1.0, 0.0, 0.0],
        }
    }
}

impl Segment {
    fn along(&self, at: [f64; 2]) -> f64 {
        let [start, end] = self.ends.map(|end| end.map(pixels));
        let dot = |a: [f64; 2], b: [f64; 2]| a[0] * b[0] + a[1] * b[1];
        let (from_start, whole) =
            ([at[0] - start[0], at[1] - start[1]], [end[0] - start[0], end[1] - start[1]]);
        let on_screen = dot(from_start, whole) / dot(whole, whole);
        let [start, end] = [(1.0 - on_screen) / self.w[0], on_screen / self.w[1]];
        (start * self.along[0] + end * self.along[1]) / (start + end)
    }
}

/// Converts units to pixels.
pub(super) fn pixels(units: i64) -> f64 {
    units as f64 / UNITS_PER_PIXEL as f64
}

/// The values that are interpolated over a primitive.
pub(super) struct Interpolator<'a> {
    pub(super) vertices: [&'a Vertex; 3],
    pub(super) varyings: &'a [Varying],
    viewport: &'a Viewport,
    z: [f64; 3],
    w: [f64; 3],
}

impl<'a> Interpolator<'a> {
    pub(super) fn new(vertices: [&'a Vertex; 3], varyings: &'a [Varying], viewport: &'a Viewport) -> Self {
        let [z, w] = [2, 3].map(|axis| vertices.map(|vertex| f64::from(vertex.position[axis])));
        Self { vertices, varyings, viewport, z, w }
    }

    /// The depth in the framebuffer: may lie outside of the viewport's range where depth is not clipped, and in helpers.
    pub(super) fn depth(&self, weights: Weights) -> f32 {
        self.biased_depth(weights, 0.0)
    }

    /// The depth plus a number.
    pub(super) fn biased_depth(&self, weights: Weights, bias: f64) -> f32 {
        (self.exact_depth(weights) + bias) as f32
    }

    fn exact_depth(&self, weights: Weights) -> f64 {
        to_viewport(self.viewport, sum(weights, self.z) / sum(weights, self.w))
    }

    /// The greater of the changes of depth from one pixel to the next, along a row and along a column.
    pub(super) fn depth_slope(&self, surface: &Surface) -> f64 {
        // Depth is linear in the framebuffer, so that the place does not matter.
        let [here, right, below] =
            [[0.0, 0.0], [1.0, 0.0], [0.0, 1.0]].map(|place| self.exact_depth(surface.weights(place)));
        (right - here).abs().max((below - here).abs())
    }

    /// 1 / w.
    pub(super) fn perspective_divisor(&self, weights: Weights) -> f32 {
        (sum(weights, [1.0; 3]) / sum(weights, self.w)) as f32
    }

    /// A word of user-defined data, which the vertices may lack: then it is 0.
    pub(super) fn word(&self, index: usize, weights: Weights) -> u32 {
        let Some(varying) = self.varyings.get(index) else { return 0 };
        let words = match varying.weight_of {
            Some(corner) => [0, 1, 2].map(|own| f32::from(u8::from(own == corner)).to_bits()),
            None => self.vertices.map(|vertex| vertex.outputs.get(index).copied().unwrap_or(0)),
        };
        let weights = match varying.interpolation {
            Interpolation::Flat => return words[0],
            Interpolation::Perspective(_) => weights,
            Interpolation::Linear(_) => [0, 1, 2].map(|it| weights[it] * self.w[it]),
        };
        // A constant value needs no rounding.
        if words[0] == words[1] && words[0] == words[2] {
            return words[0];
        }
        if varying.is_half {
            let value = mean(weights, words.map(|word| F16(word as u16).widen()));
            u32::from(F16::round(value).0)
        } else {
            (mean(weights, words.map(|word| f64::from(f32::from_bits(word)))) as f32).to_bits()
        }
    }
}

/// A depth of normalized device coordinates in the range of a viewport.
pub(super) fn to_viewport(viewport: &Viewport, depth: f64) -> f64 {
    let (low, high) = (f64::from(viewport.min_depth), f64::from(viewport.max_depth));
    low + depth * (high - low)
}

/// Weights of 0 are skipped, so that the third vertex of a line cannot add an infinity to the sum.
fn sum(weights: Weights, values: [f64; 3]) -> f64 {
    let terms = weights.into_iter().zip(values);
    terms.filter(|(weight, _)| *weight != 0.0).map(|(weight, value)| weight * value).sum()
}

fn mean(weights: Weights, values: [f64; 3]) -> f64 {
    sum(weights, values) / sum(weights, [1.0; 3])
}
