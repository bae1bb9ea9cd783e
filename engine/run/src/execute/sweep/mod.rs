//! Sweeps: executions of a dispatch under many schedules, whose results are compared.
//!
//! In one execution, invocations advance independently of each other (see [`strand`]) and come to accesses of shared memory. Where two
//! invocations access the same word, not only to read it, and no barrier is between them, a schedule says who is first; the accesses to all
//! other words are performed at once, since no invocation sees when. Executions find these words while they run, and the first one finds
//! most of them.
//!
//! All schedules are tried where they are few. Otherwise seeds decide.

mod accesses;
mod base;
mod choose;
mod difference;
mod event;
mod interleaving;
mod pending;
mod strand;
mod subgroups;
mod words;

use super::bound::Bound;
use super::contents::Contents;
use super::dispatch::run_plain_in_order;
use super::grid::Grid;
use super::options::Options;
use super::plan::Plan;
use super::stopped::Stopped;
use base::Base;
pub use difference::{Difference, Parting, PartingKind, ResultDifference, Schedule, Turn, Writer, shown};
use std::collections::BTreeSet;
use subgroups::depends_on_subgroups;

/// The executions that a sweep compares.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct SweepOptions {
    /// The maximum number of schedules for each size of subgroups.
    pub schedules: u32,
    /// Decides which schedules these are, where they are not all.
    pub seed: u64,
    /// Whether other sizes of subgroups are tried, too.
    pub other_sizes: bool,
    /// The steps that the schedules for one size of subgroups may take together, in the measure of [`Options::fuel`].
    pub fuel: u64,
}

impl Default for SweepOptions {
    fn default() -> Self {
        Self { schedules: 256, seed: 0, other_sizes: true, fuel: 3 << 35 }
    }
}

/// The result of a sweep.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Sweep {
    /// The number of executions.
    pub executions: u64,
    /// Whether these are all schedules, except for schedules that differ only in the order of accesses that commute. Never true where an
    /// invocation waits for a different one, which may never continue.
    pub is_complete: bool,
    /// The number of words for which the order of accesses matters.
    pub contended_words: usize,
    /// The sizes of subgroups that were tried: one where the program does not depend on it.
    pub subgroup_sizes: Vec<u32>,
    /// Whether the fuel ended before the last schedule.
    pub is_out_of_fuel: bool,
    /// The first difference. The sweep stops there.
    pub difference: Option<Difference>,
}

/// The results of all schedules that were executed.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Outcomes {
    /// By resource: its bytes, if the program may write it.
    pub contents: BTreeSet<Vec<Option<Vec<u8>>>>,
    /// Whether these are all schedules; see [`Sweep::is_complete`].
    pub is_complete: bool,
    /// The number of executions.
    pub executions: u64,
}

/// Executes a compute program under different schedules and sizes of subgroups, and compares what it leaves in the resources. Afterwards they
/// have the contents of the first execution.
///
/// # Errors
/// The first execution was stopped.
pub(super) fn sweep(
    plan: &Plan,
    grid: Grid,
    resources: &[&Bound],
    options: SweepOptions,
) -> Result<Sweep, Stopped> {
    let usual = plain(plan, plan.options.subgroup_size);
    let before = Contents::of(plan, resources);
    let fuel = run_plain_in_order(&usual, grid, resources)?;
    let first = Contents::of(plan, resources);
    let mut sweep = Sweep { executions: 1, ..Sweep::default() };
    for size in sizes(plan, options.other_sizes) {
        let plan = plain(plan, size);
        let mut base =
            Base { plan: &plan, grid, resources, before: &before, first: first.clone(), fuel: Some(fuel) };
        sweep.subgroup_sizes.push(size);
        base.sweep(&usual, options, &mut sweep)?;
        if sweep.difference.is_some() {
            break;
        }
    }
    first.restore(resources);
    Ok(sweep)
}

/// The contents that the schedules of a dispatch leave in the resources that it may write, with the sizes of subgroups of the plan. The
/// resources have the contents of the last one.
///
/// # Panics
/// As [`dispatch`](super::dispatch()).
#[must_use]
pub fn outcomes(plan: &Plan, grid: impl Into<Grid>, resources: &[Bound], options: SweepOptions) -> Outcomes {
    let resources: Vec<&Bound> = resources.iter().collect();
    let plan = plain(plan, plan.options.subgroup_size);
    let before = Contents::of(&plan, &resources);
    let first = before.clone();
    Base { plan: &plan, grid: grid.into(), resources: &resources, before: &before, first, fuel: None }
        .outcomes(options)
}

/// The plan of plain execution.
fn plain(plan: &Plan, subgroup_size: u32) -> Plan {
    // The seed is one of the schedules. The first execution is in order, so that a schedule leads to its result.
    let options = Options { strict: false, track: None, seed: None, subgroup_size, ..plan.options };
    Plan::new(plan.program.clone(), options)
}

/// The sizes of subgroups to try; the size of the options is the first one.
fn sizes(plan: &Plan, others: bool) -> Vec<u32> {
    let usual = plan.options.subgroup_size;
    if !others || plan.program.subgroup_size.is_some() || !depends_on_subgroups(&plan.program) {
        return vec![usual];
    }
    let others = subgroups::SIZES.into_iter().filter(|size| *size != usual);
    core::iter::once(usual).chain(others).collect()
}
