//! A vertex and a fragment entry point of one render pipeline, from two modules. That both are in one module is the subject
//! of cases.

use crate::common::{Finding, places};
use wgsl_spec::ShaderStage;
use wgsl_validator::link::link;
use wgsl_validator::{Options, PipelineRequest, validate};

/// The findings in the vertex and in the fragment source.
fn judge(vertex: &str, fragment: &str) -> [Vec<Finding>; 2] {
    let stage = |text, stage| {
        let request = PipelineRequest { stage: Some(stage), ..PipelineRequest::default() };
        let stage = validate(text, &Options::default()).specialize(&request);
        stage.unwrap_or_else(|found| panic!("{text}: {found:?}"))
    };
    let found = link(&stage(vertex, ShaderStage::Vertex), &stage(fragment, ShaderStage::Fragment));
    [places(vertex, &found.vertex), places(fragment, &found.fragment)]
}

/// A vertex entry point with these outputs.
fn vertex(outputs: &str) -> String {
    format!("struct O {{ @builtin(position) p: vec4f, {outputs} }} @vertex fn v() -> O {{ return O(); }}")
}

#[test]
fn findings_are_those_of_their_module() {
    let fragment = "@fragment fn f(\n@location(0) a: vec2f, @location(1) b: f32) {}";
    assert_eq!(judge(&vertex("@location(0) a: vec2f, @location(1) c: f32"), fragment), [vec![], vec![]]);
    let found = [("pipeline/interface-mismatch", 2, 14), ("pipeline/missing-output", 2, 37)];
    assert_eq!(judge(&vertex("@location(0) a: f32"), fragment), [vec![], found.to_vec()]);
    let beyond = ("pipeline/inter-stage-variables", 1, 41);
    assert_eq!(judge(&vertex("@location(16) a: f32"), "@fragment fn f() {}"), [vec![beyond], vec![]]);
}
