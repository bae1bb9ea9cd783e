//! `#pragma` and `_Pragma`. C++14 (cpp.pragma, cpp.pragma.op)
//!
//! Most pragmas only advise a compiler about code or warnings. `once` is obeyed. A pragma that changes what the program means makes it unchecked: what
//! would be reported of the rest may follow from that.

use super::Preprocessor;
use crate::dialect::Lexis;
use crate::lex::{Token, TokenKind};
use shader_source::Span;

/// The pragmas that change layouts or macros.
const WITH_MEANING: [&str; 5] = ["pack", "options", "ms_struct", "push_macro", "pop_macro"];

impl Preprocessor<'_> {
    pub(super) fn pragma(&mut self, rest: &[Token]) {
        let words: Vec<&str> = rest.iter().map(|token| self.spelling(*token)).collect();
        let text = words.join(" ");
        let span = rest
            .iter()
            .fold(rest.first().map_or_else(Span::default, |it| it.span), |span, token| span.to(token.span));
        self.obey(&text, span);
    }

    /// Does what the words of a pragma ask for.
    fn obey(&mut self, text: &str, span: Span) {
        let text = text.trim();
        if text == "once" {
            return self.read_once();
        }
        let name = text.split(|it: char| !it.is_ascii_alphanumeric() && it != '_').next().unwrap_or_default();
        if self.dialect.lexis != Lexis::Cxx || !WITH_MEANING.contains(&name) || is_default_layout(text) {
            return;
        }
        if self.inclusions.stop_at(span) {
            let message = crate::unsupported::LAYOUT_PRAGMA.message_about(name);
            self.error(self.rules.unsupported_feature, span, message);
        }
    }

    /// `_Pragma("...")`, which is a `#pragma` that macros can write.
    pub(super) fn pragma_operator(&mut self, operator: Token) {
        let rest = &self.frame.tokens[self.frame.at..];
        let Some(text) = operand_of_pragma(rest) else {
            return self.wrong_pragma(operator);
        };
        self.frame.at += 3;
        self.obey_text(text);
    }

    fn obey_text(&mut self, text: Token) {
        let words = self.spelling(text).trim_matches('"').replace("\\\"", "\"");
        self.obey(&words, text.span);
    }

    /// Removes `_Pragma("...")` from what a macro makes.
    pub(super) fn without_pragmas(&mut self, tokens: Vec<Token>) -> Vec<Token> {
        if tokens.iter().all(|token| token.symbol != Some(self.words.pragma)) {
            return tokens;
        }
        let mut kept = Vec::with_capacity(tokens.len());
        let mut rest = &tokens[..];
        while let Some((first, after)) = rest.split_first() {
            rest = after;
            if first.symbol != Some(self.words.pragma) {
                kept.push(*first);
            } else if let Some(text) = operand_of_pragma(after) {
                rest = &after[3..];
                self.obey_text(text);
            } else {
                self.wrong_pragma(*first);
            }
        }
        kept
    }

    fn wrong_pragma(&mut self, operator: Token) {
        let message = "`_Pragma` takes a string literal in parentheses";
        self.error(self.rules.preprocess_directive_complete, operator.span, message);
    }
}

/// Returns true if a pragma restores the layout that all structures have, or shows it.
fn is_default_layout(text: &str) -> bool {
    let words: String = text.split_whitespace().collect();
    matches!(words.as_str(), "pack()" | "pack(show)" | "pack(push)" | "pack(pop)")
}

/// The string in parentheses at the start of these tokens.
fn operand_of_pragma(tokens: &[Token]) -> Option<Token> {
    match tokens {
        [open, text, close, ..]
            if open.kind == TokenKind::LeftParen
                && text.kind == TokenKind::Text
                && close.kind == TokenKind::RightParen =>
        {
            Some(*text)
        }
        _ => None,
    }
}
