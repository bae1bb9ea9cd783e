//! Mistakes, and constructs that are not supported, whose consequences are not reported.

use super::{mistakes, rejected_by};
use msl_spec::rules;

/// Checks that a program has one diagnostic.
fn only(rule: &str, texts: &[&str]) {
    for text in texts {
        let found = mistakes(text);
        assert!(matches!(found.as_slice(), [(id, _)] if *id == rule), "{text}: {found:?}");
    }
}

#[test]
fn a_call_of_a_broken_function_has_no_value() {
    rejected_by(
        rules::NAME_DECLARED,
        "constexpr int f(int n) { return n * N; } constexpr int g(int n) { return f(n); } static_assert(f(2) == 4 && g(2) == 4, \"\"); int h(int b) { int a[f(3)] = {}; constexpr int c = g(1); switch (b) { case f(1): return a[0] + c; } return 0; }",
    );
}

#[test]
fn the_result_of_a_function_that_can_not_be_read_is_not_known() {
    only(
        "unsupported.feature",
        &[
            "template <typename... T> auto sum(T... t) { return (t + ... + 0); } int f() { return sum(1, 2); }",
        ],
    );
}

#[test]
fn a_constructor_with_a_mistake_takes_anything() {
    only(
        "pointer.address-space",
        &[
            "struct A { int n; A(int k) : n(k) {} A(const A& o) : n(o.n) {} }; int f(A a) { return a.n; } int g() { A a(1); A b = a; return f(b) + f(2); }",
        ],
    );
}

#[test]
fn a_specialization_of_a_template_that_can_not_be_read_is_silent() {
    only(
        "removed.inheritance",
        &[
            "template <typename T, int N> struct A { T a; }; template <typename T, int N> struct B : A<T, N - 1> { T b; }; template <typename T> struct B<T, 0> { T c; }; float f(B<float, 0> b) { return b.c; }",
        ],
    );
}

#[test]
fn what_is_not_supported_has_no_consequences() {
    only(
        "unsupported.feature",
        &[
            "struct S { int n; }; int f() { S s = {1}; auto p = &S::n; return 1; }",
            "struct S { int n; int f(int a) { return a; } }; void g() { auto q = &S::f; }",
            "struct S { int n; }; void g() { int S::*p; }",
            "struct S { int f(int a) { return a; } }; void g() { int (S::*q)(int) = nullptr; }",
            "constexpr constant char msg[] = \"hello\"; constexpr int len(constant char* p) { int n = 0; while (p[n]) ++n; return n; } static_assert(sizeof(msg) == 6, \"\"); static_assert(len(msg) == 5, \"\");",
        ],
    );
    only(
        "unsupported.feature",
        &[
            "constexpr int h(int a) { switch (a) { case 0: if (a > 1) { case 1: return 2; } } return a; } static_assert(h(1) == 3, \"\");",
        ],
    );
    only(
        "unsupported.template",
        &[
            "template <class T> struct S { struct In; T f(); }; template <class T> struct S<T>::In { T t; }; int k() { S<int>::In i = {1}; return i.t; }",
        ],
    );
}

#[test]
fn a_pack_in_a_structure_has_as_many_elements_as_the_argument() {
    let text = "template <class... T> struct tuple {}; template <int I, class T> struct elem; template <class H, class... T> struct elem<0, tuple<H, T...>> { typedef H type; }; template <int I, class H, class... T> struct elem<I, tuple<H, T...>> { typedef typename elem<I - 1, tuple<T...>>::type type; }; template <int I, class... T> typename elem<I, tuple<T...>>::type get(tuple<T...> t) { return 1; } int b() { tuple<int, float> t; return get<1>(t); }";
    assert_eq!(mistakes(text), []);
}

#[test]
fn logical_not_of_a_vector_converts_it() {
    let text = "bool3 f(float3 a) { return !a; }";
    let found = mistakes(text);
    assert_eq!(found.len(), 1, "{found:?}");
}

#[test]
fn a_constructor_with_an_unknown_type_takes_anything() {
    only(
        "removed.standard-library",
        &[
            "struct S { int v[3]; S(std::array<int, 3> l) {} S(int) {} }; int f() { S s = {1, 2}; return s.v[0]; }",
        ],
    );
}
