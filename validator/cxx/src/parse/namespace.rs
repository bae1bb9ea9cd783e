//! Namespaces, and declarations with a linkage. C++14 (basic.namespace), (dcl.link)

use super::{Outcome, Parser};
use crate::ast::{DeclId, DeclKind, List, Namespace, NamespaceId};
use crate::lex::TokenKind;
use crate::names::Symbol;

impl Parser {
    pub(super) fn namespace(&mut self, is_inline: bool) -> Outcome<DeclKind> {
        self.at += 1;
        let name = if self.kind() == TokenKind::Identifier { Some(self.expect_name()?.0) } else { None };
        if name.is_some() && self.kind() == TokenKind::ColonColon {
            return self.namespace_inside(name, is_inline);
        }
        if let Some(name) = name.filter(|_| self.accept(TokenKind::Equal)) {
            let meaning = self.qualified_name()?;
            self.expect(TokenKind::Semicolon)?;
            self.kinds.alias_namespace(name, self.ast[meaning].name);
            return Ok(DeclKind::NamespaceAlias(name, meaning));
        }
        // The names of an inline namespace are names of the one around it, too, under which most programs find them.
        let outer = self.kinds.enter_namespace(name.filter(|_| !is_inline));
        let decls = self.declarations_in_braces();
        self.kinds.leave_namespace(&outer, &self.names);
        Ok(self.namespace_of(Namespace { name, is_inline, is_linkage: false, is_of_c: false, decls: decls? }))
    }

    pub(super) fn namespace_of(&mut self, namespace: Namespace) -> DeclKind {
        let id = NamespaceId::from_index(self.ast.namespaces.len());
        self.ast.namespaces.push(namespace);
        DeclKind::Namespace(id)
    }

    /// `{ … }` with declarations.
    fn declarations_in_braces(&mut self) -> Outcome<List<DeclId>> {
        self.expect(TokenKind::LeftBrace)?;
        let mut decls = Vec::new();
        while !matches!(self.kind(), TokenKind::RightBrace | TokenKind::EndOfText) {
            let decl = self.declaration_or_error();
            decls.push(decl);
        }
        self.expect(TokenKind::RightBrace)?;
        Ok(self.decl_list(&decls))
    }

    /// `namespace a::b { … }` from the first `::` on, which C++17 has and Clang accepts in C++14: `b` is a namespace in `a`.
    fn namespace_inside(&mut self, name: Option<Symbol>, is_inline: bool) -> Outcome<DeclKind> {
        let start = self.span();
        if self.ahead(1) != TokenKind::Identifier {
            self.at += 1;
            let message = format!("expected the name of a namespace, found {}", self.found());
            return Err(self.error(self.rules.grammar_token, message));
        }
        let inner = self.nested(|parser| parser.namespace(false))?;
        let span = self.since(start);
        let inner = self.decl(inner, span);
        let decls = self.decl_list(&[inner]);
        Ok(self.namespace_of(Namespace { name, is_inline, is_linkage: false, is_of_c: false, decls }))
    }

    /// `extern "C"` before a declaration, or before several in braces. C++14 (dcl.link)
    pub(super) fn linkage(&mut self) -> Outcome<DeclKind> {
        self.at += 1;
        let language = self.take();
        let text = language.symbol.map_or("", |symbol| self.names.text(symbol));
        if !matches!(text, "\"C\"" | "\"C++\"") {
            let message = format!("expected `\"C\"` or `\"C++\"`, found `{text}`");
            return Err(self.error_at(self.rules.grammar_declaration, language.span, message));
        }
        let is_of_c = text == "\"C\"";
        let decls = if self.kind() == TokenKind::LeftBrace {
            self.declarations_in_braces()?
        } else {
            let decl = self.nested(Self::declaration)?;
            // As if `extern` were before it. C++14 (dcl.link) 7
            if let DeclKind::Variables(list) = self.ast[decl].kind {
                for at in list.range() {
                    let variable = self.ast.variable_lists[at];
                    self.ast.variables[variable.index()].is_extern = true;
                }
            }
            self.decl_list(&[decl])
        };
        Ok(self.namespace_of(Namespace { name: None, is_inline: false, is_linkage: true, is_of_c, decls }))
    }
}
