//! Arithmetic on intervals, so that an expression that an accuracy is inherited from can be written down as in the specification.
//! <https://www.w3.org/TR/WGSL/#concrete-float-accuracy>

use core::ops::{Add, Div, Mul, Neg, Sub};

use super::accuracy::{Bound, Condition, Range, Row};
use super::format::Format;
use super::interval::Interval;
use super::results;
use crate::Operation;

/// The possible values of a floating point expression.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Estimate<'a> {
    pub(super) format: Format,
    pub(super) interval: Interval,
    /// The accuracy of the operations in the expression.
    pub(super) rows: &'a [Row; Operation::COUNT],
}

impl Estimate<'_> {
    /// A number of the expression. It is rounded to the type where it is used.
    pub(crate) fn constant(self, value: f64) -> Self {
        self.with(Interval::point(value))
    }

    pub(crate) const fn with(self, interval: Interval) -> Self {
        Self { interval, ..self }
    }

    /// Either of two.
    pub(crate) fn or(self, other: Self) -> Self {
        self.with(self.interval.hull(other.interval))
    }

    pub(crate) const fn any(self) -> Self {
        self.with(Interval::ANY)
    }

    /// Another operation of the expression.
    pub(crate) fn then(self, operation: Operation) -> Self {
        self.with(results(operation, [self; 3]))
    }

    /// Another operation of the expression, with this as the first operand.
    pub(crate) fn with_other(self, operation: Operation, other: Self) -> Self {
        self.with(results(operation, [self, other, other]))
    }

    /// Whether an operand is as a condition asks.
    pub(super) fn meets(&self, range: Range) -> bool {
        let format = &self.format;
        match range {
            Range::Interval(Interval { begin, end }) => {
                Interval { begin: format.nearest(begin), end: format.nearest(end) }
                    .contains_all(self.interval)
            }
            Range::Magnitude(range) => range.contains_all(format.seen(self.interval).magnitude()),
            Range::Normal => format.seen(self.interval).magnitude().begin >= format.smallest_normal(),
        }
    }
}

/// The results of a function that is as accurate as a row says. It grows or falls with each of its operands, that of one operand between the
/// places where it turns.
pub(crate) fn within<'a, const N: usize>(
    operands: [Estimate<'a>; N],
    row: &Row,
    turns: &[f64],
    function: impl Fn([f64; N]) -> f64,
    expression: impl FnOnce() -> Estimate<'a>,
) -> Interval {
    let first = operands[0];
    let holds = |condition: &Condition| {
        operands.get(usize::from(condition.operand)).is_some_and(|operand| operand.meets(condition.range))
    };
    if !row.conditions.iter().all(holds) {
        return Interval::ANY;
    }
    let near = |bound: Bound| {
        let around = |numbers: [f64; N]| bound.around(&first.format, numbers[0], function(numbers));
        let ends = first.format.each(operands.map(|operand| operand.interval), around);
        let edges = bound.edges();
        let places = turns.iter().chain(&edges).filter(|place| N == 1 && first.interval.contains(**place));
        first.format.settled(places.map(|place| around([*place; N])).fold(ends, Interval::hull))
    };
    match row.bound {
        Bound::Any => Interval::ANY,
        Bound::Inherited => expression().interval,
        Bound::AbsoluteOrInherited(error) => near(Bound::Absolute(error)).hull(expression().interval),
        Bound::CorrectlyRounded | Bound::Units { .. } | Bound::Absolute(_) | Bound::ByRange { .. } => {
            near(row.bound)
        }
    }
}

impl Bound {
    /// The results around an exact one.
    fn around(self, format: &Format, operand: f64, exact: f64) -> Interval {
        match self {
            Self::CorrectlyRounded => format.correctly_rounded(exact),
            Self::Units { count, of_magnitude } => {
                format.within_units(exact, count + of_magnitude * operand.abs())
            }
            Self::Absolute(error) => format.within(exact, error),
            Self::ByRange { range, absolute, units } => {
                if range.contains(operand) {
                    format.within(exact, absolute)
                } else {
                    format.within_units(exact, units)
                }
            }
            Self::Inherited | Self::AbsoluteOrInherited(_) | Self::Any => Interval::ANY,
        }
    }

    /// The operands at which the bound changes: there the results may reach further than at the ends of an interval.
    const fn edges(self) -> [f64; 2] {
        if let Self::ByRange { range, .. } = self { [range.begin, range.end] } else { [f64::NAN; 2] }
    }
}

impl Estimate<'_> {
    /// `self + other`
    pub(crate) fn sum(self, other: Self) -> Interval {
        self.format.each([self.interval, other.interval], |[a, b]| self.format.sum(a, b))
    }

    /// `self - other`
    pub(crate) fn difference(self, other: Self) -> Interval {
        self.format.each([self.interval, other.interval], |[a, b]| self.format.sum(a, -b))
    }
}

impl Add for Estimate<'_> {
    type Output = Self;
    fn add(self, other: Self) -> Self {
        self.with(self.sum(other))
    }
}

impl Sub for Estimate<'_> {
    type Output = Self;
    fn sub(self, other: Self) -> Self {
        self.with(self.difference(other))
    }
}

impl Mul for Estimate<'_> {
    type Output = Self;
    fn mul(self, other: Self) -> Self {
        self.with_other(Operation::Multiply, other)
    }
}

impl Div for Estimate<'_> {
    type Output = Self;
    fn div(self, other: Self) -> Self {
        self.with_other(Operation::Divide, other)
    }
}

impl Neg for Estimate<'_> {
    type Output = Self;
    fn neg(self) -> Self {
        self.then(Operation::Negate)
    }
}

/// Operators with a number of the expression on one side; a macro, because each operator is a trait with a method of its own.
macro_rules! with_constant {
    ($($operation:ident, $name:ident;)*) => {$(
        impl $operation<f64> for Estimate<'_> {
            type Output = Self;
            fn $name(self, other: f64) -> Self {
                self.$name(self.constant(other))
            }
        }
        impl<'a> $operation<Estimate<'a>> for f64 {
            type Output = Estimate<'a>;
            fn $name(self, other: Estimate<'a>) -> Estimate<'a> {
                other.constant(self).$name(other)
            }
        }
    )*};
}

with_constant! {
    Add, add;
    Sub, sub;
    Mul, mul;
    Div, div;
}

#[cfg(test)]
mod tests {
    use super::super::tests::{half, single, span};
    use super::*;
    use core::f64::consts::FRAC_PI_2;

    const LEAST: f64 = 1.0 / (1u128 << 126) as f64;

    #[test]
    fn sums_and_products_are_correctly_rounded() {
        assert_eq!((half(2048.0) + half(1.0)).interval, Interval::between(2048.0, 2050.0));
        assert_eq!((half(2048.0) - half(-2.0)).interval, Interval::point(2050.0));
        assert_eq!((half(3.0) * half(0.5)).interval, Interval::point(1.5));
        // 1.0009765625 squared is 1.00195407867431640625.
        assert_eq!(
            (half(1.000_976_562_5) * half(1.000_976_562_5)).interval,
            Interval::between(1.001_953_125, 1.002_929_687_5)
        );
        assert!((half(65_504.0) * half(2.0)).interval.is_any());
        assert!(
            (half(65_504.0) + half(16.0)).interval.is_any(),
            "less than 2^16, but it may round to infinity"
        );
    }

    #[test]
    fn subnormal_operands_and_results_may_be_zero() {
        let subnormal = LEAST / 2.0;
        assert_eq!((single(subnormal) + single(LEAST)).interval, Interval::between(LEAST, LEAST * 1.5));
        assert_eq!((single(LEAST) * 0.5).interval, Interval::between(0.0, subnormal));
        assert_eq!((-single(subnormal)).interval, Interval::between(-subnormal, 0.0));
        assert_eq!(single(-subnormal).then(Operation::Sign).interval, Interval::between(-1.0, 0.0));
        assert_eq!(single(subnormal).then(Operation::Ceil).interval, Interval::between(0.0, 1.0));
    }

    #[test]
    fn quotients_are_off_by_units() {
        // The unit of 0.5 is that of the numbers below: 2^-12.
        let error = 2.5 / 4096.0;
        assert_eq!((half(1.0) / half(2.0)).interval, Interval::between(0.5 - error, 0.5 + error));
        // A third lies between 0.333251953125 and 0.33349609375, and their unit is 2^-12.
        let third = Interval::between(0.333_251_953_125 - error, 0.333_496_093_75 + error);
        assert_eq!((half(1.0) / half(3.0)).interval, third);
    }

    #[test]
    fn quotients_have_a_domain() {
        assert!((half(1.0) / half(0.0)).interval.is_any());
        assert!((half(1.0) / half(16_400.0)).interval.is_any());
        assert!(!(half(1.0) / half(16_384.0)).interval.is_any());
        assert!((single(1.0) / single(LEAST / 2.0)).interval.is_any());
        assert!(!(single(1e-3) / single(LEAST)).interval.is_any());
        // The ends are in the domain, what lies between them is not.
        assert!((single(1.0) / span(-1.0, 1.0)).interval.is_any());
    }

    #[test]
    fn exponentials_have_a_bound_that_grows() {
        let unit = 2f64.powi(-22);
        // 2^1 is exact: 3 + 2 * 1 units of 2^-23 around 2.
        assert_eq!(
            single(1.0).then(Operation::Exp2).interval,
            Interval::between(2.0 - 2.5 * unit, 2.0 + 2.5 * unit)
        );
        assert!(single(128.0).then(Operation::Exp2).interval.is_any());
        assert!(single(-1e30).then(Operation::Exp2).interval.contains(0.0));
    }

    #[test]
    fn logarithms_have_two_bounds() {
        let error = 2f64.powi(-21);
        assert_eq!(single(1.0).then(Operation::Log).interval, Interval::between(-error, error));
        assert_eq!(single(2.0).then(Operation::Log2).interval, Interval::between(1.0 - error, 1.0 + error));
        // Outside: 3 units of 2^-22 around 2.
        assert_eq!(
            single(4.0).then(Operation::Log2).interval,
            Interval::between(2.0 - 3.0 * 2f64.powi(-23), 2.0 + 3.0 * 2f64.powi(-23))
        );
        assert!(single(0.0).then(Operation::Log).interval.is_any());
        assert!(single(-1.0).then(Operation::Log2).interval.is_any());
        assert!(single(LEAST / 2.0).then(Operation::Log).interval.is_any(), "it may be flushed to zero");
        // The bound at 0.5 reaches further than that of the number below.
        let below = f64::from(0.5f32.next_down());
        assert_eq!(
            span(below, 1.0).then(Operation::Log).interval.begin,
            single(0.5).then(Operation::Log).interval.begin
        );
        assert!(
            single(below).then(Operation::Log).interval.begin
                > single(0.5).then(Operation::Log).interval.begin
        );
    }

    #[test]
    fn trigonometric_functions_have_a_turn_and_extremes() {
        let error = 2f64.powi(-11);
        assert_eq!(single(0.0).then(Operation::Cos).interval, Interval::between(1.0 - error, 1.0 + error));
        assert_eq!(span(-1.0, 1.0).then(Operation::Cos).interval.end, 1.0 + error);
        assert_eq!(
            span(-3.0, 3.0).then(Operation::Sin).interval.begin,
            -single(FRAC_PI_2).then(Operation::Sin).interval.end
        );
        assert!(single(3.2).then(Operation::Sin).interval.is_any());
        assert!(!single(f64::from(core::f32::consts::PI)).then(Operation::Sin).interval.is_any());
        assert!(half(3.142_578_125).then(Operation::Cos).interval.is_any());
    }

    #[test]
    fn angles_have_a_domain() {
        let quarter = half(1.0).with_other(Operation::Atan2, half(1.0)).interval;
        assert!(quarter.contains(core::f64::consts::FRAC_PI_4) && !quarter.contains(0.79));
        assert!(half(0.0).with_other(Operation::Atan2, half(1.0)).interval.is_any());
        assert!(half(1.0).with_other(Operation::Atan2, half(0.0)).interval.is_any());
        assert!(half(1.0).with_other(Operation::Atan2, half(-16_400.0)).interval.is_any());
        assert!(
            half(-1.0)
                .with_other(Operation::Atan2, half(-1.0))
                .interval
                .contains(-3.0 * core::f64::consts::FRAC_PI_4)
        );
    }

    #[test]
    fn extremes_of_subnormal_numbers_are_either() {
        let (small, smaller) = (LEAST / 2.0, LEAST / 4.0);
        assert_eq!(
            single(small).with_other(Operation::Max, single(smaller)).interval,
            Interval::between(0.0, small)
        );
        assert_eq!(
            single(small).with_other(Operation::Min, single(-smaller)).interval,
            Interval::between(-smaller, small)
        );
        assert_eq!(single(1.0).with_other(Operation::Max, single(2.0)).interval, Interval::point(2.0));
        assert_eq!(
            span(0.0, 3.0).with_other(Operation::Min, span(1.0, 2.0)).interval,
            Interval::between(0.0, 2.0)
        );
    }
}
