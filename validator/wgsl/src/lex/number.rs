//! The form of numbers. <https://www.w3.org/TR/WGSL/#numeric-literals>

use super::token::TokenKind;
use wgsl_spec::{Edition, Rule, rules};

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

/// The most letters behind a number that are taken for a suffix of another language.
const LONGEST_SUFFIX: usize = 2;

/// The rule that a malformed number breaks. `text` has everything that was read as one number.
pub(super) fn broken_rule(text: &str) -> &'static Rule {
    let bytes = text.as_bytes();
    match bytes {
        [b'0', b'x' | b'X', ..] => broken_hexadecimal(bytes),
        _ => broken_decimal(bytes),
    }
}

/// Returns true if the letter of an exponent is at `at`, and no number behind it.
fn lacks_exponent_digits(bytes: &[u8], at: usize, letter: u8) -> bool {
    let is_exponent = bytes.get(at).is_some_and(|byte| byte.to_ascii_lowercase() == letter);
    let ends = bytes.len() == at + 1 || matches!(bytes.get(at + 1), Some(b'+' | b'-'));
    is_exponent && ends && exponent(bytes, at, letter).is_none()
}

fn broken_decimal(bytes: &[u8]) -> &'static Rule {
    let whole = digits(bytes, 0);
    let has_period = bytes.get(whole) == Some(&b'.');
    let end = if has_period { digits(bytes, whole + 1) } else { whole };
    if lacks_exponent_digits(bytes, end, b'e') {
        return rules::LITERAL_FLOAT_EXPONENT_DIGITS;
    }
    let behind_exponent = exponent(bytes, end, b'e');
    let rest = &bytes[behind_exponent.unwrap_or(end)..];
    if has_period || behind_exponent.is_some() {
        return if rest.len() <= LONGEST_SUFFIX {
            rules::LITERAL_FLOAT_DECIMAL
        } else {
            rules::GRAMMAR_DECIMAL_FLOAT_LITERAL
        };
    }
    match rest {
        [b'f' | b'h'] if whole > 1 => rules::LITERAL_FLOAT_LEADING_ZERO,
        _ if whole > 1 && bytes[0] == b'0' => rules::LITERAL_INT_LEADING_ZERO,
        // Separators of digits, and other bases than 10 and 16.
        [b'_', ..] => rules::LITERAL_INT_DECIMAL,
        [b'b' | b'B' | b'o' | b'O', b'0'..=b'9', ..] if bytes[0] == b'0' => rules::LITERAL_INT_DECIMAL,
        _ if rest.len() <= LONGEST_SUFFIX => rules::LITERAL_INT_SUFFIX,
        _ => rules::GRAMMAR_DECIMAL_INT_LITERAL,
    }
}

fn broken_hexadecimal(bytes: &[u8]) -> &'static Rule {
    let whole = hex_digits(bytes, 2);
    let has_period = bytes.get(whole) == Some(&b'.');
    let end = if has_period { hex_digits(bytes, whole + 1) } else { whole };
    if end == 2 + usize::from(has_period) {
        return if has_period { rules::LITERAL_FLOAT_HEX } else { rules::LITERAL_INT_HEX };
    }
    if lacks_exponent_digits(bytes, end, b'p') {
        return rules::LITERAL_FLOAT_EXPONENT_DIGITS;
    }
    match &bytes[end..] {
        [b'h'] => rules::LITERAL_FLOAT_HEX_SUFFIX_NEEDS_EXPONENT,
        [b'p' | b'P', ..] => rules::GRAMMAR_HEX_FLOAT_LITERAL,
        _ if has_period => rules::GRAMMAR_HEX_FLOAT_LITERAL,
        rest if rest.len() <= LONGEST_SUFFIX => rules::LITERAL_INT_SUFFIX,
        _ => rules::GRAMMAR_HEX_INT_LITERAL,
    }
}

/// Suffixes of other languages, and those of this one.
const SUFFIXES: [(&str, &str); 19] = [
    ("u32", "u"),
    ("u64", "u"),
    ("usize", "u"),
    ("ul", "u"),
    ("UL", "u"),
    ("ull", "u"),
    ("U", "u"),
    ("i32", "i"),
    ("i64", "i"),
    ("I", "i"),
    ("f32", "f"),
    ("F", "f"),
    ("f64", ""),
    ("lf", ""),
    ("LF", ""),
    ("L", ""),
    ("l", ""),
    ("d", ""),
    ("f16", "h"),
];

/// A number as this language writes it: with its own suffix, without separators and leading zeros, and in its bases. `None` if the text does
/// not show which is meant: an octal number with a leading zero.
pub(super) fn meant(text: &str, edition: Edition) -> Option<String> {
    let plain: String = text.chars().filter(|letter| *letter != '_').collect();
    let (digits, suffix) = SUFFIXES
        .iter()
        .filter_map(|(other, own)| Some((plain.strip_suffix(other)?, other.len(), *own)))
        .max_by_key(|(_, length, _)| *length)
        .map_or((plain.as_str(), ""), |(digits, _, own)| (digits, own));
    let binary = |digits: &str, radix| u64::from_str_radix(digits, radix).ok().map(|value| value.to_string());
    let digits = if let Some(bits) = digits.strip_prefix("0b") {
        binary(bits, 2)?
    } else if let Some(octal) = digits.strip_prefix("0o") {
        binary(octal, 8)?
    } else if digits.len() == 2 && digits.starts_with('0') {
        digits[1..].to_owned()
    } else {
        digits.to_owned()
    };
    let written = digits + suffix;
    let starts_as_number = written.starts_with(|first: char| first.is_ascii_digit() || first == '.');
    if !starts_as_number || written == text {
        return None;
    }
    let (length, kind) = scan(written.as_bytes(), edition);
    (length == written.len() && kind != TokenKind::InvalidNumber).then_some(written)
}
