//! Suggestions for mistakes of people who know other languages: all that a program gets, applied together, make it right.

use shader_source::fix::apply;
use wgsl_validator::{Options, validate};

/// Compares each program after its suggestions with the second text, which has no mistake.
fn check(cases: &[(&str, &str)]) {
    let mut failures = Vec::new();
    for (program, expected) in cases {
        let module = validate(program, &Options::default());
        let suggestions = module.diagnostics().iter().filter_map(|found| found.suggestion.as_ref());
        let mended = apply(program, suggestions).unwrap_or_default();
        if mended != *expected {
            failures.push(format!("{program}\nbecomes\n{mended}\n"));
        }
        let rest = validate(expected, &Options::default());
        if let Some(first) = rest.diagnostics().first() {
            failures.push(format!("{expected}\nis wrong: {}\n", first.message));
        }
    }
    assert!(failures.is_empty(), "\n{}", failures.join("\n"));
}

#[test]
fn casts_become_conversions() {
    check(&[
        ("fn f(x: i32) -> f32 { return (f32)x; }", "fn f(x: i32) -> f32 { return f32(x); }"),
        (
            "fn f(x: vec2i) -> f32 { return (float)x.y * 2; }",
            "fn f(x: vec2i) -> f32 { return f32(x.y) * 2; }",
        ),
        ("fn f(x: i32) -> f32 { return (f32) (x + 1); }", "fn f(x: i32) -> f32 { return f32((x + 1)); }"),
    ]);
}

#[test]
fn types_follow_names() {
    check(&[
        ("fn f() { var f32 x = 1.0; x = 2.0; }", "fn f() { var x: f32 = 1.0; x = 2.0; }"),
        ("const float TAU = 6.28; const A = TAU;", "const TAU: f32 = 6.28; const A = TAU;"),
        ("static const float PI = 3.14; const A = PI;", "const PI: f32 = 3.14; const A = PI;"),
        (
            "float x = 1.0; fn f() -> f32 { return x; }",
            "var<private> x: f32 = 1.0; fn f() -> f32 { return x; }",
        ),
        ("f32 square(f32 x) { return x * x; }", "fn square(x: f32) -> f32 { return x * x; }"),
        (
            "vec3 mixed(float a, vec3 b) { return a * b; } fn f() { _ = mixed(1, vec3f()); }",
            "fn mixed(a: f32, b: vec3f) -> vec3f { return a * b; } fn f() { _ = mixed(1, vec3f()); }",
        ),
        ("fn square(f32 x) -> f32 { return x * x; }", "fn square(x: f32) -> f32 { return x * x; }"),
        ("struct S { vec3 position, float size }", "struct S { position: vec3f, size: f32 }"),
        ("fn f() { var a[4]: f32; a[0] = 1; }", "fn f() { var a: array<f32, 4>; a[0] = 1; }"),
        ("fn f() { let y : = 2.0; }", "fn f() { let y  = 2.0; }"),
    ]);
}

#[test]
fn macros_become_constants() {
    check(&[
        ("#define PI 3.14\nconst A = PI;", "const PI = 3.14;\nconst A = PI;"),
        ("#define N (2 + 1) // three\nconst A = N;", "const N = (2 + 1); // three\nconst A = N;"),
    ]);
}

#[test]
fn attributes_of_2021_are_written_anew() {
    check(&[
        (
            "[[stage(vertex)]]\nfn vs([[builtin(vertex_index)]] i: u32) -> [[builtin(position)]] vec4<f32> { return vec4f(); }",
            "@vertex\nfn vs(@builtin(vertex_index) i: u32) -> @builtin(position) vec4<f32> { return vec4f(); }",
        ),
        (
            "[[group(0), binding(1)]] var<uniform> a: vec4f; [[stage(compute), workgroup_size(1)]] fn main() {}",
            "@group(0) @binding(1) var<uniform> a: vec4f; @compute @workgroup_size(1) fn main() {}",
        ),
        (
            "struct S { [[location(0)]] a: f32, [[size(16)]] b: f32 }",
            "struct S { @location(0) a: f32, @size(16) b: f32 }",
        ),
        ("@stage(fragment) fn f() {}", "@fragment fn f() {}"),
    ]);
}

#[test]
fn clauses_get_braces() {
    check(&[
        (
            "fn f(n: i32) { var r = 0; switch n { case 0: case 1: r = 1; break; default: r = 2; } }",
            "fn f(n: i32) { var r = 0; switch n { case 0, 1: { r = 1; break; } default: { r = 2; } } }",
        ),
        (
            "fn f(n: i32) { switch n { case 0: default: return; } }",
            "fn f(n: i32) { switch n { case 0, default: { return; } } }",
        ),
        (
            "fn f(n: i32) { switch n { case 0 {} default: } }",
            "fn f(n: i32) { switch n { case 0 {} default: {} } }",
        ),
    ]);
}

#[test]
fn what_is_open_is_closed() {
    check(&[
        ("fn f() { if true { return; }\nfn g() {}", "fn f() { if true { return; }\n}\nfn g() {}"),
        ("fn f() -> f32 { return max(min(1, 2), 0; }", "fn f() -> f32 { return max(min(1, 2), 0); }"),
        ("fn f() { if (true {} }", "fn f() { if (true) {} }"),
    ]);
}
