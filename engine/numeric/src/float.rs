//! The floating point functions, one component at a time.
//!
//! Elementary functions run in binary64 with a portable implementation and are rounded once, so that results don't
//! depend on the platform. Functions whose accuracy is inherited from an expression follow that expression step by
//! step, each step rounded to the type: an intermediate overflow is an overflow
//! (<https://www.w3.org/TR/WGSL/#concrete-float-accuracy>).

use super::domain::Domain;
use super::event::{Event, Unwatched, Watch, note_if};
use super::number::{Float, Number, clamp};
use super::pack::to_half;

/// Applies a function in binary64 and rounds once.
#[inline]
fn through<T: Float>(value: T, function: impl Fn(f64) -> f64, watch: &mut impl Watch) -> T {
    T::round(function(value.widen())).settled(watch)
}

/// The function that applies a function in binary64 and rounds once.
#[inline]
pub(crate) fn elementary<T: Float, W: Watch>(function: impl Fn(f64) -> f64) -> impl Fn(T, &mut W) -> T {
    move |value, watch| through(value, &function, watch)
}

/// The function that applies a function in binary64, which is defined within the domain, and rounds once.
#[inline]
pub(crate) fn elementary_in<T: Float, W: Watch>(
    domain: Domain,
    function: impl Fn(f64) -> f64,
) -> impl Fn(T, &mut W) -> T {
    move |value, watch| through(domain.watch(value, watch), &function, watch)
}

/// The function that applies a function in binary64 that never overflows, and rounds once.
#[inline]
pub(crate) fn finite<T: Float, W: Watch>(function: impl Fn(f64) -> f64) -> impl Fn(T, &mut W) -> T {
    move |value, _| T::round(function(value.widen()))
}

/// `inverseSqrt`, in binary64.
#[inline]
pub(crate) fn inverse_sqrt(value: f64) -> f64 {
    1.0 / libm::sqrt(value)
}

/// `degrees`, in binary64.
#[inline]
pub(crate) fn degrees(radians: f64) -> f64 {
    radians * (180.0 / core::f64::consts::PI)
}

/// `radians`, in binary64.
#[inline]
pub(crate) fn radians(degrees: f64) -> f64 {
    degrees * (core::f64::consts::PI / 180.0)
}

/// `sqrt` <https://www.w3.org/TR/WGSL/#sqrt-builtin>
#[inline]
pub(crate) fn sqrt<T: Float>(value: T, watch: &mut impl Watch) -> T {
    through(value, libm::sqrt, watch)
}

/// `atan2(y, x)` <https://www.w3.org/TR/WGSL/#atan2-builtin>
#[inline]
pub(crate) fn atan2<T: Float>(y: T, x: T, watch: &mut impl Watch) -> T {
    T::round(libm::atan2(y.widen(), x.widen())).settled(watch)
}

/// `pow(base, exponent)` <https://www.w3.org/TR/WGSL/#pow-builtin>
///
/// The accuracy is inherited from `exp2(exponent * log2(base))`, which is a NaN for `pow(0, 0)`: that is in the domain, and
/// has no value. A negative power of zero is infinite.
#[inline]
pub(crate) fn pow<T: Float>(base: T, exponent: T, watch: &mut impl Watch) -> T {
    note_if(base == T::ZERO && exponent == T::ZERO, Event::NotANumber, watch);
    T::round(libm::pow(base.widen(), exponent.widen())).settled(watch)
}

/// `fract`: `value - floor(value)`. <https://www.w3.org/TR/WGSL/#fract-builtin>
#[inline]
pub(crate) fn fract<T: Float>(value: T, watch: &mut impl Watch) -> T {
    value.difference(T::round(value.widen().floor()), watch)
}

/// `saturate` <https://www.w3.org/TR/WGSL/#saturate-float-builtin>
#[inline]
pub(crate) fn saturate<T: Float>(value: T) -> T {
    clamp(value, T::ZERO, T::ONE, &mut Unwatched)
}

/// `step(edge, value)` <https://www.w3.org/TR/WGSL/#step-builtin>
#[inline]
pub(crate) fn step<T: Float>(edge: T, value: T) -> T {
    if edge <= value { T::ONE } else { T::ZERO }
}

/// `fma`: a product and a sum, each rounded. <https://www.w3.org/TR/WGSL/#fma-builtin>
#[inline]
pub(crate) fn fma<T: Float>(first: T, second: T, third: T, watch: &mut impl Watch) -> T {
    first.product(second, watch).sum(third, watch)
}

/// A product and a sum, rounded once.
///
/// The product of numbers of 32 bits or less is exact in a binary64, but their sum may need more digits, and rounding twice may give a neighbor of the
/// result. So the sum is rounded to odd: if digits are lost, the last one that is left is 1, and the second rounding sees on which side of a tie the
/// exact sum is. Boldo and Melquiond, "Emulation of FMA and correctly rounded sums: proved algorithms using rounding to odd", 2008.
#[inline]
pub(crate) fn fused_multiply_add<T: Float>(first: T, second: T, third: T, watch: &mut impl Watch) -> T {
    let (first, second, third) = (first.widen(), second.widen(), third.widen());
    if T::DIGITS == f64::MANTISSA_DIGITS {
        return T::round(libm::fma(first, second, third)).settled(watch);
    }
    let product = first * second;
    let sum = product + third;
    // The error of a sum is exact (Knuth).
    let rest = sum - product;
    let error = (product - (sum - rest)) + (third - rest);
    let is_odd = sum.to_bits() & 1 != 0;
    let sum = match error {
        _ if !sum.is_finite() || is_odd => sum,
        _ if error > 0.0 => sum.next_up(),
        _ if error < 0.0 => sum.next_down(),
        _ => sum,
    };
    T::round(sum).settled(watch)
}

/// `mix`: `first * (1 - blend) + second * blend`. <https://www.w3.org/TR/WGSL/#mix-builtin>
#[inline]
pub(crate) fn mix<T: Float>(first: T, second: T, blend: T, watch: &mut impl Watch) -> T {
    let rest = T::ONE.difference(blend, watch);
    first.product(rest, watch).sum(second.product(blend, watch), watch)
}

/// `smoothstep` <https://www.w3.org/TR/WGSL/#smoothstep-builtin>
#[inline]
pub(crate) fn smoothstep<T: Float>(low: T, high: T, value: T, watch: &mut impl Watch) -> T {
    note_if(low == high, Event::EqualEdges, watch);
    let ratio = value.difference(low, watch).quotient(high.difference(low, watch), watch);
    let t = saturate(ratio);
    let slope = T::round(3.0).difference(T::round(2.0).product(t, watch), watch);
    t.product(t, watch).product(slope, watch)
}

/// `quantizeToF16` <https://www.w3.org/TR/WGSL/#quantizeToF16-builtin>
#[inline]
pub(crate) fn quantize_to_f16<T: Float>(value: T, watch: &mut impl Watch) -> T {
    T::round(to_half(value, watch).widen())
}

/// Whether the exponent of `ldexp` is too large for the type. <https://www.w3.org/TR/WGSL/#ldexp-builtin>
#[inline]
pub(crate) fn exponent_too_large(exponent: i64, bias: i32) -> bool {
    exponent > i64::from(bias) + 1
}

/// `ldexp(fraction, exponent)` <https://www.w3.org/TR/WGSL/#ldexp-builtin>
#[inline]
pub(crate) fn ldexp<T: Float>(fraction: T, exponent: i64, watch: &mut impl Watch) -> T {
    note_if(exponent_too_large(exponent, T::BIAS), Event::ExponentTooLarge, watch);
    // Beyond this range every finite value has become infinite or zero already.
    let exponent = exponent.clamp(-5000, 5000) as i32;
    through(fraction, |value| libm::ldexp(value, exponent), watch)
}

/// `frexp`: fraction and exponent. <https://www.w3.org/TR/WGSL/#frexp-builtin>
#[inline]
pub(crate) fn frexp<T: Float>(value: T) -> (T, i32) {
    let (fraction, exponent) = libm::frexp(value.widen());
    (T::round(fraction), exponent)
}

/// `modf`: fractional and whole part. <https://www.w3.org/TR/WGSL/#modf-builtin>
#[inline]
pub(crate) fn modf<T: Float>(value: T) -> (T, T) {
    let whole = value.widen().trunc();
    (T::round(value.widen() - whole), T::round(whole))
}

#[cfg(test)]
#[allow(clippy::float_cmp, reason = "the results of kernels are exact")]
mod tests {
    use super::super::event::{Event, event};
    use super::super::half::F16;
    use super::*;

    #[test]
    fn results_that_are_no_numbers() {
        for event in [
            event(|w| through(1.5f32, libm::acos, w)).1,
            event(|w| through(0.5f64, libm::acosh, w)).1,
            event(|w| through(-1.0f64, libm::log, w)).1,
            event(|w| sqrt(F16(0xbc00), w)).1,
            event(|w| pow(-1.0f32, 0.5, w)).1,
            event(|w| pow(0.0f32, 0.0, w)).1,
        ] {
            assert_eq!(event, Some(Event::NotANumber));
        }
        assert_eq!(event(|w| pow(0.0f32, -1.0, w)).1, Some(Event::Overflow));
        assert_eq!(event(|w| pow(0.0f32, 2.0, w)), (0.0, None));
        assert_eq!(event(|w| through(1.0f32, libm::acosh, w)), (0.0, None));
        assert_eq!(event(|w| sqrt(9.0f32, w)), (3.0, None));
        assert_eq!(event(|w| sqrt(-0.0f32, w)).1, None);
    }

    #[test]
    fn infinite_results_overflow() {
        assert_eq!(event(|w| through(0.0f32, libm::log, w)).1, Some(Event::Overflow));
        assert_eq!(event(|w| through(0.0f64, libm::log2, w)).1, Some(Event::Overflow));
        assert_eq!(event(|w| through(1.0f32, libm::atanh, w)).1, Some(Event::Overflow));
        assert_eq!(event(|w| through(0.0f64, inverse_sqrt, w)).1, Some(Event::Overflow));
        assert_eq!(event(|w| through(89.0f32, libm::exp, w)).1, Some(Event::Overflow));
        assert_eq!(event(|w| through(88.0f32, libm::exp, w)).1, None);
        assert_eq!(event(|w| through(16.0f32, libm::exp2, w)), (65536.0, None));
        assert_eq!(event(|w| through(<F16 as Float>::round(16.0), libm::exp2, w)).1, Some(Event::Overflow));
        assert_eq!(event(|w| through(f32::MAX, degrees, w)).1, Some(Event::Overflow));
        assert_eq!(event(|w| through(710.0f64, libm::cosh, w)).1, None);
    }

    #[test]
    fn whole_and_fractional_parts() {
        let ceil = finite(f64::ceil);
        assert_eq!([ceil(1.5f32, &mut Unwatched), ceil(-1.5, &mut Unwatched)], [2.0, -1.0]);
        assert_eq!(event(|w| fract(-1.25f32, w)), (0.75, None));
        assert_eq!(event(|w| fract(-1e-10f32, w)), (1.0, None));
        assert_eq!(modf(-3.25f32), (-0.25, -3.0));
    }

    #[test]
    fn exponents() {
        assert_eq!(frexp(1.5f32), (0.75, 1));
        assert_eq!(frexp(0.0f64), (0.0, 0));
        assert_eq!(event(|w| ldexp(0.75f32, 1, w)), (1.5, None));
        assert_eq!(event(|w| ldexp(0.0f32, 129, w)).1, Some(Event::ExponentTooLarge));
        assert_eq!(event(|w| ldexp(0.5f32, 128, w)), (2f32.powi(127), None));
        assert_eq!(event(|w| ldexp(1.0f32, 128, w)).1, Some(Event::Overflow));
        assert_eq!(event(|w| ldexp(1.0f32, i64::from(i32::MIN), w)), (0.0, None));
        assert_eq!(event(|w| ldexp(1.0f64, -1074, w)), (5e-324, None));
    }

    #[test]
    fn blends() {
        assert_eq!(event(|w| mix(2.0f32, 4.0, 0.25, w)), (2.5, None));
        assert_eq!(event(|w| mix(f32::MAX, f32::MAX, -2.0, w)).1, Some(Event::Overflow));
        assert_eq!(event(|w| smoothstep(0.0f32, 1.0, 0.5, w)), (0.5, None));
        assert_eq!(event(|w| smoothstep(1.0f32, 0.0, 2.0, w)), (0.0, None));
        assert_eq!(event(|w| smoothstep(1.0f32, 1.0, 2.0, w)).1, Some(Event::EqualEdges));
        assert_eq!((saturate(-2.0f32), saturate(0.5f32)), (0.0, 0.5));
        assert_eq!((step(1.0f32, 1.0), step(1.0f32, 0.5)), (1.0, 0.0));
        assert_eq!(event(|w| fma(f32::MAX, 2.0, -f32::MAX, w)).1, Some(Event::Overflow));
    }

    #[test]
    fn a_fused_sum_is_rounded_once() {
        assert_eq!(event(|w| fused_multiply_add(4097.0f32, 4097.0, -16_785_408.0, w)), (1.0, None));
        assert_eq!(event(|w| fma(4097.0f32, 4097.0, -16_785_408.0, w)), (0.0, None));
        assert_eq!(event(|w| fused_multiply_add(f32::MAX, 2.0, -f32::MAX, w)), (f32::MAX, None));
        assert_eq!(event(|w| fused_multiply_add(f32::MAX, 2.0, 0.0, w)).1, Some(Event::Overflow));
        // Bits of all kinds, and exponents so near to each other that the sum needs all digits.
        let mut state = 1u32;
        let mut next = || {
            state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            f32::from_bits(state & 0x807f_ffff | (100 + (state >> 23 & 63)) << 23)
        };
        for _ in 0..20_000 {
            let (first, second, third) = (next(), next(), next());
            let fused = fused_multiply_add(first, second, third, &mut Unwatched);
            assert_eq!(fused.to_bits(), first.mul_add(second, third).to_bits(), "{first} {second} {third}");
        }
    }
}
