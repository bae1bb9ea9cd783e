//! Arithmetic on intervals: the operations whose accuracy the text states directly, as methods and operators, so that an expression
//! that an accuracy is inherited from can be written down as in the text.
//! <https://www.w3.org/TR/WGSL/#concrete-float-accuracy>

use crate::Operation;
use crate::event::Unwatched;
use crate::float;
use core::f64::consts::{FRAC_PI_2, PI};
use core::ops::{Add, Div, Mul, Neg, Sub};

use super::bounds::Bound;
use super::format::Format;
use super::interval::Interval;

/// What a floating point expression may have as value.
#[derive(Clone, Copy, Debug)]
pub(super) struct Number {
    pub(super) format: Format,
    pub(super) interval: Interval,
}

impl Number {
    /// A number of the expression. It is rounded to the type where it is used.
    pub(super) fn constant(self, value: f64) -> Self {
        self.with(Interval::point(value))
    }

    pub(super) fn with(self, interval: Interval) -> Self {
        Self { interval, ..self }
    }

    /// Either of two.
    pub(super) fn or(self, other: Self) -> Self {
        self.with(self.interval.hull(other.interval))
    }

    fn any(self) -> Self {
        self.with(Interval::ANY)
    }

    /// The results of a function that grows or falls with its operand.
    fn map(self, function: impl Fn(f64) -> Interval) -> Self {
        self.with(self.format.each([self.interval], |[x]| function(x)))
    }

    /// The results of a function that grows or falls between these places.
    fn map_between(self, places: &[f64], function: impl Fn(f64) -> Interval) -> Self {
        let ends = self.map(&function).interval;
        let places = places.iter().filter(|place| self.interval.contains(**place));
        let all = places.map(|place| function(*place)).fold(ends, Interval::hull);
        self.with(self.format.settled(all))
    }

    /// The correctly rounded results of a function that grows or falls with its operand.
    fn map_exactly(self, function: impl Fn(f64) -> f64) -> Self {
        self.map(|x| self.format.correctly_rounded(function(x)))
    }

    /// The results of a function with a bound in the table.
    fn bounded(&self, operation: Operation, operand: f64, exact: f64) -> Interval {
        let format = &self.format;
        match Bound::of(operation, format) {
            None => Interval::ANY,
            Some(Bound::Units(count)) => format.within_units(exact, count),
            Some(Bound::UnitsAndTwiceTheMagnitude(count)) => {
                format.within_units(exact, count + 2.0 * operand.abs())
            }
            Some(Bound::Absolute(error)) => format.within(exact, error),
            Some(Bound::AbsoluteNearOneElseUnits(error, count)) => {
                if (0.5..=2.0).contains(&operand) {
                    format.within(exact, error)
                } else {
                    format.within_units(exact, count)
                }
            }
        }
    }

    /// `abs` <https://www.w3.org/TR/WGSL/#abs-float-builtin>
    pub(super) fn abs(self) -> Self {
        self.with(self.interval.magnitude()).map_exactly(|x| x)
    }

    /// `sign` <https://www.w3.org/TR/WGSL/#sign-builtin>
    pub(super) fn sign(self) -> Self {
        self.map_exactly(|x| if x == 0.0 { 0.0 } else { x.signum() })
    }

    /// `ceil` <https://www.w3.org/TR/WGSL/#ceil-builtin>
    pub(super) fn ceil(self) -> Self {
        self.map_exactly(f64::ceil)
    }

    /// `floor` <https://www.w3.org/TR/WGSL/#floor-builtin>
    pub(super) fn floor(self) -> Self {
        self.map_exactly(f64::floor)
    }

    /// `round` <https://www.w3.org/TR/WGSL/#round-builtin>
    pub(super) fn round(self) -> Self {
        self.map_exactly(f64::round_ties_even)
    }

    /// `trunc` <https://www.w3.org/TR/WGSL/#trunc-builtin>
    pub(super) fn trunc(self) -> Self {
        self.map_exactly(f64::trunc)
    }

    /// `exp` <https://www.w3.org/TR/WGSL/#exp-builtin>
    pub(super) fn exp(self) -> Self {
        self.map(|x| self.bounded(Operation::Exp, x, float::exp(x, &mut Unwatched)))
    }

    /// `exp2` <https://www.w3.org/TR/WGSL/#exp2-builtin>
    pub(super) fn exp2(self) -> Self {
        self.map(|x| self.bounded(Operation::Exp2, x, float::exp2(x, &mut Unwatched)))
    }

    /// `log` <https://www.w3.org/TR/WGSL/#log-builtin>
    pub(super) fn log(self) -> Self {
        self.map_between(&[0.5, 2.0], |x| self.bounded(Operation::Log, x, float::log(x, &mut Unwatched)))
    }

    /// `log2` <https://www.w3.org/TR/WGSL/#log2-builtin>
    pub(super) fn log2(self) -> Self {
        self.map_between(&[0.5, 2.0], |x| self.bounded(Operation::Log2, x, float::log2(x, &mut Unwatched)))
    }

    /// `inverseSqrt` <https://www.w3.org/TR/WGSL/#inverseSqrt-builtin>
    pub(super) fn inverse_sqrt(self) -> Self {
        self.map(|x| self.bounded(Operation::InverseSqrt, x, float::inverse_sqrt(x, &mut Unwatched)))
    }

    /// `atan` <https://www.w3.org/TR/WGSL/#atan-builtin>
    pub(super) fn atan(self) -> Self {
        self.map(|x| self.bounded(Operation::Atan, x, float::atan(x, &mut Unwatched)))
    }

    /// `sin` <https://www.w3.org/TR/WGSL/#sin-builtin>
    pub(super) fn sin(self) -> Self {
        if !self.is_in_a_turn() {
            return self.any();
        }
        self.map_between(&[-FRAC_PI_2, FRAC_PI_2], |x| {
            self.bounded(Operation::Sin, x, float::sin(x, &mut Unwatched))
        })
    }

    /// `cos` <https://www.w3.org/TR/WGSL/#cos-builtin>
    pub(super) fn cos(self) -> Self {
        if !self.is_in_a_turn() {
            return self.any();
        }
        self.map_between(&[0.0], |x| self.bounded(Operation::Cos, x, float::cos(x, &mut Unwatched)))
    }

    /// Whether the accuracy of `sin` and `cos` is defined: in the interval from -π to π, where the nearest value of the type stands for
    /// π.
    fn is_in_a_turn(self) -> bool {
        let format = &self.format;
        let nearest = [format.lower(PI), format.upper(PI)];
        let [below, above] = nearest;
        let greatest = if PI - below <= above - PI { below } else { above };
        Interval { begin: -greatest, end: greatest }.contains_all(self.interval)
    }

    /// The error of `acos` or `asin` as a distance. <https://www.w3.org/TR/WGSL/#acos-builtin>
    pub(super) fn absolutely(self, operation: Operation, function: impl Fn(f64) -> f64) -> Self {
        self.map(|x| self.bounded(operation, x, function(x)))
    }

    /// `atan2(y, x)` <https://www.w3.org/TR/WGSL/#atan2-builtin>
    pub(super) fn atan2(self, x: Self) -> Self {
        // Where y may be zero or subnormal the accuracy is undefined, so the results don't go around.
        let y = self.format.seen(self.interval).magnitude();
        if y.begin < self.format.smallest_normal() || !x.is_divisor() {
            return self.any();
        }
        self.with(self.format.each([self.interval, x.interval], |[y, x]| {
            self.bounded(Operation::Atan2, x, float::atan2(y, x, &mut Unwatched))
        }))
    }

    /// Whether all members have magnitudes in the range for which division and `atan2` have an accuracy.
    fn is_divisor(self) -> bool {
        let least = self.format.smallest_normal();
        let range = Interval { begin: least, end: 1.0 / least };
        range.contains_all(self.format.seen(self.interval).magnitude())
    }

    /// `min` <https://www.w3.org/TR/WGSL/#min-float-builtin>
    pub(super) fn min(self, other: Self) -> Self {
        self.choose(other, f64::min)
    }

    /// `max` <https://www.w3.org/TR/WGSL/#max-float-builtin>
    pub(super) fn max(self, other: Self) -> Self {
        self.choose(other, f64::max)
    }

    /// One of two numbers. If both are subnormal, it may be either of them.
    fn choose(self, other: Self, choice: impl Fn(f64, f64) -> f64) -> Self {
        let operands = [self.interval, other.interval];
        let chosen = self.format.each(operands, |[x, y]| self.format.correctly_rounded(choice(x, y)));
        self.with(self.either_subnormal(operands, chosen))
    }

    /// A result, and the subnormal operands if there are two of them.
    ///
    /// Differs from the text, which says so of two subnormal operands only: zero counts as one, since an implementation that flushes can't
    /// tell them apart. The conformance tests accept that, too.
    fn either_subnormal(self, operands: [Interval; 2], result: Interval) -> Interval {
        let format = &self.format;
        match operands.map(|operand| format.subnormal_members(format.seen(operand))) {
            [Some(first), Some(second)] => result.hull(format.seen(first)).hull(format.seen(second)),
            _ => result,
        }
    }

    /// `clamp`: with a minimum and a maximum, or as the median. <https://www.w3.org/TR/WGSL/#clamp>
    pub(super) fn clamp(self, low: Self, high: Self) -> Self {
        let operands = [self.interval, low.interval, high.interval];
        let median = self.format.each(operands, |[x, low, high]| {
            let median = x.min(low).max(x.max(low).min(high));
            self.format.correctly_rounded(median)
        });
        let with_subnormal =
            [low.interval, high.interval].into_iter().filter(|edge| edge.single() != Some(0.0));
        let subnormal =
            with_subnormal.fold(median, |result, edge| self.either_subnormal([self.interval, edge], result));
        self.max(low).min(high).or(self.with(subnormal))
    }
}

impl Add for Number {
    type Output = Self;
    fn add(self, other: Self) -> Self {
        self.with(self.format.each([self.interval, other.interval], |[x, y]| self.format.sum(x, y)))
    }
}

impl Sub for Number {
    type Output = Self;
    fn sub(self, other: Self) -> Self {
        self.with(self.format.each([self.interval, other.interval], |[x, y]| self.format.sum(x, -y)))
    }
}

impl Mul for Number {
    type Output = Self;
    fn mul(self, other: Self) -> Self {
        let product = |[x, y]: [f64; 2]| self.format.correctly_rounded(x * y);
        self.with(self.format.each([self.interval, other.interval], product))
    }
}

impl Div for Number {
    type Output = Self;
    fn div(self, other: Self) -> Self {
        if !other.is_divisor() {
            return self.any();
        }
        let quotient = |[x, y]: [f64; 2]| self.bounded(Operation::Divide, y, x / y);
        self.with(self.format.each([self.interval, other.interval], quotient))
    }
}

impl Neg for Number {
    type Output = Self;
    fn neg(self) -> Self {
        self.map_exactly(|x| -x)
    }
}

/// Operators with a number of the expression on one side.
macro_rules! with_constant {
    ($($operation:ident, $name:ident;)*) => {$(
        impl $operation<f64> for Number {
            type Output = Self;
            fn $name(self, other: f64) -> Self {
                self.$name(self.constant(other))
            }
        }
        impl $operation<Number> for f64 {
            type Output = Number;
            fn $name(self, other: Number) -> Number {
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
    use super::*;

    fn single(value: f64) -> Number {
        Number { format: Format::F32, interval: Interval::point(value) }
    }

    fn half(value: f64) -> Number {
        Number { format: Format::F16, interval: Interval::point(value) }
    }

    fn span(begin: f64, end: f64) -> Number {
        Number { format: Format::F32, interval: Interval { begin, end } }
    }

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
        assert_eq!(single(-subnormal).sign().interval, Interval::between(-1.0, 0.0));
        assert_eq!(single(subnormal).ceil().interval, Interval::between(0.0, 1.0));
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
        assert_eq!(single(1.0).exp2().interval, Interval::between(2.0 - 2.5 * unit, 2.0 + 2.5 * unit));
        assert!(single(128.0).exp2().interval.is_any());
        assert!(single(-1e30).exp2().interval.contains(0.0));
    }

    #[test]
    fn logarithms_have_two_bounds() {
        let error = 2f64.powi(-21);
        assert_eq!(single(1.0).log().interval, Interval::between(-error, error));
        assert_eq!(single(2.0).log2().interval, Interval::between(1.0 - error, 1.0 + error));
        // Outside: 3 units of 2^-22 around 2.
        assert_eq!(
            single(4.0).log2().interval,
            Interval::between(2.0 - 3.0 * 2f64.powi(-23), 2.0 + 3.0 * 2f64.powi(-23))
        );
        assert!(single(0.0).log().interval.is_any());
        assert!(single(-1.0).log2().interval.is_any());
        assert!(single(LEAST / 2.0).log().interval.is_any(), "it may be flushed to zero");
        // The bound at 0.5 reaches further than that of the number below.
        let below = f64::from(0.5f32.next_down());
        assert_eq!(span(below, 1.0).log().interval.begin, single(0.5).log().interval.begin);
        assert!(single(below).log().interval.begin > single(0.5).log().interval.begin);
    }

    #[test]
    fn trigonometric_functions_have_a_turn_and_extremes() {
        let error = 2f64.powi(-11);
        assert_eq!(single(0.0).cos().interval, Interval::between(1.0 - error, 1.0 + error));
        assert_eq!(span(-1.0, 1.0).cos().interval.end, 1.0 + error);
        assert_eq!(span(-3.0, 3.0).sin().interval.begin, -single(FRAC_PI_2).sin().interval.end);
        assert!(single(3.2).sin().interval.is_any());
        assert!(!single(f64::from(core::f32::consts::PI)).sin().interval.is_any());
        assert!(half(3.142_578_125).cos().interval.is_any());
    }

    #[test]
    fn angles_have_a_domain() {
        let quarter = half(1.0).atan2(half(1.0)).interval;
        assert!(quarter.contains(core::f64::consts::FRAC_PI_4) && !quarter.contains(0.79));
        assert!(half(0.0).atan2(half(1.0)).interval.is_any());
        assert!(half(1.0).atan2(half(0.0)).interval.is_any());
        assert!(half(1.0).atan2(half(-16_400.0)).interval.is_any());
        assert!(half(-1.0).atan2(half(-1.0)).interval.contains(-3.0 * core::f64::consts::FRAC_PI_4));
    }

    #[test]
    fn extremes_of_subnormal_numbers_are_either() {
        let (small, smaller) = (LEAST / 2.0, LEAST / 4.0);
        assert_eq!(single(small).max(single(smaller)).interval, Interval::between(0.0, small));
        assert_eq!(single(small).min(single(-smaller)).interval, Interval::between(-smaller, small));
        assert_eq!(single(1.0).max(single(2.0)).interval, Interval::point(2.0));
        assert_eq!(span(0.0, 3.0).min(span(1.0, 2.0)).interval, Interval::between(0.0, 2.0));
    }

    #[test]
    fn clamps_with_swapped_edges_differ() {
        let clamped = |x, low, high| single(x).clamp(single(low), single(high)).interval;
        assert_eq!(clamped(5.0, 1.0, 3.0), Interval::point(3.0));
        // The minimum gives 1, the median 2.
        assert_eq!(clamped(2.0, 3.0, 1.0), Interval::between(1.0, 2.0));
        assert_eq!(clamped(0.0, LEAST / 2.0, 1.0), Interval::between(0.0, LEAST / 2.0));
    }
}
