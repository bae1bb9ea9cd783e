//! The meaning of each name of the specification in a program.

use crate::{
    Edition, EnableExtension, Enumerant, FunctionId, LanguageExtension, MatrixRole, Rule, Scalar, Symbol,
};

/// The lexical class of a name.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum WordClass {
    /// An identifier.
    Identifier,
    /// A keyword of the grammar.
    Keyword,
    /// A reserved word: must not be used.
    Reserved,
}

/// The meaning of a name in one edition.
#[derive(Clone, Copy, Debug)]
pub struct NameInfo {
    /// Keyword, reserved, or neither.
    pub class: WordClass,
    /// The predeclared object that the name denotes unless a program shadows it.
    pub predeclared: Predeclared,
    /// The extension that must be enabled before the predeclared object is used.
    pub enable: Option<EnableExtension>,
    /// The language extension that brings the predeclared object.
    pub language: Option<LanguageExtension>,
    /// The rule that a use without its extension breaks.
    pub needs: Option<&'static Rule>,
}

impl NameInfo {
    /// Whether the predeclared object belongs to a proposed extension, which implementations have and the
    /// specification lacks.
    #[must_use]
    pub fn is_proposed(&self) -> bool {
        self.enable.is_some_and(EnableExtension::is_proposed)
            || self.language.is_some_and(LanguageExtension::is_proposed)
    }
}

/// A predeclared object.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Predeclared {
    /// Nothing.
    None,
    /// A type, or a predeclared alias of one (`vec2f`).
    Type(PredeclaredType),
    /// A type-generator: a name that needs a template list to become a type.
    TypeGenerator(TypeGenerator),
    /// A value of an enumeration type.
    Enumerant(Enumerant),
    /// A builtin function.
    Function(FunctionId),
}

/// A predeclared type.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum PredeclaredType {
    /// `bool`, `i32`, …
    Scalar(Scalar),
    /// `vec2f`: size and scalar.
    Vector(u8, Scalar),
    /// `mat2x3f`: columns, rows, scalar.
    Matrix(u8, u8, Scalar),
    /// `sampler`
    Sampler,
    /// `sampler_comparison`
    SamplerComparison,
    /// Depth and external textures.
    Texture(TextureKind),
    /// `i8`, which is only a component type of subgroup matrices.
    I8,
    /// `u8`, likewise.
    U8,
}

/// A type-generator. <https://www.w3.org/TR/WGSL/#type-generators>
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum TypeGenerator {
    /// `array`
    Array,
    /// `atomic`
    Atomic,
    /// `ptr`
    Pointer,
    /// `vec2`, `vec3`, `vec4`
    Vector(u8),
    /// `matCxR`
    Matrix(u8, u8),
    /// Sampled, multisampled and storage textures.
    Texture(TextureKind),
    /// `buffer`, which is also a type without a template list.
    Buffer,
    /// `subgroup_matrix_left` and the others, which are proposed.
    SubgroupMatrix(MatrixRole),
}

/// The texture types by name.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash, PartialOrd, Ord)]
#[allow(missing_docs, reason = "each variant is the type of that name with the prefix texture_")]
#[repr(u8)]
pub enum TextureKind {
    Sampled1d,
    Sampled2d,
    Sampled2dArray,
    Sampled3d,
    SampledCube,
    SampledCubeArray,
    Multisampled2d,
    Storage1d,
    Storage2d,
    Storage2dArray,
    Storage3d,
    Depth2d,
    Depth2dArray,
    DepthCube,
    DepthCubeArray,
    DepthMultisampled2d,
    External,
    /// `texel_buffer`, a proposal, not part of the specification.
    TexelBuffer,
}

impl Symbol {
    /// The meaning of this name; names of programs are plain identifiers.
    #[must_use]
    pub fn info(self, edition: Edition) -> NameInfo {
        let table = match edition {
            Edition::Current => &NAME_INFO_CURRENT,
            Edition::Draft2022 => &NAME_INFO_DRAFT_2022,
        };
        table.get(self.index()).copied().unwrap_or(NameInfo {
            class: WordClass::Identifier,
            predeclared: Predeclared::None,
            enable: None,
            language: None,
            needs: None,
        })
    }
}

impl TextureKind {
    /// Whether it is a storage texture, or a texel buffer, which is used like one.
    /// <https://www.w3.org/TR/WGSL/#texture-storage>
    #[must_use]
    pub const fn is_storage(self) -> bool {
        matches!(
            self,
            Self::Storage1d | Self::Storage2d | Self::Storage2dArray | Self::Storage3d | Self::TexelBuffer
        )
    }

    /// Whether its template list is the channel type. <https://www.w3.org/TR/WGSL/#sampled-texture-type>
    #[must_use]
    pub const fn takes_channel_type(self) -> bool {
        matches!(
            self,
            Self::Sampled1d
                | Self::Sampled2d
                | Self::Sampled2dArray
                | Self::Sampled3d
                | Self::SampledCube
                | Self::SampledCubeArray
                | Self::Multisampled2d
        )
    }
}

impl TypeGenerator {
    /// The function whose overloads are the value constructors of the generator's types (`vec3(…)`, `mat2x2(…)`);
    /// arrays have separate constructors.
    #[must_use]
    pub fn constructor(self) -> Option<FunctionId> {
        generator_constructor(self)
    }
}

// `NAME_INFO_CURRENT`, `NAME_INFO_DRAFT_2022` (one row per name, in the order of `Symbol`), `generator_constructor`,
// `impl Scalar { pub fn constructor(self) -> Option<FunctionId> }`, `impl TextureKind { pub const fn name(self) }`.
include!("generated/words.rs");
