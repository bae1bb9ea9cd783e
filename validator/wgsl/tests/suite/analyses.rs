//! Uniformity, aliases and pipelines: small programs with the findings expected in each.

use crate::common::{Finding, findings, found_in_stage};
use wgsl_spec::ShaderStage;
use wgsl_validator::{Options, PipelineRequest};

const RESOURCES: &str = "@group(0) @binding(0) var t: texture_2d<f32>; \
@group(0) @binding(1) var s: sampler; \
@group(0) @binding(2) var<storage, read_write> shared_value: i32; \
@group(0) @binding(3) var<uniform> same: i32; \
@group(0) @binding(4) var<storage, read_write> counter: atomic<i32>;\n";

/// The findings on the lines after the resources, where line 1 is the first line of `text`.
fn with_resources(text: &str) -> Vec<Finding> {
    let found = findings(&format!("{RESOURCES}{text}"));
    found.into_iter().map(|(code, line, column)| (code, line - 1, column)).collect()
}

fn compute(body: &str) -> Vec<Finding> {
    with_resources(&format!(
        "@compute @workgroup_size(8) fn main(@builtin(local_invocation_index) i: u32, @builtin(workgroup_id) w: vec3u) {{\n{body}\n}}"
    ))
}

#[test]
fn barriers_in_uniform_control_flow_are_accepted() {
    for body in [
        "workgroupBarrier();",
        "if same > 0 { workgroupBarrier(); }",
        "if w.x > 0 { storageBarrier(); }",
        "if i > 0 { counter_free(); } workgroupBarrier();",
        "var x = i; x = 3; if x > 2 { workgroupBarrier(); }",
        "for (var k = 0; k < same; k++) { workgroupBarrier(); }",
        "loop { if same > 3 { break; } workgroupBarrier(); }",
        "if i > 2 { var x = 1; } workgroupBarrier();",
        "if false && i > 0 { } workgroupBarrier();",
        "switch same { case 1: { workgroupBarrier(); } default: {} }",
        "let p = &shared_value; _ = p; workgroupBarrier();",
    ] {
        let text = body.replace("counter_free();", "let unused = i;");
        assert_eq!(compute(&text), [], "{body}");
    }
}

/// A jump carries only the values that variables hold at its place.
#[test]
fn a_jump_takes_the_values_of_its_place_along() {
    let then = "if x > 0 { workgroupBarrier(); }";
    for (body, is_found) in [
        ("loop { x = i; if same > 1 { x = 1; break; } }", false),
        ("loop { x = i; if same > 1 { break; } x = 1; if same > 2 { break; } }", true),
        ("loop { x = 1; if same > 1 { break; } x = i; }", false),
        ("loop { if same > 1 { break; } x = i; }", true),
        ("loop { if same > 1 { x = i; break; } if same > 2 { x = 1; break; } }", true),
        ("loop { if same > 1 { x = 1; break; } if same > 2 { x = i; return; } }", false),
        ("loop { x = i; if same > 1 { continue; } x = 1; continuing { break if same > 2; } }", true),
        ("loop { x = 1; if same > 1 { continue; } x = i; continuing { x = 2; break if same > 2; } }", false),
        ("switch same { case 1: { x = i; if same > 2 { break; } x = 1; } default: {} }", true),
        ("switch same { case 1: { x = i; if same > 2 { x = 2; break; } x = 1; } default: {} }", false),
        ("x = i; switch same { case 1: { x = 1; } default: { if same > 2 { break; } x = 2; } }", true),
        ("x = i; switch same { case 1: { x = 1; } default: { x = 2; if same > 2 { break; } } }", false),
        ("loop { switch same { case 1: { x = i; break; } default: {} } if same > 1 { break; } }", true),
        ("loop { loop { x = i; if same > 1 { break; } } x = 1; if same > 2 { break; } }", false),
        ("loop { if same > 2 { break; } loop { x = i; if same > 1 { break; } } }", true),
    ] {
        let found = compute(&format!("var x = 0u; {body}\n{then}"));
        let expected = if is_found { vec![("uniformity/barrier", 3, 12)] } else { Vec::new() };
        assert_eq!(found, expected, "{body}");
    }
}

#[test]
fn barriers_in_other_control_flow_are_found() {
    for (body, line, column) in [
        ("if i > 0 { workgroupBarrier(); }", 2, 12),
        ("if shared_value > 0 { workgroupBarrier(); }", 2, 23),
        ("if atomicLoad(&counter) > 0 { workgroupBarrier(); }", 2, 31),
        ("var x = 0u; if same > 0 { x = i; } if x > 0 { workgroupBarrier(); }", 2, 47),
        ("var x = 0u; x += i; if x > 0 { workgroupBarrier(); }", 2, 32),
        ("var x = vec2u(); x.y = i; if x.x > 0 { workgroupBarrier(); }", 2, 40),
        ("for (var k = 0u; k < i; k++) { workgroupBarrier(); }", 2, 32),
        ("loop { workgroupBarrier(); continuing { break if i > 2; } }", 2, 8),
        ("loop { if i > 3 { break; } workgroupBarrier(); }", 2, 28),
        ("if i > 2 { return; } workgroupBarrier();", 2, 22),
        ("let y = same > 0 && i > 0; if y { workgroupBarrier(); }", 2, 35),
        ("switch i { case 1: { workgroupBarrier(); } default: {} }", 2, 22),
        ("var a = array(1, 2, 3); if a[i] > 1 { workgroupBarrier(); }", 2, 39),
    ] {
        assert_eq!(compute(body), [("uniformity/barrier", line, column)], "{body}");
    }
}

#[test]
fn what_functions_ask_and_do_reaches_their_callers() {
    let wait = "fn wait() {\nworkgroupBarrier();\n}\n";
    let main = "@compute @workgroup_size(8) fn main(@builtin(local_invocation_index) i: u32) {\n";
    assert_eq!(with_resources(&format!("{wait}{main}wait();\n}}")), []);
    let found = with_resources(&format!("{wait}{main}if i > 0 {{ wait(); }}\n}}"));
    assert_eq!(found, [("uniformity/barrier", 2, 1)]);

    let passes =
        "fn passes(v: u32) -> u32 { return v; }\nfn sets(p: ptr<function, u32>, v: u32) { *p = v; }\n";
    for (body, line) in [
        ("if passes(1) > 0 { workgroupBarrier(); }", None),
        ("if passes(i) > 0 { workgroupBarrier(); }", Some(4)),
        ("var x = i; sets(&x, 2u); if x > 0 { workgroupBarrier(); }", None),
        ("var x = 1u; sets(&x, i); if x > 0 { workgroupBarrier(); }", Some(4)),
        ("var x = 1u; if i > 0 { sets(&x, 2u); } if x > 0 { workgroupBarrier(); }", Some(4)),
    ] {
        let found = with_resources(&format!("{passes}{main}{body}\n}}"));
        let lines: Vec<u32> = found.iter().map(|(_, line, _)| *line).collect();
        assert_eq!(lines, Vec::from_iter(line), "{body}");
    }
}

#[test]
fn derivatives_can_be_filtered() {
    let sample = "if x > 0 { _ = textureSample(t, s, vec2f()); }";
    let fragment = |before: &str, body: &str| {
        let text = format!("{before}@fragment fn main(@location(0) x: f32) {{\n{body}\n}}");
        // Directives must come first.
        let (directive, rest) = text.split_at(text.find('@').unwrap());
        findings(&format!("{directive}{RESOURCES}{rest}"))
            .into_iter()
            .map(|(code, line, _)| (code, line))
            .collect::<Vec<_>>()
    };
    assert_eq!(fragment("", sample), [("uniformity/derivative", 3)]);
    assert_eq!(fragment("diagnostic(off, derivative_uniformity);", sample), []);
    assert_eq!(fragment("", &format!("@diagnostic(off, derivative_uniformity) {sample}")), []);
    assert_eq!(
        fragment(
            "diagnostic(off, derivative_uniformity);",
            &format!("@diagnostic(error, derivative_uniformity) {sample}")
        ),
        [("uniformity/derivative", 3)]
    );
    assert_eq!(
        fragment("", "_ = dpdx(x); if dpdx(x) > 0 { _ = fwidth(x); }"),
        [("uniformity/derivative", 3)]
    );
    assert_eq!(fragment("", "if x > 0 { _ = textureSampleLevel(t, s, vec2f(), 0); }"), []);
}

#[test]
fn subgroup_operations_have_a_scope_of_their_own() {
    let judge = |body: &str| {
        findings(&format!(
            "enable subgroups;\n@compute @workgroup_size(8) fn main(@builtin(local_invocation_index) i: u32) {{\n{body}\n}}"
        ))
    };
    assert_eq!(judge("let x = subgroupAdd(1u); if x > 3 { _ = subgroupAny(true); }"), []);
    assert_eq!(judge("if i > 3 { _ = subgroupAdd(1u); }"), [("uniformity/subgroup", 3, 16)]);
    assert_eq!(judge("_ = subgroupShuffleUp(i, i);"), [("uniformity/subgroup", 3, 26)]);
    assert_eq!(judge("if subgroupAdd(i) > 3 { workgroupBarrier(); }"), [("uniformity/barrier", 3, 25)]);
}

#[test]
fn aliases_are_found_where_one_of_two_ways_writes() {
    let functions = "var<private> x: i32;\n\
fn writes_first(p: ptr<function, i32>, q: ptr<function, i32>) { *p = *q; }\n\
fn reads_both(p: ptr<function, i32>, q: ptr<function, i32>) -> i32 { return *p + *q; }\n\
fn through(p: ptr<function, i32>, q: ptr<function, i32>) { writes_first(p, q); }\n\
fn sets_x(p: ptr<private, i32>) { x = *p; }\n\
fn gets_x(p: ptr<private, i32>) -> i32 { return x + *p; }\n\
fn counts(p: ptr<private, i32>) { *p += x; }\n";
    for (body, is_sound) in [
        ("var a = 1; var b = 2; writes_first(&a, &b);", true),
        ("var a = 1; writes_first(&a, &a);", false),
        ("var a = 1; let p = &a; writes_first(p, &*p);", false),
        ("var a = 1; through(&a, &a);", false),
        ("var a = 1; _ = reads_both(&a, &a);", true),
        ("var a = array(1, 2); writes_first(&a[0], &a[1]);", false),
        ("sets_x(&x);", false),
        ("_ = gets_x(&x);", true),
        ("counts(&x);", false),
    ] {
        let found = findings(&format!("{functions}fn f() {{ {body} }}"));
        let codes: Vec<_> = found.iter().map(|(code, line, _)| (*code, *line)).collect();
        let expected = if is_sound { vec![] } else { vec![("interface/aliased-pointers", 8)] };
        assert_eq!(codes, expected, "{body}");
    }
}

fn pipeline(text: &str, constants: &[(&str, f64)]) -> Vec<&'static str> {
    let request = PipelineRequest {
        stage: Some(ShaderStage::Compute),
        entry_point: Some("main".to_owned()),
        constants: constants.iter().map(|(name, value)| ((*name).to_owned(), *value)).collect(),
    };
    let found = found_in_stage(text, &request, &Options::default());
    found.iter().map(|diagnostic| diagnostic.code.slug()).collect()
}

#[test]
fn a_pipeline_is_judged_with_the_values_of_its_overrides() {
    let text = "@id(7) override n: i32 = 4; override m: u32; override unused: i32;
var<workgroup> data: array<f32, n>;
fn other() { _ = unused; }
@compute @workgroup_size(m) fn main() { data[0] = f32(8 / (n - 4)); }
";
    assert_eq!(pipeline(text, &[("7", 8.0), ("m", 64.0)]), [] as [&str; 0]);
    assert_eq!(pipeline(text, &[("7", 4.0), ("m", 64.0)]), ["const/division-by-zero"]);
    assert_eq!(pipeline(text, &[("m", 64.0)]), ["const/division-by-zero"]);
    assert_eq!(pipeline(text, &[("7", 8.0)]), ["pipeline/missing-constant"]);
    assert_eq!(pipeline(text, &[("7", -1.0), ("m", 64.0)]), ["type/invalid-array-size"]);
    assert_eq!(pipeline(text, &[("7", 8.0), ("m", 512.0)]), ["pipeline/workgroup-size"]);
    assert_eq!(pipeline(text, &[("7", 8.0), ("m", 0.0)]), ["interface/invalid-workgroup-size"]);
    assert_eq!(pipeline(text, &[("7", 5000.0), ("m", 64.0)]), ["pipeline/workgroup-storage"]);
    assert_eq!(pipeline(text, &[("n", 8.0), ("m", 64.0)]), ["pipeline/unknown-constant"]);
    assert_eq!(pipeline(text, &[("7", 3e9), ("m", 64.0)]), ["pipeline/constant-out-of-range"]);
    assert_eq!(pipeline(text, &[("7", 8.0), ("m", f64::NAN)]), ["pipeline/constant-out-of-range"]);
}

#[test]
fn the_right_operand_of_a_short_circuit_is_not_evaluated_in_a_pipeline() {
    let text = "override on: bool; override zero = 0; @compute @workgroup_size(1) fn main() { _ = on && 1 / zero > 0; }";
    assert_eq!(pipeline(text, &[("on", 0.0)]), [] as [&str; 0]);
    assert_eq!(pipeline(text, &[("on", 1.0)]), ["const/division-by-zero"]);
}

#[test]
fn a_pipeline_needs_an_entry_point_of_its_stage() {
    assert_eq!(pipeline("@fragment fn main() {}", &[]), ["pipeline/unknown-entry-point"]);
    assert_eq!(pipeline("fn main() {}", &[]), ["pipeline/unknown-entry-point"]);
}
