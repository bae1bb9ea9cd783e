//! Descriptions of textures, and the check whether there can be such a texture.

use super::capability::Support;
use super::format::Format;
use super::swizzle::Swizzle;
use core::fmt;

named! {
    /// The dimension of a texture view, with the names of `GPUTextureViewDimension` and `wgpu::TextureViewDimension`.
    #[derive(Default)]
    pub enum ViewDimension {
        /// A row of texels.
        D1 "1d",
        /// A picture, also for multisampled and external textures.
        #[default]
        D2 "2d",
        /// Pictures of the same size.
        D2Array "2d-array",
        /// A block of texels.
        D3 "3d",
        /// The six faces of a cube: +x, -x, +y, -y, +z, -z.
        Cube "cube",
        /// Six faces for each cube.
        CubeArray "cube-array",
    }
}

impl ViewDimension {
    /// Whether coordinates are directions.
    #[must_use]
    pub const fn is_cube(self) -> bool {
        matches!(self, Self::Cube | Self::CubeArray)
    }

    /// The number of coordinates of a texel within its layer.
    #[must_use]
    pub const fn axes(self) -> usize {
        match self {
            Self::D1 => 1,
            Self::D2 | Self::D2Array | Self::Cube | Self::CubeArray => 2,
            Self::D3 => 3,
        }
    }
}

/// The format, dimension and sizes of a texture, and the swizzle of the view that a shader has of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct TextureDescriptor {
    /// How coordinates are interpreted.
    pub dimension: ViewDimension,
    /// How texels are stored.
    pub format: Format,
    /// Width, height, and either depth or the number of layers (six for each cube), in texels of mip level 0.
    pub size: [u32; 3],
    /// The number of mip levels, at least 1.
    pub mip_level_count: u32,
    /// The number of samples of a texel: 1 or 4.
    pub sample_count: u32,
    /// The sources of the components that a shader reads. Storage textures and attachments have the default.
    pub swizzle: Swizzle,
}

/// Why there is no such texture.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TextureError {
    /// An extent is 0 or does not go with the dimension: height and depth of 1d, layers of 2d and cubes, square faces.
    Size,
    /// There is no mip level, or more than halving the size can give.
    MipLevelCount,
    /// The sample count is neither 1 nor 4, or it is 4 where there are several levels or layers or another dimension than 2d.
    SampleCount,
    /// A compressed texture has sides of whole blocks, one sample, and one of the dimensions that its format has.
    Blocks,
    /// The texels do not fit into [`TextureDescriptor::MAXIMUM_BYTES`].
    TooLarge,
    /// The texels need so many bytes, but so many were given.
    ByteCount {
        /// The number of bytes that the texels need.
        expected: usize,
        /// The number of bytes given.
        given: usize,
    },
}

impl fmt::Display for TextureError {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Size => write!(formatter, "the size does not match the dimension of the texture"),
            Self::MipLevelCount => write!(formatter, "too many mip levels for a texture of this size"),
            Self::SampleCount => write!(formatter, "unsupported sample count for this kind of texture"),
            Self::Blocks => {
                write!(
                    formatter,
                    "a compressed texture must have sides of whole blocks and one sample, and can't be 1d"
                )
            }
            Self::TooLarge => write!(formatter, "the texture is too large"),
            Self::ByteCount { expected, given } => {
                write!(formatter, "expected {expected} bytes for the texture, found {given}")
            }
        }
    }
}

impl core::error::Error for TextureError {}

/// Where the texels of a mip level lie.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MipLevel {
    /// Width, height and depth in texels.
    pub size: [u32; 3],
    /// Where its first texel lies, counted in samples from the first of the texture.
    pub first: usize,
}

impl TextureDescriptor {
    /// More bytes than this no texture has: 1 GiB.
    pub const MAXIMUM_BYTES: usize = 1 << 30;

    /// A texture with one mip level and one sample.
    #[must_use]
    pub const fn new(dimension: ViewDimension, format: Format, size: [u32; 3]) -> Self {
        Self { dimension, format, size, mip_level_count: 1, sample_count: 1, swizzle: Swizzle::IDENTITY }
    }

    /// The number of layers: six for each cube.
    #[must_use]
    pub const fn layers(&self) -> u32 {
        match self.dimension {
            ViewDimension::D1 | ViewDimension::D3 => 1,
            ViewDimension::D2 | ViewDimension::D2Array | ViewDimension::Cube | ViewDimension::CubeArray => {
                self.size[2]
            }
        }
    }

    /// Width, height and depth of a mip level: half of the level before, rounded down, at least 1.
    #[must_use]
    pub fn level_size(&self, level: u32) -> [u32; 3] {
        let [width, height, depth] = self.size;
        let depth = if self.dimension == ViewDimension::D3 { depth } else { 1 };
        [width, height, depth].map(|extent| extent.checked_shr(level).unwrap_or(0).max(1))
    }

    /// Checks that there can be such a texture.
    ///
    /// # Errors
    /// The mistake in the size, the mip level count or the sample count.
    pub fn check(&self) -> Result<(), TextureError> {
        let [width, height, layers] = self.size;
        let size_is_good = match self.dimension {
            ViewDimension::D1 => height == 1 && layers == 1,
            ViewDimension::D2 => layers == 1,
            ViewDimension::D2Array | ViewDimension::D3 => true,
            ViewDimension::Cube => width == height && layers == 6,
            ViewDimension::CubeArray => width == height && layers.is_multiple_of(6),
        };
        if !size_is_good || self.size.contains(&0) {
            return Err(TextureError::Size);
        }
        let [width, height, depth] = self.level_size(0);
        let greatest = width.max(height).max(depth);
        if self.mip_level_count == 0 || self.mip_level_count > u32::BITS - greatest.leading_zeros() {
            return Err(TextureError::MipLevelCount);
        }
        if !self.blocks_are_good() {
            return Err(TextureError::Blocks);
        }
        match self.sample_count {
            1 => Ok(()),
            4 if self.dimension == ViewDimension::D2 && self.mip_level_count == 1 => Ok(()),
            _ => Err(TextureError::SampleCount),
        }
    }

    /// Whether a compressed format allows the size, the dimension and the sample count.
    fn blocks_are_good(&self) -> bool {
        let Some(compressed) = self.format.compressed() else { return true };
        let [width, height] = compressed.block;
        let has_dimension = match self.dimension {
            ViewDimension::D1 => false,
            ViewDimension::D2 | ViewDimension::D2Array | ViewDimension::Cube | ViewDimension::CubeArray => {
                true
            }
            ViewDimension::D3 => compressed.feature_of_3d().is_some(),
        };
        let is_whole = self.size[0].is_multiple_of(width) && self.size[1].is_multiple_of(height);
        has_dimension && is_whole && self.sample_count == 1
    }

    /// The feature of a device that a texture in its format and dimension depends on.
    #[must_use]
    pub fn support(&self) -> Support {
        match self.format.compressed() {
            Some(compressed) if self.dimension == ViewDimension::D3 => {
                compressed.feature_of_3d().map_or(Support::Never, Support::With)
            }
            _ => self.format.texture_support(),
        }
    }

    /// The bytes of a mip level: of its texels, or of its blocks in a compressed format.
    #[must_use]
    pub fn level_bytes(&self, level: u32) -> usize {
        let [width, height, depth] = self.level_size(level);
        let slices = depth as usize * self.layers() as usize;
        let of_slice = match self.format.compressed() {
            Some(compressed) => {
                let [across, down] = compressed.blocks([width, height]);
                across as usize * down as usize * compressed.block_bytes
            }
            None => width as usize * height as usize * self.sample_count as usize * self.format.texel_bytes(),
        };
        slices * of_slice
    }

    /// The mip levels, and the bytes of all together.
    ///
    /// # Errors
    /// As [`TextureDescriptor::check`], or [`TextureError::TooLarge`].
    pub fn lay_out(&self) -> Result<(Box<[MipLevel]>, usize), TextureError> {
        self.check()?;
        let texel_bytes = self.format.texel_bytes();
        let mut levels = Vec::new();
        let mut first = 0;
        for level in 0..self.mip_level_count {
            let size = self.level_size(level);
            levels.push(MipLevel { size, first });
            first = [size[0], size[1], size[2], self.layers(), self.sample_count]
                .into_iter()
                .try_fold(1usize, |product, extent| product.checked_mul(extent as usize))
                .and_then(|samples| samples.checked_add(first))
                .filter(|samples| *samples <= Self::MAXIMUM_BYTES / texel_bytes)
                .ok_or(TextureError::TooLarge)?;
        }
        // The number of texels is known to be small enough, so that of bytes is.
        let bytes = (0..self.mip_level_count).map(|level| self.level_bytes(level)).sum();
        Ok((levels.into_boxed_slice(), bytes))
    }

    /// The mip levels of a texture with these bytes.
    ///
    /// # Errors
    /// As [`TextureDescriptor::lay_out`], or [`TextureError::ByteCount`].
    pub fn lay_out_in(&self, bytes: &[u8]) -> Result<Box<[MipLevel]>, TextureError> {
        let (levels, expected) = self.lay_out()?;
        let given = bytes.len();
        if given == expected { Ok(levels) } else { Err(TextureError::ByteCount { expected, given }) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Feature;

    fn descriptor(dimension: ViewDimension, size: [u32; 3]) -> TextureDescriptor {
        TextureDescriptor::new(dimension, Format::R8unorm, size)
    }

    #[test]
    fn sizes_must_go_with_the_dimension() {
        let good = [
            (ViewDimension::D1, [5, 1, 1]),
            (ViewDimension::D2, [5, 3, 1]),
            (ViewDimension::D2Array, [5, 3, 2]),
            (ViewDimension::D3, [5, 3, 2]),
            (ViewDimension::Cube, [4, 4, 6]),
            (ViewDimension::CubeArray, [4, 4, 12]),
        ];
        let bad = [
            (ViewDimension::D1, [5, 2, 1]),
            (ViewDimension::D2, [5, 3, 2]),
            (ViewDimension::D2Array, [0, 3, 2]),
            (ViewDimension::Cube, [4, 3, 6]),
            (ViewDimension::Cube, [4, 4, 12]),
            (ViewDimension::CubeArray, [4, 4, 8]),
        ];
        for (dimension, size) in good {
            assert_eq!(descriptor(dimension, size).check(), Ok(()), "{dimension:?} {size:?}");
        }
        for (dimension, size) in bad {
            assert_eq!(
                descriptor(dimension, size).check(),
                Err(TextureError::Size),
                "{dimension:?} {size:?}"
            );
        }
    }

    #[test]
    fn levels_halve_the_size() {
        let mut texture = descriptor(ViewDimension::D2Array, [5, 2, 3]);
        texture.mip_level_count = 3;
        let (levels, bytes) = texture.lay_out().expect("a good texture");
        let sizes: Vec<_> = levels.iter().map(|level| (level.size, level.first)).collect();
        assert_eq!(sizes, [([5, 2, 1], 0), ([2, 1, 1], 30), ([1, 1, 1], 36)]);
        assert_eq!(bytes, 39);
        texture.mip_level_count = 4;
        assert_eq!(texture.check(), Err(TextureError::MipLevelCount));
    }

    #[test]
    fn compressed_textures_have_blocks() {
        let mut texture = TextureDescriptor::new(ViewDimension::D2Array, Format::Bc1RgbaUnorm, [8, 4, 3]);
        texture.mip_level_count = 4;
        let bytes = texture.lay_out().map(|(_, bytes)| bytes);
        assert_eq!(bytes, Ok(3 * 8 * (2 + 1 + 1 + 1)), "small levels have a block all the same");
        for wrong in [
            TextureDescriptor { size: [6, 4, 3], mip_level_count: 1, ..texture },
            TextureDescriptor::new(ViewDimension::D1, Format::Bc1RgbaUnorm, [4, 1, 1]),
            TextureDescriptor::new(ViewDimension::D3, Format::Etc2Rgb8unorm, [4, 4, 4]),
        ] {
            assert_eq!(wrong.check(), Err(TextureError::Blocks), "{wrong:?}");
        }
        let solid = TextureDescriptor::new(ViewDimension::D3, Format::Astc6x5Unorm, [12, 5, 2]);
        assert_eq!(solid.check(), Ok(()));
        assert_eq!(solid.support(), Support::With(Feature::TextureCompressionAstcSliced3d));
    }

    #[test]
    fn what_cannot_be_is_refused() {
        let mut texture = descriptor(ViewDimension::D2, [4, 4, 1]);
        texture.sample_count = 2;
        assert_eq!(texture.check(), Err(TextureError::SampleCount));
        texture.sample_count = 4;
        assert_eq!(texture.check(), Ok(()));
        texture.mip_level_count = 2;
        assert_eq!(texture.check(), Err(TextureError::SampleCount));
        let large = descriptor(ViewDimension::D3, [u32::MAX; 3]);
        assert_eq!(large.lay_out().err(), Some(TextureError::TooLarge));
    }
}
