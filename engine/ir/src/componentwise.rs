//! Operations on scalars: what they take and give.

use shader_numeric::{Operation, Type};

/// The types that the first operand of an operation may have.
#[derive(Clone, Copy, PartialEq, Eq)]
enum First {
    Bool,
    F32,
    Integer,
    /// An integer or a truth value.
    Bits,
    Float,
    Number,
    Any,
}

impl First {
    const fn has(self, ty: Type) -> bool {
        let is_bool = matches!(ty, Type::Bool);
        match self {
            Self::Bool => is_bool,
            Self::F32 => matches!(ty, Type::F32),
            Self::Integer => ty.is_integer(),
            Self::Bits => ty.is_integer() || is_bool,
            Self::Float => ty.is_float(),
            Self::Number => !is_bool,
            Self::Any => true,
        }
    }
}

/// Another operand of an operation.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Other {
    /// Of the type of the first one.
    Same,
    /// A number of bits.
    U32,
    /// An exponent.
    I32,
}

/// What an operation takes; none where it does not compute each component of its operands by itself.
const fn operands(operation: Operation) -> Option<(First, &'static [Other])> {
    use Operation as K;
    use Other::{I32, Same, U32};
    Some(match operation {
        K::Not => (First::Bool, &[]),
        K::LogicalAnd | K::LogicalOr => (First::Bool, &[Same]),
        K::Equal | K::NotEqual => (First::Any, &[Same]),
        K::BitAnd | K::BitOr | K::BitXor => (First::Bits, &[Same]),
        K::QuantizeToF16 => (First::F32, &[]),
        K::Abs | K::Negate | K::Sign => (First::Number, &[]),
        K::Add
        | K::Divide
        | K::Greater
        | K::GreaterEqual
        | K::Less
        | K::LessEqual
        | K::Max
        | K::Min
        | K::Multiply
        | K::Remainder
        | K::Subtract => (First::Number, &[Same]),
        K::Clamp => (First::Number, &[Same, Same]),
        K::Complement
        | K::CountLeadingZeros
        | K::CountOneBits
        | K::CountTrailingZeros
        | K::FirstLeadingBit
        | K::FirstTrailingBit
        | K::ReverseBits => (First::Integer, &[]),
        K::ShiftLeft | K::ShiftRight => (First::Integer, &[U32]),
        K::ExtractBits => (First::Integer, &[U32, U32]),
        K::Acos
        | K::Acosh
        | K::Asin
        | K::Asinh
        | K::Atan
        | K::Atanh
        | K::Ceil
        | K::Cos
        | K::Cosh
        | K::Degrees
        | K::Exp
        | K::Exp2
        | K::Floor
        | K::Fract
        | K::InverseSqrt
        | K::Log
        | K::Log2
        | K::Radians
        | K::Round
        | K::Saturate
        | K::Sin
        | K::Sinh
        | K::Sqrt
        | K::Tan
        | K::Tanh
        | K::Trunc => (First::Float, &[]),
        K::Atan2 | K::Pow | K::Step => (First::Float, &[Same]),
        K::Fma | K::Mix | K::Smoothstep => (First::Float, &[Same, Same]),
        K::Ldexp => (First::Float, &[I32]),
        _ => return None,
    })
}

/// Whether an operation computes each component of its operands by itself, so that [`super::Instruction::Scalar`] can have it.
#[must_use]
pub const fn is_componentwise(operation: Operation) -> bool {
    operands(operation).is_some()
}

/// Whether an operation on scalars compares its operands: the result is a truth value.
#[must_use]
pub const fn compares(operation: Operation) -> bool {
    use Operation as K;
    matches!(operation, K::Equal | K::NotEqual | K::Less | K::LessEqual | K::Greater | K::GreaterEqual)
}

/// The types of operands and result of an operation on scalars.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ScalarTypes {
    /// One for each operand that it reads.
    pub operands: Vec<Type>,
    /// That of the result.
    pub result: Type,
}

/// What an operation takes and gives when its first operand has a type. `None` where it takes no such operand.
#[must_use]
pub fn scalar_types(operation: Operation, ty: Type) -> Option<ScalarTypes> {
    let (_, others) = operands(operation).filter(|(first, _)| first.has(ty))?;
    let other = |other: &Other| match other {
        Other::Same => ty,
        Other::U32 => Type::U32,
        Other::I32 => Type::I32,
    };
    let operands = core::iter::once(ty).chain(others.iter().map(other)).collect();
    Some(ScalarTypes { operands, result: if compares(operation) { Type::Bool } else { ty } })
}
