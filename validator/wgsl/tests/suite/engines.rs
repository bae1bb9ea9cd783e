//! What engines accept beyond the specification, under their targets and others.

use wgsl_validator::diagnostic::{Diagnostic, Severity};
use wgsl_validator::{Module, Options, PipelineRequest, Validator, engines};

fn checked(target: &str, program: &str) -> Module {
    let target = target.parse().expect("a target");
    Validator::new(Options { target, ..Options::default() }).validate(program)
}

/// The infos and errors of a target: `info 1:8` and `error 3:5`, by byte offset.
fn severities(target: &str, program: &str) -> Vec<(Severity, String)> {
    let module = checked(target, program);
    let word = |found: &Diagnostic| found.primary.span.text(program).to_owned();
    module.diagnostics().iter().map(|found| (found.severity, word(found))).collect()
}

const RAY_QUERY: &str = "enable wgpu_ray_query;
@group(0) @binding(0) var scene: acceleration_structure;
@compute @workgroup_size(1) fn main() {
    var query: ray_query;
    rayQueryInitialize(&query, scene, RayDesc(RAY_FLAG_NONE, 0xFFu, 0.1, 9.0, vec3f(), vec3f(1.0)));
}
";

#[test]
fn an_extension_is_an_info_under_the_target_that_has_it() {
    for (target, severity) in
        [("naga", Severity::Info), ("firefox", Severity::Info), ("tint", Severity::Error)]
    {
        assert_eq!(severities(target, RAY_QUERY), [(severity, "wgpu_ray_query".to_owned())], "{target}");
    }
    let module = checked("naga", RAY_QUERY);
    assert!(module.is_accepted());
    let found = &module.diagnostics()[0];
    assert!(engines::is_tolerated(module.target(), RAY_QUERY, found));
    assert_eq!(engines::owner(RAY_QUERY, found).and_then(|it| it.enable), Some("wgpu_ray_query"));
}

#[test]
fn the_target_needs_the_directive_of_its_extension() {
    let program = "@group(0) @binding(0) var t: binding_array<texture_2d<f32>, 5>;";
    assert_eq!(severities("naga", program), [(Severity::Error, "binding_array".to_owned())]);
    let module = checked("naga", program);
    let note = &module.diagnostics()[0].notes[0];
    assert_eq!(note, "naga has it with `enable wgpu_binding_array;`");
    // Pipelines for rays come with the types of ray queries.
    let program =
        "enable wgpu_ray_tracing_pipeline; @group(0) @binding(0) var scene: acceleration_structure;";
    assert!(checked("naga", program).is_accepted());
}

#[test]
fn words_of_each_kind_belong_to_extensions() {
    for (program, words) in [
        (
            "enable draw_index; @vertex fn v(@builtin(draw_index) i: u32) -> @builtin(position) vec4f { return vec4f(); }",
            vec!["draw_index"],
        ),
        ("@fragment @early_depth_test(force) fn f() {}", vec!["early_depth_test"]),
        (
            "enable wgpu_per_vertex; @fragment fn f(@location(0) @interpolate(per_vertex) a: f32) {}",
            vec!["wgpu_per_vertex"],
        ),
        ("const a = 1lu; const b = 0x1li; const c = 1.5lf; fn f(d: u64) {}", vec!["1lu"]),
        (
            "@group(0) @binding(0) var t: texture_storage_2d<r32uint, atomic>; fn f() { textureAtomicMax(t, vec2i(), 1u); }",
            vec!["atomic"],
        ),
        (
            "enable wgpu_mesh_shader; var<task_payload> p: u32; @task @payload(p) @workgroup_size(1) fn f() -> @builtin(mesh_task_size) vec3u { return vec3u(); }",
            vec!["wgpu_mesh_shader"],
        ),
    ] {
        let with = |severity| words.iter().map(|word| (severity, (*word).to_owned())).collect::<Vec<_>>();
        assert_eq!(severities("naga", program), with(Severity::Info), "{program}");
        assert_eq!(severities("text", program), with(Severity::Error), "{program}");
    }
    // A word means something in its place only.
    assert_eq!(severities("naga", "fn f() { let a = early_depth_test; }").len(), 1);
    assert!(!checked("naga", "fn f() { let a = early_depth_test; }").is_accepted());
}

#[test]
fn what_an_engine_does_not_enforce_is_an_info() {
    let redeclared = "fn f() { for (var i = 0; i < 4; i++) { let i = 3; } }";
    for target in ["naga", "tint", "chrome"] {
        let module = checked(target, redeclared);
        assert!(module.is_accepted(), "{target}");
        let [found] = module.diagnostics() else { panic!("{:?}", module.diagnostics()) };
        assert_eq!((found.severity, found.rule.id), (Severity::Info, "stmt.for.init-scope"));
        let engine = module.target().engine();
        let note = format!(
            "{engine} accepts it: the body of a `for` statement may declare a name of its initializer again"
        );
        assert_eq!(found.notes.last(), Some(&note));
    }
    for target in ["text", "portable", "webkit"] {
        assert!(!checked(target, redeclared).is_accepted(), "{target}");
    }
    let derivative = "@fragment fn f(@location(0) a: f32) { if a > 0.0 { _ = dpdx(a); } }";
    assert!(checked("naga", derivative).is_accepted());
    assert!(!checked("tint", derivative).is_accepted());
}

#[test]
fn no_pipeline_is_made_of_what_only_an_engine_accepts() {
    for program in
        [RAY_QUERY, "@compute @workgroup_size(1) fn main() { for (var i = 0; i < 4; i++) { let i = 3; } }"]
    {
        let module = checked("naga", program);
        let refused = Validator::default().specialize(&module, &PipelineRequest::default());
        let found = refused.expect_err("the specification does not define it");
        assert!(found.iter().all(|it| it.severity == Severity::Error) && !found.is_empty());
    }
}

#[test]
fn an_engine_may_have_an_extension_without_its_name() {
    let use_only = "var<immediate> a: u32; @fragment fn f() { _ = a; }";
    assert!(checked("naga", use_only).is_accepted());
    let named = format!("requires immediate_address_space; {use_only}");
    assert_eq!(severities("naga", &named), [(Severity::Error, "immediate_address_space".to_owned())]);
    assert!(checked("naga,+immediate_address_space", &named).is_accepted());
    assert!(!checked("naga,-immediate_address_space", use_only).is_accepted());
    assert!(!checked("portable", use_only).is_accepted());
}

#[test]
fn newer_extensions_are_named_as_such() {
    let module = checked("text", "requires swizzle_assignment; fn f() { var v = vec4f(); v.xy = vec2f(); }");
    let message = "extension `swizzle_assignment` is newer than the specification this version implements";
    assert_eq!(module.diagnostics()[0].message, message);
    let unknown = checked("text", "requires something_else;");
    let note = unknown.diagnostics()[0].notes.last().expect("a note");
    assert!(note.contains("the specification this version implements"), "{note}");
}
