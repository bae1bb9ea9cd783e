//! `switch` statements. C++14 (stmt.switch)

use super::{Outcome, Parser, append};
use crate::ast::{CaseLabel, Expr, ExprId, List, Stmt, SwitchClause};
use crate::lex::TokenKind;

impl Parser {
    pub(super) fn switch_statement(&mut self) -> Outcome<Stmt> {
        let start = self.span();
        if self.declares_condition() {
            let scope = self.kinds.open();
            let read = self
                .condition_in_parentheses(true)
                .and_then(|it| Ok((it.declarations, self.clauses(it.value)?)));
            self.kinds.close(scope);
            let (declarations, stmt) = read?;
            return Ok(self.after_condition(&declarations, stmt, start));
        }
        self.at += 1;
        let selector = self.condition()?;
        self.clauses(selector)
    }

    /// `{ case …: … }`, or a statement with labels.
    fn clauses(&mut self, selector: ExprId) -> Outcome<Stmt> {
        self.switches += 1;
        let read = self.clauses_inside(selector);
        self.switches -= 1;
        read
    }

    fn clauses_inside(&mut self, selector: ExprId) -> Outcome<Stmt> {
        let has_clauses = self.is_label();
        let is_end = matches!(self.kind(), TokenKind::RightBrace | TokenKind::EndOfText);
        if self.kind() != TokenKind::LeftBrace && !has_clauses && !is_end {
            let message = crate::unsupported::SWITCH_WITHOUT_BRACES.message();
            self.error(self.rules.unsupported_feature, message);
            self.body()?;
            return Ok(Stmt::Error);
        }
        let mut clauses = Vec::new();
        if has_clauses {
            let (is_whole, clause) = self.clause_without_brace()?;
            clauses.push(clause);
            if is_whole {
                return Ok(Stmt::Switch(selector, append(&mut self.ast.clauses, &clauses)));
            }
        } else {
            self.expect(TokenKind::LeftBrace)?;
        }
        let scope = self.kinds.open();
        let mut has_error = false;
        while self.is_label() {
            let mark = self.pending_stmts.len();
            if let Ok(clause) = self.switch_clause() {
                clauses.push(clause);
                continue;
            }
            // The braces are still open: reading continues in them.
            has_error = true;
            self.skip_statement();
            self.statements_of_clause();
            self.pending_stmts.truncate(mark);
        }
        self.kinds.close(scope);
        if has_error {
            self.expect(TokenKind::RightBrace)?;
            return Ok(Stmt::Error);
        }
        if clauses.is_empty() && self.kind() != TokenKind::RightBrace {
            let message = crate::unsupported::STATEMENTS_BEFORE_LABEL.message();
            self.error(self.rules.unsupported_feature, message);
            while !matches!(self.kind(), TokenKind::RightBrace | TokenKind::EndOfText) {
                self.recover();
            }
            self.expect(TokenKind::RightBrace)?;
            return Ok(Stmt::Error);
        }
        self.expect(TokenKind::RightBrace)?;
        Ok(Stmt::Switch(selector, append(&mut self.ast.clauses, &clauses)))
    }

    /// Skips the rest of the statement with a label that can't be read, up to its `;`. Unlike `recover`, it does not stop after a block: the braces
    /// may belong to the label, as in `case int{}:`.
    fn skip_statement(&mut self) {
        let mut depth = 0_u32;
        loop {
            shader_source::steps::take(1);
            match self.kind() {
                TokenKind::EndOfText => return,
                TokenKind::RightBrace if depth == 0 => return,
                TokenKind::LeftBrace => depth += 1,
                TokenKind::RightBrace => depth -= 1,
                _ => {}
            }
            if self.take().kind == TokenKind::Semicolon && depth == 0 {
                return;
            }
        }
    }

    /// `case …: statement` without a brace before it, and whether that is all of the `switch`. If more clauses follow, the brace is missing.
    fn clause_without_brace(&mut self) -> Outcome<(bool, SwitchClause)> {
        let (start, first) = (self.span(), self.found());
        let labels = self.labels()?;
        let mark = self.pending_stmts.len();
        let stmt = self.body()?;
        self.pending_stmts.push(stmt);
        let is_whole = !self.is_label() && self.kind() != TokenKind::Break;
        if !is_whole {
            self.error_at(self.rules.grammar_token, start, format!("expected `{{`, found {first}"));
            self.statements_of_clause();
        }
        let statements = self.stmt_list(mark);
        Ok((is_whole, SwitchClause { labels, statements, span: self.since(start) }))
    }

    fn is_label(&mut self) -> bool {
        self.attributes_before_label();
        self.misspelt_label();
        matches!(self.kind(), TokenKind::Case | TokenKind::Default)
    }

    /// Skips the attributes of a label. C++14 (stmt.label) 1
    fn attributes_before_label(&mut self) {
        if !self.is_attribute() {
            return;
        }
        let (start, reported) = (self.at, self.diagnostics.len());
        let read = self.attributes(&mut Vec::new());
        if read.is_err() || !matches!(self.kind(), TokenKind::Case | TokenKind::Default) {
            // They belong to a statement, which reads them again.
            self.at = start;
            self.diagnostics.truncate(reported);
        }
    }

    fn switch_clause(&mut self) -> Outcome<SwitchClause> {
        let start = self.span();
        let labels = self.labels()?;
        let mark = self.pending_stmts.len();
        self.statements_of_clause();
        if self.pending_stmts.len() == mark && self.kind() == TokenKind::RightBrace {
            let message = "expected a statement after the last label of a `switch`: write `break;`";
            self.error(self.rules.grammar_statement, message);
        }
        let statements = self.stmt_list(mark);
        Ok(SwitchClause { labels, statements, span: self.since(start) })
    }

    pub(super) fn labels(&mut self) -> Outcome<List<CaseLabel>> {
        let mut labels = Vec::new();
        while self.is_label() {
            let begin = self.span();
            let value = if self.take().kind == TokenKind::Case { Some(self.label()?) } else { None };
            if self.kind() == TokenKind::Ellipsis {
                let message = crate::unsupported::CASE_RANGE.message();
                self.error(self.rules.unsupported_feature, message);
                self.at += 1;
                self.label()?;
            }
            // The colon is the only thing that is missing.
            let _ = self.expect(TokenKind::Colon);
            labels.push(CaseLabel { value, span: self.since(begin) });
        }
        Ok(append(&mut self.ast.labels, &labels))
    }

    /// Reads statements up to the next label or the end of the `switch`.
    fn statements_of_clause(&mut self) {
        while !self.is_label() && !matches!(self.kind(), TokenKind::RightBrace | TokenKind::EndOfText) {
            let stmt = self.statement_or_error();
            self.pending_stmts.push(stmt);
        }
    }

    /// The value of a `case`; where it is missing, that is the only mistake.
    fn label(&mut self) -> Outcome<ExprId> {
        match self.conditional_expression() {
            Err(_) if self.kind() == TokenKind::Colon => {
                let span = self.span();
                Ok(self.leaf(Expr::Error, span))
            }
            value => value,
        }
    }
}
