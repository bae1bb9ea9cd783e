//! Arguments of generated calls: their types, as far as overloads distinguish them, and their values in a program.

use wgsl_spec::{AccessMode, AddressSpace, Scalar, TexelFormat, TextureKind};

/// The type of an argument.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
pub(super) enum Argument {
    /// A scalar (1 column, 1 row), vector (1 column) or matrix.
    Value { columns: u8, rows: u8, scalar: Scalar },
    /// `array<f32, 4>`
    Array,
    /// A structure with one member.
    Structure,
    /// A pointer to a pointee of this kind.
    Pointer { space: AddressSpace, access: AccessMode, to: Pointee },
    /// A sampled or multisampled texture.
    Sampled(TextureKind, Scalar),
    /// A storage texture.
    Storage(TextureKind, TexelFormat, AccessMode),
    /// A depth or external texture.
    Plain(TextureKind),
    /// `sampler`
    Sampler,
    /// `sampler_comparison`
    SamplerComparison,
}

/// The pointee of a pointer.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
pub(super) enum Pointee {
    /// `atomic<S>`
    Atomic(Scalar),
    /// `array<S>`
    RuntimeArray(Scalar),
    /// `array<S, 4>`
    FixedArray(Scalar),
    /// The scalar itself.
    Plain(Scalar),
}

/// The form of an argument.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Source {
    /// A literal or another const-expression.
    Constant,
    /// A variable: a runtime expression.
    Variable,
}

const CONCRETE: [Scalar; 5] = [Scalar::I32, Scalar::U32, Scalar::F32, Scalar::F16, Scalar::Bool];
/// Scalars that sampled textures have.
pub(super) const CHANNELS: [Scalar; 3] = [Scalar::F32, Scalar::I32, Scalar::U32];
/// A texel format for each scalar that supports every access mode.
const FORMATS: [TexelFormat; 3] = [TexelFormat::R32float, TexelFormat::R32uint, TexelFormat::R32sint];

impl Argument {
    pub(super) const fn scalar(scalar: Scalar) -> Self {
        Self::Value { columns: 1, rows: 1, scalar }
    }

    pub(super) const fn vector(rows: u8, scalar: Scalar) -> Self {
        Self::Value { columns: 1, rows, scalar }
    }

    pub(super) const fn matrix(columns: u8, rows: u8, scalar: Scalar) -> Self {
        Self::Value { columns, rows, scalar }
    }

    /// A value of every kind, to be passed for a parameter of another kind.
    pub(super) fn values() -> Vec<Self> {
        let mut all: Vec<Self> = Scalar::ALL.into_iter().map(Self::scalar).collect();
        all.extend(CONCRETE.map(|scalar| Self::vector(2, scalar)));
        all.extend(
            [Scalar::AbstractInt, Scalar::AbstractFloat, Scalar::F32, Scalar::I32]
                .map(|s| Self::vector(3, s)),
        );
        all.extend([Scalar::F32, Scalar::U32, Scalar::Bool].map(|scalar| Self::vector(4, scalar)));
        all.extend([
            Self::matrix(2, 2, Scalar::F32),
            Self::matrix(3, 2, Scalar::F32),
            Self::matrix(3, 3, Scalar::F16),
        ]);
        all
    }

    /// Arguments that are neither numbers nor truth values.
    pub(super) fn others() -> Vec<Self> {
        let (space, access) = (AddressSpace::Private, AccessMode::ReadWrite);
        vec![
            Self::Array,
            Self::Structure,
            Self::Pointer { space, access, to: Pointee::Plain(Scalar::F32) },
            Self::Sampled(TextureKind::Sampled2d, Scalar::F32),
            Self::Sampler,
        ]
    }

    /// Pointers of all kinds that functions take, and similar ones.
    pub(super) fn pointers() -> Vec<Self> {
        let mut all = Vec::new();
        for scalar in [Scalar::I32, Scalar::U32] {
            for space in [AddressSpace::Workgroup, AddressSpace::Storage] {
                all.push(Self::Pointer { space, access: AccessMode::ReadWrite, to: Pointee::Atomic(scalar) });
            }
        }
        for access in [AccessMode::Read, AccessMode::ReadWrite] {
            for scalar in [Scalar::F32, Scalar::U32] {
                all.push(Self::Pointer {
                    space: AddressSpace::Storage,
                    access,
                    to: Pointee::RuntimeArray(scalar),
                });
            }
            all.push(Self::Pointer {
                space: AddressSpace::Storage,
                access,
                to: Pointee::FixedArray(Scalar::U32),
            });
        }
        for space in [AddressSpace::Private, AddressSpace::Workgroup] {
            for scalar in [Scalar::F32, Scalar::U32] {
                all.push(Self::Pointer { space, access: AccessMode::ReadWrite, to: Pointee::Plain(scalar) });
            }
        }
        all
    }

    /// Textures and samplers of all kinds.
    pub(super) fn textures() -> Vec<Self> {
        let mut all = vec![Self::Sampler, Self::SamplerComparison];
        for kind in TextureKind::ALL {
            if kind == TextureKind::TexelBuffer {
                continue;
            }
            if kind.is_storage() {
                for format in FORMATS {
                    all.extend(AccessMode::ALL.map(|access| Self::Storage(kind, format, access)));
                }
            } else if kind.takes_channel_type() {
                all.extend(CHANNELS.map(|scalar| Self::Sampled(kind, scalar)));
            } else {
                all.push(Self::Plain(kind));
            }
        }
        all
    }

    /// Returns true if it is a value of a type that programs can't name.
    pub(super) fn is_abstract(self) -> bool {
        matches!(self, Self::Value { scalar, .. } if scalar.is_abstract())
    }

    /// Returns true if programs need `enable f16;` for it.
    pub(super) fn needs_f16(self) -> bool {
        matches!(self, Self::Value { scalar: Scalar::F16, .. })
    }

    /// Returns true if programs need the language extension for reading from storage textures.
    pub(super) fn needs_readable_storage(self) -> bool {
        matches!(self, Self::Storage(_, _, access) if access != AccessMode::Write)
    }

    /// Its type in a program, without angle brackets if possible; it also names the argument.
    pub(super) fn type_name(self) -> String {
        match self {
            Self::Value { columns: 1, rows: 1, scalar } => scalar.name().to_owned(),
            Self::Value { columns: 1, rows, scalar } => format!("vec{rows}<{}>", scalar.name()),
            Self::Value { columns, rows, scalar } => format!("mat{columns}x{rows}<{}>", scalar.name()),
            Self::Array => "array<f32, 4>".to_owned(),
            Self::Structure => "Structure".to_owned(),
            Self::Pointer { space, access, to } => match space {
                AddressSpace::Storage => {
                    format!("ptr<{}, {}, {}>", space.name(), to.type_name(), access.name())
                }
                AddressSpace::Function
                | AddressSpace::Private
                | AddressSpace::Workgroup
                | AddressSpace::Uniform
                | AddressSpace::Handle
                | AddressSpace::Immediate => format!("ptr<{}, {}>", space.name(), to.type_name()),
            },
            Self::Sampled(kind, scalar) => format!("{}<{}>", kind.name(), scalar.name()),
            Self::Storage(kind, format, access) => {
                format!("{}<{}, {}>", kind.name(), format.name(), access.name())
            }
            Self::Plain(kind) => kind.name().to_owned(),
            Self::Sampler => "sampler".to_owned(),
            Self::SamplerComparison => "sampler_comparison".to_owned(),
        }
    }

    /// The declaration that it needs at module scope, for the argument of this number.
    pub(super) fn declaration(self, number: usize, source: Source) -> String {
        let resource = |attributes: &str, ty: &str| {
            format!("@group(0) @binding({number}) var{attributes} a{number}: {ty};\n")
        };
        match self {
            Self::Value { .. } if source == Source::Constant || self.is_abstract() => String::new(),
            Self::Value { .. } | Self::Array => format!("var<private> a{number}: {};\n", self.type_name()),
            Self::Structure => {
                format!("struct Structure {{\n  member: f32,\n}}\nvar<private> a{number}: Structure;\n")
            }
            Self::Pointer { space: AddressSpace::Storage, access, to } => {
                resource(&format!("<storage, {}>", access.name()), &to.type_name())
            }
            Self::Pointer { space, to, .. } => {
                format!("var<{}> a{number}: {};\n", space.name(), to.type_name())
            }
            Self::Sampled(..)
            | Self::Storage(..)
            | Self::Plain(_)
            | Self::Sampler
            | Self::SamplerComparison => resource("", &self.type_name()),
        }
    }

    /// The argument as an expression. `value` is the number in a const-expression.
    pub(super) fn expression(self, number: usize, source: Source, value: i32) -> String {
        match self {
            Self::Value { columns, rows, scalar } if source == Source::Constant || self.is_abstract() => {
                let literal = literal(scalar, value);
                match (columns, rows) {
                    (1, 1) => literal,
                    (1, _) => format!("vec{rows}({literal})"),
                    _ => {
                        let components = vec![literal; usize::from(columns * rows)];
                        format!("mat{columns}x{rows}({})", components.join(", "))
                    }
                }
            }
            Self::Pointer { .. } => format!("&a{number}"),
            Self::Value { .. }
            | Self::Array
            | Self::Structure
            | Self::Sampled(..)
            | Self::Storage(..)
            | Self::Plain(_)
            | Self::Sampler
            | Self::SamplerComparison => format!("a{number}"),
        }
    }
}

impl Pointee {
    fn type_name(self) -> String {
        match self {
            Self::Atomic(scalar) => format!("atomic<{}>", scalar.name()),
            Self::RuntimeArray(scalar) => format!("array<{}>", scalar.name()),
            Self::FixedArray(scalar) => format!("array<{}, 4>", scalar.name()),
            Self::Plain(scalar) => scalar.name().to_owned(),
        }
    }
}

/// A literal of a scalar type.
pub(super) fn literal(scalar: Scalar, value: i32) -> String {
    match scalar {
        Scalar::AbstractInt => format!("{value}"),
        Scalar::I32 => format!("{value}i"),
        Scalar::U32 => format!("{value}u"),
        Scalar::AbstractFloat => format!("{value}.0"),
        Scalar::F32 => format!("{value}f"),
        Scalar::F16 => format!("{value}h"),
        Scalar::Bool => if value == 0 { "false" } else { "true" }.to_owned(),
    }
}
