//! Forms that programs of other people have, which Apple's compiler accepts and the text does not mention.

use super::{HEAD, check, mistakes};
use crate::{Options, validate};
use msl_spec::{Dialect, rules};
use shader_source::diagnostic::Severity;

/// The rules that a program for Metal 3.2 breaks.
fn later_mistakes(text: &str) -> Vec<&'static str> {
    let options = Options { dialect: Dialect::Metal32, ..Options::default() };
    validate(&format!("{HEAD}{text}"), &options).iter().map(|found| found.rule.id).collect()
}

#[test]
fn a_deleted_template_has_specializations() {
    check(&[(
        "template <typename T, typename U> U g(T v) = delete; template <> float g<int, float>(int v) { return v; }
         float f() { return g<int, float>(1) + g<float, float>(1.0f); }",
        rules::CALL_MATCH,
        "g",
        "template <typename T, typename U> U g(T v) = delete; template <> float g<int, float>(int v) { return v; }
         float f() { return g<int, float>(1); }",
    )]);
    check(&[(
        "template <typename T> T g(T v) { return v; } template <> int g<int>(int v) = delete;
         float f() { return g(1.0f) + g(1); }",
        rules::CALL_MATCH,
        "g",
        "template <typename T> T g(T v) { return v; } template <> int g<int>(int v) = delete; float f() { return g(1.0f); }",
    )]);
}

#[test]
fn a_specialization_gets_arguments_from_its_result() {
    check(&[(
        "template <typename R, typename T> R g(T v); template <> float g(int v, int w) { return v; }",
        rules::TEMPLATE_ARGUMENTS,
        "g",
        "template <typename R, typename T> R g(T v); template <> float g(int v) { return v; } float f() { return g<float>(1); }",
    )]);
}

#[test]
fn a_statement_may_declare_a_variable_before_its_condition() {
    check(&[
        (
            "int f(int a) { if (int b = a + 1; b > 2) { return b; } else { return -b; } return b; }",
            rules::NAME_DECLARED,
            "b",
            "int f(int a) { if (int b = a + 1; b > 2) { return b; } else { return -b; } return a; }",
        ),
        (
            "int f(int a) { switch (int b = a; b) { case 1: return b; default: break; } return b; }",
            rules::NAME_DECLARED,
            "b",
            "int f(int a) { switch (int b = a; b) { case 1: return b; default: break; } return 0; }",
        ),
        (
            "int f(int a) { if (int b = a; int c = b) { int b = c; } return 0; }",
            rules::NAME_REDEFINITION,
            "b",
            "int f(int a) { if (int b = a; int c = b) { return c; } return 0; }",
        ),
        (
            "int f(int a) { while (int b = a; b > 0) { return b; } return 0; }",
            rules::GRAMMAR_TOKEN,
            ";",
            "int f(int a) { while (int b = a) { return b; } return 0; }",
        ),
    ]);
}

#[test]
fn functions_of_the_library_initialize_constants() {
    check(&[(
        "constant float a = simd_sum(1.0f);",
        rules::VARIABLE_CONSTANT_CONSTANT_INITIALISER,
        "simd_sum(1.0f)",
        "constant float3x3 a = transpose(float3x3(1)); constant float3x3 b = a * a; constant float c = sqrt(2.0f);",
    )]);
}

#[test]
fn inline_may_be_repeated() {
    let text = "METAL_FUNC inline float f() { return 1; }";
    assert_eq!(mistakes(text), [(rules::GRAMMAR_SPECIFIERS.id, "inline".to_owned())]);
    let found = validate(&format!("{HEAD}{text}"), &Options::default());
    assert!(found.iter().all(|found| found.severity == Severity::Warning));
}

#[test]
fn later_versions_have_macros_of_their_own_and_leave_out_less() {
    let asks = "#if defined(__HAVE_BFLOAT__)\nbfloat f(bfloat a) { return a; }\n#else\n#error none\n#endif";
    assert_eq!(later_mistakes(asks), [] as [&str; 0]);
    assert_eq!(mistakes(asks).len(), 1);
    for text in ["struct A { int v; }; struct B : A {};", "int f(int a) { return a == 0 ? 0 : f(a - 1); }"] {
        assert_eq!(later_mistakes(text), [rules::UNSUPPORTED_FEATURE.id], "{text}");
        assert_ne!(mistakes(text)[0].0, rules::UNSUPPORTED_FEATURE.id, "{text}");
    }
}

#[test]
fn a_reference_to_a_pointer_is_to_a_variable_of_a_function() {
    check(&[(
        "void g(float& a) { a += 1; }",
        rules::POINTER_ADDRESS_SPACE,
        "float&",
        "void g(device float*& a) { a += 1; } kernel void f(device float* a [[buffer(0)]]) { g(a); *a = 1; }",
    )]);
}
