//! The scalar types and their conversion ranks.

use shader_numeric::Type;

/// A scalar type, abstract ones included.
///
/// The order is the order of preference of overload resolution when every argument is abstract: a smaller number
/// never has a worse conversion rank from any abstract scalar that converts to both
/// (<https://www.w3.org/TR/WGSL/#conversion-rank>).
#[derive(Clone, Copy, PartialEq, Eq, Debug, PartialOrd, Ord, Hash)]
#[repr(u8)]
pub enum Scalar {
    /// `AbstractInt`: 64-bit two's complement.
    AbstractInt = 0,
    /// `i32`
    I32 = 1,
    /// `u32`
    U32 = 2,
    /// `AbstractFloat`: IEEE-754 binary64.
    AbstractFloat = 3,
    /// `f32`
    F32 = 4,
    /// `f16`
    F16 = 5,
    /// `bool`
    Bool = 6,
}

impl Scalar {
    /// All scalars in declaration order.
    pub const ALL: [Self; 7] =
        [Self::AbstractInt, Self::I32, Self::U32, Self::AbstractFloat, Self::F32, Self::F16, Self::Bool];

    /// The name that the specification uses.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::AbstractInt => "AbstractInt",
            Self::I32 => "i32",
            Self::U32 => "u32",
            Self::AbstractFloat => "AbstractFloat",
            Self::F32 => "f32",
            Self::F16 => "f16",
            Self::Bool => "bool",
        }
    }

    /// `AbstractInt` or `AbstractFloat`.
    #[must_use]
    pub const fn is_abstract(self) -> bool {
        matches!(self, Self::AbstractInt | Self::AbstractFloat)
    }

    /// `AbstractInt`, `i32` or `u32`.
    #[must_use]
    pub const fn is_integer(self) -> bool {
        matches!(self, Self::AbstractInt | Self::I32 | Self::U32)
    }

    /// `AbstractFloat`, `f32` or `f16`.
    #[must_use]
    pub const fn is_float(self) -> bool {
        matches!(self, Self::AbstractFloat | Self::F32 | Self::F16)
    }

    /// The type in which its values are computed: 64 bits for `AbstractInt`, binary64 for `AbstractFloat`.
    #[must_use]
    pub const fn ty(self) -> Type {
        match self {
            Self::AbstractInt => Type::I64,
            Self::I32 => Type::I32,
            Self::U32 => Type::U32,
            Self::AbstractFloat => Type::F64,
            Self::F32 => Type::F32,
            Self::F16 => Type::F16,
            Self::Bool => Type::Bool,
        }
    }

    /// The scalar whose values are computed in a type.
    #[must_use]
    pub const fn of(ty: Type) -> Option<Self> {
        Some(match ty {
            Type::I64 => Self::AbstractInt,
            Type::I32 => Self::I32,
            Type::U32 => Self::U32,
            Type::F64 => Self::AbstractFloat,
            Type::F32 => Self::F32,
            Type::F16 => Self::F16,
            Type::Bool => Self::Bool,
            Type::I8 | Type::I16 | Type::U8 | Type::U16 | Type::U64 => return None,
        })
    }

    /// The set with only this scalar.
    #[must_use]
    pub const fn set(self) -> ScalarSet {
        ScalarSet(1 << self as u8)
    }
}

/// A set of scalar types, one bit each in the order of [`Scalar`].
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ScalarSet(pub u8);

impl ScalarSet {
    /// The empty set.
    pub const EMPTY: Self = Self(0);
    /// All scalars.
    pub const ALL: Self = Self(0x7f);

    /// Scalars to which `from` has a finite conversion rank, itself included.
    #[must_use]
    pub const fn reachable_from(from: Scalar) -> Self {
        let mut bits = 0;
        let mut index = 0;
        while index < Scalar::ALL.len() {
            if conversion_rank(from, Scalar::ALL[index]).is_some() {
                bits |= 1 << index;
            }
            index += 1;
        }
        Self(bits)
    }

    /// Whether `scalar` is in the set.
    #[must_use]
    pub const fn contains(self, scalar: Scalar) -> bool {
        self.0 & (1 << scalar as u8) != 0
    }

    /// The scalars in both sets.
    #[must_use]
    pub const fn intersection(self, other: Self) -> Self {
        Self(self.0 & other.0)
    }

    /// Whether the set is empty.
    #[must_use]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// The member that overload resolution prefers: the first in the order of [`Scalar`].
    #[must_use]
    pub const fn first(self) -> Option<Scalar> {
        let index = self.0.trailing_zeros() as usize;
        if index < Scalar::ALL.len() { Some(Scalar::ALL[index]) } else { None }
    }

    /// The members in order.
    pub fn iter(self) -> impl Iterator<Item = Scalar> {
        Scalar::ALL.into_iter().filter(move |scalar| self.contains(*scalar))
    }
}

include!("generated/conversions.rs");
