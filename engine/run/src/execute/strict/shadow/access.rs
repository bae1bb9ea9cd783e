//! When and where accesses to memory take place, and which of them are ordered. <https://www.w3.org/TR/WGSL/#memory-model>

use crate::execute::group_memory::MOST_LANES;
use core::num::NonZeroU64;
use rustc_hash::FxHashMap;
use shader_source::Span;

/// Whose access it is: the lane of the invocation, and the place in the source.
#[derive(Clone, Copy, Debug)]
pub(in crate::execute::strict) struct Accessor {
    pub(in crate::execute::strict) lane: usize,
    pub(in crate::execute::strict) span: Span,
}

/// Who accessed a part, when and where: the phase above the bits of the lane and of the site. It is never zero, since phases count
/// from 1.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Access(NonZeroU64);

const LANE_BITS: u32 = MOST_LANES.ilog2();
const PHASE_BITS: u32 = 32;
pub(super) const SITE_BITS: u32 = u64::BITS - PHASE_BITS - LANE_BITS;
/// The last phase that an access has bits for.
pub(super) const LAST_PHASE: u64 = (1 << PHASE_BITS) - 1;

impl Access {
    pub(super) const fn new(phase: u64, lane: usize, site: u16) -> Self {
        let bits = (phase << LANE_BITS | lane as u64) << SITE_BITS | site as u64;
        Self(NonZeroU64::new(bits).expect("phases count from 1"))
    }

    pub(super) const fn phase(self) -> u64 {
        self.0.get() >> (LANE_BITS + SITE_BITS)
    }

    pub(super) const fn lane(self) -> u32 {
        (self.0.get() >> SITE_BITS) as u32 % MOST_LANES
    }

    pub(super) const fn site(self) -> u16 {
        (self.0.get() % (1 << SITE_BITS)) as u16
    }

    pub(super) const fn in_phase(self, phase: u64) -> Self {
        Self::new(phase, self.lane() as usize, self.site())
    }
}

/// The places in the source that access memory, numbered from 1 in the order in which they are met. Those after the last number share 0:
/// they are not remembered.
#[derive(Default, Debug)]
pub(super) struct Sites {
    /// By number, without 0.
    spans: Vec<Span>,
    numbers: FxHashMap<Span, u16>,
    /// The last one: all lanes of a step are at one place.
    last: Option<(Span, u16)>,
}

impl Sites {
    pub(super) fn number(&mut self, span: Span) -> u16 {
        match self.last {
            Some((last, number)) if last == span => number,
            _ => {
                let number = self.known_or_new(span);
                self.last = Some((span, number));
                number
            }
        }
    }

    fn known_or_new(&mut self, span: Span) -> u16 {
        if let Some(number) = self.numbers.get(&span) {
            return *number;
        }
        if self.spans.len() + 1 == 1 << SITE_BITS {
            return 0;
        }
        self.spans.push(span);
        let number = self.spans.len() as u16;
        self.numbers.insert(span, number);
        number
    }

    pub(super) fn span(&self, number: u16) -> Option<Span> {
        self.spans.get(usize::from(number).checked_sub(1)?).copied()
    }
}

/// An access that takes place now.
#[derive(Clone, Copy, Debug)]
pub(super) struct Present {
    pub(super) access: Access,
    /// The phase in which its workgroup began.
    pub(super) begun: u64,
    /// The phase after the last barrier of the workgroup.
    pub(super) since: u64,
    /// The size of subgroups, and the phase after the last barrier of this one; `None` if no subgroup has passed one.
    pub(super) subgroup: Option<(u32, u64)>,
}

impl Present {
    /// Returns true if an earlier access is one of another workgroup.
    pub(super) const fn is_foreign(self, other: Access) -> bool {
        other.phase() < self.begun
    }

    /// Returns true if an earlier access does not happen before this one.
    pub(super) fn races(self, other: Access) -> bool {
        self.is_foreign(other) || (self.access.lane() != other.lane() && !self.comes_after(other))
    }

    /// Returns true if a barrier orders an earlier access of the workgroup before this one.
    pub(super) fn comes_after(self, other: Access) -> bool {
        let orders = |(size, since): (u32, u64)| {
            self.access.lane() / size == other.lane() / size && other.phase() < since
        };
        other.phase() < self.since || self.subgroup.is_some_and(orders)
    }

    /// Returns true if an earlier access is one of the same invocation.
    pub(super) const fn is_own(self, other: Access) -> bool {
        !self.is_foreign(other) && self.access.lane() == other.lane()
    }

    /// This write, as the invocation of an earlier access sees it.
    pub(super) const fn seen_from(self, earlier: Access) -> Other {
        let Self { access, .. } = self;
        Other {
            lane: access.lane(),
            elsewhere: self.is_foreign(earlier),
            writes: true,
            is_whole: false,
            site: access.site(),
        }
    }

    pub(super) const fn met(self, other: Access, writes: bool) -> Other {
        Other {
            lane: other.lane(),
            elsewhere: self.is_foreign(other),
            writes,
            is_whole: false,
            site: other.site(),
        }
    }
}

/// An access of another invocation.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(in crate::execute::strict) struct Other {
    /// The number of the other invocation in its workgroup.
    pub(in crate::execute::strict) lane: u32,
    /// Whether it belongs to another workgroup.
    pub(in crate::execute::strict) elsewhere: bool,
    /// Whether it writes.
    pub(in crate::execute::strict) writes: bool,
    /// Whether the two meet only because a write to a component may write the whole vector.
    pub(in crate::execute::strict) is_whole: bool,
    pub(super) site: u16,
}

impl Other {
    /// This access, met only because one of the two may write a whole vector.
    pub(super) const fn of_whole(self) -> Self {
        Self { is_whole: true, ..self }
    }
}
