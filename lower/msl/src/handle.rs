//! Textures and samplers as parts of variables. Sections 2.8, 2.9 and 2.12
//!
//! An instruction names the resource that it uses, so lowering must know which texture or sampler a member or an element holds. Each of them
//! has a slot: a register that only stands for the handle, and that no instruction reads or writes. Calls are expanded, so that each call has
//! slots of its own.
//!
//! A slot takes one handle in the whole program. Code that is lowered first may run last, in a loop, and a branch may be skipped: with one handle,
//! each defined use sees that handle in any order. A second one is therefore refused where it is stored.

use super::lowering::{Lowering, Outcome, Place, Value};
use msl_validator::types::TypeId;
use rustc_hash::FxHashMap;
use shader_ir::{Location, Memory, Register, Type};

/// The maximum number of handles in one object. A copy takes time for each of them.
const MOST_HANDLES: usize = 1 << 16;

const UNKNOWN: &str = "the program must say before execution which texture or sampler this is";
const IN_A_BUFFER: &str = "a texture or sampler in an argument buffer can't be used in execution yet";
const DIFFERENT: &str = "an object that holds different textures or samplers in turn can't be executed yet";

/// The content of a slot.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Held {
    /// No handle yet.
    Nothing,
    /// A resource, by its index.
    Handle(u16),
    /// A handle that is only known in execution.
    Unknown,
}

#[derive(Default)]
pub(super) struct Handles {
    /// The slots, and the registers that stand for resources.
    held: FxHashMap<Register, Held>,
    /// The registers that stand for resources, by their indices.
    resources: FxHashMap<u16, Register>,
    /// The slots of variables in the memory of the invocation, by their addresses.
    addresses: FxHashMap<u32, Register>,
}

impl Handles {
    pub(super) fn is_slot(&self, register: Register) -> bool {
        self.held.contains_key(&register)
    }
}

impl Lowering<'_> {
    fn new_slot(&mut self, held: Held) -> Register {
        let slot = self.code.register(Type::U64);
        self.handles.held.insert(slot, held);
        slot
    }

    /// The registers that instructions write.
    pub(super) fn without_slots(&self, registers: &[Register]) -> Vec<Register> {
        registers.iter().copied().filter(|register| !self.handles.is_slot(*register)).collect()
    }

    /// A slot for a part of a variable in registers.
    pub(super) fn slot(&mut self) -> Register {
        self.new_slot(Held::Nothing)
    }

    /// The register that stands for a resource.
    pub(super) fn handle_register(&mut self, handle: u16) -> Register {
        if let Some(known) = self.handles.resources.get(&handle) {
            return *known;
        }
        let register = self.new_slot(Held::Handle(handle));
        self.handles.resources.insert(handle, register);
        register
    }

    /// The slot of an object in memory; `None` if its address is only known in execution, or other threads may write there.
    fn slot_at(&mut self, at: Location) -> Option<Register> {
        if at.memory != Memory::Invocation {
            return None;
        }
        let address = (self.code.known(at.address)? as u32).checked_add(at.offset)?;
        if let Some(known) = self.handles.addresses.get(&address) {
            return Some(*known);
        }
        let slot = self.slot();
        self.handles.addresses.insert(address, slot);
        Some(slot)
    }

    /// The register of a handle that is loaded from memory.
    pub(super) fn loaded_slot(&mut self, at: Location) -> Register {
        match self.slot_at(at) {
            Some(slot) => slot,
            None => self.new_slot(Held::Unknown),
        }
    }

    /// The texture or sampler in a place.
    pub(super) fn load_handle(&mut self, place: &Place) -> Outcome<Value> {
        // What the host writes there is bytes, which name no resource of this execution.
        if let Place::Memory(Location { memory: Memory::Buffer(_), .. }) = place {
            return self.unsupported(IN_A_BUFFER);
        }
        let slot = match place {
            Place::Registers(registers) => registers.first().copied(),
            Place::Memory(location) => self.slot_at(*location),
        };
        match slot.and_then(|slot| self.handles.held.get(&slot)) {
            Some(Held::Handle(handle)) => Ok(Value::Handle(*handle)),
            Some(Held::Nothing | Held::Unknown) | None => self.unsupported(UNKNOWN),
        }
    }

    /// Stores a texture or sampler in a place.
    pub(super) fn store_handle(&mut self, place: &Place, handle: u16) -> Outcome<()> {
        let value = self.handle_register(handle);
        match place {
            Place::Registers(registers) => match registers.first() {
                Some(slot) => self.keep(*slot, value),
                None => self.unsupported(UNKNOWN),
            },
            Place::Memory(location) => self.keep_at(*location, value),
        }
    }

    /// Stores what a register stands for in memory.
    pub(super) fn keep_at(&mut self, at: Location, value: Register) -> Outcome<()> {
        match self.slot_at(at) {
            Some(slot) => self.keep(slot, value),
            None => self.unsupported(UNKNOWN),
        }
    }

    /// Stores what a register stands for in a slot.
    pub(super) fn keep(&mut self, slot: Register, value: Register) -> Outcome<()> {
        let before = self.handles.held.get(&slot).copied().unwrap_or(Held::Unknown);
        // The zero of an empty list is not a slot: it stands for no handle.
        let Some(new) = self.handles.held.get(&value).copied() else {
            return if let Held::Handle(_) = before { self.unsupported(DIFFERENT) } else { Ok(()) };
        };
        let after = match (before, new) {
            (Held::Handle(one), Held::Handle(other)) if one == other => before,
            (Held::Handle(_), _) => return self.unsupported(DIFFERENT),
            (Held::Nothing, Held::Handle(_)) => new,
            // A copy of a slot without a handle: a loop may give it one before the copy runs again.
            (Held::Nothing, Held::Nothing | Held::Unknown) | (Held::Unknown, _) => Held::Unknown,
        };
        self.handles.held.insert(slot, after);
        Ok(())
    }

    /// Copies the handles of an object with arrays, whose bytes are copied without them.
    pub(super) fn copy_handles(&mut self, from: Location, into: Location, ty: TypeId) -> Outcome<()> {
        for offset in self.handle_offsets(ty)? {
            let value = self.loaded_slot(Location { offset: from.offset + offset, ..from });
            self.keep_at(Location { offset: into.offset + offset, ..into }, value)?;
        }
        Ok(())
    }

    /// Where the textures and samplers of an object are.
    pub(super) fn handle_offsets(&self, ty: TypeId) -> Outcome<Vec<u32>> {
        if self.is_handle(ty) {
            return Ok(vec![0]);
        }
        let mut offsets: Vec<u32> = Vec::new();
        if let Some((element, count)) = self.module.types.element(ty) {
            let inner = self.handle_offsets(element)?;
            let count = count.unwrap_or(1);
            if inner.len().saturating_mul(count as usize) > MOST_HANDLES {
                return self.unsupported("this array has too many textures or samplers to be executed");
            }
            // Most arrays have none, and may have many elements.
            if !inner.is_empty() {
                let (stride, _) = self.layout(element)?;
                offsets.extend((0..count).flat_map(|it| inner.iter().map(move |own| it * stride + own)));
            }
        } else if let Some(number) = self.module.types.structure_number(ty) {
            let starts = self.module.types.offsets(number).unwrap_or_default();
            for (member, start) in self.module.types.structure(number).members.iter().zip(starts) {
                let inner = self.handle_offsets(member.ty)?;
                offsets.extend(inner.iter().map(|own| own + start as u32));
            }
        }
        Ok(offsets)
    }
}
