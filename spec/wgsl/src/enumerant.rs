//! Enumeration types, builtin values, texel formats.

use core::fmt;

use crate::{Edition, EnableExtension, LanguageExtension, MatrixOrder, Rule, Scalar};

/// A predeclared enumerant.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Enumerant {
    /// `read`, …
    AccessMode(AccessMode),
    /// `function`, …
    AddressSpace(AddressSpace),
    /// `rgba8unorm`, …
    TexelFormat(TexelFormat),
    /// `row_major`, `col_major`: proposed.
    MatrixOrder(MatrixOrder),
}

/// The access mode of a buffer or storage texture. <https://www.w3.org/TR/WGSL/#access-mode>
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash, PartialOrd, Ord)]
#[repr(u8)]
pub enum AccessMode {
    /// `read`
    Read,
    /// `write`
    Write,
    /// `read_write`
    ReadWrite,
}

/// <https://www.w3.org/TR/WGSL/#address-space>
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash, PartialOrd, Ord)]
#[allow(missing_docs, reason = "the names of the specification")]
#[repr(u8)]
pub enum AddressSpace {
    Function,
    Private,
    Workgroup,
    Uniform,
    Storage,
    Handle,
    Immediate,
}

/// A shader stage with entry points.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
#[allow(missing_docs, reason = "the names of the specification")]
#[repr(u8)]
pub enum ShaderStage {
    Vertex,
    Fragment,
    Compute,
}

impl ShaderStage {
    /// All three stages.
    pub const ALL: [Self; 3] = [Self::Vertex, Self::Fragment, Self::Compute];

    /// Its name in the specification.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Vertex => "vertex",
            Self::Fragment => "fragment",
            Self::Compute => "compute",
        }
    }
}

/// A set of shader stages: bit 0 vertex, 1 fragment, 2 compute.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct StageSet(pub u8);

impl fmt::Debug for StageSet {
    fn fmt(&self, output: &mut fmt::Formatter<'_>) -> fmt::Result {
        output.debug_set().entries(self.iter()).finish()
    }
}

impl StageSet {
    /// All three stages.
    pub const ALL: Self = Self(0b111);

    /// Whether the stage is in the set.
    #[must_use]
    pub const fn contains(self, stage: ShaderStage) -> bool {
        self.0 & (1 << stage as u8) != 0
    }

    /// Returns the set as the flags of WebGPU's `GPUShaderStage`, which `wgpu::ShaderStages` has, too.
    #[must_use]
    pub const fn bits(self) -> u32 {
        self.0 as u32
    }

    /// Returns the stages in the set, in the order of [`ShaderStage::ALL`].
    pub fn iter(self) -> impl Iterator<Item = ShaderStage> {
        ShaderStage::ALL.into_iter().filter(move |stage| self.contains(*stage))
    }

    /// The set with this stage, too.
    #[must_use]
    pub const fn with(self, stage: ShaderStage) -> Self {
        Self(self.0 | 1 << stage as u8)
    }
}

/// Whether a value enters or leaves an entry point.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
#[allow(missing_docs, reason = "the names of the specification")]
pub enum Direction {
    Input,
    Output,
}

/// One row of the table of builtin values. <https://www.w3.org/TR/WGSL/#builtin-inputs-outputs>
#[derive(Clone, Copy, Debug)]
pub struct BuiltinValueRow {
    /// The builtin value.
    pub value: BuiltinValue,
    /// The stage of the row.
    pub stage: ShaderStage,
    /// Input or output.
    pub direction: Direction,
    /// Its type.
    pub ty: IoType,
    /// The extension to enable.
    pub enable: Option<EnableExtension>,
    /// The language extension that brings it.
    pub language: Option<LanguageExtension>,
    /// The rule that the row is.
    pub rule: &'static Rule,
}

/// Types of builtin values.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum IoType {
    /// A scalar.
    Scalar(Scalar),
    /// A vector: size and scalar.
    Vector(u8, Scalar),
    /// `array<f32, N>` with N at most this.
    FloatArrayUpTo(u32),
}

impl BuiltinValue {
    /// The rows of the table for this value.
    pub fn rows(self, edition: Edition) -> impl Iterator<Item = &'static BuiltinValueRow> {
        let table: &'static [BuiltinValueRow] = match edition {
            Edition::Current => &BUILTIN_VALUES_CURRENT,
            Edition::Draft2022 => &BUILTIN_VALUES_DRAFT_2022,
        };
        table.iter().filter(move |row| row.value == self)
    }
}

// `TexelFormat` has what WGSL says about the formats of storage textures, `webgpu_model::texture::Format` has all formats of WebGPU and their
// layout in memory. They are two types because a table of the specification must not depend on the engine. A test of `wgsl-lower` compares them.
//
// `pub enum BuiltinValue` (with `name()`, `ALL`, `from_symbol()`, `anchor()`), the two tables; `pub enum TexelFormat` with
// `name()`, `ALL`, `channel_type()`, …; `impl AddressSpace { name() }`, `impl AccessMode { name() }`.
include!("generated/enumerants.rs");
