//! The severities of the rules that a program can filter. <https://www.w3.org/TR/WGSL/#filterable-triggering-rules>

use crate::ast::{Ast, Attribute, Directive, Expr, ExprId, List};
use crate::diagnostic::Severity;
use core::ops::Index;
use wgsl_spec::{DiagnosticRule, Symbol, sym};

/// The severities at a place of the program, by [`DiagnosticRule`]; `None` is off.
#[derive(Clone, Copy, Debug)]
pub(super) struct Filters([Option<Severity>; DiagnosticRule::ALL.len()]);

impl Index<DiagnosticRule> for Filters {
    type Output = Option<Severity>;

    fn index(&self, rule: DiagnosticRule) -> &Option<Severity> {
        &self.0[rule as usize]
    }
}

impl Filters {
    /// Those that the directives of a program set.
    pub(super) fn of(ast: &Ast) -> Self {
        let mut filters = Self(DiagnosticRule::ALL.map(|rule| severity_named(rule.default_severity())));
        for directive in &ast.directives {
            if let Directive::Diagnostic(_, severity, rule) = *directive {
                filters.set(ast, severity, rule);
            }
        }
        filters
    }

    /// Applies `@diagnostic` attributes, and returns the severities before, for the caller to restore.
    pub(super) fn apply(&mut self, ast: &Ast, attributes: List<Attribute>) -> Self {
        let before = *self;
        for attribute in &ast[attributes] {
            if attribute.name == sym::DIAGNOSTIC
                && let [severity, rule] = ast[attribute.arguments]
            {
                self.set(ast, severity, rule);
            }
        }
        before
    }

    fn set(&mut self, ast: &Ast, severity: ExprId, rule: ExprId) {
        let (Expr::ContextName(severity), Expr::ContextName(rule)) = (ast[severity], ast[rule]) else {
            return;
        };
        if let Some(rule) = DiagnosticRule::from_symbol(rule) {
            self.0[rule as usize] = severity_named(severity);
        }
    }
}

/// A severity by its name in programs; `None` for `off`.
const fn severity_named(name: Symbol) -> Option<Severity> {
    match name {
        sym::ERROR => Some(Severity::Error),
        sym::WARNING => Some(Severity::Warning),
        sym::INFO => Some(Severity::Info),
        _ => None,
    }
}
