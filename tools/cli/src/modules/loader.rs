//! Reads the files of a project: the given ones, what they import, and what that imports.

use super::{ENDS, Known};
use crate::files::{self, MOST_BYTES};
use crate::opened::{NotOpened, Opened};
use crate::paths::{identity, shown};
use crate::walk::walk;
use crate::wesl_toml::Packages;
use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use wgsl_modules::{Defines, File, MOST_FOLDERS, includes, is_c_like, is_modular, wanted_with};
use wgsl_spec::Edition;

/// Reads the files of a project.
pub(super) struct Loader {
    pub(super) files: BTreeMap<String, File>,
    pub(super) names: HashMap<String, String>,
    pub(super) packages: Packages,
    pub(super) defines: Defines,
    pub(super) include: Vec<String>,
    pub(super) preambles: BTreeMap<String, Vec<String>>,
    pub(super) edition: Edition,
    pub(super) known: HashMap<String, Known>,
    /// Folders of which all files that define paths were read.
    projects: Vec<PathBuf>,
    pub(super) opened: Opened,
    pub(super) not_opened: NotOpened,
}

impl Loader {
    pub(super) fn new(
        (defines, include): (Defines, Vec<String>),
        edition: Edition,
        known: HashMap<String, Known>,
        opened: Opened,
    ) -> Self {
        let (files, names, packages) = (BTreeMap::new(), HashMap::new(), Packages::default());
        let (projects, not_opened, preambles) = Default::default();
        Self {
            files,
            names,
            packages,
            defines,
            include,
            preambles,
            edition,
            known,
            projects,
            opened,
            not_opened,
        }
    }

    pub(super) fn add(&mut self, path: String, name: String, text: Arc<str>) {
        let root = self.packages.root(Path::new(&path)).map(|root| identity(&root));
        let root = root.map(|root| self.packages.of_dependency(&path).unwrap_or(root));
        // What a `wesl.toml` names is open.
        let named = self.packages.folders.values().chain(&root);
        named.for_each(|folder| self.opened.add(Path::new(folder)));
        let mut file = File { path: path.clone(), text, root };
        match self.known.get(&path) {
            // One allocation for one content: comparing it again is comparing pointers.
            Some(known) if known.file == file => file.text = Arc::clone(&known.file.text),
            _ => {
                let is_modular = path.strip_suffix(".wesl").is_some() || is_modular(&file.text);
                let packages = BTreeMap::new();
                let known = Known { file: file.clone(), packages, is_modular, wanted: None };
                self.known.insert(path.clone(), known);
            }
        }
        self.names.insert(path.clone(), name);
        self.files.insert(path, file);
    }

    /// Reads the preambles of a file. One that can't be read is missing in its program, which reports that.
    pub(super) fn add_preambles(&mut self, path: &str, before: Vec<&Path>) {
        let mut paths = Vec::new();
        for preamble in before {
            let path = identity(preamble);
            if !self.files.contains_key(&path)
                && let Ok(bytes) = files::read_file(preamble, MOST_BYTES)
            {
                self.add(path.clone(), shown(Path::new(&path)), String::from_utf8_lossy(&bytes).into());
            }
            paths.push(path);
        }
        if !paths.is_empty() {
            self.preambles.insert(path.to_owned(), paths);
        }
    }

    pub(super) fn is_modular(&self, path: &str) -> bool {
        self.known.get(path).is_some_and(|known| known.is_modular)
    }

    /// The paths that the imports of a file may lead to.
    fn wanted(&mut self, path: &str) -> Arc<BTreeSet<String>> {
        let packages = &mut self.packages;
        let Some(known) = self.known.get_mut(path) else { return Arc::default() };
        match &known.wanted {
            Some(wanted) if known.packages == packages.folders => Arc::clone(wanted),
            _ => {
                let mut found = if is_c_like(&known.file.text) {
                    included(&known.file, &self.include)
                } else {
                    let mut find = |wanted: &[String]| packages.find(Path::new(path), wanted);
                    wanted_with(&known.file, &self.defines, self.edition, &mut find)
                };
                found.extend(preambles(&self.preambles, path));
                let found = Arc::new(found);
                known.packages.clone_from(&packages.folders);
                known.wanted = Some(Arc::clone(&found));
                found
            }
        }
    }

    /// Reads what these files import, and what that imports.
    pub(super) fn load_imports<'a>(&mut self, paths: impl Iterator<Item = &'a String>) {
        let mut queue: Vec<String> =
            paths.cloned().chain(self.preambles.values().flatten().cloned()).collect();
        self.packages.allowed = self.opened.folders().map(Path::to_owned).collect();
        // A preamble that can't be read is in no project.
        queue.retain(|path| self.files.contains_key(path));
        while let Some(path) = queue.pop() {
            let file = &self.files[&path];
            if is_c_like(&file.text) {
                for included in includes(file, &self.include) {
                    self.load(&included, &mut queue);
                }
            }
            if self.files[&path].text.contains("#import") {
                self.load_project(Path::new(&path), &mut queue);
            }
            let wanted = self.wanted(&path);
            self.packages.folders.values().for_each(|folder| self.opened.add(Path::new(folder)));
            for candidate in wanted.iter() {
                for end in ENDS {
                    self.load(&format!("{candidate}{end}"), &mut queue);
                }
            }
        }
    }

    fn load(&mut self, path: &str, queue: &mut Vec<String>) {
        if self.files.contains_key(path) || !Path::new(path).is_file() {
            return;
        }
        if let Some(file) = self.opened.outside(Path::new(path)) {
            return self.not_opened.add_outside(path, file);
        }
        self.read(path, queue);
    }

    fn read(&mut self, path: &str, queue: &mut Vec<String>) {
        let bytes = match files::read_file(Path::new(path), MOST_BYTES) {
            Ok(bytes) => bytes,
            Err(error) => return self.not_opened.add_unreadable(path, files::reason(&error)),
        };
        self.add(path.to_owned(), shown(Path::new(path)), String::from_utf8_lossy(&bytes).into());
        queue.push(path.to_owned());
    }

    /// Reads the files of the project around a file that define paths to import.
    fn load_project(&mut self, path: &Path, queue: &mut Vec<String>) {
        let Some(folder) = path.parent() else { return };
        if self.projects.iter().any(|known| folder.starts_with(known)) {
            return;
        }
        let has = |folder: &&Path, names: &[&str]| names.iter().any(|name| folder.join(name).exists());
        let around = || folder.ancestors().take(MOST_FOLDERS);
        let repository = around().find(|folder| has(folder, &[".git"]));
        let package = || around().find(|folder| has(folder, &["Cargo.toml", "package.json"]));
        let root = repository.or_else(package).unwrap_or(folder).to_owned();
        for entry in walk(&root).flatten() {
            if entry.path().extension().is_none_or(|it| it != "wgsl") || !entry.path().is_file() {
                continue;
            }
            let defines_path =
                |bytes: Vec<u8>| String::from_utf8_lossy(&bytes).contains("define_import_path");
            // They are found by their names, wherever they are in the repository; but no link leads out of it.
            let path = identity(entry.path());
            let is_inside = Path::new(&path).starts_with(&root) && !self.files.contains_key(&path);
            if is_inside && files::read_file(entry.path(), MOST_BYTES).is_ok_and(defines_path) {
                self.read(&path, queue);
            }
        }
        self.projects.push(root);
    }
}

/// A path without the end that a module has.
pub(super) fn without_end(path: &str) -> String {
    ENDS.iter().find_map(|end| path.strip_suffix(end)).unwrap_or(path).to_owned()
}

/// The paths without end that the `#include` lines of a file may lead to.
pub(super) fn included(file: &File, folders: &[String]) -> BTreeSet<String> {
    includes(file, folders).iter().map(|path| without_end(path)).collect()
}

/// The paths without end of the files whose text comes before a file.
pub(super) fn preambles<'a>(
    all: &'a BTreeMap<String, Vec<String>>,
    path: &str,
) -> impl Iterator<Item = String> + 'a {
    all.get(path).into_iter().flatten().map(|path| without_end(path))
}
