//! `translate-check`.

use crate::support::{BAD, folder, run};
use std::fs;

const KERNEL: &str = "@group(0) @binding(0) var<storage, read_write> squares: array<u32>;
override factor: u32 = 1;
@compute @workgroup_size(32) fn square(@builtin(global_invocation_id) id: vec3u) {
    squares[id.x] = squares[id.x] * squares[id.x] * factor;
}
@fragment fn paint() -> @location(0) vec4f { return vec4f(1); }
";

/// naga writes the attributes of its output without a comma.
const DUAL: &str = "enable dual_source_blending;
struct Colors { @location(0) @blend_src(0) first: vec4f, @location(0) @blend_src(1) second: vec4f }
@fragment fn paint() -> Colors { return Colors(); }
";

#[test]
fn a_right_translation_is_told_in_figures() {
    let folder = folder("translate-check-right", &[("a.wgsl", KERNEL)]);
    let result = run(&folder, &["translate-check", "a.wgsl", "--constant", "factor=3"]);
    assert_eq!((result.status, result.errors.as_str()), (0, ""));
    let lines: Vec<&str> = result.output.lines().collect();
    assert!(lines[0].starts_with("compute `square`: ") && lines[0].ends_with(" for Metal 2.0 to 3.1"));
    assert_eq!(lines[1], "  valid, with the interface of the WGSL program");
    assert!(lines[2].ends_with("executions with a result allowed by WGSL"), "{}", lines[2]);
    assert_eq!(lines[5], "  6 executions with a result allowed by WGSL");
    assert_eq!(lines.len(), 6, "{}", result.output);
}

#[test]
fn a_wrong_translation_is_told_with_its_line_and_section() {
    let folder = folder("translate-check-wrong", &[("a.wgsl", DUAL)]);
    let result =
        run(&folder, &["translate-check", "a.wgsl", "--bounds", "restrict", "--metal-version", "3.1"]);
    assert_eq!(result.status, 1);
    let first = "finding[parse/invalid-attribute]: expected `,` between attributes, found `index`";
    assert!(result.errors.starts_with(first), "{}", result.errors);
    assert!(result.errors.contains("first [[color(0) index(0)]];"), "{}", result.errors);
    assert!(
        result.errors.contains("with Metal 3.1, out-of-bounds accesses: restrict\n"),
        "{}",
        result.errors
    );
}

#[test]
fn the_texts_and_the_findings_are_written_for_programs() {
    let folder = folder("translate-check-json", &[("a.wgsl", DUAL)]);
    let result = run(&folder, &["translate-check", "a.wgsl", "--format", "json", "--out", "texts"]);
    assert_eq!((result.status, result.errors.as_str()), (1, ""));
    let report: serde_json::Value = serde_json::from_str(&result.output).expect("JSON");
    let finding = &report["entry_points"][0]["findings"][0];
    let text = fs::read_to_string(folder.join("texts/paint.metal")).expect("the text");
    assert_eq!((&finding["kind"], &finding["code"]), (&"invalid".into(), &"parse/invalid-attribute".into()));
    assert_eq!(finding["place"]["file"], "paint.metal");
    let line = finding["place"]["line"].as_u64().expect("a line") as usize;
    let shown = finding["place"]["source"].as_str().expect("the line");
    assert_eq!(text.lines().nth(line - 1).map(str::trim), Some(shown));
}

#[test]
fn programs_without_a_translation_are_told_apart() {
    let unknown = "requires unrestricted_pointer_parameters;
var<workgroup> a: array<u32, 4>;
fn f(p: ptr<workgroup, u32>) { *p = 1; }
@compute @workgroup_size(1) fn main() { f(&a[1]); }
";
    let folder =
        folder("translate-check-none", &[("bad.wgsl", BAD), ("unknown.wgsl", unknown), ("a.wgsl", KERNEL)]);
    let bad = run(&folder, &["translate-check", "bad.wgsl"]);
    assert_eq!((bad.status, bad.errors.contains("type/no-matching-overload")), (1, true), "{}", bad.errors);
    let unknown = run(&folder, &["translate-check", "unknown.wgsl"]);
    assert_eq!(unknown.status, 1);
    assert!(unknown.errors.starts_with("unknown.wgsl:1: naga rejects this program: "), "{}", unknown.errors);
    assert_eq!(run(&folder, &["translate-check", "missing.wgsl"]).status, 2);
    let absent = run(&folder, &["translate-check", "a.wgsl", "--entry-point", "cube"]);
    assert_eq!(
        (absent.status, absent.errors.as_str()),
        (2, "wgsl-check: a.wgsl: unknown entry point `cube`\n")
    );
    let version = run(&folder, &["translate-check", "a.wgsl", "--metal-version", "9"]);
    assert_eq!((version.status, version.errors.contains("expected one of 2.0, 2.1, 2.2")), (2, true));
}

/// A kernel with a sum of this many terms.
fn sum(terms: usize) -> String {
    let sum = " + b[1]".repeat(terms - 1);
    format!(
        "@group(0) @binding(0) var<storage, read_write> b: array<u32, 2>;
@compute @workgroup_size(1) fn f() {{ b[0] = b[1]{sum}; }}
"
    )
}

#[test]
fn a_deep_program_is_not_compared() {
    let folder = folder("translate-check-deep", &[("a.wgsl", &sum(300)), ("b.wgsl", &sum(5_000))]);
    let result = run(&folder, &["translate-check", "a.wgsl"]);
    assert_eq!((result.status, result.errors.as_str()), (2, ""), "{}", result.output);
    assert!(result.output.contains("  not compared: the Metal front end does not read"), "{}", result.output);
    assert!(!result.output.contains("finding") && !result.output.contains("valid"), "{}", result.output);
    let result = run(&folder, &["translate-check", "b.wgsl"]);
    assert_eq!((result.status, result.output.as_str()), (2, ""));
    assert!(result.errors.starts_with("b.wgsl: not compared: "), "{}", result.errors);
    let result = run(&folder, &["translate-check", "b.wgsl", "--format", "json"]);
    let report: serde_json::Value = serde_json::from_str(&result.output).expect("JSON");
    assert_eq!((result.status, report.get("rejected")), (2, None));
    assert!(report["not_compared"].as_str().is_some_and(|reason| reason.contains("levels deep")), "{report}");
}
