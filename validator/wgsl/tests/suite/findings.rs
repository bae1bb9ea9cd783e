//! The places of findings: the exact list of codes, lines and columns of small programs.

use crate::common::check;

#[test]
fn a_finding_points_at_what_is_wrong() {
    check(&[
        ("const a: i32 = 1.5;", &[("type/mismatch", 1, 16)]),
        ("const a = 1;\nconst b = c;", &[("resolve/unknown-identifier", 2, 11)]),
        ("const a = /* é𝒳 */ b;", &[("resolve/unknown-identifier", 1, 20)]),
        ("fn f() {\n  let x = 1 + true;\n}", &[("type/no-matching-overload", 2, 11)]),
        ("fn f(u: u32) {\n  var a: u32 = 1 << u;\n}", &[("type/mismatch", 2, 16)]),
        ("fn f() {\n  f(1);\n}", &[("resolve/declaration-cycle", 1, 4)]),
        ("fn g(a: i32) {}\nfn f() {\n  g(1, 2);\n}", &[("type/wrong-argument-count", 3, 3)]),
        ("fn g(a: i32) {}\nfn f() {\n  g(1.5);\n}", &[("type/mismatch", 3, 5)]),
        ("fn f() -> i32 {\n  return 1u;\n}", &[("type/mismatch", 2, 10)]),
        ("fn f() -> i32 {\n}", &[("behavior/missing-return", 1, 4)]),
        ("fn f() {\n  let a = vec2f().z;\n}", &[("type/invalid-swizzle", 2, 19)]),
        ("struct S { a: i32 }\nfn f(s: S) {\n  _ = s.b;\n}", &[("type/no-member", 3, 9)]),
        ("fn f() {\n  var a = array(1, 2);\n  a[2] = 1;\n}", &[("const/index-out-of-bounds", 3, 5)]),
        ("const a = array(1, 2)[1 + 1];", &[("const/index-out-of-bounds", 1, 23)]),
        ("const_assert 1 > 2;", &[("const/assertion-failed", 1, 14)]),
        ("fn f() {\n  if 1 {\n  }\n}", &[("type/invalid-condition", 2, 6)]),
        ("fn f() {\n  let a = 1;\n  a = 2;\n}", &[("type/not-a-reference", 3, 3)]),
        ("@compute\nfn main() {}", &[("interface/missing-workgroup-size", 2, 4)]),
        ("struct S { @align(3) a: i32 }", &[("layout/invalid-align", 1, 19)]),
        ("fn f() {\n  break;\n}", &[("behavior/misplaced-break", 2, 3)]),
        ("@group(0) var t: sampler;", &[("interface/missing-binding", 1, 15)]),
        ("const a = 1 / 0;", &[("const/division-by-zero", 1, 11)]),
        ("fn f(a: i32) -> i32 {\n  return a / 0;\n}", &[("const/division-by-zero", 2, 14)]),
        ("const a: array<sampler, 2> = 1;", &[("type/invalid-element-type", 1, 16)]),
        ("enable f15;", &[("parse/unknown-extension", 1, 8)]),
        ("\r\n\u{85}\u{2028}const a = b;", &[("resolve/unknown-identifier", 4, 11)]),
    ]);
}

#[test]
fn independent_mistakes_are_all_found() {
    check(&[
        (
            "const a = b;\nconst c = d;\nfn f() { e(); }\n",
            &[
                ("resolve/unknown-identifier", 1, 11),
                ("resolve/unknown-identifier", 2, 11),
                ("resolve/unknown-identifier", 3, 10),
            ],
        ),
        (
            "fn f() {\n  let a: i32 = 1.5;\n  let b: u32 = -1;\n  let c: bool = 1;\n}",
            &[("type/mismatch", 2, 16), ("const/not-representable", 3, 16), ("type/mismatch", 4, 17)],
        ),
        (
            "const a = ;\nconst b = 1 + true;\nfn f() { let = 1; let c: i32 = 1u; let = 2; }\nstruct S { a: i33 }",
            &[
                ("parse/expected-expression", 1, 11),
                ("type/no-matching-overload", 2, 11),
                ("parse/expected-token", 3, 14),
                ("parse/expected-token", 3, 40),
                ("resolve/unknown-identifier", 4, 15),
            ],
        ),
        (
            "fn f(a: i32, a: i32) {}\nconst a = 1;\nconst a = 2;",
            &[("resolve/duplicate-declaration", 1, 14), ("resolve/duplicate-declaration", 3, 7)],
        ),
        (
            "fn f() {\n  break;\n  continue;\n  return 1;\n}",
            &[
                ("behavior/misplaced-break", 2, 3),
                ("behavior/misplaced-continue", 3, 3),
                ("type/unexpected-return-value", 4, 10),
            ],
        ),
        (
            "const a = vec2(1 / 0, 1 % 0);",
            &[("const/division-by-zero", 1, 16), ("const/division-by-zero", 1, 23)],
        ),
    ]);
}

#[test]
fn one_mistake_is_one_finding() {
    check(&[
        // Anything that depends on a mistake stays silent.
        (
            "const a = b;\nconst c = a + 1;\nconst d: i32 = c;\nfn f() -> i32 { return d; }",
            &[("resolve/unknown-identifier", 1, 11)],
        ),
        (
            "alias T = U;\nstruct S { a: T, b: array<T, 4> }\nfn f(s: S) -> T { return s.a + s.b[9]; }",
            &[("resolve/unknown-identifier", 1, 11)],
        ),
        (
            "fn f() {\n  let a = g();\n  let b = a.x + a[1];\n  if b { h(b); }\n}\nfn h(a: i32) {}",
            &[("resolve/unknown-identifier", 2, 11)],
        ),
        (
            "fn f(a: T) -> T { return a; }\nfn g() { let x: i32 = f(1); }",
            &[("resolve/unknown-identifier", 1, 9), ("resolve/unknown-identifier", 1, 15)],
        ),
        (
            "const a = 1 / 0;\nconst b = a + 1;\nconst_assert b == 1;\nvar<private> c: array<i32, b>;",
            &[("const/division-by-zero", 1, 11)],
        ),
        ("const a = (1 + true) * 2 - 3;", &[("type/no-matching-overload", 1, 12)]),
        ("fn f( { }\nfn g() { f(); }", &[("parse/expected-token", 1, 7)]),
        ("const a = ;\nconst b = a;\nconst c: u32 = b;", &[("parse/expected-expression", 1, 11)]),
        (
            "struct S { a: i32, a: i32 }\nfn f(s: S) -> i32 { return s.a; }",
            &[("resolve/duplicate-declaration", 1, 20)],
        ),
        ("const a = a;\nconst b = a;\nfn f() { _ = b; }", &[("resolve/declaration-cycle", 1, 7)]),
        ("var<private> v: sampler;\nfn f() { _ = v; }", &[("type/invalid-variable-type", 1, 17)]),
        (
            "fn f() {\n  var x = foo;\n  x += 1;\n  x.y = 2;\n  x++;\n  let p = &x;\n  *p = 1;\n}",
            &[("resolve/unknown-identifier", 2, 11)],
        ),
        (
            "fn f() {\n  switch foo { case 1 {} case 1u {} default {} }\n}",
            &[("resolve/unknown-identifier", 2, 10)],
        ),
        ("fn f() {\n  for (var i = 0; i < n; i++) { _ = i; }\n}", &[("resolve/unknown-identifier", 2, 23)]),
        (
            "fn f() { a = 1; a = 2; }",
            &[("resolve/unknown-identifier", 1, 10), ("resolve/unknown-identifier", 1, 17)],
        ),
    ]);
}

#[test]
fn a_mistake_that_several_ways_lead_to_is_found_once() {
    check(&[
        (
            "struct A { @location(0) a: f32, @location(0) b: f32 } @fragment fn f(a: A) {}",
            &[("interface/duplicate-location", 1, 33)],
        ),
        (
            "struct A { @location(0) a: i32, @builtin(position) p: vec4f } \
             @fragment fn f(a: A) {} @vertex fn g() -> A { return A(); }",
            &[("interface/missing-flat", 1, 25)],
        ),
        (
            "enable dual_source_blending; struct A { @location(0) @blend_src(2) a: f32 } \
             @fragment fn f() -> A { return A(); }",
            &[("interface/invalid-blend-src", 1, 65)],
        ),
    ]);
}
