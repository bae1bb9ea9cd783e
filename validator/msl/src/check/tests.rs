//! Programs with one mistake, each with a program like it that is accepted.

mod access;
mod aggregates;
mod classes;
mod cxx;
mod cxx14;
mod cxx14_rules;
mod declarations;
mod declared_first;
mod deduction;
mod derived;
mod differences;
mod enumerations;
mod follow_ups;
mod friends;
mod lambdas;
mod linear;
mod members;
mod newer_names;
mod operators;
mod oracle;
mod oracle_declarations;
mod oracle_names;
mod oracle_rules;
mod packs;
mod recovery;
mod reported_once;
mod shipped;
mod spelling;
mod suggest;
mod template_mistakes;
mod template_work;
mod templates;

use crate::{Options, validate};
use msl_spec::{Dialect, Rule, rules};

/// The start of every program.
const HEAD: &str = "#include <metal_stdlib>\nusing namespace metal;\n";

/// The rules that a program breaks, each with the source at its place.
fn mistakes(text: &str) -> Vec<(&'static str, String)> {
    let text = format!("{HEAD}{text}");
    let found = validate(&text, &Options::default());
    found.iter().map(|found| (found.rule.id, found.primary.span.text(&text).to_owned())).collect()
}

/// The rules and places of what is reported in a dialect.
fn mistakes_in(dialect: &str, text: &str) -> Vec<(&'static str, String)> {
    let text = format!("{HEAD}{text}");
    let dialect = Dialect::from_name(dialect).expect("the dialect exists");
    let found = validate(&text, &Options { dialect, definitions: Vec::new() });
    found.iter().map(|found| (found.rule.id, found.primary.span.text(&text).to_owned())).collect()
}

/// Checks mistakes with their rules and places, and the corrected programs.
fn check(cases: &[(&str, &'static Rule, &str, &str)]) {
    for (wrong, rule, place, right) in cases {
        assert_eq!(mistakes(wrong), [(rule.id, (*place).to_owned())], "{wrong}");
        assert_eq!(mistakes(right), [], "{right}");
    }
}

/// Checks that a program breaks one rule.
fn rejected_by(rule: &'static Rule, text: &str) {
    let found: Vec<&str> = mistakes(text).into_iter().map(|(rule, _)| rule).collect();
    assert_eq!(found, [rule.id], "{text}");
}

#[test]
fn votes_have_a_type_of_their_own() {
    check(&[
        (
            "void f() { simd_vote::vote_u bits = 1; }",
            rules::NAME_DECLARED,
            "vote_u",
            "void f() { simd_vote::vote_t bits = (simd_vote::vote_t)simd_ballot(true); simd_vote vote = simd_vote(bits); }",
        ),
        (
            "void f() { metal::quad_vote::vote_t bits = quad_ballot(true); }",
            rules::CONVERSION_INITIALISATION,
            "quad_ballot(true)",
            "void f() { auto bits = metal::quad_vote::vote_t(quad_ballot(true)); uint64_t more = bits; }",
        ),
    ]);
}

#[test]
fn constant_expressions_have_values() {
    let undefined = rules::EXPRESSION_CONSTANT_DEFINED;
    check(&[
        ("constant int a = 1 / 0;", undefined, "1 / 0", "constant int a = 0 / 1;"),
        (
            "constexpr constant int a = 2147483647 + 1;",
            undefined,
            "2147483647 + 1",
            "constant uint a = 4294967295u + 1u;",
        ),
        (
            "static_assert(1 % 0 == 0, \"\");",
            undefined,
            "1 % 0",
            "static_assert(false && 1 % 0 == 0 ? false : true, \"\");",
        ),
        ("constant int a[3 / 0] = {1};", undefined, "3 / 0", "constant int a[true ? 3 : 3 / 0] = {1};"),
        (
            "void f(int a) { constexpr int b = a; }",
            rules::VARIABLE_CONSTEXPR_CONSTANT,
            "a",
            "void f() { const int a = 1; constexpr int b = a; constexpr float2 c = float2(b); constexpr float2 d = c; }",
        ),
        (
            "static int f(int n) { return n; } void g(int n) { static_assert(f(n) == 1, \"\"); }",
            rules::STATIC_ASSERT_CONSTANT,
            "f(n) == 1",
            "constexpr int f(int n) { return n; } static_assert(f(1) == 1, \"\"); constant float2 v = 1; static_assert(v.x == 1, \"\");",
        ),
    ]);
}

#[test]
fn uniform_values_come_from_uniform_ones() {
    check(&[
        (
            "void f(int a) { uniform<int> b = a; }",
            rules::UNIFORM_FROM_UNIFORM,
            "a",
            "void f(uniform<int> a) { uniform<int> b = a * 2 + 1; b = -b; uniform<int2> c = int2(b, 1); }",
        ),
        (
            "void f(int a) { uniform<int> b = 1; while (a > 2) b = 2; }",
            rules::UNIFORM_UNDER_CONTROL,
            "b = 2",
            "void f(uniform<int> a) { uniform<int> b = 1; if (a > 2) b = 2; switch (a) { default: b = 3; } }",
        ),
        (
            "void f(bool c, uniform<int> a) { uniform<int> b = c ? a : 1; }",
            rules::UNIFORM_UNDER_CONTROL,
            "c ? a : 1",
            "void f(uniform<bool> c, uniform<int> a) { uniform<int> b = c ? a : 1; }",
        ),
        (
            "void f(int a) { uniform<int> b = 1; if (a > 2) b++; }",
            rules::UNIFORM_UNDER_CONTROL,
            "b++",
            "void f(uniform<int> a) { uniform<int> b = 1; b++; if (a > 2) --b; }",
        ),
        (
            "void f(int a) { uniform<int> b = 1; b += a; }",
            rules::UNIFORM_FROM_UNIFORM,
            "b += a",
            "void f(uniform<int> a) { uniform<int> b = 1; b += a; b *= 2; }",
        ),
    ]);
}

#[test]
fn declarations_are_complete_and_different() {
    check(&[
        ("void f(int a) { int a = 1; }", rules::NAME_REDEFINITION, "a", "void f(int a) { { int a = 1; } }"),
        (
            "struct S; void f(S s) {}",
            rules::TYPE_COMPLETE,
            "S",
            "struct S; void f(S s); struct S { int a; }; void f(S s) {}",
        ),
        ("void f() { int a[]; }", rules::ARRAY_SIZE, "a", "void f() { int a[] = {1, 2}; }"),
        (
            "void f(int packed_bool2) {}",
            rules::PACKED_VECTOR_BOOL_RESERVED,
            "packed_bool2",
            "void f(int packed) {}",
        ),
        ("void f(int2x2 a) {}", rules::MATRIX_TYPE, "int2x2", "void f(half2x2 a) {}"),
        (
            "struct S { int a, b; }; constant S s = {.a = 1, .c = 2};",
            rules::MEMBER_DESIGNATOR_KNOWN,
            "c",
            "struct S { int a, b; }; constant S s = {.a = 1, .b = 2};",
        ),
        (
            "void f(int n) { switch (n) { case 1: int a = n; break; case 2: break; } }",
            rules::CASE_SKIPS_NO_INITIALISATION,
            "case 2:",
            "void f(int n) { switch (n) { case 1: { int a = n; break; } case 2: int b = n; } }",
        ),
        (
            "namespace a { constant int n = 1; } namespace b { constant int n = 2; } using namespace a; using namespace b; constant int c = n;",
            rules::NAME_UNAMBIGUOUS,
            "n",
            "namespace a { constant int n = 1; } using namespace a; constant int c = n;",
        ),
    ]);
}

#[test]
fn templates_get_each_argument_once() {
    check(&[
        (
            "template <typename T> T f(T a, T b) { return a; } void g() { f(1, 1.0f); }",
            rules::TEMPLATE_DEDUCTION,
            "f",
            "template <typename T> T f(T a, T b) { return a; } void g() { f(1, 2); f<float>(1, 1.0f); }",
        ),
        (
            "template <typename T> void f() {} void g() { f(); }",
            rules::TEMPLATE_DEDUCTION,
            "f",
            "template <typename T = int> void f() {} void g() { f(); }",
        ),
        (
            "template <typename T> void f(T a) {} void g() { f<int, int>(1); }",
            rules::TEMPLATE_ARGUMENTS,
            "f",
            "template <typename T> void f(T a) {} void g() { int a[2]; thread int* b = a; f<int>(1); f(a); f(b); }",
        ),
    ]);
}

#[test]
fn operands_have_the_types_of_operators() {
    check(&[
        ("void f(const int a) { a++; }", rules::OPERATOR_INCREMENT_LVALUE, "a", "void f(int a) { a++; }"),
        (
            "bool f(int a, bool b) { return a && b; }",
            rules::OPERATOR_LOGICAL_BOOLEAN,
            "a",
            "bool f(bool a, bool b) { return !(a & b); }",
        ),
        (
            "void f(float2x2 a) { a / 2.0f; }",
            rules::MATRIX_OPERATOR_LISTED,
            "a / 2.0f",
            "void f(float2x2 a) { a * 2.0f; }",
        ),
        (
            "float f(float4x2 a) { return a[3][2]; }",
            rules::MATRIX_INDEX_CONSTANT_IN_RANGE,
            "2",
            "float f(float4x2 a) { return a[3][1]; }",
        ),
        (
            "void f(float4 a) { a.xy = float4(0); }",
            rules::SWIZZLE_ASSIGNMENT_COUNT,
            "float4(0)",
            "void f(float4 a) { a.xy = float2(0); }",
        ),
        (
            "int f(int n) { return n.x; }",
            rules::MEMBER_ACCESS_STRUCTURE,
            "x",
            "int f(int2 n) { return n.x; }",
        ),
        (
            "void f(device atomic_int* a) { *a = 1; }",
            rules::ATOMIC_ONLY_ATOMIC_FUNCTIONS,
            "*a",
            "void f(device int* a) { *a = 1; }",
        ),
        (
            "void f(device atomic_int* a) { ++*a; }",
            rules::ATOMIC_ONLY_ATOMIC_FUNCTIONS,
            "*a",
            "void f(device int* a) { ++*a; }",
        ),
        (
            "void f() { int a; device int* p = &a; }",
            rules::POINTER_THREAD_OBJECT,
            "&a",
            "void f() { int a; thread int* p = &a; }",
        ),
        (
            "void f(device int* a) { int* p = a; }",
            rules::POINTER_ADDRESS_SPACE,
            "int*",
            "void f(device int* a) { device int* p = a; }",
        ),
    ]);
}

#[test]
fn texture_functions_take_what_their_textures_have() {
    check(&[
        (
            "void f(texturecube<float> t, sampler s) { t.sample(s, float3(0), int3(1)); }",
            rules::TEXTURE_OFFSET_KIND,
            "sample",
            "void f(texture3d<float> t, sampler s) { t.sample(s, float3(0), int3(1)); }",
        ),
        (
            "void f(texture2d<float> t, sampler s, component c) { t.gather(s, float2(0), int2(0), c); }",
            rules::TEXTURE_GATHER_COMPONENT,
            "c",
            "void f(texture2d<float> t, sampler s) { t.gather(s, float2(0), int2(0), component::y); }",
        ),
        (
            "void f(device rgba8unorm<half4>* p, half4 a) { p[0] < a; }",
            rules::PIXEL_OPERATIONS,
            "p[0] < a",
            "bool f(device rgba8unorm<half4>* p, half4 a) { return all(p[0] == a); }",
        ),
        (
            "void g(array_ref<sampler> a) {} void f(array<texture2d<float>, 2> a) { g(a); }",
            rules::CONVERSION_ARGUMENT,
            "a",
            "void g(array_ref<texture2d<float>> a) {} void f(array<texture2d<float>, 2> a) { g(a); }",
        ),
    ]);
}

#[test]
fn commands_are_named_but_neither_made_nor_encoded() {
    let not_supported = rules::UNSUPPORTED_FEATURE;
    let arguments = "struct A { command_buffer commands; }; kernel void f(device A& a [[buffer(0)]])";
    check(&[
        (
            &format!("{arguments} {{ render_command(a.commands, 0); }}"),
            not_supported,
            "render_command(a.commands, 0)",
            &format!("{arguments} {{}}"),
        ),
        (
            "void f(thread render_command& c) { c.reset(); }",
            not_supported,
            "c.reset()",
            "void f(thread render_command& c) {}",
        ),
    ]);
}

#[test]
fn structures_convert_by_their_functions() {
    let text = "struct A { float v; METHOD operator float() const { return v; } };
        template <typename T> struct W { T v; operator T() const { return v; } };
        float g(float x) { return x; }
        void f(A a, thread float* o) {
            a.v = 3; o[0] = a; float b = float(a) + 1; b += a * 2.0f; if (a) { g(a); } A c = a;
            W<int> w; b = w + static_cast<float>(w);
        }";
    assert_eq!(mistakes(&text.replace("METHOD", "")), []);
    let refused: Vec<String> =
        mistakes(&text.replace("METHOD", "explicit")).into_iter().map(|it| it.1).collect();
    assert_eq!(refused, ["a", "a * 2.0f", "a", "a"]);
    for text in [
        "struct u2 { uint a; u2(uint x) : a(x) {} u2 operator-(u2 other) const { return u2(a - other.a); } }; u2 f(u2 a, uint b) { u2 c = 3u; return a - b - c; }",
        "struct D { int a; int b; D(int x, int y) : a(x), b(y) {} D(int x) : D(x, 2) {} }; int f() { return D(1).b; }",
        "struct S { int a; S() = default; S(int x) : a(x) {} S(thread const S& other) : a(other.a) {} }; int f() { S s; S t(s); return t.a; }",
        "struct P { int a; P() = default; int b; }; int f() { P p = {1, 2}; P q; q = p; return q.b; }",
        "struct A { template <typename T> operator T() && { return {}; } }; float f() { return A(); }",
        "enum E { A, B }; enum E f(enum E e) { return e == A ? B : e; } enum F : int; typedef enum F F; enum F : int { X = 2, Y }; int g(F e) { return e == Y; }",
    ] {
        assert_eq!(mistakes(text), [], "{text}");
    }
    check(&[(
        "struct S { int a; S(int x) : a(x) {} S(float) = delete; }; void f() { S(1.0f); }",
        rules::CALL_MATCH,
        "S(1.0f)",
        "struct S { int a; S(int x) : a(x) {} S(float) = delete; }; void f() { S(1); }",
    )]);
}

#[test]
fn a_structure_may_be_declared_where_a_member_has_it() {
    check(&[(
        "struct S { struct T { int a; } t; }; int f(S s) { return s.t.b; }",
        rules::MEMBER_EXISTS,
        "b",
        "struct S { struct T { int a; } t; }; int f(S s) { return s.t.a; }",
    )]);
}

/// A structure of two that are alike is twice as large: only the work grows with the levels, not its double.
#[test]
fn structures_in_structures_are_laid_out_once() {
    let levels = (1..60).map(|level| format!("struct S{level} {{ S{0} a; S{0} b; }};\n", level - 1));
    let program = "struct S0 { int a; };\n".to_owned()
        + &levels.collect::<String>()
        + "constant long size = sizeof(S59);\n";
    let found = crate::validate(&program, &crate::Options::default());
    assert!(found.is_empty(), "{found:?}");
}
