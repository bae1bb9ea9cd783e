//! The source of a program as the snippet renderer reads it: line feeds as its only line breaks, and no character that a terminal acts on.

use super::visible::visible_char;
use shader_source::line_break_length;

/// A source with every line break of WGSL replaced by a line feed, and every character that can't be shown by one that can. The snippet
/// renderer knows no other line breaks, and must count lines as WGSL does. <https://www.w3.org/TR/WGSL/#line-break>
#[derive(Debug)]
pub(super) struct Plain {
    pub(super) text: String,
    /// For each replacement of another length: the offset after it in the original, and the offset after it in the text.
    shifts: Vec<(u32, u32)>,
}

impl Plain {
    pub(super) fn new(original: &str) -> Self {
        let mut text = String::with_capacity(original.len());
        let mut shifts = Vec::new();
        let (mut copied, mut at) = (0, 0);
        while at < original.len() {
            let bytes = &original.as_bytes()[at..];
            if matches!(bytes[0], b' '..=b'~' | b'\t') {
                at += 1;
                continue;
            }
            let character = original[at..].chars().next().unwrap_or_default();
            let (length, replacement) = match line_break_length(bytes) {
                0 => (character.len_utf8(), visible_char(character)),
                length => (length, '\n'),
            };
            if replacement != character {
                text.push_str(&original[copied..at]);
                text.push(replacement);
                copied = at + length;
                if length != replacement.len_utf8() {
                    shifts.push((copied as u32, text.len() as u32));
                }
            }
            at += length;
        }
        text.push_str(&original[copied..]);
        Self { text, shifts }
    }

    /// Returns the offset in this text of a byte offset in the original.
    pub(super) fn offset(&self, original: u32) -> usize {
        let index = self.shifts.partition_point(|(end, _)| *end <= original);
        let (end, start) = index.checked_sub(1).map_or((0, 0), |last| self.shifts[last]);
        (original - end + start) as usize
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn offsets_follow_the_characters() {
        let original = "a\rb\r\nc\u{b}d\u{85}e\u{2028}f\n\r\ng";
        let plain = Plain::new(original);
        assert_eq!(plain.text, "a\nb\nc\nd\ne\nf\n\ng");
        for (at, character) in original.char_indices().filter(|(_, it)| it.is_ascii_alphabetic()) {
            assert!(plain.text[plain.offset(at as u32)..].starts_with(character), "{character}");
        }
        assert_eq!(plain.offset(original.len() as u32), plain.text.len());
    }

    #[test]
    fn controls_are_replaced() {
        let original = "a\x1bb\u{9b}c\u{200b}d\u{202e}e\te\u{e0001}f\r\ng";
        let plain = Plain::new(original);
        assert_eq!(plain.text, "a\u{241b}b\u{fffd}c\u{fffd}d\u{fffd}e\te\u{fffd}f\ng");
        for (at, character) in original.char_indices().filter(|(_, it)| it.is_ascii_alphabetic()) {
            assert!(plain.text[plain.offset(at as u32)..].starts_with(character), "{character}");
        }
    }
}
