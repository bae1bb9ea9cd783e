//! Faults of types that shaders do not have.

use crate::code::{SINK, SOURCE};
use crate::{Code, run_with};
use shader_ir::{AtomicOperation, Instruction, Location, Type};
use shader_numeric::Operation as K;
use shader_run::execute::{FaultKind as F, Options};

/// The kinds of faults of a program.
fn faults(code: &Code, source: &[u8]) -> Vec<F> {
    let options = Options { integer_overflow: true, ..Options::default() };
    run_with(&code.program, source, 64, options).1.iter().map(|fault| fault.kind).collect()
}

/// The fault of an operation on constants, all of which have the type except a count.
fn fault(operation: K, ty: Type, operands: [u64; 2]) -> Option<F> {
    let mut code = Code::new(1);
    let second = if matches!(operation, K::ShiftLeft | K::ShiftRight) { Type::U32 } else { ty };
    let operands = [code.constant(ty, operands[0]), code.constant(second, operands[1])];
    code.scalar(operation, ty, ty, &operands);
    faults(&code, &[]).first().copied()
}

#[test]
fn division_by_zero() {
    for ty in [Type::I8, Type::U8, Type::I16, Type::U16, Type::I64, Type::U64] {
        assert_eq!(fault(K::Divide, ty, [1, 0]), Some(F::DivisionByZero), "{ty:?}");
        assert_eq!(fault(K::Remainder, ty, [1, 0]), Some(F::DivisionByZero), "{ty:?}");
        assert_eq!(fault(K::Divide, ty, [1, 1]), None, "{ty:?}");
    }
    // Only the upper half of this divisor is not zero.
    assert_eq!(fault(K::Divide, Type::U64, [1, 1 << 32]), None);
    assert_eq!(fault(K::Divide, Type::I64, [1 << 63, u64::MAX]), Some(F::IntegerOverflow));
}

#[test]
fn shifts_by_the_width_or_more() {
    for (ty, width) in [(Type::I8, 8), (Type::U16, 16), (Type::U32, 32), (Type::I64, 64), (Type::U64, 64)] {
        for operation in [K::ShiftLeft, K::ShiftRight] {
            assert_eq!(fault(operation, ty, [1, width - 1]), None, "{ty:?}");
            assert_eq!(fault(operation, ty, [1, width]), Some(F::ShiftTooFar), "{ty:?}");
        }
    }
}

#[test]
fn sums_that_wrap() {
    let negative = |ty: Type, value: i64| if ty.is_wide() { value as u64 } else { u64::from(value as u32) };
    for ty in [Type::I8, Type::I16, Type::I32, Type::I64, Type::U8, Type::U16, Type::U32, Type::U64] {
        let (least, greatest) =
            ty.range().map_or((0, 0), |(least, greatest)| (least as i64, greatest as u64));
        let least = if ty.is_signed() { negative(ty, least) } else { 0 };
        let overflow = Some(F::IntegerOverflow);
        assert_eq!(fault(K::Add, ty, [greatest, 1]), overflow, "{ty:?}");
        assert_eq!(fault(K::Add, ty, [greatest, 0]), None, "{ty:?}");
        assert_eq!(fault(K::Subtract, ty, [least, 1]), overflow, "{ty:?}");
        assert_eq!(fault(K::Multiply, ty, [greatest, greatest]), overflow, "{ty:?}");
        assert_eq!(fault(K::Multiply, ty, [greatest, 1]), None, "{ty:?}");
        assert_eq!(fault(K::Abs, ty, [least, 0]), ty.is_signed().then_some(F::IntegerOverflow), "{ty:?}");
    }
}

#[test]
fn sums_that_wrap_are_reported_on_request_only() {
    let mut code = Code::new(1);
    let [a, b] = [i64::MAX as u64, 1].map(|raw| code.constant(Type::I64, raw));
    code.scalar(K::Add, Type::I64, Type::I64, &[a, b]);
    assert_eq!(run_with(&code.program, &[], 4, Options::default()).1, []);
}

#[test]
fn doubles_that_are_no_numbers() {
    let of = |operation, a: f64, b: f64| fault(operation, Type::F64, [a.to_bits(), b.to_bits()]);
    assert_eq!(of(K::Multiply, 1e200, 1e200), Some(F::IndeterminateFloat));
    assert_eq!(of(K::Divide, 1.0, 0.0), Some(F::IndeterminateFloat));
    assert_eq!(of(K::Sqrt, -1.0, 0.0), Some(F::IndeterminateFloat));
    assert_eq!(of(K::Add, 1e300, 1e300), None);
    // The NaN was already reported at its origin.
    assert_eq!(of(K::Add, f64::NAN, 1.0), None);
    assert_eq!(of(K::Add, f64::INFINITY, 1.0), None);
}

#[test]
fn conversions_out_of_range() {
    let of = |from: Type, into: Type, raw: u64| {
        let mut code = Code::new(1);
        let value = code.constant(from, raw);
        code.convert(from, into, value);
        faults(&code, &[]).first().copied()
    };
    let out = Some(F::ConversionOutOfRange);
    assert_eq!(of(Type::F64, Type::I64, 1e19f64.to_bits()), out);
    assert_eq!(of(Type::F64, Type::U64, 1e19f64.to_bits()), None);
    assert_eq!(of(Type::F64, Type::U64, (-1.0f64).to_bits()), out);
    assert_eq!(of(Type::F64, Type::F32, 1e39f64.to_bits()), out);
    assert_eq!(of(Type::F32, Type::I8, u64::from(128f32.to_bits())), out);
    assert_eq!(of(Type::F32, Type::U8, u64::from(128f32.to_bits())), None);
    assert_eq!(of(Type::U64, Type::F16, 65_505), out);
    assert_eq!(of(Type::U64, Type::I8, u64::MAX), None);
}

#[test]
fn bits_that_are_no_double() {
    let of = |value: f64| {
        let mut code = Code::new(1);
        let (to, value) = (code.register(Type::F64), code.constant(Type::U64, value.to_bits()));
        code.emit(Instruction::Reinterpret { to, value });
        faults(&code, &[]).first().copied()
    };
    assert_eq!((of(f64::NAN), of(1.0)), (Some(F::IndeterminateFloat), None));
}

#[test]
fn bytes_beside_each_other_are_no_race() {
    for (stride, expected) in [(1, vec![]), (0, vec![F::DataRace])] {
        let mut code = Code::new(4);
        let own = code.lane_times(stride);
        let value = code.load(Type::U8, SOURCE, own, 0);
        code.store(value, SINK, own, 0);
        assert_eq!(faults(&code, &[7; 4]), expected, "{stride}");
    }
    // The upper halves of 64-bit values count, too.
    let mut code = Code::new(2);
    let own = code.lane_times(4);
    let value = code.constant(Type::U64, 0);
    code.store(value, SINK, own, 0);
    assert_eq!(faults(&code, &[]), [F::DataRace]);
}

#[test]
fn eight_bytes_of_which_four_are_there() {
    let mut code = Code::new(1);
    let at = code.constant(Type::U32, 60);
    let value = code.constant(Type::F64, 0);
    let into = Location { memory: SINK, address: at, offset: 0 };
    code.emit(Instruction::Store { ty: Type::F64.into(), value, into });
    assert_eq!(faults(&code, &[]), [F::OutOfBounds]);
}

#[test]
fn both_words_of_an_atomic_operation_are_raced_for() {
    for (offset, expected) in [(0, vec![F::DataRace]), (4, vec![F::DataRace]), (8, vec![])] {
        let mut code = Code::new(2);
        let (zero, one) = (code.constant(Type::U32, 0), code.constant(Type::U64, 1));
        let (ty, to) = (Type::U64, code.register(Type::U64));
        let at = Location { memory: SINK, address: zero, offset: 0 };
        code.emit(Instruction::Atomic { operation: AtomicOperation::Add, ty, to, value: one, at });
        code.load(Type::U32, SINK, zero, offset);
        assert_eq!(faults(&code, &[]), expected, "{offset}");
    }
}
