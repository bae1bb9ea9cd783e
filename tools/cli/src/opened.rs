//! The directories that may be imported from. An untrusted program must not make the command read, and quote, files outside of its package.
//!
//! The package of a file is the nearest parent directory with a `wesl.toml`, or else its repository, or else the nearest directory with a
//! manifest. Without any of them it is the directory of the file. More directories are allowed by the dependencies and the
//! `root` in a `wesl.toml`, and by `--allow-dir`. Symbolic links are resolved before paths are compared.

use crate::paths::shown;
use shader_source::diagnostic::Diagnostic;
use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};
use wgsl_modules::rules;

/// The directories that may be read, with symbolic links resolved.
#[derive(Clone, Debug, Default)]
pub(crate) struct Opened {
    folders: BTreeSet<PathBuf>,
    /// The directories added so far, unresolved: resolving one takes several system calls.
    known: BTreeSet<PathBuf>,
}

impl Opened {
    /// Allows the directories of the command line, and no packages yet.
    pub(crate) fn new(named: &[PathBuf]) -> Self {
        let mut opened = Self::default();
        for folder in named {
            opened.add(folder);
        }
        opened
    }

    /// Allows a directory. One that doesn't exist is ignored.
    pub(crate) fn add(&mut self, folder: &Path) {
        if self.known.insert(folder.to_owned()) {
            self.folders.extend(fs::canonicalize(folder));
        }
    }

    /// The directories, with symbolic links resolved.
    pub(crate) fn folders(&self) -> impl Iterator<Item = &Path> {
        self.folders.iter().map(PathBuf::as_path)
    }

    /// Allows the package of a file.
    pub(crate) fn add_package_of(&mut self, file: &Path) {
        if let Some(folder) = file.parent().filter(|folder| !self.known.contains(*folder)) {
            self.known.insert(folder.to_owned());
            self.folders.insert(package(folder));
        }
    }

    /// Returns true if a file, with symbolic links resolved, is in one of the directories.
    fn contains(&self, file: &Path) -> bool {
        file.ancestors().skip(1).any(|folder| self.folders.contains(folder))
    }

    /// Returns the resolved path of a file if it is outside of all directories.
    pub(crate) fn outside(&self, file: &Path) -> Option<PathBuf> {
        // A file that can't be resolved can't be read either.
        fs::canonicalize(file).ok().filter(|file| !self.contains(file))
    }
}

/// Returns the root directory of the package that a directory belongs to.
pub(crate) fn package(folder: &Path) -> PathBuf {
    // The parent of a bare file name is empty.
    let folder = if folder.as_os_str().is_empty() { Path::new(".") } else { folder };
    let whole = fs::canonicalize(folder).unwrap_or_else(|_| folder.to_owned());
    let nearest =
        |names: &[&str]| whole.ancestors().find(|folder| names.iter().any(|name| folder.join(name).exists()));
    let found = nearest(&["wesl.toml"]).or_else(|| nearest(&[".git"]));
    found.or_else(|| nearest(&["Cargo.toml", "package.json", "wgsl-check.toml"])).unwrap_or(&whole).to_owned()
}

/// Returns the repository around a directory, or else its package.
pub(crate) fn repository(folder: &Path) -> PathBuf {
    let package = package(folder);
    package.ancestors().find(|folder| folder.join(".git").exists()).unwrap_or(&package).to_owned()
}

/// The reason why a file was not read.
#[derive(Clone, Debug)]
enum Why {
    /// It is outside of the package; this is its resolved path.
    Outside(PathBuf),
    /// Reading it failed with this error.
    Unreadable(String),
}

/// The imported files that were not read, by the path that was looked for.
#[derive(Clone, Debug, Default)]
pub(crate) struct NotOpened {
    files: BTreeMap<String, Why>,
}

impl NotOpened {
    /// Notes a file outside of the package.
    pub(crate) fn add_outside(&mut self, wanted: &str, file: PathBuf) {
        self.files.insert(wanted.to_owned(), Why::Outside(file));
    }

    /// Notes a file that can't be read for this reason.
    pub(crate) fn add_unreadable(&mut self, wanted: &str, reason: String) {
        self.files.insert(wanted.to_owned(), Why::Unreadable(reason));
    }

    /// Returns a better message, and a note, for a diagnostic about a missing module or file, if the file exists and was not read. The diagnostic names it.
    pub(crate) fn reason(&self, found: &Diagnostic, importer: &Path) -> Option<(String, Option<String>)> {
        let what = if found.rule == rules::UNKNOWN_INCLUDE { "include" } else { "import" };
        let (wanted, why) = self.find(&found.message)?;
        let file = match why {
            Why::Outside(file) => file,
            Why::Unreadable(reason) => {
                let wanted = shown(Path::new(wanted));
                let message = format!("this {what} refers to `{wanted}`, which can't be read: {reason}");
                return Some((message, None));
            }
        };
        let folder = file.parent().unwrap_or(file).display();
        let package = package(importer.parent()?);
        let message = format!(
            "this {what} refers to a file in `{folder}`, outside of the package `{}`",
            package.display()
        );
        let note = format!("pass `--allow-dir {folder}`, or add a dependency to `wesl.toml`, to allow it");
        Some((message, Some(note)))
    }

    /// Returns true if a file of the package exists and was not read.
    pub(crate) fn has(&self, package: &str) -> bool {
        self.find(package).is_some()
    }

    /// Returns the file whose name is a word of a message.
    fn find(&self, text: &str) -> Option<(&String, &Why)> {
        let is_meant = |wanted: &&String| {
            let stem = Path::new(wanted).file_stem().map(|stem| stem.to_string_lossy().into_owned());
            stem.is_some_and(|stem| {
                text.split(|it: char| !it.is_alphanumeric() && it != '_').any(|word| word == stem)
            })
        };
        self.files.iter().find(|(wanted, _)| is_meant(wanted))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_is_opened_by_a_folder_around_it() {
        let root = tempfile::tempdir().expect("a folder");
        let path = |name: &str| root.path().join(name);
        for (name, text) in [("a/wesl.toml", ""), ("a/b/c.wesl", ""), ("ab/d.wesl", "")] {
            fs::create_dir_all(path(name).parent().expect("a folder")).expect("a folder");
            fs::write(path(name), text).expect("a file");
        }
        let mut opened = Opened::default();
        opened.add_package_of(&path("a/b/c.wesl"));
        assert_eq!(opened.outside(&path("a/b/c.wesl")), None);
        assert_eq!(opened.outside(&path("a/b/../wesl.toml")), None);
        assert!(opened.outside(&path("a/../ab/d.wesl")).is_some(), "`a` is not `ab`");
        assert!(Opened::new(&[path("ab")]).outside(&path("ab/d.wesl")).is_none());
    }
}
