//! Rules of C++14 on which the checker once differed from g++: `volatile`, incomplete enumerations, deduced numbers, templates with packs.

use super::check;
use super::oracle_rules::{accepted, rejected};
use msl_spec::rules;

#[test]
fn the_condition_of_if_constexpr_is_a_constant() {
    check(&[
        (
            "void f(int n) { if constexpr (n > 1) {} }",
            rules::CONDITION_CONSTANT,
            "n > 1",
            "void f(int n) { if (n > 1) {} }",
        ),
        (
            "template <class T> void f(T n) { if constexpr (n > 1) {} } void g() { f(1); }",
            rules::CONDITION_CONSTANT,
            "n > 1",
            "template <class T> void f(T n) { if constexpr (sizeof(n) > 1) {} } void g() { f(1); }",
        ),
    ]);
}

#[test]
fn an_enumeration_is_complete_after_its_enumerators() {
    check(&[
        ("enum E { a = E(1) };", rules::TYPE_COMPLETE, "E", "enum E : int { a = E(1) };"),
        ("enum E { a = (E)1, b };", rules::TYPE_COMPLETE, "E", "enum E { a = 1, b }; constant E c = (E)1;"),
        ("enum E { a = sizeof(E) };", rules::TYPE_COMPLETE, "E", "enum E : uchar { a = sizeof(E) };"),
        ("enum E { a = int(E()) };", rules::TYPE_COMPLETE, "E", "enum E { a = int(int()) };"),
    ]);
}

#[test]
fn a_volatile_object_is_used_by_volatile_functions() {
    const S: &str = "struct S { int n; int f() { return n; } int g() const { return n; } int h() const volatile { return n; } };";
    rejected(
        rules::CONVERSION_KEEPS_CONST,
        &[
            (&format!("{S} int f() {{ volatile S s = {{1}}; return s.f(); }}"), "s.f()"),
            (&format!("{S} int f(const volatile thread S& s) {{ return s.g(); }}"), "s.g()"),
            ("struct S { int g() { return 1; } int h() volatile { return g(); } };", "g()"),
            ("struct S { int n; thread S* p() volatile { return this; } };", "this"),
            ("struct S { volatile int n; }; void f() { S s; thread int& r = s.n; }", "s.n"),
        ],
    );
    accepted(&[&format!(
        "{S} int f() {{ volatile S s = {{1}}; S t = {{2}}; return s.h() + t.h() + t.g(); }}"
    )]);
}

#[test]
fn a_structure_with_a_volatile_structure_is_not_copied() {
    const S: &str = "struct P { int n; }; struct S { volatile P p; int n; S(int a) : n(a) {} };";
    rejected(
        rules::CONVERSION_KEEPS_CONST,
        &[
            (&format!("{S} void f() {{ S s(1); S t = s; }}"), "s"),
            (&format!("{S} S f() {{ return S(1); }}"), "S(1)"),
        ],
    );
    accepted(&["struct S { volatile int n; }; void f() { S s; S t = s; t = s; }"]);
}

#[test]
fn a_structure_template_declares_nothing_else() {
    check(&[
        (
            "template <class T> struct A {} x;",
            rules::GRAMMAR_DECLARATION,
            "x",
            "template <class T> struct A {}; constant A<int> x = {};",
        ),
        (
            "template <class T> struct A {}; template <class T> struct A<thread T*> {} x; A<int> f(A<int> a) { return a; }",
            rules::GRAMMAR_DECLARATION,
            "x",
            "template <class T> struct A {}; template <class T> struct A<thread T*> {};",
        ),
    ]);
}

#[test]
fn a_number_is_deduced_for_a_parameter_of_its_type() {
    check(&[
        (
            "template <int N> struct A {}; template <uint N> int f(A<N> a) { return N; } int g() { A<2> a; return f(a); }",
            rules::TEMPLATE_DEDUCTION,
            "f",
            "template <uint N> struct A {}; template <uint N> int f(A<N> a) { return N; } int g() { A<2> a; return f(a); }",
        ),
        (
            "template <class T, T N> struct A {}; template <class T, int N> int f(A<T, N> a) { return N; } int g() { A<uint, 2u> a; return f(a); }",
            rules::TEMPLATE_DEDUCTION,
            "f",
            "template <class T, T N> struct A {}; template <class T, T N> int f(A<T, N> a) { return N; } int g() { A<uint, 2u> a; return f(a); }",
        ),
    ]);
    accepted(&[
        // The number of elements of an array fits any integer type.
        "template <uint N> int f(thread int (&a)[N]) { return N; } int g() { int a[2]; return f(a); }",
        "template <int N> struct A {}; template <class T> struct C { static constexpr constant int value = 1; };
         template <uint N> struct C<A<N>> { static constexpr constant int value = 2; }; static_assert(C<A<1>>::value == 1, \"\");",
    ]);
}

#[test]
fn an_explicit_instance_has_the_result_of_its_template() {
    check(&[
        (
            "template <class T> T f(T a) { return a; } template const int f(int);",
            rules::TEMPLATE_ARGUMENTS,
            "f",
            "template <class T> const T f(T a) { return a; } template const int f(int);",
        ),
        (
            "template <class T> const T f(T a) { return a; } template int f(int);",
            rules::TEMPLATE_ARGUMENTS,
            "f",
            "template <class T> T f(T a) { return a; } template int f(int);",
        ),
    ]);
}

#[test]
fn the_assignment_of_a_structure_is_an_object() {
    accepted(&[
        "struct S { int n; }; thread S& h() { return S() = S(); }",
        "struct S { int n; }; void f() { thread S* p = &(S() = S()); (S() = S()).n = 1; }",
    ]);
    rejected(
        rules::OPERATOR_ADDRESS_OF_LVALUE,
        &[("struct S { int n; }; void f() { thread S* p = &S(); }", "S()")],
    );
}

#[test]
fn templates_with_packs_that_nothing_uses_return_values_and_have_no_void() {
    check(&[
        (
            "template <class... T> int f(T... t) { void a[2]; return 1; }",
            rules::SCALAR_VOID_INCOMPLETE,
            "void",
            "template <class... T> int f(T... t) { int a[2]; return 1; }",
        ),
        (
            "template <class... T> int f(T... t) { return; }",
            rules::RETURN_VALUE,
            "return;",
            "template <class... T> void f(T... t) { return; }",
        ),
        (
            "template <class... T> void f(T... t) { return 1; }",
            rules::RETURN_VOID,
            "1",
            "template <class... T> int f(T... t) { return 1; }",
        ),
    ]);
}

#[test]
fn a_friend_is_a_union_wherever_it_is_declared() {
    check(&[(
        "struct S { friend struct A; friend union A; };",
        rules::NAME_REDEFINITION,
        "A",
        "struct S { friend struct A; friend class A; };",
    )]);
}

#[test]
fn a_size_has_no_address() {
    check(&[(
        "template <int N> struct A {}; template <class T> void f() { A<&(sizeof(T))> a; }",
        rules::OPERATOR_ADDRESS_OF_LVALUE,
        "(sizeof(T))",
        "template <int N> struct A {}; template <class T> void f() { A<(sizeof(T))> a; }",
    )]);
}

#[test]
fn a_function_is_not_a_number() {
    check(&[
        (
            "template <int N> struct A {}; int f(int a) { return a; } A<f> g();",
            rules::TEMPLATE_ARGUMENTS,
            "A",
            "template <int N> struct A {}; int f(int a) { return a; } A<1> g();",
        ),
        (
            "template <int...> struct A; int f(int a) { return a; } template <int... I> struct A<f, I...>;",
            rules::TEMPLATE_ARGUMENTS,
            "f",
            "template <int...> struct A; int f(int a) { return a; } template <int... I> struct A<1, I...>;",
        ),
    ]);
}

#[test]
fn a_template_in_itself_is_its_own_structure() {
    check(&[(
        "template <class T> struct A { A(A<T> a) {} };",
        rules::GRAMMAR_DECLARATION,
        "A<T>",
        "template <class T> struct A { A(const thread A<T>& a) {} };",
    )]);
}

#[test]
fn decltype_of_a_variable_of_an_instance_is_its_type() {
    accepted(&[
        "template <class T, T v> struct A { static constexpr constant T value = v; }; void f() { decltype(A<bool, true>::value) b = true; }",
    ]);
}

#[test]
fn a_name_of_a_type_is_not_a_pack() {
    check(&[("typedef int ... A;", rules::GRAMMAR_DECLARATION, "A", "typedef int A;")]);
}

#[test]
fn a_template_names_the_address_space_of_its_references_once() {
    rejected(
        rules::POINTER_ADDRESS_SPACE,
        &[
            ("template <class T> T f(const T& a) { return a; }", "const T&"),
            ("template <class T> T f(T* a) { return *a; }", "T*"),
            (
                "template <class T> T f(const T& a) { return a; } int g(int a) { return f(a) + f<int>(a); }",
                "const T&",
            ),
            (
                "template <class T> struct V { T t; }; template <class T> T f(V<T>& a) { return a.t; }",
                "V<T>&",
            ),
            ("template <class T> T f(vec<T, 2>& a) { return a.x; }", "vec<T, 2>&"),
            ("template <class T> int f(int& a, T b) { return a; } int g(int a) { return f(a, 1); }", "int&"),
            ("struct S { template <class T> T f(T* a) { return *a; } };", "T*"),
        ],
    );
    accepted(&[
        "template <class T> T f(const thread T& a) { return a; } int g(int a) { return f(a); }",
        "template <class T> int f(T&& a) { return a; } int g(int a) { return f(a); }",
    ]);
}

#[test]
fn a_failed_deduction_has_a_reason() {
    let messages = |text: &str| -> Vec<String> {
        let text = format!("#include <metal_stdlib>\nusing namespace metal;\n{text}");
        let found = crate::validate(&text, &crate::Options::default());
        found.into_iter().map(|found| found.message).collect()
    };
    let infer =
        |reason: &str| vec![format!("can't infer the arguments of template `f` from this call: {reason}")];
    assert_eq!(
        messages("template <class T> T f(T a, T b) { return a; } void g() { f(1, 2.0f); }"),
        infer("conflicting arguments for `T`: `int` and `float`")
    );
    assert_eq!(
        messages(
            "template <class T, int N> T f(vec<T, N> a, vec<T, N> b) { return a[0]; } void g() { f(float3(1), float4(1)); }"
        ),
        infer("conflicting arguments for `N`: `3` and `4`")
    );
    assert_eq!(
        messages("template <class T> T f(int a) { return T(a); } void g() { f(1); }"),
        infer("no argument determines `T`")
    );
    // The argument is a call of a template that has more parameters.
    assert_eq!(
        messages("template <class A, class B, class C> struct S {}; template <class A, class B, class C = float> A g(A a) { return a; }
                  template <class T> T f(T a, T b) { return a; } void h() { f(g<int>(1), 2.0f); }").len(),
        1
    );
    assert_eq!(
        messages("template <class T> T f(thread T* a) { return *a; } void g() { f(1); }"),
        infer("`int` does not have the form of the parameter")
    );
    assert_eq!(
        messages(
            "template <class T> T f(thread const T& a) { return a; } void g(device float* b) { f(b[0]); }"
        ),
        ["`thread const float&` can't refer to an object in `device` memory"]
    );
}

#[test]
fn a_failed_requirement_is_named() {
    let found = |text: &str| {
        let text = format!("#include <metal_stdlib>\nusing namespace metal;\n{text}");
        let found = crate::validate(&text, &crate::Options::default());
        assert_eq!(found.len(), 1, "{found:?}");
        found.into_iter().next().expect("one diagnostic")
    };
    let requirement = "requirement `is_integral<T>::value && (sizeof(T) > 2)` was not satisfied";
    for text in [
        "template <class T> enable_if_t<is_integral<T>::value && (sizeof(T) > 2), T> f(T a) { return a; } void g() { f(1.0f); }",
        "template <class T> typename enable_if<is_integral<T>::value && (sizeof(T) > 2), T>::type f(T a) { return a; } void g() { f(1.0f); }",
        "template <class T, class = enable_if_t<is_integral<T>::value && (sizeof(T) > 2)>> T f(T a) { return a; } void g() { f(1.0f); }",
        "template <class T, enable_if_t<is_integral<T>::value && (sizeof(T) > 2), int> = 0> T f(T a) { return a; } void g() { f(1.0f); }",
    ] {
        let message = found(text).message;
        assert_eq!(
            message,
            format!("can't infer the arguments of template `f` from this call: {requirement}"),
            "{text}"
        );
    }
    let several = found(
        "template <class T> enable_if_t<is_integral<T>::value && (sizeof(T) > 2), T> f(T a) { return a; } void f(thread float* a) {} void g() { f(1.0h); }",
    );
    assert_eq!(
        several.notes,
        [format!("candidate template ignored: {requirement}"), "candidate: f(thread float*)".to_owned()]
    );
    // The requirement of a function in an operand is not the reason.
    assert_eq!(
        found("template <class T> enable_if_t<is_integral<T>::value, T> h(T a); int h(float a); template <class T> typename T::none f(T a, decltype(h(1.0f)) b); void g() { f(1.0f, 1); }").message,
        "can't infer the arguments of template `f` from this call: its declaration is not valid for these types"
    );
}

#[test]
fn a_lost_qualifier_is_named() {
    let messages = |text: &str| -> Vec<String> {
        let found = crate::validate(text, &crate::Options::default());
        found.into_iter().map(|found| found.message).collect()
    };
    assert_eq!(
        messages(
            "void f() { volatile int a = 1; thread int* p = &a; const volatile int b = 1; thread const int* q = &b; thread volatile int* r = &b; thread const int& s = b; }"
        ),
        [
            "`thread volatile int*` can't be converted to `thread int*`: the conversion removes `volatile`",
            "`thread volatile const int*` can't be converted to `thread const int*`: the conversion removes `volatile`",
            "`thread volatile const int*` can't be converted to `thread volatile int*`: the conversion removes `const`",
            "`thread const int&` can't refer to an object that is `volatile`",
        ]
    );
}

#[test]
fn a_name_may_name_its_characters() {
    accepted(&[
        "int caf\\u00e9() { return 1; } int g(int \\u00e9a) { return café() + caf\\U000000e9() + éa; }",
    ]);
    rejected(rules::NAME_DECLARED, &[("int g() { return caf\\u00e9; }", "caf\\u00e9")]);
    rejected(rules::LEX_CHARACTER_VALID, &[("int g() { return 1; } \\u0040", "\\")]);
}

#[test]
fn a_character_that_begins_no_token_may_be_quoted() {
    accepted(&[
        "#define STR(x) #x\n#define XSTR(x) STR(x)\nstatic_assert(true, STR(a \\n)); static_assert(true, XSTR(@));",
    ]);
    rejected(
        rules::LEX_CHARACTER_VALID,
        &[("#define BOTH(x) x; static_assert(true, #x)\nint f() { BOTH(@); return 1; }", "@")],
    );
}

#[test]
fn namespaces_without_a_name_in_each_other_are_used_outside() {
    accepted(&[
        "namespace { namespace { int g(int a) { return a; } } } int h(int a) { return g(a); }",
        "namespace { namespace { int g(int a) { return a; } } } namespace { int h(int a) { return g(a); } }",
        "namespace m { inline namespace n { namespace { int g(int a) { return a; } } } } int h(int a) { return m::g(a); }",
    ]);
}

#[test]
fn a_size_is_not_changed_and_a_number_is_not_a_type() {
    rejected(
        rules::OPERATOR_INCREMENT_LVALUE,
        &[(
            "template <int N> struct A { typedef int type; }; template <class T> typename A<--(sizeof(T))>::type f() { return 1; }",
            "(sizeof(T))",
        )],
    );
    rejected(
        rules::TEMPLATE_ARGUMENTS,
        &[("template <class T> struct A {}; template <int N> int f(A<N> a) { return 1; }", "N")],
    );
}

#[test]
fn a_scalar_type_is_not_a_structure() {
    check(&[(
        "void f(thread union uint* a);",
        rules::NAME_REDEFINITION,
        "uint",
        "struct A { int n; }; void f(thread struct A* a);",
    )]);
}
