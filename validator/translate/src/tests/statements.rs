//! Statements, and expressions that become statements.

use super::{assert_lines, of_function, of_statements};

#[test]
fn loops_keep_their_form_where_wgsl_has_it() {
    let wgsl = of_statements(
        "for (int n = 0; n < 4; n++) { a[n] = n; } while (a[0] < 3) { a[0]++; } for (;;) { break; }",
    );
    assert_lines(
        &wgsl,
        &["for (var n: i32 = 0i; n < 4i; n += 1i) {", "while (a[0u] < 3i) {", "while (true) {"],
    );
}

#[test]
fn conditions_with_effects_are_evaluated_in_each_round() {
    let wgsl = of_statements(
        "int n = 0; while (n++ < 3) { if (n == 2) continue; a[n] = n; } do { n--; } while (n > 0 && (a[n] = n) > 1);",
    );
    assert_lines(&wgsl, &["loop {", "let before = n;", "n += 1i;", "if (!(before < 3i)) {", "break;"]);
    assert_lines(
        &wgsl,
        &[
            "continuing {",
            "var holds = n > 0i;",
            "if (holds) {",
            "holds = assigned > 1i;",
            "break if !(holds);",
        ],
    );
}

#[test]
fn only_one_side_of_a_condition_is_evaluated() {
    let wgsl = of_statements("int n = i > 2 ? a[1] : 7; int m = i > 2 ? n : 5; a[0] = n + m;");
    assert_lines(
        &wgsl,
        &["var chosen: i32;", "if (i > 2u) {", "chosen = a[1u];", "} else {", "chosen = 7i;", "}"],
    );
    assert_lines(&wgsl, &["let m = select(5i, n, i > 2u);"]);
}

#[test]
fn branches_that_constants_exclude_are_left_out() {
    let program = "template <int N> int part(int a) {
        if (N != 0 && a > 3) { return a / N; } else if (N == 2) { return a % 2; }
        switch (N) { case 0: a = 1; case 1: a += 2; break; default: return 12 / N; }
        return N ? a % N : a;
    }";
    let kernel = "kernel void f(device int* a [[buffer(0)]]) { a[0] = part<0>(a[0]) + part<2>(a[1]); }";
    let wgsl = of_function(&format!("{program} {kernel}"), "f").wgsl;
    assert_lines(
        &wgsl,
        &["switch (0i) {", "default: {", "a_2 = 1i;", "a_2 += 2i;", "break;", "}", "}", "return a_2;"],
    );
    assert_lines(&wgsl, &["if (a_4 > 3i) {", "return a_4 / 2i;", "} else {", "return a_4 % 2i;", "}"]);
}

#[test]
fn statements_after_the_end_of_a_block_are_left_out() {
    let wgsl = of_statements("if (i > 2u) { return; a[0] = 1; } a[1] = 2; return; a[2] = 3;");
    assert_lines(&wgsl, &["if (i > 2u) {", "return;", "}", "a[1u] = 2i;", "return;", "}"]);
    assert!(!wgsl.contains("a[0u]") && !wgsl.contains("a[2u]"), "{wgsl}");
}

/// `select` would read `n` before the call changes it.
#[test]
fn a_condition_has_its_effects_first() {
    let text = "static bool next(thread int& n) { n += 1; return n > 1; }
        kernel void f(device int* a [[buffer(0)]]) { int n = a[1]; a[0] = !next(n) ? n : -n; }";
    assert_lines(
        &of_function(text, "f").wgsl,
        &["let condition = !next(&n);", "a[0u] = select(-n, n, condition);"],
    );
}

#[test]
fn clauses_that_run_on_keep_the_selector() {
    let wgsl = of_statements(
        "int n = a[0]; switch (n) { case 1: n = 2; case 2: a[1] = n; break; default: a[2] = 0; }",
    );
    assert_lines(
        &wgsl,
        &["let selector = n;", "var runs = false;", "if (runs || selector == 1i) {", "n = 2i;"],
    );
    assert_lines(
        &wgsl,
        &["if (runs || selector == 2i) {", "if (runs || (selector != 1i && selector != 2i)) {"],
    );
}

#[test]
fn clauses_that_leave_are_clauses() {
    let wgsl = of_statements("switch (i) { case 1: case 2: a[1] = 1; break; case 3: return; }");
    assert_lines(&wgsl, &["switch (i) {", "case 1u, 2u: {", "break;", "case 3u: {", "return;", "default: {"]);
}

#[test]
fn a_function_whose_end_is_reached_returns_zero() {
    let text = "static int g(int x) { if (x > 0) return x; }
        kernel void f(device int* a [[buffer(0)]]) { a[0] = g(a[1]); }";
    assert_lines(&of_function(text, "f").wgsl, &["return x;", "return 0i;"]);
}

#[test]
fn loops_go_over_the_elements_of_arrays() {
    let wgsl =
        of_statements("int v[3] = {1, 2, 3}; for (thread int& x : v) { x += 1; } for (int x : v) a[x] = x;");
    assert_lines(&wgsl, &["for (var element: u32 = 0u; element < 3u; element += 1u) {", "v[element] += 1i;"]);
    assert_lines(&wgsl, &["let x = v[element_1];", "a[x] = x;"]);
}

#[test]
fn conditions_behind_else_come_with_their_statements() {
    let wgsl = of_statements(
        "int n; if (i == 0) a[0] = 1; else if (i == 1) a[0] = 2; else if ((n = a[1]) > 2) a[0] = n; else a[0] = 4;",
    );
    assert_lines(
        &wgsl,
        &[
            "if (i == 0u) {",
            "} else if (i == 1u) {",
            "} else {",
            "n = assigned;",
            "if (assigned > 2i) {",
            "} else {",
        ],
    );
}

#[test]
fn deep_expressions_get_names() {
    let sum = |terms: usize| format!("a[0] = {};", vec!["a[0]"; terms].join(" + "));
    assert!(!of_statements(&sum(100)).contains("let value"));
    for terms in [126, 127, 128, 129, 255, 256, 257, 500, 2_000] {
        of_statements(&sum(terms));
    }
    let names = of_statements(&sum(500)).lines().filter(|line| line.contains("let value")).count();
    assert_eq!(names, 3);
    // An operation on numbers of few bits has more brackets than one.
    of_statements(&format!("short s = a[0]; s = {}; a[0] = s;", vec!["s"; 500].join(" << ")));
    let casts = |count: usize| (0..count).map(|it| ["(char)", "(ushort)"][it % 2]).collect::<String>();
    of_statements(&format!("a[0] = {}(a[0]);", casts(40)));
    of_statements(&format!("while ({} > 3) {{ a[0]++; }}", vec!["a[0]"; 300].join(" - ")));
    let initializer = |terms: usize| {
        let terms = vec!["i"; terms].join(" + ");
        format!(
            "constant int i = 1; constant int c = {terms}; kernel void f(device int* a [[buffer(0)]]) {{ a[0] = c; }}"
        )
    };
    of_function(&initializer(200), "f");
}
