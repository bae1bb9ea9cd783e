//! The types of parameters and results, with a variable.

use crate::{AddressSpace, Enumeration, LodOption, Scalar, ValueType, Width};

/// The type of a parameter or of a result.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Pattern {
    /// `void`, as a result.
    Void,
    /// A scalar, vector or matrix.
    Value(ValuePattern),
    /// A reference to a value in an address space.
    Reference(AddressSpace, ValuePattern),
    /// A pointer to a value in an address space.
    Pointer(AddressSpace, ValuePattern),
    /// A pointer to an atomic object, whose values are of the type of the variable.
    AtomicPointer(AtomicPointer),
    /// A value of an enumeration.
    Enumeration(Enumeration),
    /// A sampler.
    Sampler,
    /// A texture of any type but a texture buffer.
    Texture,
    /// One of these options of sampling.
    Options(&'static [LodOption]),
    /// `simd_vote` (6.8.2)
    SimdVote,
    /// `quad_vote` (6.8.3)
    QuadVote,
    /// The name of a function constant (5.8.1).
    FunctionConstant,
    /// A SIMD-group matrix of the variable, since version 2.3.
    SimdgroupMatrix,
    /// A SIMD-group matrix with elements of any type.
    AnySimdgroupMatrix,
    /// A reference to a matrix of the variable in `thread` memory.
    SimdgroupMatrixReference,
    /// A pointer to the elements of such a matrix.
    Data(DataPointer),
}

/// A pointer to values of the variable.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct DataPointer {
    /// Whether the values may be `const`.
    pub is_const: bool,
    /// The address spaces of the values: an overload each.
    pub spaces: &'static [AddressSpace],
}

/// A pointer to an atomic object (6.13.2).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct AtomicPointer {
    /// Whether the object is `const`.
    pub is_const: bool,
    /// Whether the object is `volatile`.
    pub is_volatile: bool,
    /// The address spaces of the object: an overload each.
    pub spaces: &'static [AddressSpace],
}

/// A type of values, with the variable `T` of a signature.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ValuePattern {
    /// A type without the variable.
    Fixed(ValueType),
    /// `T`
    Variable,
    /// The scalar of `T`.
    Scalar,
    /// `bool`, or its vector with as many components as `T`.
    Bool,
    /// `int`, or its vector with as many components as `T`.
    Int,
    /// The integer of the size of `T` without a sign, or its vector with as many components as `T`.
    Unsigned,
    /// The vector with four components of `T`.
    Vector4,
}

impl ValuePattern {
    /// The type for a type of the variable; `None` where there is none, such as an unsigned integer for `float`.
    #[must_use]
    pub const fn instance(self, variable: ValueType) -> Option<ValueType> {
        match self {
            Self::Fixed(ty) => Some(ty),
            Self::Variable => Some(variable),
            Self::Scalar => Some(ValueType::Scalar(variable.scalar())),
            Self::Bool => with_scalar(variable, Scalar::Bool),
            Self::Int => with_scalar(variable, Scalar::Int),
            Self::Unsigned => match variable.scalar().unsigned() {
                Some(scalar) => with_scalar(variable, scalar),
                None => None,
            },
            Self::Vector4 => Some(ValueType::Vector(variable.scalar(), Width::Four)),
        }
    }

    /// Whether the type depends on that of the variable.
    #[must_use]
    pub const fn has_variable(self) -> bool {
        !matches!(self, Self::Fixed(_))
    }
}

impl Pattern {
    /// Returns the scalar, vector or matrix for a type of the variable, if there is one; `None` for all other types.
    #[must_use]
    pub fn value(self, variable: Option<ValueType>) -> Option<ValueType> {
        match self {
            Self::Value(ValuePattern::Fixed(ty)) => Some(ty),
            Self::Value(pattern) => variable.and_then(|variable| pattern.instance(variable)),
            Self::Void
            | Self::Reference(..)
            | Self::Pointer(..)
            | Self::AtomicPointer(_)
            | Self::Enumeration(_)
            | Self::Sampler
            | Self::Texture
            | Self::Options(_)
            | Self::SimdVote
            | Self::QuadVote
            | Self::SimdgroupMatrix
            | Self::SimdgroupMatrixReference
            | Self::AnySimdgroupMatrix
            | Self::Data(_)
            | Self::FunctionConstant => None,
        }
    }

    /// Whether the type depends on that of the variable.
    #[must_use]
    pub const fn has_variable(self) -> bool {
        match self {
            Self::Value(value) | Self::Reference(_, value) | Self::Pointer(_, value) => value.has_variable(),
            Self::AtomicPointer(_)
            | Self::SimdgroupMatrix
            | Self::SimdgroupMatrixReference
            | Self::Data(_) => true,
            Self::Void
            | Self::AnySimdgroupMatrix
            | Self::Enumeration(_)
            | Self::Sampler
            | Self::Texture
            | Self::Options(_)
            | Self::SimdVote
            | Self::QuadVote
            | Self::FunctionConstant => false,
        }
    }
}

const fn with_scalar(ty: ValueType, scalar: Scalar) -> Option<ValueType> {
    match ty {
        ValueType::Scalar(_) => Some(ValueType::Scalar(scalar)),
        ValueType::Vector(_, width) => Some(ValueType::Vector(scalar, width)),
        ValueType::PackedVector(..) | ValueType::Matrix(..) => None,
    }
}
