//! Kernels of scalars.

use wgsl_spec::Kernel;

/// Whether a kernel computes each component of its operands by itself, so that [`super::Instruction::Scalar`] can have it.
#[must_use]
pub const fn is_componentwise(kernel: Kernel) -> bool {
    use Kernel as K;
    matches!(
        kernel,
        K::Abs
            | K::Acos
            | K::Acosh
            | K::Asin
            | K::Asinh
            | K::Atan
            | K::Atanh
            | K::Atan2
            | K::Ceil
            | K::Clamp
            | K::Cos
            | K::Cosh
            | K::CountLeadingZeros
            | K::CountOneBits
            | K::CountTrailingZeros
            | K::Degrees
            | K::Exp
            | K::Exp2
            | K::ExtractBits
            | K::FirstLeadingBit
            | K::FirstTrailingBit
            | K::Floor
            | K::Fma
            | K::Fract
            | K::InverseSqrt
            | K::Ldexp
            | K::Log
            | K::Log2
            | K::Max
            | K::Min
            | K::Mix
            | K::Pow
            | K::QuantizeToF16
            | K::Radians
            | K::ReverseBits
            | K::Round
            | K::Saturate
            | K::Sign
            | K::Sin
            | K::Sinh
            | K::Smoothstep
            | K::Sqrt
            | K::Step
            | K::Tan
            | K::Tanh
            | K::Trunc
            | K::ShiftLeft
            | K::ShiftRight
            | K::Add
            | K::Subtract
            | K::Multiply
            | K::Divide
            | K::Remainder
            | K::BitAnd
            | K::BitOr
            | K::BitXor
            | K::LogicalAnd
            | K::LogicalOr
            | K::Equal
            | K::NotEqual
            | K::Less
            | K::LessEqual
            | K::Greater
            | K::GreaterEqual
            | K::Negate
            | K::Not
            | K::Complement
    )
}
