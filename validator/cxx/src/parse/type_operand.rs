//! Types where expressions may be, too: in template arguments, after `sizeof` and in parentheses. Each place that can be read as a type is one. C++14 (dcl.ambig.res)

use super::Parser;
use crate::lex::TokenKind;

/// The parentheses that were opened while a possible type is read.
#[derive(Default)]
struct Opened {
    depth: usize,
    /// The type of a parameter may have its name in parentheses after it: `float(long(x))`.
    may_be_name: bool,
    has_names: bool,
}

impl Parser {
    /// Returns true if a type is here where an expression may be, too: `int()` is a type, and `int(1)` is a value. C++14 (dcl.ambig.res)
    pub(super) fn is_type_operand(&mut self) -> bool {
        let start = self.at;
        let mut opened = Opened::default();
        // `int(int(…` raises the same question about the contents of the parentheses, any number of times.
        let is_type = loop {
            if let Some(is_type) = self.is_type_in(&mut opened) {
                break is_type;
            }
        };
        self.at = start;
        is_type
    }

    /// Reads the name of a type or parameter with the parentheses after it. Returns true if all is a type, and `None` while that is open.
    fn is_type_in(&mut self, opened: &mut Opened) -> Option<bool> {
        if self.is_type() {
            let after = match self.kind() {
                TokenKind::Identifier | TokenKind::ColonColon => self.after_type_name(),
                // Its operand is in parentheses.
                TokenKind::Decltype => None,
                _ => Some(self.at + 1),
            };
            let Some(after) = after else { return Some(true) };
            match self.kind_at(after) {
                Some(TokenKind::LeftBrace) => return Some(false),
                Some(TokenKind::LeftParen) => {}
                _ => return Some(true),
            }
            if self.kind_at(after + 1).is_some_and(begins_pointer) {
                // Only a parameter has a name there: `float(*x)` is a value.
                return Some(opened.depth > 0 || self.is_abstract_pointer(after + 1));
            }
            let Some(end) = self.after_empty_parentheses(after) else {
                self.at = after + 1;
                opened.depth += 1;
                opened.may_be_name = opened.depth > 1;
                return None;
            };
            self.at = end;
        } else if opened.may_be_name
            && self.kind() == TokenKind::Identifier
            && self.ahead(1) == TokenKind::RightParen
        {
            self.at += 1;
            opened.has_names = true;
        } else {
            return Some(false);
        }
        self.closes_type(opened)
    }

    /// Reads the parentheses after a parameter. Returns true if all is a type, and `None` if a different parameter follows.
    fn closes_type(&mut self, opened: &mut Opened) -> Option<bool> {
        while opened.depth > 0 && self.kind() == TokenKind::RightParen {
            self.at += 1;
            opened.depth -= 1;
        }
        if opened.depth == 0 || self.kind() != TokenKind::Comma {
            // After a name, only an array continues the parameter: `long(x) = 1` is a value.
            let is_declared = opened.depth == 0 || !opened.has_names || self.kind() == TokenKind::LeftBracket;
            return Some(is_declared && !self.continues_value());
        }
        self.at += 1;
        opened.may_be_name = false;
        None
    }

    /// Returns true if no name is after the `*` and `&` that begin at a token.
    fn is_abstract_pointer(&self, start: usize) -> bool {
        use TokenKind::{Const, LeftBracket, LeftParen, RightParen, Space, Volatile};
        let mut end = start;
        while self.kind_at(end).is_some_and(begins_pointer) {
            end += 1;
        }
        let after = self.kind_at(end);
        matches!(after, Some(RightParen | LeftBracket | LeftParen | Const | Volatile | Space))
    }

    /// The index after parentheses with nothing but such parentheses in them: the parameters in `int ()`, and in `int (())`.
    pub(super) fn after_empty_parentheses(&self, open: usize) -> Option<usize> {
        let opened =
            self.tokens[open..].iter().take_while(|token| token.kind == TokenKind::LeftParen).count();
        let is_closed = (0..opened).all(|at| self.kind_at(open + opened + at) == Some(TokenKind::RightParen));
        (is_closed && opened > 0).then_some(open + 2 * opened)
    }

    /// Returns true if no type continues with the present token: it is an operator of two values, as in `int() * 2`. `&&` after a type ends it.
    fn continues_value(&self) -> bool {
        match self.kind() {
            TokenKind::And | TokenKind::AndAnd => {
                !matches!(self.ahead(1), TokenKind::RightParen | TokenKind::Comma | TokenKind::Greater)
            }
            kind => is_only_for_values(kind),
        }
    }
}

const fn begins_pointer(kind: TokenKind) -> bool {
    matches!(kind, TokenKind::Star | TokenKind::And | TokenKind::AndAnd)
}

/// Returns true for an operator that can only follow a value.
const fn is_only_for_values(kind: TokenKind) -> bool {
    matches!(
        kind,
        TokenKind::Star
            | TokenKind::Slash
            | TokenKind::Percent
            | TokenKind::Plus
            | TokenKind::Minus
            | TokenKind::Less
            | TokenKind::LessEqual
            | TokenKind::GreaterEqual
            | TokenKind::EqualEqual
            | TokenKind::BangEqual
            | TokenKind::Or
            | TokenKind::OrOr
            | TokenKind::Xor
            | TokenKind::ShiftLeft
            | TokenKind::Question
            | TokenKind::Period
    )
}
