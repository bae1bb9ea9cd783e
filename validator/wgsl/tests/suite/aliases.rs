//! Alias analysis. <https://www.w3.org/TR/WGSL/#alias-analysis>

use crate::common::{check, check_in};

#[test]
fn two_ways_to_memory_are_found_when_one_of_them_writes() {
    let head = "var<private> x: i32; var<private> y: i32; struct S { a: i32, b: i32 } fn w(p: ptr<function, i32>, q: ptr<function, i32>) { *p = *q; } fn r(p: ptr<function, i32>, q: ptr<function, i32>) -> i32 { return *p + *q; } fn only(p: ptr<function, i32>, q: ptr<function, i32>) { *p = 1; } fn pw(p: ptr<private, i32>, q: ptr<private, i32>) { *q = *p; } fn ww(p: ptr<function, i32>, q: ptr<function, i32>) { *p = 1; *q = 1; } fn rd(p: ptr<private, i32>) -> i32 { return *p + x; } fn wr(p: ptr<private, i32>) { *p = x; } fn rw(p: ptr<private, i32>) { x = *p; } fn wx(p: ptr<private, i32>) { x = 1; } fn wp(p: ptr<private, i32>) { *p = 1; } fn ax(p: ptr<private, i32>) { x = 1; *p = 1; } @group(0) @binding(0) var<storage, read_write> at: array<atomic<i32>, 2>; fn al(p: ptr<storage, atomic<i32>, read_write>, q: ptr<storage, atomic<i32>, read_write>) { _ = atomicLoad(p); _ = atomicLoad(q); } fn as1(p: ptr<storage, atomic<i32>, read_write>, q: ptr<storage, atomic<i32>, read_write>) { atomicStore(p, atomicLoad(q)); } fn aa(p: ptr<storage, atomic<i32>, read_write>, q: ptr<storage, atomic<i32>, read_write>) { _ = atomicAdd(p, 1); _ = atomicLoad(q); } fn ass(p: ptr<storage, atomic<i32>, read_write>, q: ptr<storage, atomic<i32>, read_write>) { atomicStore(p, 1); } fn vx(p: ptr<function, vec4i>, q: ptr<function, vec4i>) { p.x = 1; _ = q.xy; } fn vr(p: ptr<function, vec4i>, q: ptr<function, vec4i>) { _ = p.zw; _ = q.xy; }";
    check_in(
        head,
        "",
        &[
            ("fn f() { var a = 1; var b = 2; w(&a, &b); w(&b, &a); }", &[]),
            ("fn f() { var a = 1; w(&a, &a); }", &[("interface/aliased-pointers", 1, 27)]),
            ("fn f() { var a = 1; _ = r(&a, &a); }", &[]),
            ("fn f() { var a = 1; only(&a, &a); }", &[]),
            ("fn f() { var a = 1; ww(&a, &a); }", &[("interface/aliased-pointers", 1, 28)]),
            ("fn f() { var a = S(); w(&a.a, &a.b); }", &[("interface/aliased-pointers", 1, 31)]),
            ("fn f() { var a = array(1, 2); w(&a[0], &(a[1])); }", &[("interface/aliased-pointers", 1, 40)]),
            ("fn f() { var a = 1; let p = &a; w(p, p); }", &[("interface/aliased-pointers", 1, 38)]),
            (
                "fn f() { var a = 1; let p = &a; let q = p; w(p, q); }",
                &[("interface/aliased-pointers", 1, 49)],
            ),
            ("fn f(p: ptr<function, i32>) { w(p, p); }", &[("interface/aliased-pointers", 1, 36)]),
            (
                "fn f(p: ptr<function, i32>, q: ptr<function, i32>) { w(p, q); } fn g() { var a = 1; f(&a, &a); }",
                &[("interface/aliased-pointers", 1, 91)],
            ),
            (
                "fn f(p: ptr<function, i32>, q: ptr<function, i32>) { _ = r(p, q); } fn g() { var a = 1; f(&a, &a); }",
                &[],
            ),
            (
                "fn f(p: ptr<function, i32>, q: ptr<function, i32>) { if *p > 0 { *q = 1; } } fn g() { var a = 1; f(&a, &a); }",
                &[("interface/aliased-pointers", 1, 104)],
            ),
            (
                "fn f(p: ptr<function, i32>, q: ptr<function, i32>) { if *p > 0 { } else { *q = 1; } } fn g() { var a = 1; f(&a, &a); }",
                &[("interface/aliased-pointers", 1, 113)],
            ),
            (
                "fn f(p: ptr<function, i32>, q: ptr<function, i32>) { if *p > 0 { } else if *p > 1 { *q = 1; } } fn g() { var a = 1; f(&a, &a); }",
                &[("interface/aliased-pointers", 1, 123)],
            ),
            (
                "fn f(p: ptr<function, i32>, q: ptr<function, i32>) { switch *p { default { *q = 1; } } } fn g() { var a = 1; f(&a, &a); }",
                &[("interface/aliased-pointers", 1, 116)],
            ),
            (
                "fn f(p: ptr<function, i32>, q: ptr<function, i32>) { loop { if *p > 0 { break; } *q = 1; } } fn g() { var a = 1; f(&a, &a); }",
                &[("interface/aliased-pointers", 1, 120)],
            ),
            (
                "fn f(p: ptr<function, i32>, q: ptr<function, i32>) { loop { continuing { *q = 1; break if *p > 0; } } } fn g() { var a = 1; f(&a, &a); }",
                &[("interface/aliased-pointers", 1, 131)],
            ),
            (
                "fn f(p: ptr<function, i32>, q: ptr<function, i32>) { for (; *p > 0; *q = 1) { } } fn g() { var a = 1; f(&a, &a); }",
                &[("interface/aliased-pointers", 1, 109)],
            ),
            (
                "fn f(p: ptr<function, i32>, q: ptr<function, i32>) { for (*q = 1; *p > 0;) { } } fn g() { var a = 1; f(&a, &a); }",
                &[("interface/aliased-pointers", 1, 108)],
            ),
            (
                "fn f(p: ptr<function, i32>, q: ptr<function, i32>) { for (; *p > 0;) { *q = 1; } } fn g() { var a = 1; f(&a, &a); }",
                &[("interface/aliased-pointers", 1, 110)],
            ),
            (
                "fn f(p: ptr<function, i32>, q: ptr<function, i32>) { while *p > 0 { *q = 1; } } fn g() { var a = 1; f(&a, &a); }",
                &[("interface/aliased-pointers", 1, 107)],
            ),
            (
                "fn f(p: ptr<function, i32>, q: ptr<function, i32>) { { { *q = *p; } } } fn g() { var a = 1; f(&a, &a); }",
                &[("interface/aliased-pointers", 1, 99)],
            ),
            (
                "fn f(p: ptr<function, i32>, q: ptr<function, i32>) { *q += 1; } fn g() { var a = 1; f(&a, &a); }",
                &[],
            ),
            (
                "fn f(p: ptr<function, i32>, q: ptr<function, i32>) { (*q)++; _ = *p; } fn g() { var a = 1; f(&a, &a); }",
                &[("interface/aliased-pointers", 1, 98)],
            ),
            (
                "fn f(p: ptr<function, i32>, q: ptr<function, i32>) { (*q)--; _ = *p; } fn g() { var a = 1; f(&a, &a); }",
                &[("interface/aliased-pointers", 1, 98)],
            ),
            (
                "fn f(p: ptr<function, i32>, q: ptr<function, i32>) { let t = p; *t = *q; } fn g() { var a = 1; f(&a, &a); }",
                &[("interface/aliased-pointers", 1, 102)],
            ),
            (
                "fn f(p: ptr<function, i32>, q: ptr<function, i32>) { var t = *p; t = *q; } fn g() { var a = 1; f(&a, &a); }",
                &[],
            ),
            (
                "fn f(p: ptr<function, S>, q: ptr<function, S>) { (*p).a = q.b; } fn g() { var a = S(); f(&a, &a); }",
                &[("interface/aliased-pointers", 1, 94)],
            ),
            (
                "fn f(p: ptr<function, array<i32, 2>>, q: ptr<function, array<i32, 2>>) { p[0] = q[1]; } fn g() { var a = array(1, 2); f(&a, &a); }",
                &[("interface/aliased-pointers", 1, 125)],
            ),
            ("fn f() { pw(&x, &y); }", &[]),
            ("fn f() { pw(&x, &x); }", &[("interface/aliased-pointers", 1, 17)]),
            ("fn f() { _ = rd(&x); _ = rd(&y); }", &[]),
            ("fn f() { wr(&x); }", &[("interface/aliased-pointers", 1, 13)]),
            ("fn f() { wr(&y); }", &[]),
            ("fn f() { rw(&x); }", &[("interface/aliased-pointers", 1, 13)]),
            ("fn f() { rw(&y); }", &[]),
            ("fn f() { wx(&x); }", &[]),
            ("fn f() { wp(&x); }", &[]),
            ("fn f() { ax(&x); }", &[("interface/aliased-pointers", 1, 13)]),
            ("fn f() { ax(&y); }", &[]),
            (
                "fn h(p: ptr<private, i32>) { x = 1; } fn f(p: ptr<private, i32>) -> i32 { h(p); return *p; } fn g() { _ = f(&x); }",
                &[("interface/aliased-pointers", 1, 109)],
            ),
            (
                "fn h() { x = 1; } fn f(p: ptr<private, i32>) -> i32 { h(); return *p; } fn g() { _ = f(&x); _ = f(&y); }",
                &[("interface/aliased-pointers", 1, 88)],
            ),
            (
                "fn h() -> i32 { return x; } fn f(p: ptr<private, i32>) { *p = h(); } fn g() { f(&x); f(&y); }",
                &[("interface/aliased-pointers", 1, 81)],
            ),
            (
                "fn h() -> i32 { return x; } fn f(p: ptr<private, i32>) -> i32 { return *p + h(); } fn g() { _ = f(&x); _ = f(&y); }",
                &[],
            ),
            (
                "fn h(q: ptr<private, i32>) { *q = 1; } fn f(p: ptr<private, i32>) -> i32 { h(&x); return *p; } fn g() { _ = f(&x); _ = f(&y); }",
                &[("interface/aliased-pointers", 1, 111)],
            ),
            ("fn f() { al(&at[0], &at[1]); }", &[]),
            ("fn f() { as1(&at[0], &at[1]); }", &[("interface/aliased-pointers", 1, 22)]),
            ("fn f() { aa(&at[0], &at[1]); }", &[("interface/aliased-pointers", 1, 21)]),
            ("fn f() { ass(&at[0], &at[1]); }", &[]),
            ("fn f() { var v = vec4i(); vx(&v, &v); }", &[("interface/aliased-pointers", 1, 34)]),
            ("fn f() { var v = vec4i(); vr(&v, &v); }", &[]),
        ],
    );
    check(&[(
        "@group(0) @binding(0) var<storage, read_write> b: buffer<64>; fn w(p: ptr<storage, i32, read_write>, q: ptr<storage, i32, read_write>) { *p = *q; } fn f() { w(bufferView<i32>(&b, 0), bufferView<i32>(&b, 4)); }",
        &[("interface/aliased-pointers", 1, 184)],
    )]);
}
