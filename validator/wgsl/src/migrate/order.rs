//! Assignments whose sides are evaluated in another order now.

use super::edits::Edits;
use crate::ast::{Ast, Expr, ExprId, Stmt, StmtId};
use crate::meaning::TypedModule;
use crate::resolve::Callee;
use crate::types::TypeId;
use std::collections::BTreeSet;

/// Puts the right side of such assignments in a value of its own: the draft evaluates it first, the current edition the left side.
pub(super) fn settle(module: TypedModule<'_>, draft: &str, edits: &mut Edits) {
    let ast = &module.syntax.ast;
    let headers = headers(ast);
    let prefix = unused(draft);
    for (index, statement) in ast.stmts.iter().enumerate() {
        let Stmt::Assign(None, left, right) = *statement else { continue };
        let is_in_header = headers.contains(&StmtId::from_index(index));
        let is_known = module.meaning[right].ty != TypeId::ERROR && varies(ast, right);
        if is_in_header || !is_known || !has_effect(module, left) {
            continue;
        }
        let (start, right) = (ast.stmt_spans[index].lo, ast.span(right));
        let name = format!("{prefix}{index}");
        edits.insert(start, format!("let {name} = {}; ", right.text(draft)));
        edits.replace(right, name);
    }
}

/// The statements in the parentheses of `for`, which nothing can be put in front of.
pub(super) fn headers(ast: &Ast) -> BTreeSet<StmtId> {
    let header = |statement: &Stmt| match *statement {
        Stmt::For { initializer, update, .. } => [initializer, update],
        _ => [None, None],
    };
    ast.stmts.iter().flat_map(header).flatten().collect()
}

/// An expression and the parts of it.
fn parts(ast: &Ast, whole: ExprId) -> impl Iterator<Item = ExprId> {
    let start = ast.span(whole).lo;
    let ids = (0..=whole.index()).rev().map(ExprId::from_index);
    ids.take_while(move |id| ast.span(*id).lo >= start)
}

/// Returns true if an expression may have another value after a call.
fn varies(ast: &Ast, id: ExprId) -> bool {
    parts(ast, id).any(|part| matches!(ast[part], Expr::Name(_) | Expr::Call(..)))
}

/// Returns true if the evaluation of an expression may store something.
fn has_effect(module: TypedModule<'_>, id: ExprId) -> bool {
    let ast = &module.syntax.ast;
    parts(ast, id).any(|part| {
        let Expr::Call(callee, _) = ast[part] else { return false };
        match module.resolution.callee(module.syntax, callee) {
            Callee::Function(_) => true,
            Callee::Builtin(function) => !function.get().must_use,
            Callee::Type => false,
        }
    })
}

/// The beginning of names that the program does not have.
fn unused(text: &str) -> String {
    let mut name = "value_".to_owned();
    while text.contains(&name) {
        name.push('_');
    }
    name
}
