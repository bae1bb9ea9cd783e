//! Enumerations. C++14 (dcl.enum)

use super::kinds::NameKind;
use super::{Outcome, Parser, append};
use crate::ast::{Attribute, DeclKind, Enumeration, EnumerationId, Enumerator};
use crate::lex::TokenKind;
use crate::names::Symbol;

impl Parser {
    /// `enum E { … }`, or `enum E` where it is only named.
    pub(super) fn enumeration(&mut self) -> Outcome<DeclKind> {
        let start = self.take().span;
        let is_scoped = matches!(self.kind(), TokenKind::Class | TokenKind::Struct);
        self.at += usize::from(is_scoped);
        let mut attributes = Vec::new();
        self.attributes(&mut attributes)?;
        let named = if self.kind() == TokenKind::Identifier { Some(self.expect_name()?) } else { None };
        if self.kind() == TokenKind::ColonColon {
            let message = crate::unsupported::ENUMERATION_OUTSIDE.message();
            return Err(self.error(self.rules.unsupported_feature, message));
        }
        if let Some((name, span)) = named {
            self.check_shadowed_parameter(name, span);
            self.kinds.declare(name, NameKind::Type);
        }
        let underlying = if self.accept(TokenKind::Colon) { Some(self.type_id()?) } else { None };
        if named.is_none() && (is_scoped || self.kind() != TokenKind::LeftBrace) {
            let message = format!("expected the name of the enumeration, found {}", self.found());
            return Err(self.error(self.rules.grammar_token, message));
        }
        if named.is_none() && self.ahead(1) == TokenKind::RightBrace {
            let message = "an enumeration must have a name or enumerators";
            return Err(self.error(self.rules.grammar_declaration, message));
        }
        let (open, is_defined) = (self.at, self.kind() == TokenKind::LeftBrace);
        let enumerators = if is_defined {
            // A mistake in the list does not end at a `}` before the end of the list, which ends no block around it either.
            let read = self.enumerators(named.map(|(name, _)| name), is_scoped, &mut attributes);
            read.inspect_err(|_| self.at = self.after_braces(open).unwrap_or(self.at))?
        } else {
            Vec::new()
        };
        let enumerators = append(&mut self.ast.enumerators, &enumerators);
        let attributes = self.attribute_column(&attributes);
        let id = EnumerationId::from_index(self.ast.enumerations.len());
        self.ast.enumerations.push(Enumeration {
            name: named.map(|(name, _)| name),
            name_span: named.map_or(start, |(_, span)| span),
            is_scoped,
            underlying,
            is_defined,
            enumerators,
            attributes,
        });
        Ok(DeclKind::Enumeration(id))
    }

    /// `{ a, b = 1 }`
    fn enumerators(
        &mut self,
        enumeration: Option<Symbol>,
        is_scoped: bool,
        attributes: &mut Vec<Attribute>,
    ) -> Outcome<Vec<Enumerator>> {
        self.expect(TokenKind::LeftBrace)?;
        let mut enumerators = Vec::new();
        while self.kind() != TokenKind::RightBrace {
            let (name, name_span) = self.expect_name()?;
            if !is_scoped {
                self.check_shadowed_parameter(name, name_span);
            }
            // C++17 has attributes here, and Clang has them in C++14, too.
            self.attributes(attributes)?;
            let value =
                if self.accept(TokenKind::Equal) { Some(self.conditional_expression()?) } else { None };
            if !is_scoped {
                self.kinds.declare(name, NameKind::Value);
            }
            if let Some(enumeration) = enumeration {
                self.kinds.declare_enumerator(enumeration, name);
            }
            enumerators.push(Enumerator { name, name_span, value });
            if !self.accept(TokenKind::Comma) {
                break;
            }
        }
        self.expect(TokenKind::RightBrace)?;
        Ok(enumerators)
    }
}
