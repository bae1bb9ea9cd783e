//! Slips of people who know this language: a sign, a bracket or a keyword is missing or wrong. Each is one error, whose suggestion gives the
//! program that was meant.

use crate::borrowed::check;
use wgsl_validator::{Options, validate};

#[test]
fn opening_brackets_are_added_where_closing_ones_outnumber_them() {
    check(&[
        (
            "fn f(a: vec2f) -> f32 { return dot(a, vec2f 1.0, 2.0)); }",
            "1.0",
            "fn f(a: vec2f) -> f32 { return dot(a, vec2f(1.0, 2.0)); }",
            true,
        ),
        ("fn f a: u32) { }", "a", "fn f(a: u32) { }", true),
        (
            "fn f() { for var i = 0; i < 3; i++) { } }",
            "var",
            "fn f() { for (var i = 0; i < 3; i++) { } }",
            true,
        ),
        (
            "@fragment fn f(@location0) a: f32) { _ = a; }",
            "location0",
            "@fragment fn f(@location(0) a: f32) { _ = a; }",
            true,
        ),
        (
            "@fragment fn f(@location 0) a: f32) { _ = a; }",
            "location",
            "@fragment fn f(@location(0) a: f32) { _ = a; }",
            true,
        ),
        ("fn f() -> i32\n  return 1;\n}", "return", "fn f() -> i32 {\n  return 1;\n}", true),
        ("fn f(a: u32) } fn g() { }", "}", "fn f(a: u32) { } fn g() { }", true),
        (
            "fn f(a: bool) {\n  if a\n    return;\n  }\n}",
            "return",
            "fn f(a: bool) {\n  if a {\n    return;\n  }\n}",
            true,
        ),
        ("fn f() {\n  loop\n    break;\n  }\n}", "break", "fn f() {\n  loop {\n    break;\n  }\n}", true),
        ("struct S\n  a: f32,\n}\nfn f() { }", "a", "struct S {\n  a: f32,\n}\nfn f() { }", true),
    ]);
}

#[test]
fn closing_parentheses_are_added() {
    check(&[
        (
            "@fragment fn f(@location(0 a: f32) { _ = a; }",
            "a",
            "@fragment fn f(@location(0) a: f32) { _ = a; }",
            true,
        ),
        (
            "@fragment fn f() -> @location(0 vec4f { return vec4f(); }",
            "vec4f",
            "@fragment fn f() -> @location(0) vec4f { return vec4f(); }",
            true,
        ),
        (
            "@group(0 @binding(1) var<uniform> a: vec4f;",
            "@",
            "@group(0) @binding(1) var<uniform> a: vec4f;",
            true,
        ),
        ("fn f(a: u32 { }", "{", "fn f(a: u32) { }", false),
        ("fn f(a: u32,\n -> u32 { return a; }", "->", "fn f(a: u32,)\n -> u32 { return a; }", false),
        (
            "fn g(a: i32) -> bool { return true; } fn f() { if g(1 { } }",
            "{",
            "fn g(a: i32) -> bool { return true; } fn f() { if g(1) { } }",
            false,
        ),
    ]);
}

#[test]
fn closing_braces_are_added() {
    check(&[
        (
            "fn f(a: bool) -> i32 { if a { return 1; else { return 2; } }",
            "else",
            "fn f(a: bool) -> i32 { if a { return 1; } else { return 2; } }",
            true,
        ),
        ("struct S {\n  a: f32,\n;\nfn f() { }", ";", "struct S {\n  a: f32,\n}\n;\nfn f() { }", false),
    ]);
}

#[test]
fn a_sign_at_the_end_of_a_line_becomes_a_semicolon() {
    check(&[
        ("fn f() {\n  let a = 1,\n  _ = a;\n}", ",", "fn f() {\n  let a = 1;\n  _ = a;\n}", true),
        ("fn f() {\n  return,\n}", ",", "fn f() {\n  return;\n}", true),
        (
            "fn f(b: bool) {\n  if b {\n    return:\n  }\n}",
            ":",
            "fn f(b: bool) {\n  if b {\n    return;\n  }\n}",
            true,
        ),
        ("var<private> a: f32,\nfn f() { }", ",", "var<private> a: f32;\nfn f() { }", true),
    ]);
}

#[test]
fn equals_signs_follow_the_kind_of_statement() {
    check(&[
        (
            "fn f() { var a: vec2f; a.x == 1.0; _ = a; }",
            "a.x == 1.0",
            "fn f() { var a: vec2f; a.x = 1.0; _ = a; }",
            true,
        ),
        ("fn f() { var a == 1.0; _ = a; }", "==", "fn f() { var a = 1.0; _ = a; }", true),
        (
            "fn f() { var i = 0; let j = i++; _ = i + j; }",
            "++",
            "fn f() { var i = 0; let j = i; i++; _ = i + j; }",
            true,
        ),
    ]);
}

#[test]
fn keywords_of_declarations_are_added_and_replaced() {
    check(&[
        ("fn f() { a: f32; a = 1.0; }", ":", "fn f() { var a: f32; a = 1.0; }", true),
        ("fn f() { a: f32 = 1.0; _ = a; }", ":", "fn f() { var a: f32 = 1.0; _ = a; }", true),
        ("fn f() -> f32 { a = 1.0; return a; }", "a", "fn f() -> f32 { var a = 1.0; return a; }", false),
        ("fn f() { const a = 1; a = 2; }", "a", "fn f() { var a = 1; a = 2; }", true),
        (
            "fn f() { for (const i = 0; i < 3; i++) { } }",
            "i",
            "fn f() { for (var i = 0; i < 3; i++) { } }",
            true,
        ),
        ("fn f() { const a: f32; _ = a; }", "a", "fn f() { var a: f32; _ = a; }", true),
        (
            "@group(0) @binding(0) const t: texture_2d<f32>;",
            "t",
            "@group(0) @binding(0) var t: texture_2d<f32>;",
            true,
        ),
        ("fn f(y: f32) { let x x: f32 = y; _ = x; }", "x", "fn f(y: f32) { let x: f32 = y; _ = x; }", true),
        ("var<private> a f32;", "f32", "var<private> a: f32;", true),
        (
            "@fragment fn f() @location(0) vec4f { return vec4f(); }",
            "@",
            "@fragment fn f() -> @location(0) vec4f { return vec4f(); }",
            true,
        ),
        ("void f(a: f32) { _ = a; }", "void", "fn f(a: f32) { _ = a; }", true),
        ("fn f(a: f32[3]) { _ = a; }", "[", "fn f(a: array<f32, 3>) { _ = a; }", true),
        ("struct S { a: f32[3] }", "[", "struct S { a: array<f32, 3> }", true),
    ]);
}

#[test]
fn misspelt_keywords_are_recognized() {
    check(&[
        ("fn f() { loop { breka; } }", "breka", "fn f() { loop { break; } }", false),
        ("fn f() { rteurn; }", "rteurn", "fn f() { return; }", false),
        (
            "fn f(a: i32) -> i32 { if a == 1 { return 1; } elsif (a == 2) { return 2; } return 0; }",
            "(",
            "fn f(a: i32) -> i32 { if a == 1 { return 1; } else if (a == 2) { return 2; } return 0; }",
            true,
        ),
    ]);
}

#[test]
fn a_function_may_have_the_name_of_a_foreign_keyword() {
    let program = "fn elif(a: i32) { } fn f(a: bool) { if a { } elif(1); { } }";
    assert!(validate(program, &Options::default()).diagnostics().is_empty());
}

#[test]
fn inputs_and_outputs_get_the_attribute_that_their_name_says() {
    check(&[
        (
            "@compute @workgroup_size(1) fn f(lid: vec3u) { _ = lid; }",
            "lid",
            "@compute @workgroup_size(1) fn f(@builtin(local_invocation_id) lid: vec3u) { _ = lid; }",
            false,
        ),
        (
            "@compute @workgroup_size(1) fn f(index: vec3u) { _ = index; }",
            "index",
            "@compute @workgroup_size(1) fn f(@builtin(global_invocation_id) index: vec3u) { _ = index; }",
            false,
        ),
        (
            "struct V { pos: vec4f } @vertex fn v() -> V { return V(); }",
            "pos",
            "struct V { @builtin(position) pos: vec4f } @vertex fn v() -> V { return V(); }",
            false,
        ),
        (
            "@vertex fn v(@location(0) p: vec4f, vertex_index: u32) -> @builtin(position) vec4f { return p * f32(vertex_index); }",
            "vertex_index",
            "@vertex fn v(@location(0) p: vec4f, @builtin(vertex_index) vertex_index: u32) -> @builtin(position) vec4f { return p * f32(vertex_index); }",
            false,
        ),
        (
            "@vertex fn v() -> vec4f : SV_Position { return vec4f(); }",
            ":",
            "@vertex fn v() -> @builtin(position) vec4f { return vec4f(); }",
            true,
        ),
        (
            "@fragment fn f() -> vec4f : SV_Target1 { return vec4f(); }",
            ":",
            "@fragment fn f() -> @location(1) vec4f { return vec4f(); }",
            true,
        ),
        ("[numthreads(8, 8, 1)]\nfn f() { }", "[", "@compute @workgroup_size(8, 8, 1)\nfn f() { }", true),
    ]);
}

#[test]
fn what_is_meant_follows_from_the_types() {
    check(&[
        ("fn f(p: ptr<function, f32>) { p = 1.0; }", "p", "fn f(p: ptr<function, f32>) { *p = 1.0; }", true),
        (
            "fn f() { let v: vec3f = 0.0; _ = v; }",
            "0.0",
            "fn f() { let v: vec3f = vec3(0.0); _ = v; }",
            false,
        ),
        (
            "@group(0) @binding(0) var<uniform> s: sampler;",
            "sampler",
            "@group(0) @binding(0) var s: sampler;",
            true,
        ),
        (
            "fn f() -> f32 { let min = 1.0; return min(min, 2.0); }",
            "min",
            "fn f() -> f32 { let min_ = 1.0; return min(min_, 2.0); }",
            false,
        ),
        (
            "fn f(mut x: i32) -> i32 { x = 1; return x; }",
            "mut",
            "fn f(x_: i32) -> i32 { var x = x_; x = 1; return x; }",
            false,
        ),
        (
            "fn g(x: &f32) -> f32 { return *x; }",
            "&",
            "fn g(x: ptr<function, f32>) -> f32 { return *x; }",
            false,
        ),
        (
            "fn f(i: i32) -> u32 { return 1u << (i * 8); }",
            "1u << (i * 8)",
            "fn f(i: i32) -> u32 { return 1u << u32(i * 8); }",
            false,
        ),
        ("uniform mat4 m;", "uniform", "@group(0) @binding(0) var<uniform> m: mat4x4f;", false),
        ("fn f(i: usize) { _ = i; }", "usize", "fn f(i: u32) { _ = i; }", true),
        (
            "@group(0) @binding(0) var t: texture_2d<f32>; @group(0) @binding(1) var s: sampler; @fragment fn f() -> @location(0) vec4f { return texture(t, s, vec2f()); }",
            "texture",
            "@group(0) @binding(0) var t: texture_2d<f32>; @group(0) @binding(1) var s: sampler; @fragment fn f() -> @location(0) vec4f { return textureSample(t, s, vec2f()); }",
            false,
        ),
    ]);
}

#[test]
fn pointers_are_read_where_values_are_wanted() {
    check(&[
        (
            "fn f(p: ptr<function, f32>) -> f32 { return 1.0 - p; }",
            "1.0 - p",
            "fn f(p: ptr<function, f32>) -> f32 { return 1.0 - *p; }",
            false,
        ),
        (
            "fn g(a: f32) { } fn f(p: ptr<function, f32>) { g(p); }",
            "p",
            "fn g(a: f32) { } fn f(p: ptr<function, f32>) { g(*p); }",
            false,
        ),
    ]);
}

#[test]
fn declarations_are_completed() {
    check(&[
        (
            "@group(0) var<uniform> a: f32; @group(0) @binding(1) var<uniform> b: f32;",
            "a",
            "@group(0) @binding(0) var<uniform> a: f32; @group(0) @binding(1) var<uniform> b: f32;",
            false,
        ),
        (
            "@vertex fn v() -> vec4f { return vec4f(); }",
            "vec4f",
            "@vertex fn v() -> @builtin(position) vec4f { return vec4f(); }",
            false,
        ),
        (
            "fn f(n: i32) { for (const i = n; i < 3; i++) { } }",
            "n",
            "fn f(n: i32) { for (var i = n; i < 3; i++) { } }",
            true,
        ),
        ("struct S { a: f32 }, fn f() { }", ",", "struct S { a: f32 } fn f() { }", true),
        (
            "fn f(a: f32) -> f32 { retrun (a + 1.0) / 2.0; }",
            "retrun (a + 1.0) / 2.0",
            "fn f(a: f32) -> f32 { return (a + 1.0) / 2.0; }",
            false,
        ),
        (
            "fn f(a: f32) -> f32 {\n  // The larger, if any.\n  return a > 1.0 ? a : 1.0;\n}",
            "?",
            "fn f(a: f32) -> f32 {\n  // The larger, if any.\n  return select(1.0, a, a > 1.0);\n}",
            false,
        ),
    ]);
}

#[test]
fn one_cause_is_one_error() {
    let messages = |program: &str| -> Vec<String> {
        let module = validate(program, &Options::default());
        module.diagnostics().iter().flat_map(|it| it.notes.iter().map(ToString::to_string)).collect()
    };
    let call = "_ = subgroupAdd(i);".repeat(32);
    let program = format!(
        "enable subgroups; @compute @workgroup_size(64) fn f(@builtin(local_invocation_index) i: u32) {{ if i > 3 {{ return; }} {call} }}"
    );
    assert_eq!(validate(&program, &Options::default()).diagnostics().len(), 1);
    assert_eq!(messages(&program)[0], "31 more calls have the same cause");
    let old = "[[block]] struct S { a: f32 } [[stage(fragment)]] fn f() { }";
    let migrations = messages(old).iter().filter(|note| note.contains("wgsl-check migrate")).count();
    assert_eq!(migrations, 1);
    let write = "@group(0) @binding(0) var<storage, write> a: array<f32>; fn f() { a[0] = 1; a[1] += 2; }";
    assert_eq!(validate(write, &Options::default()).diagnostics().len(), 1);
}
