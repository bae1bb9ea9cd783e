//! Where the modules of packages are: `wesl.toml` with its dependencies, and the packages of a Cargo workspace or repository around a file.

use crate::files::{self, Failure};
use crate::opened::package;
use crate::paths::{identity, shown};
use serde::Deserialize;
use shader_source::LineIndex;
use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use wgsl_modules::MOST_FOLDERS;

/// The packages of a project.
#[derive(Clone, Debug, Default)]
pub(crate) struct Packages {
    /// The folders of modules by the names of packages.
    pub(crate) folders: BTreeMap<String, String>,
    /// For each folder, the folder of modules that the nearest `wesl.toml` names.
    roots: HashMap<PathBuf, Option<PathBuf>>,
    /// The files that were read, by directory: many directories have the same parents.
    read: HashMap<PathBuf, Option<Arc<WeslToml>>>,
    /// The files that can't be understood.
    pub(crate) failures: Vec<Failure>,
    /// The folders of dependencies that have no `wesl.toml` of their own.
    dependencies: BTreeSet<String>,
    /// The folders that were looked for, by the folder of the file and the path: most paths are looked for many times.
    found: HashMap<(PathBuf, Vec<String>), Option<String>>,
    /// The members of Cargo workspaces by the names of their folders and packages, for each folder with a `Cargo.toml`.
    members: HashMap<PathBuf, BTreeMap<String, PathBuf>>,
}

/// The part of `Cargo.toml` that says where packages are.
#[derive(Deserialize, Debug, Default)]
struct CargoToml {
    workspace: Option<CargoWorkspace>,
    package: Option<CargoPackage>,
}

#[derive(Deserialize, Debug)]
struct CargoWorkspace {
    #[serde(default)]
    members: Vec<String>,
}

#[derive(Deserialize, Debug)]
struct CargoPackage {
    name: String,
}

/// The part of the file that says where modules are. <https://wesl-lang.dev/spec/WeslToml>
#[derive(Deserialize, Debug)]
struct WeslToml {
    #[serde(default = "default_root")]
    root: PathBuf,
    #[serde(default)]
    dependencies: BTreeMap<String, toml::Value>,
}

fn default_root() -> PathBuf {
    PathBuf::from("shaders")
}

impl Packages {
    /// The folder that `package::` means in a file, if a `wesl.toml` around it says so.
    pub(crate) fn root(&mut self, file: &Path) -> Option<PathBuf> {
        let folder = file.parent()?;
        if let Some(known) = self.roots.get(folder) {
            return known.clone();
        }
        let found =
            folder.ancestors().take(MOST_FOLDERS).find_map(|folder| Some((folder, self.read(folder)?)));
        let root = found.map(|(folder, package)| {
            self.add_dependencies(folder, &package);
            folder.join(&package.root)
        });
        self.roots.insert(folder.to_owned(), root.clone());
        root
    }

    /// The folder that `package::` means in a file of a dependency without `wesl.toml`.
    pub(crate) fn of_dependency(&self, file: &str) -> Option<String> {
        let is_below = |folder: &str| file.strip_prefix(folder).is_some_and(|rest| rest.starts_with('/'));
        let dependency =
            self.dependencies.iter().filter(|folder| is_below(folder)).max_by_key(|it| it.len())?;
        // The deepest one: `src/shaders` is in `src`.
        let inner = ["/src/shaders", "/shaders", "/src", ""].map(|inner| format!("{dependency}{inner}"));
        inner.into_iter().find(|folder| is_below(folder))
    }

    /// The folder of the package that a path in a file begins with: a dependency of a `wesl.toml`, a member of the Cargo workspace
    /// around the file, or a folder with its name in a folder around the file that has the module. All of them are in the package or
    /// repository of the file.
    pub(crate) fn find(&mut self, file: &Path, path: &[String]) -> Option<String> {
        let name = &path[0];
        if let Some(known) = self.folders.get(name) {
            return Some(known.clone());
        }
        let key = (file.parent()?.to_owned(), path.to_vec());
        if let Some(known) = self.found.get(&key) {
            return known.clone();
        }
        let found = self.look_for(file, path);
        self.folders.extend(found.clone().map(|folder| (name.clone(), folder)));
        self.found.insert(key, found.clone());
        found
    }

    /// Looks for the folder of a package on disk.
    fn look_for(&mut self, file: &Path, path: &[String]) -> Option<String> {
        let name = &path[0];
        let outermost = package(file.parent()?);
        let around = file.ancestors().skip(1).take(MOST_FOLDERS).take_while(|it| it.starts_with(&outermost));
        let found = around.map(Path::to_owned).collect::<Vec<_>>().into_iter().find_map(|folder| {
            let member = self.members(&folder).get(name).cloned();
            member.or_else(|| {
                [folder.join(name), folder.join("crates").join(name)]
                    .into_iter()
                    .find(|it| has(it, &path[1..]))
            })
        })?;
        // A workspace or a link may lead out of the package.
        let found = fs::canonicalize(&found).ok().filter(|it| it.starts_with(&outermost))?;
        Some(identity(&found))
    }

    /// The members of the Cargo workspace in a folder.
    fn members(&mut self, folder: &Path) -> &BTreeMap<String, PathBuf> {
        self.members.entry(folder.to_owned()).or_insert_with(|| {
            let mut members = BTreeMap::new();
            let patterns = cargo(folder).workspace.map_or_else(Vec::new, |it| it.members);
            for member in patterns.iter().flat_map(|pattern| matching(folder, pattern)) {
                // Names of modules have no hyphens.
                let word = |name: &str| name.replace('-', "_");
                let named = cargo(&member).package.map(|package| word(&package.name));
                let last = member.file_name().map(|name| word(&name.to_string_lossy()));
                for name in named.into_iter().chain(last) {
                    members.entry(name).or_insert_with(|| member.clone());
                }
            }
            members
        })
    }

    fn add_dependencies(&mut self, folder: &Path, package: &WeslToml) {
        for (name, dependency) in &package.dependencies {
            let Some(path) = dependency.get("path").and_then(toml::Value::as_str) else { continue };
            let other = folder.join(path);
            let own = self.read(&other);
            if own.is_none() {
                self.dependencies.insert(identity(&other));
            }
            let root = own.map_or_else(PathBuf::new, |package| package.root.clone());
            self.folders.entry(name.clone()).or_insert_with(|| identity(&other.join(root)));
        }
    }

    /// The file in a folder. One that can't be understood counts as absent, and is reported.
    fn read(&mut self, folder: &Path) -> Option<Arc<WeslToml>> {
        if let Some(known) = self.read.get(folder) {
            return known.clone();
        }
        let path = folder.join("wesl.toml");
        let package = path.exists().then(|| read(&path)).and_then(|package| {
            let failed = |message| self.failures.push(Failure { name: shown(&path), message });
            package.map_err(failed).ok().map(Arc::new)
        });
        self.read.insert(folder.to_owned(), package.clone());
        package
    }
}

/// Returns true if a package in this folder has a module of this path.
fn has(folder: &Path, path: &[String]) -> bool {
    let inner = ["", "src", "shaders", "src/shaders"].map(|inner| folder.join(inner));
    let modules = inner.iter().flat_map(|inner| {
        // The last name may be a declaration of the module.
        (path.len().saturating_sub(1)..=path.len())
            .map(|length| path[..length].iter().fold(inner.clone(), |all, name| all.join(name)))
    });
    let mut files = modules.flat_map(|module| {
        let package = module.join("package.wesl");
        [module.with_extension("wesl"), module.with_extension("wgsl"), package]
    });
    folder.is_dir() && files.any(|file| file.is_file())
}

/// The folders that a member of a workspace names: `crates/*` or `tools/ci`.
fn matching(folder: &Path, pattern: &str) -> Vec<PathBuf> {
    match pattern.strip_suffix("/*") {
        Some(outer) => {
            let entries = fs::read_dir(folder.join(outer)).into_iter().flatten().flatten();
            let mut folders: Vec<PathBuf> =
                entries.map(|entry| entry.path()).filter(|it| it.is_dir()).collect();
            folders.sort();
            folders
        }
        None => vec![folder.join(pattern)],
    }
}

/// The `Cargo.toml` in a folder, which may be absent.
fn cargo(folder: &Path) -> CargoToml {
    let text = files::read_text(&folder.join("Cargo.toml"));
    text.ok().and_then(|text| toml::from_str(&text).ok()).unwrap_or_default()
}

/// Reads a file, or returns the reason why it can't be understood.
fn read(path: &Path) -> Result<WeslToml, String> {
    let text = files::read_text(path).map_err(|error| format!("can't be read: {}", files::reason(&error)))?;
    toml::from_str(&text).map_err(|error: toml::de::Error| {
        // The error's own text shows the line in several lines, and failures are one line.
        let message = error.message().lines().collect::<Vec<_>>().join("; ");
        match error.span() {
            Some(span) => {
                let at = u32::try_from(span.start).unwrap_or(u32::MAX);
                format!("line {}: {message}", LineIndex::new(&text).position(at).line)
            }
            None => message,
        }
    })
}
