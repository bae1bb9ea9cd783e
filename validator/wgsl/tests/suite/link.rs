//! A vertex and a fragment entry point of one render pipeline.

use crate::common::{Finding, places};
use wgsl_spec::ShaderStage;
use wgsl_validator::link::link;
use wgsl_validator::{Options, PipelineRequest, validate};

/// The findings in the vertex and in the fragment source.
fn judge(vertex: &str, fragment: &str, target: &str) -> [Vec<Finding>; 2] {
    let options = Options { target: target.parse().expect("a target"), ..Options::default() };
    let stage = |text, stage| {
        let request = PipelineRequest { stage: Some(stage), ..PipelineRequest::default() };
        let stage = validate(text, &options).specialize(&request);
        stage.unwrap_or_else(|found| panic!("{text}: {found:?}"))
    };
    let found = link(&stage(vertex, ShaderStage::Vertex), &stage(fragment, ShaderStage::Fragment));
    [places(vertex, &found.vertex), places(fragment, &found.fragment)]
}

/// A vertex entry point with these outputs.
fn vertex(outputs: &str) -> String {
    let enable = if outputs.contains("clip") { "enable clip_distances;" } else { "" };
    format!(
        "{enable} struct O {{ @builtin(position) p: vec4f, {outputs} }} @vertex fn v() -> O {{ return O(); }}"
    )
}

/// A fragment entry point with these parameters, on line 2.
fn fragment(inputs: &str) -> String {
    format!("@fragment fn f(\n{inputs}) {{}}")
}

#[test]
fn what_fits_is_accepted() {
    for (outputs, inputs) in [
        ("", ""),
        ("@location(0) a: f32", ""),
        ("@location(0) a: f32, @location(3) b: vec2f", "@location(3) x: vec2f"),
        ("@location(1) @interpolate(flat) a: u32", "@location(1) @interpolate(flat) a: u32"),
        ("@location(1) @interpolate(flat, first) a: f32", "@location(1) @interpolate(flat) a: f32"),
        ("@location(1) @interpolate(perspective) a: f32", "@location(1) a: f32"),
        ("@location(1) @interpolate(linear) a: f32", "@location(1) @interpolate(linear, center) a: f32"),
        ("@location(15) a: f32", "@location(15) a: f32, @builtin(position) p: vec4f"),
    ] {
        assert_eq!(
            judge(&vertex(outputs), &fragment(inputs), "text"),
            [vec![], vec![]],
            "{outputs} / {inputs}"
        );
    }
    let structure =
        "struct I { @location(0) a: f32, @builtin(front_facing) b: bool } @fragment fn f(i: I) {}";
    assert_eq!(judge(&vertex("@location(0) a: f32"), structure, "text"), [vec![], vec![]]);
    let alone = "@vertex fn v() -> @builtin(position) vec4f { return vec4f(); }";
    assert_eq!(judge(alone, &fragment(""), "text"), [vec![], vec![]]);
}

#[test]
fn what_does_not_fit_is_found_at_the_input() {
    let (missing, mismatch) = ("pipeline/missing-output", "pipeline/interface-mismatch");
    for (outputs, inputs, expected) in [
        ("", "@location(0) a: f32", vec![(missing, 2, 14)]),
        ("@location(1) a: f32", "@location(0) a: f32", vec![(missing, 2, 14)]),
        ("@location(0) a: f32", "@location(0) a: vec2f", vec![(mismatch, 2, 14)]),
        (
            "@location(0) @interpolate(flat) a: i32",
            "@location(0) @interpolate(flat) a: u32",
            vec![(mismatch, 2, 33)],
        ),
        ("@location(0) a: f32", "@location(0) @interpolate(linear) a: f32", vec![(mismatch, 2, 35)]),
        (
            "@location(0) @interpolate(flat) a: f32",
            "@location(0) @interpolate(flat, either) a: f32",
            vec![(mismatch, 2, 41)],
        ),
        (
            "@location(0) @interpolate(perspective, centroid) a: f32",
            "@location(0) a: f32",
            vec![(mismatch, 2, 14)],
        ),
        (
            "@location(0) @interpolate(linear) a: f32",
            "@location(0) a: vec2f, @location(1) b: f32",
            vec![(mismatch, 2, 14), (mismatch, 2, 14), (missing, 2, 37)],
        ),
    ] {
        let found = judge(&vertex(outputs), &fragment(inputs), "text");
        assert_eq!(found, [vec![], expected], "{outputs} / {inputs}");
    }
}

#[test]
fn there_is_room_for_so_many_variables() {
    let code = "pipeline/inter-stage-variables";
    let many =
        |count: u32| (0..count).map(|n| format!("@location({n}) a{n}: f32")).collect::<Vec<_>>().join(", ");
    let judge = |outputs: &str, inputs: &str, target: &str| {
        let [vertex, fragment] = judge(&vertex(outputs), &fragment(inputs), target);
        [vertex, fragment].map(|found| found.iter().map(|(code, ..)| *code).collect::<Vec<_>>())
    };
    assert_eq!(judge(&many(16), &many(16), "text"), [Vec::<&str>::new(), vec![]]);
    // One for the location, one for the total.
    assert_eq!(judge(&many(17), &many(16), "text"), [vec![code, code], vec![]]);
    assert_eq!(judge(&many(17), &many(17), "text,inter-stage-variables=17"), [Vec::<&str>::new(), vec![]]);
    assert_eq!(judge(&many(4), &many(4), "text,inter-stage-variables=3")[0], [code, code]);
    assert_eq!(judge("@location(16) a: f32", "", "text"), [vec![code], vec![]]);
    let facing = format!("{}, @builtin(front_facing) b: bool, @builtin(sample_index) i: u32", many(16));
    assert_eq!(judge(&many(16), &facing, "text"), [vec![], vec![code]]);
    // The builtin value uses no location.
    let last = "@location(15) a: f32";
    assert_eq!(
        judge(last, &format!("@builtin(front_facing) b: bool, {last}"), "text"),
        [Vec::<&str>::new(), vec![]]
    );
    let fewer = format!("{}, @builtin(sample_mask) b: u32", many(15));
    assert_eq!(judge(&many(16), &fewer, "text"), [Vec::<&str>::new(), vec![]]);
    for (distances, room) in [(1, 15), (4, 15), (5, 14), (8, 14)] {
        let clip = format!("@builtin(clip_distances) c: array<f32, {distances}>");
        let fits = format!("{}, {clip}", many(room));
        assert_eq!(judge(&fits, &many(room), "text"), [Vec::<&str>::new(), vec![]], "{distances}");
        // They reduce the limit of vertex outputs, not that of fragment inputs.
        let facing = format!("{}, @builtin(front_facing) b: bool", many(room));
        assert_eq!(judge(&fits, &facing, "text"), [Vec::<&str>::new(), vec![]], "{distances}");
        let beyond = format!("{}, {clip}", many(room + 1));
        assert_eq!(judge(&beyond, "", "text"), [vec![code, code], vec![]], "{distances}");
    }
}
