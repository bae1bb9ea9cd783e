//! Pointers and references: a variable and an index.

use super::{assert_lines, of_function, of_statements, without_counterpart};

#[test]
fn a_function_is_there_once_for_each_variable_that_its_pointer_leads_into() {
    let text = "static float g(device const float* p, uint n) { return p[n]; }
        kernel void f(device const float* a [[buffer(0)]], device const float* b [[buffer(1)]], device float* c [[buffer(2)]],
                      uint i [[thread_position_in_grid]]) { c[i] = g(a, i) + g(b, i) + g(a, 2) + g(a + i, 1); }";
    let wgsl = of_function(text, "f").wgsl;
    assert_lines(&wgsl, &["fn g(n: u32) -> f32 {", "return a[n];"]);
    assert_lines(&wgsl, &["fn g_1(n: u32) -> f32 {", "return b[n];"]);
    assert_lines(&wgsl, &["fn g_2(p_index: u32, n: u32) -> f32 {", "return a[p_index + n];"]);
    assert_lines(&wgsl, &["c[i] = ((g(i) + g_1(i)) + g(2u)) + g_2(i, 1u);"]);
}

#[test]
fn a_pointer_that_moves_is_a_variable_with_an_index() {
    let wgsl = of_statements(
        "device int* p = a + 3; *p++ = 1; p += i; p[-1] = *p; device int* q = p; --p; *q = *p;",
    );
    assert_lines(
        &wgsl,
        &["var p_index = 3u;", "let before = p_index;", "p_index += 1u;", "a[before] = 1i;", "p_index += i;"],
    );
    assert_lines(&wgsl, &["let q_index = p_index;", "p_index -= 1u;", "a[q_index] = a[p_index];"]);
}

#[test]
fn two_references_into_one_variable_are_one_pointer() {
    let text = "static void swap(thread int& x, thread int& y) { int z = x; x = y; y = z; }
        kernel void f(device int* a [[buffer(0)]], uint i [[thread_position_in_grid]]) {
            int v[3] = {1, 2, 3}; int w = 4; swap(v[i], v[2]); swap(v[0], w); a[0] = v[0]; }";
    let wgsl = of_function(text, "f").wgsl;
    assert_lines(&wgsl, &["swap(&v, i, 2u);", "swap_1(&v, &w);"]);
    assert_lines(
        &wgsl,
        &["fn swap_1(pointer: ptr<function, array<i32, 3>>, pointer_1: ptr<function, i32>) {"],
    );
}

#[test]
fn a_pointer_leads_into_one_variable() {
    let text = "kernel void f(device float* a [[buffer(0)]], device float* b [[buffer(1)]], uint i [[thread_position_in_grid]]) {
        device float* p = a; p = b; device float* q = i > 1 ? a : b; *q = 1; device float* r; *r = 1; }";
    let found = without_counterpart(text, "f");
    let places: Vec<&str> = found.iter().map(|(place, _)| place.as_str()).collect();
    assert_eq!(places, ["p = b", "i > 1 ? a : b", "r"]);
    assert!(found[2].1.contains("without an initial value"), "{found:?}");
    assert!(found[0].1.contains("a pointer that is reassigned to a different variable"), "{found:?}");
}

#[test]
fn pointers_into_one_array_are_compared_and_subtracted() {
    let wgsl = of_statements(
        "device int* p = a + i; a[0] = int(p - a); a[1] = p > a ? 1 : 2; *(i > 3 ? p : p + 1) = 5;",
    );
    assert_lines(&wgsl, &["a[0u] = i32(i - 0u);", "a[1u] = select(2i, 1i, i > 0u);"]);
    assert_lines(&wgsl, &["a[select(i + 1u, i, i > 3u)] = 5i;"]);
}

#[test]
fn members_and_constructors_take_their_object() {
    let text = "struct S { int n; S(int m) : n(m) {} int twice() const { return n * 2; } void set(int m) { n = m; } };
        kernel void f(device int* a [[buffer(0)]]) { S s(4); s.set(s.twice()); a[0] = S(3).twice() + s.n; }";
    let wgsl = of_function(text, "f").wgsl;
    assert_lines(&wgsl, &["var s: S = new_S(4i);", "set_1(&s, twice(&s));"]);
}

/// The last line of a kernel with a tile of two dimensions.
fn of_tile(statements: &str) -> String {
    let text = format!(
        "kernel void f(device int* a [[buffer(0)]], uint i [[thread_index_in_threadgroup]]) {{ threadgroup int t[4][8]; {statements} }}"
    );
    of_function(&text, "f").wgsl
}

#[test]
fn a_pointer_into_a_row_moves_on_to_the_next_rows() {
    assert_lines(&of_tile("threadgroup int* p = &t[0][0]; p[i] = 1;"), &["t[i / 8u][i % 8u] = 1i;"]);
    assert_lines(
        &of_tile("threadgroup int* p = (threadgroup int*)t; p[i] = 1;"),
        &["t[i / 8u][i % 8u] = 1i;"],
    );
    assert_lines(&of_tile("threadgroup int* p = (threadgroup int*)&t; p[9] = 1;"), &["t[1u][1u] = 1i;"]);
    assert_lines(
        &of_tile("threadgroup int* p = t[i]; *(p + 9) = 1;"),
        &[
            "let element_index = i * 8u;",
            "let element_index_1 = element_index + 9u;",
            "t[element_index_1 / 8u][element_index_1 % 8u] = 1i;",
        ],
    );
    assert_lines(
        &of_tile(
            "threadgroup int* p = t[2]; for (uint n = 0; n < 8; ++n) { *p++ = 1; } a[0] = int(p - t[2]);",
        ),
        &["var p_index = 16u;", "t[before / 8u][before % 8u] = 1i;", "a[0u] = i32(p_index - 16u);"],
    );
    let text = "void g(threadgroup int* p, uint n) { p[n] = 1; }
        kernel void f(uint i [[thread_index_in_threadgroup]]) { threadgroup int t[4][8]; g(t[1], i); g(t[0], i); }";
    let wgsl = of_function(text, "f").wgsl;
    assert_lines(&wgsl, &["fn g(p_index: u32, n: u32) {", "let element_index = p_index + n;"]);
    assert_lines(&wgsl, &["t[element_index / 8u][element_index % 8u] = 1i;"]);
    let cube = "threadgroup int c[2][3][4]; threadgroup int* p = &c[0][0][0]; p[i] = 1; p[17] = 2;";
    assert_lines(&of_tile(cube), &["c[i / 12u][i / 4u % 3u][i % 4u] = 1i;", "c[1u][1u][1u] = 2i;"]);
}

#[test]
fn constant_indices_of_pointers_are_inside_of_their_array() {
    let text = |statement: &str| {
        format!("kernel void f(device int* a [[buffer(0)]]) {{ int v[4] = {{}}; {statement} a[0] = v[0]; }}")
    };
    for statement in [
        "thread int* p = v + 1; p[3] = 1;",
        "thread int* p = v; p[-1] = 1;",
        "thread int* p = &v[4]; *p = 1;",
    ] {
        let found = without_counterpart(&text(statement), "f");
        assert!(found[0].1.contains("out of bounds: there are 4 elements"), "{statement}: {found:?}");
    }
    let back =
        of_function(&text("thread int* p = v - 1; p[2] = 1; thread int* q = v + 4; q[-2] = 2;"), "f").wgsl;
    assert_lines(&back, &["v[1u] = 1i;", "v[2u] = 2i;"]);
}
