//! The channels of a texel: where they lie in its bytes. <https://www.w3.org/TR/WGSL/#texel-formats>

use super::scalar::ScalarFormat;
use webgpu_model::texture::channel::ChannelFormat;
use webgpu_model::texture::{Encoding, Format};

/// A channel of a texel, which is read as one little-endian integer.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Channel {
    /// `r`, `g`, `b`, `a`, `d` for depth, or `s` for stencil.
    pub name: char,
    /// Its lowest bit.
    pub shift: u32,
    /// The form of its number.
    pub format: ScalarFormat,
}

/// The formats that textures and targets of cases may name with texels: those whose channels are numbers of their own, in bytes that
/// WebGPU shows, without `stencil8`.
pub fn formats() -> impl Iterator<Item = Format> {
    let all = Format::ALL.iter().copied();
    all.filter(|format| *format != Format::Stencil8 && !channels(*format).is_empty())
}

/// The channels, in the order of the components that a shader sees. None if a channel is not a number by itself, but shares an
/// exponent with others, or is compressed. None of `depth24plus`, whose bytes WebGPU does not show.
#[must_use]
pub fn channels(format: Format) -> Vec<Channel> {
    use ScalarFormat::{Unorm, Unsigned, UnsignedFloat};
    if format == Format::Depth24plus || format.compressed().is_some() {
        return Vec::new();
    }
    let packed = |widths: [ScalarFormat; 4]| in_order("rgba", &widths);
    match format.encoding() {
        Encoding::Rgba(ChannelFormat::Srgb8, _) => in_order("rgba", &NONLINEAR),
        Encoding::Bgra(ChannelFormat::Srgb8) => blue_first(&NONLINEAR),
        Encoding::Rgba(channel, count) => {
            let depth = if format.is_depth() { "d" } else { "rgba" };
            let names = if format == Format::Stencil8 { "s" } else { depth };
            in_order(names, &alike(channel, count))
        }
        Encoding::Bgra(channel) => blue_first(&alike(channel, 4)),
        Encoding::Rgb10a2Unorm => packed([Unorm(10), Unorm(10), Unorm(10), Unorm(2)]),
        Encoding::Rgb10a2Uint => packed([Unsigned(10), Unsigned(10), Unsigned(10), Unsigned(2)]),
        Encoding::Rg11b10Ufloat => in_order("rgb", &[UnsignedFloat(6), UnsignedFloat(6), UnsignedFloat(5)]),
        Encoding::Rgb9e5Ufloat => Vec::new(),
    }
}

/// The formats of colours in sRGB. Alpha is linear.
const NONLINEAR: [ScalarFormat; 4] =
    [ScalarFormat::Srgb, ScalarFormat::Srgb, ScalarFormat::Srgb, ScalarFormat::Unorm(8)];

/// Four channels, of which the blue one has the lowest bits.
fn blue_first(formats: &[ScalarFormat]) -> Vec<Channel> {
    let mut channels = in_order("bgra", formats);
    channels.sort_by_key(|channel| "rgba".find(channel.name));
    channels
}

/// Channels with these names and formats, from the lowest bit on.
fn in_order(names: &str, formats: &[ScalarFormat]) -> Vec<Channel> {
    let mut shift = 0;
    let place = |(name, format): (char, &ScalarFormat)| {
        let channel = Channel { name, shift, format: *format };
        shift += format.width();
        channel
    };
    names.chars().zip(formats).map(place).collect()
}

/// The formats of `count` channels of one format.
fn alike(channel: ChannelFormat, count: u8) -> Vec<ScalarFormat> {
    let format = match channel {
        ChannelFormat::Unorm8 => ScalarFormat::Unorm(8),
        ChannelFormat::Snorm8 => ScalarFormat::Snorm(8),
        ChannelFormat::Uint8 => ScalarFormat::Unsigned(8),
        ChannelFormat::Sint8 => ScalarFormat::Signed(8),
        ChannelFormat::Unorm16 => ScalarFormat::Unorm(16),
        ChannelFormat::Snorm16 => ScalarFormat::Snorm(16),
        ChannelFormat::Uint16 => ScalarFormat::Unsigned(16),
        ChannelFormat::Sint16 => ScalarFormat::Signed(16),
        ChannelFormat::Float16 => ScalarFormat::F16,
        ChannelFormat::Uint32 => ScalarFormat::Unsigned(32),
        ChannelFormat::Sint32 => ScalarFormat::Signed(32),
        ChannelFormat::Float32 => ScalarFormat::F32,
        ChannelFormat::Srgb8 => ScalarFormat::Srgb,
    };
    vec![format; count.into()]
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

#[cfg(test)]
mod tests {
    use super::*;
    use webgpu_model::texture::{ChannelKind, Texel};
    use wgsl_spec::TexelFormat;

    fn described(name: &str) -> Vec<(char, u32, String)> {
        let format = Format::from_name(name).expect("a format");
        channels(format).iter().map(|channel| (channel.name, channel.shift, channel.format.name())).collect()
    }

    #[test]
    fn channels_lie_where_the_name_says() {
        let expected = [('r', 16), ('g', 8), ('b', 0), ('a', 24)];
        assert_eq!(described("bgra8unorm"), expected.map(|(name, shift)| (name, shift, "unorm8".to_owned())));
        let expected = [('r', 0, "f16"), ('g', 16, "f16")];
        assert_eq!(described("rg16float"), expected.map(|(name, shift, of)| (name, shift, of.to_owned())));
        let expected = [('r', 0, "u10"), ('g', 10, "u10"), ('b', 20, "u10"), ('a', 30, "u2")];
        assert_eq!(described("rgb10a2uint"), expected.map(|(name, shift, of)| (name, shift, of.to_owned())));
        let expected = [('r', 16, "srgb8"), ('g', 8, "srgb8"), ('b', 0, "srgb8"), ('a', 24, "unorm8")];
        assert_eq!(
            described("bgra8unorm-srgb"),
            expected.map(|(name, shift, of)| (name, shift, of.to_owned()))
        );
        assert_eq!(described("r32sint"), [('r', 0, "i32".to_owned())]);
        assert_eq!(described("depth16unorm"), [('d', 0, "unorm16".to_owned())]);
    }

    #[test]
    fn cases_may_name_the_formats_of_wgsl_two_of_colours_and_two_of_depths() {
        let of_wgsl = TexelFormat::ALL.into_iter().map(TexelFormat::name);
        let names: Vec<&str> =
            of_wgsl.chain(["rgba8unorm-srgb", "bgra8unorm-srgb", "depth16unorm", "depth32float"]).collect();
        assert_eq!(formats().map(Format::name).collect::<Vec<_>>(), names);
    }

    #[test]
    fn channels_are_read_as_they_are_written() {
        for format in formats() {
            let mut texel = vec![0; format.texel_bytes()];
            let numbers: Vec<u32> = (1_u32..).zip(channels(format)).map(|(n, _)| 0x0101 * n).collect();
            for (channel, bits) in channels(format).iter().zip(&numbers) {
                channel.write(&mut texel, *bits);
            }
            for (channel, bits) in channels(format).iter().zip(&numbers) {
                assert_eq!(channel.read(&texel), bits & channel.format.mask(), "{}", format.name());
            }
        }
    }

    #[test]
    fn channels_hold_what_the_executor_decodes() {
        for format in formats() {
            let bytes: Vec<u8> =
                (0..format.texel_bytes()).map(|index| [0x11, 0x35, 0x53, 0x24][index % 4]).collect();
            let decoded = format.decode(&bytes);
            let numbers: Vec<f64> = match decoded {
                Texel::Float(numbers) => numbers.map(f64::from).to_vec(),
                Texel::Sint(numbers) => numbers.map(f64::from).to_vec(),
                Texel::Uint(numbers) => numbers.map(f64::from).to_vec(),
            };
            for (channel, number) in channels(format).iter().zip(numbers) {
                let read = channel.format.decode(channel.read(&bytes));
                // Normalized numbers are rounded to binary32 in a shader.
                assert!((read - number).abs() <= number.abs() * 1e-6, "{}: {read} {number}", format.name());
                let is_float = !matches!(channel.format, ScalarFormat::Signed(_) | ScalarFormat::Unsigned(_));
                assert_eq!(format.kind() == ChannelKind::Float, is_float, "{}", format.name());
            }
        }
    }
}
