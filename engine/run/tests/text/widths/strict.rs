//! Faults of types that shaders do not have.

use super::outcome;
use shader_ir::Type;
use shader_numeric::Operation as K;
use shader_run::execute::{FaultKind as F, Options};

/// The kinds of faults of a program of some invocations.
fn faults(lanes: usize, program: &str) -> Vec<F> {
    let options = Options { integer_overflow: true, ..Options::default() };
    outcome(lanes, program, &[7], 8, options).faults.iter().map(|(kind, _)| *kind).collect()
}

/// The fault of a step that makes a register %5 of a constant %4.
fn fault_of(ty: Type, raw: u64, step: &str) -> Option<F> {
    faults(1, &format!("constant %4: {} = {raw:#x}\ncode\n%5: {step} %4\n", ty.name())).first().copied()
}

/// An operation on constants, all of which have the type except a count.
fn on_constants(operation: K, ty: Type, operands: [u64; 2]) -> String {
    let types = operation.scalar_types(ty).expect("the kernel takes this type").operands;
    let constants = (4..).zip(types.iter().zip(operands));
    let constants: Vec<String> =
        constants.map(|(to, (ty, raw))| format!("constant %{to}: {} = {raw:#x}\n", ty.name())).collect();
    let (ty, operands) = (ty.name(), if types.len() == 1 { "%4" } else { "%4, %5" });
    let constants = constants.concat();
    format!("{constants}code\n%{}: {ty} = {operation:?} {ty} {operands}\n", 4 + types.len())
}

/// The fault of such an operation.
fn fault(operation: K, ty: Type, operands: [u64; 2]) -> Option<F> {
    faults(1, &on_constants(operation, ty, operands)).first().copied()
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
    let program = on_constants(K::Add, Type::I64, [i64::MAX as u64, 1]);
    assert_eq!(outcome(1, &program, &[], 0, Options::default()).faults, []);
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
        let (name, into) = (from.name(), into.name());
        fault_of(from, raw, &format!("{into} = convert {name} {into}"))
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
    let of = |value: f64| fault_of(Type::U64, value.to_bits(), "f64 = reinterpret");
    assert_eq!((of(f64::NAN), of(1.0)), (Some(F::IndeterminateFloat), None));
}

#[test]
fn bytes_beside_each_other_are_no_race() {
    for (stride, expected) in [(1, vec![]), (0, vec![F::DataRace])] {
        let program = format!(
            "code
%4: u32 = index stride={stride} %0, %2, %1
%5: u8 = load u8 buffer.0[%4]
store u8 buffer.1[%4] %5
"
        );
        assert_eq!(faults(4, &program), expected, "{stride}");
    }
    // The upper halves of 64-bit values count, too.
    let program = "
constant %4: u64 = 0
code
%5: u32 = index stride=4 %0, %2, %1
store u64 buffer.1[%5] %4
";
    assert_eq!(faults(2, program), [F::DataRace]);
}

#[test]
fn eight_bytes_of_which_four_are_there() {
    let program = "
constant %4: u32 = 60
constant %5: f64 = 0
code
store f64 buffer.1[%4] %5
";
    assert_eq!(faults(1, program), [F::OutOfBounds]);
}

#[test]
fn both_words_of_an_atomic_operation_are_raced_for() {
    for (offset, expected) in [(0, vec![F::DataRace]), (4, vec![F::DataRace]), (8, vec![])] {
        let program = format!(
            "constant %4: u64 = 1
code
%5: u64 = atomic add u64 buffer.1[%0] %4
%6: u32 = load u32 buffer.1[%0 + {offset}]
"
        );
        assert_eq!(faults(2, &program), expected, "{offset}");
    }
}

/// In C++ AMP, a word that atomic operations change may be read at the same time, and not written.
#[test]
fn ordinary_accesses_to_atomic_words_race() {
    let program = |header: &str, access: &str| {
        format!("{header}constant %4: u32 = 1\ncode\n%5: u32 = atomic add u32 buffer.1[%0] %4\n{access}\n")
    };
    let (load, store) = ("%6: u32 = load u32 buffer.1[%0]", "store u32 buffer.1[%0] %4");
    assert_eq!(faults(2, &program("", load)), [F::DataRace]);
    assert_eq!(faults(2, &program("atomics_allow_reads\n", load)), []);
    assert_eq!(faults(2, &program("atomics_allow_reads\n", store)), [F::DataRace]);
}
