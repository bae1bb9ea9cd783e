//! Types with the word of their declarations before their names: `struct N::S a`, `struct S<int> b`. C++14 (dcl.type.elab)
//!
//! A name alone may declare the structure, and is read as a structure. A longer name is one of a type that is declared elsewhere, unless its members or
//! the end of the declaration follow.

use super::kinds::NameKind;
use super::specifiers::is_key;
use super::{Outcome, Parser};
use crate::ast::{StructureKind, TypeSyntax, TypeSyntaxId};
use crate::lex::TokenKind;

impl Parser {
    /// Returns true if a word and the longer name of a type are here.
    pub(super) fn is_elaborated(&mut self) -> bool {
        if !is_key(self.kind()) || !matches!(self.ahead(1), TokenKind::Identifier | TokenKind::ColonColon) {
            return false;
        }
        self.at += 1;
        let is_template = self.kind() == TokenKind::Identifier
            && self.ahead(1) == TokenKind::Less
            && self.name_kind() == NameKind::TypeTemplate;
        let after = if is_template || self.is_qualified_name() { self.after_type_name() } else { None };
        self.at -= 1;
        let token = after.and_then(|after| self.tokens.get(after));
        token.is_some_and(|token| {
            let is_final = token.symbol.is_some_and(|symbol| self.names.text(symbol) == "final");
            !is_final
                && !matches!(
                    token.kind,
                    TokenKind::LeftBrace | TokenKind::Colon | TokenKind::Semicolon | TokenKind::EndOfText
                )
        })
    }

    /// Reads them.
    pub(super) fn elaborated(&mut self) -> Outcome<TypeSyntaxId> {
        let start = self.span();
        let kind = match self.take().kind {
            TokenKind::Enum => None,
            TokenKind::Class => Some(StructureKind::Class),
            TokenKind::Union => Some(StructureKind::Union),
            _ => Some(StructureKind::Struct),
        };
        self.is_template_next = false;
        let name = self.qualified_name()?;
        if kind.is_none() && self.ast[name].arguments.is_some() {
            let message = "`enum` must be before the name of an enumeration, which has no template arguments";
            return Err(self.error_at(self.rules.grammar_type, self.ast[name].name_span, message));
        }
        let span = self.since(start);
        let ty = self.ty(TypeSyntax::Name(name), span)?;
        self.ast.elaborated.insert(ty, kind);
        Ok(ty)
    }
}
