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
fn labels_of_host_code_are_not_misspelt() {
    let text = "int f(int a) { switch (a) { case 1: return 2; defalt: return 1; } return 2; }";
    let source = cxx_validator::Source::text(text);
    let program = crate::amp::program(source, &[], cxx_validator::Headers::NONE);
    assert_eq!(program.module.diagnostics, []);
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

#[test]
fn auto_takes_a_value_in_parentheses_or_braces() {
    accepted(&[
        "int f(int x) { auto a(x), b(2); const auto c((x)); return a + b + c; }",
        "int f(int x) { thread auto* p(&x); thread auto* q { &x }; thread auto& r(x); thread auto& s { x }; return *p + *q + r + s; }",
        "int f(int x) { decltype(auto) a(x); decltype(auto) b((x)); b = 1; return a; }",
        "constexpr constant auto k(1); static_assert(k == 1, \"\"); int f() { for (auto i(0); i < 2; i++) {} return 1; }",
        "struct S { int a; S(int b) : a(b) {} }; int f() { S s(1); auto t(s); return t.a; }",
    ]);
    check(&[
        (
            "int f() { auto a(1, 2); return 1; }",
            rules::VARIABLE_AUTO_INITIALISED,
            "(1, 2)",
            "int f() { auto a(1); return a; }",
        ),
        (
            "int f() { auto a({ 1 }); return 1; }",
            rules::VARIABLE_AUTO_INITIALISED,
            "{ 1 }",
            "int f() { auto a { 1 }; return a; }",
        ),
        (
            "int f() { auto a(1), b(1.0f); return 1; }",
            rules::VARIABLE_AUTO_SAME_TYPE,
            "1.0f",
            "int f() { auto a(1), b(2); return a + b; }",
        ),
    ]);
}

#[test]
fn definitions_outside_have_the_result_of_their_declaration() {
    check(&[
        (
            "template <typename T> struct S { S f(T) const; }; template <typename T> T S<T>::f(T) const { return T(); }",
            rules::MEMBER_EXISTS,
            "f",
            "template <typename T> struct S { S f(T) const; }; template <typename U> S<U> S<U>::f(U) const { return S(); }",
        ),
        (
            "template <typename T, typename U> struct S { T f(U) const; }; template <typename T, typename U> U S<T, U>::f(U) const { return U(); }",
            rules::MEMBER_EXISTS,
            "f",
            "template <typename T, typename U> struct S { T f(U) const; }; template <typename U, typename T> U S<U, T>::f(T) const { return U(); }",
        ),
        (
            "template <int N> struct S { S f() const; }; template <int M> S<M + 1> S<M>::f(int) const { return S<M + 1>(); }",
            rules::MEMBER_EXISTS,
            "f",
            "template <int N> struct S { S f() const; }; template <int M> S<M> S<M>::f() const { return S<M>(); }",
        ),
    ]);
}

#[test]
fn patterns_name_a_pack_by_itself() {
    const L: &str = "template <int... I> struct L {};";
    check(&[
        (
            &format!("{L} template <int... I> struct L<0, ::I...>;"),
            rules::GRAMMAR_DECLARATION,
            "...",
            &format!("{L} template <int... I> struct L<0, I...>;"),
        ),
        (
            "template <typename T> int f(T... a) { return 1; }",
            rules::GRAMMAR_DECLARATION,
            ")",
            "template <typename... T> int f(T... a) { return 1; }",
        ),
        (
            "int g(int, int) { return 1; } template <typename... T> int f(int k, T... t) { return g(k...); }",
            rules::GRAMMAR_DECLARATION,
            "...",
            "int g(int, int) { return 1; } template <typename... T> int f(int k, T... t) { return g((k < 2) + t...) + g(t + (k < 2)...) + g(k > t...) + g(t >> 1 ...); } int h() { return f(1, 2, 3); }",
        ),
    ]);
    accepted(&[
        &format!("{L} template <int... I> int f() {{ L<I < 2 ...> a; L<3, (I > 2)...> b; return 1; }} int g() {{ return f<1, 2>(); }}"),
        "template <typename... T> struct L {}; template <typename A, typename B> struct P {};
            template <typename... T> int f(P<T, int>... t) { L<P<int, T>...> a; L<const P<P<T, int>, int>...> b; return 1; }
            int g() { return f(P<int, int>(), P<float, int>()); }",
    ]);
}

#[test]
fn member_functions_do_not_see_later_types() {
    check(&[
        (
            "struct S { type f(); typedef int type; };",
            rules::NAME_DECLARED,
            "type",
            "struct S { typedef int type; type f(); int g() { later a = 1; return a; } typedef int later; };",
        ),
        (
            "template <typename T> struct S { type<> f() { } typedef T type; };",
            rules::NAME_DECLARED,
            "type",
            "template <typename T> struct S { typedef T type; type f() { return T(); } };",
        ),
        (
            "template <typename T> struct L {}; struct S { void f(L<E> a, int b); enum E { a }; };",
            rules::NAME_DECLARED,
            "E",
            "template <typename T> struct L {}; struct S { enum E { a }; void f(L<E> a, int b); };",
        ),
    ]);
    accepted(&[
        "struct S { thread struct T* f(); template <typename E> E g(E e) { return e; } struct T {}; enum E { a }; };",
        "struct S { S f(); thread S& g(thread const S& a); }; struct T { int a; }; struct U { T f(); struct V { T t; }; };",
    ]);
}

#[test]
fn references_to_arrays_deduce_their_elements() {
    check(&[
        (
            "int f() { int a[] { 1, 2 }; auto (&r)[3] = a; return r[1]; }",
            rules::CONVERSION_INITIALISATION,
            "a",
            "int f() { int a[] { 1, 2 }; auto (&r)[2] = a; const auto (&s)[2] = a; r[0] = 3; return s[1]; }",
        ),
        (
            "int f() { int a[] { 1, 2 }; const auto (&r)[2] = a; r[0] = 1; return 1; }",
            rules::ASSIGNMENT_LVALUE,
            "r[0]",
            "int f() { int a[] { 1, 2 }; auto (&r)[2] = a; r[0] = 1; return 1; }",
        ),
        (
            "int f() { int a[] { 1, 2 }; auto r[2] = a; return r[1]; }",
            rules::VARIABLE_AUTO_INITIALISED,
            "auto",
            "int f() { int a[] { 1, 2 }; auto r = a; return r[1]; }",
        ),
    ]);
}

#[test]
fn null_pointers_move_by_nothing() {
    const P: &str = "static_cast<thread float*>(nullptr)";
    accepted(&[
        &format!("void f() {{ static_assert({P} + 0 == nullptr && {P} - {P} == 0, \"\"); }}"),
        &format!("bool f() {{ return bool {{ + ((bool {{}} + ({P})) || bool {{}}) }}; }}"),
    ]);
}

#[test]
fn packs_in_arguments_of_parameters_are_expanded() {
    check(&[
        (
            "template <int... I> struct L {}; template <int... I> int f(L<I> a) { return 1; }",
            rules::GRAMMAR_DECLARATION,
            "I",
            "template <int... I> struct L {}; template <int... I> int f(L<I...> a, L<I>... b) { return 1; }",
        ),
        (
            "template <int... I> int f() { int r = 1; r a[2]; return 1; }",
            rules::NAME_IS_TYPE,
            "r",
            "template <int... I> int f() { int r = 1; int a[2]; return r; }",
        ),
    ]);
}
