//! `f16`: IEEE-754 binary16, rounded from binary64 in one step.

use std::cmp::Ordering;

/// A value of type `f16`, as its bits. <https://www.w3.org/TR/WGSL/#f16>
#[derive(Clone, Copy, Debug, Default)]
pub struct F16(pub u16);

const EXPONENT_MASK: u16 = 0x7c00;
const FRACTION_MASK: u16 = 0x03ff;
const SIGN_MASK: u16 = 0x8000;
const QUIET_NAN: u16 = 0x7e00;
/// The number of fraction bits that binary64 has beyond those of binary16.
const EXTRA_FRACTION_BITS: u32 = 42;
/// The difference between the exponent biases of binary64 and binary16.
const EXTRA_BIAS: u64 = 1008;
const SMALLEST_NORMAL: f64 = 6.103_515_625e-5;
/// The reciprocal of the smallest subnormal: 2^24.
const SUBNORMALS_PER_UNIT: f64 = 16_777_216.0;
/// Half way between the greatest finite value and 2^16: from here on rounding to nearest gives infinity.
const ROUNDS_TO_INFINITY: f64 = 65_520.0;

impl F16 {
    /// The nearest value, ties to even; infinite when the magnitude is at least 65520.
    #[must_use]
    pub fn round(value: f64) -> Self {
        let sign = ((value.to_bits() >> 48) as u16) & SIGN_MASK;
        let magnitude = value.abs();
        let bits = if value.is_nan() {
            QUIET_NAN
        } else if magnitude >= ROUNDS_TO_INFINITY {
            EXPONENT_MASK
        } else if magnitude < SMALLEST_NORMAL {
            // The scaled value is exact, and 1024 is the encoding of the smallest normal.
            (magnitude * SUBNORMALS_PER_UNIT).round_ties_even() as u16
        } else {
            let wide = magnitude.to_bits();
            let odd = (wide >> EXTRA_FRACTION_BITS) & 1;
            let rounded = (wide + ((1 << (EXTRA_FRACTION_BITS - 1)) - 1) + odd) >> EXTRA_FRACTION_BITS;
            (rounded - (EXTRA_BIAS << 10)) as u16
        };
        Self(sign | bits)
    }

    /// The value as a binary64, which is exact.
    #[must_use]
    pub fn widen(self) -> f64 {
        let exponent = u64::from((self.0 & EXPONENT_MASK) >> 10);
        let fraction = u64::from(self.0 & FRACTION_MASK);
        let magnitude = match exponent {
            0 => fraction as f64 / SUBNORMALS_PER_UNIT,
            31 => f64::from_bits((0x7ff << 52) | (fraction << EXTRA_FRACTION_BITS)),
            _ => f64::from_bits(((exponent + EXTRA_BIAS) << 52) | (fraction << EXTRA_FRACTION_BITS)),
        };
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
