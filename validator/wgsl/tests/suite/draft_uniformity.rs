//! Uniformity within a function, as the draft of 2022-04-11 defines it.
//! <https://www.w3.org/TR/WGSL/#uniformity>

use crate::common::check_draft;

/// Variables that may differ between invocations, and variables that may not.
const HEAD: &str =
    "@group(0) @binding(0) var<storage, read_write> w: i32; @group(0) @binding(1) var<uniform> u: i32;";

#[test]
fn statements_in_a_row_hand_on_control_flow() {
    check_draft(
        HEAD,
        &[
            ("fn f() { if w > 0 { return; } workgroupBarrier(); }", &[("uniformity/barrier", 1, 31)]),
            ("fn f() { { { if w > 0 { return; } } } workgroupBarrier(); }", &[("uniformity/barrier", 1, 39)]),
            ("fn f() { if u > 0 { return; } workgroupBarrier(); }", &[]),
            ("fn f() { return; if w > 0 { workgroupBarrier(); } }", &[]),
            ("fn f() { if u > 0 { return; if w > 0 { return; } } workgroupBarrier(); }", &[]),
        ],
    );
}

#[test]
fn if_statements_meet_again_where_nothing_leaves_them() {
    check_draft(
        HEAD,
        &[
            ("fn f() { if w > 0 { workgroupBarrier(); } }", &[("uniformity/barrier", 1, 21)]),
            ("fn f() { if w > 0 { } else { workgroupBarrier(); } }", &[("uniformity/barrier", 1, 30)]),
            ("fn f() { if u > 0 { workgroupBarrier(); } else { workgroupBarrier(); } }", &[]),
            ("fn f() { if w > 0 { } workgroupBarrier(); }", &[]),
            ("fn f() { if w > 0 { } else { } workgroupBarrier(); }", &[]),
            (
                "fn f() { if w > 0 { } else if u > 0 { workgroupBarrier(); } }",
                &[("uniformity/barrier", 1, 39)],
            ),
            (
                "fn f() { if u > 0 { } else if w > 0 { } else { workgroupBarrier(); } }",
                &[("uniformity/barrier", 1, 48)],
            ),
            ("fn f() { if u > 0 { workgroupBarrier(); } else if w > 0 { } }", &[]),
            ("fn f() { if u > 0 { } else if w > 0 { } workgroupBarrier(); }", &[]),
            (
                "fn f() { if u > 0 { } else if w > 0 { return; } workgroupBarrier(); }",
                &[("uniformity/barrier", 1, 49)],
            ),
            ("fn f() { if u > 0 { return; } else if w > 0 { } workgroupBarrier(); }", &[]),
            (
                "fn f() { if w > 0 { } else if u > 0 { return; } workgroupBarrier(); }",
                &[("uniformity/barrier", 1, 49)],
            ),
        ],
    );
}

#[test]
fn loops_may_run_again() {
    check_draft(
        HEAD,
        &[
            ("fn f() { loop { if w > 0 { break; } workgroupBarrier(); } }", &[("uniformity/barrier", 1, 37)]),
            ("fn f() { loop { if u > 0 { break; } workgroupBarrier(); } }", &[]),
            ("fn f() { loop { workgroupBarrier(); if w > 0 { break; } } }", &[("uniformity/barrier", 1, 17)]),
            ("fn f() { loop { if w > 0 { break; } } workgroupBarrier(); }", &[]),
            (
                "fn f() { loop { if w > 0 { return; } if u > 0 { break; } } workgroupBarrier(); }",
                &[("uniformity/barrier", 1, 60)],
            ),
            (
                "fn f() { loop { if u > 0 { return; } if w > 0 { break; } } workgroupBarrier(); }",
                &[("uniformity/barrier", 1, 60)],
            ),
            ("fn f() { loop { if u > 0 { return; } if u < 9 { break; } } workgroupBarrier(); }", &[]),
            (
                "fn f() { loop { workgroupBarrier(); if w > 0 { break; } break; } }",
                &[("uniformity/barrier", 1, 17)],
            ),
            ("fn f() { loop { workgroupBarrier(); break; } }", &[]),
            (
                "fn f() { loop { if w > 0 { continue; } workgroupBarrier(); if u > 0 { break; } } }",
                &[("uniformity/barrier", 1, 40)],
            ),
            (
                "fn f() { loop { if u > 0 { break; } continuing { if w > 0 { workgroupBarrier(); } } } }",
                &[("uniformity/barrier", 1, 61)],
            ),
            (
                "fn f() { loop { if w > 0 { continue; } if u > 0 { break; } continuing { workgroupBarrier(); } } }",
                &[("uniformity/barrier", 1, 73)],
            ),
            ("fn f() { loop { if u > 0 { break; } continuing { workgroupBarrier(); } } }", &[]),
            (
                "fn f() { loop { var x: i32; if u > 0 { break; } continuing { x = w; if x > 0 { workgroupBarrier(); } } } }",
                &[("uniformity/barrier", 1, 80)],
            ),
        ],
    );
}

#[test]
fn the_condition_of_break_if_is_not_considered() {
    check_draft(
        HEAD,
        &[
            ("fn f() { loop { workgroupBarrier(); continuing { break if w > 0; } } }", &[]),
            ("fn f() { loop { continuing { workgroupBarrier(); break if w > 0; } } }", &[]),
            ("fn f() { loop { continuing { break if w > 0; } } workgroupBarrier(); }", &[]),
            (
                "fn f() { loop { workgroupBarrier(); continuing { break if w > 0 || u > 0; } } }",
                &[("uniformity/barrier", 1, 17)],
            ),
        ],
    );
}

#[test]
fn for_and_while_are_loops_that_begin_with_an_if() {
    check_draft(
        HEAD,
        &[
            ("fn f() { for (var k = 0; k < u; k++) { workgroupBarrier(); } }", &[]),
            (
                "fn f() { for (var k = 0; k < w; k++) { workgroupBarrier(); } }",
                &[("uniformity/barrier", 1, 40)],
            ),
            (
                "fn f() { for (var k = w; k < 4; k++) { workgroupBarrier(); } }",
                &[("uniformity/barrier", 1, 40)],
            ),
            (
                "fn f() { for (var k = 0; k < 4; k = k + w) { workgroupBarrier(); } }",
                &[("uniformity/barrier", 1, 46)],
            ),
            (
                "fn f() { for (var k = 0; k < 4; k += w) { workgroupBarrier(); } }",
                &[("uniformity/barrier", 1, 43)],
            ),
            ("fn f() { for (var k = 0; k < w; k++) { } workgroupBarrier(); }", &[]),
            ("fn f() { for (var k = 0; k < u; k++) { if w > 0 { continue; } } workgroupBarrier(); }", &[]),
            (
                "fn f() { for (var k = 0; k < u; k++) { if w > 0 { return; } } workgroupBarrier(); }",
                &[("uniformity/barrier", 1, 63)],
            ),
            (
                "fn f() { for (var k = 0; k < u; k++) { workgroupBarrier(); if w > 0 { break; } } }",
                &[("uniformity/barrier", 1, 40)],
            ),
            ("fn f() { for (; ; ) { if w > 0 { break; } } workgroupBarrier(); }", &[]),
            (
                "fn f() { for (var k = w > 0 || u > 0; k; ) { } workgroupBarrier(); }",
                &[("uniformity/barrier", 1, 48)],
            ),
            ("fn f() { while u > 0 { workgroupBarrier(); } }", &[]),
            ("fn f() { while w > 0 { workgroupBarrier(); } }", &[("uniformity/barrier", 1, 24)]),
            ("fn f() { while w > 0 { } workgroupBarrier(); }", &[]),
            (
                "fn f() { while u > 0 { if w > 0 { return; } } workgroupBarrier(); }",
                &[("uniformity/barrier", 1, 47)],
            ),
            (
                "fn f() { while u > 0 { workgroupBarrier(); if w > 0 { continue; } } }",
                &[("uniformity/barrier", 1, 24)],
            ),
        ],
    );
}

#[test]
fn switches_meet_again_where_nothing_leaves_them() {
    check_draft(
        HEAD,
        &[
            (
                "fn f() { switch w { case 1: { workgroupBarrier(); } default: { } } }",
                &[("uniformity/barrier", 1, 31)],
            ),
            (
                "fn f() { switch w { case 1: { } default: { workgroupBarrier(); } } }",
                &[("uniformity/barrier", 1, 44)],
            ),
            ("fn f() { switch u { case 1: { workgroupBarrier(); } default: { workgroupBarrier(); } } }", &[]),
            ("fn f() { switch w { case 1: { } default: { } } workgroupBarrier(); }", &[]),
            (
                "fn f() { switch w { case 1: { return; } default: { } } workgroupBarrier(); }",
                &[("uniformity/barrier", 1, 56)],
            ),
            ("fn f() { switch u { case 1: { return; } default: { } } workgroupBarrier(); }", &[]),
            ("fn f() { switch w { case 1: { if u > 0 { break; } } default: { } } workgroupBarrier(); }", &[]),
            (
                "fn f() { switch u { case 1: { if w > 0 { break; } workgroupBarrier(); } default: { } } }",
                &[("uniformity/barrier", 1, 51)],
            ),
            ("fn f() { switch u { case 1: { if w > 0 { break; } } default: { workgroupBarrier(); } } }", &[]),
            (
                "fn f() { switch u { case 1: { if w > 0 { break; } fallthrough; } default: { workgroupBarrier(); } } }",
                &[("uniformity/barrier", 1, 77)],
            ),
            ("fn f() { switch u { case 1: { fallthrough; } default: { workgroupBarrier(); } } }", &[]),
        ],
    );
}

#[test]
fn discard_leaves_the_invocations_that_go_on() {
    check_draft(
        HEAD,
        &[
            ("fn f() { if w > 0 { discard; } _ = dpdx(1.0); }", &[("uniformity/derivative", 1, 36)]),
            ("fn f() { if u > 0 { discard; } _ = dpdx(1.0); }", &[]),
            (
                "fn f() { loop { if w > 0 { discard; } if u > 0 { break; } } _ = dpdx(1.0); }",
                &[("uniformity/derivative", 1, 65)],
            ),
            (
                "fn f() { while u > 0 { if w > 0 { discard; } } _ = dpdx(1.0); }",
                &[("uniformity/derivative", 1, 52)],
            ),
            (
                "fn f() { switch w { case 1: { discard; } default: { } } _ = dpdx(1.0); }",
                &[("uniformity/derivative", 1, 61)],
            ),
            ("fn g() { if w > 0 { discard; } } fn f() { g(); _ = dpdx(1.0); }", &[]),
            (
                "fn g() { discard; } fn f() { if w > 0 { g(); } _ = dpdx(1.0); }",
                &[("uniformity/derivative", 1, 52)],
            ),
            ("fn g() { discard; } fn f() { g(); if w > 0 { _ = dpdx(1.0); } }", &[]),
            (
                "fn g() -> bool { if u > 0 { discard; } return true; } fn f() { if g() { if w > 0 { } _ = dpdx(1.0); } }",
                &[],
            ),
            (
                "fn g() -> bool { if u > 0 { discard; } return true; } fn f() { if w > 0 { } else if g() { } _ = dpdx(1.0); }",
                &[("uniformity/derivative", 1, 97)],
            ),
            (
                "fn g() -> bool { if u > 0 { discard; } return true; } fn f() { if g() { } else if w > 0 { } _ = dpdx(1.0); }",
                &[],
            ),
            (
                "fn g() -> bool { if u > 0 { discard; } return true; } fn f() { for (var k = g(); k; ) { if w > 0 { break; } } _ = dpdx(1.0); }",
                &[],
            ),
            (
                "fn g() -> bool { if u > 0 { discard; } return true; } fn f() { while g() { if w > 0 { break; } } _ = dpdx(1.0); }",
                &[("uniformity/derivative", 1, 102)],
            ),
            ("fn g() { discard; } fn f() { for (g(); u > 0; ) { if w > 0 { _ = dpdx(1.0); } } }", &[]),
        ],
    );
}

#[test]
fn a_variable_has_one_node_for_all_its_values() {
    check_draft(
        HEAD,
        &[
            ("fn f() { var x: i32; if x > 0 { workgroupBarrier(); } }", &[]),
            ("fn f() { var x: i32; x = u; if x > 0 { workgroupBarrier(); } }", &[]),
            (
                "fn f() { var x: i32; x = w; if x > 0 { workgroupBarrier(); } }",
                &[("uniformity/barrier", 1, 40)],
            ),
            (
                "fn f() { var x: i32; x = w; x = u; if x > 0 { workgroupBarrier(); } }",
                &[("uniformity/barrier", 1, 47)],
            ),
            (
                "fn f() { var x: i32; if x > 0 { workgroupBarrier(); } x = w; }",
                &[("uniformity/barrier", 1, 33)],
            ),
            (
                "fn f() { var x: i32; if w > 0 { x = 1; } if x > 0 { workgroupBarrier(); } }",
                &[("uniformity/barrier", 1, 53)],
            ),
            ("fn f() { var x: i32; return; x = w; }", &[]),
            ("fn f() { var x: i32; if x > 0 { workgroupBarrier(); } return; x = w; }", &[]),
            ("fn f() { var x: i32; x += u; if x > 0 { workgroupBarrier(); } }", &[]),
            (
                "fn f() { var x: i32; x += w; if x > 0 { workgroupBarrier(); } }",
                &[("uniformity/barrier", 1, 41)],
            ),
            ("fn f() { var x: i32; x++; if x > 0 { workgroupBarrier(); } }", &[]),
            (
                "fn f() { var x: i32; if w > 0 { x++; } if x > 0 { workgroupBarrier(); } }",
                &[("uniformity/barrier", 1, 51)],
            ),
            (
                "fn f() { var x: i32; if w > 0 { x--; } if x > 0 { workgroupBarrier(); } }",
                &[("uniformity/barrier", 1, 51)],
            ),
            (
                "fn f() { var x: i32; x += i32(w > 0 || u > 0); workgroupBarrier(); }",
                &[("uniformity/barrier", 1, 48)],
            ),
            (
                "fn f() { var v: vec2<i32>; v.x = w; if v.y > 0 { workgroupBarrier(); } }",
                &[("uniformity/barrier", 1, 50)],
            ),
            ("fn f() { var v: vec2<i32>; v.x = u; if v.y > 0 { workgroupBarrier(); } }", &[]),
            (
                "fn f() { var a: array<i32, 4>; a[w] = 1; if a[0] > 0 { workgroupBarrier(); } }",
                &[("uniformity/barrier", 1, 56)],
            ),
            ("fn f() { var a: array<i32, 4>; a[u] = 1; if a[0] > 0 { workgroupBarrier(); } }", &[]),
            (
                "fn f() { var a: array<i32, 4>; a[w]++; if a[0] > 0 { workgroupBarrier(); } }",
                &[("uniformity/barrier", 1, 54)],
            ),
            (
                "fn f() { var a: array<array<i32, 2>, 2>; a[w][0] = 1; if a[0][0] > 0 { workgroupBarrier(); } }",
                &[("uniformity/barrier", 1, 72)],
            ),
            ("fn f() { var x = w; if x > 0 { workgroupBarrier(); } }", &[("uniformity/barrier", 1, 32)]),
            ("fn f() { let x = w; if x > 0 { workgroupBarrier(); } }", &[("uniformity/barrier", 1, 32)]),
            ("fn f() { let x = u; if x > 0 { workgroupBarrier(); } }", &[]),
            ("fn f() { var x = u; if x > 0 { workgroupBarrier(); } }", &[]),
            (
                "fn f() { let x = w; let y = x + 1; var z: i32; z = y; if z > 0 { workgroupBarrier(); } }",
                &[("uniformity/barrier", 1, 66)],
            ),
            ("fn f() { _ = w; workgroupBarrier(); }", &[]),
            ("fn f() { w = 0; if w > 0 { workgroupBarrier(); } }", &[("uniformity/barrier", 1, 28)]),
        ],
    );
}

#[test]
fn what_pointers_point_to_is_not_followed() {
    check_draft(
        HEAD,
        &[
            ("fn f() { var x = 0; let q = &x; *q = w; if x > 0 { workgroupBarrier(); } }", &[]),
            (
                "fn f() { var x = 0; let q = &x; *q = w; if *q > 0 { workgroupBarrier(); } }",
                &[("uniformity/barrier", 1, 53)],
            ),
            (
                "fn f() { var x = 0; let q = &x; x = w; if *q > 0 { workgroupBarrier(); } }",
                &[("uniformity/barrier", 1, 52)],
            ),
            (
                "fn f() { var x = 0; *&x = w; if x > 0 { workgroupBarrier(); } }",
                &[("uniformity/barrier", 1, 41)],
            ),
            ("fn f() { let q = &w; if *q > 0 { workgroupBarrier(); } }", &[("uniformity/barrier", 1, 34)]),
            ("fn f() { let q = &u; if *q > 0 { workgroupBarrier(); } }", &[]),
            (
                "fn g(q: ptr<function, i32>) { *q = w; } fn f() { var x = 0; g(&x); if x > 0 { workgroupBarrier(); } }",
                &[],
            ),
            (
                "fn g(q: ptr<function, i32>) -> i32 { *q = w; return *q; } fn f() { var x = 0; if g(&x) > 0 { workgroupBarrier(); } }",
                &[("uniformity/barrier", 1, 94)],
            ),
            (
                "fn g(q: ptr<function, i32>) -> i32 { return *q; } fn f() { var x = w; if g(&x) > 0 { workgroupBarrier(); } }",
                &[("uniformity/barrier", 1, 86)],
            ),
            (
                "fn g(q: ptr<function, i32>) -> i32 { return *q; } fn f() { var x = u; if g(&x) > 0 { workgroupBarrier(); } }",
                &[],
            ),
            (
                "var<private> p: i32; fn g(q: ptr<private, i32>) { if *q > 0 { workgroupBarrier(); } } fn f() { g(&p); }",
                &[("uniformity/barrier", 1, 63)],
            ),
            ("fn g(q: ptr<private, i32>) { if *q > 0 { workgroupBarrier(); } }", &[]),
        ],
    );
}

#[test]
fn control_flow_goes_through_expressions() {
    check_draft(
        HEAD,
        &[
            ("fn f() { if u > 0 && u < 9 { workgroupBarrier(); } }", &[]),
            ("fn f() { if u > 0 && w > 0 { workgroupBarrier(); } }", &[("uniformity/barrier", 1, 30)]),
            ("fn f() { if w > 0 && u > 0 { workgroupBarrier(); } }", &[("uniformity/barrier", 1, 30)]),
            ("fn f() { if w > 0 || true { workgroupBarrier(); } }", &[("uniformity/barrier", 1, 29)]),
            ("fn f() { _ = w > 0 || u > 0; workgroupBarrier(); }", &[("uniformity/barrier", 1, 30)]),
            ("fn f() { _ = w > 0 && u > 0; workgroupBarrier(); }", &[("uniformity/barrier", 1, 30)]),
            ("fn f() { _ = u > 0 || w > 0; workgroupBarrier(); }", &[]),
            ("fn f() { _ = (w > 0) | (u > 0); workgroupBarrier(); }", &[]),
            (
                "fn f() { let x = (w > 0 || u > 0) == true; workgroupBarrier(); }",
                &[("uniformity/barrier", 1, 44)],
            ),
            ("fn f() { if w > 0 || u > 0 { } workgroupBarrier(); }", &[]),
            ("fn f() { switch i32(w > 0 || u > 0) { default: { } } workgroupBarrier(); }", &[]),
            (
                "fn f() { let a = array<i32, 2>(1, 2); let x = a[i32(w > 0 || u > 0)]; workgroupBarrier(); }",
                &[("uniformity/barrier", 1, 71)],
            ),
            (
                "fn f() { var a = array<i32, 2>(1, 2); a[i32(w > 0 || u > 0)] = 1; workgroupBarrier(); }",
                &[("uniformity/barrier", 1, 67)],
            ),
            ("fn f() { if -w > 0 { workgroupBarrier(); } }", &[("uniformity/barrier", 1, 22)]),
            ("fn f() { if !(w > 0) { workgroupBarrier(); } }", &[("uniformity/barrier", 1, 24)]),
            ("fn f() { if (w) > 0 { workgroupBarrier(); } }", &[("uniformity/barrier", 1, 23)]),
            ("fn f() { if w + 1 > 0 { workgroupBarrier(); } }", &[("uniformity/barrier", 1, 25)]),
            ("fn f() { if u + 1 > 0 { workgroupBarrier(); } }", &[]),
            (
                "fn f() { let a = array<i32, 2>(1, 2); if a[w] > 0 { workgroupBarrier(); } }",
                &[("uniformity/barrier", 1, 53)],
            ),
            ("fn f() { let a = array<i32, 2>(1, 2); if a[u] > 0 { workgroupBarrier(); } }", &[]),
            ("fn f() { if vec2<i32>(w, 1).y > 0 { workgroupBarrier(); } }", &[("uniformity/barrier", 1, 37)]),
            ("fn f() { if vec2<i32>(u, 1).y > 0 { workgroupBarrier(); } }", &[]),
            ("fn f() { if f32(w) > 0.0 { workgroupBarrier(); } }", &[("uniformity/barrier", 1, 28)]),
            ("fn f() { if bitcast<f32>(w) > 0.0 { workgroupBarrier(); } }", &[("uniformity/barrier", 1, 37)]),
            ("fn f() { if max(u, w) > 0 { workgroupBarrier(); } }", &[("uniformity/barrier", 1, 29)]),
            ("fn f() { if max(u, 1) > 0 { workgroupBarrier(); } }", &[]),
            (
                "fn g(x: bool, y: i32) { } fn h() -> i32 { workgroupBarrier(); return 1; } fn f() { g(w > 0 || u > 0, h()); }",
                &[("uniformity/barrier", 1, 43)],
            ),
            (
                "fn g(x: i32, y: bool) { } fn h() -> i32 { workgroupBarrier(); return 1; } fn f() { g(h(), w > 0 || u > 0); }",
                &[],
            ),
        ],
    );
}

#[test]
fn memory_that_can_be_written_is_not_uniform() {
    check_draft(
        HEAD,
        &[
            ("override o: i32 = 1; let c = 1; fn f() { if o > c { workgroupBarrier(); } }", &[]),
            (
                "@group(0) @binding(2) var<storage, read> r: i32; fn f() { if r > 0 { workgroupBarrier(); } }",
                &[],
            ),
            (
                "var<private> p: i32; fn f() { p = u; if p > 0 { workgroupBarrier(); } }",
                &[("uniformity/barrier", 1, 49)],
            ),
            (
                "var<workgroup> p: i32; fn f() { if p > 0 { workgroupBarrier(); } }",
                &[("uniformity/barrier", 1, 44)],
            ),
            (
                "@group(0) @binding(2) var t: texture_2d<f32>; fn f() { if textureLoad(t, vec2<i32>(), 0).x > 0.0 { workgroupBarrier(); } }",
                &[],
            ),
            (
                "@group(0) @binding(2) var t: texture_2d<f32>; fn f() { if textureLoad(t, vec2<i32>(w), 0).x > 0.0 { workgroupBarrier(); } }",
                &[("uniformity/barrier", 1, 101)],
            ),
            (
                "@group(0) @binding(2) var<storage, read_write> a: array<i32>; fn f() { if arrayLength(&a) > 4u { workgroupBarrier(); } }",
                &[("uniformity/barrier", 1, 98)],
            ),
            (
                "@group(0) @binding(2) var<storage, read> a: array<i32>; fn f() { if arrayLength(&a) > 4u { workgroupBarrier(); } }",
                &[],
            ),
            (
                "var<workgroup> a: atomic<i32>; fn f() { if atomicLoad(&a) > 0 { workgroupBarrier(); } }",
                &[("uniformity/barrier", 1, 65)],
            ),
            ("fn f(a: ptr<workgroup, atomic<i32>>) { if atomicLoad(a) > 0 { workgroupBarrier(); } }", &[]),
            (
                "var<workgroup> a: atomic<i32>; fn g(a: ptr<workgroup, atomic<i32>>) { if atomicLoad(a) > 0 { workgroupBarrier(); } } fn f() { g(&a); }",
                &[("uniformity/barrier", 1, 94)],
            ),
        ],
    );
}

#[test]
fn some_inputs_are_the_same_for_all_invocations() {
    check_draft(
        HEAD,
        &[
            (
                "@stage(compute) @workgroup_size(1) fn f(@builtin(workgroup_id) i: vec3<u32>) { if i.x > 0u { workgroupBarrier(); } }",
                &[],
            ),
            (
                "@stage(compute) @workgroup_size(1) fn f(@builtin(num_workgroups) i: vec3<u32>) { if i.x > 0u { workgroupBarrier(); } }",
                &[],
            ),
            (
                "@stage(compute) @workgroup_size(1) fn f(@builtin(local_invocation_id) i: vec3<u32>) { if i.x > 0u { workgroupBarrier(); } }",
                &[("uniformity/barrier", 1, 101)],
            ),
            (
                "@stage(compute) @workgroup_size(1) fn f(@builtin(local_invocation_index) i: u32) { if i > 0u { workgroupBarrier(); } }",
                &[("uniformity/barrier", 1, 96)],
            ),
            (
                "@stage(compute) @workgroup_size(1) fn f(@builtin(global_invocation_id) i: vec3<u32>) { if i.x > 0u { workgroupBarrier(); } }",
                &[("uniformity/barrier", 1, 102)],
            ),
            (
                "struct I { @builtin(workgroup_id) x: vec3<u32>, @builtin(num_workgroups) n: vec3<u32> } @stage(compute) @workgroup_size(1) fn f( i: I) { if i.x.x > 0u { workgroupBarrier(); } }",
                &[],
            ),
            (
                "struct I { @builtin(workgroup_id) x: vec3<u32>, @builtin(local_invocation_index) n: u32 } @stage(compute) @workgroup_size(1) fn f( i: I) { if i.x.x > 0u { workgroupBarrier(); } }",
                &[("uniformity/barrier", 1, 156)],
            ),
            (
                "@stage(fragment) fn f(@builtin(front_facing) i: bool) { if i { _ = dpdx(1.0); } }",
                &[("uniformity/derivative", 1, 68)],
            ),
            (
                "@stage(fragment) fn f(@location(0) i: f32) { if i > 0.0 { _ = dpdx(1.0); } }",
                &[("uniformity/derivative", 1, 63)],
            ),
            ("fn f(i: u32) { if i > 0u { workgroupBarrier(); } }", &[]),
        ],
    );
}
