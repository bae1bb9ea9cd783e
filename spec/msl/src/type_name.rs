//! The names of types.

pub use crate::types::{Class, PixelType, Template};
use crate::{Availability, Scalar, TextureKind, ValueType, types};

/// A name of a type.
#[derive(Debug)]
pub struct TypeName {
    /// The name; `unsigned int` and the like have a space in it.
    pub name: &'static str,
    /// The type that it denotes.
    pub meaning: NamedType,
    /// The versions that have it.
    pub availability: Availability,
}

/// The type that a name denotes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum NamedType {
    /// `void`
    Void,
    /// A scalar, vector, packed vector or matrix.
    Value(ValueType),
    /// `size_t` or `ptrdiff_t`, which are integers of this type, and no type of an argument of a kernel or graphics
    /// function (5.2).
    Size(Scalar),
    /// An atomic type, whose values are of this type (2.5).
    Atomic(Scalar),
    /// A template of pixels (2.6).
    Pixel(PixelType),
    /// A template of textures (2.8).
    Texture(TextureKind),
    /// Another template.
    Template(Template),
    /// A class without template arguments.
    Class(Class),
    /// A name that is kept for later versions (2.2.3).
    Reserved,
}

impl Class {
    /// Returns the type of the elements of a SIMD-group matrix with 8 columns and 8 rows; `None` for another class.
    #[must_use]
    pub const fn simdgroup_element(self) -> Option<Scalar> {
        match self {
            Self::SimdgroupFloat8x8 => Some(Scalar::Float),
            Self::SimdgroupHalf8x8 => Some(Scalar::Half),
            Self::SimdgroupBfloat8x8 => Some(Scalar::Bfloat),
            Self::Sampler
            | Self::SimdVote
            | Self::QuadVote
            | Self::CommandBuffer
            | Self::RenderCommand
            | Self::ComputeCommand
            | Self::RenderPipelineState
            | Self::ComputePipelineState
            | Self::ImageblockLayoutExplicit
            | Self::ImageblockLayoutImplicit
            | Self::MeshGridProperties => None,
        }
    }

    /// Returns the SIMD-group matrix with these elements.
    #[must_use]
    pub fn simdgroup_matrix(element: Scalar) -> Option<Self> {
        Self::ALL.into_iter().find(|class| class.simdgroup_element() == Some(element))
    }
}

/// The type with this name.
#[must_use]
pub fn type_name(name: &str) -> Option<&'static TypeName> {
    let names = types::names();
    names.binary_search_by(|row| row.name.cmp(name)).ok().map(|index| &names[index])
}

/// All names of types, sorted.
#[must_use]
pub fn type_names() -> &'static [TypeName] {
    types::names()
}
