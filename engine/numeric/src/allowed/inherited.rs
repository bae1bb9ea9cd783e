//! The expressions that accuracies are inherited from, as the specification writes them.
//! <https://www.w3.org/TR/WGSL/#concrete-float-accuracy>

use super::estimate::Estimate;
use crate::Operation;

/// `x % y`
pub(crate) fn remainder<'a>(x: Estimate<'a>, y: Estimate<'a>) -> Estimate<'a> {
    x - y * (x / y).then(Operation::Trunc)
}

fn sqrt_of(x: Estimate<'_>) -> Estimate<'_> {
    x.then(Operation::Sqrt)
}

fn log(x: Estimate<'_>) -> Estimate<'_> {
    x.then(Operation::Log)
}

fn exp(x: Estimate<'_>) -> Estimate<'_> {
    x.then(Operation::Exp)
}

pub(crate) fn acos(x: Estimate<'_>) -> Estimate<'_> {
    sqrt_of(1.0 - x * x).with_other(Operation::Atan2, x)
}

pub(crate) fn asin(x: Estimate<'_>) -> Estimate<'_> {
    x.with_other(Operation::Atan2, sqrt_of(1.0 - x * x))
}

/// Either the expression of the specification or the one with `(x + 1) * (x - 1)`, a reassociation that is more accurate near 1.
pub(crate) fn acosh(x: Estimate<'_>) -> Estimate<'_> {
    log(x + sqrt_of(x * x - 1.0)).or(log(x + sqrt_of((x + 1.0) * (x - 1.0))))
}

pub(crate) fn asinh(x: Estimate<'_>) -> Estimate<'_> {
    log(x + sqrt_of(x * x + 1.0))
}

pub(crate) fn atanh(x: Estimate<'_>) -> Estimate<'_> {
    log((1.0 + x) / (1.0 - x)) * 0.5
}

pub(crate) fn sinh(x: Estimate<'_>) -> Estimate<'_> {
    (exp(x) - exp(-x)) * 0.5
}

pub(crate) fn cosh(x: Estimate<'_>) -> Estimate<'_> {
    (exp(x) + exp(-x)) * 0.5
}

pub(crate) fn tanh(x: Estimate<'_>) -> Estimate<'_> {
    x.then(Operation::Sinh) / x.then(Operation::Cosh)
}

pub(crate) fn tan(x: Estimate<'_>) -> Estimate<'_> {
    x.then(Operation::Sin) / x.then(Operation::Cos)
}

#[allow(clippy::excessive_precision, clippy::suboptimal_flops, reason = "the digits of the specification")]
pub(crate) fn degrees(x: Estimate<'_>) -> Estimate<'_> {
    x * 57.295_779_513_082_322_865
}

#[allow(clippy::excessive_precision, clippy::suboptimal_flops, reason = "the digits of the specification")]
pub(crate) fn radians(x: Estimate<'_>) -> Estimate<'_> {
    x * 0.017_453_292_519_943_295_474
}

/// Fused or not: a fused result lies between those of the rounded products.
pub(crate) fn fma<'a>(x: Estimate<'a>, y: Estimate<'a>, z: Estimate<'a>) -> Estimate<'a> {
    x * y + z
}

/// The subtraction gives 1 for small negative numbers; an implementation may give the greatest value below instead.
pub(crate) fn fract(x: Estimate<'_>) -> Estimate<'_> {
    let result = x - x.then(Operation::Floor);
    if result.interval.contains(1.0) {
        return result.or(result.constant(result.format.lower(1f64.next_down())));
    }
    result
}

/// Either the expression of the specification or `x + (y - x) * z`, which is the same when computed exactly.
pub(crate) fn mix<'a>(x: Estimate<'a>, y: Estimate<'a>, z: Estimate<'a>) -> Estimate<'a> {
    (x * (1.0 - z) + y * z).or(x + (y - x) * z)
}

pub(crate) fn pow<'a>(x: Estimate<'a>, y: Estimate<'a>) -> Estimate<'a> {
    (y * x.then(Operation::Log2)).then(Operation::Exp2)
}

/// The product of three, whichever two are multiplied first. <https://www.w3.org/TR/WGSL/#reassociation-and-fusion>
pub(crate) fn product_of_three<'a>(a: Estimate<'a>, b: Estimate<'a>, c: Estimate<'a>) -> Estimate<'a> {
    (a * b * c).or(a * c * b).or(b * c * a)
}

/// `t * t * (3.0 - 2.0 * t)`, where `t` is `clamp((x - low) / (high - low), 0.0, 1.0)`.
pub(crate) fn smoothstep<'a>(low: Estimate<'a>, high: Estimate<'a>, x: Estimate<'a>) -> Estimate<'a> {
    let t = ((x - low) / (high - low)).then(Operation::Saturate);
    let slope = 3.0 - 2.0 * t;
    product_of_three(t, t, slope)
}

pub(crate) fn sqrt(x: Estimate<'_>) -> Estimate<'_> {
    1.0 / x.then(Operation::InverseSqrt)
}

#[cfg(test)]
mod tests {
    use super::super::interval::Interval;
    use super::super::tests::{half, single};
    use super::*;

    #[test]
    fn each_step_is_rounded() {
        // The type has no value 2049: the product is 2048 or 2050.
        let product = fma(half(683.0), half(3.0), half(0.0)).interval;
        assert_eq!(product, Interval::between(2048.0, 2050.0));
        assert_eq!(fma(half(683.0), half(3.0), half(-2048.0)).interval, Interval::between(0.0, 2.0));
        assert!(fma(half(65_504.0), half(2.0), half(-65_504.0)).interval.is_any());
    }

    #[test]
    fn a_root_is_the_reciprocal_of_an_inverse_root() {
        // The inverse root of 4 is 0.5 within 2 units of 2^-12, so from 0.49951171875 to 0.50048828125.
        let root = sqrt(half(4.0)).interval;
        assert!(root.contains(1.0 / 0.499_511_718_75) && root.contains(1.0 / 0.500_488_281_25));
        assert!(!root.contains(2.01));
        assert!(sqrt(half(0.0)).interval.is_any());
        assert!(sqrt(half(-1.0)).interval.is_any());
    }

    #[test]
    fn remainders_reach_far_where_the_quotient_may_be_an_integer() {
        assert_eq!(remainder(half(7.5), half(4.0)).interval, Interval::point(3.5));
        // 6 / 3 may be a little less than 2, and then one is left.
        assert_eq!(remainder(half(6.0), half(3.0)).interval, Interval::between(0.0, 3.0));
        assert!(remainder(half(1.0), half(0.0)).interval.is_any());
    }

    #[test]
    fn the_worse_bound_of_an_arc() {
        let arc = single(0.5).then(Operation::Asin).interval;
        let exact = core::f64::consts::FRAC_PI_6;
        assert!(arc.contains(exact - 6.81e-5) && arc.contains(exact + 1e-4) && !arc.contains(exact + 3e-4));
        assert!(single(1.0).then(Operation::Acos).interval.is_any(), "the root of zero");
        assert!(single(1.1).then(Operation::Asin).interval.is_any());
        assert!(single(0.5).then(Operation::Acosh).interval.is_any());
    }

    #[test]
    fn fractions_of_small_negative_numbers_may_be_one() {
        assert_eq!(fract(half(-1.25)).interval, Interval::point(0.75));
        let tiny = fract(half(-6.103_515_625e-5)).interval;
        assert_eq!(tiny, Interval::between(0.999_511_718_75, 1.0));
    }

    #[test]
    fn blends_may_be_computed_in_two_ways() {
        assert_eq!(mix(half(1.0), half(3.0), half(0.5)).interval, Interval::point(2.0));
        // 2048 + (1 - 2048) is 1, and so is 2048 * 0 + 1 * 1.
        assert_eq!(mix(half(2048.0), half(1.0), half(1.0)).interval, Interval::point(1.0));
        assert!(mix(half(-65_504.0), half(65_504.0), half(0.5)).interval.is_any());
    }

    #[test]
    fn steps_and_powers() {
        let middle = smoothstep(single(0.0), single(4.0), single(2.0)).interval;
        assert!(middle.contains(0.5) && !middle.contains(0.501));
        assert!(smoothstep(single(1.0), single(1.0), single(1.0)).interval.is_any());
        let power = pow(single(2.0), single(3.0)).interval;
        assert!(power.contains(8.0) && !power.contains(8.01));
        assert!(pow(single(-2.0), single(2.0)).interval.is_any());
        assert_eq!(single(7.0).then(Operation::Saturate).interval, Interval::point(1.0));
    }

    #[test]
    fn factors_of_angles_are_rounded() {
        let full = degrees(half(1.0)).interval;
        assert_eq!(full, Interval::between(57.281_25, 57.312_5));
        assert!(radians(single(180.0)).interval.contains(core::f64::consts::PI));
    }

    #[test]
    fn hyperbolic_functions() {
        assert!(cosh(single(0.0)).interval.contains(1.0));
        assert!(sinh(single(0.0)).interval.contains(0.0));
        assert!(single(0.5).then(Operation::Tanh).interval.contains(0.5f64.tanh() + 1e-5));
        assert!(single(200.0).then(Operation::Tanh).interval.is_any(), "the exponential overflows");
        assert!(asinh(single(1.0)).interval.contains(1f64.asinh()));
        assert!(atanh(single(1.0)).interval.is_any());
        assert!(tan(single(1.0)).interval.contains(1f64.tan()));
    }
}
