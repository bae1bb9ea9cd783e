//! Programs with rare spellings: alternative tokens, characters of other scripts, names of the program scope, directives.

use super::{mistakes, rejected_by};
use crate::{Options, validate};
use msl_spec::{Dialect, rules};

/// Checks that programs have no mistakes.
fn accepted(texts: &[&str]) {
    for text in texts {
        assert_eq!(mistakes(text), [], "{text}");
    }
}

#[test]
fn alternative_tokens_are_operators() {
    accepted(&[
        "int f(int a, int b) { if (a > 0 and not (b > 0)) { return 1; } else if (a > 1 or b > 1) { return compl a; } a xor_eq b; return a bitand b; }",
        "int f(thread int* a) <% return a<:0:>; %>",
        "struct S { bool operator and(S) { return true; } }; bool f(S a) { return a && a; }",
    ]);
    rejected_by(rules::GRAMMAR_TOKEN, "int f(int xor) { return 1; }");
}

#[test]
fn names_may_have_letters_of_other_scripts() {
    accepted(&["float f(float \u{1D6C2}, float \u{e9}t\u{e9}) { return \u{1D6C2} * \u{e9}t\u{e9}; }"]);
    rejected_by(rules::NAME_DECLARED, "float f(float \u{3b1}) { return \u{3b2}; }");
}

#[test]
fn a_byte_order_mark_is_no_part_of_the_program() {
    let text = "\u{FEFF}#include <metal_stdlib>\nusing namespace metal;\nfloat f(float a) { return sin(a); }";
    assert_eq!(validate(text, &Options::default()), []);
}

#[test]
fn types_of_the_language_are_names_of_the_program_scope() {
    accepted(&["::uint f(::float4 v) { return ::uint(v.x); }"]);
    rejected_by(rules::NAME_DECLARED, "float f(float a) { return ::sinn(a); }");
}

#[test]
fn blocks_declare_names_of_namespaces() {
    accepted(&[
        "namespace A { namespace B { int q() { return 1; } } } int f() { namespace C = A::B; { namespace C = A; C::B::q(); } return C::q(); }",
        "float f(float a) { namespace m = metal; return m::sin(a); }",
    ]);
    let out_of_scope =
        "namespace A { int q() { return 1; } } int f() { { namespace C = A; } return C::q(); }";
    rejected_by(rules::NAME_NAMESPACE_KNOWN, out_of_scope);
    rejected_by(rules::GRAMMAR_STATEMENT, "void f() { namespace C { } }");
}

#[test]
fn a_directive_numbers_the_lines() {
    accepted(&[
        "\n#line 5\nstatic_assert(__LINE__ == 5, \"\");\n# 9 \"a.h\"\nstatic_assert(__LINE__ == 9, \"\");",
    ]);
}

#[test]
fn nothing_is_known_after_a_pragma_about_layouts() {
    let text = "#pragma pack(push, 1)\nstruct P { char c; int x; };\n#pragma pack(pop)\nstatic_assert(sizeof(P) == 5, \"\"); int f() { return y; }";
    let found: Vec<&str> = validate(text, &Options::default()).into_iter().map(|it| it.rule.id).collect();
    assert_eq!(found, [rules::UNSUPPORTED_FEATURE.id]);
}

#[test]
fn the_compiler_has_macros_of_its_own() {
    let text = "static_assert(__INT_MAX__ == 2147483647 && __CHAR_BIT__ == 8 && __SIZEOF_INT__ == sizeof(int), \"\");
#if !defined(__clang__) || !__is_identifier(foo) || __is_identifier(int) || 'a' != 97
#error no
#endif
";
    assert_eq!(validate(text, &Options::default()), []);
}

/// The first two names are of later versions, which describe no members of theirs.
#[test]
fn types_of_classes_for_raytracing_are_not_supported() {
    let options = Options { dialect: Dialect::Metal32, ..Options::default() };
    for declaration in [
        "using R = metal::raytracing::intersector<instancing>::result_type; R f();",
        "float f(intersector<triangle_data>::result_type r) { return r.distance; }",
        "float f() { struct ray shadow; shadow.min_distance = 1; return shadow.min_distance; }",
    ] {
        let text = format!(
            "#include <metal_stdlib>\nusing namespace metal;\nusing namespace metal::raytracing;\n{declaration}"
        );
        for found in validate(&text, &options) {
            assert_eq!(found.rule.id, rules::UNSUPPORTED_FEATURE.id, "{declaration}: {}", found.message);
        }
        assert_ne!(validate(&text, &options), [], "{declaration}");
    }
}
