//! The files that a Metal program includes: open documents as they are in the editor, others as they are on disk.

use crate::assembly::{Assembler, Open};
use cxx_validator::{Files, HeaderText, Lookup};
use std::cell::RefCell;
use std::collections::BTreeSet;
use std::path::{Component, Path, PathBuf};
use std::sync::Arc;

/// The files for one check of a program.
pub(crate) struct OpenHeaders<'a> {
    program: &'a Path,
    open: &'a Open,
    assembler: &'a dyn Assembler,
    /// The paths that were looked up, whether there is a file or not: the diagnostics depend on all of them.
    seen: RefCell<BTreeSet<PathBuf>>,
}

impl<'a> OpenHeaders<'a> {
    /// The files for the program with this path, which is empty if it is not a file.
    pub(crate) fn new(program: &'a Path, open: &'a Open, assembler: &'a dyn Assembler) -> Self {
        Self { program, open, assembler, seen: RefCell::default() }
    }

    /// Returns the paths that decide about the diagnostics.
    pub(crate) fn seen(self) -> BTreeSet<PathBuf> {
        self.seen.into_inner()
    }

    /// The source of an open document, of whose changes the program wants to know from now on.
    fn open_text(&self, path: &Path) -> Option<&Arc<str>> {
        self.seen.borrow_mut().insert(path.to_owned());
        self.open.headers.get(path)
    }
}

impl Files for OpenHeaders<'_> {
    fn find(&self, path: &str) -> Lookup {
        let path = normal(Path::new(path));
        if let Some(text) = self.open_text(&path) {
            let name = with_slashes(&path);
            return Lookup::Found(HeaderText { identity: name.clone(), name, text: Arc::clone(text) });
        }
        match self.assembler.header(&with_slashes(&path), self.program, self.open) {
            Lookup::Found(header) => {
                // Several paths may lead to a document, by way of links.
                let text = self.open_text(Path::new(&header.identity)).map_or(header.text, Arc::clone);
                Lookup::Found(HeaderText { name: header.identity.clone(), identity: header.identity, text })
            }
            other => other,
        }
    }

    fn in_other_case(&self, path: &str) -> Option<String> {
        self.assembler.header_in_other_case(&with_slashes(&normal(Path::new(path))))
    }
}

/// Returns a path without `.` and `..`, as clients name documents.
fn normal(path: &Path) -> PathBuf {
    let mut plain = PathBuf::new();
    for part in path.components() {
        match part {
            Component::CurDir => {}
            Component::ParentDir if plain.file_name().is_some() => {
                plain.pop();
            }
            Component::ParentDir | Component::Prefix(_) | Component::RootDir | Component::Normal(_) => {
                plain.push(part);
            }
        }
    }
    plain
}

/// Returns a path with `/` between its parts, as programs write it.
pub(crate) fn with_slashes(path: &Path) -> String {
    let text = path.to_string_lossy();
    if cfg!(windows) { text.replace('\\', "/") } else { text.into_owned() }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::assembly::Alone;

    #[test]
    fn open_documents_are_found_by_any_spelling_of_their_paths() {
        let headers = [(PathBuf::from("/a/b.h"), Arc::from("int x;"))].into();
        let open = Open { headers, ..Open::default() };
        let files = OpenHeaders::new(Path::new("/a/c/d.metal"), &open, &Alone);
        assert!(matches!(files.find("/a/c/./../b.h"), Lookup::Found(it) if it.identity == "/a/b.h"));
        assert_eq!(files.find("/a/c/b.h"), Lookup::Missing);
        // A file that appears later changes the result.
        assert_eq!(files.seen(), [PathBuf::from("/a/b.h"), PathBuf::from("/a/c/b.h")].into());
    }
}
