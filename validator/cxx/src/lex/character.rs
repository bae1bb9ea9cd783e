//! The values of character literals. C++14 (lex.ccon)

use std::borrow::Cow;

/// The type of a character literal, which its prefix selects.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum CharacterType {
    /// `'a'`
    Char,
    /// `u'a'`
    Char16,
    /// `U'a'`
    Char32,
    /// `L'a'`
    Wide,
}

/// Returns the type and the value of a character literal with its prefix and quotes: of its first character. A `char` has eight bits.
#[must_use]
pub fn character(literal: &str) -> (CharacterType, i64) {
    let (prefix, inside) = literal.split_once('\'').unwrap_or(("", literal));
    let inside = inside.strip_suffix('\'').unwrap_or(inside);
    let ty = match prefix {
        "u" => CharacterType::Char16,
        "U" => CharacterType::Char32,
        "L" => CharacterType::Wide,
        _ => CharacterType::Char,
    };
    let value = match inside.strip_prefix('\\') {
        Some(escaped) => escaped_value(escaped),
        // A character beyond ASCII begins with the first byte of its encoding.
        None if ty == CharacterType::Char => inside.bytes().next().map_or(0, u32::from),
        None => inside.chars().next().map_or(0, u32::from),
    };
    let value = match ty {
        CharacterType::Char => (value as u8).cast_signed().into(),
        CharacterType::Char16 => (value as u16).into(),
        CharacterType::Char32 => value.into(),
        CharacterType::Wide => value.cast_signed().into(),
    };
    (ty, value)
}

/// Returns the value of an escape sequence, from what is after the backslash.
fn escaped_value(escaped: &str) -> u32 {
    // The escaped quote is the last byte of `'\''`, which has lost it.
    match escaped.as_bytes() {
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
    }
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

/// Returns what is between the quotes of a string literal, as a literal without a prefix has it: `a` of `u8"a"`, `\\"` of `R"(")"`. C++14 (lex.string)
#[must_use]
pub fn inside_of_text(literal: &str) -> Cow<'_, str> {
    let literal = literal.strip_prefix("u8").unwrap_or(literal);
    let Some(raw) = literal.strip_prefix("R\"") else { return Cow::Borrowed(inside_of_quotes(literal)) };
    let (delimiter, rest) = raw.split_once('(').unwrap_or(("", raw));
    let end = rest.len().saturating_sub(delimiter.len() + 2);
    let mut inside = String::new();
    for character in rest.get(..end).unwrap_or_default().chars() {
        match character {
            '\\' | '"' => inside.extend(['\\', character]),
            '\n' => inside.push_str("\\n"),
            _ => inside.push(character),
        }
    }
    Cow::Owned(inside)
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

/// The length of an escape sequence, its backslash included, and the number of bytes of its value. `escaped` begins after the backslash.
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
    use super::{CharacterType, character, text_size};

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
            assert_eq!(character(literal), (CharacterType::Char, value), "{literal}");
        }
    }

    #[test]
    fn prefixes_select_wider_types() {
        for (literal, ty, value) in [
            ("L'a'", CharacterType::Wide, 97),
            ("u'\u{e9}'", CharacterType::Char16, 0xe9),
            ("U'\\xffff'", CharacterType::Char32, 0xffff),
        ] {
            assert_eq!(character(literal), (ty, value), "{literal}");
        }
    }
}
