//! Variables of functions and of the program. Section 4

use super::lowering::{Binding, Lowering, Outcome, Place, Value};
use super::unit::Unit;
use cxx_validator::ast::VariableId;
use msl_spec::AddressSpace;
use msl_validator::meaning::GlobalVariable;
use msl_validator::typed::{ExprId, Initial, Initializer, LocalId, host_initializer, initializer};
use msl_validator::types::TypeId;
use shader_ir::{Location, Memory};
use std::rc::Rc;

impl Lowering<'_> {
    /// A variable of a function.
    pub(super) fn declare(&mut self, local: LocalId, initial: Initial) -> Outcome<()> {
        let object = self.tree()[local].object;
        let (in_memory, is_assigned) =
            (self.frame.unit.is_in_memory(local), self.frame.unit.is_assigned(local));
        let is_static = self.host.is_some() && self.tree()[local].is_static;
        let binding = match initial {
            Initial::Reference(_) if is_static => {
                return self.unsupported("a `static` reference can't be executed yet");
            }
            Initial::Value(value) if is_static => {
                Binding::Place(self.lasting_local(local, object.ty, Some(value))?)
            }
            Initial::None if is_static => Binding::Place(self.lasting_local(local, object.ty, None)?),
            Initial::Reference(place) => self.reference(place, in_memory)?,
            // The new variable is not in scope of registers while its value is computed.
            Initial::Value(value) => self.object_with(value, object.ty, in_memory, is_assigned)?,
            Initial::None if object.space == AddressSpace::Threadgroup => {
                Binding::Place(self.threadgroup(object.ty)?)
            }
            Initial::None => {
                let place = self.fresh(object.ty, in_memory)?;
                self.undefine(&place, object.ty)?;
                Binding::Place(place)
            }
        };
        self.frame.locals.resize(self.tree().locals.len(), None);
        self.frame.locals[local.index()] = Some(binding);
        self.declare_in_scope(local);
        Ok(())
    }

    /// Memory of the threadgroup. Section 4.4
    pub(super) fn threadgroup(&mut self, ty: TypeId) -> Outcome<Place> {
        let (size, alignment) = self.layout(ty)?;
        let start = self.code.program.workgroup_bytes.next_multiple_of(alignment.max(16));
        let end = start.saturating_add(size).next_multiple_of(4);
        if end > u32::MAX / 2 {
            return self.unsupported("threadgroup variables exceed the executor's memory limit");
        }
        self.code.program.workgroup_bytes = end;
        self.code.program.workgroup_is_undefined = true;
        let address = self.code.number(0);
        let location = Location { memory: Memory::Workgroup, address, offset: start };
        self.note_variable(location, size);
        Ok(Place::Memory(location))
    }

    /// A variable of the program.
    pub(super) fn global(&mut self, id: VariableId) -> Outcome<Binding> {
        if let Some(known) = self.globals.get(&id) {
            return Ok(known.clone());
        }
        let module = self.module;
        let Some(global) = module.globals.get(&id) else {
            return self.unsupported("this variable can't be executed yet");
        };
        if self.host.is_some() && global.is_reference {
            return self.unsupported("a reference outside of functions can't be executed yet");
        }
        if self.host.is_some() && !global.object.is_const {
            return self.lasting_global(id, global.object.ty).map(Binding::Place);
        }
        let declared = module.ast[id];
        if let Some(name) = declared.name.filter(|_| self.probes.is_added(declared.name_span)) {
            // The steps belong to the place of its use.
            let registers = self.added(module.names.text(name), global.object.ty)?;
            return Ok(Binding::Place(Place::Registers(registers)));
        }
        if let Some(index) = global.function_constant {
            let given = self.request.function_constants.iter().find(|(own, _)| *own == index);
            let value = given.map_or(0.0, |(_, value)| *value);
            let registers = self.number_as(value, global.object.ty)?;
            let binding = Binding::Place(Place::Registers(registers));
            self.globals.insert(id, binding.clone());
            return Ok(binding);
        }
        let (value, unit) = self.initializer(id)?;
        let Some(binding) = self.global_binding(id, global, value, &unit)? else {
            // Steps that compute a value belong to the place of its use.
            return self.specialised(value, &unit);
        };
        self.globals.insert(id, binding.clone());
        Ok(binding)
    }

    /// The tree of the first value of a variable of the program, with the functions of the host if it executes it.
    pub(super) fn initializer_of(&self, id: VariableId) -> Option<Initializer> {
        if self.host.is_some() { host_initializer(self.module, id) } else { initializer(self.module, id) }
    }

    /// The first value of a variable of the program.
    pub(super) fn initializer(&mut self, id: VariableId) -> Outcome<(ExprId, Rc<Unit>)> {
        if let Some((value, unit)) = self.initializers.get(&id) {
            return Ok((*value, Rc::clone(unit)));
        }
        let Some(initializer) = self.initializer_of(id) else {
            return self.unsupported("expected a variable with a value");
        };
        self.check_types(&initializer.tree)?;
        let unit = Rc::new(Unit::of_tree(initializer.tree));
        self.initializers.insert(id, (initializer.value, Rc::clone(&unit)));
        Ok((initializer.value, unit))
    }

    /// The binding of a variable of the program for all of its uses; `None` if its value is not known before execution.
    fn global_binding(
        &mut self,
        id: VariableId,
        global: &GlobalVariable,
        value: ExprId,
        unit: &Rc<Unit>,
    ) -> Outcome<Option<Binding>> {
        let ty = global.object.ty;
        if self.is_handle(ty) {
            let Value::Handle(handle) = self.in_unit(unit, |it| it.value(value))? else {
                return self.unsupported("this texture or sampler can't be executed yet");
            };
            return Ok(Some(Binding::Handle(handle)));
        }
        if self.computed.contains(&id) {
            return Ok(None);
        }
        let Some(words) = self.constant_words(ty, value, unit)? else {
            self.computed.insert(id);
            return Ok(None);
        };
        if !self.has_array(ty) && words.registers.len() == self.count(ty)? {
            return Ok(Some(Binding::Place(Place::Registers(words.registers))));
        }
        let start = (self.code.program.constant_words.len() as u32 * 4).next_multiple_of(16);
        self.code.program.constant_words.resize(start as usize / 4, 0);
        self.code.program.constant_words.extend(words.bytes.chunks(4).map(|chunk| {
            let mut word = [0; 4];
            word[..chunk.len()].copy_from_slice(chunk);
            u32::from_le_bytes(word)
        }));
        let address = self.code.number(0);
        let location = Location { memory: Memory::Constant, address, offset: start };
        self.note_variable(location, words.bytes.len() as u32);
        Ok(Some(Binding::Place(Place::Memory(location))))
    }
}
