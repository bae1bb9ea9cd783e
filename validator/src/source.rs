//! Positions in the text.

/// A half-open range of bytes.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Hash, PartialOrd, Ord)]
pub struct Span {
    /// First byte.
    pub lo: u32,
    /// One past the last byte.
    pub hi: u32,
}

impl Span {
    /// The bytes from `lo` up to, not including, `hi`.
    #[must_use]
    pub const fn new(lo: u32, hi: u32) -> Self {
        Self { lo, hi }
    }

    /// The smallest range that holds both.
    #[must_use]
    pub const fn to(self, other: Self) -> Self {
        Self { lo: self.lo, hi: other.hi }
    }

    /// The text of the range; empty when the range does not lie on character boundaries of `text`.
    #[must_use]
    pub fn text(self, text: &str) -> &str {
        text.get(self.lo as usize..self.hi as usize).unwrap_or("")
    }
}

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

/// Finds lines and columns of byte offsets.
#[derive(Debug)]
pub struct LineIndex<'a> {
    text: &'a str,
    /// Byte offset of the first character of every line.
    starts: Vec<u32>,
}

impl<'a> LineIndex<'a> {
    /// Finds the line breaks of the text. <https://www.w3.org/TR/WGSL/#line-break>
    #[must_use]
    pub fn new(text: &'a str) -> Self {
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
        Self { text, starts }
    }

    /// The place of a byte offset; offsets beyond the end count as the end.
    #[must_use]
    pub fn position(&self, offset: u32) -> Position {
        let offset = offset.min(self.text.len() as u32);
        let line = self.starts.partition_point(|start| *start <= offset) - 1;
        let start = self.starts[line];
        let before = self.text.get(start as usize..offset as usize).unwrap_or("");
        Position {
            line: line as u32 + 1,
            column_utf16: before.chars().map(|c| c.len_utf16() as u32).sum::<u32>() + 1,
            column_chars: before.chars().count() as u32 + 1,
            column_bytes: offset - start + 1,
        }
    }
}

/// Length in bytes of the line break that the bytes start with; 0 when they start with none.
#[must_use]
pub(crate) fn line_break_length(bytes: &[u8]) -> usize {
    match bytes {
        [b'\r', b'\n', ..] | [0xC2, 0x85, ..] => 2,
        [0x0A..=0x0D, ..] => 1,
        [0xE2, 0x80, 0xA8 | 0xA9, ..] => 3,
        _ => 0,
    }
}
