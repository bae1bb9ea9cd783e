//! The texels of a texture in the order of its bytes.

use std::fmt::Write;
use webgpu_model::texture::{TextureDescriptor, ViewDimension};

/// The position of a texel.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct TexelPlace {
    /// The mip level, from 0.
    pub level: u32,
    /// x, y, and z or the layer.
    pub at: [u32; 3],
    /// The sample, from 0.
    pub sample: u32,
}

/// Width, height, and depth or layers of a mip level.
#[must_use]
pub fn level_extent(texture: &TextureDescriptor, level: u32) -> [u32; 3] {
    let [width, height, depth] = texture.level_size(level);
    [width, height, depth * texture.layers()]
}

/// The place of the texel with an index in the order of the bytes; `None` beyond the last.
#[must_use]
pub fn place(texture: &TextureDescriptor, index: usize) -> Option<TexelPlace> {
    let mut rest = index;
    for level in 0..texture.mip_level_count {
        let [width, height, depth] = level_extent(texture, level).map(|length| length as usize);
        let samples = texture.sample_count as usize;
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

/// The place of a texel for people: `texel (1, 0) of level 0`.
#[must_use]
pub fn place_text(texture: &TextureDescriptor, index: usize) -> String {
    let Some(TexelPlace { level, at: [x, y, z], sample }) = place(texture, index) else {
        return format!("texel {index}");
    };
    let mut text = match texture.dimension {
        ViewDimension::D1 => format!("texel ({x})"),
        ViewDimension::D2 => format!("texel ({x}, {y})"),
        ViewDimension::D3 => format!("texel ({x}, {y}, {z})"),
        ViewDimension::D2Array | ViewDimension::Cube | ViewDimension::CubeArray => {
            format!("texel ({x}, {y}) of layer {z}")
        }
    };
    if texture.mip_level_count > 1 {
        let _ = write!(text, " of level {level}");
    }
    if texture.sample_count > 1 {
        let _ = write!(text, ", sample {sample}");
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;
    use webgpu_model::texture::Format;

    fn texture(
        dimension: ViewDimension,
        size: [u32; 3],
        mip_level_count: u32,
        sample_count: u32,
    ) -> TextureDescriptor {
        let single = TextureDescriptor::new(dimension, Format::R8unorm, size);
        TextureDescriptor { mip_level_count, sample_count, ..single }
    }

    #[test]
    fn texels_go_level_by_level_layer_by_layer_row_by_row() {
        let layers = texture(ViewDimension::D2Array, [3, 2, 2], 2, 1);
        let places = [1, 3, 6, 13].map(|index| place_text(&layers, index));
        let expected = [
            "texel (1, 0) of layer 0 of level 0",
            "texel (0, 1) of layer 0 of level 0",
            "texel (0, 0) of layer 1 of level 0",
            "texel (0, 0) of layer 1 of level 1",
        ];
        assert_eq!(places, expected);
        assert_eq!(place(&layers, 14), None);
    }

    #[test]
    fn blocks_grow_thinner_and_samples_stand_together() {
        let block = texture(ViewDimension::D3, [4, 4, 4], 3, 1);
        assert_eq!(place_text(&block, 72), "texel (0, 0, 0) of level 2");
        assert_eq!(place(&block, 73), None);
        let several = texture(ViewDimension::D2, [2, 1, 1], 1, 4);
        assert_eq!(place_text(&several, 5), "texel (1, 0), sample 1");
    }
}
