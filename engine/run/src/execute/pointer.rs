//! Pointer values, and the places that they lead to.

use super::lanes::Lanes;
use super::memories::NOWHERE;
use super::shared::Shared;
use crate::memory::SharedBytes;
use shader_ir::{Location, Memory, Pointer, Register};

/// The table of the blocks that a program has allocated in its buffer: see [`shader_ir::Program::blocks`].
#[derive(Clone, Copy)]
pub(super) struct Blocks<'a> {
    bytes: &'a SharedBytes,
    /// The address of the table.
    start: usize,
}

impl<'a> Blocks<'a> {
    /// The table of a program that allocates.
    pub(super) fn of(shared: &Shared<'a>) -> Option<Self> {
        let start = shared.plan.program.blocks.filter(|_| shared.plan.has_memory(Memory::Buffer(0)))?;
        Some(Self { bytes: shared.buffer(0), start: start as usize })
    }

    /// The place of an address in the buffer: nowhere if it is outside of the block that its pointer belongs to.
    fn place(self, number: u16, address: usize) -> usize {
        let entry = self.start + 8 * usize::from(number);
        let block = self.bytes.load32(entry) as usize..self.bytes.load32(entry + 4) as usize;
        if block.contains(&address) { address } else { NOWHERE as usize }
    }
}

impl Lanes<'_> {
    /// The memory and the address that a location is in a lane; `None` through a pointer to no memory of the program.
    #[inline]
    pub(super) fn place(&self, at: Location, lane: usize) -> Option<(Memory, usize)> {
        if at.memory == Memory::Pointed {
            return self.pointed_place(at, lane);
        }
        Some((at.memory, self.lane(at.address, lane) as usize + at.offset as usize))
    }

    /// Apart, so that a place without a pointer costs an addition in the loops over lanes.
    #[cold]
    fn pointed_place(&self, at: Location, lane: usize) -> Option<(Memory, usize)> {
        let Pointer { memory, address } = self.pointer(at.address, lane)?;
        // Before its start, a memory has nothing, like after its end.
        let place = usize::try_from(address + i64::from(at.offset)).unwrap_or(NOWHERE as usize);
        match (memory, self.blocks) {
            (Memory::Buffer(number @ 1..), Some(blocks)) => {
                Some((Memory::Buffer(0), blocks.place(number, place)))
            }
            _ => Some((memory, place)),
        }
    }

    /// The memory and the address of a location in a lane, where the program may write.
    #[inline]
    pub(super) fn writable_place(&self, at: Location, lane: usize) -> Option<(Memory, usize)> {
        let place = self.place(at, lane)?;
        (at.memory != Memory::Pointed || self.plan.may_write(place.0)).then_some(place)
    }

    /// The pointer in a register; `None` for null, and for one that names no memory of the program.
    fn pointer(&self, register: Register, lane: usize) -> Option<Pointer> {
        let pointer = Pointer::of_bits(self.raw(register, lane))?;
        let is_block = self.blocks.is_some() && matches!(pointer.memory, Memory::Buffer(1..));
        (is_block || self.plan.has_memory(pointer.memory)).then_some(pointer)
    }
}

/// Makes the pointer to a location.
pub(super) fn make(lanes: &mut Lanes<'_>, to: Register, at: Location) {
    let mut plane = lanes.take::<u64>(to);
    for (lane, pointer) in plane.iter_mut().enumerate() {
        let start = match at.memory {
            Memory::Pointed => lanes.pointer(at.address, lane),
            memory @ (Memory::Invocation | Memory::Workgroup | Memory::Constant | Memory::Buffer(_)) => {
                Some(Pointer { memory, address: signed(lanes.lane(at.address, lane)) })
            }
        };
        *pointer = start.map_or(0, |start| start.moved(i128::from(at.offset)).to_bits());
    }
    lanes.put(to, plane);
}

/// The address of a register: one that wrapped around is before the start of its memory. No memory has 3 GiB.
fn signed(address: u32) -> i64 {
    if address >= 3 << 30 { i64::from(address) - (1 << 32) } else { i64::from(address) }
}

/// Moves a pointer by elements.
pub(super) fn offset(lanes: &mut Lanes<'_>, to: Register, [from, index]: [Register; 2], stride: u32) {
    let mut plane = lanes.take::<u64>(to);
    for (lane, pointer) in plane.iter_mut().enumerate() {
        let distance = i128::from(lanes.raw(index, lane) as i64) * i128::from(stride);
        *pointer = lanes.pointer(from, lane).map_or(0, |start| start.moved(distance).to_bits());
    }
    lanes.put(to, plane);
}
