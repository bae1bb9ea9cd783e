//! Expressions.

use super::{Builder, Node};
use crate::meaning::{ExprMeaning, Value};
use crate::typed::tree::{Expr, ExprId, Place, PlaceId, Unsupported};
use crate::types::{BasePath, Type, TypeId};
use cxx_validator::CAPTURED_THIS;
use cxx_validator::ast::{self, CastKind, Literal, NameId, PostfixOperator};
use msl_spec::ValueType;
use shader_source::Span;

impl Builder<'_> {
    /// An expression in its own type: a place if it is an object.
    pub(super) fn node(&mut self, id: ast::ExprId) -> Node {
        let node = self.deeper(|builder| builder.node_here(id));
        node.unwrap_or_else(|| {
            Node::Value(self.unsupported(Unsupported::Depth, self.meaning(id).ty, self.span(id)))
        })
    }

    /// The value of an expression, in its own type.
    pub(super) fn value(&mut self, id: ast::ExprId) -> ExprId {
        let node = self.node(id);
        self.loaded(node)
    }

    /// The value of an expression that nothing uses: an object is not copied by a function of its class for that. C++14 (expr) 11
    pub(super) fn discarded(&mut self, id: ast::ExprId) -> ExprId {
        let node = self.node(id);
        self.discarded_node(node)
    }

    /// Does so for an expression that was built.
    pub(super) fn discarded_node(&mut self, node: Node) -> ExprId {
        let place = match node {
            Node::Value(value) => return value,
            Node::Place(place) => place,
        };
        let (ty, span) = (self.tree.place_type(place), self.tree.place_span(place));
        match self.tree[place] {
            Place::Temporary(value) | Place::Assigned(value) => value,
            Place::Conditional(condition, accept, reject) => {
                let [accept, reject] = [accept, reject].map(|it| self.discarded_node(Node::Place(it)));
                self.expr(Expr::Conditional(condition, accept, reject), ty, span)
            }
            Place::Local(_)
            | Place::Global(_)
            | Place::Deref(_)
            | Place::Member(..)
            | Place::Element(..)
            | Place::Components(..)
            | Place::Call(_)
            | Place::As(_) => self.expr(Expr::Load(place), ty, span),
        }
    }

    /// The object that an expression is, or a new one with its value.
    pub(super) fn place_of(&mut self, id: ast::ExprId) -> PlaceId {
        let node = self.node(id);
        self.placed(node)
    }

    fn node_here(&mut self, id: ast::ExprId) -> Node {
        let (meaning, span) = (self.meaning(id), self.span(id));
        if let Some(value) = self.known(id, meaning) {
            return Node::Value(self.known_value(id, value));
        }
        let expr = self.ast()[id];
        // A chain of operators has its own loop, overloaded operators included.
        if let ast::Expr::Binary(..) = expr {
            return self.chain(id);
        }
        if let Some(value) = self.assigned_property_value(id) {
            return value;
        }
        if let Some(instance) = self.module.overloaded(self.body, id) {
            return self.operator_call(id, instance, None);
        }
        match expr {
            ast::Expr::Literal(Literal::Nullptr) => Node::Value(self.zero(meaning.ty, span)),
            ast::Expr::Error | ast::Expr::Literal(_) => self.nothing(Unsupported::Literal, meaning.ty, span),
            ast::Expr::Name(name) => self.name(name, meaning, span),
            ast::Expr::Call(callee, arguments) => self.call(id, callee, &self.ast()[arguments]),
            ast::Expr::Construct(_, arguments) => {
                Node::Value(self.construct(id, meaning.ty, &self.ast()[arguments]))
            }
            ast::Expr::ConstructBraces(_, list) => Node::Value(self.braces(list, meaning.ty)),
            ast::Expr::Braces(_) => Node::Value(self.braces(id, meaning.ty)),
            ast::Expr::Member(base, member) => self.member(id, base, member),
            ast::Expr::Arrow(base, member) => self.arrow(id, base, member),
            ast::Expr::Index(base, index) => self.index(id, base, index),
            ast::Expr::Unary(operator, operand) => self.unary(id, operator, operand),
            ast::Expr::Postfix(operator, operand) => {
                let is_up = operator == PostfixOperator::Increment;
                Node::Value(self.step(id, operand, is_up, false))
            }
            ast::Expr::Binary(..) => self.chain(id),
            ast::Expr::Assign(operator, left, right) => Node::Value(self.assign(id, operator, left, right)),
            ast::Expr::Conditional(condition, accept, reject) => {
                self.conditional(id, condition, accept, reject)
            }
            ast::Expr::Cast(kind, _, operand) => self.cast(id, kind, operand),
            ast::Expr::SizeOfType(_) | ast::Expr::SizeOf(_) | ast::Expr::AlignOf(_) => {
                self.nothing(Unsupported::Size, meaning.ty, span)
            }
            ast::Expr::Paren(inner) => self.used_node(inner),
            ast::Expr::Lambda(_) => match self.body.aggregate(id) {
                Some(aggregate) => Node::Value(self.aggregate(aggregate, span)),
                None => self.nothing(Unsupported::Initializer, meaning.ty, span),
            },
            ast::Expr::This => match self.object_around(span) {
                Some(place) => Node::Value(self.expr(Expr::AddressOf(place), meaning.ty, span)),
                None => self.nothing(Unsupported::Name, meaning.ty, span),
            },
        }
    }

    /// An expression that has no counterpart.
    pub(super) fn nothing(&mut self, what: Unsupported, ty: TypeId, span: Span) -> Node {
        Node::Value(self.unsupported(what, ty, span))
    }

    /// The value of an expression that is a known scalar and has no effects.
    pub(super) fn known(&self, id: ast::ExprId, meaning: ExprMeaning) -> Option<Value> {
        use ast::UnaryOperator::{Decrement, Increment};
        let has_effect =
            matches!(self.ast()[id], ast::Expr::Assign(..) | ast::Expr::Unary(Increment | Decrement, _));
        let is_scalar = matches!(self.value_type(meaning.ty), Some(ValueType::Scalar(_)));
        meaning.value.filter(|_| is_scalar && !has_effect)
    }

    /// A known scalar, with its name if a variable holds it.
    fn known_value(&mut self, id: ast::ExprId, value: Value) -> ExprId {
        let (meaning, span) = (self.meaning(id), self.span(id));
        if let (Type::LibraryEnumeration(enumeration), Value::Integer(number)) =
            (self.kind(meaning.ty), value)
            && let Some(enumerator) =
                usize::try_from(number).ok().and_then(|it| enumeration.enumerators().get(it))
        {
            return self.expr(Expr::Enumerator(enumerator), meaning.ty, span);
        }
        let constant = self.constant(value);
        let is_name = matches!(self.ast()[id], ast::Expr::Name(_));
        let expr = match meaning.variable.filter(|_| is_name) {
            Some(variable) => Expr::ConstantName(self.variable(variable, meaning.ty, span), constant),
            None => Expr::Constant(constant),
        };
        self.expr(expr, meaning.ty, span)
    }

    /// A variable of the function or of the program.
    pub(super) fn variable(&mut self, id: ast::VariableId, ty: TypeId, span: Span) -> PlaceId {
        let place = match self.locals.get(&id) {
            Some(local) => Place::Local(*local),
            None => Place::Global(self.module.extern_definitions.get(&id).copied().unwrap_or(id)),
        };
        self.place(place, ty, span)
    }

    /// The object of a member function.
    pub(super) fn this_place(&mut self, span: Span) -> Option<PlaceId> {
        let (local, ty) = self.this?;
        Some(self.place(Place::Local(local), ty, span))
    }

    /// The object that `this` points to: in the function of a lambda expression, the captured one.
    pub(super) fn object_around(&mut self, span: Span) -> Option<PlaceId> {
        let (_, ty) = self.this?;
        let object = self.this_place(span)?;
        let captured = self.module.names.find(CAPTURED_THIS).and_then(|name| self.member_path(ty, name));
        let Some(path) = captured else { return Some(object) };
        let place = self.member_place(object, &path, span);
        let pointer = self.loaded(Node::Place(place));
        let Type::Pointer(around) = self.kind(self.tree.expr_type(pointer)) else { return Some(object) };
        Some(self.pointee(pointer, around.ty, span))
    }

    /// A name: of a variable, of a member of the object of a member function, or of an enumerator of the library.
    fn name(&mut self, id: NameId, meaning: ExprMeaning, span: Span) -> Node {
        let name = self.ast()[id];
        if let Some(variable) = meaning.variable {
            // A member of an object without a name.
            if let Some(owner) = meaning.owner.filter(|_| self.ast()[variable].name.is_none())
                && let Some(path) = self.member_path(owner, name.name)
            {
                let object = self.variable(variable, owner, span);
                return Node::Place(self.member_place(object, &path, span));
            }
            return Node::Place(self.variable(variable, meaning.ty, span));
        }
        if let Some(owner) = meaning.owner
            && let Some(object) = self.object_around(span)
            && let Some(path) = self.member_path(owner, name.name)
        {
            let object = self.base_place(object, owner);
            return Node::Place(self.member_place(object, &path, span));
        }
        if let Some((_, ty)) = self.this.filter(|_| name.path.is_empty())
            && let Some(path) = self.member_path(ty, name.name)
            && let Some(object) = self.this_place(span)
        {
            return Node::Place(self.member_place(object, &path, span));
        }
        // The name of the structure in the initializer of a constructor that delegates.
        if let Some((_, ty)) = self.this.filter(|(_, ty)| meaning.is_place && meaning.ty == *ty)
            && let Some(object) = self.this_place(span)
        {
            debug_assert_eq!(self.tree.place_type(object), ty, "the object is the whole object");
            return Node::Place(object);
        }
        let text = self.module.names.text(name.name);
        if let Type::LibraryEnumeration(enumeration) = self.kind(meaning.ty)
            && let Some(enumerator) = enumeration.enumerator(text)
        {
            return Node::Value(self.expr(Expr::Enumerator(enumerator), meaning.ty, span));
        }
        self.nothing(Unsupported::Name, meaning.ty, span)
    }

    fn cast(&mut self, id: ast::ExprId, kind: CastKind, operand: ast::ExprId) -> Node {
        let (meaning, span) = (self.meaning(id), self.span(id));
        if meaning.is_place {
            return Node::Place(self.cast_place(operand, meaning.ty, span));
        }
        if kind == CastKind::Bits {
            let value = self.used(operand);
            return Node::Value(self.expr(Expr::Bits(value), meaning.ty, span));
        }
        if meaning.ty == TypeId::VOID {
            let value = self.value(operand);
            return Node::Value(self.expr(Expr::Convert(value), meaning.ty, span));
        }
        if let Type::Structure(_) = self.kind(meaning.ty) {
            return Node::Value(self.construct(id, meaning.ty, &[operand]));
        }
        let node = self.used_node(operand);
        if let (Type::Pointer(from), Type::Pointer(to)) =
            (self.kind(self.meaning(operand).ty), self.kind(meaning.ty))
        {
            if self.is_moved_by_cast(from.ty, to.ty) && kind != CastKind::Reinterpret {
                return self.nothing(Unsupported::Operation, meaning.ty, span);
            }
            if kind == CastKind::Reinterpret {
                let value = self.loaded(node);
                return Node::Value(self.expr(Expr::Convert(value), meaning.ty, span));
            }
        }
        Node::Value(self.convert(node, meaning.ty, span))
    }

    /// Returns true if a cast from a base to a derived structure leads to a different address. No node of the tree subtracts an offset.
    fn is_moved_by_cast(&self, base: TypeId, derived: TypeId) -> bool {
        let types = &self.module.types;
        let BasePath::One(path) = types.base_path(derived, base) else { return false };
        let (mut present, mut is_moved) = (derived, false);
        for (index, ty) in path {
            let number = types.structure_number(present);
            is_moved |= number.and_then(|number| types.offset(number, index as usize)) != Some(0);
            present = ty;
        }
        is_moved
    }

    /// A cast to a reference: the object itself, or the object as one of a different type.
    fn cast_place(&mut self, operand: ast::ExprId, ty: TypeId, span: Span) -> PlaceId {
        let node = self.used_node(operand);
        let place = self.placed(node);
        let place = self.base_place(place, ty);
        if self.tree.place_type(place) == ty {
            return place;
        }
        if self.is_moved_by_cast(self.tree.place_type(place), ty) {
            let value = self.unsupported(Unsupported::Operation, ty, span);
            return self.place(Place::Temporary(value), ty, span);
        }
        self.place(Place::As(place), ty, span)
    }

    fn conditional(
        &mut self,
        id: ast::ExprId,
        condition: ast::ExprId,
        accept: ast::ExprId,
        reject: ast::ExprId,
    ) -> Node {
        let (meaning, span) = (self.meaning(id), self.span(id));
        let condition = self.used(condition);
        if meaning.is_place {
            let (one, other) = (self.node(accept), self.node(reject));
            if let (Node::Place(one), Node::Place(other)) = (one, other) {
                return Node::Place(self.place(Place::Conditional(condition, one, other), meaning.ty, span));
            }
            let [accept, reject] = [one, other].map(|node| self.loaded(node));
            return Node::Value(self.expr(Expr::Conditional(condition, accept, reject), meaning.ty, span));
        }
        let is_void = meaning.ty == TypeId::VOID;
        let [accept, reject] = [accept, reject]
            .map(|value| if is_void { self.value(value) } else { self.value_as(value, meaning.ty) });
        Node::Value(self.expr(Expr::Conditional(condition, accept, reject), meaning.ty, span))
    }
}
