//! Execution: all invocations of a workgroup in lock step, as lanes of wide registers; workgroups on all cores.

mod atomic;
mod convert;
mod cost;
mod fault;
mod group;
mod kernels;
mod mask;
mod operate;
mod plan;
mod planes;
mod shadow;
mod stage;
mod strict;
mod subgroup;
mod texture;
mod track;
mod transfer;
mod wide;

use crate::memory::SharedBytes;
use crate::texture::Texture;
use core::sync::atomic::Ordering;
pub use fault::{Fault, FaultKind};
use group::{Group, Shared};
pub(crate) use kernels::map2;
pub use plan::Plan;
use rayon::prelude::*;
use shader_ir::{ResourceKind, TexelKind};
use shader_model::texture::Sampler;
use shader_numeric::allowed::Accuracies;
pub use stage::{Batch, LANES, Stage};
use track::Track;
pub use track::{AllowedBuffer, AllowedWord};

/// How to execute.
#[derive(Clone, Copy, Debug)]
pub struct Options {
    /// Whether faults are looked for: what gives other results elsewhere.
    pub strict: bool,
    /// Whether strict execution reports sums, differences and products of integers that wrap around.
    pub integer_overflow: bool,
    /// The accuracies of the language, if the results that it allows are followed: see [`dispatch_tracked`].
    pub track: Option<Accuracies>,
    /// What an index beyond the end means.
    pub beyond: Beyond,
    /// Invocations of a subgroup, a power of two up to 128.
    pub subgroup_size: u32,
    /// How many steps all workgroups may take together. A step is about a tenth of a nanosecond of one core; an instruction takes as
    /// many as it costs, and so does the beginning of a workgroup.
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

/// What an index beyond the end means. <https://www.w3.org/TR/WGSL/#out-of-bounds-access-sec>
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Beyond {
    /// The last element.
    Clamp,
    /// Zero is read, and nothing is written.
    Discard,
}

/// What a resource of the program is.
#[derive(Debug)]
pub enum Bound {
    /// Bytes.
    Buffer(SharedBytes),
    /// Texels.
    Texture(Texture),
    /// How texels are picked.
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

/// The most bytes that the lanes of a workgroup take.
const MOST_GROUP_BYTES: u64 = 1 << 30;
/// The most invocations of a workgroup.
const MOST_LANES: u32 = 1 << 20;

/// Runs a compute program. Resources are in the order of [`shader_ir::Program::resources`]; what is written is found in them.
///
/// # Errors
/// The program was stopped. In strict execution, running out of fuel is a fault.
pub fn dispatch(
    plan: &Plan,
    workgroups: [u32; 3],
    resources: &[Bound],
    options: &Options,
) -> Result<Vec<Fault>, Stopped> {
    dispatch_tracked(plan, workgroups, resources, options).map(|(faults, _)| faults)
}

/// The same, and what the buffers may hold elsewhere: only when [`Options::track`] asks for it, with a plan of [`Plan::tracking`].
///
/// # Errors
/// As [`dispatch`].
pub fn dispatch_tracked(
    plan: &Plan,
    workgroups: [u32; 3],
    resources: &[Bound],
    options: &Options,
) -> Result<(Vec<Fault>, Vec<AllowedBuffer>), Stopped> {
    // What is known of a word takes more than the word itself.
    let most_bytes = if options.track.is_some() { MOST_GROUP_BYTES / 8 } else { MOST_GROUP_BYTES };
    if group_bytes(plan).is_none_or(|bytes| bytes > most_bytes) {
        return Err(Stopped::OutOfMemory);
    }
    let resources: Vec<&Bound> = resources.iter().collect();
    let [x, y, z] = workgroups.map(u64::from);
    let total = x.saturating_mul(y).saturating_mul(z);
    let shared = Shared::new(plan, &resources, options, workgroups);
    let mut allowed = Vec::new();
    let goes_on = || !shared.is_stopped.load(Ordering::Relaxed);
    let mut faults: Vec<Fault> = if total < 2 || plan.needs_order || options.strict || options.track.is_some()
    {
        let mut group = Group::new(&shared);
        group.track =
            options.track.map(|accuracies| Box::new(Track::new(accuracies, plan, group.lanes, workgroups)));
        (0..total).take_while(|_| goes_on()).for_each(|index| group.run(index));
        allowed = group.track.map(|track| track.finish(plan, &resources)).unwrap_or_default();
        group.faults
    } else {
        let chunk = (total / (rayon::current_num_threads() as u64 * 8)).clamp(1, 1024);
        (0..total.div_ceil(chunk))
            .into_par_iter()
            .take_any_while(|_| goes_on())
            .map_init(
                || Group::new(&shared),
                |group, part| {
                    (part * chunk..(part * chunk).saturating_add(chunk).min(total))
                        .for_each(|index| group.run(index));
                    core::mem::take(&mut group.faults)
                },
            )
            .flatten_iter()
            .collect()
    };
    if shared.is_stopped.into_inner() && !options.strict {
        return Err(Stopped::OutOfFuel);
    }
    faults.sort_by_key(Fault::order);
    Ok((faults, allowed))
}

/// The bytes that a workgroup takes; none when they or its lanes are too many.
fn group_bytes(plan: &Plan) -> Option<u64> {
    let program = &plan.program;
    let lanes = program.workgroup_size.iter().try_fold(1u32, |lanes, size| lanes.checked_mul(*size))?;
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

/// Whether a bound resource is what the program wants.
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
                TexelKind::Format(wanted) => format == wanted,
                TexelKind::Channels(kind) => format.kind() == kind,
            };
            fits && texture.dimension() == dimension && (texture.sample_count() > 1) == is_multisampled
        }
        (ResourceKind::Sampler { compares }, Bound::Sampler(sampler)) => {
            sampler.compare.is_some() == compares
        }
        _ => false,
    }
}

impl core::fmt::Display for Stopped {
    fn fmt(&self, formatter: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        formatter.write_str(match self {
            Self::OutOfFuel => {
                "the program takes more steps than its fuel allows: it may run for ever, or need more fuel"
            }
            Self::OutOfMemory => "a workgroup takes more memory than the executor gives",
        })
    }
}
