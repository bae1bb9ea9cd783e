//! Objects: loops over them, their static variables and conversions; declarations and expressions that Clang has beyond C++14.

use super::{check, mistakes};
use msl_spec::rules;

#[track_caller]
fn accepted(texts: &[&str]) {
    for text in texts {
        assert_eq!(mistakes(text), [], "{text}");
    }
}

#[test]
fn loops_visit_objects_with_iterators() {
    accepted(&[
        "struct R { int a, b; struct I { int i; int operator*() const { return i; } thread I& operator++() { ++i; return *this; } bool operator!=(I o) const { return i != o.i; } };
           I begin() const { return I { a }; } I end() const { return I { b }; } };
         int f() { int s = 0; R r { 1, 5 }; for (auto i : r) s += i; for (int i : R { 2, 4 }) { if (i > 2) continue; for (float j : r) s += int(j) + i; } return s; }",
        "template <class T, int n> struct A { T d[n]; thread T* begin() { return d; } thread T* end() { return d + n; } const thread T* begin() const { return d; } const thread T* end() const { return d + n; } };
         template <class C> int sum(thread const C& c) { int s = 0; for (const auto& x : c) s += x; return s; } int f() { A<int, 3> a; for (auto&& x : a) x = 2; for (thread int& x : a) x += 1; return sum(a); }",
        "namespace n { struct F { int n; }; const thread int* begin(const thread F& f) { return &f.n; } const thread int* end(const thread F& f) { return &f.n + 1; } }
         int f(n::F a) { int s = 0; for (auto x : a) s += x; return s; }",
        "struct D { device int* p; uint n; device int* begin() const { return p; } device int* end() const { return p + n; } };
         template <class... T> int f(device int* p, T... t) { int s = sizeof...(t); for (device int& x : D { p, 3 }) { x *= 2; s += x; } return s; } int g(device int* p) { return f(p, 1, 2); }",
    ]);
    check(&[
        (
            "struct S { int a; }; void f(S s) { for (int x : s) {} }",
            rules::INDEX_INDEXABLE,
            "s",
            "struct S { int a[2]; }; void f(S s) { for (int x : s.a) {} }",
        ),
        (
            "struct S { int a; thread int* begin() { return &a; } }; void f(S s) { for (int x : s) {} }",
            rules::INDEX_INDEXABLE,
            "s",
            "struct S { int a; thread int* begin() { return &a; } thread int* end() { return &a; } }; void f(S s) { for (int x : s) {} }",
        ),
        (
            "struct S { int a; thread int* begin(int b) { return &a; } thread int* end() { return &a; } }; void f(S s) { for (int x : s) {} }",
            rules::CALL_MATCH,
            "s",
            "struct S { int a; thread int* begin(int b = 1) { return &a; } thread int* end() { return &a; } }; void f(S s) { for (int x : s) {} }",
        ),
        (
            "void f() { int a = 1; const thread auto& b = a; b = 2; }",
            rules::ASSIGNMENT_LVALUE,
            "b",
            "void f() { int a = 1; thread auto& b = a; b = 2; auto&& c = 3; c = b; }",
        ),
    ]);
}

#[test]
fn declarations_have_linkage_and_nested_names() {
    accepted(&[
        "extern \"C\" float f(float x) { return x; } extern \"C\" { float g() { return f(2); } struct Z { int a; }; constant int k = 3; } extern \"C++\" { int h() { return Z { k }.a + int(g()); } }",
        "extern \"C\" constant int a; constant int a = 3; int f() { return a; }",
        "template <class T> struct S { T t; T f() { return t.x; } }; extern template struct S<int>; template <class T> T g(T x) { return x; } extern template int g<int>(int); int f() { return g(1) + S<int> { 2 }.t; }",
        "namespace a::b { constant int q = 3; namespace c::d { constant int r = 4; } } namespace a { namespace b { static_assert(q == 3, \"a\" \"b\"); } } static_assert(a::b::c::d::r == 4, \"one \"\n \"two\");",
        "[[deprecated(\"old\" \"er\")]] float old() { return 1; }",
    ]);
    check(&[
        ("extern \"D\" int f();", rules::GRAMMAR_DECLARATION, "\"D\"", "extern \"C\" int f();"),
        (
            "template <class T> T g(T x) { return x; } extern template int g<int>(float);",
            rules::TEMPLATE_ARGUMENTS,
            "g",
            "template <class T> T g(T x) { return x; } extern template float g<float>(float);",
        ),
    ]);
}

#[test]
fn compound_literals_are_objects() {
    accepted(&[
        "struct P { float2 a; int b; }; template <class T> T one() { return (T) { 1 }; }
         float2 f(float x) { P p = (P) { .a = { 1, 2 }, .b = 3 }; p = (struct P) { { 1, 2 }, 4 }; return p.a * length((float2) { 3, 4 }) + (float2) { x, 2 }.yx - one<int>() + -(float2) { 1, 2 }; }",
        "static_assert(sizeof((int[]) { 1, 2, 3 }) == 12, \"\"); constant float2 a = (float2) { 1, 2 };",
        "template <class... T> int sum(T... t) { int s = 0; (void)(int[]) { 0, (s += t, 0)... }; return s; } int f() { return sum(1, 2); }",
    ]);
    check(&[(
        "int f(float x) { return (int) { x }; }",
        rules::INITIALISER_NO_NARROWING,
        "x",
        "int f(float x) { return (int) { 3 } + int { int(x) }; }",
    )]);
}

#[test]
fn static_variables_are_defined_outside_of_their_structures() {
    accepted(&[
        "struct S { static constant float t[3]; static constant int n; static constexpr constant int c = 3; int get() const { return n + c; } }; constant float S::t[3] = { 1, 2, 3 }; constant int S::n = 4; constexpr constant int S::c; float f() { return S::t[1] + S::n; }",
        "struct S { static constant float t[]; }; constant float S::t[] = { 1, 2 }; float f() { return S::t[1]; }",
        "namespace q { struct U { struct W { static constant int w; }; enum E { e = 2 }; static constant E k; }; constant int U::W::w = 5; constant U::E U::k = e; } int f() { return q::U::W::w + q::U::k; }",
        "template <class T> struct G { static constant T z; static constant T a[2]; T f() const { return z + a[1]; } }; template <class T> constant T G<T>::z = T(7); template <class U> constant U G<U>::a[2] = { U(1), U(2) }; static_assert(G<int>::z == 7, \"\"); float f(G<float> g) { return g.f(); }",
        "struct S { template <class T> static constexpr constant T pi = T(3.25); template <class T> struct R { T t; }; template <class T> using A = R<T>; }; float f(S::A<int> a, S::R<float> b) { return S::pi<float> + S::pi<int> + a.t + b.t; }",
    ]);
    check(&[
        (
            "struct S { static constant int a; }; constant float S::a = 1;",
            rules::NAME_REDEFINITION,
            "a",
            "struct S { static constant float a; }; constant float S::a = 1;",
        ),
        (
            "struct S { static constant int a; }; constant int S::b = 1; constant int S::a = 1;",
            rules::MEMBER_EXISTS,
            "b",
            "struct S { static constant int a, b; }; constant int S::b = 1; constant int S::a = 1;",
        ),
        (
            "struct S { static constant int a; }; constant int S::a = 1; constant int S::a = 1;",
            rules::NAME_REDEFINITION,
            "a",
            "struct S { static constant int a; }; constant int S::a = 1;",
        ),
        (
            "struct S { static constant int a; };",
            rules::VARIABLE_CONSTANT_INITIALISED,
            "a",
            "template <class T> struct S { static constant int a; };",
        ),
        (
            "template <class T> struct S { template <class U> struct R { U u; }; T t; }; int f(S<int> s) { return s.t; }",
            rules::UNSUPPORTED_TEMPLATE,
            "R",
            "template <class T> struct S { struct R { T u; }; T t; }; int f(S<int> s) { return s.t; }",
        ),
    ]);
}

#[test]
fn decltype_names_members_and_gives_types() {
    accepted(&[
        "struct X { using y = float; static constexpr constant int n = 4; static int f() { return 2; } enum E { a = 7 }; enum class K { p, q }; };
         float f(X x) { decltype(x)::y r = 2; for (int i = 0; i < decltype(x)::n; i++) r += i; using T = decltype(x)::y; T t = decltype(x)::f(); bool k = decltype(x)::K::p == X::K::p; return r + t + decltype(x)::a + k; }",
        "decltype(auto) same(thread int& x) { return (x); } decltype(auto) copy(thread int& x) { return x + 1; } int f() { int z = 1; same(z) = 5; decltype(auto) v = (z); v = 4; decltype(auto) w = z; w++; return copy(z) + w; }",
        "kernel void k(device float* o [[buffer(0)]]) { decltype(o[0]) r = o[1]; r = 3; }",
        "template <class T> int g(T t) { decltype(t)::z i = 3; return i + decltype(t)::n; } struct X { typedef int z; static constexpr constant int n = 4; }; int f() { return g(X()); }",
    ]);
    check(&[(
        "void f(int x) { decltype(x)::y z = 1; }",
        rules::NAME_NAMESPACE_KNOWN,
        "decltype(x)",
        "struct X { typedef int y; }; void f(X x) { decltype(x)::y z = 1; }",
    )]);
}

#[test]
fn functions_convert_indices_offsets_and_selectors() {
    accepted(&[
        "struct I { int i; operator int() const { return i; } }; enum M { A, B }; struct S { M m; operator M() const { return m; } }; struct P { device float* p; operator device float*() const { return p; } };
         void f(device float* o, I i, S s, P p) { float a[4]; o[i] = a[i]; *(o + i) = 2; o[0] = *(i + o); switch (i) { case 2: break; } switch (s) { case A: break; case B: o[1] = 1; } float4 v = 1; v[i] = 2; o += i; p[i] = 1; *p = v.x; while (i) i.i = 0; }",
    ]);
    check(&[(
        "struct I { float i; operator float() const { return i; } }; int f(I i) { int a[2]; return a[i]; }",
        rules::INDEX_INTEGER,
        "i",
        "struct I { float i; operator int() const { return i; } }; int f(I i) { int a[2]; return a[i]; }",
    )]);
}

#[test]
fn arrays_of_the_library_have_a_member() {
    accepted(&[
        "struct Q { int a; float b; }; float f() { array<float, 3> a = {{ 1, 2, 3 }}, b = { 1, 2, 3 }; array<Q, 2> q = {{{ 1, 2 }, { 3, 4 }}}; array<float2, 2> v {{ float2(1), { 2, 3 } }}; array<int, 2> e {}, h = {};
           array<array<int, 2>, 2> n = {{{{ 1, 2 }}, {{ 3, 4 }}}}; array<int, 4> part = {{ 1 }}; array<int, 1> one = {{ 7 }}; return a[0] + b[1] + q[1].b + v[1].x + e[0] + h[1] + n[1][0] + part[3] + one[0]; }",
    ]);
    check(&[(
        "array<int, 2> f() { array<int, 2> a = {{ 1, 2, 3 }}; return a; }",
        rules::INITIALISER_COUNT,
        "3",
        "array<int, 2> f() { array<int, 2> a = {{ 1, 2 }}; return a; }",
    )]);
}

#[test]
fn conditions_of_all_statements_declare_variables() {
    accepted(&[
        "void f(device float* o) { if (int i = 2) o[1] = i; while (bool w = o[2] > 1) { o[2] -= w; } for (int i = 0; bool c = i < 3; ++i) { if (i == 1) continue; o[3] += c; } if (auto p = o) p[4] = 2; else p[0] = 1; switch (int z = int(o[0])) { case 1: o[1] = z; } for (; int n = 0;) { o[n] = 1; } }",
    ]);
    // Names in parentheses: g++ takes the same conditions for declarations.
    accepted(&[
        "struct S { int a; S(int b) : a(b) {} operator bool() const { return a > 1; } }; int f(int x) { if (int (j) = x) return j; while (int (j) = x) { x = j - 1; } switch (int (j) = x) { case 1: return j; } for (; int (j) = x;) { x = j - 1; } if (S (s) = x) return s.a; if (int ((k)) {x}) return k; if (thread int (*q) = &x) return *q; if (int (l) = x; l > 2) return l; else if (metal::float2 (y) = {1, 2}; y.x > x) return 1; return 0; }",
        "int f(int x, thread int* p) { if (bool(*p)) return 1; if (bool(x)) return 2; if (int(x) == 2) return 3; if (bool2(x)[0]) return 4; if (metal::bool2(x)[1]) return 4; if (bool {x > 1}) return 5; if (int(x) + 1) return 6; while (bool(x)) x--; for (; bool(x);) x--; if (decltype(x) y = x) return y; return bool(x) && bool(*p); }",
    ]);
    check(&[
        (
            "int f(int x) { if (int (j) = x) { int j = 1; } return 0; }",
            rules::NAME_REDEFINITION,
            "j",
            "int f(int x) { if (int (j) = x) { int i = j; } return 0; }",
        ),
        (
            "int f(int x) { if (int (j)) return 2; return 0; }",
            rules::NAME_DECLARED,
            "j",
            "int f(int j) { if (int (j)) return 2; return 0; }",
        ),
        (
            "int f(int x) { if (bool(x) { x = 1; } return x; }",
            rules::GRAMMAR_TOKEN,
            "{",
            "int f(int x) { if (bool(x)) { x = 1; } return x; }",
        ),
    ]);
    check(&[(
        "void f() { for (int i = 0; bool c = i < 3; ++i) { int c = 1; } }",
        rules::NAME_REDEFINITION,
        "c",
        "void f() { for (int i = 0; bool c = i < 3; ++i) { int d = c; } }",
    )]);
}

#[test]
fn templates_take_the_access_of_textures() {
    accepted(&[
        "template <access A> float4 f(texture2d<float, A> t) { return t.read(uint2(0)); } template <class T> T f(T t) { return t; } template <class T, access A> constexpr bool writes(texture2d<T, A> t) { return A == access::write; }
         template <access A = access::read> float4 g(texture2d<half, A> t) { return float4(t.read(uint2(0))); } template <class T> struct E; template <class T, access A> struct E<texture2d<T, A>> { using type = T; static constexpr constant bool w = A == access::write; };
         static_assert(is_same<E<texture2d<half, access::write>>::type, half>::value && E<texture2d<half, access::write>>::w && !E<texture2d<half>>::w, \"\"); template <access A> struct I { texture2d<float, A> t; };
         kernel void k(device float4* o [[buffer(0)]], texture2d<float, access::read> t [[texture(0)]], texture2d<half, access::read> h [[texture(1)]], texture2d<float, access::write> w [[texture(2)]])
         { I<access::read> i { t }; o[0] = f(i.t) + f(float4(1)) + g(h) + g<access::read>(h); if (writes(w)) w.write(o[0], uint2(0)); }",
    ]);
    let read = "template <access A> float4 f(texture2d<float, A> t) { return t.read(uint2(0)); } float4 g(texture2d<float, access::write> t) { return f(t); }";
    assert!(!mistakes(read).is_empty());
}

#[test]
fn traits_are_those_of_cxx() {
    accepted(&[
        "static_assert(is_convertible_v<int, float> && !is_convertible_v<device int*, int> && is_convertible<half, bool>::value && is_convertible_v<void, void> && !is_convertible_v<void, int>, \"\");
         struct I { operator int() const { return 1; } }; struct J { J(int) {} }; static_assert(is_convertible_v<I, int> && is_convertible_v<int, J> && !is_convertible_v<J, int>, \"\");",
        "static_assert(is_same_v<common_type_t<char, short, float>, float> && is_same<common_type<short, int>::type, int>::value && is_same_v<decay_t<int[3]>, thread int*> && is_same_v<decay_t<const thread int&>, int>, \"\");",
        "static_assert(rank<int[2][3]>::value == 2 && extent<int[2][3], 1>::value == 3 && extent<int[2]>::value == 2 && alignment_of<float4>::value == 16 && is_same_v<remove_extent_t<int[3]>, int> && is_same_v<remove_all_extents_t<int[3][2]>, int>, \"\");",
        "static_assert(is_same_v<remove_pointer_t<device const float*>, float> && is_pointer_v<constant int*> && !is_pointer_v<int> && is_reference_v<device int&> && is_object_v<int> && !is_object_v<thread int&> && is_array_v<int[3]>, \"\");",
        "static_assert(is_integral_v<int> && is_floating_point_v<half> && is_arithmetic_v<int> && is_void_v<void> && is_fundamental_v<int> && true_type() && !false_type() && bool_constant<3 == 3>::value, \"\");",
        "template <class T, class = enable_if_t<is_floating_point_v<T>>> T half_of(T x) { return x / 2; } template <class A, class B> common_type_t<A, B> most(A a, B b) { return a > b ? a : b; } float f(float x) { return half_of(x) + most(1, x); }",
    ]);
    let found = crate::validate(
        "#include <metal_types>\n#include <metal_array>\n#include <metal_initializer_list>\n#include <metal_quadgroup>\n#include <metal_tessellation>\n#include <metal_extended_vector>\nvoid f(metal::initializer_list<int> a, MTLQuadTessellationFactorsHalf b) {}",
        &crate::Options::default(),
    );
    assert_eq!(found, []);
    // The name alone does not make a list of the library.
    accepted(&[
        "namespace n { template <class T> struct initializer_list { T a, b; }; } n::initializer_list<int> f() { return { 1, 2 }; }",
    ]);
    let list = "int f(metal::initializer_list<int> a) { return a.size(); } int g() { return f({ 1, 2 }); }";
    assert_eq!(mistakes(list), [(rules::UNSUPPORTED_FEATURE.id, "{ 1, 2 }".to_owned())]);
}

#[test]
fn static_members_are_members_of_objects() {
    for text in [
        "struct F { int v; static constexpr constant int rows = 3; enum { K = 2 }; int f() { return this->rows + this->K; } }; int f(thread F* p) { F x{1}; static_assert(x.rows == 3, \"\"); return x.rows + p->rows + x.K; }",
        "template <typename T> struct F { T v; static constexpr constant int n = sizeof(T); enum E { a = 5 }; E e() { return this->a; } }; int f(F<char> x, device F<int>* p) { return x.n + p->n + x.a; }",
        "struct A { int v; static constexpr constant int n = 1; int f() { return this->A::v; } }; namespace q { struct B { float x; float g(int i) { return x; } }; } float f(thread A* a, q::B b) { a->A::v = a->A::f() + a->A::n; return b.B::x + b.q::B::g(1); }",
        "template <typename T> struct V { T v; }; int f(V<int> a) { return a.V<int>::v + a.V::v; }",
    ] {
        assert_eq!(mistakes(text), [], "{text}");
    }
    check(&[
        (
            "class F { static constexpr constant int n = 3; }; int f(F x) { return x.n; }",
            rules::MEMBER_ACCESSIBLE,
            "n",
            "class F { public: static constexpr constant int n = 3; }; int f(F x) { return x.n; }",
        ),
        (
            "struct A { int v; }; struct B { int v; }; int f(A a) { return a.B::v; }",
            rules::MEMBER_EXISTS,
            "v",
            "struct A { int v; }; struct B { int v; }; int f(A a) { return a.A::v; }",
        ),
        (
            "struct A { static constexpr constant int n = 3; }; int g(A a) { return a.n; } void f(A a) { a.n = 2; }",
            rules::CONSTANT_NOT_WRITTEN,
            "a.n",
            "struct A { int n; }; int g(A a) { return a.n; } void f(A a) { a.n = 2; }",
        ),
    ]);
}

#[test]
fn default_arguments_merge_over_declarations() {
    for text in [
        "float n(float p, int o = 4); float n(float p, int o) { return p * o; } float f() { return n(1.0f); }",
        "int g(int a, int b, int c = 3); int g(int a, int b = 2, int c); int g(int a = 1, int b, int c) { return a + b + c; } int f() { return g() + g(4) + g(4, 5); }",
        "int g(int a) { return a; } int g(int a = 1); int f() { return g(); }",
        "struct S { S(int a, int b); int f(int a, int b = 2); static int g(int a); int n; }; S::S(int a, int b = 4) : n(a + b) {} int S::f(int a = 3, int b) { return a + b; } int S::g(int a = 7) { return a; } int f() { S s = 1; return s.f() + S::g(); }",
        "template <typename T> T g(T a, T b = sizeof(T)); template <typename U> U g(U a, U b) { return a + b; } int f() { return g(1); }",
        "template <typename T> struct S { T v; T f(T a = T(2)); }; template <typename T> T S<T>::f(T a) { return a; } struct R { int f(int a = n); static constexpr constant int n = 3; }; int R::f(int a) { return a; } int f(S<int> s, R r) { return s.f() + r.f(); }",
    ] {
        assert_eq!(mistakes(text), [], "{text}");
    }
    check(&[
        (
            "int g(int a, int b = 2); int g(int a, int b = 2) { return a; }",
            rules::FUNCTION_DEFAULT_ARGUMENT_ONCE,
            "b",
            "int g(int a, int b = 2); int g(int a = 2, int b) { return a; }",
        ),
        (
            "int g(int a = 2, int b) { return a; } int f() { return g(1, 2); }",
            rules::FUNCTION_DEFAULT_ARGUMENT_LAST,
            "int b",
            "int g(int a, int b = 2) { return a; } int f() { return g(1); }",
        ),
        (
            "struct S { int f(int a = 1); }; int S::f(int a = 2) { return a; }",
            rules::FUNCTION_DEFAULT_ARGUMENT_ONCE,
            "a",
            "struct S { int f(int a = 1); }; int S::f(int a) { return a; }",
        ),
        (
            "struct S { int f(int a, int b); }; int S::f(int a = 2, int b) { return a; }",
            rules::FUNCTION_DEFAULT_ARGUMENT_LAST,
            "int b",
            "struct S { int f(int a, int b = 1); }; int S::f(int a = 2, int b) { return a; }",
        ),
        (
            "int g(int a = b) { return a; }",
            rules::NAME_DECLARED,
            "b",
            "constant int b = 2; int g(int a = b); int g(int a) { return a; } int f() { return g(); }",
        ),
        ("int g(int a = b);", rules::NAME_DECLARED, "b", "constant int b = 2; int g(int a = b);"),
        (
            "int g(int a); int f() { return g(); } int g(int a = 1) { return a; }",
            rules::CALL_ARGUMENT_COUNT,
            "g",
            "int g(int a = 1); int f() { return g(); } int g(int a) { return a; }",
        ),
    ]);
}

/// g++ rejects and accepts the same programs. C++14 (dcl.fct.default) 4 and 6, (temp.expl.spec) 21
#[test]
fn templates_have_default_arguments_in_their_first_declaration() {
    // The calls use the default argument, which is the only mistake.
    let calls = "template <class T> struct S { int f(int a); }; template <class T> int S<T>::f(int a = 3) { return a; } int g(S<int> s) { return s.f() + s.f(1); }";
    let members = "template <class T> struct S { int f(int a = 3); }; template <class T> int S<T>::f(int a) { return a; } int g(S<int> s) { return s.f() + s.f(1); }";
    check(&[
        (calls, rules::FUNCTION_DEFAULT_ARGUMENT_FIRST, "a", members),
        (
            "template <class T> struct S { int n; S(int a); }; template <class T> S<T>::S(int a = 3) : n(a) {} void g() { S<int> s; }",
            rules::FUNCTION_DEFAULT_ARGUMENT_FIRST,
            "a",
            "template <class T> struct S { int n; S(int a = 3); }; template <class T> S<T>::S(int a) : n(a) {} void g() { S<int> s; }",
        ),
        (
            "namespace N { template <class T> struct S { int f(int a, int b = 1); }; } template <class T> int N::S<T>::f(int a = 3, int b) { return a; } int g(N::S<int> s) { return s.f(); }",
            rules::FUNCTION_DEFAULT_ARGUMENT_FIRST,
            "a",
            "namespace N { template <class T> struct S { int f(int a = 3, int b = 1); }; } template <class T> int N::S<T>::f(int a, int b) { return a; } int g(N::S<int> s) { return s.f(); }",
        ),
        (
            "template <class T> struct S { int f(int a); }; template <class T> struct S<thread T*> { int f(int a); }; template <class T> int S<thread T*>::f(int a = 3) { return a; }",
            rules::FUNCTION_DEFAULT_ARGUMENT_FIRST,
            "a",
            "template <class T> struct S { int f(int a); }; template <> struct S<int> { int f(int a); }; int S<int>::f(int a = 3) { return a; } int g(S<int> s) { return s.f(); }",
        ),
        (
            "template <class T> struct S { int f(int a = 3); }; template <class T> int S<T>::f(int a = 3) { return a; }",
            rules::FUNCTION_DEFAULT_ARGUMENT_FIRST,
            "a",
            "template <class T> struct S { int f(int a = 3) { return a; } };",
        ),
        (
            "template <class T> struct S { int f(int a); }; template <> int S<int>::f(int a = 3) { return a; } int g(S<int> s) { return s.f(); }",
            rules::FUNCTION_DEFAULT_ARGUMENT_FIRST,
            "a",
            "template <class T> struct S { int f(int a = 3); }; template <> int S<int>::f(int a) { return a; } int g(S<int> s) { return s.f(); }",
        ),
        (
            "template <class T> constexpr int f(T a, int b); template <class T> constexpr int f(T a, int b = 3) { return b; } static_assert(f(1) == 3, \"\");",
            rules::FUNCTION_DEFAULT_ARGUMENT_FIRST,
            "b",
            "template <class T> constexpr int f(T a, int b = 3); template <class T> constexpr int f(T a, int b) { return b; } static_assert(f(1) == 3, \"\");",
        ),
        (
            "template <class T> int f(T a, int b) { return b; } template <> int f(int a, int b = 3) { return a; } int g() { return f(1); }",
            rules::FUNCTION_DEFAULT_ARGUMENT_FIRST,
            "b",
            "template <class T> int f(T a, int b = 3) { return b; } template <> int f(int a, int b) { return a; } int g() { return f(1); }",
        ),
    ]);
}

#[test]
fn constructor_templates_convert() {
    let bf = "struct bf { ushort b; bf() {} template <typename T> bf(T x) : b(ushort(x)) {} }; bf operator+(bf x, bf y) { return x; }";
    for text in [
        &format!(
            "{bf} int g(bf a) {{ return a.b; }} bf h() {{ return 2.0f; }} int f() {{ bf a = 1; a = 3; return g(1) + (a + 1).b + h().b; }}"
        ),
        "struct bf { ushort b; template <typename T, typename = enable_if_t<is_integral<T>::value>> bf(T x) : b(x) {} }; int g(bf a) { return a.b; } int g(float a) { return 2; } int f() { return g(short(1)) + g(1.0f); }",
        "template <typename T> struct Box { T v; Box(T a) : v(a) {} template <typename U> Box(Box<U> b) : v(b.v) {} }; int f() { Box<int> c = Box<float>(1); return c.v; }",
        "struct S { int v; template <typename T> S(T a) : v(1) {} S(float a) : v(2) {} }; int g(S s) { return s.v; } int f() { return g(1) + g(1.0f); }",
        "struct S { int v; template <typename T> S(thread T* a) : v(*a) {} }; int g(S s) { return s.v; } int f() { int a[2] = {1, 2}; return g(a) + g(&a[1]); }",
    ] {
        assert_eq!(mistakes(text), [], "{text}");
    }
    check(&[
        (
            "struct bf { ushort b; template <typename T, typename = enable_if_t<is_integral<T>::value>> bf(T x) : b(x) {} }; bf f() { return 1.0f; }",
            rules::CONVERSION_RETURN,
            "1.0f",
            "struct bf { ushort b; template <typename T, typename = enable_if_t<is_integral<T>::value>> bf(T x) : b(x) {} }; bf f() { return 1; }",
        ),
        (
            "struct bf { ushort b; template <typename T> explicit bf(T x) : b(ushort(x)) {} }; bf f() { return 1; }",
            rules::CONVERSION_RETURN,
            "1",
            "struct bf { ushort b; template <typename T> explicit bf(T x) : b(ushort(x)) {} }; bf f() { return bf(1); }",
        ),
    ]);
}

#[test]
fn operators_of_the_language_compete_with_functions() {
    let half = "struct H { float b; H(float f) : b(f) {} operator float() const { return b; } }; H operator+(H a, H b) { return a; }";
    check(&[
        (
            &format!("{half} float f() {{ H a(1); return 1.0f + a; }}"),
            rules::CALL_UNAMBIGUOUS,
            "1.0f + a",
            &format!("{half} float f() {{ H a(1); return a + a + H(1.0f); }}"),
        ),
        (
            "struct H { int b; operator int() const { return b; } H operator<<(int a) const { return *this; } }; H f(H a) { return a << 1u << 2; }",
            rules::CALL_UNAMBIGUOUS,
            "a << 1u",
            "struct H { int b; operator int() const { return b; } H operator<<(int a) const { return *this; } }; H f(H a) { return a << 1 << 2; }",
        ),
        (
            "enum E { A }; int operator+(E a, float b) { return 1; } int f() { return A + 1; }",
            rules::CALL_UNAMBIGUOUS,
            "A + 1",
            "enum E { A }; int operator+(E a, float b) { return 1; } int f() { return A + 1.0f; }",
        ),
    ]);
    for text in [
        "struct H { float b; operator float() const { return b; } }; template <typename T> int operator*(H a, T b) { return 1; } bool operator==(H a, H b) { return true; } int f(H a) { return a * 2.0f + (a == a); }",
        "struct H { float b; H(float f) : b(f) {} operator float() const { return b; } }; H operator+(H a, float b) { return a; } float3 f(H a) { return 1.0f + a + (a + 1.0f).b * float3(1) * a; }",
    ] {
        assert_eq!(mistakes(text), [], "{text}");
    }
}

#[test]
fn deleted_constructors_make_no_objects() {
    let a = "struct A { A() = delete; A(int) {} int v; }; struct B { A a; };";
    for (wrong, place, right) in [
        ("void f() { A a; }", "a", "void f() { A a(1); }"),
        ("void f() { B b; }", "b", "void f() { B b{A(1)}; }"),
        ("void f() { A a[2]; }", "a", "void f() { A a[2] = {1, 2}; }"),
        ("void f() { B b = {}; }", "{}", "void f() { B b = {{1}}; }"),
        ("struct C { A a; C() {} };", "C", "struct C { A a; C() : a(1) {} };"),
        (
            "struct C { A a; C() = default; }; void f() { C c; }",
            "c",
            "struct C { A a = 1; C() = default; }; void f() { C c; }",
        ),
    ] {
        check(&[(&format!("{a} {wrong}"), rules::CALL_MATCH, place, &format!("{a} {right}"))]);
    }
    assert_eq!(
        mistakes("struct A { A() = delete; int v; }; int f() { A a = {}; A b{1}; return a.v + b.v; }"),
        []
    );
}

#[test]
fn constructors_may_name_the_arguments_of_their_template() {
    let text = "template <typename T> struct S { T a; S<T>() : a(T(2)) {} S<T>(T b) : a(b) {} }; int f() { S<int> s; S<int> t(3); return s.a + t.a; }";
    assert_eq!(mistakes(text), []);
}

#[test]
fn functions_without_an_object_have_no_qualifiers() {
    let qualifiers = rules::GRAMMAR_FUNCTION_QUALIFIERS;
    check(&[
        ("int f() const { return 1; }", qualifiers, "const", "int f() { return 1; }"),
        ("int f() device;", qualifiers, "device", "int f();"),
        (
            "struct S { static int g() const { return 1; } };",
            qualifiers,
            "const",
            "struct S { static int g() { return 1; } int h() const device; }; int S::h() const device { return 1; }",
        ),
        ("struct A { int A; A() {} };", rules::NAME_REDEFINITION, "A", "struct A { int A; };"),
        (
            "struct A { enum { A }; };",
            rules::NAME_REDEFINITION,
            "A",
            "struct A { enum { B }; }; int f() { return A::B; }",
        ),
    ]);
}

#[test]
fn lists_in_braces_begin_members() {
    let text = "struct P { int x; int y; }; struct S { int a[3]; P p; float f; S(int n) : a{n, 2, 3}, p{1, n}, f{0.5f} {} }; int f() { S s(1); return s.a[0]; }";
    assert_eq!(mistakes(text), []);
    check(&[(
        "struct S { int a; S(float f) : a{f} {} };",
        rules::INITIALISER_NO_NARROWING,
        "f",
        "struct S { int a; S(float f) : a(f) {} };",
    )]);
}
