//! Preambles: files whose text comes before programs.
//!
//! Hosts that make a program of several texts, `common + main`, pass them on as one. `--preamble` and `[[preamble]]` of `wgsl-check.toml` say which
//! ones, so that the program is checked as the host passes it on, and diagnostics are in the files that people wrote.

use crate::paths::identity;
use globset::{Glob, GlobSet, GlobSetBuilder};
use std::io;
use std::path::{Path, PathBuf};

/// The preambles of programs.
#[derive(Clone, Debug, Default)]
pub(crate) struct Preambles {
    /// The folder that patterns are relative to, without symbolic links.
    root: PathBuf,
    rules: Vec<Rule>,
}

/// Preambles of some programs.
#[derive(Clone, Debug)]
struct Rule {
    /// The programs; `None` for all.
    files: Option<GlobSet>,
    preamble: Vec<PathBuf>,
}

impl Preambles {
    /// Preambles of all programs.
    ///
    /// # Errors
    /// A preamble that is not a file.
    pub(crate) fn of_all(preamble: &[PathBuf]) -> io::Result<Self> {
        let mut preambles = Self::default();
        preambles.rules.push(Rule { files: None, preamble: existing(preamble)? });
        Ok(preambles)
    }

    /// No preambles yet, of programs in a folder.
    pub(crate) fn of_folder(folder: &Path) -> Self {
        Self { root: PathBuf::from(identity(folder)), rules: Vec::new() }
    }

    /// Adds preambles of the programs that match a pattern.
    ///
    /// # Errors
    /// A pattern that is not a glob, and a preamble that is not a file.
    pub(crate) fn add(&mut self, globs: &[String], preamble: &[PathBuf]) -> io::Result<()> {
        let mut files = GlobSetBuilder::new();
        for glob in globs {
            files.add(Glob::new(glob).map_err(io::Error::other)?);
        }
        let files = Some(files.build().map_err(io::Error::other)?);
        self.rules.push(Rule { files, preamble: existing(preamble)? });
        Ok(())
    }

    /// Returns the preambles of the program with this path, in their order. A preamble has none itself.
    pub(crate) fn of(&self, path: &str) -> Vec<&Path> {
        let inside = Path::new(path).strip_prefix(&self.root).unwrap_or(Path::new(path));
        let applies = |rule: &&Rule| rule.files.as_ref().is_none_or(|files| files.is_match(inside));
        let found: Vec<&Path> =
            self.rules.iter().filter(applies).flat_map(|rule| &rule.preamble).map(PathBuf::as_path).collect();
        if found.iter().any(|preamble| identity(preamble) == path) { Vec::new() } else { found }
    }
}

fn existing(preamble: &[PathBuf]) -> io::Result<Vec<PathBuf>> {
    match preamble.iter().find(|file| !file.is_file()) {
        Some(missing) => {
            let message = format!("preamble {} is not a file", missing.display());
            Err(io::Error::other(message))
        }
        None => Ok(preamble.to_vec()),
    }
}
