//! The rules that errors of evaluation break: the table `const_errors.yaml`.

use crate::{FunctionId, Scalar, ScalarSet, StagedRule};
use shader_numeric::event::Event;

/// A row of the table of errors of one event.
#[derive(Debug)]
pub struct ConstError {
    /// The function or operator; `None` for all, and for conversions.
    pub function: Option<FunctionId>,
    /// The scalar types of the result.
    pub scalars: ScalarSet,
    /// The occasion; `None` for all.
    pub occasion: Option<Occasion>,
    /// The rules that the error breaks.
    pub rules: StagedRule,
}

/// The occasion on which an error shows.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Occasion {
    /// All operands are known, and all components are wrong.
    Whole,
    /// Some other operand is not known: these operands alone are wrong.
    Partial,
    /// The operands are vectors of which other components are without error.
    OneComponent,
}

/// The rules that an event breaks in the evaluation of a function or operator, or of a conversion.
#[must_use]
pub fn const_error(
    event: Event,
    function: Option<FunctionId>,
    scalar: Scalar,
    occasion: Occasion,
) -> StagedRule {
    let (rows, general) = errors(event);
    let fits = |row: &&ConstError| {
        (row.function.is_none() || row.function == function)
            && row.scalars.contains(scalar)
            && row.occasion.is_none_or(|wanted| wanted == occasion)
    };
    rows.iter().find(fits).map_or(general, |row| row.rules)
}

// `const fn errors(event: Event) -> (&'static [ConstError], StagedRule)`.
include!("generated/const_errors.rs");
