//! Expressions. <https://www.w3.org/TR/WGSL/#uniformity-expressions>

use super::values::Slot;
use super::{Analysis, Held};
use crate::ast::{DeclKind, Expr, ExprId, UnaryOperator, VariableKind};
use crate::meaning::EvaluationStage;
use crate::resolve::Binding;
use crate::types::TypeKind;
use crate::uniformity::graph::{Cause, Node, Source};
use shader_source::Span;
use wgsl_spec::{AccessMode, AddressSpace, Operator};

/// The memory that a reference or pointer is a view of.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Root {
    /// A variable of the function, or the target of a pointer parameter to memory of the calling function.
    Slot(Slot),
    /// Memory that is never written.
    ReadOnly,
    /// Memory that other invocations may write.
    Shared,
}

/// A view of memory: a reference or a pointer.
#[derive(Clone, Copy, Debug)]
pub(super) struct View {
    pub(super) root: Root,
    /// Whether it is a view of the whole variable. <https://www.w3.org/TR/WGSL/#full-reference>
    pub(super) is_full: bool,
    /// The uniformity of the place: of the indices in it, and of the pointer if it is a parameter.
    pub(super) place: Node,
}

/// The result of analysing an expression.
#[derive(Clone, Copy, Debug)]
pub(super) enum Part {
    Value(Node),
    View(View),
}

impl Part {
    /// The node of the value, or of the place.
    pub(super) const fn node(self) -> Node {
        match self {
            Self::Value(node) => node,
            Self::View(view) => view.place,
        }
    }
}

impl Analysis<'_> {
    pub(super) fn span(&self, id: ExprId) -> Span {
        self.ast.span(id)
    }

    fn kind_of(&self, id: ExprId) -> TypeKind {
        self.module.meaning.types.kind(self.module.meaning[id].ty)
    }

    /// The node of the value of an expression, evaluated in this control flow.
    pub(super) fn value(&mut self, flow: Node, id: ExprId) -> Node {
        self.expression(flow, id).node()
    }

    /// Analyses an expression.
    pub(super) fn expression(&mut self, flow: Node, id: ExprId) -> Part {
        let part = self.memory(flow, id);
        self.loaded(flow, id, part)
    }

    /// Analyses an expression, without the load rule if it denotes memory: the left side of an assignment. Chains of
    /// left operands are walked without recursion.
    pub(super) fn memory(&mut self, flow: Node, id: ExprId) -> Part {
        let mut spine = Vec::new();
        let mut at = id;
        while let Some(inner) = self.ast[at].first_operand() {
            // Values that are known before the shader runs are the same for all invocations.
            if self.module.meaning[at].stage != EvaluationStage::Runtime {
                break;
            }
            spine.push(at);
            at = inner;
        }
        let mut part = self.leaf(flow, at);
        while let Some(outer) = spine.pop() {
            part = self.loaded(flow, at, part);
            part = self.compose(flow, outer, part);
            at = outer;
        }
        part
    }

    /// Applies the load rule where type checking applied it.
    fn loaded(&mut self, flow: Node, id: ExprId, part: Part) -> Part {
        let Part::View(view) = part else { return part };
        let typed = self.module.meaning[id];
        if typed.used_as.is_none()
            || !matches!(self.module.meaning.types.kind(typed.ty), TypeKind::Reference(..))
        {
            return part;
        }
        Part::Value(self.load(flow, id, view))
    }

    fn load(&mut self, flow: Node, id: ExprId, view: View) -> Node {
        let span = self.span(id);
        let source = Source { span, cause: Cause::Read };
        match view.root {
            Root::ReadOnly => self.graph.combine(flow, view.place, source),
            Root::Shared => self.graph.non_uniform(span, Cause::Memory),
            Root::Slot(slot) => {
                let stored = self.values.read(&mut self.graph, slot);
                let value = self.graph.combine(flow, stored, source);
                self.graph.combine(value, view.place, source)
            }
        }
    }

    fn leaf(&mut self, flow: Node, id: ExprId) -> Part {
        if self.module.meaning[id].stage != EvaluationStage::Runtime {
            return Part::Value(flow);
        }
        match self.ast[id] {
            Expr::Name(_) => self.name(flow, id),
            Expr::Call(..) => self.call(flow, id),
            _ => Part::Value(flow),
        }
    }

    fn name(&mut self, flow: Node, id: ExprId) -> Part {
        match self.module.resolution.binding(id) {
            Binding::Module(decl) => match self.ast[decl].kind {
                DeclKind::Variable(variable) if self.ast[variable].kind == VariableKind::Var => {
                    let info = self.module.meaning[variable];
                    match info.space {
                        Some(AddressSpace::Handle) | None => Part::Value(flow),
                        Some(_) if info.access == AccessMode::Read => Self::view(Root::ReadOnly, true, flow),
                        Some(_) => Self::view(Root::Shared, true, flow),
                    }
                }
                _ => Part::Value(flow),
            },
            Binding::Local(variable) => match self.ast[variable].kind {
                VariableKind::Var => Self::view(Root::Slot(Self::slot(variable)), true, flow),
                _ => match self.held[variable.index()] {
                    Some(Held::Value(value)) => {
                        let source = Source { span: self.span(id), cause: Cause::Read };
                        Part::Value(self.graph.combine(flow, value, source))
                    }
                    Some(Held::View(view)) => {
                        let source = Source { span: self.span(id), cause: Cause::Read };
                        let place = self.graph.combine(flow, view.place, source);
                        Part::View(View { place, ..view })
                    }
                    None => Part::Value(flow),
                },
            },
            Binding::Parameter(index) => self.parameter_name(flow, id, index as usize),
            _ => Part::Value(flow),
        }
    }

    const fn view(root: Root, is_full: bool, place: Node) -> Part {
        Part::View(View { root, is_full, place })
    }

    fn parameter_name(&mut self, flow: Node, id: ExprId, index: usize) -> Part {
        let nodes = self.parameters.of(index);
        let source = Source { span: self.span(id), cause: Cause::Read };
        match self.module.meaning.types.kind(self.module.meaning.member(index)) {
            TypeKind::Pointer(space, _, access) => {
                let place = self.graph.combine(flow, nodes.value, source);
                let root = match (space, nodes.contents) {
                    (_, Some((_, slot))) => Root::Slot(slot),
                    _ if access == AccessMode::Read => Root::ReadOnly,
                    _ => Root::Shared,
                };
                Self::view(root, true, place)
            }
            _ => Part::Value(self.graph.combine(flow, nodes.value, source)),
        }
    }

    fn compose(&mut self, flow: Node, id: ExprId, operand: Part) -> Part {
        match self.ast[id] {
            Expr::Paren(_) | Expr::Unary(UnaryOperator::AddressOf | UnaryOperator::Indirection, _) => operand,
            Expr::Unary(..) => Part::Value(operand.node()),
            Expr::Binary(Operator::LogicalAnd | Operator::LogicalOr, _, right) => {
                // The right operand may not run, so that its changes are joined with the values before it.
                self.values.begin_selection();
                self.values.leave_selection_here();
                let value = self.value(operand.node(), right);
                self.values.leave_selection_here();
                self.values.end_selection(&mut self.graph);
                Part::Value(value)
            }
            Expr::Binary(_, _, right) => {
                let right = self.value(flow, right);
                let source = Source { span: self.span(id), cause: Cause::Plain };
                Part::Value(self.graph.combine(operand.node(), right, source))
            }
            Expr::Member(..) => match operand {
                // Several components of a vector behind a pointer are a value: the load rule applies.
                Part::View(view) if !matches!(self.kind_of(id), TypeKind::Reference(..)) => {
                    Part::Value(self.load(flow, id, view))
                }
                Part::View(view) => Part::View(View { is_full: false, ..view }),
                Part::Value(value) => Part::Value(value),
            },
            Expr::Index(_, index) => {
                let index = self.value(flow, index);
                let source = Source { span: self.span(id), cause: Cause::Plain };
                match operand {
                    Part::View(view) => {
                        let place = self.graph.combine(view.place, index, source);
                        Part::View(View { is_full: false, place, ..view })
                    }
                    Part::Value(value) => Part::Value(self.graph.combine(value, index, source)),
                }
            }
            _ => Part::Value(flow),
        }
    }
}
