//! The two floating point formats: neighbours, subnormal numbers, units in the last place.
//!
//! All computation is in binary64, like that of the conformance tests. Sums, differences and products of `f32` and `f16`
//! are still right: a product fits, and for a sum the side on which the exact one lies is known. Quotients and elementary
//! functions are off by a unit of binary64, which is far less than their accuracy allows.

use super::interval::{Interval, hull_of};
use crate::Type;
use crate::half::F16;
use crate::number::Float;

/// A floating point type as a set of numbers.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) struct Format {
    /// Bits of the significand behind the point.
    fraction_bits: i32,
    /// The greatest finite value.
    pub(super) greatest: f64,
    /// The exponent of the least normal value.
    least_exponent: i32,
}

/// Two to a power between -1022 and 1023.
fn power_of_two(exponent: i32) -> f64 {
    f64::from_bits(((exponent + 1023) as u64) << 52)
}

/// The greatest power of two that is not above the magnitude, as its exponent.
fn exponent_of(value: f64) -> i32 {
    ((value.to_bits() >> 52) & 0x7ff) as i32 - 1023
}

impl Format {
    /// <https://www.w3.org/TR/WGSL/#f32>
    pub(super) const F32: Self = Self::new::<f32>();
    /// <https://www.w3.org/TR/WGSL/#f16>
    pub(super) const F16: Self = Self::new::<F16>();

    const fn new<T: Float>() -> Self {
        Self { fraction_bits: T::DIGITS as i32 - 1, greatest: T::GREATEST, least_exponent: 1 - T::BIAS }
    }

    /// The format of a type that has one. Intervals have ends in binary64: results of that type are not bounded.
    pub(super) fn of(ty: Type) -> Option<Self> {
        for_float!(ty, T => Self::new::<T>()).filter(|_| !ty.is_wide())
    }

    /// The exponent bias: also the exponent of the greatest power of two.
    pub(super) const fn bias(&self) -> i32 {
        1 - self.least_exponent
    }

    /// The least positive normal value.
    pub(super) fn smallest_normal(&self) -> f64 {
        power_of_two(self.least_exponent)
    }

    /// Integers up to this one are values of the type.
    pub(super) fn greatest_exact_integer(&self) -> f64 {
        power_of_two(self.fraction_bits + 1)
    }

    /// The finite values of the type.
    fn finite(&self) -> Interval {
        Interval { begin: -self.greatest, end: self.greatest }
    }

    /// The distance of values of the type around a number.
    fn spacing(&self, value: f64) -> f64 {
        power_of_two(exponent_of(value).max(self.least_exponent) - self.fraction_bits)
    }

    /// The greatest value of the type that is not above the number.
    pub(super) fn lower(&self, value: f64) -> f64 {
        if value > self.greatest {
            return self.greatest;
        }
        let spacing = self.spacing(value);
        let lower = (value / spacing).floor() * spacing;
        if lower < -self.greatest { f64::NEG_INFINITY } else { lower }
    }

    /// The least value of the type that is not below the number.
    pub(super) fn upper(&self, value: f64) -> f64 {
        -self.lower(-value)
    }

    /// The nearest value of the type.
    pub(super) fn nearest(&self, value: f64) -> f64 {
        let [below, above] = [self.lower(value), self.upper(value)];
        if value - below <= above - value { below } else { above }
    }

    /// Whether a number is too small to be normal, and not zero.
    pub(super) fn is_subnormal(&self, value: f64) -> bool {
        value != 0.0 && value.abs() < self.smallest_normal()
    }

    /// The number, or zero in place of a subnormal one. <https://www.w3.org/TR/WGSL/#differences-from-ieee754>
    pub(super) fn flushed(&self, value: f64) -> f64 {
        if self.is_subnormal(value) { 0.0 } else { value }
    }

    /// The unit in the last place of a number; at a power of two the smaller one of both sides.
    ///
    /// Differs from the specification: subnormal values count as if they were flushed to zero, and the unit of zero is the least normal value,
    /// as in the conformance tests. <https://www.w3.org/TR/WGSL/#floating-point-accuracy>
    pub(super) fn unit_in_the_last_place(&self, value: f64) -> f64 {
        let magnitude = self.flushed(value).abs().min(self.greatest);
        let spacing = self.spacing(magnitude);
        if magnitude == 0.0 {
            self.smallest_normal()
        } else if magnitude > self.smallest_normal() && magnitude == power_of_two(exponent_of(magnitude)) {
            spacing / 2.0
        } else {
            spacing
        }
    }

    /// The values that stand for an operand: the outer neighbours of its ends, and zero if one of them may be flushed.
    pub(super) fn representatives(&self, operand: Interval) -> Representatives {
        let ends = [self.lower(operand.begin), self.upper(operand.end)];
        let mut found = Representatives { values: [ends[0], ends[1], 0.0], count: 2 };
        if ends.iter().any(|end| self.is_subnormal(*end)) {
            found.count = 3;
        } else if ends[0].to_bits() == ends[1].to_bits() {
            found.count = 1;
        }
        found
    }

    /// An operand as the operation may see it: subnormal members may be flushed to zero.
    pub(super) fn seen(&self, operand: Interval) -> Interval {
        if operand.is_any() {
            return Interval::ANY;
        }
        let values = self.representatives(operand);
        hull_of(values.as_slice().iter().map(|value| Interval::point(*value)))
    }

    /// Anything if a member is beyond the greatest value: that may overflow, and then the result is indeterminate.
    /// <https://www.w3.org/TR/WGSL/#floating-point-rounding-and-overflow>
    pub(super) fn settled(&self, result: Interval) -> Interval {
        if self.finite().contains_all(result) { result } else { Interval::ANY }
    }

    /// The results of a function that grows or falls with each of its operands, from those at the ends.
    pub(super) fn each<const N: usize>(
        &self,
        operands: [Interval; N],
        function: impl Fn([f64; N]) -> Interval,
    ) -> Interval {
        if operands.iter().any(|operand| operand.is_any()) {
            return Interval::ANY;
        }
        let values = operands.map(|operand| self.representatives(operand));
        let corners = values.iter().map(|values| values.count).product::<usize>();
        let at = |mut corner: usize| {
            values.map(|values| {
                let value = values.values[corner % values.count];
                corner /= values.count;
                value
            })
        };
        self.settled(hull_of((0..corners).map(|corner| {
            let numbers = at(corner);
            if numbers.iter().all(|number| number.is_finite()) { function(numbers) } else { Interval::ANY }
        })))
    }

    /// Both neighbours of an exact result, and zero if one of them may be flushed.
    /// <https://www.w3.org/TR/WGSL/#correctly-rounded>
    pub(super) fn correctly_rounded(&self, exact: f64) -> Interval {
        if exact.is_nan() { Interval::ANY } else { self.seen(Interval { begin: exact, end: exact }) }
    }

    /// Both neighbours of an exact sum.
    pub(super) fn sum(&self, first: f64, second: f64) -> Interval {
        let sum = first + second;
        let virtual_second = sum - first;
        let lost = (first - (sum - virtual_second)) + (second - virtual_second);
        // What binary64 loses lies on one side of the sum, no further than the next number.
        let begin = if lost < 0.0 { sum.next_down() } else { sum };
        let end = if lost > 0.0 { sum.next_up() } else { sum };
        if sum.is_finite() { self.seen(Interval { begin, end }) } else { Interval::ANY }
    }

    /// An exact result with an error of so many units in the last place. Like the conformance tests this rounds first, which makes
    /// the interval wider by one unit at most.
    ///
    /// Differs from the specification: the results of an operand that is more than a point are taken from its ends, but above a power of two the
    /// unit is twice as large. There the least result may be too great by up to half of the bound.
    pub(super) fn within_units(&self, exact: f64, count: f64) -> Interval {
        if !exact.is_finite() {
            return Interval::ANY;
        }
        let values = self.representatives(Interval::point(exact));
        hull_of(values.as_slice().iter().map(|value| {
            let error = count * self.unit_in_the_last_place(*value);
            let (begin, end) = (value - error, value + error);
            Interval { begin: begin.min(self.flushed(begin)), end: end.max(self.flushed(end)) }
        }))
    }

    /// An exact result with an absolute error.
    pub(super) fn within(&self, exact: f64, error: f64) -> Interval {
        let rounded = self.correctly_rounded(exact);
        Interval { begin: rounded.begin - error, end: rounded.end + error }
    }

    /// The members that are subnormal or zero.
    pub(super) fn subnormal_members(&self, operand: Interval) -> Option<Interval> {
        let greatest = self.smallest_normal() - self.spacing(0.0);
        operand.common(Interval { begin: -greatest, end: greatest })
    }
}

/// Up to three values.
#[derive(Clone, Copy, Debug)]
pub(super) struct Representatives {
    values: [f64; 3],
    count: usize,
}

impl Representatives {
    pub(super) fn as_slice(&self) -> &[f64] {
        &self.values[..self.count]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const F32: Format = Format::F32;
    const F16: Format = Format::F16;

    #[test]
    fn neighbours_are_those_of_the_type() {
        assert_eq!(F32.greatest, f64::from(f32::MAX));
        for value in [1.0f32, -1.0, 0.1, 1e-40, -1e-45, f32::MIN_POSITIVE, f32::MAX] {
            let wide = f64::from(value);
            assert_eq!((F32.lower(wide), F32.upper(wide)), (wide, wide));
            assert_eq!(F32.lower(wide.next_down()), f64::from(value.next_down()).max(f64::NEG_INFINITY));
            assert_eq!(F32.upper(wide.next_up()), f64::from(value.next_up()));
        }
        assert_eq!((F16.lower(0.1), F16.upper(0.1)), (0.099_975_585_937_5, 0.100_036_621_093_75));
        assert_eq!((F16.lower(65_510.0), F16.upper(65_510.0)), (65_504.0, f64::INFINITY));
        assert_eq!(F16.lower(-65_510.0), f64::NEG_INFINITY);
        assert_eq!((F32.lower(1e-300), F32.upper(1e-300)), (0.0, f64::from(f32::from_bits(1))));
    }

    #[test]
    fn units_in_the_last_place() {
        assert_eq!(F32.unit_in_the_last_place(1.5), 2f64.powi(-23));
        // The distance to the value below is the smaller one.
        assert_eq!(F32.unit_in_the_last_place(1.0), 2f64.powi(-24));
        assert_eq!(F32.unit_in_the_last_place(f64::from(f32::MAX)), 2f64.powi(104));
        assert_eq!(F32.unit_in_the_last_place(1e300), 2f64.powi(104));
        assert_eq!(F32.unit_in_the_last_place(2f64.powi(-126)), 2f64.powi(-149));
        assert_eq!(F32.unit_in_the_last_place(1e-40), 2f64.powi(-126));
        assert_eq!(F16.unit_in_the_last_place(-3.0), 2f64.powi(-9));
        assert_eq!(F16.unit_in_the_last_place(0.0), 2f64.powi(-14));
    }

    #[test]
    fn a_small_term_decides_the_side_of_a_sum() {
        let tiny = f64::from(f32::from_bits(1));
        assert_eq!(F32.sum(1.0, tiny), Interval::between(1.0, f64::from(1f32.next_up())));
        assert_eq!(F32.sum(-tiny, 1.0), Interval::between(f64::from(1f32.next_down()), 1.0));
        assert_eq!(F32.sum(1.0, 2.0), Interval::point(3.0));
        // Here the sum in binary64 is not a value of the type, but the next number, on the side of what is lost, is one.
        let less = -f64::from(-8.723_181e-17_f32).abs();
        assert_eq!(F32.sum(1.0, less), Interval::between(f64::from(1f32.next_down()), 1.0));
        let below_one = f64::from(1f32.next_down());
        assert_eq!(
            F32.sum(below_one, less),
            Interval::between(f64::from(1f32.next_down().next_down()), below_one)
        );
    }

    #[test]
    fn subnormal_results_may_be_zero() {
        let small = f64::from(f32::from_bits(5));
        assert_eq!(F32.correctly_rounded(small), Interval::between(0.0, small));
        assert_eq!(F32.correctly_rounded(-small), Interval::between(-small, 0.0));
        assert_eq!(F32.subnormal_members(Interval::between(small, 1.0)).map(|it| it.begin), Some(small));
        assert_eq!(F32.subnormal_members(Interval::between(0.5, 1.0)), None);
    }

    #[test]
    fn what_may_overflow_is_anything() {
        let greatest = Interval::point(65_504.0);
        let sum = |first, second| F16.each([first, second], |[a, b]| F16.sum(a, b));
        assert_eq!(sum(greatest, Interval::point(0.0)), greatest);
        assert!(sum(greatest, Interval::point(1.0)).is_any());
        assert!(sum(Interval::ANY, Interval::point(1.0)).is_any());
        assert!(F16.settled(F16.within_units(65_504.0, 1.0)).is_any());
    }
}
