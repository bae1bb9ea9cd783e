//! The values of character literals. C++14 (lex.ccon)

/// Returns the value of a character literal with its quotes: of its first character, as a `char` of eight bits.
#[must_use]
pub fn character(literal: &str) -> i8 {
    let inside = literal.strip_prefix('\'').unwrap_or(literal);
    let inside = inside.strip_suffix('\'').unwrap_or(inside);
    let Some(escaped) = inside.strip_prefix('\\') else {
        // A character beyond ASCII begins with the first byte of its encoding.
        return inside.bytes().next().map_or(0, u8::cast_signed);
    };
    // The escaped quote is the last byte of `'\''`, which has lost it.
    let value = match escaped.as_bytes() {
        [] => u32::from(b'\''),
        [b'n', ..] => 0x0a,
        [b't', ..] => 0x09,
        [b'v', ..] => 0x0b,
        [b'b', ..] => 0x08,
        [b'r', ..] => 0x0d,
        [b'f', ..] => 0x0c,
        [b'a', ..] => 0x07,
        [b'x', digits @ ..] => number(digits, 16, usize::MAX),
        digits @ [b'0'..=b'7', ..] => number(digits, 8, 3),
        [other, ..] => u32::from(*other),
    };
    (value as u8).cast_signed()
}

/// The value of the digits at the start of a text, up to a number of them. What does not fit is cut off.
fn number(text: &[u8], radix: u32, most: usize) -> u32 {
    let digits = text.iter().take(most).map_while(|digit| char::from(*digit).to_digit(radix));
    digits.fold(0, |value: u32, digit| value.wrapping_mul(radix).wrapping_add(digit))
}

/// Returns a string literal without its quotes.
#[must_use]
pub fn inside_of_quotes(literal: &str) -> &str {
    let inside = literal.strip_prefix('"').unwrap_or(literal);
    inside.strip_suffix('"').unwrap_or(inside)
}

/// Returns the number of bytes of a string literal, the zero at its end included. C++14 (lex.string) 15
#[must_use]
pub fn text_size(literal: &str) -> u32 {
    let mut rest = inside_of_quotes(literal);
    let mut size: u32 = 1;
    while let Some(first) = rest.chars().next() {
        let (length, bytes) = match rest.strip_prefix('\\') {
            Some(escaped) => escape(escaped),
            None => (first.len_utf8(), first.len_utf8()),
        };
        rest = rest.get(length..).unwrap_or_default();
        size = size.saturating_add(bytes as u32);
    }
    size
}

/// The length of an escape sequence, its backslash included, and the number of bytes that it stands for. `escaped`: the text after the backslash.
fn escape(escaped: &str) -> (usize, usize) {
    let digits = |text: &str, radix, most| {
        text.chars().take(most).take_while(|character| character.is_digit(radix)).count()
    };
    match escaped.chars().next() {
        Some('x') => (2 + digits(&escaped[1..], 16, usize::MAX), 1),
        Some('0'..='7') => (1 + digits(escaped, 8, 3), 1),
        Some(kind @ ('u' | 'U')) => {
            let count = digits(&escaped[1..], 16, if kind == 'u' { 4 } else { 8 });
            let code = u32::from_str_radix(&escaped[1..=count], 16).ok().and_then(char::from_u32);
            (2 + count, code.map_or(1, char::len_utf8))
        }
        Some(other) => (1 + other.len_utf8(), other.len_utf8()),
        None => (1, 0),
    }
}

#[cfg(test)]
mod tests {
    use super::{character, text_size};

    #[test]
    fn texts_end_with_a_zero() {
        for (literal, size) in
            [(r#""""#, 1), (r#""ab""#, 3), (r#""\n\"\\""#, 4), (r#""\x41g\1234""#, 5), (r#""\u00e9é""#, 5)]
        {
            assert_eq!(text_size(literal), size, "{literal}");
        }
    }

    #[test]
    fn escapes_stand_for_other_characters() {
        for (literal, value) in [
            ("'a'", 97),
            ("'\\n'", 10),
            ("'\\0'", 0),
            ("'\\101'", 65),
            ("'\\1012'", 65),
            ("'\\x41'", 65),
            ("'\\xff'", -1),
            ("'\\''", 39),
            ("'\"'", 34),
            ("'\\\\'", 92),
            ("'\\?'", 63),
            ("''", 0),
        ] {
            assert_eq!(character(literal), value, "{literal}");
        }
    }
}
