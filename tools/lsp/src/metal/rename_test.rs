use super::*;
use crate::analysis::{Facts, address, analyse_metal, unmarked};
use crate::assembly::Alone;

/// The program after a rename of the object at the mark.
fn renamed_to(program: &str, name: &str) -> Result<String, String> {
    let (text, marks) = unmarked(program);
    let analysis = analyse_metal(&text);
    let Facts::Metal(program) = analysis.facts() else { panic!("Metal") };
    let workspace = &mut Workspace::new(&Alone);
    let places = places(workspace, &analysis, program, &address(), marks[0], name)?;
    Ok(edited(&text, &places.into_iter().map(|place| (place, name.to_owned())).collect()))
}

#[track_caller]
fn becomes(program: &str, name: &str, expected: &str) {
    assert_eq!(renamed_to(program, name).as_deref(), Ok(expected), "{program}");
}

#[track_caller]
fn is_refused(program: &str, name: &str, reason: &str) {
    match renamed_to(program, name) {
        Ok(text) => panic!("{program} becomes {text}"),
        Err(refused) => assert!(refused.contains(reason), "{program}: {refused}"),
    }
}

const LIBRARY: &str = "#include <metal_stdlib>\nusing namespace metal;\n";

#[test]
fn all_places_have_the_new_name() {
    becomes(
        "struct S { int a; }; int f(S |s) { return s.a + s.a; }",
        "input",
        "struct S { int a; }; int f(S input) { return input.a + input.a; }",
    );
    becomes(
        "struct S { int a; int get() const { return a; } }; int f(S s) { S t = { .a = 1 }; return s.|a + t.get(); }",
        "b",
        "struct S { int b; int get() const { return b; } }; int f(S s) { S t = { .b = 1 }; return s.b + t.get(); }",
    );
    becomes(
        "int f(int x); int f(int x) { return x; } float f(float x) { return x; } float g() { return f(1) + |f(1.0f); }",
        "h",
        "int f(int x); int f(int x) { return x; } float h(float x) { return x; } float g() { return f(1) + h(1.0f); }",
    );
    becomes(
        "template <typename T> T |twice(T x) { return x + x; } int g() { return twice(1) + twice<int>(2); }",
        "double_of",
        "template <typename T> T double_of(T x) { return x + x; } int g() { return double_of(1) + double_of<int>(2); }",
    );
    becomes("enum E { |a, b }; int f() { return a; }", "c", "enum E { c, b }; int f() { return c; }");
    becomes("typedef float |T; T f(T x) { return x; }", "U", "typedef float U; U f(U x) { return x; }");
}

#[test]
fn names_outside_of_bodies_are_found() {
    becomes(
        "constant int |N = 2; static_assert(N > 1, \"N\"); struct S { int a[N]; }; int f(int n) { return n + N; }",
        "COUNT",
        "constant int COUNT = 2; static_assert(COUNT > 1, \"N\"); struct S { int a[COUNT]; }; int f(int n) { return n + COUNT; }",
    );
    becomes(
        "struct |S { int a; S(int b) : a(b) {} int get() const; }; int S::get() const { return a; } int f() { S s(1); return S(2).get() + s.get(); }",
        "Tee",
        "struct Tee { int a; Tee(int b) : a(b) {} int get() const; }; int Tee::get() const { return a; } int f() { Tee s(1); return Tee(2).get() + s.get(); }",
    );
    becomes(
        "struct S { int |a; S(int b) : a(b) {} };",
        "value",
        "struct S { int value; S(int b) : value(b) {} };",
    );
}

#[test]
fn other_meanings_of_a_word_stay() {
    let program = |name: &str| format!("{LIBRARY}bool f(float {name}) {{ return NAN == {name}; }}");
    becomes(&program("x").replacen("float x", "float |x", 1), "y", &program("y"));
    becomes(
        "struct V { float4 |position [[position]]; float x [[user(position)]]; }; vertex V v() { V r; r.position = 0; r.x = 1; return r; }",
        "p",
        "struct V { float4 p [[position]]; float x [[user(position)]]; }; vertex V v() { V r; r.p = 0; r.x = 1; return r; }",
    );
    becomes(
        "float f(float3 p, float |x) { /* x */ return p.x + x; }",
        "y",
        "float f(float3 p, float y) { /* x */ return p.x + y; }",
    );
    becomes(
        "struct S { float |x; }; float f(float3 p, S s) { return p.x + s.x; }",
        "y",
        "struct S { float y; }; float f(float3 p, S s) { return p.x + s.y; }",
    );
    becomes(
        "int f(int |a) { { int a = 1; a++; } return a; } int g(int a) { return a; }",
        "b",
        "int f(int b) { { int a = 1; a++; } return b; } int g(int a) { return a; }",
    );
}

#[test]
fn a_name_in_an_argument_of_a_macro_is_renamed() {
    becomes(
        "#define TWICE(x) ((x) + (x))\nint f(int |a) { return TWICE(a) + a; }",
        "b",
        "#define TWICE(x) ((x) + (x))\nint f(int b) { return TWICE(b) + b; }",
    );
}

#[test]
fn what_can_not_be_renamed_is_refused() {
    let of_library = format!("{LIBRARY}float f() {{ return |max(1.0f, 2.0f); }}");
    is_refused(&of_library, "x", "`max`: the library declares it");
    is_refused("|float3 f();", "x", "the library declares it");
    is_refused("|constant int a = 1;", "x", "it is a keyword");
    is_refused("#define TWICE(x) x\nint f() { return |TWICE(1); }", "x", "it is a macro");
    is_refused("struct S { int a; int |operator[](int i) const { return a; } };", "x", "it is an operator");
    is_refused("int f() { return 1 |+ 2; }", "x", "expected a name");
    is_refused(
        "#define DECLARE int a = 1;\nconstant DECLARE int f() { return |a; }",
        "x",
        "a macro generates",
    );
    is_refused("#define B(x) x##b\nint f(int |a) { int ab = a; return B(a); }", "x", "argument of a macro");
    is_refused(
        "int f(int |a) {\n#define A a\nreturn A; }",
        "x",
        "`a` on line 2 may refer to it, but is in a directive",
    );
    is_refused(
        "int f(int |a) {\n#if 0\nreturn a;\n#endif\nreturn 1; }",
        "x",
        "`a` on line 3 may refer to it",
    );
}

#[test]
fn a_name_that_can_not_be_is_refused() {
    for (program, name, reason) in [
        ("constant int |a = 1;", "if", "keyword"),
        ("constant int |a = 1;", "device", "keyword"),
        ("constant int |a = 1;", "1a", "not an identifier"),
        ("constant int |a = 1;", "", "not an identifier"),
        ("constant int |a = 1;", "a b", "not an identifier"),
        ("#define M 1\nconstant int |a = 1;", "M", "macro"),
        ("constant int |a = 1; constant int b = 2;", "b", "would collide"),
        ("constant int |a = 1; int f(int b) { return a; }", "b", "would collide"),
        ("constant int b = 1; int f(int |a) { return b; }", "b", "would collide"),
        ("int f(int |a) { int b = 1; return a + b; }", "b", "would collide"),
        ("struct S { int |a; float b; };", "b", "would collide"),
        ("int g(int a) { return a; } int f(int |a) { return g(a); }", "g", "would collide"),
    ] {
        is_refused(program, name, reason);
    }
    assert!(renamed_to("int f(int |a) { return a; } int g(int b) { return b; }", "b").is_ok());
}

#[test]
fn a_broken_program_is_renamed_where_it_is_clear() {
    assert!(
        renamed_to("int f(int |a) { int b = a; int c = ; return a; } int g() { return nope; }", "x").is_ok()
    );
}
