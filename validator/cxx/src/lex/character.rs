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

#[cfg(test)]
mod tests {
    use super::character;

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
