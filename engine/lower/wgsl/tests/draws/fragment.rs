//! Fragment shaders: their effects on each other and on resources.

use super::*;
use shader_model::raster::{CullMode, FrontFace, SampleCount};
use shader_model::texture::{Dimension, FilterMode, Sampler, TextureDescriptor};
use shader_run::execute::Stopped;

#[test]
fn positions_have_derivatives() {
    let text = "@fragment fn f(@builtin(position) at: vec4f) -> @location(0) vec4f {
        let a = at.x * at.x + 3 * at.y;
        return vec4f(dpdx(a), dpdyFine(a), fwidthFine(a), dpdxFine(at.x * at.y));
    }";
    let drawn = covered(text, &covering([4, 4]));
    // In a quad that starts at x, x² grows by (x + 1.5)² - (x + 0.5)² = 2 x + 2.
    assert_eq!(drawn.floats(0, 0), [2.0, 3.0, 5.0, 0.5]);
    assert_eq!(drawn.floats(3, 0), [6.0, 3.0, 9.0, 0.5]);
    // The lower row of a quad has a separate fine derivative.
    assert_eq!(drawn.floats(2, 3), [6.0, 3.0, 9.0, 3.5]);
}

/// A texture whose mip levels are 1, 2 and 3 everywhere.
fn mips() -> [Binding; 2] {
    let descriptor = TextureDescriptor {
        dimension: Dimension::D2,
        format: Format::R32float,
        size: [4, 4, 1],
        mip_level_count: 3,
        sample_count: 1,
    };
    let levels: Vec<f32> = [[1.0; 16].as_slice(), &[2.0; 4], &[3.0; 1]].concat();
    let sampler = Sampler { mipmap_filter: FilterMode::Linear, ..Sampler::default() };
    [
        Binding { group: 0, binding: 0, data: Data::Texture(descriptor, bytes_of(&levels)) },
        Binding { group: 0, binding: 1, data: Data::Sampler(sampler) },
    ]
}

#[test]
fn the_level_of_detail_comes_from_the_quad() {
    let text = "
        @group(0) @binding(0) var image: texture_2d<f32>;
        @group(0) @binding(1) var linear: sampler;
        @fragment fn f(@builtin(position) at: vec4f) -> @location(0) vec4f {
            let plain = textureSample(image, linear, at.xy / 4).x;
            let coarse = textureSample(image, linear, at.xy / 2).x;
            let steep = textureSample(image, linear, vec2f(at.x / 4, at.y)).x;
            return vec4f(plain, coarse, steep, textureSampleBias(image, linear, at.xy / 4, 0.5).x);
        }";
    let drawn = covered(text, &Draw { bindings: mips().to_vec(), ..covering([4, 4]) });
    for (x, y) in [(0, 0), (3, 2)] {
        assert_eq!(drawn.floats(x, y), [1.0, 2.0, 3.0, 1.5]);
    }
}

#[test]
fn discarded_fragments_help_and_write_nothing() {
    let text = "
        @group(0) @binding(0) var<storage, read_write> seen: array<u32, 4>;
        @group(0) @binding(1) var<storage, read_write> count: atomic<u32>;
        @group(0) @binding(2) var image: texture_storage_2d<r32uint, read_write>;
        @group(0) @binding(3) var<storage, read_write> whole: array<u32, 2>;
        @group(0) @binding(4) var bytes: texture_storage_2d<rgba8unorm, write>;
        @fragment fn f(@builtin(position) at: vec4f) -> @location(0) vec4f {
            let place = vec2u(at.xy);
            let index = place.x + 2 * place.y;
            seen[index] = 1;
            if place.x == 1 { discard; }
            var mine = at.x;
            mine *= 2;
            seen[index] += 10;
            atomicAdd(&count, 1);
            whole = array(place.x, place.x + 5);
            textureStore(image, place, vec4u(7));
            textureStore(bytes, place, vec4f(0, 1, 0, 1));
            return vec4f(dpdx(mine), 0, 0, 1);
        }";
    let image = |binding: u32, format| {
        let descriptor = TextureDescriptor {
            dimension: Dimension::D2,
            format,
            size: [2, 2, 1],
            mip_level_count: 1,
            sample_count: 1,
        };
        Binding { group: 0, binding, data: Data::Texture(descriptor, vec![0; 16]) }
    };
    let images = [image(2, Format::R32uint), image(4, Format::Rgba8unorm)];
    let buffers = [buffer(0, &[0; 4]), buffer(1, &[0]), buffer(3, &[9; 2])];
    let drawn = covered(text, &Draw { bindings: [&buffers[..], &images].concat(), ..covering([2, 2]) });
    assert_eq!(drawn.words(0), [11, 1, 11, 1]);
    assert_eq!(drawn.words(1), [2]);
    assert_eq!(drawn.words(2), [7, 0, 7, 0]);
    assert_eq!(drawn.words(3), [0, 5]);
    assert_eq!(drawn.words(4), [0xff00_ff00, 0, 0xff00_ff00, 0]);
    // The neighbour on the right was discarded, and still took part.
    assert_eq!(drawn.picture(), [[2.0, 0.0], [2.0, 0.0]]);
}

#[test]
fn helpers_beside_a_primitive_write_nothing() {
    let text = "
        @group(0) @binding(0) var<storage, read_write> count: array<atomic<u32>, 2>;
        @vertex fn v(@builtin(vertex_index) index: u32) -> @builtin(position) vec4f {
            return vec4f(array(vec2f(-1, 1), vec2f(-1, -3), vec2f(3, 1))[index], 0, 1);
        }
        @fragment fn f(@builtin(position) at: vec4f) -> @location(0) vec4f {
            atomicAdd(&count[0], 1);
            // A helper reads the same memory as others.
            let found = atomicLoad(&count[1]);
            return vec4f(dpdxFine(at.x * at.x), dpdyFine(at.y), f32(found), 1);
        }";
    let bindings = vec![buffer(0, &[0, 5])];
    let drawn =
        drawn(text, &Draw { bindings, topology: Topology::TriangleList, count: 3, ..covering([3, 3]) });
    assert_eq!(drawn.words(0), [9, 5]);
    // The right and the lower neighbour are beyond the target.
    assert_eq!(drawn.floats(2, 2), [6.0, 1.0, 5.0, 1.0]);
}

#[test]
fn a_discard_in_a_called_function_goes_on_as_well() {
    let text = "
        fn keep(yes: bool) -> f32 { if !yes { discard; } return 4; }
        @fragment fn f(@builtin(position) at: vec4f) -> @location(0) vec4f { return vec4f(keep(at.x < 1)); }";
    assert_eq!(covered(text, &covering([2, 1])).picture(), [[4.0, 0.0]]);
}

#[test]
fn a_discarded_fragment_went_no_further_in_2022() {
    let text = "
        @vertex fn v(@builtin(vertex_index) index: u32) -> @builtin(position) vec4<f32> {
            return vec4<f32>(f32(index % 2u) * 2.0 - 1.0, f32(index / 2u) * 2.0 - 1.0, 0.5, 1.0);
        }
        fn spin(x: f32) -> f32 {
            var y = x;
            loop {
                y = y + 1.0;
                if (y > 10.0) { discard; }
                if (y < 0.0) { break; }
            }
            return y;
        }
        @fragment fn f(@builtin(position) at: vec4<f32>) -> @location(0) vec4<f32> {
            if (at.x < 1.0) { return vec4<f32>(spin(at.x)); }
            return vec4<f32>(1.0);
        }";
    let fuel = Options { fuel: 1_000_000, ..Options::default() };
    let old = text.replace("@vertex", "@stage(vertex)").replace("@fragment", "@stage(fragment)");
    let then = try_edition(Edition::Draft2022, &old, &covering([2, 1]), &fuel).expect("it ends");
    assert_eq!(then.picture(), [[0.0, 1.0]]);
    // As a helper it loops forever.
    let now = try_draw(text, &covering([2, 1]), &fuel).err();
    assert_eq!(now, Some(Failure::Stopped(Stopped::OutOfFuel)));
}

#[test]
fn faces_are_told_apart_and_culled() {
    let text = "@fragment fn f(@builtin(front_facing) front: bool) -> @location(0) vec4f {
        return vec4f(select(2.0, 1.0, front));
    }";
    let red = |front_face, cull_mode| {
        covered(text, &Draw { front_face, cull_mode, ..covering([1, 1]) }).floats(0, 0)[0]
    };
    assert_eq!(red(FrontFace::CounterClockwise, CullMode::None), 1.0);
    assert_eq!(red(FrontFace::Clockwise, CullMode::None), 2.0);
    assert_eq!(red(FrontFace::CounterClockwise, CullMode::Front), 0.0);
    assert_eq!(red(FrontFace::Clockwise, CullMode::Front), 2.0);
    assert_eq!(red(FrontFace::CounterClockwise, CullMode::Back), 1.0);
}

#[test]
fn primitives_are_numbered_anew_for_each_instance() {
    let text = "
        enable primitive_index;
        @vertex fn v(@builtin(vertex_index) vertex: u32, @builtin(instance_index) instance: u32)
            -> @builtin(position) vec4f {
            // Points at the centres of the pixels of a target with 3 columns.
            let x = (f32(vertex) + 0.5) / 1.5 - 1;
            return vec4f(x, 0.5 - f32(instance), 0, 1);
        }
        @fragment fn f(@builtin(primitive_index) index: u32) -> @location(0) vec4f { return vec4f(f32(index) + 1); }";
    let draw = Draw { topology: Topology::PointList, count: 3, instance_count: 2, ..covering([3, 2]) };
    assert_eq!(drawn(text, &draw).picture(), [[1.0, 2.0, 3.0], [1.0, 2.0, 3.0]]);
}

#[test]
fn a_quad_has_only_the_neighbours_of_its_primitive() {
    // Two triangles with a common diagonal: each extrapolates its values to the other side.
    let text = "
        struct Between { @builtin(position) position: vec4f, @location(0) value: f32 }
        @vertex fn v(@builtin(vertex_index) index: u32) -> Between {
            let corner = array(0u, 1u, 2u, 1u, 3u, 2u)[index];
            let place = vec2f(f32(corner % 2), f32(corner / 2));
            let slope = select(2.0, 6.0, index > 2);
            return Between(vec4f(place * 2 - 1, 0, 1), slope * (place.x + place.y));
        }
        @fragment fn f(in: Between) -> @location(0) vec4f {
            return vec4f(dpdx(in.value), dpdy(in.value), fwidth(in.value), 1);
        }";
    let drawn = drawn(text, &Draw { topology: Topology::TriangleList, count: 6, ..covering([2, 2]) });
    assert_eq!(drawn.floats(0, 1), [1.0, -1.0, 2.0, 1.0]);
    assert_eq!(drawn.floats(1, 0), [3.0, -3.0, 6.0, 1.0]);
}

#[test]
fn quads_and_subgroups_work_together() {
    let text = "
        enable subgroups;
        @fragment fn f(@builtin(position) at: vec4f, @builtin(subgroup_size) size: u32) -> @location(0) vec4f {
            let number = at.x - 0.5 + 4 * (at.y - 0.5);
            return vec4f(quadSwapX(number), quadSwapY(number), subgroupMin(number), f32(size));
        }";
    let drawn = covered(text, &covering([4, 2]));
    assert_eq!(drawn.floats(0, 0), [1.0, 4.0, 0.0, 8.0]);
    assert_eq!(drawn.floats(3, 1), [6.0, 3.0, 0.0, 8.0]);
}

#[test]
fn masks_of_samples_are_read() {
    let text =
        "@fragment fn f(@builtin(sample_mask) mask: u32) -> @location(0) vec4f { return vec4f(f32(mask)); }";
    let four = Draw { sample_count: SampleCount::Four, resolves: true, ..covering([1, 1]) };
    // Each of the two triangles covers two of the samples: their masks add up to 15.
    assert_eq!(covered(text, &four).picture(), [[7.5]]);
    assert_eq!(covered(text, &covering([1, 1])).picture(), [[1.0]]);
}

#[test]
fn batches_follow_each_other() {
    // More quads than fit in a batch.
    let text = "
        @group(0) @binding(0) var<storage, read_write> count: atomic<u32>;
        @fragment fn f(@builtin(position) at: vec4f) -> @location(0) vec4f {
            atomicAdd(&count, 1);
            return vec4f(at.x + 100 * at.y);
        }";
    let drawn = covered(text, &Draw { bindings: vec![buffer(0, &[0])], ..covering([33, 31]) });
    assert_eq!(drawn.words(0), [33 * 31]);
    assert_eq!([drawn.floats(0, 0)[0], drawn.floats(32, 30)[0]], [50.5, 32.5 + 3050.0]);
}
