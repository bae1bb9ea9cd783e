//! What only host code has: features of C++ that a language leaves out, in files that it shares with its host.
//!
//! They are read for the declarations, blocks and kernels in them. What they mean is not known, so they become errors that nobody reports, and the
//! tree notes their places: whoever knows which functions are the language's own reports those in them.

use super::declaration::{FunctionHead, WordsBefore};
use super::declarator::Declarator;
use super::{Outcome, Parser, feature};
use crate::ast::{Expr, Fundamental, FunctionId, List, Stmt, StmtId, TypeSyntax, TypeSyntaxId};
use crate::dialect::Feature;
use crate::lex::TokenKind;
use shader_source::Span;

impl Parser {
    /// Notes a feature, if the file may have host code.
    pub(super) fn notes_host_feature(&mut self, feature: Feature, span: Span) -> bool {
        if self.dialect.has_host_code {
            self.ast.host_features.push((feature, span));
        }
        self.dialect.has_host_code
    }

    /// Takes and notes a word here whose feature the language leaves out, if the file may have host code.
    pub(super) fn takes_host_word(&mut self) -> bool {
        let is_host = self.notes_host_feature(feature(self.kind()), self.span());
        self.at += usize::from(is_host);
        is_host
    }

    /// `try { … } catch (…) { … }`: the blocks one after the other.
    pub(super) fn host_try(&mut self) -> Outcome<StmtId> {
        let start = self.span();
        self.takes_host_word();
        let mark = self.pending_stmts.len();
        let block = self.block()?;
        self.pending_stmts.push(block);
        while self.kind() == TokenKind::Catch {
            self.takes_host_word();
            let scope = self.kinds.open();
            let handler = self.host_handler();
            self.kinds.close(scope);
            let handler = handler?;
            self.pending_stmts.push(handler);
        }
        let blocks = self.stmt_list(mark);
        let span = self.since(start);
        Ok(self.stmt(Stmt::Block(blocks), span))
    }

    /// `(const T& error) { … }`: the block begins with the variable, whose value is not known.
    fn host_handler(&mut self) -> Outcome<StmtId> {
        let start = self.span();
        self.expect(TokenKind::LeftParen)?;
        let mark = self.pending_stmts.len();
        if !self.accept(TokenKind::Ellipsis) {
            let specifiers = self.specifiers()?;
            let declarator = self.declarator(specifiers.ty)?;
            if let Some(name) = declarator.name {
                self.kinds.declare(name, super::NameKind::Value);
                let span = declarator.name_span;
                let value = self.expr(Expr::Error, span)?;
                let variable = self.variable(&specifiers, &declarator, Some(value), false);
                let list = super::append(&mut self.ast.variable_lists, &[variable]);
                let stmt = self.stmt(Stmt::Variables(list), span);
                self.pending_stmts.push(stmt);
            }
        }
        self.expect(TokenKind::RightParen)?;
        let block = self.block()?;
        self.pending_stmts.push(block);
        let statements = self.stmt_list(mark);
        let span = self.since(start);
        Ok(self.stmt(Stmt::Block(statements), span))
    }

    /// `goto name;`, `asm { … }`, `asm(…);`
    pub(super) fn host_statement(&mut self) -> Outcome<Stmt> {
        let is_goto = self.kind() == TokenKind::Goto;
        self.takes_host_word();
        if is_goto {
            self.expect_name()?;
            self.expect(TokenKind::Semicolon)?;
        } else {
            self.recover();
        }
        Ok(Stmt::Empty)
    }

    /// `name:`, before a statement.
    pub(super) fn host_label(&mut self) -> Outcome<StmtId> {
        self.notes_host_feature(Feature::Goto, self.span());
        self.at += 2;
        if self.kind() == TokenKind::RightBrace {
            let span = self.last_span();
            return Ok(self.stmt(Stmt::Empty, span));
        }
        self.nested(Self::statement)
    }

    /// `new T(…)`, `delete[] p`, `throw x`, `dynamic_cast<T>(x)`, `typeid(x)`, `noexcept(x)`
    pub(super) fn host_expression(&mut self) -> Outcome<Expr> {
        let word = self.kind();
        self.takes_host_word();
        match word {
            TokenKind::New => self.host_new()?,
            TokenKind::Delete => {
                if self.accept(TokenKind::LeftBracket) {
                    self.expect(TokenKind::RightBracket)?;
                }
                self.nested(Self::unary_expression)?;
            }
            TokenKind::Throw if self.ends_expression() => {}
            TokenKind::Throw => {
                self.nested(Self::assignment_expression)?;
            }
            TokenKind::DynamicCast => {
                self.expect(TokenKind::Less)?;
                self.skip_to_greater();
                self.skip_brackets();
            }
            _ => {
                self.skip_brackets();
            }
        }
        Ok(Expr::Error)
    }

    fn ends_expression(&self) -> bool {
        matches!(
            self.kind(),
            TokenKind::Semicolon | TokenKind::RightParen | TokenKind::Comma | TokenKind::Colon
        )
    }

    /// What is after `new`: a place in parentheses, the type, and its arguments.
    fn host_new(&mut self) -> Outcome<()> {
        if self.kind() == TokenKind::LeftParen {
            self.skip_brackets();
        }
        if !self.ends_expression() {
            self.specifiers()?;
        }
        while matches!(self.kind(), TokenKind::Star | TokenKind::Const) {
            self.at += 1;
        }
        while self.kind() == TokenKind::LeftBracket {
            self.at += 1;
            self.outside_arguments(Self::expression)?;
            self.expect(TokenKind::RightBracket)?;
        }
        if self.accept(TokenKind::LeftParen) {
            self.arguments()?;
        } else if self.kind() == TokenKind::LeftBrace {
            self.braces()?;
        }
        Ok(())
    }

    fn skip_to_greater(&mut self) {
        let mut depth = 1_u32;
        while depth > 0 && !matches!(self.kind(), TokenKind::Semicolon | TokenKind::EndOfText) {
            match self.kind() {
                TokenKind::Less => depth += 1,
                TokenKind::Greater => depth -= 1,
                TokenKind::ShiftRight => depth = depth.saturating_sub(2),
                _ => {}
            }
            self.at += 1;
        }
    }

    /// The parameters of a pointer to functions, after its name in parentheses: what it points to is not known.
    pub(super) fn host_function_pointer(&mut self, span: Span) -> Outcome<TypeSyntaxId> {
        self.notes_host_feature(Feature::FunctionPointer, span);
        self.skip_brackets();
        self.restriction()?;
        self.ty(TypeSyntax::Error, span)
    }

    /// `throw(…)` after the parameters of a function; returns its place.
    pub(super) fn host_exception_specification(&mut self) -> Option<Span> {
        if !self.dialect.has_host_code || self.kind() != TokenKind::Throw {
            return None;
        }
        let start = self.take().span;
        self.skip_brackets();
        Some(self.since(start))
    }

    /// Returns true if a destructor is here, perhaps after words about it.
    pub(super) fn is_host_destructor(&self) -> bool {
        let words = self.tokens[self.at..]
            .iter()
            .take_while(|token| matches!(token.kind, TokenKind::Virtual | TokenKind::Inline))
            .count();
        self.dialect.has_host_code && self.ahead(words) == TokenKind::Tilde
    }

    /// `~S() { … }`, as a function with that name. Objects end without it: what matters is the body, and for whom it is.
    pub(super) fn host_destructor(&mut self) -> Outcome<FunctionId> {
        while self.kind() != TokenKind::Tilde {
            if self.kind() == TokenKind::Virtual {
                self.takes_host_word();
            } else {
                self.at += 1;
            }
        }
        let first_expr = self.ast.exprs.len() as u32;
        let start = self.take().span;
        let (name, span) = self.expect_name()?;
        let text = format!("~{}", self.names.text(name));
        let name = self.names.intern(&text);
        let name_span = start.to(span);
        let ty = self.ty(TypeSyntax::Fundamental(Fundamental::Void), name_span)?;
        let declarator = Declarator {
            ty,
            name: Some(name),
            name_span,
            attributes: Vec::new(),
            alignment: None,
            arguments: None,
            path: Vec::new(),
            is_pack: false,
        };
        let specifiers = self.no_specifiers(ty);
        let words = WordsBefore::default();
        let template = List::EMPTY;
        let head = FunctionHead { template, first_expr, is_conversion: false, is_member: true, words };
        self.function(&specifiers, declarator, head)
    }

    /// Takes `override` and `final` after the parameters of a function.
    pub(super) fn host_virtual_words(&mut self) {
        while self.dialect.has_host_code && self.is_spelt(&["override", "final"]) {
            self.notes_host_feature(Feature::Virtual, self.span());
            self.at += 1;
        }
    }
}
