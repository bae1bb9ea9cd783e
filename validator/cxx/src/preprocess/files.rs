//! Which file an `#include` names, and what it says.
//!
//! This crate does no I/O: whoever calls it answers for the files, from a disk, an editor or a request. The search is here, so that it is the
//! same for all of them: a name in quotes is looked for next to the file that has the directive, and then, as a name in `<>`, in the folders of
//! `-I` in their order. Headers of the library come last, as the system headers of compilers do.

use shader_source::{Span, start_behind};
use std::collections::BTreeMap;
use std::sync::Arc;

/// Answers for the files that a program may include.
pub trait Files {
    /// Looks up a path: a folder of the search, `/`, and the name in the directive.
    fn find(&self, path: &str) -> Lookup;

    /// Returns the path of an existing file that differs from this one only in upper and lower case.
    fn in_other_case(&self, path: &str) -> Option<String>;
}

/// The answer of [`Files::find`].
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Lookup {
    /// The file exists.
    Found(HeaderText),
    /// It doesn't.
    Missing,
    /// It exists and can't be used: why, as a sentence without a full stop.
    Refused(String),
}

/// A file that can be included.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct HeaderText {
    /// One name for all paths that lead to the file.
    pub identity: String,
    /// Its name in messages.
    pub name: String,
    /// Its content.
    pub text: Arc<str>,
}

/// No files: each `#include` must name a header of the library.
#[derive(Clone, Copy, Debug)]
pub struct NoFiles;

impl Files for NoFiles {
    fn find(&self, _: &str) -> Lookup {
        Lookup::Missing
    }

    fn in_other_case(&self, _: &str) -> Option<String> {
        None
    }
}

/// Files by their paths, as a request has them.
impl Files for BTreeMap<String, Arc<str>> {
    fn find(&self, path: &str) -> Lookup {
        let path = normal(path);
        match self.get(&path) {
            Some(text) => {
                Lookup::Found(HeaderText { identity: path.clone(), name: path, text: Arc::clone(text) })
            }
            None => Lookup::Missing,
        }
    }

    fn in_other_case(&self, path: &str) -> Option<String> {
        let path = normal(path);
        self.keys().find(|known| known.eq_ignore_ascii_case(&path)).cloned()
    }
}

/// Where headers come from.
#[derive(Clone, Copy)]
pub struct Headers<'a> {
    /// The files.
    pub files: &'a dyn Files,
    /// The folders of `-I`, in the order of the search.
    pub folders: &'a [String],
}

/// A name after `#include`.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub(super) struct Wanted {
    /// The name, without quotes or `<>`.
    pub(super) name: String,
    /// Whether it is in quotes, so that the folder of the directive's file is searched first.
    pub(super) is_quoted: bool,
}

/// The result of a search.
pub(super) enum Search {
    /// The path that led to the file, and the file.
    Found(String, HeaderText),
    Missing,
    /// The file can't be used, for this reason.
    Refused(String),
}

impl Headers<'static> {
    /// The headers of the library only.
    pub const NONE: Self = Self { files: &NoFiles, folders: &[] };
}

impl Headers<'_> {
    /// Searches for a name in a file whose own path is `from`.
    pub(super) fn search(&self, wanted: &Wanted, from: &str) -> Search {
        for folder in self.folders_for(wanted, from) {
            let path = joined(folder, &wanted.name);
            match self.files.find(&path) {
                Lookup::Found(file) => return Search::Found(path, file),
                Lookup::Refused(reason) => return Search::Refused(reason),
                Lookup::Missing => {}
            }
        }
        Search::Missing
    }

    /// Searches for a name that is written in the case of a file system that ignores it, as the usual ones on Apple's computers do. Only a name
    /// that nothing has exactly comes here, so that a program means the same everywhere.
    pub(super) fn search_other_case(&self, wanted: &Wanted, from: &str) -> Search {
        for folder in self.folders_for(wanted, from) {
            let Some(path) = self.files.in_other_case(&joined(folder, &wanted.name)) else { continue };
            if let Lookup::Found(file) = self.files.find(&path) {
                return Search::Found(path, file);
            }
        }
        Search::Missing
    }

    /// The folders that are searched for a name, in their order; an empty one is the working directory.
    pub(super) fn folders_for<'b>(
        &'b self,
        wanted: &Wanted,
        from: &'b str,
    ) -> impl Iterator<Item = &'b str> + use<'b> {
        let is_absolute = wanted.name.starts_with('/');
        let next_to_it = if is_absolute { Some("") } else { wanted.is_quoted.then(|| folder(from)) };
        let named = if is_absolute { &[][..] } else { self.folders };
        next_to_it.into_iter().chain(named.iter().map(String::as_str))
    }
}

/// The folder of a path; empty for the working directory.
fn folder(path: &str) -> &str {
    match path.rfind('/') {
        Some(0) => "/",
        Some(end) => &path[..end],
        None => "",
    }
}

fn joined(folder: &str, name: &str) -> String {
    match folder {
        "" => name.to_owned(),
        _ if folder.ends_with('/') => format!("{folder}{name}"),
        _ => format!("{folder}/{name}"),
    }
}

/// Returns a path without `.` and `..`.
#[must_use]
pub fn normal(path: &str) -> String {
    let mut parts: Vec<&str> = Vec::new();
    for part in path.split('/') {
        match part {
            "." => {}
            ".." if parts.last().is_some_and(|last| !matches!(*last, "" | "..")) => {
                parts.pop();
            }
            "" if !parts.is_empty() => {}
            _ => parts.push(part),
        }
    }
    parts.join("/")
}

/// A file that a program includes, once for each time that it is read.
///
/// The spans of its tokens are in its range of the offsets of all files, as [`shader_source::SourceMap`] has them.
#[derive(Clone, Debug)]
pub struct Inclusion {
    /// Its name in messages.
    pub name: String,
    /// Its content.
    pub text: Arc<str>,
    /// The offset of its first byte.
    pub start: u32,
    /// The place of the directive.
    pub by: Span,
    /// Whether it is a header of the library, whose mistakes are not the program's.
    pub is_library: bool,
}

/// The files of a program after the first one, in the order in which they are read: each can be added to a [`shader_source::SourceMap`].
#[derive(Clone, Default, Debug)]
pub struct Inclusions {
    files: Vec<Inclusion>,
    /// The place of an error after which the rest of the program can't be checked.
    stop: Option<Span>,
}

impl Inclusions {
    /// The files.
    #[must_use]
    pub fn files(&self) -> &[Inclusion] {
        &self.files
    }

    /// The file that an offset is in; `None` for the first file of the program.
    #[must_use]
    pub fn of(&self, offset: u32) -> Option<&Inclusion> {
        let index = self.files.partition_point(|file| file.start <= offset);
        self.files.get(index.checked_sub(1)?)
    }

    /// The offset that the file after the last one starts at; `None` beyond 4 GiB.
    pub(super) fn next_start(&self, first: &str) -> Option<u32> {
        self.files.last().map_or_else(|| start_behind(0, first), |last| start_behind(last.start, &last.text))
    }

    /// Notes that the rest of the program can't be checked after the error at this place. Returns true if that is the first one.
    pub(super) fn stop_at(&mut self, span: Span) -> bool {
        let is_first = self.stop.is_none();
        self.stop.get_or_insert(span);
        is_first
    }

    /// Returns true if the error at this place stops the check of the program.
    pub(super) fn stops_at(&self, span: Span) -> bool {
        self.stop == Some(span)
    }

    pub(super) fn add(&mut self, file: Inclusion) {
        self.files.push(file);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn search(files: &[&str], folders: &[&str], (name, is_quoted): (&str, bool), from: &str) -> String {
        let files: BTreeMap<String, Arc<str>> =
            files.iter().map(|path| ((*path).to_owned(), Arc::from(""))).collect();
        let folders: Vec<String> = folders.iter().map(|folder| (*folder).to_owned()).collect();
        let headers = Headers { files: &files, folders: &folders };
        let wanted = Wanted { name: name.to_owned(), is_quoted };
        if let Search::Found(_, file) = headers.search(&wanted, from) {
            return file.name;
        }
        match headers.search_other_case(&wanted, from) {
            Search::Found(_, file) => format!("case: {}", file.name),
            Search::Missing | Search::Refused(_) => {
                format!("not in {}", headers.folders_for(&wanted, from).collect::<Vec<_>>().join(", "))
            }
        }
    }

    #[test]
    fn quotes_search_next_to_the_file_first() {
        let files = ["a/x.h", "b/x.h", "c/x.h"];
        assert_eq!(search(&files, &["b", "c"], ("x.h", true), "a/m.metal"), "a/x.h");
        assert_eq!(search(&files, &["b", "c"], ("x.h", false), "a/m.metal"), "b/x.h");
        assert_eq!(search(&files, &[], ("../c/./x.h", true), "a/m.metal"), "c/x.h");
        assert_eq!(search(&files, &["d"], ("y.h", true), "a/m.metal"), "not in a, d");
        assert_eq!(search(&["x.h"], &[], ("x.h", true), "m.metal"), "x.h");
        assert_eq!(search(&[], &[], ("x.h", true), "m.metal"), "not in ");
    }

    #[test]
    fn an_exact_name_comes_before_one_in_other_case() {
        assert_eq!(search(&["a/X.h"], &[], ("x.H", true), "a/m.metal"), "case: a/X.h");
        assert_eq!(search(&["a/X.h", "b/x.h"], &["b"], ("x.h", true), "a/m.metal"), "b/x.h");
    }
}
