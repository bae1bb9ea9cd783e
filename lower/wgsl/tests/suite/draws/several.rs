//! Several draws in a pass.

use super::*;
use webgpu_model::raster::{Scissor, StepMode, VertexFormat, Viewport};
use webgpu_model::{
    BlendComponent, BlendFactor, BlendState, Bytes, TargetState, VertexAttribute, VertexLayout,
};

const TEXT: &str = "
    @group(0) @binding(0) var<storage, read_write> count: atomic<u32>;
    @group(0) @binding(1) var<uniform> color: f32;
    @vertex fn v(@location(0) at: vec2f) -> @builtin(position) vec4f { return vec4f(at, 0.5, 1); }
    @fragment fn f() -> @location(0) vec4f {
        atomicAdd(&count, 1);
        return vec4f(color);
    }
    @fragment fn other() -> @location(0) vec4f { return vec4f(100); }";

fn corners(from: f32, to: f32) -> Bytes {
    let corners = [[from, -1.0], [to, -1.0], [from, 1.0], [to, 1.0]];
    corners.as_flattened().iter().flat_map(|it| it.to_le_bytes()).collect()
}

#[test]
fn draws_have_their_own_buffers_bindings_and_state() {
    let pass = changed(covering([4, 1]), |pass| {
        let attribute = VertexAttribute { format: VertexFormat::Float32x2, offset: 0, location: 0 };
        let layout =
            VertexLayout { array_stride: 8, step_mode: StepMode::Vertex, attributes: vec![attribute] };
        let adds = BlendComponent { dst_factor: BlendFactor::One, ..BlendComponent::default() };
        let blend = Some(BlendState { color: adds, alpha: adds });
        let first = &mut pass.pipelines[0];
        first.vertex_layouts = vec![layout];
        first.fragment = Some(Shader { entry_point: Some("f".to_owned()), constants: Vec::new() });
        first.targets = vec![TargetState { blend, ..TargetState::default() }];
        let mut other = first.clone();
        other.fragment = Some(Shader { entry_point: Some("other".to_owned()), constants: Vec::new() });
        pass.pipelines.push(other);
        pass.bindings = vec![buffer(0, &[0]), buffer(1, &[1.0_f32.to_bits()])];
        let draw = |from, to| Draw { vertex_buffers: vec![corners(from, to)], ..counted(4) };
        let scissor = Some(Scissor { x: 3, y: 0, width: 1, height: 1 });
        let viewport = Viewport { x: 0.0, y: 0.0, width: 2.0, height: 1.0, min_depth: 0.0, max_depth: 1.0 };
        pass.draws = vec![
            draw(-1.0, 1.0),
            Draw { bindings: vec![buffer(1, &[8.0_f32.to_bits()])], ..draw(-1.0, 0.0) },
            Draw { pipeline: 1, scissor, ..draw(-1.0, 1.0) },
            Draw { bindings: vec![buffer(0, &[5])], viewport: Some(viewport), ..draw(0.0, 1.0) },
        ];
    });
    let drawn = drawn(TEXT, &pass);
    assert_eq!(picture(&drawn), [[9.0, 10.0, 1.0, 101.0]]);
    let count = |binding: &Binding| binding.data.bytes()[0];
    assert_eq!(count(&drawn.bindings[0]), 6, "four pixels of the first draw, two of the second");
    let own: Vec<Vec<u8>> = drawn.draw_bindings.iter().map(|own| own.iter().map(count).collect()).collect();
    assert_eq!(own, [vec![], vec![], vec![], vec![6]], "the uniform buffer is not written");
}
