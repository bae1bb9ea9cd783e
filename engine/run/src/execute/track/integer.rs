//! Integers that come from floating point numbers: an index stays in bounds when it is clamped, a comparison may be decided.

use super::held::{Held, Scalar};
use shader_ir::Type;
use shader_numeric::Operation;
use shader_numeric::allowed::{Interval, Truth};

/// The values that a type has. Nothing for types that are no integers of 32 bits.
fn range(ty: Type) -> Option<Interval> {
    match ty {
        Type::I32 => Some(Interval::between(f64::from(i32::MIN), f64::from(i32::MAX))),
        Type::U32 => Some(Interval::between(0.0, f64::from(u32::MAX))),
        _ => None,
    }
}

/// What a kernel of integers may give, not all of which are known.
pub(super) fn integer(operation: Operation, ty: Type, operands: [Scalar; 3]) -> Held {
    let Some(range) = range(ty) else { return Held::OPEN };
    let whole = |interval: Interval| if interval.is_any() { range } else { interval };
    let [x, y, z] = operands.map(Scalar::interval);
    match operation {
        Operation::Min | Operation::Max | Operation::Clamp => {
            let [x, y, z] = [x, y, z].map(whole);
            let (low, high) = if operation == Operation::Clamp { (y, z) } else { (x, y) };
            let max = |x: Interval, y: Interval| Interval::between(x.begin.max(y.begin), x.end.max(y.end));
            let min = |x: Interval, y: Interval| Interval::between(x.begin.min(y.begin), x.end.min(y.end));
            Held::Within(match operation {
                Operation::Min => min(low, high),
                Operation::Max => max(low, high),
                _ => min(max(x, low), high),
            })
        }
        _ if x.is_any() || y.is_any() => Held::OPEN,
        // Where a result would wrap around, nothing is said about it.
        Operation::Add => inside(range, Interval::between(x.begin + y.begin, x.end + y.end)),
        Operation::Subtract => inside(range, Interval::between(x.begin - y.end, x.end - y.begin)),
        Operation::Less => truth(less(x, y)),
        Operation::Greater => truth(less(y, x)),
        Operation::GreaterEqual => truth(less(x, y).negation()),
        Operation::LessEqual => truth(less(y, x).negation()),
        Operation::Equal => truth(equal(x, y)),
        Operation::NotEqual => truth(equal(x, y).negation()),
        _ => Held::OPEN,
    }
}

fn inside(range: Interval, result: Interval) -> Held {
    if range.contains_all(result) { Held::Within(result) } else { Held::OPEN }
}

const fn truth(truth: Truth) -> Held {
    Held::Within(truth.interval())
}

fn less(x: Interval, y: Interval) -> Truth {
    if x.end < y.begin {
        Truth::Yes
    } else if x.begin >= y.end {
        Truth::No
    } else {
        Truth::Either
    }
}

fn equal(x: Interval, y: Interval) -> Truth {
    if x.common(y).is_none() {
        Truth::No
    } else if x.single().is_some() && x == y {
        Truth::Yes
    } else {
        Truth::Either
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn between(begin: f64, end: f64) -> Scalar {
        Scalar { ty: Type::I32, bits: 0, held: Held::Within(Interval::between(begin, end)) }
    }

    fn result(operation: Operation, x: Scalar, y: Scalar) -> Held {
        integer(operation, Type::I32, [x, y, x])
    }

    #[test]
    fn clamping_bounds_what_is_not_known() {
        let open = Scalar { held: Held::OPEN, ..between(0.0, 0.0) };
        let clamped = integer(Operation::Clamp, Type::I32, [open, between(0.0, 0.0), between(7.0, 7.0)]);
        assert_eq!(clamped, Held::Within(Interval::between(0.0, 7.0)));
        let least = Held::Within(Interval::between(f64::from(i32::MIN), 3.0));
        assert_eq!(result(Operation::Min, open, between(3.0, 3.0)), least);
        assert_eq!(result(Operation::Add, open, between(3.0, 3.0)), Held::OPEN);
    }

    #[test]
    fn sums_that_may_wrap_are_open() {
        let sum = result(Operation::Add, between(1.0, 2.0), between(10.0, 20.0));
        assert_eq!(sum, Held::Within(Interval::between(11.0, 22.0)));
        let greatest = f64::from(i32::MAX);
        assert_eq!(result(Operation::Add, between(0.0, 1.0), between(greatest, greatest)), Held::OPEN);
        let difference = result(Operation::Subtract, between(1.0, 2.0), between(10.0, 20.0));
        assert_eq!(difference, Held::Within(Interval::between(-19.0, -8.0)));
    }

    #[test]
    fn intervals_apart_are_compared() {
        let (low, high) = (between(1.0, 2.0), between(2.0, 3.0));
        let is = |operation, truth: Truth| {
            assert_eq!(result(operation, low, high), Held::Within(truth.interval()));
        };
        is(Operation::Less, Truth::Either);
        is(Operation::LessEqual, Truth::Yes);
        is(Operation::Greater, Truth::No);
        is(Operation::Equal, Truth::Either);
        assert_eq!(result(Operation::NotEqual, low, between(5.0, 5.0)), Held::Within(Truth::Yes.interval()));
    }
}
