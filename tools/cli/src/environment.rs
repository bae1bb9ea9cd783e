//! The environment of Metal programs: options, and the headers that they may include.
//!
//! Headers are read from the directories that WGSL modules may be imported from: the program's package, `--allow-dir`, and
//! the `-I` directories of the command line. System directories are not searched, because they have no Metal headers.

use crate::files::{MOST_BYTES, read_file, reason};
use crate::opened::Opened;
use crate::paths::{identity, shown};
use crate::timings::Timings;
use cxx_validator::{Files, HeaderText, Headers, Lookup};
use msl_validator::{Options, Program, amp};
use shader_language::{Findings, FrontEnd as _, Metal, Portability, Source};
use std::collections::HashMap;
use std::fs;
use std::path::{Component, Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};

/// The options and headers that all programs of a command share.
#[derive(Debug)]
pub(crate) struct Environment {
    pub(crate) options: Options,
    /// The `-I` directories, with `/` as the separator.
    folders: Vec<String>,
    disk: Disk,
    /// Accumulates the time of each phase for `--timings`.
    pub(crate) timings: Option<Timings>,
}

impl Environment {
    /// Searches for headers in `folders`, and only reads files in `opened` or in the packages of programs.
    pub(crate) fn new<'a>(
        options: Options,
        folders: impl IntoIterator<Item = &'a PathBuf>,
        opened: Opened,
    ) -> Self {
        let folders = folders.into_iter().map(|folder| with_slashes(folder)).collect();
        Self { options, folders, disk: Disk::new(opened), timings: None }
    }

    /// Replaces the contents of headers, by their names in messages.
    pub(crate) fn replace_headers<'a>(&mut self, contents: impl Iterator<Item = (&'a str, &'a str)>) {
        self.disk.replaced = contents.map(|(name, text)| (name.to_owned(), text.into())).collect();
    }

    /// Checks the part of a program that a pipeline with these functions needs, or all of it without functions. `name` is the program's file.
    pub(crate) fn program(&self, name: &str, text: &str, functions: &[&str]) -> (Program, Findings) {
        let path = with_slashes(Path::new(name));
        let identity = identity(Path::new(name));
        self.disk.open_package_of(&identity);
        let headers = Headers { files: &self.disk, folders: &self.folders };
        let source = Source { name: &path, identity: &identity, text };
        let metal = Metal { options: &self.options, headers };
        match &self.timings {
            Some(timings) => metal.observed_program(source, functions, &mut timings.of_metal()),
            None => metal.program(source, functions),
        }
    }
}

impl Environment {
    /// Checks a program in C++ AMP. `path` is its file.
    pub(crate) fn amp(&self, path: &Path, text: &str) -> amp::Program {
        let (path, identity) = (with_slashes(path), identity(path));
        self.disk.open_package_of(&identity);
        let headers = Headers { files: &DecodedDisk(&self.disk), folders: &self.folders };
        let source = cxx_validator::Source { path: &path, identity: &identity, text };
        amp::program(source, &self.options.definitions, headers)
    }

    /// Returns the requirements of an accepted program. `name` is its file.
    pub(crate) fn portability(
        &self,
        name: &str,
        text: &str,
        program: &shader_language::Program,
    ) -> Option<Portability> {
        let (path, identity) = (with_slashes(Path::new(name)), identity(Path::new(name)));
        let headers = Headers { files: &self.disk, folders: &self.folders };
        let source = Source { name: &path, identity: &identity, text };
        Metal { options: &self.options, headers }.portability(source, program)
    }
}

/// Finds headers on disk.
#[derive(Debug, Default)]
pub(crate) struct Disk {
    opened: Mutex<Opened>,
    /// The results so far: programs in a directory include the same headers.
    known: Mutex<HashMap<String, Lookup>>,
    /// The contents of headers that differ from the files, by name.
    replaced: HashMap<String, Arc<str>>,
}

impl Disk {
    fn new(opened: Opened) -> Self {
        Self { opened: Mutex::new(opened), ..Self::default() }
    }

    /// Allows headers from the package of a program.
    pub(crate) fn open_package_of(&self, identity: &str) {
        self.lock_opened().add_package_of(Path::new(identity));
    }

    fn lock_opened(&self) -> std::sync::MutexGuard<'_, Opened> {
        // A panic can't leave the set half updated.
        self.opened.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn look_up(&self, path: &Path, decode: fn(&[u8]) -> String) -> Lookup {
        if !path.is_file() {
            return Lookup::Missing;
        }
        if let Some(file) = self.lock_opened().outside(path) {
            let folder = file.parent().unwrap_or(&file).display();
            return Lookup::Refused(format!(
                "it is in `{folder}`, outside of the package; pass `--allow-dir {folder}` to allow it"
            ));
        }
        match read_file(path, MOST_BYTES) {
            Ok(bytes) => Lookup::Found(HeaderText {
                identity: identity(path),
                name: shown(Path::new(&identity(path))),
                text: decode(&bytes).into(),
            }),
            Err(error) => Lookup::Refused(reason(&error)),
        }
    }
}

impl Disk {
    fn read(&self, path: &str, decode: fn(&[u8]) -> String) -> Lookup {
        let known = || self.known.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(found) = known().get(path) {
            return found.clone();
        }
        let found = self.look_up(Path::new(path), decode);
        // The package of a later program may allow a directory that is refused now.
        if !matches!(found, Lookup::Refused(_)) {
            known().insert(path.to_owned(), found.clone());
        }
        found
    }

    /// Finds a header, and decodes it so.
    fn find_with(&self, path: &str, decode: fn(&[u8]) -> String) -> Lookup {
        let mut found = self.read(path, decode);
        if let Lookup::Found(header) = &mut found
            && let Some(text) = self.replaced.get(&header.name)
        {
            header.text = Arc::clone(text);
        }
        found
    }
}

/// Headers of C++ AMP on disk, which may be in other encodings than UTF-8.
struct DecodedDisk<'a>(&'a Disk);

impl Files for DecodedDisk<'_> {
    fn find(&self, path: &str) -> Lookup {
        self.0.find_with(path, crate::amp::decoded)
    }

    fn in_other_case(&self, path: &str) -> Option<String> {
        self.0.in_other_case(path)
    }
}

impl Files for Disk {
    fn find(&self, path: &str) -> Lookup {
        self.find_with(path, |bytes| String::from_utf8_lossy(bytes).into_owned())
    }

    fn in_other_case(&self, path: &str) -> Option<String> {
        let mut found = PathBuf::new();
        for part in Path::new(path).components() {
            let Component::Normal(name) = part else {
                found.push(part);
                continue;
            };
            if found.join(name).exists() {
                found.push(name);
                continue;
            }
            let folder = if found.as_os_str().is_empty() { Path::new(".") } else { &found };
            let names = fs::read_dir(folder).ok()?.flatten().map(|entry| entry.file_name());
            // The order of directory entries depends on the file system.
            found.push(names.filter(|other| other.eq_ignore_ascii_case(name)).min()?);
        }
        Some(with_slashes(&found))
    }
}

fn with_slashes(path: &Path) -> String {
    let text = path.to_string_lossy();
    if cfg!(windows) { text.replace('\\', "/") } else { text.into_owned() }
}
