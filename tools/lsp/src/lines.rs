//! Lines and characters as editors count them.
//!
//! The protocol ends lines at `\n`, `\r\n` and `\r` only, the specification at five other characters as well: the lines here are
//! those of the protocol, not those of [`shader_source::LineIndex`].

use lsp_types::{Position, PositionEncodingKind, Range};
use shader_source::{Columns, Span};

/// The unit in which a position counts the characters of a line.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) enum Encoding {
    /// Bytes.
    Utf8,
    /// UTF-16 code units, which every client understands.
    #[default]
    Utf16,
}

impl Encoding {
    /// The encoding to use with a client that understands these: bytes need no counting.
    pub(crate) fn negotiated(understood: &[PositionEncodingKind]) -> Self {
        if understood.contains(&PositionEncodingKind::UTF8) { Self::Utf8 } else { Self::Utf16 }
    }

    /// Its name in the protocol.
    pub(crate) fn name(self) -> PositionEncodingKind {
        match self {
            Self::Utf8 => PositionEncodingKind::UTF8,
            Self::Utf16 => PositionEncodingKind::UTF16,
        }
    }
}

/// The lines of a text.
#[derive(Clone, Debug)]
pub(crate) struct Lines {
    encoding: Encoding,
    /// The offset of the first byte of each line.
    starts: Vec<u32>,
    /// A minified program is one line, so no place is counted from the start of its line.
    columns: Columns,
}

impl Lines {
    pub(crate) fn new(text: &str, encoding: Encoding) -> Self {
        let bytes = text.as_bytes();
        let mut starts = vec![0];
        for (index, byte) in bytes.iter().enumerate() {
            let is_break = *byte == b'\n' || (*byte == b'\r' && bytes.get(index + 1) != Some(&b'\n'));
            if is_break {
                starts.push(index as u32 + 1);
            }
        }
        Self { encoding, starts, columns: Columns::new(text) }
    }

    /// The byte offset of a position. One beyond the end of its line is the end of that line, as the protocol demands; one within a
    /// character is the beginning of that character.
    pub(crate) fn offset(&self, text: &str, position: Position) -> u32 {
        let line = position.line as usize;
        let Some(start) = self.starts.get(line) else { return text.len() as u32 };
        let end = self.starts.get(line + 1).map_or(text.len(), |next| *next as usize);
        let content = *start as usize + text[*start as usize..end].trim_end_matches(['\r', '\n']).len();
        let offset = match self.encoding {
            Encoding::Utf8 => start_of_character(text, start.saturating_add(position.character)),
            Encoding::Utf16 => {
                let units = self.columns.units(text, *start).saturating_add(position.character);
                self.columns.offset(text, units)
            }
        };
        offset.min(content as u32)
    }

    /// The position of a byte offset; that of the character which it lies in.
    pub(crate) fn position(&self, text: &str, offset: u32) -> Position {
        let offset = start_of_character(text, offset);
        let line = self.starts.partition_point(|start| *start <= offset) - 1;
        let start = self.starts[line];
        let character = match self.encoding {
            Encoding::Utf8 => offset - start,
            Encoding::Utf16 => self.columns.units(text, offset) - self.columns.units(text, start),
        };
        Position::new(line as u32, character)
    }

    /// The range of a span.
    pub(crate) fn range(&self, text: &str, span: Span) -> Range {
        Range::new(self.position(text, span.lo), self.position(text, span.hi))
    }

    /// The span of a range; an empty one if it ends before it begins.
    pub(crate) fn span(&self, text: &str, range: Range) -> Span {
        let lo = self.offset(text, range.start);
        Span::new(lo, self.offset(text, range.end).max(lo))
    }
}

/// Returns the offset of the character that a byte is part of; the length of the source for one beyond its end.
fn start_of_character(text: &str, offset: u32) -> u32 {
    let mut offset = (offset as usize).min(text.len());
    while !text.is_char_boundary(offset) {
        offset -= 1;
    }
    offset as u32
}

#[cfg(test)]
mod tests {
    use super::*;

    const TEXT: &str = "a\r\n\u{e9}\u{1d4b3}b\rc\u{2028}d\n";

    #[test]
    fn positions_and_offsets_agree() {
        for encoding in [Encoding::Utf8, Encoding::Utf16] {
            let lines = Lines::new(TEXT, encoding);
            for (offset, _) in TEXT.char_indices().filter(|(_, character)| *character != '\n') {
                let position = lines.position(TEXT, offset as u32);
                assert_eq!(lines.offset(TEXT, position), offset as u32, "{encoding:?} {position:?}");
            }
        }
    }

    #[test]
    fn characters_are_counted_by_the_encoding() {
        let at = |encoding, offset| {
            let position = Lines::new(TEXT, encoding).position(TEXT, offset);
            (position.line, position.character)
        };
        assert_eq!(at(Encoding::Utf16, 9), (1, 3));
        assert_eq!(at(Encoding::Utf8, 9), (1, 6));
        assert_eq!(at(Encoding::Utf8, 11), (2, 0), "a carriage return alone ends a line");
        assert_eq!(at(Encoding::Utf8, 15), (2, 4), "a line separator does not");
        assert_eq!(at(Encoding::Utf8, 99), (3, 0));
    }

    #[test]
    fn places_on_one_line_cost_nothing_of_what_is_before_them() {
        let steps_of = |count: usize| {
            let text = "let \u{1d4b3} = \u{e9}; ".repeat(count);
            let lines = Lines::new(&text, Encoding::Utf16);
            let offsets: Vec<u32> = text.match_indices('=').map(|(offset, _)| offset as u32).collect();
            let work = || {
                for offset in &offsets {
                    assert_eq!(lines.offset(&text, lines.position(&text, *offset)), *offset);
                }
            };
            shader_source::steps::of(work)
        };
        let (few, many) = (steps_of(200), steps_of(1_600));
        assert!(few > 0 && many < 10 * few, "{few} steps become {many} on a line 8 times as long");
    }

    #[test]
    fn positions_beyond_a_line_are_its_end() {
        let lines = Lines::new(TEXT, Encoding::Utf16);
        let offset = |line, character| lines.offset(TEXT, Position::new(line, character));
        assert_eq!(offset(0, 99), 1);
        assert_eq!(offset(1, 2), 5, "within a surrogate pair");
        assert_eq!(offset(99, 0), TEXT.len() as u32);
    }
}
