//! Parts of a draw that a case of the suite does not say.

use super::*;
use webgpu_model::IndexBuffer;
use webgpu_model::raster::IndexFormat;

#[test]
fn targets_are_cleared_to_what_the_format_holds() {
    let target = |format| Some(Target { before: LoadOp::Clear([3.9, -2.0, 300.0, 1.0]), ..zeros(format) });
    let targets = vec![target(Format::Rgba8uint), target(Format::Rgba16sint), target(Format::Rgba32float)];
    let pass = RenderPass { targets, pipelines: vec![RenderState::default()], ..covering([1, 1]) };
    let drawn = drawn(COVER, &pass);
    let at = |index: usize| texel(drawn.targets[index].as_ref().expect("a target").seen(), 0, 0);
    assert_eq!(at(0), Texel::Uint([3, 0, 255, 1]));
    assert_eq!(at(1), Texel::Sint([3, -2, 300, 1]));
    assert_eq!(at(2), Texel::Float([3.9, -2.0, 300.0, 1.0]));
}

#[test]
fn indices_are_taken_from_the_first_on() {
    let text = "
        @vertex fn v(@builtin(vertex_index) index: u32) -> @builtin(position) vec4f {
            return vec4f(f32(index) / 2 - 0.75, 0, 0, 1);
        }
        @fragment fn f() -> @location(0) vec4f { return vec4f(1); }";
    let index_buffer =
        Some(IndexBuffer { bytes: vec![9, 9, 2, 0, 0, 0, 2, 0].into(), format: IndexFormat::Uint16 });
    let counts = Counts { first: 1, count: 3, base_vertex: 1, ..Counts::default() };
    let pass = changed(covering([4, 1]), |pass| {
        pass.pipelines[0].primitive.topology = Topology::PointList;
        pass.draws = vec![Draw { index_buffer, counts, ..Draw::default() }];
    });
    assert_eq!(picture(&drawn(text, &pass)), [[0.0, 1.0, 0.0, 1.0]]);
    // One more index than there are: an indirect draw draws nothing.
    let beyond = changed(pass, |pass| {
        pass.draws[0].counts.count = 4;
        pass.draws[0].is_indirect = true;
    });
    assert_eq!(picture(&drawn(text, &beyond)), [[0.0; 4]]);
}

#[test]
fn overrides_have_values_for_each_stage() {
    let text = "
        override height: f32 = 0;
        @vertex fn v(@builtin(vertex_index) index: u32) -> @builtin(position) vec4f {
            return vec4f(f32(index % 2) * 2 - 1, select(height, 1.0, index < 2), 0, 1);
        }
        @fragment fn f() -> @location(0) vec4f { return vec4f(height); }";
    let shader = |height| Some(Shader { entry_point: None, constants: vec![("height".to_owned(), height)] });
    let mut pass = changed(covering([1, 2]), |pass| pass.pipelines[0].fragment = shader(3.0));
    assert_eq!(picture(&drawn(text, &pass)), [[3.0], [0.0]]);
    pass.pipelines[0].vertex = shader(-1.0).expect("a shader");
    assert_eq!(picture(&drawn(text, &pass)), [[3.0], [3.0]]);
}

#[test]
fn stages_name_one_buffer_in_two_ways() {
    let text = "
        @group(0) @binding(0) var<storage, read> heights: array<f32, 2>;
        @group(0) @binding(0) var<storage, read_write> colors: array<u32, 2>;
        @vertex fn v(@builtin(vertex_index) index: u32) -> @builtin(position) vec4f {
            return vec4f(f32(index % 2) * 2 - 1, heights[index / 2], 0, 1);
        }
        @fragment fn f() -> @location(0) vec4f {
            colors[0] = 7;
            return vec4f(2);
        }";
    let bindings = vec![buffer(0, &[1.0_f32, 0.0].map(f32::to_bits))];
    let drawn = drawn(text, &RenderPass { bindings, ..covering([1, 2]) });
    assert_eq!(picture(&drawn), [[2.0], [0.0]]);
    let Data::Buffer(bytes) = &drawn.bindings[0].data else { panic!("the binding is a buffer") };
    assert_eq!(bytes[..], [7, 0, 0, 0, 0, 0, 0, 0]);
}
