//! Floating point operations and their accuracy: what the engine computes is allowed, whatever the operation and the operands.

use shader_numeric::allowed::{Bound, Interval, Range, allowed};
use shader_numeric::half::F16;
use shader_numeric::signature::Class;
use shader_numeric::{Application, Evaluation, Operand, Operation, Shape, Type};
use wgsl_spec::{ACCURACY, FunctionId};

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

/// The operations of WGSL that compute each component of floating point numbers by itself, with so many operands of the type.
fn operations(ty: Type) -> impl Iterator<Item = (Operation, usize)> {
    // A sum that is rounded once belongs to other languages: WGSL states no accuracy of it.
    let all = Operation::ALL.iter().copied().filter(|it| *it != Operation::FusedMultiplyAdd);
    all.filter(move |operation| operation.scalar_types(ty).is_some()).filter_map(move |operation| {
        let types = operation.scalar_types(ty)?;
        types.operands.iter().all(|it| *it == ty).then_some((operation, types.operands.len()))
    })
}

fn encode(ty: Type, value: f64) -> u64 {
    if ty == Type::F16 { u64::from(F16::round(value).0) } else { u64::from((value as f32).to_bits()) }
}

/// The result of the engine; a truth value as 0 or 1.
fn computed(operation: Operation, ty: Type, operands: &[f64]) -> f64 {
    let bits: Vec<u64> = operands.iter().map(|value| encode(ty, *value)).collect();
    let operand = |bits| Operand { ty, shape: Shape::Scalar, bits: core::slice::from_ref(bits) };
    let operands: Vec<Operand<'_>> = bits.iter().map(operand).collect();
    let is_truth = operation.result().class == Class::Bool;
    let result = (if is_truth { Type::Bool } else { ty }, Shape::Scalar);
    let mut out = Vec::new();
    let application = Application { operation, operands: &operands, result, is_exact: false };
    application.evaluate(Evaluation::Runtime, &mut out).expect("a result for everything");
    match (is_truth, ty) {
        (true, _) => out[0] as f64,
        (_, Type::F16) => F16(out[0] as u16).widen(),
        _ => f64::from(f32::from_bits(out[0] as u32)),
    }
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
        let mut count = 0;
        for (operation, size) in operations(ty) {
            count += 1;
            let mut is_vacuous = true;
            for tuple in tuples(size) {
                let values: Vec<f64> = tuple.iter().map(|index| VALUES[*index]).collect();
                let operands: Vec<Interval> = values.iter().map(|value| Interval::point(*value)).collect();
                let results = allowed(operation, &ACCURACY, ty, &operands);
                let result = computed(operation, ty, &values);
                assert!(results.contains(result), "{operation:?} {ty:?} {values:?} {result:?} {results:?}");
                is_vacuous &= results.is_any();
            }
            assert!(!is_vacuous, "{operation:?} {ty:?}");
        }
        assert!(count >= 47, "{count}");
    }
}

/// The operands are the neighbours of each value in the list, and the result holds what the value in the middle gives.
#[test]
fn wider_operands_allow_what_is_computed_between_their_ends() {
    for ty in [Type::F32, Type::F16] {
        for (operation, size) in operations(ty) {
            for tuple in tuples(size) {
                let values: Vec<f64> = tuple.iter().map(|index| VALUES[*index]).collect();
                let around = |index: &usize| {
                    let (below, above) = (index.saturating_sub(1), (index + 1).min(VALUES.len() - 1));
                    Interval::between(VALUES[below], VALUES[above])
                };
                let operands: Vec<Interval> = tuple.iter().map(around).collect();
                let results = allowed(operation, &ACCURACY, ty, &operands);
                let result = computed(operation, ty, &values);
                assert!(results.contains(result), "{operation:?} {ty:?} {values:?} {result:?} {results:?}");
            }
        }
    }
}

#[test]
fn bounds_are_those_of_the_specification() {
    let single = |operation: Operation| ACCURACY.f32[operation as usize];
    let half = |operation: Operation| ACCURACY.f16[operation as usize];
    let units = |count, of_magnitude| Bound::Units { count, of_magnitude };
    assert_eq!(
        (single(Operation::Exp).bound, half(Operation::Exp).bound),
        (units(3.0, 2.0), units(1.0, 2.0))
    );
    assert_eq!(single(Operation::Sin).bound, Bound::Absolute(1.0 / 2048.0));
    assert_eq!(half(Operation::Acos).bound, Bound::AbsoluteOrInherited(3.91e-3));
    assert_eq!(single(Operation::Determinant).bound, Bound::Any);
    let range = Interval { begin: 0.5, end: 2.0 };
    let logarithm = Bound::ByRange { range, absolute: 1.0 / 128.0, units: 3.0 };
    assert_eq!(half(Operation::Log2).bound, logarithm);
    let [of_x, of_y] = half(Operation::Atan2).conditions else { panic!("two conditions") };
    assert_eq!((of_x.operand, of_y.operand, of_y.range), (1, 0, Range::Normal));
    assert_eq!(of_x.range, Range::Magnitude(Interval { begin: 1.0 / 16_384.0, end: 16_384.0 }));
    assert_eq!(single(Operation::CountOneBits).bound, Bound::Any);
}

#[test]
fn every_function_of_floats_has_an_accuracy() {
    for id in FunctionId::ALL {
        if let Some(operation) =
            id.get().value_operation().filter(|operation| operation.scalar_types(Type::F32).is_some())
        {
            assert_ne!(ACCURACY.f32[operation as usize].bound, Bound::Any, "{}", id.get().name);
        }
    }
}
