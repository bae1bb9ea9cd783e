//! Constant scalars: their conversions and operations. Section 2.14; C++14 (expr.const)

use crate::meaning::Value;
use cxx_validator::ast::{BinaryOperator, UnaryOperator};
use msl_spec::Scalar;

impl Value {
    /// The number as an integer.
    pub(crate) fn integer(self) -> Option<i128> {
        match self {
            Self::Bool(value) => Some(i128::from(value)),
            Self::Integer(value) => Some(value),
            Self::Float(_) => None,
        }
    }

    fn float(self) -> f64 {
        match self {
            Self::Bool(value) => f64::from(u8::from(value)),
            Self::Integer(value) => value as f64,
            Self::Float(value) => value,
        }
    }

    pub(crate) fn truth(self) -> bool {
        match self {
            Self::Bool(value) => value,
            Self::Integer(value) => value != 0,
            Self::Float(value) => value != 0.0,
        }
    }

    /// The value after conversion to a scalar type. Section 2.14
    pub(crate) fn converted(self, to: Scalar) -> Self {
        match to {
            Scalar::Bool => Self::Bool(self.truth()),
            Scalar::Float => Self::Float(f64::from(self.float() as f32)),
            Scalar::Half => Self::Float(half(self.float())),
            Scalar::Bfloat => Self::Float(bfloat(self.float())),
            Scalar::Double => Self::Float(self.float()),
            _ => {
                let value = match self {
                    Self::Float(value) => value as i128,
                    other => other.integer().unwrap_or(0),
                };
                Self::Integer(wrapped(value, to))
            }
        }
    }
}

/// An integer modulo the number of values of its type.
fn wrapped(value: i128, to: Scalar) -> i128 {
    let bits = to.bits();
    let low = value & ((1_i128 << bits) - 1);
    let is_negative = to.is_signed_integer() && low >> (bits - 1) & 1 == 1;
    if is_negative { low - (1_i128 << bits) } else { low }
}

/// Returns the nearest number that a `bfloat` can be: the upper half of a `float`, with 8 bits of precision.
fn bfloat(value: f64) -> f64 {
    let bits = (value as f32).to_bits();
    if !value.is_finite() {
        return value;
    }
    let rounded = bits.wrapping_add(0x7fff + (bits >> 16 & 1)) & 0xffff_0000;
    f64::from(f32::from_bits(rounded))
}

/// The nearest number that a `half` can be.
fn half(value: f64) -> f64 {
    if value == 0.0 || !value.is_finite() {
        return value;
    }
    let exponent = (value.abs().log2().floor() as i32).clamp(-14, 15);
    let unit = f64::from(exponent - 10).exp2();
    let rounded = (value / unit).round_ties_even() * unit;
    if rounded.abs() > 65504.0 { f64::INFINITY.copysign(value) } else { rounded }
}

/// The value of a unary operator, in the type of its operand.
pub(crate) fn unary(operator: UnaryOperator, value: Value, scalar: Scalar) -> Option<Value> {
    Some(match operator {
        UnaryOperator::Plus => value,
        UnaryOperator::Negate => match value {
            Value::Float(value) => Value::Float(-value),
            other => Value::Integer(wrapped(-other.integer()?, scalar)),
        },
        UnaryOperator::Not => Value::Bool(!value.truth()),
        UnaryOperator::Complement => Value::Integer(wrapped(!value.integer()?, scalar)),
        UnaryOperator::Dereference
        | UnaryOperator::AddressOf
        | UnaryOperator::Increment
        | UnaryOperator::Decrement => return None,
    })
}

/// The value of a binary operator with both operands of a scalar type; `None` if there is none.
pub(crate) fn binary(operator: BinaryOperator, left: Value, right: Value, scalar: Scalar) -> Option<Value> {
    use BinaryOperator as Op;
    let compared = |float: fn(&f64, &f64) -> bool, integer: fn(&i128, &i128) -> bool| {
        let result = match (left, right) {
            (Value::Float(_), _) | (_, Value::Float(_)) => float(&left.float(), &right.float()),
            _ => integer(&left.integer().unwrap_or(0), &right.integer().unwrap_or(0)),
        };
        Some(Value::Bool(result))
    };
    match operator {
        Op::Less => return compared(f64::lt, i128::lt),
        Op::Greater => return compared(f64::gt, i128::gt),
        Op::LessEqual => return compared(f64::le, i128::le),
        Op::GreaterEqual => return compared(f64::ge, i128::ge),
        Op::Equal => return compared(f64::eq, i128::eq),
        Op::NotEqual => return compared(f64::ne, i128::ne),
        Op::And => return Some(Value::Bool(left.truth() && right.truth())),
        Op::Or => return Some(Value::Bool(left.truth() || right.truth())),
        Op::Comma => return None,
        Op::Multiply
        | Op::Divide
        | Op::Remainder
        | Op::Add
        | Op::Subtract
        | Op::ShiftLeft
        | Op::ShiftRight
        | Op::BitAnd
        | Op::BitXor
        | Op::BitOr => {}
    }
    if scalar.is_float() {
        let (left, right) = (left.float(), right.float());
        let value = match operator {
            Op::Multiply => left * right,
            Op::Divide => left / right,
            Op::Add => left + right,
            Op::Subtract => left - right,
            _ => return None,
        };
        return Some(Value::Float(value).converted(scalar));
    }
    let (left, right) = (left.integer()?, right.integer()?);
    // Section 3.1: the amount of a shift is taken modulo the number of bits.
    let amount = right.rem_euclid(i128::from(scalar.bits())) as u32;
    let value = match operator {
        Op::Multiply => left.wrapping_mul(right),
        Op::Divide if right != 0 => left / right,
        Op::Remainder if right != 0 => left % right,
        Op::Add => left + right,
        Op::Subtract => left - right,
        Op::ShiftLeft => left << amount,
        Op::ShiftRight => left >> amount,
        Op::BitAnd => left & right,
        Op::BitXor => left ^ right,
        Op::BitOr => left | right,
        _ => return None,
    };
    Some(Value::Integer(wrapped(value, scalar)))
}

/// Returns true if an operation has no value although its operands have: it divides by zero, or its result is outside of a signed type.
pub(crate) fn is_undefined_binary(
    operator: BinaryOperator,
    left: Value,
    right: Value,
    scalar: Scalar,
) -> bool {
    use BinaryOperator as Op;
    let number = |value: Value| value.converted(scalar).integer().filter(|_| scalar.is_integer());
    let Some((left, right)) = number(left).zip(number(right)) else { return false };
    let exact = match operator {
        Op::Divide | Op::Remainder if right == 0 => return true,
        Op::Divide | Op::Remainder => left / right,
        Op::Add => left + right,
        Op::Subtract => left - right,
        Op::Multiply => left.wrapping_mul(right),
        _ => return false,
    };
    is_outside(exact, scalar)
}

/// Returns true if an integer type lacks a number that is converted to it, without its fraction. C++14 (conv.fpint) 1
pub(crate) fn is_undefined_conversion(value: Value, to: Scalar) -> bool {
    let Value::Float(value) = value else { return false };
    let whole = Value::Integer(value.trunc() as i128);
    to.is_integer() && (!value.is_finite() || whole.converted(to) != whole)
}

/// Returns true if the negation of an operand has no value.
pub(crate) fn is_undefined_negation(operand: Value, scalar: Scalar) -> bool {
    let operand = operand.converted(scalar).integer().filter(|_| scalar.is_integer());
    operand.is_some_and(|operand| is_outside(-operand, scalar))
}

/// Returns true if a signed type has no such number; an unsigned one takes it modulo the number of its values.
fn is_outside(exact: i128, scalar: Scalar) -> bool {
    scalar.is_signed_integer() && Value::Integer(exact).converted(scalar).integer() != Some(exact)
}
