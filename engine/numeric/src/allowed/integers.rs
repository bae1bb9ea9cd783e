//! Integers that come from floating point numbers: an index stays in bounds when it is clamped, a sum may stay in the range of its type.
//!
//! The functions take the values that the type has, and what the operands may be; their result is [`Interval::ANY`] where nothing is claimed.

use super::interval::Interval;
use crate::Type;

/// The values that a type has. Nothing for types that are no integers of 32 bits.
pub(crate) fn range(ty: Type) -> Option<Interval> {
    let (least, greatest) = ty.range().filter(|_| ty.size() == 4)?;
    Some(Interval::between(least as f64, greatest as f64))
}

/// Nothing is claimed.
pub(crate) const fn any(_range: Interval, _operands: [Interval; 3]) -> Interval {
    Interval::ANY
}

/// `x + y`; where it would wrap around, nothing is said about it.
pub(crate) fn sum(range: Interval, [x, y, _]: [Interval; 3]) -> Interval {
    inside(range, [x, y], Interval { begin: x.begin + y.begin, end: x.end + y.end })
}

/// `x - y`
pub(crate) fn difference(range: Interval, [x, y, _]: [Interval; 3]) -> Interval {
    inside(range, [x, y], Interval { begin: x.begin - y.end, end: x.end - y.begin })
}

fn inside(range: Interval, operands: [Interval; 2], result: Interval) -> Interval {
    let is_known = operands.iter().all(|operand| !operand.is_any());
    if is_known && range.contains_all(result) { result } else { Interval::ANY }
}

/// An operand, or all values of its type.
fn whole(range: Interval, operand: Interval) -> Interval {
    if operand.is_any() { range } else { operand }
}

/// `min(x, y)`
pub(crate) fn min(range: Interval, operands: [Interval; 3]) -> Interval {
    let [x, y, _] = operands.map(|operand| whole(range, operand));
    Interval { begin: x.begin.min(y.begin), end: x.end.min(y.end) }
}

/// `max(x, y)`
pub(crate) fn max(range: Interval, operands: [Interval; 3]) -> Interval {
    let [x, y, _] = operands.map(|operand| whole(range, operand));
    Interval { begin: x.begin.max(y.begin), end: x.end.max(y.end) }
}

/// `clamp(x, low, high)`
pub(crate) fn clamp(range: Interval, [x, low, high]: [Interval; 3]) -> Interval {
    let raised = max(range, [x, low, x]);
    min(range, [raised, high, x])
}

#[cfg(test)]
mod tests {
    use super::super::{Truth, allowed_integers};
    use super::*;
    use crate::Operation;

    fn between(begin: f64, end: f64) -> Interval {
        Interval::between(begin, end)
    }

    fn result(operation: Operation, x: Interval, y: Interval) -> Interval {
        allowed_integers(operation, Type::I32, [x, y, x])
    }

    #[test]
    fn clamping_bounds_what_is_not_known() {
        let edges = [Interval::ANY, between(0.0, 0.0), between(7.0, 7.0)];
        assert_eq!(allowed_integers(Operation::Clamp, Type::I32, edges), between(0.0, 7.0));
        let least = between(f64::from(i32::MIN), 3.0);
        assert_eq!(result(Operation::Min, Interval::ANY, between(3.0, 3.0)), least);
        assert_eq!(result(Operation::Add, Interval::ANY, between(3.0, 3.0)), Interval::ANY);
        assert_eq!(allowed_integers(Operation::Min, Type::I64, edges), Interval::ANY);
    }

    #[test]
    fn sums_that_may_wrap_are_open() {
        assert_eq!(result(Operation::Add, between(1.0, 2.0), between(10.0, 20.0)), between(11.0, 22.0));
        let greatest = f64::from(i32::MAX);
        let sum = result(Operation::Add, between(0.0, 1.0), between(greatest, greatest));
        assert_eq!(sum, Interval::ANY);
        let difference = result(Operation::Subtract, between(1.0, 2.0), between(10.0, 20.0));
        assert_eq!(difference, between(-19.0, -8.0));
    }

    #[test]
    fn intervals_apart_are_compared() {
        let (low, high) = (between(1.0, 2.0), between(2.0, 3.0));
        let is = |operation, truth: Truth| assert_eq!(result(operation, low, high), truth.interval());
        is(Operation::Less, Truth::Either);
        is(Operation::LessEqual, Truth::Yes);
        is(Operation::Greater, Truth::No);
        is(Operation::Equal, Truth::Either);
        assert_eq!(result(Operation::NotEqual, low, between(5.0, 5.0)), Truth::Yes.interval());
        assert_eq!(result(Operation::Less, low, Interval::ANY), Interval::ANY);
    }
}
