//! Text to tokens, before the preprocessor. Section 1.4

mod character;
mod comment;
mod number;
mod scanner;
mod token;
mod universal;

pub use character::{CharacterType, character, inside_of_quotes, inside_of_text, text_size};
pub use comment::comments;
pub(crate) use number::is_beyond_64_bits;
pub use number::{Number, NumberType, number};
pub(crate) use token::{Token, TokenKind};

use crate::dialect::Dialect;
use crate::names::Names;
use shader_source::diagnostic::Diagnostic;
use shader_source::steps;

/// The tokens of a source. The last one is its end.
pub(crate) fn lex(
    text: &str,
    dialect: &'static Dialect,
    names: &mut Names,
    diagnostics: &mut Vec<Diagnostic>,
) -> Vec<Token> {
    let tokens = scanner::Scanner::new(text, dialect, names, diagnostics).run();
    steps::take(tokens.len());
    tokens
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tiny::TINY;

    /// The kinds and spellings of the tokens of a text, and the rules that it breaks.
    fn tokens(text: &str) -> (Vec<String>, Vec<&'static str>) {
        let (mut names, mut diagnostics) = (Names::of(&TINY), Vec::new());
        let tokens = lex(text, &TINY, &mut names, &mut diagnostics);
        let spelt = |token: &Token| match token.symbol {
            Some(symbol) => names.text(symbol).to_owned(),
            None => token.kind.spelling().unwrap_or("").to_owned(),
        };
        let rules = diagnostics.iter().map(|found| found.rule.id).collect();
        (tokens.iter().map(spelt).filter(|token| !token.is_empty()).collect(), rules)
    }

    #[test]
    fn the_longest_mark_is_taken() {
        let (found, rules) = tokens("a<<=b>>=c->d...e::f&&=##g--h++");
        let marks = [
            "a", "<<=", "b", ">>=", "c", "->", "d", "...", "e", "::", "f", "&&", "=", "##", "g", "--", "h",
            "++",
        ];
        assert_eq!(found, marks);
        assert!(rules.is_empty(), "{rules:?}");
    }

    #[test]
    fn alternative_tokens_are_marks() {
        let (found, rules) = tokens("a and b or not c xor_eq compl d not_eq e bitand f <%x<:0:>%> andy");
        let marks = [
            "a", "and", "b", "or", "not", "c", "xor_eq", "compl", "d", "not_eq", "e", "bitand", "f", "{",
            "x", "[", "0", "]", "}", "andy",
        ];
        assert_eq!(found, marks);
        let (mut names, mut diagnostics) = (Names::of(&TINY), Vec::new());
        let tokens_of = lex("and or not", &TINY, &mut names, &mut diagnostics);
        let kinds: Vec<TokenKind> = tokens_of.iter().map(|token| token.kind).collect();
        assert_eq!(kinds, [TokenKind::AndAnd, TokenKind::OrOr, TokenKind::Bang, TokenKind::EndOfText]);
        assert!(rules.is_empty(), "{rules:?}");
        assert_eq!(tokens("a<::b <:::c").0, ["a", "<", "::", "b", "[", "::", "c"]);
        assert_eq!(tokens("%:define a %:%: b").0, ["#", "define", "a", "##", "b"]);
    }

    #[test]
    fn names_have_characters_outside_of_ascii() {
        let (found, rules) = tokens("\u{FEFF}\u{1D6C2} + x\u{301}y * \u{e9}");
        assert_eq!(found, ["\u{1D6C2}", "+", "x\u{301}y", "*", "\u{e9}"]);
        assert!(rules.is_empty(), "{rules:?}");
        for wrong in ["\u{301}x", "\u{ab}", "x\u{2028}"] {
            assert_eq!(tokens(wrong).1.len(), 1, "{wrong:?}");
        }
    }

    #[test]
    fn comments_and_spliced_lines_are_space() {
        let (found, _) = tokens("a/* b\n*/c // d \\\n e\nf \\\n g");
        assert_eq!(found, ["a", "c", "f", "g"]);
        let (_, rules) = tokens("a /* b");
        assert_eq!(rules.len(), 1);
    }

    #[test]
    fn spliced_lines_join_tokens() {
        let (found, rules) = tokens("na\\\nme ret\\\r\nurn 12\\\n\\\n34u x\\\n+ 5\\\n;");
        assert_eq!(found, ["name", "return", "1234u", "x", "+", "5", ";"]);
        assert!(rules.is_empty(), "{rules:?}");
    }

    #[test]
    fn numbers_and_literals_keep_their_spelling() {
        let (found, rules) = tokens("1.5e-3h 0x1Fu .5 1..2 \"a\\\"b\" 'c' 1uL");
        assert_eq!(found, ["1.5e-3h", "0x1Fu", ".5", "1..2", "\"a\\\"b\"", "'c'", "1uL"]);
        assert!(rules.is_empty(), "{rules:?}");
        assert_eq!(tokens("\"a\nb").1.len(), 1);
        assert_eq!(tokens("1'000 'a'").0, ["1'000", "'a'"]);
    }

    #[test]
    fn lines_begin_with_their_first_token() {
        let (mut names, mut diagnostics) = (Names::of(&TINY), Vec::new());
        let tokens = lex("a b\n c \\\nd /*\n*/ e\nf", &TINY, &mut names, &mut diagnostics);
        let firsts: Vec<bool> = tokens.iter().map(|token| token.begins_line).collect();
        assert_eq!(firsts, [true, false, true, false, false, true, false]);
    }
}
