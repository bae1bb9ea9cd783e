//! Lists of elements without a number of elements, and members of structures without names. C++14 (dcl.init.aggr), (class.union)

use super::{check, mistakes, mistakes_in};
use msl_spec::rules;

#[test]
fn inner_braces_left_out_do_not_change_the_number_of_elements() {
    for text in [
        "void f() { int c[][2] = {1, 2, 3}; static_assert(sizeof(c) == 16, \"\"); }",
        "void f() { int c[][2] = {{1}, 2, 3, 4}; static_assert(sizeof(c) == 24, \"\"); }",
        "void f() { int c[][2][2] = {1, 2, 3, 4, 5}; static_assert(sizeof(c) == 32, \"\"); }",
        "struct E { int p, q; }; void f() { E e[] = {1, 2, 3}; static_assert(sizeof(e) == 16, \"\"); }",
        "struct E { int p, q; }; void f(E a) { E e[] = {a, 1, 2, a}; static_assert(sizeof(e) == 24, \"\"); }",
        "void f() { int c[] = {[3] = 1, 2}; static_assert(sizeof(c) == 20, \"\"); }",
        "constant int t[][2] = {1, 2, 3, 4, 5}; static_assert(sizeof(t) == 24, \"\");",
    ] {
        assert_eq!(mistakes(text), [], "{text}");
    }
    check(&[
        (
            "struct E {}; void f() { E e[] = {1}; }",
            rules::INITIALISER_COUNT,
            "1",
            "struct E {}; void f() { E e[] = {{}}; }",
        ),
        (
            "void f() { int c[][2] = {{1, 2, 3}}; }",
            rules::INITIALISER_COUNT,
            "3",
            "void f() { int c[][2] = {{1, 2}, 3}; }",
        ),
    ]);
}

#[test]
fn members_of_unions_without_names_are_members() {
    for text in [
        "struct A { union { int i; float g; }; A(int a) : i(a) {} int f() const { return i; } int h(); }; int A::h() { return i; }",
        "struct A { union { uint p; struct { uchar r, g; }; }; uint get() const { return p + r; } void set(uint a) { p = a; } };",
        "template <class T> struct A { union { T i; float g; }; T f() { return i; } }; int h() { A<int> a; return a.f(); }",
        "struct A { union { int i; float g; }; static_assert(sizeof(decltype(i)) == 4, \"\"); };",
        "int f() { union { int a; float b; }; a = 1; return a; }",
        "int f() { union { int a; struct { short b, c; }; }; b = 1; return a + c; }",
    ] {
        assert_eq!(mistakes(text), [], "{text}");
    }
    let derived = "struct A { union { int i; float g; }; }; struct B : A { int f() { return i; } }; int h(B b) { return b.i + b.f(); }";
    assert_eq!(mistakes_in("metal3.2", derived), []);
    let captured = "int f() { union { int a; float b; }; a = 1; auto l = [a] { return 1; }; return l(); }";
    assert_eq!(mistakes_in("metal3.2", captured), [(rules::NAME_IS_VALUE.id, "a".to_owned())]);
    check(&[
        (
            "struct A { private: union { int i; float g; }; }; int f(A a) { return a.i; }",
            rules::MEMBER_ACCESSIBLE,
            "i",
            "struct A { union { int i; float g; }; private: int h; }; int f(A a) { return a.i; }",
        ),
        (
            "struct A { int i; union { int i; float g; }; };",
            rules::NAME_REDEFINITION,
            "i",
            "struct A { int i; union { int j; float g; }; };",
        ),
        (
            "int f() { int a = 1; union { int a; float b; }; return a; }",
            rules::NAME_REDEFINITION,
            "a",
            "int f() { int a = 1; { union { int a; float b; }; a = 2; } return a; }",
        ),
        (
            "void f() { union { int a; private: float b; }; }",
            rules::GRAMMAR_DECLARATION,
            "b",
            "void f() { union { int a; public: float b; }; }",
        ),
    ]);
}

#[test]
fn assertions_in_functions_read_constant_objects_of_the_function() {
    check(&[
        (
            "struct C { int a; }; void f() { constexpr C c = {3}; static_assert(c.a == 4, \"\"); }",
            rules::STATIC_ASSERT_HOLDS,
            "c.a == 4",
            "struct C { int a; }; void f() { constexpr C c = {3}; static_assert(c.a == 3, \"\"); }",
        ),
        (
            "void f() { int x[2] = {3, 4}; static_assert(x[1] == 4, \"\"); }",
            rules::STATIC_ASSERT_CONSTANT,
            "x[1] == 4",
            "void f() { constexpr int x[2] = {3, 4}; static_assert(x[1] == 4, \"\"); }",
        ),
    ]);
}

#[test]
fn types_of_members_defined_outside_may_be_private() {
    check(&[
        (
            "class A { typedef int I; I f(); }; A::I g() { return 0; }",
            rules::MEMBER_ACCESSIBLE,
            "I",
            "class A { typedef int I; I f(); struct B { int x; }; static B mk(); }; A::I A::f() { return 0; } A::B A::mk() { return {1}; }",
        ),
        (
            "class A { typedef int I; }; struct B { int f(); }; A::I B::f() { return 0; }",
            rules::MEMBER_ACCESSIBLE,
            "I",
            "class A { public: typedef int I; }; struct B { int f(); }; A::I B::f() { return 0; }",
        ),
    ]);
}

#[test]
fn constant_numbers_that_are_not_integers_are_constexpr_ones() {
    check(&[(
        "void f() { const float q = 2; constexpr float z = q; }",
        rules::VARIABLE_CONSTEXPR_CONSTANT,
        "q",
        "constant float p = 2; void f() { constexpr float q = 2; constexpr float z = q + p; const int i = 1; constexpr int j = i; }",
    )]);
}
