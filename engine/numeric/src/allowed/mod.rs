//! The results that a specification allows: for operations on floating point numbers rounding, flushing and more open.
//!
//! [`allowed`] and [`allowed_call`] compute, from the intervals of the operands, the interval of results that an implementation of some
//! [`Accuracy`] may give: correctly rounded (either neighbour), within units in the last place, within a distance, or inherited from an
//! expression, whose value is then computed step by step. Subnormal operands and results may be flushed to zero. A result that may overflow, or an operand for which the
//! accuracy is undefined, gives [`Interval::ANY`]. <https://www.w3.org/TR/WGSL/#floating-point-accuracy>
//!
//! Computation is in binary64, as in the WebGPU conformance tests. That is exact for sums, differences and products of `f32` and `f16`. A
//! quotient or an elementary function is off by a unit of binary64: next to bounds of 2 units of `f32` and more that is nothing.
//!
//! An interval is coarser than a set: two results with a gap between them, like those of `step` around its edge, become all that lies
//! between. On the other side, of the many ways to reassociate an expression only these are followed: the sums of `dot` and of products
//! of matrices in any order, products of three in `reflect`, `refract` and `smoothstep`, and the second forms of `mix` and `acosh`. A fused
//! multiplication and addition lies between the results of the separate ones. <https://www.w3.org/TR/WGSL/#reassociation-and-fusion>

#![allow(clippy::float_cmp, reason = "values at the edge of an interval differ from values beyond it")]

mod accuracy;
mod arguments;
pub(crate) mod call;
mod convert;
pub(crate) mod correct;
mod estimate;
mod format;
pub(crate) mod inherited;
pub(crate) mod integers;
mod interval;
#[cfg(test)]
mod tests;
pub(crate) mod truth;
pub(crate) mod vector;

pub use accuracy::{Accuracies, Accuracy, Bound, Condition, Range, Row};
pub use arguments::Argument;
pub use call::allowed_call;
pub use convert::{bitcast, convert, frexp, modf, number_of, pack_halves, pack_normalized};
pub use interval::Interval;
pub use truth::{Truth, select};

use crate::compute::{Compute, floats};
use crate::event::Unwatched;
use crate::{Operation, Type, impossible};
use estimate::{Estimate, within};
use format::Format;

/// The floating point results that implementations may give for a component.
#[derive(Clone, Copy)]
pub(crate) enum Results {
    /// Nothing is claimed about them.
    Unclaimed,
    /// A boolean, for integers as well.
    Comparison(fn(Interval, Interval) -> Truth),
    /// The correctly rounded results of a function with rounding of its own.
    Own(Expression),
    /// The exact result within the bound of the [`Accuracy`], given the places where the function turns, or the results of an expression that
    /// the accuracy may be inherited from.
    Exact(&'static [f64], Option<Expression>),
    /// The results of an expression.
    Inherited(Expression),
}

/// A function of one, two or three numbers.
#[derive(Clone, Copy)]
#[allow(missing_docs, reason = "the numbers of operands by name")]
pub(crate) enum Expression {
    Unary(fn(Estimate<'_>) -> Estimate<'_>),
    Binary(for<'a> fn(Estimate<'a>, Estimate<'a>) -> Estimate<'a>),
    Ternary(for<'a> fn(Estimate<'a>, Estimate<'a>, Estimate<'a>) -> Estimate<'a>),
}

impl Expression {
    fn of<'a>(&self, [x, y, z]: [Estimate<'a>; 3]) -> Estimate<'a> {
        match self {
            Self::Unary(function) => function(x),
            Self::Binary(function) => function(x, y),
            Self::Ternary(function) => function(x, y, z),
        }
    }
}

/// The results that an operation on floating point numbers may give for a component, from what its operands may be. The exponent of `ldexp`
/// is an interval of integers; the result of a comparison is one of 0 and 1.
///
/// Anything for types other than `f32` and `f16`, for operations that don't compute each floating point component by itself, and for
/// missing operands. <https://www.w3.org/TR/WGSL/#concrete-float-accuracy>
#[must_use]
pub fn allowed(operation: Operation, accuracy: &Accuracy, ty: Type, operands: &[Interval]) -> Interval {
    let Some(format) = Format::of(ty) else { return Interval::ANY };
    let rows = accuracy.rows(format);
    let operand = |index: usize| operands.get(index).copied().unwrap_or(Interval::ANY);
    results(operation, [0, 1, 2].map(|index| Estimate { format, rows, interval: operand(index) }))
}

/// Returns true if the accuracy of an operation is bounded for all operands, or the tables say nothing of it.
#[must_use]
pub fn is_bounded_everywhere(operation: Operation, accuracy: &Accuracy, ty: Type) -> bool {
    let Some(format) = Format::of(ty) else { return true };
    operation != Operation::Tan && accuracy.rows(format)[operation as usize].conditions.is_empty()
}

/// Returns true if the accuracy of an operation on floating point numbers is bounded for these operands, or the tables say nothing of it. Zero is
/// taken to be among the operands of a table, though the magnitudes of its rows leave it out: implementations compute `atan2(1, 0)` correctly.
#[must_use]
pub fn is_bounded(operation: Operation, accuracy: &Accuracy, ty: Type, operands: &[f64]) -> bool {
    let Some(format) = Format::of(ty) else { return true };
    let rows = accuracy.rows(format);
    let holds = |operation: Operation| {
        rows[operation as usize].conditions.iter().all(|condition| {
            let operand = operands.get(usize::from(condition.operand)).copied().unwrap_or_default();
            let estimate = Estimate { format, rows, interval: Interval::point(operand) };
            operand == 0.0 || estimate.meets(condition.range)
        })
    };
    // The tables define it by functions of the same operand, so that it has their conditions.
    let is_inherited = rows[operation as usize].bound == Bound::Inherited;
    if operation == Operation::Tan && is_inherited {
        return holds(Operation::Sin) && holds(Operation::Cos);
    }
    holds(operation)
}

/// The results that an operation on integers may give, not all of whose operands are known. Anything where nothing is claimed.
#[must_use]
pub fn allowed_integers(operation: Operation, ty: Type, operands: [Interval; 3]) -> Interval {
    let Some(range) = integers::range(ty) else { return Interval::ANY };
    match operation.row().floats {
        Results::Comparison(comparison) => compared_integers(operands, comparison),
        Results::Unclaimed | Results::Own(_) | Results::Exact(..) | Results::Inherited(_) => {
            (operation.row().integers)(range, operands)
        }
    }
}

/// The results that a comparison of floating point numbers may have. The result is correct, but subnormal operands may be flushed to zero
/// first. <https://www.w3.org/TR/WGSL/#comparison-expr>
fn compared([x, y, _]: [Estimate<'_>; 3], comparison: fn(Interval, Interval) -> Truth) -> Interval {
    let [x, y] = [x, y].map(|operand| operand.format.seen(operand.interval));
    let truth = if x.is_any() || y.is_any() { Truth::Either } else { comparison(x, y) };
    truth.interval()
}

fn compared_integers([x, y, _]: [Interval; 3], comparison: fn(Interval, Interval) -> Truth) -> Interval {
    if x.is_any() || y.is_any() { Interval::ANY } else { comparison(x, y).interval() }
}

/// The results of floating point numbers.
fn results(operation: Operation, numbers: [Estimate<'_>; 3]) -> Interval {
    match operation.row().floats {
        Results::Unclaimed => Interval::ANY,
        Results::Comparison(comparison) => compared(numbers, comparison),
        Results::Own(function) => function.of(numbers).interval,
        Results::Exact(turns, expression) => near(operation, numbers, turns, expression),
        Results::Inherited(_) if numbers[0].rows[operation as usize].bound == Bound::Any => Interval::ANY,
        Results::Inherited(expression) => expression.of(numbers).interval,
    }
}

/// The results within the bound of an operation, or of the expression.
fn near(operation: Operation, numbers: [Estimate<'_>; 3], turns: &[f64], or: Option<Expression>) -> Interval {
    let (row, [x, y, z]) = (&numbers[0].rows[operation as usize], numbers);
    let expression = || or.map_or(x.any(), |expression| expression.of(numbers));
    let exact = |operands| floats(operation, Exact(operands));
    match operation.operands().len() {
        1 => within([x], row, turns, |[x]| exact([x; 3]), expression),
        2 => within([x, y], row, turns, |[x, y]| exact([x, y, y]), expression),
        _ => within([x, y, z], row, turns, exact, expression),
    }
}

/// Applies a function to numbers without a bound on their accuracy.
struct Exact([f64; 3]);

impl Compute<f64> for Exact {
    type Output = f64;
    type Watch = Unwatched;

    fn unary(self, function: impl Fn(f64, &mut Unwatched) -> f64) -> f64 {
        function(self.0[0], &mut Unwatched)
    }
    fn binary(self, function: impl Fn(f64, f64, &mut Unwatched) -> f64) -> f64 {
        function(self.0[0], self.0[1], &mut Unwatched)
    }
    fn ternary(self, function: impl Fn(f64, f64, f64, &mut Unwatched) -> f64) -> f64 {
        function(self.0[0], self.0[1], self.0[2], &mut Unwatched)
    }
    fn impossible(self, what: &str) -> f64 {
        impossible(what);
        f64::NAN
    }
}

impl Operation {
    /// Returns true if the results within a bound are known, so that an [`Accuracy`] may have it.
    #[must_use]
    pub const fn knows(self, bound: &Bound) -> bool {
        match self.row().floats {
            // Functions of whole values know what accuracy they have; the accuracy of unpacked numbers is stated.
            Results::Unclaimed if !self.is_componentwise() => {
                matches!(bound, Bound::CorrectlyRounded | Bound::Inherited | Bound::Any | Bound::Units { .. })
            }
            Results::Unclaimed => false,
            Results::Comparison(_) | Results::Own(_) => matches!(bound, Bound::CorrectlyRounded),
            // The results of an expression include the correctly rounded ones.
            Results::Inherited(_) => matches!(bound, Bound::CorrectlyRounded | Bound::Inherited | Bound::Any),
            Results::Exact(_, None) => !matches!(bound, Bound::Inherited | Bound::AbsoluteOrInherited(_)),
            Results::Exact(_, Some(_)) => true,
        }
    }
}

/// The results that an operation on booleans may give, from what its operands may be. Anything where nothing is claimed.
#[must_use]
pub fn allowed_truths(operation: Operation, operands: [Interval; 2]) -> Interval {
    (operation.row().truths)(operands)
}
