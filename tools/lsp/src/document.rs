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
    /// Its path, if it is on disk.
    path: Option<PathBuf>,
    text: Text,
    /// The language of a shader; `None` for a header or a host file.
    language: Option<Language>,
    /// The language of a host file.
    host: Option<Host>,
    /// Whether it is C++.
    is_cxx: bool,
    /// True for a WESL file, which is always assembled.
    is_wesl: bool,
    /// Whether this source has to be assembled. Computed on demand, because it costs a pass over the source.
    is_assembled: OnceCell<bool>,
    /// The analysis of this source, made on demand.
    analysis: Option<Rc<Analysis>>,
    /// The diagnostics that were published for this version.
    published: Option<Vec<Diagnostic>>,
    /// The last pulled diagnostics, with their result id.
    pulled: (u64, Vec<Diagnostic>),
    /// The last requested semantic tokens, with their result id.
    tokens: (u64, Vec<SemanticToken>),
}

impl Document {
    /// Opens a document with the client's language. The file extension decides if the server doesn't know that language.
    pub(crate) fn new(uri: &str, client_language: &str, version: i32, text: &str) -> Self {
        let name = Path::new(uri);
        let host = Host::named(client_language);
        let is_cxx = is_cxx(name, client_language);
        // Clients open headers as C or C++, or as Metal by a user setting.
        let language = (host.is_none() && !is_cxx && !Language::is_header(name))
            .then(|| Language::named(client_language).unwrap_or_else(|| Language::of(name)));
        Self {
            version,
            path: address::path(uri),
            text: Text::new(text),
            language,
            host,
            is_cxx,
            is_wesl: name.extension().is_some_and(|it| it == "wesl"),
            is_assembled: OnceCell::new(),
            analysis: None,
            published: None,
            pulled: Default::default(),
            tokens: Default::default(),
        }
    }

    /// Returns the client's version number of the source.
    pub(crate) fn version(&self) -> i32 {
        self.version
    }

    /// Returns its path, if it is on disk.
    pub(crate) fn path(&self) -> Option<&Path> {
        self.path.as_deref()
    }

    /// Applies changes in order, each to the result of the previous one.
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

    /// Drops the analysis after a change of the source, an imported file or the settings.
    pub(crate) fn forget(&mut self) {
        self.analysis = None;
    }

    /// Returns the source.
    pub(crate) fn text(&self) -> &Arc<str> {
        self.text.whole()
    }

    /// Returns the language; `None` for a header, which is checked with the programs that include it.
    pub(crate) fn language(&self) -> Option<Language> {
        self.language
    }

    /// Returns the language of a host file.
    pub(crate) fn host(&self) -> Option<Host> {
        self.host
    }

    /// Returns true for a C++ source with kernels.
    pub(crate) fn is_amp(&self) -> bool {
        self.is_cxx && msl_validator::amp::has_kernels(self.text())
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

    /// Returns the analysis of the source, if there is one.
    pub(crate) fn analysis(&self) -> Option<&Rc<Analysis>> {
        self.analysis.as_ref()
    }

    /// Records the diagnostics to publish, and returns true if they differ from the published ones.
    pub(crate) fn publish(&mut self, diagnostics: &[Diagnostic]) -> bool {
        let is_new = self.published.as_deref() != Some(diagnostics);
        self.published = Some(diagnostics.to_vec());
        is_new
    }

    /// Forgets the published diagnostics, so that they are published again.
    #[cfg(test)]
    pub(crate) fn forget_published(&mut self) {
        self.published = None;
    }

    /// Returns the result id of these diagnostics, which is only new if they have changed.
    pub(crate) fn identify(&mut self, diagnostics: &[Diagnostic]) -> u64 {
        let (number, known) = &mut self.pulled;
        if *number == 0 || known != diagnostics {
            *number += 1;
            *known = diagnostics.to_vec();
        }
        *number
    }

    /// Stores semantic tokens, and returns their result id and the previous tokens, if these have the given id.
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

    /// Stores the analysis of the source.
    pub(crate) fn keep(&mut self, analysis: &Rc<Analysis>) {
        self.analysis = Some(Rc::clone(analysis));
    }
}

/// Returns true for C++, by the client's language, or by the extension if the client gives none of its own.
fn is_cxx(name: &Path, client_language: &str) -> bool {
    let has = |extension: &&str| name.extension().is_some_and(|it| it == *extension);
    ["cpp", "c"].contains(&client_language) || ["cpp", "cc", "cxx"].iter().any(has)
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
