//! The functions of one component whose accuracy is inherited from an expression: the expressions of the text.
//! <https://www.w3.org/TR/WGSL/#concrete-float-accuracy>

use wgsl_spec::Kernel;
use wgsl_validator::value::event::Unwatched;
use wgsl_validator::value::float;

use super::number::Number;

/// `x % y`
pub(super) fn remainder(x: Number, y: Number) -> Number {
    x - y * (x / y).trunc()
}

/// The worse of a distance and the expression.
pub(super) fn acos(x: Number) -> Number {
    x.absolutely(Kernel::Acos, |x| float::acos(x, &mut Unwatched)).or(sqrt(1.0 - x * x).atan2(x))
}

/// The worse of a distance and the expression.
pub(super) fn asin(x: Number) -> Number {
    x.absolutely(Kernel::Asin, |x| float::asin(x, &mut Unwatched)).or(x.atan2(sqrt(1.0 - x * x)))
}

/// Either the expression of the text or the one with `(x + 1) * (x - 1)`, a reassociation that is more accurate near 1.
pub(super) fn acosh(x: Number) -> Number {
    (x + sqrt(x * x - 1.0)).log().or((x + sqrt((x + 1.0) * (x - 1.0))).log())
}

pub(super) fn asinh(x: Number) -> Number {
    (x + sqrt(x * x + 1.0)).log()
}

pub(super) fn atanh(x: Number) -> Number {
    ((1.0 + x) / (1.0 - x)).log() * 0.5
}

pub(super) fn sinh(x: Number) -> Number {
    (x.exp() - (-x).exp()) * 0.5
}

pub(super) fn cosh(x: Number) -> Number {
    (x.exp() + (-x).exp()) * 0.5
}

/// The worse of a distance and the expression.
pub(super) fn tanh(x: Number) -> Number {
    x.absolutely(Kernel::Tanh, |x| float::tanh(x, &mut Unwatched)).or(sinh(x) / cosh(x))
}

pub(super) fn tan(x: Number) -> Number {
    x.sin() / x.cos()
}

#[allow(clippy::excessive_precision, clippy::suboptimal_flops, reason = "the digits of the text")]
pub(super) fn degrees(x: Number) -> Number {
    x * 57.295_779_513_082_322_865
}

#[allow(clippy::excessive_precision, clippy::suboptimal_flops, reason = "the digits of the text")]
pub(super) fn radians(x: Number) -> Number {
    x * 0.017_453_292_519_943_295_474
}

/// Fused or not: a fused result lies between those of the rounded products.
pub(super) fn fma(x: Number, y: Number, z: Number) -> Number {
    x * y + z
}

/// The subtraction gives 1 for small negative numbers; an implementation may give the greatest value below instead.
pub(super) fn fract(x: Number) -> Number {
    let result = x - x.floor();
    if result.interval.contains(1.0) {
        return result.or(result.constant(result.format.lower(1f64.next_down())));
    }
    result
}

/// Either the expression of the text or `x + (y - x) * z`, which is the same when computed exactly.
pub(super) fn mix(x: Number, y: Number, z: Number) -> Number {
    (x * (1.0 - z) + y * z).or(x + (y - x) * z)
}

pub(super) fn pow(x: Number, y: Number) -> Number {
    (y * x.log2()).exp2()
}

pub(super) fn smoothstep(low: Number, high: Number, x: Number) -> Number {
    let t = ((x - low) / (high - low)).clamp(x.constant(0.0), x.constant(1.0));
    t * (t * (3.0 - 2.0 * t))
}

pub(super) fn sqrt(x: Number) -> Number {
    1.0 / x.inverse_sqrt()
}

/// `clamp(x, 0, 1)`
pub(super) fn saturate(x: Number) -> Number {
    x.clamp(x.constant(0.0), x.constant(1.0))
}
