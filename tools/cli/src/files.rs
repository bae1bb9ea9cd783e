//! From the paths on the command line to the files to check.

use crate::opened::{Opened, package};
use crate::walk::walk;
use crate::wesl_toml::Excluded;
use globset::{Glob, GlobBuilder, GlobSet, GlobSetBuilder};
use ignore::DirEntry;
use shader_language::Language;
use std::collections::{BTreeMap, HashSet};
use std::ffi::OsStr;
use std::fs::{self, File};
use std::io::{self, Read};
use std::path::{Component, Path, PathBuf};
use wgsl_embedded::Host;

/// The length of the longest program, header or configuration that is read, in bytes. No person wrote a longer one, and its tokens and tree
/// take a multiple of it: one large file must not take the memory of a run over many.
pub(crate) const MOST_BYTES: u64 = 64 << 20;

/// An input to check.
#[derive(Clone, PartialEq, Eq, Debug, Hash)]
pub(crate) enum Input {
    /// Standard input.
    Standard,
    /// A file.
    File(PathBuf),
}

impl Input {
    /// Its name in messages, without one that the command line gives to standard input.
    pub(crate) fn name(&self) -> String {
        match self {
            Self::Standard => "<stdin>".to_owned(),
            Self::File(path) => path.display().to_string(),
        }
    }

    /// Returns true if a second look at it finds the same content: it is neither standard input nor a pipe.
    pub(crate) fn can_be_read_again(&self) -> bool {
        match self {
            Self::Standard => false,
            Self::File(path) => fs::metadata(path).is_ok_and(|it| it.is_file()),
        }
    }
}

/// The bytes of a program.
#[derive(Clone, Debug)]
pub(crate) struct ProgramBytes {
    /// The name of the program in messages.
    pub(crate) name: String,
    /// Its bytes, at most [`MOST_BYTES`].
    pub(crate) bytes: Vec<u8>,
}

/// An input that could not be checked.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Failure {
    /// The path on the command line.
    pub(crate) name: String,
    /// The reason, as a sentence without full stop.
    pub(crate) message: String,
}

/// Patterns of files in the folder of a configuration.
#[derive(Clone, Debug, Default)]
pub(crate) struct Patterns {
    /// The folder of the configuration, to which patterns are relative.
    root: PathBuf,
    patterns: GlobSet,
}

impl Patterns {
    /// Matches files and folders in `root`. `root` has no symbolic links.
    ///
    /// # Errors
    /// The first pattern that is not a glob.
    pub(crate) fn new(root: PathBuf, globs: &[String]) -> Result<Self, globset::Error> {
        let mut patterns = GlobSetBuilder::new();
        for glob in globs {
            let glob = glob.trim_end_matches('/');
            patterns.add(Glob::new(glob.strip_prefix("./").unwrap_or(glob))?);
        }
        Ok(Self { root, patterns: patterns.build()? })
    }

    /// Returns true if the file or a folder around it matches a pattern.
    pub(crate) fn contains(&self, file: &Path) -> bool {
        if self.patterns.is_empty() {
            return false;
        }
        let Ok(path) = fs::canonicalize(file) else { return false };
        let Ok(inside) = path.strip_prefix(&self.root) else { return false };
        inside.ancestors().any(|part| !part.as_os_str().is_empty() && self.patterns.is_match(part))
    }
}

/// The inputs on the command line.
#[derive(Default, Debug)]
pub(crate) struct Collection {
    /// The inputs in the order of judgement: standard input, then files sorted by path, each once.
    pub(crate) inputs: Vec<Input>,
    /// Folders and globs without a file, in the order of the command line.
    pub(crate) failures: Vec<Failure>,
}

/// Finds the files of the paths; in folders, those of a language, or of all, and files of these host languages.
pub(crate) fn collect(
    paths: &[PathBuf],
    excluded: &Patterns,
    language: Option<Language>,
    hosts: &[Host],
    opened: &Opened,
) -> Collection {
    let languages = language.as_ref().map_or(&Language::ALL[..], std::slice::from_ref);
    let hosts = hosts.iter().flat_map(|host| host.extensions());
    let extensions = languages.iter().flat_map(|language| language.extensions()).chain(hosts);
    collect_extensions(paths, excluded, extensions.copied().collect(), opened)
}

/// Finds the files of the paths; in folders, those whose names end so.
pub(crate) fn collect_extensions(
    paths: &[PathBuf],
    excluded: &Patterns,
    extensions: Vec<&'static str>,
    opened: &Opened,
) -> Collection {
    let (files, failures) = (BTreeMap::new(), Vec::new());
    let not_of_package = Excluded::default();
    let mut collector =
        Collector { excluded, not_of_package, opened, extensions, standard: false, files, failures };
    for path in paths {
        collector.add(path);
    }
    collector.finish()
}

impl Collection {
    /// Keeps one name of each file, so that it is written once. Several hard links are names of one file.
    #[cfg(unix)]
    pub(crate) fn keep_one_name(&mut self) {
        use std::os::unix::fs::MetadataExt as _;
        let mut seen = HashSet::new();
        self.inputs.retain(|input| {
            let Input::File(path) = input else { return true };
            // A missing file is reported when it is read.
            fs::metadata(path).map_or(true, |file| seen.insert((file.dev(), file.ino())))
        });
    }

    /// Does nothing: the standard library knows no links of this system.
    #[cfg(not(unix))]
    pub(crate) const fn keep_one_name(&mut self) {}
}

struct Collector<'a> {
    /// Those that are not looked for in folders.
    excluded: &'a Patterns,
    not_of_package: Excluded,
    /// What symbolic links in folders may lead to.
    opened: &'a Opened,
    /// The ends of the names of files that are looked for in folders.
    extensions: Vec<&'static str>,
    standard: bool,
    /// Files by the name in messages, so that their order does not depend on the file system.
    files: BTreeMap<PathBuf, PathBuf>,
    failures: Vec<Failure>,
}

impl Collector<'_> {
    fn add(&mut self, path: &Path) {
        if is_standard(path) {
            self.standard = true;
        } else if path.is_dir() {
            let extensions = self.extensions.clone();
            let is_wanted = |extension: &OsStr| extensions.iter().any(|it| extension == *it);
            self.walk(path, path, |file| file.extension().is_some_and(is_wanted));
        } else if !path.exists() && has_wildcards(path) {
            self.glob(path);
        } else {
            // A missing file is reported when it is read, with the error of the operating system.
            self.insert(path);
        }
    }

    fn insert(&mut self, path: &Path) {
        let shown = path.strip_prefix(".").unwrap_or(path).to_path_buf();
        let identity = fs::canonicalize(path).unwrap_or_else(|_| shown.clone());
        self.files.insert(shown, identity);
    }

    fn walk(&mut self, named: &Path, root: &Path, wanted: impl Fn(&Path) -> bool) {
        let before = self.files.len();
        let failures = self.failures.len();
        for entry in walk(root) {
            match entry {
                Ok(entry) => {
                    let is_file = entry.path().is_file();
                    let mut is_excluded =
                        |path| self.excluded.contains(path) || self.not_of_package.contains(path);
                    if is_file && wanted(entry.path()) && !is_excluded(entry.path()) {
                        self.found(root, &entry);
                    }
                }
                Err(message) => {
                    self.failures.push(Failure { name: named.display().to_string(), message });
                }
            }
        }
        if self.files.len() == before && self.failures.len() == failures {
            self.nothing_found(named);
        }
    }

    /// Takes a file of a folder, unless it is a link out of the package of the folder: nobody named what it links to.
    fn found(&mut self, root: &Path, entry: &DirEntry) {
        if entry.path_is_symlink() {
            let package = package(root);
            let mut opened = self.opened.clone();
            opened.add(&package);
            if let Some(file) = opened.outside(entry.path()) {
                let folder = file.parent().unwrap_or(&file).display();
                let message = format!(
                    "not read: it links to `{folder}`, outside of the package `{}`; pass `--allow-dir {folder}` to allow it",
                    package.display()
                );
                self.failures.push(Failure { name: entry.path().display().to_string(), message });
                return;
            }
        }
        self.insert(entry.path());
    }

    /// Reports a folder without files, unless its files were named before.
    fn nothing_found(&mut self, named: &Path) {
        let seen = self.files.keys().any(|file| file.starts_with(named.strip_prefix(".").unwrap_or(named)));
        if !seen && !has_wildcards(named) {
            let message = format!("no {} files found; ignored files are skipped", self.wanted());
            self.failures.push(Failure { name: named.display().to_string(), message });
        }
    }

    /// The kinds of files that are looked for: `.wgsl or .wesl`.
    fn wanted(&self) -> String {
        let kinds: Vec<String> = self.extensions.iter().map(|extension| format!(".{extension}")).collect();
        match kinds.split_last() {
            Some((last, rest)) if !rest.is_empty() => format!("{} or {last}", rest.join(", ")),
            _ => kinds.concat(),
        }
    }

    fn glob(&mut self, pattern: &Path) {
        let text = pattern.to_string_lossy();
        let text = text.strip_prefix("./").unwrap_or(&text);
        let matcher = match GlobBuilder::new(text).literal_separator(true).build() {
            Ok(glob) => glob.compile_matcher(),
            Err(error) => {
                self.failures.push(Failure { name: text.to_owned(), message: error.to_string() });
                return;
            }
        };
        let mut root: PathBuf = pattern
            .components()
            .take_while(|component| !has_wildcards(Path::new(component)))
            .filter(|component| *component != Component::CurDir)
            .collect();
        if root.as_os_str().is_empty() {
            root.push(".");
        }
        let wanted = |file: &Path| matcher.is_match(file.strip_prefix(".").unwrap_or(file));
        let found = if root.is_dir() {
            let before = self.files.len();
            self.walk(pattern, &root, wanted);
            self.files.len() > before || self.files.keys().any(|file| wanted(file))
        } else {
            false
        };
        if !found {
            self.failures.push(Failure { name: text.to_owned(), message: "no file matches".to_owned() });
        }
    }

    fn finish(self) -> Collection {
        let mut seen = HashSet::new();
        let files = self.files.into_iter().filter(|(_, identity)| seen.insert(identity.clone()));
        let standard = self.standard.then_some(Input::Standard);
        let inputs = standard.into_iter().chain(files.map(|(shown, _)| Input::File(shown))).collect();
        Collection { inputs, failures: self.failures }
    }
}

/// Returns a directory and all directories in it that no `.gitignore` excludes.
pub(crate) fn directories(root: &Path) -> impl Iterator<Item = PathBuf> {
    walk(root)
        .flatten()
        .filter(|entry| entry.file_type().is_some_and(|it| it.is_dir()))
        .map(DirEntry::into_path)
}

fn has_wildcards(path: &Path) -> bool {
    path.to_string_lossy().contains(['*', '?', '[', '{'])
}

/// The input that a path names by itself: a file, or standard input for `-` and `/dev/stdin`.
pub(crate) fn named(path: &Path) -> Input {
    if is_standard(path) { Input::Standard } else { Input::File(path.to_owned()) }
}

pub(crate) fn is_standard(path: &Path) -> bool {
    path == Path::new("-") || path == Path::new("/dev/stdin")
}

/// Reads an input. `standard_name` is the name of standard input in messages.
pub(crate) fn read(input: &Input, standard_name: Option<&Path>) -> Result<ProgramBytes, Failure> {
    let (path, bytes) = match input {
        Input::Standard => (standard_name.unwrap_or(Path::new("<stdin>")), read_standard_input()),
        Input::File(path) => (&**path, read_file(path, MOST_BYTES)),
    };
    let name = path.display().to_string();
    match bytes {
        Ok(bytes) => Ok(ProgramBytes { name, bytes }),
        Err(error) => Err(Failure { name, message: format!("can't be read: {}", reason(&error)) }),
    }
}

/// Says that a file or directory can't be written.
pub(crate) fn cannot_write(path: &Path, error: &io::Error) -> io::Error {
    io::Error::other(format!("{}: can't be written: {}", path.display(), reason(error)))
}

/// Returns the message of an error without the number that the operating system gives it, which helps nobody.
pub(crate) fn reason(error: &io::Error) -> String {
    let text = error.to_string();
    let number = error.raw_os_error().map(|number| format!(" (os error {number})"));
    number.and_then(|number| text.strip_suffix(&number).map(str::to_owned)).unwrap_or(text)
}

/// Reads an input for a command that knows only WGSL.
pub(crate) fn read_wgsl(input: &Input, standard_name: Option<&Path>) -> Result<ProgramBytes, Failure> {
    let program = read(input, standard_name)?;
    match Language::of(Path::new(&program.name)) {
        Language::Wgsl => Ok(program),
        Language::Metal => {
            let message = "this command only supports WGSL, but this program is Metal".to_owned();
            Err(Failure { name: program.name, message })
        }
    }
}

fn read_standard_input() -> io::Result<Vec<u8>> {
    read_at_most(io::stdin().lock(), MOST_BYTES)
}

/// Reads all bytes, unless there are more than `limit`.
fn read_at_most(input: impl Read, limit: u64) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    input.take(limit.saturating_add(1)).read_to_end(&mut bytes)?;
    if bytes.len() as u64 > limit { Err(too_large(limit)) } else { Ok(bytes) }
}

fn too_large(limit: u64) -> io::Error {
    io::Error::other(format!("the file is larger than {} MiB", limit.div_ceil(1 << 20)))
}

/// Reads a file of text.
///
/// # Errors
/// The errors of [`read_file`], and text that is not UTF-8.
pub(crate) fn read_text(path: &Path) -> io::Result<String> {
    String::from_utf8(read_file(path, MOST_BYTES)?).map_err(|_| io::Error::other("the file is not UTF-8"))
}

/// Reads a file of at most `limit` bytes.
///
/// # Errors
/// Errors of the operating system, and a file that is larger, of which nothing is read. Named pipes, sockets and devices are refused without being opened: a named pipe without a writer
/// would block, and a device may never end.
pub(crate) fn read_file(path: &Path, limit: u64) -> io::Result<Vec<u8>> {
    let metadata = fs::metadata(path)?;
    let kind = metadata.file_type();
    if kind.is_file() && metadata.len() > limit {
        return Err(too_large(limit));
    }
    // The error of the operating system is good enough for folders. A file may grow while it is read, and a pipe has no length.
    if kind.is_file() || kind.is_dir() || is_open_descriptor(path) {
        return read_at_most(File::open(path)?, limit);
    }
    Err(io::Error::other("not a regular file: pass its content through standard input"))
}

/// Returns true if the path refers to an open descriptor of this process, such as the pipe of the shell's `<(command)`. Such a path
/// does not resolve to a name in the file system, or it resolves to itself where `/dev/fd` has no links.
fn is_open_descriptor(path: &Path) -> bool {
    fs::canonicalize(path).map_or(true, |resolved| resolved.starts_with("/dev/fd"))
}
