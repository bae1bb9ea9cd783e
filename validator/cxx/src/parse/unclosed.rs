//! A missing `}` of a function or structure. The next function is found in its body then, where none can be: the body ends before it, and the
//! missing brace is the only mistake.

use super::specifiers::is_word_of_type;
use super::{Abandoned, Parser};
use crate::ast::FunctionId;
use crate::lex::TokenKind;

impl Parser {
    /// Returns true if a line begins here with the definition of a function, which no function and no statement may contain.
    pub(super) fn begins_function(&self) -> bool {
        if !self.token().begins_line {
            return false;
        }
        match self.kind() {
            TokenKind::Entry => return true,
            TokenKind::Struct | TokenKind::Class | TokenKind::Union | TokenKind::Enum => return false,
            _ => {}
        }
        let mut before = None;
        let mut at = self.at;
        while is_before_parameters(self.tokens[at].kind) {
            shader_source::steps::take(1);
            before = Some(at);
            at += 1;
        }
        // The name, with at least one word of a type before it.
        let is_name =
            before.is_some_and(|name| name > self.at && self.tokens[name].kind == TokenKind::Identifier);
        is_name
            && self.tokens[at].kind == TokenKind::LeftParen
            && self.after_parentheses(at).is_some_and(|after| {
                matches!(self.tokens[after].kind, TokenKind::LeftBrace)
                    && self.tokens[at - 2].kind != TokenKind::ColonColon
            })
    }

    /// Returns the index of the token after the parentheses that begin at a token; `None` if none begin there, or a statement ends in them.
    pub(super) fn after_parentheses(&self, open: usize) -> Option<usize> {
        self.after_balanced(open, &[TokenKind::Semicolon, TokenKind::EndOfText])
    }

    /// The index after the `(…;…;…)` of a loop.
    pub(super) fn after_loop_head(&self, open: usize) -> Option<usize> {
        self.after_balanced(open, &[TokenKind::LeftBrace, TokenKind::RightBrace, TokenKind::EndOfText])
    }

    /// The index after a list in braces, which has no statements in it.
    pub(super) fn after_braces(&self, open: usize) -> Option<usize> {
        let ends = [TokenKind::Semicolon, TokenKind::EndOfText];
        self.after_brackets(open, (TokenKind::LeftBrace, TokenKind::RightBrace), &ends)
    }

    /// The index after parentheses that have none of these tokens in them.
    fn after_balanced(&self, open: usize, ends: &[TokenKind]) -> Option<usize> {
        self.after_brackets(open, (TokenKind::LeftParen, TokenKind::RightParen), ends)
    }

    fn after_brackets(
        &self,
        open: usize,
        (left, right): (TokenKind, TokenKind),
        ends: &[TokenKind],
    ) -> Option<usize> {
        let mut depth = 0_u32;
        for (at, token) in self.tokens.iter().enumerate().skip(open) {
            shader_source::steps::take(1);
            match token.kind {
                kind if kind == left => depth += 1,
                _ if depth == 0 => return None,
                kind if kind == right && depth == 1 => return Some(at + 1),
                kind if kind == right => depth -= 1,
                kind if ends.contains(&kind) => return None,
                _ => {}
            }
        }
        None
    }

    /// Reports that the body around the function that begins here is not closed.
    pub(super) fn body_is_unclosed(&mut self) -> Abandoned {
        let message =
            format!("expected `}}`, found {}: a function can't be inside of a function", self.found());
        let abandoned = self.error(self.rules.grammar_bracket_closed, message);
        self.is_unclosed = true;
        abandoned
    }

    /// Returns true if a structure ends before the function that begins here with such a word as `kernel`, because its `}` is missing. Its functions may be
    /// meant to come after it.
    pub(super) fn is_structure_unclosed(&mut self, functions: &[FunctionId]) -> bool {
        if self.kind() != TokenKind::Entry || !self.token().begins_line || !self.has_unclosed_brace() {
            return false;
        }
        let message = format!("expected `}}`, found {}: a structure can't contain it", self.found());
        self.error(self.rules.grammar_bracket_closed, message);
        self.unclosed = Some(self.at);
        for function in functions {
            let name = self.ast[*function].name;
            self.unread.insert(name);
        }
        true
    }

    /// Returns true if some `{` of the program has no `}`. The answer is kept: a program may have many functions where none can be.
    fn has_unclosed_brace(&mut self) -> bool {
        if let Some(known) = self.has_unclosed {
            return known;
        }
        let mut open = 0_i64;
        for token in &self.tokens {
            shader_source::steps::take(1);
            open += match token.kind {
                TokenKind::LeftBrace => 1,
                TokenKind::RightBrace => -1,
                _ => 0,
            };
        }
        *self.has_unclosed.insert(open > 0)
    }
}

/// Returns true if a token may be before the parameters of a function: part of its type or name.
fn is_before_parameters(kind: TokenKind) -> bool {
    is_word_of_type(kind)
        || matches!(
            kind,
            TokenKind::Identifier
                | TokenKind::ColonColon
                | TokenKind::Star
                | TokenKind::And
                | TokenKind::Less
                | TokenKind::Greater
                | TokenKind::Comma
                | TokenKind::Static
                | TokenKind::Inline
                | TokenKind::Constexpr
                | TokenKind::Const
                | TokenKind::Volatile
                | TokenKind::Space
        )
}
