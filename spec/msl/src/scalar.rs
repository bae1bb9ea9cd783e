//! The scalar types.

pub use crate::types::Scalar;

impl Scalar {
    /// Whether it is an integer; `bool` is none here, although it is one in C++.
    #[must_use]
    pub const fn is_integer(self) -> bool {
        match self {
            Self::Char
            | Self::Uchar
            | Self::Short
            | Self::Ushort
            | Self::Int
            | Self::Uint
            | Self::Long
            | Self::Ulong => true,
            Self::Bool | Self::Half | Self::Bfloat | Self::Float | Self::Double => false,
        }
    }

    /// Whether it is an integer with a sign.
    #[must_use]
    pub const fn is_signed_integer(self) -> bool {
        self.is_integer() && !matches!(self, Self::Uchar | Self::Ushort | Self::Uint | Self::Ulong)
    }

    /// Whether it is of floating point.
    #[must_use]
    pub const fn is_float(self) -> bool {
        matches!(self, Self::Half | Self::Bfloat | Self::Float | Self::Double)
    }

    /// The integer of its size without a sign; `None` if it is not an integer.
    #[must_use]
    pub const fn unsigned(self) -> Option<Self> {
        match self {
            Self::Char | Self::Uchar => Some(Self::Uchar),
            Self::Short | Self::Ushort => Some(Self::Ushort),
            Self::Int | Self::Uint => Some(Self::Uint),
            Self::Long | Self::Ulong => Some(Self::Ulong),
            Self::Bool | Self::Half | Self::Bfloat | Self::Float | Self::Double => None,
        }
    }

    /// The number of bits of its storage.
    #[must_use]
    pub const fn bits(self) -> u32 {
        self.layout().size * 8
    }
}
