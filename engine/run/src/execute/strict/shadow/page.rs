//! Bytes beside each other, with the accesses to them.

use super::access::{Access, Other, Present};
use core::ops::Range;

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
const WORD_BYTES: usize = 4;

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
        while !(bytes.start | bytes.end).is_multiple_of(PAGE_BYTES / self.parts.len()) {
            self.parts = self.parts.iter().flat_map(|part| [*part; 2]).collect();
        }
        let part_bytes = PAGE_BYTES / self.parts.len();
        &mut self.parts[bytes.start / part_bytes..bytes.end / part_bytes]
    }
}
