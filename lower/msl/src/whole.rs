//! The whole objects that pointers point into.
//!
//! C++ lets a pointer move through the whole array that its element belongs to, in both directions (C++14 5.7/4). A place therefore knows the
//! variable that it is a part of, its whole: strict execution compares each access through a moved pointer with it. Nothing is compared when
//! a pointer is only formed, since programs often start before the first element or end after the last one. Buffers need no whole of their
//! own, since the executor knows where they end. Pointers that are values of `u64` only have the memory.

use super::lowering::{Lowering, Outcome, Place};
use msl_validator::typed::{Expr, ExprId, Place as Node, PlaceId};
use msl_validator::types::TypeId;
use rustc_hash::FxHashMap;
use shader_ir::{Instruction, Location, Memory, Register, Type};
use shader_numeric::Operation;
use std::collections::BTreeMap;

/// The object that an address belongs to.
#[derive(Clone, Copy, Debug)]
struct Whole {
    start: Register,
    size: Register,
    /// A number of bytes that divides the distance between the start and the address; 0 if the distance is 0.
    unit: u32,
    /// Whether the address comes from pointer arithmetic, so that it may be outside.
    may_leave: bool,
}

#[derive(Default)]
pub(super) struct Wholes {
    /// The sizes of variables, by where they begin. They don't overlap, so the last one that begins before an address is the only one that may have it.
    variables: BTreeMap<(Memory, u32), u32>,
    addresses: FxHashMap<Register, Whole>,
}

impl Lowering<'_> {
    /// Notes a new variable. Only strict execution looks at it.
    pub(super) fn note_variable(&mut self, at: Location, size: u32) {
        if self.request.is_strict {
            self.wholes.variables.insert((at.memory, at.offset), size);
        }
    }

    /// Notes memory whose address and size only the dispatch says.
    pub(super) fn note_open_memory(&mut self, address: Register, bytes: Register) {
        let whole = Whole { start: address, size: bytes, unit: 0, may_leave: false };
        self.wholes.addresses.insert(address, whole);
    }

    fn whole(&mut self, at: Location) -> Option<Whole> {
        if let Some(whole) = self.wholes.addresses.get(&at.address) {
            return Some(Whole { unit: divisor(whole.unit, at.offset), ..*whole });
        }
        let address = u32::try_from(self.code.known(at.address)?).ok()?.checked_add(at.offset)?;
        let mut before = self.wholes.variables.range(..=(at.memory, address));
        let (&(memory, start), &size) = before.next_back()?;
        if memory != at.memory || address - start >= size {
            return None;
        }
        let unit = address - start;
        let (start, size) = (self.code.number(start), self.code.number(size));
        Some(Whole { start, size, unit, may_leave: false })
    }

    /// Says that an address is so many elements away from a place, of the same whole.
    pub(super) fn note_address(&mut self, address: Register, from: Location, stride: u32, may_leave: bool) {
        if !self.request.is_strict {
            return;
        }
        if let Some(whole) = self.whole(from) {
            let may_leave = may_leave || whole.may_leave;
            let whole = Whole { unit: divisor(whole.unit, stride), may_leave, ..whole };
            self.wholes.addresses.insert(address, whole);
        }
    }

    /// The object where a pointer leads, for an access.
    pub(super) fn dereferenced(&mut self, pointer: ExprId, ty: TypeId) -> Outcome<Place> {
        let Expr::Offset { pointer: base, index, is_back } = self.tree()[pointer] else {
            let place = self.pointer(pointer)?;
            return Ok(self.accessed(place, ty));
        };
        let start = self.pointer(base)?;
        let index = self.single(index)?;
        let (stride, _) = self.layout(ty)?;
        if !is_back && let Some(element) = self.element_of_start(&start, index, stride) {
            return Ok(element);
        }
        let place = self.moved_by(&start, index, is_back, ty)?;
        Ok(self.accessed(place, ty))
    }

    /// An object that is accessed: strict execution reports one outside of the whole.
    fn accessed(&mut self, place: Place, ty: TypeId) -> Place {
        let Place::Memory(at) = place else { return place };
        let whole = self.wholes.addresses.get(&at.address).copied();
        let Some(whole) = whole.filter(|whole| whole.may_leave && self.request.is_strict) else {
            return place;
        };
        let Ok((size, _)) = self.layout(ty) else { return place };
        let unit = divisor(divisor(whole.unit, at.offset), size).max(1);
        let offset = self.code.number(at.offset);
        let address = self.scalar(Operation::Add, Type::U32, [at.address, offset, offset]);
        let distance = self.scalar(Operation::Subtract, Type::U32, [address, whole.start, whole.start]);
        let index = self.units(distance, unit, Type::I32);
        let accessed = self.code.number(size);
        let rest = self.scalar(Operation::Min, Type::U32, [accessed, whole.size, whole.size]);
        let rest = self.scalar(Operation::Subtract, Type::U32, [whole.size, rest, rest]);
        let last = self.units(rest, unit, Type::U32);
        let one = self.code.number(1);
        let count = self.scalar(Operation::Add, Type::U32, [last, one, one]);
        let to = self.code.register(Type::U32);
        self.code.emit(Instruction::Index { to, base: whole.start, index, count, stride: unit });
        self.wholes.addresses.insert(to, Whole { may_leave: false, unit, ..whole });
        Place::Memory(Location { address: to, offset: 0, ..at })
    }

    /// Bytes as a number of units. Distances before the start are negative, and no multiple of them is lost.
    fn units(&mut self, bytes: Register, unit: u32, ty: Type) -> Register {
        let bytes = self.reinterpreted(bytes, ty);
        let unit = self.code.constant(ty, unit.into());
        let units = self.scalar(Operation::Divide, ty, [bytes, unit, unit]);
        self.reinterpreted(units, Type::U32)
    }

    /// The place that `&` gives the address of. `&a[i]` is `a + i`: neither reads the element, and the one after the last is a valid end.
    pub(super) fn address(&mut self, id: PlaceId) -> Outcome<Place> {
        match self.tree()[id] {
            Node::Deref(pointer) => self.pointer(pointer),
            Node::Element(base, index) => self.element_address(id, base, index),
            Node::Local(_)
            | Node::Global(_)
            | Node::Member(..)
            | Node::Components(..)
            | Node::Temporary(_)
            | Node::Call(_)
            | Node::Assigned(_)
            | Node::Conditional(..)
            | Node::As(_) => self.place(id),
        }
    }

    fn element_address(&mut self, id: PlaceId, base: PlaceId, index: ExprId) -> Outcome<Place> {
        let Some((element, _)) = self.module.types.element(self.tree().place_type(base)) else {
            return self.place(id);
        };
        let (stride, _) = self.layout(element)?;
        let whole = self.place(base)?;
        let index = self.single(index)?;
        self.moved(&whole, index, stride)
    }
}

/// Returns the greatest common divisor; 0 has all numbers as divisors.
const fn divisor(one: u32, other: u32) -> u32 {
    let (mut one, mut other) = (one, other);
    while other != 0 {
        (one, other) = (other, one % other);
    }
    one
}
