//! Packages of Cargo: the members of workspaces, and the sources of dependencies in directories that the command line allows.

use crate::files;
use serde::Deserialize;
use std::collections::{BTreeMap, HashMap};
use std::fs;
use std::path::{Path, PathBuf};
use wgsl_modules::MOST_FOLDERS;

/// The number of directories in an allowed one that are searched for sources: a registry has one for each index.
const MOST_INDICES: usize = 64;

/// The packages of Cargo that are known.
#[derive(Clone, Debug, Default)]
pub(crate) struct Cargo {
    /// The members of workspaces by the names of their directories and packages, for each directory with a `Cargo.toml`.
    members: HashMap<PathBuf, BTreeMap<String, PathBuf>>,
    /// The sources in allowed directories, by the names of packages.
    sources: HashMap<PathBuf, BTreeMap<String, Vec<Source>>>,
    /// The versions in each `Cargo.lock`, by the names of packages.
    locked: HashMap<PathBuf, Option<BTreeMap<String, Vec<String>>>>,
}

/// The source of one version of a package: `bevy_render-0.19.0`.
#[derive(Clone, Debug)]
struct Source {
    version: String,
    folder: PathBuf,
}

/// The part of `Cargo.toml` that says where packages are.
#[derive(Deserialize, Debug, Default)]
struct CargoToml {
    workspace: Option<Workspace>,
    package: Option<Package>,
}

#[derive(Deserialize, Debug)]
struct Workspace {
    #[serde(default)]
    members: Vec<String>,
}

#[derive(Deserialize, Debug)]
struct Package {
    name: String,
}

#[derive(Deserialize, Debug)]
struct CargoLock {
    #[serde(default)]
    package: Vec<Locked>,
}

#[derive(Deserialize, Debug)]
struct Locked {
    name: String,
    version: String,
}

impl Cargo {
    /// The member with this name of the workspace in a directory.
    pub(crate) fn member(&mut self, folder: &Path, name: &str) -> Option<PathBuf> {
        let members = self.members.entry(folder.to_owned()).or_insert_with(|| {
            let mut members = BTreeMap::new();
            let patterns = cargo(folder).workspace.map_or_else(Vec::new, |it| it.members);
            for member in patterns.iter().flat_map(|pattern| matching(folder, pattern)) {
                let named = cargo(&member).package.map(|package| word(&package.name));
                let last = member.file_name().map(|name| word(&name.to_string_lossy()));
                for name in named.into_iter().chain(last) {
                    members.entry(name).or_insert_with(|| member.clone());
                }
            }
            members
        });
        members.get(name).cloned()
    }

    /// The source of a package in an allowed directory: the directory itself, `bevy_render` or `bevy_render-0.19.0` in it, or in a directory
    /// in it, as registries have one for each index. Of several versions, the one in the `Cargo.lock` of the file is taken, or else the newest one.
    pub(crate) fn source(&mut self, allowed: &Path, name: &str, file: &Path) -> Option<PathBuf> {
        let locked = self.locked(file, name);
        let sources = self.sources.entry(allowed.to_owned()).or_insert_with(|| sources(allowed));
        let mut versions = sources.get(name)?.iter().filter(|it| it.folder.join("Cargo.toml").is_file());
        let is_locked = |source: &&Source| locked.contains(&source.version);
        let newest = versions.clone().max_by_key(|source| numbers(&source.version));
        versions.find(is_locked).or(newest).map(|source| source.folder.clone())
    }

    /// The versions of a package in the nearest `Cargo.lock`.
    fn locked(&mut self, file: &Path, name: &str) -> Vec<String> {
        for folder in file.ancestors().skip(1).take(MOST_FOLDERS) {
            let locked = self.locked.entry(folder.to_owned()).or_insert_with(|| {
                let text = files::read_text(&folder.join("Cargo.lock")).ok()?;
                let lock: CargoLock = toml::from_str(&text).ok()?;
                let mut versions: BTreeMap<String, Vec<String>> = BTreeMap::new();
                for Locked { name, version } in lock.package {
                    versions.entry(word(&name)).or_default().push(version);
                }
                Some(versions)
            });
            if let Some(locked) = locked {
                return locked.get(name).cloned().unwrap_or_default();
            }
        }
        Vec::new()
    }
}

/// The sources of packages in a directory.
fn sources(allowed: &Path) -> BTreeMap<String, Vec<Source>> {
    let mut sources: BTreeMap<String, Vec<Source>> = BTreeMap::new();
    let mut add = |folder: &Path| {
        let named = folder.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
        let (name, version) = named
            .rsplit_once('-')
            .filter(|(_, version)| version.starts_with(|first: char| first.is_ascii_digit()))
            .unwrap_or((&named, ""));
        let source = Source { version: version.to_owned(), folder: folder.to_owned() };
        sources.entry(word(name)).or_default().push(source);
    };
    add(allowed);
    let inner = folders(allowed);
    let indices = inner.iter().filter(|folder| !folder.join("Cargo.toml").exists()).take(MOST_INDICES);
    for folder in indices.flat_map(|index| folders(index)).chain(inner.iter().cloned()) {
        add(&folder);
    }
    sources
}

/// The directories in a directory, in the order of their names.
fn folders(folder: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).into_iter().flatten().flatten();
    let mut folders: Vec<PathBuf> = entries.map(|entry| entry.path()).filter(|it| it.is_dir()).collect();
    folders.sort();
    folders
}

/// A version as numbers, so that 0.9 comes before 0.10.
fn numbers(version: &str) -> Vec<u64> {
    version.split(['.', '-', '+']).map(|part| part.parse().unwrap_or(0)).collect()
}

/// The name of a package in paths of modules, which have no hyphens.
fn word(name: &str) -> String {
    name.replace('-', "_")
}

/// The directories that a member of a workspace names: `crates/*` or `tools/ci`.
fn matching(folder: &Path, pattern: &str) -> Vec<PathBuf> {
    match pattern.strip_suffix("/*") {
        Some(outer) => folders(&folder.join(outer)),
        None => vec![folder.join(pattern)],
    }
}

/// The `Cargo.toml` in a directory, which may be absent.
fn cargo(folder: &Path) -> CargoToml {
    let text = files::read_text(&folder.join("Cargo.toml"));
    text.ok().and_then(|text| toml::from_str(&text).ok()).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_locked_version_is_taken_or_else_the_newest() {
        let root = tempfile::tempdir().expect("a directory");
        let path = |name: &str| root.path().join(name);
        for name in ["src/index-1/a-b-0.9.1", "src/index-1/a-b-0.10.0", "src/index-2/c-1.0.0", "src/d"] {
            fs::create_dir_all(path(name)).expect("a directory");
            fs::write(path(name).join("Cargo.toml"), "").expect("a file");
        }
        let found = |name: &str, file: &str| {
            let source = Cargo::default().source(&path("src"), name, &path(file))?;
            Some(source.strip_prefix(path("src")).expect("inside").to_string_lossy().into_owned())
        };
        assert_eq!(found("a_b", "p/x.wgsl").as_deref(), Some("index-1/a-b-0.10.0"));
        assert_eq!(found("c", "p/x.wgsl").as_deref(), Some("index-2/c-1.0.0"));
        assert_eq!(found("d", "p/x.wgsl").as_deref(), Some("d"));
        assert_eq!(found("e", "p/x.wgsl"), None);
        fs::create_dir_all(path("p/assets")).expect("a directory");
        let lock = "[[package]]\nname = \"a-b\"\nversion = \"0.9.1\"\n";
        fs::write(path("p/Cargo.lock"), lock).expect("a file");
        assert_eq!(found("a_b", "p/assets/x.wgsl").as_deref(), Some("index-1/a-b-0.9.1"));
    }
}
