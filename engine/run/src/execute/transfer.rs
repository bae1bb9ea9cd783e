//! Loads, stores and copies.

use super::Bound;
use super::group::Group;
use super::operate::NOWHERE;
use crate::memory::SharedBytes;
use shader_ir::{Copy, Location, Memory, MemoryType, Register, Type};

impl<'a> Group<'a> {
    pub(super) fn buffer(&self, index: u16) -> Option<&'a SharedBytes> {
        match self.shared.resources.get(usize::from(index)) {
            Some(Bound::Buffer(bytes)) => Some(bytes),
            _ => None,
        }
    }

    /// The bytes of a lane at an address; 0 where there is nothing.
    pub(super) fn read(&self, memory: Memory, lane: usize, address: usize, size: u32) -> u32 {
        let word = match memory {
            Memory::Invocation => self.invocation.get(address / 4 * self.lanes + lane).copied().unwrap_or(0),
            Memory::Workgroup => self.workgroup.get(address / 4).copied().unwrap_or(0),
            Memory::Constant => {
                self.shared.plan.program.constant_words.get(address / 4).copied().unwrap_or(0)
            }
            Memory::Buffer(index) => self.buffer(index).map_or(0, |bytes| bytes.load32(address)),
        };
        if size == 4 { word } else { word >> (address % 4 * 8) & part_mask(size) }
    }

    pub(super) fn write(&mut self, memory: Memory, lane: usize, address: usize, size: u32, value: u32) {
        let word = match memory {
            Memory::Invocation => self.invocation.get_mut(address / 4 * self.lanes + lane),
            Memory::Workgroup => self.workgroup.get_mut(address / 4),
            Memory::Constant => None,
            Memory::Buffer(index) => {
                if let Some(bytes) = self.buffer(index)
                    && !self.is_helper(lane)
                    && address + size as usize <= bytes.len()
                {
                    match size {
                        1 => bytes.store8(address, value as u8),
                        2 => bytes.store16(address, value as u16),
                        _ => bytes.store32(address, value),
                    }
                }
                return;
            }
        };
        if let Some(word) = word {
            if size == 4 {
                *word = value;
            } else {
                let shift = address % 4 * 8;
                let mask = part_mask(size) << shift;
                *word = *word & !mask | value << shift & mask;
            }
        }
    }

    pub(super) fn load(&mut self, ty: MemoryType, to: Register, from: Location) {
        let size = ty.size();
        if self.shared.options.strict {
            self.look_at_access(from, size, false);
        }
        if ty.of_register().is_wide() {
            self.load_wide(to, from);
            return;
        }
        let mut plane = self.take::<u32>(to);
        let offset = from.offset as usize;
        match (from.memory, self.plane(from.address)) {
            (Memory::Invocation, [address]) if size == 4 && plane.len() == self.lanes => {
                let first = (*address as usize + offset) / 4 * self.lanes;
                if let Some(words) = self.invocation.get(first..first + self.lanes) {
                    plane.copy_from_slice(words);
                } else {
                    plane.fill(0);
                }
            }
            (memory, [address]) if memory != Memory::Invocation => {
                plane.fill(self.read(memory, 0, *address as usize + offset, size));
            }
            (Memory::Buffer(index), addresses) if size == 4 => {
                if let Some(bytes) = self.buffer(index) {
                    for (value, address) in plane.iter_mut().zip(addresses) {
                        *value = bytes.load32(*address as usize + offset);
                    }
                }
            }
            (Memory::Workgroup, addresses) if size == 4 => {
                for (value, address) in plane.iter_mut().zip(addresses) {
                    *value = self.workgroup.get((*address as usize + offset) / 4).copied().unwrap_or(0);
                }
            }
            (memory, addresses) => {
                for (lane, value) in plane.iter_mut().enumerate() {
                    let address = if let [one] = addresses { *one } else { addresses[lane] };
                    *value = self.read(memory, lane, address as usize + offset, size);
                }
            }
        }
        match ty {
            MemoryType::Sized(ty) if ty.is_signed() => extend(ty, &mut plane),
            MemoryType::Sized(_) => {}
            MemoryType::ByteBool => plane.iter_mut().for_each(|value| *value = u32::from(*value != 0)),
        }
        self.put(to, plane);
    }

    pub(super) fn store(&mut self, ty: MemoryType, value: Register, into: Location) {
        let size = ty.size();
        if self.shared.options.strict {
            self.look_at_access(into, size, true);
        }
        if ty.of_register().is_wide() {
            self.store_wide(value, into);
            return;
        }
        let offset = into.offset as usize;
        if let (Memory::Invocation, [address], 4) = (into.memory, self.plane(into.address), size) {
            let first = (*address as usize + offset) / 4 * self.lanes;
            let plane = &self.planes[self.shared.plan.planes[value.index()] as usize];
            let lanes = self.lanes;
            if let Some(words) = self.invocation.get_mut(first..first + lanes) {
                for (lane, (word, active)) in words.iter_mut().zip(&self.mask.lanes).enumerate() {
                    let value = if let [one] = plane[..] { one } else { plane[lane] };
                    *word = *word & !active | value & active;
                }
            }
            return;
        }
        if let (Memory::Buffer(index), 4) = (into.memory, size) {
            let Some(bytes) = self.buffer(index) else { return };
            let last = bytes.len().saturating_sub(3);
            for lane in 0..self.lanes {
                let address = self.lane(into.address, lane) as usize + offset;
                if self.mask.has(lane) && address < last && !self.is_helper(lane) {
                    bytes.store32(address, self.lane(value, lane));
                }
            }
            return;
        }
        for lane in 0..self.lanes {
            if self.mask.has(lane) {
                let address = self.lane(into.address, lane) as usize + offset;
                let value = self.lane(value, lane);
                self.write(into.memory, lane, address, size, value);
            }
        }
    }

    pub(super) fn clear(&mut self, into: Location, size: u32) {
        for (at, size) in parts(into.offset, size, self.alignment(into.address)) {
            for lane in 0..self.lanes {
                if self.mask.has(lane) {
                    let address = self.lane(into.address, lane) as usize + at as usize;
                    self.write(into.memory, lane, address, size, 0);
                }
            }
        }
    }

    pub(super) fn copy(&mut self, copy: &Copy) {
        let alignment = self.alignment(copy.from.address) | self.alignment(copy.into.address);
        each_part(copy, alignment, |offset, size| self.copy_part(copy, offset as usize, size));
    }

    /// The addresses of the active lanes, one or'ed with the other: a low bit that none of them has is zero.
    fn alignment(&self, addresses: Register) -> u32 {
        let is_somewhere = |address: &u32| *address != NOWHERE;
        let addresses = self.mask.active().map(|lane| self.lane(addresses, lane));
        addresses.filter(is_somewhere).fold(0, |all, address| all | address)
    }

    fn copy_part(&mut self, copy: &Copy, offset: usize, size: u32) {
        if self.shared.options.strict {
            let part = |location: Location| Location { offset: location.offset + offset as u32, ..location };
            self.look_at_access(part(copy.from), size, false);
            self.look_at_access(part(copy.into), size, true);
        }
        for lane in 0..self.lanes {
            if self.mask.has(lane) {
                let from = self.lane(copy.from.address, lane) as usize + copy.from.offset as usize + offset;
                let into = self.lane(copy.into.address, lane) as usize + copy.into.offset as usize + offset;
                let value = self.read(copy.from.memory, lane, from, size);
                self.write(copy.into.memory, lane, into, size, value);
            }
        }
    }
}

/// Offset and size of the words, halves and bytes that a number of bytes consists of, where they lie at these offsets from addresses
/// with such low bits.
pub(super) fn parts(start: u32, size: u32, alignment: u32) -> impl Iterator<Item = (u32, u32)> {
    let mut at = start;
    core::iter::from_fn(move || {
        let rest = (start + size - at).checked_ilog2()?;
        let size = 1 << rest.min((alignment | at | 4).trailing_zeros());
        at += size;
        Some((at - size, size))
    })
}

/// Calls a function with offset and size of each part that is copied at once.
pub(super) fn each_part(copy: &Copy, alignment: u32, mut found: impl FnMut(u32, u32)) {
    let alignment = alignment | copy.from.offset | copy.into.offset;
    for run in &copy.runs {
        for repetition in 0..run.count {
            let start = run.offset + repetition * run.stride;
            parts(start, run.size, alignment).for_each(|(offset, size)| found(offset, size));
        }
    }
}

/// Makes of the low bits of each lane what a register of a type holds.
pub(super) fn extend(ty: Type, plane: &mut [u32]) {
    match ty {
        Type::I8 => plane.iter_mut().for_each(|value| *value = *value as i8 as u32),
        Type::I16 => plane.iter_mut().for_each(|value| *value = *value as i16 as u32),
        Type::U8 => plane.iter_mut().for_each(|value| *value &= 0xff),
        Type::U16 | Type::F16 => plane.iter_mut().for_each(|value| *value &= 0xffff),
        _ => {}
    }
}

const fn part_mask(size: u32) -> u32 {
    if size == 1 { 0xff } else { 0xffff }
}
