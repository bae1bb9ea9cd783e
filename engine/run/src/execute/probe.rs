//! Observed executions: a function sees the values of each probe that an invocation reaches.
//!
//! [`observe`] runs a dispatch like [`dispatch`](super::dispatch), one workgroup after the other. Execution is deterministic, so that the same
//! dispatch shows the same probes in the same order again: a debugger steps back by executing up to an earlier probe.

use super::bound::Bound;
use super::contents::Contents;
use super::dispatch::run_in_order;
use super::fault::Fault;
use super::grid::Grid;
use super::group::Group;
use super::group_memory::{MOST_GROUP_BYTES, group_bytes};
use super::observe::Observer;
use super::plan::Plan;
use super::shared::Shared;
use super::stopped::Stopped;
use super::strict::Strict;
use core::ops::ControlFlow;
use shader_ir::{Input, Instruction, Memory, Probe, ProbedBytes, Register};

/// A probe that invocations of a workgroup have reached.
pub struct Sight<'a, 'g> {
    group: &'a Group<'g>,
    probe: &'a Probe,
}

/// A part of memory that several invocations see.
#[derive(Clone, Copy, Debug)]
pub struct Region {
    memory: Memory,
    address: usize,
    size: u32,
}

impl Sight<'_, '_> {
    /// The number of the probe.
    #[must_use]
    pub const fn number(&self) -> u32 {
        self.probe.number
    }

    /// The number of the workgroup in the dispatch.
    #[must_use]
    pub const fn workgroup(&self) -> u64 {
        self.group.interface.index
    }

    /// The invocations that reach it, by their numbers in the workgroup.
    pub fn invocations(&self) -> impl Iterator<Item = usize> {
        self.group.lanes.mask.active()
    }

    /// The global, the local and the workgroup's coordinates of an invocation.
    #[must_use]
    pub fn coordinates(&self, invocation: usize) -> [[u32; 3]; 3] {
        let input = |of: fn(u8) -> Input| {
            [0, 1, 2].map(|axis| self.group.interface.input(self.group.shared, of(axis), invocation))
        };
        [input(Input::GlobalInvocation), input(Input::LocalInvocation), input(Input::Workgroup)]
    }

    /// The bits of each value for an invocation.
    pub fn values(&self, invocation: usize) -> impl Iterator<Item = u64> {
        self.probe.values.iter().map(move |register: &Register| self.group.lanes.raw(*register, invocation))
    }

    /// Where each part of memory is for an invocation, if others see it, too.
    pub fn shared(&self, invocation: usize) -> impl Iterator<Item = Option<Region>> {
        self.probe.bytes.iter().map(move |ProbedBytes { at, size }| {
            let (memory, address) = self.group.lanes.place(*at, invocation)?;
            let is_shared = matches!(memory, Memory::Workgroup | Memory::Buffer(_));
            is_shared.then_some(Region { memory, address, size: *size })
        })
    }

    /// The present bytes of a region, and how many the memory has from there on.
    #[must_use]
    pub fn region(&self, Region { memory, address, size }: Region) -> (Vec<u8>, u64) {
        self.read(memory, 0, address, size)
    }

    /// The bytes of each part of memory for an invocation, as far as the memory has them; and how many it has from there on.
    pub fn bytes(&self, invocation: usize) -> impl Iterator<Item = (Vec<u8>, u64)> {
        self.probe.bytes.iter().map(move |ProbedBytes { at, size }| {
            match self.group.lanes.place(*at, invocation) {
                Some((memory, address)) => self.read(memory, invocation, address, *size),
                None => (Vec::new(), 0),
            }
        })
    }

    fn read(&self, memory: Memory, invocation: usize, address: usize, size: u32) -> (Vec<u8>, u64) {
        let rest = self.group.memories.size(memory).saturating_sub(address as u64);
        let size = size.min(u32::try_from(rest).unwrap_or(u32::MAX)) as usize;
        let mut bytes = Vec::with_capacity(size + 4);
        while bytes.len() < size {
            let address = address + bytes.len();
            // Words are aligned.
            let word = self.group.memories.read(memory, invocation, address / 4 * 4, 4).to_le_bytes();
            bytes.extend(&word[address % 4..]);
        }
        bytes.truncate(size);
        (bytes, rest)
    }
}

/// Calls a function at each probe, until it breaks.
struct Look<F>(F);

impl<F: FnMut(&Sight<'_, '_>) -> ControlFlow<()>> Observer for Look<F> {
    fn begin(&mut self) {}

    fn observe(&mut self, group: &Group<'_>, instruction: &Instruction) -> u64 {
        let Instruction::Probe(index) = *instruction else { return 0 };
        let probe = &group.shared.plan.program.probes[index as usize];
        match (self.0)(&Sight { group, probe }) {
            // Every value of every lane may be copied.
            ControlFlow::Continue(()) => (probe.values.len() * group.lanes.mask.count * 8) as u64,
            // All fuel: this stops the workgroup at its next payment, and the others before they start.
            ControlFlow::Break(()) => u64::MAX,
        }
    }

    fn stop(&mut self, _: &Group<'_>, _: bool) {}
}

/// Runs a compute program, which writes to the resources, and calls a function at each probe that an invocation reaches. Where the function
/// breaks, execution ends. Strict execution, tracking and sweeps are not looked at.
///
/// # Errors
/// The program was stopped.
///
/// # Panics
/// As [`dispatch`](super::dispatch).
pub fn observe(
    plan: &Plan,
    grid: impl Into<Grid>,
    resources: &[Bound],
    mut look: impl FnMut(&Sight<'_, '_>) -> ControlFlow<()>,
) -> Result<(), Stopped> {
    let resources: Vec<&Bound> = resources.iter().collect();
    if group_bytes(plan).is_none_or(|bytes| bytes > MOST_GROUP_BYTES) {
        return Err(Stopped::OutOfMemory);
    }
    let shared = Shared::new(plan, &resources, grid.into());
    let mut is_ended = false;
    let mut look = Look(|sight: &Sight<'_, '_>| {
        if sight.group.lanes.mask.count == 0 {
            return ControlFlow::Continue(());
        }
        let flow = if is_ended { ControlFlow::Break(()) } else { look(sight) };
        is_ended |= flow.is_break();
        flow
    });
    run_in_order(&shared, shared.extent.workgroup_count(), &mut look);
    if shared.is_stopped() && !is_ended { Err(Stopped::OutOfFuel) } else { Ok(()) }
}

/// The maximum number of faults that have their own statements.
const MOST_FAULTS: usize = 4096;

/// Strict execution of a workgroup, and of those before it. Each fault gets the probe before it.
struct Faults<F> {
    strict: Strict,
    workgroup: u64,
    is_counted: F,
    /// The maximum number of probes.
    most: usize,
    /// The number of probes so far.
    probes: usize,
    found: Vec<(Option<usize>, Fault)>,
    is_ended: bool,
}

impl<F: Fn(u32) -> bool> Faults<F> {
    fn collect(&mut self) {
        if self.found.len() < MOST_FAULTS {
            let found = self.strict.take_faults();
            self.add(found);
        }
    }

    fn add(&mut self, found: Vec<Fault>) {
        let probe = self.probes.checked_sub(1);
        let own = found.into_iter().filter(|fault| fault.workgroup == self.workgroup);
        self.found.extend(own.map(|fault| (probe, fault)));
    }
}

impl<F: Fn(u32) -> bool> Observer for Faults<F> {
    fn begin(&mut self) {
        self.collect();
        self.strict.begin();
    }

    fn observe(&mut self, group: &Group<'_>, instruction: &Instruction) -> u64 {
        self.is_ended |= group.interface.index > self.workgroup || self.probes > self.most;
        if self.is_ended {
            return u64::MAX;
        }
        let Instruction::Probe(index) = *instruction else { return self.strict.observe(group, instruction) };
        let number = group.shared.plan.program.probes[index as usize].number;
        let is_here = group.interface.index == self.workgroup && group.lanes.mask.count > 0;
        if is_here && (self.is_counted)(number) {
            self.collect();
            self.probes += 1;
        }
        0
    }

    fn stop(&mut self, group: &Group<'_>, is_in_loop: bool) {
        if !self.is_ended {
            self.strict.stop(group, is_in_loop);
        }
    }
}

/// Runs a compute program in strict mode up to the end of a workgroup. The result is each fault of the workgroup, every time that it happens,
/// with the number of the probe before it. Only some probes of the workgroup are counted, at most so many. Faults that are found at the end
/// have the last probe.
///
/// # Errors
/// The program was stopped. Running out of fuel is a fault.
///
/// # Panics
/// As [`dispatch`](super::dispatch).
pub fn observe_faults(
    plan: &Plan,
    grid: impl Into<Grid>,
    resources: &[Bound],
    workgroup: u64,
    (is_counted, most): (impl Fn(u32) -> bool, usize),
) -> Result<Vec<(Option<usize>, Fault)>, Stopped> {
    let (grid, resources) = (grid.into(), resources.iter().collect::<Vec<&Bound>>());
    if group_bytes(plan).is_none_or(|bytes| bytes > MOST_GROUP_BYTES) {
        return Err(Stopped::OutOfMemory);
    }
    let before = Contents::of(plan, &resources);
    let run = |strict: Strict| {
        let shared = Shared::new(plan, &resources, grid);
        let is_counted = &is_counted;
        let mut faults =
            Faults { strict, workgroup, is_counted, most, probes: 0, found: Vec::new(), is_ended: false };
        let total = shared.extent.workgroup_count();
        run_in_order(&shared, total.min(workgroup.saturating_add(2)), &mut faults);
        faults.collect();
        faults
    };
    let mut faults = run(Strict::new(plan));
    if let Some(second) = faults.strict.second() {
        before.restore(&resources);
        faults = run(second);
    }
    let last = core::mem::take(&mut faults.strict).into_faults();
    faults.add(last);
    Ok(faults.found)
}
