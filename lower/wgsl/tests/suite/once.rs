//! However a program is executed, its source is parsed and checked once, and each stage once with the values of overrides.

use shader_run::execute::Options;
use webgpu_model::{
    Binding, Data, DepthStencil, DepthStencilFormat, Dispatch, RenderPass, RenderState, Shader,
};
use wgsl_lower::{How, compute, lower, render};
use wgsl_validator::{PipelineRequest, Validator, Work};

#[test]
fn a_dispatch() {
    let text = "override size: u32 = 1;
        @group(0) @binding(0) var<storage, read_write> data: array<u32>;
        @compute @workgroup_size(size) fn main() { data[0] = size; }";
    let dispatch = Dispatch {
        shader: Shader { entry_point: None, constants: vec![("size".to_owned(), 7.0)] },
        workgroups: [1; 3],
        bindings: vec![Binding { group: 0, binding: 0, data: Data::Buffer(vec![0; 4].into()) }],
        immediates: Vec::new(),
    };
    let mut validator = Validator::default();
    let outcome = compute::run(text, &mut validator, &dispatch, &Options::default()).expect("it runs");
    assert_eq!(outcome.bindings[0].data, Data::Buffer(vec![7, 0, 0, 0].into()));
    assert_eq!(validator.work(), Work { parses: 1, checks: 1, specializations: 1 });
}

#[test]
fn a_draw() {
    let text = "@vertex fn v() -> @builtin(position) vec4f { return vec4f(); } @fragment fn f() {}";
    let state = RenderState { fragment: Some(Shader::default()), ..RenderState::default() };
    let depth = DepthStencil::cleared(DepthStencilFormat::Depth32float);
    let pass = RenderPass { pipelines: vec![state], depth_stencil: Some(depth), ..RenderPass::default() };
    let mut validator = Validator::default();
    render::draw(text, &mut validator, &pass, &Options::default()).expect("it is drawn");
    assert_eq!(validator.work(), Work { parses: 1, checks: 1, specializations: 2 });
}

#[test]
fn a_constant_is_copied_once() {
    let words = |uses: usize| {
        let text = format!(
            "const t = array(1u, 2, 3, 4); const z = array<u32, 4>(); const y = array<i32, 3>();
            @group(0) @binding(0) var<storage, read_write> o: array<u32>;
            @compute @workgroup_size(1) fn main() {{ {} }}",
            "o[0] += t[o[0]] + z[o[0]] + u32(y[o[0]]);".repeat(uses)
        );
        let mut validator = Validator::default();
        let module = validator.validate(&text);
        let stage = validator.specialize(&module, &PipelineRequest::default()).expect("a stage");
        lower(&stage, How::Plain).expect("it is lowered").constant_words.len()
    };
    assert_eq!((words(1), words(100)), (8, 8));
}
