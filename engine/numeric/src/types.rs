//! The types of registers.

/// The type of a register. An integer of 8 or 16 bits is held extended to 32 bits, by its sign or with zeros.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
#[allow(missing_docs, reason = "the types by name")]
pub enum Type {
    Bool,
    I8,
    I16,
    I32,
    I64,
    U8,
    U16,
    U32,
    U64,
    F16,
    F32,
    F64,
}

impl Type {
    /// All types.
    pub const ALL: [Self; 12] = [
        Self::Bool,
        Self::I8,
        Self::I16,
        Self::I32,
        Self::I64,
        Self::U8,
        Self::U16,
        Self::U32,
        Self::U64,
        Self::F16,
        Self::F32,
        Self::F64,
    ];

    /// Its size in memory, in bytes.
    #[must_use]
    pub const fn size(self) -> u32 {
        match self {
            Self::I8 | Self::U8 => 1,
            Self::I16 | Self::U16 | Self::F16 => 2,
            Self::Bool | Self::I32 | Self::U32 | Self::F32 => 4,
            Self::I64 | Self::U64 | Self::F64 => 8,
        }
    }

    /// Its name, as the printer writes it.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Bool => "bool",
            Self::I8 => "i8",
            Self::I16 => "i16",
            Self::I32 => "i32",
            Self::I64 => "i64",
            Self::U8 => "u8",
            Self::U16 => "u16",
            Self::U32 => "u32",
            Self::U64 => "u64",
            Self::F16 => "f16",
            Self::F32 => "f32",
            Self::F64 => "f64",
        }
    }

    /// Whether its registers hold 64 bits.
    #[must_use]
    pub const fn is_wide(self) -> bool {
        self.size() == 8
    }

    /// Whether it is a floating point type.
    #[must_use]
    pub const fn is_float(self) -> bool {
        matches!(self, Self::F16 | Self::F32 | Self::F64)
    }

    /// Whether it is an integer type.
    #[must_use]
    pub const fn is_integer(self) -> bool {
        !self.is_float() && !matches!(self, Self::Bool)
    }

    /// Whether it is an integer type with negative values.
    #[must_use]
    pub const fn is_signed(self) -> bool {
        matches!(self, Self::I8 | Self::I16 | Self::I32 | Self::I64)
    }

    /// The least and the greatest value of an integer type.
    #[must_use]
    pub const fn range(self) -> Option<(i128, i128)> {
        let bits = self.size() * 8;
        match self {
            Self::Bool | Self::F16 | Self::F32 | Self::F64 => None,
            Self::I8 | Self::I16 | Self::I32 | Self::I64 => Some((-1 << (bits - 1), (1 << (bits - 1)) - 1)),
            Self::U8 | Self::U16 | Self::U32 | Self::U64 => Some((0, (1 << bits) - 1)),
        }
    }
}
