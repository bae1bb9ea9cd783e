//! `wesl.toml`: where the modules of a package lie, and the packages that it depends on.

use crate::files::identity;
use serde::Deserialize;
use std::collections::{BTreeMap, HashMap};
use std::fs;
use std::path::{Path, PathBuf};
use wgsl_modules::MOST_FOLDERS;

/// The packages of a project.
#[derive(Debug, Default)]
pub(crate) struct Packages {
    /// The folders of modules by the names of packages.
    pub(crate) folders: BTreeMap<String, String>,
    /// For each folder, the folder of modules that the nearest `wesl.toml` names.
    roots: HashMap<PathBuf, Option<PathBuf>>,
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
        let found = folder.ancestors().take(MOST_FOLDERS).find_map(|folder| Some((folder, read(folder)?)));
        let root = found.map(|(folder, package)| {
            self.add_dependencies(folder, &package);
            folder.join(package.root)
        });
        self.roots.insert(folder.to_owned(), root.clone());
        root
    }

    fn add_dependencies(&mut self, folder: &Path, package: &WeslToml) {
        for (name, dependency) in &package.dependencies {
            let Some(path) = dependency.get("path").and_then(toml::Value::as_str) else { continue };
            let other = folder.join(path);
            let root = read(&other).map_or(PathBuf::new(), |package| package.root);
            self.folders.entry(name.clone()).or_insert_with(|| identity(&other.join(root)));
        }
    }
}

/// The file in a folder. One that can't be understood counts as absent: it is not this program's to judge.
fn read(folder: &Path) -> Option<WeslToml> {
    toml::from_str(&fs::read_to_string(folder.join("wesl.toml")).ok()?).ok()
}
