//! Loads, stores and copies.

use super::Track;
use super::held::Held;
use super::memory::Words;
use crate::execute::bytes::{each_part, parts};
use crate::execute::group::Group;
use shader_ir::{Copy, Location, Memory, MemoryType, Register};

impl Track {
    /// The address of bytes in a lane, if it is the same in all implementations and inside of the memory. Nothing is claimed about
    /// places that pointers lead to.
    pub(super) fn known_address(&self, group: &Group<'_>, at: Location, lane: usize) -> Option<u32> {
        if at.memory == Memory::Pointed {
            return None;
        }
        let address = self.scalar(group, at.address, lane);
        let end = (address.bits as u32).checked_add(at.offset)?;
        (address.held.is_known() && u64::from(end) < group.memories.size(at.memory)).then_some(end)
    }

    pub(super) fn note_load(&mut self, group: &Group<'_>, ty: MemoryType, to: Register, from: Location) {
        for lane in group.lanes.mask.active() {
            let held = match self.known_address(group, from, lane) {
                Some(address) => {
                    let words = self.words(from.memory, lane);
                    words.map_or(Held::Exact, |words| words.load(address, ty.size()))
                }
                None => Held::OPEN,
            };
            self.give(group, to, lane, held);
        }
    }

    pub(super) fn note_store(&mut self, group: &Group<'_>, ty: MemoryType, value: Register, into: Location) {
        for lane in group.lanes.mask.active() {
            let is_open = self.regions.is_open(lane);
            let held = if is_open { Held::OPEN } else { self.held(group, value, lane) };
            self.put_word(group, into, lane, |words, address| words.store(address, ty, held));
        }
    }

    /// Changes the knowledge about a memory at an address. If the address is not known, nothing is known about the memory afterwards.
    pub(super) fn put_word(
        &mut self,
        group: &Group<'_>,
        at: Location,
        lane: usize,
        change: impl FnOnce(&mut Words, u32),
    ) {
        let address = self.known_address(group, at, lane);
        self.put_at(at.memory, address, lane, change);
    }

    /// Changes the knowledge about a memory at an address that may be known.
    pub(super) fn put_at(
        &mut self,
        memory: Memory,
        address: Option<u32>,
        lane: usize,
        change: impl FnOnce(&mut Words, u32),
    ) {
        match (address, self.words(memory, lane)) {
            (Some(address), Some(words)) => change(words, address),
            (None, _) => self.open(memory, lane),
            (Some(_), None) => {}
        }
    }

    /// Notes that bytes are filled with a value, or lose theirs.
    pub(super) fn note_clear(&mut self, group: &Group<'_>, into: Location, size: u32, held: Held) {
        for lane in group.lanes.mask.active() {
            let held = if self.regions.is_open(lane) { Held::OPEN } else { held };
            self.put_word(group, into, lane, |words, address| {
                parts(0, size, address).for_each(|(at, size)| words.copy(&[], address + at, size, held));
            });
        }
    }

    pub(super) fn note_copy(&mut self, group: &Group<'_>, copy: &Copy) {
        for lane in group.lanes.mask.active() {
            let from = self.known_address(group, copy.from, lane);
            let into = self.known_address(group, copy.into, lane);
            let alignment = from.unwrap_or(0) | into.unwrap_or(0);
            each_part(copy, alignment, |offset, size| {
                self.note_part(group, copy, (from, offset, size), lane);
            });
        }
    }

    fn note_part(
        &mut self,
        group: &Group<'_>,
        copy: &Copy,
        (from, offset, size): (Option<u32>, u32, u32),
        lane: usize,
    ) {
        let (mut found, mut otherwise) = match (from, self.words(copy.from.memory, lane)) {
            (Some(address), Some(words)) => words.within(address + offset, size),
            (Some(_), None) => (Vec::new(), Held::Exact),
            (None, _) => (Vec::new(), Held::OPEN),
        };
        if self.regions.is_open(lane) {
            otherwise = Held::OPEN;
            found.clear();
        }
        let into = Location { offset: copy.into.offset.saturating_add(offset), ..copy.into };
        self.put_word(group, into, lane, |words, address| words.copy(&found, address, size, otherwise));
    }
}
