//! The results of fragment shaders and their effects on attachments.

use super::*;
use shader_model::Depth;
use shader_model::DepthState;
use shader_model::raster::{SampleCount, Scissor, Viewport};
use shader_model::texture::CompareFunction;

#[test]
fn several_targets_get_their_own_kind_of_number() {
    let text = "
        struct Colors { @location(2) whole: vec2u, @location(0) real: vec4f, @location(1) signed: i32, @location(7) unused: f32 }
        @fragment fn f(@builtin(position) at: vec4f) -> Colors {
            return Colors(vec2u(at.xy) + 7, vec4f(0.2, 0.4, 2, -1), -3 - i32(at.x), 1);
        }";
    let formats = [Format::Rgba8unorm, Format::R16sint, Format::Rg32uint];
    let targets = formats.map(|format| Some(zeros(format))).into_iter().chain([None]).collect();
    let drawn = covered(text, &Draw { targets, ..covering([2, 1]) });
    let at = |target: usize, x: u32| texel(drawn.targets[target].as_ref().expect("a target"), x, 0);
    assert_eq!(at(0, 1), Texel::Float([0.2, 0.4, 1.0, 0.0]));
    assert_eq!(at(1, 1), Texel::Sint([-4, 0, 0, 1]));
    assert_eq!(at(2, 1), Texel::Uint([8, 7, 0, 1]));
    assert!(drawn.targets[3].is_none());
}

#[test]
fn targets_are_cleared_to_what_the_format_holds() {
    let target = |format| Some(Target { format, cleared_to: [3.9, -2.0, 300.0, 1.0] });
    let targets = vec![target(Format::Rgba8uint), target(Format::Rgba16sint), target(Format::Rgba32float)];
    let drawn = drawn(COVER, &Draw { targets, fragment: None, ..covering([1, 1]) });
    let at = |index: usize| texel(drawn.targets[index].as_ref().expect("a target"), 0, 0);
    assert_eq!(at(0), Texel::Uint([3, 0, 255, 1]));
    assert_eq!(at(1), Texel::Sint([3, -2, 300, 1]));
    assert_eq!(at(2), Texel::Float([3.9, -2.0, 300.0, 1.0]));
}

#[test]
fn the_second_source_of_a_colour_is_not_stored() {
    let text = "
        enable dual_source_blending;
        struct Out { @location(0) @blend_src(1) second: vec4f, @location(0) @blend_src(0) first: vec4f }
        @fragment fn f() -> Out { return Out(vec4f(9), vec4f(1, 2, 3, 4)); }";
    assert_eq!(covered(text, &covering([1, 1])).floats(0, 0), [1.0, 2.0, 3.0, 4.0]);
}

/// Three rectangles over everything; the nearest one is drawn second.
const LAYERS: &str = "
    struct Between { @builtin(position) position: vec4f, @location(0) @interpolate(flat) instance: u32 }
    @vertex fn v(@builtin(vertex_index) index: u32, @builtin(instance_index) instance: u32) -> Between {
        let depth = array(0.5, 0.25, 0.75)[instance];
        return Between(vec4f(f32(index % 2) * 2 - 1, f32(index / 2) * 2 - 1, depth, 1), instance + 1);
    }
    @fragment fn f(in: Between) -> @location(0) vec4f { return vec4f(f32(in.instance)); }";

fn with_depth(compare: CompareFunction, is_written: bool, cleared_to: f32) -> Draw {
    let state = DepthState { compare, is_written };
    let depth = Some(Depth { format: Format::Depth32float, state, cleared_to });
    Draw { depth, ..covering([1, 1]) }
}

fn depth_of(drawn: &Drawn) -> f32 {
    texel(drawn.depth.as_ref().expect("a depth attachment"), 0, 0).to_floats()[0]
}

#[test]
fn the_depth_test_decides_what_is_seen() {
    let last = |compare, is_written, cleared_to| {
        let drawn = drawn(LAYERS, &Draw { instance_count: 3, ..with_depth(compare, is_written, cleared_to) });
        (drawn.floats(0, 0)[0], depth_of(&drawn))
    };
    assert_eq!(last(CompareFunction::Less, true, 1.0), (2.0, 0.25));
    assert_eq!(last(CompareFunction::Greater, true, 0.0), (3.0, 0.75));
    assert_eq!(last(CompareFunction::Always, true, 0.0), (3.0, 0.75));
    assert_eq!(last(CompareFunction::Less, false, 0.7), (2.0, 0.7));
    assert_eq!(last(CompareFunction::Equal, true, 0.5), (1.0, 0.5));
    assert_eq!(last(CompareFunction::Never, true, 0.5), (0.0, 0.5));
}

#[test]
fn depths_come_from_fragments_or_from_vertices_alone() {
    let text = "
        struct Out { @builtin(frag_depth) depth: f32, @location(0) color: vec4f }
        @fragment fn f(@builtin(position) at: vec4f) -> Out { return Out(at.z / 4, vec4f(1)); }";
    let always = with_depth(CompareFunction::Always, true, 1.0);
    assert_eq!(depth_of(&covered(text, &always)), 0.125);
    let only = Draw { fragment: None, targets: Vec::new(), ..always };
    assert_eq!(depth_of(&drawn(COVER, &only)), 0.5);
}

#[test]
fn a_mask_leaves_samples_out() {
    let text = "
        struct Out { @builtin(sample_mask) mask: u32, @location(0) color: vec4f }
        @fragment fn f(@builtin(position) at: vec4f) -> Out { return Out(select(3u, 8u, at.x > 1), vec4f(4)); }";
    let four = Draw { sample_count: SampleCount::Four, resolves: true, ..covering([2, 1]) };
    assert_eq!(covered(text, &four).picture(), [[2.0, 1.0]]);
    let masked = Draw { sample_mask: 2, ..four };
    assert_eq!(covered(text, &masked).picture(), [[1.0, 0.0]]);
    let one = covering([2, 1]);
    assert_eq!(covered(text, &one).picture(), [[4.0, 0.0]]);
}

#[test]
fn a_sample_index_asks_for_a_fragment_for_each_sample() {
    let text = "@fragment fn f(@builtin(sample_index) index: u32) -> @location(0) vec4f {
        return vec4f(f32(1u << index));
    }";
    let four = Draw { sample_count: SampleCount::Four, resolves: true, ..covering([1, 1]) };
    assert_eq!(covered(text, &four).picture(), [[15.0 / 4.0]]);
}

#[test]
fn viewport_and_scissor_bound_the_picture() {
    let text =
        "@fragment fn f(@builtin(position) at: vec4f) -> @location(0) vec4f { return vec4f(at.z + at.x); }";
    let viewport = Viewport { x: 1.0, y: 0.0, width: 3.0, height: 2.0, min_depth: 0.5, max_depth: 1.0 };
    let scissor = Scissor { x: 0, y: 1, width: 3, height: 1 };
    let draw = Draw { viewport: Some(viewport), scissor: Some(scissor), ..covering([4, 2]) };
    assert_eq!(covered(text, &draw).picture(), [[0.0; 4], [0.0, 2.25, 3.25, 0.0]]);
}
