//! Calls: of functions of the program, also by operators, and of the library. Sections 5 and 6

use super::{Builder, Node};
use crate::meaning::Callee;
use crate::typed::tree::{
    Argument, Call, CallId, Expr, ExprId, ExternalCall, ExternalCallId, LibraryCall, LibraryCallId, Place,
    PlaceId, TextureCall, TextureCallId, Unsupported,
};
use crate::types::{Type, TypeId};
use cxx_validator::ast::{self, FunctionId, List, Literal};
use msl_spec::{Parameter, Pattern};
use shader_source::Span;

impl Builder<'_> {
    /// `callee(arguments)`
    pub(super) fn call(&mut self, id: ast::ExprId, callee: ast::ExprId, arguments: &[ast::ExprId]) -> Node {
        let (ty, span) = (self.meaning(id).ty, self.span(id));
        match self.body.callee(id) {
            Some(Callee::Function(instance)) => self.function_call(id, *instance, callee, arguments),
            Some(Callee::Declared(function)) => match self.module.definition(*function) {
                Some(instance) => self.function_call(id, instance, callee, arguments),
                None => self.external_call(id, *function, arguments),
            },
            Some(Callee::Library { function, signature, variable, variant }) => {
                let (function, signature, variable, variant) = (*function, *signature, *variable, *variant);
                let parameters = function.signatures[signature].parameters;
                let arguments = self.library_arguments(id, parameters, arguments);
                let number = LibraryCallId::from_index(self.tree.library_calls.len());
                let call = LibraryCall { function, signature, variable, variant, arguments };
                self.tree.library_calls.push(call);
                Node::Value(self.expr(Expr::Library(number), ty, span))
            }
            Some(Callee::Texture { function, signature, element }) => {
                let (function, signature, element) = (*function, *signature, *element);
                let Some(texture) = self.library_object(callee) else {
                    return self.nothing(Unsupported::Call, ty, span);
                };
                let parameters = function.signatures[signature].parameters;
                let arguments = self.library_arguments(id, parameters, arguments);
                let number = TextureCallId::from_index(self.tree.texture_calls.len());
                self.tree.texture_calls.push(TextureCall {
                    texture,
                    function,
                    signature,
                    element,
                    arguments,
                });
                Node::Value(self.expr(Expr::Texture(number), ty, span))
            }
            Some(Callee::Constructor) => Node::Value(self.construct(id, ty, arguments)),
            Some(Callee::LibraryMember(name @ ("all" | "any"))) => {
                let is_all = *name == "all";
                let Some(vote) = self.library_object(callee) else {
                    return self.nothing(Unsupported::Call, ty, span);
                };
                Node::Value(self.expr(Expr::Vote { vote, is_all }, ty, span))
            }
            Some(Callee::Option(option)) => {
                let option = *option;
                let values: Vec<ExprId> = arguments.iter().map(|argument| self.used(*argument)).collect();
                let list = self.tree.expr_lists(&values);
                Node::Value(self.expr(Expr::Option(option, list), ty, span))
            }
            // The size of an array is a known value.
            Some(Callee::ArraySize(_) | Callee::LibraryMember(_)) | None => {
                self.nothing(Unsupported::Call, ty, span)
            }
        }
    }

    /// The function of the program that an expression calls, if it has a body.
    pub(super) fn called(&self, id: ast::ExprId) -> Option<usize> {
        self.instance_of(self.body.callee(id)?)
    }

    /// The instance of a function of the program, which may have its body after the call.
    pub(super) fn instance_of(&self, callee: &Callee) -> Option<usize> {
        match callee {
            Callee::Function(instance) => Some(*instance),
            Callee::Declared(function) => self.module.definition(*function),
            Callee::Library { .. }
            | Callee::Texture { .. }
            | Callee::Constructor
            | Callee::LibraryMember(_)
            | Callee::Option(_)
            | Callee::ArraySize(_) => None,
        }
    }

    /// The call of a function that is only declared. A member function has an object, which is not among the arguments: no such function is
    /// known to anyone who executes programs. Texts, which only messages have, are left out.
    fn external_call(&mut self, id: ast::ExprId, function: FunctionId, arguments: &[ast::ExprId]) -> Node {
        let (ty, span) = (self.meaning(id).ty, self.span(id));
        // A text is not a value that anyone computes with.
        let is_text = |id: &&ast::ExprId| matches!(self.ast()[**id], ast::Expr::Literal(Literal::Text(_)));
        let values: Vec<ast::ExprId> = arguments.iter().filter(|id| !is_text(id)).copied().collect();
        let values: Vec<ExprId> = values.into_iter().map(|argument| self.used(argument)).collect();
        if self.module.names.text(self.ast()[function].name) == "_delete_object"
            && values.iter().any(|pointer| self.leads_to_destructor(*pointer))
        {
            return self.nothing(Unsupported::Destructor, ty, span);
        }
        let arguments = self.tree.expr_lists(&values);
        let call = ExternalCallId::from_index(self.tree.external_calls.len());
        self.tree.external_calls.push(ExternalCall { function, arguments });
        Node::Value(self.expr(Expr::External(call), ty, span))
    }

    /// Returns true for a pointer to an object whose end does something.
    fn leads_to_destructor(&self, pointer: ExprId) -> bool {
        match self.kind(self.tree.expr_type(pointer)) {
            Type::Pointer(object) => self.has_destructor(object.ty),
            _ => false,
        }
    }

    /// The object of a class of the library whose member function is called.
    fn library_object(&mut self, callee: ast::ExprId) -> Option<ExprId> {
        if let ast::Expr::Member(base, _) = self.ast()[callee] {
            return Some(self.used(base));
        }
        let place = self.arrow_object(callee)?;
        Some(self.loaded(Node::Place(place)))
    }

    /// The object before `->`.
    fn arrow_object(&mut self, callee: ast::ExprId) -> Option<PlaceId> {
        let ast::Expr::Arrow(base, _) = self.ast()[callee] else { return None };
        let pointer = self.before_arrow(callee, base);
        let Type::Pointer(object) = self.kind(self.tree.expr_type(pointer)) else { return None };
        Some(self.pointee(pointer, object.ty, self.span(base)))
    }

    /// The pointer before `->`, which the operator of a class may return.
    pub(super) fn before_arrow(&mut self, arrow: ast::ExprId, base: ast::ExprId) -> ExprId {
        match self.body.arrows.get(&arrow).copied() {
            Some(number) => {
                let pointer = self.operator_call(arrow, number, None);
                self.loaded(pointer)
            }
            None => self.used(base),
        }
    }

    /// The arguments of a function of the library, in the order of its parameters.
    fn library_arguments(
        &mut self,
        id: ast::ExprId,
        parameters: &[Parameter],
        given: &[ast::ExprId],
    ) -> List<Argument> {
        let (mut given, mut arguments) = (given.iter(), Vec::with_capacity(given.len()));
        for (index, parameter) in parameters.iter().enumerate() {
            if self.body.is_omitted(id, index) {
                arguments.push(Argument::Omitted);
                continue;
            }
            let Some(argument) = given.next() else { break };
            arguments.push(match parameter.pattern {
                Pattern::Reference(..) | Pattern::SimdgroupMatrixReference => {
                    Argument::Place(self.place_of(*argument))
                }
                Pattern::Void
                | Pattern::Value(_)
                | Pattern::Pointer(..)
                | Pattern::AtomicPointer(_)
                | Pattern::Enumeration(_)
                | Pattern::Sampler
                | Pattern::Texture
                | Pattern::Options(_)
                | Pattern::SimdVote
                | Pattern::QuadVote
                | Pattern::SimdgroupMatrix
                | Pattern::AnySimdgroupMatrix
                | Pattern::Data(_)
                | Pattern::FunctionConstant => Argument::Value(self.used(*argument)),
            });
        }
        self.tree.arguments(&arguments)
    }

    /// The call of a function of the program, which may be a member.
    fn function_call(
        &mut self,
        id: ast::ExprId,
        number: usize,
        callee: ast::ExprId,
        list: &[ast::ExprId],
    ) -> Node {
        let span = self.span(id);
        let object = self.called_object(callee).map(|object| self.own_kernel(number, object));
        if self.may_be_overridden(number, callee, object) {
            return self.nothing(Unsupported::Virtual, self.meaning(id).ty, span);
        }
        let is_member = self.module.instances[number].this.is_some();
        let mut arguments = Vec::with_capacity(list.len() + 1);
        if is_member {
            let object = match object {
                Some(object) => Some(object),
                None => self.object_around(span).map(Node::Place),
            };
            let Some(object) = object else {
                return self.nothing(Unsupported::Call, self.meaning(id).ty, span);
            };
            let object = self.object_argument(number, object);
            arguments.push(object);
        }
        self.pass(number, list, &mut arguments, span);
        let result = self.call_with(number, &arguments, span);
        // A static function takes no object, but what is before the dot has its effects.
        let effect = match object.filter(|_| !is_member) {
            Some(Node::Value(value)) => value,
            Some(Node::Place(place)) if !matches!(self.tree[place], Place::Local(_) | Place::Global(_)) => {
                self.expr(Expr::AddressOf(place), TypeId::ERROR, span)
            }
            Some(Node::Place(_)) | None => return result,
        };
        let value = self.loaded(result);
        let list = self.tree.expr_lists(&[effect, value]);
        Node::Value(self.expr(Expr::Comma(list), self.tree.expr_type(value), span))
    }

    /// The object of a call of a member function, where it is written, or the object that is called.
    fn called_object(&mut self, callee: ast::ExprId) -> Option<Node> {
        if let Type::Structure(_) = self.kind(self.meaning(callee).ty) {
            return Some(self.node(callee));
        }
        if let ast::Expr::Member(base, _) = self.ast()[callee] {
            return Some(self.node(base));
        }
        self.arrow_object(callee).map(Node::Place)
    }

    /// The object whose function is called; a copy of it where a launch calls a kernel whose call operator may change it. The specification asks for
    /// operators that are `const` (C++ AMP 1.2 (7)), but Visual C++ takes others as well, as `mutable` lambda expressions have, and what a thread changes
    /// is its own there.
    fn own_kernel(&mut self, number: usize, object: Node) -> Node {
        let is_changed = || self.module.instances[number].this.is_some_and(|this| !this.is_const);
        if self.is_launch && is_changed() { Node::Value(self.loaded(object)) } else { object }
    }

    /// An operator that a function of the program defines. The left operand may be built already.
    pub(super) fn operator_call(&mut self, id: ast::ExprId, number: usize, left: Option<Node>) -> Node {
        let span = self.span(id);
        let expr = self.ast()[id];
        let (first, second) = if let ast::Expr::Unary(_, operand)
        | ast::Expr::Postfix(_, operand)
        | ast::Expr::Arrow(operand, _) = expr
        {
            (operand, None)
        } else if let ast::Expr::Binary(_, left, right)
        | ast::Expr::Assign(_, left, right)
        | ast::Expr::Index(left, right) = expr
        {
            (left, Some(right))
        } else {
            return self.nothing(Unsupported::Call, self.meaning(id).ty, span);
        };
        let instance = &self.module.instances[number];
        let node = match left {
            Some(node) => node,
            None => self.node(first),
        };
        let mut arguments = Vec::new();
        if instance.this.is_some() {
            arguments.push(self.object_argument(number, node));
        } else if let Some(parameter) = instance.parameters.first() {
            arguments.push(self.operand(first, node, *parameter));
        }
        let rest: Vec<ast::ExprId> = second.into_iter().collect();
        let taken = usize::from(instance.this.is_none());
        self.pass_from(number, (taken, &rest), &mut arguments, span);
        self.call_with(number, &arguments, span)
    }

    /// The object of a member function: the base whose member it is.
    pub(super) fn object_argument(&mut self, number: usize, node: Node) -> Argument {
        let place = self.placed(node);
        let this = self.module.instances[number].this;
        Argument::Place(this.map_or(place, |this| self.base_place(place, this.ty)))
    }

    /// An operand that was built, as the argument for a parameter of a type.
    fn operand(&mut self, id: ast::ExprId, node: Node, ty: TypeId) -> Argument {
        let (span, is_converted) = (self.span(id), self.meaning(id).converted.is_some());
        let node = self.converted(id, node);
        match self.kind(ty) {
            Type::Reference(object) if is_converted || !self.meaning(id).is_place => {
                let value = self.convert(node, object.ty, span);
                Argument::Place(self.place(Place::Temporary(value), object.ty, span))
            }
            Type::Reference(object) => {
                let place = self.placed(node);
                Argument::Place(self.base_place(place, object.ty))
            }
            _ => Argument::Value(self.convert(node, ty, span)),
        }
    }

    /// Adds the arguments for all parameters.
    pub(super) fn pass(
        &mut self,
        number: usize,
        list: &[ast::ExprId],
        arguments: &mut Vec<Argument>,
        span: Span,
    ) {
        self.pass_from(number, (0, list), arguments, span);
    }

    /// Adds the arguments for the parameters from this one on.
    fn pass_from(
        &mut self,
        number: usize,
        (first, list): (usize, &[ast::ExprId]),
        arguments: &mut Vec<Argument>,
        span: Span,
    ) {
        let parameters = self.module.instances[number].parameters.iter().skip(first);
        for (argument, ty) in list.iter().zip(parameters) {
            arguments.push(self.argument(*argument, *ty));
        }
        self.add_defaults(number, arguments, first + list.len(), span);
    }

    fn call_id(&mut self, instance: usize, arguments: &[Argument]) -> CallId {
        let arguments = self.tree.arguments(arguments);
        let id = CallId::from_index(self.tree.calls.len());
        self.tree.calls.push(Call { instance, arguments });
        id
    }

    /// The call of a function with all of its arguments.
    pub(super) fn call_with(&mut self, number: usize, arguments: &[Argument], span: Span) -> Node {
        let call = self.call_id(number, arguments);
        let result = self.module.instances[number].result;
        match self.kind(result) {
            Type::Reference(object) => Node::Place(self.place(Place::Call(call), object.ty, span)),
            _ => Node::Value(self.expr(Expr::Call(call), result, span)),
        }
    }

    /// An object that a constructor begins with all of its arguments.
    pub(super) fn object(&mut self, number: usize, arguments: &[Argument], ty: TypeId, span: Span) -> ExprId {
        let call = self.call_id(number, arguments);
        self.expr(Expr::Object(call), ty, span)
    }

    /// An object that a constructor begins.
    pub(super) fn constructed(
        &mut self,
        number: usize,
        list: &[ast::ExprId],
        ty: TypeId,
        span: Span,
    ) -> ExprId {
        let mut arguments = Vec::with_capacity(list.len());
        self.pass(number, list, &mut arguments, span);
        self.object(number, &arguments, ty, span)
    }
}
