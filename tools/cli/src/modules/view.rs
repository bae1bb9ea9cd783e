//! Programs as editors look at them.

use super::Modules;
use crate::judgement::Question;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use wgsl_lsp::{Inside, Linked, Prefix, Search};
use wgsl_modules::{Defines, Explorer, File, UnitCache};
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
        // Names in messages are relative to the working directory.
        let path = |file: &File| {
            let name = self.name(&file.path);
            std::path::absolute(name).unwrap_or_else(|_| PathBuf::from(name))
        };
        views.into_iter().map(|view| Linked::new(view, &self.project, path)).collect()
    }

    /// Returns the names that may follow a path in a file.
    pub(crate) fn inside(
        &self,
        path: &str,
        prefix: Prefix<'_>,
        cache: &UnitCache,
        validator: &mut Validator,
    ) -> Option<Inside> {
        let root = self.project.find(path)?;
        let variants = self.variants.of(Path::new(path), &self.defines);
        let defines = variants.first().map_or(&self.defines, |variant| &variant.defines);
        let contents = self.project.contents(root, prefix.names, prefix.is_import, defines, cache);
        let module = contents.file.map(|file| self.project.file(file).path.as_str());
        let program = module.and_then(|module| self.views(module, &[], cache, validator).into_iter().next());
        Some(Inside { contents, program })
    }

    /// Returns the paths in the project of its files that have one of these words, or of all files if there are none.
    pub(crate) fn with_words(&self, words: &[String]) -> Vec<&str> {
        let search = Search { words, edited: &BTreeMap::new() };
        let is_wanted = |text: &str| search.wants(text);
        self.files.iter().filter(|(_, file)| is_wanted(&file.text)).map(|(path, _)| path.as_str()).collect()
    }
}
