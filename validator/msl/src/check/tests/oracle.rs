//! Programs that the checker once accepted and `g++ -std=c++14 -pedantic-errors` rejects, or the other way round: declarations and templates.

use super::{check, mistakes};
use msl_spec::{Rule, rules};

/// Checks that programs have no mistakes.
fn accepted(texts: &[&str]) {
    for text in texts {
        assert_eq!(mistakes(text), [], "{text}");
    }
}

/// Checks that programs are not checked: each has a feature that is not supported, and no mistake.
fn unsupported(rule: &'static Rule, texts: &[(&str, &str)]) {
    for (text, place) in texts {
        assert_eq!(mistakes(text), [(rule.id, (*place).to_owned())], "{text}");
    }
}

#[test]
fn structure_templates_without_a_use_are_checked() {
    check(&[
        (
            "template <typename T> struct A { T a; unknown b; };",
            rules::NAME_DECLARED,
            "unknown",
            "template <typename T> struct A { T a; typename T::type b; };",
        ),
        (
            "template <typename T> struct A { int a[unknown]; };",
            rules::NAME_DECLARED,
            "unknown",
            "template <typename T> struct A { int a[T::n]; };",
        ),
        (
            "struct A { template <typename T> int f(T a) { return unknown; } };",
            rules::NAME_DECLARED,
            "unknown",
            "struct A { template <typename T> int f(T a) { return a; } };",
        ),
        (
            "template <typename U> struct A { U u; template <typename T> T f(T a) { return u + unknown; } };",
            rules::NAME_DECLARED,
            "unknown",
            "template <typename U> struct A { U u; template <typename T> T f(T a) { return u + a; } };",
        ),
        (
            "template <int N> int f() { return N; } template <> int f<1>() { return; }",
            rules::RETURN_VALUE,
            "return;",
            "template <int N> int f() { return N; } template <> int f<1>() { return 2; }",
        ),
        (
            "template <float F> void f() {}",
            rules::TEMPLATE_ARGUMENTS,
            "float",
            "template <bool F> void f() {}",
        ),
        (
            "template <typename T> struct A; template <> struct A<int> { static constant int A = 1; };",
            rules::NAME_REDEFINITION,
            "A",
            "template <typename T> struct A; template <> struct A<int> { static constant int B = 1; };",
        ),
    ]);
}

#[test]
fn template_arguments_are_not_narrowed_to_types_that_are_parameters() {
    const C: &str = "template <typename T, T V> struct C { static constant T value = V; };";
    check(&[(
        &format!("{C} bool f() {{ return C<bool, true + true>::value; }}"),
        rules::TEMPLATE_ARGUMENTS,
        "value",
        &format!("{C} bool f() {{ return C<bool, true + false>::value; }}"),
    )]);
}

#[test]
fn arguments_of_templates_keep_their_qualifiers() {
    const A: &str = "template <typename T> struct A { static constant int n = 0; };";
    accepted(&[
        &format!("{A} template <typename T> struct A<const T> {{ static constant int n = 1; }}; template <typename T> struct A<volatile T> {{ static constant int n = 2; }};
            typedef const int C; static_assert(A<int>::n == 0 && A<const int>::n == 1 && A<C>::n == 1 && A<volatile int>::n == 2, \"\");"),
        &format!("{A} template <typename T> struct A<thread T*> {{ static constant int n = 1; }};
            template <typename T> struct A<const thread T*> {{ static constant int n = 2; }};
            static_assert(A<thread int*>::n == 1 && A<const thread int*>::n == 2 && A<const device int*>::n == 0, \"\");"),
        &format!("{A} template <typename T> struct A<thread T*> {{ static constant int n = sizeof(T); }}; static_assert(A<const thread int*>::n == 4, \"\");"),
        "template <typename T> void f(thread T* a) {} void g(const thread int* a) { f(a); }",
        "template <typename T> void f(const thread T* a) {} void g(const thread int* a) { f(a); }",
        "template <typename T> int f(thread T& a) { return a; } int g() { const int a = 1; return f(a); }",
        "template <typename T> struct R { T a; }; int f() { R<const int> r = { 1 }; return r.a; }",
        "template <typename T> using P = const T; int f(thread P<int>* a) { return *a; } int g(const thread int* a) { return f(a); }",
    ]);
    let read_only = "template <typename T> void f(thread T& a) { a = 1; }";
    check(&[
        (
            &format!("{read_only} void g() {{ const int a = 1; f(a); }}"),
            rules::ASSIGNMENT_LVALUE,
            "a",
            &format!("{read_only} void g() {{ int a = 1; f(a); }}"),
        ),
        (
            "template <typename T> struct R { T a; }; void f(thread R<const int>& r) { r.a = 1; }",
            rules::ASSIGNMENT_LVALUE,
            "r.a",
            "template <typename T> struct R { T a; }; void f(thread R<int>& r) { r.a = 1; }",
        ),
        (
            "typedef const int C; void f() { C c = 1; c = 2; }",
            rules::ASSIGNMENT_LVALUE,
            "c",
            "typedef int C; void f() { C c = 1; c = 2; }",
        ),
    ]);
}

#[test]
fn names_of_template_parameters_are_not_declared_again() {
    for (wrong, right) in [
        ("template <typename T> void T() {}", "template <typename T> void U() {}"),
        (
            "template <template <typename> class C, typename T> void f(T C) {}",
            "template <template <typename> class C, typename T> void f(T D) {}",
        ),
        (
            "template <typename T> struct A { struct T { int a; }; };",
            "template <typename T> struct A { struct U { int a; }; };",
        ),
        (
            "template <typename T> struct A { enum T { a }; };",
            "template <typename T> struct A { enum U { a }; };",
        ),
        (
            "template <typename T> void f() { using T = int; }",
            "template <typename T> void f() { using U = int; }",
        ),
    ] {
        let found = mistakes(wrong);
        assert!(
            found.iter().all(|(rule, _)| *rule == rules::NAME_REDEFINITION.id) && !found.is_empty(),
            "{wrong}: {found:?}"
        );
        assert_eq!(mistakes(right), [], "{right}");
    }
}

#[test]
fn declarators_follow_the_grammar() {
    check(&[
        (
            "void f() { int a[2]; for (int : a) {} }",
            rules::GRAMMAR_TOKEN,
            ":",
            "void f() { int a[2]; for (int b : a) {} }",
        ),
        (
            "void f(thread int* const const p) {}",
            rules::GRAMMAR_SPECIFIERS,
            "const",
            "void f(thread int* const p) {}",
        ),
        ("struct A { A() const {} };", rules::GRAMMAR_FUNCTION_QUALIFIERS, "const", "struct A { A() {} };"),
        (
            "struct A { int f[]() { return 1; } };",
            rules::GRAMMAR_TYPE,
            "(",
            "struct A { int f() { return 1; } };",
        ),
        ("static_assert(true, -\"\");", rules::GRAMMAR_TOKEN, "-", "static_assert(true, \"a\" \"b\");"),
        ("namespace a :: { }", rules::GRAMMAR_TOKEN, "{", "namespace a :: b { }"),
        ("struct ;", rules::GRAMMAR_TOKEN, ";", "struct A;"),
        ("constexpr struct A { int a; };", rules::GRAMMAR_SPECIFIERS, "constexpr", "struct A { int a; };"),
        (
            "template <typename T> T f(T a) { return a; } int f<>(int a);",
            rules::GRAMMAR_DECLARATION,
            "f",
            "template <typename T> T f(T a) { return a; } template <> int f<>(int a);",
        ),
        ("union A; struct A { int a; };", rules::NAME_REDEFINITION, "A", "struct A; class A { int a; };"),
        (
            "struct S { int v; }; void f() { int s; S(s); }",
            rules::NAME_REDEFINITION,
            "s",
            "struct S { int v; }; void f() { int s; { S(s); } }",
        ),
        ("constexpr int f() { }", rules::RETURN_EVERY_PATH, "f", "constexpr int f() { return 1; }"),
        (
            "int f(int a) { return (a ? 1 : 2)(a); }",
            rules::CALL_CALLABLE,
            "(a ? 1 : 2)",
            "int f(int a) { return (a ? 1 : 2) * (a); }",
        ),
    ]);
    accepted(&["typedef struct A { int a; };"]);
    unsupported(
        rules::UNSUPPORTED_FEATURE,
        &[("void f(int a) { switch (a) a = 1; }", "a"), ("void f(int a) { switch (a) { a = 1; } }", "a")],
    );
}

#[test]
fn constants_are_computed_as_in_cxx14() {
    check(&[
        (
            "constexpr int a[] { 1, 2, 3 }; constexpr int b[] { a[4] };",
            rules::EXPRESSION_CONSTANT_DEFINED,
            "a[4]",
            "constexpr int a[] { 1, 2, 3 }; constexpr int b[] { a[2] };",
        ),
        (
            "struct S { static volatile constant int k = 3; int a[k]; };",
            rules::ARRAY_SIZE,
            "k",
            "struct S { static constant int k = 3; int a[k]; };",
        ),
        (
            "constexpr int f(bool a) { return a; } static_assert(f(4) == 4, \"\");",
            rules::STATIC_ASSERT_HOLDS,
            "f(4) == 4",
            "constexpr int f(bool a) { return a; } static_assert(f(4) == 1, \"\");",
        ),
    ]);
    accepted(&[
        "struct A {}; template <typename T> constexpr int f(T, int) { return 3; } void g() { char a { f(A(), 1) }; }",
        "struct S { int v; }; S f(S a) { S() = a; return (S { 1 } = a); }",
        "void f() { thread float* a; const thread float* const thread* b = &a; }",
    ]);
}

#[test]
fn packs_are_expanded() {
    check(&[
        (
            "template <typename... T> int f(T a) { return 1; }",
            rules::GRAMMAR_DECLARATION,
            "T",
            "template <typename... T> int f(T... a) { return 1; }",
        ),
        (
            "template <int... I> struct A; template <int... I> struct A<I> {};",
            rules::GRAMMAR_DECLARATION,
            "I",
            "template <int... I> struct A; template <int I> struct A<I> {};",
        ),
        (
            "template <int... I> struct A; template <> struct A<unknown> {};",
            rules::NAME_DECLARED,
            "unknown",
            "template <int... I> struct A; template <> struct A<1> {};",
        ),
        (
            "template <typename T> struct A {}; void f(A<int, > a) {}",
            rules::GRAMMAR_TOKEN,
            ">",
            "template <typename T> struct A {}; void f(A<int> a) {}",
        ),
    ]);
    accepted(&[
        "template <typename... T> struct L {}; template <typename... T> int f(L<T>... a) { return sizeof...(T); } int g() { return f(L<int>(), L<float>()); }",
        "template <typename T, T V> struct C { static constant T value = V; }; bool f() { return (((C<bool, 3 < 3>::value))); }",
    ]);
}

#[test]
fn definitions_outside_have_the_parameters_of_their_template() {
    const A: &str = "template <typename T> struct A { T f(int a) const; };";
    check(&[
        (
            &format!("{A} template <typename T> T A<T>::f(T a) const {{ return a; }}"),
            rules::MEMBER_EXISTS,
            "f",
            &format!("{A} template <typename T> T A<T>::f(int a) const {{ return a; }}"),
        ),
        (
            &format!("{A} template <typename T> T A<nullptr>::f(int a) const {{ return a; }}"),
            rules::TEMPLATE_ARGUMENTS,
            "A",
            &format!("{A} template <typename T> T A<T>::f(int a) const {{ return a; }}"),
        ),
    ]);
}

#[test]
fn enumerators_are_declared_once() {
    check(&[("enum class E { a, a };", rules::NAME_REDEFINITION, "a", "enum class E { a, b };")]);
}

#[test]
fn names_of_the_library_are_not_types_of_the_program() {
    accepted(&[
        "namespace n { struct exp { template <typename T> static T f(T a) { return metal::exp(a); } }; } float f(float a) { return n::exp::f(a); }",
        "namespace n { struct A { template <typename T> static T f(T a) { return max(a, a); } }; struct max {}; } float f(float a) { return n::A::f(a); }",
    ]);
}

#[test]
fn structures_compute_their_constants() {
    accepted(&[
        "struct A {}; constexpr int f(A) { int r = 0; return r; } struct B { int k[f(A()) + 1]; };",
        "struct A { int v; constexpr A(int a) : v(a) {} constexpr int get() const { return v; } }; void f() { char a { A(2).get() }; }",
    ]);
    let found = mistakes("int f() { return 1; } void g() { char a { f() }; }");
    assert_eq!(found, [(rules::INITIALISER_NO_NARROWING.id, "f()".to_owned())]);
}

#[test]
fn braces_narrow_enumerations_and_results_of_conversion_functions() {
    const C: &str = "struct S { operator short() { return 1; } };";
    check(&[
        (
            "enum { a = 4 }; bool f() { return bool{a}; }",
            rules::INITIALISER_NO_NARROWING,
            "a",
            "enum { a = 1 }; bool f() { return bool{a}; }",
        ),
        (
            "enum E : char { a }; bool f(E e) { return bool{e}; }",
            rules::INITIALISER_NO_NARROWING,
            "e",
            "enum E : char { a }; char f(E e) { return char{e}; }",
        ),
        (
            "enum E { a = 4 }; float f(E e) { return float{e}; }",
            rules::INITIALISER_NO_NARROWING,
            "e",
            "enum E { a = 4 }; float f(E e) { return float{a} + float(e); }",
        ),
        (
            "enum E { a = 300 }; char f(E e) { return char{e}; }",
            rules::INITIALISER_NO_NARROWING,
            "e",
            "enum E { a = 100 }; char f(E e) { return char{e}; }",
        ),
        (
            "constant int a[2] = {1, -2}; uint f() { return uint{a[1]}; }",
            rules::INITIALISER_NO_NARROWING,
            "a[1]",
            "constant int a[2] = {1, -2}; uint f() { return uint{a[0]}; }",
        ),
        (
            &format!("{C} char f(S s) {{ return char{{s}}; }}"),
            rules::INITIALISER_NO_NARROWING,
            "s",
            &format!("{C} int f(S s) {{ return short{{s}} + int{{s}}; }}"),
        ),
    ]);
}

#[test]
fn members_begin_by_implicit_conversions() {
    check(&[(
        "struct S { thread int* a; S(thread long* x) : a(x) {} };",
        rules::CONVERSION_INITIALISATION,
        "x",
        "struct S { const thread int* a; float b; S(thread int* x) : a(x), b(1) {} };",
    )]);
}

#[test]
fn references_begin_with_an_object_in_parentheses_or_braces() {
    accepted(&[
        "float f(thread float* p) { thread float& a(*p); thread float& b{*p}; a = 2.0f; return b; }",
        "float f() { const thread float& a{1.0f}; const thread float& b(2); return a + b; }",
    ]);
    check(&[(
        "float f(int i) { const thread char& a{i}; return a; }",
        rules::INITIALISER_NO_NARROWING,
        "i",
        "float f(int i) { const thread char& a(i); return a; }",
    )]);
}

#[test]
fn partial_specialisations_are_checked_without_a_use() {
    check(&[
        (
            "template <typename T> struct S; template <typename T> struct S<unknown>;",
            rules::NAME_DECLARED,
            "unknown",
            "template <typename T> struct S; template <typename T> struct S<thread T*>;",
        ),
        (
            "template <typename... T> struct S; template <typename... T> struct S<U...>;",
            rules::NAME_DECLARED,
            "U",
            "template <typename... T> struct S; template <typename T, typename... U> struct S<T, U...>;",
        ),
        (
            "template <int A, int B> struct S; template <int... I> struct S<I...>;",
            rules::TEMPLATE_ARGUMENTS,
            "S",
            "template <int A, int B> struct S; template <int A> struct S<A, A>;",
        ),
    ]);
}

#[test]
fn names_in_templates_with_packs_are_checked_without_a_use() {
    check(&[
        (
            "template <typename... T> int f(T... t) { return unknown; }",
            rules::NAME_DECLARED,
            "unknown",
            "struct S { S(int a, int b) {} }; template <typename... T> int f(T... t) { S s(t...); int a[] = {t...}; return sizeof...(T) + g(t...); }",
        ),
        (
            "template <typename... T> struct S; template <typename H, typename... T> struct S<H, T...> { int n = S<unknown...>::n; };",
            rules::NAME_DECLARED,
            "unknown",
            "template <typename... T> struct S { static constant int n = 0; }; template <typename H, typename... T> struct S<H, T...> { H h; S<T...> t; int n = S<T...>::n; int f() { return t.f() + g(h); } };",
        ),
        (
            "template <int... I> struct L {}; template <int... J> int f(L<K...>) { return 1; }",
            rules::NAME_DECLARED,
            "K",
            "template <int... I> struct L {}; template <int... J> int f(L<J...>) { return 1; }",
        ),
    ]);
}

#[test]
fn values_that_are_parameters_of_templates_are_not_types() {
    check(&[(
        "template <int T> int f(T a) { return 1; }",
        rules::NAME_IS_TYPE,
        "T",
        "template <typename T> int f(T a) { return 1; }",
    )]);
}

#[test]
fn elaborated_types_name_what_was_declared() {
    check(&[
        (
            "struct S { int a; }; struct U { enum S a; };",
            rules::NAME_REDEFINITION,
            "S",
            "enum S { a }; struct U { enum S a; };",
        ),
        (
            "template <enum E> int f() { return 1; }",
            rules::NAME_DECLARED,
            "E",
            "enum E { a }; template <enum E> int f() { return 1; }",
        ),
        ("enum E { a }; struct E f();", rules::NAME_REDEFINITION, "E", "struct E { int a; }; struct E f();"),
    ]);
}

#[test]
fn enumerators_may_have_names_of_types() {
    accepted(&[
        "struct a; bool f() { enum class E { a } e = E::a; return e == E::a; }",
        "struct a { int x; }; enum class E { a, b }; E f(a x) { return x.x > 0 ? E::a : E::b; }",
    ]);
}

#[test]
fn parentheses_in_template_arguments_are_compared() {
    accepted(&[
        "template <typename T, T V> struct C { static constant T value = V; }; bool f() { return (C<bool, (1) < (2)>::value); }",
    ]);
}

#[test]
fn values_prefer_references_to_values() {
    accepted(&[
        "constexpr int f(const thread int& a) { return 1; } constexpr int f(thread int&& a) { return 2; } static_assert(f('a') == 2 && f(1) == 2, \"\");",
    ]);
}

#[test]
fn declarations_have_the_qualifiers_of_their_results() {
    check(&[
        (
            "const int f(); int f() { return 1; }",
            rules::FUNCTION_OVERLOAD_RETURN_TYPE,
            "f",
            "const int f(); int const f() { return 1; }",
        ),
        (
            "struct S { volatile int f(); }; int S::f() { return 1; }",
            rules::MEMBER_EXISTS,
            "f",
            "struct S { volatile int f(); }; volatile int S::f() { return 1; }",
        ),
        (
            "template <typename T> struct S { const int f(); }; template <typename T> int S<T>::f() { return 1; }",
            rules::MEMBER_EXISTS,
            "f",
            "template <typename T> struct S { const int f(int); }; template <typename U> const int S<U>::f(const int a) { return 1; }",
        ),
        (
            "template <typename T> struct S { int f(); }; template <typename T> int S<int>::f() { return 1; }",
            rules::MEMBER_EXISTS,
            "f",
            "template <typename T> struct S { int f(); }; template <typename T> int S<T>::f() { return 1; }",
        ),
    ]);
}

#[test]
fn specialisations_of_variables_have_heads_and_arguments() {
    const V: &str = "template <typename T> constant bool v = false;";
    check(&[
        (
            &format!("{V} constant bool v<int> = true;"),
            rules::GRAMMAR_DECLARATION,
            "v",
            &format!("{V} template <> constant bool v<int> = true;"),
        ),
        (
            &format!("{V} template <> constant bool v<int, int> = true;"),
            rules::TEMPLATE_ARGUMENTS,
            "v",
            "template <typename T, typename U = int> constant bool v = false; template <> constant bool v<int> = true; static_assert(v<int, int>, \"\");",
        ),
    ]);
}

#[test]
fn a_switch_may_have_one_statement_with_labels() {
    check(&[
        (
            "int f(int a) { switch (a) case 1: case 2: break; a++; }",
            rules::RETURN_EVERY_PATH,
            "f",
            "int f(int a) { switch (a) case 1: case 2: a = 3; switch (a) default: { return 4; } return a; }",
        ),
        (
            "int f(int a) { switch (a) case 1: a = 2; break; case 2: a = 3; break; } return a; }",
            rules::GRAMMAR_TOKEN,
            "case",
            "int f(int a) { switch (a) { case 1: a = 2; break; case 2: a = 3; break; } return a; }",
        ),
    ]);
}

#[test]
fn what_only_the_compiler_describes_has_no_other_mistakes() {
    unsupported(
        rules::UNSUPPORTED_FEATURE,
        &[(
            "template <typename T> constexpr constant bool v = __is_valid_simdgroup_type<T>::value; bool f() { return v<int>; }",
            "value",
        )],
    );
}

#[test]
fn specialised_variable_templates_are_checked() {
    check(&[(
        "template <typename T> constant bool v = unknown; template <> constant bool v<int> = true;",
        rules::NAME_DECLARED,
        "unknown",
        "template <typename T> constant bool v = false; template <> constant bool v<int> = true;",
    )]);
}

#[test]
fn words_of_constructors_are_not_for_types() {
    check(&[
        ("struct S explicit;", rules::GRAMMAR_SPECIFIERS, "explicit", "struct S;"),
        ("typedef int explicit T;", rules::GRAMMAR_SPECIFIERS, "explicit", "typedef int T;"),
    ]);
}

#[test]
fn enumerators_may_have_the_name_of_their_enumeration() {
    accepted(&["int f() { enum a { a, b }; return a; }"]);
}

#[test]
fn arguments_of_parameters_that_are_templates_are_checked() {
    check(&[(
        "template <template <typename> class C> struct S { C<unknown> c; };",
        rules::NAME_DECLARED,
        "unknown",
        "template <template <typename> class C> struct S { C<int> c; };",
    )]);
}

#[test]
fn parameters_of_used_templates_have_types_of_template_arguments() {
    check(&[(
        "template <typename T, float N> int f(T a) { return 1; } int g() { return f<int, 1>(2); }",
        rules::TEMPLATE_ARGUMENTS,
        "float",
        "template <typename T, int N> int f(T a) { return N; } int g() { return f<int, 1>(2); }",
    )]);
}

#[test]
fn calls_in_unused_member_templates_may_depend_on_the_structure() {
    accepted(&[
        "template <typename T> struct S { T v; template <typename U> S<U> as() { return S<U>{convert(v)}; } }; int f(S<int> s) { return s.v; }",
    ]);
}
