//! Formats of textures: where the channels of a texel lie in its bytes. <https://www.w3.org/TR/WGSL/#texel-formats>

use super::scalar::ScalarFormat;
use wgsl_spec::TexelFormat;

/// The format of a texture.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum TextureFormat {
    /// One that WGSL names, because storage textures have it.
    Texel(TexelFormat),
    /// Depth in 16 bits.
    Depth16unorm,
    /// Depth as binary32.
    Depth32float,
}

/// A channel of a texel, which is read as one little-endian integer.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Channel {
    /// `r`, `g`, `b`, `a`, or `d` for depth.
    pub name: char,
    /// Its lowest bit.
    pub shift: u32,
    /// The form of its number.
    pub format: ScalarFormat,
}

impl TextureFormat {
    /// The format of a name.
    #[must_use]
    pub fn by_name(name: &str) -> Option<Self> {
        Self::all().find(|format| format.name() == name)
    }

    /// All of them.
    pub fn all() -> impl Iterator<Item = Self> {
        let texels = TexelFormat::ALL.into_iter().map(Self::Texel);
        texels.chain([Self::Depth16unorm, Self::Depth32float])
    }

    /// Its name.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Texel(format) => format.name(),
            Self::Depth16unorm => "depth16unorm",
            Self::Depth32float => "depth32float",
        }
    }

    /// The number of bytes of a texel.
    #[must_use]
    pub fn size(self) -> usize {
        self.channels().iter().map(|channel| channel.format.width()).sum::<u32>() as usize / 8
    }

    /// The channels, in the order of the components that a shader sees.
    #[must_use]
    pub fn channels(self) -> Vec<Channel> {
        use ScalarFormat::{F32, Unorm, Unsigned, UnsignedFloat};
        match self {
            Self::Depth16unorm => packed([('d', Unorm(16))]),
            Self::Depth32float => packed([('d', F32)]),
            Self::Texel(TexelFormat::Rgb10a2unorm) => {
                packed([('r', Unorm(10)), ('g', Unorm(10)), ('b', Unorm(10)), ('a', Unorm(2))])
            }
            Self::Texel(TexelFormat::Rgb10a2uint) => {
                packed([('r', Unsigned(10)), ('g', Unsigned(10)), ('b', Unsigned(10)), ('a', Unsigned(2))])
            }
            Self::Texel(TexelFormat::Rg11b10ufloat) => {
                packed([('r', UnsignedFloat(6)), ('g', UnsignedFloat(6)), ('b', UnsignedFloat(5))])
            }
            Self::Texel(format) => alike(format.name()),
        }
    }
}

impl TextureFormat {
    /// Whether a colour attachment has it, without a feature of the device.
    /// <https://gpuweb.github.io/gpuweb/#texture-format-caps>
    #[must_use]
    pub fn is_color_renderable(self) -> bool {
        use ScalarFormat::{Snorm, Unorm, UnsignedFloat};
        let is_for_few = |format| matches!(format, Unorm(16) | Snorm(_) | UnsignedFloat(_));
        matches!(self, Self::Texel(_)) && !self.channels().iter().any(|channel| is_for_few(channel.format))
    }

    /// Whether a colour attachment of several samples that has it can be resolved.
    #[must_use]
    pub fn is_resolvable(self) -> bool {
        let has_averages = |format| matches!(format, ScalarFormat::Unorm(_) | ScalarFormat::F16);
        self.is_color_renderable() && self.channels().iter().all(|channel| has_averages(channel.format))
    }

    /// Whether it holds depths.
    #[must_use]
    pub const fn is_depth(self) -> bool {
        matches!(self, Self::Depth16unorm | Self::Depth32float)
    }
}

/// Channels from the lowest bit upwards.
fn packed(channels: impl IntoIterator<Item = (char, ScalarFormat)>) -> Vec<Channel> {
    let mut shift = 0;
    let mut place = |(name, format): (char, ScalarFormat)| {
        let channel = Channel { name, shift, format };
        shift += format.width();
        channel
    };
    channels.into_iter().map(&mut place).collect()
}

/// Channels with one form, which the name of the format says: letters in the order of memory, the width of each, and how
/// numbers are kept.
fn alike(name: &str) -> Vec<Channel> {
    let digits = name.find(|letter: char| letter.is_ascii_digit()).unwrap_or(name.len());
    let (letters, rest) = name.split_at(digits);
    let digits = rest.find(|letter: char| !letter.is_ascii_digit()).unwrap_or(rest.len());
    let (width, kind) = rest.split_at(digits);
    let width = width.parse().unwrap_or(32);
    let format = match kind {
        "unorm" => ScalarFormat::Unorm(width),
        "snorm" => ScalarFormat::Snorm(width),
        "uint" => ScalarFormat::Unsigned(width),
        "sint" => ScalarFormat::Signed(width),
        _ if width == 16 => ScalarFormat::F16,
        _ => ScalarFormat::F32,
    };
    let mut channels = packed(letters.chars().map(|letter| (letter, format)));
    channels.sort_by_key(|channel| "rgba".find(channel.name));
    channels
}

#[cfg(test)]
mod tests {
    use super::*;
    use wgsl_spec::Scalar;

    fn channels(name: &str) -> Vec<(char, u32, String)> {
        let format = TextureFormat::by_name(name).expect("a format");
        format.channels().iter().map(|channel| (channel.name, channel.shift, channel.format.name())).collect()
    }

    #[test]
    fn channels_stand_where_the_name_says() {
        let expected = [('r', 16), ('g', 8), ('b', 0), ('a', 24)];
        assert_eq!(channels("bgra8unorm"), expected.map(|(name, shift)| (name, shift, "unorm8".to_owned())));
        let expected = [('r', 0, "f16"), ('g', 16, "f16")];
        assert_eq!(channels("rg16float"), expected.map(|(name, shift, of)| (name, shift, of.to_owned())));
        let expected = [('r', 0, "u10"), ('g', 10, "u10"), ('b', 20, "u10"), ('a', 30, "u2")];
        assert_eq!(channels("rgb10a2uint"), expected.map(|(name, shift, of)| (name, shift, of.to_owned())));
        assert_eq!(channels("r32sint"), [('r', 0, "i32".to_owned())]);
    }

    #[test]
    fn some_formats_can_be_drawn_on_and_fewer_resolved() {
        let drawn = |name: &str| {
            let format = TextureFormat::by_name(name).expect("a format");
            (format.is_color_renderable(), format.is_resolvable())
        };
        for name in ["r8unorm", "rgba8unorm", "bgra8unorm", "rgb10a2unorm", "rg16float", "rgba16float"] {
            assert_eq!(drawn(name), (true, true), "{name}");
        }
        for name in ["r8uint", "rgba8sint", "rgb10a2uint", "rg16uint", "r32float", "rgba32sint"] {
            assert_eq!(drawn(name), (true, false), "{name}");
        }
        for name in ["rgba8snorm", "r16unorm", "rg16snorm", "rg11b10ufloat", "depth16unorm", "depth32float"] {
            assert_eq!(drawn(name), (false, false), "{name}");
        }
    }

    #[test]
    fn texels_are_whole_bytes_and_channels_what_a_shader_sees() {
        for format in TextureFormat::all() {
            assert!([1, 2, 4, 8, 16].contains(&format.size()), "{}", format.name());
            let TextureFormat::Texel(texel) = format else { continue };
            for channel in format.channels() {
                let seen = match channel.format {
                    ScalarFormat::Signed(_) => Scalar::I32,
                    ScalarFormat::Unsigned(_) => Scalar::U32,
                    _ => Scalar::F32,
                };
                assert_eq!(seen, texel.channel_type(), "{}", format.name());
            }
        }
    }
}
