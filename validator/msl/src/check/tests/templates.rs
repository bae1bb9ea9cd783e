//! Class templates, their members and specialisations, and packs.

use super::{check, mistakes};
use msl_spec::rules;

#[test]
fn members_of_class_templates_are_checked_when_they_are_used() {
    const S: &str = "template <class T> struct S { T t; T f() { return g(); } T g() { return t.x; } };\n";
    for text in [
        "struct A { int v; }; template <class T> struct S { T t; float sum() { return t.x + t.y; } int get() { return t.v; } };
         float f(S<float2> s, S<A> a) { return s.sum() + a.get(); }",
        "struct N { int a; N(int b) : a(b) {} };
         template <class T> struct V { T x; V() { x = T(0); x.a = x / 2; } V(T a) : x(a) {} operator T() const { return x; } T half_of() { return x / 2; } };
         int f() { V<N> v(N(3)); N n = v; return n.a; }",
        "namespace n { template <class T, int n> struct B { T d[n]; thread T& at(int i) thread { return d[i]; } T size() const { return T(length(d[0])); }
           struct I { T a; T bad() { return a.nothing; } T ok() { return a; } }; auto first() const { return d[0]; } static constexpr int count() { return n; } }; }
         int f(n::B<int, 3> b, n::B<int, 1>::I i) { int c[n::B<int, 3>::count()]; c[0] = 1; b.at(1) = 2; return b.first() + i.ok() + c[0]; }",
        "template <class T> struct S { T f(); T g(); T h(); }; template <class T> T S<T>::f() { return g() + 1; } template <class T> T S<T>::g() { return T(4); }
         template <class T> T S<T>::h() { return T(1).z; } int f(S<int> s) { return s.f(); }",
        "struct E { int i; bool operator==(E o) const { return i == o.i; } };
         template <class T> struct C { T v; bool operator==(C o) const { return v == o.v; } bool operator<(C o) const { return v < o.v; } };
         bool f(C<E> a, C<int> b) { return a == a && b < b; }",
        "template <class T> struct P; template <class T> struct P<device T*> { T f() { return T(1).no; } int g() { return 1; } }; int f(P<device int*> p) { return p.g(); }",
        "template <class T> struct S { enum { N = sizeof(T) }; enum class K { a = sizeof(T), b }; };
         static_assert(S<int>::N == 4 && S<half>::N == 2, \"\"); static_assert(int(S<half>::K::b) == 3 && int(S<int>::K::b) == 5, \"\");
         template <class T> int f() { enum { n = sizeof(T) }; return n; } int g() { return f<int>() + f<half>(); }",
    ] {
        assert_eq!(mistakes(text), [], "{text}");
    }
    for used in
        ["int f(S<int> s) { return s.f(); }", "template struct S<int>;", "constant int a = S<int> {1}.f();"]
    {
        assert_eq!(
            mistakes(&format!("{S}{used}"))[0],
            (rules::MEMBER_ACCESS_STRUCTURE.id, "x".to_owned()),
            "{used}"
        );
    }
    // What does not depend on the parameters is checked in any case.
    check(&[(
        "template <class T> struct S { T t; int f() { return y; } }; int f(S<int> s) { return s.t; }",
        rules::NAME_DECLARED,
        "y",
        "template <class T> struct S { T t; int f() { return t.y.z; } }; int f(S<int> s) { return s.t; }",
    )]);
}

#[test]
fn default_and_copy_constructors_of_templates_are_used_without_a_call() {
    const S: &str = "template <class T> struct S { T t; S() { t = T(1).x; } };\n";
    for text in [
        "int f() { S<int> s; return s.t; }",
        "struct A { S<int> s[2]; }; int f() { A a; return a.s[0].t; }",
        "struct A { S<int> s; int n; }; int f() { A a { }; return a.n; }",
        "template <class T> struct A { S<T> s; A() {} }; int f() { A<int> a; return a.s.t; }",
        "int f() { return S<int>().t; }",
    ] {
        let text = format!("{S}{text}");
        assert_eq!(mistakes(&text), [(rules::MEMBER_ACCESS_STRUCTURE.id, "x".to_owned())], "{text}");
    }
    let copied = "template <class T> struct S { T t; S(thread const S& s) { t = s.t.x; } S(T a) : t(a) {} }; int f(S<int> s) { S<int> t = s; return t.t; }";
    assert_eq!(mistakes(copied), [(rules::MEMBER_ACCESS_STRUCTURE.id, "x".to_owned())]);
}

#[test]
fn packs_are_as_long_as_the_arguments_of_the_type_that_they_are_in() {
    const LISTS: &str = "template <class... T> struct L {}; template <int... N> struct I {};\n";
    for text in [
        "template <class... T> constexpr int count(L<T...>) { return sizeof...(T); } template <class A, class... T> constexpr int rest(A, L<T...>, int) { return sizeof...(T); }
         static_assert(count(L<int, float> {}) == 2 && count(L<>()) == 0 && rest(1, L<int, float, half>(), 2) == 3, \"\");",
        "template <class L> struct Size; template <class... T> struct Size<L<T...>> { static constexpr constant int value = sizeof...(T); };
         static_assert(Size<L<int, half, bool>>::value == 3 && Size<L<>>::value == 0, \"\");",
        "template <class L> struct Front; template <class A, class... T> struct Front<L<A, T...>> { using type = A; using rest = L<T...>; };
         static_assert(is_same<Front<L<half, int>>::type, half>::value && is_same<Front<L<half, int>>::rest, L<int>>::value, \"\");",
        "template <class A, class B> struct Cat; template <class... A, class... B> struct Cat<L<A...>, L<B...>> { using type = L<A..., B...>; };
         static_assert(is_same<Cat<L<int>, L<half, bool, char>>::type, L<int, half, bool, char>>::value && is_same<Cat<L<>, L<>>::type, L<>>::value, \"\");",
        "template <class A, class B> struct P {}; template <class A, class B> struct Zip; template <class... A, class... B> struct Zip<L<A...>, L<B...>> { using type = L<P<A, B>...>; };
         static_assert(is_same<Zip<L<int, half>, L<bool, char>>::type, L<P<int, bool>, P<half, char>>>::value, \"\");",
        "template <int... N> constexpr int sum(I<N...>) { int s = 0; int v[] = { N... }; for (int i = 0; i < int(sizeof...(N)); i++) s += v[i]; return s; } static_assert(sum(I<1, 2, 3>()) == 6, \"\");",
        "template <int N, int... R> struct Make { using type = typename Make<N - 1, N - 1, R...>::type; }; template <int... R> struct Make<0, R...> { using type = I<R...>; };
         template <int... N> float pick(thread const float* a, I<N...>) { float r = 0; float v[] = { a[N]... }; for (float x : v) r += x; return r; }
         float f() { float a[3] = { 1, 2, 3 }; return pick(a, Make<3>::type()) + pick(a, I<0, 2> {}); }",
        "template <template <class...> class C, class L> struct Apply; template <template <class...> class C, class... T> struct Apply<C, L<T...>> { using type = C<T...>; };
         template <class... T> struct M { static constexpr constant int n = sizeof...(T); }; static_assert(Apply<M, L<int, int>>::type::n == 2, \"\");",
        "template <class... A, class... B> constexpr int both(L<A...>, L<B...>) { return sizeof...(A) * 10 + sizeof...(B); } static_assert(both(L<int, int>(), L<half>()) == 21, \"\");",
        "template <class... T> constexpr int inner(L<L<T...>, int>) { return sizeof...(T); } static_assert(inner(L<L<half, half, half>, int>()) == 3, \"\");",
        "template <class... T> struct P { enum { n = sizeof...(T), m = n * 2 }; struct In { int a[sizeof...(T) + 1]; } in; }; static_assert(P<int, half>::m == 4 && sizeof(P<int>) == 8, \"\");",
    ] {
        let text = format!("{LISTS}{text}");
        assert_eq!(mistakes(&text), [], "{text}");
    }
    let text = format!("{LISTS}template <class... A> int f(L<A...>); int g() {{ return f(I<1>()); }}");
    assert_eq!(mistakes(&text)[0].0, rules::CALL_MATCH.id);
}

/// C++14 (temp.inst) 1, checked against g++.
#[test]
fn structures_are_made_where_their_members_matter() {
    let structure = "template <int d> struct C { static_assert(d > 0, \"\"); int v; static constexpr constant int n = d; typedef int t; void g() const {} };";
    for text in [
        "C<-1> m();",
        "typedef C<-1> T; using U = C<-1>; thread T* f(thread U* a) { return a; }",
        "struct R {}; template <int d> using M = conditional_t<d == -1, R, C<d>>; M<-1> m() { return R(); } void q() { M<2> n; R r = m(); }",
        "struct H { device C<-1>* p; }; void f(H h, device C<-1>* p) { h.p = p; }",
        "template <class T> struct L { T* operator&(); }; template <class T> struct N {}; constant N<C<-1>> n = {}; constant bool b = is_same<C<-1>, C<1>>::value;",
        "typedef C<-1> T; template <> struct C<-1> { int w; }; int f(T t) { return t.w; }",
        "template <class T> struct D; thread D<int>* f(thread D<int>* d) { return d; } template <class T> struct D { T v; }; int g(thread D<int>* d) { return f(d)->v; }",
        "int f(device C<2>* p, thread C<3>& r) { return p->v + r.v + p[1].v + (p + 1)->n + sizeof(*p); }",
    ] {
        assert_eq!(mistakes(&format!("{structure} {text}")), [], "{text}");
    }
    for text in [
        "C<-1> m;",
        "C<-1> m() {}",
        "void f(C<-1> c) {}",
        "constant int a = C<-1>::n;",
        "C<-1>::t a();",
        "constant int a = sizeof(C<-1>);",
        "typedef C<-1> T; void f(thread T* a) { a->v = 1; }",
        "void f(thread C<-1>& a) { a.g(); }",
        "device C<-1>* f(device C<-1>* a) { return a + 1; }",
        "C<-1> m(); void f() { m(); }",
        "struct S { C<-1> c; };",
        "void g(device void* p); void f(device C<-1>* p) { g(p); }",
        "kernel void k(device C<-1>* p [[buffer(0)]]) {}",
    ] {
        let found = mistakes(&format!("{structure} {text}"));
        assert_eq!(found[0].0, rules::STATIC_ASSERT_HOLDS.id, "{text}: {found:?}");
    }
    let late = "template <int d> struct C { int v; }; struct D { C<1> a; }; template <> struct C<1> {};";
    assert_eq!(mistakes(late)[0].0, rules::NAME_REDEFINITION.id);
}

/// C++14 (temp.inst) 3
#[test]
fn default_arguments_are_instances_of_their_own() {
    for text in [
        "struct N { N(int a) {} }; template <typename T, typename U> U f(T a, U b = U()) { return b; } N g(N x) { return f(1, x); }",
        "template <class T> struct S { T v; S(T a, T b = T(1, 2, 3)) : v(a) {} T f(T a = T(1, 2, 3)) { return a; } }; float g(S<float> s) { return S<float>(1.0f, 2.0f).f(3.0f); } float3 h(S<float3> s) { return s.f(); }",
        "template <typename T> T f(T a, T b = {}) { return b; } int g(int x) { return f(1); }",
        "template <typename T> T f(T a, T b = T(1, 2, 3)); template <typename T> T f(T a, T b) { return b; } float g() { return f(1.0f, 2.0f); }",
    ] {
        assert_eq!(mistakes(text), [], "{text}");
    }
    for (text, rule, place) in [
        (
            "struct N { N(int a) {} }; template <typename T, typename U> U f(T a, U b = U()) { return b; } N g() { return f<int, N>(1); }",
            rules::CALL_MATCH,
            "U()",
        ),
        (
            "template <typename T> T f(T a, T b = T(1, 2)); template <typename T> T f(T a, T b) { return b; } float g() { return f(1.0f); }",
            rules::CALL_ARGUMENT_COUNT,
            "T(1, 2)",
        ),
        (
            "template <typename T> T f(T a, T b = T(1, 2)) { return b; } float g() { return f(1.0f, 2.0f) + f(1); }",
            rules::CALL_ARGUMENT_COUNT,
            "T(1, 2)",
        ),
        (
            "template <class T> struct S { T v; T f(T a = T(1, 2)) { return a; } }; float g(S<float> s) { return s.f() + s.f(); }",
            rules::CALL_ARGUMENT_COUNT,
            "T(1, 2)",
        ),
        (
            "template <typename T> T f(T a, T b = missing) { return b; } int g(int x) { return f(1, x); }",
            rules::NAME_DECLARED,
            "missing",
        ),
    ] {
        assert_eq!(mistakes(text), [(rule.id, place.to_owned())], "{text}");
    }
}
