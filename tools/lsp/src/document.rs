//! An open document.

use crate::analysis::Analysis;
use crate::lines::{Encoding, Lines};
use lsp_types::TextDocumentContentChangeEvent as Change;
use std::rc::Rc;

/// A document that a client has open.
#[derive(Debug)]
pub(crate) struct Document {
    version: i32,
    text: String,
    /// The analysis of this source, once something needed it.
    analysis: Option<Rc<Analysis>>,
    /// Whether the client has the findings of this source.
    pub(crate) is_published: bool,
}

impl Document {
    pub(crate) fn new(version: i32, text: String) -> Self {
        Self { version, text, analysis: None, is_published: false }
    }

    /// The version of the source, as the client counts.
    pub(crate) fn version(&self) -> i32 {
        self.version
    }

    /// Makes these changes, each in the source that the one before left.
    pub(crate) fn change(&mut self, version: i32, changes: Vec<Change>, encoding: Encoding) {
        for change in changes {
            match change {
                Change::TextDocumentContentChangePartial(change) => {
                    let span = Lines::new(&self.text, encoding).span(&self.text, change.range);
                    self.text.replace_range(span.lo as usize..span.hi as usize, &change.text);
                }
                Change::TextDocumentContentChangeWholeDocument(change) => self.text = change.text,
            }
        }
        self.version = version;
        self.forget();
    }

    /// Forgets the analysis: the source or the settings are others.
    pub(crate) fn forget(&mut self) {
        self.analysis = None;
        self.is_published = false;
    }

    /// The source.
    pub(crate) fn text(&self) -> &str {
        &self.text
    }

    /// The analysis of the source, if it was made.
    pub(crate) fn analysis(&self) -> Option<Rc<Analysis>> {
        self.analysis.clone()
    }

    /// Keeps the analysis of the source.
    pub(crate) fn keep(&mut self, analysis: &Rc<Analysis>) {
        self.analysis = Some(Rc::clone(analysis));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn changes_are_made_one_after_the_other() {
        let changes = json!([
            { "range": { "start": { "line": 0, "character": 3 }, "end": { "line": 0, "character": 4 } }, "text": "g\n" },
            { "range": { "start": { "line": 1, "character": 0 }, "end": { "line": 1, "character": 0 } }, "text": "\u{1d4b3}" },
            { "range": { "start": { "line": 1, "character": 2 }, "end": { "line": 9, "character": 0 } }, "text": "!" },
        ]);
        let mut document = Document::new(1, "fn f() {}".to_owned());
        document.change(2, serde_json::from_value(changes).expect("changes"), Encoding::Utf16);
        assert_eq!((document.version, document.text.as_str()), (2, "fn g\n\u{1d4b3}!"));
        let whole = serde_json::from_value(json!([{ "text": "" }])).expect("a change");
        document.change(3, whole, Encoding::Utf16);
        assert_eq!((document.version, document.text.as_str()), (3, ""));
    }
}
