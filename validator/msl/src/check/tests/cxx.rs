//! What programs of people and of generators use of C++14 and Clang, beyond the examples of the specification.

use super::{check, mistakes};
use msl_spec::rules;

#[test]
fn attributes_of_cxx_and_clang_say_nothing() {
    for text in [
        "void f([[maybe_unused]] int a) { [[maybe_unused]] int b = 1; }",
        "[[clang::always_inline, gnu::unused]] int f() { return 1; } [[deprecated(\"old\")]] void g();",
        "__attribute__((always_inline, annotate(\"a (b\"))) int f(); static inline __attribute__((always_inline)) int f() { return 1; }",
        "int f() __attribute__((noinline)); int f() { return 1; } int g() { return f(); }",
        "METAL_FUNC int f(device int* __restrict a, const device int* __restrict__ b) { return a[0] + b[0]; }",
        "struct S { int n; METAL_FUNC S(int m) : n(m) {} METAL_FUNC int f() const { return n; } }; int g() { return S(1).f(); }",
    ] {
        assert_eq!(mistakes(text), [], "{text}");
    }
    // Those that change a type are not dropped.
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
