//! What the executor computes is allowed, whatever the operation and the operands.

use super::*;
use crate::Type;
use crate::half::F16;
use crate::{self as value, Evaluation, Operand, Shape};

const OPERATIONS: [(Operation, usize); 49] = [
    (Operation::Add, 2),
    (Operation::Subtract, 2),
    (Operation::Multiply, 2),
    (Operation::Divide, 2),
    (Operation::Remainder, 2),
    (Operation::Negate, 1),
    (Operation::Less, 2),
    (Operation::Equal, 2),
    (Operation::GreaterEqual, 2),
    (Operation::Abs, 1),
    (Operation::Acos, 1),
    (Operation::Acosh, 1),
    (Operation::Asin, 1),
    (Operation::Asinh, 1),
    (Operation::Atan, 1),
    (Operation::Atanh, 1),
    (Operation::Atan2, 2),
    (Operation::Ceil, 1),
    (Operation::Clamp, 3),
    (Operation::Cos, 1),
    (Operation::Cosh, 1),
    (Operation::Degrees, 1),
    (Operation::Exp, 1),
    (Operation::Exp2, 1),
    (Operation::Floor, 1),
    (Operation::Fma, 3),
    (Operation::Fract, 1),
    (Operation::InverseSqrt, 1),
    (Operation::Log, 1),
    (Operation::Log2, 1),
    (Operation::Max, 2),
    (Operation::Min, 2),
    (Operation::Mix, 3),
    (Operation::Pow, 2),
    (Operation::QuantizeToF16, 1),
    (Operation::Radians, 1),
    (Operation::Round, 1),
    (Operation::Saturate, 1),
    (Operation::Sign, 1),
    (Operation::Sin, 1),
    (Operation::Sinh, 1),
    (Operation::Smoothstep, 3),
    (Operation::Sqrt, 1),
    (Operation::Step, 2),
    (Operation::Tan, 1),
    (Operation::Tanh, 1),
    (Operation::Trunc, 1),
    (Operation::NotEqual, 2),
    (Operation::LessEqual, 2),
];

/// Values of both types, in order; subnormal ones of `f16` among them.
const VALUES: [f64; 21] = [
    -65_504.0,
    -1000.0,
    -10.5,
    -3.0,
    -1.5,
    -1.0,
    -0.5,
    -0.125,
    -6.103_515_625e-5,
    -5.960_464_477_539_063e-8,
    0.0,
    5.960_464_477_539_063e-8,
    6.103_515_625e-5,
    0.125,
    0.5,
    0.75,
    1.0,
    2.5,
    3.0,
    11.0,
    65_504.0,
];

fn encode(ty: Type, value: f64) -> u64 {
    if ty == Type::F16 { u64::from(F16::round(value).0) } else { u64::from((value as f32).to_bits()) }
}

/// What the executor computes; a truth as 0 or 1.
fn computed(operation: Operation, ty: Type, operands: &[f64]) -> Option<f64> {
    let is_truth = matches!(
        operation,
        Operation::Equal
            | Operation::NotEqual
            | Operation::Less
            | Operation::LessEqual
            | Operation::GreaterEqual
    );
    let bits: Vec<u64> = operands.iter().map(|value| encode(ty, *value)).collect();
    let operands: Vec<Operand<'_>> = bits
        .iter()
        .map(|bits| Operand { ty, shape: Shape::Scalar, bits: core::slice::from_ref(bits) })
        .collect();
    let result = if is_truth { Type::Bool } else { ty };
    let mut out = Vec::new();
    value::call(operation, &operands, result, Shape::Scalar, Evaluation::Runtime, &mut out).ok()?;
    let bits = *out.first()?;
    Some(match (is_truth, ty) {
        (true, _) => bits as f64,
        (_, Type::F16) => F16(bits as u16).widen(),
        _ => f64::from(f32::from_bits(bits as u32)),
    })
}

/// All tuples of so many indices of [`VALUES`].
fn tuples(size: usize) -> impl Iterator<Item = Vec<usize>> {
    let count = VALUES.len();
    (0..count.pow(size as u32))
        .map(move |tuple| (0..size).map(|place| tuple / count.pow(place as u32) % count).collect())
}

#[test]
fn what_is_computed_is_allowed() {
    for ty in [Type::F32, Type::F16] {
        for (operation, size) in OPERATIONS {
            let mut is_vacuous = true;
            for tuple in tuples(size).filter(|_| operation != Operation::QuantizeToF16 || ty == Type::F32) {
                let values: Vec<f64> = tuple.iter().map(|index| VALUES[*index]).collect();
                let operands: Vec<Interval> = values.iter().map(|value| Interval::point(*value)).collect();
                let results = allowed(operation, ty, &operands);
                let result = computed(operation, ty, &values);
                assert!(
                    result.is_some_and(|it| results.contains(it)),
                    "{operation:?} {ty:?} {values:?} {result:?} {results:?}"
                );
                is_vacuous &= results.is_any();
            }
            assert!(!is_vacuous || operation == Operation::QuantizeToF16, "{operation:?} {ty:?}");
        }
    }
}

/// The operands are the neighbours of each value in the list, and the result holds what the value in the middle gives.
#[test]
fn wider_operands_allow_what_is_computed_between_their_ends() {
    for ty in [Type::F32, Type::F16] {
        for (operation, size) in OPERATIONS {
            for tuple in tuples(size).filter(|_| operation != Operation::QuantizeToF16 || ty == Type::F32) {
                let values: Vec<f64> = tuple.iter().map(|index| VALUES[*index]).collect();
                let around = |index: &usize| {
                    let (below, above) = (index.saturating_sub(1), (index + 1).min(VALUES.len() - 1));
                    Interval::between(VALUES[below], VALUES[above])
                };
                let operands: Vec<Interval> = tuple.iter().map(around).collect();
                let results = allowed(operation, ty, &operands);
                let result = computed(operation, ty, &values);
                assert!(
                    result.is_some_and(|it| results.contains(it)),
                    "{operation:?} {ty:?} {values:?} {result:?} {results:?}"
                );
            }
        }
    }
}

#[test]
fn operations_without_floats_are_not_bounded() {
    let one = [Interval::point(1.0); 3];
    assert!(allowed(Operation::ReverseBits, Type::F32, &one).is_any());
    assert!(allowed(Operation::Add, Type::I32, &one).is_any());
    assert!(allowed(Operation::QuantizeToF16, Type::F16, &one).is_any());
    assert_eq!(allowed(Operation::Ldexp, Type::F32, &one), Interval::point(2.0));
}
