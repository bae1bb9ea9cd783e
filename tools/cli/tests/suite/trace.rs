//! `run --trace`, `--where`, and comments that show values.

use crate::support::{Run, folder, run, run_with_input};

const SCALE: &str = "@group(0) @binding(0) var<storage, read_write> d: array<u32>;
var<workgroup> hits: atomic<u32>;
fn twice(x: u32) -> u32 {
  let y = x * 2u;
  return y; // wgsl-check: print(y)
}
@compute @workgroup_size(4)
fn main(@builtin(global_invocation_id) id: vec3<u32>) {
  atomicAdd(&hits, 1u);
  if id.x == 9u {
    d[0] = 1u;
  }
  d[id.x] = twice(id.x);
}
";

fn traced(program: &str, arguments: &[&str]) -> Run {
    let common = ["run", "-", "--bind", "0:0=zero:16", "--show", "none"];
    run_with_input(&[&common[..], arguments].concat(), program.as_bytes())
}

#[test]
fn values_are_shown_for_the_invocations_of_a_filter() {
    let result = traced(SCALE, &["--trace", "id.x + 1@13", "--where", "lane == 2"]);
    assert_eq!(
        (result.status, result.output.as_str()),
        (0, "<stdin>:13: gid (2, 0, 0): id.x + 1 = 3\n<stdin>:5: gid (2, 0, 0): y = 4\n")
    );
}

#[test]
fn atomics_calls_and_negative_numbers_are_shown() {
    for (expression, value) in [("atomicLoad(&hits)", "4"), ("twice(id.x)", "6"), ("-1.5", "-1.5")] {
        let result = traced(SCALE, &["--trace", &format!("{expression} @ 13"), "--where", "lane == 3"]);
        let first = result.output.lines().next().unwrap_or_default();
        assert_eq!(first, format!("<stdin>:13: gid (3, 0, 0): {expression} = {value}"), "{}", result.errors);
    }
}

#[test]
fn values_beyond_the_end_of_memory_are_marked() {
    let result = traced(SCALE, &["--trace", "d[id.x + 2u]@13", "--where", "lane >= 1 && lane <= 2"]);
    let first: Vec<&str> = result.output.lines().take(2).collect();
    let expected = [
        "<stdin>:13: gid (1, 0, 0): d[id.x + 2u] = 0",
        "<stdin>:13: gid (2, 0, 0): d[id.x + 2u] = 0 (out of bounds)",
    ];
    assert_eq!(first, expected, "{}", result.errors);
}

#[test]
fn a_comment_in_an_odd_place_is_a_warning() {
    let program = "// wgsl-check: print(1u)
struct S { // wgsl-check: print(2u)
  a: u32 }
@group(0) @binding(0) var<storage, read_write> d: array<u32>;
@compute @workgroup_size(1)
fn main() {
  let a = 1u + // wgsl-check: print(3u)
    2u; // wgsl-check: print(a)
  switch a { // wgsl-check: print(4u)
    default: { d[0] = a; }
  } // wgsl-check: print(nothing)
  d[1] = a; // wgsl-check: prnt(a)
}
";
    let result = traced(program, &[]);
    assert_eq!((result.status, result.output.as_str()), (0, "<stdin>:8: gid (0, 0, 0): a = 3\n"));
    for line in [1, 2, 7, 9, 11, 12] {
        assert!(result.errors.contains(&format!("warning: <stdin>:{line}: ")), "{line}: {}", result.errors);
    }
}

#[test]
fn the_expression_that_is_wrong_is_named() {
    let reason = |arguments: &[&str]| {
        let result = traced(SCALE, arguments);
        assert_eq!((result.status, result.output.as_str()), (2, ""), "{arguments:?}");
        result.errors
    };
    for filter in ["gid.x == 1u)", "gid", "1", "nothing"] {
        let errors = reason(&["--trace", "id@13", "--where", filter]);
        assert!(errors.contains(&format!("--where `{filter}`")), "{errors}");
    }
    assert!(
        reason(&["--trace", "nothing@13", "--where", "true"]).contains("can't show `nothing` on line 13")
    );
    assert!(reason(&["--trace", "id@13", "--where", " "]).contains("--where: expected an expression"));
    assert!(reason(&["--trace", "id@7"]).contains("no statement starts on line 7"));
    assert!(traced(SCALE, &["--trace", "id@13", "--where", "true // all"]).errors.is_empty());
}

#[test]
fn a_trace_without_values_says_so() {
    let result = traced(SCALE, &["--trace", "id@11", "--where", "lane == 99"]);
    assert_eq!((result.status, result.output.as_str()), (0, ""));
    assert!(result.errors.contains("trace: no values"), "{}", result.errors);
}

#[test]
fn lines_of_imported_files_are_lines_of_the_file() {
    let main = "import package::util::helped;
@group(0) @binding(0) var<storage, read_write> d: array<u32>;
@compute @workgroup_size(1)
fn main() {
  d[0] = helped(4u);
}
";
    let files = [
        ("wesl.toml", "[package]\nedition = \"unstable_2025\"\nroot = \".\"\n"),
        ("util.wesl", "\n\nfn helped(x: u32) -> u32 {\n  let h = x + 1u;\n  return h;\n}\n"),
        ("main.wesl", main),
    ];
    let folder = folder("trace-imports", &files);
    let arguments =
        ["run", "main.wesl", "--bind", "0:0=zero:4", "--show", "none", "--trace", "h@util.wesl:5"];
    let result = run(&folder, &arguments);
    assert_eq!((result.status, result.errors.as_str()), (0, ""));
    assert!(result.output.ends_with("util.wesl:5: gid (0, 0, 0): h = 5\n"), "{}", result.output);
}

const KERNEL: &str = "#include <metal_stdlib>
using namespace metal;
struct Pair { float3 a; bool b; };
static int twice(int x) { return x * 2; }
kernel void f(device float *d [[buffer(0)]], constant Pair &pair [[buffer(1)]],
              uint i [[thread_position_in_grid]]) {
  threadgroup int words[4];
  words[i] = twice(i);
  threadgroup_barrier(mem_flags::mem_threadgroup);
  float4 v = float4(i); // wgsl-check: print(v.xy)
  d[i] = v.x;
}
";

fn kernel(arguments: &[&str]) -> Run {
    let common = ["run", "-", "--language", "msl", "--threads", "4", "--threadgroup-size", "4,1,1"];
    let bindings = ["--bind", "0=zero:16", "--bind", "1=zero:32", "--show", "none"];
    run_with_input(&[&common[..], &bindings, arguments].concat(), KERNEL.as_bytes())
}

#[test]
fn values_of_a_kernel_have_the_types_of_metal() {
    for (expression, value) in [
        ("words", "int[4](0, 2, 4, 6)"),
        ("pair", "Pair(float3(0.0, 0.0, 0.0), false)"),
        ("twice(i) > 3", "true"),
        ("gid.x + lane", "4"),
        ("d", "float[](0.0, 0.0, 0.0, 0.0)"),
        ("float3(v.yyw)", "float3(2.0, 2.0, 2.0)"),
    ] {
        let result = kernel(&["--trace", &format!("{expression}@11"), "--where", "lid.x == 2"]);
        let line = format!("<stdin>:11: gid (2, 0, 0): {expression} = {value}");
        assert!(result.output.lines().any(|it| it == line), "{line}: {} {}", result.output, result.errors);
    }
    let first = kernel(&["--where", "i == 1"]).output;
    assert_eq!(first, "<stdin>:10: gid (1, 0, 0): v.xy = float2(1.0, 1.0)\n");
}

#[test]
fn statements_of_a_header_have_values() {
    let header = "#pragma once
static uint plain(uint x) {
  uint y = x + x;
  return y;
}
template <typename T> T twice(T x) {
  T y = x + x; // wgsl-check: print(y)
  return y;
}
";
    let main = "#include \"util.h\"
kernel void k(device uint* d [[buffer(0)]], uint i [[thread_position_in_grid]]) {
  d[i] = twice(i) + plain(i); // wgsl-check: print(d[i])
}
// wgsl-check: print(1)
";
    let folder = folder("trace-header", &[("a.metal", main), ("util.h", header)]);
    let arguments =
        ["run", "a.metal", "--threads", "2", "--bind", "0=zero:8", "--show", "none", "--where", "gid.x == 1"];
    let result = run(&folder, &[&arguments[..], &["--trace", "y + 1u@util.h:4"]].concat());
    let expected = "util.h:7: gid (1, 0, 0): y = 2\nutil.h:4: gid (1, 0, 0): y + 1u = 3\na.metal:3: gid (1, 0, 0): d[i] = 4\n";
    assert_eq!(result.output.replace(&format!("{}/", folder.display()), ""), expected, "{}", result.errors);
    assert!(result.errors.contains("a.metal:5: `1` is not shown"), "{}", result.errors);
}

#[test]
fn expressions_of_a_kernel_are_checked_in_their_scope() {
    for (expression, part) in [
        ("x@11", "not declared"),
        ("v.x = 1@11", "side effects"),
        ("v); (v@11", "expected one expression"),
        ("words@4", "not declared"),
        ("v@5", "no statement starts on line 5"),
    ] {
        let result = kernel(&["--trace", expression]);
        assert_eq!(result.status, 2, "{expression}");
        assert!(result.errors.contains(part), "{expression}: {}", result.errors);
    }
}

const CHAIN: &str = "@group(0) @binding(0) var<storage, read> a: array<u32>;
@group(0) @binding(1) var<storage, read_write> d: array<u32>;
var<workgroup> w: array<u32, 4>;
@compute @workgroup_size(4)
fn main(@builtin(local_invocation_index) i: u32) {
  var local = array<u32, 2>(a[i], 7u);
  w[i] = local[0] * 2u;
  workgroupBarrier();
  var sum = 0u;
  for (var k = 0u; k < 2u; k++) {
    sum += w[(i + k) % 4u];
  }
  d[i] = sum + i;
}
";

/// The lines of an explanation, without the place and the source.
fn explained(program: &str, element: &str) -> Vec<String> {
    let arguments = [
        "run",
        "-",
        "--bind",
        "0:0=u32:1,2,3,4",
        "--bind",
        "0:1=zero:32",
        "--show",
        "none",
        "--explain-value",
    ];
    let result = run_with_input(&[&arguments[..], &[element]].concat(), program.as_bytes());
    assert_eq!((result.status, result.errors.as_str()), (0, ""));
    result.output.lines().map(str::to_owned).collect()
}

#[test]
fn a_value_is_explained_back_to_the_inputs() {
    let lines = explained(CHAIN, "0:1[2]");
    let starts = [
        "0:1[2] = 16, written at <stdin>:13 by invocation 2 of workgroup 0: `",
        "  local_invocation_index = 2, read at <stdin>:",
        "  workgroup memory, byte 8 = 6, read at <stdin>:11 by invocation 2 of workgroup 0: `",
        "    workgroup memory, byte 8 = 6, written at <stdin>:7 by invocation 2 of workgroup 0: `",
        "      0:0[2] = 3, read at <stdin>:6 by invocation 2 of workgroup 0: `",
        "  workgroup memory, byte 12 = 8, read at <stdin>:11 by invocation 2 of workgroup 0: `",
        "    workgroup memory, byte 12 = 8, written at <stdin>:7 by invocation 3 of workgroup 0: `",
        "      0:0[3] = 4, read at <stdin>:6 by invocation 3 of workgroup 0: `",
    ];
    let all = lines.join("\n");
    for start in starts {
        assert!(lines.iter().any(|line| line.starts_with(start)), "{start}\n{all}");
    }
    assert_eq!(explained(CHAIN, "0:1[6]"), ["0:1[6]: no store wrote it"]);
}

/// Each element has its own store: elements of an array that is stored as a whole, and elements that share a word.
#[test]
fn neighbours_have_explanations_of_their_own() {
    let array = "@group(0) @binding(0) var<storage, read> a: array<u32>;
@group(0) @binding(1) var<storage, read_write> d: array<u32, 2>;
@compute @workgroup_size(1) fn main() {
  d = array(a[1], a[2]);
}
";
    let lines = explained(array, "0:1[1]");
    assert!(lines[0].starts_with("0:1[1] = 3, written at <stdin>:4 by invocation 0 "), "{lines:?}");
    assert_eq!(lines.len(), 2, "{lines:?}");
    let halves = "enable f16;
@group(0) @binding(0) var<storage, read> a: array<u32>;
@group(0) @binding(1) var<storage, read_write> d: array<f16>;
@compute @workgroup_size(1) fn main() {
  d[0] = f16(a[3]);
  d[3] = d[1] + d[0];
}
";
    let lines = explained(halves, "0:1[3]");
    assert!(
        lines
            .iter()
            .any(|it| it.starts_with("  0:1[1] = 0.0, read at") && it.ends_with("(never written before)")),
        "{lines:?}"
    );
    assert!(lines.iter().any(|it| it.starts_with("    0:1[0] = 4.0, written at <stdin>:5 ")), "{lines:?}");
    assert_eq!(explained(halves, "0:1[1]"), ["0:1[1]: no store wrote it"]);
    // The index decides which component is written, and is not a part of the values.
    let vector = "@group(0) @binding(0) var<storage, read> a: array<u32>;
@group(0) @binding(1) var<storage, read_write> d: array<u32>;
@compute @workgroup_size(1) fn main(@builtin(local_invocation_index) i: u32) {
  var v = vec2(a[0], a[1]);
  v[i] = a[2];
  d[0] = v.y;
}
";
    let lines = explained(vector, "0:1[0]");
    assert!(lines.len() == 2 && lines[1].starts_with("  0:0[1] = 2, read at"), "{lines:?}");
}

/// A comment before the declaration of what the filter names is left out, with a warning.
#[test]
fn a_filter_that_a_comment_does_not_know_refuses_nothing() {
    let program = "@group(0) @binding(0) var<storage, read_write> d: array<u32>;
@compute @workgroup_size(2)
fn main(@builtin(local_invocation_index) i: u32) {
  // wgsl-check: print(i)
  var a = i * 3u;
  d[i] = a;
}
";
    let arguments =
        ["run", "-", "--bind", "0:0=zero:8", "--show", "none", "--trace", "a@6", "--where", "a > 0u"];
    let result = run_with_input(&arguments, program.as_bytes());
    assert_eq!((result.status, result.output.as_str()), (0, "<stdin>:6: gid (1, 0, 0): a = 3\n"));
    assert!(result.errors.contains("`i` is not shown: `a > 0u`"), "{}", result.errors);
}

#[test]
fn an_element_beyond_the_end_is_refused() {
    let arguments =
        ["run", "-", "--bind", "0:0=u32:1,2,3,4", "--bind", "0:1=zero:16", "--explain-value", "0:1[4]"];
    let result = run_with_input(&arguments, CHAIN.as_bytes());
    assert_eq!(result.status, 2);
    assert!(result.errors.contains("0:1[4]: there are 4 elements"), "{}", result.errors);
}

#[test]
fn atomic_operations_and_lengths_are_explained() {
    let program = "@group(0) @binding(0) var<storage, read> a: array<u32>;
@group(0) @binding(1) var<storage, read_write> d: array<atomic<u32>, 4>;
@compute @workgroup_size(4)
fn main(@builtin(local_invocation_index) i: u32) {
  atomicAdd(&d[0], a[i]);
  atomicCompareExchangeWeak(&d[1], i, i + 5u);
  atomicStore(&d[2],
    arrayLength(&a));
}
";
    let lines = explained(program, "0:1[0]");
    assert!(
        lines[0].starts_with("0:1[0] = 10, changed by an atomic operation at <stdin>:5 by invocation 3 "),
        "{lines:?}"
    );
    let before = lines.iter().any(|it| it.trim_start().starts_with("0:1[0] = 6, changed by"));
    assert!(before, "{lines:?}");
    // The exchanges of the other invocations change nothing.
    let lines = explained(program, "0:1[1]");
    assert!(
        lines[0].starts_with("0:1[1] = 5, changed by an atomic operation at <stdin>:6 by invocation 0 "),
        "{lines:?}"
    );
    let lines = explained(program, "0:1[2]");
    let length =
        "  the size of 0:0 = 16, read at <stdin>:8 by invocation 3 of workgroup 0: `arrayLength(&a)`";
    assert!(lines.iter().any(|it| it == length), "{lines:?}");
}

#[test]
fn an_explanation_is_json_on_request() {
    let arguments = ["run", "-", "--bind", "0:0=u32:1,2,3,4", "--bind", "0:1=zero:16", "--format", "json"];
    let result = run_with_input(&[&arguments[..], &["--explain-value", "0:1[0]"]].concat(), CHAIN.as_bytes());
    let first = result.output.lines().next().unwrap_or_default();
    let value: serde_json::Value = serde_json::from_str(first).expect("a line of JSON");
    let root = &value["explanation"];
    assert_eq!(
        (&root["step"], &root["name"], &root["value"]),
        (&"store".into(), &"0:1[0]".into(), &"6".into())
    );
    assert!(root["from"].as_array().is_some_and(|from| from.len() >= 2), "{root}");
}

#[test]
fn a_value_of_a_kernel_is_explained() {
    let result = kernel(&["--explain-value", "0[3]", "--where", "false"]);
    let lines: Vec<&str> = result.output.lines().collect();
    assert!(
        lines[0].starts_with("0[3] = 3.0, written at <stdin>:11 by thread 3 of threadgroup 0: `"),
        "{lines:?}"
    );
    assert!(lines[1].starts_with("  thread_position_in_grid.x = 3, read at "), "{lines:?}");
}
