//! Compute dispatches: workgroups in order where an observer or the program needs it, otherwise on all cores.

use super::bound::Bound;
use super::fault::Fault;
use super::grid::Grid;
use super::group::Groups;
use super::group_memory::{MOST_GROUP_BYTES, fit_at_once, group_bytes};
use super::observe::Observer;
use super::plan::Plan;
use super::run;
use super::shared::Shared;
use super::stopped::Stopped;
use super::strict::Strict;
use super::track::{AllowedBuffer, Track};
use rayon::prelude::*;

/// Runs a compute program. Resources are in the order of [`shader_ir::Program::resources`], and the program writes to them. The result has
/// the faults that strict execution found, by place, and the contents that other implementations may leave in the buffers, with
/// [`Options::track`](super::Options::track).
///
/// # Errors
/// The program was stopped. In strict execution, running out of fuel is a fault.
///
/// # Panics
/// The program uses a resource that is not bound, or has the wrong kind; see [`fits`](super::fits).
pub fn dispatch(
    plan: &Plan,
    grid: impl Into<Grid>,
    resources: &[Bound],
) -> Result<(Vec<Fault>, Vec<AllowedBuffer>), Stopped> {
    let options = &plan.options;
    // Tracking a word takes more memory than the word itself.
    let most_bytes = if options.track.is_some() { MOST_GROUP_BYTES / 8 } else { MOST_GROUP_BYTES };
    let bytes = group_bytes(plan).filter(|bytes| *bytes <= most_bytes).ok_or(Stopped::OutOfMemory)?;
    let is_alone = !fit_at_once(bytes, rayon::current_num_threads() as u64);
    let resources: Vec<&Bound> = resources.iter().collect();
    let shared = Shared::new(plan, &resources, grid.into());
    let total = shared.extent.workgroup_count();
    let mut strict = Strict::new(plan);
    let mut track = options.track.map(|accuracies| Track::new(accuracies, plan, total));
    let may_look_again = options.strict && strict.may_look_again(&plan.program);
    let before = may_look_again.then(|| Contents::of(plan, &resources));
    match (options.strict, &mut track) {
        (false, None) if total < 2 || plan.needs_order || is_alone => run_in_order(&shared, total, &mut ()),
        (false, None) => run_in_parallel(&shared, total),
        (true, None) => run_in_order(&shared, total, &mut strict),
        (false, Some(track)) => run_in_order(&shared, total, track),
        (true, Some(track)) => run_in_order(&shared, total, &mut (track, &mut strict)),
    }
    if shared.is_stopped() && !options.strict {
        return Err(Stopped::OutOfFuel);
    }
    // With fuel of its own: it takes the same steps as the first execution, which had enough.
    if !shared.is_stopped()
        && let Some(before) = before
        && let Some(second) = strict.second()
    {
        before.restore(&resources);
        strict = second;
        run_in_order(&Shared::new(plan, &resources, shared.grid), total, &mut strict);
    }
    let mut faults = strict.into_faults();
    faults.sort_by_key(Fault::order);
    Ok((faults, track.map(|track| track.finish(plan, &resources)).unwrap_or_default()))
}

/// The contents of the resources that a program may write.
struct Contents(Vec<Option<Vec<u8>>>);

impl Contents {
    fn of(plan: &Plan, resources: &[&Bound]) -> Self {
        let contents = resources.iter().enumerate().map(|(index, bound)| match bound {
            _ if !plan.is_writable(index as u16) => None,
            Bound::Buffer(bytes) => Some(bytes.to_bytes()),
            Bound::Texture(texture) => Some(texture.bytes().to_bytes()),
            Bound::Sampler(_) | Bound::Missing => None,
        });
        Self(contents.collect())
    }

    fn restore(&self, resources: &[&Bound]) {
        for (contents, bound) in self.0.iter().zip(resources) {
            match (contents, bound) {
                (Some(contents), Bound::Buffer(bytes)) => bytes.set_all(contents),
                (Some(contents), Bound::Texture(texture)) => texture.bytes().set_all(contents),
                (Some(_), Bound::Sampler(_) | Bound::Missing) | (None, _) => {}
            }
        }
    }
}

/// Runs workgroups one after the other.
fn run_in_order<O: Observer>(shared: &Shared<'_>, workgroups: u64, observer: &mut O) {
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
