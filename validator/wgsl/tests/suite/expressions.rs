//! Types of expressions: components, memory and operators. <https://www.w3.org/TR/WGSL/#expressions>

use crate::common::check;

#[test]
fn swizzles_select_components_of_a_vector() {
    check(&[
        ("fn f(v: vec3f) { _ = v.x; _ = v.xyz; _ = v.rgb; _ = v.bgr; _ = v.zzzz; }", &[]),
        ("fn f(v: vec3f) { _ = v.w; }", &[("type/invalid-swizzle", 1, 24)]),
        ("fn f(v: vec3f) { _ = v.a; }", &[("type/invalid-swizzle", 1, 24)]),
        ("fn f(v: vec2f) { _ = v.xz; }", &[("type/invalid-swizzle", 1, 24)]),
        ("fn f(v: vec2f) { _ = v.b; }", &[("type/invalid-swizzle", 1, 24)]),
        ("fn f(v: vec4f) { _ = v.xyzwx; }", &[("type/invalid-swizzle", 1, 24)]),
        ("fn f(v: vec4f) { _ = v.xg; }", &[("type/invalid-swizzle", 1, 24)]),
        ("fn f(v: vec4f) { _ = v.rx; }", &[("type/invalid-swizzle", 1, 24)]),
        ("fn f(v: vec4f) { _ = v.q; }", &[("type/invalid-swizzle", 1, 24)]),
        ("fn f(v: vec4f) { _ = v.xq; }", &[("type/invalid-swizzle", 1, 24)]),
        ("fn f() { var v = vec4f(); v.x = 1; }", &[]),
        ("fn f() { var v = vec4f(); v.xy = vec2f(); }", &[("type/not-a-reference", 1, 27)]),
        ("fn f() { var v = vec4f(); let p = &v; p.x = 1; _ = p.xy; }", &[]),
        (
            "fn f() { var v = vec4f(); let a: vec2f = v.xy; let b: vec3f = v.xyz; let c: vec4f = v.wzyx; let d: f32 = v.x; }",
            &[],
        ),
        ("fn f() { var v = vec4f(); let a: vec3f = v.xy; }", &[("type/mismatch", 1, 42)]),
        ("fn f(v: vec2u) { let a: vec2f = v.xy; }", &[("type/mismatch", 1, 33)]),
        ("fn f() { _ = i32(); _ = i32().x; }", &[("type/no-member", 1, 31)]),
        ("fn g() {} fn f() { _ = g().x; }", &[("type/no-member", 1, 28)]),
    ]);
}

#[test]
fn members_of_structures_and_results_have_a_type() {
    check(&[
        ("struct S { a: i32, b: f32 } fn f(s: S) { let a: i32 = s.a; let b: f32 = s.b; }", &[]),
        ("struct S { a: i32, b: f32 } fn f(s: S) { let a: f32 = s.a; }", &[("type/mismatch", 1, 55)]),
        ("struct S { a: i32, b: f32 } fn f(s: S) { _ = s.c; }", &[("type/no-member", 1, 48)]),
        ("struct S { a: i32, b: f32 } fn f() { var s: S; s.b = 1; s.a = 1.5; }", &[("type/mismatch", 1, 63)]),
        (
            "struct S { a: i32, b: f32 } fn f(p: ptr<function, S>) { p.b = 1; (*p).a = 2; p.c = 3; }",
            &[("type/no-member", 1, 80)],
        ),
        ("fn f() { let a: f32 = frexp(1.5f).fract; let b: i32 = frexp(1.5f).exp; }", &[]),
        ("fn f() { let a: vec2f = frexp(vec2f()).fract; let b: vec2i = frexp(vec2f()).exp; }", &[]),
        ("fn f() { _ = frexp(1.5).whole; }", &[("type/no-member", 1, 25)]),
        ("fn f() { let a: f32 = modf(1.5f).fract; let b: f32 = modf(1.5f).whole; }", &[]),
        ("fn f() { _ = modf(1.5).exp; }", &[("type/no-member", 1, 24)]),
        (
            "const a: f32 = frexp(1.5).fract; const b: i32 = frexp(1.5).exp; const c: f32 = frexp(1.5).exp;",
            &[],
        ),
        ("const a = frexp(1.5).exp; const b: f32 = a;", &[]),
        (
            "var<workgroup> w: atomic<u32>; fn f() { let a: u32 = atomicCompareExchangeWeak(&w, 1, 2).old_value; let b: bool = atomicCompareExchangeWeak(&w, 1, 2).exchanged; }",
            &[],
        ),
        (
            "var<workgroup> w: atomic<u32>; fn f() { _ = atomicCompareExchangeWeak(&w, 1, 2).old; }",
            &[("type/no-member", 1, 81)],
        ),
        ("fn f(a: array<i32, 2>) { _ = a.x; }", &[("type/no-member", 1, 32)]),
        ("fn f() { _ = true.x; }", &[("type/no-member", 1, 19)]),
    ]);
}

#[test]
fn indices_are_integers_in_bounds() {
    check(&[
        ("fn f(a: array<i32, 2>) { _ = a[0]; _ = a[1]; _ = a[0u]; _ = a[1i]; }", &[]),
        ("fn f(a: array<i32, 2>) { _ = a[2]; }", &[("const/index-out-of-bounds", 1, 32)]),
        ("fn f(a: array<i32, 2>) { _ = a[-1]; }", &[("const/index-out-of-bounds", 1, 32)]),
        ("fn f(a: array<i32, 2>) { _ = a[1.0]; }", &[("type/invalid-index", 1, 32)]),
        ("fn f(a: array<i32, 2>) { _ = a[true]; }", &[("type/invalid-index", 1, 32)]),
        ("fn f(a: array<i32, 2>) { _ = a[vec2i()]; }", &[("type/invalid-index", 1, 32)]),
        (
            "fn f(a: array<i32, 2>, i: i32, j: u32, k: f32) { _ = a[i]; _ = a[j]; _ = a[k]; }",
            &[("type/invalid-index", 1, 76)],
        ),
        ("fn f(a: vec3f) { _ = a[2]; _ = a[3]; }", &[("const/index-out-of-bounds", 1, 34)]),
        ("fn f(a: mat2x3f) { _ = a[1]; _ = a[1][2]; _ = a[2]; }", &[("const/index-out-of-bounds", 1, 49)]),
        (
            "fn f(a: mat2x3f) { let c: vec3f = a[1]; let e: f32 = a[1][2]; let d: vec2f = a[1]; }",
            &[("type/mismatch", 1, 78)],
        ),
        ("fn f(a: mat2x3f) { _ = a[1][3]; }", &[("const/index-out-of-bounds", 1, 29)]),
        ("fn f(a: i32) { _ = a[0]; }", &[("type/not-indexable", 1, 20)]),
        ("struct S { a: i32 } fn f(a: S) { _ = a[0]; }", &[("type/not-indexable", 1, 38)]),
        (
            "@group(0) @binding(0) var<storage> a: array<i32>; fn f(i: i32) { _ = a[0]; _ = a[1000000]; _ = a[i]; _ = a[-1]; }",
            &[("const/index-out-of-bounds", 1, 108)],
        ),
        ("fn f() { var a = array(1, 2); a[1] = 2; a[2] = 3; }", &[("const/index-out-of-bounds", 1, 43)]),
        (
            "fn f() { var a = array(1, 2); let p = &a; p[1] = 2; p[2] = 3; }",
            &[("const/index-out-of-bounds", 1, 55)],
        ),
        ("fn f() { var a = array(1, 2); let p = &a[1]; *p = 3; }", &[]),
        ("fn f(i: i32) { let a: i32 = array(1, 2)[i]; }", &[]),
        ("fn f(i: i32) { let a: u32 = array(1, 2)[i]; }", &[("type/mismatch", 1, 29)]),
        ("fn f() { let a: u32 = array(1, 2)[1]; }", &[]),
        ("fn f(i: i32) { let a: u32 = vec2(1, 2)[i]; }", &[("type/mismatch", 1, 29)]),
        ("fn f(i: i32) { _ = array(1, 4294967296)[i]; }", &[("const/not-representable", 1, 20)]),
        ("const a = array(1, 2)[0] + array(1, 2)[1]; const_assert a == 3;", &[]),
        (
            "const a = array(vec2(1, 2), vec2(3, 4)); const_assert a[1][0] == 3 && a[1].y == 4 && a[0].x == 1;",
            &[],
        ),
        (
            "struct S { a: i32, b: array<vec2f, 2>, c: u32 } const s = S(1, array(vec2f(2, 3), vec2f(4, 5)), 6); const_assert s.b[1].y == 5 && s.c == 6 && s.b[0][0] == 2;",
            &[],
        ),
        (
            "const m = mat2x3(1, 2, 3, 4, 5, 6); const_assert m[1][0] == 4 && m[0].z == 3 && all(m[1].xz == vec2(4, 6));",
            &[],
        ),
        ("const a = array(1, 2)[nothing];", &[("resolve/unknown-identifier", 1, 23)]),
        ("fn f(a: array<i32, 2>) { _ = nothing[a]; }", &[("resolve/unknown-identifier", 1, 30)]),
        ("fn f(a: array<i32, 2>) { _ = a[a]; }", &[("type/invalid-index", 1, 32)]),
        ("override n = 2; fn f(a: array<i32, 2>) { _ = a[n]; }", &[]),
        (
            "override n = 2; fn f() { _ = array(1, 2)[n]; let b: u32 = array(1, 2)[n]; }",
            &[("type/mismatch", 1, 59)],
        ),
        (
            "override n = 2; var<workgroup> w: array<i32, n>; fn f() { _ = w[5]; _ = w[-1]; }",
            &[("const/index-out-of-bounds", 1, 75)],
        ),
    ]);
}

#[test]
fn memory_has_an_address_and_components_have_none() {
    check(&[
        ("fn f() { let a = 1; _ = &a; }", &[("type/not-a-reference", 1, 25)]),
        ("fn f() { _ = &1; }", &[("type/not-a-reference", 1, 14)]),
        ("fn f() { var a = vec2f(); _ = &a; _ = &a.x; }", &[("type/address-of-component", 1, 39)]),
        ("fn f() { var a = vec2f(); _ = &a[0]; }", &[("type/address-of-component", 1, 31)]),
        ("fn f() { var a = vec2f(); _ = &(a).x; }", &[("type/address-of-component", 1, 31)]),
        ("fn f() { var a = vec2f(); _ = &(a.x); }", &[("type/address-of-component", 1, 31)]),
        ("fn f() { var a = vec2f(); let p = &a; _ = &p.x; }", &[("type/address-of-component", 1, 43)]),
        (
            "fn f() { var a = vec2f(); let p = &a; _ = &(*p).x; _ = &(*p); }",
            &[("type/address-of-component", 1, 43)],
        ),
        ("fn f() { var a = vec2f(); let p = &a; _ = &p[1]; }", &[("type/address-of-component", 1, 43)]),
        ("fn f() { var a = mat2x2f(); _ = &a[0]; _ = &a[0][0]; }", &[("type/address-of-component", 1, 44)]),
        (
            "struct S { a: vec2f } fn f() { var a: S; _ = &a.a; _ = &a.a.x; }",
            &[("type/address-of-component", 1, 56)],
        ),
        ("fn f() { var a = array(1, 2); _ = &a[0]; }", &[]),
        ("@group(0) @binding(0) var t: sampler; fn f() { _ = &t; }", &[("type/not-a-reference", 1, 52)]),
        ("fn f() { var a = 1; _ = *a; }", &[("type/not-a-pointer", 1, 25)]),
        ("fn f() { _ = *1; }", &[("type/not-a-pointer", 1, 14)]),
        ("fn f() { var a = 1; let p = &a; _ = *p; _ = **p; }", &[("type/not-a-pointer", 1, 45)]),
        ("fn f() { var a = 1; let p = &a; let b: i32 = *p; let c: i32 = p; }", &[("type/mismatch", 1, 63)]),
        ("fn f(p: ptr<function, i32>) { *p = 1; p = 1; }", &[("type/not-a-reference", 1, 39)]),
        (
            "fn f() { _ = *nothing; _ = &nothing; _ = -nothing; }",
            &[
                ("resolve/unknown-identifier", 1, 15),
                ("resolve/unknown-identifier", 1, 29),
                ("resolve/unknown-identifier", 1, 43),
            ],
        ),
        (
            "fn f(p: ptr<function, array<vec2f, 2>>) { _ = &p[1]; _ = &p[1][0]; _ = &(*p)[1].x; }",
            &[("type/address-of-component", 1, 58), ("type/address-of-component", 1, 72)],
        ),
        (
            "struct S { a: i32 } fn f(p: ptr<function, S>) { let q: ptr<function, i32> = &p.a; *q = 1; let r: ptr<function, u32> = &p.a; }",
            &[("type/mismatch", 1, 119)],
        ),
    ]);
}

#[test]
fn operators_want_operands_that_fit() {
    check(&[
        ("fn f() { _ = -1u; }", &[("type/no-matching-overload", 1, 14)]),
        ("fn f() { _ = !1; }", &[("type/no-matching-overload", 1, 14)]),
        ("fn f() { _ = ~1.0; }", &[("type/no-matching-overload", 1, 14)]),
        ("fn f() { _ = -true; }", &[("type/no-matching-overload", 1, 14)]),
        ("fn f(a: i32, b: u32) { _ = a + b; }", &[("type/no-matching-overload", 1, 28)]),
        ("fn f(a: i32, b: f32) { _ = a * b; }", &[("type/no-matching-overload", 1, 28)]),
        ("fn f(a: i32) { _ = a + 1; _ = 1 + a; _ = a + 1.0; }", &[("type/no-matching-overload", 1, 42)]),
        ("fn f(a: vec2f, b: vec3f) { _ = a + b; }", &[("type/no-matching-overload", 1, 32)]),
        (
            "fn f(a: vec2f, b: f32) { _ = a * b; _ = b * a; _ = a + b; _ = a == a; _ = a == b; }",
            &[("type/no-matching-overload", 1, 75)],
        ),
        (
            "fn f(a: mat2x3f, b: mat3x2f, c: vec2f, d: vec3f) { let m: mat3x3f = a * b; let n: mat2x2f = b * a; let v: vec3f = a * c; let w: vec2f = d * a; }",
            &[],
        ),
        ("fn f(a: mat2x3f, b: mat2x3f) { _ = a + b; _ = a * b; }", &[("type/no-matching-overload", 1, 47)]),
        ("fn f(a: i32, b: u32) { _ = a << b; _ = a << a; }", &[("type/no-matching-overload", 1, 40)]),
        ("fn f(a: i32) { _ = a << 1; _ = a << 1u; _ = a << 1i; }", &[("type/no-matching-overload", 1, 45)]),
        (
            "fn f(a: bool, b: bool) { _ = a && b; _ = a || b; _ = a & b; _ = a | b; _ = a ^ b; }",
            &[("type/no-matching-overload", 1, 76)],
        ),
        ("fn f(a: bool, b: i32) { _ = a && b; }", &[("type/no-matching-overload", 1, 29)]),
        ("fn f(a: bool, b: i32) { _ = b || a; }", &[("type/no-matching-overload", 1, 29)]),
        ("fn f(a: vec2<bool>) { _ = a && a; }", &[("type/no-matching-overload", 1, 27)]),
        ("fn f(a: vec2<bool>) { _ = a | a; _ = !a; }", &[]),
        ("fn f(a: bool) { _ = a < a; }", &[("type/no-matching-overload", 1, 21)]),
        ("fn f(a: bool) { _ = a == a; _ = a != true; }", &[]),
        ("const a = true && 1;", &[("type/no-matching-overload", 1, 11)]),
        ("const a = 1 || true;", &[("type/no-matching-overload", 1, 11)]),
        ("const a = false && nothing;", &[("resolve/unknown-identifier", 1, 20)]),
        ("fn f(a: bool) { _ = a && nothing; }", &[("resolve/unknown-identifier", 1, 26)]),
        ("const a = true && false; const_assert !a;", &[]),
        ("const a = true || false; const_assert a;", &[]),
        ("const a = false || true; const_assert a;", &[]),
        ("const a = true && true; const_assert a;", &[]),
        ("const a = false || false; const_assert !a;", &[]),
        ("const a = false && false; const_assert !a;", &[]),
        ("const a = false && 1 / 0 == 1; const b = 1 / 0;", &[("const/division-by-zero", 1, 42)]),
        ("const a = true || 1 / 0 == 1; const b = 1 / 0;", &[("const/division-by-zero", 1, 41)]),
        ("const a = true && 1 / 0 == 1;", &[("const/division-by-zero", 1, 19)]),
        ("const a = false || 1 / 0 == 1;", &[("const/division-by-zero", 1, 20)]),
        ("const a = (false && 1 / 0 == 1) || 2 / 0 == 1;", &[("const/division-by-zero", 1, 36)]),
        ("const a = (true || 1 / 0 == 1) && 2 / 0 == 1;", &[("const/division-by-zero", 1, 35)]),
        ("override o: bool; const a = o && true;", &[("const/not-const", 1, 29)]),
        ("override o: bool; const a = false && o;", &[("const/not-const", 1, 29)]),
        ("override o: bool; const a = true || o;", &[("const/not-const", 1, 29)]),
        ("override o: bool; override a = false && o; override b = o || true;", &[]),
        ("fn f(o: bool) { const a = false && o; }", &[("const/not-const", 1, 27)]),
        ("fn f(o: bool) { const a = o || true; }", &[("const/not-const", 1, 27)]),
        ("fn f(o: bool) { _ = o && 1 / 0 == 1; }", &[("const/division-by-zero", 1, 26)]),
        ("fn f(o: bool) { _ = false && 1 / 0 == 1; _ = 1 / 0; }", &[("const/division-by-zero", 1, 46)]),
        (
            "fn f() { let a: bool = !true; let b: i32 = -1; let c: u32 = ~1u; let d: bool = -1 < 2; let e: i32 = !true; }",
            &[("type/mismatch", 1, 101)],
        ),
        (
            "const a: i32 = (1 + 2) * 3 - -4; const_assert a == 13; const_assert a != 13;",
            &[("const/assertion-failed", 1, 69)],
        ),
        ("fn f(a: vec3<bool>) { let b: vec3<bool> = !a; let c: bool = !a; }", &[("type/mismatch", 1, 61)]),
        ("fn f(a: i32) { let b: bool = a == 1; let c: bool = (a < 1 && a > 2) || a >= 3; }", &[]),
        ("fn f(a: i32) { let b: i32 = a == 1; }", &[("type/mismatch", 1, 29)]),
        ("fn f(b: bool) { _ = (b && true) || 1 / 0 == 1; }", &[("const/division-by-zero", 1, 36)]),
        ("fn f(b: bool) { _ = (b || false) && 1 / 0 == 1; }", &[("const/division-by-zero", 1, 37)]),
        ("override b: bool; fn f() { _ = (b && true) || 1 / 0 == 1; }", &[("const/division-by-zero", 1, 47)]),
        (
            "override b: bool; fn f() { _ = (b || false) && 1 / 0 == 1; }",
            &[("const/division-by-zero", 1, 48)],
        ),
        ("fn f(b: bool) { _ = (b && false) && 1 / 0 == 1; }", &[("const/division-by-zero", 1, 37)]),
    ]);
}
