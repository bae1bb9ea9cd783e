//! Calls of functions of the program, which are expanded.

use super::place::Place;
use super::{Binding, Frame, Lowering, Outcome, Value};
use msl_spec::Class;
use msl_validator::ast::{Expr, ExprId, VariableId};
use msl_validator::meaning::Callee;
use msl_validator::types::{Type as MetalType, TypeId};
use rustc_hash::FxHashMap;
use shader_ir::Instruction;
use shader_ir::build::Exit;

/// The object of a member function: its place and its type.
pub(super) type This = (Place, TypeId);

impl<'a> Lowering<'a> {
    /// The function that an expression calls.
    pub(super) fn callee(&self, id: ExprId) -> Option<Callee> {
        self.frames.last()?.body.callee(id).cloned()
    }

    pub(super) fn call(&mut self, id: ExprId, callee: ExprId, arguments: &[ExprId]) -> Outcome<Value> {
        match self.callee(id) {
            Some(Callee::Function(instance)) => {
                let this = self.object_of_call(instance, callee)?;
                self.expand(instance, arguments, this)
            }
            Some(Callee::Library { function, signature, variable, variant }) => {
                self.library(id, (function, signature, variable, variant), arguments)
            }
            Some(Callee::Texture { function, signature, element }) => {
                let (Expr::Member(base, _) | Expr::Arrow(base, _)) = self.ast()[callee] else {
                    return self.unsupported("this texture can't be executed yet");
                };
                self.texture(base, (function, signature, element), arguments)
            }
            Some(Callee::Constructor) => {
                let ty = self.meaning(id).ty;
                self.construct(id, ty, arguments)
            }
            Some(Callee::ArraySize(count)) => {
                Ok(Value::Registers(vec![self.code.constant(shader_ir::Type::U64, count.into())]))
            }
            Some(Callee::LibraryMember(name @ ("all" | "any"))) => {
                let (Expr::Member(base, _) | Expr::Arrow(base, _)) = self.ast()[callee] else {
                    return self.unsupported("this vote can't be executed yet");
                };
                let is_quad = matches!(self.kind(self.used_type(base)), MetalType::Class(Class::QuadVote));
                let vote = self.single(base)?;
                Ok(Value::Registers(vec![self.vote_member(vote, is_quad, name == "all")]))
            }
            Some(Callee::Option(_) | Callee::LibraryMember(_) | Callee::Declared(_)) | None => {
                self.unsupported("this call can't be executed yet")
            }
        }
    }

    /// The object of a call of a function, if it is a member.
    pub(super) fn object_of_call(&mut self, instance: usize, callee: ExprId) -> Outcome<Option<This>> {
        let object = self.called_object(callee)?;
        Ok(match self.module.instances[instance].this {
            Some(_) => object.or(self.frame()?.this.clone()),
            None => None,
        })
    }

    /// The function of the program that an operator calls.
    pub(super) fn overloaded(&self, id: ExprId) -> Option<usize> {
        self.module.overloaded(self.frames.last()?.body, id)
    }

    /// An operator that a function of the program defines.
    pub(super) fn call_operator(&mut self, id: ExprId, instance: usize) -> Outcome<Value> {
        let (operands, this) = self.operator_arguments(id, instance)?;
        self.expand(instance, &operands, this)
    }

    /// The arguments of an operator that a function of the program defines: its operands, of which the first may be the object.
    pub(super) fn operator_arguments(
        &mut self,
        id: ExprId,
        instance: usize,
    ) -> Outcome<(Vec<ExprId>, Option<This>)> {
        let mut operands = match self.ast()[id] {
            Expr::Unary(_, operand) | Expr::Postfix(_, operand) => vec![operand],
            Expr::Binary(_, left, right) | Expr::Assign(_, left, right) | Expr::Index(left, right) => {
                vec![left, right]
            }
            Expr::Error
            | Expr::Literal(_)
            | Expr::Name(_)
            | Expr::Call(..)
            | Expr::Construct(..)
            | Expr::ConstructBraces(..)
            | Expr::Braces(_)
            | Expr::Member(..)
            | Expr::Arrow(..)
            | Expr::Conditional(..)
            | Expr::Cast(..)
            | Expr::SizeOfType(_)
            | Expr::SizeOf(_)
            | Expr::AlignOf(_)
            | Expr::Paren(_)
            | Expr::This => return self.unsupported("expected an operator"),
        };
        if self.module.instances[instance].this.is_none() {
            return Ok((operands, None));
        }
        let this = self.place_or_value(operands.remove(0))?;
        Ok((operands, Some(this)))
    }

    /// The object of a call of a member function, where it is written, or that of a call of an object.
    fn called_object(&mut self, callee: ExprId) -> Outcome<Option<This>> {
        if let MetalType::Structure(_) = self.kind(self.meaning(callee).ty) {
            return self.place_or_value(callee).map(Some);
        }
        if let Expr::Member(base, _) = self.ast()[callee] {
            return self.place_or_value(base).map(Some);
        }
        let Expr::Arrow(base, _) = self.ast()[callee] else { return Ok(None) };
        let MetalType::Pointer(object) = self.kind(self.used_type(base)) else { return Ok(None) };
        Ok(Some((self.pointer(base)?, object.ty)))
    }

    /// The body of a function in the place of a call.
    pub(super) fn expand(
        &mut self,
        number: usize,
        arguments: &[ExprId],
        this: Option<This>,
    ) -> Outcome<Value> {
        let module = self.module;
        let instance = &module.instances[number];
        if let MetalType::Reference(object) = module.types.get(instance.result) {
            let place = self.expand_to_place(number, arguments, this)?;
            return self.load(&place, object.ty);
        }
        let locals = self.bind_arguments(number, arguments, None)?;
        self.expand_bound(number, locals, this)
    }

    /// The body of a function whose parameters are bound.
    fn expand_bound(
        &mut self,
        number: usize,
        locals: FxHashMap<VariableId, Binding>,
        this: Option<This>,
    ) -> Outcome<Value> {
        let module = self.module;
        let instance = &module.instances[number];
        let result = if module.types.get(instance.result) == MetalType::Void {
            None
        } else {
            Some((self.fresh(instance.result, false)?, instance.result))
        };
        let span = self.code.span;
        // A function that ends without a result leaves zero.
        if let Some((place, ty)) = &result {
            self.clear(place, *ty)?;
        }
        let exit = self.code.begin(Instruction::Block);
        let frame = self.frame_of(number, (exit, result.clone()), locals, this);
        self.frames.push(frame);
        let function = module.ast[instance.function];
        for initializer in &module.ast[function.initializers] {
            self.value(*initializer)?;
        }
        if let Some(body) = function.body {
            self.statement(body)?;
        }
        self.frames.pop();
        self.code.end();
        self.code.span = span;
        // The place belongs to this call alone.
        result.map_or(Ok(Value::Nothing), |(place, ty)| self.load(&place, ty))
    }

    /// A value that a function of the program converts: a constructor of the new type, or a conversion function of the old one.
    pub(super) fn converted_by(
        &mut self,
        callee: Option<&Callee>,
        value: Value,
        (from, to): (TypeId, TypeId),
    ) -> Outcome<Value> {
        let Some(Callee::Function(number)) = callee.cloned() else {
            return self.unsupported("this conversion can't be executed yet");
        };
        let module = self.module;
        let instance = &module.instances[number];
        if module.ast[instance.function].is_conversion {
            let object = self.place_with(value, from, false)?;
            let result = instance.result;
            if let MetalType::Reference(_) = self.kind(result) {
                return self.unsupported("a conversion to a reference can't be executed yet");
            }
            let value = self.expand_bound(number, FxHashMap::default(), Some((object, from)))?;
            return self.convert(value, result, to);
        }
        let [parameter, ..] = module.ast[module.ast[instance.function].parameters] else {
            return self.unsupported("this conversion can't be executed yet");
        };
        let name = module.ast[parameter].name;
        let in_memory = name.is_some_and(|name| self.prescan(number).in_memory.contains(&name));
        let mut ty = instance.parameters[0];
        if let MetalType::Reference(object) = self.kind(ty) {
            ty = object.ty;
        }
        let value = self.convert(value, from, ty)?;
        let place = self.place_with(value, ty, in_memory)?;
        // The other parameters have defaults.
        let locals = self.bind_arguments(number, &[], Some(Binding::Place(place)))?;
        let object = self.fresh(to, false)?;
        self.undefine(&object, to)?;
        self.expand_bound(number, locals, Some((object.clone(), to)))?;
        self.load(&object, to)
    }

    /// A new place with a value.
    fn place_with(&mut self, value: Value, ty: TypeId, in_memory: bool) -> Outcome<Place> {
        let place = self.fresh(ty, in_memory)?;
        self.store(&place, ty, value)?;
        Ok(place)
    }

    /// The frame of a call.
    pub(super) fn frame_of(
        &mut self,
        number: usize,
        (exit, result): (Exit, Option<(Place, TypeId)>),
        locals: FxHashMap<VariableId, Binding>,
        this: Option<This>,
    ) -> Frame<'a> {
        let prescan = self.prescan(number);
        let body = &self.module.instances[number].body;
        Frame { body, exit, result, loops: Vec::new(), locals, prescan, this }
    }

    /// The bindings of the parameters of a function that is called. The first one may be bound already.
    pub(super) fn bind_arguments(
        &mut self,
        number: usize,
        arguments: &[ExprId],
        first: Option<Binding>,
    ) -> Outcome<FxHashMap<VariableId, Binding>> {
        let module = self.module;
        let instance = &module.instances[number];
        let prescan = self.prescan(number);
        let mut locals = FxHashMap::default();
        let parameters = &module.ast[module.ast[instance.function].parameters];
        let bound = usize::from(first.is_some());
        locals.extend(parameters.first().copied().zip(first));
        for (index, (parameter, ty)) in parameters.iter().zip(&instance.parameters).enumerate().skip(bound) {
            let name = module.ast[*parameter].name;
            let is_assigned = name.is_some_and(|name| prescan.assigned.contains(&name));
            let in_memory = name.is_some_and(|name| prescan.in_memory.contains(&name));
            let binding = match (arguments.get(index), module.ast[*parameter].initializer) {
                (Some(argument), _) => self.argument(*argument, *ty, is_assigned, in_memory)?,
                // A default is an expression of the function that is called.
                (None, Some(default)) => {
                    let exit = self.frame()?.exit;
                    self.with_expressions(&instance.body, exit, |lowering| {
                        lowering.argument(default, *ty, is_assigned, in_memory)
                    })?
                }
                // The number that tells `x++` from `++x` is zero.
                (None, None) => {
                    let place = self.fresh(*ty, in_memory)?;
                    self.clear(&place, *ty)?;
                    Binding::Place(place)
                }
            };
            locals.insert(*parameter, binding);
        }
        Ok(locals)
    }

    /// The binding of a parameter by an argument.
    fn argument(&mut self, id: ExprId, ty: TypeId, is_assigned: bool, in_memory: bool) -> Outcome<Binding> {
        let kind = self.kind(ty);
        if let MetalType::Reference(object) = kind {
            return Ok(Self::bound(self.place_or_copy(id, object.ty)?));
        }
        if let MetalType::Texture(..) | MetalType::Class(Class::Sampler) = kind {
            let Value::Handle(handle) = self.used(id)? else {
                return self.unsupported("samplers declared in the program can't be executed here yet");
            };
            return Ok(Binding::Handle(handle));
        }
        let value = self.value_as(id, ty)?;
        if let MetalType::Pointer(_) = kind
            && !is_assigned
        {
            return match value {
                Value::Pointer(place) => Ok(Binding::Pointer(place)),
                Value::Registers(registers) if registers.len() == 1 => {
                    Ok(Binding::Pointer(super::place::pointed(registers[0])))
                }
                Value::Registers(_) | Value::Memory(_) | Value::Handle(_) | Value::Nothing => {
                    self.unsupported("expected a pointer")
                }
            };
        }
        let place = self.fresh(ty, in_memory)?;
        self.store(&place, ty, value)?;
        Ok(Binding::Place(place))
    }
}
