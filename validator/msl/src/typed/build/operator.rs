//! Operators. Section 3.1

use super::{Builder, Node};
use crate::meaning::Value;
use crate::typed::tree::{Expr, ExprId, Place, PlaceId, UnaryOperator, Unsupported};
use crate::types::{Type, TypeId};
use cxx_validator::ast::{self, BinaryOperator};
use msl_spec::ValueType;
use shader_source::Span;

/// A binary operation: its expression, operator and operands.
type Link = (ast::ExprId, BinaryOperator, ast::ExprId, ast::ExprId);

impl Builder<'_> {
    /// A binary operation. Its left operand is often a binary operation, too, as in `a + b + c`: they are built from the innermost on, so that the
    /// stack does not grow with their number.
    pub(super) fn chain(&mut self, id: ast::ExprId) -> Node {
        let (mut links, mut rest): (Vec<Link>, _) = (Vec::new(), id);
        while let ast::Expr::Binary(operator, left, right) = self.ast()[rest]
            && self.known(rest, self.meaning(rest)).is_none()
        {
            links.push((rest, operator, left, right));
            rest = left;
        }
        let mut node = self.node(rest);
        // The operands of `,` so far.
        let mut sequence: Vec<ExprId> = Vec::new();
        while let Some(link) = links.pop() {
            if !self.is_sequence(link) {
                node = self.binary(link, node);
                continue;
            }
            let before = self.discarded_node(node);
            sequence.push(before);
            node = self.node(link.3);
            if links.last().is_none_or(|next| !self.is_sequence(*next)) {
                let value = self.loaded(node);
                sequence.push(value);
                let list = self.tree.expr_lists(&sequence);
                sequence.clear();
                let ty = self.tree.expr_type(value);
                node = Node::Value(self.expr(Expr::Comma(list), ty, self.span(link.0)));
            }
        }
        node
    }

    /// Returns true for the `,` of the language.
    fn is_sequence(&self, (id, operator, ..): Link) -> bool {
        operator == BinaryOperator::Comma && self.module.overloaded(self.body, id).is_none()
    }

    fn binary(&mut self, (id, operator, left, right): Link, node: Node) -> Node {
        if let Some(instance) = self.module.overloaded(self.body, id) {
            return self.operator_call(id, instance, Some(node));
        }
        let (ty, span) = (self.meaning(id).ty, self.span(id));
        let node = self.converted(left, node);
        if let Some(expr) = self.pointers(operator, (left, node), right, ty) {
            return Node::Value(self.expr(expr, ty, span));
        }
        let (first, second) = (self.loaded(node), self.used(right));
        let is_scalar = matches!(self.value_type(self.tree.expr_type(first)), Some(ValueType::Scalar(_)));
        let is_and = operator == BinaryOperator::And;
        let expr = if is_scalar && (is_and || operator == BinaryOperator::Or) {
            Expr::Logical { is_and, left: first, right: second }
        } else {
            Expr::Binary(operator, first, second)
        };
        Node::Value(self.expr(expr, ty, span))
    }

    /// Sums, differences and comparisons of pointers: an expression of a type.
    fn pointers(
        &mut self,
        operator: BinaryOperator,
        (left, node): (ast::ExprId, Node),
        right: ast::ExprId,
        ty: TypeId,
    ) -> Option<Expr> {
        let types = [left, right].map(|operand| self.meaning(operand).used_type());
        let [one, other] = types.map(|ty| matches!(self.kind(ty), Type::Pointer(_) | Type::Array(..)));
        if !one && !other {
            return None;
        }
        let second = self.used_node(right);
        let is_back = operator == BinaryOperator::Subtract;
        Some(match (one, other, operator) {
            (true, false, BinaryOperator::Add | BinaryOperator::Subtract) => {
                Expr::Offset { pointer: self.pointer(node, ty), index: self.loaded(second), is_back }
            }
            (false, true, BinaryOperator::Add) => {
                Expr::Offset { pointer: self.pointer(second, ty), index: self.loaded(node), is_back }
            }
            _ => {
                // An array that is compared with a pointer becomes one of its type.
                let ty = if matches!(self.kind(types[0]), Type::Pointer(_)) { types[0] } else { types[1] };
                let (first, second) = (self.pointer(node, ty), self.pointer(second, ty));
                match operator {
                    BinaryOperator::Subtract => Expr::PointerDifference(first, second),
                    BinaryOperator::Less
                    | BinaryOperator::Greater
                    | BinaryOperator::LessEqual
                    | BinaryOperator::GreaterEqual
                    | BinaryOperator::Equal
                    | BinaryOperator::NotEqual => Expr::ComparePointers(operator, first, second),
                    BinaryOperator::Multiply
                    | BinaryOperator::Divide
                    | BinaryOperator::Remainder
                    | BinaryOperator::Add
                    | BinaryOperator::ShiftLeft
                    | BinaryOperator::ShiftRight
                    | BinaryOperator::BitAnd
                    | BinaryOperator::BitXor
                    | BinaryOperator::BitOr
                    | BinaryOperator::And
                    | BinaryOperator::Or
                    | BinaryOperator::Comma => Expr::Unsupported(Unsupported::Operation),
                }
            }
        })
    }

    /// A pointer; an array is the pointer to its first element.
    fn pointer(&mut self, node: Node, ty: TypeId) -> ExprId {
        let own = match node {
            Node::Value(value) => self.tree.expr_type(value),
            Node::Place(place) => self.tree.place_type(place),
        };
        let Type::Array(..) = self.kind(own) else { return self.loaded(node) };
        let place = self.placed(node);
        let span = self.tree.place_span(place);
        self.expr(Expr::FirstElement(place), ty, span)
    }

    /// The object that a pointer leads to; of an array the first element.
    fn dereferenced(&mut self, node: Node, ty: TypeId, span: Span) -> PlaceId {
        let own = match node {
            Node::Value(value) => self.tree.expr_type(value),
            Node::Place(place) => self.tree.place_type(place),
        };
        if let Type::Array(..) = self.kind(own) {
            let (array, zero) = (self.placed(node), self.constant(Value::Integer(0)));
            let index = self.expr(Expr::Constant(zero), TypeId::INT, span);
            return self.place(Place::Element(array, index), ty, span);
        }
        let pointer = self.loaded(node);
        self.pointee(pointer, ty, span)
    }

    pub(super) fn unary(
        &mut self,
        id: ast::ExprId,
        operator: ast::UnaryOperator,
        operand: ast::ExprId,
    ) -> Node {
        let (ty, span) = (self.meaning(id).ty, self.span(id));
        let expr = match operator {
            ast::UnaryOperator::Plus => return Node::Value(self.used(operand)),
            ast::UnaryOperator::Dereference => {
                let node = self.used_node(operand);
                return Node::Place(self.dereferenced(node, ty, span));
            }
            ast::UnaryOperator::AddressOf => Expr::AddressOf(self.place_of(operand)),
            ast::UnaryOperator::Increment | ast::UnaryOperator::Decrement => {
                let is_up = operator == ast::UnaryOperator::Increment;
                return Node::Value(self.step(id, operand, is_up, true));
            }
            ast::UnaryOperator::Negate => Expr::Unary(UnaryOperator::Negate, self.used(operand)),
            ast::UnaryOperator::Not => Expr::Unary(UnaryOperator::Not, self.used(operand)),
            ast::UnaryOperator::Complement => Expr::Unary(UnaryOperator::Complement, self.used(operand)),
        };
        Node::Value(self.expr(expr, ty, span))
    }

    /// `++operand`, `operand--`
    pub(super) fn step(
        &mut self,
        id: ast::ExprId,
        operand: ast::ExprId,
        is_up: bool,
        is_prefix: bool,
    ) -> ExprId {
        let (ty, span) = (self.meaning(id).ty, self.span(id));
        let place = self.place_of(operand);
        // The property of an object is a value: a change of it would be lost.
        if let Place::Temporary(_) = self.tree[place] {
            return self.unsupported(Unsupported::Operation, ty, span);
        }
        self.expr(Expr::Step { place, is_up, is_prefix }, ty, span)
    }

    /// An assignment. Its value is the value of the object, in its type.
    pub(super) fn assign(
        &mut self,
        id: ast::ExprId,
        operator: Option<BinaryOperator>,
        left: ast::ExprId,
        right: ast::ExprId,
    ) -> ExprId {
        let (ty, span) = (self.meaning(left).ty, self.span(id));
        let place = self.place_of(left);
        if operator.is_none()
            && let Some(assignment) = self.assigned(place, right, span)
        {
            return assignment;
        }
        let expr = match operator {
            None => Expr::Assign(place, self.value_as(right, ty)),
            Some(operator) => {
                let value = self.used(right);
                Expr::AssignWith(operator, place, value, self.meaning(left).used_type())
            }
        };
        self.expr(expr, ty, span)
    }
}
