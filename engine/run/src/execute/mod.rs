//! Executes compute dispatches and the stages of draws.
//!
//! All invocations of a workgroup run in lock step, as lanes of wide registers under a mask; workgroups run on all cores. [`dispatch`] is the
//! entry point for compute, [`Stage`] for the vertex and fragment functions of a draw. Both take a [`Plan`], which is what can be computed
//! once per program and [`Options`].

mod atomic;
mod bound;
mod bytes;
mod control;
mod convert;
mod cost;
mod dispatch;
mod fault;
mod grid;
mod group;
mod group_memory;
mod interface;
mod kernels;
mod lanes;
mod mask;
mod memories;
mod observe;
mod operate;
mod options;
mod plan;
mod pointer;
mod run;
mod shared;
mod stage;
mod stopped;
mod strict;
mod subgroup;
mod texture;
mod track;
mod transfer;

pub use bound::{Bound, fits};
pub use dispatch::dispatch;
pub use fault::{Fault, FaultKind, Rival, SharedMemory};
pub use grid::Grid;
pub use options::{Beyond, Options};
pub use plan::Plan;
pub use stage::{Batch, LANES, Stage};
pub use stopped::Stopped;
pub use track::{AllowedBuffer, AllowedWord};
<<<<<<< HEAD
=======
use webgpu_model::texture::Sampler;

/// How to execute.
#[derive(Clone, Copy, Debug)]
pub struct Options {
    /// Whether to look for faults.
    pub strict: bool,
    /// Whether strict execution reports sums, differences and products of integers that wrap around.
    pub integer_overflow: bool,
    /// The accuracies of the language, to track the results that it allows; see [`dispatch`]. Draws are not tracked.
    pub track: Option<Accuracies>,
    /// The meaning of an index beyond the end.
    pub beyond: Beyond,
    /// The number of invocations in a subgroup, a power of two up to 128.
    pub subgroup_size: u32,
    /// The number of steps that all workgroups may take together. A step is about a tenth of a nanosecond of one core. Each instruction,
    /// and the start of each workgroup, takes as many as it costs.
    pub fuel: u64,
    /// The order in which invocations reach atomic operations: by their number, or shuffled by this seed.
    pub seed: Option<u64>,
}

impl Default for Options {
    fn default() -> Self {
        Self {
            strict: false,
            integer_overflow: false,
            track: None,
            beyond: Beyond::Clamp,
            subgroup_size: 8,
            fuel: 1 << 35,
            seed: None,
        }
    }
}

/// The meaning of an index beyond the end. <https://www.w3.org/TR/WGSL/#out-of-bounds-access-sec>
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Beyond {
    /// It selects the last element.
    Clamp,
    /// Loads return zero, and stores have no effect.
    Discard,
}

/// A resource, as it is bound.
#[derive(Debug)]
pub enum Bound {
    /// Bytes.
    Buffer(SharedBytes),
    /// Texels.
    Texture(Texture),
    /// A sampler.
    Sampler(Sampler),
    /// Nothing.
    Missing,
}

/// Why execution stopped.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Stopped {
    /// The program took more steps than it was allowed.
    OutOfFuel,
    /// The workgroups need more memory than there is.
    OutOfMemory,
}

/// The greatest number of bytes for the lanes of a workgroup.
const MOST_GROUP_BYTES: u64 = 1 << 30;
/// The greatest number of bytes for the lanes of all workgroups that run at the same time.
const MOST_BYTES_AT_ONCE: u64 = 4 * MOST_GROUP_BYTES;
/// The greatest number of invocations in a workgroup.
const MOST_LANES: u32 = 1 << 20;

/// Runs a compute program. Resources are in the order of [`shader_ir::Program::resources`], and the program writes to them. The result has
/// the faults that strict execution found, by place, and the contents that other implementations may leave in the buffers, with
/// [`Options::track`].
///
/// # Errors
/// The program was stopped. In strict execution, running out of fuel is a fault.
///
/// # Panics
/// The program uses a resource that is not bound, or is of another kind; see [`fits`].
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
    let (mut strict, mut track) =
        (Strict::default(), options.track.map(|accuracies| Track::new(accuracies, plan, total)));
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
    let mut faults = strict.into_faults();
    faults.sort_by_key(Fault::order);
    Ok((faults, track.map(|track| track.finish(plan, &resources)).unwrap_or_default()))
}

/// Whether there is memory for workgroups of this size on so many cores.
const fn fit_at_once(group_bytes: u64, cores: u64) -> bool {
    group_bytes <= MOST_BYTES_AT_ONCE / cores
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

/// The bytes that a workgroup takes; `None` if they or its lanes are too many.
fn group_bytes(plan: &Plan) -> Option<u64> {
    let program = &plan.program;
    let lanes = plan.workgroup_size.iter().try_fold(1u32, |lanes, size| lanes.checked_mul(*size))?;
    if lanes > MOST_LANES {
        return None;
    }
    let words_of = |(is_uniform, is_wide): (&bool, &bool)| u64::from(!is_uniform) << u32::from(*is_wide);
    let words: u64 = plan.is_uniform.iter().zip(&plan.is_wide).map(words_of).sum();
    // Every construct that is open holds up to two masks.
    let words = words + u64::from(plan.most_open) * 2;
    let of_lane = words * 4 + u64::from(program.invocation_bytes);
    let bytes = u64::from(lanes) * of_lane + u64::from(program.workgroup_bytes);
    (bytes <= MOST_GROUP_BYTES).then_some(bytes)
}

/// Whether a bound resource is of the kind that the program declares.
#[must_use]
pub fn fits(kind: ResourceKind, bound: &Bound) -> bool {
    match (kind, bound) {
        (
            ResourceKind::Buffer { least_size, .. } | ResourceKind::Immediates { least_size },
            Bound::Buffer(bytes),
        ) => bytes.len() as u64 >= least_size,
        (ResourceKind::Texture { dimension, holds, is_multisampled }, Bound::Texture(texture)) => {
            let format = texture.format();
            let fits = match holds {
                TexelKind::Depth => format.is_depth(),
                // No storage texture has a swizzle.
                TexelKind::Format(wanted) => format == wanted && texture.descriptor().swizzle.is_identity(),
                TexelKind::Channels(kind) => format.kind() == kind,
            };
            fits && texture.dimension() == dimension && (texture.sample_count() > 1) == is_multisampled
        }
        (ResourceKind::Sampler { compares }, Bound::Sampler(sampler)) => {
            sampler.compare.is_some() == compares
        }
        (ResourceKind::FixedSampler { .. }, Bound::Sampler(_)) => true,
        (
            ResourceKind::Buffer { .. } | ResourceKind::Immediates { .. },
            Bound::Texture(_) | Bound::Sampler(_),
        )
        | (ResourceKind::Texture { .. }, Bound::Buffer(_) | Bound::Sampler(_))
        | (
            ResourceKind::Sampler { .. } | ResourceKind::FixedSampler { .. },
            Bound::Buffer(_) | Bound::Texture(_),
        )
        | (_, Bound::Missing) => false,
    }
}

impl core::fmt::Display for Stopped {
    fn fmt(&self, formatter: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        formatter.write_str(match self {
            Self::OutOfFuel => "out of fuel: the program may not terminate; raise the fuel if it should",
            Self::OutOfMemory => "a workgroup exceeds the executor's memory limit",
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_small_workgroups_run_at_the_same_time_on_many_cores() {
        assert!(fit_at_once(MOST_GROUP_BYTES, 4));
        assert!(!fit_at_once(MOST_GROUP_BYTES, 5));
        assert!(fit_at_once(1 << 20, 512));
        assert!(!fit_at_once(1 << 25, 512));
    }
}
>>>>>>> words
