//! The settings of an execution.

use super::sweep::SweepOptions;
use super::terms::Terms;
use shader_numeric::allowed::Accuracies;

/// The settings of an execution.
#[derive(Clone, Copy, Debug)]
#[allow(clippy::struct_excessive_bools, reason = "each is a setting of its own, as on the command line")]
pub struct Options {
    /// Whether non-portable events are reported as faults.
    pub strict: bool,
    /// Whether strict execution reports sums, differences and products of integers that wrap around.
    pub integer_overflow: bool,
    /// Whether strict execution reports results whose error the language does not bound, such as `sin` of a large operand: the accuracies of the language.
    pub accuracies: Option<Accuracies>,
    /// Whether strict execution reports operations of a subgroup that only some of its invocations reach: in WGSL nothing says which of them
    /// take part, in Metal the active ones do.
    pub uniform_subgroups: bool,
    /// The words for the parts of a dispatch in messages of faults.
    pub terms: &'static Terms,
    /// Whether strict execution and tracking take the memory of workgroups for undefined at the start, though the language says zero: hosts can
    /// turn that off.
    pub undefined_workgroup_memory: bool,
    /// The accuracies of the language, to track the results that it allows; see [`dispatch`](super::dispatch). Draws are not tracked.
    pub track: Option<Accuracies>,
    /// The meaning of an index beyond the end.
    pub beyond: Beyond,
    /// The number of invocations in a subgroup, a power of two up to 128.
    pub subgroup_size: u32,
    /// The number of steps that all workgroups may take together. A step is about a tenth of a nanosecond of one core. Each instruction,
    /// and the start of each workgroup, takes as many as it costs.
    pub fuel: u64,
    /// Whether a dispatch is also executed under other schedules, to compare the results. Draws are not.
    pub sweep: Option<SweepOptions>,
    /// The order in which invocations reach atomic operations: by their number, or shuffled by this seed.
    pub seed: Option<u64>,
}

impl Default for Options {
    fn default() -> Self {
        Self {
            strict: false,
            integer_overflow: false,
            accuracies: None,
            uniform_subgroups: false,
            terms: Default::default(),
            undefined_workgroup_memory: false,
            track: None,
            beyond: Beyond::Clamp,
            subgroup_size: 8,
            fuel: 1 << 35,
            sweep: None,
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
