//! The functions of scalars, wherever their operands are: in the lanes of an executor, or in a value that is known.

#![allow(clippy::enum_glob_use, reason = "the arms are read by the name of the operation")]

use crate::Domain;
use crate::Operation::{self, *};
use crate::bits::{self, Word};
use crate::event::Watch;
use crate::float::{self, elementary, elementary_in, finite};
use crate::number::{self, Float, Number, OutOfRange};

/// Applies a function to operands of one type. The functions that an implementation leaves out are impossible.
pub trait Compute<T>: Sized {
    /// The result.
    type Output;
    /// The observer of events.
    type Watch: Watch;

    /// Of one operand.
    fn unary(self, _function: impl Fn(T, &mut Self::Watch) -> T) -> Self::Output {
        self.impossible("a function of one operand")
    }
    /// Of two operands.
    fn binary(self, _function: impl Fn(T, T, &mut Self::Watch) -> T) -> Self::Output {
        self.impossible("a function of two operands")
    }
    /// Of three operands.
    fn ternary(self, _function: impl Fn(T, T, T, &mut Self::Watch) -> T) -> Self::Output {
        self.impossible("a function of three operands")
    }
    /// The second operand is a number of bits.
    fn counted(self, _function: impl Fn(T, u32, &mut Self::Watch) -> T) -> Self::Output {
        self.impossible("a shift")
    }
    /// The second and the third operand are offset and number of bits.
    fn ranged(self, _function: impl Fn(T, u32, u32, &mut Self::Watch) -> T) -> Self::Output {
        self.impossible("a function of a range of bits")
    }
    /// The second operand is an exponent.
    fn scaled(self, _function: impl Fn(T, i64, &mut Self::Watch) -> T) -> Self::Output {
        self.impossible("a function of an exponent")
    }
    /// Two operands are compared.
    fn compared(self, _function: impl Fn(&T, &T) -> bool) -> Self::Output {
        self.impossible("a comparison")
    }
    /// There is no such function: no accepted program leads here.
    fn impossible(self, what: &str) -> Self::Output;
}

/// Applies the function of an operation on floating point numbers.
pub fn floats<T: Float, C: Compute<T>>(operation: Operation, compute: C) -> C::Output {
    match operation {
        Add => compute.binary(T::sum),
        Subtract => compute.binary(T::difference),
        Multiply => compute.binary(T::product),
        Divide => compute.binary(T::quotient),
        Remainder => compute.binary(T::remainder),
        Negate => compute.unary(T::negation),
        Equal => compute.compared(T::eq),
        NotEqual => compute.compared(T::ne),
        Less => compute.compared(T::lt),
        LessEqual => compute.compared(T::le),
        Greater => compute.compared(T::gt),
        GreaterEqual => compute.compared(T::ge),
        Abs => compute.unary(T::magnitude),
        Sign => compute.unary(|a, _| a.sign()),
        Min => compute.binary(|a, b, _| number::min(a, b)),
        Max => compute.binary(|a, b, _| number::max(a, b)),
        Clamp => compute.ternary(number::clamp),
        Acos => compute.unary(elementary_in(Domain::UNIT, libm::acos)),
        Acosh => compute.unary(elementary_in(Domain::FROM_ONE, libm::acosh)),
        Asin => compute.unary(elementary_in(Domain::UNIT, libm::asin)),
        Asinh => compute.unary(elementary(libm::asinh)),
        Atan => compute.unary(elementary(libm::atan)),
        Atanh => compute.unary(elementary_in(Domain::UNIT, libm::atanh)),
        Atan2 => compute.binary(float::atan2),
        Ceil => compute.unary(finite(f64::ceil)),
        Cos => compute.unary(elementary(libm::cos)),
        Cosh => compute.unary(elementary(libm::cosh)),
        Degrees => compute.unary(elementary(float::degrees)),
        Exp => compute.unary(elementary(libm::exp)),
        Exp2 => compute.unary(elementary(libm::exp2)),
        Floor => compute.unary(finite(f64::floor)),
        Fma => compute.ternary(float::fma),
        FusedMultiplyAdd => compute.ternary(float::fused_multiply_add),
        Fract => compute.unary(float::fract),
        InverseSqrt => compute.unary(elementary_in(Domain::FROM_ZERO, float::inverse_sqrt)),
        Ldexp => compute.scaled(float::ldexp),
        Log => compute.unary(elementary_in(Domain::FROM_ZERO, libm::log)),
        Log2 => compute.unary(elementary_in(Domain::FROM_ZERO, libm::log2)),
        Mix => compute.ternary(float::mix),
        Pow => compute.binary(|a, b, watch| float::pow(Domain::FROM_ZERO.watch(a, watch), b, watch)),
        QuantizeToF16 => compute.unary(float::quantize_to_f16),
        Radians => compute.unary(finite(float::radians)),
        Round => compute.unary(finite(f64::round_ties_even)),
        Saturate => compute.unary(|a, _| float::saturate(a)),
        Sin => compute.unary(elementary(libm::sin)),
        Sinh => compute.unary(elementary(libm::sinh)),
        Smoothstep => compute.ternary(float::smoothstep),
        Sqrt => compute.unary(elementary_in(Domain::FROM_ZERO, libm::sqrt)),
        Step => compute.binary(|a, b, _| float::step(a, b)),
        Tan => compute.unary(elementary(libm::tan)),
        Tanh => compute.unary(elementary(libm::tanh)),
        Trunc => compute.unary(finite(f64::trunc)),
        BitAnd | BitOr | BitXor | Complement | ShiftLeft | ShiftRight | ShiftLeftExactly
        | ShiftRightExactly | AddInRange | SubtractInRange | MultiplyInRange | NegateInRange | Not
        | Demand | LogicalAnd | LogicalOr | All | Any | Select | CountLeadingZeros | CountOneBits
        | CountTrailingZeros | FirstLeadingBit | FirstTrailingBit | ReverseBits | ExtractBits
        | InsertBits | Frexp | Modf | Cross | Determinant | Distance | Dot | FaceForward | Length
        | Normalize | Reflect | Refract | Transpose | Dot4U8Packed | Dot4I8Packed | Pack4x8snorm
        | Pack4x8unorm | Pack4xI8 | Pack4xU8 | Pack4xI8Clamp | Pack4xU8Clamp | Pack2x16snorm
        | Pack2x16unorm | Pack2x16float | Unpack4x8snorm | Unpack4x8unorm | Unpack4xI8 | Unpack4xU8
        | Unpack2x16snorm | Unpack2x16unorm | Unpack2x16float | Bitcast | Construct => {
            compute.impossible(operation.spelling())
        }
    }
}

/// Applies the function of an operation on integers.
pub fn integers<T: Word, C: Compute<T>>(operation: Operation, compute: C) -> C::Output {
    match operation {
        Add => compute.binary(T::sum),
        Subtract => compute.binary(T::difference),
        Multiply => compute.binary(T::product),
        Divide => compute.binary(T::quotient),
        Remainder => compute.binary(T::remainder),
        Negate => compute.unary(T::negation),
        Equal => compute.compared(T::eq),
        NotEqual => compute.compared(T::ne),
        Less => compute.compared(T::lt),
        LessEqual => compute.compared(T::le),
        Greater => compute.compared(T::gt),
        GreaterEqual => compute.compared(T::ge),
        BitAnd => compute.binary(|a, b, _| a & b),
        BitOr => compute.binary(|a, b, _| a | b),
        BitXor => compute.binary(|a, b, _| a ^ b),
        Complement => compute.unary(|a, _| !a),
        ShiftLeft => compute.counted(T::shift_left),
        ShiftRight => compute.counted(T::shift_right),
        ShiftLeftExactly => compute.counted(number::shift_left_exactly),
        ShiftRightExactly => compute.counted(|a, count, _| number::shift_right_exactly(a, count)),
        AddInRange => compute.binary(|a, b, watch| a.sum(b, &mut OutOfRange(watch))),
        SubtractInRange => compute.binary(|a, b, watch| a.difference(b, &mut OutOfRange(watch))),
        MultiplyInRange => compute.binary(|a, b, watch| a.product(b, &mut OutOfRange(watch))),
        NegateInRange => compute.unary(|a, watch| a.negation(&mut OutOfRange(watch))),
        Abs => compute.unary(T::magnitude),
        Sign => compute.unary(|a, _| a.sign()),
        Min => compute.binary(|a, b, _| number::min(a, b)),
        Max => compute.binary(|a, b, _| number::max(a, b)),
        Clamp => compute.ternary(number::clamp),
        CountLeadingZeros => compute.unary(|a, _| bits::count_leading_zeros(a)),
        CountOneBits => compute.unary(|a, _| bits::count_one_bits(a)),
        CountTrailingZeros => compute.unary(|a, _| bits::count_trailing_zeros(a)),
        FirstLeadingBit => compute.unary(|a, _| bits::first_leading_bit(a)),
        FirstTrailingBit => compute.unary(|a, _| bits::first_trailing_bit(a)),
        ReverseBits => compute.unary(|a, _| a.reverse_bits()),
        ExtractBits => compute.ranged(bits::extract_bits),
        Not | Demand | LogicalAnd | LogicalOr | All | Any | Select | InsertBits | Acos | Acosh | Asin
        | Asinh | Atan | Atanh | Atan2 | Ceil | Cos | Cosh | Degrees | Exp | Exp2 | Floor | Fma
        | FusedMultiplyAdd | Fract | InverseSqrt | Ldexp | Log | Log2 | Mix | Pow | QuantizeToF16
        | Radians | Round | Saturate | Sin | Sinh | Smoothstep | Sqrt | Step | Tan | Tanh | Trunc | Frexp
        | Modf | Cross | Determinant | Distance | Dot | FaceForward | Length | Normalize | Reflect
        | Refract | Transpose | Dot4U8Packed | Dot4I8Packed | Pack4x8snorm | Pack4x8unorm | Pack4xI8
        | Pack4xU8 | Pack4xI8Clamp | Pack4xU8Clamp | Pack2x16snorm | Pack2x16unorm | Pack2x16float
        | Unpack4x8snorm | Unpack4x8unorm | Unpack4xI8 | Unpack4xU8 | Unpack2x16snorm | Unpack2x16unorm
        | Unpack2x16float | Bitcast | Construct => compute.impossible(operation.spelling()),
    }
}

/// Applies the function of an operation on booleans, each a word that is 0 or 1.
pub fn truths<C: Compute<u32>>(operation: Operation, compute: C) -> C::Output {
    match operation {
        Equal => compute.compared(u32::eq),
        NotEqual => compute.compared(u32::ne),
        BitAnd | LogicalAnd => compute.binary(|a, b, _| a & b),
        BitOr | LogicalOr => compute.binary(|a, b, _| a | b),
        BitXor => compute.binary(|a, b, _| a ^ b),
        Not => compute.unary(|a, _| bits::inverted_truth(a)),
        Demand => compute.unary(bits::demanded),
        Add | Subtract | Multiply | Divide | Remainder | Negate | Less | LessEqual | Greater
        | GreaterEqual | Complement | ShiftLeft | ShiftRight | ShiftLeftExactly | ShiftRightExactly
        | AddInRange | SubtractInRange | MultiplyInRange | NegateInRange | All | Any | Select | Abs
        | Sign | Min | Max | Clamp | CountLeadingZeros | CountOneBits | CountTrailingZeros
        | FirstLeadingBit | FirstTrailingBit | ReverseBits | ExtractBits | InsertBits | Acos | Acosh
        | Asin | Asinh | Atan | Atanh | Atan2 | Ceil | Cos | Cosh | Degrees | Exp | Exp2 | Floor | Fma
        | FusedMultiplyAdd | Fract | InverseSqrt | Ldexp | Log | Log2 | Mix | Pow | QuantizeToF16
        | Radians | Round | Saturate | Sin | Sinh | Smoothstep | Sqrt | Step | Tan | Tanh | Trunc | Frexp
        | Modf | Cross | Determinant | Distance | Dot | FaceForward | Length | Normalize | Reflect
        | Refract | Transpose | Dot4U8Packed | Dot4I8Packed | Pack4x8snorm | Pack4x8unorm | Pack4xI8
        | Pack4xU8 | Pack4xI8Clamp | Pack4xU8Clamp | Pack2x16snorm | Pack2x16unorm | Pack2x16float
        | Unpack4x8snorm | Unpack4x8unorm | Unpack4xI8 | Unpack4xU8 | Unpack2x16snorm | Unpack2x16unorm
        | Unpack2x16float | Bitcast | Construct => compute.impossible(operation.spelling()),
    }
}
