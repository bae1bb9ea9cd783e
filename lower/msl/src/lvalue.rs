//! The places of the typed tree: where objects are, and what they hold.

use super::lowering::{Binding, Lowering, Outcome, Place, Value};
use super::types::{memory_type, register_type};
use msl_spec::{Class, ValueType};
use msl_validator::typed::{Components, Expr, ExprId, Place as Node, PlaceId};
use msl_validator::types::{Type as MetalType, TypeId};
use shader_ir::{Instruction, Register, Type};

/// The levels that a place counts for: see the levels of expressions.
const fn levels(place: Node) -> u32 {
    match place {
        Node::Local(_) => 1,
        Node::Deref(_) | Node::Member(..) | Node::Element(..) | Node::Components(..) | Node::As(_) => 2,
        Node::Temporary(_) | Node::Assigned(_) | Node::Conditional(..) => 3,
        Node::Call(_) => super::lowering::CALL_LEVELS,
        // A variable of the program leads to its initializer.
        Node::Global(_) => 5,
    }
}

impl Lowering<'_> {
    /// Where an object is.
    pub(super) fn place(&mut self, id: PlaceId) -> Outcome<Place> {
        self.deeper(levels(self.tree()[id]), |it| it.place_here(id))
    }

    fn place_here(&mut self, id: PlaceId) -> Outcome<Place> {
        let ty = self.tree().place_type(id);
        match self.tree()[id] {
            Node::Local(_) | Node::Global(_) => match self.binding(id)? {
                Binding::Place(place) => Ok(place),
                Binding::Pointer(_) | Binding::Handle(_) => self.unsupported("expected an object in memory"),
            },
            Node::Deref(pointer) => self.dereferenced(pointer, ty),
            Node::Member(base, index) => {
                let whole = self.place(base)?;
                let whole = self.whole_of_base(whole, base, index)?;
                self.member_place(&whole, self.tree().place_type(base), index)
            }
            Node::Element(base, index) => self.element(base, index),
            Node::Components(base, components) => {
                let (whole, vector) = self.vector(base)?;
                match components.single() {
                    Some(number) => Ok(Self::component_place(&whole, vector, number)),
                    None => self.unsupported("several components can't be an object in memory"),
                }
            }
            Node::Temporary(value) => {
                let value = self.value(value)?;
                self.placed(value)
            }
            Node::Call(call) => self.call_to_place(call),
            Node::Assigned(value) => self.assigned_place(value),
            Node::Conditional(condition, accept, reject) => self.chosen_place(condition, accept, reject),
            Node::As(base) => {
                let own = self.tree().place_type(base);
                let place = self.place(base)?;
                if own != ty && matches!(place, Place::Registers(_)) {
                    return self.unsupported(
                        "a reference to this object as an object of a different type can't be executed yet",
                    );
                }
                Ok(place)
            }
        }
    }

    /// A new object of which only a base is named is in memory: a cast leads back to all of it.
    fn whole_of_base(&mut self, whole: Place, object: PlaceId, index: u32) -> Outcome<Place> {
        let ty = self.tree().place_type(object);
        let is_base = self.module.types.structure_number(ty).is_some_and(|number| {
            let members = &self.module.types.structure(number).members;
            members.get(index as usize).is_some_and(|member| member.base.is_some())
        });
        let is_new = matches!(self.tree()[self.tree().whole(object)], Node::Temporary(_));
        match whole {
            Place::Registers(registers) if is_base && is_new => {
                let place = Place::Memory(self.allocate(ty)?);
                self.store(&place, ty, Value::Registers(registers))?;
                Ok(place)
            }
            Place::Registers(_) | Place::Memory(_) => Ok(whole),
        }
    }

    /// The meaning of a variable.
    fn binding(&mut self, id: PlaceId) -> Outcome<Binding> {
        if let Node::Global(variable) = self.tree()[id] {
            return self.global(variable);
        }
        let Node::Local(local) = self.tree()[id] else { return Ok(Binding::Place(self.place(id)?)) };
        match self.frame.locals.get(local.index()) {
            Some(Some(binding)) => Ok(binding.clone()),
            Some(None) | None => self.unsupported("expected a name with a value"),
        }
    }

    /// The value of a place.
    pub(super) fn place_value(&mut self, id: PlaceId, ty: TypeId) -> Outcome<Value> {
        let outer = core::mem::replace(&mut self.is_read, true);
        let value = self.place_value_here(id, ty);
        self.is_read = outer;
        value
    }

    fn place_value_here(&mut self, id: PlaceId, ty: TypeId) -> Outcome<Value> {
        if let Node::Components(base, components) = self.tree()[id] {
            let (whole, vector) = self.vector(base)?;
            let parts = components.iter().map(|number| Self::component_place(&whole, vector, number));
            let registers = parts.map(|part| self.load_component(&part, vector)).collect();
            return Ok(Value::Registers(registers));
        }
        match self.binding(id)? {
            Binding::Pointer(place) => Ok(Value::Pointer(place)),
            Binding::Handle(handle) => Ok(Value::Handle(handle)),
            Binding::Place(place) => self.load(&place, ty),
        }
    }

    /// Returns true for textures and samplers, which are not in memory.
    pub(super) fn is_handle(&self, ty: TypeId) -> bool {
        matches!(self.kind(ty), MetalType::Texture(..) | MetalType::Class(Class::Sampler))
    }

    /// The object that a reference to a place refers to. A new object is in memory if something needs its address.
    pub(super) fn reference(&mut self, id: PlaceId, in_memory: bool) -> Outcome<Binding> {
        let ty = self.tree().place_type(id);
        // An argument is a handle, and has no place.
        if self.is_handle(ty)
            && let Node::Local(_) | Node::Global(_) = self.tree()[id]
        {
            return self.binding(id);
        }
        let Node::Temporary(value) = self.tree()[id] else {
            let place = self.place(id)?;
            return Ok(Binding::Place(self.kept(place)));
        };
        let value = self.value(value)?;
        let place = self.fresh(ty, in_memory)?;
        self.store(&place, ty, value)?;
        Ok(Binding::Place(place))
    }

    /// A place with a value that nothing changes.
    pub(super) fn placed(&self, value: Value) -> Outcome<Place> {
        match value {
            Value::Registers(registers) => Ok(Place::Registers(registers)),
            Value::Memory(location) => Ok(Place::Memory(location)),
            Value::Pointer(place) => Ok(place),
            Value::Handle(_) | Value::Nothing => self.unsupported("expected an object in memory"),
        }
    }

    /// The object that an assignment changes.
    fn assigned_place(&mut self, id: ExprId) -> Outcome<Place> {
        let expr = self.tree()[id];
        let place = if let Expr::Assign(place, value) = expr {
            self.assign(place, value)?.1
        } else if let Expr::AssignWith(operator, place, value, operand) = expr {
            self.assign_with(operator, place, value, operand)?.1
        } else if let Expr::Step { place, is_up, .. } = expr {
            Some(self.step(place, is_up)?.2)
        } else {
            None
        };
        place.map_or_else(|| self.unsupported("can't take the place of several components"), Ok)
    }

    /// One of two objects, by its address.
    fn chosen_place(&mut self, condition: ExprId, accept: PlaceId, reject: PlaceId) -> Outcome<Place> {
        let condition = self.single(condition)?;
        let result = self.code.variable(Type::U64);
        let null = self.code.constant(Type::U64, 0);
        self.code.emit(Instruction::Set { to: result, value: null });
        self.code.begin(Instruction::If { condition });
        self.set_address(result, accept)?;
        self.code.emit(Instruction::Else);
        self.set_address(result, reject)?;
        self.code.end();
        Ok(super::place::pointed(self.code.copy(result)))
    }

    fn set_address(&mut self, to: Register, id: PlaceId) -> Outcome<()> {
        let place = self.place(id)?;
        let value = self.pointer_register(&place)?;
        self.code.emit(Instruction::Set { to, value });
        Ok(())
    }

    /// A vector in a place.
    fn vector(&mut self, id: PlaceId) -> Outcome<(Place, ValueType)> {
        let ty = self.tree().place_type(id);
        let whole = self.place(id)?;
        match self.value_type(ty) {
            Some(vector) => Ok((whole, vector)),
            None => self.unsupported("expected a vector"),
        }
    }

    /// The components of a vector in a place, each as a place.
    pub(super) fn component_places(
        &mut self,
        id: PlaceId,
        components: Components,
    ) -> Outcome<(Vec<Place>, ValueType)> {
        let (whole, vector) = self.vector(id)?;
        Ok((components.iter().map(|number| Self::component_place(&whole, vector, number)).collect(), vector))
    }

    /// A component of a vector in a place.
    pub(super) fn load_component(&mut self, part: &Place, vector: ValueType) -> Register {
        match part {
            Place::Registers(registers) => registers[0],
            Place::Memory(location) => {
                let to = self.code.register(register_type(vector.scalar()));
                self.code.emit(Instruction::Load { ty: memory_type(vector.scalar()), to, from: *location });
                to
            }
        }
    }

    fn element(&mut self, base: PlaceId, index: ExprId) -> Outcome<Place> {
        let ty = self.tree().place_type(base);
        // A copy of a part of a new object is as good.
        let is_read = self.is_read || matches!(self.tree()[self.tree().whole(base)], Node::Temporary(_));
        let whole = self.place(base)?;
        let index = self.single(index)?;
        // A vector in registers with an index that is not constant is put into memory first.
        let whole = match &whole {
            Place::Registers(registers) if self.code.known(index).is_none() => {
                if !is_read {
                    return self.unsupported("this element can't be written yet");
                }
                let registers = registers.clone();
                let place = Place::Memory(self.allocate(ty)?);
                self.store(&place, ty, Value::Registers(registers))?;
                place
            }
            Place::Registers(_) | Place::Memory(_) => whole,
        };
        self.element_place(&whole, ty, index)
    }
}
