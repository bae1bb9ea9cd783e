//! Calls of functions that return references. Functions of WGSL return values, so the place is found where the call is: the function must
//! end with its only `return`, as the element functions of array classes do.

use super::translator::{Frame, Outcome, Translator};
use super::value::Binding;
use msl_spec::sections;
use msl_validator::typed::{Argument, CallId};
use std::rc::Rc;

impl Translator<'_> {
    /// What such a call refers to.
    pub(crate) fn referred(&mut self, id: CallId) -> Outcome<Binding> {
        let call = self.tree()[id];
        let unit = self.unit(call.instance);
        let Some((before, place)) = unit.tree.only_return(unit.body) else {
            let name = self.text_of(self.module.ast[self.module.instances[call.instance].function].name);
            let message =
                format!("`{name}` returns a reference or pointer: WGSL functions can only return values");
            return self.none(sections::SECTION_4, message);
        };
        let arguments = self.tree()[call.arguments].to_vec();
        let mut frame = Frame::of_function(Rc::clone(&unit));
        for (argument, local) in arguments.into_iter().zip(unit.this.iter().chain(&unit.parameters)) {
            // Who passes an object by reference would not know of a pointer in it that moves.
            if unit.is_assigned(*local) {
                return self
                    .none(sections::SECTION_4, "this argument of a function that returns a reference");
            }
            let name = unit.tree[*local].name.map_or("index", |name| self.text_of(name));
            let object = unit.tree[*local].object;
            let binding = if let Argument::Place(place) = argument
                && unit.this == Some(*local)
            {
                self.called_object(place, object)?
            } else {
                self.argument_binding(argument, object.is_const, name)?
            };
            frame.locals.insert(*local, binding);
        }
        self.frames.push(frame);
        let result = before.iter().try_for_each(|statement| self.statement_here(*statement));
        let result = result.and_then(|()| self.node(place));
        self.frames.pop();
        result
    }
}
