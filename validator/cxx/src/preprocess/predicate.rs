//! The operators of conditions: `defined`, which C++14 has, and the operators of the compilers of a language: `__has_include`, `__has_attribute`
//! and others.
//!
//! Headers that several compilers share use them, so a dialect says what they answer where a program can observe it.

use super::Preprocessor;
use crate::dialect::Predicate;
use crate::lex::{Token, TokenKind};
use crate::names::Symbol;

impl Preprocessor<'_> {
    /// The tokens of a condition with numbers instead of operators: the names after those are not expanded.
    pub(super) fn with_answers(&mut self, tokens: &[Token]) -> Vec<Token> {
        let mut answered = Vec::with_capacity(tokens.len());
        let mut rest = tokens;
        while let Some((first, after)) = rest.split_first() {
            rest = after;
            let spelling = first.symbol.filter(|_| first.kind.is_word()).map(|it| self.names.text(it));
            let Some(name) = spelling.filter(|name| name.starts_with("__") || *name == "defined") else {
                answered.push(*first);
                continue;
            };
            let answer = match self.dialect.predicate(name) {
                Some(predicate) => self.answer(predicate, after),
                // C++14 (cpp.cond) 1
                None if name == "defined" => self.defined(after),
                None => {
                    answered.push(*first);
                    continue;
                }
            };
            let (value, after) = answer.unwrap_or_else(|| {
                let message = "expected `(`, a name and `)` after this operator";
                self.error(self.rules.preprocess_condition_integer, first.span, message);
                (None, &[])
            });
            let (symbol, kind) = match value {
                Some(value) => (Some(self.names.intern(if value { "1" } else { "0" })), TokenKind::Number),
                None => (None, TokenKind::Unknown),
            };
            answered.push(Token { symbol, kind, ..*first });
            rest = after;
        }
        answered
    }

    /// The value of `defined`, and the tokens after it.
    fn defined<'t>(&self, tokens: &'t [Token]) -> Option<(Option<bool>, &'t [Token])> {
        let (name, rest) = match tokens {
            [open, name, close, rest @ ..]
                if open.kind == TokenKind::LeftParen && close.kind == TokenKind::RightParen =>
            {
                (name, rest)
            }
            [name, rest @ ..] if name.kind != TokenKind::LeftParen => (name, rest),
            _ => return None,
        };
        Some((Some(self.is_name_defined(*name)), rest))
    }

    /// Returns true if a token is the name of a macro, or of an operator that `#ifdef` may ask for.
    pub(super) fn is_name_defined(&self, token: Token) -> bool {
        token
            .symbol
            .filter(|_| token.kind.is_word())
            .is_some_and(|symbol| self.macros.contains_key(&symbol) || self.is_predicate(symbol))
    }

    /// Returns true if a name is an operator of conditions, which counts as defined.
    fn is_predicate(&self, name: Symbol) -> bool {
        self.dialect.predicate(self.names.text(name)).is_some()
    }

    /// The value of an operator with its operand in parentheses, and the tokens after it.
    fn answer<'t>(
        &mut self,
        predicate: Predicate,
        tokens: &'t [Token],
    ) -> Option<(Option<bool>, &'t [Token])> {
        let (open, inside) = tokens.split_first()?;
        if open.kind != TokenKind::LeftParen {
            return None;
        }
        let known = match predicate {
            Predicate::Include => return self.answer_include(inside),
            Predicate::Identifier => {
                let [name, close, rest @ ..] = inside else { return None };
                let is_closed = close.kind == TokenKind::RightParen && name.symbol.is_some();
                return is_closed.then_some((Some(name.kind == TokenKind::Identifier), rest));
            }
            Predicate::OneOf(known) => known,
        };
        let end = closing(inside)?;
        let name = inside[..end].last().map_or("", |last| self.spelling(*last));
        // `__always_inline__` is a different spelling of `always_inline`.
        let name = name.strip_prefix("__").and_then(|name| name.strip_suffix("__")).unwrap_or(name);
        Some((Some(known.contains(&name)), &inside[end + 1..]))
    }

    /// The value of `__has_include`, whose `(` is before these tokens, and the tokens after it.
    fn answer_include<'t>(&mut self, inside: &'t [Token]) -> Option<(Option<bool>, &'t [Token])> {
        let operand = match inside.first()?.kind {
            TokenKind::Text | TokenKind::Less => None,
            // The name is the expansion of a macro.
            _ => Some(self.expand_all(&inside[..closing(inside)?])),
        };
        let (wanted, rest) = match &operand {
            Some(expanded) => (self.header_name(expanded)?.0, &inside[closing(inside)?..]),
            None => self.header_name(inside)?,
        };
        let (close, rest) = rest.split_first()?;
        let is_closed = close.kind == TokenKind::RightParen;
        is_closed.then(|| (Some(self.has_header(&wanted)), rest))
    }
}

/// The index of the first `)`.
fn closing(tokens: &[Token]) -> Option<usize> {
    tokens.iter().position(|token| token.kind == TokenKind::RightParen)
}
