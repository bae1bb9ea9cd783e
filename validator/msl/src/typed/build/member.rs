//! Members, components and elements. Sections 2.2.1 and 3.1

use super::{Builder, Node};
use crate::amp::component;
use crate::meaning::{Callee, is_plain_object};
use crate::typed::tree::{Argument, Components, Expr, Place, PlaceId, Unsupported};
use crate::types::{BasePath, Type, TypeId};
use cxx_validator::ast::{self, VariableId};
use cxx_validator::names::Symbol;
use msl_spec::ValueType;
use shader_source::Span;

/// The indices of members, each of a structure in the one before, with their types.
type Path = Vec<(u32, TypeId)>;

impl Builder<'_> {
    /// The way to a member of a structure: through structures without names if it is one of theirs.
    pub(super) fn member_path(&self, ty: TypeId, name: Symbol) -> Option<Path> {
        self.module.types.member_path(self.module.types.structure_number(ty)?, name)
    }

    /// The member of an object at the end of a path.
    pub(super) fn member_place(&mut self, object: PlaceId, path: &[(u32, TypeId)], span: Span) -> PlaceId {
        let mut place = object;
        for (index, ty) in path {
            place = self.place(Place::Member(place, *index), *ty, span);
            if let Type::Reference(object) = self.kind(*ty) {
                let pointer = self.expr(Expr::Load(place), *ty, span);
                place = self.place(Place::Deref(pointer), object.ty, span);
            }
        }
        place
    }

    pub(super) fn member(&mut self, id: ast::ExprId, base: ast::ExprId, member: Symbol) -> Node {
        if let Some(variable) = self.meaning(id).variable {
            return self.static_member(id, base, variable);
        }
        let node = self.node(base);
        // A property of C++ AMP's library is a call without arguments.
        if let Some(Callee::Function(getter)) = self.body.callee(id) {
            let object = self.object_argument(*getter, node);
            return self.call_with(*getter, &[object], self.span(id));
        }
        let ty = self.meaning(base).ty;
        match self.value_type(ty) {
            // The only member of a matrix is `columns`, which is the matrix itself.
            Some(ValueType::Matrix(..)) => node,
            Some(ValueType::Scalar(_) | ValueType::Vector(..) | ValueType::PackedVector(..)) => {
                self.components(id, base, node, Components::new(self.module.components(member)))
            }
            None => {
                let object = self.placed(node);
                self.member_of(id, object, ty, member)
            }
        }
    }

    /// An assignment to a property of C++ AMP's library, which is the call of a function; `None` for other expressions.
    pub(super) fn assigned_property(&mut self, id: ast::ExprId) -> Option<Node> {
        let ast::Expr::Assign(operator, left, right) = self.ast()[id] else { return None };
        let ast::Expr::Member(base, _) = self.ast()[left] else { return None };
        let Some(Callee::Function(_)) = self.body.callee(left) else { return None };
        let (ty, span) = (self.meaning(id).ty, self.span(id));
        let setter = match (operator, self.body.callee(id)) {
            (None, Some(Callee::Function(setter))) => Some(*setter),
            (None, _) => None,
            // The object is evaluated twice.
            (Some(_), _) if !is_plain_object(self.ast(), left) => None,
            (Some(_), _) => self.body.setters.get(&id).copied(),
        };
        let Some(setter) = setter else { return Some(self.nothing(Unsupported::Operation, ty, span)) };
        let object = self.node(base);
        let mut arguments = vec![self.object_argument(setter, object)];
        match operator {
            None => self.pass(setter, &[right], &mut arguments, span),
            Some(operator) => {
                let value = self.changed_property(id, operator, left, right);
                arguments.push(Argument::Value(self.convert(value, self.meaning(left).ty, span)));
            }
        }
        Some(self.call_with(setter, &arguments, span))
    }

    /// The value of an assignment to a property: the property after it. `None` for other expressions.
    pub(super) fn assigned_property_value(&mut self, id: ast::ExprId) -> Option<Node> {
        let assignment = self.assigned_property(id)?;
        let (ast::Expr::Assign(_, left, _), Node::Value(assignment)) = (self.ast()[id], assignment) else {
            return Some(assignment);
        };
        let (ty, span) = (self.meaning(left).ty, self.span(id));
        // The object is evaluated twice.
        if !is_plain_object(self.ast(), left) {
            return Some(self.nothing(Unsupported::Operation, ty, span));
        }
        let value = self.used(left);
        let list = self.tree.expr_lists(&[assignment, value]);
        Some(Node::Value(self.expr(Expr::Comma(list), ty, span)))
    }

    /// The new value of a property that `+=` or the like changes.
    fn changed_property(
        &mut self,
        id: ast::ExprId,
        operator: ast::BinaryOperator,
        left: ast::ExprId,
        right: ast::ExprId,
    ) -> Node {
        if let Some(Callee::Function(function)) = self.body.callee(id) {
            let function = *function;
            let value = self.node(left);
            return self.operator_call(id, function, Some(value));
        }
        let ty = self.meaning(left).used_type();
        let (left, right) = (self.used(left), self.used(right));
        Node::Value(self.expr(Expr::Binary(operator, left, right), ty, self.span(id)))
    }

    /// A static variable of an object's structure. The object is evaluated for its effects.
    fn static_member(&mut self, id: ast::ExprId, base: ast::ExprId, variable: VariableId) -> Node {
        let (ty, span) = (self.meaning(id).ty, self.span(id));
        let place = self.variable(variable, ty, span);
        if is_plain_object(self.ast(), id) {
            return Node::Place(place);
        }
        let object = self.value(base);
        let value = self.loaded(Node::Place(place));
        let list = self.tree.expr_lists(&[object, value]);
        Node::Value(self.expr(Expr::Comma(list), ty, span))
    }

    pub(super) fn arrow(&mut self, id: ast::ExprId, base: ast::ExprId, member: Symbol) -> Node {
        if let Some(variable) = self.meaning(id).variable {
            return self.static_member(id, base, variable);
        }
        let pointer = self.before_arrow(id, base);
        let Type::Pointer(object) = self.kind(self.tree.expr_type(pointer)) else {
            return self.nothing(Unsupported::Operation, self.meaning(id).ty, self.span(id));
        };
        let place = self.pointee(pointer, object.ty, self.span(base));
        if let Some(Callee::Function(getter)) = self.body.callee(id) {
            let object = self.object_argument(*getter, Node::Place(place));
            return self.call_with(*getter, &[object], self.span(id));
        }
        match self.value_type(object.ty) {
            Some(ValueType::Matrix(..)) => Node::Place(place),
            Some(_) => {
                self.components(id, base, Node::Place(place), Components::new(self.module.components(member)))
            }
            None => self.member_of(id, place, object.ty, member),
        }
    }

    fn member_of(&mut self, id: ast::ExprId, object: PlaceId, ty: TypeId, member: Symbol) -> Node {
        let span = self.span(id);
        // A base that is written before the name, or that declares it.
        let (object, ty) = match self.meaning(id).owner {
            Some(owner) => (self.base_place(object, owner), owner),
            None => (object, ty),
        };
        let names = &self.module.names;
        let component = component(names.text(member)).and_then(|name| names.find(name));
        let path = self.member_path(ty, member);
        match path.or_else(|| self.member_path(ty, component?)) {
            Some(path) => Node::Place(self.member_place(object, &path, span)),
            None => self.nothing(Unsupported::Name, self.meaning(id).ty, span),
        }
    }

    /// The part of an object that a base is; the object itself if it is of the type.
    pub(super) fn base_place(&mut self, object: PlaceId, base: TypeId) -> PlaceId {
        let (ty, span) = (self.tree.place_type(object), self.tree.place_span(object));
        match self.module.types.base_path(ty, base) {
            BasePath::One(path) => self.member_place(object, &path, span),
            BasePath::None | BasePath::Several => object,
        }
    }

    /// Components of a vector. Components of components are components of the vector itself.
    fn components(&mut self, id: ast::ExprId, base: ast::ExprId, node: Node, components: Components) -> Node {
        let (ty, span) = (self.meaning(id).ty, self.span(id));
        let vector = match node {
            Node::Value(value) if !self.meaning(base).is_place => {
                return Node::Value(self.expr(Expr::Swizzle(value, components), ty, span));
            }
            Node::Value(_) | Node::Place(_) => self.placed(node),
        };
        let (mut whole, mut own) = (vector, components);
        if let Place::Components(base, inner) = self.tree[vector] {
            (whole, own) = (base, components.of(inner));
        }
        Node::Place(self.place(Place::Components(whole, own), ty, span))
    }

    pub(super) fn index(&mut self, id: ast::ExprId, base: ast::ExprId, index: ast::ExprId) -> Node {
        let (ty, span) = (self.meaning(id).ty, self.span(id));
        let (mut base, mut index) = (base, index);
        let mut base_ty = self.meaning(base).used_type();
        // `1[p]` is `p[1]`. C++14 (expr.sub) 1
        if let Some(ValueType::Scalar(_)) = self.value_type(base_ty) {
            (base, index) = (index, base);
            base_ty = self.meaning(base).used_type();
        }
        if let Type::Pointer(_) = self.kind(base_ty) {
            let pointer = self.used(base);
            let index = self.used(index);
            let offset = Expr::Offset { pointer, index, is_back: false };
            let element = self.expr(offset, base_ty, span);
            return Node::Place(self.place(Place::Deref(element), ty, span));
        }
        let base = self.used_node(base);
        let whole = self.placed(base);
        let index = self.used(index);
        Node::Place(self.place(Place::Element(whole, index), ty, span))
    }
}
