//! The form of numbers. <https://www.w3.org/TR/WGSL/#numeric-literals>

use super::token::TokenKind;
use wgsl_spec::Edition;

/// The longest number at the start of the bytes, and its form. The bytes start with a digit, or with a period and a
/// digit. The result is also a number if the following characters make the whole malformed.
pub(super) fn scan(bytes: &[u8], edition: Edition) -> (usize, TokenKind) {
    match bytes {
        [b'0', b'x' | b'X', ..] => hexadecimal(bytes, edition),
        _ => decimal(bytes, edition),
    }
}

fn digits(bytes: &[u8], at: usize) -> usize {
    bytes[at..].iter().position(|byte| !byte.is_ascii_digit()).map_or(bytes.len(), |offset| at + offset)
}

fn hex_digits(bytes: &[u8], at: usize) -> usize {
    bytes[at..].iter().position(|byte| !byte.is_ascii_hexdigit()).map_or(bytes.len(), |offset| at + offset)
}

/// One past the end of the well-formed exponent at `at`; `None` if there is none.
fn exponent(bytes: &[u8], at: usize, letter: u8) -> Option<usize> {
    if bytes.get(at)?.to_ascii_lowercase() != letter {
        return None;
    }
    let sign = usize::from(matches!(bytes.get(at + 1), Some(b'+' | b'-')));
    bytes.get(at + 1 + sign)?.is_ascii_digit().then(|| digits(bytes, at + 1 + sign))
}

fn float_suffix(bytes: &[u8], at: usize, edition: Edition) -> Option<TokenKind> {
    match bytes.get(at) {
        Some(b'f') => Some(TokenKind::FloatF),
        Some(b'h') if edition == Edition::Current => Some(TokenKind::FloatH),
        _ => None,
    }
}

/// The number that ends at `at` unless a suffix follows.
fn with_float_suffix(bytes: &[u8], at: usize, edition: Edition) -> (usize, TokenKind) {
    float_suffix(bytes, at, edition).map_or((at, TokenKind::Float), |kind| (at + 1, kind))
}

fn with_integer_suffix(bytes: &[u8], at: usize) -> (usize, TokenKind) {
    match bytes.get(at) {
        Some(b'i') => (at + 1, TokenKind::IntegerI),
        Some(b'u') => (at + 1, TokenKind::IntegerU),
        _ => (at, TokenKind::Integer),
    }
}

fn decimal(bytes: &[u8], edition: Edition) -> (usize, TokenKind) {
    let whole = digits(bytes, 0);
    if bytes.get(whole) == Some(&b'.') {
        let fraction = digits(bytes, whole + 1);
        let end = exponent(bytes, fraction, b'e').unwrap_or(fraction);
        return with_float_suffix(bytes, end, edition);
    }
    if let Some(end) = exponent(bytes, whole, b'e') {
        return with_float_suffix(bytes, end, edition);
    }
    if whole > 1 && bytes[0] == b'0' {
        return (whole, TokenKind::InvalidNumber);
    }
    match float_suffix(bytes, whole, edition) {
        Some(kind) => (whole + 1, kind),
        None => with_integer_suffix(bytes, whole),
    }
}

fn hexadecimal(bytes: &[u8], edition: Edition) -> (usize, TokenKind) {
    let whole = hex_digits(bytes, 2);
    let (end, has_period) = match bytes.get(whole) {
        Some(b'.') => (hex_digits(bytes, whole + 1), true),
        _ => (whole, false),
    };
    if end == 2 + usize::from(has_period) {
        return (end, TokenKind::InvalidNumber);
    }
    if let Some(end) = exponent(bytes, end, b'p') {
        return with_float_suffix(bytes, end, edition);
    }
    if has_period { (end, TokenKind::Float) } else { with_integer_suffix(bytes, end) }
}
