//! Variables of a host that live as long as the program: variables of namespaces, static members, and `static` variables of functions.
//!
//! Such a variable begins where control first comes to a use of it, or to its declaration in a function. C++ lets variables of namespaces begin earlier,
//! but a program can't depend on that. C++14 (basic.start.init) 4, (stmt.dcl) 4

use super::lowering::{Lowering, Outcome, Place, Value};
use cxx_validator::ast::VariableId;
use msl_validator::typed::{ExprId, LocalId};
use msl_validator::types::TypeId;
use shader_ir::{Instruction, Location, MemoryType, Type};
use shader_numeric::Operation;

/// A variable that lives as long as the program.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub(super) enum LastingId {
    Global(VariableId),
    /// A variable of the function whose unit has this address: a lowering keeps the units of all functions.
    Local(usize, LocalId),
}

/// Where such a variable is.
#[derive(Clone, Copy)]
pub(super) struct Lasting {
    place: Location,
    /// A word that is 0 until it has begun.
    has_begun: Location,
    /// Whether its first value is lowered right now: a use in it sees zeros.
    is_beginning: bool,
}

impl Lowering<'_> {
    /// A variable of the program that may change. Without an initializer, it begins as zeros, which the memory has.
    pub(super) fn lasting_global(&mut self, id: VariableId, ty: TypeId) -> Outcome<Place> {
        if self.initializer_of(id).is_none() {
            return self.lasting(LastingId::Global(id), ty, |_| Ok(None));
        }
        self.lasting(LastingId::Global(id), ty, |it| {
            let (value, unit) = it.initializer(id)?;
            it.in_unit(&unit, |it| it.value(value)).map(Some)
        })
    }

    /// A `static` variable of a function.
    pub(super) fn lasting_local(
        &mut self,
        local: LocalId,
        ty: TypeId,
        value: Option<ExprId>,
    ) -> Outcome<Place> {
        let unit = std::rc::Rc::as_ptr(&self.frame.unit) as usize;
        self.lasting(LastingId::Local(unit, local), ty, |it| value.map(|value| it.value(value)).transpose())
    }

    fn lasting(
        &mut self,
        id: LastingId,
        ty: TypeId,
        first: impl FnOnce(&mut Self) -> Outcome<Option<Value>>,
    ) -> Outcome<Place> {
        let known = self.host.as_ref().and_then(|host| host.lasting.get(&id).copied());
        let lasting = if let Some(known) = known {
            known
        } else {
            let (place, has_begun) = (self.allocate(ty)?, self.allocate_word()?);
            Lasting { place, has_begun, is_beginning: false }
        };
        if !lasting.is_beginning {
            self.note_lasting(id, Lasting { is_beginning: true, ..lasting });
            let word = MemoryType::Sized(Type::U32);
            let has_begun = self.code.register(Type::U32);
            self.code.emit(Instruction::Load { ty: word, to: has_begun, from: lasting.has_begun });
            let zero = self.code.number(0);
            let condition = self.scalar(Operation::Equal, Type::U32, [has_begun, zero, zero]);
            self.code.begin(Instruction::If { condition });
            let one = self.code.number(1);
            self.code.emit(Instruction::Store { ty: word, into: lasting.has_begun, value: one });
            if let Some(value) = first(self)? {
                self.store(&Place::Memory(lasting.place), ty, value)?;
            }
            self.code.end();
            self.note_lasting(id, lasting);
        }
        Ok(Place::Memory(lasting.place))
    }

    fn note_lasting(&mut self, id: LastingId, lasting: Lasting) {
        if let Some(host) = &mut self.host {
            host.lasting.insert(id, lasting);
        }
    }

    fn allocate_word(&mut self) -> Outcome<Location> {
        self.host_space(4, 4).unwrap_or_else(|| self.unsupported("a variable of a host"))
    }
}
