//! `reflect`.

use crate::support::{BAD, GOOD, folder, run, run_with_input};
use serde_json::{Value, json};

/// Entry points that share a function, which uses as many resources: the reflection lists all resources for each.
fn shared(count: usize) -> String {
    let each = |part: &dyn Fn(usize) -> String| (0..count).map(part).collect::<String>();
    let resources = each(&|index| format!("@group(0) @binding({index}) var<uniform> v{index}: f32;\n"));
    let uses = each(&|index| format!(" _ = v{index};"));
    let entries = each(&|index| format!("@compute @workgroup_size(1) fn e{index}() {{ g(); }}\n"));
    format!("{resources}fn g() {{{uses} }}\n{entries}")
}

#[test]
fn a_reflection_that_is_too_large_is_a_failure_of_its_file() {
    let folder = folder("reflect_large", &[("large.wgsl", &shared(1500)), ("small.wgsl", GOOD)]);
    let result = run(&folder, &["reflect", "large.wgsl", "small.wgsl"]);
    assert_eq!(result.status, 2);
    assert!(
        result.errors.contains("large.wgsl: the reflection of this program is larger than 64 MiB"),
        "{}",
        result.errors
    );
    assert!(result.output.starts_with("small.wgsl:"), "{}", result.output);
    let requests = [
        json!({ "id": 1, "op": "reflect", "wgsl": shared(1500) }),
        json!({ "id": 2, "op": "reflect", "wgsl": GOOD }),
    ];
    let lines = requests.map(|request| request.to_string()).join("\n");
    let answers = run_with_input(&["serve"], lines.as_bytes()).output;
    let answers: Vec<Value> = answers.lines().map(|line| serde_json::from_str(line).expect("JSON")).collect();
    assert_eq!((&answers[0]["id"], &answers[0]["error"]["stage"]), (&json!(1), &json!("limit")));
    assert_eq!((&answers[1]["id"], &answers[1]["ok"]), (&json!(2), &json!(true)));
}

const PROGRAM: &str = "
enable f16;
struct Item { size: vec3<f32> }
@id(3) override width = 8u;
override scale: f32;
var<workgroup> shared_items: array<Item, 4>;
@group(0) @binding(1) var<storage, read_write> items: array<Item>;
@group(0) @binding(0) var picture: texture_2d<f32>;
@compute @workgroup_size(width, 2)
fn main(@builtin(global_invocation_id) id: vec3<u32>) {
    shared_items[0] = items[id.x];
}
@fragment
fn shade(@location(0) uv: vec2<f32>) -> @location(0) vec4<f32> { return vec4f(uv, scale, 1); }
";

#[test]
fn text_shows_what_a_host_binds() {
    let result = run_with_input(&["reflect", "-"], PROGRAM.as_bytes());
    assert_eq!(result.status, 0, "{}", result.errors);
    let expected = "\
enable f16;
@id(3) override width: u32 = 8
override scale: f32  required
@group(0) @binding(0) var picture: texture_2d<f32>
@group(0) @binding(1) var<storage, read_write> items: array<Item>  at least 16 bytes

@compute fn main
  workgroup: width (8 by default) x 2 x 1
  workgroup memory: 64 bytes
  resources: items
  overrides: width
  in: @builtin(global_invocation_id) id: vec3<u32>

@fragment fn shade
  overrides: scale
  in: @location(0) @interpolate(perspective, center) uv: vec2<f32>
  out: @location(0) vec4<f32>

struct Item: size 16, align 16
  offset     size  align  member
       0       12     16  size: vec3<f32>
      12        4         padding

";
    assert_eq!(result.output, expected);
}

#[test]
fn json_has_a_line_for_each_accepted_file() {
    let folder = folder("reflect", &[("a.wgsl", PROGRAM), ("b.wgsl", GOOD), ("c.wgsl", BAD)]);
    let result = run(&folder, &["reflect", "--format", "json", "a.wgsl", "c.wgsl", "b.wgsl"]);
    assert_eq!(result.status, 1);
    assert!(result.errors.contains("type/no-matching-overload"), "{}", result.errors);
    let lines: Vec<Value> =
        result.output.lines().map(|line| serde_json::from_str(line).expect("JSON")).collect();
    assert_eq!([&lines[0]["file"], &lines[1]["file"]], ["a.wgsl", "b.wgsl"]);
    assert_eq!(lines[0]["entry_points"][0]["workgroup_size"][0]["expression"], "width");
    assert_eq!(lines[0]["overrides"][0]["id"], 3);
    assert_eq!(lines[0]["resources"][1]["kind"], "buffer");
    assert_eq!(run(&folder, &["reflect", "c.wgsl", "nowhere.wgsl", "b.wgsl"]).status, 2);
}
