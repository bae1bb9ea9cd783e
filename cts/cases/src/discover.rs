//! The files of cases in a folder.

use crate::case::{Instance, Problem, load_file};
use crate::language::{Language, Wgsl};
use rayon::prelude::*;
use std::collections::HashSet;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

/// The cases that were found.
#[derive(Debug)]
pub struct Suite<L: Language = Wgsl> {
    /// In the order of their files, followed by the generated ones.
    pub instances: Vec<Instance<L>>,
    /// The number of files.
    pub files: usize,
    /// Mistakes in files, whose other cases are missing.
    pub problems: Vec<Problem>,
    /// The names of programs that can't be made, each with the reason.
    pub missing: Vec<(String, String)>,
}

impl<L: Language> Suite<L> {
    /// The number of cases.
    #[must_use]
    pub fn cases(&self) -> usize {
        let names: HashSet<&str> =
            self.instances.iter().map(|instance| instance.case.name.as_str()).collect();
        names.len()
    }
}

/// Finds the cases whose names may begin with `prefix`, which may be empty; files without such cases are not read.
///
/// # Errors
/// If the folder can't be read.
pub fn discover<L: Language>(fixtures: &Path, prefix: &str) -> io::Result<Suite<L>> {
    let mut files = Vec::new();
    collect(&fixtures.join(L::FOLDER), &mut files)?;
    files.sort();
    let mut suite =
        Suite { instances: Vec::new(), files: files.len(), problems: Vec::new(), missing: Vec::new() };
    let relative = files.iter().map(|path| path.strip_prefix(fixtures).unwrap_or(path));
    let wanted: Vec<&Path> = relative.filter(|path| may_have::<L>(path, prefix)).collect();
    let loaded: Vec<_> = wanted.par_iter().map(|path| load_file(fixtures, path)).collect();
    for file in loaded {
        match file {
            Ok(instances) => suite.instances.extend(instances),
            Err(problems) => suite.problems.extend(problems),
        }
    }
    Ok(suite)
}

/// Whether names in this file may begin with `prefix`.
fn may_have<L: Language>(relative: &Path, prefix: &str) -> bool {
    let name = relative.strip_prefix(L::FOLDER).unwrap_or(relative).with_extension("");
    let name = format!("{}{}::", L::PREFIX, name.to_string_lossy().replace('\\', "/"));
    name.starts_with(prefix) || prefix.starts_with(&name)
}

fn collect(folder: &Path, files: &mut Vec<PathBuf>) -> io::Result<()> {
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        if path.is_dir() {
            collect(&path, files)?;
        } else if path.extension().is_some_and(|extension| extension == "yaml") {
            files.push(path);
        }
    }
    Ok(())
}
