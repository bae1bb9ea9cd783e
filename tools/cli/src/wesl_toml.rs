//! `wesl.toml`: where the modules of a package lie, and the packages that it depends on.

use crate::files::{self, Failure, identity};
use crate::modules::shown;
use serde::Deserialize;
use std::collections::{BTreeMap, HashMap};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use wgsl_modules::MOST_FOLDERS;

/// The packages of a project.
#[derive(Debug, Default)]
pub(crate) struct Packages {
    /// The folders of modules by the names of packages.
    pub(crate) folders: BTreeMap<String, String>,
    /// For each folder, the folder of modules that the nearest `wesl.toml` names.
    roots: HashMap<PathBuf, Option<PathBuf>>,
    /// The files that were read, by directory: many directories have the same parents.
    read: HashMap<PathBuf, Option<Arc<WeslToml>>>,
    /// The files that can't be understood.
    pub(crate) failures: Vec<Failure>,
}

/// The part of the file that says where modules lie. <https://wesl-lang.dev/spec/WeslToml>
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

    fn add_dependencies(&mut self, folder: &Path, package: &WeslToml) {
        for (name, dependency) in &package.dependencies {
            let Some(path) = dependency.get("path").and_then(toml::Value::as_str) else { continue };
            let other = folder.join(path);
            let root = self.read(&other).map_or_else(PathBuf::new, |package| package.root.clone());
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

/// Reads a file, or returns the reason why it can't be understood.
fn read(path: &Path) -> Result<WeslToml, String> {
    let text = files::read_text(path).map_err(|error| format!("can't be read: {}", files::reason(&error)))?;
    toml::from_str(&text).map_err(|error| error.to_string().trim_end().to_owned())
}
