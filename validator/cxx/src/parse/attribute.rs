//! Attributes: `[[name(arguments), …]]`, and Clang's `__attribute__((…))`.
//!
//! Attributes of C++ and Clang say nothing about what a program means, so they are read and dropped. A dialect has attributes of its own, which the tree keeps. Attributes that change a type or its
//! layout are not: dropping them would change the program.

use super::{Outcome, Parser, append};
use crate::ast::{Attribute, ExprId, List};
use crate::lex::{Token, TokenKind};
use shader_source::Span;
use shader_source::diagnostic::{Applicability, Diagnostic};

/// The attributes of C++14 (dcl.attr), and the attributes of C++17 and C++20 that Clang accepts in C++14 too.
const STANDARD: [&str; 8] = [
    "noreturn",
    "carries_dependency",
    "deprecated",
    "maybe_unused",
    "nodiscard",
    "fallthrough",
    "likely",
    "unlikely",
];

/// Attributes of Clang that change a type or its layout, without the underscores that may be around them.
const OF_TYPES: [&str; 6] =
    ["packed", "vector_size", "ext_vector_type", "address_space", "mode", "matrix_type"];

/// The attribute of Clang that means the same as `alignas`.
const ALIGNED: &str = "aligned";

/// The attribute of Microsoft's compiler that does: `__declspec(align(4))`.
const OF_MICROSOFT: &str = "align";

impl Parser {
    /// Returns true if attributes begin here.
    pub(super) fn is_attribute(&self) -> bool {
        self.is_attribute_in_brackets() || self.is_clang_attribute()
    }

    fn is_attribute_in_brackets(&self) -> bool {
        self.kind() == TokenKind::LeftBracket && self.ahead(1) == TokenKind::LeftBracket
    }

    pub(super) fn is_clang_attribute(&self) -> bool {
        self.ahead(1) == TokenKind::LeftParen && self.is_clang_attribute_word(&self.token())
    }

    pub(super) fn is_clang_attribute_word(&self, token: &Token) -> bool {
        self.is_token_spelt(token, &["__attribute__", "__attribute"])
    }

    /// Returns true if the name here has one of these spellings, which are reserved for compilers.
    pub(super) fn is_spelt(&self, spellings: &[&str]) -> bool {
        self.is_token_spelt(&self.token(), spellings)
    }

    fn is_token_spelt(&self, token: &Token, spellings: &[&str]) -> bool {
        token.kind == TokenKind::Identifier
            && token.symbol.is_some_and(|symbol| spellings.contains(&self.names.text(symbol)))
    }

    /// Reads all attributes that are here, where nothing can have an alignment.
    pub(super) fn attributes(&mut self, attributes: &mut Vec<Attribute>) -> Outcome<()> {
        let start = self.span();
        if self.attributes_and_alignment(attributes)?.is_some() {
            let message = crate::unsupported::ALIGNED_ATTRIBUTE.message();
            return Err(self.error_at(self.rules.unsupported_feature, self.since(start), message));
        }
        Ok(())
    }

    /// Reads all attributes that are here, and returns the alignment that they give.
    pub(super) fn attributes_and_alignment(
        &mut self,
        attributes: &mut Vec<Attribute>,
    ) -> Outcome<Option<ExprId>> {
        let mut alignment = None;
        loop {
            if self.is_attribute_in_brackets() {
                self.at += 2;
                alignment = self.attribute_list(attributes)?.or(alignment);
                self.expect(TokenKind::RightBracket)?;
                self.expect(TokenKind::RightBracket)?;
            } else if self.is_clang_attribute() {
                self.at += 1;
                alignment = self.clang_attributes()?.or(alignment);
            } else {
                return Ok(alignment);
            }
        }
    }

    /// `((name, name(arguments), …))` after `__attribute__`.
    fn clang_attributes(&mut self) -> Outcome<Option<ExprId>> {
        self.expect(TokenKind::LeftParen)?;
        self.expect(TokenKind::LeftParen)?;
        let mut alignment = None;
        while self.kind() != TokenKind::RightParen {
            if self.accept(TokenKind::Comma) {
                continue;
            }
            alignment = self.clang_attribute()?.or(alignment);
        }
        self.expect(TokenKind::RightParen)?;
        self.expect(TokenKind::RightParen)?;
        Ok(alignment)
    }

    /// An attribute of Clang or C++: an alignment, or nothing about the program.
    fn clang_attribute(&mut self) -> Outcome<Option<ExprId>> {
        let is_alignment = self.ahead(1) == TokenKind::LeftParen
            && self.token().symbol.is_some_and(|it| {
                let text = self.names.text(it).trim_matches('_');
                text == ALIGNED || text == OF_MICROSOFT && self.dialect.has_host_code
            });
        if is_alignment {
            self.at += 1;
            return self.alignment().map(Some);
        }
        self.dropped_attribute().map(|()| None)
    }

    /// An attribute that says nothing about the program.
    fn dropped_attribute(&mut self) -> Outcome<()> {
        let name = self.token();
        let Some(symbol) = name.symbol.filter(|_| name.kind.is_word()) else {
            let message = format!("expected the name of an attribute, found {}", self.found());
            return Err(self.error(self.rules.grammar_token, message));
        };
        let text = self.names.text(symbol);
        if OF_TYPES.contains(&text.trim_matches('_')) || text.trim_matches('_') == ALIGNED {
            let message = crate::unsupported::ATTRIBUTE_OF_TYPE.message_about(text);
            return Err(self.error(self.rules.unsupported_feature, message));
        }
        self.at += 1;
        if self.kind() == TokenKind::LeftParen { self.skip_parentheses() } else { Ok(()) }
    }

    /// Skips `(…)` with any tokens in it.
    fn skip_parentheses(&mut self) -> Outcome<()> {
        let mut depth = 0_u32;
        loop {
            match self.take().kind {
                TokenKind::LeftParen => depth += 1,
                TokenKind::RightParen if depth == 1 => return Ok(()),
                TokenKind::RightParen => depth -= 1,
                TokenKind::EndOfText => return self.expect(TokenKind::RightParen).map(|_| ()),
                _ => {}
            }
        }
    }

    fn attribute_list(&mut self, attributes: &mut Vec<Attribute>) -> Outcome<Option<ExprId>> {
        let (mut is_reported, mut alignment) = (false, None);
        while self.kind() != TokenKind::RightBracket {
            // An attribute may be missing between commas. C++14 (dcl.attr.grammar) 1
            if self.accept(TokenKind::Comma) {
                continue;
            }
            if self.is_cxx_attribute() {
                if self.ahead(1) == TokenKind::ColonColon {
                    self.at += 2;
                }
                alignment = self.clang_attribute()?.or(alignment);
            } else {
                attributes.push(self.attribute()?);
            }
            if self.accept(TokenKind::Comma) || self.kind() == TokenKind::RightBracket {
                continue;
            }
            // Words without commas continue to the end of the declaration if the `]]` is missing.
            if core::mem::replace(&mut is_reported, true) {
                return Err(super::Abandoned);
            }
            let end = self.last_span().hi;
            let message = format!("expected `,` between attributes, found {}", self.found());
            let found = Diagnostic::error(self.rules.attribute_comma, self.span(), message).suggest(
                "add a `,` between the attributes",
                vec![(Span::new(end, end), ",".to_owned())],
                Applicability::Safe,
            );
            self.diagnostics.push(found);
            // Everything that can begin a further attribute is read as one.
            if !self.kind().is_word() {
                return Err(super::Abandoned);
            }
        }
        Ok(alignment)
    }

    /// Returns true if the attribute here is one of C++, or has a namespace: `clang::always_inline`.
    fn is_cxx_attribute(&self) -> bool {
        let is_name = self.kind().is_word();
        is_name && (self.ahead(1) == TokenKind::ColonColon || self.is_spelt(&STANDARD))
    }

    fn attribute(&mut self) -> Outcome<Attribute> {
        let start = self.span();
        let Some(name) = self.token().symbol.filter(|_| self.kind().is_word()) else {
            let message = format!("expected the name of an attribute, found {}", self.found());
            return Err(self.error(self.rules.grammar_token, message));
        };
        self.at += 1;
        let has_arguments = self.accept(TokenKind::LeftParen);
        let mark = self.pending_exprs.len();
        if has_arguments {
            while self.kind() != TokenKind::RightParen {
                let argument = self.attribute_argument()?;
                self.pending_exprs.push(argument);
                if !self.accept(TokenKind::Comma) {
                    break;
                }
            }
            self.expect(TokenKind::RightParen)?;
        }
        let arguments = self.expr_list(mark);
        Ok(Attribute { name, span: self.since(start), has_arguments, arguments })
    }

    pub(super) fn attribute_column(&mut self, attributes: &[Attribute]) -> List<Attribute> {
        append(&mut self.ast.attributes, attributes)
    }
}
