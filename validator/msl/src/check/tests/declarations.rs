//! Declarations in places where programs rarely have them, and words that say nothing about the program.

use super::{check, mistakes, mistakes_in};
use msl_spec::rules;

#[test]
fn attributes_of_compilers_are_dropped_everywhere() {
    for text in [
        "enum [[gnu::unused]] E { k }; enum class [[deprecated]] F : int { k };",
        "typedef enum __attribute__((flag_enum, enum_extensibility(open))) O : uint O; enum __attribute__((flag_enum)) O : uint { A = 1 << 0, B [[gnu::x]] = 1 << 1 }; int f(O o) { return o & A; }",
        "enum __attribute__((unused)) A { a }; enum B { b __attribute__((deprecated)) = 1, c __attribute__((deprecated)) };",
        "enum C { c } __attribute__((x)); enum __attribute__((x)) { d }; int f() { return d; }",
        "using T [[gnu::unused]] = int; using U __attribute__((unused)) = T; U f() { return 1; }",
        "[[gnu::a, , gnu::b,]] int g(); struct S { alignas(0) char d; };",
        "int f(int a) { switch (a) { [[gnu::x]] case 1: return 2; [[gnu::x]] [[gnu::y]] default: return 3; } }",
    ] {
        assert_eq!(mistakes(text), [], "{text}");
    }
    check(&[
        ("enum [[buffer(0)]] E { a };", rules::ATTRIBUTE_STAGE, "buffer(0)", "enum E { a };"),
        ("enum E { a [[nope]] };", rules::ATTRIBUTE_KNOWN, "nope", "enum E { a };"),
        ("struct S { alignas(3) char d; };", rules::ALIGNAS_VALID, "3", "struct S { alignas(4) char d; };"),
    ]);
}

#[test]
fn functions_in_blocks_are_not_objects() {
    const S: &str = "struct S { int x; S() : x(1) {} };";
    check(&[
        (
            &format!("{S} int f() {{ S s(); return s.x; }}"),
            rules::NAME_IS_VALUE,
            "s",
            &format!("{S} int f() {{ S s; return s.x; }}"),
        ),
        (
            "int f() { int a(); a = 1; return 1; }",
            rules::NAME_IS_VALUE,
            "a",
            "int f() { int a(); return 1; }",
        ),
        (
            "int f() { int a(); return a(); }",
            rules::UNSUPPORTED_FEATURE,
            "a",
            "int f() { int a(); return 1; }",
        ),
    ]);
}

#[test]
fn what_is_not_supported_is_reported_once() {
    for (text, rule, place) in [
        ("struct A { ~A(); }; A::~A() {}", rules::UNSUPPORTED_MEMBER_FUNCTION, "~"),
        (
            "struct S { enum E : int; }; enum S::E : int { a, b }; int g() { return S::b; }",
            rules::UNSUPPORTED_FEATURE,
            "::",
        ),
        (
            "template <template <class> class... T> struct S { static constexpr int n = 1; }; template <class T> struct A {}; int f() { return S<A, A>::n; }",
            rules::UNSUPPORTED_TEMPLATE,
            "...",
        ),
        (
            "typedef int F(int); struct S { F m; }; int f(S s) { return s.m(2); }",
            rules::UNSUPPORTED_FEATURE,
            "m",
        ),
        (
            "struct S { int g() { return 1; } }; int f(int (S::*q)()) { S s; return (s.*q)(); }",
            rules::UNSUPPORTED_FEATURE,
            "S",
        ),
    ] {
        let found = mistakes(text);
        assert_eq!(found.first(), Some(&(rule.id, place.to_owned())), "{text}");
        assert!(found.iter().all(|(rule, _)| rule.starts_with("unsupported.")), "{text}: {found:?}");
    }
    let text = "typedef int F(int); int ap(F* g, int a) { return g(a); }";
    assert_eq!(mistakes_in("metal3.0", text), [(rules::UNSUPPORTED_FEATURE.id, "F*".to_owned())]);
    assert_eq!(mistakes(text), [(rules::REMOVED_FUNCTION_POINTER.id, "F*".to_owned())]);
}

#[test]
fn the_first_use_of_an_unknown_type_is_reported() {
    check(&[(
        "typedef flaot real; real f(real r) { return r; } using R = flaot;",
        rules::NAME_DECLARED,
        "flaot",
        "typedef float real; real f(real r) { return r; } using R = float;",
    )]);
}

#[test]
fn unknown_parameters_are_the_mistake_of_a_prototype() {
    let space = rules::POINTER_ADDRESS_SPACE;
    check(&[
        ("float foo(x, y);", rules::GRAMMAR_TYPE, "x", "float foo(int x, int y);"),
        ("float bar(inout float q);", rules::GRAMMAR_TYPE, "inout", "float bar(float q);"),
        (
            "void f(int (&a)[2]);",
            space,
            "int (&a)[2]",
            "void f(thread int (&a)[2]); void g(device int (*a)[2]);",
        ),
        ("int f(int (&b)[2]);", space, "int (&b)[2]", "constant int f(2); int g(device int (&b)[2]);"),
        (
            "float h(int x) { return (flaot)x; }",
            rules::GRAMMAR_TYPE,
            "flaot",
            "float h(int x) { return (float)x; }",
        ),
        (
            "namespace N { int f() { return 1; } } using namepsace N; int g() { return f(); }",
            rules::NAME_DECLARED,
            "namepsace",
            "namespace N { int f() { return 1; } } using namespace N; int g() { return f(); }",
        ),
    ]);
}

#[test]
fn one_mistake_is_one_error() {
    check(&[
        (
            "int g(int a) { return a; } constexpr constant int x = g(1);",
            rules::VARIABLE_CONSTEXPR_CONSTANT,
            "g(1)",
            "constexpr int g(int a) { return a; } constexpr constant int x = g(1);",
        ),
        ("enum E : float { a };", rules::ENUMERATOR_CONSTANT, "float", "enum E : short { a };"),
        (
            "void f() { int a[3] = [1, 2, 3]; }",
            rules::GRAMMAR_EXPRESSION,
            "[",
            "void f() { int a[3] = {1, 2, 3}; }",
        ),
        ("void f() { unknown(\"a\"); }", rules::NAME_DECLARED, "unknown", "void f() {}"),
        (
            "int g(int a); void f() { g(\"a\"); }",
            rules::GRAMMAR_EXPRESSION,
            "\"a\"",
            "int g(int a); void f() {}",
        ),
        ("struct S { virtual void f() = 0; };", rules::REMOVED_VIRTUAL, "virtual", "struct S { void f(); };"),
    ]);
}

#[test]
fn members_are_declared_without_paths_and_storage() {
    let specifiers = rules::GRAMMAR_SPECIFIERS;
    check(&[
        ("struct A { int A::x; };", rules::GRAMMAR_DECLARATION, "x", "struct A { int x; };"),
        (
            "struct S { static int f(); }; static int S::f() { return 1; }",
            specifiers,
            "static",
            "struct S { static int f(); }; int S::f() { return 1; }",
        ),
        (
            "struct A { mutable const int x; };",
            specifiers,
            "x",
            "struct A { mutable int x; mutable const device int* y; };",
        ),
        ("typedef static int T;", specifiers, "static", "typedef int T;"),
        ("kernel vertex void k() {}", specifiers, "vertex", "kernel void k() {}"),
        (
            "struct S { int f() = default; };",
            rules::GRAMMAR_DECLARATION,
            "f",
            "struct S { S() = default; thread S& operator=(const thread S& a) thread = default; };",
        ),
        (
            "union U { int a = 1; float b = 2; };",
            rules::INITIALISER_COUNT,
            "b",
            "union U { int a = 1; float b; };",
        ),
        (
            "void f() { struct L { template <class T> T g(T t) { return t; } }; }",
            rules::GRAMMAR_DECLARATION,
            "g",
            "void f() { struct L { int g(int t) { return t; } }; }",
        ),
    ]);
}

#[test]
fn declarations_of_one_name_agree() {
    let redefinition = rules::NAME_REDEFINITION;
    check(&[
        (
            "template <class T, class U> struct S; template <class T> struct S;",
            redefinition,
            "S",
            "template <class T, class U> struct S; template <class A, class B> struct S {};",
        ),
        (
            "template <class... A, class... B> struct S {};",
            rules::TEMPLATE_ARGUMENTS,
            "A",
            "template <class A, class... B> struct S {};",
        ),
        (
            "enum E : int; enum E : short { a };",
            redefinition,
            "E",
            "enum E : int; enum E : int { a }; enum E f();",
        ),
        ("enum class E; enum E : int { a };", redefinition, "E", "enum class E; enum class E { a };"),
        (
            "int x(); namespace x {}",
            redefinition,
            "namespace x {}",
            "namespace x {} namespace x { int f(); }",
        ),
        (
            "namespace A { template <class T> struct S; } template <> struct A::R<int> { int x; };",
            rules::MEMBER_EXISTS,
            "R",
            "namespace A { inline namespace V { template <class T> struct S; } } template <> struct A::S<int> { int x; }; int f() { return A::V::S<int>{1}.x; }",
        ),
    ]);
}

#[test]
fn literals_and_pointers_have_values() {
    check(&[
        ("int f() { return ''; }", rules::LEX_LITERAL_TERMINATED, "''", "int f() { return '\\''; }"),
        ("int f() { return '\\x'; }", rules::LEX_LITERAL_TERMINATED, "'\\x'", "int f() { return '\\x1'; }"),
        ("void f(thread void* p) { p++; }", rules::OPERATOR_OPERANDS, "p", "void f(thread int* p) { p++; }"),
        (
            "struct I; void g(thread I* p) { ++p; }",
            rules::TYPE_COMPLETE,
            "p",
            "struct I {}; void g(thread I* p) { ++p; }",
        ),
        ("void f() { int a[] = {}; }", rules::ARRAY_SIZE, "{}", "void f() { int a[] = {1}; int b[2] = {}; }"),
        (
            "static_assert(false, R\"x(a \"b\")x\" u8\"c\");",
            rules::STATIC_ASSERT_HOLDS,
            "false",
            "static_assert(true, R\"(a \"b\"\n)\"); static_assert(true, u8\"a\"); constant int R = 1; int u8();",
        ),
        (
            "static_assert(true, R\"(a\");",
            rules::LEX_LITERAL_TERMINATED,
            "R\"(a\");",
            "static_assert(true, R\"(a)\");",
        ),
        ("#if defined\n#endif", rules::PREPROCESS_CONDITION_INTEGER, "defined", "#if defined A\n#endif"),
        (
            "bool f() { return nullptr < nullptr; }",
            rules::OPERATOR_OPERANDS,
            "nullptr < nullptr",
            "static_assert(nullptr == nullptr, \"\");",
        ),
        (
            "sampler s;",
            rules::SAMPLER_CONSTEXPR,
            "s",
            "constexpr sampler s; float4 f(texture2d<float> t) { return t.sample(s, float2(1)); }",
        ),
    ]);
}

#[test]
fn members_have_one_interpolation() {
    check(&[(
        "struct In { float4 p [[position]]; float z [[flat, center_perspective]]; }; fragment float4 f(In i [[stage_in]]) { return i.z; }",
        rules::ATTRIBUTE_ONCE,
        "center_perspective",
        "struct In { float4 p [[position]]; float z [[flat]]; }; fragment float4 f(In i [[stage_in]]) { return i.z; }",
    )]);
}

#[test]
fn deleted_constructors_and_functions_of_other_namespaces_are_not_used() {
    const B: &str = "struct B { explicit B(int a) {} B(bool) = delete; };";
    check(&[
        (
            &format!("{B} B g() {{ return 1; }}"),
            rules::CALL_MATCH,
            "1",
            &format!("{B} B g() {{ return B(1); }}"),
        ),
        (
            &format!("{B} void h(B b) {{}} void k() {{ h(true); }}"),
            rules::CALL_MATCH,
            "true",
            &format!("{B} void h(B b) {{}} void k() {{ h(B(1)); }}"),
        ),
        (
            "namespace N { class C { int x; friend int get(C c); }; } int get(N::C c) { return c.x; }",
            rules::MEMBER_ACCESSIBLE,
            "x",
            "namespace N { class C { int x; friend int get(C c); }; int get(C c) { return c.x; } }",
        ),
        (
            "enum E { a = 1, c = sizeof(E) };",
            rules::TYPE_COMPLETE,
            "E",
            "enum E : int { a = 1, c = sizeof(E) }; enum F { b = sizeof(E) };",
        ),
    ]);
}

#[test]
fn structures_are_not_combined_with_other_types() {
    for key in ["struct", "class", "union"] {
        let wrong = format!(
            "template <typename T> long {key} V {{ T a; }}; template <typename T> {key} V<thread T*> {{}}; int f(V<int> v);"
        );
        assert_eq!(mistakes(&wrong), [(rules::GRAMMAR_SPECIFIERS.id, key.to_owned())], "{wrong}");
    }
    check(&[
        (
            "short enum E { a }; E f() { return a; }",
            rules::GRAMMAR_SPECIFIERS,
            "enum",
            "enum E { a }; E f() { return a; }",
        ),
        (
            "unsigned struct V { int f(); }; int V::f() { return 1; }",
            rules::GRAMMAR_SPECIFIERS,
            "struct",
            "struct V { int f(); }; int V::f() { return 1; }",
        ),
    ]);
}

#[test]
fn typedefs_and_enumerators_do_not_hide_template_parameters() {
    check(&[
        (
            "template <typename T> struct S; template <typename T> struct S<const T> { typedef int T; };",
            rules::NAME_REDEFINITION,
            "T",
            "template <typename T> struct S; template <typename T> struct S<const T> { typedef T U; };",
        ),
        (
            "template <typename T> int f() { enum { T }; return 1; }",
            rules::NAME_REDEFINITION,
            "T",
            "template <typename T> int f() { enum class E { T }; return 1; }",
        ),
    ]);
}

#[test]
fn members_have_names_of_their_own() {
    for (wrong, place) in [
        ("struct S { enum { a }; int a; };", "a"),
        ("struct S { int a; enum { a }; };", "a"),
        ("struct S { enum { a }; int a() { return 1; } };", "a"),
        ("struct S { static constexpr constant int a = 1; int a; };", "a"),
        ("struct S { typedef int a; int a; };", "a"),
        ("template <typename T> struct S { enum { a }; T a; };", "a"),
        ("struct S { struct S { int a; }; };", "S"),
        ("struct S { enum { S }; };", "S"),
        ("template <typename T> struct S { typedef int S; };", "S"),
        ("template <typename T> struct S; template <typename T> struct S<thread T&> { enum { S }; };", "S"),
    ] {
        assert_eq!(mistakes(wrong), [(rules::NAME_REDEFINITION.id, place.to_owned())], "{wrong}");
    }
    let right = "struct S { struct a {}; int a; enum b { c }; int b; typedef thread S* d; int e() { return b + a; } int e(int x) { return x; } };";
    assert_eq!(mistakes(right), []);
}

#[test]
fn enumerators_hide_structures_and_enumerations() {
    check(&[
        (
            "typedef int n; enum { m, n };",
            rules::NAME_REDEFINITION,
            "n",
            "struct n { int a; }; enum { m, n }; struct n f(struct n x) { x.a = n; return x; }",
        ),
        (
            "template <typename T> struct n {}; enum { n };",
            rules::NAME_REDEFINITION,
            "n",
            "enum n { m }; enum { k, n }; int f() { return n + m; } int g() { struct p {}; enum { p }; return p; }",
        ),
    ]);
    assert_eq!(
        mistakes("struct n { enum { e }; } constant n[] = { {} }; struct n f(struct n x) { return x; }"),
        []
    );
    assert_eq!(mistakes("int f() { struct p {}; p q; int p = 1; return p; }"), []);
    for text in ["enum { m, n }; struct n {};", "enum { m, n }; enum n : ushort { k };"] {
        assert_eq!(mistakes(text), [(rules::UNSUPPORTED_FEATURE.id, "n".to_owned())], "{text}");
    }
}

#[test]
fn functions_stay_visible_outside_of_their_file() {
    check(&[
        (
            "int f(); static int f() { return 1; }",
            rules::GRAMMAR_SPECIFIERS,
            "f",
            "static int f(); int f() { return 1; }",
        ),
        (
            "int f(int a) { return a; } static int f(int a);",
            rules::GRAMMAR_SPECIFIERS,
            "f",
            "int f(int a) { return a; } static int f(float a) { return 1; } struct S { int f(); static int g(); }; int S::f() { return 1; } int S::g() { return 1; }",
        ),
    ]);
}

#[test]
fn words_of_friends_are_there_once() {
    check(&[
        (
            "struct S { friend friend struct A; };",
            rules::GRAMMAR_SPECIFIERS,
            "friend",
            "struct S { friend struct A; };",
        ),
        (
            // It is a friend all the same.
            "class S { int a; typedef friend struct A; }; struct A { int f(S s) { return s.a; } };",
            rules::GRAMMAR_SPECIFIERS,
            "typedef",
            "class S { int a; friend struct A; }; struct A { int f(S s) { return s.a; } };",
        ),
    ]);
}

#[test]
fn using_and_enum_are_before_names_that_fit_them() {
    check(&[
        (
            "namespace n { int f() { return 1; } } using n;",
            rules::GRAMMAR_DECLARATION,
            "n",
            "namespace n { int f() { return 1; } } using n::f; using ::n::f; int g() { return f(); }",
        ),
        (
            "template <template <typename> class C, typename T> struct S { enum C<T> c; };",
            rules::GRAMMAR_TYPE,
            "C",
            "template <template <typename> class C, typename T> struct S { struct C<T> c; };",
        ),
    ]);
}

#[test]
fn names_in_namespaces_do_not_hide_types_of_the_library() {
    for text in [
        "namespace n { int uint() { return 1; } int g() { return uint(); } } uint f() { uint a = 2; return a + n::uint(); }",
        "namespace n { int ushort(int a) { return a; } } ushort f(ushort a) { return a; }",
    ] {
        assert_eq!(mistakes(text), [], "{text}");
    }
    assert_eq!(
        mistakes("namespace n { int uint() { return 1; } uint f(); }"),
        [(rules::NAME_NOT_HIDDEN.id, "uint".to_owned())]
    );
}
