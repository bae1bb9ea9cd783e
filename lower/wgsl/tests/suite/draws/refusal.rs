//! Draws whose parts do not fit together.

use super::*;
use shader_run::execute::{FaultKind, Stopped};
use webgpu_model::raster::{IndexFormat, SampleCount, StepMode, VertexFormat};
use webgpu_model::{BlendComponent, BlendFactor, BlendState, DepthStencil, DepthStencilFormat};
use webgpu_model::{IndexBuffer, StencilOperation, TargetState, WriteMask};
use webgpu_model::{VertexAttribute, VertexLayout};
use wgsl_spec::codes;

const PLAIN: &str = "@fragment fn f() -> @location(0) vec4f { return vec4f(1); }";

#[track_caller]
fn failure(text: &str, draw: &RenderPass) -> Failure {
    try_draw(text, draw, &Options::default()).expect_err("refused")
}

#[track_caller]
fn resource_problem(text: &str, draw: &RenderPass) -> String {
    match failure(text, draw) {
        Failure::Resources(message) => message,
        other => panic!("{other:?}"),
    }
}

#[test]
fn programs_and_stages_are_judged_one_after_the_other() {
    let code = |found: &[wgsl_validator::diagnostic::Diagnostic]| found[0].rule.code;
    assert!(matches!(failure("fn", &covering([1, 1])), Failure::Module(_)));
    let Failure::Pipeline(found) = failure(COVER, &covering([1, 1])) else { panic!("no fragment") };
    assert_eq!(code(&found), Some(codes::PIPELINE_UNKNOWN_ENTRY_POINT));
    let lonely =
        format!("{COVER} @fragment fn f(@location(0) x: f32) -> @location(0) vec4f {{ return vec4f(x); }}");
    let Failure::Pipeline(found) = failure(&lonely, &covering([1, 1])) else { panic!("no output") };
    assert_eq!(code(&found), Some(codes::PIPELINE_MISSING_OUTPUT));
    let named = |name: &str| Some(Shader { entry_point: Some(name.to_owned()), constants: Vec::new() });
    let text = format!("{COVER}{PLAIN}");
    let wrong_stage = changed(covering([1, 1]), |pass| pass.pipelines[0].fragment = named("cover"));
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
        vec![VertexLayout { array_stride: 0, step_mode: StepMode::Vertex, attributes }]
    };
    let with = |formats: &[VertexFormat]| {
        changed(covering([1, 1]), |pass| {
            pass.pipelines[0].vertex_layouts = buffer(formats);
            pass.draws[0].vertex_buffers = vec![vec![0; 4].into()];
        })
    };
    assert_eq!(resource_problem(&text, &with(&[])), "missing attribute for location 2");
    let twice = [VertexFormat::Sint8; 2];
    assert_eq!(resource_problem(&text, &with(&twice)), "location 2 has more than one attribute");
    let wrong = [VertexFormat::Unorm8];
    assert_eq!(
        resource_problem(&text, &with(&wrong)),
        "location 2: the shader can't read `i32` from format `unorm8`"
    );
    let right = with(&[VertexFormat::Sint32]);
    drawn(&text, &right);
    let without = changed(right, |pass| pass.draws[0].vertex_buffers.clear());
    assert_eq!(resource_problem(&text, &without), "expected 1 vertex buffers, found 0");
}

#[test]
fn targets_must_hold_what_is_returned() {
    let text = format!("{COVER} @fragment fn f() -> @location(0) vec2u {{ return vec2u(1); }}");
    let with = |format| RenderPass { targets: vec![Some(zeros(format))], ..covering([1, 1]) };
    let problem = |format| resource_problem(&text, &with(format));
    assert_eq!(
        problem(Format::R32float),
        "target 0: the shader can't return 2 x `u32` for format `r32float`"
    );
    assert_eq!(
        problem(Format::Rgba8uint),
        "target 0: the shader can't return 2 x `u32` for format `rgba8uint`"
    );
    assert_eq!(problem(Format::Stencil8), "target 0: `stencil8` is not a color format");
    let targets = vec![Some(Target { is_resolved: true, ..zeros(Format::R8uint) })];
    let resolved = RenderPass { targets, sample_count: SampleCount::Four, ..with(Format::R8uint) };
    assert_eq!(resource_problem(&text, &resolved), "target 0: `r8uint` can't be resolved");
    let empty = RenderPass { size: [0, 1], ..with(Format::R8uint) };
    assert!(resource_problem(&text, &empty).starts_with("the attachments: "));
}

#[test]
fn targets_and_depths_come_together_with_what_is_returned() {
    let text = format!("{COVER} @fragment fn f() -> @location(1) vec4f {{ return vec4f(1); }}");
    let problem = resource_problem(&text, &covering([1, 1]));
    assert_eq!(problem, "target 0: the shader returns no value for this target");
    let dropped = vec![None, Some(zeros(Format::Rgba32float))];
    drawn(&text, &RenderPass { targets: dropped, ..covering([1, 1]) });
    let text = format!("{COVER} @fragment fn f() -> @builtin(frag_depth) f32 {{ return 0; }}");
    let unwritten = changed(covering([1, 1]), |pass| {
        pass.pipelines[0].targets = vec![TargetState { write_mask: WriteMask(0), ..TargetState::default() }];
    });
    let problem = resource_problem(&text, &unwritten);
    assert_eq!(problem, "the shader returns a depth, but there is no depth attachment");
    let problem = resource_problem(&text, &RenderPass { targets: vec![None], ..covering([1, 1]) });
    assert_eq!(problem, "a render pass needs at least one attachment");
}

#[test]
fn indices_and_resources_must_be_there() {
    let text = format!("{COVER}{PLAIN}");
    let index_buffer = Some(IndexBuffer { bytes: vec![0; 9].into(), format: IndexFormat::Uint16 });
    let short = changed(covering([1, 1]), |pass| {
        pass.draws[0].index_buffer = index_buffer;
        pass.draws[0].counts.first = 1;
    });
    assert_eq!(
        resource_problem(&text, &short),
        "the index buffer has 4 indices, but the draw reads 4 starting at 1"
    );
    let text = format!(
        "{COVER} @group(1) @binding(2) var<uniform> color: vec4f;
        @fragment fn f() -> @location(0) vec4f {{ return color; }}"
    );
    let problem = resource_problem(&text, &covering([1, 1]));
    assert_eq!(problem, "missing buffer for @group(1) @binding(2)");
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
    let many = RenderPass { draws: vec![counted(u32::MAX)], ..covering([1, 1]) };
    let text = format!("{COVER}{PLAIN}");
    assert_eq!(failure(&text, &many), Failure::Stopped(Stopped::OutOfMemory));
    let none = Counts { count: 0, instance_count: 5, ..Counts::default() };
    drawn(&text, &changed(covering([1, 1]), |pass| pass.draws[0].counts = none));
}

/// Without a fragment shader, or with one that costs almost nothing, covering many pixels takes long.
#[test]
fn draws_of_too_many_pixels_are_stopped() {
    let covered = |instances: u32, fragment: Option<Shader>, options: Options| {
        let pass = changed(covering([64, 64]), |pass| {
            pass.pipelines[0].fragment.clone_from(&fragment);
            pass.draws[0].counts.instance_count = instances;
        });
        try_draw(&format!("{COVER}{PLAIN}"), &pass, &options).err()
    };
    let fuel = Options { fuel: 10_000_000, ..Options::default() };
    for options in [fuel, Options { strict: true, ..fuel }] {
        assert_eq!(covered(1, None, options), None);
        assert_eq!(covered(1, Some(Shader::default()), options), None);
        let stopped = Some(Failure::Stopped(Stopped::OutOfFuel));
        assert_eq!(covered(10, None, options), stopped);
        assert_eq!(covered(10, Some(Shader::default()), options), stopped);
    }
    let enough = Options { fuel: 100_000_000, ..fuel };
    assert_eq!(covered(10, None, enough), None);
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
    let drawn = try_draw(text, &RenderPass { bindings, ..covering([1, 1]) }, &strict).expect("drawn");
    let places: Vec<&str> =
        drawn.faults.iter().map(|it| &text[it.span.lo as usize..it.span.hi as usize]).collect();
    assert_eq!(places, ["data[index + 1]", "data[u32(at.x) + 4]"]);
}

#[test]
fn what_may_only_be_read_is_not_written() {
    let text = format!("{COVER}{PLAIN}");
    let read_only = |change: fn(&mut RenderPass)| {
        changed(covering([1, 1]), |pass| {
            let format = DepthStencilFormat::Depth24plusStencil8;
            let attachment = DepthStencil::cleared(format);
            pass.depth_stencil =
                Some(DepthStencil { depth_read_only: true, stencil_read_only: true, ..attachment });
            change(pass);
        })
    };
    drawn(&text, &read_only(|_| ()));
    let depth = read_only(|pass| pass.pipelines[0].depth_stencil.depth_write_enabled = true);
    assert_eq!(
        resource_problem(&text, &depth),
        "the pipeline writes depth, but the depth attachment is read-only"
    );
    let invert = |pass: &mut RenderPass| {
        pass.pipelines[0].depth_stencil.stencil_back.pass_op = StencilOperation::Invert;
    };
    let problem = resource_problem(&text, &read_only(invert));
    assert_eq!(problem, "the pipeline writes stencil values, but the stencil attachment is read-only");
    let masked =
        changed(read_only(invert), |pass| pass.pipelines[0].depth_stencil.stencil_write_mask = 0x100);
    drawn(&text, &masked);
}

#[test]
fn blending_needs_floats_and_the_colours_of_its_factors() {
    let text = |ty: &str| format!("{COVER} @fragment fn f() -> @location(0) {ty} {{ return {ty}(1); }}");
    let with = |format, src_factor| {
        let color = BlendComponent { src_factor, ..BlendComponent::default() };
        let blend = Some(BlendState { color, ..BlendState::default() });
        changed(covering([1, 1]), |pass| {
            pass.targets = vec![Some(zeros(format))];
            pass.pipelines[0].targets = vec![TargetState { blend, ..TargetState::default() }];
        })
    };
    let one = with(Format::R8uint, BlendFactor::One);
    assert_eq!(resource_problem(&text("u32"), &one), "target 0: `r8uint` can't be blended");
    let alpha = with(Format::R8unorm, BlendFactor::OneMinusSrcAlpha);
    let message = "target 0: a blend factor uses alpha, which the shader does not return";
    assert_eq!(resource_problem(&text("vec3f"), &alpha), message);
    drawn(&text("vec4f"), &alpha);
    let message =
        "target 0: a blend factor uses the output with `blend_src` 1, which the shader does not return";
    let second = with(Format::R8unorm, BlendFactor::Src1);
    assert_eq!(resource_problem(&text("vec4f"), &second), message);
}

#[test]
fn alpha_to_coverage_needs_samples_and_alpha() {
    let text = format!("{COVER}{PLAIN}");
    let with = |sample_count, format| {
        changed(covering([1, 1]), |pass| {
            (pass.sample_count, pass.targets) = (sample_count, vec![Some(zeros(format))]);
            pass.pipelines[0].multisample.alpha_to_coverage_enabled = true;
        })
    };
    let problem = resource_problem(&text, &with(SampleCount::One, Format::Rgba8unorm));
    assert_eq!(problem, "alpha to coverage requires four samples");
    let problem = resource_problem(&text, &with(SampleCount::Four, Format::Rg8unorm));
    assert_eq!(problem, "alpha to coverage requires a first target with floating-point alpha");
    let masked = format!(
        "{COVER} struct R {{ @location(0) c: vec4f, @builtin(sample_mask) m: u32 }}
        @fragment fn f() -> R {{ return R(vec4f(1), 1); }}"
    );
    let problem = resource_problem(&masked, &with(SampleCount::Four, Format::Rgba8unorm));
    assert_eq!(problem, "with alpha to coverage the shader must not return a sample mask");
    drawn(&text, &with(SampleCount::Four, Format::Rgba8unorm));
}

#[test]
fn one_of_several_draws_is_named() {
    let text = format!("{COVER}{PLAIN}");
    let other = changed(covering([1, 1]), |pass| pass.draws.push(Draw { pipeline: 1, ..counted(4) }));
    assert_eq!(resource_problem(&text, &other), "draw 1: unknown pipeline 1");
}
