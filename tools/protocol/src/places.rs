//! The files of a program: places in its text, and where they are in the files that it was made of.

use shader_source::{Lines, Position, Span, start_behind};
use std::sync::Arc;

/// A span of a program that comes from a file.
#[derive(Clone, Copy, Debug)]
pub struct Part {
    /// Where it is in the program.
    pub span: Span,
    /// The index of the file.
    pub source: usize,
    /// Where it is in the file.
    pub origin: Span,
    /// Whether it is a copy, and not an expansion of a macro.
    pub is_copy: bool,
}

/// The files of a program.
#[derive(Debug)]
pub struct Places {
    files: Vec<File>,
    parts: Vec<Part>,
}

/// A file.
#[derive(Debug)]
pub struct File {
    /// The name in messages.
    pub name: String,
    text: Arc<str>,
    lines: Lines,
}

/// A place in a file.
pub struct Place<'a> {
    /// The file.
    pub file: &'a File,
    /// Its index.
    pub index: usize,
    /// The place in it.
    pub position: Position,
}

impl File {
    fn new(name: String, text: Arc<str>) -> Self {
        let lines = Lines::new(&text);
        Self { name, text, lines }
    }

    /// A line; lines count from 1.
    #[must_use]
    pub fn line(&self, number: u32) -> Option<&str> {
        self.text.lines().nth(number.checked_sub(1)? as usize)
    }
}

impl Places {
    /// The files of a program that was assembled of their parts.
    #[must_use]
    pub fn assembled(files: impl IntoIterator<Item = (String, Arc<str>)>, parts: Vec<Part>) -> Self {
        Self { files: files.into_iter().map(|(name, text)| File::new(name, text)).collect(), parts }
    }

    /// A program and the files that it includes: spans in them follow the spans in the program.
    #[must_use]
    pub fn of_files(files: impl IntoIterator<Item = (String, Arc<str>)>) -> Self {
        let (mut all, mut parts, mut start) = (Vec::new(), Vec::new(), Some(0));
        for (name, text) in files {
            let Some(lo) = start else { break };
            let length = text.len() as u32;
            let span = Span::new(lo, lo + length);
            parts.push(Part { span, source: all.len(), origin: Span::new(0, length), is_copy: true });
            start = start_behind(lo, &text);
            all.push(File::new(name, text));
        }
        Self { files: all, parts }
    }

    /// The files; the first one is the main file of a program that was not assembled.
    #[must_use]
    pub fn files(&self) -> &[File] {
        &self.files
    }

    /// The index of the file with the program. Imported files come after it.
    #[must_use]
    pub const fn main(&self) -> usize {
        0
    }

    /// Where a place of the program is; `None` for text that comes from no file.
    #[must_use]
    pub fn place(&self, offset: u32) -> Option<Place<'_>> {
        let index = self.parts.partition_point(|part| part.span.lo <= offset).checked_sub(1)?;
        let Part { span, source, origin, is_copy } = self.parts[index];
        if offset > span.hi {
            return None;
        }
        let own = if is_copy { (origin.lo + (offset - span.lo)).min(origin.hi) } else { origin.lo };
        let file = &self.files[source];
        Some(Place { file, index: source, position: file.lines.position(&file.text, own) })
    }

    /// The source of a span of the program, from its file.
    #[must_use]
    pub fn source(&self, span: Span) -> Option<&str> {
        let index = self.parts.partition_point(|part| part.span.lo <= span.lo).checked_sub(1)?;
        let Part { span: whole, source, origin, is_copy } = self.parts[index];
        if !is_copy || span.hi > whole.hi {
            return None;
        }
        let own = |place: u32| (origin.lo + (place - whole.lo)) as usize;
        self.files[source].text.get(own(span.lo)..own(span.hi))
    }

    /// `file:line` of a place.
    #[must_use]
    pub fn label(&self, offset: u32) -> Option<String> {
        let Place { file, position, .. } = self.place(offset)?;
        Some(format!("{}:{}", shader_source::visible(&file.name), position.line))
    }
}
