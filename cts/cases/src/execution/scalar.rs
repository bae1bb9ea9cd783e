//! How numbers are kept in bits: the scalars of buffers and the channels of texels.

use core::fmt;
use shader_numeric::half::F16;
use webgpu_model::texture::srgb::{from_srgb, to_srgb};

/// A form that a number has in memory. Widths are in bits, 32 at most.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ScalarFormat {
    /// Two's complement of this width.
    Signed(u32),
    /// Unsigned of this width.
    Unsigned(u32),
    /// IEEE-754 binary32. <https://www.w3.org/TR/WGSL/#f32>
    F32,
    /// IEEE-754 binary16. <https://www.w3.org/TR/WGSL/#f16>
    F16,
    /// Without a sign, with the five bits of exponent that `F16` has, and this number of fraction bits (10 at most).
    UnsignedFloat(u32),
    /// From 0 to 1. <https://www.w3.org/TR/WGSL/#channel-formats>
    Unorm(u32),
    /// From -1 to 1. <https://www.w3.org/TR/WGSL/#channel-formats>
    Snorm(u32),
    /// Eight bits, from 0 to 1 by the transfer function of sRGB; the number is the linear one.
    Srgb,
}

/// The reciprocal of the smallest normal number with five bits of exponent: 2^14.
const SMALLEST_NORMALS_PER_UNIT: f64 = 16_384.0;
/// The difference between the exponent biases of binary64 and of five bits.
const EXTRA_BIAS: u64 = 1008;

impl ScalarFormat {
    /// The format of a scalar in a buffer: `i32`, `u32`, `f32`, `f16`, `i16`, `u16`, `i8` or `u8`.
    #[must_use]
    pub fn by_name(name: &str) -> Option<Self> {
        Self::OF_BUFFERS.iter().find(|(known, _)| *known == name).map(|(_, format)| *format)
    }

    /// The formats of scalars in buffers, with their names.
    pub const OF_BUFFERS: [(&str, Self); 8] = [
        ("i32", Self::Signed(32)),
        ("u32", Self::Unsigned(32)),
        ("f32", Self::F32),
        ("f16", Self::F16),
        ("i16", Self::Signed(16)),
        ("u16", Self::Unsigned(16)),
        ("i8", Self::Signed(8)),
        ("u8", Self::Unsigned(8)),
    ];

    /// Its name: `u32`, `unorm8`.
    #[must_use]
    pub fn name(self) -> String {
        match self {
            Self::Signed(width) => format!("i{width}"),
            Self::Unsigned(width) => format!("u{width}"),
            Self::F32 => "f32".to_owned(),
            Self::F16 => "f16".to_owned(),
            Self::UnsignedFloat(_) => format!("ufloat{}", self.width()),
            Self::Unorm(width) => format!("unorm{width}"),
            Self::Snorm(width) => format!("snorm{width}"),
            Self::Srgb => "srgb8".to_owned(),
        }
    }

    /// The number of bits.
    #[must_use]
    pub const fn width(self) -> u32 {
        match self {
            Self::Signed(width) | Self::Unsigned(width) | Self::Unorm(width) | Self::Snorm(width) => width,
            Self::F32 => 32,
            Self::F16 => 16,
            Self::Srgb => 8,
            Self::UnsignedFloat(fraction) => 5 + fraction,
        }
    }

    /// The bits that are in use, all set.
    #[must_use]
    pub const fn mask(self) -> u32 {
        u32::MAX >> (32 - self.width())
    }

    /// Whether it has infinities, NaNs and fractions.
    #[must_use]
    pub const fn is_float(self) -> bool {
        matches!(self, Self::F32 | Self::F16 | Self::UnsignedFloat(_))
    }

    /// The number that the bits stand for.
    #[must_use]
    pub fn decode(self, bits: u32) -> f64 {
        match self {
            Self::Signed(_) => f64::from(self.sign_extended(bits)),
            Self::Unsigned(_) => f64::from(bits),
            Self::F32 => f64::from(f32::from_bits(bits)),
            Self::F16 => F16(bits as u16).widen(),
            // The same with fewer bits at the end.
            Self::UnsignedFloat(fraction) => F16((bits << (10 - fraction)) as u16).widen(),
            Self::Unorm(_) => f64::from(bits) / self.greatest(),
            Self::Snorm(_) => (f64::from(self.sign_extended(bits)) / self.greatest()).max(-1.0),
            Self::Srgb => f64::from(from_srgb(bits as u8)),
        }
    }

    /// The bits of a number, or of the nearest one for what has fractions.
    ///
    /// # Errors
    /// The number is out of range, or of a kind that the format lacks.
    pub fn encode(self, number: f64) -> Result<u32, EncodeError> {
        let lacks = || Err(EncodeError::Lacks { format: self, number });
        let is_negative_zero = number == 0.0 && number.is_sign_negative();
        if is_negative_zero && !matches!(self, Self::F32 | Self::F16) {
            return lacks();
        }
        let bits = match self {
            Self::F32 => (number as f32).to_bits(),
            Self::F16 => u32::from(F16::round(number).0),
            Self::UnsignedFloat(_) if number < 0.0 => return lacks(),
            Self::UnsignedFloat(fraction) => unsigned_float(number, fraction),
            Self::Signed(_) | Self::Unsigned(_) if number.fract() != 0.0 => return lacks(),
            Self::Signed(_) if number < -self.greatest() - 1.0 => return lacks(),
            Self::Unsigned(_) | Self::Unorm(_) | Self::Srgb if number < 0.0 => return lacks(),
            Self::Snorm(_) if number < -1.0 => return lacks(),
            Self::Signed(_) | Self::Unsigned(_) if number > self.greatest() => return lacks(),
            Self::Unorm(_) | Self::Snorm(_) | Self::Srgb if number.is_nan() || number > 1.0 => {
                return lacks();
            }
            Self::Signed(_) => number as i32 as u32 & self.mask(),
            Self::Unsigned(_) => number as u32,
            Self::Unorm(_) => (number * self.greatest()).round() as u32,
            Self::Snorm(_) => (number * self.greatest()).round() as i32 as u32 & self.mask(),
            Self::Srgb => u32::from(to_srgb(number as f32)),
        };
        if number.is_finite() && !self.decode(bits).is_finite() {
            return Err(EncodeError::OutOfRange { format: self, number });
        }
        Ok(bits)
    }

    /// An integer that grows by one from each number to the next; `None` for a NaN. Both zeros have 0.
    #[must_use]
    pub fn ordered(self, bits: u32) -> Option<i64> {
        if self.decode(bits).is_nan() {
            return None;
        }
        Some(match self {
            Self::Signed(_) => i64::from(self.sign_extended(bits)),
            Self::Snorm(_) => i64::from(self.sign_extended(bits)).max(-(self.greatest() as i64)),
            Self::Unsigned(_) | Self::Unorm(_) | Self::UnsignedFloat(_) | Self::Srgb => i64::from(bits),
            Self::F32 | Self::F16 => {
                let sign = 1 << (self.width() - 1);
                let magnitude = i64::from(bits & (sign - 1));
                if bits & sign == 0 { magnitude } else { -magnitude }
            }
        })
    }

    /// The bits of the number with this place in the order of [`Self::ordered`], or of the last one before it.
    #[must_use]
    pub fn of_ordered(self, order: i64) -> u32 {
        match self {
            Self::Signed(_) => {
                (order.clamp(-(self.greatest() as i64) - 1, self.greatest() as i64) as u32) & self.mask()
            }
            Self::Snorm(_) => {
                (order.clamp(-(self.greatest() as i64), self.greatest() as i64) as u32) & self.mask()
            }
            Self::Unsigned(_) | Self::Unorm(_) | Self::Srgb => order.clamp(0, self.greatest() as i64) as u32,
            Self::UnsignedFloat(fraction) => order.clamp(0, 31 << fraction) as u32,
            Self::F32 | Self::F16 => {
                let infinity = if self == Self::F32 { 0x7f80_0000 } else { 0x7c00 };
                let magnitude = order.unsigned_abs().min(infinity) as u32;
                if order < 0 { magnitude | (1 << (self.width() - 1)) } else { magnitude }
            }
        }
    }

    /// How far two numbers are from each other; infinite beside a NaN, and nothing between the same infinities or two NaNs.
    #[must_use]
    pub fn distance(self, left: u32, right: u32) -> f64 {
        if self.ordered(left) == self.ordered(right) {
            return 0.0;
        }
        let distance = (self.decode(left) - self.decode(right)).abs();
        if distance.is_nan() { f64::INFINITY } else { distance }
    }

    /// For people: the number, and the bits where the number does not tell them.
    #[must_use]
    pub fn text(self, bits: u32) -> String {
        let digits = self.width().div_ceil(4) as usize;
        match self {
            Self::Signed(_) | Self::Unsigned(_) => shown(self.decode(bits)),
            // The shortest form that gives these bits again.
            Self::F32 => format!("{:?} (0x{bits:0digits$x})", f32::from_bits(bits)),
            Self::F16 | Self::UnsignedFloat(_) | Self::Unorm(_) | Self::Snorm(_) | Self::Srgb => {
                format!("{} (0x{bits:0digits$x})", shown(self.decode(bits)))
            }
        }
    }

    /// The greatest integer that the bits can stand for.
    #[must_use]
    pub fn greatest(self) -> f64 {
        match self {
            Self::Signed(_) | Self::Snorm(_) => f64::from(self.mask() >> 1),
            Self::Unsigned(_)
            | Self::Unorm(_)
            | Self::F32
            | Self::F16
            | Self::UnsignedFloat(_)
            | Self::Srgb => f64::from(self.mask()),
        }
    }

    const fn sign_extended(self, bits: u32) -> i32 {
        let unused = 32 - self.width();
        (bits << unused) as i32 >> unused
    }
}

/// Rounds to nearest, ties to even. The number is not negative.
fn unsigned_float(number: f64, fraction: u32) -> u32 {
    let infinity = 31 << fraction;
    if number.is_nan() {
        return infinity | (1 << (fraction - 1));
    }
    if number * SMALLEST_NORMALS_PER_UNIT < 1.0 {
        let units = number * SMALLEST_NORMALS_PER_UNIT * f64::from(1_u32 << fraction);
        return units.round_ties_even() as u32;
    }
    let extra = 52 - fraction;
    let wide = number.to_bits();
    let rounded = (wide + ((1 << (extra - 1)) - 1) + ((wide >> extra) & 1)) >> extra;
    let bits = rounded - (EXTRA_BIAS << fraction);
    bits.min(u64::from(infinity)) as u32
}

/// Why a format can't hold a number.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum EncodeError {
    /// It has no such number.
    Lacks {
        /// The format.
        format: ScalarFormat,
        /// The number.
        number: f64,
    },
    /// The number is finite, and the nearest number of the format is not.
    OutOfRange {
        /// The format.
        format: ScalarFormat,
        /// The number.
        number: f64,
    },
}

impl fmt::Display for EncodeError {
    fn fmt(&self, output: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Lacks { format, number } => write!(output, "{} has no {}", format.name(), shown(*number)),
            Self::OutOfRange { format, number } => {
                let number = shown(*number);
                write!(output, "{number} is out of range for {}; infinity is `inf`", format.name())
            }
        }
    }
}

impl std::error::Error for EncodeError {}

/// A number as it may be written in a case.
pub(crate) fn shown(number: f64) -> String {
    let is_long = number != 0.0 && !(1e-5..1e15).contains(&number.abs());
    match number {
        _ if number.is_nan() => "nan".to_owned(),
        _ if is_long && number.is_finite() => format!("{number:e}"),
        _ => number.to_string(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn integers_have_their_range_and_no_other() {
        let byte = ScalarFormat::Signed(8);
        assert_eq!(byte.encode(-128.0), Ok(0x80));
        assert_eq!(byte.decode(0x80).to_string(), "-128");
        assert_eq!(byte.encode(-129.0), Err(EncodeError::Lacks { format: byte, number: -129.0 }));
        assert_eq!(byte.encode(128.0), Err(EncodeError::Lacks { format: byte, number: 128.0 }));
        let word = ScalarFormat::Unsigned(32);
        assert_eq!(word.encode(4_294_967_295.0), Ok(u32::MAX));
        for wrong in [4_294_967_296.0, -1.0, 0.5, -0.0, f64::NAN, f64::INFINITY, f64::NEG_INFINITY] {
            assert!(word.encode(wrong).is_err(), "{wrong}");
        }
    }

    #[test]
    fn floats_are_rounded_to_nearest() {
        assert_eq!(ScalarFormat::F32.encode(0.1), Ok(0x3dcc_cccd));
        assert_eq!(ScalarFormat::F32.encode(-0.0), Ok(0x8000_0000));
        assert_eq!(ScalarFormat::F16.encode(0.1), Ok(0x2e66));
        assert_eq!(ScalarFormat::F32.encode(f64::INFINITY), Ok(0x7f80_0000));
        assert!(
            ScalarFormat::F16
                .encode(1e6)
                .is_err_and(|error| error.to_string().contains("out of range for f16"))
        );
        assert!(ScalarFormat::F32.encode(1e39).is_err());
    }

    #[test]
    fn small_floats_survive_the_round_trip() {
        for format in [ScalarFormat::UnsignedFloat(5), ScalarFormat::UnsignedFloat(6), ScalarFormat::F16] {
            for bits in 0..=format.mask() {
                let number = format.decode(bits);
                if number.is_nan() {
                    assert!(format.decode(format.encode(number).expect("NaN")).is_nan());
                } else {
                    assert_eq!(format.encode(number), Ok(bits), "{format:?} {number}");
                }
            }
        }
        let ten = ScalarFormat::UnsignedFloat(5);
        assert_eq!(ten.encode(1.0 + 1.0 / 64.0), ten.encode(1.0), "a tie goes to even");
        assert!(ten.encode(-1.0).is_err());
        assert!(ten.encode(1e5).is_err());
    }

    #[test]
    fn normalized_integers_reach_their_ends() {
        let unorm = ScalarFormat::Unorm(8);
        assert_eq!([0.0, 0.5, 1.0].map(|number| unorm.encode(number)), [Ok(0), Ok(128), Ok(255)]);
        assert!(unorm.encode(1.1).is_err());
        assert!(unorm.encode(f64::NAN).is_err());
        let snorm = ScalarFormat::Snorm(8);
        assert_eq!(snorm.encode(-1.0), Ok(0x81));
        assert_eq!([0x80, 0x81, 0x7f].map(|bits| snorm.decode(bits).to_string()), ["-1", "-1", "1"]);
        assert_eq!(snorm.ordered(0x80), snorm.ordered(0x81));
    }

    #[test]
    fn nonlinear_numbers_are_given_as_linear_ones() {
        let srgb = ScalarFormat::Srgb;
        assert_eq!([0.0, 0.5, 1.0].map(|number| srgb.encode(number)), [Ok(0), Ok(188), Ok(255)]);
        assert!((srgb.decode(188) - 0.502_886).abs() < 1e-6);
        assert!([-0.1, 1.1, f64::NAN].iter().all(|number| srgb.encode(*number).is_err()));
    }

    #[test]
    fn neighbours_differ_by_one() {
        let float = ScalarFormat::F32;
        assert_eq!(float.ordered(0x8000_0000), float.ordered(0));
        assert_eq!(float.ordered(0x8000_0001), Some(-1));
        assert_eq!(float.ordered(0x7f80_0000), Some(0x7f80_0000));
        assert_eq!(float.ordered(0x7fc0_0000), None);
        assert_eq!(ScalarFormat::Signed(16).ordered(0xffff), Some(-1));
    }

    #[test]
    fn the_order_leads_back_to_the_number() {
        use ScalarFormat::{F16, Signed, Snorm, Srgb, Unorm, Unsigned, UnsignedFloat};
        for format in [Signed(8), Unsigned(10), F16, UnsignedFloat(5), Unorm(2), Snorm(8), Srgb] {
            for bits in 0..=format.mask() {
                let Some(order) = format.ordered(bits) else { continue };
                let again = format.of_ordered(order);
                assert_eq!(format.ordered(again), Some(order), "{format:?}");
            }
            let [least, greatest] = [i64::MIN + 1, i64::MAX].map(|order| format.of_ordered(order));
            assert!(format.decode(least) < format.decode(greatest), "{format:?}");
        }
    }

    #[test]
    fn a_nan_is_infinitely_far_from_numbers() {
        let distance = |left: f32, right: f32| ScalarFormat::F32.distance(left.to_bits(), right.to_bits());
        assert!(distance(f32::NAN, 1.0).is_infinite() && distance(f32::INFINITY, 1.0).is_infinite());
        let equal = [(f32::NAN, f32::NAN), (f32::INFINITY, f32::INFINITY), (0.0, -0.0)];
        assert!(equal.iter().all(|(left, right)| distance(*left, *right).total_cmp(&0.0).is_eq()));
        assert!(distance(-0.5, 1.0).total_cmp(&1.5).is_eq());
    }
}
