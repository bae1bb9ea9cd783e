//! The results of the engine are allowed, whatever the operation and the operands.

use super::format::Format;
use super::*;
use std::sync::LazyLock;

/// The accuracy of a language that does not exist: correctly rounded or inherited where nothing else is said.
pub(super) static SAMPLE: LazyLock<Accuracy> =
    LazyLock::new(|| Accuracy { f32: rows(Type::F32), f16: rows(Type::F16) });

fn rows(ty: Type) -> [Row; Operation::COUNT] {
    core::array::from_fn(|index| row(Operation::ALL[index], ty))
}

#[allow(
    clippy::wildcard_enum_match_arm,
    reason = "the sample has usual bounds for the operations that it does not name"
)]
fn row(operation: Operation, ty: Type) -> Row {
    const fn turn(operand: u8) -> Condition {
        Condition {
            operand,
            range: Range::Interval(Interval { begin: -core::f64::consts::PI, end: core::f64::consts::PI }),
        }
    }
    const fn divisor(operand: u8, least: f64) -> Condition {
        Condition { operand, range: Range::Magnitude(Interval { begin: least, end: 1.0 / least }) }
    }
    const SINGLE: f64 = 1.0 / (1u128 << 126) as f64;
    const HALF: f64 = 1.0 / 16_384.0;
    const NORMAL: Condition = Condition { operand: 0, range: Range::Normal };
    let choose = |single: f64, half: f64| if ty == Type::F16 { half } else { single };
    let units = |count: f64| Bound::Units { count, of_magnitude: 0.0 };
    let without = |bound: Bound| Row { bound, conditions: &[] };
    match operation {
        Operation::Divide => Row {
            bound: units(2.5),
            conditions: if ty == Type::F16 {
                const { &[divisor(1, HALF)] }
            } else {
                const { &[divisor(1, SINGLE)] }
            },
        },
        Operation::Atan2 => Row {
            bound: units(choose(4096.0, 5.0)),
            conditions: if ty == Type::F16 {
                const { &[divisor(1, HALF), NORMAL] }
            } else {
                const { &[divisor(1, SINGLE), NORMAL] }
            },
        },
        Operation::Sin | Operation::Cos => Row {
            bound: Bound::Absolute(choose(1.0 / 2048.0, 1.0 / 128.0)),
            conditions: const { &[turn(0)] },
        },
        Operation::InverseSqrt => without(units(2.0)),
        Operation::Atan => without(units(choose(4096.0, 5.0))),
        Operation::Exp | Operation::Exp2 => {
            without(Bound::Units { count: choose(3.0, 1.0), of_magnitude: 2.0 })
        }
        Operation::Log | Operation::Log2 => without(Bound::ByRange {
            range: Interval { begin: 0.5, end: 2.0 },
            absolute: choose(1.0 / 2_097_152.0, 1.0 / 128.0),
            units: 3.0,
        }),
        Operation::Acos | Operation::Asin => without(Bound::AbsoluteOrInherited(choose(6.8e-5, 3.91e-3))),
        Operation::Tanh => without(Bound::AbsoluteOrInherited(1.0e-5)),
        Operation::Unpack4x8snorm | Operation::Unpack2x16unorm => without(units(3.0)),
        _ => {
            let wanted =
                if operation.knows(&Bound::Inherited) { Bound::Inherited } else { Bound::CorrectlyRounded };
            without(if operation.knows(&wanted) { wanted } else { Bound::Any })
        }
    }
}

pub(super) fn half(value: f64) -> Estimate<'static> {
    Estimate { format: Format::F16, rows: &SAMPLE.f16, interval: Interval::point(value) }
}

pub(super) fn single(value: f64) -> Estimate<'static> {
    Estimate { format: Format::F32, rows: &SAMPLE.f32, interval: Interval::point(value) }
}

pub(super) fn span(begin: f64, end: f64) -> Estimate<'static> {
    single(0.0).with(Interval { begin, end })
}

#[test]
fn operations_without_floats_are_not_bounded() {
    let one = [Interval::point(1.0); 3];
    assert!(allowed(Operation::ReverseBits, &SAMPLE, Type::F32, &one).is_any());
    assert!(allowed(Operation::Add, &SAMPLE, Type::I32, &one).is_any());
    assert!(allowed(Operation::QuantizeToF16, &SAMPLE, Type::F16, &one).is_any());
    assert_eq!(allowed(Operation::Ldexp, &SAMPLE, Type::F32, &one), Interval::point(2.0));
}

#[test]
fn nothing_is_claimed_without_an_accuracy() {
    let half = [Interval::point(0.5); 3];
    for operation in [Operation::Divide, Operation::Sin, Operation::Fma, Operation::Fract] {
        assert!(allowed(operation, &Accuracy::NONE, Type::F32, &half).is_any(), "{operation:?}");
        assert!(!allowed(operation, &SAMPLE, Type::F32, &half).is_any(), "{operation:?}");
    }
}

/// A language may state a bound where another one has an expression.
#[test]
fn a_stated_bound_takes_the_place_of_the_expression() {
    let mut stated = Accuracy { f32: rows(Type::F32), f16: rows(Type::F16) };
    stated.f32[Operation::Sqrt as usize] = Row { bound: Bound::CorrectlyRounded, conditions: &[] };
    let four = [Interval::point(4.0)];
    assert_eq!(allowed(Operation::Sqrt, &stated, Type::F32, &four), Interval::point(2.0));
    assert_ne!(allowed(Operation::Sqrt, &SAMPLE, Type::F32, &four), Interval::point(2.0));
    assert!(!Operation::Fract.knows(&Bound::Absolute(1.0)) && Operation::Sqrt.knows(&Bound::Absolute(1.0)));
}
