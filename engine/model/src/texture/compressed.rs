//! Compressed formats: texels in blocks of a fixed number of bytes. <https://gpuweb.github.io/gpuweb/#packed-formats>
//!
//! A texture in one of them is decompressed as a whole when a shader reads it. The formats of 8 bits are decompressed to 8 bits:
//! an implementation may keep more of what it interpolates.

mod eac;

use super::format::Format;
use crate::Feature;

/// How the texels of a block are compressed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Compression {
    Bc1,
    Bc2,
    Bc3,
    Bc4(Sign),
    Bc5(Sign),
    Bc6h(Sign),
    Bc7,
    Etc2Rgb,
    Etc2Rgba1,
    Etc2Rgba,
    EacR(Sign),
    EacRg(Sign),
    Astc,
}

/// Whether channels may be negative.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Sign {
    Unsigned,
    Signed,
}

use Compression::{Astc, Bc1, Bc2, Bc3, Bc4, Bc5, Bc6h, Bc7, EacR, EacRg, Etc2Rgb, Etc2Rgba, Etc2Rgba1};
use Sign::{Signed, Unsigned};

/// Width and height in texels, and bytes.
type Size = [u32; 3];

const B8: Size = [4, 4, 8];
const B16: Size = [4, 4, 16];

/// The compressed formats: their compression, the size of a block, the feature of a device that brings them.
#[rustfmt::skip] // A table.
const FORMATS: &[(Format, Compression, Size, Feature)] = &[
    (Format::Bc1RgbaUnorm, Bc1, B8, Feature::TextureCompressionBc),
    (Format::Bc1RgbaUnormSrgb, Bc1, B8, Feature::TextureCompressionBc),
    (Format::Bc2RgbaUnorm, Bc2, B16, Feature::TextureCompressionBc),
    (Format::Bc2RgbaUnormSrgb, Bc2, B16, Feature::TextureCompressionBc),
    (Format::Bc3RgbaUnorm, Bc3, B16, Feature::TextureCompressionBc),
    (Format::Bc3RgbaUnormSrgb, Bc3, B16, Feature::TextureCompressionBc),
    (Format::Bc4RUnorm, Bc4(Unsigned), B8, Feature::TextureCompressionBc),
    (Format::Bc4RSnorm, Bc4(Signed), B8, Feature::TextureCompressionBc),
    (Format::Bc5RgUnorm, Bc5(Unsigned), B16, Feature::TextureCompressionBc),
    (Format::Bc5RgSnorm, Bc5(Signed), B16, Feature::TextureCompressionBc),
    (Format::Bc6hRgbUfloat, Bc6h(Unsigned), B16, Feature::TextureCompressionBc),
    (Format::Bc6hRgbFloat, Bc6h(Signed), B16, Feature::TextureCompressionBc),
    (Format::Bc7RgbaUnorm, Bc7, B16, Feature::TextureCompressionBc),
    (Format::Bc7RgbaUnormSrgb, Bc7, B16, Feature::TextureCompressionBc),
    (Format::Etc2Rgb8unorm, Etc2Rgb, B8, Feature::TextureCompressionEtc2),
    (Format::Etc2Rgb8unormSrgb, Etc2Rgb, B8, Feature::TextureCompressionEtc2),
    (Format::Etc2Rgb8a1unorm, Etc2Rgba1, B8, Feature::TextureCompressionEtc2),
    (Format::Etc2Rgb8a1unormSrgb, Etc2Rgba1, B8, Feature::TextureCompressionEtc2),
    (Format::Etc2Rgba8unorm, Etc2Rgba, B16, Feature::TextureCompressionEtc2),
    (Format::Etc2Rgba8unormSrgb, Etc2Rgba, B16, Feature::TextureCompressionEtc2),
    (Format::EacR11unorm, EacR(Unsigned), B8, Feature::TextureCompressionEtc2),
    (Format::EacR11snorm, EacR(Signed), B8, Feature::TextureCompressionEtc2),
    (Format::EacRg11unorm, EacRg(Unsigned), B16, Feature::TextureCompressionEtc2),
    (Format::EacRg11snorm, EacRg(Signed), B16, Feature::TextureCompressionEtc2),
    (Format::Astc4x4Unorm, Astc, [4, 4, 16], Feature::TextureCompressionAstc),
    (Format::Astc4x4UnormSrgb, Astc, [4, 4, 16], Feature::TextureCompressionAstc),
    (Format::Astc5x4Unorm, Astc, [5, 4, 16], Feature::TextureCompressionAstc),
    (Format::Astc5x4UnormSrgb, Astc, [5, 4, 16], Feature::TextureCompressionAstc),
    (Format::Astc5x5Unorm, Astc, [5, 5, 16], Feature::TextureCompressionAstc),
    (Format::Astc5x5UnormSrgb, Astc, [5, 5, 16], Feature::TextureCompressionAstc),
    (Format::Astc6x5Unorm, Astc, [6, 5, 16], Feature::TextureCompressionAstc),
    (Format::Astc6x5UnormSrgb, Astc, [6, 5, 16], Feature::TextureCompressionAstc),
    (Format::Astc6x6Unorm, Astc, [6, 6, 16], Feature::TextureCompressionAstc),
    (Format::Astc6x6UnormSrgb, Astc, [6, 6, 16], Feature::TextureCompressionAstc),
    (Format::Astc8x5Unorm, Astc, [8, 5, 16], Feature::TextureCompressionAstc),
    (Format::Astc8x5UnormSrgb, Astc, [8, 5, 16], Feature::TextureCompressionAstc),
    (Format::Astc8x6Unorm, Astc, [8, 6, 16], Feature::TextureCompressionAstc),
    (Format::Astc8x6UnormSrgb, Astc, [8, 6, 16], Feature::TextureCompressionAstc),
    (Format::Astc8x8Unorm, Astc, [8, 8, 16], Feature::TextureCompressionAstc),
    (Format::Astc8x8UnormSrgb, Astc, [8, 8, 16], Feature::TextureCompressionAstc),
    (Format::Astc10x5Unorm, Astc, [10, 5, 16], Feature::TextureCompressionAstc),
    (Format::Astc10x5UnormSrgb, Astc, [10, 5, 16], Feature::TextureCompressionAstc),
    (Format::Astc10x6Unorm, Astc, [10, 6, 16], Feature::TextureCompressionAstc),
    (Format::Astc10x6UnormSrgb, Astc, [10, 6, 16], Feature::TextureCompressionAstc),
    (Format::Astc10x8Unorm, Astc, [10, 8, 16], Feature::TextureCompressionAstc),
    (Format::Astc10x8UnormSrgb, Astc, [10, 8, 16], Feature::TextureCompressionAstc),
    (Format::Astc10x10Unorm, Astc, [10, 10, 16], Feature::TextureCompressionAstc),
    (Format::Astc10x10UnormSrgb, Astc, [10, 10, 16], Feature::TextureCompressionAstc),
    (Format::Astc12x10Unorm, Astc, [12, 10, 16], Feature::TextureCompressionAstc),
    (Format::Astc12x10UnormSrgb, Astc, [12, 10, 16], Feature::TextureCompressionAstc),
    (Format::Astc12x12Unorm, Astc, [12, 12, 16], Feature::TextureCompressionAstc),
    (Format::Astc12x12UnormSrgb, Astc, [12, 12, 16], Feature::TextureCompressionAstc),
];

/// A compressed format.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Compressed {
    compression: Compression,
    /// Width and height of a block in texels.
    pub block: [u32; 2],
    /// Bytes of a block.
    pub block_bytes: usize,
    /// The feature of a device that brings the format.
    pub feature: Feature,
    texel_bytes: usize,
}

impl Format {
    /// Its blocks; `None` unless it is compressed.
    #[must_use]
    pub fn compressed(self) -> Option<Compressed> {
        let (_, compression, [width, height, bytes], feature) =
            FORMATS.iter().copied().find(|(format, ..)| *format == self)?;
        Some(Compressed {
            compression,
            block: [width, height],
            block_bytes: bytes as usize,
            feature,
            texel_bytes: self.texel_bytes(),
        })
    }
}

impl Compressed {
    /// The feature of a device that brings 3d textures in the format; `None` if there are none.
    #[must_use]
    pub const fn feature_of_3d(&self) -> Option<Feature> {
        match self.compression {
            Bc1 | Bc2 | Bc3 | Bc4(_) | Bc5(_) | Bc6h(_) | Bc7 => Some(Feature::TextureCompressionBcSliced3d),
            Etc2Rgb | Etc2Rgba1 | Etc2Rgba | EacR(_) | EacRg(_) => None,
            Astc => Some(Feature::TextureCompressionAstcSliced3d),
        }
    }

    /// The number of blocks in each direction of a picture of this size.
    #[must_use]
    pub fn blocks(&self, size: [u32; 2]) -> [u32; 2] {
        let [width, height] = self.block;
        [size[0].div_ceil(width), size[1].div_ceil(height)]
    }

    /// Decompresses the blocks of a picture of this size, row by row, to its texels, row by row. Blocks at the right and lower
    /// edges may reach beyond the picture. `texels` has room for width times height texels in the encoding of the format.
    pub fn decompress(&self, blocks: &[u8], size: [u32; 2], texels: &mut [u8]) {
        let [across, _] = self.blocks(size);
        let [width, height] = self.block.map(|extent| extent as usize);
        let [picture_width, picture_height] = size.map(|extent| extent as usize);
        let row_bytes = width * self.texel_bytes;
        let mut of_block = vec![0; row_bytes * height];
        for (index, block) in blocks.chunks_exact(self.block_bytes).enumerate() {
            self.decompress_block(block, &mut of_block);
            let (x, y) = (index % across as usize * width, index / across as usize * height);
            let seen = (picture_width - x).min(width) * self.texel_bytes;
            for (row, from) in of_block.chunks_exact(row_bytes).take(picture_height - y).enumerate() {
                let first = ((y + row) * picture_width + x) * self.texel_bytes;
                texels[first..first + seen].copy_from_slice(&from[..seen]);
            }
        }
    }

    fn decompress_block(&self, block: &[u8], texels: &mut [u8]) {
        match self.compression {
            Bc1 => bcdec_rs::bc1(block, texels, 16),
            Bc2 => bcdec_rs::bc2(block, texels, 16),
            Bc3 => bcdec_rs::bc3(block, texels, 16),
            Bc7 => bcdec_rs::bc7(block, texels, 16),
            Bc4(sign) => {
                let mut channels = [0.0; 16];
                bcdec_rs::bc4_float(block, &mut channels, 4, sign == Signed);
                write(texels, channels.map(f32::to_le_bytes));
            }
            Bc5(sign) => {
                let mut channels = [0.0; 32];
                bcdec_rs::bc5_float(block, &mut channels, 8, sign == Signed);
                write(texels, channels.map(f32::to_le_bytes));
            }
            Bc6h(sign) => {
                let mut channels = [0; 48];
                bcdec_rs::bc6h_half(block, &mut channels, 12, sign == Signed);
                let texel = |rgb: &[u16]| [rgb[0], rgb[1], rgb[2], ONE_AS_HALF].map(u16::to_le_bytes);
                write(texels, channels.chunks_exact(3).flat_map(texel));
            }
            EacR(sign) => write(texels, eac::decode(block, sign == Signed).map(f32::to_le_bytes)),
            EacRg(sign) => {
                let (red, green) = block.split_at(8);
                let of = |block| eac::decode(block, sign == Signed).map(f32::to_le_bytes);
                write(texels, of(red).into_iter().zip(of(green)).flat_map(|(red, green)| [red, green]));
            }
            Etc2Rgb => bgra(texels, |out| texture2ddecoder::decode_etc2_rgb_block(block, out)),
            Etc2Rgba1 => {
                bgra(texels, |out| texture2ddecoder::decode_etc2_rgba1_block(block, out));
                // The crate keeps the colour of a transparent texel, which is black.
                texels.chunks_exact_mut(4).filter(|texel| texel[3] == 0).for_each(|texel| texel.fill(0));
            }
            Etc2Rgba => bgra(texels, |out| texture2ddecoder::decode_etc2_rgba8_block(block, out)),
            Astc => self.decompress_astc(block, texels),
        }
    }

    /// One crate knows which blocks and texels are reserved or of a high dynamic range. The other one panics at some of these, and is right
    /// about all others.
    fn decompress_astc(&self, block: &[u8], texels: &mut [u8]) {
        let [width, height] = self.block;
        let mut is_error = [false; 12 * 12];
        let footprint = astc_decode::Footprint::new(width, height);
        let bytes = core::array::from_fn(|index| block[index]);
        let is_good = astc_decode::astc_decode_block(&bytes, footprint, |x, y, texel| {
            is_error[(y * width + x) as usize] = texel == ASTC_ERROR;
        });
        let mut words = [0; 12 * 12];
        if is_good {
            texture2ddecoder::decode_astc_block(block, width as usize, height as usize, &mut words);
        }
        write_words(texels, &words);
        let texels = texels.chunks_exact_mut(4).zip(is_error);
        texels.filter(|(_, is_error)| *is_error).for_each(|(texel, _)| texel.copy_from_slice(&ASTC_ERROR));
    }
}

/// A texel of ASTC that is reserved or of a high dynamic range: magenta.
const ASTC_ERROR: [u8; 4] = [255, 0, 255, 255];

/// 1.0 as a floating point number of 16 bits.
const ONE_AS_HALF: u16 = 0x3c00;

fn write<const N: usize>(texels: &mut [u8], channels: impl IntoIterator<Item = [u8; N]>) {
    for (to, channel) in texels.chunks_exact_mut(N).zip(channels) {
        to.copy_from_slice(&channel);
    }
}

/// Writes the 16 texels of a block that is decoded to words.
fn bgra(texels: &mut [u8], decode: impl FnOnce(&mut [u32])) {
    let mut words = [0; 16];
    decode(&mut words);
    write_words(texels, &words);
}

/// Writes texels that are words with blue in the lowest byte.
fn write_words(texels: &mut [u8], words: &[u32]) {
    let texel = |word: &u32| {
        let [blue, green, red, alpha] = word.to_le_bytes();
        [red, green, blue, alpha]
    };
    write(texels, words.iter().map(texel));
}

#[cfg(test)]
#[allow(clippy::float_cmp, reason = "ends and fractions of a block are exact")]
mod tests;
