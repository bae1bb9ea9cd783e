//! Arithmetic on intervals: the operations whose accuracy the text states directly, as methods and operators, so that an expression
//! that an accuracy is inherited from can be written down as in the text.
//! <https://www.w3.org/TR/WGSL/#concrete-float-accuracy>

use core::f64::consts::{FRAC_PI_2, PI};
use core::ops::{Add, Div, Mul, Neg, Sub};
use wgsl_spec::Kernel;
use wgsl_validator::value::event::Unwatched;
use wgsl_validator::value::float;

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
    fn bounded(&self, kernel: Kernel, operand: f64, exact: f64) -> Interval {
        let format = &self.format;
        match Bound::of(kernel, format) {
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
        self.map(|x| self.bounded(Kernel::Exp, x, float::exp(x, &mut Unwatched)))
    }

    /// `exp2` <https://www.w3.org/TR/WGSL/#exp2-builtin>
    pub(super) fn exp2(self) -> Self {
        self.map(|x| self.bounded(Kernel::Exp2, x, float::exp2(x, &mut Unwatched)))
    }

    /// `log` <https://www.w3.org/TR/WGSL/#log-builtin>
    pub(super) fn log(self) -> Self {
        self.map_between(&[0.5, 2.0], |x| self.bounded(Kernel::Log, x, float::log(x, &mut Unwatched)))
    }

    /// `log2` <https://www.w3.org/TR/WGSL/#log2-builtin>
    pub(super) fn log2(self) -> Self {
        self.map_between(&[0.5, 2.0], |x| self.bounded(Kernel::Log2, x, float::log2(x, &mut Unwatched)))
    }

    /// `inverseSqrt` <https://www.w3.org/TR/WGSL/#inverseSqrt-builtin>
    pub(super) fn inverse_sqrt(self) -> Self {
        self.map(|x| self.bounded(Kernel::InverseSqrt, x, float::inverse_sqrt(x, &mut Unwatched)))
    }

    /// `atan` <https://www.w3.org/TR/WGSL/#atan-builtin>
    pub(super) fn atan(self) -> Self {
        self.map(|x| self.bounded(Kernel::Atan, x, float::atan(x, &mut Unwatched)))
    }

    /// `sin` <https://www.w3.org/TR/WGSL/#sin-builtin>
    pub(super) fn sin(self) -> Self {
        if !self.is_in_a_turn() {
            return self.any();
        }
        self.map_between(&[-FRAC_PI_2, FRAC_PI_2], |x| {
            self.bounded(Kernel::Sin, x, float::sin(x, &mut Unwatched))
        })
    }

    /// `cos` <https://www.w3.org/TR/WGSL/#cos-builtin>
    pub(super) fn cos(self) -> Self {
        if !self.is_in_a_turn() {
            return self.any();
        }
        self.map_between(&[0.0], |x| self.bounded(Kernel::Cos, x, float::cos(x, &mut Unwatched)))
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
    pub(super) fn absolutely(self, kernel: Kernel, function: impl Fn(f64) -> f64) -> Self {
        self.map(|x| self.bounded(kernel, x, function(x)))
    }

    /// `atan2(y, x)` <https://www.w3.org/TR/WGSL/#atan2-builtin>
    pub(super) fn atan2(self, x: Self) -> Self {
        // Where y may be zero or subnormal the accuracy is undefined, so the results don't go around.
        let y = self.format.seen(self.interval).magnitude();
        if y.begin < self.format.smallest_normal() || !x.is_divisor() {
            return self.any();
        }
        self.with(self.format.each([self.interval, x.interval], |[y, x]| {
            self.bounded(Kernel::Atan2, x, float::atan2(y, x, &mut Unwatched))
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
        let subnormal = self.either_subnormal([self.interval, low.interval], median);
        let subnormal = self.either_subnormal([self.interval, high.interval], subnormal);
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
        let quotient = |[x, y]: [f64; 2]| self.bounded(Kernel::Divide, y, x / y);
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
