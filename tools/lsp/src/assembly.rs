//! Documents that are made of several files.

use cxx_validator::Lookup;
use serde_json::Value;
use shader_language::Findings;
use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use wgsl_modules::{Contents, Defines, File, FileIndex, Project, Target, View};
use wgsl_spec::Edition;
use wgsl_validator::Validator;
use wgsl_validator::advice::Advice;

/// A document that was checked with the files that it imports.
#[derive(Clone, Debug)]
pub struct Assembled {
    /// The diagnostics of the program. The names of other files are absolute paths.
    pub findings: Findings,
    /// Returns true if any file of the project may change the diagnostics, not only the files that the document imports.
    pub depends_on_all: bool,
}

/// A program as editors look at it, with its files.
#[derive(Debug)]
pub struct Linked {
    /// The program, and the names on the import lines of its first file.
    pub view: View,
    /// The files that it refers to: paths as the client knows them, and contents.
    pub files: Vec<(FileIndex, PathBuf, Arc<str>)>,
}

impl Linked {
    /// A program of a project, whose files have these paths for the client.
    #[must_use]
    pub fn new(view: View, project: &Project, path: impl Fn(&File) -> PathBuf) -> Self {
        let linked = view.links.iter().map(|link| match link.target {
            Target::Declaration(place) => place.file,
            Target::File(file) => file,
        });
        let all: BTreeSet<FileIndex> = view.program.files().iter().copied().chain(linked).collect();
        let file = |index: FileIndex| {
            let file = project.file(index);
            (index, path(file), Arc::clone(&file.text))
        };
        Self { files: all.into_iter().map(file).collect(), view }
    }
}

/// A path in a document up to the name that is being written.
#[derive(Clone, Copy, Debug)]
pub struct Prefix<'a> {
    /// The names before it.
    pub names: &'a [String],
    /// Returns true on an import line. In code, the first name may be an import.
    pub is_import: bool,
}

/// The contents of the module that a path leads to.
#[derive(Debug)]
pub struct Inside {
    /// The names that may come next.
    pub contents: Contents,
    /// The program of the module's file.
    pub program: Option<Linked>,
}

/// Files to look for in a package.
#[derive(Clone, Copy, Debug)]
pub struct Search<'a> {
    /// A file has one of these words; an empty list is for all files.
    pub words: &'a [String],
    /// Contents that differ from the sources.
    pub edited: &'a BTreeMap<PathBuf, Arc<str>>,
}

impl Search<'_> {
    /// Returns true if a file with this content is looked for.
    #[must_use]
    pub fn wants(&self, text: &str) -> bool {
        let is_word = |it: char| it == '_' || it.is_alphanumeric();
        let has = |word: &String| {
            text.match_indices(word.as_str()).any(|(at, _)| {
                !text[..at].ends_with(is_word) && !text[at + word.len()..].starts_with(is_word)
            })
        };
        self.words.is_empty() || self.words.iter().any(has)
    }
}

/// The open documents that are files.
#[derive(Clone, Debug, Default)]
pub struct Open {
    /// A number that changes with the sources and when files may have changed: what an assembler knows of files is valid for one number.
    pub generation: u64,
    /// A number that changes when WGSL files on disk may have changed.
    pub files: u64,
    /// A number that changes when other files on disk may have changed.
    pub saves: u64,
    /// The sources of WGSL documents by their paths.
    pub texts: BTreeMap<PathBuf, Arc<str>>,
    /// The sources of all other documents: programs in Metal, and headers.
    pub headers: BTreeMap<PathBuf, Arc<str>>,
}

/// Documents to check with the files that they import.
#[derive(Clone, Copy, Debug)]
pub struct Assembly<'a> {
    /// The documents.
    pub paths: &'a [&'a Path],
    /// The sources of the files that are open.
    pub open: &'a Open,
    /// The names that conditions use.
    pub defines: &'a Defines,
    /// The edition of the specification.
    pub edition: Edition,
    /// The classes of advice that accepted programs get.
    pub advice: &'a [Advice],
}

/// A reader of the files that a document imports or includes: the server reads none by itself.
pub trait Assembler {
    /// Checks documents with the files that they import. `None` for a document that has neither imports nor conditions.
    fn assemble(&self, assembly: Assembly<'_>, validator: &mut Validator) -> Vec<Option<Assembled>>;

    /// Returns the program of a document as editors look at it. `None` for a document that has neither imports nor conditions.
    fn view(&self, _: Assembly<'_>, _: &mut Validator) -> Option<Linked> {
        None
    }

    /// Returns the names that may follow a path in a document. `None` for a document that has neither imports nor conditions.
    fn inside(&self, _: Assembly<'_>, _: Prefix<'_>, _: &mut Validator) -> Option<Inside> {
        None
    }

    /// Returns the programs of files in the package of a document: open documents as they are in the editor, other files as they are on disk. A file
    /// with conditions may have several programs, one after the other.
    fn package(&self, _: Assembly<'_>, _: Search<'_>, _: &mut Validator) -> Vec<Linked> {
        Vec::new()
    }

    /// Returns the WGSL files in these folders, or in the packages of the open documents if there are none, with their contents on disk.
    fn sources(&self, _open: &Open, _folders: &[PathBuf]) -> BTreeMap<PathBuf, Arc<str>> {
        BTreeMap::new()
    }

    /// Returns the files that import a file, directly or through others, as the documents were when they were assembled last. The file need not
    /// exist.
    fn importers(&self, _: &Path) -> Vec<PathBuf> {
        Vec::new()
    }

    /// Looks up a file on disk that the program with this path may include.
    fn header(&self, _path: &str, _program: &Path, _open: &Open) -> Lookup {
        Lookup::Missing
    }

    /// Returns the path of an existing file that differs from this one only in upper and lower case.
    fn header_in_other_case(&self, _path: &str) -> Option<String> {
        None
    }

    /// Reads the settings of the project with these folders, in the form of a client's, and takes them for what it assembles. The client's
    /// settings win.
    fn settings(&self, _folders: &[PathBuf]) -> Value {
        Value::Null
    }
}

/// No reader: each document is checked by itself.
#[derive(Clone, Copy, Debug)]
pub struct Alone;

impl Assembler for Alone {
    fn assemble(&self, assembly: Assembly<'_>, _: &mut Validator) -> Vec<Option<Assembled>> {
        vec![None; assembly.paths.len()]
    }
}
