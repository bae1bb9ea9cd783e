//! Neighbouring bytes, with the accesses to them.

use super::Shared;
use super::access::{Access, Other, Present};
use crate::execute::fault::SharedMemory;
use core::ops::Range;
use rustc_hash::FxHashMap;

/// The accesses to some bytes.
#[derive(Clone, Copy, Default, Debug)]
pub(super) struct Part {
    pub(super) write: Option<Access>,
    /// Who may have written it last, together with its neighbours.
    pub(super) touch: Option<Access>,
    /// The last reader, and the last one that was another invocation.
    pub(super) reads: [Option<Access>; 2],
}

/// Buffers of a hundred megabytes are watched: a part has to be small.
const _: () = assert!(size_of::<Part>() == 32);

impl Part {
    /// Any access that a write is not ordered with.
    pub(super) fn rival(&self, write: Present) -> Option<Other> {
        let met = |other: Option<Access>, writes: bool| {
            other.filter(|other| write.races(*other)).map(|other| write.met(other, writes))
        };
        let read = || self.reads.into_iter().find_map(|read| met(read, false));
        met(self.write, true).or_else(read).or_else(|| met(self.touch, true).map(Other::of_whole))
    }

    /// Gives each access another phase.
    pub(super) fn renumber(&mut self, phase: impl Fn(u64) -> u64) {
        for access in [&mut self.write, &mut self.touch].into_iter().chain(&mut self.reads) {
            *access = access.map(|access| access.in_phase(phase(access.phase())));
        }
    }
}

/// The bytes of a page.
pub(super) const PAGE_BYTES: usize = 64;
/// The bytes of a part of which no access was smaller.
pub(super) const WORD_BYTES: usize = 4;

/// Bytes beside each other, in parts of the same size: of four bytes, until an access is smaller or begins in between.
#[derive(Debug)]
pub(super) struct Page {
    pub(super) parts: Vec<Part>,
    /// Memory of a workgroup: the phase in which that one began.
    pub(super) begun: u64,
}

impl Page {
    pub(super) fn new(begun: u64) -> Self {
        Self { parts: vec![Part::default(); PAGE_BYTES / WORD_BYTES], begun }
    }

    /// The parts that some bytes consist of, by the place of the first byte in the page and of the one after the last.
    pub(super) fn parts(&mut self, bytes: Range<usize>) -> &mut [Part] {
        // Both numbers are powers of two.
        let mut shift = (PAGE_BYTES / self.parts.len()).ilog2();
        while (bytes.start | bytes.end) & ((1 << shift) - 1) != 0 {
            self.parts = self.parts.iter().flat_map(|part| [*part; 2]).collect();
            shift -= 1;
        }
        &mut self.parts[bytes.start >> shift..bytes.end >> shift]
    }
}

/// The pages of all memory that was accessed.
#[derive(Default, Debug)]
pub(super) struct Pages {
    all: Vec<(SharedMemory, Page)>,
    /// By memory, and address divided by the bytes of a page.
    numbers: FxHashMap<(Shared, usize), usize>,
    /// The last one that was looked for: neighbours among the lanes mostly access the same page.
    last: Option<((Shared, usize), usize)>,
}

impl Pages {
    /// The page of some memory with a number. A new one begins in this phase.
    pub(super) fn page(&mut self, key: (Shared, usize), begun: u64) -> &mut Page {
        let number = match self.last {
            Some((last, number)) if last == key => number,
            _ => *self.numbers.entry(key).or_insert_with(|| {
                self.all.push((key.0.kind(), Page::new(begun)));
                self.all.len() - 1
            }),
        };
        self.last = Some((key, number));
        &mut self.all[number].1
    }

    /// All pages.
    #[cfg(test)]
    pub(super) fn all(&self) -> impl Iterator<Item = &Page> {
        self.all.iter().map(|(_, page)| page)
    }

    /// The pages of a kind of memory.
    pub(super) fn of_kind(&mut self, kind: SharedMemory) -> impl Iterator<Item = &mut Page> {
        self.all.iter_mut().filter(move |(of, _)| *of == kind).map(|(_, page)| page)
    }
}
