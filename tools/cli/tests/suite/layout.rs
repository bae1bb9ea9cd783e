//! `layout`.

use crate::support::{BAD, run_with_input};
use serde_json::{Value, json};

const PROGRAM: &str = "
struct Inner { a: vec3<f32>, @size(8) b: u32 }
struct Outer { @align(32) inner: Inner, flag: u32, rest: array<vec3<f32>> }
struct Local { yes: bool }
@group(1) @binding(2) var<storage, read_write> data: Outer;
@group(0) @binding(7) var picture: texture_2d<f32>;
@group(0) @binding(1) var<uniform> inner: Inner;
";

#[test]
fn text_shows_offsets_and_padding() {
    let result = run_with_input(&["layout", "-"], PROGRAM.as_bytes());
    assert_eq!(result.status, 0, "{}", result.errors);
    let expected = "\
struct Inner: size 32, align 16
  offset     size  align  member
       0       12     16  a: vec3<f32>
      12        8      4  b: u32
      20       12         padding

struct Outer: size 64 with one element, align 32
  offset     size  align  member
       0       32     32  inner: Inner
      32        4      4  flag: u32
      36       12         padding
      48       16     16  rest: array<vec3<f32>> (stride 16)

struct Local: size 4, align 4, not host-shareable
  offset     size  align  member
       0        4      4  yes: bool

@group(0) @binding(1) var<uniform> inner: Inner  at least 32 bytes
@group(0) @binding(7) var picture: texture_2d<f32>
@group(1) @binding(2) var<storage, read_write> data: Outer  at least 64 bytes
";
    assert_eq!(result.output, expected);
}

#[test]
fn json_says_the_same() {
    let result = run_with_input(&["layout", "-", "--format", "json"], PROGRAM.as_bytes());
    let program: Value = serde_json::from_str(&result.output).expect("JSON");
    assert_eq!(program["schema"], 1);
    let member = &program["structs"][1]["members"][2];
    assert_eq!(
        (&member["name"], &member["offset"], &member["padding_before"]),
        (&json!("rest"), &json!(48), &json!(12))
    );
    assert_eq!(program["structs"][1]["runtime_sized"], true);
    assert_eq!(program["resources"][2]["size"], 64);
    assert_eq!(program["resources"][1]["type"], "texture_2d<f32>");
}

#[test]
fn a_rejected_program_has_no_layout() {
    let result = run_with_input(&["layout", "-"], BAD.as_bytes());
    assert_eq!((result.status, result.output.as_str()), (1, ""));
    assert!(result.errors.contains("type/no-matching-overload"), "{}", result.errors);
    assert_eq!(run_with_input(&["layout", "nowhere.wgsl"], b"").status, 2);
}
