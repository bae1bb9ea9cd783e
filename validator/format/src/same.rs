//! A last look at the result: a formatter writes over files that people may not have a copy of.

use crate::source::{Piece, Source};
use wgsl_validator::lex::TokenKind as Kind;

/// Returns true if two sources have the same tokens, apart from commas before closing brackets, and the same comments and directives, apart
/// from blanks at the ends of their lines.
pub(crate) fn have_same_content(one: &Source<'_>, other: &Source<'_>) -> bool {
    tokens(one).eq(tokens(other)) && pieces(one).eq(pieces(other))
}

/// The spellings of the tokens without the commas before closing brackets.
fn tokens<'a>(source: &'a Source<'_>) -> impl Iterator<Item = &'a str> {
    let is_last_comma = |token: usize| {
        let next = source.kind(token + 1);
        source.kind(token) == Kind::Comma
            && matches!(next, Kind::RightParen | Kind::RightBrace | Kind::RightBracket | Kind::TemplateEnd)
    };
    let all = 0..source.tokens.len() - 1;
    all.filter(move |token| !is_last_comma(*token)).map(|token| source.spelling(token))
}

/// The lines of comments and directives.
fn pieces<'a>(source: &'a Source<'_>) -> impl Iterator<Item = &'a str> {
    let lines = |piece: &Piece| piece.span.text(source.text).lines().map(str::trim);
    source.pieces.iter().flat_map(lines)
}
