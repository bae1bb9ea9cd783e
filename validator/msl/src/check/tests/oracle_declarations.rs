//! Programs on which the checker once differed from g++: functions and types that are declared together, packs in types, `auto` and copies.

use super::oracle_rules::{accepted, rejected};
use super::{check, mistakes};
use msl_spec::rules;

#[test]
fn a_mistake_in_an_enumeration_ends_with_its_list() {
    check(&[
        (
            "int f(int a) { enum { b = sizeof(constant device int) ? int{} : 1 }; return a; } int g() { return 1; }",
            rules::GRAMMAR_SPECIFIERS,
            "device",
            "int f(int a) { enum { b = sizeof(int) ? int{} : 1 }; return a; } int g() { return 1; }",
        ),
        (
            "enum E { a = sizeof(constant device int) + int{} ? 1 : 2, b }; int f() { return 1; }",
            rules::GRAMMAR_SPECIFIERS,
            "device",
            "enum E { a = sizeof(int) + int{} ? 1 : 2, b }; int f() { return 1; }",
        ),
    ]);
}

#[test]
fn local_types_are_not_constexpr() {
    check(&[(
        "int f() { constexpr struct S { int a; }; S s = { 1 }; return s.a; }",
        rules::GRAMMAR_SPECIFIERS,
        "constexpr",
        "int f() { constexpr struct S { int a; } s = { 1 }; return s.a; }",
    )]);
}

#[test]
fn only_functions_without_a_type_follow_a_constructor() {
    check(&[
        (
            "struct S { S(), int f() { return 1; } };",
            rules::GRAMMAR_DECLARATION,
            "int",
            "struct S { S(), S(int), operator int(); int f() { return 1; } };",
        ),
        (
            "struct S { operator int(), int a; };",
            rules::GRAMMAR_DECLARATION,
            "int",
            "struct S { operator int(), operator float(); int a; };",
        ),
    ]);
}

#[test]
fn members_are_declared_without_a_path() {
    check(&[(
        "struct S { int S::f() { return 1; } int g() { return f(); } };",
        rules::GRAMMAR_DECLARATION,
        "f",
        "struct S { int f() { return 1; } int g() { return f(); } };",
    )]);
}

#[test]
fn explicit_instantiations_name_templates_of_the_global_namespace() {
    check(&[(
        "template <typename T> T f(T a) { return a; } template int ::f<int>(float);",
        rules::TEMPLATE_ARGUMENTS,
        "f",
        "template <typename T> T f(T a) { return a; } template int ::f<int>(int);",
    )]);
}

#[test]
fn packs_are_expanded_in_each_part_of_a_type() {
    let rule = rules::TEMPLATE_PACK_EXPANDED;
    check(&[
        (
            "template <int... I> struct S { typename S<1, I>::type a; };",
            rule,
            "I",
            "template <int... I> struct S { typename S<1, I...>::type a; };",
        ),
        (
            "template <int... I> struct S { int a[I]; };",
            rule,
            "I",
            "template <int... I> struct S { int a[sizeof...(I)]; };",
        ),
        (
            "template <int... I> struct S { typedef typename S<I>::type a; using b = typename S<I...>::type; };",
            rule,
            "I",
            "template <int... I> struct S { typedef typename S<1, I...>::type a; using b = typename S<I...>::type; };",
        ),
        (
            "template <typename T> struct A; template <typename... T> int f() { typename A<T>::type a; return 1; }",
            rule,
            "T",
            "template <typename... T> struct A; template <typename... T> int f() { typename A<T...>::type a; return 1; }",
        ),
    ]);
}

#[test]
fn arrays_without_a_length_begin_with_a_list() {
    check(&[(
        "template <int... I> int f() { int a[] = uint { I... }; return a[0]; }",
        rules::ARRAY_SIZE,
        "a",
        "template <int... I> int f() { int a[] = { I... }; return a[0]; }",
    )]);
}

#[test]
fn initializers_of_members_call_functions() {
    accepted(&[
        "struct S { static int f() { return 1; } int g(int a) { return a; } int a = f(), b = S::f() + g(a); };
         int f() { S s; return s.a; }",
        "struct S { int a = f(1); static constexpr int f(int a) { return a; } static constexpr float f(float a) { return a; } };",
        "template <typename T> struct S { T a = f(); T f() { return 1; } }; int f() { S<int> s; return s.a; }",
    ]);
    rejected(rules::CALL_MATCH, &[("struct S { static int f() { return 1; } int a = f(2); };", "f(2)")]);
}

#[test]
fn a_reference_to_qualified_auto_refers_to_values() {
    check(&[
        (
            "void f() { int a = 1; const thread auto&& b = a; }",
            rules::REFERENCE_BINDS_VALUE,
            "a",
            "void f() { int a = 1; thread auto&& b = a; const thread auto&& c = 1; }",
        ),
        (
            "void f() { int a[2] = {}; for (const thread auto&& b : a) {} }",
            rules::REFERENCE_BINDS_VALUE,
            "a",
            "void f() { int a[2] = {}; for (thread auto&& b : a) {} }",
        ),
        (
            "void f() { thread int* a[2] = {}; for (thread auto** b : a) {} }",
            rules::CONVERSION_INITIALISATION,
            "a",
            "void f() { thread int* a[2] = {}; for (thread auto* b : a) {} }",
        ),
    ]);
}

#[test]
fn explicit_copy_constructors_are_called_by_name() {
    const HEAD: &str =
        "struct S { S() {} explicit S(const thread S& a) {} S(int a) {} }; void g(S a) {} void f() { S s; ";
    let copies = [
        ("auto a = s; }", "s"),
        ("S a = s; }", "s"),
        ("S a = { s }; }", "s"),
        ("g(s); }", "s"),
        ("S a[1] = { 1 }; auto b = a[0]; }", "a[0]"),
    ];
    for (rest, place) in copies {
        rejected(rules::CALL_MATCH, &[(&format!("{HEAD}{rest}"), place)]);
    }
    accepted(&[&format!("{HEAD}auto a(s); S b(s), c{{s}}, d = 1; }}")]);
    rejected(
        rules::CALL_MATCH,
        &[("struct S { S() {} S(const thread S& a) = delete; }; void f() { S s; auto a = s; }", "s")],
    );
}

#[test]
fn functions_that_are_declared_in_a_block_may_have_a_deduced_result() {
    assert_eq!(mistakes("int f() { auto a(); return 1; }"), []);
    rejected(rules::VARIABLE_AUTO_INITIALISED, &[("int f() { auto a; return 1; }", "a")]);
}

#[test]
fn numbers_beyond_an_integer_type_are_not_constants() {
    let rule = rules::EXPRESSION_CONSTANT_DEFINED;
    check(&[
        (
            "void f() { constexpr uchar a = (uchar)(300.0f); }",
            rule,
            "(uchar)(300.0f)",
            "void f() { constexpr uchar a = (uchar)(255.5f); constexpr uchar b = (uchar)300; }",
        ),
        ("enum E { a = int(4e9f) };", rule, "int(4e9f)", "enum E { a = uint(4e9f) };"),
        ("constexpr constant int a = 4e9f;", rule, "4e9f", "constexpr constant int a = -2e9f;"),
        (
            "constexpr int f(float a) { return int(a); } static_assert(f(4e9f) == 1, \"\");",
            rule,
            "f(4e9f) == 1",
            "constexpr int f(float a) { return int(a); } static_assert(f(-0.5f) == 0, \"\");",
        ),
        (
            "void f() { uchar a { int(4e9f) }; }",
            rules::INITIALISER_NO_NARROWING,
            "int(4e9f)",
            "void f() { uchar a { int(4.5f) }, b { uchar(4e9f) }; }",
        ),
    ]);
}

#[test]
fn arguments_of_specializations_without_packs_are_checked() {
    const TEMPLATES: &str = "template <typename T> struct A { T t; }; template <typename... T> struct B; template <int... I> struct C; int g();";
    let cases = [
        ("template <typename... T> struct B<A<1>, T...> { int a; };", rules::TEMPLATE_ARGUMENTS, "A"),
        ("template <typename... T> struct B<A<int, int>, T...> { int a; };", rules::TEMPLATE_ARGUMENTS, "A"),
        ("template <int... I> struct C<g + 1, I...> { int a; };", rules::REMOVED_FUNCTION_POINTER, "g"),
        (
            "template <int... I> struct C<0xffffffffu, I...> { int a; };",
            rules::TEMPLATE_ARGUMENTS,
            "0xffffffffu",
        ),
    ];
    for (text, rule, place) in cases {
        rejected(rule, &[(&format!("{TEMPLATES}{text}"), place)]);
    }
    accepted(&[&format!(
        "{TEMPLATES} template <typename... T> struct B<A<int>, T...> {{ int a; }}; template <typename U, typename... T> struct B<U, A<U>, T...> {{ U a; }};
         template <typename... T> struct B<B<T...>> {{ int b; }}; template <int... I> struct C<sizeof...(I), I...> {{ int a; }};
         int h(B<A<int>, int> a, B<B<int>> b) {{ return a.a + b.b; }}"
    )]);
}

#[test]
fn unused_function_templates_name_declared_scopes() {
    check(&[(
        "template <typename T> int f(T a, n::B<T> b); namespace n { template <typename T> struct B { T t; }; }",
        rules::NAME_NAMESPACE_KNOWN,
        "n",
        "namespace n { template <typename T> struct B { T t; }; } template <typename T> int f(T a, n::B<T> b);",
    )]);
}

#[test]
fn a_mistake_in_a_list_ends_with_the_list() {
    check(&[(
        "constant int a[] { { }, { 1 ? sizeof(constant device int) : int{} } }; int f() { return 1; }",
        rules::GRAMMAR_SPECIFIERS,
        "device",
        "constant int a[] { { }, { 1 ? sizeof(constant int) == 4 : int{} } }; int f() { return 1; }",
    )]);
}

#[test]
fn sizes_of_parameters_are_dependent() {
    check(&[(
        "template <bool B> struct S { typedef int type; }; template <typename T> S<!(1 < sizeof(T))>::type f(T a) { return 1; }",
        rules::TEMPLATE_TYPENAME,
        "S<!(1 < sizeof(T))>::type",
        "template <bool B> struct S { typedef int type; }; template <typename T> typename S<!(1 < sizeof(T))>::type f(T a) { return 1; }
         int g() { return f(1) + S<(sizeof(int) > 1)>::type(1); }",
    )]);
}

#[test]
fn packs_of_numbers_have_the_type_of_their_template() {
    check(&[(
        "template <int... I> struct S; template <bool... B> struct S<0, B...>;",
        rules::TEMPLATE_ARGUMENTS,
        "S",
        "template <int... I> struct S; template <int... J> struct S<0, J...>;",
    )]);
}

#[test]
fn known_arguments_fit_in_templates_with_packs() {
    check(&[
        (
            "template <int N> struct S { int a; }; template <typename... T> int f() { S<int> a; return 1; }",
            rules::TEMPLATE_ARGUMENTS,
            "S",
            "template <int N> struct S { int a; }; template <typename... T> int f() { S<1> a; S<sizeof...(T)> b; return 1; }",
        ),
        (
            "template <typename T> struct S { T a; }; template <typename... T> struct U { S<int, int> a; };",
            rules::TEMPLATE_ARGUMENTS,
            "S",
            "template <typename T> struct S { T a; }; template <typename... T> struct U { S<int> a; S<U<T...>> b; };",
        ),
    ]);
}
