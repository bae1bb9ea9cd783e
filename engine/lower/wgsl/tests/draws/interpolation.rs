//! The inputs of fragments, interpolated between vertices.

use super::*;
use shader_model::raster::SampleCount;

/// A triangle strip over everything, with a right side three times as far away: x as a value in each interpolation
/// mode.
const TILTED: &str = "
    struct Between {
        @builtin(position) position: vec4f,
        @location(2) perspective: f32,
        @location(0) @interpolate(linear) linear: vec2f,
        @location(5) @interpolate(flat) flat_first: u32,
        @location(1) @interpolate(flat, either) flat_either: vec2i,
    }
    @vertex fn tilted(@builtin(vertex_index) index: u32) -> Between {
        let x = f32(index % 2);
        let w = 1 + 2 * x;
        let position = vec4f((vec2f(x, f32(index / 2)) * 2 - 1) * w, 0, w);
        return Between(position, x, vec2f(0, x), index + 10, vec2i(-1, -2) - i32(index));
    }";

#[test]
fn perspective_and_linear_interpolation_differ_where_w_does() {
    let text = format!(
        "{TILTED} @fragment fn f(in: Between) -> @location(0) vec4f {{
            return vec4f(in.perspective, in.linear, in.position.w);
        }}"
    );
    let drawn = drawn(&text, &covering([4, 4]));
    for (x, along) in [0.125_f32, 0.375, 0.625, 0.875].into_iter().enumerate() {
        // 1 / w goes from 1 to 1/3 across the screen, x / w from 0 to 1/3.
        let (inverse, divided) = (1.0 - along * 2.0 / 3.0, along / 3.0);
        for y in 0..4 {
            let [perspective, zero, linear, w] = drawn.floats(x as u32, y);
            assert!((perspective - divided / inverse).abs() < 1e-6, "{perspective} at {x}");
            assert_eq!((zero, linear), (0.0, along));
            assert!((w - inverse).abs() < 1e-6, "{w} at {x}");
        }
    }
}

#[test]
fn flat_values_are_those_of_the_first_vertex() {
    let text = format!(
        "{TILTED} @fragment fn f(in: Between) -> @location(0) vec4f {{
            return vec4f(f32(in.flat_first), vec2f(in.flat_either), 0);
        }}"
    );
    let drawn = drawn(&text, &covering([8, 8]));
    // The first triangle, 0 1 2, is at the lower left; the second one is 1 3 2.
    assert_eq!(drawn.floats(0, 7), [10.0, -1.0, -2.0, 0.0]);
    assert_eq!(drawn.floats(7, 0), [11.0, -2.0, -3.0, 0.0]);
}

#[test]
fn halves_are_interpolated_as_halves() {
    let text = "
        enable f16;
        struct Between { @builtin(position) position: vec4f, @location(0) value: vec2h }
        @vertex fn v(@builtin(vertex_index) index: u32) -> Between {
            let place = vec2f(f32(index % 2), f32(index / 2));
            return Between(vec4f(place * 2 - 1, 0, 1), vec2h(place.yx));
        }
        @fragment fn f(in: Between) -> @location(0) vec4h { return vec4h(in.value, in.value * 2h); }";
    let drawn = drawn(text, &covering([4, 4]));
    // Rounded down from 1/8 of the way, 3/8 and so on: all are exact in 11 bits.
    assert_eq!(drawn.floats(1, 0), [0.875, 0.375, 1.75, 0.75]);
}

/// The left edge goes through the centre of a pixel: samples 1 and 3 are covered.
const HALF: &str = "
    struct Between {
        @builtin(position) position: vec4f,
        @location(0) center: f32,
        @location(1) @interpolate(perspective, centroid) centroid: f32,
        @location(2) @interpolate(linear, sample) sample: f32,
    }
    @vertex fn half(@builtin(vertex_index) index: u32) -> Between {
        let x = 0.5 + f32(index % 2) * 1.5;
        return Between(vec4f(x - 1, f32(index / 2) * 2 - 1, 0, 1), x, x, x);
    }";

#[test]
fn centroid_and_sample_interpolation_stay_within_what_is_covered() {
    let four = Draw { sample_count: SampleCount::Four, ..covering([2, 1]) };
    let center =
        "@fragment fn f(@location(0) x: f32, @location(1) @interpolate(perspective, centroid) c: f32)
        -> @location(0) vec4f { return vec4f(x, c, 0, 1); }";
    let drawn_center = drawn(&format!("{HALF}{center}"), &four);
    let texture = drawn_center.targets[0].as_ref().expect("a target");
    let sample = |sample_index: u32| {
        let address = TexelAddress { sample_index, ..TexelAddress::default() };
        texture.load(&address).expect("inside").to_floats()
    };
    // The first covered sample is 6/16 to the right of the centre.
    let expected = [0.5, 0.875, 0.0, 1.0];
    assert_eq!([0, 1, 2, 3].map(sample), [[0.0; 4], expected, [0.0; 4], expected]);

    let each =
        "@fragment fn f(@location(2) @interpolate(linear, sample) x: f32, @builtin(sample_index) i: u32)
        -> @location(0) vec4f { return vec4f(x, f32(i), 0, 1); }";
    let drawn_each = drawn(&format!("{HALF}{each}"), &four);
    let texture = drawn_each.targets[0].as_ref().expect("a target");
    let sample = |sample_index: u32| {
        let address = TexelAddress { sample_index, ..TexelAddress::default() };
        texture.load(&address).expect("inside").to_floats()
    };
    let [one, three] = [[0.875, 1.0, 0.0, 1.0], [0.625, 3.0, 0.0, 1.0]];
    assert_eq!([0, 1, 2, 3].map(sample), [[0.0; 4], one, [0.0; 4], three]);
}
