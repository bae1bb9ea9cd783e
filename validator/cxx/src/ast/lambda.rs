//! Lambda expressions. C++14 (expr.prim.lambda)

use super::{Ast, Expr, ExprId, FunctionId, List, NameId, StructureId};
use crate::names::Symbol;
use rustc_hash::FxHashSet;
use shader_source::Span;

/// How a closure has an entity.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum CaptureMode {
    /// As an object of its own: `[a]`, `[=]`.
    Copy,
    /// As a reference: `[&a]`, `[&]`.
    Reference,
}

/// The beginning of a capture.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum CaptureKind {
    /// A variable with its name: `[a]`.
    Variable,
    /// A value: `[a = 1]`.
    Value,
    /// `[this]`
    This,
}

/// A capture.
#[derive(Clone, Copy, Debug)]
pub struct Capture {
    /// How the closure has it.
    pub mode: CaptureMode,
    /// Its beginning.
    pub kind: CaptureKind,
    /// Its name; of `this`, the name of the member that no program can spell.
    pub name: Symbol,
    /// The place of the name.
    pub span: Span,
    /// The expression that it begins with.
    pub value: ExprId,
}

/// A lambda expression: an object of a structure with `operator()`.
#[derive(Clone, Copy, Debug)]
pub struct Lambda {
    /// How the closure has the variables that its body names and that are not among the captures: `[=]`, `[&]`.
    pub default: Option<CaptureMode>,
    /// The captures that are written.
    pub captures: List<Capture>,
    /// The place before the `]` of the captures.
    pub end_of_captures: Span,
    /// The names in the function, each once: what it may capture without a capture for it. They are expressions of the function around.
    pub named: List<ExprId>,
    /// Whether `this` is in the function.
    pub names_this: bool,
    /// `this` as an expression of the function around.
    pub this: ExprId,
    /// The structure, whose members follow from what the names mean.
    pub structure: StructureId,
    /// Its `operator()`.
    pub function: FunctionId,
}

impl Ast {
    /// Returns true if `this` is among the expressions with an index in `first..end`.
    pub(crate) fn names_this_between(&self, first: usize, end: usize) -> bool {
        self.exprs[first..end].iter().any(|expr| matches!(expr, Expr::This))
    }

    /// The first expressions that are a name without a path, each name once, among the expressions with an index in `first..end`. Only the names
    /// that fit count.
    pub(crate) fn names_between(
        &self,
        first: usize,
        end: usize,
        fits: impl Fn(NameId) -> bool,
    ) -> Vec<ExprId> {
        let (mut seen, mut found) = (FxHashSet::default(), Vec::new());
        shader_source::steps::take(end - first);
        for index in first..end {
            if let Expr::Name(name) = self.exprs[index]
                && self[name].path.is_empty()
                && fits(name)
                && seen.insert(self[name].name)
            {
                found.push(ExprId::from_index(index));
            }
        }
        found
    }
}
