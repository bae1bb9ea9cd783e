//! The facts about a function that its callers need.

use crate::uniformity::requirement::Trigger;

/// The aspects of a parameter that have an effect.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Affects {
    /// Its value.
    pub(super) value: bool,
    /// The contents of its target at the start of the function.
    pub(super) contents: bool,
}

/// The facts about a parameter that callers need.
#[derive(Clone, Debug, Default)]
pub(super) struct ParameterSummary {
    /// Its value must be uniform.
    pub(super) required: Option<Trigger>,
    /// The contents of its target must be uniform.
    pub(super) contents_required: Option<Trigger>,
    /// The aspects that affect the result of the function.
    pub(super) affects_result: Affects,
    /// The contents of its target may be non-uniform after the call.
    pub(super) becomes_non_uniform: bool,
    /// The contents of its target after the call depend on these parameters, or, if `true`, on the contents of their
    /// targets.
    pub(super) takes_from: Vec<(usize, bool)>,
}

/// The facts about a function that callers need.
#[derive(Clone, Debug, Default)]
pub(super) struct Summary {
    /// Calls must be in uniform control flow.
    pub(super) call_site: Option<Trigger>,
    /// The result may be non-uniform.
    pub(super) result_is_non_uniform: bool,
    pub(super) parameters: Vec<ParameterSummary>,
}
