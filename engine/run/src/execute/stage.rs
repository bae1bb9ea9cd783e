//! The stages of a draw: vertices, or quads of fragments, in batches.
//!
//! A batch runs as a workgroup does, in lock step. Batches run one after the other, so that the result is the same each time.

use super::bound::Bound;
use super::fault::Fault;
use super::grid::Grid;
use super::group::Group;
use super::group_memory::group_bytes;
use super::options::Options;
use super::plan::Plan;
use super::run::run;
use super::shared::Shared;
use super::stopped::Stopped;
use super::strict::Strict;
use shader_ir::Program;

/// Invocations of a full batch: whole quads, and whole subgroups.
pub const LANES: usize = 256;

/// A stage of a draw, ready to run.
pub struct Stage<'a> {
    shared: Shared<'a>,
}

impl<'a> Stage<'a> {
    /// Makes a vertex or fragment program ready to run in batches, which are not tracked.
    #[must_use]
    pub fn plan(mut program: Program, options: Options) -> Plan {
        program.workgroup_size = Some([LANES as u32, 1, 1]);
        Plan::new(program, Options { track: None, ..options })
    }

    /// A stage with its resources, in the order of [`shader_ir::Program::resources`]. The plan is made by [`Stage::plan`].
    ///
    /// # Errors
    /// A batch takes more memory than there is.
    pub fn new(plan: &'a Plan, resources: &'a [&'a Bound]) -> Result<Self, Stopped> {
        if group_bytes(plan).is_none() {
            return Err(Stopped::OutOfMemory);
        }
        Ok(Self { shared: Shared::new(plan, resources, Grid::Workgroups([1; 3])) })
    }

    /// Memory for one batch after the other.
    #[must_use]
    pub fn batch(&self) -> Batch<'_> {
        let plan = self.shared.plan;
        let strict = plan.options.strict.then(|| Strict::new(plan));
        Batch { group: Group::new(&self.shared, self.shared.extent.size), strict, number: 0 }
    }
}

/// One batch after the other: inputs are set, the batch is run, outputs are read.
pub struct Batch<'a> {
    group: Group<'a>,
    /// The observer, in strict execution.
    strict: Option<Strict>,
    /// The number of batches that have run.
    number: u64,
}

impl Batch<'_> {
    /// Sets the word of a lane that the stage input with this index reads.
    pub fn set_input(&mut self, index: usize, lane: usize, word: u32) {
        if let Some(slot) = self.group.interface.inputs.get_mut(index).and_then(|plane| plane.get_mut(lane)) {
            *slot = word;
        }
    }

    /// Says whether a lane starts as a helper. Other stages than the fragment stage have no helpers.
    pub fn set_helper(&mut self, lane: usize, is_helper: bool) {
        self.group.lanes.set_helper(lane, is_helper);
    }

    /// Runs the first lanes; at most [`LANES`].
    ///
    /// # Errors
    /// The stage takes more steps than it is allowed.
    pub fn run(&mut self, lanes: usize) -> Result<(), Stopped> {
        let (number, lanes) = (self.number, lanes.min(LANES));
        match &mut self.strict {
            Some(strict) => run(&mut self.group, strict, number, lanes),
            None => run(&mut self.group, &mut (), number, lanes),
        }
        self.number += 1;
        if self.group.shared.is_stopped() { Err(Stopped::OutOfFuel) } else { Ok(()) }
    }

    /// The word of the stage output with this index in a lane; 0 where the lane has none.
    #[must_use]
    pub fn output(&self, index: usize, lane: usize) -> u32 {
        self.group.interface.outputs.get(index).and_then(|plane| plane.get(lane)).copied().unwrap_or(0)
    }

    /// Returns true if a lane is a helper.
    #[must_use]
    pub fn is_helper(&self, lane: usize) -> bool {
        self.group.lanes.is_helper(lane)
    }

    /// The faults that strict execution found, by place. [`Fault::workgroup`] is the number of the batch.
    #[must_use]
    pub fn into_faults(self) -> Vec<Fault> {
        let allowances = &self.group.shared.plan.program.allowances;
        let mut faults = self.strict.map(Strict::into_faults).unwrap_or_default();
        faults.retain(|fault| !fault.is_allowed(allowances));
        faults.sort_by_key(Fault::order);
        faults
    }
}
