//! A program of a set, and the checker's results.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt;

/// Names of macros with their values, or paths with contents.
pub(super) type Strings = BTreeMap<String, String>;

/// A program: its first file and its own headers.
#[derive(Debug)]
pub(super) struct Program<'a> {
    /// The path of its first file, with `/`.
    pub(super) path: &'a str,
    pub(super) text: &'a str,
    pub(super) headers: &'a Strings,
    /// Where the paths of the headers start.
    pub(super) base: Base,
    /// The macros of each compilation: a program may be compiled several times.
    pub(super) compilations: Vec<Strings>,
}

/// The directory that the paths of headers are relative to.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Base {
    /// The directory that the path of the first file is relative to.
    Root,
    /// The directory of the first file.
    FirstFile,
}

/// The checker's results for one compilation of a program.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(super) struct Checked {
    /// The errors.
    pub(super) errors: BTreeSet<Message>,
    /// Unresolved places in restricted code, with the reasons.
    pub(super) unresolved: BTreeSet<Message>,
    /// The kernels in the order of their launches, for each instance of a template, with the reason why each has no translation.
    pub(super) translated: Vec<(Message, Option<String>)>,
}

/// A message at a place.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) struct Message {
    /// The path of the file.
    pub(super) file: String,
    /// Whether that is the first file of the program.
    pub(super) is_in_first_file: bool,
    /// 1-based.
    pub(super) line: usize,
    /// The offset in the file, in bytes.
    pub(super) offset: usize,
    pub(super) text: String,
}

impl fmt::Display for Message {
    fn fmt(&self, output: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(output, "{}:{}: {}", self.file, self.line, self.text)
    }
}

/// Returns the errors of all compilations of a program. An error that several of them have is returned once.
pub(super) fn all_errors(checked: &[Checked]) -> BTreeSet<&Message> {
    checked.iter().flat_map(|compilation| &compilation.errors).collect()
}
