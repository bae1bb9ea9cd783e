//! Subgroup matrices: a proposal, not part of the specification.

use crate::Scalar;

/// The role of a subgroup matrix in a multiplication.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
pub enum MatrixRole {
    /// The left operand.
    Left,
    /// The right operand.
    Right,
    /// The result, or the matrix that is added to it.
    Result,
}

impl MatrixRole {
    /// The name of its type-generator.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Left => "subgroup_matrix_left",
            Self::Right => "subgroup_matrix_right",
            Self::Result => "subgroup_matrix_result",
        }
    }
}

/// The type of the components of a subgroup matrix.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
#[allow(missing_docs, reason = "the names of the types")]
#[repr(u8)]
pub enum MatrixComponent {
    F32,
    F16,
    I32,
    U32,
    I8,
    U8,
}

impl MatrixComponent {
    /// All of them in declaration order.
    pub const ALL: [Self; 6] = [Self::F32, Self::F16, Self::I32, Self::U32, Self::I8, Self::U8];

    /// The name of the type.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::I8 => "i8",
            Self::U8 => "u8",
            wide => wide.scalar().name(),
        }
    }

    /// The scalar that represents a component outside of matrices, where 8-bit integers do not exist.
    #[must_use]
    pub const fn scalar(self) -> Scalar {
        match self {
            Self::F32 => Scalar::F32,
            Self::F16 => Scalar::F16,
            Self::I32 | Self::I8 => Scalar::I32,
            Self::U32 | Self::U8 => Scalar::U32,
        }
    }

    /// The component with this scalar.
    #[must_use]
    pub const fn of_scalar(scalar: Scalar) -> Option<Self> {
        Some(match scalar {
            Scalar::F32 => Self::F32,
            Scalar::F16 => Self::F16,
            Scalar::I32 => Self::I32,
            Scalar::U32 => Self::U32,
            Scalar::AbstractInt | Scalar::AbstractFloat | Scalar::Bool => return None,
        })
    }
}

/// A set of component types, one bit each in the order of [`MatrixComponent`].
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ComponentSet(pub u8);

impl ComponentSet {
    /// All component types.
    pub const ALL: Self = Self(0b11_1111);

    /// Whether the set is empty.
    #[must_use]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// The component types in both sets.
    #[must_use]
    pub const fn intersection(self, other: Self) -> Self {
        Self(self.0 & other.0)
    }

    /// The set with only this type.
    #[must_use]
    pub const fn of(component: MatrixComponent) -> Self {
        Self(1 << component as u8)
    }

    /// The component types that satisfy the predicate.
    #[must_use]
    pub fn only(self, holds: impl Fn(MatrixComponent) -> bool) -> Self {
        let all = MatrixComponent::ALL.into_iter().filter(|component| holds(*component));
        Self(all.map(|component| self.0 & Self::of(component).0).sum())
    }

    /// The first in declaration order.
    #[must_use]
    pub fn first(self) -> Option<MatrixComponent> {
        MatrixComponent::ALL.get(self.0.trailing_zeros() as usize).copied()
    }
}

/// The memory order of the components of a matrix.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
#[allow(missing_docs, reason = "their names")]
pub enum MatrixOrder {
    RowMajor,
    ColumnMajor,
}
