//! Tests of the lexer. Cases of the suite show which programs it accepts and refuses.

use super::{Lexed, TokenKind, lex};
use wgsl_spec::{Code, Edition};

fn codes(text: &str) -> Vec<Code> {
    lex(text, Edition::Current, Lexed::default())
        .diagnostics
        .iter()
        .map(|diagnostic| diagnostic.rule.code())
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
    assert_eq!(codes("\u{1E2C0}\u{A7D1} \u{2B738}"), []);
    for later in ['\u{1C89}', '\u{1E030}', '\u{2B739}', '\u{3FC3F}'] {
        assert_eq!(codes(&format!("{later}a")), [Code::LexUnknownCharacter], "{later:?}");
    }
    for later in ['\u{200C}', '\u{200D}', '\u{897}', '\u{FF65}'] {
        assert_eq!(codes(&format!("a{later}b")), [Code::LexUnknownCharacter], "{later:?}");
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
