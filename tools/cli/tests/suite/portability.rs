//! `--target` and `portability`.

use crate::support::{BAD, GOOD, run_with_input};
use serde_json::{Value, json};

const PROGRAM: &str = "enable f16;
@group(0) @binding(0) var<uniform> u: array<f32, 4>;
@compute @workgroup_size(512) fn f() {
    var v: vec2h;
    let p = &v;
    _ = p.x;
    _ = u[0];
}
";

#[test]
fn a_report_lists_needs_and_targets() {
    let result = run_with_input(&["portability", "-"], PROGRAM.as_bytes());
    assert_eq!((result.status, result.errors.as_str()), (0, ""));
    let expected = "\
<stdin>

extensions
  f16                             device feature shader-f16, at 1:8
  uniform_buffer_standard_layout  language extension, at 2:39
  pointer_composite_access        language extension, at 6:9

limits
         1 of    15  levels of nested types, at 2:39
         1 of   127  levels of nested braces in a function, at 3:34
         4 of  8192  bytes of variables that one function declares, at 3:34
       512 of   256  invocations of a workgroup in x, at 3:26, not guaranteed
       512 of   256  invocations of a workgroup, at 3:10, not guaranteed

targets
  text      accepts";
    let (head, tail) = result.output.split_at(expected.len());
    assert_eq!(head, expected);
    let verdicts: Vec<&str> = tail.lines().filter(|line| line.ends_with(')')).collect();
    assert_eq!(verdicts.len(), 5, "{tail}");
    assert!(verdicts[1].starts_with("  portable  rejects"), "{tail}");
    assert!(verdicts[2].starts_with("  tint      accepts"), "{tail}");
    assert!(verdicts[3].starts_with("  naga      rejects"), "{tail}");
    assert!(verdicts[4].starts_with("  webkit    rejects"), "{tail}");
    let codes = tail.lines().filter_map(|line| line.split_once('[')).map(|(_, code)| code);
    let expected = [
        "resolve/extension-not-supported]",
        "layout/uniform-alignment]",
        "pipeline/workgroup-size]",
        "layout/uniform-alignment]",
        "layout/uniform-alignment]",
    ];
    assert_eq!(codes.collect::<Vec<_>>(), expected);
}

#[test]
fn json_says_the_same() {
    let result = run_with_input(&["portability", "-", "--format", "json"], PROGRAM.as_bytes());
    let report: Value = serde_json::from_str(&result.output).expect("JSON");
    assert_eq!(report["schema"], 1);
    let f16 = json!({ "name": "f16", "kind": "enable", "feature": "shader-f16", "proposed": false, "line": 1, "column": 8 });
    assert_eq!(report["extensions"][0], f16);
    assert_eq!(report["limits"][3]["name"], "workgroup-size-x");
    assert_eq!(
        (&report["limits"][3]["needed"], &report["limits"][3]["guaranteed"]),
        (&json!(512), &json!(256))
    );
    assert_eq!(report["targets"][1]["target"], "portable");
    assert_eq!(report["targets"][1]["accepted"], false);
    assert_eq!(report["targets"][1]["findings"][0]["code"], "resolve/extension-not-supported");
}

#[test]
fn a_program_without_needs_has_an_empty_report() {
    let result = run_with_input(&["portability", "-"], GOOD.as_bytes());
    assert!(result.output.contains("\nextensions: none\n"), "{}", result.output);
    assert!(!result.output.contains("rejects"), "{}", result.output);
}

#[test]
fn a_rejected_program_has_no_report() {
    let result = run_with_input(&["portability", "-"], BAD.as_bytes());
    assert_eq!((result.status, result.output.as_str()), (1, ""));
    assert!(result.errors.contains("type/no-matching-overload"), "{}", result.errors);
    assert_eq!(run_with_input(&["portability", "there/is/none.wgsl"], b"").status, 2);
}

#[test]
fn an_extension_of_an_engine_is_listed_with_the_targets() {
    let program = "enable wgpu_ray_query;
@group(0) @binding(0) var scene: acceleration_structure;
@fragment fn f(@location(0) a: f32) { if a > 0.0 { _ = dpdx(a); } }
";
    let result = run_with_input(&["portability", "-"], program.as_bytes());
    assert_eq!((result.status, result.errors.as_str()), (1, ""));
    assert!(result.output.contains("\n  wgpu_ray_query  only in naga, at 1:8\n"), "{}", result.output);
    let result = run_with_input(&["portability", "-", "--format", "json"], program.as_bytes());
    let report: Value = serde_json::from_str(&result.output).expect("JSON");
    let extension = json!({ "name": "wgpu_ray_query", "kind": "engine", "engine": "naga", "proposed": false, "line": 1, "column": 8 });
    assert_eq!(report["extensions"], json!([extension]));
    let naga = &report["targets"][3];
    assert_eq!((&naga["accepted"], &naga["unchecked"]), (&json!(true), &json!(true)));
    let codes = |list: &Value| -> Vec<String> {
        list.as_array().map_or_else(Vec::new, |list| list.iter().map(|it| it["code"].to_string()).collect())
    };
    let [extension, derivative] =
        ["\"parse/unknown-extension\"", "\"uniformity/derivative\""].map(str::to_owned);
    assert_eq!(codes(&naga["tolerated"]), [extension.clone(), derivative]);
    assert_eq!(codes(&report["targets"][0]["findings"]), [extension]);
    assert_eq!(report["targets"][0]["tolerated"], Value::Null);
}

#[test]
fn extensions_that_are_needed_without_a_use_are_listed() {
    let program = "enable subgroups;
@compute @workgroup_size(64) fn f(@builtin(subgroup_id) id: u32) {
    if id > 7 { _ = subgroupAdd(id); }
}
";
    let result = run_with_input(&["portability", "-"], program.as_bytes());
    let expected = "\nextensions
  subgroups            device feature subgroups, at 1:8
  subgroup_id          language extension, at 2:35
  subgroup_uniformity  language extension, at 3:21
";
    assert!(result.output.contains(expected), "{}", result.output);
    let without = ["--target", "text,-subgroup_uniformity", "--error-format", "short", "-"];
    let refused = run_with_input(&without, program.as_bytes());
    assert!(refused.errors.starts_with("<stdin>:3:21: error[uniformity/subgroup]"), "{}", refused.errors);
}

#[test]
fn newer_extensions_are_named_as_such() {
    let program = b"requires swizzle_assignment; fn f() { var v = vec4f(); v.xy = vec2f(); }";
    let result = run_with_input(&["portability", "-"], program);
    let expected = "language extension, newer than the specification this version implements, at 1:10";
    assert!(result.output.contains(expected), "{}", result.output);
    let result = run_with_input(&["portability", "-", "--format", "json"], program);
    let report: Value = serde_json::from_str(&result.output).expect("JSON");
    assert_eq!(report["extensions"][0]["newer"], true);
}

#[test]
fn programs_are_checked_for_a_target() {
    let check = |target: &str| {
        run_with_input(&["--target", target, "--error-format", "short", "-"], PROGRAM.as_bytes())
    };
    assert_eq!(check("text").status, 0);
    let refused = check("tint,-f16");
    assert_eq!(refused.status, 1);
    assert!(
        refused.errors.starts_with("<stdin>:1:8: error[resolve/extension-not-supported]"),
        "{}",
        refused.errors
    );
    let unknown = run_with_input(&["--target", "tinted", "-"], b"");
    assert_eq!(unknown.status, 2);
    assert!(unknown.errors.contains("unknown target `tinted`, expected one of text"), "{}", unknown.errors);
}

#[test]
fn metal_programs_have_versions_and_features() {
    let program = "#include <metal_stdlib>
using namespace metal;
kernel void k(device float* a [[buffer(0)]], texture2d<float, access::read_write> t [[texture(0)]], uint i [[thread_position_in_grid]]) {
    a[i] = simd_shuffle(a[i], 1);
}
";
    let metal = |format: &str| {
        run_with_input(&["portability", "--language", "metal", "--format", format, "-"], program.as_bytes())
    };
    let result = metal("text");
    assert_eq!((result.status, result.errors.as_str()), (0, ""));
    assert!(
        result.output.contains("\nMetal since 2.3 (iOS), 2.0 (macOS), 3.0 (all platforms)\n"),
        "{}",
        result.output
    );
    assert!(result.output.contains("\nfeatures\n"), "{}", result.output);
    assert!(result.output.contains("\n  ios-metal2.2    rejects  (iOS)\n"), "{}", result.output);
    let report: Value = serde_json::from_str(&metal("json").output).expect("JSON");
    assert_eq!(report["versions"][1], json!({ "platform": "macOS", "version": "2.0" }));
    let names = report["extensions"].as_array().expect("a list").iter().map(|it| &it["name"]);
    assert!(names.into_iter().any(|name| name == "simd_shuffle"), "{report}");
    assert_eq!(report["extensions"][0]["kind"], "version");
    let both = "available on iOS since Metal 2.3, available on macOS since Metal 2.0";
    assert_eq!(report["extensions"][1]["available"], both);
    assert_eq!(report["limits"], json!([]));
    // `--std` and `--edition` are each for one language.
    let other = run_with_input(&["portability", "--std", "ios-metal2.2", "-"], GOOD.as_bytes());
    assert_eq!(other.status, 2, "{}", other.errors);
}
