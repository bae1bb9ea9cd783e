//! The files of a program.

use crate::lines::Lines;
use crate::{Position, Span};
use std::sync::OnceLock;

/// The files of a program, behind one another in one range of bytes. A [`Span`] lies in one of them, which its offset tells: it
/// needs no number of a file, and in the first file it holds the offsets in that file.
#[derive(Debug)]
pub struct SourceMap<'a> {
    /// Never empty.
    files: Vec<SourceFile<'a>>,
}

/// A file of a program.
#[derive(Debug)]
pub struct SourceFile<'a> {
    name: &'a str,
    text: &'a str,
    /// The offset of its first byte in the range of all files.
    start: u32,
    /// Made for the first position in the file: most files of a program have none.
    lines: OnceLock<Lines>,
}

/// A range of a file, as people and editors count it.
#[derive(Clone, Copy, Debug)]
pub struct SourceRange<'m, 'a> {
    /// The file.
    pub file: &'m SourceFile<'a>,
    /// The bytes of the file.
    pub span: Span,
    /// The position of the first byte.
    pub first: Position,
    /// The position behind the last byte.
    pub last: Position,
}

impl<'a> SourceMap<'a> {
    /// A program of one file.
    #[must_use]
    pub fn new(name: &'a str, text: &'a str) -> Self {
        Self { files: vec![SourceFile { name, text, start: 0, lines: OnceLock::new() }] }
    }

    /// Adds a file and returns the offset of its first byte, which its spans begin at. `None` if all files together would have
    /// 4 GiB or more.
    pub fn add(&mut self, name: &'a str, text: &'a str) -> Option<u32> {
        let last = self.files.last()?;
        let start = start_behind(last.start, last.text)?;
        start.checked_add(u32::try_from(text.len()).ok()?)?;
        self.files.push(SourceFile { name, text, start, lines: OnceLock::new() });
        Some(start)
    }

    /// The files, in the order in which they were added.
    #[must_use]
    pub fn files(&self) -> &[SourceFile<'a>] {
        &self.files
    }

    /// The index of the file that an offset lies in.
    #[must_use]
    pub fn file_index(&self, offset: u32) -> usize {
        self.files.partition_point(|file| file.start <= offset).saturating_sub(1)
    }

    /// The range of a span. A span beyond the end of its file ends there.
    #[must_use]
    pub fn range(&self, span: Span) -> SourceRange<'_, 'a> {
        let file = &self.files[self.file_index(span.lo)];
        let span = file.local(span);
        let lines = file.lines.get_or_init(|| Lines::new(file.text));
        let position = |offset| lines.position(file.text, offset);
        SourceRange { file, span, first: position(span.lo), last: position(span.hi) }
    }
}

impl<'a> SourceFile<'a> {
    /// Its name in messages.
    #[must_use]
    pub const fn name(&self) -> &'a str {
        self.name
    }

    /// Its source.
    #[must_use]
    pub const fn text(&self) -> &'a str {
        self.text
    }

    /// The offset of its first byte in the range of all files of the program.
    #[must_use]
    pub const fn start(&self) -> u32 {
        self.start
    }

    /// The bytes of this file that a span of the program stands for.
    #[must_use]
    pub fn local(&self, span: Span) -> Span {
        let local = |offset: u32| offset.saturating_sub(self.start).min(self.text.len() as u32);
        let lo = local(span.lo);
        // A span that begins in one file may end in a different one: a structure whose members are included, for example.
        Span::new(lo, local(span.hi).max(lo))
    }
}

/// The offset of the first byte of the file after the file that begins here; `None` beyond 4 GiB.
#[must_use]
pub fn start_behind(start: u32, text: &str) -> Option<u32> {
    // A byte lies between two files: the end of one is not the beginning of the next.
    start.checked_add(u32::try_from(text.len()).ok()?)?.checked_add(1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_span_of_the_first_file_is_a_range_of_bytes() {
        let map = SourceMap::new("a", "x\nyz");
        let range = map.range(Span::new(2, 4));
        assert_eq!((range.file.name(), range.span), ("a", Span::new(2, 4)));
        assert_eq!((range.first.line, range.first.column_bytes, range.last.column_bytes), (2, 1, 3));
    }

    #[test]
    fn a_span_lies_in_the_file_of_its_offset() {
        let mut map = SourceMap::new("a", "one");
        let second = map.add("b", "").expect("it fits");
        let third = map.add("c", "\nthree").expect("it fits");
        let at = |lo, hi| {
            let range = map.range(Span::new(lo, hi));
            (range.file.name(), range.span, range.first.line, range.first.column_utf16)
        };
        assert_eq!(at(3, 3), ("a", Span::new(3, 3), 1, 4), "the end of the first file");
        assert_eq!(at(second, second), ("b", Span::new(0, 0), 1, 1), "an empty file");
        assert_eq!(at(third + 1, third + 6), ("c", Span::new(1, 6), 2, 1));
        assert_eq!(at(third + 1, third + 99), ("c", Span::new(1, 6), 2, 1), "beyond the end");
        assert_eq!(at(third + 1, 2), ("c", Span::new(1, 1), 2, 1), "an end in an earlier file");
        assert_eq!(map.files().len(), 3);
    }

    #[test]
    fn a_span_is_small() {
        assert_eq!(size_of::<Span>(), 8);
    }
}
