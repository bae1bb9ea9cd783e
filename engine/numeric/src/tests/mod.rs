//! Calls by run-time type, as const evaluation makes them.

mod table;

use super::event::Event;
use super::half::F16;
use super::number::{Float, Number};
use super::{Application, Domain, Evaluation, Fault, Operand, Operation, Shape, Type};

/// An owned operand.
#[derive(Clone, Debug, PartialEq)]
struct Value {
    ty: Type,
    shape: Shape,
    bits: Vec<u64>,
}

impl Value {
    fn operand(&self) -> Operand<'_> {
        Operand { ty: self.ty, shape: self.shape, bits: &self.bits }
    }
}

/// A type that values of the language have.
trait Typed: Number {
    const TYPE: Type;
}

macro_rules! typed {
    ($($type:ident: $name:ident,)*) => {$(
        impl Typed for $type {
            const TYPE: Type = Type::$name;
        }
    )*};
}

typed! { i64: I64, f64: F64, i32: I32, u32: U32, f32: F32, F16: F16, }

fn one<T: Typed>(value: T) -> Value {
    Value { ty: T::TYPE, shape: Shape::Scalar, bits: vec![value.to_raw()] }
}

fn vector<T: Typed>(values: &[T]) -> Value {
    let bits = values.iter().map(|value| value.to_raw()).collect();
    Value { ty: T::TYPE, shape: Shape::Vector(values.len() as u8), bits }
}

fn matrix<T: Typed>(columns: u8, rows: u8, values: &[T]) -> Value {
    Value { shape: Shape::Matrix(columns, rows), ..vector(values) }
}

fn truth(value: bool) -> Value {
    Value { ty: Type::Bool, shape: Shape::Scalar, bits: vec![u64::from(value)] }
}

fn truths(values: &[bool]) -> Value {
    let bits = values.iter().map(|value| u64::from(*value)).collect();
    Value { ty: Type::Bool, shape: Shape::Vector(values.len() as u8), bits }
}

fn evaluate(
    operation: Operation,
    arguments: &[Value],
    (ty, shape): (Type, Shape),
    evaluation: Evaluation,
) -> Result<Value, Fault> {
    let operands: Vec<Operand<'_>> = arguments.iter().map(Value::operand).collect();
    let mut bits = vec![7];
    // As `AbstractInt` has it.
    let is_exact = ty == Type::I64;
    let application = Application { operation, operands: &operands, result: (ty, shape), is_exact };
    let outcome = application.evaluate(evaluation, &mut bits);
    assert_eq!(bits[0], 7, "what was there stays there");
    assert!(outcome.is_ok() || bits.len() == 1, "a fault leaves no components");
    outcome.map(|()| Value { ty, shape, bits: bits.split_off(1) })
}

/// Evaluates a call whose result has the type and shape of the expected value.
fn gives(operation: Operation, arguments: &[Value], expected: Value) {
    let result = evaluate(operation, arguments, (expected.ty, expected.shape), Evaluation::Creation);
    assert_eq!(result, Ok(expected), "{operation:?} of {arguments:?}");
}

/// Evaluates a call that is an error at creation time; the result has the type of the first argument.
fn fails(operation: Operation, arguments: &[Value], event: Event, message: &str) {
    let (ty, shape) = (arguments[0].ty, arguments[0].shape);
    let fault = evaluate(operation, arguments, (ty, shape), Evaluation::Creation).unwrap_err();
    assert_eq!((fault.event, fault.message(Type::name).as_str()), (event, message));
}

#[test]
fn operators_on_scalars() {
    gives(Operation::Add, &[one(2i64), one(3i64)], one(5i64));
    gives(Operation::Add, &[one(i32::MAX), one(1)], one(i32::MIN));
    gives(Operation::Subtract, &[one(0u32), one(1u32)], one(u32::MAX));
    gives(Operation::Multiply, &[one(1.5f32), one(2f32)], one(3f32));
    gives(Operation::Remainder, &[one(-7i32), one(4)], one(-3));
    gives(Operation::Negate, &[one(i64::MIN)], one(i64::MIN));
    gives(Operation::Complement, &[one(5u32)], one(!5u32));
    gives(Operation::Complement, &[one(5i64)], one(!5i64));
    gives(Operation::BitXor, &[one(-1i32), one(1)], one(-2));
    gives(Operation::BitAnd, &[truth(true), truth(false)], truth(false));
    gives(Operation::ShiftLeft, &[one(1i32), one(4u32)], one(16));
    gives(Operation::ShiftRight, &[one(-16i64), one(2u32)], one(-4i64));
    gives(Operation::Less, &[one(-1i32), one(0)], truth(true));
    gives(Operation::Less, &[one(u32::MAX), one(0u32)], truth(false));
    gives(Operation::Equal, &[one(0.0f32), one(-0.0f32)], truth(true));
    gives(Operation::NotEqual, &[truth(true), truth(false)], truth(true));
    gives(Operation::Not, &[truth(true)], truth(false));
    gives(Operation::LogicalOr, &[truth(false), truth(true)], truth(true));
}

#[test]
fn scalars_spread_over_vectors_and_matrices() {
    gives(Operation::Add, &[vector(&[1, 2, 3]), one(1)], vector(&[2, 3, 4]));
    gives(Operation::Divide, &[one(12u32), vector(&[3u32, 4])], vector(&[4u32, 3]));
    gives(Operation::Less, &[vector(&[1f32, 3.0]), vector(&[2f32, 2.0])], truths(&[true, false]));
    let square = matrix(2, 2, &[1f32, 2.0, 3.0, 4.0]);
    gives(Operation::Multiply, &[one(2f32), square.clone()], matrix(2, 2, &[2f32, 4.0, 6.0, 8.0]));
    gives(Operation::Subtract, &[square.clone(), square], matrix(2, 2, &[0f32; 4]));
}

#[test]
fn linear_algebra() {
    // Three columns of two rows: | 1 3 5 |
    //                            | 2 4 6 |
    let wide = matrix(3, 2, &[1f64, 2.0, 3.0, 4.0, 5.0, 6.0]);
    let tall = matrix(2, 3, &[1f64, 3.0, 5.0, 2.0, 4.0, 6.0]);
    gives(Operation::Multiply, &[wide.clone(), vector(&[1f64, 0.0, 2.0])], vector(&[11f64, 14.0]));
    gives(Operation::Multiply, &[vector(&[1f64, 10.0]), wide.clone()], vector(&[21f64, 43.0, 65.0]));
    gives(Operation::Multiply, &[wide.clone(), tall.clone()], matrix(2, 2, &[35f64, 44.0, 44.0, 56.0]));
    gives(Operation::Multiply, &[matrix(2, 2, &[1, 2, 3, 4]), vector(&[5, 6])], vector(&[23, 34]));
    gives(Operation::Transpose, std::slice::from_ref(&wide), tall);
    gives(Operation::Determinant, &[matrix(2, 2, &[1f32, 2.0, 3.0, 4.0])], one(-2f32));
    gives(Operation::Dot, &[vector(&[1u32, 2]), vector(&[3u32, 4])], one(11u32));
    gives(
        Operation::Cross,
        &[vector(&[0f32, 1.0, 0.0]), vector(&[0f32, 0.0, 1.0])],
        vector(&[1f32, 0.0, 0.0]),
    );
    gives(Operation::Length, &[one(-2f32)], one(2f32));
    gives(Operation::Distance, &[vector(&[1f32, 1.0]), vector(&[4f32, 5.0])], one(5f32));
}

#[test]
fn builtin_functions() {
    gives(Operation::Abs, &[vector(&[-1i32, 2])], vector(&[1i32, 2]));
    gives(Operation::Clamp, &[one(5u32), one(1u32), one(3u32)], one(3u32));
    gives(Operation::Sqrt, &[one(2f64)], one(std::f64::consts::SQRT_2));
    gives(Operation::Pow, &[one(2f32), one(10f32)], one(1024f32));
    gives(Operation::Ldexp, &[one(0.5f32), one(3i32)], one(4f32));
    gives(Operation::Ldexp, &[one(0.5f64), one(-1i64)], one(0.25f64));
    gives(Operation::CountOneBits, &[vector(&[7i32, 0])], vector(&[3i32, 0]));
    gives(Operation::ExtractBits, &[vector(&[0xf0i32, 0x70]), one(4u32), one(4u32)], vector(&[-1i32, 7]));
    gives(Operation::InsertBits, &[one(0u32), one(9u32), one(4u32), one(4u32)], one(0x90u32));
    gives(Operation::Mix, &[vector(&[0f32, 2.0]), vector(&[2f32, 4.0]), one(0.5f32)], vector(&[1f32, 3.0]));
    gives(Operation::All, &[truths(&[true, true])], truth(true));
    gives(Operation::Any, &[truths(&[false, false])], truth(false));
    gives(Operation::Select, &[one(1i32), one(2), truth(true)], one(2));
    gives(Operation::Select, &[vector(&[1, 2]), vector(&[3, 4]), truths(&[true, false])], vector(&[3, 2]));
    gives(Operation::Select, &[vector(&[1, 2]), vector(&[3, 4]), truth(true)], vector(&[3, 4]));
    gives(Operation::QuantizeToF16, &[vector(&[0.1f32, 1.0])], vector(&[0.099_975_586f32, 1.0]));
    gives(Operation::Normalize, &[vector(&[0f32, 2.0])], vector(&[0f32, 1.0]));
    gives(Operation::Refract, &[vector(&[1f32, 0.0]), vector(&[0f32, 1.0]), one(2f32)], vector(&[0f32; 2]));
}

/// Each is compared with the standard library, which differs in the last bits.
#[test]
fn elementary_functions() {
    let functions = [
        (Operation::Acos, f64::acos as fn(f64) -> f64),
        (Operation::Acosh, f64::acosh),
        (Operation::Asin, f64::asin),
        (Operation::Asinh, f64::asinh),
        (Operation::Atan, f64::atan),
        (Operation::Atanh, f64::atanh),
        (Operation::Cos, f64::cos),
        (Operation::Cosh, f64::cosh),
        (Operation::Degrees, f64::to_degrees),
        (Operation::Exp, f64::exp),
        (Operation::Exp2, f64::exp2),
        (Operation::InverseSqrt, |value| value.sqrt().recip()),
        (Operation::Log, f64::ln),
        (Operation::Log2, f64::log2),
        (Operation::Radians, f64::to_radians),
        (Operation::Sin, f64::sin),
        (Operation::Sinh, f64::sinh),
        (Operation::Tanh, f64::tanh),
    ];
    for (operation, function) in functions {
        let argument = if operation == Operation::Acosh { 1.75 } else { 0.375 };
        let result = evaluate(operation, &[one(argument)], (Type::F64, Shape::Scalar), Evaluation::Creation);
        let value = f64::from_bits(result.unwrap().bits[0]);
        assert!((value - function(argument)).abs() < 1e-12, "{operation:?}: {value}");
    }
}

#[test]
fn rounded_numbers() {
    let rounded =
        |operation, expected: [f32; 2]| gives(operation, &[vector(&[1.5f32, -2.5])], vector(&expected));
    rounded(Operation::Ceil, [2.0, -2.0]);
    rounded(Operation::Floor, [1.0, -3.0]);
    rounded(Operation::Round, [2.0, -2.0]);
    rounded(Operation::Trunc, [1.0, -2.0]);
}

#[test]
fn structures_are_flattened_member_by_member() {
    let frexp = |argument: Value, ty| {
        let shape = argument.shape;
        evaluate(Operation::Frexp, &[argument], (ty, shape), Evaluation::Creation).unwrap().bits
    };
    let expected = [0.75f32.to_raw(), (-0.5f32).to_raw(), 1i32.to_raw(), (-1i32).to_raw()];
    assert_eq!(frexp(vector(&[1.5f32, -0.25]), Type::F32), expected);
    assert_eq!(frexp(one(0.25f64), Type::F64), [0.5f64.to_raw(), (-1i64).to_raw()]);
    let modf = evaluate(
        Operation::Modf,
        &[vector(&[1.5f32, -2.25])],
        (Type::F32, Shape::Vector(2)),
        Evaluation::Creation,
    );
    let expected = [0.5f32, -0.25, 1.0, -2.0].map(Number::to_raw);
    assert_eq!(modf.unwrap().bits, expected);
}

#[test]
fn packing() {
    gives(Operation::Pack4x8unorm, &[vector(&[0f32, 1.0, 0.5, 2.0])], one(0xff80_ff00u32));
    gives(Operation::Pack4xI8, &[vector(&[-1i32, 1, 2, 300])], one(0x2c02_01ffu32));
    gives(Operation::Pack4xU8Clamp, &[vector(&[1u32, 300, 3, 4])], one(0x0403_ff01u32));
    gives(Operation::Pack2x16float, &[vector(&[1f32, -2.0])], one(0xc000_3c00u32));
    gives(Operation::Unpack4xI8, &[one(0x2c02_01ffu32)], vector(&[-1i32, 1, 2, 44]));
    gives(Operation::Unpack2x16unorm, &[one(0xffff_0000u32)], vector(&[0f32, 1.0]));
    gives(Operation::Unpack2x16float, &[one(0xc000_3c00u32)], vector(&[1f32, -2.0]));
    gives(Operation::Dot4I8Packed, &[one(0xffff_ffffu32), one(0x0101_0101u32)], one(-4i32));
    let word = (Type::U32, Shape::Scalar);
    let too_great = [vector(&[1f32, 65_505.0])];
    let fault = evaluate(Operation::Pack2x16float, &too_great, word, Evaluation::Creation).unwrap_err();
    assert_eq!(fault.message(Type::name), "`65505.0` can't be represented in f16");
    let infinite = [one(0x7c00u32)];
    let kind = (Type::F32, Shape::Vector(2));
    let fault = evaluate(Operation::Unpack2x16float, &infinite, kind, Evaluation::Creation).unwrap_err();
    assert_eq!(fault.message(Type::name), "`unpack2x16float(31744)` overflows f32");
}

#[test]
fn constructors() {
    gives(Operation::Construct, &[], one(0i32));
    gives(Operation::Construct, &[one(-1i32)], one(u32::MAX));
    gives(Operation::Construct, &[one(2.9f32)], one(2i32));
    gives(Operation::Construct, &[one(3i64)], vector(&[3f32; 3]));
    gives(Operation::Construct, &[vector(&[1i32, 2]), one(3i32)], vector(&[1f32, 2.0, 3.0]));
    gives(Operation::Construct, &[], matrix(2, 2, &[0f32; 4]));
    let columns = [vector(&[1f64, 2.0]), vector(&[3f64, 4.0])];
    gives(Operation::Construct, &columns, matrix(2, 2, &[1f32, 2.0, 3.0, 4.0]));
    let halves = [1.0, 2.0, 3.0, 4.0].map(<F16 as Float>::round);
    gives(Operation::Construct, &[matrix(2, 2, &[1f32, 2.0, 3.0, 4.0])], matrix(2, 2, &halves));
}

#[test]
fn bit_casts() {
    gives(Operation::Bitcast, &[one(1f32)], one(0x3f80_0000u32));
    gives(Operation::Bitcast, &[one(0xffff_ffff_i64)], one(u32::MAX));
    gives(Operation::Bitcast, &[vector(&[-1i32, 0])], vector(&[u32::MAX, 0]));
    let halves = [F16(0x3c00), F16(0xc000)];
    gives(Operation::Bitcast, &[vector(&halves)], one(0xc000_3c00u32));
    gives(Operation::Bitcast, &[one(0xc000_3c00u32)], vector(&halves));
    let four = [halves[0], halves[1], F16(0), F16(1)];
    gives(Operation::Bitcast, &[vector(&four)], vector(&[0xc000_3c00u32, 0x0001_0000]));
    let to_f32 = |evaluation| {
        let bits = one(0x7f80_0000u32);
        evaluate(Operation::Bitcast, &[bits], (Type::F32, Shape::Scalar), evaluation)
    };
    assert_eq!(to_f32(Evaluation::Creation).map_err(|fault| fault.event), Err(Event::Overflow));
    assert_eq!(to_f32(Evaluation::Runtime), Ok(one(f32::INFINITY)));
}

#[test]
fn faults_say_what_is_wrong() {
    let overflow = Event::Overflow;
    let sum = [one(i64::MAX), one(1i64)];
    fails(Operation::Add, &sum, Event::Wrapped, "`9223372036854775807 + 1` overflows i64");
    let product = [vector(&[1f32, 1e30]), one(1e30f32)];
    fails(Operation::Multiply, &product, overflow, "`1e30 * 1e30` overflows f32");
    let shifted = "`1 << 31` overflows i32";
    fails(Operation::ShiftLeft, &[one(1i32), one(31u32)], Event::ShiftOverflow, shifted);
    fails(Operation::Exp, &[one(1000f64)], overflow, "`exp(1000.0)` overflows f64");
    let zero = "the divisor is zero";
    fails(Operation::Divide, &[one(1i32), one(0)], Event::DivisionByZero, zero);
    fails(Operation::Remainder, &[one(1f32), one(0f32)], Event::DivisionByZero, zero);
    let far = "a value of type u32 can't be shifted by 32: it has 32 bits";
    fails(Operation::ShiftRight, &[one(1u32), one(32u32)], Event::ShiftTooFar, far);
    let outside = |least, greatest| Event::OutsideDomain(Domain { least, greatest });
    let arc = "acos expects an argument in [-1, 1], found 2.0";
    fails(Operation::Acos, &[one(2f32)], outside(-1.0, 1.0), arc);
    let root = "inverseSqrt expects an argument that is not negative, found -1.0";
    fails(Operation::InverseSqrt, &[one(-1f32)], outside(0.0, f64::INFINITY), root);
    let normal = "normalize expects a vector that is not zero";
    fails(Operation::Normalize, &[vector(&[0f32; 2])], Event::ZeroVector, normal);
    let bounds = "the low bound of clamp must not be above the high bound, found 2 and 1";
    fails(Operation::Clamp, &[one(0), one(2), one(1)], Event::LowAboveHigh, bounds);
    let range = "insertBits expects offset + count to be at most 32, found 30 + 3";
    fails(Operation::InsertBits, &[one(0), one(2), one(30u32), one(3u32)], Event::BitRange, range);
    let edges = "the edges of smoothstep must differ, but both are 1.0";
    fails(Operation::Smoothstep, &[one(1f32), one(1f32), one(0f32)], Event::EqualEdges, edges);
}

#[test]
fn functions_have_domains() {
    let is_outside = |operation, operands: &[Value]| {
        let kind = (operands[0].ty, operands[0].shape);
        let fault = evaluate(operation, operands, kind, Evaluation::Creation).err();
        matches!(fault, Some(Fault { event: Event::OutsideDomain(_), .. }))
    };
    assert!(is_outside(Operation::Acos, &[one(1.5f32)]));
    assert!(is_outside(Operation::Asin, &[one(-1.5f64)]));
    assert!(is_outside(Operation::Acosh, &[one(0.5f64)]));
    assert!(is_outside(Operation::Log, &[one(-1.0f64)]));
    assert!(is_outside(Operation::Sqrt, &[one(F16(0xbc00))]));
    assert!(is_outside(Operation::Pow, &[one(-1.0f32), one(2.0f32)]));
    assert!(!is_outside(Operation::Pow, &[one(0.0f32), one(-1.0f32)]));
    assert!(!is_outside(Operation::Acosh, &[one(1.0f32)]) && !is_outside(Operation::Atanh, &[one(-1.0f32)]));
}

#[test]
fn run_time_has_a_result_for_everything() {
    let runtime = |operation, arguments: &[Value]| {
        let kind = (arguments[0].ty, arguments[0].shape);
        evaluate(operation, arguments, kind, Evaluation::Runtime).unwrap()
    };
    assert_eq!(runtime(Operation::Divide, &[one(7i32), one(0)]), one(7));
    assert_eq!(runtime(Operation::Remainder, &[one(7u32), one(0u32)]), one(0u32));
    assert_eq!(runtime(Operation::ShiftLeft, &[one(1u32), one(33u32)]), one(2u32));
    assert_eq!(runtime(Operation::Clamp, &[one(0), one(2), one(1)]), one(1));
    assert_eq!(runtime(Operation::Add, &[one(f32::MAX), one(f32::MAX)]), one(f32::INFINITY));
    assert_eq!(runtime(Operation::Divide, &[one(i32::MIN), one(-1)]), one(i32::MIN));
}

#[test]
fn known_operands_are_enough_for_some_errors() {
    let zero = one(0i32);
    let check = |operation, arguments: &[Option<&Value>], ty| {
        let unknown = Operand { ty, shape: Shape::Scalar, bits: &[] };
        let operands: Vec<_> = arguments.iter().map(|value| value.map_or(unknown, Value::operand)).collect();
        let application =
            Application { operation, operands: &operands, result: (ty, Shape::Scalar), is_exact: false };
        application.check_known().map_err(|(index, fault)| (index, fault.event))
    };
    let division = Err((1, Event::DivisionByZero));
    assert_eq!(check(Operation::Divide, &[None, Some(&zero)], Type::I32), division);
    assert_eq!(check(Operation::Remainder, &[None, Some(&vector(&[1u32, 0]))], Type::U32), division);
    assert_eq!(check(Operation::Divide, &[None, Some(&one(0f32))], Type::F32), Ok(()));
    assert_eq!(check(Operation::Divide, &[Some(&zero), None], Type::I32), Ok(()));
    let shift = Err((1, Event::ShiftTooFar));
    assert_eq!(check(Operation::ShiftLeft, &[None, Some(&one(32u32))], Type::I32), shift);
    assert_eq!(check(Operation::ShiftRight, &[None, Some(&one(31u32))], Type::U32), Ok(()));
    let (low, high) = (one(-1i32), one(1i32));
    let clamp = |low, high| check(Operation::Clamp, &[None, low, high], Type::I32);
    assert_eq!(clamp(Some(&high), Some(&low)), Err((1, Event::LowAboveHigh)));
    assert_eq!(clamp(Some(&low), Some(&high)), Ok(()));
    assert_eq!(clamp(Some(&high), None), Ok(()));
    let edge = one(0.5f32);
    let smoothstep = check(Operation::Smoothstep, &[Some(&edge), Some(&edge), None], Type::F32);
    assert_eq!(smoothstep, Err((0, Event::EqualEdges)));
    let (offset, count) = (one(30u32), one(3u32));
    let extract = check(Operation::ExtractBits, &[None, Some(&offset), Some(&count)], Type::U32);
    assert_eq!(extract, Err((1, Event::BitRange)));
    let insert = check(Operation::InsertBits, &[None, None, Some(&offset), Some(&count)], Type::U32);
    assert_eq!(insert, Err((2, Event::BitRange)));
    let ldexp = |exponent, scalar| check(Operation::Ldexp, &[None, Some(&one::<i32>(exponent))], scalar);
    assert_eq!(ldexp(129, Type::F32), Err((1, Event::ExponentTooLarge)));
    assert_eq!(ldexp(128, Type::F32), Ok(()));
    assert_eq!(ldexp(17, Type::F16), Err((1, Event::ExponentTooLarge)));
    assert_eq!(ldexp(-5000, Type::F16), Ok(()));
}
