//! `f16`, IEEE-754 binary16, and other floats with 5 bits of exponent, rounded from binary64 in one step.

use std::cmp::Ordering;

/// A value of type `f16`, as its bits. <https://www.w3.org/TR/WGSL/#f16>
#[derive(Clone, Copy, Debug, Default)]
pub struct F16(pub u16);

const EXPONENT_MASK: u16 = 0x7c00;
const SIGN_MASK: u16 = 0x8000;
const QUIET_NAN: u16 = 0x7e00;
/// The difference between the exponent biases of binary64 and binary16.
const EXTRA_BIAS: u64 = 1008;
const SMALLEST_NORMAL: f64 = 6.103_515_625e-5;

/// The bits of the float with 5 bits of exponent and so many of fraction that is nearest to a number, ties to even. The number is not
/// negative; where it rounds to more than the greatest value the float is infinite.
#[inline]
#[must_use]
pub fn encode<const FRACTION_BITS: u32>(magnitude: f64) -> u32 {
    if magnitude < SMALLEST_NORMAL {
        // The scaled value is exact, and rounding up to 2^FRACTION_BITS gives the encoding of the smallest normal.
        return (magnitude * f64::from(1u32 << (14 + FRACTION_BITS))).round_ties_even() as u32;
    }
    let (wide, extra) = (magnitude.to_bits(), 52 - FRACTION_BITS);
    let odd = (wide >> extra) & 1;
    let rounded = (wide + ((1 << (extra - 1)) - 1) + odd) >> extra;
    let infinity = 31 << FRACTION_BITS;
    infinity.min((rounded - (EXTRA_BIAS << FRACTION_BITS)) as u32)
}

/// The value of a float without sign, with 5 bits of exponent above so many bits of fraction.
#[inline]
#[must_use]
pub fn decode<const FRACTION_BITS: u32>(bits: u32) -> f64 {
    let fraction = u64::from(bits & ((1 << FRACTION_BITS) - 1));
    let exponent = match u64::from(bits >> FRACTION_BITS) {
        0 => return fraction as f64 / f64::from(1u32 << (14 + FRACTION_BITS)),
        31 => 0x7ff,
        exponent => exponent + EXTRA_BIAS,
    };
    f64::from_bits(exponent << 52 | fraction << (52 - FRACTION_BITS))
}

impl F16 {
    /// The nearest value, ties to even; infinite when the magnitude is at least 65520.
    #[must_use]
    pub fn round(value: f64) -> Self {
        let sign = ((value.to_bits() >> 48) as u16) & SIGN_MASK;
        Self(sign | if value.is_nan() { QUIET_NAN } else { encode::<10>(value.abs()) as u16 })
    }

    /// The value as a binary64, which is exact.
    #[must_use]
    pub fn widen(self) -> f64 {
        let magnitude = decode::<10>(u32::from(self.0 & !SIGN_MASK));
        if self.0 & SIGN_MASK == 0 { magnitude } else { -magnitude }
    }

    /// Neither infinite nor a NaN.
    #[must_use]
    pub const fn is_finite(self) -> bool {
        self.0 & EXPONENT_MASK != EXPONENT_MASK
    }
}

impl PartialEq for F16 {
    fn eq(&self, other: &Self) -> bool {
        self.widen() == other.widen()
    }
}

impl PartialOrd for F16 {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        self.widen().partial_cmp(&other.widen())
    }
}

#[cfg(test)]
mod tests {
    use super::F16;

    #[test]
    fn every_value_survives_the_round_trip() {
        for bits in 0..=u16::MAX {
            let value = F16(bits);
            if value.widen().is_nan() {
                assert!(F16::round(value.widen()).widen().is_nan());
            } else {
                assert_eq!(F16::round(value.widen()).0, bits);
            }
        }
    }

    #[test]
    fn ties_go_to_even_and_neighbours_of_ties_do_not() {
        for bits in 0..0x7bff_u16 {
            let low = F16(bits).widen();
            let high = F16(bits + 1).widen();
            let middle = f64::midpoint(low, high);
            let even = if bits % 2 == 0 { bits } else { bits + 1 };
            assert_eq!(F16::round(middle).0, even);
            assert_eq!(F16::round(middle.next_down()).0, bits);
            assert_eq!(F16::round(middle.next_up()).0, bits + 1);
        }
    }

    #[test]
    fn great_and_tiny_magnitudes() {
        assert_eq!(F16::round(65_519.999).0, 0x7bff);
        assert_eq!(F16::round(65_520.0).0, 0x7c00);
        assert_eq!(F16::round(-1e300).0, 0xfc00);
        assert_eq!(F16::round(2f64.powi(-25)).0, 0);
        assert_eq!(F16::round(2f64.powi(-25).next_up()).0, 1);
        assert_eq!(F16::round(-0.0).0, 0x8000);
        assert!(!F16(0x7c00).is_finite());
    }
}
