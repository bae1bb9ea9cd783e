//! Calls of functions of the program, which are expanded.

use super::lowering::{Binding, Frame, Lowering, Outcome, Place, Value};
use super::unit::Unit;
use cxx_validator::ast::List;
use msl_validator::typed::{Argument, CallId, ExprId, LocalId};
use msl_validator::types::{Type as MetalType, TypeId};
use shader_ir::{Instruction, Location};
use std::rc::Rc;

/// What the variables of a function stand for.
type Locals = Vec<Option<Binding>>;

impl Lowering<'_> {
    /// The value that a function returns.
    pub(super) fn call(&mut self, id: CallId) -> Outcome<Value> {
        let call = self.tree()[id];
        if self.is_launch(call.instance) {
            return self.launch(call);
        }
        let unit = self.unit(call.instance)?;
        let locals = self.bind(&unit, call.arguments, true)?;
        let place = self.enter_place(call.instance);
        let value = self.expand(unit, locals)?;
        self.code.user_span = place;
        Ok(value)
    }

    /// An object that a constructor begins.
    pub(super) fn object(&mut self, id: CallId, ty: TypeId) -> Outcome<Value> {
        let call = self.tree()[id];
        let unit = self.unit(call.instance)?;
        let Some(this) = unit.this else { return self.unsupported("expected a constructor") };
        let place = self.fresh(ty, unit.is_in_memory(this))?;
        self.undefine(&place, ty)?;
        let mut locals = self.bind(&unit, call.arguments, false)?;
        locals[this.index()] = Some(Binding::Place(place.clone()));
        let outer = self.enter_place(call.instance);
        self.expand(unit, locals)?;
        self.code.user_span = outer;
        self.load(&place, ty)
    }

    /// The body of a function in the place of a call.
    fn expand(&mut self, unit: Rc<Unit>, locals: Locals) -> Outcome<Value> {
        let result = self.result_place(unit.result)?;
        let span = self.code.span;
        let exit = self.code.begin(Instruction::Block);
        let body = unit.body;
        let frame = Frame { unit, exit: Some(exit), result: result.clone(), locals, ..Frame::default() };
        let outer = core::mem::replace(&mut self.frame, frame);
        let scope = self.enter_function(None, span);
        self.statements(body)?;
        self.end_without_return();
        self.leave_function_scope(scope);
        self.frame = outer;
        self.code.end();
        self.code.span = span;
        // The place belongs to this call alone.
        result.map_or(Ok(Value::Nothing), |(place, ty)| self.load(&place, ty))
    }

    /// The place of a function's result. A function that ends without a result leaves zero.
    pub(super) fn result_place(&mut self, ty: Option<TypeId>) -> Outcome<Option<(Place, TypeId)>> {
        let Some(ty) = ty.filter(|ty| *ty != TypeId::VOID) else { return Ok(None) };
        let place = self.fresh(ty, false)?;
        self.clear(&place, ty)?;
        Ok(Some((place, ty)))
    }

    /// The variables of a function that is called: its parameters stand for the arguments.
    pub(super) fn bind(
        &mut self,
        called: &Unit,
        arguments: List<Argument>,
        has_object: bool,
    ) -> Outcome<Locals> {
        let arguments = self.tree()[arguments].to_vec();
        let mut locals = vec![None; called.tree.locals.len()];
        for (argument, local) in arguments.into_iter().zip(called.targets(has_object)) {
            locals[local.index()] = Some(self.argument(argument, called, local)?);
        }
        Ok(locals)
    }

    /// The meaning of a parameter.
    fn argument(&mut self, argument: Argument, called: &Unit, parameter: LocalId) -> Outcome<Binding> {
        let in_memory = called.is_in_memory(parameter);
        match argument {
            // An object without a name is there for this call alone.
            Argument::Place(place) if called.this == Some(parameter) && !in_memory => {
                let place = self.place(place)?;
                Ok(Binding::Place(self.kept(place)))
            }
            Argument::Place(place) => self.reference(place, in_memory),
            Argument::Value(value) => {
                let ty = called.tree[parameter].object.ty;
                self.object_with(value, ty, in_memory, called.is_assigned(parameter))
            }
            Argument::Omitted => self.unsupported("missing argument"),
        }
    }

    /// The meaning of a variable with a first value.
    pub(super) fn object_with(
        &mut self,
        value: ExprId,
        ty: TypeId,
        in_memory: bool,
        is_assigned: bool,
    ) -> Outcome<Binding> {
        let value = self.value(value)?;
        if let Value::Handle(handle) = value
            && !is_assigned
            && !in_memory
        {
            return Ok(Binding::Handle(handle));
        }
        self.variable_with(value, ty, in_memory, is_assigned)
    }

    /// The meaning of a variable with a value in memory or registers. A pointer that never changes is only where it leads, which the address of
    /// a buffer makes cheaper to execute than a pointer in a register.
    pub(super) fn variable_with(
        &mut self,
        value: Value,
        ty: TypeId,
        in_memory: bool,
        is_assigned: bool,
    ) -> Outcome<Binding> {
        if let MetalType::Pointer(_) = self.kind(ty)
            && !is_assigned
            && !in_memory
        {
            let place = self.pointed_place(value)?;
            return Ok(Binding::Pointer(self.kept(place)));
        }
        let place = self.fresh(ty, in_memory)?;
        self.store(&place, ty, value)?;
        Ok(Binding::Place(place))
    }

    /// A place that stays the same when the pointer that led to it moves.
    pub(super) fn kept(&mut self, place: Place) -> Place {
        match place {
            Place::Memory(at) => {
                let address = self.code.settled(vec![at.address])[0];
                Place::Memory(Location { address, ..at })
            }
            Place::Registers(_) => place,
        }
    }

    /// The place that a pointer leads to.
    pub(super) fn pointed_place(&self, value: Value) -> Outcome<Place> {
        match value {
            Value::Pointer(place) => Ok(place),
            Value::Memory(location) => Ok(Place::Memory(location)),
            Value::Registers(registers) if registers.len() == 1 => Ok(super::place::pointed(registers[0])),
            Value::Registers(_) | Value::Handle(_) | Value::Nothing => self.unsupported("expected a pointer"),
        }
    }
}
