//! Observed executions: a function sees the values of each probe that an invocation reaches.
//!
//! [`observe`] runs a dispatch like [`dispatch`](super::dispatch), one workgroup after the other. Execution is deterministic, so that the same
//! dispatch shows the same probes in the same order again: a debugger steps back by executing up to an earlier probe.

use super::bound::Bound;
use super::dispatch::run_in_order;
use super::grid::Grid;
use super::group::Group;
use super::group_memory::{MOST_GROUP_BYTES, group_bytes};
use super::observe::Observer;
use super::plan::Plan;
use super::shared::Shared;
use super::stopped::Stopped;
use core::ops::ControlFlow;
use shader_ir::{Input, Instruction, Memory, Probe, ProbedBytes, Register};

/// A probe that invocations of a workgroup have reached.
pub struct Sight<'a, 'g> {
    group: &'a Group<'g>,
    probe: &'a Probe,
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

    /// The bytes of each part of memory for an invocation. Outside of a memory they are zero.
    pub fn bytes(&self, invocation: usize) -> impl Iterator<Item = Vec<u8>> {
        self.probe.bytes.iter().map(move |ProbedBytes { at, size }| {
            match self.group.lanes.place(*at, invocation) {
                Some((memory, address)) => self.read(memory, invocation, address, *size),
                None => vec![0; *size as usize],
            }
        })
    }

    /// The bytes from an address on, of a buffer only as many as it has.
    fn read(&self, memory: Memory, invocation: usize, address: usize, size: u32) -> Vec<u8> {
        let size = match memory {
            Memory::Buffer(index) => {
                let rest = self.group.shared.buffer(index).len().saturating_sub(address);
                size.min(u32::try_from(rest).unwrap_or(u32::MAX))
            }
            Memory::Invocation | Memory::Workgroup | Memory::Constant | Memory::Pointed => size,
        };
        let words = (0..size.div_ceil(4) as usize).map(|word| address + 4 * word);
        let words = words.map(|address| self.group.memories.read(memory, invocation, address, 4));
        let mut bytes: Vec<u8> = words.flat_map(u32::to_le_bytes).collect();
        bytes.truncate(size as usize);
        bytes
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
