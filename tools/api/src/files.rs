//! The files of a checked program, and lines and columns in them.

use core::fmt;
use core::ops::Range;
use shader_source::{SourceMap, Span};
use std::sync::Arc;

/// A place in a file.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash, PartialOrd, Ord)]
#[non_exhaustive]
pub struct Position {
    /// The byte offset in the file.
    pub offset: usize,
    /// The line, from 1.
    pub line: u32,
    /// The column in characters, from 1.
    pub column: u32,
    /// The column in UTF-16 code units, from 1: the unit of WebGPU's compilation messages and of editors.
    pub column_utf16: u32,
}

impl fmt::Display for Position {
    /// Writes `line:column`.
    fn fmt(&self, output: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(output, "{}:{}", self.line, self.column)
    }
}

/// A range of a file.
#[derive(Clone, PartialEq, Eq, Debug, Hash)]
#[non_exhaustive]
pub struct SourceRange {
    /// The name of the file, as given to [`Validator::file_name`](crate::Validator::file_name) or
    /// [`Validator::file`](crate::Validator::file). A checked source without a name is `shader.wgsl`.
    pub file: Arc<str>,
    /// The position of the first byte.
    pub start: Position,
    /// The position after the last byte.
    pub end: Position,
}

impl SourceRange {
    /// Returns the byte offsets, to index the contents of the file with: `&source[range.bytes()]`.
    #[must_use]
    pub fn bytes(&self) -> Range<usize> {
        self.start.offset..self.end.offset
    }
}

impl fmt::Display for SourceRange {
    /// Writes `file:line:column`.
    fn fmt(&self, output: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(output, "{}:{}", self.file, self.start)
    }
}

/// A file with its name.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct File {
    pub(crate) name: Arc<str>,
    pub(crate) text: Arc<str>,
}

/// The files that the spans of some diagnostics refer to. Clones share them.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Files {
    /// The file that was checked.
    pub(crate) main: File,
    /// Files that it imports.
    others: Arc<[File]>,
}

impl Files {
    /// The checked file and its imports.
    pub(crate) fn new(main: File, others: impl IntoIterator<Item = File>) -> Self {
        Self { main, others: others.into_iter().collect() }
    }

    /// Returns the map that spans are looked up in. It indexes all lines: make it once for several spans.
    pub(crate) fn map(&self) -> SourceMap<'_> {
        let mut map = SourceMap::new(&self.main.name, &self.main.text);
        for file in &*self.others {
            // No span refers to a file beyond 4 GiB.
            let _ = map.add(&file.name, &file.text);
        }
        map
    }

    /// Returns the contents, in the order in which spans count them.
    pub(crate) fn texts(&self) -> impl Iterator<Item = &str> {
        core::iter::once(&self.main).chain(&*self.others).map(|file| &*file.text)
    }

    /// Returns the contents of the file with this name.
    pub(crate) fn named(&self, name: &str) -> Option<&str> {
        core::iter::once(&self.main)
            .chain(&*self.others)
            .find(|file| &*file.name == name)
            .map(|file| &*file.text)
    }

    fn file(&self, index: usize) -> &File {
        index.checked_sub(1).map_or(&self.main, |index| &self.others[index])
    }

    /// Returns the range of a span in its file.
    pub(crate) fn range(&self, span: Span, map: &SourceMap<'_>) -> SourceRange {
        let range = map.range(span);
        let position = |offset: u32, at: shader_source::Position| Position {
            offset: offset as usize,
            line: at.line,
            column: at.column_chars,
            column_utf16: at.column_utf16,
        };
        SourceRange {
            file: Arc::clone(&self.file(map.file_index(span.lo)).name),
            start: position(range.span.lo, range.first),
            end: position(range.span.hi, range.last),
        }
    }
}
