//! An open document.

use crate::address;
use crate::analysis::Analysis;
use crate::lines::Encoding;
use crate::text::Text;
use lsp_types::{Diagnostic, SemanticToken, TextDocumentContentChangeEvent as Change};
use shader_language::Language;
use std::cell::OnceCell;
use std::path::{Path, PathBuf};
use std::rc::Rc;
use std::sync::Arc;
use wgsl_embedded::Host;
use wgsl_modules::is_modular;

/// A document that a client has open.
#[derive(Debug)]
pub(crate) struct Document {
    version: i32,
    /// Its path, if it is a file.
    path: Option<PathBuf>,
    text: Text,
    /// The language of a program; `None` for a header, and for a program that may have shaders in it.
    language: Option<Language>,
    /// The language of a program that may have shaders in it.
    host: Option<Host>,
    /// True for a file of WESL, which is always assembled.
    is_wesl: bool,
    /// Whether this source has to be assembled, once something needed to know: finding out costs as much as reading the source.
    is_assembled: OnceCell<bool>,
    /// The analysis of this source, once something needed it.
    analysis: Option<Rc<Analysis>>,
    /// The diagnostics of this version that the client has.
    published: Option<Vec<Diagnostic>>,
    /// The last diagnostics that the client asked for, with their number.
    pulled: (u64, Vec<Diagnostic>),
    /// The last semantic tokens that the client asked for, with their number.
    tokens: (u64, Vec<SemanticToken>),
}

impl Document {
    /// Opens a document to which the client gives a language: the extension decides about a name that the server doesn't know.
    pub(crate) fn new(uri: &str, client_language: &str, version: i32, text: &str) -> Self {
        let name = Path::new(uri);
        let host = Host::named(client_language);
        // Clients know headers as C or C++, or by a setting for their folder as Metal.
        let language = (host.is_none() && !Language::is_header(name))
            .then(|| Language::named(client_language).unwrap_or_else(|| Language::of(name)));
        Self {
            version,
            path: address::path(uri),
            text: Text::new(text),
            language,
            host,
            is_wesl: name.extension().is_some_and(|it| it == "wesl"),
            is_assembled: OnceCell::new(),
            analysis: None,
            published: None,
            pulled: Default::default(),
            tokens: Default::default(),
        }
    }

    /// The version of the source, as the client counts.
    pub(crate) fn version(&self) -> i32 {
        self.version
    }

    /// Its path, if it is a file.
    pub(crate) fn path(&self) -> Option<&Path> {
        self.path.as_deref()
    }

    /// Makes these changes, each in the source that the one before left.
    pub(crate) fn change(&mut self, version: i32, changes: Vec<Change>, encoding: Encoding) {
        for change in changes {
            match change {
                Change::TextDocumentContentChangePartial(change) => {
                    self.text.replace(change.range, &change.text, encoding);
                }
                Change::TextDocumentContentChangeWholeDocument(change) => self.text = Text::new(&change.text),
            }
        }
        self.version = version;
        self.is_assembled = OnceCell::new();
        self.published = None;
        self.forget();
    }

    /// Forgets the analysis: the source, an imported file or the settings changed.
    pub(crate) fn forget(&mut self) {
        self.analysis = None;
    }

    /// The source.
    pub(crate) fn text(&self) -> &Arc<str> {
        self.text.whole()
    }

    /// The language; `None` for a header, which is checked with the programs that include it.
    pub(crate) fn language(&self) -> Option<Language> {
        self.language
    }

    /// The language of a program that may have shaders in it.
    pub(crate) fn host(&self) -> Option<Host> {
        self.host
    }

    /// Returns true if the document has imports or conditions.
    pub(crate) fn is_assembled(&self) -> bool {
        match self.language {
            Some(Language::Wgsl) => self.has_imports(),
            Some(Language::Metal) | None => false,
        }
    }

    fn has_imports(&self) -> bool {
        self.is_wesl || *self.is_assembled.get_or_init(|| is_modular(self.text()))
    }

    /// The analysis of the source, if it was made.
    pub(crate) fn analysis(&self) -> Option<&Rc<Analysis>> {
        self.analysis.as_ref()
    }

    /// Notes the diagnostics that are published, and returns true if the client has others of this version, or none.
    pub(crate) fn publish(&mut self, diagnostics: &[Diagnostic]) -> bool {
        let is_new = self.published.as_deref() != Some(diagnostics);
        self.published = Some(diagnostics.to_vec());
        is_new
    }

    /// Forgets the published diagnostics, so that the same are published again.
    #[cfg(test)]
    pub(crate) fn forget_published(&mut self) {
        self.published = None;
    }

    /// Returns the number of these diagnostics: a new one unless they are the last ones.
    pub(crate) fn identify(&mut self, diagnostics: &[Diagnostic]) -> u64 {
        let (number, known) = &mut self.pulled;
        if *number == 0 || known != diagnostics {
            *number += 1;
            *known = diagnostics.to_vec();
        }
        *number
    }

    /// Keeps the semantic tokens that the client gets, and returns their number and the ones before, if these have this number.
    pub(crate) fn exchange(
        &mut self,
        tokens: &[SemanticToken],
        known: Option<&str>,
    ) -> (u64, Option<Vec<SemanticToken>>) {
        let number = self.tokens.0 + 1;
        let before = std::mem::replace(&mut self.tokens, (number, tokens.to_vec()));
        let is_known = known.is_some_and(|known| known == before.0.to_string());
        (number, is_known.then_some(before.1))
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
        let mut document = Document::new("file:///a.wgsl", "wgsl", 1, "fn f() {}");
        document.change(2, serde_json::from_value(changes).expect("changes"), Encoding::Utf16);
        assert_eq!((document.version, &**document.text()), (2, "fn g\n\u{1d4b3}!"));
        let whole = serde_json::from_value(json!([{ "text": "" }])).expect("a change");
        document.change(3, whole, Encoding::Utf16);
        assert_eq!((document.version, &**document.text()), (3, ""));
    }
}
