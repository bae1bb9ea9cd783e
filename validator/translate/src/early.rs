//! Operations that WGSL computes before a program runs: there, a division by zero, bits that are shifted out and infinities are errors, however the program
//! guards the operation. The result of a function is computed while it runs; naga computes the value of a `let` before.
//!
//! Scalars that the checker knows are literals, which can't fail. For others, the WGSL of the operands says whether they can: constants that can't fail
//! remain constants in the result.

use super::translator::{Outcome, Translator};
use super::value::Text;
use super::wide::is_wide;
use cxx_validator::ast::BinaryOperator;
use msl_spec::{Scalar, ValueType};
use msl_validator::typed::ExprId;
use msl_validator::types::TypeId;

/// Numbers up to this one have finite products and sums.
const SMALL: f64 = 1e15;
/// Numbers of type `half` up to this one have finite products and sums.
const SMALL_HALF: f64 = 200.0;
/// The largest finite `half`.
const LARGEST_HALF: f64 = 65504.0;

impl Translator<'_> {
    /// The left operand of an operation, computed while the program runs if WGSL would compute the operation before, and it may fail.
    pub(crate) fn executed(
        &mut self,
        operator: BinaryOperator,
        (left, first): (&Text, ExprId),
        (right, second): (&Text, ExprId),
    ) -> Outcome<Text> {
        let scalar = self.value_type(self.ty(first)).map(ValueType::scalar);
        let is_float = scalar.is_some_and(|it| !it.is_integer() && it != Scalar::Bool);
        let is_known = self.constant_value(first).is_some() && self.constant_value(second).is_some();
        let is_constant = !self.is_at_run_time(&left.code) && !self.is_at_run_time(&right.code);
        // The least integer divided by -1 overflows, also as a literal.
        let is_division = matches!(operator, BinaryOperator::Divide | BinaryOperator::Remainder);
        let may_overflow = is_division && !is_float && right.code.contains("-1");
        if !is_constant || is_known && !may_overflow || scalar.is_some_and(is_wide) {
            return Ok(left.clone());
        }
        let most = if scalar == Some(Scalar::Half) { SMALL_HALF } else { SMALL };
        let may_fail = match operator {
            BinaryOperator::ShiftLeft => true,
            BinaryOperator::Divide | BinaryOperator::Remainder if is_float => {
                may_be_zero(right) || self.may_be_larger(left, most)
            }
            BinaryOperator::Divide | BinaryOperator::Remainder => may_overflow,
            BinaryOperator::Add | BinaryOperator::Subtract | BinaryOperator::Multiply => {
                is_float && (self.may_be_larger(left, most) || self.may_be_larger(right, most))
            }
            BinaryOperator::ShiftRight
            | BinaryOperator::Less
            | BinaryOperator::Greater
            | BinaryOperator::LessEqual
            | BinaryOperator::GreaterEqual
            | BinaryOperator::Equal
            | BinaryOperator::NotEqual
            | BinaryOperator::BitAnd
            | BinaryOperator::BitXor
            | BinaryOperator::BitOr
            | BinaryOperator::And
            | BinaryOperator::Or
            | BinaryOperator::Comma => false,
        };
        match self.value_type(self.ty(first)).filter(|_| may_fail) {
            Some(ty) => self.at_run_time(left, ty),
            None => Ok(left.clone()),
        }
    }

    /// The right operand of an operation, computed while the program runs if it is a divisor that WGSL knows and that may be zero, as the value of an override may.
    pub(crate) fn divisor(
        &mut self,
        operator: BinaryOperator,
        text: Text,
        (right, ty): (ExprId, TypeId),
    ) -> Outcome<Text> {
        let is_division = matches!(operator, BinaryOperator::Divide | BinaryOperator::Remainder);
        // A function divides integers of 64 bits.
        let integer = self.value_type(ty).filter(|it| it.scalar().is_integer() && !is_wide(it.scalar()));
        match integer.filter(|_| is_division && self.constant_value(right).is_none() && may_be_zero(&text)) {
            Some(ty) => self.at_run_time(&text, ty),
            None => Ok(text),
        }
    }

    /// A value that is converted to `half`, computed while the program runs if WGSL would convert it before, and it may be too large.
    pub(crate) fn halved(&mut self, text: &Text, from: ValueType, into: Scalar) -> Outcome<Text> {
        let may_fail = into == Scalar::Half
            && from.scalar() != Scalar::Half
            && from.scalar() != Scalar::Bool
            && self.may_be_larger(text, LARGEST_HALF);
        if may_fail { self.at_run_time(text, from) } else { Ok(text.clone()) }
    }

    /// Returns true if a component of a constant may be larger than this. The names of other constants may be anything in a function, where a
    /// call costs little; large constants in initializers of others are too rare to keep all from being constants.
    fn may_be_larger(&self, text: &Text, most: f64) -> bool {
        let is_in_function = self.frames.last().is_some_and(|frame| frame.is_function);
        (is_in_function && has_name(&text.code)) || numbers(&text.code).any(|number| number.abs() > most)
    }
}

/// Returns true if a component of a constant may be zero.
fn may_be_zero(text: &Text) -> bool {
    has_name(&text.code) || numbers(&text.code).any(|number| number == 0.0)
}

/// The words of an expression: names and literals.
fn words(code: &str) -> impl Iterator<Item = &str> {
    code.split(|it: char| !it.is_alphanumeric() && it != '_' && it != '.').filter(|word| !word.is_empty())
}

/// The numbers in an expression. One in hexadecimal digits is large.
fn numbers(code: &str) -> impl Iterator<Item = f64> {
    let literals = words(code).filter(|word| word.starts_with(|it: char| it.is_ascii_digit()));
    literals.map(|word| word.trim_end_matches(['i', 'u', 'f', 'h']).parse().unwrap_or(f64::INFINITY))
}

/// Returns true if an expression has names that are not names of types.
fn has_name(code: &str) -> bool {
    const TYPES: [&str; 5] = ["f32", "f16", "i32", "u32", "bool"];
    let is_type = |word: &str| TYPES.contains(&word) || word.starts_with("vec") || word.starts_with("mat");
    words(code).any(|word| word.starts_with(|it: char| it.is_alphabetic() || it == '_') && !is_type(word))
}
