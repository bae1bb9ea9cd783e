//! Arguments of templates that follow from the arguments of calls. C++14 (temp.deduct.call), (temp.deduct.partial)

use super::{check, mistakes};
use msl_spec::rules;

#[test]
fn elements_of_const_arrays_are_const() {
    for text in [
        "template <class T, int N> int len(const thread T (&a)[N]) { T b = a[0]; b = a[1]; return N; } int f() { const int b[2] = {1, 2}; return len(b); }",
        "template <class T, int N, int M> int len(const thread T (&a)[N][M]) { return N * M; } int f() { const int b[2][2] = {}; return len(b); }",
        "template <class T, int N> int len(thread T (&a)[N]) { return N; } int f() { const int b[2] = {}; int c[2] = {}; return len(b) + len(c); }",
    ] {
        assert_eq!(mistakes(text), [], "{text}");
    }
}

#[test]
fn references_to_arrays_are_more_special_than_values() {
    const ARRAY: &str = "template <class T, int N> constexpr int f(const thread T (&a)[N]) { return N; }";
    check(&[
        (
            &format!(
                "{ARRAY} template <class T> constexpr int f(const thread T* a) {{ return 0; }} int g() {{ const int a[3] = {{}}; return f(a); }}"
            ),
            rules::CALL_UNAMBIGUOUS,
            "f",
            &format!(
                "{ARRAY} template <class T> constexpr int f(T a) {{ return 0; }} int g() {{ const int a[3] = {{}}; return f(a); }}"
            ),
        ),
        (
            "template <class T> int f(thread T& a) { return 1; } template <class T> int f(T a) { return 0; } int g() { int a = 1; return f(a); }",
            rules::CALL_UNAMBIGUOUS,
            "f",
            "template <class T> int f(thread T& a) { return 1; } template <class T> int f(T a) { return 0; } int g() { return f(1); }",
        ),
    ]);
}

#[test]
fn arguments_that_do_not_match_a_pattern_are_not_converted() {
    check(&[
        (
            "template <class T> struct S { T a; S(T x) : a(x) {} }; template <class T> S<T> operator+(S<T> a, S<T> b) { return a; } int f() { S<int> a(1); return (a + 1).a; }",
            rules::OPERATOR_OPERANDS,
            "a + 1",
            "template <class T> struct S { T a; S(T x) : a(x) {} }; template <class T> S<T> operator+(S<T> a, S<T> b) { return a; } int f() { S<int> a(1); return (a + S<int>(1)).a; }",
        ),
        (
            "template <class T> int f(T a, thread T* b) { return 1; } int g() { return f(1, nullptr); }",
            rules::TEMPLATE_DEDUCTION,
            "f",
            // What the call names is not deduced, and what a path hides is not either. C++14 (temp.arg.explicit) 6, (temp.deduct.type) 5
            "template <class T> int f(T a, thread T* b) { return 1; } template <class T> struct I { typedef T type; }; template <class T> int h(T a, thread typename I<T>::type* b) { return 1; } int g() { return f<int>(1, nullptr) + h(1, nullptr); }",
        ),
        (
            "template <class T, int N> int f(T a, thread T (&b)[N]) { return 1; } int g(thread int* p) { return f<int>(1, p); }",
            rules::TEMPLATE_DEDUCTION,
            "f",
            "template <class T, int N> int f(T a, thread T (&b)[N]) { return 1; } int g() { int p[2] = {}; return f<int>(1, p); }",
        ),
    ]);
}

#[test]
fn numbers_are_deduced_with_their_types() {
    check(&[(
        "template <int N> struct A {}; template <short N> int f(A<N> a) { return N; } int g() { return f(A<3>()); }",
        rules::TEMPLATE_DEDUCTION,
        "f",
        "template <int N> struct A {}; template <int N> int f(A<N> a) { return N; } int g() { return f(A<3>()); }",
    )]);
}

#[test]
fn members_of_different_instances_are_different_functions() {
    let text = "template <int I> struct G { template <class T> static auto g(T t) -> decltype(G<I - 1>::g(t)) { return G<I - 1>::g(t); } };
        template <> struct G<0> { template <class T> static auto g(T t) -> decltype(t + 1) { return t + 1; } }; int f() { return G<2>::g(1); }";
    assert_eq!(mistakes(text), []);
    let endless = "template <int I> struct G { template <class T> static auto g(T t) -> decltype(G<I + 1>::g(t)) { return 1; } }; int f() { return G<2>::g(1); }";
    assert!(!mistakes(endless).is_empty());
}
