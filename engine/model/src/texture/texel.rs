//! The value of a texel in a shader.

/// The type of the channels of a texel in a shader: `f32`, `i32` or `u32`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum ChannelKind {
    /// `f32`
    Float,
    /// `i32`
    Sint,
    /// `u32`
    Uint,
}

/// The value of a texel: red, green, blue and alpha. <https://www.w3.org/TR/WGSL/#texel-formats>
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Texel {
    /// `vec4<f32>`
    Float([f32; 4]),
    /// `vec4<i32>`
    Sint([i32; 4]),
    /// `vec4<u32>`
    Uint([u32; 4]),
}

impl Texel {
    /// The type of the channels.
    #[must_use]
    pub const fn kind(self) -> ChannelKind {
        match self {
            Self::Float(_) => ChannelKind::Float,
            Self::Sint(_) => ChannelKind::Sint,
            Self::Uint(_) => ChannelKind::Uint,
        }
    }

    /// All four channels zero.
    #[must_use]
    pub const fn zero(kind: ChannelKind) -> Self {
        match kind {
            ChannelKind::Float => Self::Float([0.0; 4]),
            ChannelKind::Sint => Self::Sint([0; 4]),
            ChannelKind::Uint => Self::Uint([0; 4]),
        }
    }

    /// The channels as they lie in registers.
    #[inline]
    #[must_use]
    pub fn to_bits(self) -> [u32; 4] {
        match self {
            Self::Float(channels) => channels.map(f32::to_bits),
            Self::Sint(channels) => channels.map(|channel| channel as u32),
            Self::Uint(channels) => channels,
        }
    }

    /// The channels from how they lie in registers.
    #[inline]
    #[must_use]
    pub fn from_bits(kind: ChannelKind, bits: [u32; 4]) -> Self {
        match kind {
            ChannelKind::Float => Self::Float(bits.map(f32::from_bits)),
            ChannelKind::Sint => Self::Sint(bits.map(|channel| channel as i32)),
            ChannelKind::Uint => Self::Uint(bits),
        }
    }

    /// The channels as floating point; integers by value (no builtin function asks for that).
    #[inline]
    #[must_use]
    pub fn to_floats(self) -> [f32; 4] {
        match self {
            Self::Float(channels) => channels,
            Self::Sint(channels) => channels.map(|channel| channel as f32),
            Self::Uint(channels) => channels.map(|channel| channel as f32),
        }
    }

    /// The channels as signed integers; others by value (no builtin function asks for that).
    #[inline]
    #[must_use]
    pub fn to_sints(self) -> [i32; 4] {
        match self {
            Self::Float(channels) => channels.map(|channel| channel as i32),
            Self::Sint(channels) => channels,
            Self::Uint(channels) => channels.map(|channel| channel as i32),
        }
    }

    /// The channels as unsigned integers; others by value (no builtin function asks for that).
    #[inline]
    #[must_use]
    pub fn to_uints(self) -> [u32; 4] {
        match self {
            Self::Float(channels) => channels.map(|channel| channel as u32),
            Self::Sint(channels) => channels.map(|channel| channel as u32),
            Self::Uint(channels) => channels,
        }
    }
}
