//! The capabilities of formats: which textures may have them. <https://gpuweb.github.io/gpuweb/#texture-format-caps>

use super::format::Format;
use crate::Feature;

/// Whether devices have a capability.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Support {
    /// No device has it.
    Never,
    /// Each device has it.
    Always,
    /// The devices with this feature have it.
    With(Feature),
}

impl Support {
    /// The feature of a device that it depends on.
    #[must_use]
    pub const fn feature(self) -> Option<Feature> {
        match self {
            Self::With(feature) => Some(feature),
            Self::Never | Self::Always => None,
        }
    }
}

use Support::{Always, Never};

const TIER_1: Support = Support::With(Feature::TextureFormatsTier1);
const TIER_2: Support = Support::With(Feature::TextureFormatsTier2);
const RG11B10: Support = Support::With(Feature::Rg11b10ufloatRenderable);

/// The capabilities of the formats of colours: textures of the format, colour attachments (with blending, as far as the channels are
/// floating point), the resolution of several samples, and storage textures that are both read and written.
#[rustfmt::skip] // A table.
const OF_COLOURS: &[(Format, [Support; 4])] = &[
    (Format::Rgba8unorm, [Always, Always, Always, TIER_2]),
    (Format::Rgba8snorm, [Always, TIER_1, TIER_1, Never]),
    (Format::Rgba8uint, [Always, Always, Never, TIER_2]),
    (Format::Rgba8sint, [Always, Always, Never, TIER_2]),
    (Format::Rgba16unorm, [TIER_1, TIER_1, Never, Never]),
    (Format::Rgba16snorm, [TIER_1, TIER_1, Never, Never]),
    (Format::Rgba16uint, [Always, Always, Never, TIER_2]),
    (Format::Rgba16sint, [Always, Always, Never, TIER_2]),
    (Format::Rgba16float, [Always, Always, Always, TIER_2]),
    (Format::Rg8unorm, [Always, Always, Always, Never]),
    (Format::Rg8snorm, [Always, TIER_1, TIER_1, Never]),
    (Format::Rg8uint, [Always, Always, Never, Never]),
    (Format::Rg8sint, [Always, Always, Never, Never]),
    (Format::Rg16unorm, [TIER_1, TIER_1, Never, Never]),
    (Format::Rg16snorm, [TIER_1, TIER_1, Never, Never]),
    (Format::Rg16uint, [Always, Always, Never, Never]),
    (Format::Rg16sint, [Always, Always, Never, Never]),
    (Format::Rg16float, [Always, Always, Always, Never]),
    (Format::R32uint, [Always, Always, Never, Always]),
    (Format::R32sint, [Always, Always, Never, Always]),
    (Format::R32float, [Always, Always, Never, Always]),
    (Format::Rg32uint, [Always, Always, Never, Never]),
    (Format::Rg32sint, [Always, Always, Never, Never]),
    (Format::Rg32float, [Always, Always, Never, Never]),
    (Format::Rgba32uint, [Always, Always, Never, TIER_2]),
    (Format::Rgba32sint, [Always, Always, Never, TIER_2]),
    (Format::Rgba32float, [Always, Always, Never, TIER_2]),
    (Format::Bgra8unorm, [Always, Always, Always, Never]),
    (Format::R8unorm, [Always, Always, Always, TIER_2]),
    (Format::R8snorm, [Always, TIER_1, TIER_1, Never]),
    (Format::R8uint, [Always, Always, Never, TIER_2]),
    (Format::R8sint, [Always, Always, Never, TIER_2]),
    (Format::R16unorm, [TIER_1, TIER_1, Never, Never]),
    (Format::R16snorm, [TIER_1, TIER_1, Never, Never]),
    (Format::R16uint, [Always, Always, Never, TIER_2]),
    (Format::R16sint, [Always, Always, Never, TIER_2]),
    (Format::R16float, [Always, Always, Always, TIER_2]),
    (Format::Rgb10a2unorm, [Always, Always, Always, Never]),
    (Format::Rgb10a2uint, [Always, Always, Never, Never]),
    (Format::Rg11b10ufloat, [Always, RG11B10, RG11B10, Never]),
    (Format::Rgba8unormSrgb, [Always, Always, Always, Never]),
    (Format::Bgra8unormSrgb, [Always, Always, Always, Never]),
];

impl Format {
    /// The row of the table. Formats beyond it are those of depths, of stencil values, and those that are only sampled.
    fn capabilities(self) -> [Support; 4] {
        if let Some(compressed) = self.compressed() {
            return [Support::With(compressed.feature), Never, Never, Never];
        }
        let row = OF_COLOURS.iter().find(|(format, _)| *format == self);
        row.map_or([Always, Never, Never, Never], |(_, capabilities)| *capabilities)
    }

    /// Whether a texture may have the format.
    #[must_use]
    pub fn texture_support(self) -> Support {
        self.capabilities()[0]
    }

    /// Whether a colour attachment may have the format.
    #[must_use]
    pub fn color_support(self) -> Support {
        self.capabilities()[1]
    }

    /// Whether a colour attachment of several samples that has the format can be resolved.
    #[must_use]
    pub fn resolve_support(self) -> Support {
        self.capabilities()[2]
    }

    /// Whether a program may both read and write a storage texture with the format.
    #[must_use]
    pub fn read_write_support(self) -> Support {
        self.capabilities()[3]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn drawn(name: &str) -> [Support; 2] {
        let format = Format::from_name(name).expect("a format");
        [format.color_support(), format.resolve_support()]
    }

    #[test]
    fn some_formats_can_be_drawn_on_and_fewer_resolved() {
        for name in ["r8unorm", "rgba8unorm", "bgra8unorm-srgb", "rgb10a2unorm", "rg16float", "rgba16float"] {
            assert_eq!(drawn(name), [Always, Always], "{name}");
        }
        for name in ["r8uint", "rgba8sint", "rgb10a2uint", "rg16uint", "r32float", "rgba32sint"] {
            assert_eq!(drawn(name), [Always, Never], "{name}");
        }
        for name in ["rgb9e5ufloat", "depth16unorm", "depth32float", "stencil8"] {
            assert_eq!(drawn(name), [Never, Never], "{name}");
        }
    }

    #[test]
    fn features_let_more_formats_be_drawn_on() {
        assert_eq!(drawn("rgba8snorm"), [TIER_1, TIER_1]);
        assert_eq!(drawn("rg16unorm"), [TIER_1, Never]);
        assert_eq!(drawn("rg11b10ufloat"), [RG11B10, RG11B10]);
        assert_eq!(Format::R16snorm.texture_support(), TIER_1);
        assert_eq!(TIER_1.feature(), Some(Feature::TextureFormatsTier1));
        assert_eq!(Always.feature(), None);
    }

    #[test]
    fn formats_are_read_and_written_at_once_by_tiers() {
        let of = [Format::R32uint, Format::Rgba8unorm, Format::Rg32float].map(Format::read_write_support);
        assert_eq!(of, [Always, TIER_2, Never]);
    }
}
