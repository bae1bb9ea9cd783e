//! Tokens that have to be apart.

use wgsl_validator::lex::TokenKind as Kind;

/// The pairs of characters that start a longer token or a comment.
const PAIRS: [&[u8; 2]; 22] = [
    b"&&", b"&=", b"->", b"--", b"-=", b"++", b"+=", b"||", b"|=", b"!=", b"==", b">=", b">>", b"<=", b"<<",
    b"%=", b"/=", b"*=", b"^=", b"//", b"/*", b"*/",
];

/// Returns true if a token would not be read as it is right after another one, whose last character and kind these are.
pub(crate) fn would_join(last: char, kind: Kind, token: &str) -> bool {
    let Some(first) = token.chars().next() else { return false };
    let is_word = |character: char| character.is_alphanumeric() || character == '_' || !character.is_ascii();
    // A number may start with a point, and some implementations read `a.5` differently.
    let is_number = token.len() > 1 && first == '.';
    if (is_word(last) || kind.is_number()) && (is_word(first) || is_number) {
        return true;
    }
    // A `>` that ends a template list is never part of a longer token.
    let is_apart = kind == Kind::TemplateEnd;
    !is_apart && PAIRS.iter().any(|pair| (char::from(pair[0]), char::from(pair[1])) == (last, first))
}
