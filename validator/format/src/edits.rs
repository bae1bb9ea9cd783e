//! The result of formatting: a text, and the edits that lead to it.

use crate::print::Printed;
use crate::source::Source;
use shader_source::Span;

/// A formatted program.
#[derive(Clone, Debug)]
pub struct Formatted {
    text: String,
    edits: Vec<Edit>,
    /// The offsets at which statements and declarations start, in ascending order.
    starts: Vec<u32>,
}

/// A change of what is between two tokens.
#[derive(Clone, Debug)]
struct Edit {
    span: Span,
    by: String,
    /// The offset of the token after it.
    before: u32,
}

impl Formatted {
    pub(crate) fn new(source: &Source<'_>, printed: Printed, starts: Vec<u32>) -> Self {
        let Printed { text, places } = printed;
        let mut edits = Vec::new();
        let (mut source_end, mut text_end) = (0, 0);
        let last = (source.text.len() as u32, text.len() as u32, 0);
        let place = |(token, place): (u32, u32)| {
            let span = source.tokens[token as usize].span;
            (span.lo, place, span.hi - span.lo)
        };
        for (lo, place, length) in places.into_iter().map(place).chain([last]) {
            let by = &text[text_end..place as usize];
            if by != &source.text[source_end..lo as usize] {
                edits.push(Edit { span: Span::new(source_end as u32, lo), by: by.to_owned(), before: lo });
            }
            (source_end, text_end) = ((lo + length) as usize, (place + length) as usize);
        }
        let starts = starts.into_iter().map(|token| source.tokens[token as usize].span.lo).collect();
        Self { text, edits, starts }
    }

    /// The whole text.
    #[must_use]
    pub fn text(&self) -> &str {
        &self.text
    }

    /// Returns true if the program was formatted before.
    #[must_use]
    pub fn is_unchanged(&self) -> bool {
        self.edits.is_empty()
    }

    /// The changes to the source that format it, in source order. They only concern what is between tokens.
    pub fn edits(&self) -> impl Iterator<Item = (Span, &str)> {
        self.edits.iter().map(|edit| (edit.span, edit.by.as_str()))
    }

    /// The changes of the statements and declarations that overlap with a range, and of the comments there.
    pub fn edits_in(&self, range: Span) -> impl Iterator<Item = (Span, &str)> {
        let first = self.starts.partition_point(|start| *start <= range.lo).saturating_sub(1);
        let after = self.starts.partition_point(|start| *start < range.hi.max(range.lo + 1));
        let lo = self.starts.get(first).copied().unwrap_or(0);
        let hi = self.starts.get(after).copied().unwrap_or(u32::MAX);
        self.edits
            .iter()
            .filter(move |edit| {
                let overlaps = edit.span.lo < range.hi && range.lo < edit.span.hi;
                overlaps || (lo..hi).contains(&edit.before)
            })
            .map(|edit| (edit.span, edit.by.as_str()))
    }

    /// The program with only the changes of [`edits_in`](Self::edits_in); `source` is the program before it was formatted.
    #[must_use]
    pub fn text_in(&self, range: Span, source: &str) -> String {
        let mut text = String::with_capacity(source.len());
        let mut done = 0;
        for (span, by) in self.edits_in(range) {
            text.push_str(&source[done..span.lo as usize]);
            text.push_str(by);
            done = span.hi as usize;
        }
        text.push_str(&source[done..]);
        text
    }
}
