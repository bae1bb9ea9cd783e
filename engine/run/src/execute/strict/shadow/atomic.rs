//! Words that atomic operations change: the values that depend on the order in which invocations reach them.
//!
//! Atomic operations on a word do not race, but only barriers order operations of different invocations. So an operation may read its value before
//! or after any write that it is not ordered with. Both count: writes that took place here, and those that come later. And the last value of a word
//! depends on the order of writes unless they commute, as additions do.
//! <https://www.w3.org/TR/WGSL/#memory-model>

use super::access::{Access, Other, Present};
use crate::execute::update::Update;
use rustc_hash::FxHashMap;

/// The number of an atomic operation, in order of execution, and the lane that it is one of.
pub(in crate::execute::strict) type Read = (u64, u32);

/// An atomic operation of one lane.
#[derive(Clone, Copy, Debug)]
pub(in crate::execute::strict) struct AtomicAccess {
    /// Whether the program uses the value that it reads.
    pub(in crate::execute::strict) reads: bool,
    /// The read to remember, so that later writes are compared with it.
    pub(in crate::execute::strict) remembers: Option<Read>,
    pub(in crate::execute::strict) update: Option<Update>,
    /// The number of the workgroup in the dispatch.
    pub(in crate::execute::strict) workgroup: u64,
}

/// The updates of some writes: up to two different ones, each with a write that has it.
#[derive(Clone, Copy, Default, Debug)]
struct Updates([Option<(Update, Access)>; 2]);

impl Updates {
    fn add(&mut self, update: Update, write: Access) {
        let is_free = |slot: &&mut Option<(Update, Access)>| slot.is_none_or(|(other, _)| other == update);
        if let Some(slot) = self.0.iter_mut().find(is_free) {
            *slot = Some((update, write));
        }
    }

    /// The writes with a different update: a word has the same value in the end if this one comes before any of the others.
    fn others(self, update: Update) -> impl Iterator<Item = Access> {
        self.0.into_iter().flatten().filter(move |(other, _)| *other != update).map(|(_, write)| write)
    }
}

/// Two writes whose order decides the value of a word.
#[derive(Clone, Copy, Debug)]
pub(super) struct Conflict {
    pub(super) write: Access,
    /// The number of its workgroup.
    pub(super) workgroup: u64,
    pub(super) earlier: Access,
    /// Whether the earlier one is one of another workgroup.
    pub(super) is_elsewhere: bool,
}

/// The writes that decide the value that an operation reads, though nothing orders them.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(in crate::execute::strict) enum Undecided {
    /// This write may come before the operation or after it.
    Write(Other),
    /// Either of these writes may be the last one before the operation.
    Writes {
        /// The two, as the invocation of the operation sees them.
        writes: [Other; 2],
        /// Whether they belong to different workgroups.
        are_apart: bool,
    },
}

/// The atomic operations on a word that matter for later ones.
#[derive(Default, Debug)]
pub(super) struct Word {
    /// Memory of a workgroup: the phase in which that one began.
    begun: u64,
    /// Whether its value comes from one that no invocation has written.
    pub(super) is_unwritten: bool,
    /// The last write that was not atomic.
    ordinary: Option<Access>,
    /// The last write, and the last one by any other invocation.
    writes: [Option<Access>; 2],
    /// The updates since the last barrier that orders all writes before it.
    recent: Updates,
    /// The updates of the whole dispatch.
    all: Updates,
    /// Two writes that the present value depends on.
    conflict: Option<Conflict>,
    /// By lane: reads that a later write may be unordered with, in order of execution.
    reads: FxHashMap<u32, Vec<(Access, Read)>>,
    /// Reads that only writes of other workgroups are unordered with, and the phase in which their workgroup began. They are
    /// kept apart, so that writes of this one don't look at them again and again.
    settled: (u64, Vec<(Access, Read)>),
}

impl Word {
    pub(super) fn new(begun: u64) -> Self {
        Self { begun, ..Self::default() }
    }

    /// Returns true if this is memory of a workgroup before the present one.
    pub(super) const fn is_outdated(&self, begun: u64) -> bool {
        self.begun != begun
    }

    /// Notes an operation. The result is what its value depends on, though nothing orders it; reads that depend on this
    /// write in that way are added to `late`.
    pub(super) fn note(
        &mut self,
        present: Present,
        access: AtomicAccess,
        late: &mut Vec<(Read, Other)>,
    ) -> Option<Undecided> {
        let met = if access.reads { self.read(present, access.remembers) } else { None };
        if let Some(update) = access.update {
            self.meet_reads(present, late);
            self.write(present, update, access.workgroup);
        }
        met
    }

    fn read(&mut self, present: Present, remembers: Option<Read>) -> Option<Undecided> {
        if let Some(write) = self.unordered_write(present) {
            return Some(Undecided::Write(present.met(write, true)));
        }
        if let Some(Conflict { write, earlier, is_elsewhere, .. }) = self.conflict {
            let writes = [write, earlier].map(|write| present.met(write, true));
            return Some(Undecided::Writes { writes, are_apart: is_elsewhere });
        }
        if let Some(read) = remembers {
            self.reads.entry(present.access.lane()).or_default().push((present.access, read));
        }
        None
    }

    fn unordered_write(&self, present: Present) -> Option<Access> {
        self.writes.into_iter().flatten().find(|write| present.races(*write))
    }

    /// Compares a write with the reads before it. Reads that it is unordered with are forgotten.
    fn meet_reads(&mut self, write: Present, late: &mut Vec<(Read, Other)>) {
        let (begun, settled) = &mut self.settled;
        if *begun != write.begun {
            late.extend(settled.drain(..).map(|(access, read)| (read, write.seen_from(access))));
            *begun = write.begun;
        }
        self.reads.retain(|lane, reads| {
            let foreign = reads.partition_point(|(access, _)| write.is_foreign(*access));
            late.extend(reads.drain(..foreign).map(|(access, read)| (read, write.seen_from(access))));
            if *lane != write.access.lane() {
                let after_barrier = reads.partition_point(|(access, _)| access.phase() < write.since);
                settled.extend(reads.drain(..after_barrier));
                reads.retain(|(access, read)| {
                    let races = write.races(*access);
                    if races {
                        late.push((*read, write.seen_from(*access)));
                    }
                    !races
                });
            }
            !reads.is_empty()
        });
    }

    fn write(&mut self, present: Present, update: Update, workgroup: u64) {
        let is_settled = |write: &Access| !present.is_foreign(*write) && write.phase() < present.since;
        if self.writes.iter().flatten().all(is_settled) {
            self.recent = Updates::default();
        }
        if let Some(earlier) = self.unordered_write(present) {
            let is_elsewhere = present.is_foreign(earlier);
            let mut others = if is_elsewhere { self.all } else { self.recent }.others(update);
            if self.conflict.is_none()
                && let Some(other) = others.next()
            {
                // The write that does not commute says more than the last one.
                let earlier = if present.races(other) { other } else { earlier };
                let is_elsewhere = present.is_foreign(earlier);
                self.conflict = Some(Conflict { write: present.access, workgroup, earlier, is_elsewhere });
            }
        } else if matches!(update, Update::Value(_)) {
            self.conflict = None;
        }
        self.recent.add(update, present.access);
        self.all.add(update, present.access);
        if !self.writes[0].is_some_and(|last| present.is_own(last)) {
            self.writes[1] = self.writes[0];
        }
        self.writes[0] = Some(present.access);
    }

    /// The last write that was not atomic, when the last one of all is this. Atomic operations don't race with each other, but with the ordinary writes that
    /// C++ AMP allows. C++ AMP 1.2 (8.1.2)
    pub(super) fn ordinary_write(&mut self, written: Option<Access>) -> Option<Access> {
        if written.is_some() && written != self.writes[0] {
            self.ordinary = written;
        }
        self.ordinary
    }

    /// The last operation that changed it.
    pub(super) const fn last_write(&self) -> Option<Access> {
        self.writes[0]
    }

    /// Two writes on whose order the last value depends.
    pub(super) const fn conflict(&self) -> Option<Conflict> {
        self.conflict
    }

    /// Gives each access another phase.
    pub(super) fn renumber(&mut self, phase: impl Fn(u64) -> u64) {
        let new = |access: &mut Access| *access = access.in_phase(phase(access.phase()));
        self.begun = phase(self.begun);
        self.settled.0 = phase(self.settled.0);
        self.writes.iter_mut().chain([&mut self.ordinary]).flatten().for_each(new);
        if let Some(conflict) = &mut self.conflict {
            [&mut conflict.write, &mut conflict.earlier].into_iter().for_each(new);
        }
        for updates in [&mut self.recent, &mut self.all] {
            updates.0.iter_mut().flatten().for_each(|(_, write)| new(write));
        }
        let reads = self.reads.values_mut().flatten().chain(&mut self.settled.1);
        reads.for_each(|(access, _)| new(access));
    }
}
