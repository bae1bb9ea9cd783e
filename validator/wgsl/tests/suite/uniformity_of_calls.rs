//! Uniformity through calls, and its diagnostic filters. <https://www.w3.org/TR/WGSL/#uniformity-function-calls>

use crate::common::{check, check_in};

#[test]
fn functions_ask_uniformity_of_their_callers() {
    let head = "@group(0) @binding(0) var<uniform> u: i32;";
    check_in(
        head,
        "",
        &[
            ("fn g(a: i32) { if a > 0 { workgroupBarrier(); } } MAIN\ng(u); }", &[]),
            (
                "fn g(a: i32) { if a > 0 { workgroupBarrier(); } } MAIN\ng(i32(i)); }",
                &[("uniformity/barrier", 1, 27)],
            ),
            ("fn g(a: i32, b: i32) { if a > 0 { workgroupBarrier(); } } MAIN\ng(u, i32(i)); }", &[]),
            (
                "fn g(a: i32, b: i32) { if b > 0 { workgroupBarrier(); } } MAIN\ng(u, i32(i)); }",
                &[("uniformity/barrier", 1, 35)],
            ),
            ("fn g(a: i32) { if a > 0 { } workgroupBarrier(); } MAIN\ng(i32(i)); }", &[]),
            (
                "fn g(a: i32) { if a > 0 { return; } workgroupBarrier(); } MAIN\ng(i32(i)); }",
                &[("uniformity/barrier", 1, 37)],
            ),
            (
                "fn g(a: i32) { if a > 0 { workgroupBarrier(); } } fn h(a: i32) { g(a); } MAIN\nh(i32(i)); h(u); }",
                &[("uniformity/barrier", 1, 27)],
            ),
            (
                "fn g(a: i32) { if a > 0 { workgroupBarrier(); } } fn h(a: i32) { if a > 0 { g(u); } } MAIN\nh(i32(i)); h(u); }",
                &[("uniformity/barrier", 1, 27)],
            ),
            (
                "fn g() -> i32 { workgroupBarrier(); return u; } MAIN\nif i > 0 { _ = g(); } }",
                &[("uniformity/barrier", 1, 17)],
            ),
            (
                "fn g(p: ptr<function, i32>) { if *p > 0 { workgroupBarrier(); } } MAIN\nvar v = i32(i); g(&v); }",
                &[("uniformity/barrier", 1, 43)],
            ),
            (
                "fn g(p: ptr<function, i32>) { if *p > 0 { workgroupBarrier(); } } MAIN\nvar v = u; g(&v); }",
                &[],
            ),
            (
                "fn g(p: ptr<function, i32>) { *p = 1; if *p > 0 { workgroupBarrier(); } } MAIN\nvar v = i32(i); g(&v); }",
                &[],
            ),
            (
                "fn g(p: ptr<function, i32>) { if *p > 0 { workgroupBarrier(); } } fn h(p: ptr<function, i32>) { g(p); } MAIN\nvar v = i32(i); h(&v); }",
                &[("uniformity/barrier", 1, 43)],
            ),
            (
                "fn g(p: ptr<function, array<i32, 2>>, n: i32) { if p[n] > 0 { workgroupBarrier(); } } MAIN\nvar v = array(1, 2); g(&v, i32(i)); }",
                &[("uniformity/barrier", 1, 63)],
            ),
            (
                "fn g(p: ptr<function, array<i32, 2>>, n: i32) { if p[n] > 0 { workgroupBarrier(); } } MAIN\nvar v = array(1, 2); g(&v, u); }",
                &[],
            ),
            (
                "fn g(p: ptr<function, i32>) { if *p > 0 { workgroupBarrier(); } } MAIN\nvar v = array(1, 2); g(&v[i]); }",
                &[("uniformity/barrier", 1, 43)],
            ),
            (
                "var<workgroup> w: i32; fn g(p: ptr<workgroup, i32>) { if *p > 0 { workgroupBarrier(); } }",
                &[("uniformity/barrier", 1, 67)],
            ),
            (
                "var<workgroup> w: i32; fn g(p: ptr<workgroup, i32>) { _ = workgroupUniformLoad(p); } @compute @workgroup_size(1) fn f() { g(&w); }",
                &[],
            ),
            (
                "var<workgroup> w: array<i32, 4>; fn g(p: ptr<workgroup, i32>) { _ = workgroupUniformLoad(p); } MAIN\ng(&w[i]); }",
                &[("uniformity/barrier", 1, 90)],
            ),
            (
                "var<private> p: i32; fn g() { if p > 0 { workgroupBarrier(); } } @compute @workgroup_size(1) fn f() { g(); g(); }",
                &[("uniformity/barrier", 1, 42)],
            ),
            (
                "fn g(a: i32, b: i32) { if a > 0 { workgroupBarrier(); } if b > 0 { workgroupBarrier(); } } MAIN\ng(i32(i), u); g(u, i32(i)); }",
                &[("uniformity/barrier", 1, 35), ("uniformity/barrier", 1, 68)],
            ),
            (
                "var<private> p: i32; fn g(a: i32) { if p > 0 { workgroupBarrier(); } if a > 0 { workgroupBarrier(); } } MAIN\ng(i32(i)); }",
                &[("uniformity/barrier", 1, 48), ("uniformity/barrier", 1, 81)],
            ),
            (
                "var<private> p: i32; fn g(a: i32) { if p > 0 { workgroupBarrier(); } if a > 0 { workgroupBarrier(); } } MAIN\ng(u); }",
                &[("uniformity/barrier", 1, 48)],
            ),
            (
                "fn g(a: i32, b: ptr<function, i32>) { if a > 0 { workgroupBarrier(); } if *b > 0 { workgroupBarrier(); } } MAIN\nvar v = i32(i); g(u, &v); v = u; g(i32(i), &v); g(u, &v); }",
                &[("uniformity/barrier", 1, 50), ("uniformity/barrier", 1, 84)],
            ),
        ],
    );
}

#[test]
fn functions_hand_on_what_they_are_given() {
    let head = "@group(0) @binding(0) var<uniform> u: i32; var<private> q: i32; struct S { a: i32, b: i32 }";
    check_in(
        head,
        "",
        &[
            (
                "fn g() -> i32 { return q; } @compute @workgroup_size(1) fn f() { if g() > 0 { workgroupBarrier(); } }",
                &[("uniformity/barrier", 1, 79)],
            ),
            (
                "fn g() -> i32 { return u; } @compute @workgroup_size(1) fn f() { if g() > 0 { workgroupBarrier(); } }",
                &[],
            ),
            (
                "fn g(a: i32) -> i32 { if a > 0 { return 1; } return 2; } MAIN\nif g(i32(i)) > 0 { workgroupBarrier(); } }",
                &[("uniformity/barrier", 2, 20)],
            ),
            (
                "fn g(a: i32) -> i32 { if a > 0 { return 1; } return 2; } MAIN\nif g(u) > 0 { workgroupBarrier(); } }",
                &[],
            ),
            (
                "fn g(a: i32, b: i32) -> i32 { return b; } MAIN\nif g(i32(i), u) > 0 { workgroupBarrier(); } }",
                &[],
            ),
            (
                "fn g(a: i32, b: i32) -> i32 { return b; } MAIN\nif g(u, i32(i)) > 0 { workgroupBarrier(); } }",
                &[("uniformity/barrier", 2, 23)],
            ),
            (
                "fn g(p: ptr<function, i32>) -> i32 { return *p; } MAIN\nvar v = i32(i); if g(&v) > 0 { workgroupBarrier(); } }",
                &[("uniformity/barrier", 2, 32)],
            ),
            (
                "fn g(p: ptr<function, i32>) -> i32 { return *p; } MAIN\nvar v = u; if g(&v) > 0 { workgroupBarrier(); } }",
                &[],
            ),
            (
                "fn g(p: ptr<function, i32>) -> i32 { return 1; } MAIN\nvar v = i32(i); if g(&v) > 0 { workgroupBarrier(); } }",
                &[],
            ),
            (
                "fn g(p: ptr<function, i32>) { *p = q; } @compute @workgroup_size(1) fn f() { var v = 1; g(&v); if v > 0 { workgroupBarrier(); } }",
                &[("uniformity/barrier", 1, 107)],
            ),
            (
                "fn g(p: ptr<function, i32>) { *p = u; } MAIN\nvar v = i32(i); g(&v); if v > 0 { workgroupBarrier(); } }",
                &[],
            ),
            (
                "fn g(p: ptr<function, i32>) { } MAIN\nvar v = i32(i); g(&v); if v > 0 { workgroupBarrier(); } }",
                &[("uniformity/barrier", 2, 35)],
            ),
            (
                "fn g(p: ptr<function, i32>) { } @compute @workgroup_size(1) fn f() { var v = u; g(&v); if v > 0 { workgroupBarrier(); } }",
                &[],
            ),
            (
                "fn g(p: ptr<function, i32>) { *p += 1; } MAIN\nvar v = i32(i); g(&v); if v > 0 { workgroupBarrier(); } }",
                &[("uniformity/barrier", 2, 35)],
            ),
            (
                "fn g(p: ptr<function, i32>) { if u > 0 { *p = 1; return; } *p = 2; } MAIN\nvar v = i32(i); g(&v); if v > 0 { workgroupBarrier(); } }",
                &[],
            ),
            (
                "fn g(p: ptr<function, i32>) { if u > 0 { return; } *p = 2; } MAIN\nvar v = i32(i); g(&v); if v > 0 { workgroupBarrier(); } }",
                &[("uniformity/barrier", 2, 35)],
            ),
            (
                "fn g(p: ptr<function, i32>, a: i32) { if a > 0 { *p = 2; } } MAIN\nvar v = 1; g(&v, i32(i)); if v > 0 { workgroupBarrier(); } }",
                &[("uniformity/barrier", 2, 38)],
            ),
            (
                "fn g(p: ptr<function, i32>, a: i32) { if a > 0 { *p = 2; } } MAIN\nvar v = 1; g(&v, u); if v > 0 { workgroupBarrier(); } }",
                &[],
            ),
            (
                "fn g(p: ptr<function, i32>, r: ptr<function, i32>) { *p = *r; } MAIN\nvar v = 1; var w = i32(i); g(&v, &w); if v > 0 { workgroupBarrier(); } }",
                &[("uniformity/barrier", 2, 50)],
            ),
            (
                "fn g(p: ptr<function, i32>, r: ptr<function, i32>) { *p = *r; } MAIN\nvar v = i32(i); var w = u; g(&v, &w); if v > 0 { workgroupBarrier(); } }",
                &[],
            ),
            (
                "fn g(p: ptr<function, i32>, r: ptr<function, i32>) { *p = *r; } MAIN\nvar v = i32(i); var w = u; g(&w, &v); if v > 0 { } if w > 0 { workgroupBarrier(); } }",
                &[("uniformity/barrier", 2, 63)],
            ),
            (
                "fn g(p: ptr<function, i32>, r: ptr<function, i32>) { *p = *r; } MAIN\nvar v = 1; var w = i32(i); g(&v, &w); w = 1; if w > 0 { workgroupBarrier(); } }",
                &[],
            ),
            (
                "fn g(p: ptr<function, i32>) { *p = u; } MAIN\nvar v = S(i32(i), 1); g(&v.b); if v.b > 0 { workgroupBarrier(); } }",
                &[("uniformity/barrier", 2, 45)],
            ),
            (
                "fn g(p: ptr<function, i32>) { *p = u; } MAIN\nvar v = S(1, 1); g(&v.b); if v.b > 0 { workgroupBarrier(); } }",
                &[],
            ),
            (
                "fn g(p: ptr<function, i32>) { *p = u; } MAIN\nvar v = array(1, 1); g(&v[i]); if v[0] > 0 { workgroupBarrier(); } }",
                &[("uniformity/barrier", 2, 46)],
            ),
            (
                "fn g(p: ptr<function, i32>) { *p = u; } MAIN\nvar v = 1; if i > 0 { g(&v); } if v > 0 { workgroupBarrier(); } }",
                &[("uniformity/barrier", 2, 43)],
            ),
            (
                "fn g(p: ptr<function, i32>) { *p = u; } MAIN\nvar v = i32(i); let r = &v; g(r); if v > 0 { workgroupBarrier(); } }",
                &[],
            ),
            (
                "fn g(p: ptr<function, i32>) { *p = q; } fn h(p: ptr<function, i32>) { g(p); } @compute @workgroup_size(1) fn f() { var v = 1; h(&v); if v > 0 { workgroupBarrier(); } }",
                &[("uniformity/barrier", 1, 145)],
            ),
            (
                "fn g(p: ptr<function, i32>) { let r = p; *r = 1; } MAIN\nvar v = i32(i); g(&v); if v > 0 { workgroupBarrier(); } }",
                &[],
            ),
            (
                "fn g(p: ptr<function, i32>) { var v = *p; *p = 1; *p = v; } MAIN\nvar v = i32(i); g(&v); if v > 0 { workgroupBarrier(); } }",
                &[("uniformity/barrier", 2, 35)],
            ),
            (
                "fn g(p: ptr<private, i32>) { *p = 1; } @compute @workgroup_size(1) fn f() { g(&q); if q > 0 { workgroupBarrier(); } }",
                &[("uniformity/barrier", 1, 95)],
            ),
            (
                "fn g(a: i32) -> i32 { return a; } fn h(a: i32) -> i32 { return g(a); } MAIN\nif h(i32(i)) > 0 { workgroupBarrier(); } }",
                &[("uniformity/barrier", 2, 20)],
            ),
            (
                "fn g(a: i32) -> i32 { return a; } fn h(a: i32) -> i32 { return g(1); } MAIN\nif h(i32(i)) > 0 { workgroupBarrier(); } }",
                &[],
            ),
            (
                "fn g(a: i32) -> i32 { return a; } fn h() -> i32 { return g(q); } MAIN\nif h() > 0 { workgroupBarrier(); } }",
                &[("uniformity/barrier", 2, 14)],
            ),
        ],
    );
}

#[test]
fn filters_hold_for_what_they_stand_on() {
    check(&[
        (
            "@fragment fn f(@location(0) x: f32) { if x > 0 { _ = dpdx(x); } }",
            &[("uniformity/derivative", 1, 54)],
        ),
        (
            "diagnostic(off, derivative_uniformity); @fragment fn f(@location(0) x: f32) { if x > 0 { _ = dpdx(x); } }",
            &[],
        ),
        (
            "diagnostic(warning, derivative_uniformity); @fragment fn f(@location(0) x: f32) { if x > 0 { _ = dpdx(x); } }",
            &[("uniformity/derivative", 1, 98)],
        ),
        (
            "diagnostic(info, derivative_uniformity); @fragment fn f(@location(0) x: f32) { if x > 0 { _ = dpdx(x); } }",
            &[("uniformity/derivative", 1, 95)],
        ),
        (
            "diagnostic(off, subgroup_uniformity); @fragment fn f(@location(0) x: f32) { if x > 0 { _ = dpdx(x); } }",
            &[("uniformity/derivative", 1, 92)],
        ),
        (
            "@diagnostic(off, derivative_uniformity) @fragment fn f(@location(0) x: f32) { if x > 0 { _ = dpdx(x); } }",
            &[],
        ),
        (
            "@diagnostic(off, derivative_uniformity) @fragment fn f(@location(0) x: f32) { if x > 0 { _ = dpdx(x); } } @fragment fn g(@location(0) x: f32) { if x > 0 { _ = dpdx(x); } }",
            &[("uniformity/derivative", 1, 160)],
        ),
        (
            "@fragment fn f(@location(0) x: f32) @diagnostic(off, derivative_uniformity) { if x > 0 { _ = dpdx(x); } }",
            &[],
        ),
        (
            "@fragment fn f(@location(0) x: f32) { @diagnostic(off, derivative_uniformity) if x > 0 { _ = dpdx(x); } if x > 0 { _ = dpdx(x); } }",
            &[("uniformity/derivative", 1, 120)],
        ),
        (
            "@fragment fn f(@location(0) x: f32) { if x > 0 @diagnostic(off, derivative_uniformity) { _ = dpdx(x); } else { _ = dpdx(x); } }",
            &[("uniformity/derivative", 1, 116)],
        ),
        (
            "@fragment fn f(@location(0) x: f32) { if x > 0 { } else @diagnostic(off, derivative_uniformity) { _ = dpdx(x); } }",
            &[],
        ),
        (
            "@fragment fn f(@location(0) x: f32) { @diagnostic(off, derivative_uniformity) { if x > 0 { _ = dpdx(x); } } if x > 0 { _ = dpdx(x); } }",
            &[("uniformity/derivative", 1, 124)],
        ),
        (
            "@fragment fn f(@location(0) x: f32) { @diagnostic(off, derivative_uniformity) switch i32(x) { case 1 { _ = dpdx(x); } default {} } if x > 0 { _ = dpdx(x); } }",
            &[("uniformity/derivative", 1, 147)],
        ),
        (
            "@fragment fn f(@location(0) x: f32) { switch i32(x) @diagnostic(off, derivative_uniformity) { case 1 { _ = dpdx(x); } default {} } if x > 0 { _ = dpdx(x); } }",
            &[("uniformity/derivative", 1, 147)],
        ),
        (
            "@fragment fn f(@location(0) x: f32) { switch i32(x) { case 1 @diagnostic(off, derivative_uniformity) { _ = dpdx(x); } default { _ = dpdx(x); } } }",
            &[("uniformity/derivative", 1, 133)],
        ),
        (
            "@fragment fn f(@location(0) x: f32) { @diagnostic(off, derivative_uniformity) loop { if x > 0 { break; } _ = dpdx(x); } if x > 0 { _ = dpdx(x); } }",
            &[("uniformity/derivative", 1, 136)],
        ),
        (
            "@fragment fn f(@location(0) x: f32) { loop @diagnostic(off, derivative_uniformity) { if x > 0 { break; } _ = dpdx(x); } if x > 0 { _ = dpdx(x); } }",
            &[("uniformity/derivative", 1, 136)],
        ),
        (
            "@fragment fn f(@location(0) x: f32) { @diagnostic(off, derivative_uniformity) while x > 0 { _ = dpdx(x); } if x > 0 { _ = dpdx(x); } }",
            &[("uniformity/derivative", 1, 123)],
        ),
        (
            "@fragment fn f(@location(0) x: f32) { @diagnostic(off, derivative_uniformity) for (; x > 0;) { _ = dpdx(x); } if x > 0 { _ = dpdx(x); } }",
            &[("uniformity/derivative", 1, 126)],
        ),
        (
            "@fragment fn f(@location(0) x: f32) { @diagnostic(off, derivative_uniformity) while x > dpdx(x) { } while x > dpdx(x) { } }",
            &[("uniformity/derivative", 1, 111)],
        ),
        (
            "diagnostic(off, derivative_uniformity); @diagnostic(error, derivative_uniformity) @fragment fn f(@location(0) x: f32) { if x > 0 @diagnostic(off, derivative_uniformity) { _ = dpdx(x); } if x > 0 { _ = dpdx(x); } }",
            &[("uniformity/derivative", 1, 202)],
        ),
        (
            "fn g(x: f32) { if x > 0 { _ = dpdx(x); } } @fragment fn f(@location(0) x: f32) { g(x); }",
            &[("uniformity/derivative", 1, 31)],
        ),
        (
            "@diagnostic(off, derivative_uniformity) fn g(x: f32) { if x > 0 { _ = dpdx(x); } } @fragment fn f(@location(0) x: f32) { g(x); }",
            &[],
        ),
        (
            "fn g(x: f32) { if x > 0 { _ = dpdx(x); } } @diagnostic(off, derivative_uniformity) @fragment fn f(@location(0) x: f32) { g(x); }",
            &[("uniformity/derivative", 1, 31)],
        ),
        (
            "fn g(x: f32) { @diagnostic(info, derivative_uniformity) if x > 0 { _ = dpdx(x); } if x > 0 { _ = dpdx(x); } } @fragment fn f(@location(0) x: f32) { g(x); }",
            &[("uniformity/derivative", 1, 98)],
        ),
        (
            "enable subgroups; @fragment fn f(@location(0) x: f32) { if x > 0 { _ = dpdx(x); _ = subgroupAdd(1); } }",
            &[("uniformity/derivative", 1, 72), ("uniformity/subgroup", 1, 85)],
        ),
        (
            "enable subgroups; diagnostic(off, subgroup_uniformity); @fragment fn f(@location(0) x: f32) { if x > 0 { _ = dpdx(x); _ = subgroupAdd(1); } }",
            &[("uniformity/derivative", 1, 110)],
        ),
        (
            "enable subgroups; diagnostic(off, derivative_uniformity); @fragment fn f(@location(0) x: f32) { if x > 0 { _ = dpdx(x); _ = subgroupAdd(1); } }",
            &[("uniformity/subgroup", 1, 125)],
        ),
        (
            "enable subgroups; @diagnostic(warning, subgroup_uniformity) @fragment fn f(@location(0) x: f32) { if x > 0 { _ = dpdx(x); _ = subgroupAdd(1); } }",
            &[("uniformity/derivative", 1, 114), ("uniformity/subgroup", 1, 127)],
        ),
        (
            "enable subgroups; fn g(x: f32) { if x > 0 { _ = subgroupAdd(1); } } fn h(x: f32) { if x > 0 { _ = dpdx(x); } } @fragment fn f(@location(0) x: f32) { g(1); h(1); g(x); h(x); }",
            &[("uniformity/subgroup", 1, 49), ("uniformity/derivative", 1, 99)],
        ),
        (
            "enable subgroups; @fragment fn f(@location(0) x: f32) { _ = subgroupBroadcast(x, 1); _ = subgroupShuffleXor(x, 1); _ = subgroupShuffle(x, u32(x)); _ = quadBroadcast(x, 1); }",
            &[],
        ),
        (
            "enable subgroups; @fragment fn f(@location(0) x: f32) { _ = subgroupShuffleXor(x, u32(x)); }",
            &[("uniformity/subgroup", 1, 83)],
        ),
        (
            "enable subgroups; @fragment fn f(@location(0) x: f32) { _ = subgroupShuffleDown(x, u32(x)); }",
            &[("uniformity/subgroup", 1, 84)],
        ),
        (
            "enable subgroups; @fragment fn f(@location(0) x: f32) { if subgroupElect() { _ = subgroupAdd(1); } }",
            &[("uniformity/subgroup", 1, 82)],
        ),
        (
            "enable subgroups; @fragment fn f(@location(0) x: f32) { if subgroupAll(x > 1) { _ = subgroupAdd(1); } }",
            &[("uniformity/subgroup", 1, 85)],
        ),
        (
            "enable subgroups; @fragment fn f(@location(0) x: f32) { if subgroupAll(x > 1) { _ = dpdx(x); } }",
            &[("uniformity/derivative", 1, 85)],
        ),
        (
            "enable subgroups; @fragment fn f(@location(0) x: f32) { if subgroupInclusiveAdd(1) > 1 { _ = subgroupAdd(1); } }",
            &[("uniformity/subgroup", 1, 94)],
        ),
    ]);
}
