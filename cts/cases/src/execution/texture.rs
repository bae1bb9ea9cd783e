//! The size of a texture, and its texels in the order of its bytes.

use super::texel::{Channel, TextureFormat};
use schemars::JsonSchema;
use serde::Deserialize;
use std::fmt::Write;

/// How many directions a texture has, and what its layers are.
#[derive(Deserialize, JsonSchema, Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum TextureDimension {
    /// A row.
    #[serde(rename = "1d")]
    One,
    /// A picture.
    #[default]
    #[serde(rename = "2d")]
    Two,
    /// Pictures of one size.
    #[serde(rename = "2d-array")]
    TwoArray,
    /// A block.
    #[serde(rename = "3d")]
    Three,
    /// The six sides of a cube: +x, -x, +y, -y, +z, -z.
    #[serde(rename = "cube")]
    Cube,
    /// The sides of cubes.
    #[serde(rename = "cube-array")]
    CubeArray,
}

/// The size of a texture.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct TextureShape {
    /// Its directions.
    pub dimension: TextureDimension,
    /// Width, height, and depth or layers of the first level; 1 for a direction that it has not.
    pub size: [u32; 3],
    /// The number of levels.
    pub mips: u32,
    /// The number of samples of each texel.
    pub samples: u32,
}

/// Where a texel is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct TexelPlace {
    /// The level, from 0.
    pub level: u32,
    /// x, y, and z or the layer.
    pub at: [u32; 3],
    /// The sample, from 0.
    pub sample: u32,
}

impl TextureDimension {
    /// How many numbers its size has.
    #[must_use]
    pub const fn directions(self) -> usize {
        match self {
            Self::One => 1,
            Self::Two | Self::Cube => 2,
            Self::TwoArray | Self::Three | Self::CubeArray => 3,
        }
    }
}

impl TextureShape {
    /// Width, height, and depth or layers of a level.
    #[must_use]
    pub fn level(&self, level: u32) -> [u32; 3] {
        let halved = |length: u32| length.checked_shr(level).unwrap_or(0).max(1);
        let [width, height, depth] = self.size;
        let depth = if self.dimension == TextureDimension::Three { halved(depth) } else { depth };
        [halved(width), halved(height), depth]
    }

    /// The number of texels of all levels, each sample counted; `None` when it is beyond all measure.
    #[must_use]
    pub fn texels(&self) -> Option<usize> {
        let mut texels = 0_usize;
        for level in 0..self.mips {
            let lengths = self.level(level).into_iter().chain([self.samples]);
            let count = lengths.map(|length| length as usize).try_fold(1, usize::checked_mul)?;
            texels = texels.checked_add(count)?;
        }
        Some(texels)
    }

    /// Where a texel is, by its index in the order of the bytes; `None` behind the last.
    #[must_use]
    pub fn place(&self, index: usize) -> Option<TexelPlace> {
        let mut rest = index;
        for level in 0..self.mips {
            let [width, height, depth] = self.level(level).map(|length| length as usize);
            let samples = self.samples as usize;
            let count = [height, depth, samples].into_iter().fold(width, usize::saturating_mul);
            if rest < count {
                let (sample, rest) = (rest % samples, rest / samples);
                let at = [rest % width, rest / width % height, rest / width / height];
                return Some(TexelPlace { level, at: at.map(|place| place as u32), sample: sample as u32 });
            }
            rest -= count;
        }
        None
    }

    /// For people: `texel (1, 0) of level 0`.
    #[must_use]
    pub fn place_text(&self, index: usize) -> String {
        let Some(TexelPlace { level, at: [x, y, z], sample }) = self.place(index) else {
            return format!("texel {index}");
        };
        let mut text = match self.dimension {
            TextureDimension::One => format!("texel ({x})"),
            TextureDimension::Two => format!("texel ({x}, {y})"),
            TextureDimension::Three => format!("texel ({x}, {y}, {z})"),
            _ => format!("texel ({x}, {y}) of layer {z}"),
        };
        if self.mips > 1 {
            let _ = write!(text, " of level {level}");
        }
        if self.samples > 1 {
            let _ = write!(text, ", sample {sample}");
        }
        text
    }
}

impl Channel {
    /// The bits of this channel in the bytes of a texel; zero when these are missing.
    #[must_use]
    pub fn read(&self, texel: &[u8]) -> u32 {
        ((whole(texel) >> self.shift) as u32) & self.format.mask()
    }

    /// Puts bits into the bytes of a texel, at most 16, where this channel has zeros.
    pub fn write(&self, texel: &mut [u8], bits: u32) {
        let whole = whole(texel) | (u128::from(bits & self.format.mask()) << self.shift);
        for (byte, new) in texel.iter_mut().zip(whole.to_le_bytes()) {
            *byte = new;
        }
    }
}

/// The bytes of a texel as a little-endian integer.
fn whole(texel: &[u8]) -> u128 {
    texel.iter().take(16).rev().fold(0, |bits, byte| (bits << 8) | u128::from(*byte))
}

impl TextureFormat {
    /// The bytes of a texel at an index, if there are so many.
    #[must_use]
    pub fn texel(self, bytes: &[u8], index: usize) -> Option<&[u8]> {
        let size = self.size();
        bytes.chunks_exact(size.max(1)).nth(index)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texels_go_level_by_level_layer_by_layer_row_by_row() {
        let shape =
            TextureShape { dimension: TextureDimension::TwoArray, size: [3, 2, 2], mips: 2, samples: 1 };
        assert_eq!(shape.texels(), Some(14));
        let places = [1, 3, 6, 13].map(|index| shape.place_text(index));
        let expected = [
            "texel (1, 0) of layer 0 of level 0",
            "texel (0, 1) of layer 0 of level 0",
            "texel (0, 0) of layer 1 of level 0",
            "texel (0, 0) of layer 1 of level 1",
        ];
        assert_eq!(places, expected);
        assert_eq!(shape.place(14), None);
    }

    #[test]
    fn blocks_grow_thinner_and_samples_stand_together() {
        let block = TextureShape { dimension: TextureDimension::Three, size: [4, 4, 4], mips: 3, samples: 1 };
        assert_eq!(block.texels(), Some(64 + 8 + 1));
        assert_eq!(block.place_text(72), "texel (0, 0, 0) of level 2");
        let several = TextureShape { dimension: TextureDimension::Two, size: [2, 1, 1], mips: 1, samples: 4 };
        assert_eq!(several.place_text(5), "texel (1, 0), sample 1");
    }

    #[test]
    fn what_is_beyond_all_measure_is_no_number() {
        let size = [u32::MAX; 3];
        let shape = TextureShape { dimension: TextureDimension::Three, size, mips: 1, samples: 1 };
        assert_eq!(shape.texels(), None);
    }

    #[test]
    fn channels_are_read_as_they_are_written() {
        for format in TextureFormat::all() {
            let mut texel = vec![0; format.size()];
            let numbers: Vec<u32> = (1_u32..).zip(format.channels()).map(|(n, _)| 0x0101 * n).collect();
            for (channel, bits) in format.channels().iter().zip(&numbers) {
                channel.write(&mut texel, *bits);
            }
            for (channel, bits) in format.channels().iter().zip(&numbers) {
                assert_eq!(channel.read(&texel), bits & channel.format.mask(), "{}", format.name());
            }
        }
        let mut texel = vec![0; 4];
        let [red, ..] = TextureFormat::by_name("bgra8unorm").expect("a format").channels()[..] else {
            panic!("it has channels")
        };
        red.write(&mut texel, 255);
        assert_eq!(texel, [0, 0, 255, 0]);
    }
}
