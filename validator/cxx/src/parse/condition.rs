//! Conditions that declare variables: `if (int a = f())`, `if (int a = f(); a > 0)`. C++14 (stmt.select)

use super::kinds::NameKind;
use super::{Outcome, Parser, append};
use crate::ast::{Expr, ExprId, List, QualifiedName, Stmt, StmtId};
use crate::lex::TokenKind;
use shader_source::Span;

/// A condition that declares variables.
pub(super) struct DeclaredCondition {
    pub(super) declarations: Vec<StmtId>,
    /// The tested value: the last variable, or an expression after it.
    pub(super) value: ExprId,
}

impl Parser {
    /// Returns true if the condition of the statement that begins here declares a variable: `if (int a = …)`.
    pub(super) fn declares_condition(&mut self) -> bool {
        if self.ahead(1) != TokenKind::LeftParen {
            return false;
        }
        let start = self.at;
        self.at += 2;
        let is_declaration = self.declares_condition_here();
        self.at = start;
        is_declaration
    }

    /// Returns true if a condition that begins here declares a variable.
    pub(super) fn declares_condition_here(&mut self) -> bool {
        let after_type = match self.kind() {
            TokenKind::Decltype => return self.is_declaration(),
            TokenKind::Identifier | TokenKind::ColonColon if self.is_type_name() => self.after_type_name(),
            _ => Some(self.at + 1),
        };
        let is_open = |at: &usize| self.tokens.get(*at).is_some_and(|it| it.kind == TokenKind::LeftParen);
        match after_type.filter(is_open) {
            Some(open) => self.is_type() && self.is_initialized_in_parentheses(open),
            None => self.is_declaration(),
        }
    }

    /// Returns true if these parentheses after a type are around a declarator, with an initializer after them: `(j) = 1`, `(*p)[2] = &a`. The variable
    /// of a condition has an initializer, so `bool(*p)` and `int2(a)[0]` are values. C++14 (stmt.select) 2
    fn is_initialized_in_parentheses(&mut self, open: usize) -> bool {
        let Some(after) = self.after_declarator_in_parentheses(open) else { return false };
        let after = self.after_subscripts(after);
        match self.tokens.get(after).map(|token| token.kind) {
            Some(TokenKind::Equal) => true,
            Some(TokenKind::LeftBrace) => self.is_condition_after_braces(after),
            _ => false,
        }
    }

    /// The index after the parentheses that begin at a token, if there is nothing but a declarator in them: `(j)`, `(*const p)`, `(*p[2])`.
    pub(super) fn after_declarator_in_parentheses(&self, open: usize) -> Option<usize> {
        let is_prefix = |kind: TokenKind| {
            matches!(
                kind,
                TokenKind::LeftParen
                    | TokenKind::Star
                    | TokenKind::And
                    | TokenKind::AndAnd
                    | TokenKind::Const
                    | TokenKind::Volatile
                    | TokenKind::Space
            )
        };
        let prefixes = self.tokens[open..].iter().take_while(|token| is_prefix(token.kind)).count();
        let name = open + prefixes;
        let inside = self.after_subscripts(name + 1);
        let closed =
            self.tokens.iter().skip(inside).take_while(|it| it.kind == TokenKind::RightParen).count();
        shader_source::steps::take(prefixes + closed);
        let is_named = self.tokens.get(name).is_some_and(|it| it.kind == TokenKind::Identifier);
        self.after_parentheses(open).filter(|after| is_named && *after == inside + closed)
    }

    /// The index after the `[…][…]` that begin at a token, if any do.
    fn after_subscripts(&self, open: usize) -> usize {
        let (mut depth, mut after) = (0_u32, open);
        for (at, token) in self.tokens.iter().enumerate().skip(open) {
            shader_source::steps::take(1);
            match token.kind {
                TokenKind::LeftBracket => depth += 1,
                TokenKind::RightBracket if depth == 1 => (depth, after) = (0, at + 1),
                TokenKind::RightBracket => depth = depth.saturating_sub(1),
                TokenKind::Semicolon | TokenKind::EndOfText => break,
                _ if depth == 0 => break,
                _ => {}
            }
        }
        after
    }

    /// Returns true if a condition ends after the braces that begin at a token. Otherwise they are a body, and the `)` before them is missing:
    /// `if (bool(a) { … }`.
    fn is_condition_after_braces(&self, open: usize) -> bool {
        let mut depth = 0_u32;
        for (at, token) in self.tokens.iter().enumerate().skip(open) {
            shader_source::steps::take(1);
            match token.kind {
                TokenKind::LeftBrace => depth += 1,
                TokenKind::RightBrace if depth > 1 => depth -= 1,
                TokenKind::RightBrace => {
                    let next = self.tokens.get(at + 1).map(|token| token.kind);
                    return matches!(next, Some(TokenKind::RightParen | TokenKind::Semicolon));
                }
                // No initializer has one of these, so conditions in bodies are not looked at again and again.
                TokenKind::Semicolon
                | TokenKind::If
                | TokenKind::While
                | TokenKind::For
                | TokenKind::Switch
                | TokenKind::EndOfText => return false,
                _ => {}
            }
        }
        false
    }

    /// `(T a = value)` or `(T a = value; condition)` after the first word of a statement. C++14 (stmt.select), and C++17, which Clang accepts in C++14 as well.
    /// `while` has no declaration before its condition.
    pub(super) fn condition_in_parentheses(
        &mut self,
        may_declare_before: bool,
    ) -> Outcome<DeclaredCondition> {
        self.at += 1;
        self.expect(TokenKind::LeftParen)?;
        let mut condition = self.condition_variable()?;
        if self.kind() == TokenKind::Semicolon {
            if !may_declare_before {
                self.error(self.rules.grammar_token, format!("expected `)`, found {}", self.found()));
            }
            self.at += 1;
            if self.declares_condition_here() {
                let first = condition.declarations;
                condition = self.condition_variable()?;
                condition.declarations.splice(0..0, first);
            } else {
                condition.value = self.expression()?;
            }
        }
        self.expect(TokenKind::RightParen)?;
        Ok(condition)
    }

    /// `T a = value` as a condition.
    pub(super) fn condition_variable(&mut self) -> Outcome<DeclaredCondition> {
        let start = self.span();
        let specifiers = self.specifiers()?;
        let declarator = self.declarator(specifiers.ty)?;
        let Some(name) = declarator.name else {
            return Err(
                self.error(self.rules.grammar_token, format!("expected a name, found {}", self.found()))
            );
        };
        if !matches!(self.kind(), TokenKind::Equal | TokenKind::LeftBrace) {
            let message = format!("expected `=` or `{{`, found {}", self.found());
            return Err(self.error(self.rules.grammar_token, message));
        }
        self.kinds.declare(name, NameKind::Value);
        let (initializer, _) = self.initializer()?;
        let variable = self.variable(&specifiers, &declarator, initializer, false);
        let span = self.since(start);
        let variables = append(&mut self.ast.variable_lists, &[variable]);
        let declarations = vec![self.stmt(Stmt::Variables(variables), span)];
        let name_span = declarator.name_span;
        let name = self.name(QualifiedName { path: List::EMPTY, name, name_span, arguments: None });
        Ok(DeclaredCondition { declarations, value: self.leaf(Expr::Name(name), name_span) })
    }

    /// A statement after the declarations of its condition, as a block of all.
    pub(super) fn after_condition(&mut self, declarations: &[StmtId], stmt: Stmt, start: Span) -> Stmt {
        for declaration in declarations {
            if let (Stmt::Variables(variables), Stmt::If(_, accept, reject)) = (self.ast[*declaration], stmt)
            {
                self.check_redeclared(variables, accept);
                if let Some(reject) = reject {
                    self.check_redeclared(variables, reject);
                }
            }
        }
        let span = self.since(start);
        let stmt = self.stmt(stmt, span);
        let mark = self.pending_stmts.len();
        self.pending_stmts.extend_from_slice(declarations);
        self.pending_stmts.push(stmt);
        Stmt::Block(self.stmt_list(mark))
    }

    /// `{ T a = b; if (a) body else break; }`, the body of a loop whose condition declares a variable.
    pub(super) fn body_of_declared_condition(
        &mut self,
        DeclaredCondition { declarations, value }: DeclaredCondition,
        body: StmtId,
        start: Span,
    ) -> StmtId {
        let span = self.span_of(value);
        let leave = self.stmt(Stmt::Break, span);
        let block = self.after_condition(&declarations, Stmt::If(value, body, Some(leave)), start);
        let span = self.since(start);
        self.stmt(block, span)
    }
}
