//! The grammar of the Working Draft of 11 April 2022.

use super::parse;
use wgsl_spec::{Code, Edition};

fn codes(text: &str) -> Vec<Code> {
    parse(text, Edition::Draft2022).diagnostics.iter().map(|diagnostic| diagnostic.code).collect()
}

#[test]
fn what_only_the_draft_accepts() {
    for text in [
        "type T = array<vec4<f32>, 3>;",
        "let a: i32 = 1;",
        "let a = vec2<f32>(1.0, 2.0);",
        "@stage(vertex) fn f() { }",
        "@stage(compute) @workgroup_size(8, x) fn f() { }",
        "fn f() { switch a { case 1: { fallthrough; } default { } } }",
        "fn f() { let alias = 1; let const_assert = 2; let diagnostic = 3; }",
        "fn f() { g(a < b, c > d); }",
        "fn f() { let v = vec2<bool>(a < b, a > (b)); }",
        "fn f() { let x = bitcast<u32>(y); }",
        "var<storage, read_write> s: S;",
        "fn f(p: ptr<function, array<i32, n>>) { *p = vec3(1, 2, 3); }",
        "struct V { @builtin(position) @invariant p: vec4<f32>, @location(0) @interpolate(flat) v: u32 }",
        "@group(0) @binding(0) var t: texture_storage_2d<rgba8unorm, write>;",
        "var t: texture_external;",
    ] {
        assert_eq!(codes(text), [], "{text}");
    }
}

#[test]
fn what_the_draft_rejects() {
    for text in [
        "alias T = i32;",
        "const a = 1;",
        "const_assert true;",
        "requires a;",
        "diagnostic(off, a);",
        "enable f16;",
        "enable a, b;",
        "@vertex fn f() { }",
        "let a = 1 + 2;",
        "var<private> a: i32 = -1;",
        "let a = b;",
        "var<private,> x: i32;",
        "var<private> x: array<f32, 4,>;",
        "var<private> x: array<f32, 2 + 2>;",
        "var x: vec3;",
        "var x: array;",
        "var<private> storage: i32;",
        "fn vec2() { }",
        "fn f() { let x = a--b; }",
        "fn f() { let x = --a; }",
        "fn f() { let x = a << 1u; }",
        "fn f() { x >>= 1u; }",
        "fn f() { let x: array<i32,2>= y; }",
        "fn f() { switch a { case 1 + 2: { } default { } } }",
        "fn f() { switch a { case 1, default: { } } }",
        "fn f() { fallthrough; }",
        "fn f() { @size(1) { } }",
        "fn f() { g()[0] = 1; }",
        "fn f() { vec2<f32>(1.0); }",
        "fn f() { let x = f32; }",
        "@align(2 + 2) var<private> x: i32;",
        "fn f() { let flat = 1; }",
        "const<\u{2028}>",
        "var<immediate> x: u32;",
        "var<read> x: u32;",
        "var t: texture_storage_2d<bgra8unorm, write>;",
        "var t: texture_storage_2d<rgba8unorm>;",
        "alias",
    ] {
        assert!(!codes(text).is_empty(), "{text}");
    }
}
