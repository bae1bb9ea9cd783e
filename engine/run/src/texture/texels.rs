//! Textures: texels in memory, one at a time. <https://www.w3.org/TR/WGSL/#texture-sampler-types>

use crate::memory::SharedBytes;
use core::ops::Range;
use webgpu_model::texture::Texel;
use webgpu_model::texture::codec::Words;
use webgpu_model::texture::{Compressed, MipLevel, TextureDescriptor, TextureError, ViewDimension};
use webgpu_model::texture::{Encoding, Format};

/// A texture: a collection of texels.
#[derive(Debug)]
pub struct Texture {
    descriptor: TextureDescriptor,
    encoding: Encoding,
    texel_bytes: usize,
    layers: u32,
    /// Whether the view has another swizzle than the identity.
    is_swizzled: bool,
    levels: Box<[MipLevel]>,
    /// The texels, decompressed.
    bytes: SharedBytes,
    /// The blocks of a compressed texture; empty of others.
    blocks: Box<[u8]>,
}

/// A logical texel address. Negative coordinates of type `i32` are cast to `u32`, and lie outside.
///
/// Components that the dimension of a texture does not have are 0.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct TexelAddress {
    /// x, y and z in texels of the mip level.
    pub coordinates: [u32; 3],
    /// The layer; of a cube array, six for each cube.
    pub array_index: u32,
    /// The mip level.
    pub level: u32,
    /// The sample within a multisampled texel.
    pub sample_index: u32,
}

impl Texture {
    /// A texture of zeros.
    ///
    /// # Errors
    /// There can be no such texture.
    pub fn zeroed(descriptor: TextureDescriptor) -> Result<Self, TextureError> {
        let (levels, bytes) = descriptor.lay_out()?;
        if descriptor.format.compressed().is_some() {
            return Self::from_bytes(descriptor, &vec![0; bytes]);
        }
        Ok(Self::assemble(descriptor, levels, SharedBytes::zeroed(bytes)))
    }

    /// A texture with these bytes, without padding: level by level, layer by layer (of 3d textures slice by slice), row by
    /// row, texel by texel (of compressed textures block by block), sample by sample. Texels are little-endian as in WebGPU; those
    /// of `depth24plus` are `f32`.
    ///
    /// # Errors
    /// There can be no such texture, or the number of bytes is wrong.
    pub fn from_bytes(descriptor: TextureDescriptor, bytes: &[u8]) -> Result<Self, TextureError> {
        let levels = descriptor.lay_out_in(bytes)?;
        let Some(compressed) = descriptor.format.compressed() else {
            return Ok(Self::assemble(descriptor, levels, SharedBytes::from_bytes(bytes)));
        };
        let texels = decompressed(&descriptor, &compressed, &levels, bytes);
        let texture = Self::assemble(descriptor, levels, SharedBytes::from_bytes(&texels));
        Ok(Self { blocks: bytes.into(), ..texture })
    }

    fn assemble(descriptor: TextureDescriptor, levels: Box<[MipLevel]>, bytes: SharedBytes) -> Self {
        let encoding = descriptor.format.encoding();
        let (texel_bytes, layers) = (encoding.texel_bytes(), descriptor.layers());
        let is_swizzled = !descriptor.swizzle.is_identity();
        let blocks = Box::default();
        Self { descriptor, encoding, texel_bytes, layers, is_swizzled, levels, bytes, blocks }
    }

    /// A copy of the bytes, ordered as in [`Texture::from_bytes`].
    #[must_use]
    pub fn to_bytes(&self) -> Vec<u8> {
        if self.blocks.is_empty() { self.bytes.to_bytes() } else { self.blocks.to_vec() }
    }

    /// The descriptor of the texture.
    #[must_use]
    pub const fn descriptor(&self) -> &TextureDescriptor {
        &self.descriptor
    }

    /// The format of its texels.
    #[must_use]
    pub const fn format(&self) -> Format {
        self.descriptor.format
    }

    pub(super) const fn encoding(&self) -> Encoding {
        self.encoding
    }

    pub(crate) const fn bytes(&self) -> &SharedBytes {
        &self.bytes
    }

    /// The first texel and the size of a mip level.
    pub(super) fn level(&self, level: u32) -> Option<(usize, [u32; 3])> {
        self.levels.get(level as usize).map(|level| (level.first, level.size))
    }

    /// Its dimension.
    #[must_use]
    pub const fn dimension(&self) -> ViewDimension {
        self.descriptor.dimension
    }

    /// `textureDimensions`: width, height and depth of a mip level in texels, 1 on the axes that the texture does not have.
    /// `None` if the level is outside: the value is indeterminate.
    /// <https://www.w3.org/TR/WGSL/#texturedimensions>
    #[inline]
    #[must_use]
    pub fn dimensions(&self, level: u32) -> Option<[u32; 3]> {
        Some(self.levels.get(level as usize)?.size)
    }

    /// Width, height and depth of an existing mip level; 1 for others.
    #[inline]
    pub(super) fn level_size(&self, level: u32) -> [u32; 3] {
        self.dimensions(level).unwrap_or([1; 3])
    }

    /// `textureNumLayers`: the number of layers, or of cubes.
    /// <https://www.w3.org/TR/WGSL/#texturenumlayers>
    #[inline]
    #[must_use]
    pub const fn layer_count(&self) -> u32 {
        if self.descriptor.dimension.is_cube() { self.layers / 6 } else { self.layers }
    }

    /// `textureNumLevels` <https://www.w3.org/TR/WGSL/#texturenumlevels>
    #[inline]
    #[must_use]
    pub const fn level_count(&self) -> u32 {
        self.descriptor.mip_level_count
    }

    /// `textureNumSamples` <https://www.w3.org/TR/WGSL/#texturenumsamples>
    #[inline]
    #[must_use]
    pub const fn sample_count(&self) -> u32 {
        self.descriptor.sample_count
    }

    /// `textureLoad`: the texel at an address as the view has it; `None` if the address is invalid. Of depth textures the first
    /// component counts. <https://www.w3.org/TR/WGSL/#textureload>
    #[inline]
    #[must_use]
    pub fn load(&self, address: &TexelAddress) -> Option<Texel> {
        let texel = self.texel(self.byte_offset(address)?);
        Some(if self.is_swizzled { self.descriptor.swizzle.apply(texel) } else { texel })
    }

    /// The first channel at an address, which depths have, before the swizzle of the view; 0 if the address is invalid.
    pub(super) fn depth(&self, address: &TexelAddress) -> f32 {
        let texel = self.byte_offset(address).map_or(self.load_outside(), |offset| self.texel(offset));
        let [depth, ..] = texel.to_floats();
        depth
    }

    /// The result of `textureLoad` at an invalid address: of the values that the specification allows, zeros in the channels of the
    /// format, and the defaults of others, as in Metal.
    #[must_use]
    pub fn load_outside(&self) -> Texel {
        self.encoding.decode([0; 4])
    }

    /// `textureStore`: rounds and clamps a value to the format and stores it. Where the address is invalid nothing is
    /// stored. <https://www.w3.org/TR/WGSL/#texturestore>
    #[inline]
    pub fn store(&self, address: &TexelAddress, value: Texel) {
        let Some(offset) = self.byte_offset(address) else { return };
        self.store_words(offset, self.encoding.encode(value));
    }

    /// As [`Texture::store`], but only these bits of the stored words.
    pub(crate) fn store_bits(&self, address: &TexelAddress, value: Texel, bits: Words) {
        let Some(offset) = self.byte_offset(address) else { return };
        let (before, words) = (self.words(offset), self.encoding.encode(value));
        let mixed = |index: usize| before[index] & !bits[index] | words[index] & bits[index];
        self.store_words(offset, core::array::from_fn(mixed));
    }

    #[inline]
    fn store_words(&self, offset: usize, words: Words) {
        match self.texel_bytes {
            1 => self.bytes.store8(offset, words[0] as u8),
            2 => self.bytes.store16(offset, words[0] as u16),
            bytes => {
                for (index, word) in words.into_iter().enumerate().take(bytes / 4) {
                    self.bytes.store32(offset + index * 4, word);
                }
            }
        }
    }

    /// The places of the bytes of the texel at an address; `None` if the address is invalid.
    pub(crate) fn texel_place(&self, address: &TexelAddress) -> Option<Range<usize>> {
        self.byte_offset(address).map(|offset| offset..offset + self.texel_bytes)
    }

    /// The byte offset of the texel at an address; `None` if the address is invalid.
    #[inline]
    pub(crate) fn byte_offset(&self, address: &TexelAddress) -> Option<usize> {
        let level = self.levels.get(address.level as usize)?;
        let ([x, y, z], [width, height, depth]) = (address.coordinates, level.size);
        let inside = x < width
            && y < height
            && z < depth
            && address.array_index < self.layers
            && address.sample_index < self.descriptor.sample_count;
        if !inside {
            return None;
        }
        let slice = address.array_index as usize * depth as usize + z as usize;
        let texel = (slice * height as usize + y as usize) * width as usize + x as usize;
        let sample = texel * self.descriptor.sample_count as usize + address.sample_index as usize;
        Some((level.first + sample) * self.texel_bytes)
    }

    /// The texel at a byte offset from the first.
    #[inline]
    pub(super) fn texel(&self, offset: usize) -> Texel {
        self.encoding.decode(self.words(offset))
    }

    /// The stored words of the texel at a byte offset from the first.
    #[inline]
    fn words(&self, offset: usize) -> Words {
        let word = |index: usize| self.bytes.load32(offset + index * 4);
        match self.texel_bytes {
            1 => [self.bytes.load8(offset).into(), 0, 0, 0],
            2 => [self.bytes.load16(offset).into(), 0, 0, 0],
            4 => [word(0), 0, 0, 0],
            8 => [word(0), word(1), 0, 0],
            16 => [word(0), word(1), word(2), word(3)],
            bytes => unreachable!("a texel of {bytes} bytes"),
        }
    }
}

/// The texels of all levels, layers and slices of a compressed texture.
fn decompressed(
    descriptor: &TextureDescriptor,
    compressed: &Compressed,
    levels: &[MipLevel],
    blocks: &[u8],
) -> Vec<u8> {
    let (mut texels, mut blocks) = (Vec::new(), blocks);
    for level in levels {
        let [width, height, depth] = level.size;
        let [across, down] = compressed.blocks([width, height]);
        for _ in 0..depth * descriptor.layers() {
            let (slice, rest) = blocks.split_at(across as usize * down as usize * compressed.block_bytes);
            blocks = rest;
            let first = texels.len();
            let count = width as usize * height as usize;
            texels.resize(first + count * descriptor.format.texel_bytes(), 0);
            compressed.decompress(slice, [width, height], &mut texels[first..]);
        }
    }
    texels
}

#[cfg(test)]
mod tests {
    use super::*;

    fn texture(dimension: ViewDimension, format: Format, size: [u32; 3], levels: u32) -> Texture {
        let descriptor =
            TextureDescriptor { mip_level_count: levels, ..TextureDescriptor::new(dimension, format, size) };
        let (_, count) = descriptor.lay_out().expect("a good texture");
        let bytes: Vec<u8> = (0..count).map(|index| index as u8).collect();
        Texture::from_bytes(descriptor, &bytes).expect("as many bytes as needed")
    }

    fn red(texture: &Texture, coordinates: [u32; 3], array_index: u32, level: u32) -> Option<u32> {
        let address = TexelAddress { coordinates, array_index, level, sample_index: 0 };
        texture.load(&address).map(|texel| texel.to_uints()[0])
    }

    #[test]
    fn texels_lie_level_by_level_layer_by_layer_row_by_row() {
        let array = texture(ViewDimension::D2Array, Format::R8uint, [4, 3, 2], 2);
        assert_eq!(red(&array, [3, 2, 0], 0, 0), Some(11));
        assert_eq!(red(&array, [1, 2, 0], 1, 0), Some(21));
        assert_eq!(red(&array, [1, 0, 0], 1, 1), Some(27));
        let volume = texture(ViewDimension::D3, Format::R8uint, [4, 3, 2], 2);
        assert_eq!(red(&volume, [1, 2, 1], 0, 0), Some(21));
        assert_eq!(red(&volume, [1, 0, 0], 0, 1), Some(25));
    }

    #[test]
    fn samples_lie_side_by_side() {
        let single = TextureDescriptor::new(ViewDimension::D2, Format::R8uint, [2, 1, 1]);
        let descriptor = TextureDescriptor { sample_count: 4, ..single };
        let texture = Texture::from_bytes(descriptor, &[0, 1, 2, 3, 4, 5, 6, 7]).expect("a good texture");
        let mut address = TexelAddress { coordinates: [1, 0, 0], sample_index: 2, ..TexelAddress::default() };
        assert_eq!(texture.load(&address), Some(Texel::Uint([6, 0, 0, 1])));
        address.sample_index = 4;
        assert_eq!(texture.load(&address), None);
    }

    #[test]
    fn an_address_outside_is_noticed_in_each_component() {
        let array = texture(ViewDimension::D2Array, Format::R8uint, [4, 3, 2], 2);
        let outside =
            [([4, 0, 0], 0, 0), ([0, 3, 0], 0, 0), ([0, 0, 1], 0, 0), ([0; 3], 2, 0), ([0; 3], 0, 2)];
        for (coordinates, array_index, level) in outside {
            assert_eq!(red(&array, coordinates, array_index, level), None);
        }
        assert_eq!(red(&array, [-1i32 as u32, 0, 0], 0, 0), None);
        assert_eq!(red(&array, [2, 0, 0], 0, 1), None, "the level is two texels wide");
        assert_eq!(array.load_outside(), Texel::Uint([0, 0, 0, 1]));
    }

    #[test]
    fn stores_of_each_size_leave_their_neighbours_alone() {
        let formats =
            [Format::R8uint, Format::R16uint, Format::Rg16uint, Format::Rgba16uint, Format::Rgba32uint];
        for format in formats {
            let descriptor = TextureDescriptor::new(ViewDimension::D1, format, [3, 1, 1]);
            let texture = Texture::zeroed(descriptor).expect("a good texture");
            let middle = TexelAddress { coordinates: [1, 0, 0], ..TexelAddress::default() };
            texture.store(&middle, Texel::Uint([255; 4]));
            let outside = TexelAddress { coordinates: [3, 0, 0], ..TexelAddress::default() };
            texture.store(&outside, Texel::Uint([1; 4]));
            let expected = format.encode(Texel::Uint([255; 4]));
            let size = format.texel_bytes();
            let bytes = texture.to_bytes();
            assert_eq!(bytes[size..2 * size], expected[..size]);
            assert!(bytes[..size].iter().chain(&bytes[2 * size..]).all(|byte| *byte == 0));
        }
    }

    #[test]
    fn queries_count_cubes_and_levels() {
        let cubes = texture(ViewDimension::CubeArray, Format::R8uint, [4, 4, 12], 3);
        assert_eq!((cubes.layer_count(), cubes.level_count(), cubes.sample_count()), (2, 3, 1));
        assert_eq!((cubes.dimensions(1), cubes.dimensions(3)), (Some([2, 2, 1]), None));
    }

    #[test]
    fn the_number_of_bytes_must_be_right() {
        let error = Texture::from_bytes(
            TextureDescriptor::new(ViewDimension::D1, Format::Rg8uint, [3, 1, 1]),
            &[0; 5],
        )
        .err();
        assert_eq!(error, Some(TextureError::ByteCount { expected: 6, given: 5 }));
    }
}
