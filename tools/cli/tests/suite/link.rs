//! `link`.

use crate::support::{folder, run, run_with_input};

const VERTEX: &str = "struct O { @builtin(position) p: vec4f, @location(0) a: f32 }
@vertex fn v() -> O { return O(); }
@vertex fn w() -> @builtin(position) vec4f { return vec4f(); }
";
const FRAGMENT: &str = "@fragment fn f(@location(0) a: f32) {}\n";

#[test]
fn stages_of_two_files_are_linked() {
    let folder = folder("link-files", &[("vertex.wgsl", VERTEX), ("fragment.wgsl", FRAGMENT)]);
    let link = |arguments: &[&str]| {
        let fixed = ["link", "vertex.wgsl", "fragment.wgsl", "--error-format", "short"];
        run(&folder, &[&fixed, arguments].concat())
    };
    assert_eq!(link(&["--vertex", "v"]).status, 0);
    let refused = link(&["--vertex", "w", "--fragment", "f"]);
    assert_eq!(refused.status, 1);
    assert!(
        refused.errors.starts_with("fragment.wgsl:1:29: error[pipeline/missing-output]"),
        "{}",
        refused.errors
    );
    // Each stage is first judged on its own.
    let two = link(&[]);
    assert_eq!(two.status, 1);
    assert!(two.errors.starts_with("vertex.wgsl:1:1: error[pipeline/unknown-entry-point]"), "{}", two.errors);
    let limited = link(&["--vertex", "v", "--target", "text,inter-stage-variables=0"]);
    assert_eq!(limited.errors.matches("pipeline/inter-stage-variables").count(), 4, "{}", limited.errors);
}

#[test]
fn stages_of_one_file_are_linked() {
    let both = format!("{VERTEX}{FRAGMENT}override x: i32;\nconst unused = array(x);\n");
    let folder = folder("link-file", &[("both.wgsl", &format!("{VERTEX}{FRAGMENT}")), ("bad.wgsl", &both)]);
    assert_eq!(run(&folder, &["link", "both.wgsl", "--vertex", "v"]).status, 0);
    let bad = run(&folder, &["link", "bad.wgsl", "--vertex", "v", "--error-format", "short"]);
    assert_eq!(bad.status, 1);
    assert_eq!(bad.errors.matches("error[").count(), 1, "{}", bad.errors);
}

const METAL_VERTEX: &str = "#include <metal_stdlib>
struct Given { metal::float4 place [[position]]; metal::float3 normal; };
vertex Given corner() { return Given {}; }
";
const METAL_FRAGMENT: &str = "#include <metal_stdlib>
struct Taken { metal::half3 normal; };
fragment metal::half4 shade(Taken taken [[stage_in]]) { return metal::half4(taken.normal, 1.0h); }
";

#[test]
fn functions_of_metal_are_linked() {
    let good =
        METAL_FRAGMENT.replace("half3 normal", "float3 normal").replace("taken.normal", "metal::half3(0.0h)");
    let both = format!("{METAL_VERTEX}{}", good.replace("#include <metal_stdlib>\n", ""));
    let folder = folder(
        "link-metal",
        &[
            ("v.metal", METAL_VERTEX),
            ("f.metal", METAL_FRAGMENT),
            ("both.metal", &both),
            ("a.wgsl", FRAGMENT),
        ],
    );
    assert_eq!(run(&folder, &["link", "both.metal"]).status, 0);
    let bad = run(&folder, &["link", "v.metal", "f.metal", "--error-format", "short"]);
    assert_eq!(bad.status, 1);
    let message = "f.metal:2:29: error[interface/stage-mismatch]: `normal` is `half3` here, but `float3` in the result of `corner`";
    assert!(bad.errors.starts_with(message), "{}", bad.errors);
    for (arguments, message) in [
        (&["v.metal"][..], "v.metal: no fragment function"),
        (&["both.metal", "--vertex", "edge"], "both.metal: unknown vertex function `edge`"),
        (&["both.metal", "--constant", "a=1"], "--constant is only for WGSL"),
        (&["v.metal", "a.wgsl"], "a.wgsl: both programs must be in the same language"),
    ] {
        let refused = run(&folder, &[&["link"], arguments].concat());
        assert_eq!(refused.status, 2, "{}", refused.errors);
        assert!(refused.errors.contains(message), "{}", refused.errors);
    }
}

#[test]
fn a_missing_file_is_reported_once() {
    let folder = folder("link-missing", &[("vertex.wgsl", VERTEX)]);
    for (files, count) in [
        (&["none.wgsl"][..], "1 file"),
        (&["none.wgsl", "none.wgsl"], "1 file"),
        (&["none.wgsl", "nowhere.wgsl"], "2 files"),
    ] {
        let result = run(&folder, &[&["link"], files].concat());
        assert_eq!(result.status, 2);
        assert_eq!(result.errors.matches("none.wgsl: can't be read: ").count(), 1, "{}", result.errors);
        assert!(result.errors.contains(&format!("\n{count}: ")), "{}", result.errors);
    }
}

#[test]
fn standard_input_holds_both_stages() {
    let both = format!("{VERTEX}{FRAGMENT}");
    let result = run_with_input(&["link", "-", "--vertex", "v"], both.as_bytes());
    assert_eq!((result.status, result.errors.as_str()), (0, "1 file: 1 accepted\n"));
}
