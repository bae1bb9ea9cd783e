//! Lambda expressions. C++14 (expr.prim.lambda)

use super::HEAD;
use crate::{Options, validate};
use msl_spec::{Dialect, Rule, rules};

/// The rules that a program for Metal 3.2 breaks, each with the source at its place.
fn mistakes(text: &str) -> Vec<(&'static str, String)> {
    let options = Options { dialect: Dialect::Metal32, ..Options::default() };
    let text = format!("{HEAD}{text}");
    let found = validate(&text, &options);
    found.iter().map(|found| (found.rule.id, found.primary.span.text(&text).to_owned())).collect()
}

fn accepted(texts: &[&str]) {
    for text in texts {
        assert_eq!(mistakes(text), [], "{text}");
    }
}

fn rejected(cases: &[(&str, &'static Rule, &str)]) {
    for (text, rule, place) in cases {
        assert_eq!(mistakes(text), [(rule.id, (*place).to_owned())], "{text}");
    }
}

#[test]
fn captures_give_the_body_its_variables() {
    accepted(&[
        "int f(int a) { auto g = [a] (int b) { return a + b; }; return g(1); }",
        "int f(int a) { auto g = [=] (int b) -> int { return a + b; }; return g(1); }",
        "int f(int a) { auto g = [&] (int b) { a += b; }; g(1); g(2); return a; }",
        "int f(int a, int b) { auto g = [&, b] { a = b; }; g(); auto h = [=, &b] { b = a; }; h(); return a + b; }",
        "int f(int a) { return [b = a + 1, &c = a] () mutable { c = 2; return b++; }(); }",
        "int f(int a) { auto g = [a] () mutable { return ++a; }; g(); return g(); }",
        "int f(int a) { auto g = [a] { auto h = [a] () mutable { a = 2; return a; }; return h(); }; return g(); }",
        "int f(int a) { auto g = [=] { auto h = [=] () mutable { a += 2; return a; }; return h(); }; return g(); }",
        "int f() { auto g = [] (int x) { return 2 * x; }; auto h = g; return h(g(1)); }",
        "int f() { const int n = 4; constexpr int m = 2; return [] { int a[n] = {m}; return a[0] + n; }(); }",
        "int f(int a) { return [&] { return [&] { return [=] { return a; }(); }(); }(); }",
        "int f(int a) { int b[2] = {1, 2}; return [=] { return b[a]; }() + [b, &a] { a = 1; return b[0]; }(); }",
        "int f(int a) { return [=] { if (a > 1) { return 1; } return 2; }(); }",
        "void f(int a) { [&] { if (a > 1) { return; } a = 2; }(); }",
        "float f(float2 v) { auto g = [v = v.yx] (float a) { return v.x + a; }; return g(v.x); }",
        "constant int n = 1; int f() { return [] { return n; }(); }",
        "int f(int a) { int x = 1; auto g = [&, x] { int x = 2; return x + a; }; return g() + x; }",
        "int f(int a) { return [] { return int(sizeof(a)) + int(sizeof(decltype(a))); }(); }",
        "int f(int a) { int b = [&] (int c) { return a + c; }(2); return b; }",
    ]);
}

#[test]
fn address_spaces_of_captured_objects_stay() {
    accepted(&[
        "kernel void k(device int* out [[buffer(0)]], constant int& n [[buffer(1)]], uint i [[thread_position_in_grid]]) {
           threadgroup int shared[4];
           device int& first = out[0];
           auto put = [&] (uint at, int value) { shared[at] = value; first = n; out[i] = shared[at]; };
           put(i, 1); threadgroup_barrier(mem_flags::mem_threadgroup);
           auto get = [=] (uint at) { return shared[at] + out[at]; }; out[1] = get(2); }",
        "void g(threadgroup int& a) { a = 1; } kernel void k() { threadgroup int a; [&] { g(a); }(); [] { g(a); }(); }",
    ]);
    rejected(&[(
        "void g(thread int& a) { a = 1; } void f(device int& a) { [&] { g(a); }(); }",
        rules::CONVERSION_POINTER_SAME_SPACE,
        "a",
    )]);
}

#[test]
fn closures_are_arguments_and_results() {
    accepted(&[
        "template <class F> int apply(F f) { return f(1); } int g(int a) { return apply([a] (int b) { return a + b; }) + apply([] (int b) { return b; }); }",
        "template <class F> void apply(thread F& f) { f(); } int g(int a) { auto h = [&] { a = 1; }; apply(h); return a; }",
        "template <class F> int apply(const thread F& f) { return f(); } int g(int a) { return apply([=] { return a; }); }",
        "auto make(int a) { return [a] (int b) { return a * b; }; } int f() { return make(2)(3); }",
        "struct S { int n; template <class F> int apply(F f) { return f(n); } }; int f(int a) { S s = {a}; return s.apply([&] (int b) { return a + b; }); }",
        "template <class F, class T> T fold(T a, F f) { for (int i = 0; i < 3; i++) { a = f(a, T(i)); } return a; }
         float f() { return fold(1.0f, [] (float a, float b) { return a + b; }) + fold(1, [] (auto a, auto b) { return max(a, b); }); }",
    ]);
}

#[test]
fn generic_lambdas_are_templates() {
    accepted(&[
        "int f(int a) { auto g = [&] (auto b) { return a + b; }; return g(1) + int(g(2.0f)); }",
        "template <int N> struct I { static constant constexpr int value = N; constexpr operator int() const { return N; } };
         template <int A, int B, class F> void loop(F f) { f(I<A>()); f(I<B>()); }
         int g() { int s = 0; loop<1, 2>([&] (auto k) { s += decltype(k)::value; }); return s; }",
        "int f(int a) { auto g = [] (thread auto& x, const thread auto& y, auto) { x = y; }; g(a, 2, 1.0f); return a; }",
        "template <class T> T f(T a) { constexpr int n = 2; auto g = [=] (auto b) { T c[n] = {a, T(b)}; return c[1]; }; return g(a) + g(1); } float h() { return f(1.0f) + f(2); }",
        "int f() { auto g = [] (auto a) { return [=] (auto b) { return a + b; }; }; return g(1)(2); }",
        "int f() { auto g = [] (auto a) { return a.x; }; return 1; }",
    ]);
    rejected(&[
        (
            "int f() { auto g = [] (auto a) { return a.x; }; return g(1); }",
            rules::MEMBER_ACCESS_STRUCTURE,
            "x",
        ),
        ("int f() { auto g = [] (auto a) { return unknown; }; return 1; }", rules::NAME_DECLARED, "unknown"),
        ("int f(int b) { auto g = [] (auto a) { return a + b; }; return g(1); }", rules::NAME_DECLARED, "b"),
    ]);
}

#[test]
fn objects_of_types_with_values_are_constants() {
    const HEAD: &str = "template <int I> struct Int { static constant constexpr int value = I; constexpr operator int() const { return I; } };
        template <int N> int g() { return N; } template <class F> void c(F f) { f(Int<2>()); }\n";
    for text in [
        "template <class T> int f(T j) { constexpr int q = j + 1; return q + g<j>(); } int h() { return f(Int<2>()); }",
        "int h() { int s = 0; c([&] (auto j) { s += g<j>(); c([&] (auto k) { s += g<j>() + g<k>(); constexpr int q = j + k; s += q; }); }); return s; }",
        "int h(int a) { c([=] (auto j) { c([=] (auto k) { int b[j + k] = {a}; }); }); return a; }",
    ] {
        assert_eq!(mistakes(&format!("{HEAD}{text}")), [], "{text}");
    }
    for (text, place) in [
        ("int h(int a) { c([&] (auto j) { int b[j + a] = {}; }); return a; }", "j + a"),
        ("int h(int a) { c([=] (auto j) { int b[j + a] = {}; }); return a; }", "j + a"),
        ("int h(int a) { c([j = a] (auto) { int b[j] = {}; }); return a; }", "j"),
    ] {
        let expected = [(rules::ARRAY_SIZE.id, place.to_owned())];
        assert_eq!(mistakes(&format!("{HEAD}{text}")), expected, "{text}");
    }
}

#[test]
fn each_instance_of_a_template_has_its_own_closure() {
    accepted(&[
        "template <class T> T f(T a) { auto g = [=] (T b) { return a + b; }; return g(T(1)); } float h() { return f(1) + f(1.0f); }",
        "template <class T> struct S { T t; T f(T a) { return [=] { return a * T(2); }(); } }; float h(S<int> a, S<float> b) { return a.f(1) + b.f(2); }",
        "template <class... T> int f(T... t) { int s = 0; auto add = [&] (int a) { s += a; return 0; }; int all[] = {add(int(t))...}; return s + all[0]; } int g() { return f(1, 2.0f); }",
        "template <class T> int f(T a) { return [&] { return a; }(); }",
    ]);
    rejected(&[(
        "template <class T> int f(T a) { return [] { return unknown; }(); }",
        rules::NAME_DECLARED,
        "unknown",
    )]);
}

#[test]
fn the_object_of_a_member_function_is_captured() {
    accepted(&[
        "struct S { int n; int get() const { return n; } int f(int a) { auto g = [this, a] { n += a; return this->n + get(); }; return g(); } };",
        "struct S { int n; int f() const { return [=] { return n; }() + [&] { return this->n; }(); } };",
        "struct A { int n; }; struct B : A { int f() { return [this] { n = 1; return [=] { return n; }(); }(); } };",
        "struct S { static int two() { return 2; } enum { three = 3 }; int f() { return [] { return two() + three; }(); } };",
        "template <class T> struct S { T n; T f() { return [&] (auto a) { return n + a; }(1); } }; int g(S<int> s) { return s.f(); }",
    ]);
    rejected(&[
        ("struct S { int n; int f() { return [] { return n; }(); } };", rules::NAME_DECLARED, "n"),
        ("struct S { int n; int f() { return [] { return this->n; }(); } };", rules::NAME_DECLARED, "this"),
        (
            "struct S { int n; int f() const { return [this] { return n = 1; }(); } };",
            rules::ASSIGNMENT_LVALUE,
            "n",
        ),
        ("int f() { return [this] { return 1; }(); }", rules::NAME_IS_VALUE, "this"),
    ]);
}

#[test]
fn mistakes_in_captures_are_found() {
    rejected(&[
        ("int f(int x) { auto g = [] { return x; }; return g(); }", rules::NAME_DECLARED, "x"),
        (
            "int f(int x, int y) { auto g = [y] { return x + y + x; }; return g(); }",
            rules::NAME_DECLARED,
            "x",
        ),
        ("int f(int x) { return [=] { return [] { return x; }(); }(); }", rules::NAME_DECLARED, "x"),
        ("constant int x = 1; int f(int x) { return [] { return x; }(); }", rules::NAME_DECLARED, "x"),
        ("int f(int x) { auto g = [x] { x = 1; }; g(); return x; }", rules::ASSIGNMENT_LVALUE, "x"),
        (
            "int f(const int x) { auto g = [x] () mutable { x = 1; }; g(); return x; }",
            rules::ASSIGNMENT_LVALUE,
            "x",
        ),
        (
            "int f(int x) { const auto g = [x] () mutable { x = 1; }; g(); return x; }",
            rules::CALL_MATCH,
            "g()",
        ),
        ("int f(int x) { return [x, x] { return x; }(); }", rules::NAME_REDEFINITION, "x"),
        ("int f(int x) { return [x, &x] { return x; }(); }", rules::NAME_REDEFINITION, "x"),
        ("int f(int x) { return [=, x] { return x; }(); }", rules::GRAMMAR_EXPRESSION, "x"),
        ("int f(int x) { return [&, &x] { return x; }(); }", rules::GRAMMAR_EXPRESSION, "x"),
        (
            "struct S { int n; int f() { return [=, this] { return n; }(); } };",
            rules::GRAMMAR_EXPRESSION,
            "this",
        ),
        ("constant int n = 1; int f() { return [n] { return n; }(); }", rules::NAME_IS_VALUE, "n"),
        ("int f() { return [y] { return 1; }(); }", rules::NAME_DECLARED, "y"),
        ("kernel void k() { threadgroup int a; [a] { }(); }", rules::NAME_IS_VALUE, "a"),
        ("int f() { return [&a = 1] { return 1; }(); }", rules::REFERENCE_BINDS_LVALUE, "1"),
        ("int f(int a) { return [a = {1}] { return a; }(); }", rules::VARIABLE_AUTO_INITIALISED, "{1}"),
        ("int f(int x) { return sizeof([=] { return x; }); }", rules::GRAMMAR_EXPRESSION, "["),
        ("int f(int x) { decltype([] { return 1; }) a; return x; }", rules::GRAMMAR_EXPRESSION, "["),
        ("int f(int a = [] { return 1; }(), int b = [a] { return 1; }());", rules::NAME_DECLARED, "a"),
        ("int f() { auto g = [] (int a) { return a; }; return g(1, 2); }", rules::CALL_MATCH, "g(1, 2)"),
        (
            "int f(int a) { auto g = [=] { return a; }; auto h = g; h = g; return h(); }",
            rules::ASSIGNMENT_MEMBERS,
            "h = g",
        ),
        (
            "int f(int a) { return [=] { if (a) { return 1; } return 2.0f; }(); }",
            rules::CONVERSION_RETURN,
            "return 2.0f;",
        ),
        ("int f() { for (;;) { [] { break; }(); } }", rules::STATEMENT_BREAK_ENCLOSED, "break;"),
        ("int f(int a) { auto g = [a] { return a; }; return g.a; }", rules::MEMBER_ACCESSIBLE, "a"),
    ]);
}

#[test]
fn a_capture_that_is_missing_is_a_fix() {
    let fixed = [
        ("int f(int x) { return [] { return x; }(); }", "int f(int x) { return [x] { return x; }(); }"),
        (
            "int f(int x, int y) { return [&y] { return x; }(); }",
            "int f(int x, int y) { return [&y, x] { return x; }(); }",
        ),
        (
            "struct S { int n; int f() { return [] { return n; }(); } };",
            "struct S { int n; int f() { return [this] { return n; }(); } };",
        ),
    ];
    for (text, right) in fixed {
        let options = Options { dialect: Dialect::Metal32, ..Options::default() };
        let found = validate(text, &options);
        let (span, new) = &found[0].suggestion.as_ref().expect("a fix").edits[0];
        let (before, after) = (&text[..span.lo as usize], &text[span.hi as usize..]);
        assert_eq!(format!("{before}{new}{after}"), right);
        assert_eq!(validate(right, &options), [], "{right}");
    }
}

#[test]
fn versions_before_3_2_have_none() {
    let text = "int f() { return [] { return 1; }(); }";
    for dialect in [Options::default().dialect, Dialect::MacosMetal23, Dialect::Metal31] {
        let found = validate(text, &Options { dialect, ..Options::default() });
        let [found] = found.as_slice() else { panic!("{dialect:?}: {found:?}") };
        assert_eq!(found.rule, rules::REMOVED_LAMBDA);
        assert_eq!(found.message, "Metal has no lambda expressions: compilers accept them since Metal 3.2");
    }
    accepted(&[text]);
}
