//! Lines and characters as editors count them.
//!
//! The protocol ends lines at `\n`, `\r\n` and `\r` only, the specification at five other characters as well: the lines here are
//! those of the protocol, not those of [`shader_source::LineIndex`].

use lsp_types::{Position, PositionEncodingKind, Range};
use shader_source::Span;

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
        Self { encoding, starts }
    }

    /// The byte offset of a position. One beyond the end of its line is the end of that line, as the protocol demands; one within a
    /// character is the beginning of that character.
    pub(crate) fn offset(&self, text: &str, position: Position) -> u32 {
        let line = position.line as usize;
        let Some(start) = self.starts.get(line) else { return text.len() as u32 };
        let end = self.starts.get(line + 1).map_or(text.len(), |next| *next as usize);
        let content = text[*start as usize..end].trim_end_matches(['\r', '\n']);
        let mut left = position.character;
        for (index, character) in content.char_indices() {
            let width = self.width(character);
            if left < width {
                return start + index as u32;
            }
            left -= width;
        }
        start + content.len() as u32
    }

    /// The position of a byte offset; that of the character which it lies in.
    pub(crate) fn position(&self, text: &str, offset: u32) -> Position {
        let mut offset = (offset as usize).min(text.len());
        while !text.is_char_boundary(offset) {
            offset -= 1;
        }
        let line = self.starts.partition_point(|start| *start as usize <= offset) - 1;
        let before = &text[self.starts[line] as usize..offset];
        let character = match self.encoding {
            Encoding::Utf8 => before.len() as u32,
            Encoding::Utf16 => before.encode_utf16().count() as u32,
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

    fn width(&self, character: char) -> u32 {
        match self.encoding {
            Encoding::Utf8 => character.len_utf8() as u32,
            Encoding::Utf16 => character.len_utf16() as u32,
        }
    }
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
    fn positions_beyond_a_line_are_its_end() {
        let lines = Lines::new(TEXT, Encoding::Utf16);
        let offset = |line, character| lines.offset(TEXT, Position::new(line, character));
        assert_eq!(offset(0, 99), 1);
        assert_eq!(offset(1, 2), 5, "within a surrogate pair");
        assert_eq!(offset(99, 0), TEXT.len() as u32);
    }
}
