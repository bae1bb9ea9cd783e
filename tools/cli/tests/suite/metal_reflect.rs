//! `reflect` and `layout` for programs in Metal.

use crate::support::{folder, run, run_with_input};
use serde_json::{Value, json};

const PROGRAM: &str = "#include <metal_stdlib>
using namespace metal;
constant bool lit [[function_constant(0)]];
struct Params { float3 scale; uint count; };
struct Corner { float3 at [[attribute(0)]]; };
struct Varying { float4 place [[position]]; half2 uv [[user(map)]]; float light [[flat]]; };
[[max_total_threads_per_threadgroup(64)]] kernel void scale(device float* values [[buffer(0)]],
    constant Params& params, threadgroup float* scratch [[threadgroup(0)]],
    uint id [[thread_position_in_grid]]) { values[id] *= params.scale.x; }
vertex Varying corner(Corner in [[stage_in]]) { return Varying {}; }
fragment half4 shade(Varying in [[stage_in]], texture2d<half> map [[texture(2)]], sampler s,
    texture2d<half> shadow [[texture(3), function_constant(lit)]]) { return map.sample(s, float2(in.uv)); }
";

const STRUCTURES: &str = "\
struct Params: size 32, align 16
  offset     size  align  member
       0       16     16  float3 scale
      16        4      4  uint count
      20       12         padding

struct Corner: size 16, align 16
  offset     size  align  member
       0       16     16  float3 at

struct Varying: size 32, align 16
  offset     size  align  member
       0       16     16  float4 place
      16        4      4  half2 uv
      20        4      4  float light
      24        8         padding

";

#[test]
fn text_shows_the_arguments_of_functions() {
    let folder = folder("metal-reflect", &[("a.metal", PROGRAM)]);
    let result = run(&folder, &["reflect", "a.metal"]);
    assert_eq!(result.status, 0, "{}", result.errors);
    let functions = "\
constant bool lit [[function_constant(0)]]

kernel scale
  threadgroup: at most 64 threads
  buffer(0): device float* values  read_write  4 bytes
  buffer(1): constant const Params& params  read  32 bytes
  threadgroup(0): threadgroup float* scratch  read_write  4 bytes
  in: [[thread_position_in_grid]] uint id

vertex corner
  in: [[attribute(0)]] float3 in.at
  out: [[position]] float4 place
  out: [[user(map)]] half2 uv
  out: [[flat]] float light

fragment shade
  texture(2): texture2d<half> map  sample
  sampler(0): sampler s
  texture(3): texture2d<half> shadow  sample  if lit
  in: [[position]] float4 in.place
  in: [[user(map)]] half2 in.uv
  in: [[flat]] float in.light
  out: [[color(0)]] half4

";
    assert_eq!(result.output, format!("{functions}{STRUCTURES}"));
    let layout = run_with_input(&["layout", "--language", "msl", "-"], PROGRAM.as_bytes());
    assert_eq!((layout.status, &*layout.output), (0, STRUCTURES));
}

#[test]
fn json_says_the_same() {
    let folder = folder("metal-reflect-json", &[("a.metal", PROGRAM)]);
    let result = run(&folder, &["reflect", "a.metal", "--format", "json"]);
    let found: Value = serde_json::from_str(&result.output).expect("JSON");
    assert_eq!((&found["schema"], &found["file"]), (&json!(1), &json!("a.metal")));
    let buffer = json!({ "name": "params", "kind": "buffer", "index": 1, "count": 1, "type": "constant const Params&",
        "space": "constant", "access": "read", "size": 32 });
    assert_eq!(found["entry_points"][0]["resources"][1], buffer);
    let light = json!({ "name": "light", "type": "float", "varying": "light", "user": false, "interpolation": "flat" });
    assert_eq!(found["entry_points"][1]["outputs"][2], light);
    let layout = run(&folder, &["layout", "a.metal", "--format", "json"]);
    let layout: Value = serde_json::from_str(&layout.output).expect("JSON");
    assert_eq!(layout["structs"], found["structs"]);
    assert_eq!(layout["structs"][0]["members"][1]["offset"], 16);
}

#[test]
fn headers_are_read_and_the_standard_counts() {
    let header = "struct Shared { float4 a; };\n";
    let program = "#include \"shared.h\"\nkernel void k(device Shared* s [[buffer(0)]]) {}\n";
    let later = "kernel void k(device bfloat* s [[buffer(0)]]) {}\n";
    let folder =
        folder("metal-reflect-header", &[("a.metal", program), ("i/shared.h", header), ("b.metal", later)]);
    let found = run(&folder, &["reflect", "-I", "i", "a.metal"]);
    assert!(found.output.contains("struct Shared: size 16"), "{}{}", found.output, found.errors);
    let missing = run(&folder, &["reflect", "a.metal"]);
    assert_eq!((missing.status, &*missing.output), (2, ""));
    assert!(missing.errors.contains("not checked: header `shared.h` was not found"), "{}", missing.errors);
    assert_eq!(run(&folder, &["layout", "b.metal"]).status, 1);
    assert_eq!(run(&folder, &["layout", "--std", "metal3.1", "b.metal"]).status, 0);
}

#[test]
fn an_option_for_a_different_language_is_refused() {
    let folder = folder("metal-reflect-refused", &[("a.metal", PROGRAM), ("a.wgsl", "fn f() {}\n")]);
    let edition = run(&folder, &["reflect", "--edition", "current", "a.metal"]);
    assert_eq!(
        (edition.status, &*edition.errors),
        (2, "wgsl-check: --edition is only for WGSL, but a.metal is Metal\n")
    );
    let standard = run(&folder, &["layout", "--std", "naga", "a.wgsl"]);
    assert_eq!(
        (standard.status, &*standard.errors),
        (2, "wgsl-check: --std is only for Metal, but a.wgsl is WGSL\n")
    );
}
