//! Source of an open document, as a rope: an edit costs the logarithm of the document's length instead of the whole length.
//!
//! Its lines are the protocol's, like the lines of [`Lines`](crate::lines::Lines): the rope is built without Unicode line breaks.

use crate::lines::Encoding;
use lsp_types::{Position, Range};
use ropey::Rope;
use shader_source::steps;
use std::cell::OnceCell;
use std::sync::Arc;

/// A text that is edited piece by piece and read as a whole.
#[derive(Debug)]
pub(crate) struct Text {
    rope: Rope,
    /// The whole text, once something needed it after the last edit.
    whole: OnceCell<Arc<str>>,
}

impl Text {
    pub(crate) fn new(text: &str) -> Self {
        steps::take(text.len());
        Self { rope: Rope::from_str(text), whole: OnceCell::from(Arc::from(text)) }
    }

    /// Replaces a range. A position after the end of its line is the end of the line, as the protocol demands; a position within a
    /// character is the start of the character; a range that ends before it starts is empty.
    pub(crate) fn replace(&mut self, range: Range, by: &str, encoding: Encoding) {
        // A rope's operations visit one path of its tree.
        steps::take(by.len() + self.rope.len_bytes().checked_ilog2().map_or(1, |depth| depth as usize + 1));
        let start = self.character(range.start, encoding);
        let end = self.character(range.end, encoding).max(start);
        self.rope.remove(start..end);
        self.rope.insert(start, by);
        self.whole = OnceCell::new();
    }

    /// Returns the whole text. It is put together at most once after an edit.
    pub(crate) fn whole(&self) -> &Arc<str> {
        self.whole.get_or_init(|| {
            steps::take(self.rope.len_bytes());
            let mut text = String::with_capacity(self.rope.len_bytes());
            text.extend(self.rope.chunks());
            Arc::from(text)
        })
    }

    /// Returns the number of characters before a position.
    fn character(&self, position: Position, encoding: Encoding) -> usize {
        let (rope, line) = (&self.rope, position.line as usize);
        if line >= rope.len_lines() {
            return rope.len_chars();
        }
        let first = rope.line_to_char(line);
        let end = self.end_of_line(line);
        let units = position.character as usize;
        let character = match encoding {
            Encoding::Utf8 => {
                let byte = rope.char_to_byte(first).saturating_add(units);
                rope.byte_to_char(byte.min(rope.len_bytes()))
            }
            Encoding::Utf16 => {
                let unit = rope.char_to_utf16_cu(first).saturating_add(units);
                rope.utf16_cu_to_char(unit.min(rope.len_utf16_cu()))
            }
        };
        character.min(end)
    }

    /// Returns the number of characters before the break that ends a line.
    fn end_of_line(&self, line: usize) -> usize {
        let (first, mut end) = (self.rope.line_to_char(line), self.rope.line_to_char(line + 1));
        while end > first && matches!(self.rope.char(end - 1), '\r' | '\n') {
            end -= 1;
        }
        end
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::lines::Lines;

    /// Replaces ranges of a text as an editor does, without a rope.
    fn replaced(text: &str, range: Range, by: &str, encoding: Encoding) -> String {
        let span = Lines::new(text, encoding).span(text, range);
        format!("{}{by}{}", &text[..span.lo as usize], &text[span.hi as usize..])
    }

    #[test]
    fn edits_have_the_lines_and_characters_of_the_protocol() {
        let pieces = ["a", "\r", "\n", "\r\n", "\u{e9}", "\u{1d4b3}", "\u{2028}", "", "fn f() {}\n"];
        for encoding in [Encoding::Utf8, Encoding::Utf16] {
            let mut expected = "a\r\n\u{e9}\u{1d4b3}b\rc\u{2028}d\n".to_owned();
            let mut text = Text::new(&expected);
            // A generator of Knuth's: reproducible, and good enough to reach every pair of places.
            let mut state = 1_u64;
            let mut draw = |limit: u64| {
                state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
                ((state >> 33) % limit) as u32
            };
            for _ in 0..2_000 {
                let start = Position::new(draw(6), draw(8));
                let end = Position::new(start.line + draw(2), draw(8));
                let (range, by) = (Range::new(start, end), pieces[draw(9) as usize]);
                expected = replaced(&expected, range, by, encoding);
                text.replace(range, by, encoding);
                assert_eq!(&**text.whole(), expected, "{encoding:?} {range:?} {by:?}");
            }
        }
    }

    #[test]
    fn an_edit_does_not_cost_the_document() {
        let edits = |lines: usize| {
            let mut text = Text::new(&"let xs = ys;\n".repeat(lines));
            steps::of(|| {
                for line in 0..1_000 {
                    let range = Range::new(Position::new(line, 4), Position::new(line, 6));
                    text.replace(range, "zs", Encoding::Utf16);
                }
            })
        };
        let (small, large) = (edits(2_000), edits(64_000));
        assert!(
            small > 0 && large < 2 * small,
            "{small} steps become {large} in a document 32 times as long"
        );
    }
}
