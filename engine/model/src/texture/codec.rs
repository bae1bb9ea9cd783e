//! From the stored bytes of a texel to its value, and back. <https://www.w3.org/TR/WGSL/#texel-formats>

use super::channel::{ChannelFormat, from_half, from_snorm, from_unorm, to_half, to_snorm, to_unorm};
use super::format::{Encoding, Format};
use super::packed::{from_shared_exponent, from_ufloat, to_shared_exponent, to_ufloat};
use super::srgb::{from_srgb, to_srgb};
use super::texel::Texel;

/// The stored bytes of a texel as little-endian words; what is beyond its size is 0.
pub type Words = [u32; 4];

impl Format {
    /// The value of a texel stored as these bytes, little-endian; missing bytes are 0. Missing channels are 0, alpha 1.
    #[must_use]
    pub fn decode(self, bytes: &[u8]) -> Texel {
        let mut words = [0; 4];
        for (index, byte) in bytes.iter().take(self.texel_bytes()).enumerate() {
            words[index / 4] |= u32::from(*byte) << (index % 4 * 8);
        }
        self.encoding().decode(words)
    }

    /// The bytes that store a texel, rounded and clamped to the channels: the first [`Format::texel_bytes`], then zeros.
    #[must_use]
    pub fn encode(self, texel: Texel) -> [u8; 16] {
        let words = self.encoding().encode(texel);
        std::array::from_fn(|index| words[index / 4].to_le_bytes()[index % 4])
    }
}

impl Encoding {
    /// The texel that these words store, lowest byte first.
    #[inline]
    #[must_use]
    pub fn decode(self, words: Words) -> Texel {
        let word = words[0];
        match self {
            Self::Rgba(channel, count) => decode_channels(channel, usize::from(count), words),
            Self::Bgra(channel) => swap_red_and_blue(decode_channels(channel, 4, words)),
            Self::Rgb10a2Unorm => {
                let [red, green, blue] = [0, 10, 20].map(|shift| from_unorm::<10>((word >> shift) & 0x3ff));
                Texel::Float([red, green, blue, from_unorm::<2>(word >> 30)])
            }
            Self::Rgb10a2Uint => {
                Texel::Uint([word & 0x3ff, (word >> 10) & 0x3ff, (word >> 20) & 0x3ff, word >> 30])
            }
            Self::Rg11b10Ufloat => {
                let (red, green) = (word & 0x7ff, (word >> 11) & 0x7ff);
                Texel::Float([
                    from_ufloat::<6>(red),
                    from_ufloat::<6>(green),
                    from_ufloat::<5>(word >> 22),
                    1.0,
                ])
            }
            Self::Rgb9e5Ufloat => {
                let [red, green, blue] = from_shared_exponent(word);
                Texel::Float([red, green, blue, 1.0])
            }
        }
    }

    /// The bits of the stored words that hold the channels for which a function is true: 0 for red, 1 for green, 2 for blue and
    /// 3 for alpha.
    #[must_use]
    pub fn channel_bits(self, is_selected: impl Fn(usize) -> bool) -> Words {
        let bits = |channel: usize, mask: u32| if is_selected(channel) { mask } else { 0 };
        match self {
            Self::Rgba(channel, count) => {
                let channels = [0, 1, 2, 3].map(|index| bits(index, u32::MAX));
                pack(channels, usize::from(count), channel.bytes())
            }
            Self::Bgra(channel) => pack([2, 1, 0, 3].map(|index| bits(index, u32::MAX)), 4, channel.bytes()),
            Self::Rgb10a2Unorm | Self::Rgb10a2Uint => {
                let word = bits(0, 0x3ff) | bits(1, 0x3ff << 10) | bits(2, 0x3ff << 20) | bits(3, 3 << 30);
                [word, 0, 0, 0]
            }
            Self::Rg11b10Ufloat => [bits(0, 0x7ff) | bits(1, 0x7ff << 11) | bits(2, 0x3ff << 22), 0, 0, 0],
            // The channels share an exponent: one can't be written without the others.
            Self::Rgb9e5Ufloat => [bits(0, u32::MAX), 0, 0, 0],
        }
    }

    /// The words that store a texel, rounded and clamped to the channels; words beyond the texel are zero.
    #[inline]
    #[must_use]
    pub fn encode(self, texel: Texel) -> Words {
        let in_one_word = match self {
            Self::Rgba(channel, count) => return encode_channels(channel, usize::from(count), texel),
            Self::Bgra(channel) => return encode_channels(channel, 4, swap_red_and_blue(texel)),
            Self::Rgb10a2Unorm => {
                let [red, green, blue, alpha] = texel.to_floats();
                let [red, green, blue] = [red, green, blue].map(to_unorm::<10>);
                red | green << 10 | blue << 20 | to_unorm::<2>(alpha) << 30
            }
            Self::Rgb10a2Uint => {
                let [red, green, blue, alpha] = texel.to_uints();
                let [red, green, blue] = [red, green, blue].map(|channel| channel.min(0x3ff));
                red | green << 10 | blue << 20 | alpha.min(3) << 30
            }
            Self::Rg11b10Ufloat => {
                let [red, green, blue, _] = texel.to_floats();
                to_ufloat::<6>(red) | to_ufloat::<6>(green) << 11 | to_ufloat::<5>(blue) << 22
            }
            Self::Rgb9e5Ufloat => {
                let [red, green, blue, _] = texel.to_floats();
                to_shared_exponent([red, green, blue])
            }
        };
        [in_one_word, 0, 0, 0]
    }
}

#[inline]
fn swap_red_and_blue(texel: Texel) -> Texel {
    match texel {
        Texel::Float([red, green, blue, alpha]) => Texel::Float([blue, green, red, alpha]),
        Texel::Sint([red, green, blue, alpha]) => Texel::Sint([blue, green, red, alpha]),
        Texel::Uint([red, green, blue, alpha]) => Texel::Uint([blue, green, red, alpha]),
    }
}

#[inline]
fn byte(words: Words, index: usize) -> u8 {
    (words[0] >> (index * 8)) as u8
}

#[inline]
fn half_word(words: Words, index: usize) -> u16 {
    (words[index / 2] >> (index % 2 * 16)) as u16
}

/// The channels that there are, and for the missing ones 0, 0 and 1.
macro_rules! with_defaults {
    ($count:ident, $default:expr, $channel:expr) => {{
        let mut channels = $default;
        for (index, slot) in channels.iter_mut().enumerate().take($count) {
            *slot = $channel(index);
        }
        channels
    }};
}

#[inline]
fn floats(count: usize, channel: impl Fn(usize) -> f32) -> Texel {
    Texel::Float(with_defaults!(count, [0.0, 0.0, 0.0, 1.0], channel))
}

#[inline]
fn sints(count: usize, channel: impl Fn(usize) -> i32) -> Texel {
    Texel::Sint(with_defaults!(count, [0, 0, 0, 1], channel))
}

#[inline]
fn uints(count: usize, channel: impl Fn(usize) -> u32) -> Texel {
    Texel::Uint(with_defaults!(count, [0, 0, 0, 1], channel))
}

/// The channel transfer functions, component-wise.
#[inline]
fn decode_channels(format: ChannelFormat, count: usize, words: Words) -> Texel {
    match format {
        ChannelFormat::Unorm8 => floats(count, |index| from_unorm::<8>(byte(words, index).into())),
        ChannelFormat::Snorm8 => floats(count, |index| from_snorm::<8>((byte(words, index) as i8).into())),
        ChannelFormat::Srgb8 => floats(count, |index| match index {
            3 => from_unorm::<8>(byte(words, index).into()),
            _ => from_srgb(byte(words, index)),
        }),
        ChannelFormat::Unorm16 => floats(count, |index| from_unorm::<16>(half_word(words, index).into())),
        ChannelFormat::Snorm16 => {
            floats(count, |index| from_snorm::<16>((half_word(words, index) as i16).into()))
        }
        ChannelFormat::Float16 => floats(count, |index| from_half(half_word(words, index))),
        ChannelFormat::Float32 => floats(count, |index| f32::from_bits(words[index])),
        ChannelFormat::Uint8 => uints(count, |index| byte(words, index).into()),
        ChannelFormat::Uint16 => uints(count, |index| half_word(words, index).into()),
        ChannelFormat::Uint32 => uints(count, |index| words[index]),
        ChannelFormat::Sint8 => sints(count, |index| (byte(words, index) as i8).into()),
        ChannelFormat::Sint16 => sints(count, |index| (half_word(words, index) as i16).into()),
        ChannelFormat::Sint32 => sints(count, |index| words[index] as i32),
    }
}

/// The inverse channel transfer functions, component-wise; components for missing channels are ignored.
#[inline]
fn encode_channels(format: ChannelFormat, count: usize, texel: Texel) -> Words {
    let channels = match format {
        ChannelFormat::Unorm8 => texel.to_floats().map(to_unorm::<8>),
        ChannelFormat::Snorm8 => texel.to_floats().map(|value| to_snorm::<8>(value) as u32),
        ChannelFormat::Srgb8 => {
            let [red, green, blue, alpha] = texel.to_floats();
            let [red, green, blue] = [red, green, blue].map(|value| u32::from(to_srgb(value)));
            [red, green, blue, to_unorm::<8>(alpha)]
        }
        ChannelFormat::Unorm16 => texel.to_floats().map(to_unorm::<16>),
        ChannelFormat::Snorm16 => texel.to_floats().map(|value| to_snorm::<16>(value) as u32),
        ChannelFormat::Float16 => texel.to_floats().map(|value| u32::from(to_half(value))),
        ChannelFormat::Float32 => texel.to_floats().map(f32::to_bits),
        ChannelFormat::Uint8 => texel.to_uints().map(|value| value.min(0xff)),
        ChannelFormat::Uint16 => texel.to_uints().map(|value| value.min(0xffff)),
        ChannelFormat::Uint32 => texel.to_uints(),
        ChannelFormat::Sint8 => texel.to_sints().map(|value| value.clamp(-0x80, 0x7f) as u32),
        ChannelFormat::Sint16 => texel.to_sints().map(|value| value.clamp(-0x8000, 0x7fff) as u32),
        ChannelFormat::Sint32 => texel.to_sints().map(|value| value as u32),
    };
    pack(channels, count, format.bytes())
}

/// Puts the low bytes of each channel side by side, the first lowest.
#[inline]
fn pack(channels: [u32; 4], count: usize, bytes: usize) -> Words {
    let mut words = [0; 4];
    let mask = u32::MAX >> (32 - bytes * 8);
    for (index, channel) in channels.into_iter().enumerate().take(count) {
        let offset = index * bytes;
        words[offset / 4] |= (channel & mask) << (offset % 4 * 8);
    }
    words
}

#[cfg(test)]
#[allow(clippy::float_cmp, reason = "the results are exact")]
mod tests {
    use super::{Format, Texel};

    #[track_caller]
    fn stores(format: Format, texel: Texel, bytes: &[u8]) {
        assert_eq!(&format.encode(texel)[..format.texel_bytes()], bytes, "{format:?}");
    }

    #[track_caller]
    fn both_ways(format: Format, texel: Texel, bytes: &[u8]) {
        stores(format, texel, bytes);
        assert_eq!(format.decode(bytes), texel, "{format:?}");
    }

    #[test]
    fn bytes_of_normalized_formats() {
        both_ways(Format::R8unorm, Texel::Float([1.0, 0.0, 0.0, 1.0]), &[255]);
        both_ways(Format::Rg8unorm, Texel::Float([51.0 / 255.0, 1.0, 0.0, 1.0]), &[51, 255]);
        both_ways(Format::Rgba8unorm, Texel::Float([0.0, 0.2, 0.4, 1.0]), &[0, 51, 102, 255]);
        both_ways(Format::Bgra8unorm, Texel::Float([0.4, 0.2, 0.0, 1.0]), &[0, 51, 102, 255]);
        both_ways(Format::Rgba8snorm, Texel::Float([1.0, -1.0, 0.0, 64.0 / 127.0]), &[127, 129, 0, 64]);
        both_ways(Format::Rg16unorm, Texel::Float([1.0, 0.2, 0.0, 1.0]), &[255, 255, 51, 51]);
        both_ways(Format::R16snorm, Texel::Float([-1.0, 0.0, 0.0, 1.0]), &[1, 128]);
        both_ways(Format::Depth16unorm, Texel::Float([1.0, 0.0, 0.0, 1.0]), &[255, 255]);
        assert_eq!(Format::Rg8snorm.decode(&[0x80, 0x81]), Texel::Float([-1.0, -1.0, 0.0, 1.0]));
        assert_eq!(Format::R16snorm.decode(&[0, 0x80]), Texel::Float([-1.0, 0.0, 0.0, 1.0]));
    }

    #[test]
    fn channels_have_bits_of_their_own() {
        let bits = |format: Format, channel: usize| format.encoding().channel_bits(|it| it == channel);
        assert_eq!(bits(Format::Rgba8unorm, 2), [0x00ff_0000, 0, 0, 0]);
        assert_eq!(bits(Format::Bgra8unorm, 2), [0x0000_00ff, 0, 0, 0]);
        assert_eq!(bits(Format::Rg8unorm, 3), [0; 4]);
        assert_eq!(bits(Format::Rgba16float, 3), [0, 0xffff_0000, 0, 0]);
        assert_eq!(bits(Format::Rgba32uint, 1), [0, u32::MAX, 0, 0]);
        assert_eq!(bits(Format::Rgb10a2unorm, 3), [0xc000_0000, 0, 0, 0]);
        for format in Format::ALL {
            let all = format.encoding().channel_bits(|_| true);
            let ones: u32 = all.iter().map(|word| word.count_ones()).sum();
            assert_eq!(ones as usize, format.texel_bytes() * 8, "{format:?}");
        }
    }

    #[test]
    fn bytes_of_integer_formats() {
        both_ways(Format::R8uint, Texel::Uint([200, 0, 0, 1]), &[200]);
        both_ways(Format::Rg8sint, Texel::Sint([-128, 127, 0, 1]), &[128, 127]);
        both_ways(Format::Rgba16uint, Texel::Uint([1, 0x203, 0xffff, 0]), &[1, 0, 3, 2, 255, 255, 0, 0]);
        both_ways(Format::R32sint, Texel::Sint([i32::MIN, 0, 0, 1]), &[0, 0, 0, 128]);
        both_ways(Format::Rg32uint, Texel::Uint([1, u32::MAX, 0, 1]), &[1, 0, 0, 0, 255, 255, 255, 255]);
        both_ways(Format::Stencil8, Texel::Uint([7, 0, 0, 1]), &[7]);
        stores(Format::Rgba8uint, Texel::Uint([255, 256, u32::MAX, 0]), &[255, 255, 255, 0]);
        stores(Format::Rgba8sint, Texel::Sint([128, -129, i32::MIN, -1]), &[127, 128, 128, 255]);
        stores(Format::Rg16sint, Texel::Sint([32_768, -32_769, 0, 0]), &[255, 127, 0, 128]);
        stores(Format::R16uint, Texel::Uint([65_536, 0, 0, 0]), &[255, 255]);
    }

    #[test]
    fn bytes_of_floating_point_formats() {
        both_ways(Format::Rg16float, Texel::Float([1.0, -2.0, 0.0, 1.0]), &[0, 0x3c, 0, 0xc0]);
        both_ways(Format::R32float, Texel::Float([1.0, 0.0, 0.0, 1.0]), &[0, 0, 0x80, 0x3f]);
        both_ways(Format::Depth32float, Texel::Float([1.0, 0.0, 0.0, 1.0]), &[0, 0, 0x80, 0x3f]);
        both_ways(Format::R32float, Texel::Float([f32::INFINITY, 0.0, 0.0, 1.0]), &[0, 0, 0x80, 0x7f]);
        let payload = [0x01, 0x02, 0xc3, 0x7f];
        stores(Format::R32float, Format::R32float.decode(&payload), &payload);
    }

    #[test]
    fn bytes_of_packed_formats() {
        let unorm = Texel::Float([1.0, 0.0, 341.0 / 1023.0, 1.0 / 3.0]);
        both_ways(Format::Rgb10a2unorm, unorm, &(0x3ff | 341 << 20 | 1u32 << 30).to_le_bytes());
        both_ways(Format::Rgb10a2uint, Texel::Uint([1, 2, 1023, 3]), &0xfff0_0801_u32.to_le_bytes());
        stores(Format::Rgb10a2uint, Texel::Uint([1024, 2, 5000, 4]), &0xfff0_0bff_u32.to_le_bytes());
        // 1 is exponent 15 without fraction, in 11 and in 10 bits; 0.5 is exponent 14.
        let word = 15 << 6 | (14 << 6) << 11 | (15u32 << 5) << 22;
        both_ways(Format::Rg11b10ufloat, Texel::Float([1.0, 0.5, 1.0, 1.0]), &word.to_le_bytes());
        let word = 256 | 128 << 9 | 16u32 << 27;
        both_ways(Format::Rgb9e5ufloat, Texel::Float([1.0, 0.5, 0.0, 1.0]), &word.to_le_bytes());
    }

    #[test]
    fn alpha_is_linear_in_srgb_formats() {
        stores(Format::Rgba8unormSrgb, Texel::Float([0.5, 0.0, 1.0, 0.5]), &[188, 0, 255, 128]);
        stores(Format::Bgra8unormSrgb, Texel::Float([0.5, 0.0, 1.0, 0.5]), &[255, 0, 188, 128]);
        let Texel::Float(channels) = Format::Rgba8unormSrgb.decode(&[0, 255, 0, 51]) else {
            panic!("not a float")
        };
        assert_eq!(channels, [0.0, 1.0, 0.0, 0.2]);
    }

    #[test]
    fn whatever_is_stored_survives_the_round_trip() {
        // No all-ones exponents among these bytes: NaNs lose their payload. No lowest signed normalized value: it is -1 twice.
        let bytes: [u8; 16] = std::array::from_fn(|index| [0x11, 0x35, 0x53, 0x24][index % 4]);
        for format in Format::ALL.iter().filter(|format| **format != Format::Rgb9e5ufloat) {
            stores(*format, format.decode(&bytes), &bytes[..format.texel_bytes()]);
        }
    }
}
