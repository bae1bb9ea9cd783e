//! Variables of functions and of the program. Section 4

use super::place::Place;
use super::{Binding, Lowering, Outcome, Value};
use msl_spec::{AddressSpace, Class};
use msl_validator::ast::{Expr, VariableId};
use msl_validator::meaning::{Body, GlobalVariable};
use msl_validator::types::{Object, Type as MetalType, TypeId};
use shader_ir::{Location, Memory};

impl<'a> Lowering<'a> {
    /// The object that a variable is in the present function.
    fn object(&self, id: VariableId) -> Option<Object> {
        let frame = self.frames.last()?;
        let instances = &self.module.instances;
        let instance =
            instances.iter().find(|instance| core::ptr::eq(&raw const instance.body, frame.body))?;
        instance.locals.get(&id).copied()
    }

    /// A variable of a function.
    pub(super) fn local(&mut self, id: VariableId) -> Outcome<()> {
        let variable = self.ast()[id];
        let Some(object) = self.object(id) else {
            return self.unsupported("expected a variable with a type");
        };
        let name = variable.name;
        let prescan = std::rc::Rc::clone(&self.frame()?.prescan);
        if self.is_reference(id) {
            let Some(initializer) = variable.initializer else {
                return self.unsupported("expected an initializer of the reference");
            };
            let place = self.place_or_copy(initializer, object.ty)?;
            self.frame()?.locals.insert(id, Binding::Place(place));
            return Ok(());
        }
        if let class @ (MetalType::Texture(..) | MetalType::Class(Class::Sampler)) = self.kind(object.ty) {
            let handle = self.handle_variable(id, class)?;
            self.frame()?.locals.insert(id, Binding::Handle(handle));
            return Ok(());
        }
        if let MetalType::Pointer(_) = self.kind(object.ty)
            && name.is_some_and(|name| !prescan.assigned.contains(&name))
            && let Some(initializer) = variable.initializer
            && let Value::Pointer(place) = self.value_as(initializer, object.ty)?
        {
            self.frame()?.locals.insert(id, Binding::Pointer(place));
            return Ok(());
        }
        if object.space == AddressSpace::Threadgroup {
            let place = self.threadgroup(object.ty)?;
            self.frame()?.locals.insert(id, Binding::Place(place));
            return Ok(());
        }
        let needs_memory = name.is_some_and(|name| prescan.in_memory.contains(&name))
            && !matches!(self.kind(object.ty), MetalType::Pointer(_));
        let place = match variable.initializer {
            Some(initializer) if variable.is_direct => {
                let Expr::Braces(items) = self.ast()[initializer] else {
                    return self.unsupported("this initializer can't be executed yet");
                };
                let values: Vec<_> = self.ast()[items].iter().map(|item| item.value).collect();
                let value = self.construct(initializer, object.ty, &values)?;
                let place = self.fresh(object.ty, needs_memory)?;
                self.store(&place, object.ty, value)?;
                place
            }
            Some(initializer) => {
                // The new variable is not in scope of registers while its value is computed.
                let value = self.value_as(initializer, object.ty)?;
                let place = self.fresh(object.ty, needs_memory)?;
                self.store(&place, object.ty, value)?;
                place
            }
            None => {
                let place = self.fresh(object.ty, needs_memory)?;
                self.undefine(&place, object.ty)?;
                place
            }
        };
        self.frame()?.locals.insert(id, Binding::Place(place));
        Ok(())
    }

    /// Returns true if a variable is declared as a reference.
    fn is_reference(&self, id: VariableId) -> bool {
        use msl_validator::ast::TypeSyntax;
        let mut ty = self.ast()[id].ty;
        loop {
            let TypeSyntax::Qualified(_, inner) = self.ast()[ty] else {
                return matches!(self.ast()[ty], TypeSyntax::Reference(..));
            };
            ty = inner;
        }
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
        Ok(Place::Memory(Location { memory: Memory::Workgroup, address, offset: start }))
    }

    /// A variable of the program.
    pub(super) fn global(&mut self, id: VariableId) -> Outcome<Binding> {
        if let Some(known) = self.globals.get(&id) {
            return Ok(known.clone());
        }
        let Some(global) = self.module.globals.get(&id) else {
            return self.unsupported("this variable can't be executed yet");
        };
        let Some(binding) = self.global_binding(id, global)? else {
            // Steps that compute a value belong to the place of its use.
            let Some(initializer) = self.ast()[id].initializer else {
                return self.unsupported("expected a variable with a value");
            };
            return self.specialised(global, initializer);
        };
        self.globals.insert(id, binding.clone());
        Ok(binding)
    }

    /// The binding of a variable of the program for all of its uses; `None` if its value is not known before execution.
    fn global_binding(&mut self, id: VariableId, global: &'a GlobalVariable) -> Outcome<Option<Binding>> {
        let ty = global.object.ty;
        if let Some(index) = global.function_constant {
            let given = self.request.function_constants.iter().find(|(own, _)| *own == index);
            let value = given.map_or(0.0, |(_, value)| *value);
            let registers = self.number_as(value, ty)?;
            return Ok(Some(Binding::Place(Place::Registers(registers))));
        }
        if let class @ MetalType::Class(Class::Sampler) = self.kind(ty) {
            static NONE: Body = Body {
                first_expr: 0,
                exprs: Vec::new(),
                callees: Vec::new(),
                aggregates: Vec::new(),
                omitted: Vec::new(),
            };
            let body = global.initializer.as_ref().unwrap_or(&NONE);
            let exit = self.frame()?.exit;
            let handle = self.with_expressions(body, exit, |lowering| lowering.handle_variable(id, class))?;
            return Ok(Some(Binding::Handle(handle)));
        }
        let Some(initializer) = self.ast()[id].initializer else {
            return self.unsupported("expected a variable with a value");
        };
        if self.computed.contains(&id) {
            return Ok(None);
        }
        let Some(words) = self.constant_words(global, initializer)? else {
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
        let place = Place::Memory(Location { memory: Memory::Constant, address, offset: start });
        Ok(Some(Binding::Place(place)))
    }
}
