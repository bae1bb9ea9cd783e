//! Names for types and the names of other scopes: `typedef`, and `using` in its three forms. C++14 (dcl.typedef), (namespace.udecl), (namespace.udir)

use super::declarator::Declarator;
use super::kinds::NameKind;
use super::specifiers::Specifiers;
use super::{Outcome, Parser, append};
use crate::ast::{
    Alias, AliasId, DeclKind, List, NameId, QualifiedName, TemplateParameter, TypeSyntax, TypeSyntaxId,
};
use crate::lex::{Token, TokenKind};

impl Parser {
    pub(super) fn using(&mut self, template: List<TemplateParameter>) -> Outcome<DeclKind> {
        self.at += 1;
        if self.ahead(1) == TokenKind::Identifier {
            self.misspelt_as(&["namespace"]);
        }
        if self.accept(TokenKind::Namespace) {
            let name = self.qualified_name()?;
            self.expect(TokenKind::Semicolon)?;
            self.kinds.use_namespace(self.ast[name].name);
            return Ok(DeclKind::UsingNamespace(name));
        }
        if self.is_alias() {
            let (name, name_span) = self.expect_name()?;
            self.check_shadowed_parameter(name, name_span);
            self.attributes(&mut Vec::new())?;
            self.expect(TokenKind::Equal)?;
            let ty = if self.is_unknown_name_of_type() {
                self.type_named()?
            } else {
                self.type_of_objects_or_functions()?
            };
            self.expect(TokenKind::Semicolon)?;
            let kind = if template.is_empty() { NameKind::Type } else { NameKind::TypeTemplate };
            self.kinds.declare(name, kind);
            return Ok(DeclKind::Alias(self.alias(Alias { name, name_span, ty, template })));
        }
        // The name of a type, whatever the base is that has it.
        let is_type = self.accept(TokenKind::Typename);
        let name = self.used_name()?;
        self.expect(TokenKind::Semicolon)?;
        let symbol = self.ast[name].name;
        if is_type {
            self.kinds.declare(symbol, NameKind::Type);
        } else if self.kinds.declaration_of(symbol) != 0 {
            // In a lambda expression it hides a variable around, which is not captured.
            let owner = self.ast[self.ast[name].path].last().map(|part| part.name);
            let kind = owner.map(|owner| self.kinds.in_structure(owner, symbol, &self.names));
            self.kinds.declare(symbol, kind.unwrap_or(NameKind::Value));
        }
        Ok(DeclKind::Using(name))
    }

    /// Returns true if a name that `using` gives a type is here: attributes may be after it. C++14 (dcl.typedef) 2
    fn is_alias(&self) -> bool {
        self.kind() == TokenKind::Identifier
            && (matches!(self.ahead(1), TokenKind::Equal | TokenKind::LeftBracket)
                || self.tokens.get(self.at + 1).is_some_and(|next| self.is_clang_attribute_word(next))
                    && self.ahead(2) == TokenKind::LeftParen)
    }

    /// Returns true if all of a type is a name that is not declared: the checker reports it where it is used first.
    fn is_unknown_name_of_type(&mut self) -> bool {
        self.kind() == TokenKind::Identifier
            && self.ahead(1) == TokenKind::Semicolon
            && self.name_kind() == NameKind::Unknown
    }

    fn type_named(&mut self) -> Outcome<TypeSyntaxId> {
        let start = self.span();
        let name = self.qualified_name()?;
        let span = self.since(start);
        self.ty(TypeSyntax::Name(name), span)
    }

    /// The name in a `using` declaration, which may be an operator.
    fn used_name(&mut self) -> Outcome<NameId> {
        let start = self.at;
        let path = self.path_of_member()?;
        if self.kind() != TokenKind::Operator {
            self.at = start;
            let name = self.qualified_name()?;
            // C++14 (namespace.udecl) 1
            if self.ast[name].path.is_empty() {
                let name_span = self.ast[name].name_span;
                let message = "a `using` declaration must name the namespace or structure before `::`";
                return Err(self.error_at(self.rules.grammar_declaration, name_span, message));
            }
            return Ok(name);
        }
        let span = self.span();
        let name = self.operator_name()?;
        let name_span = self.since(span);
        let path = append(&mut self.ast.path_parts, &path);
        Ok(self.name(QualifiedName { path, name, name_span, arguments: None }))
    }

    fn alias(&mut self, alias: Alias) -> AliasId {
        let id = AliasId::from_index(self.ast.aliases.len());
        self.ast.aliases.push(alias);
        id
    }

    /// The rest of a `typedef` after its specifiers.
    pub(super) fn typedef(&mut self, specifiers: &Specifiers) -> Outcome<DeclKind> {
        // Clang and g++ only warn of `typedef struct S {};`.
        if let Some(definition) = specifiers.definition.filter(|_| self.accept(TokenKind::Semicolon)) {
            return Ok(definition);
        }
        self.allow_on_type(specifiers);
        // C++14 (dcl.stc) 1, (dcl.fct.spec) 2
        let is_of_variable_or_function = |word: &&Token| {
            use TokenKind::{Extern, Inline, Mutable, Static};
            matches!(word.kind, Static | Extern | Mutable | Inline)
        };
        if let Some(word) = specifiers.words.iter().find(is_of_variable_or_function).copied() {
            let message = format!("a `typedef` can't be {}", word.name(&self.names));
            self.error_at(self.rules.grammar_specifiers, word.span, message);
        }
        let mut aliases = Vec::new();
        loop {
            let found = self.typedef_declarator(specifiers.ty)?;
            if found.alignment.or(specifiers.alignment).is_some() {
                let message = crate::unsupported::ALIGNED_TYPEDEF.message();
                return Err(self.error_at(self.rules.unsupported_feature, found.name_span, message));
            }
            let Some(name) = found.name else {
                let message = format!("expected a name, found {}", self.found());
                return Err(self.error(self.rules.grammar_token, message));
            };
            self.check_shadowed_parameter(name, found.name_span);
            self.kinds.declare(name, NameKind::Type);
            aliases.push(self.alias(Alias {
                name,
                name_span: found.name_span,
                ty: found.ty,
                template: List::EMPTY,
            }));
            if !self.accept(TokenKind::Comma) {
                break;
            }
        }
        self.expect(TokenKind::Semicolon)?;
        Ok(match aliases.as_slice() {
            [one] => DeclKind::Alias(*one),
            all => DeclKind::Aliases(append(&mut self.ast.alias_lists, all)),
        })
    }

    /// A declarator, after which parameters may be: `typedef void f(int);`, also with the name in parentheses.
    fn typedef_declarator(&mut self, base: TypeSyntaxId) -> Outcome<Declarator> {
        let is_in_parentheses = self.kind() == TokenKind::LeftParen
            && self.ahead(1) == TokenKind::Identifier
            && self.ahead(2) == TokenKind::RightParen;
        self.at += usize::from(is_in_parentheses);
        let mut found = self.declarator(base)?;
        self.check_no_pack(&found);
        if is_in_parentheses {
            self.expect(TokenKind::RightParen)?;
            found.ty = self.arrays(found.ty)?;
        }
        if self.kind() == TokenKind::LeftParen {
            let start = self.ast.type_span(found.ty);
            let parameters = self.parameters()?;
            if let Some(span) = self.ellipsis.take() {
                let message = crate::unsupported::ELLIPSIS_PARAMETER.message();
                return Err(self.error_at(self.rules.unsupported_feature, span, message));
            }
            let restriction = self.restriction()?;
            let span = self.since(start);
            found.ty = self.ty(TypeSyntax::Function(found.ty, parameters), span)?;
            self.ast.type_restrictions.extend(restriction.map(|restriction| (found.ty, restriction)));
        }
        Ok(found)
    }
}
