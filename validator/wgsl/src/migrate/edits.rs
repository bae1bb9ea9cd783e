//! Changes of a text at many places.

use shader_source::Span;

/// Replacements and insertions, in any order of places.
#[derive(Debug, Default)]
pub(super) struct Edits(Vec<(Span, String)>);

impl Edits {
    pub(super) fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Puts words in the place of others. The earlier of two edits that overlap holds.
    pub(super) fn replace(&mut self, span: Span, by: impl Into<String>) {
        self.0.push((span, by.into()));
    }

    pub(super) fn delete(&mut self, span: Span) {
        self.replace(span, "");
    }

    /// Inserts words. Those that were inserted at this place before stay in front of them.
    pub(super) fn insert(&mut self, at: u32, words: impl Into<String>) {
        self.replace(Span::new(at, at), words);
    }

    /// Puts words around a part.
    pub(super) fn wrap(&mut self, span: Span, before: &str, after: &str) {
        self.insert(span.lo, before);
        self.insert(span.hi, after);
    }

    /// The program after all edits.
    pub(super) fn apply(mut self, text: &str) -> String {
        // What is inserted in front of a replaced word stays in front of it.
        self.0.sort_by_key(|(span, _)| (span.lo, span.hi > span.lo));
        let mut edited = String::with_capacity(text.len());
        let mut end = 0;
        for (span, by) in self.0 {
            if span.lo < end {
                continue;
            }
            edited.push_str(Span::new(end, span.lo).text(text));
            edited.push_str(&by);
            end = span.hi;
        }
        edited.push_str(&text[end as usize..]);
        edited
    }
}
