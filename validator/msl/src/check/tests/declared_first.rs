//! Names and types that must be declared, or complete, before a declaration uses them.

use super::{check, mistakes};
use msl_spec::rules;

#[test]
fn member_functions_with_a_body_have_complete_types() {
    check(&[
        (
            "struct S { int f(struct A) { return 1; } };",
            rules::TYPE_COMPLETE,
            "struct A",
            "struct S { int f(struct A); int g(thread struct A* a) { return 1; } };",
        ),
        (
            "struct A; struct S { A f(thread A& a) { return a; } };",
            rules::TYPE_COMPLETE,
            "A",
            "struct A; struct S { A g(); }; struct A {}; A S::g() { return A(); }",
        ),
        (
            "struct A; struct S { int f(A a); }; int S::f(A a) { return 1; }",
            rules::TYPE_COMPLETE,
            "A",
            "struct A; struct S { int f(A a); }; struct A {}; int S::f(A a) { return 1; }",
        ),
        (
            "struct A; struct S { S(A a) {} };",
            rules::TYPE_COMPLETE,
            "A",
            // The structures around a body are complete in it.
            "struct S { S(thread const S& a) {} struct T { int f(S s) { return g(s); } int g(S s) { return 1; } }; };",
        ),
        (
            "struct A; struct S { friend int f(A a) { return 1; } };",
            rules::TYPE_COMPLETE,
            "A",
            "struct S { friend int f(S a) { return 1; } };",
        ),
    ]);
}

#[test]
fn templates_with_a_body_have_complete_types() {
    check(&[
        (
            "struct A; template <typename T> int f(A a) { return 1; }",
            rules::TYPE_COMPLETE,
            "A",
            "struct A; template <typename T> int f(A a); struct A {};",
        ),
        (
            "struct A; template <typename T> struct S { int f(A a) { return 1; } };",
            rules::TYPE_COMPLETE,
            "A",
            "template <typename T> struct S { int f(S a) { return 1; } };",
        ),
        (
            "struct A; template <typename T> int f(T a) { return 1; } int g(thread A& a) { return f<A>(a); }",
            rules::TYPE_COMPLETE,
            "T",
            "struct A {}; template <typename T> int f(T a) { return 1; } int g(thread A& a) { return f<A>(a); }",
        ),
    ]);
}

#[test]
fn names_in_declarations_of_templates_are_declared_before() {
    check(&[
        (
            "template <typename T> T f(A a); struct A {};",
            rules::NAME_DECLARED,
            "A",
            "struct A; template <typename T> T f(A a); struct A {}; int g() { return f<int>(A()); } template <typename T> T f(A a) { return T(); }",
        ),
        (
            "template <typename T> T f(T a, A b) { return a; } struct A {}; int g() { return f(1, A()); }",
            rules::NAME_DECLARED,
            "A",
            "struct A {}; template <typename T> T f(T a, A b) { return a; } int g() { return f(1, A()); }",
        ),
        (
            "template <typename T> A f(T a); struct A {};",
            rules::NAME_DECLARED,
            "A",
            "template <typename T> typename T::A f(T a); struct A {};",
        ),
        (
            "template <typename T> auto f(T a) -> decltype(g(1)) { return 1; } int g(int a);",
            rules::NAME_DECLARED,
            "g",
            // The functions for an argument of an unknown type are found where the template is used.
            "template <typename T> auto f(T a) -> decltype(g(a)) { return 1; } int g(int a);",
        ),
        (
            "template <typename... T> int f(A a, T... b); struct A {};",
            rules::NAME_DECLARED,
            "A",
            "struct A; template <typename... T> int f(A a, T... b); struct A {}; int g() { return f(A(), 1, 2); } template <typename... T> int f(A a, T... b) { return 1; }",
        ),
        (
            "template <typename T> using B = A; struct A {};",
            rules::NAME_DECLARED,
            "A",
            "struct A; template <typename T> using B = A; struct A {}; B<int> f() { return A(); }",
        ),
        (
            "struct S { template <typename T> int f(A a, T b) { return 1; } }; struct A {};",
            rules::NAME_DECLARED,
            "A",
            "struct A; struct S { template <typename T> int f(A a, T b) { return 1; } }; struct A {};",
        ),
    ]);
}

#[test]
fn what_only_instances_have_is_not_reported_where_a_template_is_declared() {
    for text in [
        "template <typename T> struct S; template <typename T> int f(S<T> a); template <typename T> struct S { T a; }; int g() { return f(S<int>{1}); } template <typename T> int f(S<T> a) { return a.a; }",
        "template <typename T, int N = sizeof(T)> enable_if_t<(N > 2), int> f(T a) { return N; } int g() { return f(1); }",
        "template <typename T> typename T::type f(T a, int b = T::value) { return b; } struct A { using type = int; static constexpr constant int value = 1; }; int g() { return f(A()); }",
        "template <typename T> using B = typename T::type; template <typename T> B<T> f(T a) { return 1; } struct A { using type = int; }; int g() { return f(A()); }",
    ] {
        assert_eq!(mistakes(text), [], "{text}");
    }
}

#[test]
fn elements_of_arrays_are_complete() {
    check(&[
        ("struct S { S a[2]; };", rules::TYPE_COMPLETE, "S a[2]", "struct S { thread S* a[2]; };"),
        (
            "template <int N> struct S { S a[N]; }; template struct S<2>; int f() { S<2> a; S<3> b; return 1; }",
            rules::TYPE_COMPLETE,
            "S a[N]",
            "template <int N> struct S { int a[N]; }; template struct S<2>; struct R { S<3> a[2][2]; array<S<4>, 2> b; }; int f() { R a = {}; return a.a[0][0].a[0] + a.b[0].a[1]; }",
        ),
        (
            "struct A; struct S { array<A, 2> a; };",
            rules::TYPE_COMPLETE,
            "array<A, 2>",
            "struct A {}; struct S { array<A, 2> a; };",
        ),
        (
            "struct A; int f() { thread A* b = nullptr; A a[2]; return b == a; }",
            rules::TYPE_COMPLETE,
            "a",
            "struct A; typedef A T[2]; int g(thread A a[2]); struct A {}; int f() { T a; return sizeof(a); }",
        ),
    ]);
}

/// Signatures that compute with the parameters of their template are the same if their words are. C++14 (temp.over.link) 5
#[test]
fn templates_with_computed_results_are_declared_first() {
    let before = "template <typename T> struct V { using type = T; }; template <typename T> struct F {}; template <typename T> struct F<V<T>> { using type = int; };";
    let declared =
        "template <typename T> typename F<T>::type f(const thread T& a); int g() { return f(V<float>()); }";
    let body = "template <typename U> typename F<U>::type f(const thread U& b) { return 1; }";
    assert_eq!(mistakes(&format!("{before} {declared} {body} int h() {{ return f(V<int>()); }}")), []);
    check(&[(
        &format!("{before} {declared} {body} {body}"),
        rules::FUNCTION_REDEFINITION,
        "f",
        // With a different result, it is a different function.
        &format!(
            "{before} {declared} {body} template <typename T> struct E {{}}; template <typename U> typename E<U>::type f(const thread U& b) {{ return 1; }}"
        ),
    )]);
}
