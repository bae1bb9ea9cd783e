//! Types as they are written.

use super::{EnumerationId, ExprId, List, NameId, StructureId, TypeSyntaxId, VariableId};
use crate::dialect::Space;

/// A type that is written with keywords. C++14 (dcl.type.simple)
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[allow(missing_docs, reason = "the types by name")]
pub enum Fundamental {
    Void,
    Bool,
    Char,
    UnsignedChar,
    Short,
    UnsignedShort,
    Int,
    UnsignedInt,
    Long,
    UnsignedLong,
    LongLong,
    UnsignedLongLong,
    Half,
    Float,
    Double,
    LongDouble,
}

impl Fundamental {
    /// The spelling.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Void => "void",
            Self::Bool => "bool",
            Self::Char => "char",
            Self::UnsignedChar => "unsigned char",
            Self::Short => "short",
            Self::UnsignedShort => "unsigned short",
            Self::Int => "int",
            Self::UnsignedInt => "unsigned",
            Self::Long => "long",
            Self::UnsignedLong => "unsigned long",
            Self::LongLong => "long long",
            Self::UnsignedLongLong => "unsigned long long",
            Self::Half => "half",
            Self::Float => "float",
            Self::Double => "double",
            Self::LongDouble => "long double",
        }
    }
}

/// The qualifiers next to a type: the address space of its object, `const` and `volatile`.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Qualifiers {
    /// The address space.
    pub space: Option<Space>,
    /// `const`
    pub is_const: bool,
    /// `volatile`
    pub is_volatile: bool,
    /// A qualifier of memory that other threads change: `coherent(device)`.
    pub is_coherent: bool,
}

impl Qualifiers {
    /// Returns true if there are none.
    #[must_use]
    pub const fn is_empty(self) -> bool {
        self.space.is_none() && !self.is_const && !self.is_volatile && !self.is_coherent
    }
}

/// A type as it is written.
#[derive(Clone, Copy, Debug)]
pub enum TypeSyntax {
    /// A syntax error was reported here.
    Error,
    /// `auto`
    Auto,
    /// `decltype(x)`
    Decltype(ExprId),
    /// `decltype(auto)`
    DecltypeAuto,
    /// `unsigned int`
    Fundamental(Fundamental),
    /// `float4`, `metal::texture2d<float>`, `S`
    Name(NameId),
    /// `struct S { … }` as a type
    Structure(StructureId),
    /// `enum E { … }` as a type
    Enumeration(EnumerationId),
    /// `device const T`
    Qualified(Qualifiers, TypeSyntaxId),
    /// `T*`
    Pointer(TypeSyntaxId),
    /// `T&`; `T&&` if the flag is set
    Reference(TypeSyntaxId, bool),
    /// `T[n]`
    Array(TypeSyntaxId, Option<ExprId>),
    /// `void(int)`, a type of functions
    Function(TypeSyntaxId, List<VariableId>),
}
