//! One execution in which a schedule decides when accesses to shared memory are performed.

mod atomics;

use super::accesses::accesses;
use super::choose::{Chooser, Options, Pick};
use super::event::{Event, MOST_EVENTS};
use super::pending::{Issued, Issues, Key, Pending, What};
use super::strand::{Kind, Last, State, Strand};
use super::subgroups::{Exchanged, depends_on_size};
use super::words::{Access, By, Shared as SharedMemory, Touched, Word};
use crate::execute::operate::operate;
use crate::execute::shared::Shared;
use core::cell::Cell;
use rustc_hash::{FxHashMap, FxHashSet};
use shader_ir::{BarrierMemory, BarrierScope, Class, Flow, Instruction, Register};

/// The steps that starting a strand costs: its registers are set up.
const STEPS_OF_STRAND: u64 = 4;
/// A schedule looks at so many pending accesses in the time of a step.
const LOOKS_PER_STEP: u64 = 16;
/// The strands that are in execution at the same time, unless one workgroup has more.
pub(super) const MOST_STRANDS: usize = 512;
/// The atomic operations that a strand issues before it waits for the first of them.
const MOST_ISSUED: u32 = 16;

/// How an execution ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum End {
    /// All workgroups came to their end.
    Complete,
    /// The schedule has nothing new to show.
    Dropped,
    /// The steps are used up.
    OutOfSteps,
}

/// Facts about all executions.
pub(super) struct Known<'a> {
    pub(super) shared: &'a Shared<'a>,
    /// By step: whether it accesses memory that other invocations may change.
    pub(super) shared_steps: &'a [bool],
    /// By register: whether a step reads it.
    pub(super) is_read: &'a [bool],
    /// The last step that is an atomic operation.
    pub(super) last_atomic: usize,
    /// The lanes of a strand.
    pub(super) width: usize,
    /// Whether to record the results that depend on the size of subgroups.
    pub(super) records_subgroups: bool,
    /// The order in which workgroups start.
    pub(super) workgroups: Vec<u64>,
}

impl Known<'_> {
    /// Returns the kind of a step.
    fn kind(&self, step: usize, instruction: &Instruction) -> Kind {
        if let Instruction::Barrier { scope, memory } = *instruction {
            return match scope {
                BarrierScope::Workgroup => Kind::Barrier(memory),
                // The lanes of a subgroup are in one strand.
                BarrierScope::Fence | BarrierScope::Subgroup => Kind::Fence,
            };
        }
        if let Instruction::Touch { .. } = instruction {
            return Kind::Touch;
        }
        if !self.shared_steps[step] {
            return Kind::Own;
        }
        match self.shared.plan.program.class(instruction) {
            Class::Updates => Kind::Atomic,
            Class::Loads | Class::Stores => Kind::Access,
            Class::Pure | Class::Assigns | Class::Exchanges | Class::Control | Class::Outputs => Kind::Own,
        }
    }
}

/// An execution.
pub(super) struct Interleaving<'a, 'k> {
    known: &'k Known<'a>,
    strands: Vec<Strand<'a>>,
    slots: Vec<Slot>,
    /// The number of workgroups that have started.
    started: usize,
    /// Strands that can continue.
    ready: Vec<usize>,
    pending: Vec<Pending>,
    issues: Issues,
    touched: Touched,
    /// The words for which the order of accesses matters. Accesses to others are performed at once.
    conflicts: &'k mut FxHashSet<Word>,
    /// By word of those: how often it has changed.
    versions: FxHashMap<Word, u64>,
    /// Slots whose workgroups have come to their end.
    free: Vec<usize>,
    /// Whether the schedules leave results out that the memory model allows: see [`Interleaving::is_partial`].
    is_partial: bool,
    /// Whether an invocation has waited for a different one to change a word.
    has_waited: Cell<bool>,
    events: Vec<Event>,
    picks: Vec<(Key, bool)>,
    exchanged: Vec<Exchanged>,
    steps: &'k mut u64,
}

/// The events of an execution, up to [`MOST_EVENTS`] of each kind.
#[derive(Default)]
pub(super) struct Record {
    /// The accesses about which the schedule decided, in order.
    pub(super) events: Vec<Event>,
    /// The decisions of the schedule: each access, and whether it failed.
    pub(super) picks: Vec<(Key, bool)>,
    /// The results of the operations of subgroups.
    pub(super) exchanged: Vec<Exchanged>,
}

/// A workgroup in execution.
struct Slot {
    /// Its memory.
    words: Vec<u32>,
    /// The barriers that it has passed: for its memory, buffers and textures.
    epochs: [u32; 3],
    /// The strands that are not at their end.
    alive: usize,
    /// The strands that wait at a barrier.
    waiting: usize,
    /// The atomic operations of its strands that are not performed.
    issued: usize,
    size: [u32; 3],
    strands: core::ops::Range<usize>,
}

impl<'a, 'k> Interleaving<'a, 'k> {
    /// `steps` is the number of steps that it may take, and afterwards the number that is left.
    pub(super) fn new(known: &'k Known<'a>, conflicts: &'k mut FxHashSet<Word>, steps: &'k mut u64) -> Self {
        Self {
            known,
            strands: Vec::new(),
            slots: Vec::new(),
            started: 0,
            ready: Vec::new(),
            pending: Vec::new(),
            issues: Issues::default(),
            touched: Touched::default(),
            conflicts,
            versions: FxHashMap::default(),
            free: Vec::new(),
            is_partial: false,
            has_waited: Cell::new(false),
            events: Vec::new(),
            picks: Vec::new(),
            exchanged: Vec::new(),
            steps,
        }
    }

    /// Runs all workgroups.
    pub(super) fn run(&mut self, chooser: &mut dyn Chooser) -> End {
        loop {
            // A slot that becomes free is used again: the memory does not grow with the number of workgroups.
            while (self.strands.len() < MOST_STRANDS || !self.free.is_empty()) && self.start() {}
            if *self.steps == 0 {
                return End::OutOfSteps;
            }
            while let Some(strand) = self.ready.pop() {
                if !self.advance(strand) {
                    return End::OutOfSteps;
                }
            }
            if self.pending.is_empty() && self.ready.is_empty() && !self.start() {
                return End::Complete;
            }
            if self.pending.is_empty() {
                continue;
            }
            let looks = self.pending.len() as u64 / LOOKS_PER_STEP;
            *self.steps = self.steps.saturating_sub(1 + looks);
            let patience = chooser.patience();
            match chooser.choose(&Options { pending: &self.pending, interleaving: self, patience }) {
                Some(choice) => self.perform(choice),
                None => return End::Dropped,
            }
        }
    }

    /// Starts the next workgroup; false if there is none.
    fn start(&mut self) -> bool {
        let Some(workgroup) = self.known.workgroups.get(self.started).copied() else { return false };
        self.started += 1;
        let shared = self.known.shared;
        let size = shared.extent.size_of(workgroup);
        let lanes = size.into_iter().product::<u32>() as usize;
        *self.steps = self.steps.saturating_sub(lanes as u64 * STEPS_OF_STRAND);
        let known = self.free.iter().position(|slot| self.slots[*slot].size == size);
        let slot = match known {
            Some(place) => self.free.swap_remove(place),
            None => self.add_slot(size, lanes),
        };
        let Slot { words, epochs, alive, strands, .. } = &mut self.slots[slot];
        words.fill(0);
        (*epochs, *alive) = ([0; 3], strands.len());
        for number in strands.clone() {
            self.strands[number].begin(workgroup, slot);
            self.ready.push(number);
        }
        true
    }

    /// Makes room for workgroups of a size.
    fn add_slot(&mut self, size: [u32; 3], lanes: usize) -> usize {
        let (shared, width) = (self.known.shared, self.known.width);
        let first = self.strands.len();
        let starts = (0..lanes).step_by(width);
        self.strands.extend(starts.map(|start| Strand::new(shared, size, start..(start + width).min(lanes))));
        let strands = first..self.strands.len();
        let words = vec![0; shared.plan.program.workgroup_bytes as usize / 4];
        self.slots.push(Slot { words, epochs: [0; 3], alive: 0, waiting: 0, issued: 0, size, strands });
        self.slots.len() - 1
    }

    /// Lets the next workgroup have a slot whose strands are at their end.
    fn release(&mut self, slot: usize) {
        let Slot { alive, issued, .. } = self.slots[slot];
        if alive == 0 && issued == 0 {
            self.free.push(slot);
        }
    }

    /// Takes steps of a strand up to one that waits. False if the steps are used up.
    fn advance(&mut self, number: usize) -> bool {
        let code = &self.known.shared.plan.program.code;
        loop {
            let Some(instruction) = code.get(self.strands[number].step()) else {
                self.end(number);
                return true;
            };
            if *self.steps == 0 {
                return false;
            }
            *self.steps -= 1;
            if let Instruction::Set { to, value } = *instruction
                && self.sets_later(number, to, value)
            {
                self.strands[number].group.control.step += 1;
                continue;
            }
            let strand = &mut self.strands[number];
            if strand.is_owed(instruction) || strand.issued >= MOST_ISSUED {
                // A store would not have to wait for its value before later atomic operations.
                let is_store = matches!(instruction, Instruction::Store { .. });
                self.is_partial |= is_store && strand.step() < self.known.last_atomic;
                strand.state = State::Results;
                return true;
            }
            match self.known.kind(strand.step(), instruction) {
                Kind::Fence if strand.issued > 0 => {
                    strand.state = State::Results;
                    return true;
                }
                Kind::Fence => {
                    let is_barrier =
                        matches!(instruction, Instruction::Barrier { scope: BarrierScope::Subgroup, .. });
                    self.strands[number].fences += u32::from(is_barrier);
                    self.step(number, instruction);
                }
                Kind::Own => self.step(number, instruction),
                Kind::Touch => {
                    let accesses = accesses(&self.strands[number].group, instruction);
                    // A write that is not performed changes no other component: the schedules don't show what it may do.
                    self.is_partial |= self.note(number, &accesses);
                    self.step(number, instruction);
                }
                Kind::Barrier(memory) => {
                    strand.state = State::Barrier(memory);
                    self.slots[strand.slot].waiting += 1;
                    let slot = strand.slot;
                    self.open_barrier(slot);
                    return true;
                }
                Kind::Atomic => {
                    self.issue(number, instruction);
                    self.strands[number].group.control.step += 1;
                }
                Kind::Access => {
                    if self.waits_for_turn(number, instruction) {
                        self.strands[number].state = State::Access;
                        return true;
                    }
                    self.step(number, instruction);
                }
            }
        }
    }

    /// A variable is set to a result that is not there: the variable gets it, too, when it comes. So `x = atomicLoad(&a)` waits no more than
    /// `let x = atomicLoad(&a)` does. False where the step has to wait.
    fn sets_later(&mut self, number: usize, to: Register, value: Register) -> bool {
        let strand = &mut self.strands[number];
        let planes = &strand.group.shared.plan.planes;
        let is_at = |owed: &Register, register: Register| planes[owed.index()] == planes[register.index()];
        let is_ready = !strand.owed.contains(&value) || strand.owed.iter().any(|owed| is_at(owed, to));
        if is_ready || strand.group.lanes.count > 1 {
            return false;
        }
        let is_last = strand.group.shared.plan.is_last[strand.step()];
        let mut pending = self.pending.iter_mut().filter(|pending| pending.strand == number);
        let results = pending.find_map(|pending| match &mut pending.what {
            What::Atomic(Issued { results, .. }) => {
                results.iter().flatten().any(|(register, _)| *register == value).then_some(results)
            }
            What::Step => None,
        });
        let Some(results) = results else { return false };
        let Some((_, part)) = results.iter().flatten().copied().find(|(register, _)| *register == value)
        else {
            return false;
        };
        // The plane of a value is free after its last use.
        let slot = if is_last { Some((value, part)) } else { None };
        let Some(slot) = results.iter().position(|result| *result == slot) else { return false };
        results[slot] = Some((to, part));
        if is_last {
            strand.owed.retain(|owed| *owed != value);
        }
        strand.owed.push(to);
        true
    }

    /// Executes the present step of a strand.
    fn step(&mut self, number: usize, instruction: &Instruction) {
        let strand = &mut self.strands[number];
        let words = &mut self.slots[strand.slot].words;
        strand.group.memories.swap_workgroup(words);
        let flow = instruction.flow();
        if flow == Flow::Next {
            operate(&mut strand.group, instruction);
            let records = self.known.records_subgroups && self.exchanged.len() < MOST_EVENTS;
            if records && depends_on_size(instruction) {
                self.exchanged.extend(Exchanged::results(strand, instruction));
            }
            strand.group.control.step += 1;
        } else {
            let group = &mut strand.group;
            group.control.step = group.control.follow(flow, &mut group.lanes);
        }
        strand.group.memories.swap_workgroup(words);
    }

    /// A strand has come to its end.
    fn end(&mut self, number: usize) {
        let strand = &mut self.strands[number];
        strand.state = State::Done;
        let slot = strand.slot;
        self.slots[slot].alive -= 1;
        self.open_barrier(slot);
        self.release(slot);
    }

    /// Lets the strands of a workgroup pass the barrier where all of them wait.
    fn open_barrier(&mut self, slot: usize) {
        let Slot { epochs, alive, waiting, strands, .. } = &mut self.slots[slot];
        if *waiting == 0 || waiting < alive {
            return;
        }
        *waiting = 0;
        let mut orders = BarrierMemory::NOTHING;
        for number in strands.clone() {
            let strand = &mut self.strands[number];
            if let State::Barrier(memory) = strand.state {
                orders.workgroup |= memory.workgroup;
                orders.buffers |= memory.buffers;
                orders.textures |= memory.textures;
                strand.state = State::Ready;
                strand.group.control.step += 1;
                self.ready.push(number);
            }
        }
        for (epoch, is_ordered) in epochs.iter_mut().zip([orders.workgroup, orders.buffers, orders.textures])
        {
            *epoch += u32::from(is_ordered);
        }
    }

    /// The barriers for a memory that a workgroup has passed.
    fn epoch(&self, slot: usize, memory: SharedMemory) -> u32 {
        self.slots[slot].epochs[match memory {
            SharedMemory::Workgroup(_) => 0,
            SharedMemory::Buffer(_) => 1,
            SharedMemory::Texture(_) => 2,
        }]
    }

    /// Notes the accesses of a strand. True if the order of one of them matters.
    fn note(&mut self, number: usize, accesses: &[Access]) -> bool {
        let strand = &self.strands[number];
        let (workgroup, lane, slot) = (strand.workgroup(), strand.first_lane(), strand.slot);
        let fences = strand.fences;
        let mut matters = false;
        for access in accesses {
            let by = By { workgroup, lane, epoch: self.epoch(slot, access.word.memory), fences };
            if self.touched.note(*access, by) {
                self.conflicts.insert(access.word);
            }
            matters |= self.conflicts.contains(&access.word);
        }
        if let [access] = accesses
            && !matters
            && self.strands[number].spins(access.word)
        {
            self.conflicts.insert(access.word);
            matters = true;
        }
        matters
    }

    /// Notes the accesses of a step. True if the schedule says when they are performed.
    fn waits_for_turn(&mut self, number: usize, instruction: &Instruction) -> bool {
        let accesses = accesses(&self.strands[number].group, instruction);
        if accesses.is_empty() {
            return false;
        }
        // It counts the same in all executions, whichever words are known to matter.
        self.strands[number].serial += 1;
        if !self.note(number, &accesses) {
            return false;
        }
        // A race: plain accesses of an invocation keep their order, though the memory model does not ask for it.
        self.is_partial = true;
        let pending = self.pending(number, None, accesses, What::Step);
        self.pending.push(pending);
        true
    }

    /// An access of a strand, or of one of its lanes.
    fn pending(&self, number: usize, lane: Option<usize>, accesses: Vec<Access>, what: What) -> Pending {
        let epochs = accesses.iter().map(|access| self.epoch(self.strands[number].slot, access.word.memory));
        let epoch = epochs.max().unwrap_or(0);
        let strand = &self.strands[number];
        let lane = strand.first_lane() + lane.unwrap_or(0) as u32;
        let key = Key { workgroup: strand.workgroup(), lane, serial: strand.serial };
        Pending { key, strand: number, step: strand.step(), accesses, epoch, what }
    }

    /// The contents of the bytes that an access concerns.
    pub(super) fn content(&self, access: &Access, number: usize) -> u32 {
        let address = access.word.number as usize * 4;
        access.bytes.value(match access.word.memory {
            SharedMemory::Workgroup(_) => {
                let words = &self.slots[self.strands[number].slot].words;
                words.get(access.word.number as usize).copied().unwrap_or_default()
            }
            SharedMemory::Buffer(index) => self.known.shared.buffer(index).load32(address),
            SharedMemory::Texture(index) => self.known.shared.texture(index).bytes().load32(address),
        })
    }

    /// Performs an access.
    fn perform(&mut self, Pick { index, fails }: Pick) {
        let pending = self.pending.swap_remove(index);
        let number = pending.strand;
        if self.picks.len() < MOST_EVENTS {
            self.picks.push((pending.key, fails));
        }
        let before = self.contents(&pending);
        match pending.what {
            What::Step => {
                let instruction = &self.known.shared.plan.program.code[pending.step];
                self.step(number, instruction);
                self.strands[number].state = State::Ready;
                self.ready.push(number);
            }
            What::Atomic(issued) => {
                self.issues.remove(&pending);
                if fails {
                    self.fail(number, issued, before.first().copied().unwrap_or_default());
                } else {
                    self.settle(number, issued);
                }
                let slot = self.strands[number].slot;
                self.release(slot);
                let strand = &mut self.strands[number];
                if strand.state == State::Results {
                    strand.state = State::Ready;
                    self.ready.push(number);
                }
            }
        }
        let after = self.contents(&pending);
        self.log(&pending, fails, &before, &after);
    }

    /// The contents of the words that an access concerns.
    fn contents(&self, pending: &Pending) -> Vec<u32> {
        pending.accesses.iter().map(|access| self.content(access, pending.strand)).collect()
    }

    fn log(&mut self, pending: &Pending, fails: bool, before: &[u32], after: &[u32]) {
        let strand = &mut self.strands[pending.strand];
        for (access, (before, after)) in pending.accesses.iter().zip(before.iter().zip(after)) {
            let version = self.versions.entry(access.word).or_default();
            if before == after {
                let seen = (pending.step, access.word, *version);
                let last = strand.last.filter(|last| last.seen == seen);
                strand.last = Some(Last { seen, times: last.map_or(0, |last| last.times + 1) });
            } else {
                *version += 1;
                strand.last = None;
            }
            if self.events.len() < MOST_EVENTS {
                self.events.push(Event {
                    workgroup: pending.key.workgroup,
                    lane: strand.first_lane() + access.lane,
                    step: pending.step,
                    word: access.word,
                    bytes: access.bytes,
                    mode: access.mode,
                    fails,
                    before: *before,
                    after: *after,
                });
            }
        }
    }

    /// Returns true if the schedules miss results that the memory model allows: of a program with a race, of one that stores the value of an atomic
    /// operation before it performs others, and of one in which an invocation waits. Nothing promises that the invocation it waits for continues.
    pub(super) const fn is_partial(&self) -> bool {
        self.is_partial || self.has_waited.get()
    }

    /// The events of the execution.
    pub(super) fn into_record(self) -> Record {
        Record { events: self.events, picks: self.picks, exchanged: self.exchanged }
    }

    /// Returns true if an access may be performed now.
    pub(super) fn allows(&self, pending: &Pending) -> bool {
        self.issues.allow(pending)
    }

    /// Returns true if an access only repeats what its strand has seen several times: it waits for another one to change the word.
    pub(super) fn is_repeated(&self, pending: &Pending, patience: u32) -> bool {
        let [access] = pending.accesses[..] else { return false };
        let version = self.versions.get(&access.word).copied().unwrap_or(0);
        let seen = (pending.step, access.word, version);
        let is_it = |last: Last| last.seen == seen && last.times >= patience;
        let is_repeated = self.strands[pending.strand].last.is_some_and(is_it);
        self.has_waited.set(self.has_waited.get() || is_repeated);
        is_repeated
    }
}
