//! Texels of many invocations at once: the formats that shaders use most, in loops that the compiler vectorises.

use super::texels::Texture;
use crate::plane::{map2, of_lane};
use webgpu_model::texture::channel::{ChannelFormat, from_unorm, to_unorm};
use webgpu_model::texture::{Encoding, ViewDimension};

/// The number of lanes that go through the steps together: their words stay in the first cache.
const TOGETHER: usize = 64;

/// Addresses within one layer of one mip level; each plane holds one value for each lane, or one for all.
#[derive(Clone, Copy, Debug)]
pub(crate) struct PlaneAddresses<'a> {
    pub(crate) x: &'a [u32],
    pub(crate) y: &'a [u32],
    pub(crate) array_index: u32,
    pub(crate) level: u32,
}

/// The index of no texel: textures are smaller.
const OUTSIDE: u32 = u32::MAX;

/// Some lanes of a plane.
#[inline]
fn part(plane: &[u32], start: usize, count: usize) -> &[u32] {
    if plane.len() == 1 { plane } else { &plane[start..start + count] }
}

impl Texture {
    /// Returns true if [`Texture::load_lanes`] and [`Texture::store_lanes`] have this texture: four channels of 8 bits, normalized, of two
    /// dimensions and one sample, without a swizzle.
    pub(crate) fn has_lanes(&self) -> bool {
        self.encoding() == Encoding::Rgba(ChannelFormat::Unorm8, 4)
            && self.sample_count() == 1
            && self.descriptor().swizzle.is_identity()
            && matches!(self.dimension(), ViewDimension::D2 | ViewDimension::D2Array)
    }

    /// First texel, width and height of a layer; `None` if there is no such layer.
    fn layer(&self, addresses: &PlaneAddresses<'_>) -> Option<(usize, u32, u32)> {
        let (first, [width, height, _]) = self.level(addresses.level)?;
        let layer = addresses.array_index as usize;
        (addresses.array_index < self.descriptor().layers()).then_some((
            first + layer * width as usize * height as usize,
            width,
            height,
        ))
    }

    /// `textureLoad` of as many lanes as the planes have; zeros outside.
    pub(crate) fn load_lanes(&self, addresses: &PlaneAddresses<'_>, planes: [&mut [u32]; 4]) {
        let lanes = planes[0].len();
        let (mut words, mut texels) = ([0u32; TOGETHER], [0u32; TOGETHER]);
        let layer = self.layer(addresses);
        let [red, green, blue, alpha] = planes;
        for start in (0..lanes).step_by(TOGETHER) {
            let count = TOGETHER.min(lanes - start);
            let (words, texels) = (&mut words[..count], &mut texels[..count]);
            match layer {
                Some((first, width, height)) => {
                    let texel = |x: u32, y: u32| {
                        let index = (first as u32).wrapping_add(y.wrapping_mul(width)).wrapping_add(x);
                        if x < width && y < height { index } else { OUTSIDE }
                    };
                    map2(texels, part(addresses.x, start, count), part(addresses.y, start, count), texel);
                    for (word, texel) in words.iter_mut().zip(&*texels) {
                        *word = self.bytes().load32(*texel as usize * 4);
                    }
                }
                None => words.fill(0),
            }
            for (shift, plane) in [&mut *red, &mut *green, &mut *blue, &mut *alpha].into_iter().enumerate() {
                for (value, word) in plane[start..start + count].iter_mut().zip(&*words) {
                    *value = from_unorm::<8>(word >> (shift * 8) & 0xff).to_bits();
                }
            }
        }
    }

    /// `textureStore` of the lanes that are active: those whose word in the mask is not zero. Outside
    /// of the texture nothing is stored.
    pub(crate) fn store_lanes(&self, addresses: &PlaneAddresses<'_>, values: [&[u32]; 4], mask: &[u32]) {
        let Some((first, width, height)) = self.layer(addresses) else { return };
        let mut words = [0u32; TOGETHER];
        for start in (0..mask.len()).step_by(TOGETHER) {
            let count = TOGETHER.min(mask.len() - start);
            let words = &mut words[..count];
            words.fill(0);
            for (shift, plane) in values.into_iter().enumerate() {
                let encode = |bits: u32| to_unorm::<8>(f32::from_bits(bits)) << (shift * 8);
                if let [one] = plane {
                    for word in &mut *words {
                        *word |= encode(*one);
                    }
                } else {
                    words.iter_mut().zip(&plane[start..]).for_each(|(word, bits)| *word |= encode(*bits));
                }
            }
            for (index, word) in words.iter().enumerate().filter(|(index, _)| mask[start + index] != 0) {
                let (x, y) = (of_lane(addresses.x, start + index), of_lane(addresses.y, start + index));
                if x < width && y < height {
                    self.bytes().store32((first + y as usize * width as usize + x as usize) * 4, *word);
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::{TexelAddress, Texture};
    use super::*;
    use webgpu_model::texture::{Format, Texel, TextureDescriptor};

    fn texture() -> Texture {
        let base = TextureDescriptor::new(ViewDimension::D2Array, Format::Rgba8unorm, [5, 3, 2]);
        let descriptor = TextureDescriptor { mip_level_count: 2, ..base };
        let bytes: Vec<u8> = (0..5 * 3 * 2 * 4 + 2 * 2 * 4).map(|index| (index * 7) as u8).collect();
        Texture::from_bytes(descriptor, &bytes).expect("a good texture")
    }

    #[test]
    fn many_lanes_load_what_one_does() {
        let texture = texture();
        assert!(texture.has_lanes());
        let x: Vec<u32> = (0..100).map(|lane| lane % 6).collect();
        for (array_index, level) in [(0, 0), (1, 0), (1, 1), (2, 0), (0, 2)] {
            let addresses = PlaneAddresses { x: &x, y: &[1], array_index, level };
            let mut planes = [(); 4].map(|()| vec![9; 100]);
            let [red, green, blue, alpha] = &mut planes;
            texture.load_lanes(&addresses, [red, green, blue, alpha]);
            for lane in 0..100 {
                let coordinates = [x[lane], 1, 0];
                let address = TexelAddress { coordinates, array_index, level, sample_index: 0 };
                let expected = texture.load(&address).unwrap_or(texture.load_outside());
                assert_eq!([0, 1, 2, 3].map(|plane| planes[plane][lane]), expected.to_bits());
            }
        }
    }

    #[test]
    fn active_lanes_store_what_one_does() {
        let (many, one) = (texture(), texture());
        let channels = [0.5f32, 1.0, f32::NAN, -3.0];
        let values = channels.map(|channel| [channel.to_bits()]);
        let addresses = PlaneAddresses { x: &[0, 1, 2, 9], y: &[2], array_index: 1, level: 0 };
        let mask = [u32::MAX, 0, u32::MAX, u32::MAX];
        many.store_lanes(&addresses, [&values[0], &values[1], &values[2], &values[3]], &mask);
        for x in [0, 2] {
            let coordinates = [x, 2, 0];
            let address = TexelAddress { coordinates, array_index: 1, level: 0, sample_index: 0 };
            one.store(&address, Texel::Float(channels));
        }
        assert_eq!(many.to_bytes(), one.to_bytes());
    }
}
