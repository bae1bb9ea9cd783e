//! The accesses to memory: who accessed it last, and whether any invocation wrote it.
//! <https://www.w3.org/TR/WGSL/#memory-model>

use crate::execute::fault::SharedMemory;
use crate::execute::group_memory::MOST_LANES;
use core::num::NonZeroU64;
use core::ops::Range;
use rustc_hash::FxHashMap;
use shader_ir::{BarrierMemory, Memory};
use shader_source::Span;

/// Memory that several invocations access.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(super) enum Shared {
    /// Bytes of the workgroup.
    Workgroup,
    /// Bytes of a buffer.
    Buffer(u16),
    /// Texels of a texture.
    Texture(u16),
}

impl Shared {
    /// The shared memory that a memory is; `None` where no other invocation can see writes to it.
    pub(super) const fn of(memory: Memory) -> Option<Self> {
        match memory {
            Memory::Workgroup => Some(Self::Workgroup),
            Memory::Buffer(index) => Some(Self::Buffer(index)),
            Memory::Invocation | Memory::Constant | Memory::Pointed => None,
        }
    }

    pub(super) const fn kind(self) -> SharedMemory {
        match self {
            Self::Workgroup => SharedMemory::Workgroup,
            Self::Buffer(_) => SharedMemory::Buffer,
            Self::Texture(_) => SharedMemory::Texture,
        }
    }
}

/// Whose access it is: the lane of the invocation, and the place in the source.
#[derive(Clone, Copy, Debug)]
pub(super) struct Accessor {
    pub(super) lane: usize,
    pub(super) span: Span,
}

/// Who accessed a part, when and where: the phase above the bits of the lane and those of the site. It is never zero, since phases count
/// from 1.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Access(NonZeroU64);

const LANE_BITS: u32 = MOST_LANES.ilog2();
const PHASE_BITS: u32 = 32;
const SITE_BITS: u32 = u64::BITS - PHASE_BITS - LANE_BITS;
/// The last phase that an access has bits for.
const LAST_PHASE: u64 = (1 << PHASE_BITS) - 1;

impl Access {
    const fn new(phase: u64, lane: usize, site: u16) -> Self {
        let bits = (phase << LANE_BITS | lane as u64) << SITE_BITS | site as u64;
        Self(NonZeroU64::new(bits).expect("phases count from 1"))
    }

    const fn phase(self) -> u64 {
        self.0.get() >> (LANE_BITS + SITE_BITS)
    }

    const fn lane(self) -> u32 {
        (self.0.get() >> SITE_BITS) as u32 % MOST_LANES
    }

    const fn site(self) -> u16 {
        (self.0.get() % (1 << SITE_BITS)) as u16
    }

    const fn in_phase(self, phase: u64) -> Self {
        Self::new(phase, self.lane() as usize, self.site())
    }
}

/// The places in the source that access memory, numbered from 1 in the order in which they are met. Those after the last number share 0:
/// they are not remembered.
#[derive(Default, Debug)]
struct Sites {
    /// By number, without 0.
    spans: Vec<Span>,
    numbers: FxHashMap<Span, u16>,
}

impl Sites {
    fn number(&mut self, span: Span) -> u16 {
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

    fn span(&self, number: u16) -> Option<Span> {
        self.spans.get(usize::from(number).checked_sub(1)?).copied()
    }
}

/// An access that takes place now.
#[derive(Clone, Copy, Debug)]
struct Present {
    access: Access,
    /// The phase in which its workgroup began.
    begun: u64,
    /// The phase after the last barrier of the workgroup.
    since: u64,
    /// The size of subgroups, and the phase after the last barrier of this one; `None` if no subgroup has passed one.
    subgroup: Option<(u32, u64)>,
}

impl Present {
    /// Whether an earlier access is one of another workgroup.
    const fn is_foreign(self, other: Access) -> bool {
        other.phase() < self.begun
    }

    /// Whether an earlier access does not happen before this one.
    fn races(self, other: Access) -> bool {
        self.is_foreign(other) || (self.access.lane() != other.lane() && !self.comes_after(other))
    }

    /// Whether a barrier orders an earlier access of the workgroup before this one.
    fn comes_after(self, other: Access) -> bool {
        let orders = |(size, since): (u32, u64)| {
            self.access.lane() / size == other.lane() / size && other.phase() < since
        };
        other.phase() < self.since || self.subgroup.is_some_and(orders)
    }

    /// Whether an earlier access is one of the same invocation.
    const fn is_own(self, other: Access) -> bool {
        !self.is_foreign(other) && self.access.lane() == other.lane()
    }

    const fn met(self, other: Access, writes: bool) -> Earlier {
        Earlier { lane: other.lane(), elsewhere: self.is_foreign(other), writes, site: other.site() }
    }
}

/// The accesses to some bytes.
#[derive(Clone, Copy, Default, Debug)]
struct Part {
    write: Option<Access>,
    /// Who may have written it last, together with its neighbours.
    touch: Option<Access>,
    /// The last reader, and the last one that was another invocation.
    reads: [Option<Access>; 2],
}

/// Buffers of a hundred megabytes are watched: a part has to be small.
const _: () = assert!(size_of::<Part>() == 32);

impl Part {
    /// Any access that a write is not ordered with.
    fn rival(&self, write: Present) -> Option<Earlier> {
        let writes = [self.write, self.touch].map(|access| (access, true));
        let mut others = writes.into_iter().chain(self.reads.map(|access| (access, false)));
        others.find_map(|(other, writes)| {
            other.filter(|other| write.races(*other)).map(|other| write.met(other, writes))
        })
    }

    /// Gives each access another phase.
    fn renumber(&mut self, phase: impl Fn(u64) -> u64) {
        for access in [&mut self.write, &mut self.touch].into_iter().chain(&mut self.reads) {
            *access = access.map(|access| access.in_phase(phase(access.phase())));
        }
    }
}

/// The bytes of a page.
const PAGE_BYTES: usize = 64;
/// The bytes of a part of which no access was smaller.
const WORD_BYTES: usize = 4;

/// Bytes beside each other, in parts of the same size: of four bytes, until an access is smaller or begins in between.
#[derive(Debug)]
struct Page {
    parts: Vec<Part>,
    /// Memory of a workgroup: the phase in which that one began.
    begun: u64,
}

impl Page {
    fn new(begun: u64) -> Self {
        Self { parts: vec![Part::default(); PAGE_BYTES / WORD_BYTES], begun }
    }

    /// The parts that some bytes consist of, by the place of the first byte in the page and of the one after the last.
    fn parts(&mut self, bytes: Range<usize>) -> &mut [Part] {
        while !(bytes.start | bytes.end).is_multiple_of(PAGE_BYTES / self.parts.len()) {
            self.parts = self.parts.iter().flat_map(|part| [*part; 2]).collect();
        }
        let part_bytes = PAGE_BYTES / self.parts.len();
        &mut self.parts[bytes.start / part_bytes..bytes.end / part_bytes]
    }
}

/// All accesses that matter for later ones.
#[derive(Debug)]
pub(super) struct Shadow {
    /// By memory, and address divided by the bytes of a page.
    pages: FxHashMap<(Shared, usize), Page>,
    /// Barriers passed and workgroups begun, in all of the dispatch: for memory of the workgroup, buffers and textures.
    phases: [u64; 3],
    /// The phases in which the present workgroup began.
    begun: [u64; 3],
    /// The phases after its last barrier.
    since: [u64; 3],
    /// The size of subgroups, and by subgroup the phases after its last barrier; empty until a subgroup passes one.
    subgroups: (u32, Vec<[u64; 3]>),
    /// The places that access memory.
    sites: Sites,
    /// The number of parts that were looked at.
    work: u64,
}

/// An access of another invocation, which came first.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Earlier {
    /// The number of the other invocation in its workgroup.
    pub(super) lane: u32,
    /// Whether it belongs to another workgroup.
    pub(super) elsewhere: bool,
    /// Whether it writes.
    pub(super) writes: bool,
    site: u16,
}

/// The result of an access.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Met {
    /// Nothing to report.
    Nothing,
    /// An access that this one is not ordered with.
    Race(Earlier),
    /// Bytes that no invocation has written.
    Unwritten,
}

impl Default for Shadow {
    fn default() -> Self {
        Self {
            pages: FxHashMap::default(),
            phases: [1; 3],
            begun: [1; 3],
            since: [1; 3],
            subgroups: (1, Vec::new()),
            sites: Sites::default(),
            work: 0,
        }
    }
}

impl Shadow {
    /// Begins another workgroup. Pages of the memory of the one before are found to be outdated when they are used again, so that many
    /// workgroups cost no more than each of them.
    pub(super) fn begin(&mut self) {
        for kind in SharedMemory::ALL {
            self.advance(kind);
        }
        self.begun = self.phases;
        self.since = self.phases;
    }

    /// Begins another phase of some memory.
    fn turn(&mut self, memory: BarrierMemory) -> impl Iterator<Item = (usize, u64)> + use<> {
        let orders = [memory.workgroup, memory.buffers, memory.textures];
        for kind in SharedMemory::ALL.into_iter().filter(|kind| orders[*kind as usize]) {
            self.advance(kind);
        }
        self.phases.into_iter().enumerate().filter(move |(kind, _)| orders[*kind])
    }

    fn advance(&mut self, kind: SharedMemory) {
        if self.phases[kind as usize] == LAST_PHASE {
            self.renumber(kind);
        }
        self.phases[kind as usize] += 1;
    }

    /// Gives the phases of some memory the least numbers with which all of its accesses are ordered as before: only whether they are before
    /// the beginnings and barriers that are known matters.
    fn renumber(&mut self, kind: SharedMemory) {
        let index = kind as usize;
        let barriers = self.subgroups.1.iter().map(|since| since[index]);
        let mut marks: Vec<u64> = barriers.chain([self.begun[index], self.since[index]]).collect();
        marks.sort_unstable();
        marks.dedup();
        let renumbered = |phase: u64| marks.partition_point(|mark| *mark <= phase) as u64 + 1;
        for (_, page) in self.pages.iter_mut().filter(|((shared, _), _)| shared.kind() == kind) {
            page.begun = renumbered(page.begun);
            page.parts.iter_mut().for_each(|part| part.renumber(renumbered));
        }
        let known = [&mut self.phases, &mut self.begun, &mut self.since];
        for phases in known.into_iter().chain(&mut self.subgroups.1) {
            phases[index] = renumbered(phases[index]);
        }
    }

    /// The place of an access in the source; `None` if it is not remembered.
    pub(super) fn span(&self, earlier: Earlier) -> Option<Span> {
        self.sites.span(earlier.site)
    }

    /// All invocations have passed a barrier.
    pub(super) fn pass(&mut self, memory: BarrierMemory) {
        for (kind, phase) in self.turn(memory) {
            self.since[kind] = phase;
        }
    }

    /// The subgroups with these numbers have passed a barrier each. A subgroup has `size` invocations.
    pub(super) fn pass_subgroups(&mut self, memory: BarrierMemory, size: usize, subgroups: &[usize]) {
        let turned: Vec<(usize, u64)> = self.turn(memory).collect();
        self.subgroups.0 = size as u32;
        for subgroup in subgroups {
            if self.subgroups.1.len() <= *subgroup {
                self.subgroups.1.resize(subgroup + 1, [0; 3]);
            }
            for (kind, phase) in &turned {
                self.subgroups.1[*subgroup][*kind] = *phase;
            }
        }
    }

    /// The number of parts that were looked at since the last time.
    pub(super) const fn take_work(&mut self) -> u64 {
        core::mem::replace(&mut self.work, 0)
    }

    /// Looks at each part that some bytes consist of.
    fn each_part(
        &mut self,
        shared: Shared,
        (address, size): (usize, usize),
        Accessor { lane, span }: Accessor,
        mut look: impl FnMut(&mut Part, Present),
    ) {
        let kind = shared.kind() as usize;
        let begun = self.begun[kind];
        let (lanes, passed) = &self.subgroups;
        let subgroup = passed.get(lane / *lanes as usize).map(|since| (*lanes, since[kind]));
        let access = Access::new(self.phases[kind], lane, self.sites.number(span));
        let present = Present { access, begun, since: self.since[kind], subgroup };
        let (mut start, end) = (address, address + size);
        while start < end {
            let number = start / PAGE_BYTES;
            let first = number * PAGE_BYTES;
            let stop = end.min(first + PAGE_BYTES);
            let page = self.pages.entry((shared, number)).or_insert_with(|| Page::new(begun));
            if shared == Shared::Workgroup && page.begun != begun {
                *page = Page::new(begun);
            }
            for part in page.parts(start - first..stop - first) {
                look(part, present);
                self.work += 1;
            }
            start = stop;
        }
    }

    /// Notes a read of some bytes.
    pub(super) fn read(&mut self, shared: Shared, bytes: (usize, usize), by: Accessor) -> Met {
        let mut met = Met::Nothing;
        self.each_part(shared, bytes, by, |part, read| {
            if let Some(touch) = part.touch.filter(|touch| read.races(*touch)) {
                met = Met::Race(read.met(touch, true));
            }
            match part.write {
                Some(write) if read.races(write) => met = Met::Race(read.met(write, true)),
                None if shared == Shared::Workgroup && met == Met::Nothing => met = Met::Unwritten,
                Some(_) | None => {}
            }
            if part.reads[0].is_some_and(|other| !read.is_own(other)) {
                part.reads[1] = part.reads[0];
            }
            part.reads[0] = Some(read.access);
        });
        met
    }

    /// Notes a write of some bytes.
    pub(super) fn write(&mut self, shared: Shared, bytes: (usize, usize), by: Accessor) -> Met {
        self.change(shared, bytes, by, |part, write| {
            *part = Part { write: Some(write), touch: part.touch, reads: [None; 2] };
        })
    }

    /// Notes that bytes may be overwritten with their own value. This does not initialize them.
    pub(super) fn touch(&mut self, shared: Shared, bytes: (usize, usize), by: Accessor) -> Met {
        self.change(shared, bytes, by, |part, touch| part.touch = Some(touch))
    }

    /// Notes a change of some bytes in each of their parts.
    fn change(
        &mut self,
        shared: Shared,
        bytes: (usize, usize),
        by: Accessor,
        note: impl Fn(&mut Part, Access),
    ) -> Met {
        let mut met = Met::Nothing;
        self.each_part(shared, bytes, by, |part, change| {
            if let Some(other) = part.rival(change) {
                met = Met::Race(other);
            }
            note(part, change.access);
        });
        met
    }

    /// Notes an atomic access to some bytes: atomic accesses don't race with each other, and nothing else can access the same bytes.
    pub(super) fn atomic(&mut self, shared: Shared, bytes: (usize, usize), by: Accessor, reads: bool) -> Met {
        let mut met = Met::Nothing;
        self.each_part(shared, bytes, by, |part, change| {
            if reads && shared == Shared::Workgroup && part.write.is_none() {
                met = Met::Unwritten;
            }
            part.write = Some(change.access);
        });
        met
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const HERE: Shared = Shared::Workgroup;
    const BUFFER: Shared = Shared::Buffer(0);

    /// A lane at the place that begins with its number.
    fn by(lane: usize) -> Accessor {
        Accessor { lane, span: Span::new(lane as u32, 100) }
    }

    /// The other access of a race: its lane, whether it is elsewhere, and whether it writes.
    fn race(met: Met) -> Option<(u32, bool, bool)> {
        match met {
            Met::Race(earlier) => Some((earlier.lane, earlier.elsewhere, earlier.writes)),
            Met::Nothing | Met::Unwritten => None,
        }
    }

    #[test]
    fn a_barrier_for_the_memory_orders_accesses() {
        let mut shadow = Shadow::default();
        assert_eq!(shadow.write(HERE, (0, 4), by(1)), Met::Nothing);
        assert_eq!(shadow.read(HERE, (0, 4), by(1)), Met::Nothing);
        assert_eq!(race(shadow.read(HERE, (2, 2), by(2))), Some((1, false, true)));
        shadow.pass(BarrierMemory::BUFFERS);
        assert_ne!(shadow.read(HERE, (0, 4), by(2)), Met::Nothing);
        shadow.pass(BarrierMemory::WORKGROUP);
        assert_eq!(shadow.read(HERE, (0, 4), by(2)), Met::Nothing);
        assert_eq!(shadow.read(HERE, (0, 4), by(3)), Met::Nothing);
        assert_eq!(race(shadow.write(HERE, (0, 4), by(3))), Some((2, false, false)));
    }

    #[test]
    fn a_barrier_of_a_subgroup_orders_accesses_inside_of_it() {
        let mut shadow = Shadow::default();
        let other = |met| race(met).map(|(lane, ..)| lane);
        assert_eq!(shadow.write(HERE, (0, 4), by(1)), Met::Nothing);
        assert_eq!(shadow.write(HERE, (4, 4), by(5)), Met::Nothing);
        shadow.pass_subgroups(BarrierMemory::EVERYTHING, 4, &[0]);
        // Of the subgroup that has passed it, of one that has not, and between two.
        assert_eq!(shadow.read(HERE, (0, 4), by(2)), Met::Nothing);
        assert_eq!(other(shadow.read(HERE, (4, 4), by(6))), Some(5));
        assert_eq!(other(shadow.read(HERE, (4, 4), by(2))), Some(5));
        shadow.pass_subgroups(BarrierMemory::BUFFERS, 4, &[0, 1]);
        assert_eq!(other(shadow.write(HERE, (0, 4), by(1))), Some(2));
        shadow.pass_subgroups(BarrierMemory::EVERYTHING, 4, &[0, 1]);
        assert_eq!(shadow.write(HERE, (0, 4), by(3)), Met::Nothing);
        assert_eq!(other(shadow.read(HERE, (0, 4), by(4))), Some(3));
        shadow.pass(BarrierMemory::WORKGROUP);
        assert_eq!(shadow.read(HERE, (0, 4), by(4)), Met::Nothing);
    }

    #[test]
    fn nothing_orders_workgroups() {
        let mut shadow = Shadow::default();
        assert_eq!(shadow.write(BUFFER, (8, 4), by(0)), Met::Nothing);
        shadow.pass(BarrierMemory::BUFFERS);
        shadow.begin();
        assert_eq!(race(shadow.read(BUFFER, (8, 4), by(0))), Some((0, true, true)));
        assert_eq!(shadow.read(BUFFER, (12, 4), by(0)), Met::Nothing);
    }

    #[test]
    fn the_place_of_an_access_is_remembered() {
        let mut shadow = Shadow::default();
        let place = |shadow: &mut Shadow, lane: usize| {
            let address = lane * 4;
            shadow.write(HERE, (address, 4), by(lane));
            let Met::Race(earlier) = shadow.read(HERE, (address, 4), by(0)) else {
                panic!("a race with {lane}")
            };
            shadow.span(earlier)
        };
        assert_eq!(place(&mut shadow, 7), Some(Span::new(7, 100)));
        let remembered = (1..5_000).filter(|lane| place(&mut shadow, *lane).is_some()).count();
        // All but the one of the reads.
        assert_eq!(remembered, (1 << SITE_BITS) - 2);
        assert_eq!(place(&mut shadow, 7), Some(Span::new(7, 100)));
    }

    #[test]
    fn phases_beyond_the_last_number_order_as_before() {
        let accesses = |first: u64| {
            let mut shadow = Shadow::default();
            (shadow.phases, shadow.begun, shadow.since) = ([first; 3], [first; 3], [first; 3]);
            let mut met = Vec::new();
            for workgroup in 0..3 {
                shadow.begin();
                for barrier in [BarrierMemory::WORKGROUP, BarrierMemory::BUFFERS, BarrierMemory::EVERYTHING] {
                    for lane in 0..3 {
                        met.push(shadow.write(HERE, (lane * 4, 4), by(lane)));
                        met.push(shadow.write(BUFFER, (workgroup * 12 + lane * 4, 4), by(lane)));
                    }
                    shadow.pass_subgroups(barrier, 2, &[0]);
                    met.extend((0..3).map(|lane| shadow.read(HERE, ((lane + 1) % 3 * 4, 4), by(lane))));
                    shadow.pass(barrier);
                    met.extend((0..3).map(|lane| shadow.read(BUFFER, (lane * 4, 4), by((lane + 1) % 3))));
                }
            }
            met
        };
        let expected = accesses(1);
        assert!(expected.contains(&Met::Nothing) && expected.iter().any(|met| race(*met).is_some()));
        for steps in 0..12 {
            assert_eq!(accesses(LAST_PHASE - steps), expected, "{steps} before the last");
        }
    }

    #[test]
    fn only_the_memory_of_the_workgroup_must_be_written_first() {
        let mut shadow = Shadow::default();
        assert_eq!(shadow.read(BUFFER, (0, 4), by(0)), Met::Nothing);
        assert_eq!(shadow.read(HERE, (0, 4), by(0)), Met::Unwritten);
        assert_eq!(shadow.write(HERE, (0, 4), by(0)), Met::Nothing);
        shadow.begin();
        assert_eq!(shadow.read(HERE, (0, 4), by(0)), Met::Unwritten);
        assert_eq!(shadow.atomic(HERE, (0, 4), by(5), true), Met::Unwritten);
        assert_eq!(shadow.atomic(HERE, (0, 4), by(5), true), Met::Nothing);
        shadow.pass(BarrierMemory::WORKGROUP);
        assert_eq!(shadow.read(HERE, (0, 4), by(0)), Met::Nothing);
    }

    #[test]
    fn accesses_of_any_size_beside_each_other_are_no_race() {
        let mut shadow = Shadow::default();
        let texel = Shared::Texture(0);
        assert_eq!(shadow.write(texel, (62, 1), by(0)), Met::Nothing);
        assert_eq!(shadow.write(texel, (63, 1), by(1)), Met::Nothing);
        assert_eq!(shadow.write(texel, (64, 8), by(2)), Met::Nothing);
        assert_eq!(shadow.read(texel, (60, 2), by(3)), Met::Nothing);
        for lane in [0, 1, 2] {
            let at = [(62, 1), (63, 1), (64, 8)][lane];
            assert_eq!(race(shadow.read(texel, at, by(3))), Some((lane as u32, false, true)), "{at:?}");
        }
        // A note about a word holds for each of its bytes.
        assert_eq!(shadow.write(BUFFER, (0, 4), by(0)), Met::Nothing);
        assert_eq!(race(shadow.read(BUFFER, (3, 1), by(1))), Some((0, false, true)));
    }

    /// The numbers of parts that are looked at and kept while workgroups use their own memory, and each of them its own words of a buffer.
    fn work_and_parts(workgroups: usize) -> (u64, usize) {
        let mut shadow = Shadow::default();
        let mut work = 0;
        for workgroup in 0..workgroups {
            let pages = shadow.pages.len();
            shadow.begin();
            assert_eq!(shadow.pages.len(), pages, "whoever drops pages here looks through all of them");
            work += shadow.take_work();
            for word in 0..16 {
                assert_eq!(shadow.write(HERE, (word * 4, 4), by(0)), Met::Nothing);
                assert_eq!(shadow.write(BUFFER, (workgroup * 64 + word * 4, 4), by(0)), Met::Nothing);
            }
        }
        (work + shadow.take_work(), shadow.pages.values().map(|page| page.parts.len()).sum())
    }

    #[test]
    fn work_and_memory_are_proportional_to_accesses() {
        for workgroups in [1, 10, 1_000] {
            assert_eq!(work_and_parts(workgroups), (32 * workgroups as u64, 16 * (workgroups + 1)));
        }
    }
}
