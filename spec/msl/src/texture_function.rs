//! The member functions of textures (6.10).

use std::ops::RangeInclusive;

use crate::{
    Access, Availability, Enumeration, Parameter, Pattern, Scalar, Signature, TextureKind, TypeSet,
    ValuePattern, ValueType, Version, Width, Widths,
};

/// The values that a component of the parameter `offset` may have (6.10).
pub const OFFSETS: RangeInclusive<i32> = -8..=7;

/// A member function of a kind of textures.
#[derive(Debug)]
pub struct TextureFunction {
    /// Its name.
    pub name: &'static str,
    /// The kind that has it.
    pub kind: TextureKind,
    /// The section that describes it.
    pub section: &'static str,
    /// The accesses that allow a call.
    pub accesses: &'static [Access],
    /// Where the level of detail must be zero.
    pub zero_lod: ZeroLod,
    /// Its signatures, whose variable is the element of the texture.
    pub signatures: &'static [Signature],
}

/// The place of a level of detail that must be the constant zero: a parameter, or the option `level`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ZeroLod {
    /// Nowhere.
    Never,
    /// On macOS.
    OnMacos,
    /// On both platforms.
    Always,
}

/// The member functions of a kind, sorted by name.
#[must_use]
pub fn texture_functions(kind: TextureKind) -> &'static [TextureFunction] {
    // The table is in the order of the sections.
    let mut groups = TEXTURE_FUNCTIONS.chunk_by(|one, other| one.kind == other.kind);
    groups.find(|group| group[0].kind == kind).unwrap_or_default()
}

/// The member function of a kind with this name.
#[must_use]
pub fn texture_function(kind: TextureKind, name: &str) -> Option<&'static TextureFunction> {
    texture_functions(kind).iter().find(|function| function.name == name)
}

impl LodOption {
    /// The option with this name.
    #[must_use]
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|option| option.name() == name)
    }
}

include!("generated/lod_options.rs");
include!("generated/texture_functions.rs");
