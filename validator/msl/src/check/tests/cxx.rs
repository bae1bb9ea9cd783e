//! Features of C++14 and Clang that programs of people and of generators use, beyond the examples of the specification.

use super::{check, mistakes};
use msl_spec::rules;

#[test]
fn attributes_of_cxx_and_clang_say_nothing() {
    for text in [
        "void f([[maybe_unused]] int a) { [[maybe_unused]] int b = 1; }",
        "[[clang::always_inline, gnu::unused]] int f() { return 1; } [[deprecated(\"old\")]] void g();",
        "__attribute__((always_inline, annotate(\"a (b\"))) static int f(); static inline __attribute__((always_inline)) int f() { return 1; }",
        "int f() __attribute__((noinline)); int f() { return 1; } int g() { return f(); }",
        "METAL_FUNC int f(device int* __restrict a, const device int* __restrict__ b) { return a[0] + b[0]; }",
        "struct S { int n; METAL_FUNC S(int m) : n(m) {} METAL_FUNC int f() const { return n; } }; int g() { return S(1).f(); }",
    ] {
        assert_eq!(mistakes(text), [], "{text}");
    }
    // Attributes that change a type are not dropped.
    let unsupported = (rules::UNSUPPORTED_FEATURE.id, "packed".to_owned());
    assert_eq!(mistakes("struct __attribute__((packed)) S { char a; int b; };"), [unsupported]);
    check(&[(
        "kernel void f(device int* a [[bufer(0)]]) {}",
        rules::ATTRIBUTE_KNOWN,
        "bufer(0)",
        "kernel void f(device int* a [[buffer(0), clang::annotate(\"x\")]]) {}",
    )]);
}

#[test]
fn member_functions_name_the_memory_of_their_object() {
    const ARRAY: &str = "struct A { int n[2];
        thread int& operator[](int i) thread { return n[i]; } const thread int& operator[](int i) const thread { return n[i]; }
        device int& operator[](int i) device { return n[i]; } constant int& operator[](int i) const constant { return n[i]; }
        int first() const device { return n[0]; } int last() const { return n[1]; } };\n";
    for text in [
        "int f(device A& a, constant A& b, const thread A& c) { a[0] = 1; return a[0] + b[1] + c[1] + a.first(); }",
        "int f(A a) { a[1] = 2; return a[0] + a.last() + A {}.last(); }",
    ] {
        assert_eq!(mistakes(&format!("{ARRAY}{text}")), [], "{text}");
    }
    check(&[
        (
            "struct S { int n; int get() const { return n; } }; int f(device S& s) { return s.get(); }",
            rules::CONVERSION_POINTER_SAME_SPACE,
            "s.get()",
            "struct S { int n; int get() const device { return n; } }; int f(device S& s) { return s.get(); }",
        ),
        (
            "struct S { int n; int get() device { return n; } }; int f(const device S& s) { return s.get(); }",
            rules::CONVERSION_KEEPS_CONST,
            "s.get()",
            "struct S { int n; int get() device { return n; } }; int f(device S& s) { return s.get(); }",
        ),
        (
            "struct S { int get() const const { return 1; } };",
            rules::GRAMMAR_FUNCTION_QUALIFIERS,
            "const",
            "struct S { int get() const volatile thread { return 1; } };",
        ),
    ]);
}

#[test]
fn member_functions_see_those_after_them() {
    let text = "struct S { int n; int f() const { return g() + h(1); } int g() const { return n; } static int h(int a) { return a; } };
        int k(const thread S& s) { return s.f() + s.h(2); }";
    assert_eq!(mistakes(text), []);
}

#[test]
fn casts_to_references_keep_the_memory() {
    check(&[
        (
            "void f(const thread int& a) { const_cast<thread float&>(a) = 1; }",
            rules::REFERENCE_BINDS_TYPE,
            "const_cast<thread float&>(a)",
            "void f(const thread int& a, const device int* b) { const_cast<thread int&>(a) = 1; *const_cast<device int*>(b) = 2; }",
        ),
        (
            "void f(thread const int* thread* a) { auto b = const_cast<thread float* thread*>(a); }",
            rules::CONVERSION_EXPLICIT,
            "const_cast<thread float* thread*>(a)",
            "void f(thread const int* thread* a) { **const_cast<thread int* thread*>(a) = 1; auto b = const_cast<thread int* thread const*>(a); }",
        ),
        (
            "void f(device float4& a) { ((thread float2&)a).x = 1; }",
            rules::CONVERSION_POINTER_SAME_SPACE,
            "(thread float2&)a",
            "void f(device float4& a) { ((device float2&)a).x = reinterpret_cast<device float2&>(a).y; }",
        ),
        (
            "void f(constant float4& a) { reinterpret_cast<constant float2&>(a) = float2(1); }",
            rules::CONSTANT_NOT_WRITTEN,
            "reinterpret_cast<constant float2&>(a)",
            "float2 f(constant float4& a) { return reinterpret_cast<constant float2&>(a); }",
        ),
    ]);
}

#[test]
fn pointers_are_cast_to_integers_of_their_size_and_through_void() {
    check(&[
        (
            "void f(device float* a) { uint b = (uint)a; }",
            rules::CONVERSION_EXPLICIT,
            "(uint)a",
            "void f(device float* a) { ulong b = (ulong)a; device int* c = reinterpret_cast<device int*>(b + 4); }",
        ),
        (
            "void f(device float* a) { device int* b = static_cast<device int*>(a); }",
            rules::CONVERSION_EXPLICIT,
            "static_cast<device int*>(a)",
            "void f(device float* a) { device void* b = (device void*)a; device int* c = static_cast<device int*>(b); }",
        ),
        (
            "void f(threadgroup uint* a) { threadgroup float* b = static_cast<threadgroup float*>(a); }",
            rules::CONVERSION_EXPLICIT,
            "static_cast<threadgroup float*>(a)",
            "kernel void f() { threadgroup uint a[8][4]; threadgroup float* b = (threadgroup float*)a; }",
        ),
    ]);
}

#[test]
fn references_differ_from_each_other_but_not_from_values() {
    check(&[(
        "int f(const thread int& a, uint); int f(int a, int); int g(int a) { return f(a, 1l); }",
        rules::CALL_UNAMBIGUOUS,
        "f",
        "int f(const thread int& a, uint) { return a; } int f(int a, int) { return a; } int g(int a) { return f(a, 1u); }",
    )]);
}

#[test]
fn templates_are_specialised() {
    check(&[
        (
            "template <typename T> struct R { typedef T type; }; template <typename T> struct R<thread T&> { typedef T type; };
             R<thread float&>::type f(float a) { return a; } R<thread float&>::type* g();",
            rules::POINTER_ADDRESS_SPACE,
            "R<thread float&>::type*",
            "template <typename T> struct R { typedef T type; }; template <typename T> struct R<thread T&> { typedef T type; };
             R<thread float&>::type f(float a) { return a; } thread R<int>::type* g(thread int& a) { return &a; }",
        ),
        (
            "template <typename T, int N> struct A { int n = N; }; template <typename T> struct A<T, 1> { T one; }; template <int N> struct A<int, N> { int two; };
             void f() { A<int, 1> a; }",
            rules::CALL_UNAMBIGUOUS,
            "A",
            "template <typename T, int N> struct A { int n = N; }; template <typename T> struct A<T, 1> { T one; }; template <int N> struct A<int, N> { int two; };
             template <> struct A<int, 1> { float3 best; };
             float f() { A<int, 1> a; A<float, 1> b; A<int, 2> c; A<float, 2> d; return a.best.x + b.one + c.two + d.n; }",
        ),
        (
            "template <typename T> T f(T a) { return a; } template <> int f<int>(float a) { return 1; }",
            rules::TEMPLATE_ARGUMENTS,
            "f",
            "template <typename T> T f(T a) { return a; } template <> int f<int>(int a) { return 1; } template <> float f(float a) { return 2; }
             template half f<half>(half); int g() { return f(1) + f(2.0f); }",
        ),
    ]);
}

#[test]
fn names_of_structures_are_found_through_them() {
    for text in [
        "struct S { enum E { A, B = 4 }; enum class C { X }; typedef float3 V; static constexpr constant int N = B; static int twice(int a) { return 2 * a; } struct In { int n; }; };
         int f(S::V v, S::In in) { int a[S::N]; S::E e = S::B; return S::twice(a[0]) + in.n + e + int(S::C::X) + v.x; }",
        "template <typename T> struct L { static constexpr constant int n = 1; T value; template <typename U> U as() const { return U(value); } static T zero() { return T(0); } };
         template <> struct L<half> { static constexpr constant int n = 2; half value; };
         int f() { L<float> l; int a[L<half>::n]; return L<float>::n + l.as<int>() + L<int>::zero() + a[1]; }",
        "struct S { int n; S operator+(S a) { return a; } }; S operator-(S a, S b) { return a; } S f(S s) { return operator-(s.operator+(s), s); }",
        "template <uint N> struct D { template <typename T> static T op(T x) { return x + D<N / 2>::op(x); } }; template <> struct D<0> { template <typename T> static T op(T x) { return x; } };
         struct F { int n; int g() { return sq<2>(n); } template <int N> int sq(int a) { return a * N; } }; int f(F x) { return D<4>::op(x.g()); }",
        "struct U { ulong low; constexpr U(ulong a) : low(a) {} }; struct P { constexpr static const constant U N = U(3); }; ulong f() { return P::N.low; }",
        "template <typename T> struct P { typedef T type; }; template <typename T> typename P<T>::type f(typename P<T>::type a) { typename P<T>::type b = a; return b; }
         float g() { return f<float>(1); }",
        "namespace a { inline namespace b { int f() { return 1; } } namespace c { int g() { return 2; } } } namespace d = a::c; using namespace a::c; int h() { return a::f() + d::g() + g(); }",
    ] {
        assert_eq!(mistakes(text), [], "{text}");
    }
    check(&[(
        "struct S { int n; int f() { return n; } }; int g() { return S::f(); }",
        rules::CALL_MATCH,
        "S::f()",
        "struct S { int n; static int f() { return 1; } }; int g() { return S::f(); }",
    )]);
}

#[test]
fn the_more_special_template_is_chosen() {
    for text in [
        "template <typename T, uint N> void cp(thread T (&a)[N], thread T (&b)[N]) {} template <typename T, uint N, uint M> void cp(thread T (&a)[N][M], thread T (&b)[N][M]) {}
         void f() { int a[2][3]; int b[2][3]; cp(a, b); }",
        "template <typename T> int f(T a) { return 1; } int f(int a) { return 2; } template <typename T> int f(thread T* a) { return 3; }
         int g(thread int* p) { return f(1) + f(1.0f) + f(p); }",
        "template <typename T, int N = 2, int M = N + 1> struct A { T a[M]; }; template <typename T, int N = 4> int f(T a) { T b[N]; return sizeof(b); }
         int g() { A<int> a; A<int, 5> b; return f(1) + a.a[2] + b.a[5]; }",
        "template <typename T, int N> using A = array<T, N>; template <typename T, int N> struct S { A<A<T, 2>, N> a; };
         void f(thread array<array<int, 2>, 4>& a) { A<A<int, 2>, 4> b = a; a = b; S<int, 4> s; a = s.a; }",
        "template <typename T, int N> T first(vec<T, N> a) { return a.x; } template <typename T> vec<T, 4> four(T a) { return vec<T, 4>(a); }
         half f(half3 a) { return first(a) + first(four(1.0h)); }",
    ] {
        assert_eq!(mistakes(text), [], "{text}");
    }
}

#[test]
fn inner_braces_may_be_left_out() {
    check(&[(
        "struct In { int a[2]; float b; }; struct Out { In in[2]; int c; }; void f() { Out o = {1, 2, 3, {{4, 5}, 6}, 7, 8}; }",
        rules::INITIALISER_COUNT,
        "8",
        "struct In { int a[2]; float b; }; struct Out { In in[2]; int c; }; void f(In i) { Out o = {1, 2, 3, i, 7}; Out p = Out({i, {{4}}, 5}); }",
    )]);
}

#[test]
fn functions_of_the_library_are_overloads_of_those_beside_them() {
    check(&[
        (
            "half exp(half a, int b, int c) { return a; } float f(float x) { return exp(x, 1); }",
            rules::CALL_ARGUMENT_COUNT,
            "exp",
            "half exp(half a, int b, int c) { return a; } float f(float x) { return exp(x) + exp(1.0h, 1, 2); }",
        ),
        (
            "namespace own { float exp(half a, int b) { return a; } float f(float x) { return exp(x); } }",
            rules::CALL_ARGUMENT_COUNT,
            "exp",
            "namespace own { float exp(half a, int b) { return a; } float f(float x) { return metal::exp(x); } }",
        ),
    ]);
}

#[test]
fn arguments_without_types_make_a_template_no_candidate() {
    const IF: &str = "template <bool B, typename T = void> struct enabled {}; template <typename T> struct enabled<true, T> { typedef T type; };
        template <typename T> struct whole { static constexpr constant bool value = false; }; template <> struct whole<int> { static constexpr constant bool value = true; };\n";
    let functions =
        "template <typename T, typename E = typename enabled<whole<T>::value>::type> int f(T a) { return 1; }
        template <typename T> typename enabled<!whole<T>::value, float>::type f(T a) { return a; }
        template <typename T, typename enabled<whole<T>::value, int>::type N = 3> int n(T a) { return N; }\n";
    let right = format!("{IF}{functions} float g() {{ return f(1) + f(1.0f) + n(2); }}");
    assert_eq!(mistakes(&right), []);
    let wrong = format!("{IF}{functions} float g() {{ return n(2.0f); }}");
    assert_eq!(mistakes(&wrong), [(rules::TEMPLATE_DEDUCTION.id, "n".to_owned())]);
    let vectors = "template <typename T> T pick(T x) { return x; } template <typename T> T pick(vec<T, 4> x) { return x.y; } float f(float4 v, float s) { return pick(v) + pick(s); }";
    assert_eq!(mistakes(vectors), []);
    let shuffles = "template <typename T> T sh(T x) { return x; } template <> bool sh(bool x) { return !x; } template <uint N> vec<bool, N> sh(vec<bool, N> x) { return x; }
        template <uint N> vec<long, N> sh(vec<long, N> x) { return x; } ulong3 sh(ulong3 x) { return x; }
        long f(long2 a, uchar b, bool2 c, ulong3 d, float4 e) { return sh(a).x + sh(b) + sh(c).x + sh(d).x + sh(e).x + sh(true); }";
    assert_eq!(mistakes(shuffles), []);
    let arrays = "struct S { int n; }; struct T { int m; }; struct B { device S* a[4]; };
        int f(device B& b) { const device auto& c = reinterpret_cast<device T* const device (&)[4]>(b.a); return c[2]->m; }";
    assert_eq!(mistakes(arrays), []);
    let pointers = "void f(device int* (&a)[2]) { a[0][1] = 2; } void g(device int* p) { device int* a[2] = {p, p}; f(a); }";
    assert_eq!(mistakes(pointers), []);
}

#[test]
fn constexpr_functions_have_values() {
    check(&[
        (
            "int twice(int n) { return 2 * n; } void f() { int a[twice(2)]; }",
            rules::ARRAY_SIZE,
            "twice(2)",
            "constexpr int twice(int n) { return 2 * n; } void f() { int a[twice(2)]; a[3] = 1; static_assert(sizeof(a) == 16, \"\"); }",
        ),
        (
            "constexpr int sum(int n) { int s = 0; for (int i = 1; i <= n; ++i) { if (i == 3) continue; s += i; } return s; } static_assert(sum(4) == 10, \"\");",
            rules::STATIC_ASSERT_HOLDS,
            "sum(4) == 10",
            "constexpr int sum(int n) { int s = 0; for (int i = 1; i <= n; ++i) { if (i == 3) continue; s += i; } return s; } static_assert(sum(4) == 7, \"\");",
        ),
        (
            "constexpr int f(int n) { while (true) { n++; } return n; } void g() { int a[f(1)]; }",
            rules::UNSUPPORTED_FEATURE,
            "f(1)",
            "template <uint N> constexpr uint f() { return N == 0 ? 1 : f<N - 1>() * N; } template <> constexpr uint f<0>() { return 1; } void g() { int a[f<4>()]; static_assert(sizeof(a) == 96, \"\"); }",
        ),
    ]);
}

#[test]
fn types_are_those_of_expressions() {
    check(&[
        (
            "auto f(float a) { if (a > 1) { return 1; } return a; }",
            rules::CONVERSION_RETURN,
            "return a;",
            "auto f(float a) { if (a > 1) { return a * 2; } return a; } float g() { return f(1); }
             struct S { int n; auto get() const { return n; } thread auto& at() { return n; } }; int h(S s) { s.at() = 2; return s.get(); }
             template <typename T> auto twice(T a) { return a + a; } half k(half a) { return twice(a); }",
        ),
        (
            "void f(thread int& a) { decltype((a)) b; }",
            rules::REFERENCE_INITIALISED,
            "b",
            "int f(thread int& a) { decltype((a)) b = a; b = 1; decltype(1.0h) c = 2; decltype(a + 1u) d = 3; return a + int(c) + d; }",
        ),
    ]);
}

#[test]
fn members_are_defined_outside_of_their_structure() {
    check(&[
        (
            "struct S { int v; int get() const; }; int S::get() { return v; }",
            rules::MEMBER_EXISTS,
            "get",
            "struct S { typedef int V; int v; S(int a); V get() const; int get(); static int twice(int a); S operator+(S o) const; int early() { return get(); } };
             S::S(int a) : v(a) {} S::V S::get() const { V r = v; return r; } int S::get() { return ++v; } int S::twice(int a) { return 2 * a; }
             inline S S::operator+(S o) const { return S(v + o.v); } int f(S s) { return s.get() + S::twice(3) + (s + s).early(); }",
        ),
        (
            "struct S { int n; S(int a); }; inline S::S(int a) : m(a) {}",
            rules::NAME_DECLARED,
            "m",
            "struct S { int n; S(int a); constexpr S(int a, int b); operator int() const; }; inline S::S(int a) : n(a) {}
             constexpr inline S::S(int a, int b) : n(a + b) {} inline S::operator int() const { return n; } int f() { return S(1) + S(2, 3); }",
        ),
        (
            "int T::get() { return 1; } int g() { return 2; }",
            rules::NAME_NAMESPACE_KNOWN,
            "get",
            "template <typename T, int N> struct A { T v[N]; T at(int i) const; T sum() const { return at(0) + at(1); } };
             template <typename U, int M> U A<U, M>::at(int i) const { U last = v[M - 1]; return v[i] + last; } float f(A<float, 2> a, A<int, 3> b) { return a.sum() + b.sum(); }
             namespace n { struct T { int get(); }; } int n::T::get() { return 1; } int h(n::T t) { return t.get(); }",
        ),
        (
            "struct S { template <class U> U f(U u); }; template <class U> U S::f(U u) { return u; } template <class V> V S::f(V v) { return v; }",
            rules::FUNCTION_REDEFINITION,
            "f",
            "struct S { int n; template <class U> U f(U u) const; template <int N> static int g(); template <class U> U f(U u, int m); };
             template <class U> U S::f(U u) const { return u + n; } template <int N> int S::g() { return N; }
             template <class U> U S::f(U u, int m) { n = m; return u; } int h(S s) { return s.f(2) + S::g<3>() + s.f(1, 2); }",
        ),
    ]);
}

#[test]
fn objects_begin_in_their_address_space() {
    let structure = "struct S { int n; S(int m) thread : n(m) {} S(int m) constant { n = m; } S(int m) device : n(m) {}\
        thread int& operator[](uint i) thread { return n; } const thread int& operator[](uint i) const thread { return n; }\
        operator float2x2() const thread { return float2x2(n); } operator float2x2() const device { return float2x2(1); } };\n";
    for text in [
        "int f() { return S(1)[0]; }",
        "float2x2 f(device S& s) { return float2x2(s) + float2x2(S(2)); }",
        "thread S& f(thread S& s) { s = 3; return s; }",
    ] {
        assert_eq!(mistakes(&format!("{structure}{text}")), [], "{text}");
    }
    // A constructor writes its own object only.
    check(&[(
        "constant int c = 1; struct S { int n; S(int m) constant { c = m; } };",
        rules::CONSTANT_NOT_WRITTEN,
        "c",
        "constant int c = 1; struct S { int n; S(int m) constant { n = m; this->n = c; } };",
    )]);
}

#[test]
fn lists_for_initializer_list_are_not_supported() {
    let text = "#include <metal_stdlib>\nusing namespace metal;\n\
        struct S { float n; thread S& operator=(initializer_list<float> a) thread { n = *a.begin(); return *this; } };\n";
    assert_eq!(mistakes(text), []);
    let unsupported = (rules::UNSUPPORTED_FEATURE.id, "{1.0f}".to_owned());
    assert_eq!(mistakes(&format!("{text}void f() {{ S s; s = {{1.0f}}; }}")), [unsupported]);
}

#[test]
fn the_conditions_of_the_target_are_macros() {
    let text = "#include <TargetConditionals.h>\n#if TARGET_OS_OSX && !TARGET_OS_IPHONE && !TARGET_OS_SIMULATOR\nint f(int a) { return a; }\n#endif\nint g() { return f(TARGET_OS_MAC); }";
    assert_eq!(mistakes(text), []);
}

#[test]
fn templates_without_instances_are_checked_as_far_as_they_are_known() {
    check(&[
        (
            "template <typename T> T f(T a) { return a + undeclared; }",
            rules::NAME_DECLARED,
            "undeclared",
            "template <typename T> T f(T a) { return a + 1; }",
        ),
        (
            "template <uint N> bool f(thread float (&a)[N]) { int b = 1 << 2.0f; return a[N - 1] > b; }",
            rules::OPERATOR_BITWISE_INTEGERS_ONLY,
            "1 << 2.0f",
            "template <uint N> bool f(thread float (&a)[N]) { int b = 1 << 2u; return a[N - 1] > b; }",
        ),
    ]);
    // What depends on a parameter may be right for some arguments.
    for text in [
        "template <typename T, int N> vec<T, N> f(vec<T, N> a) { static_assert(N == 4, \"\"); T b[N] = {1, 2, 3}; switch (N) { case N: return a.xyzw * b[3]; } return T::zero(a); }",
        "template <typename T> enable_if_t<is_integral<T>::value, T> f(device T* a) { device float* b = a; T c{1.5f}; c.member(b); for (T d : c) {} return a->member; }",
        "template <typename T> struct S { T a; }; template <typename T> T g(S<T> s, uniform<T> u) { typename S<T>::type b = s.a; return g<T>(s, u) + h(b) + static_cast<S<T>>(b); } int h(int a) { return a; }",
        "template <typename T, access A> T f(texture2d<T, A> t, sampler s) { array<T, sizeof(T)> a; return t.sample(s, a[0]); }",
        "template <bool B> void f(device int* a) { if (B) { a[0] = B ? 1 : 2; } int b = int(B) * 2; a[b] = as_type<int>(B); }",
    ] {
        assert_eq!(
            mistakes(&format!("#include <metal_stdlib>\nusing namespace metal;\n{text}")),
            [],
            "{text}"
        );
    }
    // A template with instances is checked with their arguments.
    let text = "template <typename T> int f(T a) { return undeclared; } int g() { return f(1); }";
    assert_eq!(mistakes(text).len(), 1);
}

#[test]
fn what_could_not_be_read_has_no_consequences() {
    for (text, rule) in [
        ("float f(float a { return a; } float g() { return f(1.0f); }", rules::GRAMMAR_TOKEN),
        ("struct S { float x y; float z; }; float g(S s) { return s.y + s.z; }", rules::GRAMMAR_TOKEN),
        ("void g() { int a b = 1; int c = b + 1; }", rules::GRAMMAR_TOKEN),
    ] {
        let found = mistakes(text);
        assert_eq!(found.iter().map(|(rule, _)| *rule).collect::<Vec<_>>(), [rule.id], "{text}");
    }
    // A structure with a member that is not known has no size, and may have any member.
    let text = "struct S { float x; goto y; }; static_assert(sizeof(S) == 8, \"\"); float f(S s) { S t = {1, 2}; return s.z + t.x; }";
    assert_eq!(mistakes(text).len(), 1, "{:?}", mistakes(text));
    // Other names are looked for as ever.
    assert_eq!(mistakes("float f(float a { return a; } float g() { return h(1.0f); }").len(), 2);
}

#[test]
fn templates_of_variables_make_one_for_each_list_of_arguments() {
    let pi = "template <typename T> constant constexpr T pi = T(3.25f); template <> constant constexpr int pi<int> = 4;";
    for use_of in [
        "static_assert(pi<float> == 3.25f && pi<int> == 4 && pi<uint> == 3u, \"\");",
        "int a[pi<uint>] ; half f() { return pi<half> + half(pi<float>); }"
            .trim_start_matches("int a[pi<uint>] ; "),
        "float2 f() { return pi<float2>; }",
    ] {
        assert_eq!(mistakes(&format!("{pi} {use_of}")), [], "{use_of}");
    }
    check(&[
        (
            "template <typename T> constant T a = T(1); int f() { return a<2>; }",
            rules::TEMPLATE_ARGUMENTS,
            "a",
            "template <typename T> constant T a = T(1); int f() { return a<int>; }",
        ),
        (
            "template <typename T> thread T a = T(1); int f() { return a<int>; }",
            rules::VARIABLE_PROGRAM_SCOPE_CONSTANT,
            "a",
            "template <typename T> constant T a = T(1); int f() { return a<int>; }",
        ),
    ]);
}

#[test]
fn templates_may_be_arguments_of_templates() {
    let boxes = "template <typename T> struct Box { T v; }; template <typename T> struct Pair { T a; T b; };";
    for text in [
        "template <template <typename> class C, typename T> T f(C<T> c) { return c.v; } float g(Box<float> b) { return f(b) + f<Box, float>(b); }",
        "template <template <typename> class C = Box> struct Holder { C<int> c; }; int g(Holder<> a, Holder<Pair> b) { return a.c.v + b.c.b; }",
        "template <typename T> struct First { static constexpr constant int n = 0; }; template <template <typename> class C, typename T> struct First<C<T>> { static constexpr constant int n = sizeof(T); }; static_assert(First<Pair<char>>::n == 1 && First<int>::n == 0, \"\");",
    ] {
        assert_eq!(mistakes(&format!("{boxes} {text}")), [], "{text}");
    }
    let wrong = "template <template <typename> class C> struct Holder { C<int> c; }; Holder<int> f(Holder<int> a) { return a; }";
    let found = mistakes(&format!("{boxes} {wrong}"));
    assert!(
        found.iter().all(|(rule, _)| *rule == rules::TEMPLATE_ARGUMENTS.id) && !found.is_empty(),
        "{found:?}"
    );
}

#[test]
fn packs_have_as_many_elements_as_arguments() {
    let count = "template <typename... T> struct Ints; template <> struct Ints<> { static constexpr constant int n = 0; }; template <typename H, typename... T> struct Ints<H, T...> { static constexpr constant int n = Ints<T...>::n; }; template <typename... T> struct Ints<int, T...> { static constexpr constant int n = 1 + Ints<T...>::n; };";
    let sum = "template <typename T> constexpr T sum(T x) { return x; } template <typename T, typename... U> constexpr auto sum(T x, U... u) { return x + sum(u...); }";
    for text in [
        format!("{count} static_assert(Ints<int, float, int>::n == 2 && Ints<>::n == 0, \"\");"),
        format!("{sum} static_assert(sum(1, 2, 3, 4) == 10, \"\");"),
        "template <typename... T> constexpr int n(T... t) { return sizeof...(t) + sizeof...(T); } static_assert(n(1, 2.0f) == 4 && n() == 0, \"\");".to_owned(),
        "template <int... N> constexpr int last() { constexpr int a[] = {0, N...}; return a[sizeof...(N)]; } static_assert(last<4, 5>() == 5, \"\");".to_owned(),
        "template <typename... T> struct Void { typedef void type; }; template <typename... T> using void_t = typename Void<T...>::type; template <typename T, typename = void> struct Has { static constexpr constant bool v = false; }; template <typename T> struct Has<T, void_t<decltype(T().x)>> { static constexpr constant bool v = true; }; struct A { int x; }; struct B { int y; }; static_assert(Has<A>::v && !Has<B>::v, \"\");".to_owned(),
        "struct Log { template <typename... A> void debug(constant char*, A...) const thread {} template <typename... A> int all(A... a) { return f(a...); } int f(int a, int b) { return a + b; } }; int g() { Log log; return log.all(1, 2); }".to_owned(),
        "template <typename F, typename... T> auto apply(F f, T... t) -> decltype(f(t...)) { return f(t...); } struct Add { int operator()(int a, int b) const { return a + b; } }; int g() { return apply(Add(), 1, 2); }".to_owned(),
        "auto half_of(float a) -> half { return half(a); } half g() { return half_of(1.0f); }".to_owned(),
    ] {
        assert_eq!(mistakes(&text), [], "{text}");
    }
    check(&[
        (
            "template <typename... T> int f(int a, T... t) { return sizeof...(T); } int g() { return f(); }",
            rules::CALL_MATCH,
            "f",
            "template <typename... T> int f(int a, T... t) { return sizeof...(T); } int g() { return f(1); }",
        ),
        (
            "struct S {}; template <typename... T> int f(T... t) { int a[] = {t...}; return a[0]; } int g() { S s; return f(1, s); }",
            rules::CONVERSION_INITIALISATION,
            "t",
            "struct S {}; template <typename... T> int f(T... t) { int a[] = {t...}; return a[0]; } int g() { S s; return f(1, 2); }",
        ),
    ]);
}

#[test]
fn packs_that_are_too_long_are_not_supported() {
    let text = format!(
        "template <typename... T> int f(T... t) {{ return 1; }} int g() {{ return f({}1); }}",
        "1, ".repeat(64)
    );
    let rules: Vec<&str> = mistakes(&text).iter().map(|(rule, _)| *rule).collect();
    assert_eq!(rules, [rules::UNSUPPORTED_TEMPLATE.id]);
}

#[test]
fn packs_that_grow_without_end_are_not_supported() {
    let text = "template <typename... T> int f(T... t) { return f(t..., 1); } int g() { return f(); }";
    let found = mistakes(text);
    assert_eq!(found.iter().map(|(rule, _)| *rule).collect::<Vec<_>>(), [rules::UNSUPPORTED_NESTING.id]);
}

#[test]
fn functions_are_arguments_of_templates() {
    let double_it = "int twice(int a) { return 2 * a; } float twice(float a) { return 2 * a; } template <typename T> T thrice(T a) { return 3 * a; }";
    for text in [
        "template <int (*f)(int)> int apply(int a) { return f(a); } int g() { return apply<twice>(1) + apply<thrice>(2) + apply<&thrice<int>>(3); }",
        "typedef float (F)(float); template <F f> float apply(float a) { return f(a); } float g() { return apply<twice>(1.0f); }",
        "typedef int fi(int); typedef float ff(float); template <fi f> int apply(int a) { return f(a); } template <ff f> int apply(int a) { return int(f(a)); } int by_float(int a); float half_of(float a) { return a / 2; } int g() { return apply<half_of>(1); }",
        "template <typename T> kernel void k(device T* o [[buffer(0)]]) { o[0] = 1; } typedef decltype(k<float>) kernel_t; template [[host_name(\"k_float\")]] kernel kernel_t k<float>;",
        "template <typename T> void k(device float* o, T a) { o[0] = a; } template decltype(k<float>) k<float>;",
        "int g() { int a[4] = {[0 ... 2] = 1, [3] = 2}; float b[2] = {[1] = 2}; return a[3] + int(b[1]); }",
        "void f(device const void* p) {} void g(device const float* a, device void* b) { f(a); device void* c = (device int*)b; if (a != b) f(c); }",
    ] {
        assert_eq!(mistakes(&format!("{double_it} {text}")), [], "{text}");
    }
    check(&[
        (
            "int f(int a, int b) { return a; } template <int (*g)(int)> int apply(int a) { return g(a); } int h() { return apply<f>(1); }",
            rules::TEMPLATE_DEDUCTION,
            "apply",
            "int f(int a) { return a; } template <int (*g)(int)> int apply(int a) { return g(a); } int h() { return apply<f>(1); }",
        ),
        (
            "template <typename T> kernel void k(device T* o [[buffer(0)]]) {} template [[host_name(\"k\")]] kernel decltype(k<int>) k<float>;",
            rules::TEMPLATE_ARGUMENTS,
            "k",
            "template <typename T> kernel void k(device T* o [[buffer(0)]]) {} template [[host_name(\"k\")]] kernel decltype(k<float>) k<float>;",
        ),
        (
            "int f() { int a[2] = {[2] = 1}; return a[0]; }",
            rules::MEMBER_DESIGNATOR_KNOWN,
            "2",
            "int f() { int a[2] = {[1] = 1}; return a[0]; }",
        ),
        (
            "void f(device void* a) { device void* b = a + 1; }",
            rules::OPERATOR_OPERANDS,
            "a + 1",
            "void f(device char* a) { device void* b = a + 1; }",
        ),
    ]);
}

#[test]
fn enumerators_of_the_library_are_labels() {
    let text = |labels: &str| {
        format!(
            "#include <metal_stdlib>\nusing namespace metal;\nint f(component c) {{ switch (c) {{ {labels} default: return 2; }} }}"
        )
    };
    assert_eq!(mistakes(&text("case component::x: return 0; case component::y: return 1;")), []);
    for wrong in ["case 0: return 0;", "case component::x: case component::x: return 0;"] {
        assert_eq!(mistakes(&text(wrong)).len(), 1, "{wrong}");
    }
}

/// The values that `static_assert`s compare with are g++'s.
#[test]
fn constant_expressions_compute_objects() {
    for text in [
        "struct P { int x; constexpr P(int a) : x(a) {} constexpr int d() const { return x * x; } }; static_assert(P(2).d() == 4, \"\");",
        "struct C { int n; constexpr C(int x) : n(x) {} constexpr int g() const { return n; } }; int f() { constexpr C c(2); int a[c.g() + c.n]; return sizeof(a); } struct D { int n; constexpr int g() const constant { return n; } }; constexpr constant D k = {5}; static_assert(k.g() * 2 == 10, \"\");",
        "struct V { int x, y; }; constexpr V operator+(V a, V b) { return V{a.x + b.x, a.y + b.y}; } constexpr constant V v = V{1, 2} + V{3, 4}; static_assert(v.x == 4 && v.y == 6, \"\"); template <int N> struct T { int a[N]; }; static_assert(sizeof(T<v.y>) == 24, \"\");",
        "constexpr int sum(int n) { int a[4] = {1, 2, 3}; int s = 0; for (int i = 0; i < n; ++i) s += a[i]; return s; } static_assert(sum(4) == 6, \"\");",
        "constexpr void add(thread int& a, int b) { a += b; } constexpr int f(int n) { int s = 1; add(s, n); thread int* p = &s; *p += 1; return s; } static_assert(f(3) == 5, \"\");",
        "struct A { int v[3] = {1, 2, 3}; constexpr A() {} constexpr int operator[](int i) const { return v[i]; } }; static_assert(A()[1] == 2, \"\"); enum { N = A()[2] }; static_assert(N == 3, \"\");",
        "constexpr int f(int n) { switch (n) { case 1: n = 10; case 2: n += 1; break; default: return 7; } return n; } static_assert(f(1) == 11 && f(2) == 3 && f(3) == 7, \"\");",
        "constexpr int square(int n) { return n * n; } struct Q { int q; constexpr int get() const { return square(q); } }; int g(int x) { switch (x) { case Q{3}.get(): return 1; } return 0; }",
        "constant int t[3] = {4, 5, 6}; constexpr int f() { return t[1]; } static_assert(f() == 5, \"\"); constant float4 c(1, 2, 3, 4); static_assert(c.z == 3 && c.wy.y == 2, \"\"); constexpr constant float2x2 m = float2x2(3); static_assert(m[0][0] == 3 && m[1][0] == 0, \"\"); constexpr float s() { float2 a = float2(1, 2); a.yx = float2(7, 8); return a.x * 10 + a.y; } static_assert(s() == 87, \"\");",
        "template <int N> struct F { int v; constexpr F() : v(N) {} }; struct M { int v = 1; F<2> f; }; template <int N> int f() { constexpr F<N> a; const M m; int b[a.v]; return sizeof(b) / 4; } int g() { return f<2>() + f<5>(); }",
    ] {
        assert_eq!(mistakes(text), [], "{text}");
    }
    for (text, rule, place) in [
        (
            "constexpr int d(int x) { return 1 / x; } static_assert(d(0) == 9, \"\");",
            rules::EXPRESSION_CONSTANT_DEFINED,
            "d(0) == 9",
        ),
        (
            "constexpr int d(int x) { return 1 / x; } constexpr constant int k = d(0);",
            rules::EXPRESSION_CONSTANT_DEFINED,
            "d(0)",
        ),
        (
            "constexpr int d(int i) { int a[3] = {1, 2, 3}; return a[i]; } void f() { int a[d(3)]; }",
            rules::EXPRESSION_CONSTANT_DEFINED,
            "d(3)",
        ),
        ("static_assert(2147483647 + 1 < 0, \"\");", rules::EXPRESSION_CONSTANT_DEFINED, "2147483647 + 1"),
        (
            "template <int N> constexpr int g(bool b) { int x; if (b) x = N; return x; } static_assert(g<1>(false) == 0, \"\");",
            rules::EXPRESSION_CONSTANT_DEFINED,
            "g<1>(false) == 0",
        ),
        (
            "constexpr int e() { while (true) { } return 1; } static_assert(e() == 1, \"\");",
            rules::UNSUPPORTED_FEATURE,
            "e() == 1",
        ),
        (
            "struct P { int x; constexpr P(int a) : x(a) {} constexpr int d() const { return x * x; } }; static_assert(P(2).d() == 5, \"\");",
            rules::STATIC_ASSERT_HOLDS,
            "P(2).d() == 5",
        ),
        (
            "struct P { int x; P(int a) : x(a) {} int d() const { return x; } }; static_assert(P(2).d() == 2, \"\");",
            rules::STATIC_ASSERT_CONSTANT,
            "P(2).d() == 2",
        ),
        ("int f(int n) { struct { int v; } s = {n}; int a[s.v]; return a[0]; }", rules::ARRAY_SIZE, "s.v"),
    ] {
        assert_eq!(mistakes(text), [(rule.id, place.to_owned())], "{text}");
    }
}

/// Functions that call themselves are rejected for that, and evaluating them ends.
#[test]
fn constant_recursion_is_bounded() {
    let text = "constexpr int f(int n) { return f(n + 1) + 1; } static_assert(f(0) == 1, \"\");";
    assert_eq!(mistakes(text)[0].0, rules::FUNCTION_NO_RECURSION.id);
}

#[test]
fn names_of_structures_stay_types_and_labels_of_compilers_are_read() {
    for text in [
        "template <typename T> struct N { T v; N() {} N(T a) : v(a) {} template <typename U> N(N<U> u) : v(u.v) {} N<T> get() const { return N<T>(v); } void add(N<T> q) { v += q.v; } }; int f() { N<int> a(1); a.add(a.get()); return a.v; }",
        "typedef float A, B[2]; typedef struct { int a; } T, TA[3]; A f(TA a, B b) { T d = a[0]; return b[1] + d.a; }",
        "int f() { struct { int a; } x = {1}, y = x; return y.a; }",
        "template <typename T> struct S { struct { T v; } in; }; template <typename T> int size() { struct { T v; } a; return sizeof(a); } static_assert(sizeof(S<float4>) == 16 && sizeof(S<char>) == 1, \"\"); float4 f(S<float4> a, S<char> b) { return a.in.v * float(b.in.v) + size<char>() + size<float4>(); }",
        "enum class E { A = 1, B = A * 4, C }; static_assert(int(E::C) == 5, \"\");",
        "int f(int a) { switch (a) { case 1: a = 2; [[fallthrough]]; case 2: [[clang::fallthrough]]; default: return a; } }",
        "int f(int a) { [[clang::loop]] for (int i = 0; i < 3; i++) a++; [[likely]] if (a > 3) [[unlikely]] { a = 1; } [[clang::nomerge]] a += 1; [[maybe_unused]] int b = 3; [[likely, clang::nomerge]] [[likely]] return a; }",
    ] {
        assert_eq!(mistakes(text), [], "{text}");
    }
    assert_eq!(
        mistakes("int f(int a) { [[position]] a = 1; return a; }"),
        [(rules::GRAMMAR_STATEMENT.id, "position".to_owned())]
    );
}

/// Copies have one budget, whatever multiplies them: patterns in patterns, or large bodies for many lengths.
#[test]
fn copies_for_packs_are_bounded() {
    use shader_source::steps;
    let nested = |depth: usize| {
        let (open, close) = ("g(t, ".repeat(depth), ")...".repeat(depth));
        format!(
            "template <typename... T> int g(T... t) {{ return 1; }}
             template <typename... T> int f(T... t) {{ return g({open}t...{close}); }} int h() {{ return f(1, 2, 3, 4, 5, 6, 7, 8); }}"
        )
    };
    let large = format!(
        "template <typename... T> int f(T... t) {{ int a = 0; {} return a; }} int h() {{ return f({}1); }}",
        "a = a + 1; ".repeat(20_000),
        "1, ".repeat(60)
    );
    for text in [nested(12), nested(40), large] {
        let (found, steps) = steps::counted(|| mistakes(&text));
        assert!(steps < 20_000_000, "{steps}: {}", &text[..80]);
        let rules: Vec<&str> = found.iter().map(|(rule, _)| *rule).collect();
        assert_eq!(rules, [rules::UNSUPPORTED_TEMPLATE.id], "{}", &text[..80]);
    }
}

#[test]
fn bit_fields_share_the_objects_of_their_types() {
    for text in [
        "enum class M : uint { a = 1, b }; struct B { uint lo : 4; uint hi : 28; }; uint f() { B b; b.lo = 3; b.hi = uint(M::b); return b.lo + b.hi; }",
        "struct A { uchar a : 3; uchar b : 6; }; struct B { uint a : 30; uint b : 3; }; struct C { char a; uint b : 8; uint c : 24; char d; }; struct D { ushort a : 4; uint b : 28; half c; }; struct E { bool on : 1; int n : 7; }; struct F { char a; uint b : 20; uint c : 5; short d : 9; long e : 40; };
         static_assert(sizeof(A) == 2 && sizeof(B) == 8 && sizeof(C) == 8 && sizeof(D) == 8 && sizeof(E) == 4 && sizeof(F) == 16 && alignof(F) == 8 && alignof(A) == 1 && alignof(D) == 4, \"\");",
        "union U { uint a : 3; uint b : 17; uchar c; }; static_assert(sizeof(U) == 4, \"\"); struct B { bool on : 1; int n : 7; }; int f(B b) { const thread int& n = b.n; return b.on ? n : 0; }",
    ] {
        assert_eq!(mistakes(text), [], "{text}");
    }
    check(&[
        (
            "struct B { uint a : 3; }; thread uint* f(thread B& b) { return &b.a; }",
            rules::OPERATOR_ADDRESS_OF_LVALUE,
            "b.a",
            "struct B { uint a; }; thread uint* f(thread B& b) { return &b.a; }",
        ),
        (
            "struct B { uint a : 3; }; void f(thread B& b) { thread uint& a = b.a; a = 1; }",
            rules::REFERENCE_BINDS_LVALUE,
            "b.a",
            "struct B { uint a; }; void f(thread B& b) { thread uint& a = b.a; a = 1; }",
        ),
        ("struct B { uint a : 33; };", rules::UNSUPPORTED_FEATURE, "a", "struct B { uint a : 32; };"),
        ("struct B { float a : 3; };", rules::GRAMMAR_DECLARATION, "a", "struct B { float a; };"),
        (
            "struct S { int a : 4; }; fragment void f(S s [[stage_in]]) {}",
            rules::STAGE_IN_MEMBER_TYPE,
            "a",
            "struct S { int a [[flat]]; }; fragment void f(S s [[stage_in]]) {}",
        ),
    ]);
}

#[test]
fn constants_of_unused_templates_have_no_known_value() {
    for text in [
        "template <short N> void f(device float* o) { constexpr short n = (N + 63) & ~63; constexpr short m = n / 4; const int k = m; half x[m]; half y[k]; o[0] = x[0] + y[0]; }",
        "template <typename T> void f(device float* o) { constexpr int n = sizeof(T) * 2; switch (int(o[0])) { case n: break; } }",
    ] {
        assert_eq!(mistakes(text), [], "{text}");
    }
    let text =
        "template <short N> void f(device float* o) { constexpr short n = N * 2; float m = n; half x[m]; }";
    assert_eq!(mistakes(text), [(rules::ARRAY_SIZE.id, "m".to_owned())]);
}

#[test]
fn functions_in_the_namespace_of_the_library_are_overloads() {
    for text in [
        "struct S { float x; }; namespace metal { S exp(S s) { return S{metal::exp(s.x)}; } S sin(S s) { return S{sin(s.x)}; } } float f(S s) { return metal::exp(s).x + metal::exp(1.0f) + sin(s).x + sin(1.0f); }",
        "namespace n = metal; float f(float a) { return n::exp(a); }",
        "namespace n { namespace m = metal; float f(float a) { using namespace m; return m::exp(a) + sin(a); } } float g(n::m::float4 a) { return metal::sin(a.x); }",
        "namespace n = metal; namespace metal { int max(thread int* a) { return n::max(*a, 1); } } int f(int a) { return n::max(&a) + n::max(a, 2); }",
        "float f(float x) { int e; return __metal_exp(x, __METAL_FAST_MATH__) + __metal_frexp(x, &e) + __metal_divide(x, x + 1, 0) + __metal_simd_xor(x); }",
        "struct S { float x; }; namespace metal { namespace precise { S exp(S s) { return S { exp(s.x) }; } } S exp(S s) { return precise::exp(s); } } float f(S s) { return metal::precise::exp(s).x + metal::precise::exp(1.0f) + precise::sin(1.0f) + metal::fast::sin(s.x); }",
        "inline constexpr constant int n = 2; struct S { inline static constexpr constant int m = n; }; int f() { return S::m; }",
        "ulong shift(ulong a, ushort b); struct S { int a; }; ulong simd_shuffle_down(ulong a, ushort b) { return a + b; } long simd_shuffle_down(long a, ushort b) { return a; } bool simd_shuffle_down(bool a, ushort b) { return simd_shuffle_down(uint(a), b); }",
        "ushort f(ushort lane = __metal_get_thread_index_in_simdgroup(ushort())) { return lane; }",
    ] {
        assert_eq!(mistakes(text), [], "{text}");
    }
    check(&[(
        "namespace metal { int exp(int a) { return metal::exp(a); } }",
        rules::FUNCTION_NO_RECURSION,
        "exp",
        "namespace metal { int exp(int a) { return int(metal::exp(float(a))); } }",
    )]);
}

#[test]
fn variables_have_partial_specializations() {
    let head = "template <typename T> struct L { T x; }; template <typename T, typename U> constexpr constant int n = 1; template <typename T> constexpr constant int n<T, int> = 2; template <typename T> constexpr constant int n<L<T>, int> = 3 + n<T, float>; template <typename T> constexpr constant int n<device T*, T> = 4;";
    let right = "static_assert(n<device float*, float> == 4 && n<int, float> == 1 && n<float, int> == 2 && n<L<int>, int> == 4 && n<L<L<int>>, int> == 4, \"\"); int f(device int* a) { int b[n<L<int>, int>] = {1, 2, 3, 4}; return b[3] + a[n<int, int>]; }";
    assert_eq!(mistakes(&format!("{head} {right}")), [], "{right}");
    let recursive = "template <int N> constexpr constant int f = N * f<N - 1>; template <> constexpr constant int f<0> = 1; static_assert(f<5> == 120, \"\");";
    assert_eq!(mistakes(recursive), []);
    let ambiguous = "template <typename T, typename U> constexpr constant int p = 0; template <typename T> constexpr constant int p<T, int> = 1; template <typename T> constexpr constant int p<int, T> = 2; constant int q = p<int, int>;";
    assert_eq!(mistakes(ambiguous), [(rules::CALL_UNAMBIGUOUS.id, "p".to_owned())]);
}

/// Programs without `using namespace metal`.
#[test]
fn arguments_of_the_library_make_its_functions_visible() {
    let found = |text: &str| -> Vec<_> {
        let found = super::validate(text, &super::Options::default());
        found.iter().map(|found| (found.rule.id, found.primary.span.text(text).to_owned())).collect()
    };
    for text in [
        "kernel void k(device metal::atomic_uint* a) { atomic_fetch_add_explicit(a, 1u, metal::memory_order_relaxed); threadgroup_barrier(metal::mem_flags::mem_none); }",
        "template <typename T> void f(threadgroup T* a) { atomic_store_explicit(a, 1, metal::memory_order::memory_order_relaxed); } kernel void k() { threadgroup metal::atomic_int a; f(&a); }",
    ] {
        assert_eq!(found(text), [], "{text}");
    }
    // The instances decide, if there are any. C++14 (temp.dep)
    assert_eq!(found("template <typename T> T f(T x) { return max(x, T(0)); }"), []);
    let beside = "float f(float a, metal::mem_flags b) { return max(a, 1.0f); }";
    assert_eq!(found(beside), [(rules::LIBRARY_NAMESPACE.id, "max".to_owned())]);
}

#[test]
fn instances_have_the_chosen_branch_of_if_constexpr() {
    for text in [
        "struct S { int x; }; template <typename T> int f(T a) { if constexpr (is_same<T, S>::value) { return a.x; } else if constexpr (sizeof(T) == 2) { return a.y; } else { return int(a); } } int g(S s) { return f(s) + f(1); }",
        "template <typename T> struct A { static int get(T a) { if constexpr (is_floating_point_v<T>) { return isnan(a); } return 1; } }; int f() { return A<int>::get(1) + A<half>::get(1); }",
        "template <int N> struct A { int get() { if constexpr (N > 1) return missing(N); return N; } int missing(int n) { static_assert(N < 2, \"\"); return n; } }; int f(A<1> a) { return a.get(); }",
        "template <typename... T> int f(T... t) { if constexpr (sizeof...(T) > 0) { return int(sizeof...(t)); } else { return 0; } } int g() { return f() + f(1, 2); }",
    ] {
        assert_eq!(mistakes(text), [], "{text}");
    }
    check(&[
        (
            "template <typename T> int f(T a) { if constexpr (sizeof(T) == 4) { return a.x; } return 1; } int g() { return f(1); }",
            rules::MEMBER_ACCESS_STRUCTURE,
            "x",
            "template <typename T> int f(T a) { if constexpr (sizeof(T) == 8) { return a.x; } return 1; } int g() { return f(1); }",
        ),
        // Outside of a template, both branches are there.
        (
            "int f() { if constexpr (sizeof(int) == 8) { return nothing; } return 1; }",
            rules::NAME_DECLARED,
            "nothing",
            "int f() { if constexpr (sizeof(int) == 8) { return 2; } return 1; }",
        ),
    ]);
}

#[test]
fn attributes_of_templates_name_their_parameters() {
    let text = "template <int N, int B = 3> [[max_total_threads_per_threadgroup(N)]] kernel void k(device int* o [[buffer(B)]]) { o[0] = N; }
        template [[host_name(\"k32\")]] kernel void k<32>(device int*);
        template [[host_name(\"k64\")]] kernel void k<64, 5>(device int*);";
    let module = crate::module(text, &super::Options::default());
    assert_eq!(module.diagnostics, []);
    let found = module.entry_points.iter().map(|entry| (entry.max_total_threads, entry.resources[0].index));
    let index = crate::interface::Index::Number;
    assert_eq!(found.collect::<Vec<_>>(), [(Some(32), index(3)), (Some(64), index(5))]);
}

#[test]
fn traits_are_combined() {
    for text in [
        "static_assert(disjunction<is_same<int, half>, is_same<int, int>>::value && !disjunction<is_same<int, half>>::value, \"\");",
        "static_assert(conjunction<is_same<int, int>, is_integral<int>>::value && !conjunction<is_same<int, int>, is_void<int>>::value && negation_v<is_void<int>>, \"\");",
    ] {
        assert_eq!(mistakes(text), [], "{text}");
    }
    let packs =
        "template <typename... T> constexpr constant int n = sizeof...(T); constant int a = n<int, half>;";
    assert_eq!(mistakes(packs), [(rules::UNSUPPORTED_TEMPLATE.id, "n".to_owned())]);
}

#[test]
fn names_of_functions_in_parentheses_are_called() {
    for text in [
        "static int f(int a) { return a; } struct S { int g(int a) { return a; } int h() { return (g)(1); } }; float k(float a, S s, thread S* p) { return (max)(a, 1.0f) + ((metal::min))(a, 2.0f) + (f)(1) + (s.g)(2) + (p->g)(3); }",
        "template <typename T> T f(T a) { return a; } struct F { int operator()(int a) const { return a; } }; int g(F o) { return (f<int>)(1) + (f)(2) + (o)(3); }",
    ] {
        assert_eq!(mistakes(text), [], "{text}");
    }
    check(&[
        (
            "namespace n { struct S {}; int f(S s) { return 1; } } int g(n::S s) { return (f)(s); }",
            rules::NAME_DECLARED,
            "f",
            "namespace n { struct S {}; int f(S s) { return 1; } } int g(n::S s) { return f(s) + (n::f)(s); }",
        ),
        (
            "static int f(int a) { return a; } int g() { return (f); }",
            rules::REMOVED_FUNCTION_POINTER,
            "f",
            "static int f(int a) { return a; } int g() { return (f)(1); }",
        ),
    ]);
}

#[test]
fn references_with_two_ampersands_refer_to_values() {
    let a = "struct A { int v; };";
    for text in [
        &format!("{a} int g(thread A&& a) {{ return a.v; }} int f() {{ return g(A{{3}}) + g({{4}}); }}"),
        "template <typename T> int g(thread T&& x) { return x; } int f(thread int& y, const int c) { int x = 1; return g(3) + g(x) + g(y) + g(c); }",
        "int g(thread int&& a) { return a; } int f(float x) { thread int&& r = 3; r = 4; return g(x) + g(2) + g(static_cast<thread int&&>(r)); }",
        &format!(
            "{a} int g(thread A&& a) {{ return 1; }} void g(const thread A& a) {{}} float h(thread A& a) {{ return 1; }} int h(thread A&& a) {{ return 1; }} int f(A a) {{ h(a); return g(A{{1}}) + h(A{{2}}); }}"
        ),
        "thread int&& move(thread int& a) { return static_cast<thread int&&>(a); } int g(thread int&& a) { return a; } int f() { int a = 1; auto&& b = a; const thread int& c = move(a); return g(move(a)) + b + c; }",
        "template <typename T> void swap(thread T& a, thread T& b) { T c = static_cast<thread T&&>(a); a = static_cast<thread T&&>(b); b = c; } void f() { int a = 1, b = 2; swap(a, b); }",
    ] {
        assert_eq!(mistakes(text), [], "{text}");
    }
    check(&[
        (
            "int g(thread int&& a) { return a; } int f(int x) { return g(x); }",
            rules::REFERENCE_BINDS_VALUE,
            "x",
            "int g(thread int&& a) { return a; } int f(int x) { return g(+x); }",
        ),
        (
            "int f(int x) { thread int&& r = x; return r; }",
            rules::REFERENCE_BINDS_VALUE,
            "x",
            "int f(int x) { thread int&& r = x + 1; return r; }",
        ),
        (
            "void g(thread int& a) { a = 1; } void f(thread int& x) { g(static_cast<thread int&&>(x)); }",
            rules::REFERENCE_BINDS_LVALUE,
            "static_cast<thread int&&>(x)",
            "void g(thread int& a) { a = 1; } void f(thread int& x) { g(static_cast<thread int&>(x)); }",
        ),
        (
            "template <typename T> int g(const thread T&& x) { return x; } int f(int x) { return g(x); }",
            rules::REFERENCE_BINDS_VALUE,
            "x",
            "template <typename T> int g(const thread T&& x) { return x; } int f(int x) { return g(x + 1); }",
        ),
    ]);
}

#[test]
fn arrays_are_not_copied() {
    let initialisation = rules::CONVERSION_INITIALISATION;
    check(&[
        (
            "void f() { int a[3] = {1, 2, 3}; int b[3] = a; }",
            initialisation,
            "a",
            "void f() { int a[3] = {1, 2, 3}; thread int (&b)[3] = a; auto c = a; }",
        ),
        (
            "struct S { int a[3]; }; int f(S s) { int b[3] = s.a; return b[0]; }",
            initialisation,
            "s.a",
            "struct S { int a[3]; }; int f(S s) { S t = s; return t.a[0]; }",
        ),
        (
            "struct S { int a[3]; S(thread int (&b)[3]) : a(b) {} };",
            initialisation,
            "b",
            "struct S { int a[3]; S(thread int (&b)[3]) : a{b[0], b[1]} {} };",
        ),
        (
            "struct S { int a[3]; int n; }; void f(thread int (&a)[3]) { S s = {a, 1}; }",
            initialisation,
            "a",
            "struct S { array<int, 3> a; int n; }; void f(thread array<int, 3>& a) { S s = {a, 1}; array<int, 3> b = a; }",
        ),
    ]);
}

#[test]
fn attributes_give_alignments() {
    let text = "struct __attribute__((aligned(16))) S { float a; }; struct T { float a; float b __attribute__((aligned(8))); __attribute__((__aligned__(32), unused)) float c; }; struct U { float a; } __attribute__((aligned(64))); struct V { [[gnu::aligned(16)]] float a; }; static_assert(sizeof(S) == 16 && alignof(T) == 32 && sizeof(T) == 64 && sizeof(U) == 64 && sizeof(V) == 16, \"\");";
    assert_eq!(mistakes(text), []);
    check(&[
        (
            "struct S { float4 a __attribute__((aligned(8))); };",
            rules::ALIGNAS_VALID,
            "8",
            "struct S { float4 a __attribute__((aligned(16))); };",
        ),
        (
            "typedef float T __attribute__((aligned(8)));",
            rules::UNSUPPORTED_FEATURE,
            "T",
            "typedef float T; struct S { T a __attribute__((aligned(8))); };",
        ),
        (
            "struct S { float a; } __attribute__((aligned));",
            rules::UNSUPPORTED_FEATURE,
            "aligned",
            "struct S { float a; } __attribute__((aligned(16)));",
        ),
    ]);
}

#[test]
fn types_of_functions_are_arguments_of_templates() {
    let text = "template <typename F> struct A; template <> struct A<int()> { int v; }; template <> struct A<float(int, thread float&)> { int v; };
        using F = float(int, thread float& x); int f() { A<int()> a{1}; A<F> b{2}; A<float(int, thread float&)> c = b; return a.v + c.v; }";
    assert_eq!(mistakes(text), []);
    let table = "kernel void k(device float* a [[buffer(0)]], visible_function_table<float(float)> t [[buffer(1)]]) { a[0] = t[0](1.0f); }";
    assert_eq!(mistakes(table), [(rules::VERSION_NOT_LATER.id, "visible_function_table".to_owned())]);
    let internal = "template <> struct _numeric_limits_impl<int> { int v; }; int f() { return _fp_encoding_traits<float>::sign_mask; }";
    assert!(mistakes(internal).iter().all(|(rule, _)| *rule == rules::UNSUPPORTED_FEATURE.id));
}

#[test]
fn lists_in_braces_have_no_type() {
    check(&[(
        "int f() { int s = 0; for (int x : {1, 2, 3}) s += x; return s; }",
        rules::UNSUPPORTED_FEATURE,
        "{",
        "int f() { int s = 0; const int a[] = {1, 2, 3}; for (int x : a) s += x; return s; }",
    )]);
}

#[test]
fn extensions_of_gnu_are_not_checked() {
    for (text, place) in [
        ("int f(int n) { return n ?: 3; }", ":"),
        ("int f(int n) { int r = ({ int x = n; x + 1; }); return r; }", "("),
        ("int f(int n) { switch (n) { case 0 ... 3: return 1; default: return 2; } }", "..."),
        ("int f(int n) { __typeof__(n) x = n; return x; }", "__typeof__"),
        (
            "int f(int n) { switch (n) { case 0: do { n++; case 1: n--; } while (n > 2); default: break; } return n; }",
            "case",
        ),
        ("int f(int n) { switch (n) { case 0: { n++; default: n--; } } return n; }", "default"),
        (
            "constexpr int operator\"\"_i(unsigned long a) { return int(a); } int f() { return 12_i + 3; }",
            "\"\"",
        ),
        ("typeof(1) f(int n) { return n; }", "typeof"),
        ("int f(int n) { return __builtin_expect(n, 0); }", "__builtin_expect"),
    ] {
        assert_eq!(mistakes(text), [(rules::UNSUPPORTED_FEATURE.id, place.to_owned())], "{text}");
    }
    let member = "template <typename T> struct L { static const constant T max; T f(); }; template <> constexpr constant int L<int>::max = 3; template <> int L<int>::f() { return 1; }";
    assert!(
        mistakes(member).iter().all(|(rule, _)| *rule == rules::UNSUPPORTED_TEMPLATE.id),
        "{:?}",
        mistakes(member)
    );
}
