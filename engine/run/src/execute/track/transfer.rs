//! Loads, stores and copies.

use super::Track;
use super::held::Held;
use crate::execute::Bound;
use crate::execute::group::Group;
use crate::execute::transfer::{each_part, parts};
use shader_ir::{Copy, Location, Memory, MemoryType, Register};

impl Group<'_> {
    /// The address of bytes in a lane, where it is the same everywhere and inside of the memory.
    pub(super) fn known_address(&self, track: &Track, at: Location, lane: usize) -> Option<u32> {
        let address = self.scalar(track, at.address, lane);
        let end = (address.bits as u32).checked_add(at.offset)?;
        (address.held.is_known() && u64::from(end) < self.bytes_of(at.memory)).then_some(end)
    }

    pub(super) fn bytes_of(&self, memory: Memory) -> u64 {
        let program = &self.shared.plan.program;
        match memory {
            Memory::Invocation => u64::from(program.invocation_bytes),
            Memory::Workgroup => u64::from(program.workgroup_bytes),
            Memory::Constant => program.constant_words.len() as u64 * 4,
            Memory::Buffer(index) => match self.shared.resources.get(usize::from(index)) {
                Some(Bound::Buffer(bytes)) => bytes.len() as u64,
                _ => 0,
            },
        }
    }

    pub(super) fn note_load(&self, track: &mut Track, ty: MemoryType, to: Register, from: Location) {
        for lane in self.mask.active() {
            let held = match self.known_address(track, from, lane) {
                Some(address) => {
                    let words = track.words(from.memory, lane);
                    words.map_or(Held::Exact, |words| words.load(address, ty.size()))
                }
                None => Held::OPEN,
            };
            self.give(track, to, lane, held);
        }
    }

    pub(super) fn note_store(&self, track: &mut Track, ty: MemoryType, value: Register, into: Location) {
        for lane in self.mask.active() {
            let is_open = track.regions.is_open(lane);
            let held = if is_open { Held::OPEN } else { self.held(track, value, lane) };
            self.put_word(track, into, lane, |words, address| words.store(address, ty, held));
        }
    }

    /// Changes what is known of a memory at an address. Where the address is not known, nothing is known any more.
    pub(super) fn put_word(
        &self,
        track: &mut Track,
        at: Location,
        lane: usize,
        change: impl FnOnce(&mut super::memory::Words, u32),
    ) {
        let address = self.known_address(track, at, lane);
        if let Some(words) = track.words(at.memory, lane) {
            match address {
                Some(address) => change(words, address),
                None => words.open(),
            }
        }
    }

    pub(super) fn note_clear(&self, track: &mut Track, into: Location, size: u32) {
        for lane in self.mask.active() {
            let held = Held::exact_if(!track.regions.is_open(lane));
            self.put_word(track, into, lane, |words, address| {
                parts(0, size, address).for_each(|(at, size)| words.copy(&[], address + at, size, held));
            });
        }
    }

    pub(super) fn note_copy(&self, track: &mut Track, copy: &Copy) {
        for lane in self.mask.active() {
            let from = self.known_address(track, copy.from, lane);
            let into = self.known_address(track, copy.into, lane);
            let alignment = from.unwrap_or(0) | into.unwrap_or(0);
            each_part(copy, alignment, |offset, size| {
                self.note_part(track, copy, (from, offset, size), lane);
            });
        }
    }

    fn note_part(
        &self,
        track: &mut Track,
        copy: &Copy,
        (from, offset, size): (Option<u32>, u32, u32),
        lane: usize,
    ) {
        let (mut found, mut otherwise) = match (from, track.words(copy.from.memory, lane)) {
            (Some(address), Some(words)) => words.within(address + offset, size),
            (Some(_), None) => (Vec::new(), Held::Exact),
            (None, _) => (Vec::new(), Held::OPEN),
        };
        if track.regions.is_open(lane) {
            otherwise = Held::OPEN;
            found.clear();
        }
        let into = Location { offset: copy.into.offset.saturating_add(offset), ..copy.into };
        self.put_word(track, into, lane, |words, address| words.copy(&found, address, size, otherwise));
    }
}
