//! The formats of vertex attributes, as a table.

use crate::texture::{ChannelKind, Format, Texel};

/// Makes the enumeration of formats. A format is followed by its name, the texel format that is stored in the same way, the
/// number of components that count (some texel formats have more), and the size in bytes.
macro_rules! vertex_formats {
    ($($format:ident $name:literal $texel:ident $components:literal $bytes:literal,)*) => {
        named! {
            /// A format of vertex attributes.
            pub enum VertexFormat { $(#[doc = concat!("`", $name, "`")] $format $name,)* }
        }

        impl VertexFormat {
            /// The size in bytes.
            #[must_use]
            pub const fn size(self) -> usize {
                match self { $(Self::$format => $bytes,)* }
            }

            /// The number of components that are stored.
            #[must_use]
            pub const fn components(self) -> usize {
                match self { $(Self::$format => $components,)* }
            }

            /// The texel format whose first components are stored in the same way.
            const fn texel(self) -> Format {
                match self { $(Self::$format => Format::$texel,)* }
            }
        }
    };
}

vertex_formats! {
    Uint8 "uint8" R8uint 1 1,
    Uint8x2 "uint8x2" Rg8uint 2 2,
    Uint8x4 "uint8x4" Rgba8uint 4 4,
    Sint8 "sint8" R8sint 1 1,
    Sint8x2 "sint8x2" Rg8sint 2 2,
    Sint8x4 "sint8x4" Rgba8sint 4 4,
    Unorm8 "unorm8" R8unorm 1 1,
    Unorm8x2 "unorm8x2" Rg8unorm 2 2,
    Unorm8x4 "unorm8x4" Rgba8unorm 4 4,
    Snorm8 "snorm8" R8snorm 1 1,
    Snorm8x2 "snorm8x2" Rg8snorm 2 2,
    Snorm8x4 "snorm8x4" Rgba8snorm 4 4,
    Uint16 "uint16" R16uint 1 2,
    Uint16x2 "uint16x2" Rg16uint 2 4,
    Uint16x4 "uint16x4" Rgba16uint 4 8,
    Sint16 "sint16" R16sint 1 2,
    Sint16x2 "sint16x2" Rg16sint 2 4,
    Sint16x4 "sint16x4" Rgba16sint 4 8,
    Unorm16 "unorm16" R16unorm 1 2,
    Unorm16x2 "unorm16x2" Rg16unorm 2 4,
    Unorm16x4 "unorm16x4" Rgba16unorm 4 8,
    Snorm16 "snorm16" R16snorm 1 2,
    Snorm16x2 "snorm16x2" Rg16snorm 2 4,
    Snorm16x4 "snorm16x4" Rgba16snorm 4 8,
    Float16 "float16" R16float 1 2,
    Float16x2 "float16x2" Rg16float 2 4,
    Float16x4 "float16x4" Rgba16float 4 8,
    Float32 "float32" R32float 1 4,
    Float32x2 "float32x2" Rg32float 2 8,
    Float32x3 "float32x3" Rgba32float 3 12,
    Float32x4 "float32x4" Rgba32float 4 16,
    Uint32 "uint32" R32uint 1 4,
    Uint32x2 "uint32x2" Rg32uint 2 8,
    Uint32x3 "uint32x3" Rgba32uint 3 12,
    Uint32x4 "uint32x4" Rgba32uint 4 16,
    Sint32 "sint32" R32sint 1 4,
    Sint32x2 "sint32x2" Rg32sint 2 8,
    Sint32x3 "sint32x3" Rgba32sint 3 12,
    Sint32x4 "sint32x4" Rgba32sint 4 16,
    Unorm10x3Unorm2 "unorm10-10-10-2" Rgb10a2unorm 4 4,
    Unorm8x4Bgra "unorm8x4-bgra" Bgra8unorm 4 4,
}

impl VertexFormat {
    /// The type of the components in a shader.
    #[must_use]
    pub const fn kind(self) -> ChannelKind {
        self.texel().kind()
    }

    /// The components of an attribute stored as these bytes, little-endian, as they lie in registers: `f32`, `i32` or `u32`.
    /// Missing components are 0, the fourth 1; missing bytes are 0.
    #[must_use]
    pub fn decode(self, bytes: &[u8]) -> [u32; 4] {
        let stored = &bytes[..bytes.len().min(self.size())];
        let mut texel = self.texel().decode(stored);
        if self.components() == 3 {
            match &mut texel {
                Texel::Float(components) => components[3] = 1.0,
                Texel::Sint(components) => components[3] = 1,
                Texel::Uint(components) => components[3] = 1,
            }
        }
        texel.to_bits()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn floats(format: VertexFormat, bytes: &[u8], expected: [f32; 4]) {
        assert_eq!(bytes.len(), format.size());
        assert_eq!(format.decode(bytes), expected.map(f32::to_bits), "{format:?}");
    }

    #[track_caller]
    fn integers(format: VertexFormat, bytes: &[u8], expected: [i64; 4]) {
        assert_eq!(bytes.len(), format.size());
        assert_eq!(format.decode(bytes), expected.map(|it| it as u32), "{format:?}");
    }

    #[test]
    fn normalized_formats_have_these_values() {
        floats(VertexFormat::Unorm8, &[51], [0.2, 0.0, 0.0, 1.0]);
        floats(VertexFormat::Unorm8x2, &[255, 102], [1.0, 0.4, 0.0, 1.0]);
        floats(VertexFormat::Unorm8x4, &[0, 51, 102, 153], [0.0, 0.2, 0.4, 0.6]);
        floats(VertexFormat::Unorm8x4Bgra, &[0, 51, 102, 153], [0.4, 0.2, 0.0, 0.6]);
        floats(VertexFormat::Snorm8, &[128], [-1.0, 0.0, 0.0, 1.0]);
        floats(VertexFormat::Snorm8x2, &[127, 129], [1.0, -1.0, 0.0, 1.0]);
        floats(VertexFormat::Snorm8x4, &[0, 64, 192, 127], [0.0, 64.0 / 127.0, -64.0 / 127.0, 1.0]);
        floats(VertexFormat::Unorm16, &[0x33, 0x33], [0.2, 0.0, 0.0, 1.0]);
        floats(VertexFormat::Unorm16x2, &[255, 255, 0, 0], [1.0, 0.0, 0.0, 1.0]);
        floats(VertexFormat::Unorm16x4, &[255, 255, 0, 0, 0x33, 0x33, 0x66, 0x66], [1.0, 0.0, 0.2, 0.4]);
        floats(VertexFormat::Snorm16, &[0, 128], [-1.0, 0.0, 0.0, 1.0]);
        floats(VertexFormat::Snorm16x2, &[255, 127, 1, 128], [1.0, -1.0, 0.0, 1.0]);
        floats(
            VertexFormat::Snorm16x4,
            &[255, 127, 1, 128, 0, 0, 0, 64],
            [1.0, -1.0, 0.0, 16384.0 / 32767.0],
        );
        // 1023, 0, 341 and 1, from the lowest bit on.
        let packed = (0x3ff_u32 | 341 << 20 | 1 << 30).to_le_bytes();
        floats(VertexFormat::Unorm10x3Unorm2, &packed, [1.0, 0.0, 341.0 / 1023.0, 1.0 / 3.0]);
    }

    #[test]
    fn floating_point_formats_have_these_values() {
        let bytes: Vec<u8> = [1.5_f32, -2.0, 3.0, 4.0].into_iter().flat_map(f32::to_le_bytes).collect();
        floats(VertexFormat::Float32, &bytes[..4], [1.5, 0.0, 0.0, 1.0]);
        floats(VertexFormat::Float32x2, &bytes[..8], [1.5, -2.0, 0.0, 1.0]);
        floats(VertexFormat::Float32x3, &bytes[..12], [1.5, -2.0, 3.0, 1.0]);
        floats(VertexFormat::Float32x4, &bytes, [1.5, -2.0, 3.0, 4.0]);
        let halves = [0x00, 0x3c, 0x00, 0xc0, 0x00, 0x38, 0x00, 0x7c];
        floats(VertexFormat::Float16, &halves[..2], [1.0, 0.0, 0.0, 1.0]);
        floats(VertexFormat::Float16x2, &halves[..4], [1.0, -2.0, 0.0, 1.0]);
        floats(VertexFormat::Float16x4, &halves, [1.0, -2.0, 0.5, f32::INFINITY]);
    }

    #[test]
    fn integer_formats_are_extended_with_their_sign() {
        integers(VertexFormat::Uint8, &[200], [200, 0, 0, 1]);
        integers(VertexFormat::Sint8, &[200], [-56, 0, 0, 1]);
        integers(VertexFormat::Uint8x4, &[1, 2, 3, 255], [1, 2, 3, 255]);
        integers(VertexFormat::Sint8x2, &[1, 255], [1, -1, 0, 1]);
        integers(VertexFormat::Sint8x4, &[1, 2, 128, 255], [1, 2, -128, -1]);
        integers(VertexFormat::Uint16x2, &[1, 2, 255, 255], [0x201, 0xffff, 0, 1]);
        integers(VertexFormat::Uint16x4, &[1, 0, 2, 0, 3, 0, 4, 0], [1, 2, 3, 4]);
        integers(VertexFormat::Sint16, &[254, 255], [-2, 0, 0, 1]);
        integers(VertexFormat::Sint16x2, &[254, 255, 1, 0], [-2, 1, 0, 1]);
        integers(VertexFormat::Sint16x4, &[254, 255, 1, 0, 0, 128, 9, 0], [-2, 1, -32768, 9]);
        let bytes: Vec<u8> = [1_u32, u32::MAX, 3, 4].into_iter().flat_map(u32::to_le_bytes).collect();
        integers(VertexFormat::Uint32, &bytes[..4], [1, 0, 0, 1]);
        integers(VertexFormat::Sint32x2, &bytes[..8], [1, -1, 0, 1]);
        integers(VertexFormat::Uint32x3, &bytes[..12], [1, 0xffff_ffff, 3, 1]);
        integers(VertexFormat::Sint32x3, &bytes[..12], [1, -1, 3, 1]);
        integers(VertexFormat::Sint32x4, &bytes, [1, -1, 3, 4]);
    }

    #[test]
    fn names_say_how_many_components_and_bits_there_are() {
        for format in VertexFormat::ALL {
            let name = format.name();
            if matches!(format, VertexFormat::Unorm10x3Unorm2 | VertexFormat::Unorm8x4Bgra) {
                assert_eq!((format.components(), format.size()), (4, 4));
                continue;
            }
            let (scalar, count) = name.split_once('x').unwrap_or((name, "1"));
            let bits: usize = scalar.trim_start_matches(char::is_alphabetic).parse().expect("bits");
            let count: usize = count.parse().expect("a count");
            assert_eq!((format.components(), format.size()), (count, count * bits / 8), "{name}");
        }
    }

    #[test]
    fn bytes_that_are_missing_or_too_many_do_no_harm() {
        assert_eq!(VertexFormat::Uint32x2.decode(&[7]), [7, 0, 0, 1]);
        assert_eq!(VertexFormat::Uint8.decode(&[7, 8, 9]), [7, 0, 0, 1]);
    }
}
