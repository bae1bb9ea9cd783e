//! Sources that nobody writes on purpose.

use super::accepted::EVERYTHING;
use super::trees::check_order;
use super::{Parsed, parse};
use crate::lex::{Lexed, lex};
use wgsl_spec::{Edition, Rule, rules};

/// Parses in both editions and checks the invariants of every source.
fn survives(text: &str) -> Parsed<'_> {
    for edition in [Edition::Draft2022, Edition::Current] {
        let parsed = parse(text, edition);
        check_order(parsed.ast());
        for diagnostic in &parsed.diagnostics {
            let span = diagnostic.primary.span;
            assert!(text.get(span.lo as usize..span.hi as usize).is_some(), "{diagnostic:?}");
        }
        let decls = &parsed.ast().decls;
        let has_error = decls.iter().any(|decl| decl.has_error);
        assert!(!has_error || !parsed.diagnostics.is_empty(), "{text}");
        if edition == Edition::Current {
            return parsed;
        }
    }
    unreachable!("the loop returns in its last round")
}

#[test]
fn every_prefix_and_suffix_of_a_program() {
    for (at, _) in EVERYTHING.char_indices() {
        survives(&EVERYTHING[..at]);
        if at % 5 == 0 {
            survives(&EVERYTHING[at..]);
        }
    }
}

#[test]
fn every_token_left_out_or_doubled() {
    let tokens = lex(EVERYTHING, Edition::Current, Lexed::default()).tokens;
    for token in tokens {
        let (before, rest) = EVERYTHING.split_at(token.span.lo as usize);
        let (word, after) = rest.split_at((token.span.hi - token.span.lo) as usize);
        survives(&format!("{before}{after}"));
        survives(&format!("{before}{word} {word}{after}"));
    }
}

#[test]
fn tokens_at_random() {
    let words = "a b f vec2 array i32 fn struct var let const alias override if else for while loop continuing break \
        return switch case default discard const_assert enable requires diagnostic @ @align @compute ( ) [ ] \
        { } < > ; ; , : . = == += ++ -- - -> * & && || << >> 1 1.5 0x _ async #";
    let words: Vec<&str> = words.split(' ').collect();
    let mut state = 0x2545_F491_4F6C_DD1D_u64;
    let mut next = |bound: usize| {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        (state % bound as u64) as usize
    };
    for _ in 0..3000 {
        let mut text = if next(2) == 0 { "fn f() { ".to_owned() } else { String::new() };
        for _ in 0..next(60) {
            text.push_str(words[next(words.len())]);
            text.push(' ');
        }
        survives(&text);
    }
}

/// The broken rules of a source with at most one mistake of each kind.
fn deep(text: &str) -> Vec<&'static Rule> {
    let parsed = survives(text);
    assert!(parsed.diagnostics.len() < 4, "{:?}", &parsed.diagnostics[..4]);
    parsed.diagnostics.iter().map(|diagnostic| diagnostic.rule).collect()
}

#[test]
fn nesting_without_end_is_one_mistake() {
    const MANY: usize = 100_000;
    for opener in ["(", "f(", "a[", "(-", "vec2<f(", "array<(", "select(1,"] {
        let broken = deep(&format!("const a = {};", opener.repeat(MANY)));
        assert_eq!(broken, [rules::LIMITS_BEYOND_NESTING], "{opener}");
    }
    assert_eq!(
        deep(&format!("const a = {}1{};", "(".repeat(MANY), ")".repeat(MANY))),
        [rules::LIMITS_BEYOND_NESTING]
    );
    assert_eq!(
        deep(&format!("const a = {}1{};", "a[".repeat(MANY), "]".repeat(MANY))),
        [rules::LIMITS_BEYOND_NESTING]
    );
    assert_eq!(
        deep(&format!("alias T = {}1{};", "a<".repeat(MANY), ">".repeat(MANY))),
        [rules::LIMITS_BEYOND_NESTING]
    );
    for block in [
        "{",
        "if a {",
        "loop {",
        "while a {",
        "for (;;) {",
        "switch a { default {",
        "if a { } else {",
        "loop { continuing {",
    ] {
        let open = block.repeat(MANY / 10);
        assert_eq!(deep(&format!("fn f() {{ {open}")), [rules::LIMITS_BEYOND_NESTING], "{block}");
        let close = "}".repeat(open.matches('{').count() - open.matches('}').count());
        assert_eq!(
            deep(&format!("fn f() {{ {open}{close} }} fn g() {{ }}")),
            [rules::LIMITS_BEYOND_NESTING],
            "{block}"
        );
    }
    let words = "( [ < { } ) ] > a< f( @a( @ fn /* array<";
    for text in words.split(' ').chain(["fn f(", "struct S {", "if ("]) {
        survives(&text.repeat(MANY / 5));
        survives(&format!("fn f() {{ {}", text.repeat(MANY / 5)));
    }
}

#[test]
fn chains_are_no_nesting() {
    const MANY: usize = 100_000;
    let chain = |start: &str, link: &str, end: &str| deep(&format!("{start}{}{end}", link.repeat(MANY)));
    assert!(chain("const a = a", "+a", ";").is_empty());
    assert!(chain("const a = a", "*a+a", ";").is_empty());
    assert!(chain("const a = a", "&&a<b", ";").is_empty());
    assert!(chain("const a = a", ".x", ";").is_empty());
    assert!(chain("const a = a", "[0]", ";").is_empty());
    assert!(chain("const a = ", "-", "1;").is_empty());
    assert!(chain("const a = ", "!~", "1;").is_empty());
    assert!(chain("const a = f(", "1,", ");").is_empty());
    assert!(chain("fn f() { if a { }", " else if a { }", "}").is_empty());
    assert!(chain("fn f() { ", "*", "a = 1; }").is_empty());
    assert!(chain("fn f() { ", "a = 1;", "}").is_empty());
    assert!(chain("", "@id(1)", "override a = 1;").is_empty());
    assert_eq!(chain("const a = a", "<a", ";"), [rules::PREC_RELATIONAL_NO_CHAIN]);
    assert_eq!(chain("const a = a", "&a|a", ";"), [rules::PREC_BITWISE_NO_MIX]);
}

#[test]
fn limits_are_reached_and_no_more() {
    let parens = |depth: usize| deep(&format!("const a = {}1{};", "(".repeat(depth), ")".repeat(depth)));
    assert!(parens(255).is_empty());
    assert_eq!(parens(256), [rules::LIMITS_BEYOND_NESTING]);
    let blocks = |depth: usize| deep(&format!("fn f() {}{}", "{".repeat(depth + 1), "}".repeat(depth + 1)));
    assert!(blocks(127).is_empty());
    assert_eq!(blocks(128), [rules::LIMITS_BEYOND_NESTING]);
}

#[test]
fn the_deepest_nesting_fits_the_stack_of_a_test() {
    let braces = "if a { for (;;) { loop { continuing { switch a { default { ".repeat(25);
    let parens = "f(a[-(vec2<array<i32, (".repeat(50);
    survives(&format!("fn f() {{ {braces} x = {parens}"));
}
