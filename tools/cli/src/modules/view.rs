//! Programs as editors look at them.

use super::Modules;
use crate::judgement::Question;
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use wgsl_lsp::Linked;
use wgsl_modules::{Defines, Explorer, FileIndex, Target, UnitCache, View};
use wgsl_validator::Validator;
use wgsl_validator::advice::Extent;

impl Modules {
    /// Returns the program of a file, with the names on its import lines, and further programs of parts with these words that it lacks. `cache` has
    /// files that were read before.
    pub(crate) fn views(
        &self,
        path: &str,
        words: &[String],
        cache: &UnitCache,
        validator: &mut Validator,
    ) -> Vec<Linked> {
        let Some(root) = self.project.find(path) else { return Vec::new() };
        let question = Question::default();
        let check = |text: &str| question.findings(text, Extent::Part, validator);
        let variants = self.variants.of(Path::new(path), &self.defines);
        // An editor begins with the first variant.
        let defines: &Defines = variants.first().map_or(&self.defines, |variant| &variant.defines);
        let views = Explorer::new(&self.project, root, cache, check).views(defines, words);
        views.into_iter().map(|view| self.linked(view)).collect()
    }

    /// A program with its files.
    fn linked(&self, view: View) -> Linked {
        let linked = view.links.iter().map(|link| match link.target {
            Target::Declaration(place) => place.file,
            Target::File(file) => file,
        });
        let files: BTreeSet<FileIndex> = view.program.files().iter().copied().chain(linked).collect();
        let file =
            |index: FileIndex| (index, self.path_of(index), Arc::clone(&self.project.file(index).text));
        Linked { files: files.into_iter().map(file).collect(), view }
    }

    /// The path of a file as a client knows it.
    fn path_of(&self, index: FileIndex) -> PathBuf {
        let name = self.name(&self.project.file(index).path);
        std::path::absolute(name).unwrap_or_else(|_| PathBuf::from(name))
    }

    /// Returns the paths in the project of its files that have one of these words, or of all files if there are none.
    pub(crate) fn with_words(&self, words: &[String]) -> Vec<&str> {
        let is_word = |it: char| it == '_' || it.is_alphanumeric();
        let has = |text: &str, word: &String| {
            text.match_indices(word.as_str()).any(|(at, _)| {
                !text[..at].ends_with(is_word) && !text[at + word.len()..].starts_with(is_word)
            })
        };
        let is_wanted = |text: &str| words.is_empty() || words.iter().any(|word| has(text, word));
        self.files.iter().filter(|(_, file)| is_wanted(&file.text)).map(|(path, _)| path.as_str()).collect()
    }
}
