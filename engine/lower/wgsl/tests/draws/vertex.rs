//! Vertex shaders: their inputs, and the assembly of primitives.

use super::*;
use shader_model::IndexBuffer;
use shader_model::raster::{IndexFormat, StepMode, VertexFormat};
use shader_model::{VertexAttribute, VertexBuffer};

/// Points on a target of one row, with places and colours from buffers.
const POINTS: &str = "
    struct Between { @builtin(position) position: vec4f, @location(0) @interpolate(flat) color: vec4f }
    @vertex fn v(
        @location(3) column: u32, @location(1) color: vec3f, @location(0) row: i32,
        @builtin(vertex_index) vertex: u32, @builtin(instance_index) instance: u32,
    ) -> Between {
        let place = (vec2f(f32(column), f32(-row)) + 0.5) / 2 - 1;
        return Between(vec4f(place.x, -place.y, 0, 1), vec4f(color.xy, f32(vertex), f32(instance)));
    }
    @fragment fn f(in: Between) -> @location(0) vec4f { return in.color; }";

/// Vertices 0 to 3 in columns 3, 2, 1, 0, with half the column as colour; instances 0 to 3 in rows 0 to 3.
fn point_buffers() -> Vec<VertexBuffer> {
    let attribute = |format, offset, location| VertexAttribute { format, offset, location };
    vec![
        VertexBuffer {
            bytes: vec![3, 0, 255, 0, 2, 0, 102, 0, 1, 0, 51, 0, 0, 0, 0, 0],
            array_stride: 4,
            step_mode: StepMode::Vertex,
            attributes: vec![attribute(VertexFormat::Uint8, 0, 3), attribute(VertexFormat::Unorm8x2, 1, 1)],
        },
        VertexBuffer {
            bytes: vec![0, 255, 254, 253],
            array_stride: 1,
            step_mode: StepMode::Instance,
            attributes: vec![attribute(VertexFormat::Sint8, 0, 0)],
        },
    ]
}

fn points() -> Draw {
    Draw { topology: Topology::PointList, vertex_buffers: point_buffers(), ..covering([4, 4]) }
}

#[test]
fn attributes_come_by_vertex_and_by_instance() {
    let drawn = drawn(POINTS, &Draw { instance_count: 4, ..points() });
    assert_eq!(drawn.floats(3, 0), [0.0, 1.0, 0.0, 0.0]);
    assert_eq!(drawn.floats(2, 3), [0.0, 0.4, 1.0, 3.0]);
    assert_eq!(drawn.floats(1, 1), [0.0, 0.2, 2.0, 1.0]);
}

#[test]
fn the_first_vertex_and_the_first_instance_count() {
    let part = Draw { first: 1, count: 2, first_instance: 2, instance_count: 1, ..points() };
    let drawn = drawn(POINTS, &part);
    assert_eq!(drawn.floats(2, 2), [0.0, 0.4, 1.0, 2.0]);
    assert_eq!(drawn.floats(1, 2), [0.0, 0.2, 2.0, 2.0]);
    let blank = [0.0; 4];
    assert_eq!([drawn.floats(3, 2), drawn.floats(0, 2), drawn.floats(2, 1)], [blank; 3]);
}

#[test]
fn indices_choose_vertices() {
    let index_buffer = Some(IndexBuffer { bytes: vec![9, 9, 2, 0, 0, 0, 2, 0], format: IndexFormat::Uint16 });
    let drawn = drawn(POINTS, &Draw { index_buffer, first: 1, count: 3, base_vertex: 1, ..points() });
    assert_eq!(drawn.floats(0, 0), [0.0, 0.0, 3.0, 0.0]);
    assert_eq!(drawn.floats(2, 0), [0.0, 0.4, 1.0, 0.0]);
    assert_eq!([drawn.floats(3, 0), drawn.floats(1, 0)], [[0.0; 4]; 2]);
}

/// Columns of a row: vertex 2 n is the upper end of border n, vertex 2 n + 1 the lower end.
const COLUMNS: &str = "
    @vertex fn v(@builtin(vertex_index) index: u32) -> @builtin(position) vec4f {
        return vec4f(f32(index / 2) / 2 - 1, 1 - 2 * f32(index % 2), 0, 1);
    }
    @fragment fn f() -> @location(0) vec4f { return vec4f(1); }";

#[test]
fn a_strip_ends_at_the_restart_value() {
    let indices: Vec<u8> =
        [0_u32, 1, 2, 3, u32::MAX, 6, 7, 8, 9].into_iter().flat_map(u32::to_le_bytes).collect();
    let index_buffer = Some(IndexBuffer { bytes: indices, format: IndexFormat::Uint32 });
    let strip = Draw { index_buffer, count: 9, ..covering([4, 1]) };
    assert_eq!(drawn(COLUMNS, &strip).picture(), [[1.0, 0.0, 0.0, 1.0]]);
}

#[test]
fn instances_share_batches_and_overwrite_each_other_in_order() {
    let text = "
        struct Between { @builtin(position) position: vec4f, @location(0) @interpolate(flat) instance: u32 }
        @vertex fn v(@builtin(vertex_index) index: u32, @builtin(instance_index) instance: u32) -> Between {
            let x = f32((instance + index % 2) % 8) / 4 - 1;
            return Between(vec4f(x, 1 - 2 * f32(index / 2), 0, 1), instance + 1);
        }
        @fragment fn f(in: Between) -> @location(0) vec4f { return vec4f(f32(in.instance)); }";
    // Column n is drawn by instances n, n + 8 and so on; the last column only by instances that go from right to
    // left.
    let draw =
        Draw { instance_count: 300, cull_mode: shader_model::raster::CullMode::Front, ..covering([8, 1]) };
    let row = drawn(text, &draw).picture().remove(0);
    assert_eq!(row, [297.0, 298.0, 299.0, 300.0, 293.0, 294.0, 295.0, 0.0]);
}

#[test]
fn clip_distances_cut() {
    let text = "
        enable clip_distances;
        struct Clipped { @builtin(clip_distances) distances: array<f32, 2>, @builtin(position) position: vec4f }
        @vertex fn v(@builtin(vertex_index) index: u32) -> Clipped {
            let place = vec2f(f32(index % 2), f32(index / 2)) * 2 - 1;
            var out: Clipped;
            out.position = vec4f(place, 0, 1);
            // To the right of the first quarter, below the upper half.
            out.distances[0] = place.x + 0.5;
            out.distances[1] = -place.y;
            return out;
        }
        @fragment fn f() -> @location(0) vec4f { return vec4f(1); }";
    let rows = drawn(text, &covering([4, 4])).picture();
    let (none, some) = ([0.0; 4], [0.0, 1.0, 1.0, 1.0]);
    assert_eq!(rows, [none, none, some, some]);
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
    assert_eq!(drawn(text, &draw).picture(), [[3.0], [0.0]]);
    draw.vertex = shader(-1.0).expect("a shader");
    assert_eq!(drawn(text, &draw).picture(), [[3.0], [3.0]]);
}

#[test]
fn vertices_read_halves_and_buffers() {
    let text = "
        enable f16;
        @group(0) @binding(4) var<storage, read> heights: array<f32>;
        struct Between { @builtin(position) position: vec4f, @location(0) value: f32 }
        @vertex fn v(@location(0) x: f16, @builtin(vertex_index) index: u32) -> Between {
            return Between(vec4f(f32(x), heights[index], 0, 1), f32(arrayLength(&heights)));
        }
        @fragment fn f(@location(0) value: f32) -> @location(0) vec4f { return vec4f(value); }";
    let bytes = bytes_of(&[-1.0, 3.0, -1.0]);
    let vertex_buffers = vec![VertexBuffer {
        bytes,
        array_stride: 4,
        step_mode: StepMode::Vertex,
        attributes: vec![VertexAttribute { format: VertexFormat::Float32, offset: 0, location: 0 }],
    }];
    let bindings = vec![buffer(4, &[1.0_f32, 1.0, -3.0].map(f32::to_bits))];
    let draw =
        Draw { vertex_buffers, bindings, topology: Topology::TriangleList, count: 3, ..covering([1, 1]) };
    assert_eq!(drawn(text, &draw).picture(), [[3.0]]);
}

#[test]
fn stages_name_the_same_buffer_in_their_own_way() {
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
    assert_eq!(drawn.picture(), [[2.0], [0.0]]);
    assert_eq!(drawn.words(0), [7, 0]);
}
