//! Programs that draw: what is read of their form, what is refused, and what the reference executor makes of them.

use crate::refusals::{read, refused_in};
use shader_model::raster::{
    CullMode, FrontFace, IndexFormat, SampleCount, Scissor, StepMode, Topology, VertexFormat, Viewport,
};
use shader_model::texture::{CompareFunction, Format};
use shader_model::{Draw, IndexBuffer, VertexAttribute};
use wgsl_cases::case::Instance;
use wgsl_cases::compare::{Comparison, compare};
use wgsl_cases::execution::{Execution, ExpectedValue};
use wgsl_cases::vocabulary::ExecutorKind;
use wgsl_cts::execute::{Executors, Peers};

/// A file that is right; each test makes one thing of it wrong.
const RIGHT: &str = "\
about: Draws.
section: stage-inputs-outputs

cases:
  - name: everything
    about: All that a draw can say.
    rules: [bv.position.ndc]
    matrix: { cull: [none, back] }
    run:
      - wgsl: |
          override red: f32;
          @group(0) @binding(0) var<storage, read_write> count: atomic<u32>;
          @vertex fn corner(@location(0) at: vec2f, @location(2) depth: f32) -> @builtin(position) vec4f {
            return vec4f(at, depth, 1);
          }
          struct Result { @location(0) colour: vec4f, @location(1) number: u32 }
          @fragment fn paint() -> Result {
            atomicAdd(&count, 1);
            return Result(vec4f(red, 0, 0, 1), 7);
          }
        constants: { red: 0.2 }
        draw:
          vertex: corner
          fragment: paint
          topology: triangle-strip
          front_face: ccw
          cull_mode: ${cull}
          index: { format: uint16, values: [0, 1, 2, 3], base_vertex: 1 }
          instance_count: 1
          vertex_buffers:
            - array_stride: 8
              attributes: [{ location: 0, format: float32x2 }]
              type: f32
              values: [0, 0, -1, -1, 1, -1, -1, 1, 1, 1]
            - array_stride: 4
              step_mode: instance
              attributes: [{ location: 2, format: unorm16x2, offset: 0 }]
              type: u16
              values: [0, 9]
          size: [2, 2]
          samples: 1
          sample_mask: 1
          viewport: [0, 0, 2, 2, 0.5, 1]
          scissor: [0, 0, 2, 1]
          targets:
            - { format: rgba8unorm, clear: [0, 0, 1, 0], expect: [[0.2, 0, 0, 1], [0.2, 0, 0, 1]] }
            - { format: r32uint, clear: 5, expect: [7, 7] }
          depth: { format: depth32float, compare: less, clear: 0.75, expect: [0.5, 0.5] }
        buffers:
          - { group: 0, binding: 0, kind: storage, type: u32, expect: [2] }
";

fn instances(text: &str) -> Vec<Instance> {
    read(text).unwrap_or_else(|problems| panic!("{}", problems[0]))
}

fn first_execution(text: &str) -> Execution {
    instances(text)[0].execution.as_deref().expect("it is executed").clone()
}

fn first_draw(text: &str) -> Draw {
    first_execution(text).draw().expect("it draws").clone()
}

#[track_caller]
fn refused(from: &str, to: &str, message: &str, line: usize, marked: &str) {
    refused_in(RIGHT, (from, to), message, line, marked);
}

#[test]
fn the_form_becomes_a_draw() {
    let draw = first_draw(RIGHT);
    assert_eq!(draw.vertex.entry_point.as_deref(), Some("corner"));
    let fragment = draw.fragment.as_ref().expect("a fragment shader");
    assert_eq!(fragment.entry_point.as_deref(), Some("paint"));
    assert_eq!(fragment.constants, [("red".to_owned(), 0.2)]);
    assert_eq!((draw.topology, draw.front_face), (Topology::TriangleStrip, FrontFace::CounterClockwise));
    assert_eq!(draw.cull_mode, CullMode::None);
    let bytes = vec![0, 0, 1, 0, 2, 0, 3, 0];
    assert_eq!(draw.index_buffer, Some(IndexBuffer { bytes, format: IndexFormat::Uint16 }));
    assert_eq!((draw.count, draw.first, draw.base_vertex), (4, 0, 1));
    assert_eq!((draw.size, draw.sample_count, draw.resolves), ([2, 2], SampleCount::One, true));
    let [corners, depths] = draw.vertex_buffers.as_slice() else { panic!("two buffers") };
    assert_eq!((corners.array_stride, corners.step_mode, corners.bytes.len()), (8, StepMode::Vertex, 40));
    let attribute = VertexAttribute { format: VertexFormat::Unorm16x2, offset: 0, location: 2 };
    assert_eq!((depths.step_mode, depths.attributes.as_slice()), (StepMode::Instance, &[attribute][..]));
    assert_eq!(depths.bytes, [0, 0, 9, 0]);
    let viewport = Viewport { x: 0.0, y: 0.0, width: 2.0, height: 2.0, min_depth: 0.5, max_depth: 1.0 };
    assert_eq!(draw.viewport, Some(viewport));
    assert_eq!(draw.scissor, Some(Scissor { x: 0, y: 0, width: 2, height: 1 }));
}

#[test]
fn attachments_are_as_they_were_where_nothing_is_said() {
    let execution = first_execution(RIGHT);
    let draw = execution.draw().expect("it draws");
    let [Some(colour), Some(number)] = draw.targets.as_slice() else { panic!("two targets") };
    let [Some(of_colour), Some(of_number)] = execution.expected.targets.as_slice() else {
        panic!("two targets are compared")
    };
    assert_eq!(colour.cleared_to.map(f64::to_bits), [0.0, 0.0, 1.0, 0.0].map(f64::to_bits));
    assert_eq!((of_colour.len(), &of_colour[0]), (16, &ExpectedValue::Number(51)));
    assert_eq!(of_colour[14..], [ExpectedValue::Bits(255), ExpectedValue::Bits(0)]);
    assert_eq!(number.cleared_to.map(f64::to_bits), [5.0, 0.0, 0.0, 0.0].map(f64::to_bits));
    let expected = [7, 7].map(ExpectedValue::Number).into_iter().chain([5, 5].map(ExpectedValue::Bits));
    assert_eq!(*of_number, expected.collect::<Vec<_>>());
    let depth = draw.depth.expect("depths");
    assert_eq!((depth.format, depth.state.compare), (Format::Depth32float, CompareFunction::Less));
    assert!(depth.state.is_written);
    let depths = execution.expected.depth.as_deref().expect("they are compared");
    assert_eq!(depths[3], ExpectedValue::Bits(0.75_f32.to_bits()));
}

#[test]
fn all_who_are_there_judge_both_stages() {
    let executors = Executors::start(&Peers::default());
    let comparison = |text: &str, executor| {
        let instances = instances(text);
        let instance = &instances[0];
        compare(executor, instance, &executors.judge(executor, instance))
    };
    let all = [ExecutorKind::Validator, ExecutorKind::Naga, ExecutorKind::Reference];
    for executor in all {
        assert_eq!(comparison(RIGHT, executor), Comparison::Same, "{}", executor.name());
        for (from, to) in [("vertex: corner", "vertex: paint"), ("fragment: paint", "fragment: corner")] {
            let wrong = RIGHT.replace(from, to);
            assert!(matches!(comparison(&wrong, executor), Comparison::Differs(_)), "{}", executor.name());
        }
    }
    let unlinked = RIGHT.replace("fn paint()", "fn paint(@location(3) missing: f32)");
    for executor in [ExecutorKind::Validator, ExecutorKind::Reference] {
        assert!(matches!(comparison(&unlinked, executor), Comparison::Differs(_)), "{}", executor.name());
    }
}

#[test]
fn what_was_drawn_is_compared() {
    let executors = Executors::start(&Peers::default());
    let message = |from: &str, to: &str| {
        let instances = instances(&RIGHT.replacen(from, to, 1));
        let outcome = executors.judge(ExecutorKind::Reference, &instances[0]);
        match compare(ExecutorKind::Reference, &instances[0], &outcome) {
            Comparison::Differs(difference) => difference.message,
            other => panic!("{other:?}"),
        }
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

#[test]
fn keys_and_words_that_are_unknown() {
    refused("topology: tri", "topologie: tri", "unknown field `topologie`", 25, "topologie");
    let message = "there is no topology `triangle-stripe`; did you mean `triangle-strip`?";
    refused("triangle-strip", "triangle-stripe", message, 25, "triangle-stripe");
    let message = "there is no front face `ccv`; did you mean `ccw`?";
    refused("ccw", "ccv", message, 26, "ccv");
    let message = "there is no cull mode `bock`; did you mean `back`?";
    refused_in(&RIGHT.replace("[none, back]", "[bock]"), ("${cull}", "\"${cull}\""), message, 22, "draw:");
    let message = "there is no vertex format `float32x5`; did you mean";
    refused("float32x2", "float32x5", message, 32, "float32x5");
    let message = "there is no index format `uint8`; did you mean `uint16`?";
    refused("format: uint16", "format: uint8", message, 28, "uint8");
    refused("rgba8unorm", "rgba8unrom", "did you mean `rgba8unorm`?", 46, "rgba8unrom");
}

#[test]
fn what_a_draw_does_not_have() {
    refused(
        "        draw:",
        "        entry_point: paint\n        draw:",
        "are its `vertex`",
        22,
        "entry_point",
    );
    refused("        draw:", "        workgroups: [1]\n        draw:", "no workgroups", 22, "workgroups");
    refused("vertex: corner", "depth_only: true", "there is no `fragment`", 23, "depth_only");
    let targets = &RIGHT[RIGHT.find("          targets:").expect("targets")..];
    let targets = &targets[..targets.find("        buffers:").expect("buffers")];
    refused(targets, "", "a draw has `targets` or `depth`", 22, "draw:");
    refused("instance_count: 1", "vertex_count: 3", "all vertices of `index` are drawn", 28, "index");
    let index = "          index: { format: uint16, values: [0, 1, 2, 3], base_vertex: 1 }\n";
    refused(index, "", "either `vertex_count` or `index`", 22, "draw:");
    refused("instance_count: 1", "instance_count: 4000000", "at most 1048576 vertices", 22, "draw:");
}

#[test]
fn vertices_that_nothing_has() {
    refused("[0, 1, 2, 3]", "[0, 1, 2, 65536]", "uint16 has no 65536", 28, "65536");
    refused("[0, 1, 2, 3]", "[0, 1, 2, 4]", "6 elements are read, 48 bytes", 34, "values");
    refused("instance_count: 1", "instance_count: 2", "2 elements are read, 8 bytes", 39, "values");
    refused("array_stride: 4", "array_stride: 6", "a multiple of 4", 35, "array_stride:");
    refused("location: 2", "location: 0", "two attributes for location 0", 37, "attributes");
    refused("location: 2", "location: 16", "16 locations", 37, "location");
    refused("offset: 0", "offset: 1", "a multiple of 4", 37, "offset");
    refused("offset: 0", "offset: 4", "ends behind the element of 4 bytes", 37, "offset");
    refused("[0, 9]", "[0, 65536]", "u16 has no 65536", 39, "65536");
}

#[test]
fn attachments_that_nothing_has() {
    refused("size: [2, 2]", "size: [2, 0]", "a texel at least", 40, "size");
    refused("size: [2, 2]", "size: [2, 4000000000]", "at most 262144 texels", 40, "size");
    refused("samples: 1", "samples: 2", "1 sample or 4", 41, "samples");
    refused("samples: 1", "samples: 4", "can't be resolved into one", 47, "r32uint");
    refused("0.5, 1]", "0.5, 2]", "the least and the greatest depth", 43, "viewport");
    refused("[0, 0, 2, 1]", "[1, 0, 2, 1]", "lies in the attachments", 44, "scissor");
    refused("rgba8unorm", "rgba8snorm", "no target has the format `rgba8snorm`", 46, "rgba8snorm");
    refused("clear: [0, 0, 1, 0]", "clear: [0, 0, 1]", "has the channels rgba, 3 here", 46, "format:");
    refused("clear: [0, 0, 1, 0]", "clear: [0, 0, 1.5, 0]", "unorm8 has no 1.5", 46, "1.5");
    refused("clear: 5", "clear: any", "`clear` is made of numbers", 47, "clear");
    refused("expect: [7, 7]", "expect: [1, 2, 3, 4, 5]", "5 texels; the texture has 4", 47, "expect");
    refused("depth32float", "r32float", "`r32float` holds no depths", 48, "r32float");
    refused("clear: 0.75", "clear: 1.5", "a depth is from 0 to 1", 48, "clear");
    refused("expect: [0.5, 0.5]", "expect: [[0.5, 1]]", "has the channels d, 2 here", 48, "depth:");
}

#[test]
fn depths_of_several_samples_are_not_compared() {
    let text = RIGHT.replace("samples: 1", "samples: 4");
    let text = text.replace("            - { format: r32uint, clear: 5, expect: [7, 7] }\n", "");
    refused_in(&text, ("clear: 0.75", "clear: 1"), "can't be resolved into one", 47, "expect");
}
