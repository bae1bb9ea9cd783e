//! Values: which expressions have the same value in all threads of a tile. C++ AMP 1.2 (8.1.1), rules 5 to 11

use super::flow::Flow;
use crate::meaning::Module;
use crate::typed::{Expr, ExprId};
use cxx_validator::names::Symbol;
use shader_source::{Span, steps};

/// The reason why a value may be different in each thread of a tile.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Varying {
    /// Where the value comes from.
    pub(super) span: Span,
    pub(super) reason: Reason,
}

/// Why a value may be different in each thread.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Reason {
    /// It is the index of the thread, or a part of it.
    Index,
    /// It is an element of a container, or what a pointer leads to.
    Element,
    /// It is read from a `tile_static` variable, and may have been written since the last barrier of the function.
    TileStatic,
    /// It is the argument with this number of a call, and varies there.
    Argument(usize),
    /// It is the result of an atomic function.
    Atomic,
    /// It is assigned under a condition that is not uniform.
    Assigned(Option<Symbol>),
}

impl Varying {
    /// The index with which a kernel is called.
    pub(super) fn index_parameter(module: &Module, kernel: usize) -> Self {
        let function = module.ast[module.instances[kernel].function];
        let parameter = module.ast[function.parameters].first();
        let span = parameter.map_or(function.name_span, |parameter| module.ast[*parameter].name_span);
        Self { span, reason: Reason::Index }
    }
}

/// An operator of a chain with its right operand.
enum Link {
    /// The right operand is always evaluated.
    Always(ExprId),
    /// The right operand of `&&` or `||`, in the expression with this place.
    Sometimes(ExprId, Span),
}

impl Flow<'_, '_> {
    /// Evaluates an expression, and returns the reason why its value is not uniform.
    pub(super) fn expr(&mut self, id: ExprId) -> Option<Varying> {
        self.deeper(|flow| flow.chain(id))
    }

    fn chain(&mut self, id: ExprId) -> Option<Varying> {
        // A chain of operators can be as long as a file: its left operands take no stack.
        let (mut links, mut rest) = (Vec::new(), id);
        loop {
            rest = match self.tree[rest] {
                Expr::Binary(_, left, right) | Expr::ComparePointers(_, left, right) => {
                    links.push(Link::Always(right));
                    left
                }
                Expr::Logical { left, right, .. } => {
                    links.push(Link::Sometimes(right, self.tree.expr_span(rest)));
                    left
                }
                _ => break,
            };
        }
        let mut value = self.operand(rest);
        while let Some(link) = links.pop() {
            value = match link {
                Link::Always(right) => value.or(self.expr(right)),
                Link::Sometimes(right, span) => {
                    let result = self.under(span, value, |flow| flow.expr(right));
                    value.or(result)
                }
            };
        }
        value
    }

    /// Evaluates an expression that is not an operator with two operands.
    fn operand(&mut self, id: ExprId) -> Option<Varying> {
        steps::take(1);
        let span = self.tree.expr_span(id);
        match self.tree[id] {
            // Rule 5.
            Expr::Constant(_)
            | Expr::ConstantName(..)
            | Expr::Enumerator(_)
            | Expr::Zero
            | Expr::Sampler(_)
            // The checker has reported, or does not know, what has no meaning.
            | Expr::Unsupported(_) => None,
            Expr::Load(place) => self.load(place),
            Expr::AddressOf(place) | Expr::FirstElement(place) => self.address(place),
            Expr::Convert(value)
            | Expr::Bits(value)
            | Expr::Unary(_, value)
            | Expr::Swizzle(value, _)
            | Expr::Vote { vote: value, .. } => self.expr(value),
            Expr::Binary(_, left, right)
            | Expr::ComparePointers(_, left, right)
            | Expr::PointerDifference(left, right)
            | Expr::Logical { left, right, .. }
            | Expr::Offset { pointer: left, index: right, .. } => self.all(&[left, right]),
            Expr::Conditional(condition, accept, reject) => {
                let value = self.expr(condition);
                let (first, second) =
                    self.under(span, value, |flow| (flow.expr(accept), flow.expr(reject)));
                value.or(first).or(second)
            }
            Expr::Comma(list) => {
                let list = self.tree[list].to_vec();
                list.into_iter().fold(None, |_, value| self.expr(value))
            }
            Expr::Construct(list) | Expr::Option(_, list) => {
                let list = self.tree[list].to_vec();
                self.all(&list)
            }
            Expr::Aggregate(parts, rest) => {
                let parts: Vec<ExprId> = self.tree[parts].iter().map(|part| part.value).chain(rest).collect();
                self.all(&parts)
            }
            Expr::Assign(place, value) => {
                let value = self.expr(value);
                self.store(place, value);
                value
            }
            Expr::AssignWith(_, place, value, _) => {
                let value = self.expr(value).or(self.load(place));
                self.store(place, value);
                value
            }
            Expr::Step { place, .. } => {
                let value = self.load(place);
                self.store(place, value);
                value
            }
            Expr::Call(call) | Expr::Object(call) => self.call(call, span),
            Expr::External(call) => self.external(call, span),
            Expr::Library(call) => {
                let arguments = self.tree[self.tree[call].arguments].to_vec();
                self.library(call, &arguments, span)
            }
            Expr::Texture(call) => {
                let arguments = self.tree[self.tree[call].arguments].to_vec();
                self.arguments(&arguments);
                Some(Varying { span, reason: Reason::Element })
            }
        }
    }

    /// Evaluates expressions in order.
    fn all(&mut self, list: &[ExprId]) -> Option<Varying> {
        let mut varying = None;
        for value in list {
            let value = self.expr(*value);
            varying = varying.or(value);
        }
        varying
    }
}
