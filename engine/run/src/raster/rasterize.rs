//! From a primitive to its fragments.

use super::assembly::{Primitive, PrimitiveKind};
use super::clip::{ClipVertex, UNITS_PER_PIXEL, clip_line, clip_triangle, has_point};
use super::cover::{LANES, Window};
use super::depth_bias;
use super::interpolate::{Interpolator, Segment, Surface, pixels};
use super::quad::{Quad, QuadMaker};
use super::{line, polygon};
use crate::raster::RasterState;
use webgpu_model::raster::{CullMode, FrontFace};

/// The outputs of a vertex shader.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Vertex {
    /// The clip position. <https://www.w3.org/TR/WGSL/#position-builtin-value>
    pub position: [f32; 4],
    /// The values of `clip_distances`, at most 8. <https://www.w3.org/TR/WGSL/#clip-distances-builtin-value>
    pub clip_distances: Vec<f32>,
    /// A word for each varying; missing ones are 0.
    pub outputs: Vec<u32>,
}

/// Calls a function with the quads of a primitive, row by row from the upper left. The corners of the primitive are indices
/// of the vertices; a primitive with a missing corner has no quads.
pub fn rasterize(
    state: &RasterState,
    primitive: &Primitive,
    vertices: &[Vertex],
    mut sink: impl FnMut(&Quad),
) {
    let [Some(a), Some(b), Some(c)] = primitive.corners.map(|corner| vertices.get(corner as usize)) else {
        return;
    };
    let Some(found) = Footprint::new(state, primitive.kind, [a, b, c]) else { return };
    let interpolator = Interpolator::new([a, b, c], &state.varyings, &state.viewport);
    let window = Window::new(state);
    let bias = depth_bias::of(state, &interpolator, &found.surface, found.greatest_depth);
    let mut quads =
        QuadMaker::new(state, interpolator, found.surface, primitive.index, found.is_front_facing, bias);
    let sink = |origin, masks| quads.make(origin, masks, &mut sink);
    match found.shape {
        Shape::Polygon(corners) => polygon::cover(&corners, &window, sink),
        Shape::Line(ends) => line::cover(ends, &window, sink),
        Shape::Point(position) => cover_point(position, &window, sink),
    }
}

/// The visible part of a primitive in the framebuffer, in units.
enum Shape {
    Polygon(Vec<[i64; 2]>),
    Line([[i64; 2]; 2]),
    Point([i64; 2]),
}

struct Footprint {
    shape: Shape,
    surface: Surface,
    is_front_facing: bool,
    /// The greatest depth of a triangle, in normalized device coordinates.
    greatest_depth: f64,
}

impl Footprint {
    /// `None` if nothing of the primitive is visible.
    fn new(state: &RasterState, kind: PrimitiveKind, vertices: [&Vertex; 3]) -> Option<Self> {
        let vertex = |index: usize, along: f64| ClipVertex::new(vertices[index], &state.viewport, along);
        let corners = [vertex(0, 0.0)?, vertex(1, 1.0)?, vertex(2, 0.0)?];
        match kind {
            PrimitiveKind::Triangle => Self::of_triangle(state, &corners),
            PrimitiveKind::Line => {
                let [start, end] = clip_line([corners[0], corners[1]], state.unclipped_depth)?;
                let ends = [start.snap()?, end.snap()?];
                let (along, w) = ([start.along, end.along], [start.position[3], end.position[3]]);
                let surface = Surface::Line(Segment { ends, along, w });
                Some(Self::without_faces(Shape::Line(ends), surface))
            }
            PrimitiveKind::Point => {
                let is_visible = has_point(&corners[0], state.unclipped_depth);
                let shape = Shape::Point(corners[0].snap().filter(|_| is_visible)?);
                Some(Self::without_faces(shape, Surface::Point))
            }
        }
    }

    const fn without_faces(shape: Shape, surface: Surface) -> Self {
        Self { shape, surface, is_front_facing: true, greatest_depth: 0.0 }
    }

    fn of_triangle(state: &RasterState, corners: &[ClipVertex; 3]) -> Option<Self> {
        let clipped = clip_triangle(corners, state.unclipped_depth);
        let visible = clipped.as_deref().unwrap_or(corners);
        let outline = visible.iter().map(ClipVertex::snap).collect::<Option<Vec<_>>>()?;
        let area = polygon::doubled_area(&outline);
        let is_front_facing = match state.front_face {
            FrontFace::CounterClockwise => area < 0,
            FrontFace::Clockwise => area > 0,
        };
        let is_culled = match state.cull_mode {
            CullMode::None => false,
            CullMode::Front => is_front_facing,
            CullMode::Back => !is_front_facing,
        };
        if is_culled {
            return None;
        }
        let mut surface = corners.map(|corner| {
            let [x, y, _, w] = corner.position;
            [x, y, w]
        });
        if clipped.is_none() {
            // Values are those of the snapped vertices, so that nothing is extrapolated where a sample is covered. A
            // vertex that is cut off may have no place in the framebuffer.
            for (corner, snapped) in surface.iter_mut().zip(&outline) {
                *corner = [pixels(snapped[0]) * corner[2], pixels(snapped[1]) * corner[2], corner[2]];
            }
        }
        let depths = visible.iter().map(|corner| corner.position[2] / corner.position[3]);
        let greatest_depth = depths.fold(f64::NEG_INFINITY, f64::max);
        let (shape, surface) = (Shape::Polygon(outline), Surface::Triangle(surface));
        Some(Self { shape, surface, is_front_facing, greatest_depth })
    }
}

/// A point covers the pixel that it lies in, with all samples.
fn cover_point(position: [i64; 2], window: &Window, mut found: impl FnMut([u32; 2], [u32; 4])) {
    let pixel = position.map(|units| units.div_euclid(UNITS_PER_PIXEL));
    let in_viewport = [0, 1].into_iter().all(|axis| window.viewport_has(axis, position[axis]));
    if !in_viewport || !window.has_pixel(pixel) {
        return;
    }
    let [x, y] = pixel.map(|place| place as u32);
    let masks = LANES.map(|lane| if lane == [x & 1, y & 1] { window.sample_count.full_mask() } else { 0 });
    found([x & !1, y & !1], masks);
}
