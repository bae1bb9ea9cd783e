//! Lines and columns.

use crate::{Span, steps};

/// A place as people and editors count it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Position {
    /// 1-based line; lines end where the specification ends line comments.
    pub line: u32,
    /// 1-based column in UTF-16 code units, as WebGPU's compilation messages have it.
    pub column_utf16: u32,
    /// 1-based column in characters.
    pub column_chars: u32,
    /// 1-based column in bytes.
    pub column_bytes: u32,
}

/// Bytes between two entries of [`Columns::counts`].
const STRIDE: usize = 256;

/// The numbers of characters and UTF-16 code units that begin in a piece of source.
#[derive(Clone, Copy, Debug, Default)]
struct Count {
    characters: u32,
    units: u32,
}

impl Count {
    /// Adds the characters that begin in these bytes.
    fn add(self, bytes: &[u8]) -> Self {
        bytes.iter().fold(self, |count, byte| Self {
            // Every byte except a continuation byte begins a character; a character of four bytes has two units.
            characters: count.characters + u32::from(byte & 0xC0 != 0x80),
            units: count.units + u32::from(byte & 0xC0 != 0x80) + u32::from(*byte >= 0xF0),
        })
    }
}

/// Counts the characters and UTF-16 code units before byte offsets of a source that is kept elsewhere.
#[derive(Clone, Debug)]
pub struct Columns {
    /// The counts before every multiple of [`STRIDE`]. A program may be one long line, and counting its columns from
    /// the start for every diagnostic would be slow.
    counts: Vec<Count>,
}

impl Columns {
    /// Counts the characters of a source.
    #[must_use]
    pub fn new(text: &str) -> Self {
        steps::take(text.len());
        let mut count = Count::default();
        let mut counts = vec![count];
        for piece in text.as_bytes().chunks(STRIDE) {
            count = count.add(piece);
            counts.push(count);
        }
        Self { counts }
    }

    /// Returns the number of UTF-16 code units before a byte offset in the source that this was made of.
    #[must_use]
    pub fn units(&self, text: &str, offset: u32) -> u32 {
        self.count(text, offset).units
    }

    /// Returns the byte offset of the character that has the UTF-16 code unit after this many units; the length of the source if there is
    /// none.
    #[must_use]
    pub fn offset(&self, text: &str, units: u32) -> u32 {
        // The first entry counts nothing, so there is one before the partition point.
        let known = self.counts.partition_point(|count| count.units <= units) - 1;
        let mut count = self.counts[known];
        for (offset, byte) in text.bytes().enumerate().skip(known * STRIDE) {
            steps::take(1);
            let next = count.add(&[byte]);
            if next.units > units {
                return offset as u32;
            }
            count = next;
        }
        text.len() as u32
    }

    /// The counts before a byte offset.
    fn count(&self, text: &str, offset: u32) -> Count {
        let offset = offset as usize;
        let known = offset / STRIDE;
        steps::take(1 + offset - known * STRIDE);
        self.counts[known].add(&text.as_bytes()[known * STRIDE..offset])
    }
}

/// Finds lines and columns of byte offsets.
#[derive(Debug)]
pub struct LineIndex<'a> {
    text: &'a str,
    lines: Lines,
}

/// The lines of a source that is kept elsewhere.
#[derive(Debug)]
pub struct Lines {
    /// Byte offset of the first character of every line.
    starts: Vec<u32>,
    columns: Columns,
}

impl<'a> LineIndex<'a> {
    /// Finds the line breaks of the source. <https://www.w3.org/TR/WGSL/#line-break>
    #[must_use]
    pub fn new(text: &'a str) -> Self {
        Self { text, lines: Lines::new(text) }
    }

    /// The place of a byte offset; offsets beyond the end are clamped to it.
    #[must_use]
    pub fn position(&self, offset: u32) -> Position {
        self.lines.position(self.text, offset)
    }

    /// The bytes of a 1-based line with its line break.
    #[must_use]
    pub fn line(&self, line: u32) -> Span {
        let start = |index: u32| self.lines.starts.get(index as usize).copied();
        let end = self.text.len() as u32;
        Span::new(start(line.saturating_sub(1)).unwrap_or(end), start(line).unwrap_or(end))
    }
}

impl Lines {
    /// Finds the line breaks of a source.
    #[must_use]
    pub fn new(text: &str) -> Self {
        let bytes = text.as_bytes();
        let mut starts = vec![0];
        let mut at = 0;
        while at < bytes.len() {
            let length = line_break_length(&bytes[at..]);
            if length == 0 {
                at += 1;
            } else {
                at += length;
                starts.push(at as u32);
            }
        }
        Self { starts, columns: Columns::new(text) }
    }

    /// The place of a byte offset in the source that this was made of.
    #[must_use]
    pub fn position(&self, text: &str, offset: u32) -> Position {
        let offset = offset.min(text.len() as u32);
        let line = self.starts.partition_point(|start| *start <= offset) - 1;
        let start = self.starts[line];
        let (before, until) = (self.columns.count(text, start), self.columns.count(text, offset));
        Position {
            line: line as u32 + 1,
            column_utf16: until.units - before.units + 1,
            column_chars: until.characters - before.characters + 1,
            column_bytes: offset - start + 1,
        }
    }
}

/// The length in bytes of the line break at the beginning; 0 if there is none.
#[must_use]
pub fn line_break_length(bytes: &[u8]) -> usize {
    match bytes {
        [b'\r', b'\n', ..] | [0xC2, 0x85, ..] => 2,
        [0x0A..=0x0D, ..] => 1,
        [0xE2, 0x80, 0xA8 | 0xA9, ..] => 3,
        _ => 0,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn columns_are_counted_in_three_ways() {
        let text = "a\r\n\u{e9}\u{1d4b3}b\u{2028}c";
        let lines = LineIndex::new(text);
        let at = |offset| {
            let place = lines.position(offset);
            (place.line, place.column_utf16, place.column_chars, place.column_bytes)
        };
        assert_eq!(at(0), (1, 1, 1, 1));
        assert_eq!(at(3), (2, 1, 1, 1));
        assert_eq!(at(9), (2, 4, 3, 7), "before b");
        assert_eq!(at(13), (3, 1, 1, 1), "before c");
        assert_eq!(at(99), (3, 2, 2, 2), "the end");
    }

    #[test]
    fn columns_of_long_lines_agree_with_counting() {
        let text = "\u{e9}x\u{1d4b3}".repeat(500);
        let lines = LineIndex::new(&text);
        for (index, (offset, _)) in text.char_indices().enumerate() {
            let place = lines.position(offset as u32);
            assert_eq!(place.column_chars, index as u32 + 1);
            assert_eq!(place.column_utf16, text[..offset].encode_utf16().count() as u32 + 1);
        }
    }
}
