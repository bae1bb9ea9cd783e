//! Channel formats: the stored bits of a channel and its value in a shader.
//! <https://www.w3.org/TR/WGSL/#channel-formats>

use super::texel::ChannelKind;
use shader_numeric::half::F16;

/// The number of bits in a channel, and how those bits are interpreted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs, reason = "the names of the specification")]
pub enum ChannelFormat {
    Unorm8,
    Snorm8,
    Uint8,
    Sint8,
    /// As 8unorm, but the stored value is nonlinear in red, green and blue.
    Srgb8,
    Unorm16,
    Snorm16,
    Uint16,
    Sint16,
    Float16,
    Uint32,
    Sint32,
    Float32,
}

impl ChannelFormat {
    /// Bytes of a channel.
    #[must_use]
    pub const fn bytes(self) -> usize {
        match self {
            Self::Unorm8 | Self::Snorm8 | Self::Uint8 | Self::Sint8 | Self::Srgb8 => 1,
            Self::Unorm16 | Self::Snorm16 | Self::Uint16 | Self::Sint16 | Self::Float16 => 2,
            Self::Uint32 | Self::Sint32 | Self::Float32 => 4,
        }
    }

    /// The type of the channel in a shader.
    #[must_use]
    pub const fn kind(self) -> ChannelKind {
        match self {
            Self::Uint8 | Self::Uint16 | Self::Uint32 => ChannelKind::Uint,
            Self::Sint8 | Self::Sint16 | Self::Sint32 => ChannelKind::Sint,
            Self::Unorm8
            | Self::Snorm8
            | Self::Srgb8
            | Self::Unorm16
            | Self::Snorm16
            | Self::Float16
            | Self::Float32 => ChannelKind::Float,
        }
    }
}

/// The value of an unsigned normalized channel of so many bits.
#[inline]
#[must_use]
pub fn from_unorm<const BITS: u32>(stored: u32) -> f32 {
    stored as f32 / ((1u32 << BITS) - 1) as f32
}

/// The stored bits of an unsigned normalized channel: the nearest, ties to even; NaN gives 0.
///
/// The product is exact in binary64: 24 bits of significand times at most 16.
#[inline]
#[must_use]
pub fn to_unorm<const BITS: u32>(value: f32) -> u32 {
    /// From here on to its double, a binary64 has no fraction bits: adding it rounds, and the integer is in the low bits.
    const NO_FRACTION: f64 = 4_503_599_627_370_496.0;
    let scale = f64::from((1u32 << BITS) - 1);
    // The comparisons are such that NaN gives 0.
    let value = if value > 0.0 { f64::from(value) } else { 0.0 };
    let value = if value < 1.0 { value } else { 1.0 };
    (value * scale + NO_FRACTION).to_bits() as u32
}

/// The value of a signed normalized channel of so many bits; the lowest integer stands for -1 as the next one does.
#[inline]
pub(crate) fn from_snorm<const BITS: u32>(stored: i32) -> f32 {
    (stored as f32 / ((1i32 << (BITS - 1)) - 1) as f32).max(-1.0)
}

/// The stored integer of a signed normalized channel: the nearest, ties to even; NaN gives 0.
#[inline]
pub(crate) fn to_snorm<const BITS: u32>(value: f32) -> i32 {
    let scale = f64::from((1i32 << (BITS - 1)) - 1);
    (f64::from(value).clamp(-1.0, 1.0) * scale).round_ties_even() as i32
}

/// The value of a channel of binary16.
#[inline]
pub(crate) fn from_half(stored: u16) -> f32 {
    F16(stored).widen() as f32
}

/// The nearest binary16, ties to even; beyond its range infinity, where `quantizeToF16` leaves the value open.
#[inline]
#[must_use]
pub fn to_half(value: f32) -> u16 {
    F16::round(f64::from(value)).0
}

#[cfg(test)]
#[allow(clippy::float_cmp, reason = "the results are exact")]
mod tests {
    use super::*;

    #[test]
    fn normalized_channels_survive_the_round_trip() {
        for stored in 0..=255 {
            assert_eq!(to_unorm::<8>(from_unorm::<8>(stored)), stored);
        }
        for stored in 0..=65_535 {
            assert_eq!(to_unorm::<16>(from_unorm::<16>(stored)), stored);
        }
        for stored in -127..=127 {
            assert_eq!(to_snorm::<8>(from_snorm::<8>(stored)), stored);
        }
        for stored in -32_767..=32_767 {
            assert_eq!(to_snorm::<16>(from_snorm::<16>(stored)), stored);
        }
    }

    #[test]
    fn the_lowest_signed_normalized_integer_is_minus_one() {
        assert_eq!((from_snorm::<8>(-128), from_snorm::<16>(-32_768)), (-1.0, -1.0));
        assert_eq!((to_snorm::<8>(-1.0), to_snorm::<8>(-7.0)), (-127, -127));
    }

    #[test]
    fn normalized_values_are_clamped_and_ties_go_to_even() {
        assert_eq!([-0.5, 0.5, 1.5, f32::INFINITY, f32::NAN].map(to_unorm::<8>), [0, 128, 255, 255, 0]);
        assert_eq!([0.5, 1.0 / 6.0].map(to_unorm::<2>), [2, 1]);
        assert_eq!([-0.5, 0.5, f32::NEG_INFINITY, f32::NAN].map(to_snorm::<8>), [-64, 64, -127, 0]);
    }

    #[test]
    fn halves_are_rounded_once() {
        assert_eq!([1.0, -2.0, 65_519.0, 65_520.0].map(to_half), [0x3c00, 0xc000, 0x7bff, 0x7c00]);
        assert_eq!(to_half(1.0 + 1.0 / 2048.0), 0x3c00);
        assert_eq!(from_half(0x0001), 1.0 / 16_777_216.0);
    }
}
