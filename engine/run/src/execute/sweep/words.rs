//! The words of memory that invocations share, and those among them whose contents depend on the order of accesses.

use crate::execute::update::Update;
use core::ops::Range;
use rustc_hash::FxHashMap;

/// Memory that invocations share.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub(super) enum Shared {
    /// Memory of the workgroup with this number.
    Workgroup(u64),
    Buffer(u16),
    /// The texels of a texture.
    Texture(u16),
}

/// Four bytes of memory.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub(super) struct Word {
    pub(super) memory: Shared,
    /// Its address divided by four.
    pub(super) number: u32,
}

/// The bytes of a word that an access concerns: one bit for each. Neighbouring bytes are different memory locations.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Bytes(u8);

impl Bytes {
    pub(super) const ALL: Self = Self(0xf);

    /// The bytes of the word with this number that are among those at some addresses.
    pub(super) fn of(number: usize, addresses: &Range<usize>) -> Self {
        let is_in = |byte: &usize| addresses.contains(&(number * 4 + byte));
        Self((0..4).filter(is_in).fold(0, |bits, byte| bits | 1 << byte))
    }

    pub(super) const fn overlap(self, other: Self) -> bool {
        self.0 & other.0 != 0
    }

    /// The value of these bytes in a word.
    pub(super) fn value(self, word: u32) -> u32 {
        let taken =
            (0..4).filter(|byte| self.0 & 1 << byte != 0).fold(0, |mask, byte| mask | 0xff << (byte * 8));
        (word & taken) >> (self.0.trailing_zeros().min(3) * 8)
    }
}

/// The effect of an access on a word.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Mode {
    Read,
    Write,
    /// An atomic operation changes the word, and the program uses the old value.
    Exchange,
    /// An atomic operation changes the word, and the program does not use the old value.
    Update(Update),
}

impl Mode {
    /// Returns true if the program uses the contents of the word.
    pub(super) const fn reads(self) -> bool {
        matches!(self, Self::Read | Self::Exchange)
    }

    /// Returns true if it may change the word.
    pub(super) const fn writes(self) -> bool {
        !matches!(self, Self::Read)
    }

    /// Returns true if the order of two accesses does not matter.
    pub(super) fn commutes_with(self, other: Self) -> bool {
        match (self, other) {
            (Self::Read, Self::Read) => true,
            (Self::Update(one), Self::Update(other)) => one == other && one != Update::RoundedSum,
            (Self::Read | Self::Write | Self::Exchange | Self::Update(_), _) => false,
        }
    }
}

/// An access to a word by a lane of a strand.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Access {
    pub(super) word: Word,
    pub(super) bytes: Bytes,
    pub(super) mode: Mode,
    pub(super) lane: u32,
}

impl Access {
    /// Returns true if the order of two accesses does not matter.
    pub(super) fn commutes_with(&self, other: &Self) -> bool {
        self.word != other.word || !self.bytes.overlap(other.bytes) || self.mode.commutes_with(other.mode)
    }
}

/// Who an access is by.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct By {
    pub(super) workgroup: u64,
    /// The first lane of the strand.
    pub(super) lane: u32,
    /// The number of barriers for this memory that the workgroup has passed.
    pub(super) epoch: u32,
    /// The number of barriers that the strand has passed on its own.
    pub(super) fences: u32,
}

impl By {
    const fn between_barriers(self) -> (u64, u32) {
        (self.workgroup, self.epoch)
    }

    const fn between_fences(self) -> (u32, u32) {
        (self.lane, self.fences)
    }
}

/// The accesses to words in one execution.
#[derive(Default, Debug)]
pub(super) struct Touched(FxHashMap<Word, Parts>);

/// The accesses to a word: together, until one concerns only a part of it.
#[derive(Debug)]
enum Parts {
    Whole(Touches),
    Bytes(Box<[Touches; 4]>),
}

impl Parts {
    fn note(&mut self, access: Access, by: By) -> bool {
        if let Self::Whole(touches) = self {
            if access.bytes == Bytes::ALL {
                return touches.note(access, by);
            }
            *self =
                Self::Bytes(Box::new([touches.clone(), touches.clone(), touches.clone(), touches.clone()]));
        }
        let Self::Bytes(bytes) = self else { return false };
        let mut matters = false;
        for (byte, touches) in bytes.iter_mut().enumerate() {
            if access.bytes.overlap(Bytes(1 << byte)) {
                matters |= touches.note(access, by);
            }
        }
        matters
    }
}

#[derive(Clone, Debug)]
struct Touches {
    /// By strands of one workgroup since its last barrier.
    within: Touch,
    of: (u64, u32),
    /// By lanes of one strand since the last barrier of the strand.
    inside: Touch,
    of_strand: (u32, u32),
    /// By workgroups.
    across: Touch,
}

impl Touched {
    /// Notes an access. True if its order with an earlier one matters, and no barrier decides it.
    pub(super) fn note(&mut self, access: Access, by: By) -> bool {
        self.0.entry(access.word).or_insert_with(|| Parts::Whole(Touches::new(by))).note(access, by)
    }
}

impl Touches {
    fn new(by: By) -> Self {
        let none = Touch::default;
        Self {
            within: none(),
            of: by.between_barriers(),
            inside: none(),
            of_strand: by.between_fences(),
            across: none(),
        }
    }

    fn note(&mut self, access: Access, by: By) -> bool {
        let (of, of_strand) = (by.between_barriers(), by.between_fences());
        if self.of != of {
            (self.of, self.within, self.inside) = (of, Touch::default(), Touch::default());
        }
        if self.of_strand != of_strand {
            (self.of_strand, self.inside) = (of_strand, Touch::default());
        }
        let within = self.within.add(by.lane.into(), access.mode);
        // The lanes of a strand advance together. Their order matters nevertheless.
        let inside = self.inside.add(access.lane.into(), access.mode);
        self.across.add(by.workgroup, access.mode) || within || inside
    }
}

/// Accesses to a word that nothing orders.
#[derive(Clone, Default, Debug)]
struct Touch {
    by: Option<u64>,
    is_by_several: bool,
    mode: Option<Mode>,
    /// Whether two of them do not commute.
    is_mixed: bool,
}

impl Touch {
    /// True if the order of two accesses by different ones matters.
    fn add(&mut self, by: u64, mode: Mode) -> bool {
        self.is_by_several |= *self.by.get_or_insert(by) != by;
        self.is_mixed |= !self.mode.get_or_insert(mode).commutes_with(mode);
        self.is_by_several && self.is_mixed
    }
}
