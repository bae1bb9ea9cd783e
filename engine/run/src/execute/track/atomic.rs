//! Atomic operations: results that depend on their order are not known.
//!
//! The order of two accesses to a word is open when they come from different invocations with no barrier between them. Changes of one kind
//! give the same in every order; a change among others of another kind leaves the word open. A value that was read is known as long as no other
//! invocation changes the word; when one does so later, nothing is claimed about the dispatch.
//! <https://www.w3.org/TR/WGSL/#atomic-builtin-functions>

use super::Track;
use super::control::open_atomic;
use super::held::Held;
use crate::execute::group::Group;
use crate::execute::plan::read_registers;
use crate::execute::update::Update;
use rustc_hash::FxHashMap;
use shader_ir::{
    AtomicOperation, BarrierMemory, BarrierScope, Class, Exchange, Instruction, Location, Memory, Program,
    Register, Type,
};

/// The invocations that accessed a word since the last barrier.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Who {
    Nobody,
    One(u64),
    Many,
}

impl Who {
    fn add(&mut self, invocation: u64) {
        *self = match *self {
            Self::Nobody => Self::One(invocation),
            Self::One(other) if other == invocation => *self,
            Self::One(_) | Self::Many => Self::Many,
        };
    }

    fn is_other_than(self, invocation: u64) -> bool {
        self != Self::Nobody && self != Self::One(invocation)
    }
}

#[derive(Clone, Copy, Debug)]
struct Accesses {
    phase: u64,
    readers: Who,
    writers: Who,
    /// The effect that all changes have; `None` if there are several, or none yet.
    update: Option<Update>,
}

/// The accesses of a dispatch.
#[derive(Debug)]
pub(super) struct Atomics {
    words: FxHashMap<(Memory, u32), Accesses>,
    /// By register: whether a step reads it.
    is_read: Vec<bool>,
    /// Memories that atomic operations change.
    changed: Vec<Memory>,
    lanes: u64,
    workgroups: u64,
    /// Barriers passed, for the memory of the workgroup and for that of buffers.
    phases: [u64; 2],
}

impl Atomics {
    pub(super) fn new(program: &Program, lanes: usize, workgroups: u64) -> Self {
        let is_read = read_registers(program);
        let mut changed: Vec<Memory> = Vec::new();
        for instruction in &program.code {
            let is_load = matches!(instruction, Instruction::Atomic { operation: AtomicOperation::Load, .. });
            if program.class(instruction) == Class::Updates && !is_load {
                program.each_location(instruction, |at| changed.push(at.memory));
            }
        }
        changed.sort_unstable();
        changed.dedup();
        let (words, lanes) = (FxHashMap::default(), lanes as u64);
        Self { words, is_read, changed, lanes, workgroups, phases: [0; 2] }
    }

    /// Another workgroup starts.
    pub(super) fn begin(&mut self) {
        // The accesses to the memory of the workgroup before are outdated.
        self.phases[0] += 1;
    }

    /// Notes a barrier. That of a subgroup orders nothing here: the specification does not say which invocations make up a subgroup.
    pub(super) fn pass(&mut self, scope: BarrierScope, memory: BarrierMemory) {
        match scope {
            BarrierScope::Workgroup => {
                self.phases[0] += u64::from(memory.workgroup);
                self.phases[1] += u64::from(memory.buffers);
            }
            BarrierScope::Subgroup | BarrierScope::Fence => {}
        }
    }

    /// Returns true if a single invocation uses a memory.
    pub(super) fn is_alone(&self, memory: Memory) -> bool {
        match memory {
            Memory::Buffer(_) | Memory::Pointed => self.lanes.saturating_mul(self.workgroups) == 1,
            Memory::Invocation | Memory::Workgroup | Memory::Constant => self.lanes == 1,
        }
    }

    /// Returns true if several workgroups, which no barrier orders, use a memory.
    fn is_unordered(&self, memory: Memory) -> bool {
        matches!(memory, Memory::Buffer(_)) && self.workgroups > 1
    }

    fn accesses(&mut self, memory: Memory, address: u32) -> &mut Accesses {
        let phase = match memory {
            Memory::Buffer(_) if self.is_unordered(memory) => 0,
            Memory::Buffer(_) => self.phases[1],
            Memory::Workgroup | Memory::Invocation | Memory::Constant | Memory::Pointed => self.phases[0],
        };
        let fresh = Accesses { phase, readers: Who::Nobody, writers: Who::Nobody, update: None };
        let accesses = self.words.entry((memory, address)).or_insert(fresh);
        if accesses.phase != phase {
            *accesses = fresh;
        }
        accesses
    }
}

/// An access of an invocation to a word.
#[derive(Clone, Copy)]
struct Access {
    memory: Memory,
    address: u32,
    invocation: u64,
    /// Whether another invocation changes the word in the same step.
    is_crowded: bool,
}

impl Track {
    pub(super) fn note_atomic(
        &mut self,
        group: &Group<'_>,
        operation: AtomicOperation,
        to: Register,
        value: Register,
        at: Location,
    ) {
        let is_load = operation == AtomicOperation::Load;
        if group.lanes.is_wide(value) {
            self.note_wide_atomic(group, to, at, !is_load);
            return;
        }
        let reads = is_load || self.atomics.is_read[to.index()];
        let crowd = self.crowd(group, at);
        for lane in group.lanes.mask.active() {
            let Some(access) = self.access(group, at, lane, &crowd, !is_load) else {
                self.give(group, to, lane, Held::OPEN);
                continue;
            };
            if reads {
                let held = read(self, access, lane);
                self.give(group, to, lane, held);
            }
            if !is_load {
                let operand = self.scalar(group, value, lane);
                let is_known = operand.held.is_known() && !self.regions.is_open(lane);
                let update = Update::of(operation, group.lanes.plan.ty(value), operand.bits);
                change(self, access, lane, update, is_known);
            }
        }
    }

    /// <https://www.w3.org/TR/WGSL/#atomicCompareExchangeWeak-builtin>: the exchange may fail for no reason.
    pub(super) fn note_compare_exchange(&mut self, group: &Group<'_>, exchange: &Exchange) {
        if group.lanes.is_wide(exchange.value) {
            self.note_wide_atomic(group, exchange.old_value, exchange.at, true);
            self.note_each(group, exchange.exchanged, |_, _| Held::OPEN);
            return;
        }
        let crowd = self.crowd(group, exchange.at);
        for lane in group.lanes.mask.active() {
            let mut old_value = Held::OPEN;
            if let Some(access) = self.access(group, exchange.at, lane, &crowd, true) {
                old_value = read(self, access, lane);
                change(self, access, lane, None, false);
            }
            self.give(group, exchange.old_value, lane, old_value);
            self.give(
                group,
                exchange.exchanged,
                lane,
                Held::Within(shader_numeric::allowed::Truth::Either.interval()),
            );
        }
    }

    /// Nothing is claimed about atomic operations on 64 bits.
    fn note_wide_atomic(&mut self, group: &Group<'_>, to: Register, at: Location, changes: bool) {
        self.note_each(group, to, |_, _| Held::OPEN);
        if changes {
            group.lanes.mask.active().for_each(|lane| open_atomic(self, at, lane));
        }
    }

    /// The number of active lanes that access each address.
    fn crowd(&self, group: &Group<'_>, at: Location) -> FxHashMap<u32, u32> {
        let mut crowd = FxHashMap::default();
        for address in group.lanes.mask.active().filter_map(|lane| self.known_address(group, at, lane)) {
            *crowd.entry(address).or_insert(0) += 1;
        }
        crowd
    }

    fn access(
        &mut self,
        group: &Group<'_>,
        at: Location,
        lane: usize,
        crowd: &FxHashMap<u32, u32>,
        changes: bool,
    ) -> Option<Access> {
        let Some(address) = self.known_address(group, at, lane) else {
            if changes {
                open_atomic(self, at, lane);
            }
            return None;
        };
        Some(Access {
            memory: at.memory,
            address,
            invocation: group.interface.index * self.atomics.lanes + lane as u64,
            is_crowded: changes && crowd.get(&address).is_some_and(|count| *count > 1),
        })
    }
}

fn read(track: &mut Track, access: Access, lane: usize) -> Held {
    let Access { memory, address, invocation, is_crowded } = access;
    let is_open = track.regions.is_open(lane);
    let is_unordered = track.atomics.is_unordered(memory) && track.atomics.changed.contains(&memory);
    let accesses = track.atomics.accesses(memory, address);
    if is_open || is_unordered || is_crowded || accesses.writers.is_other_than(invocation) {
        return Held::OPEN;
    }
    accesses.readers.add(invocation);
    track.words(memory, lane).map_or(Held::Exact, |words| words.load(address, 4))
}

fn change(track: &mut Track, access: Access, lane: usize, update: Option<Update>, is_known: bool) {
    let Access { memory, address, invocation, .. } = access;
    let accesses = track.atomics.accesses(memory, address);
    let disturbs = accesses.readers.is_other_than(invocation);
    let is_first = accesses.writers == Who::Nobody;
    let is_among_others = accesses.writers.is_other_than(invocation);
    let is_of_a_kind = (is_first || accesses.update == update) && update.is_some() && is_known;
    accesses.writers.add(invocation);
    accesses.update = update.filter(|_| is_of_a_kind);
    track.gave_up |= disturbs;
    let Some(words) = track.words(memory, lane) else { return };
    let before = if matches!(update, Some(Update::Value(_))) && !is_among_others {
        Held::Exact
    } else {
        words.load(address, 4)
    };
    let is_known = is_known && before.is_known() && update.is_some() && (is_of_a_kind || !is_among_others);
    words.store(address, Type::U32, Held::exact_if(is_known));
}
