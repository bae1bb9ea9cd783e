//! The operations whose results are correctly rounded in a way of their own.

use super::estimate::Estimate;
use super::format::Format;
use super::interval::Interval;
use super::truth;
use crate::event::Unwatched;
use crate::float;

/// `x + y`
pub(crate) fn add<'a>(x: Estimate<'a>, y: Estimate<'a>) -> Estimate<'a> {
    x + y
}

/// `x - y`
pub(crate) fn subtract<'a>(x: Estimate<'a>, y: Estimate<'a>) -> Estimate<'a> {
    x - y
}

/// `min` <https://www.w3.org/TR/WGSL/#min-float-builtin>
pub(crate) fn min<'a>(x: Estimate<'a>, y: Estimate<'a>) -> Estimate<'a> {
    choose(x, y, f64::min)
}

/// `max` <https://www.w3.org/TR/WGSL/#max-float-builtin>
pub(crate) fn max<'a>(x: Estimate<'a>, y: Estimate<'a>) -> Estimate<'a> {
    choose(x, y, f64::max)
}

/// One of two numbers. If both are subnormal, it may be either of them.
fn choose<'a>(x: Estimate<'a>, y: Estimate<'a>, choice: impl Fn(f64, f64) -> f64) -> Estimate<'a> {
    let operands = [x.interval, y.interval];
    let chosen = x.format.each(operands, |[a, b]| x.format.correctly_rounded(choice(a, b)));
    x.with(either_subnormal(&x.format, operands, chosen))
}

/// A result, and the subnormal operands if there are two of them.
///
/// Differs from the specification, which says so of two subnormal operands only: zero counts as one, since an implementation that flushes
/// can't tell them apart. The conformance tests accept that, too.
fn either_subnormal(format: &Format, operands: [Interval; 2], result: Interval) -> Interval {
    match operands.map(|operand| format.subnormal_members(format.seen(operand))) {
        [Some(first), Some(second)] => result.hull(format.seen(first)).hull(format.seen(second)),
        [None, _] | [_, None] => result,
    }
}

/// `clamp`: with a minimum and a maximum, or as the median. <https://www.w3.org/TR/WGSL/#clamp>
pub(crate) fn clamp<'a>(x: Estimate<'a>, low: Estimate<'a>, high: Estimate<'a>) -> Estimate<'a> {
    let operands = [x.interval, low.interval, high.interval];
    let median = x.format.each(operands, |[x_value, low, high]| {
        let median = x_value.min(low).max(x_value.max(low).min(high));
        x.format.correctly_rounded(median)
    });
    let with_subnormal = [low.interval, high.interval].into_iter().filter(|edge| edge.single() != Some(0.0));
    let subnormal =
        with_subnormal.fold(median, |result, edge| either_subnormal(&x.format, [x.interval, edge], result));
    min(max(x, low), high).or(x.with(subnormal))
}

/// `saturate`: `clamp(x, 0, 1)`
pub(crate) fn saturate(x: Estimate<'_>) -> Estimate<'_> {
    clamp(x, x.constant(0.0), x.constant(1.0))
}

/// `step(edge, x)` <https://www.w3.org/TR/WGSL/#step-builtin>
pub(crate) fn step<'a>(edge: Estimate<'a>, x: Estimate<'a>) -> Estimate<'a> {
    x.with(truth::not_greater(edge.format.seen(edge.interval), x.format.seen(x.interval)).interval())
}

/// `quantizeToF16` <https://www.w3.org/TR/WGSL/#quantizeToF16-builtin>
pub(crate) fn quantize_to_f16(x: Estimate<'_>) -> Estimate<'_> {
    if x.format == Format::F32 { x.with(halves(x.interval)) } else { x.any() }
}

/// The halves that a number of `f32` may become.
pub(crate) fn halves(operand: Interval) -> Interval {
    Format::F32.each([operand], |[value]| Format::F16.correctly_rounded(value))
}

/// `ldexp` of a number and an integer. <https://www.w3.org/TR/WGSL/#ldexp-builtin>
pub(crate) fn ldexp<'a>(fraction: Estimate<'a>, exponent: Estimate<'a>) -> Estimate<'a> {
    let (format, exponent) = (fraction.format, exponent.interval);
    let bias = f64::from(format.bias());
    if exponent.is_any() || exponent.end > bias + 1.0 {
        return fraction.any();
    }
    let ends = [exponent.begin, exponent.end].map(|exponent| {
        format.each([fraction.interval], |[fraction]| {
            format.correctly_rounded(float::ldexp(fraction, exponent as i64, &mut Unwatched))
        })
    });
    let result = ends[0].hull(ends[1]);
    let vanishes = exponent.begin + bias <= 0.0;
    fraction.with(if vanishes { result.hull(Interval::point(0.0)) } else { result })
}

#[cfg(test)]
mod tests {
    use super::super::tests::single;
    use super::*;

    #[test]
    fn clamps_with_swapped_edges_differ() {
        let clamped = |x, low, high| clamp(single(x), single(low), single(high)).interval;
        assert_eq!(clamped(5.0, 1.0, 3.0), Interval::point(3.0));
        // The minimum gives 1, the median 2.
        assert_eq!(clamped(2.0, 3.0, 1.0), Interval::between(1.0, 2.0));
        let subnormal = f64::from(f32::MIN_POSITIVE) / 2.0;
        assert_eq!(clamped(0.0, subnormal, 1.0), Interval::between(0.0, subnormal));
    }
}
