//! What the executor computes is allowed, whatever the operation and the operands.

use super::*;
use crate::half::F16;
use crate::{self as value, Evaluation, Operand, Shape};
use wgsl_spec::Scalar;

const KERNELS: [(Kernel, usize); 49] = [
    (Kernel::Add, 2),
    (Kernel::Subtract, 2),
    (Kernel::Multiply, 2),
    (Kernel::Divide, 2),
    (Kernel::Remainder, 2),
    (Kernel::Negate, 1),
    (Kernel::Less, 2),
    (Kernel::Equal, 2),
    (Kernel::GreaterEqual, 2),
    (Kernel::Abs, 1),
    (Kernel::Acos, 1),
    (Kernel::Acosh, 1),
    (Kernel::Asin, 1),
    (Kernel::Asinh, 1),
    (Kernel::Atan, 1),
    (Kernel::Atanh, 1),
    (Kernel::Atan2, 2),
    (Kernel::Ceil, 1),
    (Kernel::Clamp, 3),
    (Kernel::Cos, 1),
    (Kernel::Cosh, 1),
    (Kernel::Degrees, 1),
    (Kernel::Exp, 1),
    (Kernel::Exp2, 1),
    (Kernel::Floor, 1),
    (Kernel::Fma, 3),
    (Kernel::Fract, 1),
    (Kernel::InverseSqrt, 1),
    (Kernel::Log, 1),
    (Kernel::Log2, 1),
    (Kernel::Max, 2),
    (Kernel::Min, 2),
    (Kernel::Mix, 3),
    (Kernel::Pow, 2),
    (Kernel::QuantizeToF16, 1),
    (Kernel::Radians, 1),
    (Kernel::Round, 1),
    (Kernel::Saturate, 1),
    (Kernel::Sign, 1),
    (Kernel::Sin, 1),
    (Kernel::Sinh, 1),
    (Kernel::Smoothstep, 3),
    (Kernel::Sqrt, 1),
    (Kernel::Step, 2),
    (Kernel::Tan, 1),
    (Kernel::Tanh, 1),
    (Kernel::Trunc, 1),
    (Kernel::NotEqual, 2),
    (Kernel::LessEqual, 2),
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
fn computed(kernel: Kernel, ty: Type, operands: &[f64]) -> Option<f64> {
    let is_truth = matches!(
        kernel,
        Kernel::Equal | Kernel::NotEqual | Kernel::Less | Kernel::LessEqual | Kernel::GreaterEqual
    );
    let bits: Vec<u64> = operands.iter().map(|value| encode(ty, *value)).collect();
    let scalar = if ty == Type::F16 { Scalar::F16 } else { Scalar::F32 };
    let operands: Vec<Operand<'_>> = bits
        .iter()
        .map(|bits| Operand { scalar, shape: Shape::Scalar, bits: core::slice::from_ref(bits) })
        .collect();
    let result = if is_truth { Scalar::Bool } else { scalar };
    let mut out = Vec::new();
    value::call(kernel, &operands, result, Shape::Scalar, Evaluation::Runtime, &mut out).ok()?;
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
        for (kernel, size) in KERNELS {
            let mut is_vacuous = true;
            for tuple in tuples(size).filter(|_| kernel != Kernel::QuantizeToF16 || ty == Type::F32) {
                let values: Vec<f64> = tuple.iter().map(|index| VALUES[*index]).collect();
                let operands: Vec<Interval> = values.iter().map(|value| Interval::point(*value)).collect();
                let results = allowed(kernel, ty, &operands);
                let result = computed(kernel, ty, &values);
                assert!(
                    result.is_some_and(|it| results.contains(it)),
                    "{kernel:?} {ty:?} {values:?} {result:?} {results:?}"
                );
                is_vacuous &= results.is_any();
            }
            assert!(!is_vacuous || kernel == Kernel::QuantizeToF16, "{kernel:?} {ty:?}");
        }
    }
}

/// The operands are the neighbours of each value in the list, and the result holds what the value in the middle gives.
#[test]
fn wider_operands_allow_what_is_computed_between_their_ends() {
    for ty in [Type::F32, Type::F16] {
        for (kernel, size) in KERNELS {
            for tuple in tuples(size).filter(|_| kernel != Kernel::QuantizeToF16 || ty == Type::F32) {
                let values: Vec<f64> = tuple.iter().map(|index| VALUES[*index]).collect();
                let around = |index: &usize| {
                    let (below, above) = (index.saturating_sub(1), (index + 1).min(VALUES.len() - 1));
                    Interval::between(VALUES[below], VALUES[above])
                };
                let operands: Vec<Interval> = tuple.iter().map(around).collect();
                let results = allowed(kernel, ty, &operands);
                let result = computed(kernel, ty, &values);
                assert!(
                    result.is_some_and(|it| results.contains(it)),
                    "{kernel:?} {ty:?} {values:?} {result:?} {results:?}"
                );
            }
        }
    }
}

#[test]
fn kernels_without_floats_are_not_bounded() {
    let one = [Interval::point(1.0); 3];
    assert!(allowed(Kernel::ReverseBits, Type::F32, &one).is_any());
    assert!(allowed(Kernel::Add, Type::I32, &one).is_any());
    assert!(allowed(Kernel::QuantizeToF16, Type::F16, &one).is_any());
    assert_eq!(allowed(Kernel::Ldexp, Type::F32, &one), Interval::point(2.0));
}
