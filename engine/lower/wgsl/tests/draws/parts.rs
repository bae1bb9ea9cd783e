//! Parts of a draw that a case of the suite does not say.

use super::*;
use shader_model::IndexBuffer;
use shader_model::raster::IndexFormat;

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
fn indices_are_taken_from_the_first_on() {
    let text = "
        @vertex fn v(@builtin(vertex_index) index: u32) -> @builtin(position) vec4f {
            return vec4f(f32(index) / 2 - 0.75, 0, 0, 1);
        }
        @fragment fn f() -> @location(0) vec4f { return vec4f(1); }";
    let index_buffer = Some(IndexBuffer { bytes: vec![9, 9, 2, 0, 0, 0, 2, 0], format: IndexFormat::Uint16 });
    let topology = Topology::PointList;
    let draw = Draw { index_buffer, first: 1, count: 3, base_vertex: 1, topology, ..covering([4, 1]) };
    assert_eq!(picture(&drawn(text, &draw)), [[0.0, 1.0, 0.0, 1.0]]);
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
    let mut draw = Draw { fragment: shader(3.0), ..covering([1, 2]) };
    assert_eq!(picture(&drawn(text, &draw)), [[3.0], [0.0]]);
    draw.vertex = shader(-1.0).expect("a shader");
    assert_eq!(picture(&drawn(text, &draw)), [[3.0], [3.0]]);
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
    let drawn = drawn(text, &Draw { bindings, ..covering([1, 2]) });
    assert_eq!(picture(&drawn), [[2.0], [0.0]]);
    let Data::Buffer(bytes) = &drawn.bindings[0].data else { panic!("the binding is a buffer") };
    assert_eq!(bytes[..], [7, 0, 0, 0, 0, 0, 0, 0]);
}
