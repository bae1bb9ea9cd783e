//! The Working Draft of 11 April 2022: its requirements that the current edition does not have.

use crate::common::check_draft;

#[test]
fn overrides_are_made_of_literals_and_overrides() {
    check_draft(
        "",
        &[
            ("override a: i32 = 1; override b: i32 = a;", &[]),
            ("override a: i32 = 1; override b: i32 = (a);", &[]),
            ("override a: i32 = 1; override b: i32 = -a * 2 + (a - 1);", &[]),
            ("override a: i32 = 1; override b: i32 = vec2<i32>(a, 1).x;", &[]),
            ("override a: i32 = 1; override b: i32 = vec2<i32>(a, 1)[a];", &[]),
            (
                "override a: i32 = 1; override b: i32 = vec2<i32>(a, 1)[abs(1)];",
                &[("const/not-override", 1, 40)],
            ),
            ("override a: i32 = 1; override b: i32 = bitcast<i32>(u32(a));", &[]),
            ("override a: i32 = 1; override b: i32 = abs(a);", &[("const/not-override", 1, 40)]),
            ("override a: i32 = 1; override b: i32 = 1 + abs(a);", &[("const/not-override", 1, 40)]),
            ("override a: i32 = 1; override b: i32 = abs(a) + 1;", &[("const/not-override", 1, 40)]),
            ("override a: i32 = 1; override b: i32 = i32(abs(a));", &[("const/not-override", 1, 40)]),
            ("let c: i32 = 1; override b: i32 = c;", &[("const/not-override", 1, 35)]),
            ("let c: i32 = 1; override b: i32 = 1 + c;", &[("const/not-override", 1, 35)]),
            ("type T = i32; override a: u32 = 1u; override b: i32 = T(a);", &[]),
            ("struct S { a: i32 } override a: i32 = 1; override b: i32 = S(a).a;", &[]),
            ("fn g() -> i32 { return 1; } override b: i32 = g();", &[("const/not-override", 1, 47)]),
            ("override b: i32 = array<i32, 2>(1, 2)[0];", &[]),
        ],
    );
}

#[test]
fn arguments_of_texture_functions_are_made_of_literals() {
    check_draft(
        "@group(0) @binding(0) var t: texture_2d<f32>; @group(0) @binding(1) var s: sampler; let c = 1; let v = vec2<i32>(1, 2); type V = vec2<i32>; override o: i32 = 1;",
        &[
            ("fn f() { _ = textureGather(c, t, s, vec2<f32>()); }", &[]),
            ("fn f() { _ = textureGather(1, t, s, vec2<f32>()); }", &[]),
            ("fn f() { _ = textureGather((1), t, s, vec2<f32>()); }", &[("const/not-const", 1, 28)]),
            ("fn f() { _ = textureGather(i32(1), t, s, vec2<f32>()); }", &[]),
            ("fn f() { _ = textureGather(i32(1u), t, s, vec2<f32>()); }", &[]),
            ("fn f() { _ = textureGather(abs(1), t, s, vec2<f32>()); }", &[("const/not-const", 1, 28)]),
            ("fn f() { _ = textureGather(1 - 1, t, s, vec2<f32>()); }", &[("const/not-const", 1, 28)]),
            ("fn f() { let d = 1; _ = textureGather(d, t, s, vec2<f32>()); }", &[("const/not-const", 1, 39)]),
            ("fn f(d: i32) { _ = textureGather(d, t, s, vec2<f32>()); }", &[("const/not-const", 1, 34)]),
            ("fn f() { _ = textureGather(o, t, s, vec2<f32>()); }", &[("const/not-const", 1, 28)]),
            ("fn f() { _ = textureSampleLevel(t, s, vec2<f32>(), 0.0, v); }", &[]),
            ("fn f() { _ = textureSampleLevel(t, s, vec2<f32>(), 0.0, V(1, 2)); }", &[]),
            ("fn f() { _ = textureSampleLevel(t, s, vec2<f32>(), 0.0, vec2(1, 2)); }", &[]),
            (
                "fn f() { _ = textureSampleLevel(t, s, vec2<f32>(), 0.0, vec2<i32>(c, 2)); }",
                &[("const/not-const", 1, 57)],
            ),
            ("fn f() { _ = textureSampleLevel(t, s, vec2<f32>(), 0.0, vec2<i32>(vec2<i32>(1, 2))); }", &[]),
            (
                "fn f() { _ = textureSampleLevel(t, s, vec2<f32>(), 0.0, vec2<i32>(1, 9)); }",
                &[("const/argument-range", 1, 57)],
            ),
            (
                "fn f() { _ = textureSampleLevel(t, s, vec2<f32>(), 0.0, max(v, v)); }",
                &[("const/not-const", 1, 57)],
            ),
        ],
    );
}

#[test]
fn numbers_in_attributes_are_literals() {
    check_draft(
        "",
        &[
            ("@group(0) @binding(0) var<uniform> a: i32;", &[]),
            ("@group(0i) @binding(0) var<uniform> a: i32;", &[]),
            ("@group(0u) @binding(0) var<uniform> a: i32;", &[("interface/invalid-attribute-value", 1, 8)]),
            ("@group(0) @binding(1 + 1) var<uniform> a: i32;", &[("parse/expected-token", 1, 22)]),
            ("@group(0) @binding((1)) var<uniform> a: i32;", &[("parse/expected-token", 1, 20)]),
            ("@group(0) @binding(1.0) var<uniform> a: i32;", &[("interface/invalid-attribute-value", 1, 20)]),
            ("struct S { @size(8) a: i32, @align(8) b: i32 }", &[]),
            ("struct S { @size(4 + 4) a: i32 }", &[("parse/expected-token", 1, 20)]),
            ("struct S { @align(4 + 4) a: i32 }", &[("parse/expected-token", 1, 21)]),
        ],
    );
}

#[test]
fn pointers_that_are_passed_have_a_form() {
    check_draft(
        "",
        &[
            (
                "fn g(p: ptr<function, i32>) {} fn f() { var v: i32; g(&v); g((&v)); g(&(v)); g(((&((v))))); }",
                &[],
            ),
            ("fn g(p: ptr<function, i32>) {} fn f(p: ptr<function, i32>) { g(p); g((p)); }", &[]),
            (
                "fn g(p: ptr<function, i32>) {} fn f() { var v: i32; let p = &v; g(p); }",
                &[("type/feature-needed", 1, 67)],
            ),
            (
                "fn g(p: ptr<function, i32>) {} fn f() { var v: vec2<i32>; var a: array<i32, 2>; g(&a[0]); }",
                &[("type/feature-needed", 1, 83)],
            ),
            (
                "fn g(p: ptr<function, i32>) {} fn f() { var v: i32; let p = &v; g(&*p); }",
                &[("type/feature-needed", 1, 67)],
            ),
            (
                "fn g(p: ptr<function, i32>) {} fn f() { g(nowhere); }",
                &[("resolve/unknown-identifier", 1, 43)],
            ),
            ("fn g(p: ptr<function, i32>) {} fn f() { var v: i32; g(v); }", &[("type/mismatch", 1, 55)]),
            ("fn g(p: ptr<private, i32>) {} var<private> v: i32; fn f() { g(&v); }", &[]),
            ("fn g(p: i32) {} fn f() { var v: i32; let p = &v; g(*p); }", &[]),
            ("fn g(p: ptr<uniform, i32>) {}", &[("type/pointer-parameter-space", 1, 9)]),
            ("fn g(p: ptr<workgroup, i32>) {}", &[]),
            (
                "fn g(p: ptr<function, i32>, q: ptr<function, i32>) { *p = *q; } fn f() { var a: i32; g(&a, &a); }",
                &[],
            ),
        ],
    );
}

#[test]
fn the_uniform_address_space_wants_more_alignment() {
    check_draft(
        "",
        &[
            ("@group(0) @binding(0) var<uniform> a: array<f32, 4>;", &[("layout/uniform-alignment", 1, 39)]),
            ("@group(0) @binding(0) var<storage> a: array<f32, 4>;", &[]),
            ("var<private> a: array<f32, 4>;", &[]),
            ("@group(0) @binding(0) var<uniform> a: array<vec3<f32>, 4>;", &[]),
            (
                "@group(0) @binding(0) var<uniform> a: array<vec2<f32>, 4>;",
                &[("layout/uniform-alignment", 1, 39)],
            ),
            ("@group(0) @binding(0) var<uniform> a: array<array<vec4<f32>, 2>, 4>;", &[]),
            (
                "@group(0) @binding(0) var<uniform> a: array<array<f32, 4>, 4>;",
                &[("layout/uniform-alignment", 1, 39)],
            ),
            ("@group(0) @binding(0) var<uniform> a: mat2x2<f32>;", &[]),
            ("@group(0) @binding(0) var<uniform> a: array<mat2x2<f32>, 2>;", &[]),
            (
                "@group(0) @binding(0) var<uniform> a: array<mat3x2<f32>, 2>;",
                &[("layout/uniform-alignment", 1, 39)],
            ),
            ("struct S { a: f32, b: f32 } @group(0) @binding(0) var<uniform> a: S;", &[]),
            ("struct S { a: f32, b: array<vec4<f32>, 2> } @group(0) @binding(0) var<uniform> a: S;", &[]),
            (
                "struct S { a: f32, b: array<f32, 2> } @group(0) @binding(0) var<uniform> a: S;",
                &[("layout/uniform-alignment", 1, 77)],
            ),
            (
                "struct I { a: f32 } struct S { a: f32, b: I } @group(0) @binding(0) var<uniform> a: S;",
                &[("layout/uniform-alignment", 1, 85)],
            ),
            (
                "struct I { a: f32 } struct S { a: f32, @align(16) b: I } @group(0) @binding(0) var<uniform> a: S;",
                &[],
            ),
            (
                "struct I { a: f32 } struct S { a: I, @align(16) b: f32 } @group(0) @binding(0) var<uniform> a: S;",
                &[],
            ),
            (
                "struct I { a: f32 } struct S { a: I, b: f32 } @group(0) @binding(0) var<uniform> a: S;",
                &[("layout/uniform-alignment", 1, 85)],
            ),
            (
                "struct I { a: f32 } struct S { @size(16) a: I, b: f32 } @group(0) @binding(0) var<uniform> a: S;",
                &[],
            ),
            (
                "struct I { a: f32 } struct S { @size(12) a: I, b: f32 } @group(0) @binding(0) var<uniform> a: S;",
                &[("layout/uniform-alignment", 1, 95)],
            ),
            (
                "struct I { a: vec4<f32>, c: f32 } struct S { a: I, b: f32 } @group(0) @binding(0) var<uniform> a: S;",
                &[],
            ),
            (
                "struct I { a: vec3<f32>, c: f32 } struct S { a: I, b: f32 } @group(0) @binding(0) var<uniform> a: S;",
                &[],
            ),
            (
                "struct I { a: f32 } struct S { x: vec4<f32>, a: I, b: f32 } @group(0) @binding(0) var<uniform> a: S;",
                &[("layout/uniform-alignment", 1, 99)],
            ),
            (
                "struct I { a: f32 } struct S { x: vec4<f32>, @size(16) a: I, b: f32 } @group(0) @binding(0) var<uniform> a: S;",
                &[],
            ),
            ("struct I { a: f32 } struct S { a: I } @group(0) @binding(0) var<uniform> a: S;", &[]),
            (
                "struct I { a: f32 } struct S { b: vec4<f32>, a: I } @group(0) @binding(0) var<uniform> a: S;",
                &[],
            ),
            (
                "struct I { a: f32 } struct S { a: array<I, 2> } @group(0) @binding(0) var<uniform> a: S;",
                &[("layout/uniform-alignment", 1, 87)],
            ),
            (
                "struct I { a: array<f32, 2> } struct S { a: array<vec4<f32>, 2>, b: I } @group(0) @binding(0) var<uniform> a: S;",
                &[("layout/uniform-alignment", 1, 111)],
            ),
            (
                "struct I { a: array<f32, 2> } struct S { a: I } @group(0) @binding(0) var<uniform> a: S; @group(0) @binding(1) var<uniform> b: S;",
                &[("layout/uniform-alignment", 1, 87), ("layout/uniform-alignment", 1, 128)],
            ),
            (
                "struct I { a: vec4<f32> } struct S { a: I, b: I, c: f32 } @group(0) @binding(0) var<uniform> a: S; @group(0) @binding(1) var<uniform> b: array<S, 2>;",
                &[],
            ),
        ],
    );
}

#[test]
fn alignment_is_judged_by_the_variable() {
    check_draft(
        "",
        &[
            (
                "struct S { @align(4) a: vec2<f32> } @group(0) @binding(0) var<storage> a: S;",
                &[("layout/invalid-align", 1, 19)],
            ),
            ("struct S { @align(8) a: vec2<f32> } @group(0) @binding(0) var<storage> a: S;", &[]),
            (
                "struct S { @align(4) a: vec2<f32> } @group(0) @binding(0) var<uniform> a: S;",
                &[("layout/invalid-align", 1, 19)],
            ),
            ("struct S { @align(4) a: vec2<f32> } var<private> a: S; var<workgroup> b: S;", &[]),
            (
                "struct S { @align(4) a: vec2<f32> } @group(0) @binding(0) var<storage> a: array<S>;",
                &[("layout/invalid-align", 1, 19)],
            ),
            (
                "struct S { @align(4) a: vec2<f32> } struct T { s: S } @group(0) @binding(0) var<storage> a: T;",
                &[("layout/invalid-align", 1, 19)],
            ),
            (
                "struct S { @align(4) a: vec2<f32> } struct T { s: array<array<S, 2>, 2> } @group(0) @binding(0) var<storage> a: T;",
                &[("layout/invalid-align", 1, 19)],
            ),
            (
                "struct S { @align(4) a: vec2<f32> } @group(0) @binding(0) var<storage> a: S; @group(0) @binding(1) var<storage> b: S;",
                &[("layout/invalid-align", 1, 19)],
            ),
            (
                "struct S { @align(4) a: vec2<f32>, @align(4) b: i32, @align(8) c: vec3<f32> } @group(0) @binding(0) var<storage> a: S;",
                &[("layout/invalid-align", 1, 19), ("layout/invalid-align", 1, 61)],
            ),
            ("struct I { a: i32 } struct S { @align(8) a: I } @group(0) @binding(0) var<storage> a: S;", &[]),
            (
                "struct I { a: i32 } struct S { @align(8) a: I } @group(0) @binding(0) var<uniform> a: S;",
                &[("layout/invalid-align", 1, 39)],
            ),
            (
                "struct I { a: i32 } struct S { @align(16) a: I } @group(0) @binding(0) var<uniform> a: S;",
                &[],
            ),
            (
                "struct I { a: i32 } struct S { @align(8) a: I } @group(0) @binding(0) var<storage> b: S; @group(0) @binding(1) var<uniform> a: S;",
                &[("layout/invalid-align", 1, 39)],
            ),
            ("struct S { @align(4) a: array<i32, 2> } @group(0) @binding(0) var<storage> a: S;", &[]),
            (
                "struct S { @align(2) a: i32 } @group(0) @binding(0) var<storage> a: S;",
                &[("layout/invalid-align", 1, 19)],
            ),
            (
                "struct S { @align(4) a: i32, @size(8) b: array<i32> } @group(0) @binding(0) var<storage> a: S;",
                &[],
            ),
        ],
    );
}

#[test]
fn discard_ends_an_invocation_and_is_a_behavior() {
    check_draft(
        "",
        &[
            ("fn f() -> i32 { discard; }", &[("behavior/missing-return", 1, 4)]),
            ("fn f(a: bool) -> i32 { if a { return 1; } discard; }", &[]),
            ("fn f(a: bool) -> i32 { if a { discard; } return 1; }", &[]),
            ("fn f(a: bool) -> i32 { if a { discard; } }", &[("behavior/missing-return", 1, 4)]),
            ("fn g() { discard; } fn f(a: bool) -> i32 { if a { return 1; } g(); }", &[]),
            (
                "fn g(a: bool) { if a { discard; } } fn f(a: bool) -> i32 { if a { return 1; } g(a); }",
                &[("behavior/missing-return", 1, 40)],
            ),
            ("fn g() { discard; } fn h() { g(); } fn f(a: bool) -> i32 { if a { return 1; } h(); }", &[]),
            (
                "fn g(a: bool) -> bool { if a { discard; } return a; } fn f(a: bool) -> i32 { if g(a) { return 1; } }",
                &[("behavior/missing-return", 1, 58)],
            ),
            (
                "fn g(a: bool) -> bool { if a { discard; } return a; } fn f(a: bool) { loop { if g(a) { } } }",
                &[],
            ),
            (
                "fn g(a: bool) -> bool { return a; } fn f(a: bool) { loop { if g(a) { } } }",
                &[("behavior/infinite-loop", 1, 53)],
            ),
            (
                "fn g(a: bool) -> bool { if a { discard; } return a; } fn f(a: bool) { loop { let x = g(a); } }",
                &[],
            ),
            (
                "fn g(a: bool) -> bool { if a { discard; } return a; } fn f(a: bool) { loop { _ = g(a); } }",
                &[],
            ),
            ("fn g() { discard; } fn f() { loop { g(); } }", &[]),
            (
                "fn g() { discard; } fn f() { for (;; g()) { } }",
                &[("behavior/infinite-loop", 1, 30), ("behavior/misplaced-discard", 1, 38)],
            ),
            ("fn g() { } fn f() { for (;; g()) { break; } }", &[]),
            (
                "fn g() { discard; } fn f() { for (;; g()) { break; } }",
                &[("behavior/misplaced-discard", 1, 38)],
            ),
            ("fn g() { discard; } fn f() { for (g();;) { break; } }", &[]),
            ("fn f() { loop { break; continuing { discard; } } }", &[("behavior/misplaced-discard", 1, 37)]),
            (
                "fn f() { loop { break; continuing { if true { discard; } } } }",
                &[("behavior/misplaced-discard", 1, 47)],
            ),
            (
                "fn f() { loop { break; continuing { loop { discard; } } } }",
                &[("behavior/misplaced-discard", 1, 44)],
            ),
            (
                "fn g() { discard; } fn f() { loop { break; continuing { g(); } } }",
                &[("behavior/misplaced-discard", 1, 57)],
            ),
            ("fn g() { } fn f() { loop { break; continuing { g(); } } }", &[]),
            (
                "fn g() { discard; } fn f() { loop { loop { break; continuing { for (;; g()) { break; } } } break; } }",
                &[("behavior/misplaced-discard", 1, 72)],
            ),
            ("@vertex fn f() {}", &[("parse/unknown-attribute", 1, 2)]),
            ("@stage(vertex) fn f() {}", &[("interface/missing-position", 1, 19)]),
            ("@stage(compute) fn f() {}", &[("interface/missing-workgroup-size", 1, 20)]),
            ("@stage(fragment) fn f() {}", &[]),
            ("@stage(fragment) @stage(vertex) fn f() {}", &[("interface/multiple-stages", 1, 18)]),
            ("@stage(nothing) fn f() {}", &[("interface/invalid-attribute-value", 1, 8)]),
        ],
    );
}
