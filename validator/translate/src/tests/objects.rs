//! What C++ says about objects: references to one of two, functions that return references, first values of members, temporaries.

use super::{assert_lines, of_function, of_statements, without_counterpart};

/// The translation of a kernel `f` with declarations before it, as for [`of_statements`].
fn of_program(declarations: &str, statements: &str) -> String {
    let text = format!(
        "{declarations} kernel void f(device int* a [[buffer(0)]], uint i [[thread_position_in_grid]]) {{ {statements} }}"
    );
    of_function(&text, "f").wgsl
}

#[test]
fn a_constant_reference_to_one_of_two_objects_is_a_copy() {
    let wgsl = of_program(
        "static int twice(const thread int& x) { return x * 2; }",
        "int p = a[0]; int q = a[1]; a[2] = twice(i > 2 ? p : q);",
    );
    assert_lines(
        &wgsl,
        &["var chosen: i32;", "if (i > 2u) {", "chosen = p;", "chosen = q;", "a[2u] = twice(&chosen);"],
    );
}

#[test]
fn one_of_two_objects_is_assigned_in_one_array_only() {
    let wgsl = of_statements("int v[3] = {1, 2, 3}; (i > 2 ? v[0] : v[i]) = 5;");
    assert_lines(&wgsl, &["v[select(i, 0u, i > 2u)] = 5i;"]);
    let text = "kernel void f(device int* a [[buffer(0)]], uint i [[thread_position_in_grid]]) {
        int p = 1, q = 2; (i > 2 ? p : q) = 5; a[0] = p + q; }";
    assert_eq!(without_counterpart(text, "f").len(), 1);
}

#[test]
fn statements_before_the_return_of_a_reference_are_written_at_the_call() {
    let wgsl = of_program(
        "struct V { int v[4]; thread int& at(uint k) { uint j = k & 3; return v[j]; } };",
        "V v = {{1, 2, 3, 4}}; v.at(i) = 3;",
    );
    assert_lines(&wgsl, &["let j = i & 3u;", "v[j] = 3i;"]);
}

#[test]
fn operators_that_return_their_object_change_it() {
    let wgsl = of_program(
        "struct C { int n; thread C& operator+=(C o) { n += o.n; return *this; } };",
        "C c = {1}; C d = {2}; c += d; (c += d) += d; a[0] = c.n;",
    );
    assert_lines(&wgsl, &["let o = d;", "c.n += o.n;", "a[0u] = c.n;"]);
}

/// C++14 (class.base.init)
#[test]
fn members_begin_with_the_values_of_their_declarations() {
    let wgsl = of_program(
        "struct S { int n = 3; int m; };",
        "S s; S t = {4}; S u[2]; a[0] = s.n + t.n + u[i].n + t.m;",
    );
    assert_lines(
        &wgsl,
        &[
            "var s: S = S(3i, i32());",
            "var t: S = S(4i, i32());",
            "var u: array<S, 2> = array<S, 2>(S(3i, i32()), S(3i, i32()));",
        ],
    );
}

/// C++14 (class.copy) 15 and 28: a copy has the copies of the members, and an assignment calls no constructor.
#[test]
fn copies_and_assignments_call_the_functions_of_members() {
    let wgsl = of_program(
        "struct S { int x; S() : x(0) {} S(const thread S& s) : x(s.x + 1) {}
            thread S& operator=(const thread S& s) { x = s.x + 10; return *this; } };
        struct C { int x; C() : x(0) {} C(const thread C& c) : x(c.x + 1) {} };
        struct W { S s; C c; int y; };",
        "W v; W w = v; w = v; a[0] = w.s.x + w.y;",
    );
    assert_lines(
        &wgsl,
        &["var w: W = W(new_S_1(&v), new_C_1(&v), v.y);", "w.s.x = v.s.x + 10i;", "w.c = v.c;", "w.y = v.y;"],
    );
}

/// C++14 (dcl.init.list) 4
#[test]
fn the_values_of_a_list_are_evaluated_in_their_order() {
    let wgsl = of_program("", "int y = a[0]; int v[4] = {y, y++, y}; a[1] = v[i];");
    assert_lines(
        &wgsl,
        &[
            "let value = y;",
            "let before = y;",
            "y += 1i;",
            "var v: array<i32, 4> = array<i32, 4>(value, before, y, i32());",
        ],
    );
}

#[test]
fn a_member_that_is_a_reference_changes_its_object() {
    let wgsl = of_program(
        "struct R { thread int& r; int k; };",
        "int x = 1; R r = {x, 2}; r.r = 5; a[0] = x + r.k;",
    );
    assert_lines(&wgsl, &["var x: i32 = 1i;", "x = 5i;", "a[0u] = x + r_k;"]);
}

#[test]
fn samplers_are_made_where_they_are_used_and_have_other_names() {
    let text = "kernel void f(device float4* a [[buffer(0)]], texture2d<float> t [[texture(0)]]) {
        a[0] = t.sample(sampler(filter::linear), float2(0)); constexpr sampler s(address::repeat); sampler r = s;
        a[1] = t.sample(r, float2(1)); }";
    let wgsl = of_function(text, "f").wgsl;
    assert_lines(
        &wgsl,
        &["@group(2) @binding(0) var sampler_1: sampler;", "@group(2) @binding(1) var s: sampler;"],
    );
    assert!(wgsl.contains("textureSampleLevel(t, s, vec2<f32>(1.0f), 0.0f)"), "{wgsl}");
}

/// A variable needs memory only where something changes it or refers to it.
#[test]
fn arguments_are_not_changed_by_value() {
    let wgsl =
        of_program("static int g(int x) { return x + max(x, 3); }", "int n = a[0]; a[1] = g(n) + min(n, 2);");
    assert_lines(&wgsl, &["return x + max(x, 3i);", "let n = a[0u];", "a[1u] = g(n) + min(n, 2i);"]);
}
