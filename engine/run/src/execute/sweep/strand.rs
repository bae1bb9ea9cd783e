//! Strands: the lanes of a workgroup that advance together.

use super::words::Word;
use crate::execute::group::Group;
use crate::execute::shared::Shared;
use core::ops::Range;
use shader_ir::{BarrierMemory, Instruction, Register};

/// After so many accesses to one word by one step, with no other access between, the order of accesses to the word is taken to matter: nothing else
/// would end the loop.
const MOST_ROUNDS: u32 = 64;

/// Lanes that advance together: one, or a subgroup where the program has subgroup operations.
pub(super) struct Strand<'a> {
    pub(super) group: Group<'a>,
    /// Which of the workgroups in execution it belongs to.
    pub(super) slot: usize,
    pub(super) state: State,
    /// The registers that wait for the results of atomic operations that are not performed, each as often as it does.
    pub(super) owed: Vec<Register>,
    /// The number of atomic operations that are not performed.
    pub(super) issued: u32,
    /// The number of accesses so far.
    pub(super) serial: u32,
    /// The number of barriers of its subgroup that it has passed.
    pub(super) fences: u32,
    /// Its last access that the schedule decided about.
    pub(super) last: Option<Last>,
    /// Its last access, and how often it has been the same.
    pub(super) repeated: ((usize, Option<Word>), u32),
}

/// An access that left a word as it is, one time after the other.
#[derive(Clone, Copy)]
pub(super) struct Last {
    pub(super) seen: Seen,
    pub(super) times: u32,
}

/// An access that left a word as it is: the step, and the word with the number of its changes.
pub(super) type Seen = (usize, Word, u64);

/// The reason why a strand waits.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum State {
    Ready,
    /// Its present step accesses memory: the schedule says when.
    Access,
    /// The results of atomic operations.
    Results,
    /// The other strands of the workgroup.
    Barrier(BarrierMemory),
    Done,
}

/// The kinds of steps.
pub(super) enum Kind {
    /// It concerns its own lanes only.
    Own,
    Barrier(BarrierMemory),
    /// Earlier accesses of these lanes come first.
    Fence,
    Atomic,
    /// It may access memory that is shared.
    Access,
    /// It says which memory the next access may touch.
    Touch,
}

impl<'a> Strand<'a> {
    pub(super) fn new(shared: &'a Shared<'a>, size: [u32; 3], lanes: Range<usize>) -> Self {
        Self {
            group: Group::of_lanes(shared, size, lanes),
            slot: 0,
            state: State::Ready,
            owed: Vec::new(),
            issued: 0,
            serial: 0,
            fences: 0,
            last: None,
            repeated: Default::default(),
        }
    }

    /// Starts the workgroup with a number.
    pub(super) fn begin(&mut self, workgroup: u64, slot: usize) {
        let lanes = self.group.lanes.count;
        self.group.interface.begin(workgroup, self.group.shared);
        self.group.control.begin();
        self.group.begin(lanes);
        self.slot = slot;
        self.owed.clear();
        self.state = State::Ready;
        self.serial = 0;
        self.fences = 0;
        self.last = None;
        self.repeated = Default::default();
    }

    /// Counts an access to a word by the present step. True if a loop seems to wait for another strand to change the word.
    pub(super) fn spins(&mut self, word: Word) -> bool {
        let access = (self.step(), Some(word));
        let (last, times) = self.repeated;
        self.repeated = (access, if last == access { times + 1 } else { 0 });
        self.repeated.1 >= MOST_ROUNDS
    }

    /// The number of the first lane in the workgroup.
    pub(super) const fn first_lane(&self) -> u32 {
        self.group.interface.first_lane as u32
    }

    pub(super) const fn workgroup(&self) -> u64 {
        self.group.interface.index
    }

    pub(super) const fn step(&self) -> usize {
        self.group.control.step
    }

    /// Returns true if a step needs a register that waits for a result, or the plane of one.
    pub(super) fn is_owed(&self, instruction: &Instruction) -> bool {
        if self.owed.is_empty() {
            return false;
        }
        let plan = self.group.shared.plan;
        let plane = |register: Register| plan.planes[register.index()];
        let mut found = false;
        let mut look = |register| found |= self.owed.iter().any(|owed| plane(*owed) == plane(register));
        plan.program.each_operand(instruction, &mut look);
        plan.program.each_target(instruction, &mut look);
        found
    }
}
