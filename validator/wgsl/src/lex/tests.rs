//! Tests of the lexer.

use super::{Lexed, TokenKind, lex};
use wgsl_spec::{Code, Edition};

fn kinds(text: &str) -> Vec<TokenKind> {
    kinds_in(text, Edition::Current)
}

fn kinds_in(text: &str, edition: Edition) -> Vec<TokenKind> {
    let mut kinds: Vec<TokenKind> =
        lex(text, edition, Lexed::default()).tokens.iter().map(|token| token.kind).collect();
    assert_eq!(kinds.pop(), Some(TokenKind::EndOfText));
    kinds
}

fn codes(text: &str) -> Vec<Code> {
    lex(text, Edition::Current, Lexed::default())
        .diagnostics
        .iter()
        .map(|diagnostic| diagnostic.code)
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

#[test]
fn every_blankspace_separates_tokens() {
    for blank in
        ['\t', '\n', '\u{B}', '\u{C}', '\r', ' ', '\u{85}', '\u{200E}', '\u{200F}', '\u{2028}', '\u{2029}']
    {
        let text = format!("a{blank}b");
        assert_eq!(kinds(&text), [TokenKind::Identifier; 2], "{blank:?}");
        assert_eq!(codes(&text), []);
    }
    assert_eq!(codes("a\u{A0}b"), [Code::LexUnknownCharacter]);
    assert_eq!(lex("a\u{2028}b", Edition::Draft2022, Lexed::default()).diagnostics.len(), 1);
}

#[test]
fn comments_end_where_the_text_says() {
    for end in ["\n", "\u{B}", "\u{C}", "\r", "\r\n", "\u{85}", "\u{2028}", "\u{2029}"] {
        assert_eq!(kinds(&format!("// a é \u{E2} \u{200E}{end}b")), [TokenKind::Identifier], "{end:?}");
    }
    assert_eq!(kinds_in("// a\u{2028}b\nc", Edition::Draft2022), [TokenKind::Identifier]);
    assert_eq!(kinds("//"), []);
    assert_eq!(kinds("/**/a/*/**/*/b/* // */c"), [TokenKind::Identifier; 3]);
    assert_eq!(kinds("/* a **/ /*/ b */"), []);
}

#[test]
fn unclosed_comments_are_reported_where_they_start() {
    for text in ["a /*", "a /*/", "a /* *", "a /* /* */", "a /**"] {
        let lexed = lex(text, Edition::Current, Lexed::default());
        assert_eq!(lexed.diagnostics.len(), 1, "{text}");
        assert_eq!(lexed.diagnostics[0].code, Code::LexUnterminatedComment);
        assert_eq!(lexed.diagnostics[0].primary.span.lo, 2);
        assert!(lexed.is_cut_short);
    }
}

#[test]
fn numbers_have_the_forms_of_the_text() {
    let forms = [
        (TokenKind::Integer, "0 1 123 0x0 0X1f 0xDEADbeef"),
        (TokenKind::IntegerI, "0i 12i 0x1i"),
        (TokenKind::IntegerU, "0u 12u 0xfu"),
        (
            TokenKind::Float,
            "0. .0 1.5 12.5e3 1.e4 .5E-2 1e5 0e0 01. 00.5 01e2 0x1p2 0x1.8 0x1.8f 0x.8 0x1.p-3 0XaP+1",
        ),
        (TokenKind::FloatF, "0f 1f 12f 1.f .5f 1e5f 01.5f 0x1p2f 0x1.8p-1f"),
        (TokenKind::FloatH, "0h 1h 1.h .5h 1e5h 0x1p2h 0xep2h"),
    ];
    for (kind, texts) in forms {
        for text in texts.split(' ') {
            assert_eq!(kinds(text), [kind], "{text}");
            assert_eq!(codes(text), [], "{text}");
        }
    }
}

#[test]
fn malformed_numbers_are_one_mistake() {
    let texts =
        "01 00 01u 1.0u 0x 0xu 0x.p2 0x1p 0x1p+ 1e 1e+ 1.ef 12abc 0x1h 1uu 1lf 1é 0foo 08f 1.0i 0b1 1_000";
    for text in texts.split(' ') {
        assert_eq!(codes(text), [Code::LexInvalidNumber], "{text}");
        assert_eq!(kinds(text).len(), 1, "{text}");
    }
    assert_eq!(kinds("1.x"), [TokenKind::InvalidNumber]);
    assert_eq!(kinds_in("1.0h", Edition::Draft2022), [TokenKind::InvalidNumber]);
    assert_eq!(
        kinds("a.x.5"),
        [TokenKind::Identifier, TokenKind::Period, TokenKind::Identifier, TokenKind::Float]
    );
}

#[test]
fn words_are_identifiers_keywords_or_reserved() {
    for text in ["a", "_a", "Ω", "été", "a_", "_0", "東京", "f32", "vec3", "A1", "read", "x\u{301}"] {
        assert_eq!(kinds(text), [TokenKind::Identifier], "{text}");
    }
    assert_eq!(kinds("_"), [TokenKind::Underscore]);
    assert_eq!(
        kinds("fn true while alias"),
        [TokenKind::Fn, TokenKind::True, TokenKind::While, TokenKind::Alias]
    );
    assert_eq!(kinds("async NULL type"), [TokenKind::Reserved; 3]);
    assert_eq!(codes("__ a __b ___"), [Code::LexInvalidIdentifier; 3]);
    let draft = kinds_in("alias type f32 const fallthrough flat", Edition::Draft2022);
    let expected = [
        TokenKind::Identifier,
        TokenKind::Type,
        TokenKind::TypeWord,
        TokenKind::Reserved,
        TokenKind::Fallthrough,
        TokenKind::Reserved,
    ];
    assert_eq!(draft, expected);
}

/// The list of later characters is complete for one version of the tables only.
#[test]
fn identifiers_are_made_of_characters_of_unicode_14() {
    assert_eq!(unicode_ident::UNICODE_VERSION, (18, 0, 0));
    assert_eq!(kinds("\u{1E2C0}\u{A7D1} \u{2B738}"), [TokenKind::Identifier; 2]);
    for later in ['\u{1C89}', '\u{1E030}', '\u{2B739}', '\u{3FC3F}'] {
        assert_eq!(codes(&format!("{later}a")), [Code::LexUnknownCharacter], "{later:?}");
    }
    for later in ['\u{200C}', '\u{200D}', '\u{897}', '\u{FF65}'] {
        assert_eq!(codes(&format!("a{later}b")), [Code::LexUnknownCharacter], "{later:?}");
    }
}

#[test]
fn strange_characters_are_reported_once_a_run() {
    assert_eq!(codes("\u{FEFF}a"), [Code::LexByteOrderMark]);
    assert_eq!(codes("a\0b\0c"), [Code::LexNullCharacter]);
    assert_eq!(codes("// \0"), [Code::LexNullCharacter]);
    assert_eq!(codes("a ### b"), [Code::LexUnknownCharacter]);
    assert_eq!(codes("a # b ? c \" \u{1F600}\u{1F600}"), [Code::LexUnknownCharacter; 4]);
    assert_eq!(codes("a\u{FEFF}"), [Code::LexUnknownCharacter]);
    for code in (1..0x300).chain(0x2000..0x2100).filter_map(char::from_u32) {
        lex(&format!("a{code}b"), Edition::Current, Lexed::default());
        lex(&code.to_string(), Edition::Draft2022, Lexed::default());
    }
}

#[test]
fn operators_are_the_longest_that_fit() {
    use TokenKind as Kind;
    assert_eq!(kinds("1<<=2"), [Kind::Integer, Kind::ShiftLeftEqual, Kind::Integer]);
    assert_eq!(
        kinds("1>>=2>>3>=4"),
        [
            Kind::Integer,
            Kind::ShiftRightEqual,
            Kind::Integer,
            Kind::ShiftRight,
            Kind::Integer,
            Kind::GreaterEqual,
            Kind::Integer
        ]
    );
    let all = "& && &= -> @ ! != : , = == { [ ( - -= -- | |= || % %= . + += ++ } ] ) ; / /= * *= ~ ^ ^= < <= << <<= > >= >> >>=";
    assert_eq!(kinds(all).len(), all.split(' ').count());
    assert_eq!(kinds_in("1<<2>>3", Edition::Draft2022).len(), 7);
    assert_eq!(kinds_in("array<i32,2>=a", Edition::Draft2022)[5], Kind::GreaterEqual);
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
