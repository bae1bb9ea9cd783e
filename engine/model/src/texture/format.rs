//! Texel formats: how texels lie in memory.

use super::channel::ChannelFormat::{
    self, Float16, Float32, Sint8, Sint16, Sint32, Snorm8, Snorm16, Srgb8, Uint8, Uint16, Uint32, Unorm8,
    Unorm16,
};
use super::texel::ChannelKind;

/// How the channels of a texel lie in memory.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Encoding {
    /// So many channels of one channel format, in the order r, g, b, a.
    Rgba(ChannelFormat, u8),
    /// Four channels in the order b, g, r, a.
    Bgra(ChannelFormat),
    /// In a word, lowest first: three channels of 10 bits and one of 2, unsigned normalized.
    Rgb10a2Unorm,
    /// In a word, lowest first: three channels of 10 bits and one of 2, unsigned integers.
    Rgb10a2Uint,
    /// In a word, lowest first: 11, 11 and 10 bits of floating point without sign.
    Rg11b10Ufloat,
    /// In a word, lowest first: three fractions of 9 bits and the exponent they share, of 5.
    Rgb9e5Ufloat,
}

impl Encoding {
    /// Bytes of a texel: 1, 2, 4, 8 or 16.
    #[must_use]
    pub const fn texel_bytes(self) -> usize {
        match self {
            Self::Rgba(channel, count) => channel.bytes() * count as usize,
            Self::Bgra(channel) => channel.bytes() * 4,
            Self::Rgb10a2Unorm | Self::Rgb10a2Uint | Self::Rg11b10Ufloat | Self::Rgb9e5Ufloat => 4,
        }
    }

    /// The type of the channels in a shader.
    #[must_use]
    pub const fn kind(self) -> ChannelKind {
        match self {
            Self::Rgba(channel, _) | Self::Bgra(channel) => channel.kind(),
            Self::Rgb10a2Uint => ChannelKind::Uint,
            Self::Rgb10a2Unorm | Self::Rg11b10Ufloat | Self::Rgb9e5Ufloat => ChannelKind::Float,
        }
    }
}

use Encoding::{Bgra, Rg11b10Ufloat, Rgb9e5Ufloat, Rgb10a2Uint, Rgb10a2Unorm, Rgba};

// What WGSL says about the formats of storage textures is in `wgsl_spec::TexelFormat`, since this crate knows no language.

/// Makes the enumeration of formats. A format is followed by its name and by the encoding of its texels.
macro_rules! formats {
    ($($format:ident $name:literal $encoding:expr,)*) => {
        named! {
            /// A texel format. <https://www.w3.org/TR/WGSL/#texel-formats>
            pub enum Format { $(#[doc = concat!("`", $name, "`")] $format $name,)* }
        }

        impl Format {
            /// How the texels lie in memory, of compressed formats after decompression.
            #[must_use]
            pub const fn encoding(self) -> Encoding {
                match self { $(Self::$format => $encoding,)* }
            }
        }
    };
}

// First the formats of storage textures, in the order of the specification, then those that are only sampled or drawn on.
formats! {
    Rgba8unorm "rgba8unorm" Rgba(Unorm8, 4),
    Rgba8snorm "rgba8snorm" Rgba(Snorm8, 4),
    Rgba8uint "rgba8uint" Rgba(Uint8, 4),
    Rgba8sint "rgba8sint" Rgba(Sint8, 4),
    Rgba16unorm "rgba16unorm" Rgba(Unorm16, 4),
    Rgba16snorm "rgba16snorm" Rgba(Snorm16, 4),
    Rgba16uint "rgba16uint" Rgba(Uint16, 4),
    Rgba16sint "rgba16sint" Rgba(Sint16, 4),
    Rgba16float "rgba16float" Rgba(Float16, 4),
    Rg8unorm "rg8unorm" Rgba(Unorm8, 2),
    Rg8snorm "rg8snorm" Rgba(Snorm8, 2),
    Rg8uint "rg8uint" Rgba(Uint8, 2),
    Rg8sint "rg8sint" Rgba(Sint8, 2),
    Rg16unorm "rg16unorm" Rgba(Unorm16, 2),
    Rg16snorm "rg16snorm" Rgba(Snorm16, 2),
    Rg16uint "rg16uint" Rgba(Uint16, 2),
    Rg16sint "rg16sint" Rgba(Sint16, 2),
    Rg16float "rg16float" Rgba(Float16, 2),
    R32uint "r32uint" Rgba(Uint32, 1),
    R32sint "r32sint" Rgba(Sint32, 1),
    R32float "r32float" Rgba(Float32, 1),
    Rg32uint "rg32uint" Rgba(Uint32, 2),
    Rg32sint "rg32sint" Rgba(Sint32, 2),
    Rg32float "rg32float" Rgba(Float32, 2),
    Rgba32uint "rgba32uint" Rgba(Uint32, 4),
    Rgba32sint "rgba32sint" Rgba(Sint32, 4),
    Rgba32float "rgba32float" Rgba(Float32, 4),
    Bgra8unorm "bgra8unorm" Bgra(Unorm8),
    R8unorm "r8unorm" Rgba(Unorm8, 1),
    R8snorm "r8snorm" Rgba(Snorm8, 1),
    R8uint "r8uint" Rgba(Uint8, 1),
    R8sint "r8sint" Rgba(Sint8, 1),
    R16unorm "r16unorm" Rgba(Unorm16, 1),
    R16snorm "r16snorm" Rgba(Snorm16, 1),
    R16uint "r16uint" Rgba(Uint16, 1),
    R16sint "r16sint" Rgba(Sint16, 1),
    R16float "r16float" Rgba(Float16, 1),
    Rgb10a2unorm "rgb10a2unorm" Rgb10a2Unorm,
    Rgb10a2uint "rgb10a2uint" Rgb10a2Uint,
    Rg11b10ufloat "rg11b10ufloat" Rg11b10Ufloat,
    Rgba8unormSrgb "rgba8unorm-srgb" Rgba(Srgb8, 4),
    Bgra8unormSrgb "bgra8unorm-srgb" Bgra(Srgb8),
    Rgb9e5ufloat "rgb9e5ufloat" Rgb9e5Ufloat,
    Depth16unorm "depth16unorm" Rgba(Unorm16, 1),
    // WebGPU lets an implementation take either 24 bits or a float, and never shows the bytes: a float it is.
    Depth24plus "depth24plus" Rgba(Float32, 1),
    Depth32float "depth32float" Rgba(Float32, 1),
    Stencil8 "stencil8" Rgba(Uint8, 1),
    // Compressed formats, with the encoding of their texels once they are decompressed.
    Bc1RgbaUnorm "bc1-rgba-unorm" Rgba(Unorm8, 4),
    Bc1RgbaUnormSrgb "bc1-rgba-unorm-srgb" Rgba(Srgb8, 4),
    Bc2RgbaUnorm "bc2-rgba-unorm" Rgba(Unorm8, 4),
    Bc2RgbaUnormSrgb "bc2-rgba-unorm-srgb" Rgba(Srgb8, 4),
    Bc3RgbaUnorm "bc3-rgba-unorm" Rgba(Unorm8, 4),
    Bc3RgbaUnormSrgb "bc3-rgba-unorm-srgb" Rgba(Srgb8, 4),
    Bc4RUnorm "bc4-r-unorm" Rgba(Float32, 1),
    Bc4RSnorm "bc4-r-snorm" Rgba(Float32, 1),
    Bc5RgUnorm "bc5-rg-unorm" Rgba(Float32, 2),
    Bc5RgSnorm "bc5-rg-snorm" Rgba(Float32, 2),
    Bc6hRgbUfloat "bc6h-rgb-ufloat" Rgba(Float16, 4),
    Bc6hRgbFloat "bc6h-rgb-float" Rgba(Float16, 4),
    Bc7RgbaUnorm "bc7-rgba-unorm" Rgba(Unorm8, 4),
    Bc7RgbaUnormSrgb "bc7-rgba-unorm-srgb" Rgba(Srgb8, 4),
    Etc2Rgb8unorm "etc2-rgb8unorm" Rgba(Unorm8, 4),
    Etc2Rgb8unormSrgb "etc2-rgb8unorm-srgb" Rgba(Srgb8, 4),
    Etc2Rgb8a1unorm "etc2-rgb8a1unorm" Rgba(Unorm8, 4),
    Etc2Rgb8a1unormSrgb "etc2-rgb8a1unorm-srgb" Rgba(Srgb8, 4),
    Etc2Rgba8unorm "etc2-rgba8unorm" Rgba(Unorm8, 4),
    Etc2Rgba8unormSrgb "etc2-rgba8unorm-srgb" Rgba(Srgb8, 4),
    EacR11unorm "eac-r11unorm" Rgba(Float32, 1),
    EacR11snorm "eac-r11snorm" Rgba(Float32, 1),
    EacRg11unorm "eac-rg11unorm" Rgba(Float32, 2),
    EacRg11snorm "eac-rg11snorm" Rgba(Float32, 2),
    Astc4x4Unorm "astc-4x4-unorm" Rgba(Unorm8, 4),
    Astc4x4UnormSrgb "astc-4x4-unorm-srgb" Rgba(Srgb8, 4),
    Astc5x4Unorm "astc-5x4-unorm" Rgba(Unorm8, 4),
    Astc5x4UnormSrgb "astc-5x4-unorm-srgb" Rgba(Srgb8, 4),
    Astc5x5Unorm "astc-5x5-unorm" Rgba(Unorm8, 4),
    Astc5x5UnormSrgb "astc-5x5-unorm-srgb" Rgba(Srgb8, 4),
    Astc6x5Unorm "astc-6x5-unorm" Rgba(Unorm8, 4),
    Astc6x5UnormSrgb "astc-6x5-unorm-srgb" Rgba(Srgb8, 4),
    Astc6x6Unorm "astc-6x6-unorm" Rgba(Unorm8, 4),
    Astc6x6UnormSrgb "astc-6x6-unorm-srgb" Rgba(Srgb8, 4),
    Astc8x5Unorm "astc-8x5-unorm" Rgba(Unorm8, 4),
    Astc8x5UnormSrgb "astc-8x5-unorm-srgb" Rgba(Srgb8, 4),
    Astc8x6Unorm "astc-8x6-unorm" Rgba(Unorm8, 4),
    Astc8x6UnormSrgb "astc-8x6-unorm-srgb" Rgba(Srgb8, 4),
    Astc8x8Unorm "astc-8x8-unorm" Rgba(Unorm8, 4),
    Astc8x8UnormSrgb "astc-8x8-unorm-srgb" Rgba(Srgb8, 4),
    Astc10x5Unorm "astc-10x5-unorm" Rgba(Unorm8, 4),
    Astc10x5UnormSrgb "astc-10x5-unorm-srgb" Rgba(Srgb8, 4),
    Astc10x6Unorm "astc-10x6-unorm" Rgba(Unorm8, 4),
    Astc10x6UnormSrgb "astc-10x6-unorm-srgb" Rgba(Srgb8, 4),
    Astc10x8Unorm "astc-10x8-unorm" Rgba(Unorm8, 4),
    Astc10x8UnormSrgb "astc-10x8-unorm-srgb" Rgba(Srgb8, 4),
    Astc10x10Unorm "astc-10x10-unorm" Rgba(Unorm8, 4),
    Astc10x10UnormSrgb "astc-10x10-unorm-srgb" Rgba(Srgb8, 4),
    Astc12x10Unorm "astc-12x10-unorm" Rgba(Unorm8, 4),
    Astc12x10UnormSrgb "astc-12x10-unorm-srgb" Rgba(Srgb8, 4),
    Astc12x12Unorm "astc-12x12-unorm" Rgba(Unorm8, 4),
    Astc12x12UnormSrgb "astc-12x12-unorm-srgb" Rgba(Srgb8, 4),
}

impl Format {
    /// Bytes of a texel (of a sample, where there are several), decompressed: 1, 2, 4, 8 or 16.
    #[must_use]
    pub const fn texel_bytes(self) -> usize {
        self.encoding().texel_bytes()
    }

    /// The type of its channels in a shader.
    #[must_use]
    pub const fn kind(self) -> ChannelKind {
        self.encoding().kind()
    }

    /// The number of channels that it stores.
    #[must_use]
    pub const fn channel_count(self) -> usize {
        match self.encoding() {
            Encoding::Rgba(_, count) => count as usize,
            Encoding::Bgra(_) | Encoding::Rgb10a2Unorm | Encoding::Rgb10a2Uint => 4,
            Encoding::Rg11b10Ufloat | Encoding::Rgb9e5Ufloat => 3,
        }
    }

    /// Whether it holds depths.
    #[must_use]
    pub const fn is_depth(self) -> bool {
        matches!(self, Self::Depth16unorm | Self::Depth24plus | Self::Depth32float)
    }
}

#[cfg(test)]
mod tests {
    use super::Format;

    #[test]
    fn texels_have_a_power_of_two_of_bytes() {
        for format in Format::ALL {
            assert!(matches!(format.texel_bytes(), 1 | 2 | 4 | 8 | 16), "{format:?}");
        }
    }
}
