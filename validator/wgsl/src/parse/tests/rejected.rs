//! Single mistakes and their codes.

use super::{codes, codes_of_body, mended};
use wgsl_spec::Code;

/// Checks that every source has exactly one mistake, of this code.
fn each(code: Code, texts: &[&str]) {
    for text in texts {
        assert_eq!(codes(text), [code], "{text}");
    }
}

/// Checks that every source, as a body of a function, has exactly one mistake, of this code.
fn each_body(code: Code, texts: &[&str]) {
    for text in texts {
        assert_eq!(codes_of_body(text), [code], "{text}");
    }
}

#[test]
fn severities() {
    each(Code::DiagnosticInvalidSeverity, &["diagnostic(fatal, a);", "@diagnostic(on, a) fn f() { }"]);
}

#[test]
fn tokens_that_are_missing() {
    each(
        Code::ParseExpectedToken,
        &[
            "const a = 1",
            "const = 1;",
            "const a: = 1;",
            "alias T i32;",
            "struct S { a i32 }",
            "struct S { a: i32 b: i32 }",
            "struct S { a: i32; b: i32; }",
            "struct { a: i32 }",
            "fn f( { }",
            "fn f(a) { }",
            "fn f() i32 { }",
            "fn f(): i32 { }",
            "fn f()",
            "fn f() {",
            "fn f() { { }",
            "fn () { }",
            "var<private x: i32;",
            "enable;",
            "enable(f16);",
            "enable f16",
            "requires ;",
            "diagnostic;",
            "diagnostic(off);",
            "diagnostic(off, a.b.c);",
            "@ fn f() { }",
            "@align(4 var x: i32;",
            "const fn = 1;",
            "const foo.bar = 1;",
            "const foo-bar = 1;",
        ],
    );
    each_body(
        Code::ParseExpectedToken,
        &[
            "a = 1",
            "if a b { }",
            "if (a { }",
            "while a; ",
            "for (a = 1, b = 2) { }",
            "for { }",
            "switch a { }",
            "switch a { b }",
            "switch a { case 1 }",
            "loop { continuing { } a = 1; }",
            "loop a = 1;",
            "a(1 2);",
            "a[1;",
            "a b;",
            "_ + 1;",
            "let x = (1;",
        ],
    );
}

#[test]
fn expressions_that_are_missing() {
    each_body(
        Code::ParseExpectedExpression,
        &[
            "a = ;",
            "a = 1 + ;",
            "a = b(,);",
            "a = +1;",
            "a = [1];",
            "a = {1};",
            "a = _;",
            "if { }",
            "while { }",
            "switch { default { } }",
            "let x: vec2<> = 1;",
            "a[] = 1;",
        ],
    );
    each(Code::ParseExpectedExpression, &["const a = ;"]);
}

#[test]
fn statements_that_are_none() {
    each_body(Code::ParseExpectedStatement, &["else { }", "case 1 { }", "continuing { }", ") = 1;", "++a;"]);
    each_body(
        Code::ParseExpressionStatement,
        &[
            "a;", "1;", "a.b;", "a + b;", "a == 1;", "-a;", "(f());", "f().x;", "f() + 1;", "true;", "a[0];",
            "*a;",
        ],
    );
    each_body(
        Code::ParseInvalidBreakIf,
        &[
            "break if a;",
            "loop { break if a; }",
            "loop { continuing { break if a; b = 1; } }",
            "loop { continuing { { break if a; } } }",
        ],
    );
    each_body(
        Code::ParseInvalidLeftSide,
        &[
            "1 = a;",
            "-a = 1;",
            "(a + b) = 1;",
            "a<b> = 1;",
            "true += 1;",
            "1++;",
            "(-a)--;",
            "!a = b;",
            "*1 = 2;",
        ],
    );
}

#[test]
fn operators_that_do_not_mix() {
    for expression in [
        "a & b | c",
        "a | b & c",
        "a ^ b & c",
        "a + b << c",
        "a << b + c",
        "a * b >> c",
        "a << b << c",
        "a < b < c",
        "a == b != c",
        "a == b < c",
        "a && b || c",
        "a || b && c",
        "a & b == c",
        "a + b & c",
        "a & b + c",
        "a & b && c",
        "a || b | c",
        "a << b & c",
        "a < b < c < d < e",
    ] {
        let body = format!("x = {expression};");
        assert_eq!(codes_of_body(&body), [Code::ParseNeedsParentheses], "{expression}");
        let once = mended(&format!("fn f() {{ {body} }}"));
        if expression.len() < 12 {
            assert_eq!(codes(&once), [], "{once}");
        }
    }
}

#[test]
fn declarations_that_are_none() {
    each(
        Code::ParseExpectedDeclaration,
        &[
            "let a = 1;",
            "a = 1;",
            "}",
            "1",
            "if a { }",
            "func f() { }",
            "function f() { }",
            "fun f() { }",
            "strcut S { a: i32 }",
            "vra<private> x: i32;",
            "@compute",
            "@size(4) enable f16;",
        ],
    );
    each(Code::ParseEmptyStruct, &["struct S { }"]);
    each(Code::ParseMissingInitializer, &["const a;", "const a: i32;"]);
    each_body(Code::ParseMissingInitializer, &["let a;", "const a: i32;", "let a\nlet b = 1;"]);
    each(Code::ParseDirectiveAfterDeclaration, &["const a = 1; enable f16;", "; diagnostic(off, a);"]);
    each(Code::ParseUnknownExtension, &["enable f61;", "enable f16, a;", "enable buffer_view;"]);
    each(Code::ParseUnknownLanguageExtension, &["requires a;", "requires f16;"]);
}

#[test]
fn attributes_that_are_wrong() {
    each(
        Code::ParseUnknownAttribute,
        &["@vertx fn f() { }", "@stage(compute) fn f() { }", "@foo(1, 2) var a: i32;"],
    );
    each(
        Code::ParseAttributeArguments,
        &[
            "@vertex() fn f() { }",
            "@must_use(1) fn f() { }",
            "@fragment(\nfn f() { }",
            "@align var a: i32;",
            "@align() var a: i32;",
            "@align(1, 2) var a: i32;",
            "@workgroup_size(1, 2, 3, 4) fn f() { }",
            "@workgroup_size() fn f() { }",
            "@builtin(1) var a: i32;",
            "@builtin(position, less) var a: i32;",
            "@builtin(frag_depth, more) var a: i32;",
            "@interpolate() var a: i32;",
        ],
    );
    assert_eq!(codes("fn f() -> @builtin(frag_depth, greater) f32 { }"), []);
    each(
        Code::ParseAttributeNotAllowed,
        &[
            "@align(4) const a = 1;",
            "@align(4) alias T = i32;",
            "@align(4) struct S { a: i32 }",
            "@align(4) const_assert true;",
            "@const fn f() { }",
        ],
    );
    each_body(
        Code::ParseAttributeNotAllowed,
        &[
            "@diagnostic(off, a) var x = 1;",
            "@diagnostic(off, a) return;",
            "@must_use f();",
            "@diagnostic(off, a);",
        ],
    );
}

#[test]
fn words_that_are_no_names() {
    each(
        Code::LexReservedWord,
        &["const async = 1;", "struct S { match: i32 }", "fn self() { }", "const a = null;"],
    );
    each(Code::LexInvalidIdentifier, &["const _ = 1;", "const __a = 1;", "fn f(_: i32) { }"]);
    each(Code::LexInvalidNumber, &["const a = 01;", "const 0a = 1;"]);
    each(Code::LexUnknownCharacter, &["const a = 1 # 2;", "const foo#bar = 1;", "const s = \"x\";"]);
}

#[test]
fn suggestions_mend() {
    for (wrong, right) in [
        ("fn f() { a = 1 }", "fn f() { a = 1; }"),
        ("const a = 1\nconst b = 2;", "const a = 1;\nconst b = 2;"),
        ("fn f() i32 { }", "fn f() -> i32 { }"),
        ("struct S { a: i32 b: i32 }", "struct S { a: i32, b: i32 }"),
        ("func f() { }", "fn f() { }"),
        ("@vertx fn f() { }", "@vertex fn f() { }"),
        ("enable f61;", "enable f16;"),
        ("fn f() { a + b; }", "fn f() { _ = a + b; }"),
        ("let a = 1;", "const a = 1;"),
    ] {
        assert_eq!(mended(wrong), right);
    }
}
