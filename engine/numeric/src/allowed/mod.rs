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
mod call;
mod convert;
mod correct;
mod estimate;
mod format;
mod inherited;
mod integers;
mod interval;
#[cfg(test)]
mod tests;
mod truth;
mod vector;

pub use accuracy::{Accuracies, Accuracy, Bound, Condition, Range, Row};
pub use arguments::Argument;
pub use call::allowed_call;
pub use convert::{bitcast, convert, frexp, modf, number_of, pack_halves, pack_normalized};
pub use interval::Interval;
pub use truth::{Truth, select};

use crate::event::Unwatched;
use crate::number::Number;
use crate::{Operation, Type, float};
use core::f64::consts::FRAC_PI_2;
use estimate::{Estimate, within};
use format::Format;

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

/// The results that an operation on integers may give, not all of whose operands are known. Anything where nothing is claimed.
#[must_use]
pub fn allowed_integers(operation: Operation, ty: Type, operands: [Interval; 3]) -> Interval {
    integers::range(ty).map_or(Interval::ANY, |range| of_integers(operation, range, operands))
}

/// The results that a comparison of floating point numbers may have. The result is correct, but subnormal operands may be flushed to zero
/// first. <https://www.w3.org/TR/WGSL/#comparison-expr>
fn compared([x, y, _]: [Estimate<'_>; 3], comparison: fn(Interval, Interval) -> Truth) -> Interval {
    let [x, y] = [x, y].map(|operand| operand.format.seen(operand.interval));
    let truth = if x.is_any() || y.is_any() { Truth::Either } else { comparison(x, y) };
    truth.interval()
}

/// Floating point results of a function of scalars: first by its form, then by the cell of the table.
macro_rules! of_form {
    ($numbers:ident, $row:ident, $notes:tt, unary $($rest:tt)+) => { of_form!([x], $numbers, $row, $notes, $($rest)+) };
    ($numbers:ident, $row:ident, $notes:tt, binary $($rest:tt)+) => { of_form!([x, y], $numbers, $row, $notes, $($rest)+) };
    ($numbers:ident, $row:ident, $notes:tt, scaled $($rest:tt)+) => { of_form!([x, y], $numbers, $row, $notes, $($rest)+) };
    ($numbers:ident, $row:ident, $notes:tt, ternary $($rest:tt)+) => { of_form!([x, y, z], $numbers, $row, $notes, $($rest)+) };

    ([$($x:ident),+], $numbers:ident, $row:ident, $notes:tt, $function:path, own $own:path) => {{
        let [$($x,)+ ..] = $numbers;
        $own($($x),+)
    }};
    ([$($x:ident),+], $numbers:ident, $row:ident, $notes:tt, $function:path, exact $turns:tt) => {{
        let [$($x,)+ ..] = $numbers;
        within(
            [$($x),+], $row, &$turns,
            |[$($x),+]| noting!($notes &mut Unwatched, $function, $($x),+), || $numbers[0].any(),
        )
    }};
    ([$($x:ident),+], $numbers:ident, $row:ident, $notes:tt, $function:path, exact $turns:tt or $expression:path) => {{
        let [$($x,)+ ..] = $numbers;
        within(
            [$($x),+], $row, &$turns,
            |[$($x),+]| noting!($notes &mut Unwatched, $function, $($x),+), || $expression($($x),+),
        )
    }};
    ([$($x:ident),+], $numbers:ident, $row:ident, $notes:tt, $function:path, from $expression:path) => {{
        let [$($x,)+ ..] = $numbers;
        estimate::inherited($row, || $expression($($x),+))
    }};
}

/// The floating point results of a row; anything where it has no function of floating point numbers.
macro_rules! of_floats {
    ($numbers:ident, $row:ident, $notes:tt, { $classes:ident compared $function:path }, { $truth:path }) => {
        compared($numbers, $truth)
    };
    (
        $numbers:ident, $row:ident, $notes:tt,
        { $classes:ident $form:ident $function:path $(, in $domain:tt)? }, { ($($cell:tt)+) $($integers:path)? }
    ) => {
        of_form!($numbers, $row, $notes, $form $function, $($cell)+)
    };
    ($($row:tt)+) => { Interval::ANY };
}

macro_rules! of_integers {
    ($range:ident, $operands:ident, { $classes:ident compared $function:path }, { $truth:path }) => {
        compared_integers($operands, $truth)
    };
    ($range:ident, $operands:ident, { numbers $($lanes:tt)+ }, { $floats:tt $integers:path }) => {
        $integers($range, $operands)
    };
    ($range:ident, $operands:ident, { integers $($lanes:tt)+ }, { $integers:path }) => {
        $integers($range, $operands)
    };
    ($range:ident, $operands:ident, { bits $($lanes:tt)+ }, { $integers:path, $truths:path }) => {
        $integers($range, $operands)
    };
    ($($row:tt)+) => {
        Interval::ANY
    };
}

macro_rules! of_truths {
    ($operands:ident, { bits $($lanes:tt)+ }, { $integers:path, $truths:path }) => {
        $truths($operands)
    };
    ($operands:ident, { truths $($lanes:tt)+ }, { $truths:path }) => {
        $truths($operands)
    };
    ($($row:tt)+) => {
        Interval::ANY
    };
}

fn compared_integers([x, y, _]: [Interval; 3], comparison: fn(Interval, Interval) -> Truth) -> Interval {
    if x.is_any() || y.is_any() { Interval::ANY } else { comparison(x, y).interval() }
}

/// Whether a row knows the floating point results within a bound.
macro_rules! knows {
    // Functions of whole values know what accuracy they have; that of unpacked numbers is stated.
    ($bound:ident) => {
        matches!($bound, Bound::CorrectlyRounded | Bound::Inherited | Bound::Any | Bound::Units { .. })
    };
    ($bound:ident, { $classes:ident compared $function:path }, $allowed:tt) => {
        matches!($bound, Bound::CorrectlyRounded)
    };
    ($bound:ident, $lanes:tt, { (own $own:path) $($integers:path)? }) => {
        matches!($bound, Bound::CorrectlyRounded)
    };
    ($bound:ident, $lanes:tt, { (from $expression:path) $($integers:path)? }) => {
        // The results of an expression hold the correctly rounded ones.
        matches!($bound, Bound::CorrectlyRounded | Bound::Inherited | Bound::Any)
    };
    ($bound:ident, $lanes:tt, { (exact $turns:tt) $($integers:path)? }) => {
        !matches!($bound, Bound::Inherited | Bound::AbsoluteOrInherited(_))
    };
    ($bound:ident, $lanes:tt, { (exact $turns:tt or $expression:path) $($integers:path)? }) => {
        true
    };
    ($bound:ident, $($row:tt)+) => {
        false
    };
}

macro_rules! intervals {
    ($(
        $name:ident $spelling:literal $operands:tt -> $result:ident($result_class:ident), notes $notes:tt
        $(, effort $effort:ident, lanes $lanes:tt, allowed $allowed:tt)? $(, whole $whole:tt)?;
    )*) => {
        /// The results of floating point numbers.
        fn results(operation: Operation, numbers: [Estimate<'_>; 3]) -> Interval {
            let row = &numbers[0].rows[operation as usize];
            match operation {
                $(Operation::$name => of_floats!(numbers, row, $notes $(, $lanes, $allowed)?),)*
            }
        }

        impl Operation {
            /// Whether the results within a bound are known, so that an [`Accuracy`] may have it.
            #[must_use]
            pub const fn knows(self, bound: &Bound) -> bool {
                match self {
                    $(Self::$name => knows!(bound $(, $lanes, $allowed)?),)*
                }
            }
        }

        fn of_integers(operation: Operation, range: Interval, operands: [Interval; 3]) -> Interval {
            match operation {
                $(Operation::$name => of_integers!(range, operands $(, $lanes, $allowed)?),)*
            }
        }

        /// The results that an operation on truth values may give, from what its operands may be. Anything where nothing is claimed.
        #[must_use]
        pub fn allowed_truths(operation: Operation, operands: [Interval; 2]) -> Interval {
            match operation {
                $(Operation::$name => of_truths!(operands $(, $lanes, $allowed)?),)*
            }
        }
    };
}

operations!(intervals);
