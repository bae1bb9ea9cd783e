//! Words of the draft of 2022-04-11 that the current edition spells otherwise, wherever they stand.

use super::edits::Edits;
use super::tokens::Tokens;
use crate::lex::TokenKind;

/// `@stage(x)`, `var<push_constant>`, `type` and `let` at module scope.
pub(super) fn to_current(tokens: &Tokens<'_>, edits: &mut Edits) {
    for at in 0..tokens.len() {
        let is_stage = tokens.kind(at) == TokenKind::At
            && tokens.word(at + 1) == "stage"
            && tokens.kind(at + 2) == TokenKind::LeftParen;
        if let (true, Some(close)) = (is_stage, tokens.closer(at + 2)) {
            edits.replace(tokens.span(at + 1).to(tokens.span(close)), tokens.word(at + 3));
        }
    }
    for at in tokens.of_module() {
        match tokens.kind(at) {
            TokenKind::Var if tokens.word(at + 2) == "push_constant" => {
                edits.replace(tokens.span(at + 2), "immediate");
            }
            TokenKind::Type => edits.replace(tokens.span(at), "alias"),
            TokenKind::Let => edits.replace(tokens.span(at), "const"),
            _ => {}
        }
    }
}
