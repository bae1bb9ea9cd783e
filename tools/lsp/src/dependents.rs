//! Which documents have to be assembled again when a file changes.

use shader_source::steps;
use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

/// The assembled documents, by the files that decide their diagnostics.
#[derive(Debug, Default)]
pub(crate) struct Dependents {
    /// The files of each document; `None` if any file may decide.
    files: BTreeMap<String, Option<BTreeSet<PathBuf>>>,
    /// The other way round.
    by_file: BTreeMap<PathBuf, BTreeSet<String>>,
    /// The documents that any file may decide.
    of_any: BTreeSet<String>,
}

impl Dependents {
    /// Notes the files that a document depends on; `None` means any file.
    pub(crate) fn set(&mut self, uri: &str, files: Option<BTreeSet<PathBuf>>) {
        self.remove(uri);
        match &files {
            None => {
                self.of_any.insert(uri.to_owned());
            }
            Some(files) => {
                steps::take(files.len());
                for file in files {
                    self.by_file.entry(file.clone()).or_default().insert(uri.to_owned());
                }
            }
        }
        self.files.insert(uri.to_owned(), files);
    }

    /// Returns true if a document depends on some file.
    pub(crate) fn has_files(&self, uri: &str) -> bool {
        self.files.get(uri).is_some_and(|files| files.as_ref().is_none_or(|files| !files.is_empty()))
    }

    /// Forgets what a document depends on.
    pub(crate) fn remove(&mut self, uri: &str) {
        self.of_any.remove(uri);
        let Some(files) = self.files.remove(uri).flatten() else { return };
        steps::take(files.len());
        for file in files {
            if let Some(dependents) = self.by_file.get_mut(&file) {
                dependents.remove(uri);
                if dependents.is_empty() {
                    self.by_file.remove(&file);
                }
            }
        }
    }

    /// Returns the documents whose diagnostics a file may decide.
    pub(crate) fn of(&self, file: &Path) -> Vec<String> {
        let found = self.by_file.get(file).into_iter().flatten().chain(&self.of_any);
        found.inspect(|_| steps::take(1)).cloned().collect()
    }
}
