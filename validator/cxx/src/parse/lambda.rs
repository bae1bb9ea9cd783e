//! Lambda expressions and statement expressions of GNU C: neither is supported, and both are skipped whole, so that what is around them is read.

use super::Parser;
use crate::lex::TokenKind;

impl Parser {
    /// Returns true if the `[` that is next begins a lambda expression: the `]` after its captures is followed by `(` or `{`.
    pub(super) fn is_lambda(&self) -> bool {
        let mut depth = 0_u32;
        for (at, token) in self.tokens.iter().enumerate().skip(self.at) {
            shader_source::steps::take(1);
            match token.kind {
                TokenKind::LeftBracket => depth += 1,
                TokenKind::RightBracket if depth == 1 => {
                    let next = self.tokens.get(at + 1).map(|next| next.kind);
                    return matches!(next, Some(TokenKind::LeftParen | TokenKind::LeftBrace));
                }
                TokenKind::RightBracket => depth -= 1,
                TokenKind::Semicolon | TokenKind::EndOfText => return false,
                _ => {}
            }
        }
        false
    }

    /// Skips a lambda expression, so that what is around it is read; false if this is none. C++14 (expr.prim.lambda)
    pub(super) fn skip_lambda(&mut self) -> bool {
        let start = self.at;
        if self.is_lambda() {
            self.skip_brackets();
            if self.kind() == TokenKind::LeftParen {
                self.skip_brackets();
            }
            // `mutable`, attributes, the type of the result.
            while !matches!(
                self.kind(),
                TokenKind::LeftBrace | TokenKind::RightBrace | TokenKind::Semicolon | TokenKind::EndOfText
            ) {
                self.at += 1;
            }
        }
        let is_lambda = self.at > start && self.kind() == TokenKind::LeftBrace;
        if is_lambda {
            self.skip_brackets();
        } else {
            self.at = start;
        }
        is_lambda
    }

    /// Skips the brackets that begin here, with the statements in them.
    pub(super) fn skip_brackets(&mut self) {
        let mut depth = 0_u32;
        while self.kind() != TokenKind::EndOfText {
            shader_source::steps::take(1);
            match self.take().kind {
                TokenKind::LeftParen | TokenKind::LeftBracket | TokenKind::LeftBrace => depth += 1,
                TokenKind::RightParen | TokenKind::RightBracket | TokenKind::RightBrace => {
                    depth = depth.saturating_sub(1);
                }
                _ => {}
            }
            if depth == 0 {
                return;
            }
        }
    }
}
