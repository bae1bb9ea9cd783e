//! Programs that draw: their form, and the comparison of their results.

use crate::cases::{comparison, difference, first_execution, instances};
use webgpu_model::raster::{
    CullMode, FrontFace, IndexFormat, SampleCount, Scissor, StepMode, Topology, VertexFormat, Viewport,
};
use webgpu_model::texture::CompareFunction;
use webgpu_model::{DepthStencilFormat, IndexBuffer, LoadOp, VertexAttribute};
use wgsl_cts_cases::compare::Comparison;
use wgsl_cts_cases::execution::ExpectedValue;
use wgsl_cts_cases::vocabulary::ExecutorKind;

/// A file that is right.
const RIGHT: &str = include_str!("../data/cases/drawn.yaml");

#[test]
fn the_form_becomes_a_draw() {
    let execution = first_execution(RIGHT);
    let pass = execution.render_pass().expect("it draws");
    let [(state, draw)] = pass.draws().collect::<Vec<_>>()[..] else { panic!("one draw") };
    assert_eq!(state.vertex.entry_point.as_deref(), Some("corner"));
    let fragment = state.fragment.as_ref().expect("a fragment shader");
    assert_eq!(fragment.entry_point.as_deref(), Some("paint"));
    assert_eq!(fragment.constants, [("red".to_owned(), 0.2)]);
    assert_eq!(
        (state.primitive.topology, state.primitive.front_face),
        (Topology::TriangleStrip, FrontFace::CounterClockwise)
    );
    assert_eq!(state.primitive.cull_mode, CullMode::None);
    let bytes = vec![0, 0, 1, 0, 2, 0, 3, 0].into();
    assert_eq!(draw.index_buffer, Some(IndexBuffer { bytes, format: IndexFormat::Uint16 }));
    assert_eq!((draw.counts.count, draw.counts.first, draw.counts.base_vertex), (4, 0, 1));
    assert_eq!((pass.size, pass.sample_count), ([2, 2], SampleCount::One));
    let [corners, depths] = state.vertex_layouts.as_slice() else { panic!("two buffers") };
    let bytes = &draw.vertex_buffers;
    assert_eq!((corners.array_stride, corners.step_mode, bytes[0].len()), (8, StepMode::Vertex, 40));
    let attribute = VertexAttribute { format: VertexFormat::Unorm16x2, offset: 0, location: 2 };
    assert_eq!((depths.step_mode, depths.attributes.as_slice()), (StepMode::Instance, &[attribute][..]));
    assert_eq!(bytes[1][..], [0, 0, 9, 0]);
    let viewport = Viewport { x: 0.0, y: 0.0, width: 2.0, height: 2.0, min_depth: 0.5, max_depth: 1.0 };
    assert_eq!(draw.viewport, Some(viewport));
    assert_eq!(draw.scissor, Some(Scissor { x: 0, y: 0, width: 2, height: 1 }));
}

#[test]
fn attachments_are_as_they_were_where_nothing_is_said() {
    let execution = first_execution(RIGHT);
    let pass = execution.render_pass().expect("it draws");
    let [Some(colour), Some(number)] = pass.targets.as_slice() else { panic!("two targets") };
    let [Some(of_colour), Some(of_number)] = execution.expected.targets.as_slice() else {
        panic!("two targets are compared")
    };
    assert_eq!(colour.before, LoadOp::Clear([0.0, 0.0, 1.0, 0.0]));
    assert_eq!((of_colour.len(), &of_colour[0]), (16, &ExpectedValue::Number(51)));
    assert_eq!(of_colour[14..], [ExpectedValue::Bits(255), ExpectedValue::Bits(0)]);
    assert_eq!(number.before, LoadOp::Clear([5.0, 0.0, 0.0, 0.0]));
    let expected = [7, 7].map(ExpectedValue::Number).into_iter().chain([5, 5].map(ExpectedValue::Bits));
    assert_eq!(*of_number, expected.collect::<Vec<_>>());
    let attachment = pass.depth_stencil.as_ref().expect("depths");
    let test = &pass.pipelines[0].depth_stencil;
    assert_eq!(
        (attachment.format, test.depth_compare),
        (DepthStencilFormat::Depth32float, CompareFunction::Less)
    );
    assert!(test.depth_write_enabled);
    let depths = execution.expected.depth.as_deref().expect("they are compared");
    assert_eq!(depths[3], ExpectedValue::Bits(0.75_f32.to_bits()));
}

#[test]
fn all_who_are_there_judge_both_stages() {
    let judged = |text: &str, executor| comparison(executor, &instances(text)[0]);
    let all = [ExecutorKind::Validator, ExecutorKind::Naga, ExecutorKind::Reference];
    for executor in all {
        assert_eq!(judged(RIGHT, executor), Comparison::Same, "{}", executor.name());
        for (from, to) in [("vertex: corner", "vertex: paint"), ("fragment: paint", "fragment: corner")] {
            let wrong = RIGHT.replace(from, to);
            assert!(matches!(judged(&wrong, executor), Comparison::Differs(_)), "{}", executor.name());
        }
    }
    let unlinked = RIGHT.replace("fn paint()", "fn paint(@location(3) missing: f32)");
    for executor in [ExecutorKind::Validator, ExecutorKind::Reference] {
        assert!(matches!(judged(&unlinked, executor), Comparison::Differs(_)), "{}", executor.name());
    }
}

#[test]
fn what_was_drawn_is_compared() {
    let message = |from: &str, to: &str| {
        difference(ExecutorKind::Reference, &instances(&RIGHT.replacen(from, to, 1))[0])
    };
    let is_told = |message: &str, what: &str, place: &str| {
        let mut lines = message.lines().skip_while(|line| !line.starts_with(what));
        lines.next().is_some() && lines.next().is_some_and(|line| line.starts_with(place))
    };
    let target = message("expect: [[0.2,", "expect: [[0.4,");
    assert!(is_told(&target, "target 0: ", "  texel (0, 0), channel r at"), "{target}");
    let target = message("expect: [7, 7]", "expect: [7, 7, 7]");
    assert!(is_told(&target, "target 1: ", "  texel (0, 1), channel r at"), "{target}");
    let depth = message("expect: [0.5, 0.5]", "expect: [0.5]");
    assert!(is_told(&depth, "depth: ", "  texel (1, 0), channel d at"), "{depth}");
    assert!(message("expect: [2]", "expect: [3]").contains("buffer at group 0, binding 0"));
}
