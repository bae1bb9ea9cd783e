//! Literals to values. <https://www.w3.org/TR/WGSL/#numeric-literals>

use std::cmp::Ordering;

use wgsl_spec::{Rule, Scalar, rules};

use crate::ast::{Literal, Suffix};
use shader_numeric::convert::greatest;
use shader_numeric::half::F16;
use shader_numeric::number::{Float, Number};

/// A literal whose type does not have its value.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct OutOfType {
    literal: String,
    scalar: Scalar,
    /// Whether the type has a value close by.
    exactly: bool,
    rule: &'static Rule,
}

impl OutOfType {
    /// The rule that it breaks.
    pub(crate) const fn rule(&self) -> &'static Rule {
        self.rule
    }

    /// A sentence, lower case, without a full stop.
    pub(crate) fn message(&self) -> String {
        let exactly = if self.exactly { " exactly" } else { "" };
        format!("`{}` can't be represented{exactly} in {}", self.literal, self.scalar.name())
    }
}

/// The type and value of a literal whose text the lexer has accepted.
///
/// # Errors
/// The value is out of the range of its type, or a suffixed hexadecimal float is not exact in its type.
pub(crate) fn parse_literal(text: &str, literal: Literal) -> Result<(Scalar, u64), OutOfType> {
    match literal {
        Literal::Bool(value) => Ok((Scalar::Bool, u64::from(value))),
        Literal::Integer(suffix) => {
            let scalar = match suffix {
                Suffix::I => Scalar::I32,
                Suffix::U => Scalar::U32,
                _ => Scalar::AbstractInt,
            };
            let value = integer(without_suffix(text, suffix), scalar);
            value.map(|bits| (scalar, bits)).ok_or_else(|| not_representable(text, scalar))
        }
        Literal::Float(suffix) => {
            let scalar = match suffix {
                Suffix::F => Scalar::F32,
                Suffix::H => Scalar::F16,
                _ => Scalar::AbstractFloat,
            };
            let number = without_suffix(text, suffix);
            let bits = match hexadecimal_digits(number) {
                Some(digits) => hexadecimal(digits, text, scalar)?,
                None => decimal(number, scalar).ok_or_else(|| not_representable(text, scalar))?,
            };
            Ok((scalar, bits))
        }
    }
}

fn without_suffix(text: &str, suffix: Suffix) -> &str {
    if suffix == Suffix::None { text } else { text.get(..text.len().saturating_sub(1)).unwrap_or(text) }
}

fn hexadecimal_digits(text: &str) -> Option<&str> {
    text.strip_prefix("0x").or_else(|| text.strip_prefix("0X"))
}

/// A literal may be as long as a program; a message is not.
fn shortened(text: &str) -> String {
    const ENOUGH: usize = 40;
    match text.char_indices().nth(ENOUGH) {
        Some((end, _)) => format!("{}…", &text[..end]),
        None => text.to_owned(),
    }
}

fn not_representable(text: &str, scalar: Scalar) -> OutOfType {
    let is_hexadecimal = hexadecimal_digits(text).is_some();
    let rule = match scalar {
        Scalar::AbstractInt => rules::LITERAL_INT_ABSTRACT_RANGE,
        Scalar::I32 | Scalar::U32 => rules::LITERAL_INT_SUFFIX_RANGE,
        Scalar::AbstractFloat => rules::LITERAL_FLOAT_ABSTRACT_OVERFLOW,
        Scalar::F32 | Scalar::F16 | Scalar::Bool if is_hexadecimal => rules::LITERAL_FLOAT_HEX_EXACT,
        Scalar::F32 | Scalar::F16 | Scalar::Bool => rules::LITERAL_FLOAT_DECIMAL_OVERFLOW,
    };
    OutOfType { literal: shortened(text), scalar, exactly: false, rule }
}

fn integer(text: &str, scalar: Scalar) -> Option<u64> {
    let (digits, radix) = hexadecimal_digits(text).map_or((text, 10), |digits| (digits, 16));
    let mut value = 0u64;
    for digit in digits.chars() {
        value = value.checked_mul(u64::from(radix))?.checked_add(u64::from(digit.to_digit(radix)?))?;
    }
    let greatest = match scalar {
        Scalar::I32 => u64::from(i32::MAX.unsigned_abs()),
        Scalar::U32 => u64::from(u32::MAX),
        _ => i64::MAX.unsigned_abs(),
    };
    (value <= greatest).then_some(value)
}

/// The value nearest to a decimal literal, ties to even; `None` when the literal is outside the finite range.
///
/// Differs from the specification: the range is checked after rounding to binary64, because the usual way to write the greatest
/// `f32`, `3.4028234663852886e+38f`, is the shortest that gives its binary64, and lies above it by less than an ulp.
fn decimal(text: &str, scalar: Scalar) -> Option<u64> {
    let wide: f64 = text.parse().ok()?;
    if wide > greatest(scalar.ty()) {
        return None;
    }
    Some(match scalar {
        Scalar::F32 => text.parse::<f32>().ok()?.encode(),
        Scalar::F16 => half(text, wide).encode(),
        _ => wide.encode(),
    })
}

/// Rounds a decimal literal to `f16` in one step. `wide` is the binary64 nearest to it.
///
/// Rounding `wide` again goes wrong only where `wide` is half way between two values and the literal is not.
fn half(text: &str, wide: f64) -> F16 {
    let (low, high) = (F16::round(wide.next_down()), F16::round(wide.next_up()));
    let half_way = f64::midpoint(low.widen(), high.widen());
    if low == high || half_way.to_bits() != wide.to_bits() {
        return F16::round(wide);
    }
    match compare_with_decimal(text, wide) {
        Ordering::Less => low,
        Ordering::Equal => F16::round(wide),
        Ordering::Greater => high,
    }
}

/// Compares the exact value of a decimal literal with a finite, positive binary64.
fn compare_with_decimal(text: &str, value: f64) -> Ordering {
    // This many fraction digits write out every binary64 half way between two `f16`.
    let written = format!("{value:.60}");
    let (left, right) = (Decimal::new(text), Decimal::new(&written));
    match (left.magnitude, right.magnitude) {
        (None, None) => Ordering::Equal,
        (None, Some(_)) => Ordering::Less,
        (Some(_), None) => Ordering::Greater,
        (Some(one), Some(other)) => one.cmp(&other).then_with(|| left.compare_digits(&right)),
    }
}

/// A decimal number as written, without rounding.
struct Decimal<'a> {
    significand: &'a str,
    /// The power of ten of the first digit that is not zero.
    magnitude: Option<i64>,
}

impl<'a> Decimal<'a> {
    fn new(text: &'a str) -> Self {
        let (significand, exponent) = match text.split_once(['e', 'E']) {
            Some((significand, exponent)) => (significand, saturating_exponent(exponent)),
            None => (text, 0),
        };
        let whole_digits = significand.find('.').unwrap_or(significand.len()) as i64;
        let first = significand.bytes().filter(|byte| *byte != b'.').position(|byte| byte != b'0');
        let magnitude = first.map(|index| exponent.saturating_add(whole_digits - 1 - index as i64));
        Self { significand, magnitude }
    }

    fn digits(&self) -> impl Iterator<Item = u8> {
        self.significand.bytes().filter(|byte| *byte != b'.').skip_while(|byte| *byte == b'0')
    }

    fn compare_digits(&self, other: &Self) -> Ordering {
        let (mut left, mut right) = (self.digits(), other.digits());
        loop {
            match (left.next(), right.next()) {
                (None, None) => return Ordering::Equal,
                (one, another) => {
                    let order = one.unwrap_or(b'0').cmp(&another.unwrap_or(b'0'));
                    if order != Ordering::Equal {
                        return order;
                    }
                }
            }
        }
    }
}

/// The value of a decimal exponent with an optional sign, limited to what no significand can outweigh.
fn saturating_exponent(text: &str) -> i64 {
    const LIMIT: i64 = 1 << 48;
    let digits = text.trim_start_matches(['+', '-']);
    let value = digits
        .bytes()
        .fold(0i64, |value, digit| (value * 10 + i64::from(digit.wrapping_sub(b'0'))).min(LIMIT));
    if text.starts_with('-') { -value } else { value }
}

/// A hexadecimal significand, cut off after 16 significant digits as the specification allows, and its binary exponent.
struct Hexadecimal {
    significand: u64,
    exponent: i64,
}

impl Hexadecimal {
    fn new(text: &str) -> Self {
        const KEPT_DIGITS: u32 = 16;
        let (digits, exponent) = match text.split_once(['p', 'P']) {
            Some((digits, exponent)) => (digits, saturating_exponent(exponent)),
            None => (text, 0),
        };
        let (mut significand, mut exponent, mut kept, mut in_fraction) = (0u64, exponent, 0, false);
        for character in digits.chars() {
            let Some(digit) = character.to_digit(16) else {
                in_fraction = true;
                continue;
            };
            let is_kept = kept < KEPT_DIGITS;
            if is_kept {
                significand = (significand << 4) | u64::from(digit);
                kept += u32::from(significand != 0);
            }
            exponent += 4 * (i64::from(!is_kept) - i64::from(in_fraction));
        }
        Self { significand, exponent }
    }

    /// The nearest value with so many significand bits and this exponent bias, and how it compares with the exact
    /// one. Infinite when it is too great for a binary64 of that bias.
    fn nearest(&self, precision: i64, bias: i64) -> (f64, Ordering) {
        if self.significand == 0 {
            return (0.0, Ordering::Equal);
        }
        let top = self.exponent + i64::from(self.significand.ilog2());
        let quantum = (top - (precision - 1)).max(1 - bias - (precision - 1));
        let dropped = quantum - self.exponent;
        if top > bias {
            return (f64::INFINITY, Ordering::Greater);
        }
        if dropped <= 0 {
            // `top` is at most `bias`, and `exponent` at least `quantum`: both fit in an `i32`.
            return (libm::ldexp(self.significand as f64, self.exponent as i32), Ordering::Equal);
        }
        if dropped > 64 {
            return (0.0, Ordering::Less);
        }
        let unit = 1u128 << dropped;
        let exact = u128::from(self.significand);
        let (floor, rest) = (exact / unit, exact % unit);
        let up = rest > unit / 2 || (rest == unit / 2 && floor % 2 == 1);
        let order = if rest == 0 {
            Ordering::Equal
        } else if up {
            Ordering::Greater
        } else {
            Ordering::Less
        };
        (libm::ldexp((floor + u128::from(up)) as f64, quantum as i32), order)
    }
}

fn hexadecimal(digits: &str, text: &str, scalar: Scalar) -> Result<u64, OutOfType> {
    let number = Hexadecimal::new(digits);
    let (value, order) = match scalar {
        Scalar::F32 => number.nearest(24, 127),
        Scalar::F16 => number.nearest(11, 15),
        _ => number.nearest(53, 1023),
    };
    let limit = greatest(scalar.ty());
    if value > limit || (value >= limit && order == Ordering::Less) {
        return Err(not_representable(text, scalar));
    }
    if scalar != Scalar::AbstractFloat && order != Ordering::Equal {
        let rule = rules::LITERAL_FLOAT_HEX_EXACT;
        return Err(OutOfType { literal: shortened(text), scalar, exactly: true, rule });
    }
    Ok(match scalar {
        Scalar::F32 => <f32 as Float>::round(value).to_raw(),
        Scalar::F16 => F16::round(value).to_raw(),
        _ => value.to_raw(),
    })
}

#[cfg(test)]
#[allow(clippy::float_cmp, reason = "the results of kernels are exact")]
mod tests {
    use super::*;

    fn int(text: &str, suffix: Suffix) -> Option<i64> {
        parse_literal(text, Literal::Integer(suffix)).ok().map(|(_, bits)| bits as i64)
    }

    fn abstract_float(text: &str) -> Option<f64> {
        parse_literal(text, Literal::Float(Suffix::None)).ok().map(|(_, bits)| f64::from_bits(bits))
    }

    fn single(text: &str) -> Option<f32> {
        parse_literal(text, Literal::Float(Suffix::F)).ok().map(|(_, bits)| f32::from_bits(bits as u32))
    }

    fn half(text: &str) -> Option<u64> {
        parse_literal(text, Literal::Float(Suffix::H)).ok().map(|(_, bits)| bits)
    }

    #[test]
    fn integers() {
        assert_eq!(int("0", Suffix::None), Some(0));
        assert_eq!(int("0x7fffffffffffffff", Suffix::None), Some(i64::MAX));
        assert_eq!(int("9223372036854775808", Suffix::None), None);
        assert_eq!(int("0X1Fu", Suffix::U), Some(31));
        assert_eq!(int("4294967295u", Suffix::U), Some(0xffff_ffff));
        assert_eq!(int("4294967296u", Suffix::U), None);
        assert_eq!(int("2147483647i", Suffix::I), Some(0x7fff_ffff));
        assert_eq!(int("2147483648i", Suffix::I), None);
        assert_eq!(int(&"9".repeat(100_000), Suffix::None), None);
        assert_eq!(parse_literal("true", Literal::Bool(true)), Ok((Scalar::Bool, 1)));
    }

    #[test]
    fn decimal_floats() {
        for (text, value) in
            [("0.e+4", 0.0), ("01.", 1.0), (".01", 0.01), ("12.34", 12.34), ("1e-3", 1e-3), ("1E5", 1e5)]
        {
            assert_eq!(abstract_float(text), Some(value));
        }
        assert_eq!(abstract_float("1.7976931348623157e308"), Some(f64::MAX));
        assert_eq!(abstract_float("1.7976931348623159e308"), None);
        assert_eq!(abstract_float("1e999999999999999999999"), None);
        assert_eq!(abstract_float("1e-999999999999999999999"), Some(0.0));
        assert_eq!(abstract_float(&format!("0.{}1e100001", "0".repeat(100_000))), Some(1.0));
        assert_eq!(single("0f"), Some(0.0));
        assert_eq!(single("3.4028234663852886e+38f"), Some(f32::MAX));
        assert_eq!(single("340282346638528859811704183484516925440.0f"), Some(f32::MAX));
        assert_eq!(single("3.40282347e+38f"), None);
        assert_eq!(single("1.4e-45f"), Some(f32::from_bits(1)));
    }

    #[test]
    fn decimal_halves_round_once() {
        assert_eq!(half("1.0h"), Some(0x3c00));
        assert_eq!(half("65504h"), Some(0x7bff));
        assert_eq!(half("65504.0001h"), None);
        // 1 + 2^-11 is half way between two values.
        assert_eq!(half("1.00048828125h"), Some(0x3c00));
        assert_eq!(half("1.000488281250000000000000000001h"), Some(0x3c01));
        assert_eq!(half("100048828125.0000000000000000001e-11h"), Some(0x3c01));
        assert_eq!(half("1.000488281249999999999999999999h"), Some(0x3c00));
        // 1 + 3 * 2^-11 likewise; the even neighbour is above.
        assert_eq!(half("1.00146484375h"), Some(0x3c02));
        assert_eq!(half("1.001464843749999999999999999999h"), Some(0x3c01));
        assert_eq!(half("2.98023223876953125e-8h"), Some(0));
        assert_eq!(half("2.980232238769531250000000000001e-8h"), Some(1));
    }

    #[test]
    fn hexadecimal_floats() {
        assert_eq!(abstract_float("0xa.fp+2"), Some(43.75));
        assert_eq!(abstract_float("0X.3"), Some(0.1875));
        assert_eq!(abstract_float("0x1p-1074"), Some(5e-324));
        assert_eq!(abstract_float("0x1p-1076"), Some(0.0));
        assert_eq!(abstract_float("0x1.fffffffffffffp1023"), Some(f64::MAX));
        assert_eq!(abstract_float("0x1.fffffffffffff4p1023"), None);
        assert_eq!(abstract_float("0x1p1024"), None);
        assert_eq!(abstract_float("0x0p99999999999999999999"), Some(0.0));
        assert_eq!(abstract_float("0x1.00000000000008p0"), Some(1.0));
        assert_eq!(abstract_float("0x1.00000000000018p0"), Some(1.0 + 2.0 * f64::EPSILON));
        assert_eq!(abstract_float(&format!("0x1{}p-400000", "0".repeat(100_000))), Some(1.0));
        assert_eq!(single("0x1P+4f"), Some(16.0));
        assert_eq!(single("0x1.00000001p0f"), None);
        assert_eq!(single("0x1p-149f"), Some(f32::from_bits(1)));
        assert_eq!(single("0x1p-150f"), None);
        assert_eq!(single("0x1.fffffep127f"), Some(f32::MAX));
        assert_eq!(single("0x1p128f"), None);
        assert_eq!(half("0x3.2p+2h"), Some(0x4a40));
        assert_eq!(half("0x1.ffcp15h"), Some(0x7bff));
        assert_eq!(half("0x1.ffep15h"), None);
    }

    #[test]
    fn messages_stay_short() {
        let fault = parse_literal(&"9".repeat(1000), Literal::Integer(Suffix::None)).unwrap_err();
        assert!(fault.message().len() < 100);
        let inexact = parse_literal("0x1.00000001p0f", Literal::Float(Suffix::F)).unwrap_err();
        assert_eq!(inexact.message(), "`0x1.00000001p0f` can't be represented exactly in f32");
    }
}
