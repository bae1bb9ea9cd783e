//! The words of memory that invocations share, and those among them whose contents depend on the order of accesses.

use crate::execute::update::Update;
use rustc_hash::FxHashMap;

/// Memory that invocations share.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub(super) enum Shared {
    /// Memory of the workgroup with this number.
    Workgroup(u64),
    Buffer(u16),
    Texture(u16),
}

/// Four bytes of a buffer or of the memory of a workgroup, or a texel.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub(super) struct Word {
    pub(super) memory: Shared,
    /// Its address divided by four. Texels have the hash of their coordinates: where two have the same, there are choices without effect.
    pub(super) number: u32,
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
            (Self::Update(one), Self::Update(other)) => one == other,
            (Self::Read | Self::Write | Self::Exchange | Self::Update(_), _) => false,
        }
    }
}

/// An access to a word by a lane of a strand.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Access {
    pub(super) word: Word,
    pub(super) mode: Mode,
    pub(super) lane: u32,
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

/// The accesses to words in one execution.
#[derive(Default, Debug)]
pub(super) struct Touched(FxHashMap<Word, Touches>);

#[derive(Debug)]
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
        let (of, of_strand) = ((by.workgroup, by.epoch), (by.lane, by.fences));
        let touches = self.0.entry(access.word).or_insert_with(|| Touches {
            within: Touch::default(),
            of,
            inside: Touch::default(),
            of_strand,
            across: Touch::default(),
        });
        if touches.of != of {
            (touches.of, touches.within, touches.inside) = (of, Touch::default(), Touch::default());
        }
        if touches.of_strand != of_strand {
            (touches.of_strand, touches.inside) = (of_strand, Touch::default());
        }
        let within = touches.within.add(by.lane.into(), access.mode);
        // The lanes of a strand advance together. Their order matters nevertheless.
        let inside = touches.inside.add(access.lane.into(), access.mode);
        touches.across.add(by.workgroup, access.mode) || within || inside
    }
}

/// Accesses to a word that nothing orders.
#[derive(Default, Debug)]
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
