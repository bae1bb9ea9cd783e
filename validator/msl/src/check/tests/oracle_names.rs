//! Programs on which the checker once differed from g++: names in declarations and before `::`, labels, and addresses in constant expressions.

use super::oracle_rules::accepted;
use super::{check, mistakes};
use msl_spec::rules;

#[test]
fn names_before_colons_are_labels() {
    check(&[
        (
            "int f(int a) { switch (a) { defaultfor: return 1; } return 2; }",
            rules::REMOVED_GOTO,
            "defaultfor",
            "int f(int a) { switch (a) { default: return 1; } return 2; }",
        ),
        (
            "int f(int a) { switch (a) { case 1: return 2; defalt: return 1; } return 2; }",
            rules::REMOVED_GOTO,
            "defalt",
            "int f(int a) { switch (a) { case 1: return 2; default: return 1; } return 2; }",
        ),
    ]);
}

#[test]
fn only_templates_have_arguments_after_their_names() {
    check(&[
        (
            "template <int... I> struct S; template <int... I> int f(int S<>) { return 1; }",
            rules::GRAMMAR_TOKEN,
            "<",
            "template <int... I> struct S; template <int... I> int f(thread S<>* a) { return 1; }",
        ),
        (
            "template <int I> int g() { return I; } int f(int g<1>);",
            rules::GRAMMAR_DECLARATION,
            "g",
            "template <int I> int g() { return I; } int f(int g);",
        ),
        (
            "template <int I> int g() { return I; } int f() { int g<1> = 1; return 2; }",
            rules::GRAMMAR_DECLARATION,
            "g",
            "template <int I> int g() { return I; } int f() { int g = 1; return g; }",
        ),
    ]);
}

#[test]
fn functions_do_not_hide_classes_before_colons() {
    accepted(&[
        "struct S { typedef int T; enum E { e = 3 }; }; int S() { return 1; } S::T f(S::T a) { return ::S::e + S::e; }",
        "namespace n { struct S { typedef int T; }; int S() { return 1; } } n::S::T f(n::S::T a) { return a + n::S(); }",
        "struct A { struct S { typedef int T; }; int S() { return 1; } S::T g() { return S(); } }; A::S::T f(A::S::T a) { return a; }",
    ]);
    // Elsewhere they do.
    let found = mistakes("struct S { int a; }; int S() { return 1; } int f() { S a; return 1; }");
    assert!(!found.is_empty());
}

#[test]
fn pointers_that_are_constants_are_computed() {
    check(&[
        (
            "int f() { constexpr auto p = (thread int*)(*static_cast<thread int*>(nullptr)); return 1; }",
            rules::EXPRESSION_CONSTANT_DEFINED,
            "(thread int*)(*static_cast<thread int*>(nullptr))",
            "int f() { constexpr auto p = static_cast<thread int*>(nullptr); return p == nullptr; }",
        ),
        (
            "constexpr constant int a[] = { 1, 2 }; constexpr constant int* p = &a[a[3]];",
            rules::EXPRESSION_CONSTANT_DEFINED,
            "a[3]",
            "constexpr constant int a[] = { 1, 2 }; constexpr constant int* p = &a[a[0]];",
        ),
    ]);
}

#[test]
fn addresses_of_variables_are_true() {
    accepted(&[
        "enum E {}; int f(char a) { int b[] { &a ? sizeof(E) : 1 }; return b[0] + int { &(a) ? 2u : 1u }; }",
    ]);
    check(&[
        (
            "int f(char a) { char b { &a ? 500 : 1 }; return b; }",
            rules::INITIALISER_NO_NARROWING,
            "&a ? 500 : 1",
            "int f(char a) { char b { &a ? 100 : 1 }; return b; }",
        ),
        (
            "int f(thread char* a) { char b { a ? 100 : 1 }; return b; }",
            rules::INITIALISER_NO_NARROWING,
            "a ? 100 : 1",
            "int f(thread char* a) { char b { &a ? 100 : 1 }; return b; }",
        ),
    ]);
}

#[test]
fn values_of_type_void_are_not_arguments_of_templates() {
    const A: &str = "template <bool, typename T = void> struct A { typedef T type; };";
    check(&[
        (
            &format!("{A} template <typename T> typename A<void(sizeof(T))>::type f() {{}}"),
            rules::TEMPLATE_ARGUMENTS,
            "void(sizeof(T))",
            &format!("{A} template <typename T> typename A<bool(sizeof(T))>::type f() {{}}"),
        ),
        (
            &format!("{A} typedef A<void(3)> B;"),
            rules::TEMPLATE_ARGUMENTS,
            "void(3)",
            &format!("{A} typedef A<bool(true)> B;"),
        ),
    ]);
}

#[test]
fn aliases_of_parameters_are_not_functions() {
    check(&[
        (
            "template <typename T> struct S { typedef T g; template <typename U> U g(U u) const { return u; } };",
            rules::NAME_REDEFINITION,
            "g",
            "template <typename T> struct S { typedef T g; template <typename U> U h(U u) const { return u; } };",
        ),
        (
            "template <typename T> struct S { typedef T g; T g(int a) const { return a; } };",
            rules::NAME_REDEFINITION,
            "g",
            "template <typename T> struct S { typedef T g; g h(int a) const { return a; } };",
        ),
    ]);
}
