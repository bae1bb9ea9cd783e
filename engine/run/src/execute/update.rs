//! The effects of atomic operations on their words: which of them leave the same value in every order.

use shader_ir::{AtomicOperation, Type};

/// The effect of an atomic operation on its word. Equal ones leave the same value in every order, up to rounding.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Update {
    Sum,
    /// A sum of floating-point numbers, which rounding makes depend on the order.
    RoundedSum,
    Max,
    Min,
    And,
    Or,
    Xor,
    /// These bits replace the old ones.
    Value(u64),
    /// A word with the first bits gets the second ones.
    Exchange(u64, u64),
}

impl Update {
    /// The effect of an operation with this operand; `None` if it only reads.
    pub(super) fn of(operation: AtomicOperation, ty: Type, operand: u64) -> Option<Self> {
        Some(match operation {
            AtomicOperation::Load => return None,
            AtomicOperation::Store | AtomicOperation::Exchange => Self::Value(operand),
            AtomicOperation::Add | AtomicOperation::Subtract if ty == Type::F32 => Self::RoundedSum,
            // A difference is the sum with a negative number.
            AtomicOperation::Add | AtomicOperation::Subtract => Self::Sum,
            AtomicOperation::Max => Self::Max,
            AtomicOperation::Min => Self::Min,
            AtomicOperation::And => Self::And,
            AtomicOperation::Or => Self::Or,
            AtomicOperation::Xor => Self::Xor,
        })
    }
}
