//! The stages of a draw: vertices, or quads of fragments, in batches.
//!
//! A batch runs as a workgroup does, in lock step. Batches run one after the other, so that the result is the same each time.

use super::group::{Group, Shared};
use super::{Bound, Fault, Options, Plan, Stopped, group_bytes};
use core::sync::atomic::Ordering;
use shader_ir::{Program, Register, ShaderStage};

/// Invocations of a full batch: whole quads, and whole subgroups.
pub const LANES: usize = 256;

/// What the lanes of a batch get and give, word by word; lanes side by side.
#[derive(Debug, Default)]
pub(super) struct Interface {
    /// By [`shader_ir::Program::stage_inputs`].
    pub(super) inputs: Vec<Vec<u32>>,
    /// By [`shader_ir::Program::stage_outputs`].
    pub(super) outputs: Vec<Vec<u32>>,
    /// The helpers among the lanes; none are there where no stage of a draw runs.
    /// <https://www.w3.org/TR/WGSL/#fragment-shaders-helper-invocations>
    pub(super) helpers: Vec<bool>,
}

impl Interface {
    pub(super) fn new(program: &Program, lanes: usize) -> Self {
        let has_helpers = program.stage == Some(ShaderStage::Fragment);
        Self {
            inputs: vec![vec![0; lanes]; program.stage_inputs.len()],
            outputs: vec![vec![0; lanes]; program.stage_outputs.len()],
            helpers: if has_helpers { vec![false; lanes] } else { Vec::new() },
        }
    }
}

impl Group<'_> {
    /// Whether what a lane writes to buffers and textures is not seen.
    #[inline]
    pub(super) fn is_helper(&self, lane: usize) -> bool {
        self.interface.helpers.get(lane).is_some_and(|is_helper| *is_helper)
    }

    pub(super) fn has_helpers(&self) -> bool {
        self.interface.helpers.contains(&true)
    }

    /// The active lanes whose doings are seen: those that are no helpers.
    pub(super) fn seen(&self) -> impl Iterator<Item = usize> {
        self.mask.active().filter(|lane| !self.is_helper(*lane))
    }

    /// Hands a register on as the stage output with this index.
    pub(super) fn hand_on(&mut self, index: u16, value: Register) {
        let Some(mut plane) = self.interface.outputs.get_mut(usize::from(index)).map(core::mem::take) else {
            return;
        };
        for lane in self.mask.active() {
            plane[lane] = self.lane(value, lane);
        }
        self.interface.outputs[usize::from(index)] = plane;
    }

    /// <https://www.w3.org/TR/WGSL/#discard-statement>
    pub(super) fn discard(&mut self) {
        for lane in self.mask.active() {
            if let Some(is_helper) = self.interface.helpers.get_mut(lane) {
                *is_helper = true;
            }
        }
    }
}

/// A stage of a draw, ready to run.
pub struct Stage<'a> {
    shared: Shared<'a>,
}

impl<'a> Stage<'a> {
    /// Makes a vertex or fragment program ready to run in batches.
    #[must_use]
    pub fn plan(mut program: Program, strict: bool) -> Plan {
        program.workgroup_size = [LANES as u32, 1, 1];
        Plan::new(program, strict)
    }

    /// A stage with its resources, in the order of [`shader_ir::Program::resources`]; what is written is found in them. The
    /// plan is made by [`Stage::plan`].
    ///
    /// # Errors
    /// A batch takes more memory than there is.
    pub fn new(plan: &'a Plan, resources: &'a [&'a Bound], options: &'a Options) -> Result<Self, Stopped> {
        if group_bytes(plan).is_none() {
            return Err(Stopped::OutOfMemory);
        }
        Ok(Self { shared: Shared::new(plan, resources, options, [1; 3]) })
    }

    /// Memory for one batch after the other.
    #[must_use]
    pub fn batch(&self) -> Batch<'_> {
        Batch { group: Group::new(&self.shared), number: 0 }
    }
}

/// One batch after the other: inputs are set, the batch is run, outputs are read.
pub struct Batch<'a> {
    group: Group<'a>,
    /// How many have run.
    number: u64,
}

impl Batch<'_> {
    /// Sets the word of a lane that the stage input with this index reads.
    pub fn set_input(&mut self, index: usize, lane: usize, word: u32) {
        if let Some(slot) = self.group.interface.inputs.get_mut(index).and_then(|plane| plane.get_mut(lane)) {
            *slot = word;
        }
    }

    /// Says whether a lane starts as a helper. No matter but to fragment stages.
    pub fn set_helper(&mut self, lane: usize, is_helper: bool) {
        if let Some(slot) = self.group.interface.helpers.get_mut(lane) {
            *slot = is_helper;
        }
    }

    /// Runs the first lanes; at most [`LANES`].
    ///
    /// # Errors
    /// The stage takes more steps than it is allowed.
    pub fn run(&mut self, lanes: usize) -> Result<(), Stopped> {
        self.group.run_first(self.number, lanes.min(LANES));
        self.number += 1;
        let is_stopped = self.group.shared.is_stopped.load(Ordering::Relaxed);
        if is_stopped { Err(Stopped::OutOfFuel) } else { Ok(()) }
    }

    /// The word of a lane that the stage output with this index handed on; 0 where there is none.
    #[must_use]
    pub fn output(&self, index: usize, lane: usize) -> u32 {
        self.group.interface.outputs.get(index).and_then(|plane| plane.get(lane)).copied().unwrap_or(0)
    }

    /// Whether a lane is a helper by now.
    #[must_use]
    pub fn is_helper(&self, lane: usize) -> bool {
        self.group.is_helper(lane)
    }

    /// What strict execution found, by place. [`Fault::workgroup`] is the number of the batch.
    #[must_use]
    pub fn into_faults(self) -> Vec<Fault> {
        let mut faults = self.group.faults;
        faults.sort_by_key(Fault::order);
        faults
    }
}
