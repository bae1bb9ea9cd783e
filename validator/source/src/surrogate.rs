//! JSON texts as Unicode. JSON escapes may write half of a surrogate pair, as `JSON.stringify` does for a JavaScript string that has one: an
//! editor may cut a string anywhere. WebGPU takes programs as values of `USVString`, where U+FFFD replaces such a half, and a text of the
//! language server must stay as long as the editor's.

use std::borrow::Cow;

/// The length of an escape such as `\ud800`.
const ESCAPE: usize = 6;

/// Returns a JSON text in which `\ufffd` replaces the escapes of surrogates without a partner. All positions stay as they are.
#[must_use]
pub fn well_formed(text: &[u8]) -> Cow<'_, [u8]> {
    let mut text = Cow::Borrowed(text);
    let mut at = 0;
    while let Some(offset) = text[at..].iter().position(|byte| *byte == b'\\') {
        at += offset;
        let unit = unit(&text[at..]);
        let low = text.get(at + ESCAPE..).and_then(self::unit);
        at += match (unit, low) {
            (Some(0xd800..=0xdbff), Some(0xdc00..=0xdfff)) => 2 * ESCAPE,
            (Some(0xd800..=0xdfff), _) => {
                text.to_mut()[at..at + ESCAPE].copy_from_slice(b"\\ufffd");
                ESCAPE
            }
            // The escaped character may be a backslash, which starts no other escape.
            (Some(_) | None, _) => 2.min(text.len() - at),
        };
    }
    text
}

/// Returns the UTF-16 code unit of the escape at the start of a text.
fn unit(text: &[u8]) -> Option<u16> {
    let digits = text.strip_prefix(b"\\u")?.get(..4)?;
    digits.iter().try_fold(0, |unit, digit| Some(unit << 4 | char::from(*digit).to_digit(16)? as u16))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_surrogates_without_a_partner_are_replaced() {
        for (text, expected) in [
            (r#""a\ud800b""#, r#""a\ufffdb""#),
            (r#""\uDC00\uD83D\uDE00\ud83d\ud83d\ude00""#, r#""\ufffd\uD83D\uDE00\ufffd\ud83d\ude00""#),
            (r#""\\ud800 \\\ud800""#, r#""\\ud800 \\\ufffd""#),
            (r#""\ud800"#, r#""\ufffd"#),
            (r"\ud80", r"\ud80"),
            ("\\", "\\"),
            (r"\ud800\", r"\ufffd\"),
        ] {
            assert_eq!(String::from_utf8_lossy(&well_formed(text.as_bytes())), expected);
        }
        assert!(matches!(well_formed(br#""\ud83d\ude00\n""#), Cow::Borrowed(_)));
    }
}
