//! Loads, stores and copies.

use super::bytes::{each_part, parts};
use super::convert::extend;
use super::lanes::Lanes;
use super::memories::{Memories, NOWHERE};
use crate::plane::of_lane;
use shader_ir::{Copy, Location, Memory, MemoryType, Register};

/// Not inlined, nor is [`store`]: within the function of all steps, the loops over lanes would keep their operands on the stack.
#[inline(never)]
pub(super) fn load(
    lanes: &mut Lanes<'_>,
    memories: &Memories<'_>,
    ty: MemoryType,
    to: Register,
    from: Location,
) {
    if ty.of_register().is_wide() {
        load_wide(lanes, memories, to, from);
        return;
    }
    let mut plane = lanes.take::<u32>(to);
    let offset = from.offset as usize;
    let size = ty.size();
    match (from.memory, lanes.plane(from.address)) {
        (Memory::Invocation, [address]) if size == 4 && plane.len() == lanes.count => {
            match memories.of_invocations(*address as usize + offset) {
                Some(words) => plane.copy_from_slice(words),
                None => plane.fill(0),
            }
        }
        (Memory::Workgroup | Memory::Constant | Memory::Buffer(_), [address]) => {
            plane.fill(memories.read(from.memory, 0, *address as usize + offset, size));
        }
        (Memory::Buffer(index), addresses) if size == 4 => {
            memories.buffer(index).load_each32(&mut plane, addresses, offset);
        }
        (Memory::Workgroup, addresses) if size == 4 => {
            for (value, address) in plane.iter_mut().zip(addresses) {
                *value = memories.of_workgroup(*address as usize + offset);
            }
        }
        (Memory::Pointed, _) => {
            for (lane, value) in plane.iter_mut().enumerate() {
                let source = lanes.place(from, lane);
                *value = source.map_or(0, |(memory, address)| memories.read(memory, lane, address, size));
            }
        }
        (Memory::Invocation | Memory::Workgroup | Memory::Constant | Memory::Buffer(_), addresses) => {
            for (lane, value) in plane.iter_mut().enumerate() {
                let address = of_lane(addresses, lane) as usize + offset;
                *value = memories.read(from.memory, lane, address, size);
            }
        }
    }
    match ty {
        MemoryType::Sized(ty) if ty.is_signed() => extend(ty, &mut plane),
        MemoryType::Sized(_) => {}
        MemoryType::ByteBool => plane.iter_mut().for_each(|value| *value = u32::from(*value != 0)),
    }
    lanes.put(to, plane);
}

fn load_wide(lanes: &mut Lanes<'_>, memories: &Memories<'_>, to: Register, from: Location) {
    let mut plane = lanes.take::<u64>(to);
    for (lane, value) in plane.iter_mut().enumerate() {
        let source = lanes.place(from, lane);
        *value = source.map_or(0, |(memory, address)| memories.read_wide(memory, lane, address));
    }
    lanes.put(to, plane);
}

#[inline(never)]
pub(super) fn store(
    lanes: &Lanes<'_>,
    memories: &mut Memories<'_>,
    ty: MemoryType,
    value: Register,
    into: Location,
) {
    let offset = into.offset as usize;
    match (into.memory, lanes.plane(into.address), ty.size()) {
        (Memory::Invocation, [address], 4) => {
            let plane = lanes.plane(value);
            let Some(words) = memories.of_invocations_mut(*address as usize + offset) else { return };
            for (lane, (word, active)) in words.iter_mut().zip(&lanes.mask.lanes).enumerate() {
                *word = *word & !active | of_lane(plane, lane) & active;
            }
        }
        (Memory::Buffer(index), addresses, 4) => {
            let bytes = memories.buffer(index);
            let last = bytes.len().saturating_sub(3);
            let plane = lanes.plane(value);
            for lane in 0..lanes.count {
                let address = of_lane(addresses, lane) as usize + offset;
                if lanes.mask.has(lane) && address < last && !lanes.is_helper(lane) {
                    bytes.store32(address, of_lane(plane, lane));
                }
            }
        }
        (Memory::Workgroup, addresses, 4) => {
            let plane = lanes.plane(value);
            for lane in lanes.mask.active() {
                if let Some(word) = memories.of_workgroup_mut(of_lane(addresses, lane) as usize + offset) {
                    *word = of_lane(plane, lane);
                }
            }
        }
        (
            Memory::Invocation | Memory::Workgroup | Memory::Constant | Memory::Buffer(_) | Memory::Pointed,
            _,
            size,
        ) => {
            for lane in 0..lanes.count {
                if let Some((memory, address)) = written(lanes, into, lane) {
                    if size == 8 {
                        memories.write_wide(memory, lane, address, lanes.raw(value, lane));
                    } else {
                        memories.write(memory, lane, address, size, lanes.lane(value, lane));
                    }
                }
            }
        }
    }
}

pub(super) fn clear(lanes: &Lanes<'_>, memories: &mut Memories<'_>, into: Location, size: u32) {
    for (at, size) in parts(into.offset, size, alignment(lanes, into.address)) {
        for lane in 0..lanes.count {
            if let Some((memory, address)) = written(lanes, Location { offset: at, ..into }, lane) {
                memories.write(memory, lane, address, size, 0);
            }
        }
    }
}

pub(super) fn copy(lanes: &Lanes<'_>, memories: &mut Memories<'_>, copy: &Copy) {
    each_copied(lanes, copy, |offset, size| {
        let part = |at: Location| Location { offset: at.offset + offset, ..at };
        for lane in 0..lanes.count {
            if let Some((into, address)) = written(lanes, part(copy.into), lane) {
                let from = lanes.place(part(copy.from), lane);
                let value = from.map_or(0, |(from, address)| memories.read(from, lane, address, size));
                memories.write(into, lane, address, size, value);
            }
        }
    });
}

/// Calls a function with offset and size of each part that all active lanes copy at once.
pub(super) fn each_copied(lanes: &Lanes<'_>, copy: &Copy, found: impl FnMut(u32, u32)) {
    let alignment = alignment(lanes, copy.from.address) | alignment(lanes, copy.into.address);
    each_part(copy, alignment, found);
}

/// The memory and the address that a lane changes in this step, if it does. Buffers do not see the writes of helpers.
#[inline]
fn written(lanes: &Lanes<'_>, at: Location, lane: usize) -> Option<(Memory, usize)> {
    let place = if lanes.mask.has(lane) { lanes.writable_place(at, lane) } else { None };
    place.filter(|(memory, _)| !(matches!(memory, Memory::Buffer(_)) && lanes.is_helper(lane)))
}

/// The addresses of the active lanes, combined by or: a low bit that none of them has is zero.
fn alignment(lanes: &Lanes<'_>, addresses: Register) -> u32 {
    let is_somewhere = |address: &u32| *address != NOWHERE;
    let addresses = lanes.mask.active().map(|lane| lanes.raw(addresses, lane) as u32);
    addresses.filter(is_somewhere).fold(0, |all, address| all | address)
}
