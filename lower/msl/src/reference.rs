//! Calls of functions that return references.

use super::lowering::{Frame, Lowering, Outcome, Place};
use super::place::pointed;
use msl_validator::typed::CallId;
use shader_ir::{Instruction, Type};
use std::rc::Rc;

impl Lowering<'_> {
    /// The body of a function that returns a reference, in the place of a call.
    pub(super) fn call_to_place(&mut self, id: CallId) -> Outcome<Place> {
        let call = self.tree()[id];
        let unit = self.unit(call.instance)?;
        let Some(result) = unit.result else { return self.unsupported("expected a function with a result") };
        let locals = self.bind(&unit, call.arguments, true)?;
        let span = self.code.span;
        let outer_place = self.enter_place(call.instance);
        let mut frame = Frame { unit: Rc::clone(&unit), locals, ..Frame::default() };
        let place = if let Some((before, value)) = unit.tree.only_return(unit.body) {
            // The one place needs no address, so that it may lie in registers. Nothing leaves the function before its end.
            let outer = core::mem::replace(&mut self.frame, frame);
            let scope = self.enter_function(None, span);
            before.iter().try_for_each(|statement| self.statement(*statement))?;
            let place = self.place(value)?;
            self.leave_function_scope(scope);
            self.frame = outer;
            place
        } else {
            let pointer = self.code.variable(Type::U64);
            let null = self.code.constant(Type::U64, 0);
            self.code.emit(Instruction::Set { to: pointer, value: null });
            frame.exit = Some(self.code.begin(Instruction::Block));
            frame.result = Some((Place::Registers(vec![pointer]), result));
            let outer = core::mem::replace(&mut self.frame, frame);
            let scope = self.enter_function(None, span);
            self.statements(unit.body)?;
            self.end_without_return();
            self.leave_function_scope(scope);
            self.frame = outer;
            self.code.end();
            pointed(self.code.settled(vec![pointer])[0])
        };
        self.code.span = span;
        self.code.user_span = outer_place;
        Ok(place)
    }
}
