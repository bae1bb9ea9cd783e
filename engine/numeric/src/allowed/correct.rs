//! The operations whose results are correctly rounded in a way of their own.

use super::estimate::Estimate;
use super::format::Format;
use super::interval::Interval;
use super::truth;
use crate::event::Unwatched;
use crate::float;

/// `x + y`
pub(super) fn add(x: Estimate<'_>, y: Estimate<'_>) -> Interval {
    x.sum(y)
}

/// `x - y`
pub(super) fn subtract(x: Estimate<'_>, y: Estimate<'_>) -> Interval {
    x.difference(y)
}

/// `min` <https://www.w3.org/TR/WGSL/#min-float-builtin>
pub(super) fn min(x: Estimate<'_>, y: Estimate<'_>) -> Interval {
    choose(x, y, f64::min)
}

/// `max` <https://www.w3.org/TR/WGSL/#max-float-builtin>
pub(super) fn max(x: Estimate<'_>, y: Estimate<'_>) -> Interval {
    choose(x, y, f64::max)
}

/// One of two numbers. If both are subnormal, it may be either of them.
fn choose(x: Estimate<'_>, y: Estimate<'_>, choice: impl Fn(f64, f64) -> f64) -> Interval {
    let operands = [x.interval, y.interval];
    let chosen = x.format.each(operands, |[a, b]| x.format.correctly_rounded(choice(a, b)));
    either_subnormal(&x.format, operands, chosen)
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
pub(super) fn clamp(x: Estimate<'_>, low: Estimate<'_>, high: Estimate<'_>) -> Interval {
    let operands = [x.interval, low.interval, high.interval];
    let median = x.format.each(operands, |[x_value, low, high]| {
        let median = x_value.min(low).max(x_value.max(low).min(high));
        x.format.correctly_rounded(median)
    });
    let with_subnormal = [low.interval, high.interval].into_iter().filter(|edge| edge.single() != Some(0.0));
    let subnormal =
        with_subnormal.fold(median, |result, edge| either_subnormal(&x.format, [x.interval, edge], result));
    min(x.with(max(x, low)), high).hull(subnormal)
}

/// `saturate`: `clamp(x, 0, 1)`
pub(super) fn saturate(x: Estimate<'_>) -> Interval {
    clamp(x, x.constant(0.0), x.constant(1.0))
}

/// `step(edge, x)` <https://www.w3.org/TR/WGSL/#step-builtin>
pub(super) fn step(edge: Estimate<'_>, x: Estimate<'_>) -> Interval {
    truth::not_greater(edge.format.seen(edge.interval), x.format.seen(x.interval)).interval()
}

/// `quantizeToF16` <https://www.w3.org/TR/WGSL/#quantizeToF16-builtin>
pub(super) fn quantize_to_f16(x: Estimate<'_>) -> Interval {
    if x.format == Format::F32 { halves(x.interval) } else { Interval::ANY }
}

/// The halves that a number of `f32` may become.
pub(super) fn halves(operand: Interval) -> Interval {
    Format::F32.each([operand], |[value]| Format::F16.correctly_rounded(value))
}

/// `ldexp` of a number and an integer. <https://www.w3.org/TR/WGSL/#ldexp-builtin>
pub(super) fn ldexp(fraction: Estimate<'_>, exponent: Estimate<'_>) -> Interval {
    let (format, exponent) = (fraction.format, exponent.interval);
    let bias = f64::from(format.bias());
    if exponent.is_any() || exponent.end > bias + 1.0 {
        return Interval::ANY;
    }
    let ends = [exponent.begin, exponent.end].map(|exponent| {
        format.each([fraction.interval], |[fraction]| {
            format.correctly_rounded(float::ldexp(fraction, exponent as i64, &mut Unwatched))
        })
    });
    let result = ends[0].hull(ends[1]);
    if exponent.begin + bias <= 0.0 { result.hull(Interval::point(0.0)) } else { result }
}

#[cfg(test)]
mod tests {
    use super::super::tests::single;
    use super::*;

    #[test]
    fn clamps_with_swapped_edges_differ() {
        let clamped = |x, low, high| clamp(single(x), single(low), single(high));
        assert_eq!(clamped(5.0, 1.0, 3.0), Interval::point(3.0));
        // The minimum gives 1, the median 2.
        assert_eq!(clamped(2.0, 3.0, 1.0), Interval::between(1.0, 2.0));
        let subnormal = f64::from(f32::MIN_POSITIVE) / 2.0;
        assert_eq!(clamped(0.0, subnormal, 1.0), Interval::between(0.0, subnormal));
    }
}
