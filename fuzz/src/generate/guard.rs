//! Guards: operands inside of what all implementations compute alike.

use super::types::{Type, call, number};
use crate::tree::{Expression, Name, Operator, UnaryOperator};
use shader_numeric::event::Event;
use shader_numeric::{Domain, Operation};
use wgsl_spec::Scalar;

/// Bits that are finite numbers of all floating point types: below 2 as one number, and below 2 as two halves.
const FINITE_BITS: u32 = 0x3fff_3fff;
/// Bits that leave two of four chunks zero or the least number, which alone is below -1 before it is clamped.
const LEAST_OF_FOUR: u32 = 0xff80_80ff;
/// Bits that leave the second of two chunks zero or the least number.
const LEAST_OF_TWO: u32 = 0x8000_ffff;

/// The operand of a number of an operation, with a result of a type. Integers are not divided by zero, shifts stay below the bit width,
/// numbers in the domain of functions, and results that grow fast stay small.
pub(super) fn guarded(
    operation: Operation,
    index: usize,
    operand: Expression,
    ty: &Type,
    result: Option<&Type>,
) -> Expression {
    let (Type::Scalar(scalar) | Type::Vector(_, scalar)) = *ty else { return operand };
    if scalar.is_float() {
        return float(operation, index, operand, ty, result);
    }
    let (operator, value) = match (operation, index) {
        (Operation::Divide | Operation::Remainder, 1) if scalar.is_integer() => (Operator::BitOr, 1),
        (Operation::ShiftLeft | Operation::ShiftRight, 1) => (Operator::BitAnd, 31),
        (Operation::Ldexp, 1) if scalar == Scalar::I32 => (Operator::Remainder, 8),
        (Operation::Bitcast | Operation::Unpack2x16float, 0)
            if scalar.is_integer() && result.and_then(scalar_of).is_some_and(Scalar::is_float) =>
        {
            (Operator::BitAnd, FINITE_BITS)
        }
        // A u32 may be larger than every finite f16.
        (Operation::Construct, 0)
            if scalar.is_integer() && result.and_then(scalar_of) == Some(Scalar::F16) =>
        {
            (Operator::Remainder, 1024)
        }
        (Operation::Unpack4x8snorm, 0) => (Operator::BitAnd, LEAST_OF_FOUR),
        (Operation::Unpack2x16snorm, 0) => (Operator::BitAnd, LEAST_OF_TWO),
        _ => return operand,
    };
    binary(operator, operand, whole(value, ty))
}

fn float(
    operation: Operation,
    index: usize,
    operand: Expression,
    ty: &Type,
    result: Option<&Type>,
) -> Expression {
    let notes = |event| operation.events().contains(&event);
    let is_whole = !operation.is_componentwise();
    let is_only = operation.operands().len() == 1;
    if let (Operation::Construct, Some(result)) = (operation, result.and_then(scalar_of))
        && Some(result) != scalar_of(ty)
    {
        return converted(operand, ty, result);
    }
    let is_half = scalar_of(ty) == Some(Scalar::F16);
    // Products of four components and their squares stay finite.
    let factor = if is_half { 2.0 } else { 8.0 };
    match (index, operation.domain()) {
        (0, _) if operation == Operation::Pow && is_half => at_least(clamped(operand, -4.0, 4.0, ty), 0.5),
        (0, Some(Domain { least, greatest })) if greatest.is_finite() => {
            // The results at the ends may be infinite.
            clamped(operand, least + 0.125, greatest - 0.125, ty)
        }
        (0, Some(Domain { least, .. })) => at_least(operand, least + 0.5),
        (0, None) if is_only && !is_whole && notes(Event::Overflow) => clamped(operand, -4.0, 4.0, ty),
        (1, _) if operation == Operation::Pow => clamped(operand, -4.0, 4.0, ty),
        (1, _) if matches!(operation, Operation::Divide | Operation::Remainder) => at_least(operand, 0.5),
        (0, _) if notes(Event::ZeroVector) => at_least(clamped(operand, -factor, factor, ty), 0.5),
        (0, _) if notes(Event::EqualEdges) => negated(at_least(operand, 0.5)),
        (1, _) if notes(Event::LowAboveHigh) => negated(magnitude(operand)),
        (1, _) if notes(Event::EqualEdges) => magnitude(operand),
        (2, _) if notes(Event::LowAboveHigh) => magnitude(operand),
        _ if is_whole && notes(Event::Overflow) => clamped(operand, -factor, factor, ty),
        _ if matches!(operation, Operation::Add | Operation::Subtract) => operand,
        _ if is_half && notes(Event::Overflow) => clamped(operand, -64.0, 64.0, ty),
        _ => operand,
    }
}

/// A number that another type has.
fn converted(operand: Expression, ty: &Type, into: Scalar) -> Expression {
    match into {
        Scalar::Bool | Scalar::F32 => operand,
        Scalar::U32 => clamped(operand, 0.0, 64.0, ty),
        _ => clamped(operand, -64.0, 64.0, ty),
    }
}

/// An integer of 0 to 3, whatever the operand is.
pub(super) fn below_four(operand: Expression, ty: &Type) -> Expression {
    binary(Operator::BitAnd, operand, whole(3, ty))
}

/// The scalar type of a scalar or vector.
fn scalar_of(ty: &Type) -> Option<Scalar> {
    match ty {
        Type::Scalar(scalar) | Type::Vector(_, scalar) => Some(*scalar),
        _ => None,
    }
}

/// A number in each component of a type.
fn whole(value: u32, ty: &Type) -> Expression {
    match ty {
        Type::Scalar(Scalar::I32) => number(format!("{value}i")),
        Type::Scalar(_) => number(format!("{value}u")),
        _ => call(ty.name(), vec![number(value)]),
    }
}

fn binary(operator: Operator, left: Expression, right: Expression) -> Expression {
    Expression::Binary(operator, Box::new(left), Box::new(right))
}

fn negated(operand: Expression) -> Expression {
    Expression::Unary(UnaryOperator::Negate, Box::new(operand))
}

fn magnitude(operand: Expression) -> Expression {
    call(Name::plain("abs"), vec![operand])
}

fn at_least(operand: Expression, least: f64) -> Expression {
    binary(Operator::Add, magnitude(operand), number(format!("{least:?}")))
}

fn clamped(operand: Expression, least: f64, greatest: f64, ty: &Type) -> Expression {
    let bound = |value: f64| {
        let magnitude = number(format!("{:?}", value.abs()));
        call(ty.name(), vec![if value < 0.0 { negated(magnitude) } else { magnitude }])
    };
    call(Name::plain("clamp"), vec![operand, bound(least), bound(greatest)])
}

#[cfg(test)]
mod tests {
    use super::super::types::word;
    use super::*;

    fn guard(operation: Operation, index: usize, ty: &Type) -> String {
        let tree = guarded(operation, index, word("x"), ty, Some(&Type::Scalar(Scalar::F32)));
        tree.to_string()
    }

    #[test]
    fn operands_stay_in_the_domain_that_the_table_has() {
        let (single, pair) = (Type::Scalar(Scalar::F32), Type::Vector(2, Scalar::F16));
        assert_eq!(guard(Operation::Acos, 0, &single), "clamp(x, f32(-0.875), f32(0.875))");
        assert_eq!(guard(Operation::Acosh, 0, &pair), "abs(x) + 1.5");
        assert_eq!(guard(Operation::Exp, 0, &pair), "clamp(x, vec2<f16>(-4.0), vec2<f16>(4.0))");
        assert_eq!(guard(Operation::Divide, 1, &single), "abs(x) + 0.5");
        assert_eq!(guard(Operation::Sin, 0, &single), "x");
        assert_eq!(guard(Operation::Dot, 1, &pair), "clamp(x, vec2<f16>(-2.0), vec2<f16>(2.0))");
        assert_eq!(guard(Operation::Refract, 2, &single), "clamp(x, f32(-8.0), f32(8.0))");
        assert_eq!(guard(Operation::Mix, 1, &pair), "clamp(x, vec2<f16>(-64.0), vec2<f16>(64.0))");
        assert_eq!(guard(Operation::Mix, 1, &single), "x");
    }

    #[test]
    fn integers_become_what_every_implementation_computes() {
        let (signed, pair) = (Type::Scalar(Scalar::I32), Type::Vector(2, Scalar::U32));
        assert_eq!(guard(Operation::Divide, 1, &signed), "x | 1i");
        assert_eq!(guard(Operation::Divide, 0, &signed), "x");
        assert_eq!(guard(Operation::ShiftLeft, 1, &pair), "x & vec2<u32>(31)");
        assert_eq!(guard(Operation::Bitcast, 0, &signed), "x & 1073692671i");
        assert_eq!(guard(Operation::Ldexp, 1, &signed), "x % 8i");
    }
}
