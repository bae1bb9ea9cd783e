//! More programs on which the checker once differed from g++.

use super::{check, mistakes};
use msl_spec::{Rule, rules};

/// Checks that programs have no mistakes.
pub(super) fn accepted(texts: &[&str]) {
    for text in texts {
        assert_eq!(mistakes(text), [], "{text}");
    }
}

/// Checks that programs have one mistake each.
pub(super) fn rejected(rule: &'static Rule, texts: &[(&str, &str)]) {
    for (text, place) in texts {
        assert_eq!(mistakes(text), [(rule.id, (*place).to_owned())], "{text}");
    }
}

#[test]
fn the_second_parameter_of_a_postfix_operator_is_an_int() {
    check(&[
        (
            "struct S { int a; }; S operator++(S s, float b) { return s; }",
            rules::FUNCTION_OPERATOR_OPERANDS,
            "operator++",
            "struct S { int a; }; S operator++(S s, int b) { return s; }",
        ),
        (
            "struct S { int a; S operator--(uint b) { return *this; } };",
            rules::FUNCTION_OPERATOR_OPERANDS,
            "operator--",
            "struct S { int a; S operator--(int b) { return *this; } S operator--() { return *this; } };",
        ),
    ]);
}

#[test]
fn an_enumerator_may_have_the_name_of_the_type_of_its_enumeration() {
    accepted(&["enum class E : uchar { uchar, b = 255 }; static_assert(sizeof(E) == 1, \"\");"]);
}

#[test]
fn a_union_at_program_scope_has_a_name() {
    rejected(rules::GRAMMAR_DECLARATION, &[("union { int a; float b; };", "union")]);
    accepted(&["void f() { union { int a; float b; }; a = 1; }"]);
}

#[test]
fn a_list_in_parentheses_begins_no_scalar() {
    check(&[
        (
            "int f() { return int({1}); }",
            rules::GRAMMAR_EXPRESSION,
            "{1}",
            "int f() { return int{1} + int(1); }",
        ),
        (
            "int f() { int a({1}); return a; }",
            rules::GRAMMAR_EXPRESSION,
            "{1}",
            "struct S { int a; }; int f() { S s({1}); return s.a; }",
        ),
    ]);
}

#[test]
fn a_volatile_structure_is_not_copied_by_implicit_functions() {
    const S: &str = "struct S { int a; };";
    rejected(
        rules::CONVERSION_KEEPS_CONST,
        &[
            (&format!("{S} void f() {{ volatile S s = {{1}}; S t = s; }}"), "s"),
            (&format!("{S} void f() {{ volatile S s = {{1}}; S t; t = s; }}"), "t = s"),
            (&format!("{S} void f() {{ volatile S s = {{1}}; S t; s = t; }}"), "s = t"),
        ],
    );
    accepted(&[
        "struct S { int a; S(const thread volatile S& b) : a(b.a) {} S(int b) : a(b) {} }; void f() { volatile S s(1); S t = s; }",
    ]);
}

#[test]
fn a_constructor_template_does_not_take_its_structure_by_value() {
    check(&[(
        "struct S { template <typename U> S(S a, U b = U()) {} };",
        rules::GRAMMAR_DECLARATION,
        "S",
        "struct S { template <typename U> S(S a, U b) {} };",
    )]);
}

#[test]
fn templates_that_are_parameters_take_their_arguments() {
    check(&[
        (
            "template <template <typename> class X> void f(X a) {}",
            rules::TEMPLATE_ARGUMENTS,
            "X",
            "template <template <typename> class X> void f(X<int> a) {}",
        ),
        (
            "template <template <typename> class X> struct S { X<1> a; };",
            rules::TEMPLATE_ARGUMENTS,
            "X",
            "template <template <int> class X> struct S { X<1> a; };",
        ),
        (
            "template <template <typename> class X> struct S { X<int, int> a; };",
            rules::TEMPLATE_ARGUMENTS,
            "X",
            "template <template <typename, typename = int> class X> struct S { X<int> a; X<int, int> b; };",
        ),
    ]);
}

#[test]
fn an_operand_that_is_not_evaluated_calls_nothing() {
    accepted(&[
        "template <typename T> int f(T a) { return T::none; } int g() { return sizeof(f(1)); }",
        "int f(int a) { return sizeof(f(a)); }",
        "template <typename T> struct S { T f() { return T::none; } }; void g() { S<int> s; decltype(s.f()) a = 1; }",
        "template <typename T> auto f(T a) { return a; } int g() { return sizeof(f(1)); }",
    ]);
}

#[test]
fn decltype_of_a_name_is_its_declared_type() {
    check(&[
        (
            "void f() { int a = 1; const thread int& r = a; decltype(r) b = a; b++; }",
            rules::OPERATOR_INCREMENT_LVALUE,
            "b",
            "void f() { int a = 1; thread int& r = a; decltype(r) b = a; b++; }",
        ),
        (
            "void f() { const int a = 1; decltype(a) b = 2; b++; }",
            rules::OPERATOR_INCREMENT_LVALUE,
            "b",
            "void f() { const int a = 1; decltype(a + 0) b = 2; b++; }",
        ),
    ]);
    accepted(&[
        "decltype(auto) f(thread int& r) { return r; } void g() { int a = 1; f(a)++; }",
        "struct S { thread int& r; int n; }; void f(const S s) { decltype(s.n) b = 1; b++; int a = 2; decltype(s.r) c = a; c++; }",
    ]);
}

#[test]
fn only_parameters_are_packs() {
    rejected(rules::GRAMMAR_DECLARATION, &[("template <typename T> struct S { T ...a; };", "a")]);
}

#[test]
fn default_arguments_have_no_object() {
    check(&[
        (
            "struct S { int a; int f(int b = a) { return b; } };",
            rules::NAME_DECLARED,
            "a",
            "struct S { int a; static constant int c = 2; int f(int b = sizeof(a), int d = c) { return b + d; } };",
        ),
        (
            "struct S { int a; int f(int b = this->a) { return b; } };",
            rules::NAME_IS_VALUE,
            "this",
            "struct S { int a; int f(int b) { return this->a; } };",
        ),
        (
            "struct S { int a; int g() { return 1; } int f(int b = g()) { return b; } };",
            rules::CALL_MATCH,
            "g()",
            "struct S { int a; static int g() { return 1; } int f(int b = g()) { return b; } };",
        ),
        (
            "struct S { int a; static int f() { return a; } };",
            rules::NAME_DECLARED,
            "a",
            "struct S { int a; int f() { return a; } };",
        ),
    ]);
}

#[test]
fn bit_fields_have_bits() {
    rejected(
        rules::GRAMMAR_DECLARATION,
        &[("struct S { uint a : 0; };", "a"), ("struct S { uint a : -1; };", "a")],
    );
    rejected(
        rules::UNSUPPORTED_FEATURE,
        &[("struct S { uint a : 3; uint : 0; uint b : 4; };", ":"), ("struct S { uchar a : 9; };", "a")],
    );
}

#[test]
fn declarators_in_parentheses() {
    accepted(&[
        "void f() { int a[2] = {1, 2}; if (thread int (*p)[2] = &a) { (*p)[1] = 3; } }",
        "void f() { thread int (*p); int (b[2]) = {1, 2}; int (c) = 1; float2 (d[2]), (e); b[0] = c; p = b; e = d[1] = 2; }",
        "void f() { int (*static_cast<thread short*>(nullptr)); }",
        "template <typename T, T V> struct C { static constant T value = V; }; int f(int a, int b) { return (C<bool, C<int, 3>::value < C<int, 4>::value>::value) ? a : b; }",
    ]);
}

#[test]
fn a_static_function_is_not_an_overload_of_one_with_an_object() {
    check(&[(
        "struct S { static int f() { return 1; } int f() const { return 2; } };",
        rules::NAME_REDEFINITION,
        "f",
        "struct S { static int f(int a) { return 1; } int f() const { return 2; } };",
    )]);
}

#[test]
fn a_pointer_to_void_leads_to_no_object() {
    rejected(rules::OPERATOR_DEREFERENCE_POINTER, &[("void f(thread void* p) { *p; }", "p")]);
}

#[test]
fn a_parameter_is_declared_after_its_default() {
    check(&[(
        "template <int N = N> struct S;",
        rules::NAME_DECLARED,
        "N",
        "template <int N, int M = N> struct S;",
    )]);
}

#[test]
fn constexpr_variables_with_a_deduced_type_are_constant() {
    check(&[(
        "void f(int a) { constexpr auto b = a; }",
        rules::VARIABLE_CONSTEXPR_CONSTANT,
        "a",
        "void f(int a) { constexpr auto b = 1 + 2; static_assert(b == 3, \"\"); }",
    )]);
}

#[test]
fn an_explicit_instantiation_is_not_inline() {
    const F: &str = "template <typename T> T f(T a) { return a; }";
    check(&[(
        &format!("{F} template inline int f(int);"),
        rules::GRAMMAR_SPECIFIERS,
        "inline",
        &format!("{F} template int f(int);"),
    )]);
}

#[test]
fn a_definition_with_a_deduced_result_needs_a_declaration() {
    check(&[(
        "struct S { int a; }; auto S::f() { return 1; }",
        rules::MEMBER_EXISTS,
        "f",
        "struct S { int a; auto f(); }; auto S::f() { return 1; }",
    )]);
}

#[test]
fn the_size_of_a_reference_is_the_size_of_its_object() {
    accepted(&["static_assert(sizeof(thread char&) == 1 && alignof(thread short&) == 2, \"\");"]);
}

#[test]
fn constexpr_functions_have_literal_types() {
    const S: &str = "struct S { int a; S(int b) : a(b) {} };";
    check(&[
        (
            &format!("{S} constexpr int f(S s) {{ return 1; }}"),
            rules::GRAMMAR_SPECIFIERS,
            "S",
            "struct S { int a; constexpr S(int b) : a(b) {} }; constexpr int f(S s) { return s.a; }",
        ),
        (
            &format!("{S} constexpr int f(int a) {{ S s(a); return 1; }}"),
            rules::GRAMMAR_SPECIFIERS,
            "S",
            "struct S { int a; S() = default; }; constexpr int f(int a) { S s = {a}; return s.a; }",
        ),
    ]);
}

#[test]
fn the_structure_around_an_enumeration_has_friends_for_its_values() {
    accepted(&[
        "struct S { enum { k = 2 }; int h() { return later(k); } friend int later(int a) { return a; } };",
    ]);
}

#[test]
fn members_of_a_structure_in_a_template_are_defined_outside() {
    const S: &str = "template <typename T> struct S { struct I { T a; T f(); static T g(T b); static constant T n; }; I i; };";
    accepted(&[
        &format!(
            "{S} template <typename U> U S<U>::I::f() {{ return a; }} int g(S<int> s) {{ return s.i.f(); }}"
        ),
        &format!(
            "{S} template <typename T> T S<T>::I::g(T b) {{ T c = b; return c; }} int g() {{ return S<int>::I::g(2); }}"
        ),
        &format!(
            "{S} template <typename U> constant U S<U>::I::n = U(3); int g() {{ return S<int>::I::n; }}"
        ),
    ]);
    rejected(
        rules::MEMBER_EXISTS,
        &[(&format!("{S} template <typename T> T S<T>::I::h() {{ return 1; }}"), "h")],
    );
    rejected(
        rules::NAME_DECLARED,
        &[(
            &format!(
                "{S} template <typename T> T S<T>::I::f() {{ return none; }} int g(S<int> s) {{ return s.i.f(); }}"
            ),
            "none",
        )],
    );
}

#[test]
fn templates_with_packs_are_declared_again() {
    const F: &str = "template <typename... T> int f(T... a);";
    accepted(&[
        &format!(
            "{F} template <typename... T> int f(T... a) {{ return sizeof...(T); }} int g() {{ return f(1, 2.0f) + f(); }}"
        ),
        &format!("{F} {F} template <typename... U> int f(U... b) {{ return 1; }} int g() {{ return f(1); }}"),
        "template <typename T, typename... U> int f(T a, U... b) { return 1; } template <typename T, typename V> int f(T a, V b) { return 2; } int g() { return f(1, 2) + f(1); }",
    ]);
    rejected(
        rules::FUNCTION_REDEFINITION,
        &[(
            "template <typename... T> int f(T... a) { return 1; } template <typename... T> int f(T... a) { return 2; } int g() { return f(1, 2); }",
            "f",
        )],
    );
}

#[test]
fn endless_substitution_reaches_a_limit() {
    rejected(
        rules::UNSUPPORTED_NESTING,
        &[(
            "template <int N> struct I {}; struct Z {}; template <int N> auto f(I<N>, Z) -> decltype(f(I<N + 1>(), Z())); int g() { return f(I<0>(), Z()); }",
            "I",
        )],
    );
    accepted(&[
        "template <int N> struct I {}; template <int N> struct P { typedef I<N - 1> type; }; template <> struct P<0> {}; int f(I<0>) { return 1; } template <int N> auto f(I<N>) -> decltype(f(typename P<N>::type())) { return f(I<N - 1>()); } int g() { return f(I<3>()); }",
    ]);
}

#[test]
fn a_union_without_a_name_shares_the_names_of_its_structure() {
    rejected(
        rules::NAME_REDEFINITION,
        &[
            ("struct S { union { int a; float b; }; int a; };", "a"),
            ("struct S { int a; union { int a; float b; }; };", "a"),
        ],
    );
}

/// Any declaration of a template may have the default of a parameter. C++14 (temp.param) 10
#[test]
fn defaults_of_an_earlier_declaration_are_left_out_in_parameters() {
    let declared =
        "template <typename T, int N = 2> struct V; template <typename T, int N> struct V { T a[N]; };
        template <typename T> T first(V<T> v) { return v.a[0]; }";
    accepted(&[&format!("{declared} int f() {{ V<int> v = {{{{1, 2}}}}; return first(v); }}")]);
}

#[test]
fn what_can_be_a_type_or_a_parameter_is_one() {
    check(&[
        (
            "int f(int a) { return sizeof(float(long(a))); }",
            rules::TYPE_COMPLETE,
            "sizeof(float(long(a)))",
            "int f(int a) { return sizeof(float(a)) + sizeof(float(long(a) + 1)) + sizeof(float(long(a)) * 2) + sizeof(float2(int(a), a)); }",
        ),
        (
            "int f(int a) { return (float(long(a))) + 1; }",
            rules::CONVERSION_EXPLICIT,
            "(float(long(a))) + 1",
            "int f(int a) { return (float(long(a))) / 2 + (float(a)) + 1 + (float(long(a + 1))) - 1; }",
        ),
        (
            "int f(bool (())) { return 1; }",
            rules::REMOVED_FUNCTION_POINTER,
            "bool",
            "int f(bool (a), int (b)) { return b; }",
        ),
        (
            "int f(bool g(int)) { return 1; }",
            rules::REMOVED_FUNCTION_POINTER,
            "bool",
            "int g(bool a) { float b(float(3)); bool c(bool() && a); return b + c; }",
        ),
        (
            "struct S { int a; }; int f() { S s(S()); return 1; }",
            rules::UNSUPPORTED_FEATURE,
            "s",
            "struct S { int a; }; int f() { S s(S{}); return s.a; }",
        ),
    ]);
}

#[test]
fn an_address_in_parentheses_makes_an_object() {
    accepted(&[
        "struct S { int a; S(thread int* b) : a(*b) {} }; int f(int a) { S s = (S(&a)); return s.a + sizeof(S(&a)); }",
        "int f(thread float* a) { return (float(*a)) / 2 + sizeof(float(*a)) + sizeof(thread float (*)) + sizeof(thread float (*)[2]); }",
    ]);
}

#[test]
fn words_of_functions_are_not_for_names_of_types() {
    check(&[(
        "template <typename T> struct S { typedef T inline type; };",
        rules::GRAMMAR_SPECIFIERS,
        "inline",
        "template <typename T> struct S { typedef T const type; };",
    )]);
}

#[test]
fn a_friend_has_no_name_of_a_different_kind() {
    check(&[
        (
            "template <typename> struct n; class S { friend int n() { return 1; } };",
            rules::NAME_REDEFINITION,
            "n",
            "struct n; class S { friend int n() { return 1; } };",
        ),
        (
            "class S { friend struct n; }; union n;",
            rules::NAME_REDEFINITION,
            "n",
            "class S { friend struct n; }; class n; class T { friend union m; }; union m;",
        ),
    ]);
}

#[test]
fn a_friend_of_a_namespace_is_declared_there() {
    const S: &str = "struct S { S() : a(1) {} private: int a; friend int ::f(int); };";
    accepted(&[
        &format!("int f(int); namespace n {{ {S} }} int f(int) {{ n::S s; return s.a; }}"),
        "namespace n { template <typename T> int f(T); } struct S { S() : a(1) {} private: int a; template <typename T> friend int n::f(T); }; namespace n { template <typename T> int f(T b) { S s; return s.a; } }",
        "struct A { int f(); }; struct S { S() : a(1) {} private: int a; friend int A::f(); }; int A::f() { S s; return s.a; }",
    ]);
    rejected(
        rules::MEMBER_EXISTS,
        &[
            (S, "f"),
            (&format!("int f(float); {S}"), "f"),
            (&format!("namespace n {{ int f(int); {S} }}"), "f"),
        ],
    );
    rejected(
        rules::MEMBER_ACCESSIBLE,
        &[(&format!("int f(int); {S} namespace n {{ int f(int) {{ S s; return s.a; }} }}"), "a")],
    );
}

#[test]
fn a_type_is_deduced_from_no_default() {
    check(&[(
        "template <typename T = auto> struct S { T a; };",
        rules::VARIABLE_AUTO_INITIALISED,
        "auto",
        "template <typename T = int> struct S { T a; };",
    )]);
}

#[test]
fn templates_with_packs_name_other_templates_with_arguments() {
    check(&[(
        "template <int...> struct A; template <int... I> A f(A<I...>);",
        rules::TEMPLATE_ARGUMENTS,
        "A",
        "template <int...> struct A; template <int... I> A<I...> f(A<I...>);",
    )]);
}

#[test]
fn pointers_of_constants_are_not_reinterpreted() {
    check(&[
        (
            "static_assert((thread ulong*)static_cast<thread bool*>(nullptr) == nullptr, \"\");",
            rules::STATIC_ASSERT_CONSTANT,
            "(thread ulong*)static_cast<thread bool*>(nullptr) == nullptr",
            "static_assert((thread ulong*)nullptr == nullptr && (thread bool*)0 == nullptr, \"\");",
        ),
        (
            "int f() { char a{(thread ulong*)static_cast<thread bool*>(nullptr) != nullptr ? 300 : 0}; return a; }",
            rules::INITIALISER_NO_NARROWING,
            "(thread ulong*)static_cast<thread bool*>(nullptr) != nullptr ? 300 : 0",
            "int f() { char a{static_cast<thread bool*>(nullptr) != nullptr ? 300 : 0}; return a; }",
        ),
    ]);
}

#[test]
fn the_count_of_an_array_is_not_narrowed_for_a_parameter() {
    check(&[(
        "template <typename T, bool N> int g(thread T (&)[N]) { return N; } int f() { int a[2]; return g(a); }",
        rules::TEMPLATE_DEDUCTION,
        "g",
        "template <typename T, char N> int g(thread T (&)[N]) { return N; } int f() { int a[2]; return g(a); }",
    )]);
}

#[test]
fn a_value_is_no_type_in_a_template_that_nothing_uses() {
    check(&[
        (
            "template <typename> struct A; template <typename T> typename A<(sizeof(T) > 2)>::type f();",
            rules::TEMPLATE_ARGUMENTS,
            "(sizeof(T) > 2)",
            "template <bool> struct A; template <typename T> typename A<(sizeof(T) > 2)>::type f();",
        ),
        (
            "template <typename T> int f() { return ++(sizeof(T) > 2); }",
            rules::OPERATOR_INCREMENT_LVALUE,
            "(sizeof(T) > 2)",
            "template <typename T> int f() { int a = sizeof(T) > 2; return ++a; }",
        ),
    ]);
}

#[test]
fn a_deduced_result_is_known_after_the_body() {
    check(&[
        (
            "struct S { int g() { return f(); } auto f() { return 1; } };",
            rules::VARIABLE_AUTO_INITIALISED,
            "f()",
            "struct S { auto f() { return 1; } int g() { return f(); } };",
        ),
        (
            "struct S { int g() { return f<int>(); } template <typename T> auto f() { return 1; } };",
            rules::VARIABLE_AUTO_INITIALISED,
            "f<int>()",
            "template <typename T> struct S { int g() { return f(); } auto f() { return 1; } }; int h() { S<int> s; return s.g(); }",
        ),
    ]);
}

#[test]
fn packs_are_expanded_everywhere() {
    const A: &str = "template <typename...> struct A {}; template <typename T> struct B {};";
    for (wrong, place, right) in [
        (
            "template <typename... T> int f(T... a) { return sizeof(a); }",
            "a",
            "template <typename... T> int f(T... a) { return sizeof...(a) + sizeof...(T); }",
        ),
        (
            "template <typename... T> struct S { B<T> a; };",
            "T",
            "template <typename... T> struct S { A<B<T>...> a; };",
        ),
        (
            "template <typename... T> struct S { int f() { return sizeof(T); } };",
            "T",
            "template <typename... T> struct S { int f() { return sizeof(A<T...>); } };",
        ),
        (
            "template <int... I> struct S { int a = (I); };",
            "I",
            "template <int... I> struct S { int a = sizeof...(I); };",
        ),
        (
            "template <int... I> struct S { static constexpr constant int a = (I); };",
            "I",
            "template <int... I> struct S { static constexpr constant int a = sizeof...(I); };",
        ),
        ("template <typename... T> using C = B<T>;", "T", "template <typename... T> using C = A<B<T>...>;"),
    ] {
        let (wrong, right) = (format!("{A} {wrong}"), format!("{A} {right}"));
        check(&[(&wrong, rules::TEMPLATE_PACK_EXPANDED, place, &right)]);
    }
    rejected(
        rules::GRAMMAR_DECLARATION,
        &[(
            &format!(
                "{A} template <typename... T> struct C; template <typename T> struct S {{ A<T...> a; }};"
            ),
            "...",
        )],
    );
}

#[test]
fn results_of_members_of_templates_are_compared() {
    check(&[(
        "template <typename T> struct S { auto g(); }; template <typename T> int S<T>::g() { return 1; }",
        rules::MEMBER_EXISTS,
        "g",
        "template <typename T> struct S { auto g(); }; template <typename T> auto S<T>::g() { return 1; }",
    )]);
    check(&[(
        "template <typename T> struct S { ulong g(); }; template <typename T> int S<T>::g() { return 1; }",
        rules::MEMBER_EXISTS,
        "g",
        "template <typename T> struct S { uint g(); float3 h(); }; template <typename T> unsigned S<T>::g() { return 1; } template <typename T> float3 S<T>::h() { return 1; }",
    )]);
}
