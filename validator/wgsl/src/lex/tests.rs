//! Tests of the lexer. Cases of the suite show which programs it accepts and refuses.

use super::{Lexed, TokenKind, lex};
use wgsl_spec::{Edition, Rule, rules};

fn broken_rules(text: &str) -> Vec<&'static Rule> {
    lex(text, Edition::Current, Lexed::default())
        .diagnostics
        .iter()
        .map(|diagnostic| diagnostic.rule)
        .collect()
}

/// The source with `<` and `>` of template lists written as `⟨` and `⟩`.
fn with_template_lists(text: &str) -> String {
    let mut result = String::new();
    let mut end = 0;
    for token in lex(text, Edition::Current, Lexed::default()).tokens {
        result.push_str(&text[end..token.span.lo as usize]);
        result.push_str(match token.kind {
            TokenKind::TemplateStart => "⟨",
            TokenKind::TemplateEnd => "⟩",
            _ => token.span.text(text),
        });
        end = token.span.hi as usize;
    }
    result
}

/// The list of later characters is complete for one version of the tables only.
#[test]
fn identifiers_are_made_of_characters_of_unicode_14() {
    assert_eq!(unicode_ident::UNICODE_VERSION, (18, 0, 0));
    assert!(broken_rules("\u{1E2C0}\u{A7D1} \u{2B738}").is_empty());
    for later in ['\u{1C89}', '\u{1E030}', '\u{2B739}', '\u{3FC3F}'] {
        assert_eq!(broken_rules(&format!("{later}a")), [rules::IDENT_LATER_UNICODE], "{later:?}");
    }
    for later in ['\u{200C}', '\u{200D}', '\u{897}', '\u{FF65}'] {
        assert_eq!(broken_rules(&format!("a{later}b")), [rules::IDENT_LATER_UNICODE], "{later:?}");
    }
}

#[test]
fn no_character_stops_the_lexer() {
    for code in (1..0x300).chain(0x2000..0x2100).filter_map(char::from_u32) {
        lex(&format!("a{code}b"), Edition::Current, Lexed::default());
        lex(&code.to_string(), Edition::Draft2022, Lexed::default());
    }
}

#[test]
fn template_lists_are_discovered() {
    let cases = [
        // The examples of the specification.
        "A ( B ⟨ C, D ⟩ ( E ) )",
        "vec3⟨f32⟩",
        "var⟨storage,read_write⟩",
        "array⟨vec4⟨f32⟩⟩",
        "array⟨i32,select(2,3,a>b)⟩",
        "a[b<d]>()",
        "A⟨B<<C⟩",
        "A⟨B<=C⟩",
        "A⟨(B>=C)⟩",
        "A⟨(B!=C)⟩",
        "A⟨(B==C)⟩",
        "a<b || c>d",
        "a<b && c>d",
        // After the end of a list, the search starts again.
        "let x: array⟨i32,3⟩=y;",
        "array⟨array⟨i32,2⟩,3⟩==b",
        "x = vec2⟨array⟨a⟩⟩>>1;",
        // A token that may not be in a list ends the search.
        "a<b; c>d",
        "a<b = c>d",
        "a<b += c>d",
        "a<b{ c>d",
        "a<b: c>d",
        "a⟨(b || c)⟩d",
        "if a<b { x = c>d; }",
        "case a<b: c>d",
        // Only after words.
        "1<2, 3>(4)",
        "true<a, b>(c)",
        "(a)<b, c>(d)",
        "_<a>",
        "if⟨a⟩b",
        // Blankspace and comments do not matter.
        "a /* < */ ⟨ b // >\n ⟩",
        // A comparison whose left side ends in a bracket or number does not end the search.
        "A⟨(f(x)<=C)⟩",
        "A⟨1<=C, D⟩",
        "A⟨f(x) <= C⟩",
        "a⟨b-⟩c",
        "a->b",
        "f(a < b, c)",
        "a⟨b⟨c⟩, d⟨e⟩⟩",
        "a < b⟨c⟩",
        "(a < b) > c",
        "a[i]<b, c>d",
        "var⟨private⟩x",
        "while i < n { a⟨b⟩(); }",
    ];
    for case in cases {
        let text = case.replace('⟨', "<").replace('⟩', ">");
        assert_eq!(with_template_lists(&text), case);
    }
}

#[test]
fn a_malformed_number_breaks_the_rule_of_its_form() {
    for (text, rule) in [
        ("0x", rules::LITERAL_INT_HEX),
        ("0xg", rules::LITERAL_INT_HEX),
        ("0x.", rules::LITERAL_FLOAT_HEX),
        ("0x1.8h", rules::LITERAL_FLOAT_HEX_SUFFIX_NEEDS_EXPONENT),
        ("0x1p", rules::LITERAL_FLOAT_EXPONENT_DIGITS),
        ("0x1p2px", rules::GRAMMAR_HEX_FLOAT_LITERAL),
        ("0xFFul", rules::LITERAL_INT_SUFFIX),
        ("0xFFwide", rules::GRAMMAR_HEX_INT_LITERAL),
        ("012", rules::LITERAL_INT_LEADING_ZERO),
        ("01f", rules::LITERAL_FLOAT_LEADING_ZERO),
        ("1e", rules::LITERAL_FLOAT_EXPONENT_DIGITS),
        ("1.5e+", rules::LITERAL_FLOAT_EXPONENT_DIGITS),
        ("1_000", rules::LITERAL_INT_DECIMAL),
        ("0b101", rules::LITERAL_INT_DECIMAL),
        ("1U", rules::LITERAL_INT_SUFFIX),
        ("3pixels", rules::GRAMMAR_DECIMAL_INT_LITERAL),
        ("1.5F", rules::LITERAL_FLOAT_DECIMAL),
        ("1.5pixels", rules::GRAMMAR_DECIMAL_FLOAT_LITERAL),
    ] {
        assert_eq!(broken_rules(text), [rule], "{text}");
    }
}

#[test]
fn a_macro_is_made_a_constant_where_it_begins_a_line() {
    let suggestions = |text: &str| {
        let lexed = lex(text, Edition::Current, Lexed::default());
        lexed.diagnostics.iter().filter(|found| found.suggestion.is_some()).count()
    };
    assert_eq!(suggestions("#define A 1\n\t #define B 2\n"), 2);
    assert_eq!(suggestions("const a = 1; #define A 1 #define B 2\n"), 0);
}
