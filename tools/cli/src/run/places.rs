//! The files of a program that runs: places in its text, and where they are in the files that it was made of.

use crate::judgement::Judgement;
use crate::source_map::{Expanded, Part};
use shader_source::{Lines, Position, Span, start_behind};
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// The files of a program.
#[derive(Debug)]
pub(crate) struct Places {
    files: Vec<File>,
    parts: Vec<Part>,
}

/// A file.
#[derive(Debug)]
pub(crate) struct File {
    /// The name in messages.
    pub(crate) name: String,
    text: Arc<str>,
    lines: Lines,
}

/// A place in a file.
pub(crate) struct Place<'a> {
    pub(crate) file: &'a File,
    /// The index of the file.
    pub(crate) index: usize,
    pub(crate) position: Position,
}

impl File {
    fn new(name: String, text: Arc<str>) -> Self {
        let lines = Lines::new(&text);
        Self { name, text, lines }
    }

    /// The absolute path.
    pub(crate) fn path(&self) -> PathBuf {
        std::path::absolute(&self.name).unwrap_or_else(|_| self.name.clone().into())
    }

    /// Returns true if a path names the file.
    pub(crate) fn is_at(&self, path: &Path) -> bool {
        let canonical = |path: &Path| std::fs::canonicalize(path).ok();
        self.path() == path || canonical(path).is_some_and(|path| Some(path) == canonical(&self.path()))
    }

    /// A line; lines count from 1.
    pub(crate) fn line(&self, number: u32) -> Option<&str> {
        self.text.lines().nth(number.checked_sub(1)? as usize)
    }
}

impl Places {
    /// The files of a program, which was assembled of others if there is a way back to them.
    pub(crate) fn new(judgement: &Judgement, origins: Option<Expanded>) -> Self {
        if let Some(Expanded { parts, sources, .. }) = origins {
            let files = sources.into_iter().map(|(name, text)| File::new(name, text)).collect();
            return Self { files, parts };
        }
        let main = (judgement.name.clone(), judgement.text.as_str().into());
        let (mut files, mut parts, mut start) = (Vec::new(), Vec::new(), Some(0));
        for (name, text) in core::iter::once(main).chain(judgement.others.iter().cloned()) {
            let Some(lo) = start else { break };
            let length = text.len() as u32;
            let span = Span::new(lo, lo + length);
            parts.push(Part { span, source: files.len(), origin: Span::new(0, length), is_copy: true });
            start = start_behind(lo, &text);
            files.push(File::new(name, text));
        }
        Self { files, parts }
    }

    /// The files; the first one is the main file of a program that was not assembled.
    pub(crate) fn files(&self) -> &[File] {
        &self.files
    }

    /// The index of the file at a path.
    pub(crate) fn index_of(&self, path: &Path) -> Option<usize> {
        self.files.iter().position(|file| file.is_at(path))
    }

    /// Where a place of the program is; `None` for text that comes from no file.
    pub(crate) fn place(&self, offset: u32) -> Option<Place<'_>> {
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
    pub(crate) fn source(&self, span: Span) -> Option<&str> {
        let index = self.parts.partition_point(|part| part.span.lo <= span.lo).checked_sub(1)?;
        let Part { span: whole, source, origin, is_copy } = self.parts[index];
        if !is_copy || span.hi > whole.hi {
            return None;
        }
        let own = |place: u32| (origin.lo + (place - whole.lo)) as usize;
        self.files[source].text.get(own(span.lo)..own(span.hi))
    }

    /// `file:line` of a place.
    pub(crate) fn label(&self, offset: u32) -> Option<String> {
        let Place { file, position, .. } = self.place(offset)?;
        Some(format!("{}:{}", shader_source::visible(&file.name), position.line))
    }
}
