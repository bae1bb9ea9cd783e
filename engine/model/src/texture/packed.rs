//! Floating point without sign: the channels of `rg11b10ufloat` and `rgb9e5ufloat`.

use shader_numeric::half::{decode, encode};

/// Bits of a fraction in `rgb9e5ufloat`, and its exponent bias.
const SHARED_FRACTION_BITS: i32 = 9;
const SHARED_BIAS: i32 = 15;
/// The greatest channel in `rgb9e5ufloat`: 511 / 512 times 2^16.
const SHARED_GREATEST: f32 = 65_408.0;

/// Two to an exponent within the range of normal binary64.
fn power_of_two(exponent: i32) -> f64 {
    f64::from_bits(((1023 + i64::from(exponent)) as u64) << 52)
}

/// The value of a float with 5 bits of exponent above so many bits of fraction.
pub(crate) fn from_ufloat<const FRACTION_BITS: u32>(stored: u32) -> f32 {
    let value = decode::<FRACTION_BITS>(stored);
    if value.is_nan() { f32::NAN } else { value as f32 }
}

/// The nearest float with 5 bits of exponent and so many of fraction, ties to even. A negative number becomes 0, a finite one
/// never infinity but the greatest finite value, as the APIs below WebGPU have it.
pub(crate) fn to_ufloat<const FRACTION_BITS: u32>(value: f32) -> u32 {
    let infinity = 31 << FRACTION_BITS;
    if value.is_nan() {
        infinity | 1 << (FRACTION_BITS - 1)
    } else if value <= 0.0 {
        0
    } else if value.is_infinite() {
        infinity
    } else {
        encode::<FRACTION_BITS>(value.into()).min(infinity - 1)
    }
}

/// Red, green and blue of a word with three fractions of 9 bits and their exponent on top.
pub(crate) fn from_shared_exponent(stored: u32) -> [f32; 3] {
    let scale = power_of_two((stored >> 27) as i32 - SHARED_BIAS - SHARED_FRACTION_BITS);
    [0, 9, 18].map(|shift| (f64::from((stored >> shift) & 0x1ff) * scale) as f32)
}

/// The word for red, green and blue: the exponent is the least that holds the greatest of them, the fractions are rounded to
/// nearest, ties up. Channels are clamped to 0 … 65408; NaN gives 0.
pub(crate) fn to_shared_exponent(channels: [f32; 3]) -> u32 {
    // `max` prefers 0 to a NaN.
    let channels = channels.map(|channel| f64::from(SHARED_GREATEST.min(channel.max(0.0))));
    let greatest = channels.into_iter().fold(0.0, f64::max);
    // The exponent field of binary64 is the floor of the logarithm; of 0 it is below all that matter.
    let logarithm = (greatest.to_bits() >> 52) as i32 - 1023;
    let exponent = logarithm.max(-SHARED_BIAS - 1) + 1 + SHARED_BIAS;
    let fraction = |channel: f64, exponent: i32| {
        let unit = power_of_two(exponent - SHARED_BIAS - SHARED_FRACTION_BITS);
        (channel / unit + 0.5).floor() as u32
    };
    // Rounding can carry into a tenth bit.
    let exponent = if fraction(greatest, exponent) > 0x1ff { exponent + 1 } else { exponent };
    let [red, green, blue] = channels.map(|channel| fraction(channel, exponent));
    red | green << 9 | blue << 18 | (exponent as u32) << 27
}

#[cfg(test)]
#[allow(clippy::float_cmp, reason = "the results are exact")]
mod tests {
    use super::*;

    #[test]
    fn every_small_float_survives_the_round_trip() {
        for stored in 0..31 << 6 {
            assert_eq!(to_ufloat::<6>(from_ufloat::<6>(stored)), stored);
        }
        for stored in 0..31 << 5 {
            assert_eq!(to_ufloat::<5>(from_ufloat::<5>(stored)), stored);
        }
    }

    #[test]
    fn small_floats_have_these_values() {
        assert_eq!(
            [15 << 6, 1, 1 << 6, 0x7bf].map(from_ufloat::<6>),
            [1.0, 2f32.powi(-20), 2f32.powi(-14), 65_024.0]
        );
        assert_eq!([15 << 5, 1, 0x3df].map(from_ufloat::<5>), [1.0, 2f32.powi(-19), 64_512.0]);
        assert_eq!(from_ufloat::<6>(0x7c0), f32::INFINITY);
        assert!(from_ufloat::<6>(0x7c1).is_nan());
    }

    #[test]
    fn small_floats_round_to_nearest_and_stay_finite() {
        let ties = [1.0 + 1.0 / 128.0, 1.0 + 3.0 / 128.0, 1.0 + 1.0 / 128.0 + 1e-6];
        assert_eq!(ties.map(to_ufloat::<6>), [0x3c0, 0x3c2, 0x3c1]);
        assert_eq!([2f32.powi(-21), 3.0 * 2f32.powi(-21)].map(to_ufloat::<6>), [0, 2]);
        assert_eq!([1e30, f32::INFINITY, -1.0, f32::NEG_INFINITY].map(to_ufloat::<6>), [0x7bf, 0x7c0, 0, 0]);
        assert_eq!([65_000.0, f32::MAX].map(to_ufloat::<5>), [0x3df, 0x3df]);
        assert!(from_ufloat::<5>(to_ufloat::<5>(f32::NAN)).is_nan());
    }

    #[test]
    fn a_shared_exponent_fits_the_greatest_channel() {
        // 1 = 256 / 512 * 2^1: fraction 256 with exponent 1 + 15.
        assert_eq!(to_shared_exponent([1.0, 0.5, 0.0]), 16 << 27 | 128 << 9 | 256);
        assert_eq!(from_shared_exponent(16 << 27 | 128 << 9 | 256), [1.0, 0.5, 0.0]);
        assert_eq!(to_shared_exponent([0.0; 3]), 0);
        assert_eq!(to_shared_exponent([f32::INFINITY, -1.0, f32::NAN]), 31 << 27 | 511);
        assert_eq!(from_shared_exponent(31 << 27 | 511), [65_408.0, 0.0, 0.0]);
    }

    #[test]
    fn rounding_a_fraction_up_can_raise_the_shared_exponent() {
        // 1023.5 / 1024 needs ten bits of ones: it becomes 1.
        assert_eq!(to_shared_exponent([1023.5 / 1024.0, 0.0, 0.0]), 16 << 27 | 256);
        // A half of the least unit goes up, less than that down.
        let unit = 2f32.powi(-24);
        assert_eq!(to_shared_exponent([0.5 * unit, 0.49 * unit, unit]), 1 | 1 << 18);
    }

    #[test]
    fn words_with_a_shared_exponent_survive_the_round_trip() {
        for exponent in 0..32 {
            let word = exponent << 27 | 17 << 18 | 1 << 9 | 0x1ff;
            assert_eq!(to_shared_exponent(from_shared_exponent(word)), word);
        }
    }
}
