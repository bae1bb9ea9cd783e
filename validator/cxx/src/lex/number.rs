//! The values of numbers. C++14 (lex.icon), (lex.fcon)
//!
//! Which suffixes there are, and which types they say, depends on the language.

use crate::dialect::Dialect;
use nom::branch::alt;
use nom::bytes::complete::{tag_no_case, take_while, take_while1};
use nom::character::complete::{char, one_of};
use nom::combinator::{opt, recognize};
use nom::sequence::{pair, preceded};
use nom::{IResult, Parser};

/// The type that the suffix of a number says.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum NumberType {
    /// An integer: `int`, or the first of `uint`, `long` and `ulong` that has the value.
    Integer,
    /// `u`
    Unsigned,
    /// `l`
    Long,
    /// `ul`
    UnsignedLong,
    /// A floating-point number without suffix or with `f`.
    Float,
    /// A floating-point number of 16 bits.
    Half,
    /// A floating-point number of 16 bits with the exponents of `float`.
    Bfloat,
    /// A floating-point number of 64 bits.
    Double,
}

/// A number.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Number {
    /// Its type.
    pub ty: NumberType,
    /// The value of an integer.
    pub integer: u64,
    /// The value of a floating-point number.
    pub float: f64,
    /// Whether it is written with a base other than ten. Such an integer may be unsigned without a suffix.
    pub has_base: bool,
}

/// The number with this spelling; `None` if it is none.
#[must_use]
pub fn number(spelling: &str, dialect: &Dialect) -> Option<Number> {
    if spelling.contains('\'') {
        return number(&without_separators(spelling)?, dialect);
    }
    integer(spelling, dialect)
        .or_else(|| decimal_float(spelling, dialect))
        .or_else(|| hexadecimal_float(spelling, dialect))
}

/// Returns true if a spelling denotes an integer beyond 64 bits.
pub(crate) fn is_beyond_64_bits(spelling: &str, dialect: &Dialect) -> bool {
    let spelling = without_separators(spelling).unwrap_or_default();
    let Ok((rest, (base, digits))) = digits(&spelling) else { return false };
    integer_type(rest, dialect).is_some() && u64::from_str_radix(digits, base).is_err()
}

/// The spelling without the quotes between its digits; `None` if a quote is elsewhere.
fn without_separators(spelling: &str) -> Option<String> {
    let parts: Vec<&str> = spelling.split('\'').collect();
    let is_digit = |end: Option<char>| end.is_some_and(|end| end.is_ascii_hexdigit());
    let is_between = parts
        .windows(2)
        .all(|pair| is_digit(pair[0].chars().next_back()) && is_digit(pair[1].chars().next()));
    is_between.then(|| parts.concat())
}

/// The type that the suffix of an integer says.
fn integer_type(suffix: &str, dialect: &Dialect) -> Option<NumberType> {
    let known = dialect.integer_suffixes.iter().find(|(known, _)| known.eq_ignore_ascii_case(suffix));
    known.map(|(_, ty)| *ty)
}

/// The type that the suffix of a floating-point number says.
fn float_type(suffix: &str, dialect: &Dialect) -> Option<NumberType> {
    dialect.float_suffixes.iter().find(|(known, _)| *known == suffix).map(|(_, ty)| *ty)
}

fn integer(spelling: &str, dialect: &Dialect) -> Option<Number> {
    let (rest, (base, digits)) = digits(spelling).ok()?;
    let ty = integer_type(rest, dialect)?;
    // A zero before other digits means the base eight.
    if base == 10 && digits.len() > 1 && digits.starts_with('0') {
        return None;
    }
    let integer = u64::from_str_radix(digits, base).ok()?;
    Some(Number { ty, integer, float: 0.0, has_base: base != 10 })
}

/// The digits of an integer and their base.
fn digits(spelling: &str) -> IResult<&str, (u32, &str)> {
    alt((
        preceded(tag_no_case("0x"), take_while1(|it: char| it.is_ascii_hexdigit()))
            .map(|digits| (16, digits)),
        preceded(tag_no_case("0b"), take_while1(|it| matches!(it, '0' | '1'))).map(|digits| (2, digits)),
        recognize(pair(char('0'), take_while1(|it| matches!(it, '0'..='7')))).map(|digits| (8, digits)),
        take_while1(|it: char| it.is_ascii_digit()).map(|digits| (10, digits)),
    ))
    .parse(spelling)
}

fn decimal_float(spelling: &str, dialect: &Dialect) -> Option<Number> {
    let decimal = |text| -> IResult<&str, &str> { take_while(|it: char| it.is_ascii_digit()).parse(text) };
    let exponent = recognize((one_of("eE"), opt(one_of("+-")), take_while1(|it: char| it.is_ascii_digit())));
    let parsed: IResult<&str, &str> =
        recognize((decimal, opt(pair(char('.'), decimal)), opt(exponent))).parse(spelling);
    let (suffix, number) = parsed.ok()?;
    let ty = float_type(suffix, dialect)?;
    let is_float = number.contains(['.', 'e', 'E']) && number.contains(|it: char| it.is_ascii_digit());
    let float = number.parse().ok()?;
    is_float.then_some(Number { ty, integer: 0, float, has_base: false })
}

fn hexadecimal_float(spelling: &str, dialect: &Dialect) -> Option<Number> {
    let hexadecimal =
        |text| -> IResult<&str, &str> { take_while(|it: char| it.is_ascii_hexdigit()).parse(text) };
    let exponent = preceded(
        one_of("pP"),
        recognize(pair(opt(one_of("+-")), take_while1(|it: char| it.is_ascii_digit()))),
    );
    let fraction = opt(preceded(char('.'), hexadecimal));
    let mut form = (preceded(tag_no_case("0x"), hexadecimal), fraction, exponent);
    let parsed: IResult<&str, (&str, Option<&str>, &str)> = form.parse(spelling);
    let (suffix, (whole, fraction, exponent)) = parsed.ok()?;
    // No hexadecimal number has the suffix `bf`.
    let ty = float_type(suffix, dialect).filter(|ty| *ty != NumberType::Bfloat)?;
    let fraction = fraction.unwrap_or("");
    let (digits, exponent) = (format!("{whole}{fraction}"), exponent.parse::<i32>().ok()?);
    if digits.is_empty() || digits.len() > 16 {
        return None;
    }
    let mantissa = u64::from_str_radix(&digits, 16).ok()? as f64;
    let float = mantissa * f64::from(exponent.saturating_sub(4 * fraction.len() as i32)).exp2();
    Some(Number { ty, integer: 0, float, has_base: true })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tiny::TINY;

    fn number(spelling: &str) -> Option<Number> {
        super::number(spelling, &TINY)
    }

    #[test]
    fn a_suffix_says_the_type() {
        let types = [
            ("1", NumberType::Integer),
            ("1u", NumberType::Unsigned),
            ("1L", NumberType::Long),
            ("1uL", NumberType::UnsignedLong),
            ("1.", NumberType::Float),
            ("1.5f", NumberType::Float),
            ("1e3", NumberType::Float),
            (".5h", NumberType::Half),
        ];
        for (spelling, ty) in types {
            assert_eq!(number(spelling).map(|number| number.ty), Some(ty), "{spelling}");
        }
        for wrong in ["1x", "1f", "08", "0x", "1.5u", "1h", "1e", "1.5fh", "18446744073709551616", "1..2"] {
            assert_eq!(number(wrong), None, "{wrong}");
        }
    }

    #[test]
    fn quotes_separate_digits() {
        assert_eq!(number("1'000u").map(|number| number.integer), Some(1000));
        assert_eq!(number("0x'1F"), None);
        assert_eq!(number("1'000"), number("1000"));
        assert!(
            is_beyond_64_bits("18446744073709551616u", &TINY)
                && !is_beyond_64_bits("18446744073709551615", &TINY)
        );
        assert!(!is_beyond_64_bits("1x", &TINY));
    }

    #[test]
    fn values_are_those_of_the_digits() {
        let integer = |spelling| number(spelling).map(|number| number.integer);
        assert_eq!(
            [integer("0x1F"), integer("0b101"), integer("017"), integer("19")],
            [31, 5, 15, 19].map(Some)
        );
        let float = |spelling| number(spelling).map(|number| number.float);
        assert_eq!([float("1.25e2"), float(".5f"), float("0x1.8p3")], [125.0, 0.5, 12.0].map(Some));
    }
}
