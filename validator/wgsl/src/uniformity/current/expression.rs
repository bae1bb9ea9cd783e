//! Expressions. <https://www.w3.org/TR/WGSL/#uniformity-expressions>

use super::values::Slot;
use super::{Analysis, Held};
use crate::ast::{DeclKind, Expr, ExprId, UnaryOperator, VariableKind};
use crate::meaning::EvaluationStage;
use crate::resolve::Binding;
use crate::types::TypeKind;
use crate::uniformity::graph::{Cause, Node, Source};
use shader_source::Span;
use wgsl_spec::{AccessMode, AddressSpace, Operator, Rule, rules};

/// The side of an assignment that an expression stands on; expressions outside of assignments are on the right.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Side {
    Left,
    Right,
}

/// The memory that a reference or pointer is a view of.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Root {
    /// A variable of the function, or the target of a pointer parameter to memory of the calling function.
    Slot(Slot),
    /// Memory that is never written, with the row of the table for its name.
    ReadOnly(&'static Rule),
    /// Memory that other invocations may write, with the row of the table for a load from it.
    Shared(&'static Rule),
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
        let part = self.memory(flow, id, Side::Right);
        self.loaded(flow, id, part)
    }

    /// Analyses an expression, without the load rule if it denotes memory: the left side of an assignment. Chains of
    /// left operands are walked without recursion.
    pub(super) fn memory(&mut self, flow: Node, id: ExprId, side: Side) -> Part {
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
        let mut part = self.leaf(flow, at, side);
        while let Some(outer) = spine.pop() {
            part = self.loaded(flow, at, part);
            part = self.compose(flow, outer, part, side);
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
        let plain = Source::plain(span);
        match view.root {
            Root::ReadOnly(row) => {
                let value = self.graph.combine(flow, view.place, plain, row);
                self.graph.pass(value, plain, rules::UNI_EXPR_READONLY_MODULE)
            }
            Root::Shared(row) => {
                let prose = if row == rules::UNI_TABLE_RHS_WRITABLE_MODULE_VARIABLE_LOADED {
                    rules::UNI_EXPR_RW_MODULE
                } else {
                    rules::UNI_EXPR_POINTER_PARAM_SPACES
                };
                let value = self.graph.non_uniform(span, Cause::Memory, prose);
                self.graph.pass(value, plain, row)
            }
            Root::Slot(slot) => {
                let stored = self.stored(slot, span);
                let stored = if view.is_full {
                    stored
                } else {
                    self.graph.pass(stored, plain, rules::UNI_COMPOSITE_WHOLE)
                };
                let flow = self.graph.aside(flow, span, rules::UNI_TABLE_RHS_LOCAL_LOADED);
                let value = self.graph.combine(flow, stored, plain, rules::UNI_TABLE_RHS_LOCAL_LOADED);
                self.graph.combine(value, view.place, plain, rules::UNI_TABLE_RHS_LOCAL_LOADED)
            }
        }
    }

    /// The value of a variable, or of the target of a pointer parameter, at the start of the statement.
    fn stored(&mut self, slot: Slot, span: Span) -> Node {
        let row = self.graph.is_for_proof().then(|| self.values.row_of_read(slot));
        let mut stored = self.values.read(&mut self.graph, slot);
        if let Some(row) = row {
            stored = self.graph.pass(stored, Source::plain(span), row);
        }
        if (slot.0 as usize) < self.module.meaning.variables().len() {
            return stored;
        }
        self.graph.pass(stored, Source::plain(span), rules::UNI_PTR_PARAM_AS_LOCAL)
    }

    fn leaf(&mut self, flow: Node, id: ExprId, side: Side) -> Part {
        if self.module.meaning[id].stage != EvaluationStage::Runtime {
            return Part::Value(self.graph.aside(flow, self.span(id), self.constant_row(id)));
        }
        match self.ast[id] {
            Expr::Name(_) => self.name(flow, id, side),
            Expr::Call(..) => self.call(flow, id),
            _ => Part::Value(flow),
        }
    }

    /// The row of the table for a value that is known before the shader runs.
    fn constant_row(&self, id: ExprId) -> &'static Rule {
        match self.ast[id] {
            Expr::Name(_) => rules::UNI_TABLE_RHS_VALUE_NAME,
            _ => rules::UNI_TABLE_RHS_LITERAL,
        }
    }

    fn name(&mut self, flow: Node, id: ExprId, side: Side) -> Part {
        let plain = Source::plain(self.span(id));
        match self.module.resolution.binding(id) {
            Binding::Module(decl) => match self.ast[decl].kind {
                DeclKind::Variable(variable) if self.ast[variable].kind == VariableKind::Var => {
                    let info = self.module.meaning[variable];
                    let read_only = rules::UNI_TABLE_RHS_READ_ONLY_MODULE_VARIABLE;
                    match info.space {
                        Some(AddressSpace::Handle) | None => {
                            Part::Value(self.graph.pass(flow, plain, read_only))
                        }
                        Some(_) if info.access == AccessMode::Read => {
                            let place = self.graph.pass(flow, plain, read_only);
                            Self::view(Root::ReadOnly(read_only), true, place)
                        }
                        Some(_) => {
                            let rules = [
                                rules::UNI_EXPR_RW_MODULE_ADDRESS,
                                rules::UNI_TABLE_RHS_WRITABLE_MODULE_VARIABLE_NOT_LOADED,
                            ];
                            let place = self.graph.pass_by(flow, plain.span, &rules);
                            Self::view(
                                Root::Shared(rules::UNI_TABLE_RHS_WRITABLE_MODULE_VARIABLE_LOADED),
                                true,
                                place,
                            )
                        }
                    }
                }
                _ => Part::Value(self.graph.pass(flow, plain, rules::UNI_TABLE_RHS_VALUE_NAME)),
            },
            Binding::Local(variable) => match self.ast[variable].kind {
                VariableKind::Var => {
                    let row = match side {
                        Side::Left => rules::UNI_TABLE_LHS_LOCAL_VARIABLE,
                        Side::Right => rules::UNI_TABLE_RHS_LOCAL_NOT_LOADED,
                    };
                    let place = self.graph.aside(flow, plain.span, row);
                    Self::view(Root::Slot(Self::slot(variable)), true, place)
                }
                _ => match self.held[variable.index()] {
                    Some(Held::Value(value)) => {
                        Part::Value(self.graph.combine(flow, value, plain, rules::UNI_TABLE_RHS_VALUE_NAME))
                    }
                    Some(Held::View(view)) => {
                        let rule = rules::UNI_PTR_LET_INLINED;
                        let place = self.graph.combine(flow, view.place, plain, rule);
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
        let plain = Source::plain(self.span(id));
        match self.module.meaning.types.kind(self.module.meaning.member(index)) {
            TypeKind::Pointer(space, _, access) => {
                let (root, row) = match (space, nodes.contents) {
                    (_, Some((_, slot))) => {
                        (Root::Slot(slot), rules::UNI_TABLE_RHS_POINTER_PARAMETER_NOT_LOADED)
                    }
                    _ if access == AccessMode::Read => (
                        Root::ReadOnly(rules::UNI_TABLE_RHS_READ_ONLY_POINTER_PARAMETER),
                        rules::UNI_TABLE_RHS_READ_ONLY_POINTER_PARAMETER,
                    ),
                    _ => (
                        Root::Shared(rules::UNI_TABLE_RHS_WRITABLE_POINTER_PARAMETER_LOADED),
                        rules::UNI_TABLE_RHS_WRITABLE_POINTER_PARAMETER_NOT_LOADED,
                    ),
                };
                Self::view(root, true, self.graph.combine(flow, nodes.value, plain, row))
            }
            _ => Part::Value(self.graph.combine(flow, nodes.value, plain, nodes.row)),
        }
    }

    fn compose(&mut self, flow: Node, id: ExprId, operand: Part, side: Side) -> Part {
        let plain = Source::plain(self.span(id));
        match self.ast[id] {
            Expr::Paren(_) => self.same(operand, plain, rules::UNI_TABLE_RHS_PARENTHESIZED),
            Expr::Unary(operator, _) => {
                let row = match (side, operator) {
                    (Side::Left, UnaryOperator::Indirection) => rules::UNI_TABLE_LHS_DEREFERENCE,
                    (Side::Left, UnaryOperator::AddressOf) => rules::UNI_TABLE_LHS_ADDRESS_OF,
                    (Side::Left | Side::Right, _) => rules::UNI_TABLE_RHS_UNARY_OPERATOR,
                };
                let operand = self.same(operand, plain, row);
                match operator {
                    UnaryOperator::AddressOf | UnaryOperator::Indirection => operand,
                    _ => Part::Value(operand.node()),
                }
            }
            Expr::Binary(Operator::LogicalAnd | Operator::LogicalOr, left, right) => {
                self.short_circuit(id, operand.node(), left, right)
            }
            Expr::Binary(_, _, right) => {
                let right = self.value(flow, right);
                Part::Value(self.graph.combine(
                    operand.node(),
                    right,
                    plain,
                    rules::UNI_TABLE_RHS_BINARY_OPERATOR,
                ))
            }
            Expr::Member(..) => {
                let row = if side == Side::Left {
                    rules::UNI_TABLE_LHS_MEMBER
                } else {
                    rules::UNI_TABLE_RHS_MEMBER
                };
                let operand = self.same(operand, plain, row);
                match operand {
                    // Several components of a vector behind a pointer are a value: the load rule applies.
                    Part::View(view) if !matches!(self.kind_of(id), TypeKind::Reference(..)) => {
                        Part::Value(self.load(flow, id, view))
                    }
                    Part::View(view) => Part::View(View { is_full: false, ..view }),
                    Part::Value(value) => {
                        Part::Value(self.graph.pass(value, plain, rules::UNI_COMPOSITE_WHOLE))
                    }
                }
            }
            Expr::Index(_, index) => {
                let index = self.value(flow, index);
                let row = if side == Side::Left {
                    rules::UNI_TABLE_LHS_ELEMENT
                } else {
                    rules::UNI_TABLE_RHS_ELEMENT
                };
                match operand {
                    Part::View(view) => {
                        let place = self.graph.combine(view.place, index, plain, row);
                        Part::View(View { is_full: false, place, ..view })
                    }
                    Part::Value(value) => Part::Value(self.graph.combine(value, index, plain, row)),
                }
            }
            _ => Part::Value(flow),
        }
    }

    /// A part with the uniformity of its operand.
    fn same(&mut self, operand: Part, source: Source, row: &'static Rule) -> Part {
        match operand {
            Part::Value(value) => Part::Value(self.graph.pass(value, source, row)),
            Part::View(view) => Part::View(View { place: self.graph.pass(view.place, source, row), ..view }),
        }
    }

    /// `&&` and `||`. The right operand may not run, so that its changes are joined with the values before it.
    fn short_circuit(&mut self, id: ExprId, value: Node, left: ExprId, right: ExprId) -> Part {
        let row = match self.ast[id] {
            Expr::Binary(Operator::LogicalOr, ..) => rules::UNI_TABLE_RHS_SHORT_CIRCUIT_OR,
            _ => rules::UNI_TABLE_RHS_SHORT_CIRCUIT_AND,
        };
        let condition = Source { span: self.span(left), cause: Cause::ShortCircuit };
        let flow = self.graph.pass(value, condition, rules::UNI_EXPR_SHORT_CIRCUIT);
        self.values.begin_selection();
        self.values.leave_selection_here();
        let value = self.value(flow, right);
        self.values.leave_selection_here();
        self.values.end_selection(&mut self.graph, rules::UNI_VAR_JOIN);
        Part::Value(self.graph.pass(value, Source::plain(self.span(id)), row))
    }
}
