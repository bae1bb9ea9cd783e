//! Where the modules of packages are: `wesl.toml` with its dependencies, the packages of a Cargo workspace or repository around a file, and
//! sources in directories that the command line allows.

use crate::cargo::Cargo;
use crate::files::{self, Failure, Patterns};
use crate::opened::{package, repository};
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
    /// The names of packages that dependencies rename, by the names in imports.
    renamed: BTreeMap<String, String>,
    /// The dependencies that only have a name. They may be anywhere in the repository.
    declared: BTreeSet<String>,
    /// The directories outside of the package that may be read, with symbolic links resolved.
    pub(crate) allowed: Vec<PathBuf>,
    cargo: Cargo,
}

/// The part of the file that says where modules are, in the table `package` or, as most projects have it, outside of it.
/// <https://wesl-lang.dev/spec/WeslToml>
#[derive(Deserialize, Debug, Default)]
struct WeslToml {
    #[serde(default)]
    package: WeslPackage,
    root: Option<PathBuf>,
    #[serde(default)]
    exclude: Vec<String>,
    #[serde(default)]
    dependencies: Dependencies,
}

#[derive(Deserialize, Debug, Default)]
struct WeslPackage {
    root: Option<PathBuf>,
    #[serde(default)]
    exclude: Vec<String>,
}

/// The dependencies: a table, or as the tools for npm have them, a list of names or `"auto"`. Packages that only have a name are searched.
#[derive(Deserialize, Debug)]
#[serde(untagged)]
enum Dependencies {
    Table(BTreeMap<String, toml::Value>),
    Names(Vec<String>),
    Auto(#[expect(dead_code, reason = "packages are searched by the names in imports")] String),
}

impl Default for Dependencies {
    fn default() -> Self {
        Self::Table(BTreeMap::new())
    }
}

impl WeslToml {
    /// The folder that `package::` means, relative to the file.
    fn root(&self) -> &Path {
        self.package.root.as_deref().or(self.root.as_deref()).unwrap_or(Path::new("shaders"))
    }

    /// The files that do not belong to the package.
    fn excluded(&self, folder: &Path) -> Result<Patterns, globset::Error> {
        let globs: Vec<String> = self.exclude.iter().chain(&self.package.exclude).cloned().collect();
        Patterns::new(folder.to_owned(), &globs)
    }
}

/// The files that the nearest `wesl.toml` around them excludes.
#[derive(Debug, Default)]
pub(crate) struct Excluded {
    by_folder: HashMap<PathBuf, Patterns>,
}

impl Excluded {
    pub(crate) fn contains(&mut self, file: &Path) -> bool {
        let is_module = file.extension().is_some_and(|end| end == "wesl" || end == "wgsl");
        let Some(folder) = file.parent().filter(|_| is_module) else { return false };
        let patterns = self.by_folder.entry(folder.to_owned());
        patterns.or_insert_with(|| Self::of(folder).unwrap_or_default()).contains(file)
    }

    /// The patterns for a directory. A file that can't be understood is reported where its packages are read.
    fn of(folder: &Path) -> Option<Patterns> {
        let whole = PathBuf::from(identity(folder));
        let package = whole.ancestors().take(MOST_FOLDERS).find(|it| it.join("wesl.toml").exists())?;
        read(&package.join("wesl.toml")).ok()?.excluded(package).ok()
    }
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
            folder.join(package.root())
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
    /// around the file, or a folder with its name in a folder around the file that has the module. They are in the package or repository of the
    /// file. Or else its source is in a directory that is allowed.
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

    /// Looks for the folder of a package on disk: around the file first, then in the directories that are allowed.
    fn look_for(&mut self, file: &Path, path: &[String]) -> Option<String> {
        let name = self.renamed.get(&path[0]).unwrap_or(&path[0]).clone();
        let is_declared = self.declared.contains(&path[0]);
        let outermost = if is_declared { repository(file.parent()?) } else { package(file.parent()?) };
        let around = file.ancestors().skip(1).take(MOST_FOLDERS).take_while(|it| it.starts_with(&outermost));
        let around = around.map(Path::to_owned).collect::<Vec<_>>().into_iter().find_map(|folder| {
            let member = self.cargo.member(&folder, &name);
            member.or_else(|| {
                let inner = ["", "crates", "packages", "node_modules"].map(|inner| folder.join(inner));
                let names = folder_names(&name);
                let mut folders = inner.iter().flat_map(|inner| names.iter().map(|name| inner.join(name)));
                folders.find(|it| has(it, &path[1..]))
            })
        });
        // A workspace or a link may lead out of the package.
        let around = around.and_then(|it| inside(&it, &outermost));
        let found = around.or_else(|| {
            let allowed = self.allowed.clone();
            allowed.iter().find_map(|allowed| inside(&self.cargo.source(allowed, &name, file)?, allowed))
        })?;
        let root = self.read(&found).map_or_else(|| found.clone(), |package| found.join(package.root()));
        Some(identity(&root))
    }

    fn add_dependencies(&mut self, folder: &Path, package: &WeslToml) {
        let dependencies = match &package.dependencies {
            Dependencies::Table(dependencies) => dependencies,
            Dependencies::Names(names) => {
                self.declared.extend(names.iter().map(|name| import_name(name)));
                return;
            }
            Dependencies::Auto(_) => return,
        };
        for (name, dependency) in dependencies {
            let text = |key: &str| dependency.get(key).and_then(toml::Value::as_str);
            if let Some(package) = text("package") {
                self.renamed.insert(name.clone(), package.to_owned());
            }
            let Some(path) = text("path") else {
                self.declared.insert(name.clone());
                continue;
            };
            let other = folder.join(path);
            if !other.is_dir() {
                let message = format!("dependency `{name}`: directory `{path}` not found");
                self.failures.push(Failure { name: shown(&folder.join("wesl.toml")), message });
                continue;
            }
            let own = self.read(&other);
            if own.is_none() {
                self.dependencies.insert(identity(&other));
            }
            let root = own.map_or_else(PathBuf::new, |package| package.root().to_owned());
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
        let roots = ["package.wesl", "lib.wesl", "lib.wgsl"].map(|root| module.join(root));
        [module.with_extension("wesl"), module.with_extension("wgsl")].into_iter().chain(roots)
    });
    folder.is_dir() && files.any(|file| file.is_file())
}

/// Returns the name in imports of a dependency on npm, as the JavaScript tools have it: `@my-scope/noise/module` is in `my_scope__noise`.
fn import_name(dependency: &str) -> String {
    let scoped = dependency.strip_prefix('@').and_then(|rest| rest.split_once('/'));
    let (scope, rest) = scoped.map_or((None, dependency), |(scope, rest)| (Some(scope), rest));
    let name = rest.split('/').next().unwrap_or(rest);
    scope.map_or_else(|| name.to_owned(), |scope| format!("{scope}__{name}")).replace('-', "_")
}

/// Returns the directories that a package with this name in imports may be in: a name in an import has `_` instead of `-`.
fn folder_names(name: &str) -> Vec<String> {
    let spellings = |name: &str| [name.to_owned(), name.replace('_', "-")];
    let Some((scope, name)) = name.split_once("__") else { return spellings(name).to_vec() };
    let names = spellings(name);
    let scoped = spellings(scope)
        .into_iter()
        .flat_map(|scope| names.iter().map(|name| format!("@{scope}/{name}")).collect::<Vec<_>>());
    std::iter::once(format!("{scope}__{name}")).chain(scoped).collect()
}

/// Returns the resolved path of a folder if it is in a different one.
fn inside(folder: &Path, outer: &Path) -> Option<PathBuf> {
    fs::canonicalize(folder).ok().filter(|it| it.starts_with(outer))
}

/// Reads a file, or returns the reason why it can't be understood.
fn read(path: &Path) -> Result<WeslToml, String> {
    let text = files::read_text(path).map_err(|error| format!("can't be read: {}", files::reason(&error)))?;
    let package: WeslToml = toml::from_str(&text).map_err(|error: toml::de::Error| {
        // The error's own text shows the line in several lines, and failures are one line.
        let message = error.message().lines().collect::<Vec<_>>().join("; ");
        match error.span() {
            Some(span) => {
                let at = u32::try_from(span.start).unwrap_or(u32::MAX);
                format!("line {}: {message}", LineIndex::new(&text).position(at).line)
            }
            None => message,
        }
    })?;
    package.excluded(Path::new("")).map_err(|error| format!("exclude: {error}"))?;
    Ok(package)
}
