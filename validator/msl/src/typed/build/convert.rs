//! Conversions: implicit ones, which the checker has noted, and conversions of values to the types that use them. C++14 (conv), (class.conv)

use super::{Builder, Node};
use crate::meaning::{Callee, Value};
use crate::typed::tree::{Argument, Components, Expr, ExprId, Place, PlaceId, Unsupported};
use crate::types::{BasePath, Type, TypeId};
use cxx_validator::ast::{self, VariableId};
use msl_spec::ValueType;
use shader_source::Span;

impl Builder<'_> {
    /// An expression after its conversion.
    pub(super) fn used_node(&mut self, id: ast::ExprId) -> Node {
        let node = self.node(id);
        self.converted(id, node)
    }

    /// The value of an expression after its conversion.
    pub(super) fn used(&mut self, id: ast::ExprId) -> ExprId {
        let node = self.used_node(id);
        self.loaded(node)
    }

    /// An expression that was built, after its conversion.
    pub(super) fn converted(&mut self, id: ast::ExprId, node: Node) -> Node {
        let meaning = self.meaning(id);
        let Some(to) = meaning.converted else { return node };
        match meaning.conversion {
            Some(callee) => {
                self.converted_by(self.body.callees.get(callee as usize), node, to, self.span(id))
            }
            None => Node::Value(self.convert(node, to, self.span(id))),
        }
    }

    /// The value of an expression or braced list, in a type.
    pub(super) fn value_as(&mut self, id: ast::ExprId, ty: TypeId) -> ExprId {
        if let ast::Expr::Braces(_) = self.ast()[id] {
            return match self.kind(ty) {
                Type::Reference(object) => self.braces(id, object.ty),
                _ => self.braces(id, ty),
            };
        }
        let node = self.used_node(id);
        self.convert(node, ty, self.span(id))
    }

    /// The object that a reference to a type refers to: the object that an expression is, or a new one with its value.
    pub(super) fn referent(&mut self, id: ast::ExprId, ty: TypeId) -> PlaceId {
        let meaning = self.meaning(id);
        let is_list = matches!(self.ast()[id], ast::Expr::Braces(_));
        if meaning.is_place && meaning.converted.is_none() && !is_list {
            let place = self.place_of(id);
            // Several components have no address.
            if let Place::Components(_, components) = self.tree[place]
                && components.single().is_none()
            {
                let value = self.loaded(Node::Place(place));
                return self.place(Place::Temporary(value), ty, self.span(id));
            }
            return self.base_place(place, ty);
        }
        // The base of a new object is a part of it. C++14 (dcl.init.ref) 5
        if !is_list && meaning.conversion.is_none() && self.module.types.is_derived_from(meaning.ty, ty) {
            let object = self.place_of(id);
            return self.base_place(object, ty);
        }
        let value = self.value_as(id, ty);
        self.place(Place::Temporary(value), ty, self.span(id))
    }

    /// A value in a type, by the conversions of the language.
    pub(super) fn convert(&mut self, node: Node, to: TypeId, span: Span) -> ExprId {
        let from = match node {
            Node::Value(value) => self.tree.expr_type(value),
            Node::Place(place) => self.tree.place_type(place),
        };
        match (self.kind(from), self.kind(to)) {
            _ if from == to => self.loaded(node),
            (_, Type::Reference(object)) => self.convert(node, object.ty, span),
            (Type::Null, Type::Value(_)) => self.zero(to, span),
            (Type::Array(element, _), Type::Pointer(object)) => {
                let place = self.placed(node);
                if let BasePath::One(_) = self.module.types.base_path(element, object.ty)
                    && element != object.ty
                {
                    let ty = self.tree.place_type(place);
                    let first = self.first_element(place, ty, span);
                    let base = self.base_place(first, object.ty);
                    return self.expr(Expr::AddressOf(base), to, span);
                }
                self.expr(Expr::FirstElement(place), to, span)
            }
            (Type::Pointer(one), Type::Pointer(other))
                if self.module.types.is_derived_from(one.ty, other.ty) =>
            {
                let pointer = self.loaded(node);
                let object = self.pointee(pointer, one.ty, span);
                let base = self.base_place(object, other.ty);
                self.expr(Expr::AddressOf(base), to, span)
            }
            (Type::Structure(_), Type::Structure(_)) if self.module.types.is_derived_from(from, to) => {
                let object = self.placed(node);
                let base = self.base_place(object, to);
                self.loaded(Node::Place(base))
            }
            (
                Type::Value(ValueType::Vector(scalar, more) | ValueType::PackedVector(scalar, more)),
                Type::Value(ValueType::Vector(same, fewer)),
            ) if scalar == same && fewer.count() < more.count() => {
                let value = self.loaded(node);
                let first = Components::new(0..fewer.count() as usize);
                self.expr(Expr::Swizzle(value, first), to, span)
            }
            // Without a function that converts it: the program has a mistake, or the function is not known.
            (Type::Structure(_), _) => self.unsupported(Unsupported::Conversion, to, span),
            _ => {
                let value = self.loaded(node);
                self.expr(Expr::Convert(value), to, span)
            }
        }
    }

    /// The first element of an array.
    fn first_element(&mut self, array: PlaceId, ty: TypeId, span: Span) -> PlaceId {
        let element = self.module.types.element(ty).map_or(TypeId::ERROR, |(element, _)| element);
        let zero = self.constant(Value::Integer(0));
        let index = self.expr(Expr::Constant(zero), TypeId::INT, span);
        self.place(Place::Element(array, index), element, span)
    }

    /// A value that a function of the program converts: a constructor of the new type, or a conversion function of the old one.
    fn converted_by(&mut self, callee: Option<&Callee>, node: Node, to: TypeId, span: Span) -> Node {
        let Some(number) = callee.and_then(|callee| self.instance_of(callee)) else {
            return self.nothing(Unsupported::Conversion, to, span);
        };
        let instance = &self.module.instances[number];
        if self.ast()[instance.function].is_conversion {
            let object = self.object_argument(number, node);
            let result = self.call_with(number, &[object], span);
            return Node::Value(self.convert(result, to, span));
        }
        let Some(parameter) = instance.parameters.first() else {
            return self.nothing(Unsupported::Conversion, to, span);
        };
        let argument = match (self.kind(*parameter), node) {
            (Type::Reference(object), Node::Place(place))
                if self.module.types.base_path(self.tree.place_type(place), object.ty) != BasePath::None =>
            {
                Argument::Place(self.base_place(place, object.ty))
            }
            (Type::Reference(object), _) => {
                let value = self.convert(node, object.ty, span);
                Argument::Place(self.place(Place::Temporary(value), object.ty, span))
            }
            _ => Argument::Value(self.convert(node, *parameter, span)),
        };
        let mut arguments = vec![argument];
        self.add_defaults(number, &mut arguments, 1, span);
        Node::Value(self.object(number, &arguments, to, span))
    }

    /// The argument for a parameter of a type.
    pub(super) fn argument(&mut self, id: ast::ExprId, ty: TypeId) -> Argument {
        match self.kind(ty) {
            Type::Reference(object) => Argument::Place(self.referent(id, object.ty)),
            _ => Argument::Value(self.value_as(id, ty)),
        }
    }

    /// Adds the arguments of the parameters from this one on, which a call leaves out.
    pub(super) fn add_defaults(
        &mut self,
        number: usize,
        arguments: &mut Vec<Argument>,
        from: usize,
        span: Span,
    ) {
        let instance = &self.module.instances[number];
        let parameters = &self.ast()[self.ast()[instance.function].parameters];
        for (index, (parameter, ty)) in parameters.iter().zip(&instance.parameters).enumerate().skip(from) {
            arguments.push(self.default_argument((number, index), *parameter, *ty, span));
        }
    }

    /// A default argument, which is an expression of the function that is called. It is built once.
    fn default_argument(
        &mut self,
        key: (usize, usize),
        parameter: VariableId,
        ty: TypeId,
        span: Span,
    ) -> Argument {
        let own = self.ast()[parameter].initializer.map(|own| (own, &self.module.instances[key.0].body));
        let inherited = self.module.inherited_defaults.get(&key);
        let Some((default, body)) = own.or(inherited.map(|other| (other.value, &other.body))) else {
            // The number that distinguishes `x++` from `++x` is zero.
            return Argument::Value(self.zero(ty, span));
        };
        if let Some(known) = self.defaults.get(&key) {
            return *known;
        }
        let outer = core::mem::replace(&mut self.body, body);
        let argument = self.argument(default, ty);
        self.body = outer;
        self.defaults.insert(key, argument);
        argument
    }
}
