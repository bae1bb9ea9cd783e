//! The outcome of overload resolution. <https://www.w3.org/TR/WGSL/#overload-resolution-section>

use crate::types::TypeId;
use wgsl_spec::Overload;

/// More parameters than any overload has.
pub(super) const MOST_PARAMETERS: usize = 16;

/// The overload that resolution chose, with types in place of its variables.
#[derive(Clone, Copy, Debug)]
pub(super) struct Chosen {
    /// Its index among the overloads of the function.
    pub(super) index: u16,
    pub(super) overload: &'static Overload,
    /// Types of the parameters.
    pub(super) parameters: [TypeId; MOST_PARAMETERS],
    /// Type of the result, `VOID` when there is none.
    pub(super) result: TypeId,
}

/// Why no overload was chosen.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Failure {
    /// None fits.
    NoMatch,
    /// More than one fits equally well.
    Ambiguous,
}
