//! The verdicts of the two editions on one program: a row for each side of a rule in which they differ.
//!
//! Programs use the spelling of the current edition; for the draft of 2022-04-11, its own words are substituted.

use std::collections::BTreeSet;
use wgsl_spec::Edition;
use wgsl_validator::diagnostic::Severity;
use wgsl_validator::{Options, validate};

/// A program, and the codes that the current edition and the draft raise, without repetition, in alphabetical order;
/// empty if it is accepted.
type Row = (&'static str, &'static str, &'static str);

const SPELLINGS: [(&str, &str); 5] = [
    ("@vertex", "@stage(vertex)"),
    ("@fragment", "@stage(fragment)"),
    ("@compute", "@stage(compute)"),
    ("alias ", "type "),
    ("const ", "let "),
];

fn codes(program: &str, edition: Edition) -> String {
    let module = validate(program, &Options { edition, ..Options::default() });
    // Warnings are about limits that an implementation may exceed; both editions accept such programs.
    let errors = module.diagnostics().iter().filter(|found| found.severity == Severity::Error);
    let codes: BTreeSet<&str> = errors.map(|diagnostic| diagnostic.code.slug()).collect();
    codes.into_iter().collect::<Vec<_>>().join(" ")
}

fn check(rows: &[Row]) {
    let mut wrong = Vec::new();
    for (program, now, then) in rows {
        let respelled =
            SPELLINGS.iter().fold((*program).to_owned(), |text, (now, then)| text.replace(now, then));
        for (program, edition, wanted) in
            [(*program, Edition::Current, now), (&respelled, Edition::Draft2022, then)]
        {
            let found = codes(program, edition);
            if found != *wanted {
                wrong.push(format!("{edition:?}: wanted [{wanted}], found [{found}]\n    {program}"));
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn names() {
    check(&[
        ("var<private> dot: i32;", "", "resolve/duplicate-declaration"),
        ("fn clamp(a: i32) -> i32 { return a; }", "", "resolve/duplicate-declaration"),
        ("struct cross { a: i32 }", "", "resolve/duplicate-declaration"),
        ("alias step = i32;", "", "resolve/duplicate-declaration"),
        ("fn f(min: i32) -> i32 { return min; }", "", ""),
        ("fn f() { let abs = 1; _ = abs; }", "", ""),
        ("fn saturate(a: f32) -> f32 { return a; }", "", ""),
        ("fn shiftLeft(a: f32) -> f32 { return a; }", "", "resolve/duplicate-declaration"),
        ("fn f() { _ = saturate(0.5); }", "", "resolve/not-available-in-edition"),
        ("var<private> v: vec4f;", "", "resolve/not-available-in-edition"),
        ("fn f() { _ = nowhere; }", "resolve/unknown-identifier", "resolve/unknown-identifier"),
        ("enable f16; var<private> v: f16;", "", "lex/reserved-word parse/unknown-extension"),
        (
            "var<private> read: i32; @group(0) @binding(0) var<storage, read> b: i32;",
            "type/invalid-template-argument",
            "",
        ),
        ("@group(0) @binding(0) var<storage, read_write> read_write: i32;", "resolve/declaration-cycle", ""),
        (
            "struct rgba8unorm { a: i32 } @group(0) @binding(0) var t: texture_storage_2d<rgba8unorm, write>;",
            "type/invalid-template-argument",
            "",
        ),
    ]);
}

#[test]
fn values_of_the_module() {
    check(&[
        ("const size = 4; var<private> a: array<i32, size>;", "", ""),
        ("override a = 2; override b = a * 3 + 1;", "", ""),
        ("override a = 2; override b = -(a);", "", ""),
        ("override a = 2.0; override b = max(a, 1.0);", "", "const/not-override"),
        ("const a = 2; override b = a;", "", "const/not-override"),
        ("override a = 2; override b = f32(a);", "", ""),
        ("override a = 2.0; override b = bitcast<u32>(a);", "", ""),
        ("override a = 1; override b = 1 / (a - a);", "", ""),
        ("override a = 1; override b = a / 0;", "const/division-by-zero", ""),
        ("override a = 1; override b = a % 0;", "const/division-by-zero", ""),
    ]);
}

#[test]
fn attributes() {
    check(&[
        ("@group(0i) @binding(1) var<uniform> u: i32;", "", ""),
        ("@group(0u) @binding(1) var<uniform> u: i32;", "", "interface/invalid-attribute-value"),
        ("@group(0) @binding(1u) var<uniform> u: i32;", "", "interface/invalid-attribute-value"),
        ("const g = 1; @group(g) @binding(0) var<uniform> u: i32;", "", "interface/invalid-attribute-value"),
        ("@id(7u) override a: i32;", "", "interface/invalid-attribute-value"),
        ("@id(7) override a: i32;", "", ""),
        ("struct S { @location(2u) a: f32 }", "", "interface/invalid-attribute-value"),
        ("struct S { @size(16u) a: f32 }", "", "interface/invalid-attribute-value"),
        ("struct S { @align(16u) a: f32 }", "", "interface/invalid-attribute-value"),
        ("@compute @workgroup_size(8u, 8u) fn main() {}", "", ""),
        ("const n = 8; @compute @workgroup_size(n) fn main() {}", "", ""),
        ("override n = 8; @compute @workgroup_size(n) fn main() {}", "", ""),
    ]);
}

#[test]
fn layout() {
    check(&[
        ("struct S { @align(2) a: vec2<f32> }", "layout/invalid-align", ""),
        ("struct S { @align(3) a: f32 }", "layout/invalid-align", "layout/invalid-align"),
        (
            "struct S { @align(4) a: vec2<f32> } @group(0) @binding(0) var<storage> b: S;",
            "layout/invalid-align",
            "layout/invalid-align",
        ),
        ("struct S { @align(4) a: vec2<f32> } var<private> b: S;", "layout/invalid-align", ""),
        ("struct I { a: i32 } struct S { @align(8) a: I } @group(0) @binding(0) var<storage> b: S;", "", ""),
        (
            "struct I { a: i32 } struct S { @align(8) a: I } @group(0) @binding(0) var<uniform> b: S;",
            "",
            "layout/invalid-align",
        ),
        (
            "struct I { a: i32 } struct S { @align(8) a: I } struct T { s: array<S, 2> } @group(0) @binding(0) var<storage> b: T;",
            "",
            "",
        ),
        ("struct S { @size(32) a: array<i32> }", "layout/invalid-size", ""),
        ("struct S { @size(2) a: i32 }", "layout/invalid-size", "layout/invalid-size"),
        ("@group(0) @binding(0) var<uniform> a: array<f32, 4>;", "", "layout/uniform-alignment"),
        ("@group(0) @binding(0) var<uniform> a: array<vec4<f32>, 4>;", "", ""),
        (
            "struct I { a: f32 } struct S { i: I, b: f32 } @group(0) @binding(0) var<uniform> s: S;",
            "",
            "layout/uniform-alignment",
        ),
        (
            "struct I { a: f32 } struct S { i: I, @align(16) b: f32 } @group(0) @binding(0) var<uniform> s: S;",
            "",
            "",
        ),
        (
            "struct S { a: f32, b: array<vec4<f32>, 1>, c: mat2x2<f32> } @group(0) @binding(0) var<uniform> s: S;",
            "",
            "",
        ),
    ]);
}

#[test]
fn early_evaluation() {
    check(&[
        ("fn f() { _ = 7 / 0; }", "const/division-by-zero", ""),
        ("fn f() { _ = 7u % 0u; }", "const/division-by-zero", ""),
        ("fn f(a: vec2<i32>) { _ = a / vec2<i32>(1, 0); }", "const/division-by-zero", ""),
        ("fn f() { _ = 3e38f + 3e38f; }", "const/overflow", ""),
        ("fn f() { _ = asin(2.0); }", "const/invalid-argument", ""),
        ("fn f() { _ = normalize(vec2<f32>(0.0, 0.0)); }", "const/invalid-argument", ""),
        ("fn f(a: i32) { _ = clamp(a, 2, 1); }", "const/invalid-argument", ""),
        ("fn f(a: u32) { _ = extractBits(a, 31u, 2u); }", "const/invalid-argument", ""),
        ("fn f() { _ = ldexp(1.0f, 500); }", "const/invalid-argument", ""),
        ("fn f() { _ = pack2x16float(vec2<f32>(1e6, 0.0)); }", "const/not-representable", ""),
        ("fn f() { _ = bitcast<f32>(0x7fc00000u); }", "const/overflow", ""),
        ("fn f() { let x = 2147483647 + 1; }", "const/not-representable", ""),
        ("fn f() { let x: i32 = 2147483648; }", "const/not-representable", "const/not-representable"),
        ("fn f() { let x = 4294967296u; }", "const/not-representable", "const/not-representable"),
        ("fn f(a: array<i32, 2>) { _ = a[2]; }", "const/index-out-of-bounds", ""),
        ("fn f(a: mat2x3<f32>) { _ = a[3]; }", "const/index-out-of-bounds", ""),
        ("fn f(a: vec3<f32>) { _ = a[3]; }", "const/index-out-of-bounds", "const/index-out-of-bounds"),
        ("fn f() { var a: array<i32, 2>; a[7] = 1; }", "const/index-out-of-bounds", ""),
    ]);
}

#[test]
fn pointers() {
    check(&[
        ("alias P = ptr<private, sampler>;", "type/invalid-variable-type", ""),
        ("alias P = ptr<function, array<i32>>;", "type/invalid-variable-type", ""),
        (
            "alias P = ptr<function, ptr<function, i32>>;",
            "type/invalid-variable-type",
            "type/invalid-variable-type",
        ),
        ("fn f(p: ptr<workgroup, i32>) -> i32 { return *p; }", "", ""),
        ("fn f(p: ptr<uniform, i32>) -> i32 { return *p; }", "", "type/pointer-parameter-space"),
        ("fn f(p: ptr<storage, i32>) -> i32 { return *p; }", "", "type/pointer-parameter-space"),
        ("fn g(p: ptr<private, i32>) {} var<private> v: i32; fn f() { g(&v); }", "", ""),
        ("fn g(p: ptr<function, i32>) {} fn f(p: ptr<function, i32>) { g(p); }", "", ""),
        ("fn g(p: ptr<function, i32>) {} fn f() { var v = 1; let p = &v; g(p); }", "", "type/feature-needed"),
        ("fn g(p: ptr<function, i32>) {} fn f(p: ptr<function, i32>) { g(&*p); }", "", "type/feature-needed"),
        (
            "struct S { a: i32 } fn g(p: ptr<function, i32>) {} fn f() { var s: S; g(&s.a); }",
            "",
            "type/feature-needed",
        ),
        ("fn f(p: ptr<function, vec3<f32>>) { (*p).y = 1.0; }", "", ""),
        ("fn f(p: ptr<function, vec3<f32>>) { p.y = 1.0; }", "", "type/feature-needed"),
        ("fn f(p: ptr<function, array<i32, 2>>) { p[1] = 1; }", "", "type/feature-needed"),
        ("struct S { a: i32 } fn f(p: ptr<function, S>) -> i32 { return p.a; }", "", "type/feature-needed"),
    ]);
}

#[test]
fn textures() {
    check(&[
        ("@group(0) @binding(0) var t: texture_storage_1d<r32float, write>;", "", ""),
        ("@group(0) @binding(0) var t: texture_storage_1d<r32float, read>;", "", "type/feature-needed"),
        ("@group(0) @binding(0) var t: texture_storage_1d<r32float, read_write>;", "", "type/feature-needed"),
        (
            "@group(0) @binding(0) var t: texture_storage_2d<bgra8unorm, write>;",
            "",
            "resolve/not-available-in-edition",
        ),
        (
            "@group(0) @binding(0) var t: texture_storage_2d<f32, write>;",
            "type/invalid-template-argument",
            "parse/expected-token",
        ),
        ("@group(0) @binding(0) var s: sampler; fn f() { let t = s; }", "", "type/invalid-variable-type"),
        (
            "@group(0) @binding(0) var t: texture_2d<f32>; @group(0) @binding(1) var s: sampler; \
             fn f() { _ = textureSampleLevel(t, s, vec2<f32>(), 0.0, vec2<i32>(1, 2)); }",
            "",
            "",
        ),
        (
            "@group(0) @binding(0) var t: texture_2d<f32>; @group(0) @binding(1) var s: sampler; \
             const o = vec2<i32>(1, 2); fn f() { _ = textureSampleLevel(t, s, vec2<f32>(), 0.0, o); }",
            "",
            "",
        ),
        (
            "@group(0) @binding(0) var t: texture_2d<f32>; @group(0) @binding(1) var s: sampler; \
             fn f() { _ = textureSampleLevel(t, s, vec2<f32>(), 0.0, vec2<i32>(1, 1 + 1)); }",
            "",
            "const/not-const",
        ),
        (
            "@group(0) @binding(0) var t: texture_2d<f32>; @group(0) @binding(1) var s: sampler; \
             fn f() { _ = textureGather(1 + 1, t, s, vec2<f32>()); }",
            "",
            "const/not-const",
        ),
        (
            "@group(0) @binding(0) var t: texture_2d<f32>; @group(0) @binding(1) var s: sampler; \
             fn f() { _ = textureGather(4, t, s, vec2<f32>()); }",
            "const/argument-range",
            "const/argument-range",
        ),
    ]);
}

#[test]
fn calls() {
    check(&[
        ("fn f() { abs(1); }", "type/must-use", ""),
        ("fn f() { _ = frexp(2.0).exp; }", "", ""),
        ("fn f() { _ = frexp(2.0).fract; }", "", "type/no-member"),
        ("fn f() { _ = frexp(2.0).sig; }", "type/no-member", ""),
        ("fn f() { let x: f32 = 1 + 1; }", "", "type/mismatch"),
        ("fn f() { let v: vec2<f32> = vec2(1, 1); }", "", "type/mismatch"),
        ("fn f() { _ = sign(1i); }", "", "type/no-matching-overload"),
    ]);
}

#[test]
fn behaviors() {
    check(&[
        ("fn f() { loop { discard; } }", "behavior/infinite-loop", ""),
        ("fn f() { loop { if true { discard; } } }", "behavior/infinite-loop", ""),
        ("fn f(a: bool) -> i32 { if a { return 1; } else { discard; } }", "behavior/missing-return", ""),
        ("fn f() -> i32 { discard; }", "behavior/missing-return", "behavior/missing-return"),
        (
            "fn g() { discard; } fn f(a: bool) -> i32 { if a { return 1; } g(); }",
            "behavior/missing-return",
            "",
        ),
        (
            "fn g(a: bool) { if a { discard; } } fn f(a: bool) -> i32 { if a { return 1; } g(a); }",
            "behavior/missing-return",
            "behavior/missing-return",
        ),
        ("fn f() { loop { continuing { discard; break if true; } } }", "", "behavior/misplaced-discard"),
        (
            "fn g() { discard; } fn f() { loop { continuing { g(); break if true; } } }",
            "",
            "behavior/misplaced-discard",
        ),
        (
            "fn g(a: i32) -> bool { if a > 0 { discard; } return true; } fn f() { loop { continuing { break if g(1); } } }",
            "",
            "behavior/misplaced-discard",
        ),
        ("fn g() { discard; } fn f() { for (; true; g()) {} }", "", "behavior/misplaced-discard"),
        ("fn g() { discard; } fn f() { for (g(); true;) {} }", "", ""),
        ("fn g(a: i32) -> bool { if a > 0 { discard; } return true; } fn f() { for (; g(1);) {} }", "", ""),
        (
            "fn g(a: i32) -> i32 { if a > 0 { discard; } return a; } fn f() { loop { let x = g(1); } }",
            "behavior/infinite-loop",
            "",
        ),
        (
            "fn g() { return; discard; } fn f() { loop { g(); } }",
            "behavior/infinite-loop",
            "behavior/infinite-loop",
        ),
        (
            "@compute @workgroup_size(1) fn main() { discard; }",
            "interface/stage-not-allowed",
            "interface/stage-not-allowed",
        ),
        ("@fragment fn main() { discard; }", "", ""),
        ("fn f() -> i32 { loop { return 1; } }", "", ""),
        (
            "fn f() -> i32 { loop { return 1; continuing { break if false; } } }",
            "",
            "behavior/missing-return",
        ),
    ]);
}

#[test]
fn falling_through() {
    let draft = |program: &str| codes(program, Edition::Draft2022);
    let clause = "switch a { case 1: { fallthrough; } default: {} }";
    assert_eq!(draft(&format!("fn f(a: i32) {{ {clause} }}")), "");
    let last = "switch a { case 1: {} default: { fallthrough; } }";
    assert_eq!(draft(&format!("fn f(a: i32) {{ {last} }}")), "behavior/misplaced-fallthrough");
    let unreachable = "switch a { case 1: {} default: { return; fallthrough; } }";
    assert_eq!(draft(&format!("fn f(a: i32) {{ {unreachable} }}")), "behavior/misplaced-fallthrough");
    let returns = "switch a { case 1: { fallthrough; } default: { return 1; } }";
    assert_eq!(draft(&format!("fn f(a: i32) -> i32 {{ {returns} }}")), "");
    assert_eq!(codes(&format!("fn f(a: i32) {{ {clause} }}"), Edition::Current), "parse/expected-statement");
}

#[test]
fn entry_points() {
    check(&[
        (
            "@compute @workgroup_size(1) fn f(@builtin(workgroup_id) a: vec3<u32>, @builtin(workgroup_id) b: vec3<u32>) {}",
            "interface/duplicate-builtin-value",
            "",
        ),
        ("var<workgroup> w: i32; @fragment fn f() { _ = w; }", "interface/stage-not-allowed", ""),
        (
            "@group(0) @binding(0) var<storage, read_write> b: i32; \
             @vertex fn f() -> @builtin(position) vec4<f32> { b = 1; return vec4<f32>(); }",
            "interface/stage-not-allowed",
            "",
        ),
        (
            "@group(0) @binding(0) var t: texture_storage_1d<r32float, write>; \
             @vertex fn f() -> @builtin(position) vec4<f32> { textureStore(t, 0, vec4<f32>()); return vec4<f32>(); }",
            "interface/stage-not-allowed",
            "",
        ),
        (
            "@vertex fn f(@location(0) a: i32) -> @builtin(position) vec4<f32> { return vec4<f32>(); }",
            "",
            "interface/missing-flat",
        ),
        ("@fragment fn f() -> @location(0) vec4<u32> { return vec4<u32>(); }", "", "interface/missing-flat"),
        ("@fragment fn f(@location(0) a: i32) {}", "interface/missing-flat", "interface/missing-flat"),
        ("struct S { @location(0) @interpolate(flat) a: i32 }", "", ""),
        (
            "struct S { @location(0) @interpolate(flat, either) a: i32 }",
            "",
            "interface/invalid-interpolation",
        ),
        ("struct S { @location(0) @interpolate(linear, sample) a: f32 }", "", ""),
        (
            "@compute @workgroup_size(1) fn f(@builtin(workgroup_index) a: u32) {}",
            "",
            "resolve/not-available-in-edition",
        ),
        (
            "@compute @workgroup_size(1) fn f(@builtin(nothing) a: u32) {}",
            "interface/unknown-builtin-value",
            "interface/unknown-builtin-value",
        ),
    ]);
}

#[test]
fn words_of_the_other_edition() {
    let draft = |program: &str| codes(program, Edition::Draft2022);
    assert_eq!(draft("alias A = i32; var<private> a: A;"), "resolve/not-available-in-edition");
    assert_eq!(draft("const a = 1 + 1; fn f() { _ = a; }"), "resolve/not-available-in-edition");
    assert_eq!(draft("fn f() { const a = 1 + 1; _ = a; }"), "resolve/not-available-in-edition");
    assert_eq!(draft("const_assert true;"), "resolve/not-available-in-edition");
    assert_eq!(draft("requires pointer_composite_access;"), "resolve/not-available-in-edition");
    assert_eq!(draft("diagnostic(off, derivative_uniformity);"), "resolve/not-available-in-edition");
    assert_eq!(draft("enable f16;"), "parse/unknown-extension");
    assert_eq!(draft("@fragment fn f() {}"), "parse/unknown-attribute");
    assert_eq!(draft("var<immediate> a: i32;"), "resolve/not-available-in-edition");
    assert_eq!(draft("fn alias() { let const_assert = 1; var require = const_assert; _ = require; }"), "");
    assert_eq!(codes("type A = i32;", Edition::Current), "parse/expected-declaration");
}

fn repeat(range: core::ops::Range<usize>, part: impl Fn(usize) -> String) -> String {
    range.map(part).collect::<Vec<_>>().concat()
}

#[test]
fn limits() {
    let both = |program: &str| (codes(program, Edition::Current), codes(program, Edition::Draft2022));
    let fine = (String::new(), String::new());
    let beyond = |code: &str| (String::new(), code.to_owned());
    let members = |count: usize| {
        let members = repeat(0..count, |index| format!("m{index}: i32,"));
        both(&format!("struct S {{ {members} }}"))
    };
    assert_eq!(members(16383), fine);
    assert_eq!(members(16384), beyond("limit/struct-members"));
    let parameters = |count: usize| {
        let parameters = repeat(0..count, |index| format!("p{index}: i32,"));
        both(&format!("fn f({parameters}) {{}}"))
    };
    assert_eq!(parameters(255), fine);
    assert_eq!(parameters(256), beyond("limit/function-parameters"));
    let selectors = |count: usize| {
        let cases = repeat(1..count, |index| format!("case {index}: {{}}"));
        both(&format!("fn f(a: i32) {{ switch a {{ {cases} default: {{}} }} }}"))
    };
    assert_eq!(selectors(16384), fine);
    assert_eq!(selectors(16385), beyond("limit/switch-cases"));
    let nesting = |depth: usize| {
        let nested = repeat(1..depth, |index| format!("struct S{index} {{ a: S{} }}", index - 1));
        both(&format!("struct S0 {{ a: i32 }} {nested}"))
    };
    assert_eq!(nesting(255), fine);
    let code = "limit/struct-nesting".to_owned();
    assert_eq!(nesting(256), (code.clone(), code));
}

#[test]
fn aliases_of_arrays_that_nest_without_end() {
    let nested = repeat(1..50_000, |index| format!("alias A{index} = array<A{}, 1>;", index - 1));
    let program = format!("alias A0 = i32; {nested} fn f() {{ var a = A49999(); }}");
    assert_eq!(codes(&program, Edition::Current), "limit/struct-nesting");
}
