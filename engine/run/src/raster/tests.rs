//! Coverage and interpolation against numbers computed by hand.

use super::*;
use std::collections::BTreeMap;
use webgpu_model::raster::{
    CullMode, FrontFace, Interpolation, SampleCount, Sampling, Scissor, Topology, Viewport,
};

/// A varying of each kind of sampling.
const fn varying(interpolation: Interpolation) -> Varying {
    Varying { interpolation, is_half: false, weight_of: None }
}

const PERSPECTIVE: Varying = varying(Interpolation::Perspective(Sampling::Center));
const LINEAR: Varying = varying(Interpolation::Linear(Sampling::Center));
const FLAT: Varying = varying(Interpolation::Flat);

/// A vertex at a place in a framebuffer of 8 by 8 pixels, at depth 0.5.
fn at(x: f32, y: f32, outputs: &[f32]) -> Vertex {
    clip([x / 4.0 - 1.0, 1.0 - y / 4.0, 0.5, 1.0], outputs)
}

pub(super) fn clip(position: [f32; 4], outputs: &[f32]) -> Vertex {
    Vertex { position, outputs: outputs.iter().map(|it| it.to_bits()).collect(), ..Vertex::default() }
}

pub(super) fn state(varyings: &[Varying]) -> RasterState {
    RasterState::new([8, 8], varyings.to_vec())
}

pub(super) fn quads(state: &RasterState, topology: Topology, vertices: &[Vertex]) -> Vec<Quad> {
    let mut found = Vec::new();
    for primitive in assemble(topology, 0..vertices.len() as u32, None) {
        rasterize(state, &primitive, vertices, |quad| found.push(quad.clone()));
    }
    found
}

/// Coverage as a picture: the hexadecimal coverage masks added up for each pixel, a point for none.
fn picture(state: &RasterState, topology: Topology, vertices: &[Vertex]) -> Vec<String> {
    let [width, height] = state.target_size.map(|it| it as usize);
    let mut sums = vec![vec![0; width]; height];
    for fragment in quads(state, topology, vertices).iter().flat_map(|quad| quad.fragments) {
        if !fragment.is_helper() {
            sums[fragment.pixel[1] as usize][fragment.pixel[0] as usize] += fragment.coverage;
        }
    }
    let text = |sum: &u32| if *sum == 0 { ".".to_owned() } else { format!("{sum:x}") };
    sums.iter().map(|row| row.iter().map(text).collect()).collect()
}

/// The value of a varying in each pixel that is covered, and in helpers where asked for.
fn values(quads: &[Quad], index: usize, with_helpers: bool) -> BTreeMap<[u32; 2], f32> {
    let lanes =
        quads.iter().flat_map(|quad| quad.fragments.iter().zip(&quad.values[index]).collect::<Vec<_>>());
    let shown = lanes.filter(|(fragment, _)| with_helpers || !fragment.is_helper());
    shown.map(|(fragment, value)| (fragment.pixel, f32::from_bits(*value))).collect()
}

/// Two triangles that make a rectangle, with the clip coordinates as values.
pub(super) fn rectangle(left: f32, top: f32, right: f32, bottom: f32) -> [Vertex; 4] {
    [[left, top], [left, bottom], [right, top], [right, bottom]].map(|[x, y]| at(x, y, &[x, y]))
}

/// A small generator of the same numbers each time.
pub(super) struct Numbers(pub(super) u64);

impl Numbers {
    pub(super) fn below(&mut self, limit: u32) -> u32 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        ((self.0 >> 33) as u32) % limit
    }
}

#[test]
fn two_triangles_cover_each_pixel_of_a_rectangle_once() {
    let expected =
        ["........", ".11111..", ".11111..", ".11111..", "........", "........", "........", "........"];
    // Edges through pixel centres: those on the left and above belong to the rectangle, the others do not.
    for (left, top, right, bottom) in [(1.0, 1.0, 6.0, 4.0), (1.5, 1.5, 6.5, 4.5), (0.75, 0.75, 6.25, 4.25)] {
        assert_eq!(
            picture(&state(&[]), Topology::TriangleStrip, &rectangle(left, top, right, bottom)),
            expected
        );
    }
}

#[test]
fn the_whole_target_is_covered_once_by_a_large_triangle_and_a_quad() {
    let large = [[-1.0, 1.0], [-1.0, -3.0], [3.0, 1.0]].map(|[x, y]| clip([x, y, 0.0, 1.0], &[]));
    assert_eq!(picture(&state(&[]), Topology::TriangleList, &large), vec!["11111111"; 8]);
    let mut odd = state(&[]);
    odd.target_size = [5, 3];
    let fragments: Vec<Fragment> =
        quads(&odd, Topology::TriangleList, &large).iter().flat_map(|quad| quad.fragments).collect();
    assert_eq!(fragments.iter().filter(|it| !it.is_helper()).count(), 15);
    assert_eq!(fragments.len(), 24);
}

#[test]
fn fans_cover_no_sample_twice_and_leave_none_out() {
    let mut numbers = Numbers(1);
    for sample_count in [SampleCount::One, SampleCount::Four] {
        for _ in 0..50 {
            // Around a centre somewhere, to the corners of the framebuffer and to places on its borders.
            let mut place = || numbers.below(257) as f32 / 32.0;
            let middle = [place(), place()];
            let (a, b, c, d) = (place(), place(), place(), place());
            let border = [
                [0.0, 0.0],
                [a, 0.0],
                [8.0, 0.0],
                [8.0, b],
                [8.0, 8.0],
                [c, 8.0],
                [0.0, 8.0],
                [0.0, d],
                [0.0, 0.0],
            ];
            let triangles = border.windows(2).flat_map(|pair| [middle, pair[0], pair[1]]);
            let vertices: Vec<Vertex> = triangles.map(|[x, y]| at(x, y, &[])).collect();
            let state = RasterState { sample_count, ..state(&[]) };
            let text = format!("{:x}", sample_count.full_mask());
            let mut counts = BTreeMap::new();
            for fragment in
                quads(&state, Topology::TriangleList, &vertices).iter().flat_map(|quad| quad.fragments)
            {
                for sample in (0..4).filter(|sample| fragment.coverage >> sample & 1 != 0) {
                    *counts.entry((fragment.pixel, sample)).or_insert(0) += 1;
                }
            }
            assert!(counts.values().all(|count| *count == 1), "{middle:?}");
            assert_eq!(
                picture(&state, Topology::TriangleList, &vertices),
                vec![text.repeat(8); 8],
                "{middle:?}"
            );
        }
    }
}

#[test]
fn samples_of_a_half_plane_are_those_on_its_side() {
    let four = RasterState { sample_count: SampleCount::Four, ..state(&[]) };
    // The left edge goes through the middle of column 2: samples 1 and 3 lie right of it.
    let vertices = rectangle(2.5, 0.0, 8.0, 8.0);
    assert_eq!(picture(&four, Topology::TriangleStrip, &vertices), vec!["..afffff"; 8]);
    // Exactly on sample 1 of the column, which is in; as a right edge, out.
    assert_eq!(
        picture(&four, Topology::TriangleStrip, &rectangle(2.875, 0.0, 8.0, 8.0)),
        vec!["..2fffff"; 8]
    );
    assert_eq!(
        picture(&four, Topology::TriangleStrip, &rectangle(0.0, 0.0, 2.875, 8.0)),
        vec!["ffd....."; 8]
    );
    // An upper edge through the middle of row 0: samples 2 and 3 lie below.
    let rows = picture(&four, Topology::TriangleStrip, &rectangle(0.0, 0.5, 8.0, 1.0));
    assert_eq!(rows[..2], ["cccccccc", "........"]);
}

#[test]
fn viewport_and_scissor_bound_what_is_drawn() {
    let large = rectangle(-100.0, -100.0, 100.0, 100.0);
    let mut state = state(&[]);
    state.scissor = Some(Scissor { x: 1, y: 6, width: 3, height: 100 });
    let rows = picture(&state, Topology::TriangleStrip, &large);
    assert_eq!(rows[5..], ["........", ".111....", ".111...."]);
    state.scissor = None;
    state.viewport = Viewport { x: 2.5, y: 1.0, width: 3.0, height: 2.0, min_depth: 0.0, max_depth: 1.0 };
    let rows = picture(&state, Topology::TriangleStrip, &large);
    assert_eq!(rows[..4], ["........", "..111...", "..111...", "........"]);
}

#[test]
fn values_of_an_axis_aligned_quad_are_exact() {
    let quads =
        quads(&state(&[PERSPECTIVE, LINEAR]), Topology::TriangleStrip, &rectangle(1.0, 1.0, 6.0, 4.0));
    let (xs, ys) = (values(&quads, 0, true), values(&quads, 1, true));
    assert_eq!(xs.len(), 24, "helpers included");
    for (pixel, x) in xs {
        assert_eq!([x, ys[&pixel]], pixel.map(|place| place as f32 + 0.5));
    }
}

#[test]
fn values_belong_to_snapped_vertices() {
    // The borders come to lie at 1 and 6.
    let corner = |x: f32, y: f32, value: f32| at(x, y, &[value, value]);
    let vertices =
        [corner(1.001, 0.0, 0.0), corner(1.001, 8.0, 0.0), corner(5.999, 0.0, 1.0), corner(5.999, 8.0, 1.0)];
    let quads = quads(&state(&[PERSPECTIVE, LINEAR]), Topology::TriangleStrip, &vertices);
    assert_eq!((values(&quads, 0, false)[&[1, 2]], values(&quads, 1, false)[&[1, 2]]), (0.1, 0.1));
}

#[test]
fn what_is_equal_at_all_vertices_is_equal_everywhere() {
    let mut numbers = Numbers(7);
    for _ in 0..100 {
        let value = numbers.below(1000) as f32 / 7.0;
        let vertices = [0; 3].map(|_| {
            let [x, y, w] = [0; 3].map(|_| numbers.below(1000) as f32 / 300.0 - 1.0);
            clip([x, y, 0.3 * (w + 1.1), w + 1.1], &[value, value])
        });
        for quad in quads(&state(&[PERSPECTIVE, LINEAR]), Topology::TriangleList, &vertices) {
            assert_eq!(quad.values, [[value.to_bits(); 4]; 2]);
            for fragment in quad.fragments.iter().filter(|it| !it.is_helper()) {
                assert!((fragment.position[2] - 0.3).abs() < 1e-7, "{fragment:?}");
            }
        }
    }
}

#[test]
fn what_is_no_number_stays_as_it_is() {
    for word in [f32::INFINITY.to_bits(), 0x7fc0_1234] {
        let vertices = rectangle(0.0, 0.0, 8.0, 8.0).map(|vertex| Vertex { outputs: vec![word], ..vertex });
        for quad in quads(&state(&[PERSPECTIVE]), Topology::TriangleStrip, &vertices) {
            assert_eq!(quad.values, [[word; 4]]);
        }
    }
}

#[test]
fn perspective_weighs_by_one_over_w() {
    // From w = 1 on the left border to w = 4 on the right; values are 0 there, and 1 here.
    let corner = |x: f32, y: f32, w: f32, value: f32| clip([x * w, y * w, 0.5 * w, w], &[value, value]);
    let vertices = [
        corner(-1.0, 1.0, 1.0, 0.0),
        corner(-1.0, -1.0, 1.0, 0.0),
        corner(1.0, 1.0, 4.0, 1.0),
        corner(1.0, -1.0, 4.0, 1.0),
    ];
    let quads = quads(&state(&[PERSPECTIVE, LINEAR]), Topology::TriangleStrip, &vertices);
    let (perspective, linear) = (values(&quads, 0, false), values(&quads, 1, false));
    for x in 0..8_u32 {
        let way = (f64::from(x) + 0.5) / 8.0;
        let (near, far) = (1.0 - way, way / 4.0);
        assert_eq!(perspective[&[x, 5]], (far / (near + far)) as f32);
        assert_eq!(linear[&[x, 5]], way as f32);
        let fragment =
            quads.iter().flat_map(|it| it.fragments).find(|it| it.pixel == [x, 5]).expect("covered");
        assert_eq!(fragment.position, [x as f32 + 0.5, 5.5, 0.5, (near + far) as f32]);
    }
}

#[test]
fn the_near_plane_cuts_and_moves_no_value() {
    // The left border lies before the near plane: depth goes from -1 to 1, so that the right half is left.
    let corner = |x: f32, y: f32| clip([x, y, x, 1.0], &[x]);
    let vertices = [corner(-1.0, 1.0), corner(-1.0, -1.0), corner(1.0, 1.0), corner(1.0, -1.0)];
    let mut state = state(&[PERSPECTIVE]);
    assert_eq!(picture(&state, Topology::TriangleStrip, &vertices), vec!["....1111"; 8]);
    for (pixel, value) in values(&quads(&state, Topology::TriangleStrip, &vertices), 0, true) {
        assert_eq!(value, (pixel[0] as f32 + 0.5) / 4.0 - 1.0);
    }
    state.unclipped_depth = true;
    assert_eq!(picture(&state, Topology::TriangleStrip, &vertices), vec!["11111111"; 8]);
}

#[test]
fn the_far_plane_cuts_too() {
    let corner = |x: f32, y: f32| clip([x, y, 1.0 + x, 1.0], &[]);
    let vertices = [corner(-1.0, 1.0), corner(-1.0, -1.0), corner(1.0, 1.0), corner(1.0, -1.0)];
    assert_eq!(picture(&state(&[]), Topology::TriangleStrip, &vertices), vec!["1111...."; 8]);
}

#[test]
fn a_floor_that_reaches_behind_the_eye_ends_at_the_horizon() {
    // The plane y = -1 with z = w - 1: w goes from -3 (behind) to 5. At row p the floor has 1 - 2 (p + 0.5) / 8 = -1 / w.
    let corner = |x: f32, w: f32| clip([x, -1.0, w - 1.0, w], &[w]);
    let vertices = [corner(-40.0, -3.0), corner(40.0, -3.0), corner(0.0, 9.0)];
    for unclipped_depth in [false, true] {
        let state = RasterState { unclipped_depth, ..state(&[PERSPECTIVE]) };
        let found = values(&quads(&state, Topology::TriangleList, &vertices), 0, false);
        assert!(found.keys().all(|pixel| pixel[1] >= 4), "above the horizon");
        for row in 5..8_u32 {
            let w = 8.0 / (2.0 * f64::from(row) + 1.0 - 8.0);
            let value = f64::from(found[&[4, row]]);
            // The plane is open on the far side, cut on the near side.
            assert!((value - w).abs() < 1e-6, "{value} instead of {w}");
        }
    }
}

#[test]
fn triangles_that_are_cut_still_fit_their_neighbours() {
    let mut numbers = Numbers(11);
    let mut covered = 0;
    for _ in 0..200 {
        // A fan around a vertex; what is before the near plane, behind the far plane or behind the eye is cut off.
        let mut vertex = |x: f32, y: f32| {
            let [z, w, distance] = [0; 3].map(|_| numbers.below(1000) as f32 / 400.0 - 0.5);
            Vertex { clip_distances: vec![distance], ..clip([x * w.abs(), y * w.abs(), z, w], &[]) }
        };
        let corners = [[-2.0, -2.0], [2.0, -2.0], [2.0, 2.0], [-2.0, 2.0]].map(|[x, y]| vertex(x, y));
        let middle = vertex(0.1, 0.2);
        let next = corners.iter().cycle().skip(1);
        let fan: Vec<Vertex> =
            corners.iter().zip(next).flat_map(|(a, b)| [&middle, a, b].map(Vertex::clone)).collect();
        // Of a fan that is folded only triangles that face in the same direction are compared.
        for cull_mode in [CullMode::Front, CullMode::Back] {
            let four = RasterState { sample_count: SampleCount::Four, cull_mode, ..state(&[]) };
            let mut counts = BTreeMap::new();
            for fragment in quads(&four, Topology::TriangleList, &fan).iter().flat_map(|quad| quad.fragments)
            {
                for sample in (0..4).filter(|sample| fragment.coverage >> sample & 1 != 0) {
                    *counts.entry((fragment.pixel, sample)).or_insert(0) += 1;
                }
            }
            covered += counts.len();
            assert!(counts.values().all(|count| *count == 1), "{fan:?}");
        }
    }
    assert!(covered > 10_000, "{covered}");
}

#[test]
fn any_bits_do_no_harm() {
    let mut numbers = Numbers(13);
    let mut number = |round: u32| {
        let bits = numbers.below(1 << 31) << 1 | numbers.below(2);
        // Ordinary ones among all others.
        if bits % 7 < round % 7 { f32::from_bits(bits) } else { (bits >> 8) as f32 / 1e7 - 0.5 }
    };
    for round in 0..3000 {
        let vertices = [0; 3].map(|_| Vertex {
            position: [0; 4].map(|_| number(round)),
            clip_distances: vec![number(round / 7)],
            outputs: vec![number(round).to_bits()],
        });
        let viewport = Viewport {
            x: number(round / 3) * 9.0,
            y: number(round / 5) * 9.0,
            width: number(round / 2) * 99.0,
            height: number(round / 4) * 99.0,
            min_depth: number(round),
            max_depth: number(round),
        };
        let unclipped_depth = round % 2 == 0;
        for sample_count in [SampleCount::One, SampleCount::Four] {
            let state =
                RasterState { viewport, sample_count, unclipped_depth, ..state(&[PERSPECTIVE, LINEAR]) };
            for topology in Topology::ALL {
                for quad in quads(&state, *topology, &vertices) {
                    assert!(quad.fragments.iter().any(|fragment| !fragment.is_helper()));
                    let inside = |it: &Fragment| it.is_helper() || it.pixel.iter().all(|place| *place < 8);
                    assert!(quad.fragments.iter().all(inside));
                }
            }
        }
    }
}

#[test]
fn clip_distances_cut_at_zero() {
    let mut vertices = rectangle(0.0, 0.0, 8.0, 8.0);
    for (vertex, distances) in vertices.iter_mut().zip([[-2.0, 1.0], [-2.0, 1.0], [6.0, 1.0], [6.0, 1.0]]) {
        vertex.clip_distances = distances.to_vec();
    }
    assert_eq!(picture(&state(&[]), Topology::TriangleStrip, &vertices), vec!["..111111"; 8]);
    for vertex in &mut vertices {
        vertex.clip_distances[1] = -1.0;
    }
    assert_eq!(picture(&state(&[]), Topology::TriangleStrip, &vertices), vec!["........"; 8]);
}

#[test]
fn flat_values_are_those_of_the_first_vertex() {
    let vertices = [at(0.0, 0.0, &[1.0]), at(0.0, 8.0, &[2.0]), at(8.0, 0.0, &[3.0]), at(8.0, 8.0, &[4.0])];
    let quads = quads(&state(&[FLAT]), Topology::TriangleStrip, &vertices);
    for quad in quads {
        // Primitive 1 is made of the vertices 1, 3 and 2.
        assert_eq!(quad.values[0], [(quad.primitive_index as f32 + 1.0).to_bits(); 4]);
    }
}

#[test]
fn facing_follows_the_order_of_vertices_also_in_strips() {
    // Down the left side, then to the right: counter-clockwise as one sees it.
    let vertices = rectangle(0.0, 0.0, 8.0, 8.0);
    let facing = |state: &RasterState, vertices: &[Vertex]| -> Vec<(u32, bool)> {
        let mut found: Vec<_> = quads(state, Topology::TriangleStrip, vertices)
            .iter()
            .map(|quad| (quad.primitive_index, quad.fragments[0].is_front_facing))
            .collect();
        found.dedup();
        found
    };
    let mut state = state(&[]);
    assert_eq!(facing(&state, &vertices), [(0, true), (1, true)]);
    state.front_face = FrontFace::Clockwise;
    assert_eq!(facing(&state, &vertices), [(0, false), (1, false)]);
    state.cull_mode = CullMode::Back;
    assert_eq!(facing(&state, &vertices), []);
    state.cull_mode = CullMode::Front;
    assert_eq!(facing(&state, &vertices).len(), 2);
    state.front_face = FrontFace::CounterClockwise;
    assert_eq!(facing(&state, &vertices), []);
}

#[test]
fn centroid_stays_in_the_primitive_and_center_does_not() {
    let centroid = varying(Interpolation::Linear(Sampling::Centroid));
    let four = RasterState { sample_count: SampleCount::Four, ..state(&[LINEAR, centroid]) };
    let [a, b, c, d] = [[2.75, 0.0], [2.75, 8.0], [8.0, 0.0], [8.0, 8.0]].map(|[x, y]| at(x, y, &[x, x]));
    let quads = quads(&four, Topology::TriangleStrip, &[a, b, c, d]);
    assert_eq!((values(&quads, 0, false)[&[2, 1]], values(&quads, 1, false)[&[2, 1]]), (2.5, 2.875));
    assert_eq!((values(&quads, 0, false)[&[5, 1]], values(&quads, 1, false)[&[5, 1]]), (5.5, 5.5));
}

#[test]
fn each_covered_sample_has_a_fragment_when_asked_for() {
    let sample = varying(Interpolation::Perspective(Sampling::Sample));
    let centroid = varying(Interpolation::Perspective(Sampling::Centroid));
    let four = RasterState { sample_count: SampleCount::Four, ..state(&[sample, LINEAR, centroid]) };
    let [a, b, c, d] = [[2.5, 0.0], [2.5, 8.0], [8.0, 0.0], [8.0, 8.0]].map(|[x, y]| at(x, y, &[x, x, x]));
    let quads = quads(&four, Topology::TriangleStrip, &[a, b, c, d]);
    let mut found = Vec::new();
    for quad in &quads {
        for (lane, fragment) in quad.fragments.iter().enumerate().filter(|(_, it)| it.pixel == [2, 3]) {
            if !fragment.is_helper() {
                let value = |index: usize| f32::from_bits(quad.values[index][lane]);
                found.push((quad.sample_index, fragment.coverage, value(0), value(1), value(2)));
                assert_eq!(fragment.position[..2], [2.5, 3.5], "position is that of the pixel");
            }
        }
    }
    found.sort_by_key(|it| it.0);
    assert_eq!(found, [(1, 2, 2.875, 2.5, 2.875), (3, 8, 2.625, 2.5, 2.875)]);
}

#[test]
fn halves_are_interpolated_as_halves() {
    let half = Varying { is_half: true, ..LINEAR };
    let vertex = |x: f32, y: f32, bits: u32| Vertex { outputs: vec![bits], ..at(x, y, &[]) };
    // 0 on the left, 8 on the right.
    let vertices =
        [vertex(0.0, 0.0, 0), vertex(0.0, 8.0, 0), vertex(8.0, 0.0, 0x4800), vertex(8.0, 8.0, 0x4800)];
    let quads = quads(&state(&[half]), Topology::TriangleStrip, &vertices);
    // 0.5 and 1.5
    assert_eq!(quads[0].values[0], [0x3800, 0x3e00, 0x3800, 0x3e00]);
}

#[test]
fn lines_cover_the_pixels_whose_diamonds_they_leave() {
    let line =
        |ends: [[f32; 2]; 2]| picture(&state(&[]), Topology::LineList, &ends.map(|[x, y]| at(x, y, &[])));
    // The last pixel is not left, in both directions.
    assert_eq!(line([[1.5, 2.5], [5.5, 2.5]])[2], ".1111...");
    assert_eq!(line([[5.5, 2.5], [1.5, 2.5]])[2], "..1111..");
    // Beyond the diamond of the last one.
    assert_eq!(line([[1.5, 2.5], [6.25, 2.5]])[2], ".11111..");
    // Starting behind the diamond of pixel 1.
    assert_eq!(line([[2.25, 2.5], [5.5, 2.5]])[2], "..111...");
    // Between two rows.
    assert_eq!(line([[1.5, 3.0], [5.5, 3.0]])[2], ".1111...");
    assert_eq!(
        line([[3.0, 1.5], [3.0, 3.5]]),
        ["........", "..1.....", "..1.....", "........", "........", "........", "........", "........",]
    );
    let diagonal = line([[0.5, 0.5], [4.5, 4.5]]);
    assert_eq!(diagonal[..5], ["1.......", ".1......", "..1.....", "...1....", "........"]);
    // Slope 1/2: two columns a row.
    let rows = line([[0.0, 0.0], [8.0, 4.0]]);
    assert_eq!(rows[..5], ["11......", "..11....", "....11..", "......11", "........"]);
    // Every other centre lies between two rows: moved to the left, the line is in the lower one there.
    let rows = line([[0.0, 0.25], [8.0, 4.25]]);
    assert_eq!(rows[..5], ["1.......", ".11.....", "...11...", ".....11.", ".......1"]);
    assert_eq!(line([[3.5, 3.5], [3.5, 3.5]]), vec!["........"; 8]);
}

#[test]
fn a_strip_of_lines_covers_no_pixel_twice() {
    let corners = [[1.5, 1.5], [6.5, 1.5], [6.5, 6.5], [1.5, 6.5], [1.5, 1.5]].map(|[x, y]| at(x, y, &[]));
    let expected =
        ["........", ".111111.", ".1....1.", ".1....1.", ".1....1.", ".1....1.", ".111111.", "........"];
    assert_eq!(picture(&state(&[]), Topology::LineStrip, &corners), expected);
}

#[test]
fn lines_are_clipped_and_interpolated() {
    let far_left = clip([-9.0, 0.0, 0.5, 1.0], &[-9.0]);
    let ends = [far_left, clip([7.0, 0.0, 0.5, 1.0], &[7.0])];
    let quads = quads(&state(&[PERSPECTIVE]), Topology::LineList, &ends);
    let found = values(&quads, 0, false);
    assert_eq!(found.len(), 8);
    for (pixel, value) in found {
        assert_eq!(value, (pixel[0] as f32 + 0.5) / 4.0 - 1.0);
    }
    // Half of it lies before the near plane; w goes from 1 to 3.
    let ends = [clip([-1.0, 0.0, -1.0, 1.0], &[0.0, 0.0]), clip([3.0, 0.0, 1.0, 3.0], &[1.0, 1.0])];
    let state = state(&[PERSPECTIVE, LINEAR]);
    let quads = super::tests::quads(&state, Topology::LineList, &ends);
    let (perspective, linear) = (values(&quads, 0, false), values(&quads, 1, false));
    // In the middle of clip space w is 2 and x is 1: the place is 1/2, that is pixel 6 of 8.
    assert_eq!(perspective.keys().map(|it| it[0]).collect::<Vec<_>>(), [6, 7]);
    for (pixel, value) in linear {
        let way = f64::from(pixel[0]) / 8.0 + 0.0625;
        assert!((f64::from(value) - way).abs() < 1e-7);
        let expected = way / 3.0 / (1.0 - way + way / 3.0);
        assert!((f64::from(perspective[&pixel]) - expected).abs() < 1e-7);
    }
}

#[test]
fn points_cover_the_pixel_that_they_lie_in() {
    let points =
        [at(0.0, 0.0, &[]), at(2.999, 1.5, &[]), at(8.0, 3.0, &[]), at(-0.1, 3.0, &[]), at(3.0, 3.0, &[])];
    let four = RasterState { sample_count: SampleCount::Four, ..state(&[]) };
    let rows = picture(&four, Topology::PointList, &points);
    // The second one is snapped to the border of the next pixel.
    assert_eq!(rows[..4], ["f.......", "...f....", "........", "...f...."]);
}

#[test]
fn points_outside_of_the_clip_volume_are_left_out() {
    let point = |z: f32, w: f32, distance: f32| Vertex {
        clip_distances: vec![1.0, distance],
        ..clip([0.25 * w, -0.25 * w, z, w], &[])
    };
    let is_drawn = |unclipped_depth: bool, point: Vertex| {
        let state = RasterState { unclipped_depth, ..state(&[]) };
        !quads(&state, Topology::PointList, &[point]).is_empty()
    };
    for (z, w, distance, expected) in [
        (0.5, 1.0, 0.0, [true, true]),
        (-0.1, 1.0, 0.0, [false, true]),
        (1.1, 1.0, 0.0, [false, true]),
        (1.1, 1.2, 0.0, [true, true]),
        (0.5, 1.0, -0.1, [false, false]),
        (-0.5, -1.0, 0.0, [false, false]),
    ] {
        let found = [false, true].map(|unclipped| is_drawn(unclipped, point(z, w, distance)));
        assert_eq!(found, expected, "{z} {w} {distance}");
    }
}

#[test]
fn nothing_comes_from_positions_that_are_not_finite_or_have_no_area() {
    let state = state(&[PERSPECTIVE]);
    for bad in
        [[f32::NAN, 0.0, 0.5, 1.0], [0.0, f32::INFINITY, 0.5, 1.0], [0.0; 4], [0.5, 0.5, 0.5, f32::NAN]]
    {
        let vertices = [at(0.0, 0.0, &[1.0]), at(0.0, 8.0, &[1.0]), clip(bad, &[1.0])];
        for topology in Topology::ALL {
            let whole = quads(&state, *topology, &vertices[2..]).len();
            assert_eq!(whole, 0);
            let _ = quads(&state, *topology, &vertices);
        }
    }
    let sliver = [at(1.0, 1.0, &[]), at(4.0, 4.0, &[]), at(6.0, 6.0, &[])];
    assert_eq!(quads(&state, Topology::TriangleList, &sliver), []);
    let missing = Primitive { kind: PrimitiveKind::Triangle, corners: [0, 1, 3], index: 0 };
    rasterize(&state, &missing, &sliver, |_| panic!("a vertex is missing"));
}

#[test]
fn huge_triangles_are_covered_where_they_are_visible() {
    for size in [1e4, 1e9, 1e30] {
        let vertices = [
            clip([-size, size, 0.5, 1.0], &[]),
            clip([-size, -size, 0.5, 1.0], &[]),
            clip([size, 0.0, 0.5, 1.0], &[]),
        ];
        assert_eq!(picture(&state(&[]), Topology::TriangleList, &vertices), vec!["11111111"; 8], "{size}");
    }
}
