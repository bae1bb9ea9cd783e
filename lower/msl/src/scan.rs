//! What lowering needs to know of a function before its first step: which variables need memory, and which pointers are assigned.

use super::end::end_of;
use super::lowering::{CALL_LEVELS, Lowering, Outcome};
use super::unit::Unit;
use msl_validator::typed::{self, Argument, Call};
use std::rc::Rc;

impl Lowering<'_> {
    /// The function of an instance.
    pub(super) fn unit(&mut self, number: usize) -> Outcome<Rc<Unit>> {
        if let Some(known) = self.units.get(&number) {
            return Ok(Rc::clone(known));
        }
        // The functions that it calls come first: a chain of calls is as deep as when it is expanded.
        let unit = Rc::new(self.deeper(CALL_LEVELS, |it| it.scanned(number))?);
        self.units.insert(number, Rc::clone(&unit));
        Ok(unit)
    }

    fn scanned(&mut self, number: usize) -> Outcome<Unit> {
        let function = if self.host.is_some() {
            typed::host_function(self.module, number)
        } else {
            typed::function(self.module, number)
        };
        self.check_types(&function.tree)?;
        let (mut unit, mut found) = Unit::of_function(function);
        let declared = self.module.ast[self.module.instances[number].function];
        unit.name = Some(self.module.names.text(declared.name).to_owned());
        unit.end = declared.body.map_or(declared.name_span, |body| end_of(self.module.ast.stmt_span(body)));
        for (call, has_object) in found.calls {
            self.note_call(&mut unit, call, has_object)?;
        }
        // What a reference refers to is declared before it.
        found.references.sort_by_key(|(local, _)| core::cmp::Reverse(*local));
        for (local, place) in found.references {
            if unit.is_in_memory(local) {
                unit.needs_memory(place);
            }
        }
        Ok(unit)
    }

    /// Notes the variables that the references of a called function refer to.
    fn note_call(&mut self, unit: &mut Unit, call: Call, has_object: bool) -> Outcome<()> {
        let called = self.unit(call.instance)?;
        let arguments = unit.tree[call.arguments].to_vec();
        for (argument, local) in arguments.into_iter().zip(called.targets(has_object)) {
            let Argument::Place(place) = argument else { continue };
            unit.is_changed(place);
            if called.is_in_memory(local) {
                unit.needs_memory(place);
            }
        }
        Ok(())
    }
}
