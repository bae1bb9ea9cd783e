//! Members and functions on which the checker once differed from C++14: qualifiers of objects, conversions, `using` in structures and `constexpr`
//! functions.

use super::mistakes_in;
use msl_spec::{Rule, rules};

/// The rules that a program for Metal 3.2 breaks, each with the source at its place.
fn mistakes(text: &str) -> Vec<(&'static str, String)> {
    mistakes_in("metal3.2", text)
}

/// Checks mistakes with their rules and places, and the corrected programs.
fn check(cases: &[(&str, &'static Rule, &str, &str)]) {
    for (wrong, rule, place, right) in cases {
        assert_eq!(mistakes(wrong), [(rule.id, (*place).to_owned())], "{wrong}");
        accepted(&[*right]);
    }
}

/// Checks that programs have no mistakes.
fn accepted(texts: &[&str]) {
    for text in texts {
        assert_eq!(mistakes(text), [], "{text}");
    }
}

/// Checks that programs are not checked because of one construct, and have no other mistakes.
fn unsupported(rule: &'static Rule, cases: &[(&str, &str)]) {
    for (text, place) in cases {
        assert_eq!(mistakes(text), [(rule.id, (*place).to_owned())], "{text}");
    }
}

#[test]
fn reference_qualifiers_select_objects_or_values() {
    check(&[
        (
            "struct S { int f() & { return 1; } }; int g() { return S().f(); }",
            rules::CALL_MATCH,
            "S().f()",
            "struct S { int f() const & { return 1; } }; int g() { return S().f(); }",
        ),
        (
            "struct S { int f() && { return 1; } }; int g() { S s; return s.f(); }",
            rules::CALL_MATCH,
            "s.f()",
            "struct S { int f() & { return 1; } int f() && { return 2; } }; int g() { S s; return s.f() + S().f() + static_cast<thread S&&>(s).f(); }",
        ),
        (
            "struct S { int f() & { return 1; } int f() { return 2; } };",
            rules::NAME_REDEFINITION,
            "f",
            "struct S { int f() &; int f() const &; int f() &&; }; int S::f() & { return 1; } int S::f() && { return 2; } int S::f() const & { return 3; }",
        ),
    ]);
}

#[test]
fn lists_convert_by_explicit_functions_unless_they_are_copied() {
    const W: &str = "struct W { int x; explicit operator bool() const { return x != 0; } };";
    for (wrong, right) in [
        ("bool f(W w) { bool r = {w}; return r; }", "bool f(W w) { bool r{w}; return r; }"),
        (
            "struct A { bool b; }; bool f(W w) { A a{w}; return a.b; }",
            "struct A { bool b; }; bool f(W w) { A a{bool{w}}; return a.b; }",
        ),
    ] {
        check(&[(&format!("{W} {wrong}"), rules::CONVERSION_INITIALISATION, "w", &format!("{W} {right}"))]);
    }
}

#[test]
fn operands_convert_by_the_function_for_their_object() {
    check(&[
        (
            "struct B { int v; operator int() { return v; } }; int f() { const B b{2}; return b * 2; }",
            rules::OPERATOR_OPERANDS,
            "b * 2",
            "struct B { int v; operator int() { return v; } operator int() const { return v + 1; } }; int f() { B a{1}; const B b{2}; return a * 10 + b * 2; }",
        ),
        (
            "struct T {}; struct B { operator T() const { return T(); } operator int() const { return 1; } operator float() const { return 2; } }; float f(B b) { return b * 2; }",
            rules::OPERATOR_OPERANDS,
            "b * 2",
            "struct T {}; struct B { operator T() const { return T(); } operator int() const { return 1; } }; int f(B b) { return b * 2; }",
        ),
        // The object that is assigned does not convert.
        (
            "struct N { int v; operator char() { return 1; } }; void f(N n) { n *= 3; }",
            rules::OPERATOR_OPERANDS,
            "n *= 3",
            "struct N { int v; operator char() { return 1; } }; int f(N n) { return n * 3; }",
        ),
    ]);
}

#[test]
fn using_in_structures_needs_access_to_each_function() {
    check(&[(
        "struct A { int f(int); private: int f(float); }; struct D : A { using A::f; };",
        rules::MEMBER_ACCESSIBLE,
        "f",
        "struct A { int f(int); protected: int f(float); }; struct D : A { using A::f; };",
    )]);
}

#[test]
fn using_declares_assignments_and_constructors_of_bases() {
    accepted(&[
        "struct A { int x; thread A& operator=(int a) { x = a; return *this; } }; struct B : A { using A::operator=; }; void f() { B b; b = 3; B c; c = b; }",
        "struct A { int x; }; struct B : A { using A::operator=; }; void f() { B b; B c; c = b; }",
    ]);
    unsupported(
        rules::UNSUPPORTED_MEMBER_FUNCTION,
        &[
            (
                "struct A { int x; }; struct B : A { using A::operator=; }; void f() { A b; B c; c = b; }",
                "c = b",
            ),
            (
                "struct B { int n; B(int a) : n(a) {} }; struct D : B { using B::B; }; int h(D d) { return d.n; } int f() { D d(3); D e = D(4); return d.n + h(3) + h({4}); }",
                "B",
            ),
        ],
    );
}

#[test]
fn assignments_that_copy_decide_about_fixed_members() {
    let program = |parameter: &str| {
        format!(
            "struct S {{ const int a; int b; S(int v) : a(v), b(v) {{}} thread S& operator=({parameter}) {{ b = 1; return *this; }} }}; void f(thread S& s, S t) {{ s = t; }}"
        )
    };
    check(&[(
        &program("const thread float& c"),
        rules::ASSIGNMENT_MEMBERS,
        "s = t",
        &program("const thread S& c"),
    )]);
}

#[test]
fn arrow_star_is_an_operator() {
    const P: &str = "struct P { int a; }; int operator->*(P a, int b) { return b; }";
    accepted(&[P, &format!("{P} int f(P p) {{ return operator->*(p, 1); }}")]);
    unsupported(rules::UNSUPPORTED_FEATURE, &[(&format!("{P} int f() {{ P p; return p->*3; }}"), "->")]);
}

#[test]
fn constexpr_functions_initialize_their_variables() {
    check(&[(
        "constexpr int f() { int a; a = 1; return a; }",
        rules::GRAMMAR_SPECIFIERS,
        "a",
        "constexpr int f() { int a = 0; a = 1; return a; } template <class T> constexpr T g() { T a; a = 1; return a; } int h() { return g<int>(); } constexpr int i() { return h(); }",
    )]);
}

#[test]
fn elements_of_constexpr_arrays_have_values() {
    const TABLE: &str = "constexpr constant int t[] = {3, 2, 4}; constexpr int s(int n) { int r = 0; for (int i = 0; i < n; ++i) r += t[i]; return r; }";
    check(&[(
        &format!("{TABLE} constexpr constant int u[] = {{s(4) + 1, 2}};"),
        rules::EXPRESSION_CONSTANT_DEFINED,
        "s(4) + 1",
        &format!("{TABLE} constexpr constant int u[] = {{s(3) + 1, 2}};"),
    )]);
}

#[test]
fn a_null_pointer_before_a_comma_is_a_constant() {
    check(&[(
        "short f(int a) { short x[] = {(a, 4ul)}; return x[0]; }",
        rules::INITIALISER_NO_NARROWING,
        "(a, 4ul)",
        "short f() { short x[] = {(static_cast<thread short*>(nullptr), 4ul)}; return x[0]; }",
    )]);
}

#[test]
fn types_in_templates_without_instances_are_declared() {
    check(&[
        (
            "template <typename T> Unknown value;",
            rules::NAME_DECLARED,
            "Unknown",
            "template <typename T> constant T value = T(1);",
        ),
        (
            "template <typename T> struct S { T f(T) const; }; template <typename T> T S<T>::f(Unknown a) const { return a; }",
            rules::NAME_DECLARED,
            "Unknown",
            "template <typename T> struct S { T f(T) const; }; template <typename T> T S<T>::f(T a) const { return a; }",
        ),
    ]);
}

#[test]
fn patterns_name_packs() {
    check(&[(
        "template <int... I> struct N; template <int... I> int f(N<ushort...>) { return 1; }",
        rules::GRAMMAR_DECLARATION,
        "...",
        "template <int... I> struct N; template <int... I> int f(N<I...>) { return 1; }",
    )]);
}

#[test]
fn member_templates_have_other_names_than_members() {
    check(&[(
        "template <typename T> struct S { T v; template <typename U> U v() { return U(); } };",
        rules::NAME_REDEFINITION,
        "v",
        "template <typename T> struct S { T v; template <typename U> U w() { return U(); } template <typename U> U w(U u) { return u; } };",
    )]);
}

#[test]
fn structures_have_names_or_variables() {
    check(&[
        (
            "struct { int a; };",
            rules::GRAMMAR_DECLARATION,
            "struct",
            "struct { int a; } constant s = {1}; struct T { struct { int a; }; };",
        ),
        (
            "struct A { float x; } float f(A a) { return a.x; }",
            rules::GRAMMAR_TOKEN,
            "",
            "struct A { float x; }; float f(A a) { return a.x; }",
        ),
    ]);
}

#[test]
fn packs_of_templates_without_a_use_are_expanded() {
    check(&[
        (
            "template <class... T> void f(T... t) { int a = t; }",
            rules::TEMPLATE_PACK_EXPANDED,
            "t",
            "template <class... T> void f(T... t) { int a[] = {int(t)..., (t ? t : 0)...}; int n = sizeof...(t); }",
        ),
        (
            "template <class... T> int f(T... t) { T a; return 1; }",
            rules::TEMPLATE_PACK_EXPANDED,
            "T",
            "template <class... T> int f(T... t) { { int t = 1; t = 2; } return 1; }",
        ),
        (
            "template <class... T> struct S { T a; };",
            rules::TEMPLATE_PACK_EXPANDED,
            "T",
            "template <class... T> struct S { int a = sizeof...(T); };",
        ),
    ]);
}

#[test]
fn templates_without_a_body_take_any_further_arguments() {
    accepted(&[
        "template <class T> struct I { template <class U> static char test(thread decltype(U().foo())*); template <class U> static int test(...); enum { value = sizeof(test<T>(0)) == 1 }; }; struct A { int foo(); }; static_assert(I<A>::value == 1, \"\"); static_assert(I<int>::value == 0, \"\");",
        "template <class U> int test(U u, ...); float test(int a, int b); static_assert(sizeof(decltype(test(1, 2.0f, 3))) == 4, \"\"); decltype(test(1, 2)) g() { return 1.5f; }",
    ]);
    unsupported(
        rules::UNSUPPORTED_FEATURE,
        &[
            ("int f(int a, ...);", "..."),
            ("template <class U> int f(U u, ...) { return 1; }", "..."),
            ("struct S { int n; S(int a, ...); };", "..."),
        ],
    );
}

#[test]
fn a_sign_leaves_pointers_as_they_are() {
    assert_eq!(mistakes("int f(thread int* p) { return *+p; }"), []);
    assert_eq!(mistakes("int f(thread int* p) { return *-p; }").len(), 1);
}

#[test]
fn conversion_functions_have_no_parameters() {
    let found = mistakes("struct S { int v; operator int(float x) const { return v; } };");
    assert_eq!(found, [(rules::GRAMMAR_DECLARATION.id, "x".to_owned())]);
}

#[test]
fn members_that_differ_by_volatile_are_not_checked() {
    let text =
        "struct S { int f() { return 1; } int f() volatile { return 2; } }; int g(S s) { return s.f(); }";
    assert_eq!(mistakes(text), [(rules::UNSUPPORTED_MEMBER_FUNCTION.id, "f".to_owned())]);
    let text = "struct S { int f() volatile { return 2; } int f() volatile { return 1; } };";
    assert_eq!(mistakes(text), [(rules::NAME_REDEFINITION.id, "f".to_owned())]);
}

#[test]
fn template_before_a_member_begins_its_arguments() {
    let call = |body: &str| {
        format!(
            "struct S {{ template <int N> int g(int a) {{ return a + N; }} }}; template <typename T> int f(T s, int t) {{ {body} }} int h(S s) {{ return f(s, 1); }}"
        )
    };
    assert_eq!(mistakes(&call("return s.template g<(2)>(t);")), []);
    assert_eq!(mistakes(&call("return s.template g<(t);")), [(rules::GRAMMAR_TOKEN.id, ";".to_owned())]);
}

#[test]
fn defaults_of_unused_templates_name_what_is_declared() {
    let found =
        mistakes("template <typename T, int N = missing> int f(T t) { return N; } int g() { return 1; }");
    assert_eq!(found, [(rules::NAME_DECLARED.id, "missing".to_owned())]);
    let found = mistakes(
        "template <bool> struct S; template <typename T = typename S<(missing) == 4>::type> int f() { return 1; }",
    );
    assert_eq!(found, [(rules::NAME_DECLARED.id, "missing".to_owned())]);
    assert_eq!(
        mistakes("template <typename T, int N = sizeof(T), int M = N + 1> int f(T t) { return N + M; }"),
        []
    );
}

/// C++14 (expr.prim.general) 3, 13
#[test]
fn declarations_in_a_structure_name_members_without_an_object() {
    let checks = "template <class A, class B> struct same { static constexpr constant bool value = false; };
        template <class A> struct same<A, A> { static constexpr constant bool value = true; };";
    for text in [
        "struct S { float d; auto m() const -> decltype(d) { return d; } }; static_assert(same<decltype(S().m()), float>::value, \"\");",
        "struct S { float d; int u; auto m() const -> decltype(this->d + u) { return d + u; } }; float f(S s) { return s.m(); }",
        "struct S { float d; int n[sizeof(d) / 2]; }; static_assert(sizeof(S) == 12, \"\");",
        "struct S { float d; static_assert(sizeof(d) == 4, \"\"); enum { N = sizeof(d) }; typedef decltype(d) T; T e; }; float f(S s) { return s.e + S::N; }",
        "struct S { float d; int f(decltype(d) a) { return int(a); } decltype(d) g() { return d; } }; float f(S s) { return s.f(1.5f) + s.g(); }",
        "struct S { float d; template <class T> auto h(T t) -> decltype(t + d) { return t + d; } }; static_assert(same<decltype(S().h(1)), float>::value, \"\");",
        "template <class T> struct S { T d; auto m() const -> decltype(d) { return d; } using U = decltype(d); U u; }; int f(S<int> s) { return s.m() + s.u; }",
        "constant float d = 1; struct S { int d; decltype(d) e; }; static_assert(same<decltype(S::e), int>::value, \"\");",
        "struct S { int d; int f(float d, decltype(d) e); auto g(float d) -> decltype(d); }; static_assert(same<decltype(S().g(1)), float>::value, \"\");",
        "struct S { struct T { int b; } t; int a[sizeof(t.b)]; }; static_assert(sizeof(S) == 20, \"\");",
    ] {
        assert_eq!(mistakes(&format!("{checks} {text}")), [], "{text}");
    }
    for (text, rule, place) in [
        ("struct S { int d; int n[d]; };", rules::NAME_DECLARED, "d"),
        ("struct S { decltype(d) e; int d; };", rules::NAME_DECLARED, "d"),
        (
            "struct S { int d; static auto f() -> decltype(this->d) { return 1; } };",
            rules::NAME_IS_VALUE,
            "this",
        ),
    ] {
        assert_eq!(mistakes(text), [(rule.id, place.to_owned())], "{text}");
    }
}

#[test]
fn a_pointer_to_const_auto_points_to_constants() {
    check(&[
        (
            "void f(device int* a) { const device auto* p = a; p[0] = 1; }",
            rules::ASSIGNMENT_LVALUE,
            "p[0]",
            "void f(device int* a) { const device auto* p = a; auto* q = p; auto* r = a; r[0] = p[1] + *q; }",
        ),
        (
            "void f(device int* a) { thread auto* p = a; }",
            rules::CONVERSION_INITIALISATION,
            "a",
            "void f(device int* a) { device auto* const p = a; *p = 1; auto const* q = a; q += 1; }",
        ),
    ]);
}
