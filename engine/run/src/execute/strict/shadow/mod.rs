//! The accesses to memory: who accessed it last, and whether any invocation wrote it.
//! <https://www.w3.org/TR/WGSL/#memory-model>

mod access;
mod atomic;
mod page;

use crate::execute::fault::SharedMemory;
use crate::execute::update::Update;
use access::{Access, LAST_PHASE, Present, Sites};
pub(super) use access::{Accessor, Other};
use atomic::Word;
pub(super) use atomic::{AtomicAccess, Read, Undecided};
use page::{PAGE_BYTES, Page, Pages, Part, WORD_BYTES};
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

/// All accesses that matter for later ones.
#[derive(Debug)]
pub(super) struct Shadow {
    pages: Pages,
    /// Whether an ordinary read of a word does not race with an atomic operation on it.
    pub(super) atomics_allow_reads: bool,
    /// By memory and address: the words that atomic operations change.
    words: FxHashMap<(Shared, usize), Word>,
    /// The number of reads of these words that were to be remembered.
    reads: usize,
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

/// The maximum number of reads by atomic operations that are remembered in a dispatch: a hundred megabytes of them.
const MOST_READS: usize = 1 << 22;

/// A write to a buffer that decides its contents together with another one, though nothing orders the two.
#[derive(Clone, Copy, Debug)]
pub(super) struct Unsettled {
    pub(super) lane: u32,
    pub(super) workgroup: u64,
    pub(super) span: Span,
    pub(super) other: Other,
}

/// The result of an access.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Met {
    /// Nothing to report.
    Nothing,
    /// An access that this one is not ordered with.
    Race(Other),
    /// Bytes that no invocation has written.
    Unwritten,
}

/// The result of an atomic operation.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum MetAtomic {
    /// Nothing to report.
    Nothing,
    /// Writes that its value depends on, though nothing orders them.
    Undecided(Undecided),
    /// A word that no invocation has written.
    Unwritten,
}

impl Default for Shadow {
    fn default() -> Self {
        Self {
            pages: Pages::default(),
            atomics_allow_reads: false,
            words: FxHashMap::default(),
            reads: 0,
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
        for page in self.pages.of_kind(kind) {
            page.begun = renumbered(page.begun);
            page.parts.iter_mut().for_each(|part| part.renumber(renumbered));
        }
        for (_, word) in self.words.iter_mut().filter(|((shared, _), _)| shared.kind() == kind) {
            word.renumber(renumbered);
        }
        let known = [&mut self.phases, &mut self.begun, &mut self.since];
        for phases in known.into_iter().chain(&mut self.subgroups.1) {
            phases[index] = renumbered(phases[index]);
        }
    }

    /// The place of an access in the source; `None` if it is not remembered.
    pub(super) fn span(&self, earlier: Other) -> Option<Span> {
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

    /// An access that takes place now.
    fn present(&mut self, shared: Shared, Accessor { lane, span }: Accessor) -> Present {
        let kind = shared.kind() as usize;
        let (lanes, passed) = &self.subgroups;
        let subgroup = passed.get(lane / *lanes as usize).map(|since| (*lanes, since[kind]));
        let access = Access::new(self.phases[kind], lane, self.sites.number(span));
        Present { access, begun: self.begun[kind], since: self.since[kind], subgroup }
    }

    /// Looks at each part that some bytes consist of.
    fn each_part(
        &mut self,
        shared: Shared,
        (address, size): (usize, usize),
        by: Accessor,
        mut look: impl FnMut(&mut Part, Present),
    ) {
        let present = self.present(shared, by);
        let begun = present.begun;
        let (mut start, end) = (address, address + size);
        while start < end {
            let number = start / PAGE_BYTES;
            let first = number * PAGE_BYTES;
            let stop = end.min(first + PAGE_BYTES);
            let page = self.pages.page((shared, number), begun);
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
        let (mut met, mut raced) = (Met::Nothing, None);
        self.each_part(shared, bytes, by, |part, read| {
            if let Some(touch) = part.touch.filter(|touch| read.races(*touch)) {
                met = Met::Race(read.met(touch, true).of_whole());
            }
            match part.write {
                Some(write) if read.races(write) => raced = Some((write, read.met(write, true))),
                None if shared == Shared::Workgroup && met == Met::Nothing => met = Met::Unwritten,
                Some(_) | None => {}
            }
            if part.reads[0].is_some_and(|other| !read.is_own(other)) {
                part.reads[1] = part.reads[0];
            }
            part.reads[0] = Some(read.access);
        });
        match raced {
            Some((write, _)) if self.atomics_allow_reads && self.is_atomic(shared, bytes, write) => met,
            Some((_, other)) => Met::Race(other),
            None => met,
        }
    }

    /// Returns true if a write of some bytes is an atomic operation.
    fn is_atomic(&self, shared: Shared, (address, size): (usize, usize), write: Access) -> bool {
        let first = address / WORD_BYTES * WORD_BYTES;
        let mut words = (first..address + size).step_by(WORD_BYTES);
        let is_last =
            |at: usize| self.words.get(&(shared, at)).is_some_and(|word| word.last_write() == Some(write));
        !self.words.is_empty() && words.any(is_last)
    }

    /// Returns true if atomic operations have changed one of some bytes of the workgroup, though nothing wrote it before them: what they added to is not
    /// known.
    pub(super) fn is_changed_unwritten(&self, (address, size): (usize, usize)) -> bool {
        let begun = self.begun[Shared::Workgroup.kind() as usize];
        let first = address / WORD_BYTES * WORD_BYTES;
        let mut words = (first..address + size).step_by(WORD_BYTES);
        let known = |at: usize| self.words.get(&(Shared::Workgroup, at));
        !self.words.is_empty()
            && words.any(|at| known(at).is_some_and(|word| word.is_unwritten && !word.is_outdated(begun)))
    }

    /// Notes that bytes of the workgroup have values.
    pub(super) fn give_values(&mut self, (address, size): (usize, usize)) {
        if self.words.is_empty() {
            return;
        }
        for at in (address..address + size).step_by(WORD_BYTES) {
            if let Some(word) = self.words.get_mut(&(Shared::Workgroup, at)) {
                word.is_unwritten = false;
            }
        }
    }

    /// Notes a write of some bytes.
    pub(super) fn write(&mut self, shared: Shared, bytes: (usize, usize), by: Accessor) -> Met {
        self.change(shared, bytes, by, |part, write| {
            *part = Part { write: Some(write), touch: part.touch, reads: [None; 2] };
        })
    }

    /// Notes that bytes may be overwritten with their own value. This does not initialize them.
    pub(super) fn touch(&mut self, shared: Shared, bytes: (usize, usize), by: Accessor) -> Met {
        match self.change(shared, bytes, by, |part, touch| part.touch = Some(touch)) {
            Met::Race(other) => Met::Race(other.of_whole()),
            met @ (Met::Unwritten | Met::Nothing) => met,
        }
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

    /// Notes an atomic operation on a word. It meets what its value depends on, though nothing orders it. Reads that depend
    /// on this write in that way are added to `late`.
    pub(super) fn atomic(
        &mut self,
        shared: Shared,
        bytes: (usize, usize),
        by: Accessor,
        mut access: AtomicAccess,
        late: &mut Vec<(Read, Other)>,
    ) -> (MetAtomic, Option<Other>) {
        let (mut is_written, mut written) = (true, None);
        self.each_part(shared, bytes, by, |part, atomic| {
            is_written &= part.write.is_some();
            written = written.or(part.write);
            if access.update.is_some() {
                part.write = Some(atomic.access);
            }
        });
        let present = self.present(shared, by);
        let begun = if shared == Shared::Workgroup { present.begun } else { 0 };
        let word = self.words.entry((shared, bytes.0)).or_default();
        if word.is_outdated(begun) {
            *word = Word::new(begun);
        }
        let raced = word.ordinary_write(written).filter(|write| present.races(*write));
        let raced = raced.map(|write| present.met(write, true));
        access.remembers = access.remembers.filter(|_| self.reads < MOST_READS);
        self.reads += usize::from(access.remembers.is_some());
        // What is added to a value that was never written is not known either.
        let is_unwritten = word.is_unwritten || !is_written;
        word.is_unwritten = is_unwritten && !matches!(access.update, Some(Update::Value(_)));
        let met = word.note(present, access, late);
        let met = match met {
            Some(undecided) => MetAtomic::Undecided(undecided),
            None if access.reads && shared == Shared::Workgroup && is_unwritten => MetAtomic::Unwritten,
            None => MetAtomic::Nothing,
        };
        (met, raced)
    }

    /// The writes to buffers whose last value depends on the order of invocations.
    pub(super) fn unsettled(&self) -> Vec<Unsettled> {
        let conflicts = self.words.iter().filter_map(|((shared, address), word)| {
            let conflict = word.conflict().filter(|_| shared.kind() == SharedMemory::Buffer)?;
            let other = Other {
                lane: conflict.earlier.lane(),
                elsewhere: conflict.is_elsewhere,
                writes: true,
                is_whole: false,
                site: conflict.earlier.site(),
            };
            let (lane, workgroup) = (conflict.write.lane(), conflict.workgroup);
            let span = self.sites.span(conflict.write.site())?;
            Some((*address, Unsettled { lane, workgroup, span, other }))
        });
        let mut found: Vec<(usize, Unsettled)> = conflicts.collect();
        found.sort_by_key(|(address, it)| (it.span, it.workgroup, it.lane, *address));
        found.into_iter().map(|(_, it)| it).collect()
    }
}

#[cfg(test)]
mod tests;
