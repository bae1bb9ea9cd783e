//! No panic, no stack overflow, and a number of steps in proportion to the length, for any source. Tests run in threads with
//! the usual stack of 2 MiB.

mod soup;

use crate::occurrence::occurrences;
use crate::{Options, Validator, steps, validate};
use std::thread;
use wgsl_spec::Edition;

/// The default stack size of threads in `std`.
const STACK: usize = 2 << 20;
/// The limit of steps per byte. The search after a syntax error looks at a few hundred tokens.
const MOST_STEPS_OF_A_BYTE: u64 = 2_000;

/// Judges a source in both editions and returns the number of steps; the findings do not matter here.
fn judge(text: &str) -> u64 {
    let steps = steps::of(|| {
        for edition in [Edition::Current, Edition::Draft2022] {
            let module = validate(text, &Options { edition, ..Options::default() });
            for diagnostic in module.diagnostics() {
                assert!(diagnostic.primary.span.lo <= diagnostic.primary.span.hi, "{}", diagnostic.message);
                assert!(diagnostic.primary.span.hi as usize <= text.len(), "{}", diagnostic.message);
            }
            let understood = Validator::new(Options { edition, ..Options::default() }).understand(text);
            assert!(occurrences(understood.typed()).is_sorted_by_key(|it| it.span.lo), "{text}");
        }
    });
    let allowed = MOST_STEPS_OF_A_BYTE * (text.len() as u64 + 1);
    assert!(steps <= allowed, "{steps} steps for {} bytes: {}", text.len(), beginning(text));
    steps
}

fn beginning(text: &str) -> String {
    text.chars().take(60).collect()
}

fn pieces_of(count: usize, piece: impl Fn(usize) -> String) -> String {
    (0..count).map(piece).collect()
}

/// Judges a source with this number of pieces and one with an eighth of them. The cost of a piece must not depend on their number.
fn judge_pieces(count: usize, text: impl Fn(usize) -> String) {
    let (few, many) = (text(count / 8), text(count));
    let (least, most) = (judge(&few), judge(&many));
    assert!(most <= 12 * least, "{least} steps become {most} with 8 times the pieces: {}", beginning(&many));
}

/// Runs a test with the stack of an ordinary thread.
fn with_usual_stack(test: impl FnOnce() + Send + 'static) {
    let handle = thread::Builder::new().stack_size(STACK).spawn(test).unwrap();
    if let Err(panic) = handle.join() {
        std::panic::resume_unwind(panic);
    }
}

/// Returns true if the run may take as long as a thorough one needs.
fn is_thorough() -> bool {
    std::env::var_os("WGSL_THOROUGH").is_some()
}

/// The number of repetitions of a piece.
fn depth() -> usize {
    if is_thorough() { 100_000 } else { 10_000 }
}

/// Judges a source with one piece repeated many times, and the same source without the part after the pieces.
fn repeated(before: &str, piece: &str, middle: &str, closing: &str, after: &str) {
    judge_pieces(depth(), |count| {
        format!("{before}{}{middle}{}{after}", piece.repeat(count), closing.repeat(count))
    });
    judge_pieces(depth(), |count| format!("{before}{}", piece.repeat(count)));
}

#[test]
fn the_deepest() {
    with_usual_stack(|| {
        for (before, piece, middle, closing, after) in [
            ("const a = ", "(", "1", ")", ";"),
            ("const a = ", "[", "1", "]", ";"),
            ("const a = a", "[a", "", "]", ";"),
            ("const a: ", "a<", "i32", ">", " = 1;"),
            ("const a = ", "-", "1", "", ";"),
            ("const a = ", "!", "true", "", ";"),
            ("const a = ", "~", "1", "", ";"),
            ("fn f() { a = ", "*", "a", "", "; }"),
            ("fn f() { a = ", "&", "a", "", "; }"),
            ("const a = 1", "+1", "", "", ";"),
            ("const a = ", "1+(", "1", ")", ";"),
            ("const a = a", ".b", "", "", ";"),
            ("fn f() { ", "{", "", "}", "}"),
            ("fn f() { if true {} ", "else if true {}", "", "", "}"),
            ("fn f() { ", "if true {} else {", "", "}", "}"),
            ("", "/*", "", "*/", ""),
            ("", "@a(", "", "", ""),
            ("", "@vertex(", "", "", ""),
        ] {
            judge_pieces(100_000, |count| {
                format!("{before}{}{middle}{}{after}", piece.repeat(count), closing.repeat(count))
            });
        }
    });
}

#[test]
fn deeply_nested_expressions() {
    with_usual_stack(|| {
        for (piece, closing) in [
            ("(", ")"),
            ("[", "]"),
            ("a[", "]"),
            ("f(", ")"),
            ("vec2<", ">"),
            ("array<", ",1>"),
            ("vec2(", ",1)"),
            ("-", ""),
            ("!", ""),
            ("~", ""),
            ("&", ""),
            ("*", ""),
            ("- ", ""),
            ("(1+", ")"),
            ("1+(", ")"),
            ("(a,", ")"),
        ] {
            repeated("const a = ", piece, "1", closing, ";");
            repeated("fn f() { let a = ", piece, "1", closing, "; }");
            repeated("fn f() { a", piece, "1", closing, " = 1; }");
            repeated("var<private> a: ", piece, "i32", closing, ";");
            repeated("@align(", piece, "1", closing, ") fn f() {}");
        }
    });
}

#[test]
fn long_chains_of_operators() {
    with_usual_stack(|| {
        for piece in [
            "+a", "*a", ".a", ".x", "[0]", "[a]", "|a", "&a", "^a", "&&a", "||a", "<a", "<<a", ">a", ">>a",
            "==a", "-a", "/a", "%a", ",a", "+1", "<<1", "+-a", "*-a", "&&!a", "--a", "()", "(a)", "<a>(",
            "=a",
        ] {
            repeated("const a = 1; const b = a", piece, "", "", ";");
            repeated("fn f(a: i32) { let b = a", piece, "", "", "; }");
            repeated("fn f(a: vec4f) { var b = a; b", piece, "", "", " = a; }");
        }
    });
}

#[test]
fn deeply_nested_statements() {
    with_usual_stack(|| {
        for (piece, closing) in [
            ("{", "}"),
            ("{;", ";}"),
            ("if true {", "}"),
            ("if true {} else {", "}"),
            ("loop {", "break; }"),
            ("loop { continuing {", "} }"),
            ("for (;;) {", "}"),
            ("while true {", "}"),
            ("switch 1 { default {", "} }"),
            ("@diagnostic(off, derivative_uniformity) {", "}"),
        ] {
            repeated("fn f() {", piece, "", closing, "}");
            repeated("", piece, "", closing, "");
        }
        repeated("fn f() { if true {}", " else if true {}", "", "", "}");
        repeated("fn f() { switch 1 {", "case 1 {}", "", "", "} }");
        repeated("fn f() { switch 1 { case 1", ", 1", "", "", "{} } }");
        repeated("fn f() { var a = 1; ", "a++;", "", "", "}");
        repeated("fn f() { ", "return;", "", "", "}");
    });
}

#[test]
fn long_lists_and_repeated_pieces() {
    with_usual_stack(|| {
        let words = "/* */ // / \" @ @a @a( ; } { ) ( ] [ < > >= >>= a< a> a<a> struct fn var< let enable diagnostic( \
            0x 1e 1. .1 0x1p 1u _ __ \u{200E} é \u{85} \0 # $ ` \\ ' = : ,";
        let phrases = [
            "struct a{",
            "fn f(",
            "fn f() {",
            "fn f() ->",
            "const a=",
            "alias a=",
            "enable f16;",
            "requires a;",
            "const_assert ",
            "const_assert true;",
            "override a: i32;",
            "@group(0) @binding(0) var a: sampler;",
            "fn a() { a(); }",
            "struct a { b: a }",
            "alias a = a;",
            "const a = a;",
        ];
        for piece in words.split(' ').chain(phrases) {
            judge_pieces(depth(), |count| piece.repeat(count));
            judge_pieces(depth(), |count| format!("{piece} ").repeat(count));
        }
    });
}

#[test]
fn chains_of_declarations() {
    with_usual_stack(|| {
        type Line = fn(usize) -> String;
        let chains: [Line; 8] = [
            |n| format!("const c{n} = c{} + 1;", n + 1),
            |n| format!("const c{} = c{n} + 1;", n + 1),
            |n| format!("fn f{n}() {{ f{}(); }}", n + 1),
            |n| format!("fn f{}() {{ f{n}(); }}", n + 1),
            |n| format!("struct S{n} {{ a: S{} }}", n + 1),
            |n| format!("struct S{} {{ a: S{n} }}", n + 1),
            |n| format!("alias A{n} = array<A{}, 1>;", n + 1),
            |n| format!("alias A{} = array<A{n}, 1>;", n + 1),
        ];
        for line in chains {
            let lines = |count| pieces_of(count, line);
            judge_pieces(5_000, lines);
            judge_pieces(5_000, |n| {
                let end =
                    format!("const c{n} = 1; fn f{n}() {{}} struct S{n} {{ a: i32 }} alias A{n} = i32;");
                lines(n) + &end
            });
            judge_pieces(5_000, |n| {
                lines(n) + "const c0 = 1; fn f0() {} struct S0 { a: i32 } alias A0 = i32;"
            });
        }
    });
}

#[test]
fn pointers_that_are_made_of_pointers_and_passed() {
    with_usual_stack(|| {
        judge_pieces(5_000, |count| {
            let calls = pieces_of(count, |n| format!("let p{} = &(*p{n}); g(p{}); ", n + 1, n + 1));
            format!("fn g(p: ptr<function, i32>) {{}} fn f() {{ var v = 1; let p0 = &v; {calls} }}")
        });
    });
}

/// The beginning of an entry point whose variables are analysed for uniformity.
const MAIN: &str = "@group(0) @binding(0) var<uniform> n: u32;
fn put(p: ptr<function, u32>) -> bool { *p = 1; return true; }
@compute @workgroup_size(1) fn main(@builtin(local_invocation_index) i: u32) {
    workgroupBarrier(); var v = n; let p0 = &v;";

#[test]
fn accepted_programs_of_many_pieces() {
    with_usual_stack(|| {
        type Piece = fn(usize) -> String;
        let programs: [(&str, &str, Piece, &str); 18] = [
            ("const c0 = 1;", "", |n| format!("const c{} = c{n} % 7 + 1;", n + 1), ""),
            ("override o0 = 1;", "", |n| format!("override o{} = o{n} % 7 + 1;", n + 1), ""),
            ("fn g0() {}", "", |n| format!("fn g{}() {{ g{n}(); g{n}(); }}", n + 1), ""),
            ("", "", |n| format!("struct S{n} {{ a: i32 }} fn g{n}(s: S{n}) -> i32 {{ return s.a; }}"), ""),
            ("", "struct S { ", |n| format!("m{n}: i32, "), "} fn g(s: S) -> i32 { return s.m0; }"),
            ("fn g(a: i32) -> i32 {", "return a", |n| format!(" + a * {n}"), "; }"),
            ("", "const a = array(", |n| format!("{n}, "), "0);"),
            ("fn g(a: i32) {", "switch a {", |n| format!("case {n} {{}}"), "default {} } }"),
            ("var<private> v: i32; fn g0() { v++; }", "", |n| format!("{} g{n}(); }}", entry_point(n)), ""),
            (MAIN, "", |n| format!("let p{} = p{n}; *p{n} = v;", n + 1), "}"),
            (MAIN, "", |n| format!("var v{n} = v; if v{n} > n {{ v{n} = v; }} v = v{n};"), "}"),
            (MAIN, "", |n| format!("if n == {n} {{ v = 1; }} else "), "{ v = 0; } }"),
            (MAIN, "if put(&v) {}", |n| format!("else if n == {n} {{ var w{n} = v; v = w{n}; }}"), "}"),
            (MAIN, "if put(&v) {}", |_| "else if put(&v) { v = n; }".to_owned(), "}"),
            (MAIN, "let a = put(&v)", |_| "&& put(&v)".to_owned(), "; }"),
            (MAIN, "loop {", |n| format!("var v{n} = v; if n == {n} {{ break; }} v{n} = v;"), "} }"),
            (MAIN, "loop {", |n| format!("var v{n} = v; if n > {n} {{ continue; }} v = v{n};"), "break; } }"),
            (
                MAIN,
                "switch n {",
                |n| format!("case {n} {{ v = 1; if i > 1 {{ break; }} v = n; }}"),
                "default {} } }",
            ),
        ];
        for (head, before, piece, after) in programs {
            let text = |count| format!("{head}{before}{}{after}", pieces_of(count, piece));
            let module = validate(&text(8), &Options::default());
            assert!(module.is_accepted(), "{}: {:?}", text(8), module.diagnostics());
            judge_pieces(2_000, text);
        }
        judge_pieces(2_000, |count| {
            let (members, reads) =
                (pieces_of(count, |n| format!("m{n}: i32, ")), pieces_of(count, |n| format!("a += s.m{n};")));
            format!("struct S {{ {members} }} fn g(s: S) {{ var a = 0; {reads} }}")
        });
    });
}

/// A function, and the beginning of an entry point that calls it.
fn entry_point(number: usize) -> String {
    let next = number + 1;
    format!("fn g{next}() {{ v++; g{number}(); }} @compute @workgroup_size(1) fn main{number}() {{")
}

#[test]
fn conflicts_of_one_binding() {
    with_usual_stack(|| {
        let vars = |count: usize, attributes: &str| {
            pieces_of(count, |number| format!("{attributes} var<uniform> b{number}: i32;\n"))
        };
        judge_pieces(4_000, |count| {
            let uses = pieces_of(count, |number| format!("_ = b{number}; "));
            vars(count, "@group(0) @binding(0)") + "@compute @workgroup_size(1) fn f() { " + &uses + "}"
        });
        judge_pieces(4_000, |count| vars(count, "@group(0)"));
    });
}
