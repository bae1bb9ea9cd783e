//! Calls, constructors and conversions. <https://www.w3.org/TR/WGSL/#function-calls>

use crate::common::check;

#[test]
fn a_call_has_the_arguments_that_its_function_wants() {
    check(&[
        ("fn g(a: i32) {} fn f() { g(1); g(); }", &[("type/wrong-argument-count", 1, 32)]),
        ("fn g(a: i32) {} fn f() { g(1, 2); }", &[("type/wrong-argument-count", 1, 26)]),
        ("fn g(a: i32) {} fn f() { g(1u); }", &[("type/mismatch", 1, 28)]),
        ("fn g(a: i32, b: f32) {} fn f() { g(1, 1); g(1.0, 1); }", &[("type/mismatch", 1, 45)]),
        (
            "fn g(a: i32, b: f32) {} fn f() { g(1.0, 1u); }",
            &[("type/mismatch", 1, 36), ("type/mismatch", 1, 41)],
        ),
        ("fn g(a: i32) {} fn f() { g(nothing); }", &[("resolve/unknown-identifier", 1, 28)]),
        (
            "fn g(a: nothing) {} fn f() { g(1u); g(nothing); }",
            &[("resolve/unknown-identifier", 1, 9), ("resolve/unknown-identifier", 1, 39)],
        ),
        (
            "fn g(a: i32) {} fn f() { g(true, nothing); }",
            &[("type/wrong-argument-count", 1, 26), ("resolve/unknown-identifier", 1, 34)],
        ),
        ("fn g(a: i32) {} fn f() { g<i32>(1); }", &[("type/unexpected-template-arguments", 1, 26)]),
        (
            "fn g(a: i32) -> i32 { return a; } fn f() { g(1); let x: i32 = g(1); let y: u32 = g(1); }",
            &[("type/mismatch", 1, 82)],
        ),
        ("@must_use fn g(a: i32) -> i32 { return a; } fn f() { g(1); }", &[("type/must-use", 1, 54)]),
        ("@must_use fn g(a: i32) -> i32 { return a; } fn f() { _ = g(1); }", &[]),
        ("fn g(p: ptr<function, i32>) {} fn f() { var a = 1; g(&a); g(a); }", &[("type/mismatch", 1, 61)]),
        ("fn g(p: ptr<function, i32>) {} fn f() { var a = 1u; g(&a); }", &[("type/mismatch", 1, 55)]),
        (
            "fn g(p: ptr<function, i32>) {} var<private> a: i32; fn f() { g(&a); }",
            &[("type/mismatch", 1, 64)],
        ),
        (
            "fn g(p: ptr<storage, i32>) {} @group(0) @binding(0) var<storage, read_write> a: i32; fn f() { g(&a); }",
            &[("type/mismatch", 1, 97)],
        ),
        (
            "fn g(p: ptr<storage, i32, read_write>) {} @group(0) @binding(0) var<storage, read_write> a: i32; fn f() { g(&a); }",
            &[],
        ),
        ("fn f() { nothing(1); }", &[("resolve/unknown-identifier", 1, 10)]),
        (
            "fn f() { nothing(nowhere); }",
            &[("resolve/unknown-identifier", 1, 10), ("resolve/unknown-identifier", 1, 18)],
        ),
        ("const c = 1; fn f() { c(); }", &[("resolve/not-callable", 1, 23)]),
        ("fn f() { let c = 1; c(); }", &[("resolve/not-callable", 1, 21)]),
        ("fn f(c: i32) { _ = c(); }", &[("resolve/not-callable", 1, 20)]),
        ("fn f() { read(); }", &[("resolve/not-callable", 1, 10)]),
        (
            "fn f() { _ = read(nothing); }",
            &[("resolve/not-callable", 1, 14), ("resolve/unknown-identifier", 1, 19)],
        ),
        ("fn f() { i32(); }", &[("type/must-use", 1, 10)]),
        ("fn f() { vec2(1, 2); }", &[("type/must-use", 1, 10)]),
        ("struct S { a: i32 } fn f() { S(); }", &[("type/must-use", 1, 30)]),
        ("alias T = i32; fn f() { T(); }", &[("type/must-use", 1, 25)]),
        ("fn f() { abs(1); }", &[("type/must-use", 1, 10)]),
        ("fn f() { _ = abs(); }", &[("type/wrong-argument-count", 1, 14)]),
        ("fn f() { _ = abs(1, 2); }", &[("type/wrong-argument-count", 1, 14)]),
        ("fn f() { _ = abs(true); }", &[("type/no-matching-overload", 1, 14)]),
        ("fn f() { _ = abs<i32>(1); }", &[("type/unexpected-template-arguments", 1, 14)]),
        (
            "fn f() { _ = abs<nothing>(nowhere); }",
            &[("resolve/unknown-identifier", 1, 18), ("resolve/unknown-identifier", 1, 27)],
        ),
        ("fn f() { _ = bitcast<i32>(1u); }", &[]),
        (
            "fn f() { _ = bitcast<nothing>(nowhere); }",
            &[("resolve/unknown-identifier", 1, 22), ("resolve/unknown-identifier", 1, 31)],
        ),
        ("fn f() { _ = bitcast(1u); }", &[("type/no-matching-overload", 1, 14)]),
        ("fn f() { _ = bitcast<i32, i32>(1u); }", &[("type/no-matching-overload", 1, 14)]),
        ("fn f() { _ = bitcast<bool>(1u); }", &[("type/no-matching-overload", 1, 14)]),
        ("fn f() { _ = min(1, nothing); }", &[("resolve/unknown-identifier", 1, 21)]),
        ("fn f() { workgroupBarrier(); workgroupBarrier(1); }", &[("type/wrong-argument-count", 1, 30)]),
        ("fn f() { _ = workgroupBarrier(); }", &[("type/no-value", 1, 14)]),
        (
            "fn f() { _ = max(1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16,17,18); }",
            &[("type/wrong-argument-count", 1, 14)],
        ),
        ("fn f() { f(); }", &[("resolve/declaration-cycle", 1, 4)]),
        ("fn f() { let x: bool = min(1, nothing); }", &[("resolve/unknown-identifier", 1, 31)]),
        ("fn f() { let x: bool = min(nothing, 1); }", &[("resolve/unknown-identifier", 1, 28)]),
        (
            "fn g(a: i32) -> nothing { return a; } fn f() { g(1); let x: bool = g(1); }",
            &[("resolve/unknown-identifier", 1, 17)],
        ),
        (
            "fn g(p: ptr<function, i32>) {} fn f() { g(nothing); g(&nothing); }",
            &[("resolve/unknown-identifier", 1, 43), ("resolve/unknown-identifier", 1, 56)],
        ),
        (
            "struct S { a: nothing } fn f() { _ = S(nowhere); }",
            &[("resolve/unknown-identifier", 1, 15), ("resolve/unknown-identifier", 1, 40)],
        ),
        (
            "fn f() { let x: i32 = i32(nothing); let y: bool = i32(nothing); }",
            &[("resolve/unknown-identifier", 1, 27), ("resolve/unknown-identifier", 1, 55)],
        ),
        ("enable f16; fn f() { let x: f16 = 1; let y: f32 = f16(1); }", &[("type/mismatch", 1, 51)]),
        (
            "fn f() { _ = atan2(1, 2, 3); _ = atan2(1); }",
            &[("type/wrong-argument-count", 1, 14), ("type/wrong-argument-count", 1, 34)],
        ),
    ]);
}

#[test]
fn a_constructor_has_the_parts_that_its_type_wants() {
    check(&[
        (
            "struct S { a: i32, b: f32 } fn f() { _ = S(); _ = S(1, 2); _ = S(1); }",
            &[("type/wrong-argument-count", 1, 64)],
        ),
        ("struct S { a: i32, b: f32 } fn f() { _ = S(1, 2, 3); }", &[("type/wrong-argument-count", 1, 42)]),
        ("struct S { a: i32, b: f32 } fn f() { _ = S(1.5, 2); }", &[("type/mismatch", 1, 44)]),
        ("struct S { a: i32, b: f32 } fn f() { _ = S(1, 2u); }", &[("type/mismatch", 1, 47)]),
        (
            "struct S { a: i32, b: f32 } fn f() { _ = S(nothing); }",
            &[("type/wrong-argument-count", 1, 42), ("resolve/unknown-identifier", 1, 44)],
        ),
        ("struct S { a: atomic<i32> } fn f() { _ = S(); }", &[("type/not-constructible", 1, 42)]),
        ("struct S { a: i32, b: array<i32> } fn f() { _ = S(); }", &[("type/not-constructible", 1, 49)]),
        (
            "fn f() { _ = array<i32, 2>(); _ = array<i32, 2>(1, 2); _ = array<i32, 2>(1); }",
            &[("type/wrong-argument-count", 1, 60)],
        ),
        ("fn f() { _ = array<i32, 2>(1, 2, 3); }", &[("type/wrong-argument-count", 1, 14)]),
        ("fn f() { _ = array<i32, 2>(1, 2u); }", &[("type/mismatch", 1, 31)]),
        ("fn f() { _ = array<i32>(); }", &[("type/not-constructible", 1, 14)]),
        ("fn f() { _ = array<i32>(1, 2); }", &[("type/not-constructible", 1, 14)]),
        ("fn f() { _ = array(); }", &[("type/wrong-argument-count", 1, 14)]),
        ("fn f() { _ = array(1, 2u, 3); }", &[]),
        (
            "fn f() { _ = array(1u, 2, 3); let a: array<u32, 3> = array(1u, 2, 3); let b: array<u32, 3> = array(1, 2, 3u); }",
            &[],
        ),
        (
            "fn f() { let a: array<f32, 2> = array(1, 2.0); let b: array<f32, 2> = array(1, 2); let c: array<i32, 2> = array(1, 2.0); }",
            &[("type/mismatch", 1, 107)],
        ),
        ("fn f() { _ = array(1, 2u, 3i); }", &[("type/no-common-type", 1, 27)]),
        ("fn f() { _ = array(1, true); }", &[("type/no-common-type", 1, 23)]),
        (
            "fn f() { _ = array(vec2(1, 2), vec2(1.5, 2)); let a: array<vec2f, 2> = array(vec2(1, 2), vec2(1.5, 2)); }",
            &[],
        ),
        ("fn f() { _ = array(vec2(1, 2), vec3(1, 2, 3)); }", &[("type/no-common-type", 1, 32)]),
        ("fn f() { _ = array(nothing, true); }", &[("resolve/unknown-identifier", 1, 20)]),
        (
            "fn f(i: i32) { let a: array<i32, 2> = array(i, 1); let b: array<u32, 2> = array(i, 1); }",
            &[("type/mismatch", 1, 75)],
        ),
        ("fn f(i: f32) { let a: array<f32, 2> = array(1, i); }", &[]),
        ("fn f(p: ptr<function, i32>) { _ = array(p, p); }", &[("type/invalid-element-type", 1, 35)]),
        (
            "@group(0) @binding(0) var s: sampler; fn f() { _ = array(s, s); }",
            &[("type/invalid-element-type", 1, 52)],
        ),
        (
            "@group(0) @binding(0) var s: sampler; fn f() { _ = sampler(); }",
            &[("type/not-constructible", 1, 52)],
        ),
        ("fn f() { _ = atomic(); }", &[("type/not-constructible", 1, 14)]),
        ("fn f() { _ = ptr(); }", &[("type/not-constructible", 1, 14)]),
        ("fn f() { _ = atomic<i32>(); }", &[("type/not-constructible", 1, 14)]),
        ("fn f() { _ = ptr<function, i32>(); }", &[("type/not-constructible", 1, 14)]),
        ("fn f() { _ = texture_2d<f32>(); }", &[("type/not-constructible", 1, 14)]),
        ("fn f() { _ = texture_2d(1); }", &[("type/not-constructible", 1, 14)]),
        ("fn f() { _ = i32(1.5); _ = i32(true); _ = i32(1, 2); }", &[("type/wrong-argument-count", 1, 43)]),
        (
            "fn f() { _ = vec2f(1, 2); _ = vec2f(vec2i()); _ = vec2f(1); _ = vec2f(1, 2, 3); }",
            &[("type/wrong-argument-count", 1, 65)],
        ),
        (
            "fn f() { _ = vec4f(vec2f(), 1, 2); _ = vec4f(vec2f(), vec2f()); _ = vec4f(vec3f(), vec2f()); }",
            &[("type/no-matching-overload", 1, 69)],
        ),
        ("fn f() { _ = vec2(); }", &[]),
        (
            "fn f() { _ = vec2<i32>(); let a: vec2<i32> = vec2(1, 2); let b: vec2<f32> = vec2(1, 2); let c: vec2<u32> = vec2(1i, 2); }",
            &[("type/mismatch", 1, 108)],
        ),
        (
            "fn f() { _ = mat2x2f(1, 2, 3, 4); _ = mat2x2f(vec2f(), vec2f()); _ = mat2x2f(1, 2, 3); }",
            &[("type/wrong-argument-count", 1, 70)],
        ),
        (
            "fn f() { _ = mat2x2(1, 2, 3, 4); _ = mat2x2(vec2(1, 2), vec2(3, 4)); _ = mat2x2(1u, 2, 3, 4); }",
            &[("type/no-matching-overload", 1, 74)],
        ),
        (
            "const a: mat4x4f = mat4x4f(1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16); const b: mat4x4f = mat4x4(1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16); const_assert b[3][3] == 16; const_assert b[3][3] != 16;",
            &[("const/assertion-failed", 1, 207)],
        ),
        (
            "const a = mat4x4f(1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17);",
            &[("type/wrong-argument-count", 1, 11)],
        ),
        (
            "const a = mat4x4(1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18);",
            &[("type/wrong-argument-count", 1, 11)],
        ),
        (
            "const a = mat4x4f(1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15);",
            &[("type/wrong-argument-count", 1, 11)],
        ),
        (
            "const a: mat4x4f = mat4x4f(vec4f(), vec4f(), vec4f(), vec4f()); const b = mat4x4f(vec4f(), vec4f(), vec4f());",
            &[("type/wrong-argument-count", 1, 75)],
        ),
    ]);
}

#[test]
fn values_convert_where_all_their_parts_do() {
    check(&[
        (
            "const a: f32 = 1; const b: f32 = 1.5; const c: i32 = 1; const d: u32 = 1; const e: i32 = 1.0;",
            &[("type/mismatch", 1, 90)],
        ),
        ("const a: u32 = -1;", &[("const/not-representable", 1, 16)]),
        ("const a: i32 = 2147483648;", &[("const/not-representable", 1, 16)]),
        ("const a: u32 = 4294967295; const b: u32 = 4294967296;", &[("const/not-representable", 1, 43)]),
        (
            "const a: vec2f = vec2(1, 2); const b: vec2<i32> = vec2(1, 2); const c: vec3f = vec2(1, 2);",
            &[("type/mismatch", 1, 80)],
        ),
        (
            "const a: mat2x2f = mat2x2(1.0, 2, 3, 4); const b: mat3x2f = mat2x2(1.0, 2, 3, 4);",
            &[("type/mismatch", 1, 61)],
        ),
        ("const a: mat2x3f = mat3x2(1.0, 2, 3, 4, 5, 6);", &[("type/mismatch", 1, 20)]),
        (
            "const a: array<f32, 2> = array(1, 2); const b: array<f32, 3> = array(1, 2);",
            &[("type/mismatch", 1, 64)],
        ),
        ("const a: array<array<f32, 2>, 2> = array(array(1, 2), array(3, 4));", &[]),
        (
            "const a: array<vec2u, 2> = array(vec2(1, 2), vec2(3, 4)); const b: array<vec2u, 2> = array(vec2(1, 2), vec2(3, -4));",
            &[("const/not-representable", 1, 86)],
        ),
        ("const a: vec2u = vec2(1, -1);", &[("const/not-representable", 1, 18)]),
        ("const a = frexp(1.5); var<private> b = a;", &[]),
        ("const a = modf(vec2(1.5, 2)); var<private> b = a;", &[]),
        (
            "fn f() { var a = frexp(vec2(1.5, 2)); a = frexp(vec2f()); a = frexp(vec3f()); }",
            &[("type/mismatch", 1, 63)],
        ),
        ("fn f() { var a = modf(1.5); a = modf(1f); a = modf(vec2f()); }", &[("type/mismatch", 1, 47)]),
        ("fn f() { var a = modf(1.5); a = frexp(1f); }", &[("type/mismatch", 1, 33)]),
        ("fn f() { var a = frexp(1f); let b = frexp(1.5); a = frexp(1.5); }", &[]),
        ("fn f() { var a: f32 = 1e39; }", &[("const/not-representable", 1, 23)]),
        ("const a: f32 = 1e39;", &[("const/not-representable", 1, 16)]),
        ("const a = vec2(1e39, 1); var<private> b: vec2f = a;", &[("const/not-representable", 1, 50)]),
    ]);
}
