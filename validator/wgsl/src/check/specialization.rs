//! The part of a module that is checked once more. <https://www.w3.org/TR/WGSL/#pipeline-creation>

use crate::ast::FunctionId;

/// The part of a module that a stage takes, with values for its overrides.
#[derive(Debug)]
pub(crate) struct Specialization {
    /// The entry point.
    pub(crate) entry: FunctionId,
    /// By declaration: whether the entry point reaches it.
    pub(crate) reached: Vec<bool>,
    /// By variable: the value given for an override, as the bits of its type.
    pub(crate) values: Vec<Option<u64>>,
}
