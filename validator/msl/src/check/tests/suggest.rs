//! The help in a message in addition to the mistake: the name that is meant, and the place of the argument.

use super::{HEAD, mistakes};
use crate::{Options, validate};
use msl_spec::rules;

/// Checks that the only diagnostic of a program has an edit that replaces one name with another.
fn means(text: &str, wrong: &str, right: &str) {
    let text = format!("{HEAD}{text}");
    let found = validate(&text, &Options::default());
    assert_eq!(found.len(), 1, "{text}: {found:?}");
    let edits: Vec<(&str, &str)> = found[0]
        .suggestion
        .iter()
        .flat_map(|suggestion| &suggestion.edits)
        .map(|(span, by)| (span.text(&text), by.as_str()))
        .collect();
    assert_eq!(edits, [(wrong, right)], "{text}");
    let fixed = shader_source::fix::apply(&text, found[0].suggestion.as_ref()).expect("there is an edit");
    assert_eq!(validate(&fixed, &Options::default()), [], "{fixed}");
}

#[test]
fn the_nearest_name_is_meant() {
    means("float f(float amount) { return amout; }", "amout", "amount");
    means("flaot f(float amount) { return amount; }", "flaot", "float");
    means("constant float colour = 1; float f() { return color; }", "color", "colour");
    means("float f(float a) { return smoothstp(0.0f, 1.0f, a); }", "smoothstp", "smoothstep");
    means("float f(float a) { return mtal::fast::sin(a); }", "mtal", "metal");
    means("namespace shapes { int n() { return 1; } } int f() { return shape::n(); }", "shape", "shapes");
    means("enum class E { first }; E f() { return E::frist; }", "frist", "first");
    means("struct S { float4 position; }; float4 f(S s) { return s.postion; }", "postion", "position");
    means("struct S { int length() { return 1; } }; int f(S s) { return s.lenght(); }", "lenght", "length");
    means("float4 f(texture2d<float> t) { return t.reed(uint2(0)); }", "reed", "read");
    means("void f(texture2d<float, access::reed> t) {}", "reed", "read");
    means("kernel void f(device int* a [[bufer(0)]]) {}", "bufer", "buffer");
    means(
        "kernel void f(uint a [[thread_position_in_gird]]) {}",
        "thread_position_in_gird",
        "thread_position_in_grid",
    );
    means("float f() { double a = 1; return a; }", "double", "float");
}

#[test]
fn the_other_operator_is_meant() {
    let s = "struct S { int a; int f() device const { return a; } };";
    means(&format!("{s} int f(device const S* s) {{ return s.a; }}"), ".", "->");
    means(&format!("{s} int f(device const S* s) {{ return s.f(); }}"), ".", "->");
    means(&format!("{s} int f(device const S& s) {{ return s->f() + 1; }}"), "->", ".");
    means(&format!("{s} int f(S s) {{ s->a = 2; return s.a; }}"), "->", ".");
    means("float f(thread float4* p) { return p.x; }", ".", "->");
    means("float4 f(texture2d<float> t) { return t->read(uint2(0)); }", "->", ".");
    means("int f(int a, int b) { if (a = b) return 1; return 2; }", " = ", " == ");
    means("int f(int a, int b) { while (a=b) { break; } return 2; }", "=", " == ");
}

#[test]
fn literals_of_half_are_meant() {
    means("half f(half a) { return max(a, 0.5f); }", "0.5f", "0.5h");
    means("half f(half a) { return mix(a, 1.0h, 0.5); }", "0.5", "0.5h");
    let text = format!("{HEAD}half f(half a, float b) {{ return max(a, b); }}");
    let found = validate(&text, &Options::default());
    assert!(found.iter().all(|it| it.suggestion.is_none()), "{found:?}");
}

#[test]
fn a_misspelt_attribute_is_the_only_mistake() {
    let text = "struct In { float2 a [[attribute(0)]]; }; vertex float4 f(In in [[stage_ins]]) { return in.a.xyxy; }";
    assert_eq!(mistakes(text), [(rules::ATTRIBUTE_KNOWN.id, "stage_ins".to_owned())]);
}

#[test]
fn the_argument_that_does_not_fit_is_the_place() {
    let text = "struct S { int n; }; int f(int a, float2 b) { return a; } int g(S s) { return f(1, s); }";
    assert_eq!(mistakes(text), [(rules::CONVERSION_ARGUMENT.id, "s".to_owned())]);
    let text = "int f(device int* a) { return *a; } int g(thread int* b) { return f(b); }";
    assert_eq!(mistakes(text).iter().map(|it| it.1.as_str()).collect::<Vec<_>>(), ["b"]);
}

#[test]
fn candidates_are_listed_once() {
    let found = validate(&format!("{HEAD}float f() {{ return clamp(1.0f); }}"), &Options::default());
    let notes: Vec<&str> = found[0].notes.iter().map(String::as_str).collect();
    assert_eq!(notes, ["candidate: clamp(x: T, minval: T, maxval: T) -> T"]);
}

#[test]
fn suggestions_that_can_only_be_right_are_safe() {
    use crate::diagnostic::Applicability::{self, Safe, Unsafe};
    let applicability = |text: &str| -> Vec<Option<Applicability>> {
        let found = validate(text, &Options::default());
        found.iter().map(|found| found.suggestion.as_ref().map(|it| it.applicability)).collect()
    };
    for (text, expected) in [
        ("int f(int a) { a = 1\n return a; }", &[Some(Safe)][..]),
        ("struct S { int a; }; int f(thread S* s, S t) { return s.a + t->a; }", &[Some(Safe), Some(Safe)]),
        (
            "#include <metal_stdlib>\nfloat f(float a) { return clamp(a, 0.0f, 1.0f) + fract(a); }",
            &[Some(Safe)],
        ),
        (
            "#include <metal_stdlib>\nusing namespace metal;\nfloat f(float a) { return normlize(float2(a)).x; }",
            &[Some(Safe)],
        ),
        ("struct S { int position; }; int f(S s) { return s.positon; }", &[Some(Safe)]),
        // The program may have meant something else: it has two such names, or the name is not a name of the library.
        ("struct S { int color0; int color1; }; int f(S s) { return s.color2; }", &[Some(Unsafe)]),
        ("int f(int color0) { return color1; }", &[Some(Unsafe)]),
        // What is left is wrong.
        ("int f(int a) { a = \"b\"\n return a; }", &[None]),
    ] {
        assert_eq!(applicability(text), expected, "{text}");
    }
}
