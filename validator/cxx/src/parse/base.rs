//! Base classes, and the access of members. C++14 (class.derived), (class.access)

use super::{Outcome, Parser};
use crate::ast::{Access, Base, List, Member, StructureKind, TypeSyntax, TypeSyntaxId};
use crate::dialect::Feature;
use crate::lex::TokenKind;
use crate::names::Symbol;
use shader_source::Span;

/// The access of members and bases without a word for it.
pub(super) const fn default_access(kind: StructureKind) -> Access {
    match kind {
        StructureKind::Class => Access::Private,
        StructureKind::Struct | StructureKind::Union => Access::Public,
    }
}

impl Parser {
    /// Takes `public`, `protected` or `private`.
    pub(super) fn access(&mut self) -> Access {
        match self.take().kind {
            TokenKind::Private => Access::Private,
            TokenKind::Protected => Access::Protected,
            _ => Access::Public,
        }
    }

    /// Returns true if `final` is here, which is a name everywhere else. C++14 (class)
    pub(super) fn is_final(&self) -> bool {
        let is_word = self.token().symbol.is_some_and(|symbol| self.names.text(symbol) == "final");
        is_word && matches!(self.ahead(1), TokenKind::LeftBrace | TokenKind::Colon)
    }

    /// `: public A, B<T>` after the name of a structure: its bases, which are its first members.
    pub(super) fn bases(&mut self, kind: StructureKind) -> Outcome<Vec<Member>> {
        let mut bases = Vec::new();
        if self.kind() != TokenKind::Colon {
            return Ok(bases);
        }
        if self.dialect.without(Feature::Inheritance).is_some() {
            return Err(self.left_out(Feature::Inheritance, self.span(), "derived classes"));
        }
        if kind == StructureKind::Union {
            return Err(self.error(self.rules.grammar_declaration, "a union can't have base classes"));
        }
        self.at += 1;
        loop {
            bases.push(self.base_class(default_access(kind))?);
            if !self.accept(TokenKind::Comma) {
                break;
            }
        }
        if self.kind() != TokenKind::LeftBrace {
            let message = format!("expected `{{` or `,` after a base class, found {}", self.found());
            return Err(self.error(self.rules.grammar_token, message));
        }
        Ok(bases)
    }

    fn base_class(&mut self, default: Access) -> Outcome<Member> {
        let mut access = default;
        while self.is_attribute() {
            self.attributes(&mut Vec::new())?;
        }
        match self.kind() {
            TokenKind::Virtual if self.takes_host_word() => {}
            TokenKind::Virtual => return Err(self.left_out_word()),
            TokenKind::Public | TokenKind::Protected | TokenKind::Private => access = self.access(),
            _ => {}
        }
        if self.kind() == TokenKind::Virtual && !self.takes_host_word() {
            return Err(self.left_out_word());
        }
        let (start, first) = (self.span(), self.at);
        if self.kind() == TokenKind::Typename {
            let message = "`typename` is not allowed here: a base class is a type in any case";
            return Err(self.error(self.rules.grammar_declaration, message));
        }
        let ty = self.base_type(start)?;
        if self.kind() == TokenKind::Ellipsis {
            let message = crate::unsupported::PACK_OF_BASES.message();
            return Err(self.error(self.rules.unsupported_template, message));
        }
        let is_dependent = self.names_parameter(first);
        let name_span = self.since(start);
        Ok(Member {
            ty,
            name: None,
            name_span,
            attributes: List::EMPTY,
            alignment: None,
            initializer: None,
            width: None,
            access,
            base: Some(Base { is_dependent }),
            is_mutable: false,
        })
    }

    fn base_type(&mut self, start: Span) -> Outcome<TypeSyntaxId> {
        if self.kind() == TokenKind::Decltype {
            return self.simple_type();
        }
        let name = self.name_of_type()?;
        let span = self.since(start);
        self.ty(TypeSyntax::Name(name), span)
    }

    /// Returns true if a token from this index on, before the present one, is a parameter of a template around.
    fn names_parameter(&self, first: usize) -> bool {
        let tokens = &self.tokens[first..self.at];
        shader_source::steps::take(tokens.len());
        let is_parameter = |symbol: Symbol| self.parameter_names.contains(&symbol);
        tokens.iter().any(|token| token.symbol.is_some_and(is_parameter))
    }

    /// Declares the names of a base in the scope of a structure, whose own names hide them.
    pub(super) fn declare_inherited(&mut self, base: &Member) {
        if let (TypeSyntax::Name(name), Some(Base { is_dependent: false })) = (self.ast[base.ty], base.base) {
            self.kinds.declare_members(self.ast[name].name);
        }
    }
}
