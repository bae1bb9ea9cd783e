//! The effects of atomic operations on their words: which of them leave the same value in every order.

use shader_ir::AtomicOperation;

/// The effect of an atomic operation on its word. Equal ones leave the same value in every order.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Update {
    Sum,
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
    pub(super) const fn of(operation: AtomicOperation, operand: u64) -> Option<Self> {
        Some(match operation {
            AtomicOperation::Load => return None,
            AtomicOperation::Store | AtomicOperation::Exchange => Self::Value(operand),
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
