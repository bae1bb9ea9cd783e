//! All files of the package of a document, for features that look at files that nothing has open.

use crate::files::{MOST_BYTES, read_file};
use crate::kept::{Kept, Opened};
use crate::modules::Surroundings;
use crate::opened::package;
use crate::walk::walk;
use shader_language::Language;
use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use wgsl_lsp::{Assembly, Inside, Linked, Open, Prefix, Search};
use wgsl_modules::UnitCache;
use wgsl_validator::Validator;

/// The packages of the documents that were asked about last.
#[derive(Default)]
pub(crate) struct Package {
    /// The folder of the package.
    folder: PathBuf,
    /// The state of the disk that the files were read in.
    files: Option<u64>,
    /// The files on disk.
    on_disk: BTreeMap<PathBuf, Arc<str>>,
    kept: Kept,
    sources: Option<Sources>,
}

/// The files in some folders, in a state of the disk.
type Sources = ((BTreeSet<PathBuf>, u64), BTreeMap<PathBuf, Arc<str>>);

impl Package {
    /// Returns the programs of files in the package of the first document.
    pub(crate) fn search(
        &mut self,
        assembly: Assembly<'_>,
        search: Search<'_>,
        around: impl FnOnce() -> Surroundings,
        validator: &mut Validator,
    ) -> Vec<Linked> {
        self.update(assembly, around);
        let Some(modules) = self.kept.modules() else { return Vec::new() };
        let edited = search
            .edited
            .iter()
            .filter_map(|(path, text)| Some((self.kept.path(path)?.to_owned(), text.to_string())));
        let edited: BTreeMap<String, String> = edited.collect();
        let (with_edits, fresh);
        let (modules, cache) = if edited.is_empty() {
            (modules, &self.kept.cache)
        } else {
            (with_edits, fresh) = (modules.with(edited), UnitCache::default());
            (&with_edits, &fresh)
        };
        let inside = self.folder.to_string_lossy().into_owned();
        let is_inside = |path: &&str| Path::new(path).starts_with(&inside);
        let roots = modules.with_words(search.words).into_iter().filter(is_inside);
        roots.flat_map(|path| modules.views(path, search.words, cache, validator)).collect()
    }

    /// Returns the names that may follow a path in the first document.
    pub(crate) fn inside(
        &mut self,
        assembly: Assembly<'_>,
        prefix: Prefix<'_>,
        around: impl FnOnce() -> Surroundings,
        validator: &mut Validator,
    ) -> Option<Inside> {
        self.update(assembly, around);
        let path = self.kept.path(assembly.paths.first()?)?;
        self.kept.modules()?.inside(path, prefix, &self.kept.cache, validator)
    }

    /// Brings the project of the first document's package up to date.
    fn update(&mut self, assembly: Assembly<'_>, around: impl FnOnce() -> Surroundings) {
        let Assembly { paths, open, defines, edition, .. } = assembly;
        let Some(folder) = paths.first().and_then(|path| path.parent()) else { return };
        self.read(package(folder), open.files);
        let mut texts = self.on_disk.clone();
        texts.extend(open.texts.iter().map(|(path, text)| (path.clone(), Arc::clone(text))));
        let opened = Opened { generation: open.generation, files: open.files, texts: &texts };
        self.kept.update(opened, edition, around, |it| it.is_by(defines, edition));
    }

    /// Reads the files of a package, if the disk may have changed.
    fn read(&mut self, folder: PathBuf, files: u64) {
        if self.folder == folder && self.files == Some(files) {
            return;
        }
        self.on_disk = shaders(&folder);
        (self.folder, self.files) = (folder, Some(files));
        // The files are others: what is known about them is compared when the project is made.
        self.kept.forget_state();
    }

    /// Returns the files in these folders, or in the packages of the open documents if there are none.
    pub(crate) fn sources(&mut self, open: &Open, folders: &[PathBuf]) -> BTreeMap<PathBuf, Arc<str>> {
        let folders: BTreeSet<PathBuf> = if folders.is_empty() {
            open.texts.keys().filter_map(|path| Some(package(path.parent()?))).collect()
        } else {
            folders.iter().cloned().collect()
        };
        let state = (folders, open.files);
        match &self.sources {
            Some((known, sources)) if *known == state => sources.clone(),
            _ => {
                let sources: BTreeMap<_, _> = state.0.iter().flat_map(|folder| shaders(folder)).collect();
                self.sources = Some((state, sources.clone()));
                sources
            }
        }
    }
}

/// The WGSL files in a folder, as the command line finds them.
fn shaders(folder: &Path) -> BTreeMap<PathBuf, Arc<str>> {
    let is_shader = |path: &Path| {
        let extensions = Language::Wgsl.extensions();
        path.extension().is_some_and(|it| extensions.iter().any(|known| it == *known)) && path.is_file()
    };
    let entries = walk(folder).flatten();
    let paths = entries.map(ignore::DirEntry::into_path).filter(|path| is_shader(path));
    let read = |path: PathBuf| {
        let bytes = read_file(&path, MOST_BYTES).ok()?;
        Some((path, String::from_utf8_lossy(&bytes).into()))
    };
    paths.filter_map(read).collect()
}
