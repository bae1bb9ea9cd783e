//! Programs before and after, and what holds for all programs.

use crate::same::have_same_content;
use crate::source::Source;
use crate::{Indent, Options, Unformattable, format};
use shader_source::{Span, steps};
use std::fs;
use std::path::Path;

/// Formats a program, and checks that formatting again changes nothing, and that tokens and comments stay.
fn formatted_with(text: &str, options: Options) -> String {
    let formatted = format(text, options).unwrap_or_else(|reason| panic!("{text}\n{reason}"));
    let again = format(formatted.text(), options).expect("it is as right as before");
    assert_eq!(again.text(), formatted.text(), "formatted twice:\n{text}");
    assert!(again.is_unchanged());
    let (before, after) = (Source::read(text), Source::read(formatted.text()));
    let (before, after) = (before.expect("brackets match"), after.expect("brackets match"));
    assert!(have_same_content(&before, &after), "{text}\n{}", formatted.text());
    let mut edited = String::new();
    let mut end = 0;
    for (span, by) in formatted.edits() {
        edited += &text[end..span.lo as usize];
        edited += by;
        end = span.hi as usize;
    }
    assert_eq!(edited + &text[end..], formatted.text(), "the edits make the text");
    formatted.text().to_owned()
}

fn formatted(text: &str) -> String {
    formatted_with(text, Options::default())
}

/// Asserts that the second program is the first one after formatting, in at most 40 columns.
fn assert_formats(before: &str, after: &str) {
    assert_eq!(formatted_with(before, Options { width: 40, ..Options::default() }), after);
}

#[test]
fn declarations_and_statements_have_lines_of_their_own() {
    assert_formats(
        "const  a=1;fn f( x:i32,y : vec2 < f32 > )->i32{let b=-x;if(x>1){return b;}else if x<0{discard;}return a;}",
        "const a = 1;\nfn f(x: i32, y: vec2<f32>) -> i32 {\n    let b = -x;\n    if (x > 1) {\n        return b;\n    } else if x < 0 {\n        discard;\n    }\n    return a;\n}\n",
    );
    let short = "fn f() {\n    if a { b(); } else { c(); }\n}\n";
    assert_formats(short, short);
    assert_formats(
        "fn f() {\nloop\n{ i++;\n continuing { break if i>=4; } }\nswitch i { case 1,2:{} default {} }\n}",
        "fn f() {\n    loop {\n        i++;\n        continuing { break if i >= 4; }\n    }\n    switch i {\n        case 1, 2: {}\n        default {}\n    }\n}\n",
    );
    assert_formats("struct S { a:f32,b:u32 };\n;", "struct S { a: f32, b: u32 };;\n");
    assert_formats(
        "fn f() { for(;;){} for ( var i=0;i<4;i++ ) { ; } }",
        "fn f() {\n    for (;;) {}\n    for (var i = 0; i < 4; i++) { ; }\n}\n",
    );
}

#[test]
fn blanks_separate_operators_with_two_operands() {
    for (before, after) in [
        ("a- -b", "a - -b"),
        ("- -a", "- -a"),
        ("&(*p)[1]", "&(*p)[1]"),
        ("a&&!b||~c==~ d", "a && !b || ~c == ~d"),
        ("a < b || c > ( d )", "a < b || c > (d)"),
        ("array < vec2 < f32 > ,4>( )", "array<vec2<f32>, 4>()"),
        ("1. *a.x [ 2 ] .y", "1. * a.x[2].y"),
        ("a<<2u>>b", "a << 2u >> b"),
        ("f( - 1,* p )", "f(-1, *p)"),
    ] {
        assert_eq!(formatted(&format!("const x={before};")), format!("const x = {after};\n"));
    }
}

#[test]
fn long_lists_have_a_line_for_each_item() {
    assert_formats(
        "fn long_function(first: i32, second: i32) -> vec4f { return f(g(first), second + second, 1234567); }",
        "fn long_function(\n    first: i32,\n    second: i32,\n) -> vec4f {\n    return f(\n        g(first),\n        second + second,\n        1234567,\n    );\n}\n",
    );
    // The comma counts as part of the last line.
    assert_formats(
        "const a = f(g(aaaaaaaaaaaaaa, bbbbbbbbbbbbbbbb));",
        "const a = f(\n    g(aaaaaaaaaaaaaa, bbbbbbbbbbbbbbbb),\n);\n",
    );
    assert_formats(
        "const a = f(g(aaaaaaaaaaaaaa, bbbbbbbbbbbbbbbbb));",
        "const a = f(\n    g(\n        aaaaaaaaaaaaaa,\n        bbbbbbbbbbbbbbbbb,\n    ),\n);\n",
    );
}

#[test]
fn lists_stay_as_their_author_broke_them() {
    let rows = "const m = mat2x2f(\n    1.0, 0.0,\n    0.0, 1.0\n);\n";
    assert_formats(rows, rows);
    assert_formats("const m = f(\n1,2,\n);", "const m = f(\n    1, 2,\n);\n");
    assert_formats("const m = f(1,2,);", "const m = f(1, 2);\n");
    assert_formats("const m = f(1,\n 2);", "const m = f(\n    1,\n    2,\n);\n");
    let without_comma = "const m = f(\n    1,\n    2\n);\n";
    assert_formats(without_comma, without_comma);
    let inner = "const m = f(g(\n    1,\n    2,\n), 3);\n";
    assert_formats(inner, inner);
    assert_formats("struct S {\na: f32 }", "struct S {\n    a: f32,\n}\n");
}

#[test]
fn chains_break_before_operators() {
    assert_formats(
        "const a = first_value * second + third_value * fourth;",
        "const a = first_value * second\n    + third_value * fourth;\n",
    );
    assert_formats("const a = b +\n c\n - d;", "const a = b\n    + c\n    - d;\n");
    assert_formats("const a = b + c +\n d;", "const a = b + c\n    + d;\n");
    assert_formats("const a = f(\n b +\n c);", "const a = f(\n    b\n    + c,\n);\n");
    assert_formats("const a = (b +\n c) * d;", "const a = (b\n    + c) * d;\n");
    assert_formats(
        "fn f() {\nif a\n&& b\n{\nreturn;\n}\n}",
        "fn f() {\n    if a\n        && b\n    {\n        return;\n    }\n}\n",
    );
    assert_formats("const a =\n b;", "const a =\n    b;\n");
    assert_formats("var<private> a:\n array<f32>;", "var<private> a:\n    array<f32>;\n");
}

#[test]
fn attributes_stay_on_their_line() {
    let text = "@group(0) @binding(1) var<storage, read_write> a: array<f32>;\n@group(0) @binding(2)\nvar t: texture_2d<f32>;\n\n@compute @workgroup_size(8, 8)\nfn main(@builtin(position) p: vec4f) {}\n";
    assert_eq!(formatted(text), text);
}

#[test]
fn comments_stay_where_they_are() {
    let text = "// first\n\n/* block\n   of two lines */\nfn f(\n    a: i32, // of a\n    /* b */ b: i32,\n    // last\n) {\n    // start\n    g(a /* in a call */, b); // after\n\n    // end\n}\n// end of file\n";
    assert_eq!(formatted(text), text);
    assert_formats("const a = 1 // one\n  + 2; // two", "const a = 1 // one\n    + 2; // two\n");
    assert_formats("const a = 1 + // one\n  2;", "const a = 1 // one\n    + 2;\n");
    assert_formats(
        "const a = f(1 // one\n , 2 // two\n );",
        "const a = f(\n    1, // one\n    2 // two\n);\n",
    );
    assert_formats("const a = f(1, 2 /* two */);", "const a = f(1, 2 /* two */);\n");
    assert_formats("fn f() {} // f", "fn f() {} // f\n");
    assert_formats("const a = // why\n 1;", "const a = // why\n    1;\n");
    assert_formats("const a /* a */ = /* b */ 1 /* c */;", "const a /* a */ = /* b */ 1 /* c */;\n");
    assert_formats(
        "struct S {\n a: i32,    // a\n bcd: i32,  // b\n}",
        "struct S {\n    a: i32,    // a\n    bcd: i32,  // b\n}\n",
    );
    assert_formats(
        "fn f() {\n  /* a\n   * b\n   */\n  g();\n}",
        "fn f() {\n    /* a\n     * b\n     */\n    g();\n}\n",
    );
}

#[test]
fn a_change_of_content_is_noticed() {
    let is_same = |one: &str, other: &str| {
        let (one, other) = (Source::read(one), Source::read(other));
        have_same_content(&one.expect("brackets match"), &other.expect("brackets match"))
    };
    assert!(is_same("f(a,b,) // c \n", "f(a, b) // c"));
    assert!(is_same("/* a\n b */", "/* a\nb */"));
    for (one, other) in
        [("f(a, b)", "f(a b)"), ("a", "a a"), ("a", "b"), ("// a", "// b"), ("// a", ""), ("- -a", "--a")]
    {
        assert!(!is_same(one, other), "{one}");
    }
}

#[test]
fn one_empty_line_stays_between_lines() {
    assert_formats(
        "\n\nconst a = 1;\n\n\n\nconst b = 2;\nfn f() {\n\n  g();\n\n\n  h();\n\n}\n\n",
        "const a = 1;\n\nconst b = 2;\nfn f() {\n    g();\n\n    h();\n}\n",
    );
    assert_formats("struct S {\n a: f32,\n\n b: f32,\n}", "struct S {\n    a: f32,\n\n    b: f32,\n}\n");
}

#[test]
fn wesl_is_formatted() {
    let text = "import a::{b,\n    c};\n\n@if(X) const a = 1;\n@if(X)\nstruct S {\n    @if(Y)\n    a: f32,\n@else\n    b: i32,\n}\n\n@if(X) {\nconst b = 2;\n\n} @else {\nconst b = 3;\n}\n\nfn f() {\n    @if(X) {\n        g(a::b);\n    }\n@if(Y) {\n    h();\n}\n}\n";
    assert_eq!(formatted(text), text);
    assert_formats("@if( X&&!Y )fn f(){let x=a::b( 1 );}", "@if(X && !Y) fn f() { let x = a::b(1); }\n");
}

#[test]
fn lines_for_preprocessors_stay() {
    let text = "#import a::{\n  b,\n  c\n}\n#define N 4 \\\n  + 1\nfn f(\n#ifdef X\n    a: array<f32, #{N}>,\n#endif\n    b: {{TYPE}}\n) {\n    #ifdef X\n    g(a);\n    #else\n    h(b);\n    #endif\n}\n";
    assert_eq!(formatted(text), text);
    assert_formats(
        "fn f() {\n MACRO(x)\n let y=1;\n   #pragma x   \n}",
        "fn f() {\n    MACRO(x)\n    let y = 1;\n    #pragma x\n}\n",
    );
    let line_breaks = "#define A \u{2028}é\u{85}\u{c}b\nconst a = 1;\n";
    assert_eq!(formatted(line_breaks), line_breaks);
    let comment = "#define A /* b\n  c */ d\nconst a = #{B} + #C;\n";
    assert_eq!(formatted(comment), comment);
    let comma = "fn f(\n    a: i32\n#ifdef X\n    , b: i32\n#endif\n) {}\n";
    assert_eq!(formatted(comma), comma);
    // A statement with characters that no token has is left alone.
    assert_formats("#x\nlet  s = \"a  b\";\nlet  t = 1;", "#x\nlet  s = \"a  b\";\nlet t = 1;\n");
}

#[test]
fn options_are_followed() {
    let tabs = Options { width: 20, indent: Indent::Tab };
    assert_eq!(formatted_with("fn f() {\n  g(aaaaaaa, bbb);\n}", tabs), "fn f() {\n\tg(aaaaaaa, bbb);\n}\n");
    assert_eq!(
        formatted_with("fn f() {\n  g(aaaaaaa, bbbb);\n}", tabs),
        "fn f() {\n\tg(\n\t\taaaaaaa,\n\t\tbbbb,\n\t);\n}\n"
    );
    let two = Options { indent: Indent::Blanks(2), ..Options::default() };
    assert_eq!(formatted_with("fn f() {\r\n\tg();\r\n}\r\n", two), "fn f() {\r\n  g();\r\n}\r\n");
}

#[test]
fn a_program_with_a_syntax_error_is_not_formatted() {
    for text in [
        "const a = ;",
        "fn f() { let a = 1 }",
        "/* a",
        "const a = (1];",
        "#x\nfn f() {",
        "#x\n)",
        "const a = \"b\";",
        "const a = f(import a::b;);",
    ] {
        assert!(format(text, Options::default()).is_err(), "{text}");
    }
    let wrong = format("const a = 1\nconst b = 2;", Options::default()).expect_err("a semicolon is missing");
    assert!(matches!(&wrong, Unformattable::Syntax(errors) if errors.len() == 1), "{wrong:?}");
    let branches = "#ifdef B\nfn f() { if (x) {\n#else\nfn f() { {\n#endif\n}\n}\n";
    let wrong = format(branches, Options::default()).expect_err("each branch opens brackets");
    assert!(matches!(wrong, Unformattable::Branches(span) if span.lo == 25), "{wrong:?}");
    // What other implementations know, and what has a clear form.
    for text in
        ["enable unknown;", "@unknown fn f() {}", "const a = 0lu;", "const a = 1 + 2 & 3;", "struct S {}"]
    {
        assert!(format(text, Options::default()).is_ok(), "{text}");
    }
}

#[test]
fn a_range_is_formatted_by_whole_statements() {
    let text = "const  a = 1;\nfn f() {\n  let  b = g(\n 1,\n  2);\n  let  c = 3;\n}\n";
    let edits = |lo: usize, hi: usize| {
        let formatted = format(text, Options::default()).expect("it is right");
        let edits: Vec<_> = formatted.edits_in(Span::new(lo as u32, hi as u32)).collect();
        edits.iter().map(|(span, by)| (span.text(text).to_owned(), (*by).to_owned())).collect::<Vec<_>>()
    };
    let at = text.find("  2").expect("it is there");
    let edited = edits(at, at + 3);
    assert_eq!(edited.first(), Some(&("\n  ".to_owned(), "\n    ".to_owned())));
    assert_eq!(edited.last(), Some(&(String::new(), ",\n    ".to_owned())));
    assert_eq!(edits(0, 0), [("  ".to_owned(), " ".to_owned())]);
    let commented = format("fn f() {\n// a\n  g();\n  h();\n}\n", Options::default()).expect("it is right");
    assert_eq!(commented.edits_in(Span::new(10, 11)).count(), 1);
}

/// Returns a program with a repeated middle.
fn repeated(before: &str, middle: &str, after: &str, count: usize) -> String {
    [before, &middle.repeat(count), after].concat()
}

#[test]
fn hostile_programs_do_not_exhaust_anything() {
    for (opener, closer) in
        [("(", ")"), ("{", "}"), ("[", "]"), ("a<", ">"), ("f(a +\n", ")"), ("@if(x) {", "}")]
    {
        for (count, is_formatted) in [(399, true), (400, false), (100_000, false)] {
            let text = repeated("#x\nfn f() { a = ", opener, &closer.repeat(count), count) + "; }";
            assert_eq!(format(&text, Options::default()).is_ok(), is_formatted, "{opener}");
        }
    }
    for middle in [
        "a + ",
        "f(a)(",
        "\t",
        "#if\n",
        "/**/",
        "// \n",
        "\"",
        "@",
        "@if",
        ";",
        ",",
        "-",
        "::",
        "{{a}}",
        "#import {\n",
        "a:\n",
        "${",
        "é",
    ] {
        let text = repeated("#x\nfn f() { ", middle, " }", 100_000);
        drop(format(&text, Options::default()));
    }
}

#[test]
fn the_work_is_linear() {
    for (before, middle, after) in [
        ("const a = 1", " + 1", ";"),
        ("const a = f(1", ", 1", ");"),
        ("const a = f(1", ", g(2 * 3, x)", ");"),
        ("fn f() {", " a = b[c]; if a { b(); }", "}"),
        ("", "/* a */", ""),
        ("fn f() { a(0", " /* b */ // c\n", ", 1); }"),
        ("", "@if(X) ", "const a = 1;"),
        ("", "const a = 1; /* a\n */", ""),
    ] {
        let count = |count: usize| {
            let text = repeated(before, middle, after, count);
            let (_, taken) = steps::counted(|| format(&text, Options::default()).expect("it is right"));
            taken
        };
        let (once, twice) = (count(2_000), count(4_000));
        assert!(twice * 2 < once * 5, "{middle}: {once} and {twice}");
    }
}

#[test]
fn the_programs_of_this_repository_keep_tokens_and_comments() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../fixtures");
    let mut folders = vec![root];
    let mut count = 0;
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(folder).expect("the folder is there") {
            let path = entry.expect("an entry").path();
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|it| it == "wgsl" || it == "wesl")
                && let Ok(text) = fs::read_to_string(&path)
                && format(&text, Options::default()).is_ok()
            {
                for width in [20, 100] {
                    formatted_with(&text, Options { width, ..Options::default() });
                }
                count += 1;
            }
        }
    }
    assert!(count > 100, "{count} programs");
}

#[test]
fn conditions_of_wesl_are_read_the_same_with_tabs() {
    let text = "fn f() {\n    a();\n@if(A) {\n    b();\n}\n    @if(B) {\n    c();\n    }\n}\n";
    let tabs = Options { indent: Indent::Tab, ..Options::default() };
    let first = formatted_with(text, tabs);
    assert_eq!(first, "fn f() {\n\ta();\n@if(A) {\n\tb();\n}\n\t@if(B) {\n\tc();\n\t}\n}\n");
    assert_eq!(formatted_with(&first, tabs), first);
}

#[test]
fn what_a_comment_allows_stays_on_its_line() {
    for kept in [
        "fn f()  { let min = 1; return min; } // wgsl-check: allow(advice/hides-builtin)\n",
        "// wgsl-check: allow(advice/hides-builtin)\nfn f()  { let min = 1; return min; }\n",
        "fn f()  { if true { let min = 1; g(); } /* wgsl-check: allow(advice/hides-builtin) */ }\n",
    ] {
        assert_eq!(formatted(kept), kept);
    }
    let near =
        "// wgsl-check: allow(advice/hides-builtin)\nconst min = 1;\nfn f() { let a = 1; return a; }\n";
    assert!(formatted(near).ends_with("fn f() {\n    let a = 1;\n    return a;\n}\n"));
    assert!(formatted("fn f( ) { // other comment\n}").starts_with("fn f() {"));
}
