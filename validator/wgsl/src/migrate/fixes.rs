//! Changes of a program that the current edition reads: they need its types, or fix what it rejects.

use super::edits::Edits;
use crate::Module;
use crate::ast::{Ast, Expr, ExprId, Literal, Stmt, Suffix};
use crate::diagnostic::Diagnostic;
use crate::occurrence::{Denoted, occurrences};
use crate::resolve::{Binding, Callee};
use crate::types::{TypeId, TypeKind};
use rustc_hash::FxHashSet;
use shader_source::Span;
use std::collections::BTreeSet;
use wgsl_spec::{Operator, Renamed};

/// The queries of textures, which return signed numbers in the drafts.
const QUERIES: [&str; 4] = ["textureDimensions", "textureNumLayers", "textureNumLevels", "textureNumSamples"];

/// Converts the results of queries to the signed numbers that they were, unless they are converted anyway.
pub(super) fn signed_queries(module: &Module) -> Edits {
    let ast = &module.syntax().ast;
    let converted = converted(module);
    let mut edits = Edits::default();
    for (index, expr) in ast.exprs.iter().enumerate() {
        let id = ExprId::from_index(index);
        let Expr::Call(callee, _) = *expr else { continue };
        let is_query = builtin_name(module, callee).is_some_and(|name| QUERIES.contains(&name));
        let ty = module.meaning()[id].ty;
        if is_query && ty != TypeId::ERROR && !converted.contains(&id.index()) {
            let signed = module.typed().print(ty).replace("u32", "i32");
            edits.wrap(ast.span(id), &format!("{signed}("), ")");
        }
    }
    edits
}

fn builtin_name(module: &Module, callee: ExprId) -> Option<&'static str> {
    match module.resolution().callee(module.syntax(), callee) {
        Callee::Builtin(function) => Some(function.get().name),
        Callee::Function(_) | Callee::Type => None,
    }
}

/// The expressions whose value is dropped, or converted by a constructor with a type of its own.
fn converted(module: &Module) -> BTreeSet<usize> {
    let ast = &module.syntax().ast;
    let mut converted = BTreeSet::new();
    for expr in &ast.exprs {
        let Expr::Call(callee, arguments) = *expr else { continue };
        let [argument] = ast[arguments] else { continue };
        let is_conversion = module.resolution().binding(callee) == Binding::Predeclared
            && builtin_name(module, callee)
                .is_none_or(|name| matches!(name, "f32" | "i32" | "u32" | "bitcast"));
        let has_type = match ast[callee] {
            Expr::Template(..) => true,
            Expr::Name(name) => matches!(module.typed().name(name), "f32" | "i32" | "u32"),
            _ => false,
        };
        if is_conversion && has_type {
            converted.insert(argument.index());
        }
    }
    converted.extend(ast.stmts.iter().filter_map(|statement| match statement {
        Stmt::Phony(value) => Some(value.index()),
        _ => None,
    }));
    converted
}

/// The edits of findings that say what the drafts meant.
pub(super) fn taken_fixes(module: &Module) -> Edits {
    let mut edits = Edits::default();
    for found in module.diagnostics().iter().filter(|found| Renamed::takes_fix(found.rule.slug())) {
        for (span, text) in found.suggestion.iter().flat_map(|it| &it.edits) {
            edits.replace(*span, text.clone());
        }
    }
    edits
}

/// `_ = buffer;`: what can't be loaded is mentioned by its address.
pub(super) fn addresses(module: &Module) -> Edits {
    let ast = &module.syntax().ast;
    let rejected = rejected(module, ast);
    let mut edits = Edits::default();
    for statement in &ast.stmts {
        let Stmt::Phony(value) = *statement else { continue };
        let span = ast.span(value);
        let is_memory = matches!(ast[value], Expr::Name(_) | Expr::Member(..) | Expr::Index(..));
        if is_memory && rejected.contains(&span) {
            edits.insert(span.lo, "&");
        }
    }
    edits
}

/// The type of a value, in memory or not.
fn kind_of(module: &Module, id: ExprId) -> TypeKind {
    let types = &module.meaning().types;
    match types.kind(module.meaning()[id].ty) {
        TypeKind::Reference(_, stored, _) => types.kind(stored),
        kind => kind,
    }
}

/// `m.x`, which naga accepted for the first column of a matrix until 2022.
pub(super) fn columns(module: &Module) -> Edits {
    let ast = &module.syntax().ast;
    let mut edits = Edits::default();
    for (index, expr) in ast.exprs.iter().enumerate() {
        let Expr::Member(base, name) = *expr else { continue };
        let TypeKind::Matrix(columns, ..) = kind_of(module, base) else { continue };
        let column = ["x", "y", "z", "w"].iter().position(|it| *it == module.typed().name(name));
        if let Some(column) = column.filter(|column| *column < usize::from(columns)) {
            let member = Span::new(ast.span(base).hi, ast.expr_spans[index].hi);
            edits.replace(member, format!("[{column}]"));
        }
    }
    edits
}

/// The members of the result of `atomicCompareExchangeWeak`, which was a vector: the old value, and 1 if it was exchanged.
pub(super) fn compared(module: &Module) -> Edits {
    let ast = &module.syntax().ast;
    let mut edits = Edits::default();
    for (index, expr) in ast.exprs.iter().enumerate() {
        let Expr::Member(base, name) = *expr else { continue };
        let TypeKind::AtomicCompareExchangeResult(scalar) = kind_of(module, base) else { continue };
        let whole = ast.expr_spans[index];
        let name = module.typed().name(name);
        let member = Span::new(whole.hi - name.len() as u32, whole.hi);
        match name {
            "x" | "r" => edits.replace(member, "old_value"),
            "y" | "g" => {
                edits.insert(whole.lo, format!("{}(", scalar.name()));
                edits.replace(member, "exchanged)");
            }
            _ => {}
        }
    }
    edits
}

/// Built-in values that were signed are converted where they are used.
pub(super) fn unsigned_builtins(module: &Module) -> Edits {
    let ast = &module.syntax().ast;
    let meaning = module.meaning();
    let is_wrong = |found: &&Diagnostic| found.rule.slug() == "interface/builtin-value-type";
    let wrong: FxHashSet<Span> =
        module.diagnostics().iter().filter(is_wrong).map(|found| found.primary.span).collect();
    let mut edits = Edits::default();
    let mut signed = FxHashSet::default();
    for (index, member) in ast.members.iter().enumerate() {
        let ty = module.typed().print(meaning.member(index));
        let is_wrong = meaning.io(index).builtin.is_some_and(|(_, span)| wrong.contains(&span));
        if is_wrong && ty.contains("i32") {
            edits.replace(ast.span(member.ty), ty.replace("i32", "u32"));
            signed.insert(index as u32);
        }
    }
    for occurrence in occurrences(module.typed()) {
        let (Denoted::Parameter(index) | Denoted::Member(index)) = occurrence.denoted else { continue };
        if let Some(expr) = occurrence.expression.filter(|_| signed.contains(&index)) {
            let ty = module.typed().print(meaning.member(index as usize));
            edits.wrap(ast.span(expr), &format!("{ty}("), ")");
        }
    }
    edits
}

/// Lets functions end behind `discard`, which no longer ends them.
pub(super) fn ends_after_discard(module: &Module) -> Edits {
    let ast = &module.syntax().ast;
    let mut edits = Edits::default();
    let broken: Vec<Span> = module
        .diagnostics()
        .iter()
        .filter(|found| found.rule.slug().starts_with("behavior/"))
        .map(|found| found.primary.span)
        .collect();
    for (index, function) in ast.functions.iter().enumerate() {
        let body = ast[function.body].span;
        let whole = function.name_span.to(body);
        if !broken.iter().any(|span| whole.lo <= span.lo && span.hi <= whole.hi) {
            continue;
        }
        let result = module.meaning().functions()[index].result;
        let end = result
            .map_or_else(|| " return;".to_owned(), |ty| format!(" return {}();", module.typed().print(ty)));
        for (index, statement) in ast.stmts.iter().enumerate() {
            let span = ast.stmt_spans[index];
            if matches!(statement, Stmt::Discard) && body.lo <= span.lo && span.hi <= body.hi {
                let rest = &module.source()[span.hi as usize..];
                let semicolon = u32::from(rest.starts_with(';'));
                edits.insert(span.hi + semicolon, end.clone());
            }
        }
    }
    edits
}

/// Gives the numbers in rejected expressions the types that they had: the draft knew no abstract arithmetic.
pub(super) fn concrete_numbers(module: &Module) -> Edits {
    let ast = &module.syntax().ast;
    let amounts: BTreeSet<usize> = shift_amounts(ast).map(ExprId::index).collect();
    let rejected = rejected(module, ast);
    let mut edits = Edits::default();
    for (index, expr) in ast.exprs.iter().enumerate().filter(|(index, _)| !amounts.contains(index)) {
        let suffix = match expr {
            Expr::Literal(Literal::Integer(Suffix::None)) => "i",
            Expr::Literal(Literal::Float(Suffix::None)) => "f",
            _ => continue,
        };
        let span = ast.expr_spans[index];
        let is_rejected = |found: &Span| found.lo <= span.lo && span.hi <= found.hi;
        if rejected.iter().any(is_rejected) {
            edits.insert(span.hi, suffix);
        }
    }
    edits
}

/// The places of errors in expressions.
fn rejected(module: &Module, ast: &Ast) -> Vec<Span> {
    let expressions: FxHashSet<Span> = ast.expr_spans.iter().copied().collect();
    let places = module.diagnostics().iter().map(|found| found.primary.span);
    places.filter(|place| expressions.contains(place)).collect()
}

/// Takes the amounts of shifts modulo 32, as earlier drafts did with all of them.
pub(super) fn shifts_modulo_32(module: &Module) -> Edits {
    let ast = &module.syntax().ast;
    let is_too_far = |found: &Diagnostic| found.rule.slug() == "const/shift-too-far";
    let mut edits = Edits::default();
    if module.diagnostics().iter().any(is_too_far) {
        for amount in shift_amounts(ast) {
            let span = ast.span(amount);
            let number = span.text(module.source());
            let (digits, suffix) = number.strip_suffix('u').map_or((number, ""), |digits| (digits, "u"));
            if let Ok(amount @ 32..) = digits.parse::<u32>() {
                edits.replace(span, format!("{}{suffix}", amount % 32));
            }
        }
    }
    edits
}

/// The amounts of shifts that are numbers.
fn shift_amounts(ast: &Ast) -> impl Iterator<Item = ExprId> {
    ast.exprs.iter().filter_map(|expr| {
        let Expr::Binary(Operator::ShiftLeft | Operator::ShiftRight, _, mut amount) = *expr else {
            return None;
        };
        while let Expr::Paren(inner) = ast[amount] {
            amount = inner;
        }
        matches!(ast[amount], Expr::Literal(_)).then_some(amount)
    })
}
