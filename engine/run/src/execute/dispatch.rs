//! Compute dispatches: workgroups in order where an observer or the program needs it, otherwise on all cores.

use super::bound::Bound;
use super::contents::Contents;
use super::fault::{Fault, FaultKind};
use super::grid::Grid;
use super::group::Groups;
use super::group_memory::{MOST_GROUP_BYTES, fit_at_once, group_bytes};
use super::observe::Observer;
use super::options::Options;
use super::plan::Plan;
use super::run;
use super::shared::Shared;
use super::stopped::Stopped;
use super::strict::Strict;
use super::sweep::{Sweep, sweep};
use super::track::{AllowedBuffer, Track};
use rayon::prelude::*;

/// What executions of a dispatch found besides the contents of the resources.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Findings {
    /// The faults, by place: of strict execution, and of a sweep.
    pub faults: Vec<Fault>,
    /// With [`Options::track`](super::Options::track), the contents that other implementations may leave in the buffers.
    pub allowed: Vec<AllowedBuffer>,
    /// With [`Options::sweep`](super::Options::sweep), what other schedules do.
    pub sweep: Option<Box<Sweep>>,
}

/// Runs a compute program. Resources are in the order of [`shader_ir::Program::resources`], and the program writes to them.
///
/// # Errors
/// The program was stopped. In strict execution, running out of fuel is a fault.
///
/// # Panics
/// The program uses a resource that is not bound, or has the wrong kind; see [`fits`](super::fits).
pub fn dispatch(plan: &Plan, grid: impl Into<Grid>, resources: &[Bound]) -> Result<Findings, Stopped> {
    let resources: Vec<&Bound> = resources.iter().collect();
    let mut findings = run_and_sweep(plan, grid.into(), &resources)?;
    findings.faults.retain(|fault| !fault.is_allowed(&plan.program.allowances));
    Ok(findings)
}

fn run_and_sweep(plan: &Plan, grid: Grid, resources: &[&Bound]) -> Result<Findings, Stopped> {
    let Some(options) = plan.options.sweep else { return run_once(plan, grid, resources) };
    let before = Contents::of(plan, resources);
    let mut findings = run_once(plan, grid, resources)?;
    before.restore(resources);
    let swept = sweep(plan, grid, resources, options);
    if swept.is_err() && !findings.faults.is_empty() {
        // Strict execution has reported that the program does not end.
        return Ok(findings);
    }
    let mut sweep = swept?;
    // Where strict execution has found a data race, there are results that no order shows.
    sweep.is_complete &= findings.faults.iter().all(|fault| fault.kind != FaultKind::DataRace);
    let fault = sweep.difference.as_ref().map(|difference| difference.fault(plan));
    // What strict execution says of the place is the reason for the difference.
    let is_known = |fault: &Fault| {
        findings.faults.iter().any(|known| {
            known.span == fault.span
                && !known.is_allowed(&plan.program.allowances)
                && matches!(known.kind, FaultKind::DataRace | FaultKind::UnorderedAtomics)
        })
    };
    if let Some(fault) = fault.filter(|fault| !is_known(fault)) {
        findings.faults.push(fault);
    }
    // All orders have one result, so what depends on the order of atomic operations is the same in each.
    if sweep.is_complete && sweep.difference.is_none() {
        findings.faults.retain(|fault| fault.kind != FaultKind::UnorderedAtomics);
    }
    findings.faults.sort_by_key(Fault::order);
    findings.sweep = Some(Box::new(sweep));
    Ok(findings)
}

fn run_once(plan: &Plan, grid: Grid, resources: &[&Bound]) -> Result<Findings, Stopped> {
    let options = &plan.options;
    if !options.strict && options.track.is_none() {
        run_plain(plan, grid, resources)?;
        return Ok(Findings::default());
    }
    // Tracking a word takes more memory than the word itself.
    let most_bytes = if options.track.is_some() { MOST_GROUP_BYTES / 8 } else { MOST_GROUP_BYTES };
    if group_bytes(plan).is_none_or(|bytes| bytes > most_bytes) {
        return Err(Stopped::OutOfMemory);
    }
    let mut shared = Shared::new(plan, resources, grid);
    let total = shared.extent.workgroup_count();
    let mut strict = Strict::new(plan);
    let mut track = options.track.map(|accuracies| Track::new(accuracies, plan, total));
    let may_look_again = options.strict && strict.may_look_again(&plan.program);
    let before = options.strict.then(|| Contents::of(plan, resources));
    match &mut track {
        None => run_in_order(&shared, total, &mut strict),
        Some(track) if options.strict => run_in_order(&shared, total, &mut (track, &mut strict)),
        Some(track) => run_in_order(&shared, total, track),
    }
    if shared.is_stopped() && !options.strict {
        return Err(Stopped::OutOfFuel);
    }
    // The charge of strict steps is meant for the worst case: a program that ends in plain execution is executed to its end.
    if shared.is_stopped()
        && track.is_none()
        && let Some(before) = &before
    {
        let stopped = Contents::of(plan, resources);
        before.restore(resources);
        let unwatched = Plan::new(plan.program.clone(), Options { strict: false, ..plan.options });
        if run_plain(&unwatched, grid, resources).is_ok() {
            before.restore(resources);
            shared = Shared::with_fuel(plan, resources, grid, u64::MAX);
            strict = Strict::new(plan);
            run_in_order(&shared, total, &mut strict);
        } else {
            stopped.restore(resources);
        }
    }
    // It takes the same steps as the first execution, which had enough fuel.
    if !shared.is_stopped()
        && may_look_again
        && let Some(before) = before
        && let Some(second) = strict.second()
    {
        before.restore(resources);
        strict = second;
        run_in_order(&Shared::with_fuel(plan, resources, grid, u64::MAX), total, &mut strict);
    }
    let mut faults = strict.into_faults();
    faults.sort_by_key(Fault::order);
    let allowed = track.map(|track| track.finish(plan, resources)).unwrap_or_default();
    Ok(Findings { faults, allowed, sweep: None })
}

/// Runs a compute program without observers: [`Options::strict`](super::Options::strict) and tracking are not looked at.
/// Returns the fuel that was used.
///
/// # Errors
/// It was stopped.
pub(super) fn run_plain(plan: &Plan, grid: Grid, resources: &[&Bound]) -> Result<u64, Stopped> {
    let bytes = group_bytes(plan).ok_or(Stopped::OutOfMemory)?;
    let is_alone = !fit_at_once(bytes, rayon::current_num_threads() as u64);
    run_all(plan, grid, resources, plan.needs_order || is_alone)
}

/// As [`run_plain`], with one workgroup after the other: the results are always equal, even if workgroups race.
pub(super) fn run_plain_in_order(plan: &Plan, grid: Grid, resources: &[&Bound]) -> Result<u64, Stopped> {
    group_bytes(plan).ok_or(Stopped::OutOfMemory)?;
    run_all(plan, grid, resources, true)
}

fn run_all(plan: &Plan, grid: Grid, resources: &[&Bound], is_in_order: bool) -> Result<u64, Stopped> {
    let shared = Shared::new(plan, resources, grid);
    let total = shared.extent.workgroup_count();
    if total < 2 || is_in_order {
        run_in_order(&shared, total, &mut ());
    } else {
        run_in_parallel(&shared, total);
    }
    if shared.is_stopped() { Err(Stopped::OutOfFuel) } else { Ok(shared.used_fuel()) }
}

/// Runs workgroups one after the other.
pub(super) fn run_in_order<O: Observer>(shared: &Shared<'_>, workgroups: u64, observer: &mut O) {
    let mut groups = Groups::new(shared);
    for index in (0..workgroups).take_while(|_| !shared.is_stopped()) {
        let group = groups.of_index(index);
        run::run(group, observer, index, group.lanes.count);
    }
}

/// Runs workgroups on all cores.
fn run_in_parallel(shared: &Shared<'_>, workgroups: u64) {
    let chunk = (workgroups / (rayon::current_num_threads() as u64 * 8)).clamp(1, 1024);
    (0..workgroups.div_ceil(chunk)).into_par_iter().take_any_while(|_| !shared.is_stopped()).for_each_init(
        || Groups::new(shared),
        |groups, part| {
            for index in part * chunk..(part * chunk).saturating_add(chunk).min(workgroups) {
                let group = groups.of_index(index);
                run::run(group, &mut (), index, group.lanes.count);
            }
        },
    );
}
