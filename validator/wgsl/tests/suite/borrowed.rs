//! Forms of other languages, and slips: each is one error, its suggestion makes the program right, and is safe or not.

use shader_source::fix::apply;
use wgsl_validator::diagnostic::Suggestion;
use wgsl_validator::{Options, validate};

/// Checks programs with one mistake: the part of the program that the only error points at, the program after its suggestion, which is right,
/// and whether it is safe.
pub(crate) fn check(cases: &[(&str, &str, &str, bool)]) {
    let mut failures = Vec::new();
    for (program, place, expected, is_safe) in cases {
        let module = validate(program, &Options::default());
        let found: Vec<_> = module
            .diagnostics()
            .iter()
            .map(|it| {
                let fixed = apply(program, &it.suggestion);
                let is_safe = it.suggestion.as_ref().is_some_and(Suggestion::is_safe);
                (it.primary.span.text(program), fixed.unwrap_or_default(), is_safe)
            })
            .collect();
        if found != [(*place, (*expected).to_owned(), *is_safe)] {
            failures.push(format!("{program}\n  {found:?}"));
        }
        if let Some(first) = validate(expected, &Options::default()).diagnostics().first() {
            failures.push(format!("{expected}\n  is wrong: {}", first.message));
        }
    }
    assert!(failures.is_empty(), "\n{}", failures.join("\n"));
}

#[test]
fn attributes_get_their_at() {
    check(&[
        (
            "vertex fn v() -> @builtin(position) vec4f { return vec4f(); }",
            "vertex",
            "@vertex fn v() -> @builtin(position) vec4f { return vec4f(); }",
            true,
        ),
        (
            "@group(0) binding(0) var<uniform> a: vec4f;",
            "binding",
            "@group(0) @binding(0) var<uniform> a: vec4f;",
            true,
        ),
        (
            "@fragment fn f(location(1) c: f32) { _ = c; }",
            "location",
            "@fragment fn f(@location(1) c: f32) { _ = c; }",
            true,
        ),
        (
            "@fragment fn f() -> location(0) vec4f { return vec4f(); }",
            "location",
            "@fragment fn f() -> @location(0) vec4f { return vec4f(); }",
            true,
        ),
        (
            "@compute @numthreads(8, 8, 1) fn f() { }",
            "numthreads",
            "@compute @workgroup_size(8, 8, 1) fn f() { }",
            true,
        ),
        ("[numthreads(8)] @compute fn f() { }", "[", "@workgroup_size(8) @compute fn f() { }", true),
        (
            "@compute @workgroup_size(1) fn f(@thread_position_in_grid id: vec3u) { _ = id; }",
            "thread_position_in_grid",
            "@compute @workgroup_size(1) fn f(@builtin(global_invocation_id) id: vec3u) { _ = id; }",
            true,
        ),
        (
            "@compute @workgroup_size(1) fn f(@builtin local_invocation_index i: u32) { _ = i; }",
            "builtin",
            "@compute @workgroup_size(1) fn f(@builtin(local_invocation_index) i: u32) { _ = i; }",
            true,
        ),
        ("@compute @workgroup_size(8; 8) fn f() { }", ";", "@compute @workgroup_size(8, 8) fn f() { }", true),
    ]);
}

#[test]
fn members_with_names_of_attributes_are_members() {
    let program = "struct S { location: f32, group: vec2f } fn f(size: f32) -> f32 { return size; }";
    assert!(validate(program, &Options::default()).diagnostics().is_empty());
}

#[test]
fn separators_are_added_and_replaced() {
    check(&[
        (
            "fn f(a: f32) -> f32 { return clamp(a, 0.0 1.0); }",
            "1.0",
            "fn f(a: f32) -> f32 { return clamp(a, 0.0, 1.0); }",
            true,
        ),
        (
            "fn f(a: f32) -> f32 { return max(a; 1.0); }",
            ";",
            "fn f(a: f32) -> f32 { return max(a, 1.0); }",
            true,
        ),
        ("fn f(a: f32; b: f32) { }", ";", "fn f(a: f32, b: f32) { }", true),
        ("struct S { a: f32; b: f32; }", ";", "struct S { a: f32, b: f32, }", true),
        ("fn f() => f32 { return 1.0; }", "=", "fn f() -> f32 { return 1.0; }", true),
        ("fn f(a: f32) -> f32 { return abs(a)); }", ")", "fn f(a: f32) -> f32 { return abs(a); }", false),
        ("fn f() { } }", "}", "fn f() { }", false),
        (
            "@group(0) @binding(0) var<storage read_write> a: f32;",
            "read_write",
            "@group(0) @binding(0) var<storage, read_write> a: f32;",
            true,
        ),
        ("fn f() { let x = vec2f(; }", ";", "fn f() { let x = vec2f(); }", true),
    ]);
}

#[test]
fn a_structure_is_closed_before_the_next_declaration() {
    check(&[(
        "struct A {\n  a: f32,\n\n@group(0) @binding(0) var<uniform> u: f32;",
        "@",
        "struct A {\n  a: f32,\n}\n\n@group(0) @binding(0) var<uniform> u: f32;",
        false,
    )]);
}

#[test]
fn declarations_of_other_languages_are_declared() {
    check(&[
        (
            "fn f() -> i32 { let mut x = 1; x += 2; return x; }",
            "mut",
            "fn f() -> i32 { var x = 1; x += 2; return x; }",
            true,
        ),
        ("fn f(y: f32) { let x x = y; _ = x; }", "x", "fn f(y: f32) { let x = y; _ = x; }", true),
        ("struct A { x f32 }", "f32", "struct A { x: f32 }", true),
        ("@group(0) @binding(1) let s: sampler;", "let", "@group(0) @binding(1) var s: sampler;", true),
        ("fn f() { float a[3]; a[0] = 1.0; }", "a", "fn f() { var a: array<f32, 3>; a[0] = 1.0; }", true),
        ("fn f() { var a: f32[3]; a[0] = 1.0; }", "[", "fn f() { var a: array<f32, 3>; a[0] = 1.0; }", true),
        ("fn f(a: [f32; 3]) { _ = a; }", "[", "fn f(a: array<f32, 3>) { _ = a; }", true),
        ("fn f() { var a = 1, b = 2; _ = a + b; }", ",", "fn f() { var a = 1; var b = 2; _ = a + b; }", true),
        ("fn f() { let x == 1.0; _ = x; }", "==", "fn f() { let x = 1.0; _ = x; }", true),
        ("fn f() { let a: f32; _ = a; }", "a", "fn f() { var a: f32; _ = a; }", true),
        ("fn f() { let _ = 1; }", "_", "fn f() { _ = 1; }", true),
        ("fn f() { x := 1; _ = x; }", ":", "fn f() { var x = 1; _ = x; }", false),
        ("pub fn f() { }", "pub", "fn f() { }", true),
        ("const fn f() { }", "fn", "fn f() { }", true),
        ("typedef float F; const a: F = 1.0;", "typedef", "alias F = f32; const a: F = 1.0;", true),
        ("shared float tile[64];", "shared", "var<workgroup> tile: array<f32, 64>;", true),
        ("fn f() -> void { }", "void", "fn f() { }", true),
        ("fn f() -> () { }", "(", "fn f() { }", true),
        (
            "const a = 1; enable f16; const b = 2h;",
            "enable",
            "enable f16;\nconst a = 1;  const b = 2h;",
            true,
        ),
    ]);
}

#[test]
fn a_word_that_is_no_type_is_not_taken_for_one() {
    for program in ["out vec4 color;", "cbuffer X { float4 a; };", "fn f() { goto end; }"] {
        let module = validate(program, &Options::default());
        assert!(module.diagnostics().iter().all(|it| it.suggestion.is_none()), "{program}");
    }
}

#[test]
fn expressions_of_other_languages_are_rewritten() {
    check(&[
        ("fn f(a: i32) -> bool { return a === 1; }", "=", "fn f(a: i32) -> bool { return a == 1; }", true),
        ("fn f(a: f32) -> bool { return a =< 1.0; }", "<", "fn f(a: f32) -> bool { return a <= 1.0; }", true),
        (
            "fn f(a: bool, b: bool) -> bool { return a and b; }",
            "and",
            "fn f(a: bool, b: bool) -> bool { return a && b; }",
            true,
        ),
        ("fn f(a: bool) -> bool { return not a; }", "a", "fn f(a: bool) -> bool { return !a; }", true),
        ("fn f(i: u32) -> f32 { return i as f32; }", "as", "fn f(i: u32) -> f32 { return f32(i); }", true),
        (
            "struct S { x: f32 } fn f(a: ptr<function, S>) -> f32 { return a->x; }",
            "->",
            "struct S { x: f32 } fn f(a: ptr<function, S>) -> f32 { return a.x; }",
            true,
        ),
        ("fn f(a: f32) -> f32 { return a.abs(); }", "abs", "fn f(a: f32) -> f32 { return abs(a); }", false),
        (
            "fn f(a: f32) -> f32 { return Math.sin(a); }",
            "sin",
            "fn f(a: f32) -> f32 { return sin(a); }",
            false,
        ),
        (
            "fn f(a: f32) -> f32 { return std::sin(a); }",
            "std",
            "fn f(a: f32) -> f32 { return sin(a); }",
            true,
        ),
        ("fn f() { var a = [1.0, 2.0]; _ = a; }", "[", "fn f() { var a = array(1.0, 2.0); _ = a; }", true),
        (
            "fn f() { var a: array<i32, 2> = {1, 2}; _ = a; }",
            "{",
            "fn f() { var a: array<i32, 2> = array(1, 2); _ = a; }",
            true,
        ),
        (
            "struct P { x: f32 } fn f() -> P { return P { x: 1.0 }; }",
            "{",
            "struct P { x: f32 } fn f() -> P { return P(1.0); }",
            false,
        ),
        (
            "fn f(a: bool) -> i32 { return select(2, 1, a) + (a ? 1 : 2); }",
            "?",
            "fn f(a: bool) -> i32 { return select(2, 1, a) + (select(2, 1, a)); }",
            false,
        ),
        (
            "fn f(a: i32, b: i32) -> bool { return a == 1 & b == 2; }",
            "1 & b",
            "fn f(a: i32, b: i32) -> bool { return a == 1 && b == 2; }",
            false,
        ),
        (
            "fn f(a: f32) -> bool { return 0.0 < a < 1.0; }",
            "0.0 < a",
            "fn f(a: f32) -> bool { return 0.0 < a && a < 1.0; }",
            false,
        ),
        (
            "fn f(x: f32) -> f32 { return x ** 3.0; }",
            "* 3.0",
            "fn f(x: f32) -> f32 { return pow(x, 3.0); }",
            false,
        ),
        ("fn f(i: u32) -> u32 { return i + 1u32; }", "1u32", "fn f(i: u32) -> u32 { return i + 1u; }", true),
        ("const a = 1_000;", "1_000", "const a = 1000;", true),
        ("const a = 0b11;", "0b11", "const a = 3;", true),
    ]);
}

#[test]
fn numbers_that_may_mean_two_things_keep_their_error() {
    for program in ["const a = 0100;", "const a = 1.5ff;", "const a = 0x;"] {
        let module = validate(program, &Options::default());
        let [found] = module.diagnostics() else { panic!("{program}") };
        assert!(found.suggestion.is_none(), "{program}");
    }
}

#[test]
fn statements_of_other_languages_are_rewritten() {
    check(&[
        (
            "fn f(a: f32) -> f32 { if (a > 0.0) return 1.0; return 2.0; }",
            "return",
            "fn f(a: f32) -> f32 { if (a > 0.0) { return 1.0; } return 2.0; }",
            true,
        ),
        (
            "fn f(n: i32) { var s = 0; for i in 0..n { s += i; } }",
            "i",
            "fn f(n: i32) { var s = 0; for (var i = 0; i < n; i++) { s += i; } }",
            false,
        ),
        ("@fragment fn f() { discard(); }", "(", "@fragment fn f() { discard; }", true),
        ("fn f() { var i = 0; ++i; }", "++", "fn f() { var i = 0; i++; }", true),
        ("fn f(a: i32) { if a = 1 { } }", "=", "fn f(a: i32) { if a == 1 { } }", true),
        (
            "fn f() { var i = 0; loop { i++; continuing { break if i = 4; } } }",
            "=",
            "fn f() { var i = 0; loop { i++; continuing { break if i == 4; } } }",
            true,
        ),
        (
            "fn f() { var i = 0; loop { i++; break if i > 3; } }",
            "break if",
            "fn f() { var i = 0; loop { i++; if i > 3 { break; } } }",
            false,
        ),
    ]);
}

#[test]
fn a_lost_return_is_one_mistake() {
    check(&[
        (
            "fn f(p: vec3f) -> f32 { length(p) - 1.0; }",
            "length(p) - 1.0",
            "fn f(p: vec3f) -> f32 { return length(p) - 1.0; }",
            false,
        ),
        ("fn f(a: f32) -> f32 { a * 2.0 }", "a * 2.0", "fn f(a: f32) -> f32 { return a * 2.0; }", false),
        (
            "fn f(p: vec3f) -> f32 { length(p); }",
            "length(p)",
            "fn f(p: vec3f) -> f32 { return length(p); }",
            false,
        ),
    ]);
}

#[test]
fn names_mean_what_is_near() {
    check(&[
        (
            "fn f() -> i32 { var output = 1; return outptu; }",
            "outptu",
            "fn f() -> i32 { var output = 1; return output; }",
            false,
        ),
        (
            "fn f(a: vec3f) -> vec3f { return normalise(a); }",
            "normalise",
            "fn f(a: vec3f) -> vec3f { return normalize(a); }",
            true,
        ),
        (
            "fn f(m: mat4<f32>) -> mat4<f32> { return m; }",
            "mat4",
            "fn f(m: mat4x4<f32>) -> mat4x4<f32> { return m; }",
            true,
        ),
        (
            "fn f(a: half) -> half { return a; }",
            "half",
            "enable f16;\nfn f(a: f16) -> f16 { return a; }",
            true,
        ),
        ("const a = True;", "True", "const a = true;", true),
    ]);
}

#[test]
fn types_and_attributes_follow_their_rules() {
    check(&[
        ("var<workgroup> w: u32 = 0u;", "0u", "var<workgroup> w: u32;", false),
        ("struct S { @align(12) a: f32 }", "12", "struct S { @align(16) a: f32 }", false),
        ("@group(0) @binding(0) var<private> a: f32;", "@group(0)", "var<private> a: f32;", false),
        (
            "@group(0) @binding(0) var<storage, write> a: f32;",
            "write",
            "@group(0) @binding(0) var<storage, read_write> a: f32;",
            false,
        ),
        (
            "@group(0) @binding(0) var t: texture_2d;",
            "texture_2d",
            "@group(0) @binding(0) var t: texture_2d<f32>;",
            false,
        ),
        ("fn f() { var<private> a = 1.0; _ = a; }", "private", "fn f() { var a = 1.0; _ = a; }", false),
        (
            "fn g(p: ptr<function, i32>) { *p = 1; } fn f() { let x = 1; g(&x); }",
            "&x",
            "fn g(p: ptr<function, i32>) { *p = 1; } fn f() { var x = 1; g(&x); }",
            true,
        ),
        (
            "fn f(x: f32) -> f32 { x = x * 2.0; return x; }",
            "x",
            "fn f(x_: f32) -> f32 { var x = x_; x = x * 2.0; return x; }",
            false,
        ),
        ("struct S { a: array<u32>, b: u32 }", "array<u32>", "struct S { b: u32, a: array<u32> }", false),
    ]);
}

#[test]
fn operands_get_the_type_that_fits() {
    check(&[
        (
            "fn f(a: vec3f, b: vec3f) { if (a == b) { } }",
            "(a == b)",
            "fn f(a: vec3f, b: vec3f) { if (all(a == b)) { } }",
            false,
        ),
        ("fn f(a: i32) { if (a) { } }", "(a)", "fn f(a: i32) { if (a != 0) { } }", true),
        ("fn f(i: u32) -> u32 { return i - 1i; }", "i - 1i", "fn f(i: u32) -> u32 { return i - 1u; }", false),
        (
            "fn f(v: vec3f) -> vec3f { return clamp(v, 0.0, 1.0); }",
            "clamp(v, 0.0, 1.0)",
            "fn f(v: vec3f) -> vec3f { return clamp(v, vec3(0.0), vec3(1.0)); }",
            false,
        ),
        (
            "fn f(v: vec3f) -> vec4f { return v; }",
            "v",
            "fn f(v: vec3f) -> vec4f { return vec4(v, 1.0); }",
            false,
        ),
        (
            "fn f(a: array<f32, 4>, x: f32) -> f32 { return a[x]; }",
            "x",
            "fn f(a: array<f32, 4>, x: f32) -> f32 { return a[u32(x)]; }",
            false,
        ),
        (
            "fn f(a: f32) -> f32 { return a ^ 2.0; }",
            "a ^ 2.0",
            "fn f(a: f32) -> f32 { return pow(a, 2.0); }",
            false,
        ),
        (
            "fn f(c: vec4f) { var a = c; a.rgb = c.bgr; }",
            "a.rgb",
            "fn f(c: vec4f) { var a = c; a = vec4(c.bgr, a.a); }",
            false,
        ),
        (
            "var<workgroup> a: atomic<u32>; fn f() { a += 1u; }",
            "a",
            "var<workgroup> a: atomic<u32>; fn f() { atomicAdd(&a, 1u); }",
            true,
        ),
        (
            "var<workgroup> h: array<u32, 4>; fn f() { _ = atomicAdd(&h[0], 1u); }",
            "atomicAdd(&h[0], 1u)",
            "var<workgroup> h: array<atomic<u32>, 4>; fn f() { _ = atomicAdd(&h[0], 1u); }",
            false,
        ),
    ]);
}

#[test]
fn parameters_of_other_languages_are_rewritten() {
    check(&[
        (
            "fn f(inout x: f32) { x = x * 2.0; }",
            "x",
            "fn f(x: ptr<function, f32>) { (*x) = (*x) * 2.0; }",
            false,
        ),
        ("fn f(a: f32 = 1.0) -> f32 { return a; }", "=", "fn f(a: f32) -> f32 { return a; }", false),
    ]);
}

#[test]
fn a_missing_brace_is_put_where_the_indentation_shows_it() {
    check(&[
        (
            "fn f(a: bool) -> i32 {\n  if a {\n    return 1;\n  return 2;\n}\nfn g() {}",
            "fn",
            "fn f(a: bool) -> i32 {\n  if a {\n    return 1;\n  }\n  return 2;\n}\nfn g() {}",
            false,
        ),
        (
            "fn f(a: bool) {\n  loop {\n    if a {\n      break;\n  }\n}\nfn g() {}",
            "fn",
            "fn f(a: bool) {\n  loop {\n    if a {\n      break;\n    }\n  }\n}\nfn g() {}",
            false,
        ),
    ]);
}

#[test]
fn a_counter_is_declared_and_a_choice_is_selected() {
    check(&[
        ("fn f() { for (i = 0; i < 3; i++) { } }", "i", "fn f() { for (var i = 0; i < 3; i++) { } }", true),
        (
            "fn f(a: bool) -> f32 { let x = if a { 1.0 } else { 2.0 }; return x; }",
            "if",
            "fn f(a: bool) -> f32 { let x = select(2.0, 1.0, a); return x; }",
            false,
        ),
        (
            "fn f(y: f32) -> f32 { return atan(y, 1.0); }",
            "atan(y, 1.0)",
            "fn f(y: f32) -> f32 { return atan2(y, 1.0); }",
            false,
        ),
    ]);
}

#[test]
fn directives_get_the_keyword_of_their_names() {
    check(&[
        ("requires f16; const a = 1h;", "f16", "enable f16; const a = 1h;", true),
        (
            "enable readonly_and_readwrite_storage_textures;",
            "readonly_and_readwrite_storage_textures",
            "requires readonly_and_readwrite_storage_textures;",
            true,
        ),
    ]);
}

#[test]
fn blanks_around_signs_do_not_matter() {
    check(&[
        ("fn f() { var< private > a = 1.0; _ = a; }", "private", "fn f() { var a = 1.0; _ = a; }", false),
        (
            "fn f(a: bool) -> bool { return ~\u{2028}a; }",
            "~\u{2028}a",
            "fn f(a: bool) -> bool { return !a; }",
            false,
        ),
        (
            "var<workgroup> a: atomic<u32>; fn f() { a\u{2028}++; }",
            "a",
            "var<workgroup> a: atomic<u32>; fn f() { atomicAdd(&a, 1); }",
            true,
        ),
    ]);
}

#[test]
fn consequences_of_a_mistake_are_no_errors() {
    for program in [
        "fn f() { goto end; }",
        "struct A { x: f32, fn g() { } } fn h() { }",
        "struct A { x: f32 } impl A { fn g() { } } fn h() { }",
        "fn f(a: bool, b: bool) { if ((a ? b : b) == b) { } }",
        "fn f() { let x = 1; x = 2; x = 3; }",
        "enable subgroup; fn f() { _ = subgroupAdd(1); }",
        "#include \"common.wgsl\"\nfn f() { }",
    ] {
        let module = validate(program, &Options::default());
        assert_eq!(module.diagnostics().len(), 1, "{program}: {:?}", module.diagnostics());
    }
}
