//! The lines of a file, and the snippets that are taken from it.

use super::plain::Plain;
use crate::diagnostic::Label;
use crate::visible::visible;
use crate::{LineIndex, SourceFile, Span, steps};
use annotate_snippets::{Annotation, AnnotationKind, Group, Origin, Patch, Snippet};
use std::borrow::Cow;
use std::ops::Range;

/// The approximate size of a snippet in bytes, at most; places further apart have snippets of their own. Without a bound, the
/// cost would be the number of diagnostics times the size of the file.
pub(super) const WINDOW: usize = 4096;
/// The bytes of an overlong line that the snippet renderer gets on either side of a marked range: about the width of a terminal. Its cost grows
/// with the line, whatever part of it is shown.
const LONG_LINE: usize = 128;

/// A file with its plain form. Byte ranges refer to the plain form, spans to the original.
pub(super) struct FileText<'a> {
    file: &'a SourceFile<'a>,
    /// Its name in messages, as it can be shown.
    name: Cow<'a, str>,
    text: &'a str,
    plain: &'a Plain,
    lines: LineIndex<'a>,
}

impl<'a> FileText<'a> {
    pub(super) fn new(file: &'a SourceFile<'a>, plain: &'a Plain) -> Self {
        Self {
            file,
            name: visible(file.name()),
            text: &plain.text,
            plain,
            lines: LineIndex::new(&plain.text),
        }
    }

    /// Adds a snippet with these marks.
    pub(super) fn with_snippet(
        &'a self,
        group: Group<'a>,
        marks: &[(AnnotationKind, &'a Label)],
    ) -> Group<'a> {
        let spans: Vec<_> = marks.iter().map(|(_, label)| self.shown(label.span)).collect();
        let window = self.window(&spans);
        let annotations = marks.iter().zip(&spans).map(|((kind, label), span)| -> Annotation<'a> {
            let text = (!label.text.is_empty()).then_some(&*label.text);
            kind.span(span.start - window.start..span.end - window.start).label(text)
        });
        let snippet = Snippet::source(&self.text[window.clone()])
            .line_start(self.line(window.start))
            .annotations(annotations);
        if self.text[..window.start].ends_with('\n') || window.start == 0 {
            return group.element(snippet.path(&*self.name));
        }
        // The line is cut, so its columns cannot be counted from the snippet.
        let place = self.lines.position(spans[0].start as u32);
        let origin =
            Origin::path(&*self.name).line(place.line as usize).char_column(place.column_chars as usize);
        group.element(origin).element(snippet)
    }

    fn range(&self, span: Span) -> Range<usize> {
        let span = self.file.local(span);
        self.plain.offset(span.lo)..self.plain.offset(span.hi)
    }

    /// The marked part of a span: all of it, or its first line if it is large.
    fn shown(&self, span: Span) -> Range<usize> {
        let Range { start, end } = self.range(span);
        if end - start <= WINDOW {
            return start..end;
        }
        let limit = self.boundary_before(start + LONG_LINE);
        let line = self.text[start..limit].find('\n').map_or(limit, |length| start + length);
        start..line
    }

    /// The lines that contain the ranges; overlong lines are cut.
    fn window(&self, spans: &[Range<usize>]) -> Range<usize> {
        let start = spans.iter().map(|span| span.start).min().unwrap_or(0);
        let end = spans.iter().map(|span| span.end).max().unwrap_or(start);
        let earliest = self.boundary_before(start.saturating_sub(LONG_LINE));
        let latest = self.boundary_before((end + LONG_LINE).min(self.text.len()));
        let start = self.text[earliest..start].rfind('\n').map_or(earliest, |length| earliest + length + 1);
        let end = self.text[end..latest].find('\n').map_or(latest, |length| end + length);
        steps::take(end - start);
        start..end
    }

    fn boundary_before(&self, offset: usize) -> usize {
        (0..=offset).rev().find(|at| self.text.is_char_boundary(*at)).unwrap_or(0)
    }

    fn line(&self, offset: usize) -> usize {
        self.lines.position(offset as u32).line as usize
    }

    /// A snippet with changes; `None` if they lie too far apart.
    pub(super) fn patched(&'a self, edits: &'a [(Span, String)]) -> Option<Snippet<'a, Patch<'a>>> {
        let spans: Vec<_> = edits.iter().map(|(span, _)| self.range(*span)).collect();
        let window = self.window(&spans);
        let patches = edits.iter().zip(&spans).map(|((_, replacement), span)| {
            Patch::new(span.start - window.start..span.end - window.start, &**replacement)
        });
        let line = self.line(window.start);
        let snippet = Snippet::source(&self.text[window.clone()]).line_start(line).patches(patches);
        (window.len() <= 2 * WINDOW).then_some(snippet)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::SourceMap;

    #[test]
    fn overlong_lines_are_cut() {
        let text = "x".repeat(100_000);
        let sources = SourceMap::new("a", &text);
        let plain = Plain::new(&text);
        let source = FileText::new(&sources.files()[0], &plain);
        let marked = 50_000..50_001;
        assert_eq!(source.window(std::slice::from_ref(&marked)), 50_000 - LONG_LINE..50_001 + LONG_LINE);
        assert_eq!(source.shown(Span::new(10, 90_000)), 10..10 + LONG_LINE);
    }
}
