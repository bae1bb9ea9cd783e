//! Suggestions for mistakes of people who know other languages: all that a program gets, applied together, make it right.

use shader_source::fix::apply;
use wgsl_validator::{Options, validate};

/// Compares each program after its suggestions with the second text, which has no mistake.
fn check(cases: &[(&str, &str)]) {
    let mut failures = Vec::new();
    for (program, expected) in cases {
        let module = validate(program, &Options::default());
        let suggestions = module.diagnostics().iter().filter_map(|found| found.suggestion.as_ref());
        let fixed = apply(program, suggestions).unwrap_or_default();
        if fixed != *expected {
            failures.push(format!("{program}\nbecomes\n{fixed}\n"));
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

#[test]
fn operands_are_converted() {
    check(&[
        (
            "fn f(n: i32, x: f32) -> f32 { return n * x; }",
            "fn f(n: i32, x: f32) -> f32 { return f32(n) * x; }",
        ),
        ("fn f(x: i32) -> f32 { return pow(x, 2); }", "fn f(x: i32) -> f32 { return pow(f32(x), 2); }"),
        ("fn f(a: vec3f) { _ = max(a, 0.0); }", "fn f(a: vec3f) { _ = max(a, vec3(0.0)); }"),
        ("fn f(m: mat4x4f, v: vec3f) { _ = m * v; }", "fn f(m: mat4x4f, v: vec3f) { _ = m * vec4(v, 1); }"),
        ("fn f(a: u32) -> u32 { return -a; }", "fn f(a: u32) -> u32 { return 0u - a; }"),
        ("fn f(a: i32, b: i32) { _ = a << b; }", "fn f(a: i32, b: i32) { _ = a << u32(b); }"),
        ("fn f(a: vec3u) { let b: vec3f = a; }", "fn f(a: vec3u) { let b: vec3f = vec3f(a); }"),
        ("fn g(a: f32) {} fn f(a: u32) { g(a); }", "fn g(a: f32) {} fn f(a: u32) { g(f32(a)); }"),
        (
            "@group(0) @binding(0) var t: texture_2d<f32>; fn f(p: vec2u) { _ = textureLoad(t, p); }",
            "@group(0) @binding(0) var t: texture_2d<f32>; fn f(p: vec2u) { _ = textureLoad(t, p, 0); }",
        ),
        (
            "@group(0) @binding(0) var t: texture_2d<f32>; @group(0) @binding(1) var s: sampler; \
             @fragment fn f() { _ = textureSample(s, t, vec2f()); }",
            "@group(0) @binding(0) var t: texture_2d<f32>; @group(0) @binding(1) var s: sampler; \
             @fragment fn f() { _ = textureSample(t, s, vec2f()); }",
        ),
    ]);
}

#[test]
fn labels_of_a_compound_assignment_are_its_operands() {
    let program = "fn f(a: i32) { var x = 1.0; x += a + 2; }";
    let module = validate(program, &Options::default());
    let labels = module.diagnostics()[0].labels.iter().map(|label| label.span.text(program));
    assert_eq!(labels.collect::<Vec<_>>(), ["x", "a + 2"]);
}

#[test]
fn memory_becomes_a_pointer() {
    check(&[
        (
            "var<workgroup> c: atomic<u32>; fn f() { atomicAdd(c, 1u); }",
            "var<workgroup> c: atomic<u32>; fn f() { atomicAdd(&c, 1u); }",
        ),
        (
            "@group(0) @binding(0) var<storage> b: array<f32>; fn f() -> u32 { return arrayLength(b); }",
            "@group(0) @binding(0) var<storage> b: array<f32>; fn f() -> u32 { return arrayLength(&b); }",
        ),
        (
            "var<workgroup> c: atomic<u32>; fn f() { c = c + 1u; }",
            "var<workgroup> c: atomic<u32>; fn f() { atomicStore(&c, atomicLoad(&c) + 1u); }",
        ),
        (
            "fn g(p: ptr<storage, array<f32>>) {} @group(0) @binding(0) var<storage, read_write> b: array<f32>; fn f() { g(&b); }",
            "fn g(p: ptr<storage, array<f32>, read_write>) {} @group(0) @binding(0) var<storage, read_write> b: array<f32>; fn f() { g(&b); }",
        ),
    ]);
}

#[test]
fn declarations_are_completed() {
    check(&[
        ("var counter: u32 = 0u;", "var<private> counter: u32 = 0u;"),
        ("var counter: atomic<u32>;", "var<workgroup> counter: atomic<u32>;"),
        ("@group(0) @binding(0) var a: vec4f;", "@group(0) @binding(0) var<uniform> a: vec4f;"),
        (
            "@group(0) @binding(0) var a: array<f32>;",
            "@group(0) @binding(0) var<storage, read_write> a: array<f32>;",
        ),
        (
            "@group(0) @binding(0) var s: sampler; var t: texture_2d<f32>;",
            "@group(0) @binding(0) var s: sampler; @group(0) @binding(1) var t: texture_2d<f32>;",
        ),
        ("@group(1) var<uniform> a: vec4f;", "@group(1) @binding(0) var<uniform> a: vec4f;"),
        (
            "@group(0) @binding(0) var<uniform> a: i32; @group(0) @binding(0) var<uniform> b: i32; @fragment fn f() { _ = a; _ = b; }",
            "@group(0) @binding(0) var<uniform> a: i32; @group(0) @binding(1) var<uniform> b: i32; @fragment fn f() { _ = a; _ = b; }",
        ),
        ("@compute fn main() {}", "@compute @workgroup_size(64) fn main() {}"),
        (
            "@vertex fn vs() -> @location(0) vec4f { return vec4f(); }",
            "@vertex fn vs() -> @builtin(position) vec4f { return vec4f(); }",
        ),
        (
            "struct V { @builtin(position) p: vec4f, uv: vec2f, @location(0) n: vec3f, c: f32 } @vertex fn vs() -> V { return V(); }",
            "struct V { @builtin(position) p: vec4f, @location(1) uv: vec2f, @location(0) n: vec3f, @location(2) c: f32 } @vertex fn vs() -> V { return V(); }",
        ),
        (
            "@group(0) @binding(0) var t: texture_storage_2d<rgba8unorm>;",
            "@group(0) @binding(0) var t: texture_storage_2d<rgba8unorm, write>;",
        ),
        ("fn f(n: i32) { switch n { case 0 {} } }", "fn f(n: i32) { switch n { case 0 {}  default {} } }"),
        ("fn f() { _ = array<f32>(1, 2, 3); }", "fn f() { _ = array<f32, 3>(1, 2, 3); }"),
    ]);
}

#[test]
fn a_missing_extension_is_one_finding() {
    let program = "fn f(a: f16) -> f16 { return a * 2.0h; }";
    let module = validate(program, &Options::default());
    let [found] = module.diagnostics() else { panic!("one finding") };
    let further = found.labels.iter().map(|label| label.span.text(program));
    assert_eq!((found.primary.span.lo, further.collect::<Vec<_>>()), (8, vec!["f16", "2.0h"]));
    check(&[(program, "enable f16;\nfn f(a: f16) -> f16 { return a * 2.0h; }")]);
}

#[test]
fn declarations_are_renamed_or_get_another_keyword() {
    check(&[
        (
            "fn f() { let filter = 2.0; _ = filter; } fn g() { var filter = 1; filter = 2; }",
            "fn f() { let filter_ = 2.0; _ = filter_; } fn g() { var filter_ = 1; filter_ = 2; }",
        ),
        ("fn f(n: u32) { const k = n * 2; }", "fn f(n: u32) { let k = n * 2; }"),
    ]);
}

#[test]
fn a_sampler_is_declared_as_the_other_kind() {
    check(&[(
        "@group(0) @binding(0) var t: texture_depth_2d; @group(0) @binding(1) var s: sampler; \
         @fragment fn f() { _ = textureSampleCompare(t, s, vec2f(), 0.5); }",
        "@group(0) @binding(0) var t: texture_depth_2d; @group(0) @binding(1) var s: sampler_comparison; \
         @fragment fn f() { _ = textureSampleCompare(t, s, vec2f(), 0.5); }",
    )]);
}

#[test]
fn a_constant_that_depends_on_an_override_is_one() {
    check(&[("override a = 1; const b = a;", "override a = 1; override b = a;")]);
}
