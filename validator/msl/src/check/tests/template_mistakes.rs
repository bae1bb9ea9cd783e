//! Mistakes in templates, in their specialisations and in their uses.

use super::{check, mistakes};
use msl_spec::rules;

#[test]
fn specialisations_fit_their_template() {
    check(&[
        (
            "template <typename T, typename U> struct A { T t; U u; }; template <typename T> struct A<T> { T t; };",
            rules::TEMPLATE_ARGUMENTS,
            "A",
            "template <typename T, typename U = int> struct A { T t; U u; }; template <typename T> struct A<T> { T t; };",
        ),
        (
            "template <typename T> struct A { T t; }; template <int N> struct A<N> { int t; };",
            rules::TEMPLATE_ARGUMENTS,
            "A",
            "template <typename T, int N> struct A { T t; }; template <int N> struct A<int, N> { int t; };",
        ),
        (
            "template <typename T> struct A { T t; }; int g(A<int> a) { return a.t; } template <> struct A<int> { int t; };",
            rules::NAME_REDEFINITION,
            "A",
            "template <typename T> struct A; template <> struct A<int>; int g(thread A<int>* a); template <> struct A<int> { int t; };
             int g(thread A<int>* a) { return a->t; }",
        ),
    ]);
}

#[test]
fn templates_are_defined_once() {
    check(&[
        (
            "template <typename T> struct A { T t; }; template <typename T> struct A { T u; }; int g(A<int> a) { return a.t; }",
            rules::NAME_REDEFINITION,
            "A",
            "template <typename T> struct A; template <typename T> struct A { T t; }; template <typename T> struct A; int g(A<int> a) { return a.t; }",
        ),
        (
            "template <typename T> T f(T a) { return a; } template <typename U> U f(U b) { return b + 1; } int g() { return f(1); }",
            rules::FUNCTION_REDEFINITION,
            "f",
            "template <typename T> T f(T a); template <typename U> U f(U b) { return b; } template <typename T> T f(T a, T b) { return a; }
             template <int N> int f(int a) { return N; } int g() { return f(1) + f(1, 2) + f<3>(1); }",
        ),
    ]);
    // What is computed from parameters differs where it is written differently.
    let right = "template <bool B, typename T> struct If {}; template <typename T> struct If<true, T> { typedef T type; };
        template <bool B, typename T> using if_t = typename If<B, T>::type;
        template <typename T> if_t<sizeof(T) == 4, int> f(T a) { return 4; } template <typename T> if_t<sizeof(T) == 2, int> f(T a) { return 2; }
        template <typename T> if_t<sizeof(T) != 4, int> g(T a) { return 4; } template <typename T> if_t<sizeof(T) != 2, int> g(T a) { return 2; }
        int h() { return f(1) + f(short(1)) + g(short(1)); }";
    assert_eq!(mistakes(right), []);
}

#[test]
fn templates_that_are_only_compared_make_nothing() {
    let text = "template <typename T, int N, int M = N> struct S { vec<T, M> c[N]; T get() const { return c[0].x + 1; } };
        template <typename T, int N, int M> vec<T, M> f(S<T, N, M> m, vec<T, N> v) { return m.c[0] * v.x; }
        float g(S<float, 2> s) { return f(s, float2(1)).x + s.get(); }";
    assert_eq!(mistakes(text), []);
}

#[test]
fn dependent_names_say_what_they_are() {
    let type_rule = rules::TEMPLATE_TYPENAME;
    check(&[
        (
            "template <typename T> int f(T t) { T::type x = 1; return x; }",
            type_rule,
            "T::type",
            "template <typename T> int f(T t) { typename T::type x = 1; return x; }",
        ),
        (
            "template <typename T> struct A { typedef const T::type type; };",
            type_rule,
            "T::type",
            "template <typename T> struct A { typedef const typename T::type type; type x; A::type y; A<T>::type z; };",
        ),
        (
            "struct S { template <int N> int get() const { return N; } }; template <typename T> int f(const thread T& t) { return t.get<3>(); }",
            rules::TEMPLATE_KEYWORD,
            "get",
            "struct S { template <int N> int get() const { return N; } }; template <typename T> int f(const thread T& t) { return t.template get<3>(); }
             template <typename T> int g(T a) { S t; return t.get<3>(); } int h(S t) { return f(t) + g(1) + t.get<1>(); }",
        ),
        (
            "int g(int a) { return a; } template <typename... T> int f(T... t) { return g(t); } int h() { return f(1); }",
            rules::TEMPLATE_PACK_EXPANDED,
            "t",
            "int g(int a) { return a; } template <typename... T> int f(T... t) { return g(t...); } int h() { return f(1); }",
        ),
        (
            "template <typename T> int f(T t) { typename T::q x = 1; return x; } int g() { return f(1); }",
            rules::NAME_NAMESPACE_KNOWN,
            "T",
            "struct S { typedef int q; }; template <typename T> int f(T t) { typename T::q x = 1; return x; } int g() { return f(S()); }",
        ),
        (
            "float f() { vec<flot, 3> v = float3(1); return v.x; }",
            rules::NAME_DECLARED,
            "flot",
            "float f() { vec<float, 3> v = float3(1); return v.x; }",
        ),
    ]);
}

#[test]
fn parameters_of_templates_have_names_of_their_own() {
    check(&[
        (
            "template <typename T, typename T> struct A {};",
            rules::NAME_REDEFINITION,
            "T",
            "template <typename T, typename U> struct A {}; template <typename T> struct B { template <typename U> void f(U u) {} };",
        ),
        (
            "template <typename T> struct A { int T; };",
            rules::NAME_REDEFINITION,
            "T",
            "template <typename T> struct A { T t; }; struct B { int T; };",
        ),
        (
            "template <typename T = int, typename U> struct A {};",
            rules::FUNCTION_DEFAULT_ARGUMENT_LAST,
            "U",
            "template <typename T, typename U = int> struct A; template <typename T = int, typename U> struct A {};
             template <typename T = int, typename U> T f(U u) { return u; }",
        ),
    ]);
}
