//! Draws whose parts do not fit together.

use super::*;
use shader_model::IndexBuffer;
use shader_model::raster::{IndexFormat, SampleCount, StepMode, VertexFormat};
use shader_model::{VertexAttribute, VertexBuffer};
use shader_run::execute::{FaultKind, Stopped};
use wgsl_spec::Code;

const PLAIN: &str = "@fragment fn f() -> @location(0) vec4f { return vec4f(1); }";

#[track_caller]
fn failure(text: &str, draw: &Draw) -> Failure {
    try_draw(text, draw, &Options::default()).expect_err("refused")
}

#[track_caller]
fn resource_problem(text: &str, draw: &Draw) -> String {
    match failure(text, draw) {
        Failure::Resources(message) => message,
        other => panic!("{other:?}"),
    }
}

#[test]
fn programs_and_stages_are_judged_one_after_the_other() {
    let code = |found: &[wgsl_validator::diagnostic::Diagnostic]| found[0].rule.code();
    assert!(matches!(failure("fn", &covering([1, 1])), Failure::Module(_)));
    let Failure::Pipeline(found) = failure(COVER, &covering([1, 1])) else { panic!("no fragment") };
    assert_eq!(code(&found), Code::PipelineUnknownEntryPoint);
    let lonely =
        format!("{COVER} @fragment fn f(@location(0) x: f32) -> @location(0) vec4f {{ return vec4f(x); }}");
    let Failure::Pipeline(found) = failure(&lonely, &covering([1, 1])) else { panic!("no output") };
    assert_eq!(code(&found), Code::PipelineMissingOutput);
    let named = |name: &str| Some(Shader { entry_point: Some(name.to_owned()), constants: Vec::new() });
    let text = format!("{COVER}{PLAIN}");
    let wrong_stage = Draw { fragment: named("cover"), ..covering([1, 1]) };
    assert!(matches!(failure(&text, &wrong_stage), Failure::Pipeline(_)));
}

#[test]
fn attributes_must_be_there_once_and_of_the_right_kind() {
    let text = format!(
        "{PLAIN} @vertex fn v(@location(2) x: vec2i) -> @builtin(position) vec4f {{ return vec4f(f32(x.y)); }}"
    );
    let buffer = |formats: &[VertexFormat]| {
        let attribute = |format: &VertexFormat| VertexAttribute { format: *format, offset: 0, location: 2 };
        let attributes = formats.iter().map(attribute).collect();
        vec![VertexBuffer { bytes: Vec::new(), array_stride: 0, step_mode: StepMode::Vertex, attributes }]
    };
    let with = |formats: &[VertexFormat]| Draw { vertex_buffers: buffer(formats), ..covering([1, 1]) };
    assert_eq!(resource_problem(&text, &with(&[])), "no attribute is given for location 2");
    let twice = [VertexFormat::Sint8; 2];
    assert_eq!(resource_problem(&text, &with(&twice)), "location 2 has more than one attribute");
    let wrong = [VertexFormat::Unorm8];
    assert_eq!(resource_problem(&text, &with(&wrong)), "location 2: the shader reads `i32` from `unorm8`");
    drawn(&text, &with(&[VertexFormat::Sint32]));
}

#[test]
fn targets_must_hold_what_is_returned() {
    let text = format!("{COVER} @fragment fn f() -> @location(0) vec2u {{ return vec2u(1); }}");
    let with = |format| Draw { targets: vec![Some(zeros(format))], ..covering([1, 1]) };
    let problem = |format| resource_problem(&text, &with(format));
    assert_eq!(problem(Format::R32float), "target 0: the shader returns 2 x `u32` for `r32float`");
    assert_eq!(problem(Format::Rgba8uint), "target 0: the shader returns 2 x `u32` for `rgba8uint`");
    assert_eq!(problem(Format::Stencil8), "target 0: `stencil8` holds no colours");
    let resolved = Draw { resolves: true, sample_count: SampleCount::Four, ..with(Format::R8uint) };
    assert_eq!(resource_problem(&text, &resolved), "target 0: `r8uint` can't be resolved");
    let empty = Draw { size: [0, 1], ..with(Format::R8uint) };
    assert!(resource_problem(&text, &empty).starts_with("the attachments: "));
}

#[test]
fn targets_and_depths_come_together_with_what_is_returned() {
    let text = format!("{COVER} @fragment fn f() -> @location(1) vec4f {{ return vec4f(1); }}");
    let problem = resource_problem(&text, &covering([1, 1]));
    assert_eq!(problem, "target 0: the shader returns nothing for it");
    drawn(&text, &Draw { targets: vec![None], ..covering([1, 1]) });
    let text = format!("{COVER} @fragment fn f() -> @builtin(frag_depth) f32 {{ return 0; }}");
    let problem = resource_problem(&text, &Draw { targets: Vec::new(), ..covering([1, 1]) });
    assert_eq!(problem, "the shader returns a depth; there is no depth attachment");
}

#[test]
fn indices_and_resources_must_be_there() {
    let text = format!("{COVER}{PLAIN}");
    let index_buffer = Some(IndexBuffer { bytes: vec![0; 9], format: IndexFormat::Uint16 });
    let short = Draw { index_buffer, first: 1, ..covering([1, 1]) };
    assert_eq!(resource_problem(&text, &short), "the index buffer has 4 indices, too few for 4 from 1 on");
    let text = format!(
        "{COVER} @group(1) @binding(2) var<uniform> color: vec4f;
        @fragment fn f() -> @location(0) vec4f {{ return color; }}"
    );
    let problem = resource_problem(&text, &covering([1, 1]));
    assert_eq!(problem, "no buffer is given for @group(1) @binding(2)");
}

#[test]
fn shaders_that_go_on_for_ever_are_stopped() {
    let fuel = Options { fuel: 100_000, ..Options::default() };
    let spins = "fn spin(x: f32) -> f32 { var y = x; loop { y += 1; if y < 0 { break; } } return y; }";
    let fragment = format!(
        "{spins}{COVER} @fragment fn f(@builtin(position) at: vec4f) -> @location(0) vec4f {{ return vec4f(spin(at.x)); }}"
    );
    let vertex = format!(
        "{spins}{PLAIN} @vertex fn v(@builtin(vertex_index) index: u32) -> @builtin(position) vec4f {{ return vec4f(spin(f32(index))); }}"
    );
    for text in [fragment, vertex] {
        let outcome = try_draw(&text, &covering([1, 1]), &fuel).err();
        assert_eq!(outcome, Some(Failure::Stopped(Stopped::OutOfFuel)));
        let strict = Options { strict: true, ..fuel };
        let drawn = try_draw(&text, &covering([1, 1]), &strict).expect("drawn in part");
        let kinds: Vec<FaultKind> = drawn.faults.iter().map(|it| it.kind).collect();
        assert_eq!(kinds, [FaultKind::UnboundedLoop]);
    }
    let many = Draw { count: u32::MAX, ..covering([1, 1]) };
    let text = format!("{COVER}{PLAIN}");
    assert_eq!(failure(&text, &many), Failure::Stopped(Stopped::OutOfMemory));
    drawn(&text, &Draw { count: 0, instance_count: 5, ..covering([1, 1]) });
}

#[test]
fn faults_of_both_stages_are_found_but_not_those_of_helpers() {
    let text = "
        @group(0) @binding(0) var<storage, read> data: array<f32, 4>;
        @vertex fn v(@builtin(vertex_index) index: u32) -> @builtin(position) vec4f {
            return vec4f(vec2f(f32(index % 2), f32(index / 2)) * 2 - 1, data[index + 1], 1);
        }
        @fragment fn f(@builtin(position) at: vec4f) -> @location(0) vec4f {
            let beside = data[u32(at.x) * 4];
            let inside = data[u32(at.x) + 4];
            return vec4f(beside + inside);
        }";
    let bindings = vec![buffer(0, &[0; 4])];
    let strict = Options { strict: true, ..Options::default() };
    let drawn = try_draw(text, &Draw { bindings, ..covering([1, 1]) }, &strict).expect("drawn");
    let places: Vec<&str> =
        drawn.faults.iter().map(|it| &text[it.span.lo as usize..it.span.hi as usize]).collect();
    assert_eq!(places, ["data[index + 1]", "data[u32(at.x) + 4]"]);
}
