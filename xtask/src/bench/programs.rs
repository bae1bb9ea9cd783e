//! The measured programs.

use crate::root;
use std::fs;
use std::io::{self, BufRead, BufReader, Read};
use std::path::Path;

/// Programs shorter than this count as small modules.
const REAL: usize = 2048;

/// Programs of one kind.
#[derive(Debug)]
pub(super) struct Set {
    /// A description of them.
    pub(super) name: String,
    /// Their sources.
    pub(super) programs: Vec<String>,
}

/// Loads the sets: small modules, real shaders, and, if given, a corpus split in the same way.
pub(super) fn load(corpus: Option<&Path>) -> io::Result<Vec<Set>> {
    let small = folder("fixtures/small")?;
    let real = real()?;
    let mut sets = vec![
        Set { name: "small modules (fixtures/small)".to_owned(), programs: small },
        Set { name: format!("real shaders (fixtures/wgsl, {REAL} bytes or more)"), programs: real },
    ];
    if let Some(path) = corpus {
        let (real, small) = lines(path)?.into_iter().partition(|text| text.len() >= REAL);
        sets.push(Set { name: format!("corpus, below {REAL} bytes"), programs: small });
        sets.push(Set { name: format!("corpus, {REAL} bytes or more"), programs: real });
    }
    Ok(sets)
}

/// Real shaders.
pub(super) fn real() -> io::Result<Vec<String>> {
    Ok(folder("fixtures/wgsl")?.into_iter().filter(|text| text.len() >= REAL).collect())
}

fn folder(name: &str) -> io::Result<Vec<String>> {
    let mut folders = vec![root().join(name)];
    let mut paths = Vec::new();
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(folder)? {
            let path = entry?.path();
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|extension| extension == "wgsl") {
                paths.push(path);
            }
        }
    }
    paths.sort();
    paths.iter().map(fs::read_to_string).collect()
}

#[derive(serde::Deserialize)]
struct Line {
    wgsl: String,
}

fn lines(path: &Path) -> io::Result<Vec<String>> {
    let source: Box<dyn Read> =
        if path.as_os_str() == "-" { Box::new(io::stdin()) } else { Box::new(fs::File::open(path)?) };
    let mut programs = Vec::new();
    for line in BufReader::new(source).lines() {
        programs.push(serde_json::from_str::<Line>(&line?)?.wgsl);
    }
    Ok(programs)
}

/// The version of a package in the lock file.
pub(super) fn locked_version(package: &str) -> io::Result<String> {
    let lock = fs::read_to_string(root().join("Cargo.lock"))?;
    let entry = format!("name = \"{package}\"\nversion = \"");
    let version = lock.split_once(&entry).and_then(|(_, rest)| rest.split_once('"'));
    Ok(version.map_or("of unknown version", |(version, _)| version).to_owned())
}
