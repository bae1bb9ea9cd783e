//! `translate`: functions of Metal in WGSL.

use crate::support::{Run, folder, run, run_with_input};
use serde_json::{Value, json};
use std::fs;

/// Translates a program on standard input, below the lines that programs begin with: it starts on line 3.
fn translate(text: &str, line: &str) -> Run {
    let text = format!("#include <metal_stdlib>\nusing namespace metal;\n{text}");
    let arguments: Vec<_> =
        ["translate", "-"].into_iter().chain(line.split(' ').filter(|it| !it.is_empty())).collect();
    run_with_input(&arguments, text.as_bytes())
}

const DOUBLE: &str = "constant uint N [[function_constant(0)]];
kernel void twice(device float* a [[buffer(3)]], uint i [[thread_position_in_grid]]) { if (i < N) a[i] *= 2; }";

#[test]
fn the_result_is_a_program_that_the_validator_accepts() {
    let result = translate(DOUBLE, "--threadgroup-size 4,2 --constant N=8");
    assert_eq!((result.status, result.errors.as_str()), (0, ""));
    assert!(result.output.starts_with("// `twice`, from Metal\n"), "{}", result.output);
    assert!(result.output.contains(
        "@id(0) override N: u32 = 8u;\n@group(0) @binding(3) var<storage, read_write> a: array<f32>;"
    ));
    assert!(result.output.contains("@compute @workgroup_size(4, 2, 1)\nfn twice("), "{}", result.output);
    assert_eq!(run_with_input(&["-"], result.output.as_bytes()).status, 0);
}

#[test]
fn the_result_goes_to_a_file() {
    let text = format!("#include <metal_stdlib>\nusing namespace metal;\n{DOUBLE}");
    let folder = folder("translate-file", &[("twice.metal", &text)]);
    let result = run(&folder, &["translate", "twice.metal", "--output", "twice.wgsl"]);
    assert_eq!((result.status, result.output.as_str(), result.errors.as_str()), (0, "", ""));
    let written = fs::read_to_string(folder.join("twice.wgsl")).expect("the file is there");
    assert_eq!(written, run(&folder, &["translate", "twice.metal"]).output);
    assert_eq!(run(&folder, &["twice.wgsl"]).status, 0);
    let failed = run(&folder, &["translate", "twice.metal", "--output", "none/twice.wgsl"]);
    assert_eq!(failed.status, 2, "{failed:?}");
}

#[test]
fn the_result_is_an_object() {
    let result = translate(DOUBLE, "--format json --constant 0=8");
    let value: Value = serde_json::from_str(&result.output).expect("an object");
    assert_eq!(value["entry_point"], "twice");
    assert_eq!(
        value["constants"],
        json!([{ "index": 0, "metal_name": "N", "name": "N", "type": "u32", "value": "8u" }])
    );
    assert_eq!(
        value["bindings"],
        json!([{
            "metal": { "kind": "buffer", "index": 3 },
            "metal_name": "a",
            "metal_type": "device float*",
            "group": 0,
            "binding": 3,
            "name": "a",
            "address_space": "storage, read_write",
            "type": "array<f32>",
            "least_bytes": null,
            "notes": ["element i is at byte 4 * i"],
        }])
    );
    assert!(value["wgsl"].as_str().is_some_and(|text| text.contains("fn twice(")), "{value}");
}

#[test]
fn parts_without_counterpart_are_shown_with_their_places() {
    let text = "kernel void f(device uchar* a [[buffer(0)]]) {\n    a[0] = 1;\n    simdgroup_barrier(mem_flags::mem_none);\n}";
    let result = translate(text, "");
    assert_eq!((result.status, result.output.as_str()), (2, ""));
    let lines: Vec<&str> = result
        .errors
        .lines()
        .filter(|line| line.contains("-->") || line.starts_with("no-counterpart"))
        .collect();
    let [first, first_place, second, second_place] = lines[..] else { panic!("{}", result.errors) };
    assert!(
        first
            .starts_with("no-counterpart: a write to a buffer of booleans or integers narrower than 32 bits"),
        "{first}"
    );
    assert_eq!(first_place, " --> <stdin>:4:5");
    assert_eq!(second, "no-counterpart: `simdgroup_barrier`: WGSL has no subgroup barriers");
    assert_eq!(second_place, " --> <stdin>:5:5");
    assert!(result.errors.contains("section 6.8.1"), "{}", result.errors);
}

#[test]
fn control_flow_that_is_not_uniform_has_no_counterpart() {
    let text = "kernel void f(device float* a [[buffer(0)]], uint i [[thread_position_in_grid]]) {\n    if (a[0] > 0)\n        threadgroup_barrier(mem_flags::mem_device);\n}";
    let result = translate(text, "");
    assert_eq!(result.status, 2, "{result:?}");
    assert!(
        result.errors.starts_with("no-counterpart: control flow may be non-uniform in WGSL"),
        "{}",
        result.errors
    );
    assert!(result.errors.contains(" --> <stdin>:5:9"), "{}", result.errors);
}

#[test]
fn programs_that_are_rejected_are_not_translated() {
    let result = translate("kernel void f() { x; }", "");
    assert_eq!((result.status, result.output.as_str()), (1, ""));
    assert!(result.errors.starts_with("error[resolve/"), "{}", result.errors);
}

/// One breaks a rule, one uses types that nothing executes, and one has a structure that only it makes wrong.
#[test]
fn other_functions_of_pipelines_do_not_matter() {
    let text = "kernel void good(device uint* o [[buffer(0)]]) { o[0] = 7; }
        kernel void bad(device ulong* o [[buffer(0)]]) { o[0] = 7; }
        struct S { float4 p [[attribute(0)]]; };
        fragment float4 worse(S s [[stage_in]]) { return s.p; }
        vertex float4 stage() { return float4(0); }";
    let result = translate(text, "--entry-point good");
    assert_eq!((result.status, result.errors.as_str()), (0, ""));
    assert!(result.output.contains("fn good()"), "{}", result.output);
    // Vertex and fragment functions number the values between them together.
    assert_eq!(translate(text, "--entry-point stage").status, 1);
    assert_eq!(translate(text, "--entry-point bad").status, 1);
    assert_eq!(translate(text, "").status, 1);
    let newer = "kernel void good(device float* o [[buffer(0)]]) { o[0] = 7; }
        kernel void bad(device float* o [[buffer(0)]]) { bfloat x = bfloat(o[0]); o[0] = float(x); }";
    assert_eq!(translate(newer, "--entry-point good --std metal3.1").status, 0);
    let refused = translate(newer, "--entry-point bad --std metal3.1");
    assert_eq!(refused.status, 2, "{refused:?}");
}

#[test]
fn arguments_belong_to_the_program() {
    let two = "kernel void f(threadgroup int* m [[threadgroup(1)]]) { m[0] = 1; } fragment float4 g() { return 1; }";
    let cases = [
        ("", "several kernel, vertex or fragment functions: select one with --entry-point: `f`, `g`"),
        ("--entry-point h", "unknown kernel, vertex or fragment function `h`: the program has `f`, `g`"),
        ("--entry-point f", "missing size of `m`: pass one with --threadgroup-memory 1=BYTES"),
        (
            "--entry-point f --threadgroup-memory 0=4",
            "--threadgroup-memory 0: `f` has no argument [[threadgroup(0)]]",
        ),
        ("--entry-point g --threadgroup-size 4", "--threadgroup-size is only for kernels"),
        (
            "--entry-point g --texture-format 2=r32float",
            "--texture-format 2: `g` has no argument [[texture(2)]]",
        ),
        ("--entry-point g --texture-format 2=r31float", "unknown texel format `r31float`"),
        ("--entry-point g --texture-format r32float", "expected NUMBER=FORMAT"),
        (
            "--entry-point g --constant N=4",
            "--constant N: unknown function constant `N`: the program has none",
        ),
    ];
    for (line, message) in cases {
        let result = translate(two, line);
        assert_eq!((result.status, result.output.as_str()), (2, ""), "{line}");
        assert!(result.errors.contains(message), "{line}: {}", result.errors);
    }
    assert_eq!(translate(two, "--entry-point f --threadgroup-memory 1=4").status, 0);
    assert_eq!(translate("void f() {}", "").status, 2);
    assert_eq!(run_with_input(&["translate", "none.metal"], b"").status, 2);
}

#[test]
fn options_of_metal_are_those_of_checks() {
    let text = "kernel void f(device int* a [[buffer(0)]]) { a[0] = VALUE + __METAL_VERSION__; }";
    let result = translate(text, "-D VALUE=7 --std ios-metal2.0");
    assert!(result.output.contains("a[0u] = 207i;"), "{result:?}");
}

#[test]
fn facts_that_only_the_pipeline_knows_are_options() {
    let text = "using namespace metal;
        kernel void f(texture2d<float, access::write> t [[texture(1)]], device float* a [[buffer(0)]]) {
            t.write(a[1], uint2(0)); a[0] = min(a[1], a[2]); }";
    let result = translate(text, "--texture-format 1=rgba8unorm --no-fast-math");
    assert!(result.output.contains(": texture_storage_2d<rgba8unorm, write>;"), "{result:?}");
    assert!(result.output.contains("select(min(x, y), y, x != x)"), "{result:?}");
}
