//! The project of the open documents, kept from edit to edit.
//!
//! [`Kept::update`] brings it up to date. An edit that leaves the imports of a document as they are costs that document. Any other change, and
//! files on disk that may have changed, make the project again, with what is known about files that did not change.

use crate::files::Input;
use crate::modules::{Given, Modules, Surroundings};
use crate::paths::identity;
use shader_source::steps;
use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use wgsl_lsp::Open;
use wgsl_modules::UnitCache;
use wgsl_spec::Edition;

/// A project, and the state of the documents that it was made of.
#[derive(Default)]
pub(crate) struct Kept {
    generation: u64,
    files: u64,
    documents: BTreeMap<PathBuf, Document>,
    /// Returns true if several documents are one file, by way of links: which of them counts depends on all of them.
    has_links: bool,
    modules: Option<Modules>,
    /// The files of the project that were read with other definitions.
    pub(crate) cache: UnitCache,
}

/// The files that a project is made of, with the state of the documents and of the disk.
#[derive(Clone, Copy)]
pub(crate) struct Opened<'a> {
    pub(crate) generation: u64,
    pub(crate) files: u64,
    pub(crate) texts: &'a BTreeMap<PathBuf, Arc<str>>,
}

impl<'a> From<&'a Open> for Opened<'a> {
    fn from(open: &'a Open) -> Self {
        Self { generation: open.generation, files: open.files, texts: &open.texts }
    }
}

struct Document {
    /// Its path in the project.
    path: String,
    text: Arc<str>,
}

/// What an update changed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Updated {
    /// Nothing, or the texts of files.
    Texts,
    /// The files of the project, or their imports.
    Files,
}

impl Kept {
    /// The project; `None` if no document has imports or conditions.
    pub(crate) const fn modules(&self) -> Option<&Modules> {
        self.modules.as_ref()
    }

    /// Brings the project up to date. `around` returns the settings to make it with.
    pub(crate) fn update(
        &mut self,
        open: Opened<'_>,
        edition: Edition,
        around: impl FnOnce() -> Surroundings,
        is_by: impl Fn(&Modules) -> bool,
    ) -> Updated {
        let is_by = self.modules.as_ref().is_some_and(is_by);
        if is_by && self.generation == open.generation {
            return Updated::Texts;
        }
        let is_changed = is_by && self.files == open.files && self.change(open);
        (self.generation, self.files) = (open.generation, open.files);
        if is_changed {
            return Updated::Texts;
        }
        self.make(open, edition, around());
        Updated::Files
    }

    /// Gives the project the new texts of the documents. Returns false if it has to be made again.
    fn change(&mut self, open: Opened<'_>) -> bool {
        let are_same = self.documents.len() == open.texts.len()
            && open.texts.keys().all(|path| self.documents.contains_key(path));
        let Some(modules) = self.modules.as_mut().filter(|_| are_same && !self.has_links) else {
            return false;
        };
        for (path, text) in open.texts {
            let Some(document) = self.documents.get_mut(path) else { return false };
            if Arc::ptr_eq(&document.text, text) || document.text == *text {
                continue;
            }
            let Some(file) = modules.change(&document.path, text) else { return false };
            self.cache.forget(file);
            document.text = Arc::clone(text);
        }
        true
    }

    fn make(&mut self, open: Opened<'_>, edition: Edition, around: Surroundings) {
        steps::take(open.texts.len());
        let document = |(path, text): (&PathBuf, &Arc<str>)| {
            let path_in_project = identity(path);
            (path.clone(), Document { path: path_in_project, text: Arc::clone(text) })
        };
        self.documents = open.texts.iter().map(document).collect();
        let identities: BTreeSet<&str> = self.documents.values().map(|it| it.path.as_str()).collect();
        self.has_links = identities.len() < self.documents.len();
        let given = |(path, document): (&PathBuf, &Document)| Given {
            input: Input::File(path.clone()),
            path: document.path.clone(),
            name: path.display().to_string(),
            text: Arc::clone(&document.text),
        };
        let given: Vec<Given> = self.documents.iter().map(given).collect();
        let before = self.modules.take();
        self.modules = Modules::of(&given, around, edition, before);
        self.cache = UnitCache::default();
    }

    /// Makes the project again at the next update.
    pub(crate) fn forget_state(&mut self) {
        self.files = u64::MAX;
        self.generation = u64::MAX;
    }

    /// The path of a document in the project.
    pub(crate) fn path(&self, document: &Path) -> Option<&str> {
        self.documents.get(document).map(|known| known.path.as_str())
    }

    /// Returns true if a document has a different path in the project, by way of links.
    pub(crate) fn is_link(&self, document: &Path) -> bool {
        self.documents.get(document).is_none_or(|known| Path::new(&known.path) != document)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::fs;
    use wgsl_modules::Defines;

    /// A folder with files, and the state of an editor that has the first one open.
    fn opened(files: &[(&str, &str)]) -> (tempfile::TempDir, Open) {
        let root = tempfile::tempdir().expect("a folder");
        for (name, text) in files {
            fs::write(root.path().join(name), text).expect("a file");
        }
        let texts = [(root.path().join(files[0].0), Arc::from(files[0].1))].into();
        (root, Open { generation: 1, texts, ..Open::default() })
    }

    /// Gives the open document a text, and returns what that changes, and the text of the program.
    fn updated(kept: &mut Kept, open: &mut Open, text: &str) -> (Updated, String) {
        open.generation += 1;
        for document in open.texts.values_mut() {
            *document = text.into();
        }
        let is_by = |it: &Modules| it.is_by(&Defines::default(), Edition::default());
        let updated = kept.update(Opened::from(&*open), Edition::default(), Surroundings::default, is_by);
        let input = Input::File(open.texts.keys().next().expect("a document").clone());
        (updated, kept.modules().and_then(|it| Some(it.linked(&input)?.text)).unwrap_or_default())
    }

    #[test]
    fn an_edit_that_imports_the_same_looks_at_no_file() {
        let (root, mut open) = opened(&[("a.wesl", ""), ("b.wesl", "fn b() {}"), ("c.wesl", "fn c() {}")]);
        let mut kept = Kept::default();
        let text = "import package::b::b;\nfn a() { b(); }";
        assert_eq!(updated(&mut kept, &mut open, text).0, Updated::Files);
        fs::write(root.path().join("b.wesl"), "fn b() { return; }").expect("a file");
        let (how, program) = updated(&mut kept, &mut open, &format!("{text} // more"));
        assert_eq!(how, Updated::Texts);
        assert!(program.contains("// more") && program.contains("fn b() {}"), "{program}");
        open.files += 1;
        let (how, program) = updated(&mut kept, &mut open, text);
        assert_eq!(how, Updated::Files);
        assert!(program.contains("fn b() { return; }"), "{program}");
    }

    #[test]
    fn an_edit_that_imports_something_else_makes_the_project_again() {
        let (_root, mut open) = opened(&[("a.wesl", ""), ("b.wesl", "fn b() {}"), ("c.wesl", "fn c() {}")]);
        let mut kept = Kept::default();
        updated(&mut kept, &mut open, "import package::b::b;\nfn a() { b(); }");
        let (how, program) = updated(&mut kept, &mut open, "import package::c::c;\nfn a() { c(); }");
        assert_eq!(how, Updated::Files);
        assert!(program.contains("fn c() {}"), "{program}");
        // A path without an import leads to a file, too.
        let (how, program) = updated(&mut kept, &mut open, "fn a() { package::b::b(); }");
        assert_eq!(how, Updated::Files);
        assert!(program.contains("fn b() {}"), "{program}");
    }
}
