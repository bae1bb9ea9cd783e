//! Mistakes in templates, in their specialisations and in their uses.

use super::{check, mistakes};
use crate::diagnostic::Diagnostic;
use crate::{Options, validate};
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
fn specialisations_are_special_and_defined_once() {
    check(&[
        (
            "template <typename T, int N> struct A { T t; }; template <typename U, int M> struct A<U, M> { U t; };",
            rules::TEMPLATE_ARGUMENTS,
            "A",
            "template <typename T, int N> struct A { T t; }; template <typename U> struct A<U, 3> { U t; }; template <typename T, int N> struct A<thread T*, N> { T t; };
             template <typename T, typename U> struct B { T t; }; template <typename T> struct B<T, T> { T t; };",
        ),
        (
            "template <typename T> struct A { T t; }; template <> struct A<int> { int t; }; template <> struct A<int> { int u; };",
            rules::NAME_REDEFINITION,
            "A",
            "template <typename T> struct A { T t; }; template <> struct A<int>; template <> struct A<int> { int t; }; template <> struct A<int>;",
        ),
        (
            "template <typename T> int f(T t) { return 1; } template <> int f<int>(int t) { return 2; } template <> int f<int>(int t) { return 3; }",
            rules::NAME_REDEFINITION,
            "f",
            "template <typename T> int f(T t) { return 1; } template <> int f<int>(int t) { return 2; } template <> int f<short>(short t) { return 3; }",
        ),
    ]);
}

#[test]
fn templates_of_types_have_arguments() {
    check(&[
        (
            "template <typename T = float> struct P { T a; }; float f() { P p; return p.a; }",
            rules::TEMPLATE_ARGUMENTS,
            "P",
            "template <typename T = float> struct P { T a; }; float f() { P<> p; return p.a; }",
        ),
        (
            "template <typename T> struct P { T a; P(T x) : a(x) {} }; int f() { auto p = P(1); return p.a; }",
            rules::TEMPLATE_ARGUMENTS,
            "P",
            "template <typename T> struct P { T a; P(T x) : a(x) {} P twice() const { return P(a + a); } static P one() { P p(1); return p; } }; int f() { return P<int>::one().twice().a; }",
        ),
        (
            "template <typename T> using A = T; int f() { A a = 1; return a; }",
            rules::TEMPLATE_ARGUMENTS,
            "A",
            "template <typename T> using A = T; int f() { A<int> a = 1; return a; }",
        ),
    ]);
    // The result of the instance that is too deep has no value, which isn't a mistake of its own.
    let deep = "template <int N> struct P { static constexpr constant int v = 2 * P<N - 1>::v; }; static_assert(P<3>::v == 8, \"\");";
    assert_eq!(mistakes(deep), [(rules::UNSUPPORTED_NESTING.id, "v".to_owned())]);
}

#[test]
fn templates_see_what_is_declared_before_them() {
    let declared = rules::NAME_DECLARED;
    check(&[
        (
            "template <typename T> int f(T t) { return late(t); } int late(int a) { return a; } int g() { return f(1); }",
            declared,
            "late",
            "template <typename T> int f(T t) { return late(t); } struct S { int v; }; int late(S s) { return s.v; } int g() { return f(S{1}); }",
        ),
        (
            "template <typename T> int f(T t) { return late(1); } int late(int a) { return a; }",
            declared,
            "late",
            "int late(int a); template <typename T> int f(T t) { return late(1); } int late(int a) { return a; } template <typename T> int h(T t) { return unknown(t); }",
        ),
        (
            "template <typename T> int f(T t) { return late + t; } constant int late = 1; int g() { return f(1); }",
            declared,
            "late",
            "template <typename T> T two(T t); template <typename T> T one(T t) { return two(t); } template <typename T> T two(T t) { return t; } int g() { return one(1); }",
        ),
        (
            "template <typename T> struct A { int f() { return late(1); } }; int late(int a) { return a; } int g() { A<int> a; return a.f(); }",
            declared,
            "late",
            "template <typename T> struct A { int f(); int e() { return d(); } int d() { return 1; } }; int late(int a) { return a; } template <typename T> int A<T>::f() { return late(1); } int g() { A<int> a; return a.f() + a.e(); }",
        ),
        (
            "template <typename T> struct A { Late v; }; struct Late { int x; }; A<int> f() { return A<int>(); }",
            declared,
            "Late",
            "template <typename T> T f(T a, T b) { return a + b; } struct S { int x; }; S operator+(S a, S b) { return S{a.x + b.x}; } int g() { return f(S{1}, S{2}).x; }",
        ),
        (
            "int f(int a) { return a; } template <typename T> int g(T t) { return f(1.5f); } float f(float a) { return a; } static_assert(sizeof(g(1)) == 4, \"\"); int h() { return nope; }",
            declared,
            "nope",
            "namespace n { struct S { int v; }; } template <typename T> int f(T t) { return use(t); } namespace n { int use(S s) { return s.v; } } int g() { return f(n::S{2}); }",
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
            "template <typename T> struct I { typedef T type; }; template <typename T> struct A { I<T>::type a; };",
            type_rule,
            "I<T>::type",
            "template <typename T> struct I { typedef T type; }; template <typename T> struct A { typename I<T>::type a; I<int>::type b; };
             template <typename T> struct B { typedef T type; type g(); }; template <typename T> typename B<T>::type B<T>::g() { B<T>::type x = 1; return x; }",
        ),
        (
            "template <int N> struct F { typedef int type; }; template <int N> int g() { F<N + 1>::type x = 1; return x; }",
            type_rule,
            "F<N + 1>::type",
            "template <int N> struct F { typedef int type; }; template <int N> int g() { typename F<N + 1>::type x = 1; return x; }",
        ),
        (
            "template <typename T> struct I { template <typename U> static U g(U u) { return u; } }; template <typename T> int h(T x) { return I<T>::g<int>(1); }",
            rules::TEMPLATE_KEYWORD,
            "g",
            "template <typename T> struct I { template <typename U> static U g(U u) { return u; } }; template <typename T> int h(T x) { return I<T>::template g<int>(1) + I<int>::g<int>(2); }",
        ),
        (
            "template <typename T> struct A { template <typename U> U c() const { return U(1); } }; template <typename T> int g(A<T> a) { return a.c<int>(); }",
            rules::TEMPLATE_KEYWORD,
            "c",
            "template <typename T> struct A { template <typename U> U c() const { return U(1); } int d(A<T> a) { return a.c<int>(); } }; template <typename T> int g(A<T> a) { return a.template c<int>(); }",
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
            "template <int N> int f() { int N = 2; return N; }",
            rules::NAME_REDEFINITION,
            "N",
            "template <int N> int f() { int M = N; return M; } int N() { return f<1>(); }",
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

#[test]
fn specialisations_may_leave_out_default_arguments() {
    let head = "template <typename T, typename U = int> struct X { static constexpr constant int v = 1; };
        template <typename T> struct X<thread T*> { static constexpr constant int v = 2; };
        template <> struct X<float> { static constexpr constant int v = 3; };
        template <> struct X<float, float> { static constexpr constant int v = 4; };
        template <typename T> struct L { static constexpr constant int v = X<T>::v; };";
    let text = "static_assert(X<int>::v == 1 && X<thread int*>::v == 2 && X<float>::v == 3 && X<float, float>::v == 4 && X<thread int*, float>::v == 1, \"\");
        static_assert(L<int>::v == 1 && L<thread int*>::v == 2 && L<float>::v == 3, \"\");";
    assert_eq!(mistakes(&format!("{head} {text}")), []);
    let again = "template <> struct X<float, int> {};";
    assert_eq!(mistakes(&format!("{head} {again}")), [(rules::NAME_REDEFINITION.id, "X".to_owned())]);
}

#[test]
fn members_of_a_specialisation_are_defined_like_members_of_a_structure() {
    let head = "template <int N, typename T = int> struct S { static constexpr constant int v = 1; int f() { return 1; } };
        template <> struct S<2> { static constexpr constant int v[2] = { 1, 2 }; static constant int w; int f(); };";
    let text =
        "constexpr constant int S<2>::v[2]; constant int S<2, int>::w = 3; int S<2>::f() { return v[1] + w; }
        int g() { S<2> s; return s.f(); }";
    assert_eq!(mistakes(&format!("{head} {text}")), []);
    for (text, rule) in [
        ("template <> int S<2>::f() { return 1; }", rules::UNSUPPORTED_TEMPLATE),
        ("template <> constant int S<2>::w = 1;", rules::UNSUPPORTED_TEMPLATE),
        ("int S<2>::g() { return 1; }", rules::MEMBER_EXISTS),
        ("constant float S<2>::w = 1.0f;", rules::NAME_REDEFINITION),
    ] {
        let found: Vec<_> = mistakes(&format!("{head} {text}")).iter().map(|(rule, _)| *rule).collect();
        assert_eq!(found, [rule.id], "{text}");
    }
}

#[test]
fn one_member_of_an_instance_may_have_a_body_of_its_own() {
    let head = "template <typename T> struct R { T a; float f() { return a; } int k() { return 1; } constexpr static int s() { return 1; } };";
    let text = "template <> float R<float2>::f() { return a.x; } template <> constexpr int R<float>::s() { return 2; }
        float g(R<float2> r, R<float> q) { return r.f() + q.f() + r.k(); } static_assert(R<float>::s() == 2 && R<int>::s() == 1, \"\");";
    assert_eq!(mistakes(&format!("{head} {text}")), []);
    for (text, rule) in [
        ("float g(R<float2> r) { return r.f(); }", rules::CONVERSION_VECTOR_TO_SCALAR),
        (
            "template <> int R<float>::k() { return 2; } template <> int R<float>::k() { return 3; }",
            rules::NAME_REDEFINITION,
        ),
        (
            "int g(R<int> r) { return r.k(); } template <> int R<int>::k() { return 3; }",
            rules::NAME_REDEFINITION,
        ),
        ("template <> int R<long>::n() { return 3; }", rules::MEMBER_EXISTS),
        ("template <> float R<long>::k() { return 3; }", rules::MEMBER_EXISTS),
        ("struct S { int f(); }; template <> int S::f() { return 1; }", rules::TEMPLATE_ARGUMENTS),
    ] {
        let found: Vec<_> = mistakes(&format!("{head} {text}")).iter().map(|(rule, _)| *rule).collect();
        assert!(found.starts_with(&[rule.id]), "{text}: {found:?}");
    }
}

#[test]
fn partial_specialisations_with_packs_fit_their_template() {
    check(&[
        (
            "template <typename T> struct A {}; template <typename T, typename... U> struct A<T, U...> {};",
            rules::TEMPLATE_ARGUMENTS,
            "A",
            "template <typename T, typename... U> struct A {}; template <typename T, typename... U> struct A<T, T, U...> {};",
        ),
        (
            "template <typename T, typename... U> struct A {}; template <typename T, typename... U> struct A<T, U...> {};",
            rules::TEMPLATE_ARGUMENTS,
            "A",
            "template <typename... U> struct A {}; template <typename T, typename... U> struct A<T, U...> {};",
        ),
        (
            "template <typename T> struct A {}; template <typename... U> struct A<U...> {};",
            rules::TEMPLATE_ARGUMENTS,
            "A",
            "template <typename... T> struct B {}; template <typename T> struct A {}; template <typename... U> struct A<B<U...>> {};",
        ),
        (
            "template <typename, typename... T> struct A; template <typename, typename... T> struct A<T...> {};",
            rules::TEMPLATE_ARGUMENTS,
            "A",
            "template <typename, typename... T> struct A; template <typename... T> struct A<int, T...> {};",
        ),
    ]);
}

#[test]
fn arguments_of_unused_partial_specialisations_are_constants() {
    check(&[
        (
            "template <int... N> struct A {}; template <int N> struct A<N, .5f> {};",
            rules::TEMPLATE_ARGUMENTS,
            ".5f",
            "template <int... N> struct A {}; template <int N> struct A<N, 5> {};",
        ),
        (
            "template <int... N> struct A {}; template <int... N> struct A<.5f, N...> {};",
            rules::TEMPLATE_ARGUMENTS,
            ".5f",
            "template <int... N> struct A {}; template <int... N> struct A<5, N...> {};",
        ),
    ]);
}

#[test]
fn partial_specialisations_of_variables_fit_their_template() {
    check(&[
        (
            "template <typename T> constant int v = 1; template <typename T, typename U> constant int v<T> = 2;",
            rules::TEMPLATE_ARGUMENTS,
            "v",
            "template <typename T> constant int v = 1; template <typename T> constant int v<thread T*> = 2;",
        ),
        (
            "template <typename T> constant int v = 1; template <typename T> constant int v<T> = 2;",
            rules::TEMPLATE_ARGUMENTS,
            "v",
            "template <typename T, typename U> constant int v = 1; template <typename T> constant int v<T, T> = 2;",
        ),
        (
            "template <typename T> constant int v = 1; template <typename T, typename U> constant int v<T, U> = 2;",
            rules::TEMPLATE_ARGUMENTS,
            "v",
            "template <typename T, typename U> constant int v = 1; template <typename T> constant int v<T, int> = 2;",
        ),
        (
            "template <typename T> constant int v = 1; template <typename T, typename... U> constant int v<T, U...> = 2;",
            rules::TEMPLATE_ARGUMENTS,
            "v",
            "template <typename... T> constant int v = 1; template <typename T, typename... U> constant int v<T, T, U...> = 2;",
        ),
        (
            "template <typename T> constant int v = 1; template <int N> constant int v<N> = 2;",
            rules::TEMPLATE_ARGUMENTS,
            "v",
            "template <int N> constant int v = 1; template <> constant int v<3> = 2;",
        ),
    ]);
}

#[test]
fn lists_of_template_parameters_end_without_a_comma() {
    check(&[
        (
            "template <bool, > struct A { int a; }; int f(A<true> a) { return a.a; }",
            rules::GRAMMAR_TOKEN,
            ">",
            "template <> struct A; template <bool, int> struct B {};",
        ),
        (
            "template <typename T, template <typename> class C, > struct A { T a; }; int f(A<int, A> a);",
            rules::GRAMMAR_TOKEN,
            ">",
            "template <typename T, template <typename> class C> struct A { T a; };",
        ),
    ]);
}

#[test]
fn arguments_of_specialisations_with_packs_are_declared() {
    check(&[
        (
            "template <typename... T> struct S; template <> struct S<> {}; template <typename H, typename... T> struct S<H, UT...> {};",
            rules::NAME_DECLARED,
            "UT",
            "template <typename... T> struct S; template <> struct S<> {}; template <typename H, typename... T> struct S<H, T...> {};",
        ),
        (
            // The template is used, this specialisation is not.
            "template <typename... T> struct S; template <> struct S<> {}; template <typename H, typename... T> struct S<H, T...> { unknown a; }; int f(S<> s) { return 1; }",
            rules::NAME_DECLARED,
            "unknown",
            "template <typename... T> struct S; template <> struct S<> {}; template <typename H, typename... T> struct S<H, T...> { H a; }; int f(S<> s) { return 1; }",
        ),
    ]);
}

#[test]
fn values_before_less_compare_in_template_arguments() {
    for text in [
        "template <int N> struct S { using type = int; }; template <int N> typename S<N < 1>::type f() { return 1; } int g() { return f<2>(); }",
        "template <int N> struct S { typename S<N < 1>::type f(); };",
        "template <int N> struct S { static constexpr constant int v = N; }; constant int b = 1; int f() { return S<b < 2>::v; }",
    ] {
        assert_eq!(mistakes(text), [], "{text}");
    }
}

#[test]
fn heads_of_templates_are_checked_everywhere() {
    check(&[
        (
            "template <int... N> struct S; template <void... I> struct S<0, I...>;",
            rules::TEMPLATE_ARGUMENTS,
            "void",
            "template <int... N> struct S; template <int... I> struct S<0, I...>;",
        ),
        (
            "template <template <> class C> struct S {};",
            rules::GRAMMAR_TOKEN,
            "<",
            "template <template <typename...> class C> struct S {};",
        ),
        (
            "template <typename T> T f(T a) { return a; } template friend int f(int);",
            rules::GRAMMAR_SPECIFIERS,
            "friend",
            "template <typename T> T f(T a) { return a; } template int f(int);",
        ),
        (
            "template <typename T> constant bool v = nullptr;",
            rules::CONVERSION_INITIALISATION,
            "nullptr",
            "template <typename T> constant bool v = T(); template <typename T> constant float w = 1;",
        ),
    ]);
}

/// An error in an instance says which uses need it.
#[test]
fn errors_in_instances_name_their_uses() {
    let labels = |text: &str| {
        let text = format!("#include <metal_stdlib>\nusing namespace metal;\n{text}");
        let found = validate(&text, &Options::default());
        let shown = |found: &Diagnostic| {
            let labels = found.labels.iter();
            labels.map(|label| format!("{} @ {}", label.text, label.span.text(&text))).collect::<Vec<_>>()
        };
        found.iter().flat_map(shown).collect::<Vec<_>>()
    };
    let text = "struct S { int y; };
        template <class T> T scale(T a) { a.x = 1; return a; }
        template <class T> T outer(T a) { return scale(a); }
        float2 f(float2 a) { return outer(a); } S g(S a) { return outer(a); }";
    assert_eq!(labels(text), ["`scale<S>` is needed here @ scale", "`outer<S>` is needed here @ outer"]);
    // The innermost three and the outermost of five.
    let text = "struct S {}; template <class T> T a(T x) { return x + x; } template <class T> T b(T x) { return a(x); } template <class T> T c(T x) { return b(x); }
        template <class T> T d(T x) { return c(x); } template <class T> T e(T x) { return d(x); } S g(S x) { return e(x); }";
    let shown = labels(text);
    let shown: Vec<&str> = shown.iter().map(|label| label.split(' ').next().unwrap_or_default()).collect();
    assert_eq!(shown, ["`a<S>`", "`b<S>`", "`c<S>`", "`e<S>`"]);
    let text = "template <class T> struct A { T t; int f() { return t.x; } }; int g(A<float2> a, A<float> b) { return a.f() + b.f(); }";
    assert_eq!(labels(text), ["`A<float>::f` is needed here @ b.f()"]);
    let text = "template <class T> struct A { static_assert(sizeof(T) == 4, \"\"); T t; }; A<int> a; int g() { A<char> b; return b.t; }";
    assert_eq!(labels(text), ["`A<char>` is needed here @ A"]);
}
