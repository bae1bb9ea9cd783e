//! The source of a program as the snippet renderer reads it, with line feeds as its only line breaks.

use shader_source::line_break_length;

/// A source with every line break of WGSL replaced by a line feed. The snippet renderer knows no other line breaks, and must
/// count lines as WGSL does. <https://www.w3.org/TR/WGSL/#line-break>
#[derive(Debug)]
pub(super) struct Plain {
    pub(super) text: String,
    /// For each line break that is longer than a line feed: the offset behind it in the original, and by how many bytes the
    /// text is shorter up to there.
    shortened: Vec<(u32, u32)>,
}

impl Plain {
    pub(super) fn new(original: &str) -> Self {
        let mut text = String::with_capacity(original.len());
        let mut shortened = Vec::new();
        let (mut line, mut at) = (0, 0);
        while at < original.len() {
            let length = line_break_length(&original.as_bytes()[at..]);
            if length == 0 {
                at += 1;
                continue;
            }
            text.push_str(&original[line..at]);
            text.push('\n');
            at += length;
            line = at;
            if length > 1 {
                shortened.push((at as u32, (at - text.len()) as u32));
            }
        }
        text.push_str(&original[line..]);
        Self { text, shortened }
    }

    /// The offset in this text of a byte offset in the original.
    pub(super) fn offset(&self, original: u32) -> usize {
        let index = self.shortened.partition_point(|(end, _)| *end <= original);
        let removed = index.checked_sub(1).map_or(0, |last| self.shortened[last].1);
        (original - removed) as usize
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
}
