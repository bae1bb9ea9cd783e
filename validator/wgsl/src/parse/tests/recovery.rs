//! Several mistakes in one source.

use super::parse;
use super::{broken_rules, messages};
use crate::ast::DeclKind;
use wgsl_spec::{Edition, rules};

#[test]
fn independent_mistakes_are_all_found() {
    let text = "
const a = ;
struct S { x i32, y: , z: i32 }
fn f(p, q: i32) -> i32 {
    let b = 1 +;
    if (b { c = 2; d d; }
    for (var i = 0; i < ; i++) { e e; }
    while x y { return 1 }
    switch s { case { } foo default { g g; } }
    h(1, ), 2);
    k[1;
    return (1;
}
const l: i32 = 3 4;
fn m() -> { n n; }
fn o() { }
";
    let found: Vec<String> =
        messages(text).into_iter().map(|(place, message)| format!("{place}: {message}")).collect();
    let lines: Vec<u32> = {
        let index = shader_source::LineIndex::new(text);
        let parsed = parse(text, Edition::Current);
        parsed.diagnostics.iter().map(|diagnostic| index.position(diagnostic.primary.span.lo).line).collect()
    };
    let expected = [2, 3, 3, 4, 5, 6, 6, 7, 7, 8, 8, 9, 9, 10, 11, 12, 14, 15, 15];
    assert_eq!(lines, expected, "{found:#?}");
}

#[test]
fn one_mistake_is_one_diagnostic() {
    for text in [
        "fn f() { struct S { a: i32 } var s: S; \nfn g() { }",
        "@group(0) @binding(0 var<uniform> u: U;",
        "/* fn f() {",
        "fn f() { /* }",
        "fn f() { do { g(); } while (a); h(); }",
        "fn f() { let filter = 1; g(filter, filter); }",
        "fn f() { loop { continuing break if true; } } fn g() { }",
        "const a = 1 /*",
        "struct A { @location(0) a: f32, @location(1) b: f32,\nstruct B { c: f32 }",
        "struct A { @location(0) a: f32, @location(1) b: f32,\n@fragment fn f() { }",
    ] {
        assert_eq!(broken_rules(text).len(), 1, "{text}: {:?}", messages(text));
    }
}

#[test]
fn a_declaration_with_a_mistake_is_marked_and_keeps_its_name() {
    let text = "const a = ; fn f() { x x; } struct S { y } alias = i32; const b = 1; fn async() { } const c = 0x; fn g() { }";
    let ast = parse(text, Edition::Current).syntax.ast;
    let seen: Vec<_> = ast
        .decls
        .iter()
        .map(|decl| {
            (
                decl.name.map(|_| decl.name_span.text(text)),
                decl.has_error,
                matches!(decl.kind, DeclKind::Error),
            )
        })
        .collect();
    assert_eq!(
        seen,
        [
            (Some("a"), true, true),
            (Some("f"), true, false),
            (Some("S"), true, false),
            (None, true, true),
            (Some("b"), false, false),
            (Some("async"), true, false),
            (Some("c"), true, false),
            (Some("g"), false, false),
        ]
    );
}

#[test]
fn messages_say_what_is_expected_and_where() {
    for (text, place, message) in [
        ("fn f() { var x = 1 }", "}", "expected `;` after the declaration, found `}`"),
        ("fn f() { f() }", "}", "expected `;` after the call, found `}`"),
        ("fn f() { a = 1 + ; }", ";", "expected an expression, found `;`"),
        ("const a: = 1;", "=", "expected a type, found `=`"),
        ("fn f() { ", "", "expected `}` at the end of the block, found the end of the source"),
        ("fn while() { }", "while", "expected the name of the function, found the keyword `while`"),
        ("struct fn { a: i32 }", "fn", "expected the name of the structure, found the keyword `fn`"),
        ("const a = null;", "null", "`null` is a reserved word and can't be used as a name"),
        ("fn f() { x = a << b + c; }", "b + c", "`+` can't be combined with `<<` without parentheses"),
        ("@align(1, 2) var a: i32;", "(1, 2)", "attribute `@align` takes one argument, found 2"),
    ] {
        assert_eq!(messages(text), [(place.to_owned(), message.to_owned())]);
    }
}

#[test]
fn a_missing_closer_names_its_opener() {
    let text = "fn f() { a = (1 + 2; }";
    let diagnostics = parse(text, Edition::Current).diagnostics;
    assert_eq!(diagnostics[0].labels[0].span.text(text), "(");
    let diagnostics = parse("fn f() { if a { }", Edition::Current).diagnostics;
    assert_eq!(
        (diagnostics[0].rule, diagnostics[0].labels[0].span.lo),
        (rules::GRAMMAR_COMPOUND_STATEMENT, 7)
    );
}
