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

/// Code for each family of types; a macro, as no closure is generic over types. For floats and integers an alias is the Rust type that computes values of the run-time type.
macro_rules! by_type {
    (@$rust:ty, $name:ident, $body:expr) => {{
        #[allow(dead_code, reason = "some code is the same for all types of a family")]
        type $name = $rust;
        $body
    }};
    ($ty:expr, $name:ident => floats $floats:expr, integers $integers:expr, truths $truths:expr) => {
        match $ty {
            $crate::Type::Bool => $truths,
            $crate::Type::I8 => by_type!(@i8, $name, $integers),
            $crate::Type::I16 => by_type!(@i16, $name, $integers),
            $crate::Type::I32 => by_type!(@i32, $name, $integers),
            $crate::Type::I64 => by_type!(@i64, $name, $integers),
            $crate::Type::U8 => by_type!(@u8, $name, $integers),
            $crate::Type::U16 => by_type!(@u16, $name, $integers),
            $crate::Type::U32 => by_type!(@u32, $name, $integers),
            $crate::Type::U64 => by_type!(@u64, $name, $integers),
            $crate::Type::F16 => by_type!(@$crate::half::F16, $name, $floats),
            $crate::Type::F32 => by_type!(@f32, $name, $floats),
            $crate::Type::F64 => by_type!(@f64, $name, $floats),
        }
    };
}

/// The value of the code for floats; `None` for other types.
macro_rules! for_float {
    ($ty:expr, $name:ident => $body:expr) => {
        by_type!($ty, $name => floats Some($body), integers None, truths None)
    };
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
