//! Programs on which the checker once differed from g++: `msl-fuzz` found them.

use super::mistakes;
use crate::{Options, validate};
use msl_spec::{Dialect, Rule, rules};

/// Checks mistakes with their rules, and with places in the source that begin so, and the corrected programs.
fn check(cases: &[(&str, &'static Rule, &str, &str)]) {
    for (wrong, rule, place, right) in cases {
        let found = mistakes(wrong);
        let is_expected =
            matches!(found.as_slice(), [(id, text)] if *id == rule.id && place.starts_with(text.as_str()));
        assert!(is_expected, "{wrong}: {found:?}");
        assert_eq!(mistakes(right), [], "{right}");
    }
}

#[test]
fn valid_programs_of_the_oracle_are_accepted() {
    for text in [
        // Conditions that declare a variable.
        "int f(int a) { if (int b = a) return b; else if (int c { a + 1 }) return b + c; while (int d = a--) { if (d > 3) continue; } return 1; }",
        "int f(int a) { switch (int b = a + 1) { case 1: return b; default: break; } return 0; }",
        // A variable is in scope in its own initializer.
        "void f() { int a = sizeof(a); thread int& b = b; int c = true ? 1 : c; }",
        // Results after the parameters.
        "auto f(int a) -> decltype(a + 1.0f) { return a; } template <typename T> auto g(T a, T b) -> decltype(a + b) { return a + b; } float h() { return f(1) + g(1.0f, 2.0f); }",
        // Values of `T()` and `T{}`, and one value in braces after `auto`.
        "constant int a[2 + int()] = { int{} }; enum { b = uint{} + 1, c = int(true) }; static_assert(!bool{} && short() == 0, \"\");",
        "void f() { auto a { 1 }; const auto b { 2.0f }; int c = a; float d = b; }",
        // Null pointers and conditions of pointers.
        "thread int* f(thread int* a) { if (a == 0 || 0 != a) a = 0; bool b = a && !a; int c[2]; if (c) return 0; return b ? a : nullptr; }",
        "void f(bool c, thread int* a, const thread int* b, thread void* d) { const thread int* e = c ? a : b; thread void* g = c ? a : d; const thread void* h = e; }",
        "int f(thread void*) { return 1; } int f(bool) { return 2; } int g(thread int* a) { return f(a); }",
        // Types and values in parentheses.
        "template <int N> int g() { return N; } int f() { return g<int(2)>() + sizeof(char((1))) + sizeof(int); }",
        "template <typename T> struct A {}; template <typename T> struct B { static constexpr constant bool value = true; }; void f() { (B<A<char>>()); static_assert(B<A<int>>::value, \"\"); }",
        // Functions in the namespaces of the types of arguments.
        "namespace n { struct S { int a; }; int f(S s) { return s.a; } int f(thread S* s) { return 1; } } int g() { n::S s = { 1 }; return f(s) + f(&s) + f(n::S { 2 }); }",
        "namespace n { int f(int a) { return a; } } namespace m { int f(float a) { return 1; } } using n::f; using m::f; int g() { return f(1) + f(1.0f); }",
        // Members.
        "struct S { mutable int a; const int b = 1; int f() const { a = 1; return b; } operator int() const { return 1; } operator float() const { return 2; } };",
        "struct S { operator int() const { return 1; } }; int f(S s) { switch (s) { case 1: return 1; } return 2; }",
        "struct S { explicit operator bool() const { return true; } }; int f(S s) { if (s) return 1; bool b(s); return !s || s && b ? 1 : 2; }",
        "template <typename T> T f(T a) { return a; } int f(int a) { return a; } int g() { return f<int>(1) + f(2); }",
        "enum E { a }; thread int* f(E e, bool b) { return b ? (thread int*)b : reinterpret_cast<thread int*>(e); }",
        "struct S { operator bool() const { return true; } }; void f(thread S* s) { while (bool(*s)) {} if (int(*s)) {} enum { a }; struct { int b; } c = { a }; }",
        // Objects that begin without a value.
        "struct S { S() = default; S(int a) : b(a) {} int b; }; struct T { S s; const int a = 1; int b[2]; }; void f() { T t; T u {}; S v[2]; S w[2] = { 1 }; }",
    ] {
        assert_eq!(mistakes(text), [], "{text}");
    }
}

#[test]
fn objects_begin_with_a_value_that_their_type_needs() {
    const S: &str = "struct S { S(int a) {} };";
    check(&[
        (
            &format!("{S} void f() {{ S s; }}"),
            rules::CALL_MATCH,
            "s; }",
            &format!("{S} void f() {{ S s(1); }}"),
        ),
        (
            &format!("{S} void f() {{ S s[2] = {{ S(1) }}; }}"),
            rules::CALL_MATCH,
            "{ S(1) }",
            &format!("{S} void f() {{ S s[1] = {{ S(1) }}; }}"),
        ),
        (
            &format!("{S} struct T {{ S s; T() {{}} }};"),
            rules::CALL_MATCH,
            "T() {}",
            &format!("{S} struct T {{ S s; T() : s(1) {{}} }};"),
        ),
        (
            "struct S { const int a; }; void f() { S s; }",
            rules::VARIABLE_CONST_INITIALISED,
            "s; }",
            "struct S { const int a; }; void f() { S s {}; }",
        ),
        (
            "struct S { thread int& a; }; void f() { S s {}; }",
            rules::REFERENCE_INITIALISED,
            "{}; }",
            "struct S { thread int& a; }; void f(int b) { S s { b }; }",
        ),
        (
            "struct S { const int a = 1; }; void f(S s) { s.a = 2; }",
            rules::ASSIGNMENT_LVALUE,
            "s.a",
            "struct S { int a = 1; }; void f(S s) { s.a = 2; }",
        ),
    ]);
}

#[test]
fn conversions_are_those_of_their_contexts() {
    check(&[
        (
            "void f(int a) { auto* p = a; }",
            rules::CONVERSION_INITIALISATION,
            "a; }",
            "void f(thread int* a) { auto* p = a; }",
        ),
        (
            "void f(ulong a) { thread int* p((thread int*)a + 1.0f); }",
            rules::OPERATOR_OPERANDS,
            "(thread int*)a + 1.0f",
            "void f(ulong a) { thread int* p((thread int*)a + 1); }",
        ),
        (
            "void f(thread float* a) { thread int* p(a); }",
            rules::CONVERSION_INITIALISATION,
            "a); }",
            "void f(thread float* a) { thread int* p((thread int*)a); }",
        ),
        (
            "void f(bool c, thread int* a, bool b) { c ? a : b; }",
            rules::OPERATOR_CONDITIONAL_COMMON_TYPE,
            "c ? a : b",
            "void f(bool c, thread int* a, bool b) { c ? a : 0; }",
        ),
        (
            "int f(thread void*) { return 1; } int f(bool) { return 2; } int g() { return f(0); }",
            rules::CALL_UNAMBIGUOUS,
            "f",
            "int f(thread void*) { return 1; } int f(bool) { return 2; } int g() { return f(nullptr); }",
        ),
        (
            "struct S { explicit S(int a) {} }; void f() { S s = { 1 }; }",
            rules::CONVERSION_INITIALISATION,
            "{ 1 }",
            "struct S { explicit S(int a) {} }; void f() { S s { 1 }; }",
        ),
        (
            "struct S { explicit operator bool() const { return true; } }; float f(S s) { return float(s); }",
            rules::CONVERSION_EXPLICIT,
            "float(s)",
            "struct S { explicit operator bool() const { return true; } }; float f(S s) { return float(bool(s)); }",
        ),
        (
            "enum class E { a }; int f(E e) { switch (e) { case 1: return 1; } return 2; }",
            rules::CASE_CONSTANT,
            "1: ",
            "enum class E { a }; int f(E e) { switch (e) { case E::a: return 1; } return 2; }",
        ),
        (
            "int f(int e) { switch (e) { case 4294967295u: return 1; } return 2; }",
            rules::CASE_CONSTANT,
            "4294967295u",
            "int f(uint e) { switch (e) { case 4294967295u: return 1; } return 2; }",
        ),
        (
            "void f(thread int* p) { int a[2] = {}; for (thread float& b : a) b = 1; }",
            rules::REFERENCE_BINDS_TYPE,
            "a) b",
            "void f(thread int* p) { int a[2] = {}; for (thread int& b : a) b = 1; for (const int c : a) *p = c; }",
        ),
        ("enum E : uchar { a = 256 };", rules::ENUMERATOR_CONSTANT, "256", "enum E : uchar { a = 255 };"),
        (
            "void f(const thread float* thread* a) { reinterpret_cast<thread int* thread*>(a); }",
            rules::CONVERSION_EXPLICIT,
            "reinterpret_cast<thread int* thread*>(a)",
            "void f(const thread float* thread* a) { reinterpret_cast<const thread int* thread*>(a); }",
        ),
    ]);
}

#[test]
fn declarations_fit_their_places() {
    check(&[
        (
            "void f() { if (int a = 1) { int a = 2; } }",
            rules::NAME_REDEFINITION,
            "a = 2",
            "void f() { if (int a = 1) { { int a = 2; } } }",
        ),
        (
            "void f() { for (int a = 1; a < 2; a++) { int a = 2; } }",
            rules::NAME_REDEFINITION,
            "a = 2",
            "void f() { for (int a = 1; a < 2; a++) { int b = 2; } }",
        ),
        (
            "struct S { int f(); int f(); };",
            rules::NAME_REDEFINITION,
            "f(); }",
            "struct S { int f(); int f() const; int f(int); };",
        ),
        (
            "struct S { int f() { return 1; } int f; };",
            rules::NAME_REDEFINITION,
            "f() {",
            "struct S { int f() { return 1; } int g; };",
        ),
        ("struct S { bool S() { return true; } };", rules::GRAMMAR_SPECIFIERS, "S()", "struct S { S() {} };"),
        (
            "namespace n { struct S {}; } namespace m { struct S {}; } using n::S; using m::S;",
            rules::NAME_REDEFINITION,
            "S;",
            "namespace n { struct S {}; } using n::S; using n::S;",
        ),
        (
            "mutable int f() { return 1; }",
            rules::GRAMMAR_SPECIFIERS,
            "mutable",
            "static inline int f() { return 1; }",
        ),
        (
            "struct S { constexpr int a; };",
            rules::GRAMMAR_SPECIFIERS,
            "constexpr",
            "struct S { mutable int a; };",
        ),
        (
            "void f() { inline int a = 1; }",
            rules::GRAMMAR_SPECIFIERS,
            "inline",
            "void f() { constexpr int a = 1; }",
        ),
        (
            "template <static int N> int f() { return N; }",
            rules::GRAMMAR_SPECIFIERS,
            "static",
            "template <int N> int f() { return N; }",
        ),
        ("typename int f();", rules::GRAMMAR_TYPE, "int", "int f();"),
        ("enum class { a };", rules::GRAMMAR_TOKEN, "{", "enum { a };"),
        (
            "void f(int a) { switch (a) { case 1: break; default: } }",
            rules::GRAMMAR_STATEMENT,
            "}",
            "void f(int a) { switch (a) { case 1: break; default:; } }",
        ),
        (
            "struct S { int operator-= -(int a) { return a; } };",
            rules::GRAMMAR_TOKEN,
            "-(",
            "struct S { int operator-=(int a) { return a; } };",
        ),
        (
            "int operator+(int a, int b);",
            rules::FUNCTION_OPERATOR_OPERANDS,
            "operator+",
            "struct S {}; int operator+(S a, int b);",
        ),
        (
            "struct S {}; int operator[](S a, int b);",
            rules::FUNCTION_OPERATOR_OPERANDS,
            "operator[]",
            "struct S { int operator[](int b); };",
        ),
        (
            "struct S { S operator!(int a); };",
            rules::FUNCTION_OPERATOR_OPERANDS,
            "operator!",
            "struct S { S operator!(); S operator-(int a); S operator-(); };",
        ),
    ]);
}

#[test]
fn braces_wide_characters_and_used_namespaces_are_accepted() {
    for text in [
        // `T{}` in template arguments, where the name of a value begins.
        "template <typename A, typename B> struct N { static constexpr constant bool v = true; }; static_assert(N<decltype(float{} + 1), int>::v, \"\");",
        "template <typename T, T v> struct C { static constexpr constant T value = v; }; bool f() { return C<bool, bool{}>::value; }",
        "static_assert(L'a' == 97 && u'a' == 'a' && U'\\xff' == 255 && sizeof(L'a') == 4, \"\");",
        "struct S { int x; static int f() { return sizeof(x) + sizeof(S::x); } };",
        // A `using` declaration adds overloads to the overloads of a used namespace.
        "namespace a { constexpr int f(int) { return 1; } } namespace b { constexpr int f(float) { return 2; } } using namespace a; using b::f; static_assert(f(1) == 1 && f(1.0f) == 2, \"\");",
    ] {
        assert_eq!(mistakes(text), [], "{text}");
    }
}

#[test]
fn mistakes_in_members_braces_and_template_parameters_are_found() {
    check(&[
        (
            "struct S { int a[k]; static constexpr constant int k = 3; };",
            rules::NAME_DECLARED,
            "k",
            "struct S { static constexpr constant int k = 3; int a[k]; };",
        ),
        (
            "float f(bool b) { return float { b }; }",
            rules::INITIALISER_NO_NARROWING,
            "b",
            "float f(bool b) { return float(b) + float { true }; }",
        ),
        (
            "template <bool B> struct S { int a; }; int f(S<2> s) { return s.a; }",
            rules::TEMPLATE_ARGUMENTS,
            "S<2>",
            "template <bool B> struct S { int a; }; int f(S<1> s) { return s.a; }",
        ),
        ("void f(thread int& & a) {}", rules::GRAMMAR_TYPE, "&", "void f(thread int& a) {}"),
        ("template <struct T> struct S;", rules::GRAMMAR_TYPE, "struct", "template <class T> struct S;"),
        (
            "namespace a { int f(int) { return 1; } } namespace b { int f(float) { return 2; } } using namespace a; using b::f; int g(uint u) { return f(u); }",
            rules::CALL_UNAMBIGUOUS,
            "f",
            "namespace a { int f(int) { return 1; } } namespace b { int f(float) { return 2; } } using namespace a; using b::f; int g(uint u) { return f(int(u)); }",
        ),
    ]);
}

#[test]
fn declarations_of_one_function_agree_about_constexpr() {
    check(&[
        (
            "constexpr int f(int); int f(int a) { return a; }",
            rules::GRAMMAR_SPECIFIERS,
            "f",
            "constexpr int f(int); constexpr int f(int a) { return a; }",
        ),
        (
            "struct S { constexpr int g(int) const; }; int S::g(int) const { return 1; }",
            rules::GRAMMAR_SPECIFIERS,
            "g",
            "struct S { constexpr int g(int) const; }; constexpr int S::g(int) const { return 1; }",
        ),
        (
            "constexpr int f(int); int f(int);",
            rules::GRAMMAR_SPECIFIERS,
            "f",
            "template <typename T> struct S { constexpr int g() const { return 1; } }; template <> int S<int>::g() const { return 2; }",
        ),
    ]);
}

#[test]
fn functions_that_constant_expressions_call_are_constant() {
    check(&[
        (
            "int g() { return 1; } constexpr int f(bool b) { return b ? 1 : g(); } constexpr constant int k = f(false);",
            rules::VARIABLE_CONSTEXPR_CONSTANT,
            "f(false)",
            "int g() { return 1; } constexpr int f(bool b) { return b ? 1 : g(); } constexpr constant int k = f(true);",
        ),
        (
            "constexpr int f() { return 2147483647 + 1; } constexpr constant int k = f();",
            rules::EXPRESSION_CONSTANT_DEFINED,
            "f()",
            "constexpr uint f() { return 2147483647 + 1u; } constexpr constant uint k = f();",
        ),
    ]);
}

#[test]
fn names_of_parameters_are_there_once() {
    check(&[
        ("int f(int a, int a);", rules::NAME_REDEFINITION, "a", "int f(int a, int b);"),
        (
            "struct S { int g(int a, int a); };",
            rules::NAME_REDEFINITION,
            "a",
            "struct S { int g(int a, int); };",
        ),
        ("int f(int a, int a) { return 1; }", rules::NAME_REDEFINITION, "a", "int f(int, int) { return 1; }"),
    ]);
}

#[test]
fn types_of_template_parameters_are_declared_before() {
    check(&[
        (
            "template <C c> struct X { int f() { return c; } }; enum C { A }; int f() { return X<A>().f(); }",
            rules::NAME_DECLARED,
            "C",
            "enum C { A }; template <C c> struct X { int f() { return c; } }; int f() { return X<A>().f(); }",
        ),
        (
            "template <C c> int f() { return c; } enum C { A }; int g() { return f<A>(); }",
            rules::NAME_DECLARED,
            "C",
            "enum C { A }; template <typename T, T t, C c> int f() { return c; } int g() { return f<int, 1, A>(); }",
        ),
    ]);
}

#[test]
fn constructors_do_not_copy_by_value_or_delegate_and_initialize() {
    let copies = "struct A { int a; A(A b) : a(b.a) {} };";
    check(&[
        (copies, rules::GRAMMAR_DECLARATION, "A", "struct A { int a; A(const thread A& b) : a(b.a) {} };"),
        (
            "struct T { int a; T() : T(1) {} T(int x) : a(x) {} T(float) : T(1), a(2) {} };",
            rules::GRAMMAR_DECLARATION,
            "T",
            "struct T { int a; T() : T(1) {} T(int x) : a(x) {} T(float) : T(1) { a = 2; } };",
        ),
    ]);
}

#[test]
fn functions_after_a_variable_are_not_supported() {
    const P: &str = "struct P { int v; P() : v(0) {} P(int a) : v(a) {} };";
    check(&[(
        &format!("{P} int f(float i) {{ P a, b(int(i)); return 1; }}"),
        rules::UNSUPPORTED_FEATURE,
        "b",
        &format!("{P} int f(float i) {{ P a, b((int(i))); return b.v; }}"),
    )]);
    check(&[(
        "struct S { int x, f(int); };",
        rules::UNSUPPORTED_FEATURE,
        "f",
        "struct S { int x, y; int f(int); };",
    )]);
}

#[test]
fn pointers_to_a_structure_and_its_base_are_compared() {
    let options = crate::Options { dialect: msl_spec::Dialect::MacosMetal23, ..crate::Options::default() };
    let program = |space: &str| {
        format!(
            "struct Z {{ int z; }}; struct A {{ int x; }}; struct D : Z, A {{}}; bool f(thread A* a, {space} D* b) {{ return a == b || b < a; }}"
        )
    };
    assert_eq!(crate::validate(&program("thread"), &options), []);
    assert_ne!(crate::validate(&program("device"), &options), []);
}

#[test]
fn types_with_longer_names_have_their_words_before_them() {
    const N: &str = "namespace N { struct C { int x; struct D { int y; }; }; enum E { a }; union V { int i; uint u; }; template <typename T> struct P { T x; }; }";
    for right in [
        "struct N::C f(struct N::C a) { struct N::C b = a; return b; }",
        "struct U { struct N::C::D d; struct ::N::C e; enum N::E n; union N::V v; }; int f(U u) { return u.d.y + u.e.x + u.n; }",
        "struct U { struct N::P<int> d; N::P<struct N::C> p; }; int f(U u) { return u.d.x + u.p.x.x + sizeof(struct N::C); }",
        "struct U { struct M { int x; }; struct M m; }; struct U::M f(U u) { struct U::M a = u.m; return a; }",
        "template <typename... T> int f(T... t) { struct N::C a = { sizeof...(T) }; return a.x; } int g() { return f(1); }",
        "namespace M { struct C; } struct M::C final { int x; }; template <typename T> struct S; template <> struct S<int> { int x; };",
    ] {
        assert_eq!(mistakes(&format!("{N} {right}")), [], "{right}");
    }
    for (wrong, place) in
        [("union N::C", "N::C"), ("struct N::E", "N::E"), ("enum N::V", "N::V"), ("struct N::B", "B")]
    {
        let found = mistakes(&format!("{N} void f() {{ {wrong} c; }}"));
        assert!(matches!(found.as_slice(), [(_, at)] if at.ends_with(place)), "{wrong}: {found:?}");
    }
}

#[test]
fn a_using_declaration_in_a_block_hides_what_is_outside() {
    let text = "namespace A { constexpr int f(int a) { return 1; } } namespace B { constexpr int f(float a) { return 2; } }
        constexpr int f(int a) { return 0; }
        constexpr int g() { using A::f; return f(3); } static_assert(g() == 1, \"\");
        constexpr int h() { using A::f; using B::f; return f(3) * 10 + f(3.0f); } static_assert(h() == 12, \"\");
        struct S { static constexpr int f(int a) { return 5; } static constexpr int g() { using A::f; return f(3); } };
        static_assert(S::g() == 1, \"\"); static_assert(f(3) == 0, \"\");";
    assert_eq!(mistakes(text), []);
}

#[test]
fn only_copy_assignments_replace_the_implicit_one() {
    let text = "struct A { int n; };
        struct B : A { constexpr thread B& operator=(const thread A& a) thread { n = 9; return *this; } };
        struct C { int n; template <class T> constexpr thread C& operator=(const thread T& a) thread { n = 9; return *this; } };
        struct D { int n; template <class T> constexpr thread D& operator=(thread T& a) thread { n = 9; return *this; } };
        template <class T> constexpr int copied() { T a {}, b {}; a.n = 2; b.n = 0; b = a; return b.n; }
        static_assert(copied<C>() == 2 && copied<D>() == 9, \"\");
        constexpr int g() { B a {}, b {}; a.n = 2; b.n = 0; b = a; return b.n; } static_assert(g() == 2, \"\");";
    let options = Options { dialect: Dialect::Metal32, ..Options::default() };
    assert_eq!(validate(text, &options), []);
}

#[test]
fn copies_by_functions_have_no_wrong_values() {
    let constructor = "struct A { int n; constexpr A(int m) : n(m) {} constexpr A(const thread A& o, int k = 5) : n(o.n + k) {} };
        constexpr int f() { A a(1); A b = a; return b.n; }";
    assert_eq!(mistakes(&format!("{constructor} static_assert(f() == 6, \"\");")), []);
    let wrong = mistakes(&format!("{constructor} static_assert(f() == 1, \"\");"));
    assert_eq!(wrong, [(rules::STATIC_ASSERT_HOLDS.id, "f() == 1".to_owned())]);
    let template = "struct V { int n; constexpr V(int m) : n(m) {} template <class U> constexpr V(thread U& u) : n(77) {} };
        constexpr int f() { V a(1); V b = a; return b.n; } static_assert(f() == 77, \"\");";
    assert_eq!(mistakes(template), [(rules::UNSUPPORTED_FEATURE.id, "f() == 77".to_owned())]);
}

#[test]
fn null_pointers_become_integers_of_their_size() {
    check(&[
        (
            "int f() { return int(nullptr); }",
            rules::CONVERSION_EXPLICIT,
            "int(nullptr)",
            "int f() { return (int)long(nullptr); }",
        ),
        (
            "ulong f() { return static_cast<ulong>(nullptr); }",
            rules::CONVERSION_EXPLICIT,
            "static_cast<ulong>(nullptr)",
            "ulong f() { return reinterpret_cast<ulong>(nullptr); }",
        ),
        (
            "long f() { return nullptr; }",
            rules::CONVERSION_RETURN,
            "nullptr",
            "bool f() { return bool(nullptr); }",
        ),
    ]);
}

#[test]
fn variables_of_loops_fit_the_elements() {
    check(&[
        (
            "int f() { bool l[2] = {}; for (thread auto* a : l) { return 1; } return 2; }",
            rules::CONVERSION_INITIALISATION,
            "l",
            "int f() { int b = 1; thread int* l[1] = {&b}; for (thread auto* a : l) { return *a; } return 2; }",
        ),
        (
            "int f() { int l[2] = {}; for (constexpr auto a : l) { return a; } return 2; }",
            rules::VARIABLE_CONSTEXPR_CONSTANT,
            "a",
            "int f() { int l[2] = {}; for (const auto a : l) { return a; } return 2; }",
        ),
    ]);
}

#[test]
fn values_of_types_with_empty_parentheses_are_operands() {
    check(&[
        (
            "int f() { return sizeof(ushort()); }",
            rules::TYPE_COMPLETE,
            "sizeof(ushort())",
            "int f() { return sizeof(ushort() * float{}) + sizeof(int() + 1) + sizeof(int() == 2) + sizeof(int() ? 1 : 2); }",
        ),
        (
            "int f() { float b = 1; thread auto* thread* a = &b; return 1; }",
            rules::CONVERSION_INITIALISATION,
            "&b",
            "int f() { float b = 1; thread float* c = &b; thread auto* thread* a = &c; return **a; }",
        ),
    ]);
}

#[test]
fn friends_may_have_the_name_of_their_structure() {
    check(&[(
        "class n { int n(n a) { return 1; } };",
        rules::GRAMMAR_SPECIFIERS,
        "n",
        "class n { friend int n(n a) { return 1; } };",
    )]);
}

#[test]
fn parameters_of_templates_are_not_members() {
    check(&[(
        "template <typename T> struct S {}; template <typename U> struct R { typename S<U>::T a; }; int f() { R<int> r; return 1; }",
        rules::NAME_DECLARED,
        "T",
        "template <typename T> struct S { typedef T U; }; template <typename U> struct R { typename S<U>::U a; }; int f() { R<int> r; return 1; }",
    )]);
    // Without the member, substitution fails.
    assert_eq!(
        mistakes(
            "template <typename T> struct S {}; template <typename T> typename S<T>::T f(T a) { return a; } template <typename T> int f(T a) { return 1; } int g() { return f(1); }"
        ),
        []
    );
}

#[test]
fn constructors_of_unions_initialize_one_member() {
    check(&[(
        "union U { U() : a(1), b(2) {} float a; int b; };",
        rules::INITIALISER_COUNT,
        "U",
        "union U { U() : a(1) {} U(int b) : b(b) {} float a; int b; };",
    )]);
}

#[test]
fn variables_of_functions_have_plain_names() {
    check(&[(
        "struct S { static constexpr constant int a = 1; }; int f() { int S::a = 1; return 2; }",
        rules::GRAMMAR_DECLARATION,
        "a",
        "struct S { static constant int a; }; constant int S::a = 1; int f() { int a = S::a; return a; }",
    )]);
}

#[test]
fn member_functions_are_only_called() {
    check(&[(
        "struct S { int f() { f; return 1; } };",
        rules::REMOVED_FUNCTION_POINTER,
        "f",
        "struct S { int f() { return g(); } int g() { return 1; } };",
    )]);
}
