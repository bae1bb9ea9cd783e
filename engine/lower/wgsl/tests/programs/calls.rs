//! Calls: functions are inlined at each call.

use crate::{body, lanes};

#[test]
fn each_call_has_variables_of_its_own() {
    let declarations =
        "fn f(n: u32) -> u32 { var a: array<u32, 4>; a[n] = n + 1; return a[0] + a[1] + a[2] + a[3]; }";
    assert_eq!(body(declarations, "out[0] = f(0) + 10 * f(2); out[1] = f(f(f(0)));")[..2], [31, 3]);
}

#[test]
fn parameters_keep_the_value_of_the_call() {
    let declarations = "var<private> p = 1u; fn f(a: u32, b: u32) -> u32 { p = 50; return a + b; }";
    assert_eq!(body(declarations, "out[0] = f(p, p + 1); out[1] = p;")[..2], [3, 50]);
}

#[test]
fn pointers_are_places() {
    let declarations =
        "fn swap(a: ptr<function, u32>, b: ptr<function, u32>) { let t = *a; *a = *b; *b = t; }
        fn fill(a: ptr<function, array<u32, 4>>, n: u32) { for (var i = 0u; i < 4; i++) { (*a)[i] = n + i; } }
        fn first(a: ptr<private, vec3u>) -> u32 { (*a).x += 1; return a.x; }
        var<private> v = vec3u(7, 8, 9);";
    let text =
        "var x = 1u; var y = 2u; swap(&x, &y); var a: array<u32, 4>; fill(&a, 10); let p = &a; (*p)[2] = 5;
        out = array(x, y, a[0], a[2], p[3], first(&v), first(&v), v.x);";
    assert_eq!(body(declarations, text), [2, 1, 10, 5, 13, 8, 9, 9]);
}

#[test]
fn the_index_of_a_pointer_is_that_of_its_creation() {
    let text = "var a = array(1u, 2u, 3u); var i = out[1]; let p = &a[i]; i = 2; *p = 9;
        out[0] = a[0]; out[1] = a[1]; out[2] = a[2];";
    assert_eq!(body("", text)[..3], [1, 9, 3]);
}

#[test]
fn arrays_are_values() {
    let declarations =
        "fn changed(a: array<u32, 3>, n: u32) -> array<u32, 3> { var b = a; b[1] = n; return b; }";
    let text =
        "var a = array(1u, 2u, 3u); let b = changed(a, 7); a[0] = 9; let c = changed(changed(b, 5), a[0]);
        out = array(a[0], a[1], b[0], b[1], c[0], c[1], c[2], changed(a, 4)[1]);";
    assert_eq!(body(declarations, text), [9, 2, 1, 7, 1, 9, 3, 4]);
}

#[test]
fn a_return_ends_the_function_for_those_who_reach_it() {
    let declarations = "fn f(n: u32) -> u32 {
        for (var i = 0u; ; i++) { if i == n { return 10 + i; } if i == 4 { break; } }
        if n == 6 { return 1; }
        return 2; }";
    assert_eq!(lanes(declarations, "out[lane] = f(lane);"), [10, 11, 12, 13, 14, 2, 1, 2]);
}

#[test]
fn overrides_give_lengths() {
    let text = "override n = 4u; var<workgroup> a: array<u32, n * 2>;
        @group(0) @binding(0) var<storage, read_write> out: array<u32, 8>;
        @compute @workgroup_size(n) fn main(@builtin(local_invocation_index) lane: u32) {
            a[lane + n] = lane; workgroupBarrier(); out[lane] = a[7 - lane]; }";
    assert_eq!(crate::words(text), [3, 2, 1, 0, 4, 5, 6, 7]);
}
