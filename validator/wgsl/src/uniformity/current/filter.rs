//! The severities of the rules that a program can filter. <https://www.w3.org/TR/WGSL/#filterable-triggering-rules>

use crate::ast::{Ast, Attribute, Directive, Expr, ExprId, List};
use crate::diagnostic::Severity;
use wgsl_spec::sym;

/// The severities at a place of the program; `None` is off.
#[derive(Clone, Copy, Debug)]
pub(super) struct Filters {
    pub(super) derivative: Option<Severity>,
    pub(super) subgroup: Option<Severity>,
}

impl Filters {
    /// Those that the directives of a program set.
    pub(super) fn of(ast: &Ast) -> Self {
        let mut filters = Self { derivative: Some(Severity::Error), subgroup: Some(Severity::Error) };
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
        let severity = match severity {
            sym::ERROR => Some(Severity::Error),
            sym::WARNING => Some(Severity::Warning),
            sym::INFO => Some(Severity::Info),
            _ => None,
        };
        match rule {
            sym::DERIVATIVE_UNIFORMITY => self.derivative = severity,
            sym::SUBGROUP_UNIFORMITY => self.subgroup = severity,
            _ => {}
        }
    }
}
