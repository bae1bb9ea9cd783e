//! The parts of nodes, so that a walk names only the nodes that mean something to it.

use super::tree::{Argument, Expr, ExprId, Initial, Place, PlaceId, Stmt, StmtId, Tree};
use cxx_validator::ast::List;
use shader_source::steps;

/// A part of a node.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Child {
    /// An expression.
    Expr(ExprId),
    /// A place.
    Place(PlaceId),
    /// A statement.
    Stmt(StmtId),
}

impl Tree {
    /// Visits these nodes and all that they are made of, each once and in no particular order. A chain of any length takes no stack.
    pub fn visit(&self, roots: impl IntoIterator<Item = Child>, mut visitor: impl FnMut(Child)) {
        let mut exprs = vec![false; self.exprs.len()];
        let mut places = vec![false; self.places.len()];
        let mut open: Vec<Child> = roots.into_iter().collect();
        while let Some(node) = open.pop() {
            let (is_new, parts) = match node {
                Child::Expr(id) => {
                    (!core::mem::replace(&mut exprs[id.index()], true), self.parts_of_expr(id))
                }
                Child::Place(id) => {
                    (!core::mem::replace(&mut places[id.index()], true), self.parts_of_place(id))
                }
                // A statement is part of one other.
                Child::Stmt(id) => (true, self.parts_of_stmt(id)),
            };
            if is_new {
                steps::take(1);
                visitor(node);
                open.extend(parts);
            }
        }
    }

    /// The expressions and places that an expression is made of, in the order of evaluation as far as there is one.
    #[must_use]
    pub fn parts_of_expr(&self, id: ExprId) -> Vec<Child> {
        match self[id] {
            Expr::Constant(_)
            | Expr::Enumerator(_)
            | Expr::Zero
            | Expr::Sampler(_)
            | Expr::Unsupported(_) => Vec::new(),
            Expr::ConstantName(place, _)
            | Expr::Load(place)
            | Expr::AddressOf(place)
            | Expr::FirstElement(place)
            | Expr::Step { place, .. } => vec![Child::Place(place)],
            Expr::Convert(value)
            | Expr::Bits(value)
            | Expr::Unary(_, value)
            | Expr::Swizzle(value, _)
            | Expr::Vote { vote: value, .. } => vec![Child::Expr(value)],
            Expr::Binary(_, left, right)
            | Expr::Logical { left, right, .. }
            | Expr::Offset { pointer: left, index: right, .. }
            | Expr::ComparePointers(_, left, right)
            | Expr::PointerDifference(left, right) => vec![Child::Expr(left), Child::Expr(right)],
            Expr::Conditional(condition, accept, reject) => {
                [condition, accept, reject].map(Child::Expr).to_vec()
            }
            Expr::Comma(list) | Expr::Construct(list) | Expr::Option(_, list) => {
                self[list].iter().copied().map(Child::Expr).collect()
            }
            Expr::External(call) => self[self[call].arguments].iter().copied().map(Child::Expr).collect(),
            Expr::Assign(place, value) | Expr::AssignWith(_, place, value, _) => {
                vec![Child::Expr(value), Child::Place(place)]
            }
            Expr::Call(call) | Expr::Object(call) => self.parts_of_arguments(self[call].arguments),
            Expr::Aggregate(parts, rest) => {
                let parts = self[parts].iter().map(|part| part.value);
                parts.chain(rest).map(Child::Expr).collect()
            }
            Expr::Library(call) => self.parts_of_arguments(self[call].arguments),
            Expr::Texture(call) => {
                let call = self[call];
                let mut parts = vec![Child::Expr(call.texture)];
                parts.extend(self.parts_of_arguments(call.arguments));
                parts
            }
        }
    }

    /// The expressions and places that a place is made of.
    #[must_use]
    pub fn parts_of_place(&self, id: PlaceId) -> Vec<Child> {
        match self[id] {
            Place::Local(_) | Place::Global(_) => Vec::new(),
            Place::Deref(value) | Place::Temporary(value) | Place::Assigned(value) => {
                vec![Child::Expr(value)]
            }
            Place::Member(base, _) | Place::Components(base, _) | Place::As(base) => vec![Child::Place(base)],
            Place::Element(base, index) => vec![Child::Place(base), Child::Expr(index)],
            Place::Call(call) => self.parts_of_arguments(self[call].arguments),
            Place::Conditional(condition, accept, reject) => {
                vec![Child::Expr(condition), Child::Place(accept), Child::Place(reject)]
            }
        }
    }

    /// The parts of a statement.
    #[must_use]
    pub fn parts_of_stmt(&self, id: StmtId) -> Vec<Child> {
        match self[id] {
            Stmt::Break | Stmt::Continue | Stmt::Return(None) | Stmt::Declare(_, Initial::None) => Vec::new(),
            Stmt::Expression(value) | Stmt::Return(Some(value)) | Stmt::Declare(_, Initial::Value(value)) => {
                vec![Child::Expr(value)]
            }
            Stmt::ReturnPlace(place) | Stmt::Declare(_, Initial::Reference(place)) => {
                vec![Child::Place(place)]
            }
            Stmt::Block(list) => self[list].iter().copied().map(Child::Stmt).collect(),
            Stmt::If(condition, accept, reject) => {
                let branches = [Some(accept), reject].into_iter().flatten().map(Child::Stmt);
                [Child::Expr(condition)].into_iter().chain(branches).collect()
            }
            Stmt::Loop { condition, update, body, .. } => {
                let values = condition.into_iter().chain(update).map(Child::Expr);
                values.chain([Child::Stmt(body)]).collect()
            }
            Stmt::Switch(selector, clauses) => {
                let mut parts = vec![Child::Expr(selector)];
                for clause in &self[clauses] {
                    parts.extend(self[clause.labels].iter().flatten().copied().map(Child::Expr));
                    parts.extend(self[clause.statements].iter().copied().map(Child::Stmt));
                }
                parts
            }
        }
    }

    fn parts_of_arguments(&self, list: List<Argument>) -> Vec<Child> {
        let part = |argument: &Argument| match *argument {
            Argument::Value(value) => Some(Child::Expr(value)),
            Argument::Place(place) => Some(Child::Place(place)),
            Argument::Omitted => None,
        };
        self[list].iter().filter_map(part).collect()
    }
}
