//! The syntax tree with its meaning to a typed tree.

mod call;
mod construct;
mod convert;
mod copy;
mod expression;
mod member;
mod operator;
mod output;
mod statement;
mod virtual_call;

use super::tree::{Argument, ConstantId, Expr, ExprId, Local, LocalId, Place, PlaceId, Tree, Unsupported};
use super::{Function, Initializer};
use crate::meaning::{Body, ExprMeaning, Meanings, Value};
use crate::types::{Object, Type, TypeId};
use cxx_validator::ast::{self, Ast, VariableId};
use msl_spec::{AddressSpace, ValueType};
use rustc_hash::{FxHashMap, FxHashSet};
use shader_source::{Span, steps};

/// How deep expressions and statements may be built inside of each other: default arguments are expressions of other functions, so that the
/// limit of the parser does not bound them. Each level takes at most 4 KiB of stack without optimisation, so that building fits 1 MiB.
const MOST_LEVELS: u32 = 240;

/// An expression that was built: an object, or a value.
#[derive(Clone, Copy, Debug)]
pub(super) enum Node {
    Value(ExprId),
    Place(PlaceId),
}

/// The tree of a function or initializer that is being built.
pub(super) struct Builder<'a> {
    module: Meanings<'a>,
    /// The meaning of the present expressions: the expressions of a default argument belong to the function that is called.
    body: &'a Body,
    tree: Tree,
    /// Whether it is the function of the library through which the host of a program in C++ AMP calls a kernel.
    is_launch: bool,
    /// The object of a member function, and its type.
    this: Option<(LocalId, TypeId)>,
    locals: FxHashMap<VariableId, LocalId>,
    /// The default arguments that were built, by the function and the parameter.
    defaults: FxHashMap<(usize, usize), Argument>,
    /// The values that objects begin with where the program says none, by type; none for objects that begin with no value.
    initial_values: FxHashMap<TypeId, Option<ExprId>>,
    /// The structures whose initializers of members name other members, which needs an object.
    in_place: FxHashSet<TypeId>,
    depth: u32,
}

impl<'a> Builder<'a> {
    pub(super) fn new(module: Meanings<'a>, body: &'a Body) -> Self {
        Self {
            module,
            body,
            tree: Tree::default(),
            is_launch: false,
            this: None,
            locals: FxHashMap::default(),
            defaults: FxHashMap::default(),
            initial_values: FxHashMap::default(),
            in_place: FxHashSet::default(),
            depth: 0,
        }
    }

    pub(super) fn function(mut self, number: usize) -> Function {
        let instance = &self.module.instances[number];
        let function = self.ast()[instance.function];
        self.is_launch = self.module.names.text(function.name) == amp_spec::LAUNCH;
        let this = instance.this.map(|object| {
            let local = self.local(Local {
                name: None,
                object,
                is_reference: true,
                is_static: false,
                span: function.name_span,
            });
            self.this = Some((local, object.ty));
            local
        });
        let parameters = self.ast()[function.parameters].iter().zip(&instance.parameters);
        let parameters = parameters.map(|(parameter, ty)| self.parameter(*parameter, *ty)).collect();
        let mut statements = Vec::new();
        if instance.this.is_some() && function.result.is_none() {
            self.begin_members(function.initializers, function.name_span, &mut statements);
        }
        if let Some(body) = function.body {
            self.function_body(number, body, &mut statements);
        }
        let body = self.tree.stmt_lists(&statements);
        Function { this, parameters, result: instance.result, body, tree: self.tree }
    }

    fn parameter(&mut self, id: VariableId, ty: TypeId) -> LocalId {
        let variable = self.ast()[id];
        let value =
            Object { ty, space: AddressSpace::Thread, is_const: false, is_volatile: false, is_rvalue: false };
        let (object, is_reference) =
            if let Type::Reference(object) = self.kind(ty) { (object, true) } else { (value, false) };
        let local =
            Local { name: variable.name, object, is_reference, is_static: false, span: variable.name_span };
        self.named_local(id, local)
    }

    pub(super) fn initializer(mut self, id: VariableId, ty: TypeId) -> Option<Initializer> {
        let variable = self.ast()[id];
        let value = self.initial_value(&variable, ty)?;
        Some(Initializer { this: None, value, tree: self.tree })
    }

    pub(super) fn expression(mut self, id: ast::ExprId, this: Option<Object>) -> Initializer {
        let this = this.map(|object| {
            let local = self.local(Local {
                name: None,
                object,
                is_reference: true,
                is_static: false,
                span: self.span(id),
            });
            self.this = Some((local, object.ty));
            local
        });
        let value = self.used(id);
        Initializer { this, value, tree: self.tree }
    }

    fn ast(&self) -> &'a Ast {
        self.module.ast
    }

    fn meaning(&self, id: ast::ExprId) -> ExprMeaning {
        self.body.meaning(id)
    }

    fn span(&self, id: ast::ExprId) -> Span {
        self.ast().expr_span(id)
    }

    fn kind(&self, ty: TypeId) -> Type {
        self.module.types.get(ty)
    }

    /// The scalar, vector or matrix of a type; the underlying type of an enumeration or `uniform<T>`.
    fn value_type(&self, ty: TypeId) -> Option<ValueType> {
        match self.kind(ty) {
            Type::Value(value) => Some(value),
            Type::Uniform(inner) => self.value_type(inner),
            Type::Enumeration(..) | Type::LibraryEnumeration(_) => {
                self.module.types.underlying(ty).map(ValueType::Scalar)
            }
            _ => None,
        }
    }

    /// Does something one level deeper; `None` if that is too deep.
    fn deeper<T>(&mut self, work: impl FnOnce(&mut Self) -> T) -> Option<T> {
        steps::take(1);
        if self.depth >= MOST_LEVELS {
            return None;
        }
        self.depth += 1;
        let result = work(self);
        self.depth -= 1;
        Some(result)
    }
}

/// Nodes.
impl Builder<'_> {
    fn expr(&mut self, expr: Expr, ty: TypeId, span: Span) -> ExprId {
        steps::take(1);
        let id = ExprId::from_index(self.tree.exprs.len());
        self.tree.exprs.push(expr);
        self.tree.expr_types.push(ty);
        self.tree.expr_spans.push(span);
        id
    }

    fn place(&mut self, place: Place, ty: TypeId, span: Span) -> PlaceId {
        steps::take(1);
        let id = PlaceId::from_index(self.tree.places.len());
        self.tree.places.push(place);
        self.tree.place_types.push(ty);
        self.tree.place_spans.push(span);
        id
    }

    fn local(&mut self, local: Local) -> LocalId {
        let id = LocalId::from_index(self.tree.locals.len());
        self.tree.locals.push(local);
        id
    }

    fn named_local(&mut self, variable: VariableId, local: Local) -> LocalId {
        let id = self.local(local);
        self.locals.insert(variable, id);
        id
    }

    fn constant(&mut self, value: Value) -> ConstantId {
        let id = ConstantId::from_index(self.tree.constants.len());
        self.tree.constants.push(value);
        id
    }

    fn unsupported(&mut self, what: Unsupported, ty: TypeId, span: Span) -> ExprId {
        self.expr(Expr::Unsupported(what), ty, span)
    }

    fn zero(&mut self, ty: TypeId, span: Span) -> ExprId {
        self.expr(Expr::Zero, ty, span)
    }

    /// The value of an expression that was built.
    fn loaded(&mut self, node: Node) -> ExprId {
        let place = match node {
            Node::Value(value) => return value,
            Node::Place(place) => place,
        };
        let (ty, span) = (self.tree.place_type(place), self.tree.place_span(place));
        let is_new = matches!(self.tree[place], Place::Temporary(_));
        if !is_new && let Some(copy) = self.copied(place) {
            return copy;
        }
        match self.tree[place] {
            Place::Temporary(value) | Place::Assigned(value) => value,
            // One of two values is easier to choose than one of two objects.
            Place::Conditional(condition, accept, reject) => {
                let [accept, reject] = [accept, reject].map(|place| self.loaded(Node::Place(place)));
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

    /// The place of an expression that was built: the object that it is, or a new one with its value.
    fn placed(&mut self, node: Node) -> PlaceId {
        let value = match node {
            Node::Place(place) => return place,
            Node::Value(value) => value,
        };
        let expr = self.tree[value];
        if let Expr::ConstantName(place, _) = expr {
            return place;
        }
        // `(a, b) = c`: the object is `b`, and a copy of it would take the write away. No place of the tree has effects before it.
        if let Expr::Comma(list) = expr
            && let Some(Expr::Load(_)) = self.tree[list].last().map(|last| self.tree[*last])
        {
            let (ty, span) = (self.tree.expr_type(value), self.tree.expr_span(value));
            let unsupported = self.unsupported(Unsupported::Operation, ty, span);
            return self.place(Place::Temporary(unsupported), ty, span);
        }
        let is_old_value = matches!(expr, Expr::Step { is_prefix: false, .. });
        let is_object = self.tree.changed(value).is_some() && !is_old_value;
        let place = if is_object { Place::Assigned(value) } else { Place::Temporary(value) };
        self.place(place, self.tree.expr_type(value), self.tree.expr_span(value))
    }

    /// The object that a pointer leads to.
    fn pointee(&mut self, pointer: ExprId, ty: TypeId, span: Span) -> PlaceId {
        if let Expr::AddressOf(place) = self.tree[pointer] {
            return place;
        }
        self.place(Place::Deref(pointer), ty, span)
    }
}
