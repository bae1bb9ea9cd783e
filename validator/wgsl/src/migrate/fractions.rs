//! `modf` and `frexp`, which stored the second half of their result through a pointer until the end of 2021.

use super::edits::Edits;
use super::order::headers;
use super::words::FreshNames;
use crate::ast::{Ast, Expr, ExprId, Stmt, StmtId, UnaryOperator, VariableKind};
use crate::meaning::TypedModule;
use crate::resolve::Callee;
use crate::types::TypeKind;
use shader_source::Span;

/// Stores that half by an assignment, before the statement that uses the other half.
pub(super) fn to_structures(
    module: TypedModule<'_>,
    names: &mut FreshNames<'_>,
    text: &str,
    edits: &mut Edits,
) {
    let writer = Writer { module, ast: &module.syntax.ast, text };
    // A call in the arguments of such a call is evaluated first, and comes first.
    let mut calls: Vec<Call> = (0..writer.ast.exprs.len()).filter_map(|index| writer.call(index)).collect();
    if calls.is_empty() {
        return;
    }
    let places = writer.places();
    calls.retain(|call| places.iter().any(|place| place.contains(call)));
    for call in &calls {
        // The last of the places around a call is the innermost statement.
        if let Some(place) = places.iter().rev().find(|place| place.contains(call)) {
            writer.write(call, place, names, edits);
        }
    }
}

struct Writer<'m> {
    module: TypedModule<'m>,
    ast: &'m Ast,
    text: &'m str,
}

/// A call with a pointer.
struct Call {
    name: &'static str,
    id: ExprId,
    span: Span,
    value: ExprId,
    pointer: ExprId,
}

/// A part of a statement that is evaluated first, before which assignments can be put.
struct Place {
    start: u32,
    part: Span,
    /// The statement is a call.
    call: Option<ExprId>,
}

impl Place {
    const fn contains(&self, call: &Call) -> bool {
        self.part.lo <= call.span.lo && call.span.hi <= self.part.hi
    }
}

impl Writer<'_> {
    fn call(&self, index: usize) -> Option<Call> {
        let id = ExprId::from_index(index);
        let Expr::Call(callee, arguments) = self.ast[id] else { return None };
        let Callee::Builtin(function) = self.module.resolution.callee(self.module.syntax, callee) else {
            return None;
        };
        let [value, pointer] = self.ast[arguments] else { return None };
        let name = function.get().name;
        let is_meant = matches!(name, "modf" | "frexp");
        is_meant.then(|| Call { name, id, span: self.ast.span(id), value, pointer })
    }

    /// The statements that something can be put before, each with the part that is evaluated once and first.
    fn places(&self) -> Vec<Place> {
        let headers = headers(self.ast);
        let ids = (0..self.ast.stmts.len()).map(StmtId::from_index);
        let mut places: Vec<Place> =
            ids.filter(|id| !headers.contains(id)).filter_map(|id| self.place(id)).collect();
        places.sort_by_key(|place| place.part.lo);
        places
    }

    fn place(&self, id: StmtId) -> Option<Place> {
        let (span, mut call) = (self.ast.stmt_span(id), None);
        let part = match self.ast.stmts[id.index()] {
            Stmt::If { branches, .. } => self.ast.span(self.ast[branches].first()?.condition),
            Stmt::Switch { selector, .. } => self.ast.span(selector),
            Stmt::Call(it) => {
                call = Some(it);
                span
            }
            Stmt::Variable(it) if self.ast.variables[it.index()].kind != VariableKind::Const => span,
            Stmt::Return(_) | Stmt::Assign(..) | Stmt::Phony(_) => span,
            Stmt::Error
            | Stmt::Block(_)
            | Stmt::Loop { .. }
            | Stmt::For { .. }
            | Stmt::While { .. }
            | Stmt::Break
            | Stmt::Continue
            | Stmt::Discard
            | Stmt::Variable(_)
            | Stmt::ConstAssert(_)
            | Stmt::Increment(_)
            | Stmt::Decrement(_)
            | Stmt::Fallthrough => return None,
        };
        Some(Place { start: span.lo, part, call })
    }

    fn write(&self, call: &Call, place: &Place, names: &mut FreshNames<'_>, edits: &mut Edits) {
        // The draft of 2022-04-11 calls the fraction of `frexp` so; it is renamed with the others.
        let (first, second) = if call.name == "modf" { ("fract", "whole") } else { ("sig", "exp") };
        let value = self.ast.span(call.value).text(self.text);
        let target = self.target(call.pointer);
        let stored = |whole: String| match self.unsigned_type(call.pointer) {
            Some(ty) => format!("{target} = {ty}({whole});"),
            None => format!("{target} = {whole};"),
        };
        if place.call == Some(call.id) {
            let statement = stored(format!("{}({value}).{second}", call.name));
            return edits.replace(call.span, statement.trim_end_matches(';'));
        }
        let result = names.fresh(format!("{}_result", call.name));
        let assignment = stored(format!("{result}.{second}"));
        edits.insert(place.start, format!("let {result} = {}({value}); {assignment} ", call.name));
        edits.replace(call.span, format!("{result}.{first}"));
    }

    /// What the pointer points to, as an expression.
    fn target(&self, pointer: ExprId) -> String {
        match self.ast[pointer] {
            Expr::Unary(UnaryOperator::AddressOf, inner) => self.ast.span(inner).text(self.text).to_owned(),
            _ => format!("*({})", self.ast.span(pointer).text(self.text)),
        }
    }

    /// The type that the pointer points to if it is unsigned: exponents are signed now.
    fn unsigned_type(&self, pointer: ExprId) -> Option<String> {
        let TypeKind::Pointer(_, stored, _) = self.module.meaning.types.kind(self.module.meaning[pointer].ty)
        else {
            return None;
        };
        Some(self.module.print(stored)).filter(|ty| ty.contains("u32"))
    }
}
