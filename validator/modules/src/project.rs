//! The files of a project, and which of them a path leads to.

use crate::defines::Defines;
use crate::mapped::FileIndex;
use crate::preprocess::{import_path, is_preprocessed};
use crate::unit::{Unit, is_modular};
use shader_source::steps;
use shader_source::suggest::Suggestions;
use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};
use std::sync::{Arc, OnceLock};
use wgsl_spec::Edition;

/// The maximum number of folders around a file in which a path may begin. Each costs a look-up, and a reader of files several questions
/// to the operating system; no real project is that deep.
pub const MOST_FOLDERS: usize = 64;

/// The path of the module of integer definitions, which no file has.
const CONSTANTS: &str = "<constants>";

/// A file of a project.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct File {
    /// Its path, with `/` between the names, and `.wesl` or `.wgsl` at the end.
    pub path: String,
    /// Its content.
    pub text: Arc<str>,
    /// The folder that `package::` leads to, if a `wesl.toml` says so. Otherwise it is the nearest folder around the file in which
    /// the path leads to a file.
    pub root: Option<String>,
}

/// The files of a project. It reads nothing by itself.
#[derive(Debug, Default)]
pub struct Project {
    pub(crate) files: Vec<File>,
    defines: Defines,
    edition: Edition,
    /// By path without the end.
    by_path: HashMap<String, FileIndex>,
    /// By the path that `#define_import_path` gives.
    pub(crate) by_name: BTreeMap<String, FileIndex>,
    /// The names of the files in each folder, without the end.
    by_folder: HashMap<String, Vec<String>>,
    /// Folders by their last name.
    pub(crate) folders: HashMap<String, Vec<String>>,
    /// The folders of packages, by the names that a `wesl.toml` gives them.
    pub(crate) packages: HashMap<String, String>,
    /// The folders of `-I`, in their order.
    include: Vec<String>,
    /// The paths of the files whose text comes before a file, by the path of the file.
    preambles: HashMap<String, Vec<String>>,
    pub(crate) units: Vec<OnceLock<Arc<Unit>>>,
    /// The words of each file, comments included, once a root with `#define` lines imports the file.
    pub(crate) words: Vec<OnceLock<HashSet<String>>>,
    /// The module `constants` that Bevy makes of integer definitions.
    constants: Option<FileIndex>,
    /// The first file that declares a name, made on first use.
    pub(crate) declared: OnceLock<HashMap<String, FileIndex>>,
}

/// The end of the path of a module.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Lookup {
    /// A file.
    Found(FileIndex),
    /// Nothing, in a package of the project; the nearest name of the last part.
    Missing(Option<String>),
    /// A package that the project does not have.
    Outside(String),
}

/// The names of the file that a folder means as a module: the specification's name, and the JavaScript tools' name.
pub(crate) const ROOTS: [&str; 2] = ["package", "lib"];

impl Project {
    /// A project of these files. Of two with one path, `.wesl` comes before `.wgsl`.
    #[must_use]
    pub fn new(mut files: Vec<File>, defines: Defines, edition: Edition) -> Self {
        files.push(File { path: CONSTANTS.to_owned(), text: Arc::from(""), root: None });
        files.sort_by(|one, other| one.path.cmp(&other.path));
        files.dedup_by(|one, other| one.path == other.path);
        let mut project = Self { defines, edition, ..Self::default() };
        let mut known = HashSet::new();
        for (index, file) in files.iter().enumerate() {
            steps::take(1);
            let index = FileIndex(index as u32);
            if file.path == CONSTANTS {
                project.constants = Some(index);
                continue;
            }
            // `.wesl` comes first by its path.
            project.by_path.entry(without_end(&file.path).to_owned()).or_insert(index);
            if let Some((folder, name)) = without_end(&file.path).rsplit_once('/') {
                project.by_folder.entry(folder.to_owned()).or_default().push(name.to_owned());
            }
            if let Some(name) = import_path(&file.text) {
                project.by_name.entry(name.to_owned()).or_insert(index);
            }
            // The folders around a known one are known, too.
            for folder in folders(&file.path).take_while(|folder| known.insert(*folder)) {
                project.folders.entry(last(folder).to_owned()).or_default().push(folder.to_owned());
            }
        }
        project.words = files.iter().map(|_| OnceLock::new()).collect();
        project.units = files.iter().map(|_| OnceLock::new()).collect();
        project.files = files;
        project
    }

    /// Takes over what an earlier state of the project has read of files that did not change.
    pub fn reuse(&mut self, before: &Self) {
        if (&self.defines, self.edition) != (&before.defines, before.edition) {
            return;
        }
        // A unit knows the index of its file. The index of the definitions never changes: the definitions are the same.
        for (index, (file, old)) in self.files.iter().zip(&before.files).enumerate() {
            let is_same =
                file.path == old.path && (Arc::ptr_eq(&file.text, &old.text) || file.text == old.text);
            if let (true, Some(unit)) = (is_same, before.units[index].get()) {
                self.units[index] = OnceLock::from(Arc::clone(unit));
            }
        }
    }

    /// Gives a package a name: a dependency in a `wesl.toml`.
    pub fn add_package(&mut self, name: impl Into<String>, folder: impl Into<String>) {
        self.packages.entry(name.into()).or_insert(folder.into());
    }

    /// Adds a folder in which files to include are looked for, after the folder of the including file and earlier folders.
    pub fn add_include_folder(&mut self, folder: impl Into<String>) {
        self.include.push(folder.into());
    }

    /// Places the contents of files before a file, as a host does that passes all of them on as one program.
    pub fn add_preambles(&mut self, file: impl Into<String>, before: &[String]) {
        self.preambles.entry(file.into()).or_default().extend(before.iter().cloned());
    }

    /// The files whose text comes before a file, in their order.
    pub(crate) fn preambles(&self, file: FileIndex) -> Vec<FileIndex> {
        let paths = self.preambles.get(&self.file(file).path).map_or(&[][..], Vec::as_slice);
        paths.iter().filter_map(|path| self.find(path)).collect()
    }

    /// The folders in which files to include are looked for.
    pub(crate) fn include_folders(&self) -> &[String] {
        &self.include
    }

    /// The edition to read files by.
    pub(crate) const fn edition(&self) -> Edition {
        self.edition
    }

    /// The file with this path.
    #[must_use]
    pub fn find(&self, path: &str) -> Option<FileIndex> {
        let found = self.files.binary_search_by(|file| file.path.as_str().cmp(path));
        found.ok().map(|index| FileIndex(index as u32))
    }

    /// A file.
    #[must_use]
    pub fn file(&self, index: FileIndex) -> &File {
        &self.files[index.0 as usize]
    }

    /// A file as a module, read with the names of the command.
    pub(crate) fn unit(&self, index: FileIndex) -> Arc<Unit> {
        Arc::clone(self.units[index.0 as usize].get_or_init(|| Arc::new(self.read(index, &self.defines))))
    }

    /// A file as a module, read with further names. Names that the file does not mention change nothing in it: then all roots share one unit.
    pub(crate) fn unit_with(&self, index: FileIndex, others: &Defines) -> Arc<Unit> {
        let words = self.words(index);
        // What is not a word may be a part of several.
        if others.names().all(|name| is_word(name) && !words.contains(name)) {
            return self.unit(index);
        }
        let mut defines = self.defines.clone();
        defines.extend(others);
        Arc::new(self.read(index, &defines))
    }

    /// The names of the command with their values.
    pub(crate) const fn defines(&self) -> &Defines {
        &self.defines
    }

    /// The definitions that can matter to a file: of the names that it mentions.
    pub(crate) fn mentioned(&self, index: FileIndex, names: &Defines) -> Vec<(String, String)> {
        let all = names.all().map(|(name, value)| (name.to_owned(), value.to_owned()));
        if self.is_constants(index) {
            return all.collect();
        }
        let words = self.words(index);
        all.filter(|(name, _)| !is_word(name) || words.contains(name)).collect()
    }

    fn words(&self, index: FileIndex) -> &HashSet<String> {
        self.words[index.0 as usize].get_or_init(|| words(&self.file(index).text))
    }

    /// Returns true for the module of integer definitions.
    pub(crate) fn is_constants(&self, index: FileIndex) -> bool {
        self.constants == Some(index)
    }

    pub(crate) fn read(&self, index: FileIndex, defines: &Defines) -> Unit {
        let file = self.file(index);
        if self.is_constants(index) {
            return Unit::of_constants(index, defines, self.edition);
        }
        Unit::new(index, &file.text, Self::has_imports(file), defines, self.edition)
    }

    /// Returns true if a file may have imports and conditions.
    pub(crate) fn has_imports(file: &File) -> bool {
        is_wesl(&file.path) || is_modular(&file.text)
    }

    /// The module at this path, seen from a file. All look-ups of a program share the budget for suggestions.
    pub(crate) fn module(&self, from: FileIndex, path: &[String], near: &mut Suggestions) -> Lookup {
        if let Some(found) = self.by_name.get(&path.join("::")) {
            return Lookup::Found(*found);
        }
        let Some((first, rest)) = path.split_first() else { return Lookup::Missing(None) };
        let file = self.file(from);
        match first.as_str() {
            "package" => self.in_package(file, rest, near),
            "super" => self.above(without_end(&file.path), path, near),
            "self" => self.below(without_end(&file.path), rest, near),
            quoted if quoted.starts_with('"') => self.quoted(file, quoted.trim_matches('"')),
            name => match self.in_other_package(file, name, path, near) {
                // `import util::f;`, where `package::` was forgotten.
                Lookup::Outside(_) if is_wesl(&file.path) && self.is_in_package(file, path) => {
                    Lookup::Missing(Some(format!("package::{}", path.join("::"))))
                }
                // Bevy makes this module; `naga_oil` doesn't know it.
                Lookup::Outside(_)
                    if name == "constants" && rest.is_empty() && !is_preprocessed(&file.text) =>
                {
                    self.constants.map_or(Lookup::Missing(None), Lookup::Found)
                }
                found => found,
            },
        }
    }

    /// The import that a file needs for a name that a different file declares.
    pub(crate) fn missing_import(&self, from: FileIndex, name: &str) -> Option<String> {
        let declared = self.declared.get_or_init(|| {
            let mut declared = HashMap::new();
            let all = (0..self.files.len()).map(|index| FileIndex(index as u32));
            for index in all.filter(|index| !self.is_constants(*index)) {
                for name in self.unit(index).by_name.keys() {
                    declared.entry(name.clone()).or_insert(index);
                }
            }
            declared
        });
        let found = *declared.get(name).filter(|found| **found != from)?;
        let (file, other) = (self.file(from), self.file(found));
        if let Some(path) = import_path(&other.text) {
            return Some(format!("#import {path}::{name}"));
        }
        let root = match &file.root {
            Some(root) => root.as_str(),
            None => folders(&file.path).find(|folder| is_below(&other.path, folder))?,
        };
        let path = without_end(&other.path).strip_prefix(root)?.strip_prefix('/')?;
        let module = if path == "package" { String::new() } else { path.replace('/', "::") + "::" };
        Some(format!("import package::{module}{name};"))
    }

    fn in_package(&self, file: &File, path: &[String], near: &mut Suggestions) -> Lookup {
        // The package itself is a module, too.
        if path.is_empty() {
            let itself = match &file.root {
                Some(root) => self.itself(root),
                None => folders_or_top(&file.path).find_map(|folder| self.itself(folder)),
            };
            return itself.map_or(Lookup::Missing(None), Lookup::Found);
        }
        if let Some(root) = &file.root {
            return self.below(root, path, near);
        }
        match folders_or_top(&file.path).find_map(|folder| self.file_below(folder, path)) {
            Some(found) => Lookup::Found(found),
            None => Lookup::Missing(
                folders_or_top(&file.path).find_map(|folder| self.nearest(&join(folder, path), near)),
            ),
        }
    }

    /// Returns true if a path leads to a file of the package.
    fn is_in_package(&self, file: &File, path: &[String]) -> bool {
        match &file.root {
            Some(root) => self.file_below(root, path).is_some(),
            None => folders_or_top(&file.path).any(|folder| self.file_below(folder, path).is_some()),
        }
    }

    /// `super::` leads to the folder of a file, as a module: to the contents of the folder, or to the file next to it.
    fn above(&self, module: &str, path: &[String], near: &mut Suggestions) -> Lookup {
        let levels = path.iter().take_while(|component| *component == "super").count();
        let mut folder = module;
        for _ in 0..levels {
            match folder.rsplit_once('/') {
                Some((outer, _)) => folder = outer,
                None if !folder.is_empty() => folder = "",
                None => return Lookup::Missing(None),
            }
        }
        self.below(folder, &path[levels..], near)
    }

    /// The file of a path below a folder, or the nearest name.
    fn below(&self, folder: &str, path: &[String], near: &mut Suggestions) -> Lookup {
        match self.file_below(folder, path) {
            Some(found) => Lookup::Found(found),
            None => Lookup::Missing(self.nearest(&join(folder, path), near)),
        }
    }

    /// The file of a path below a folder. The folder itself means its `package` file, or the file next to it.
    fn file_below(&self, folder: &str, path: &[String]) -> Option<FileIndex> {
        steps::take(1);
        let itself = path.is_empty().then(|| self.itself(folder)).flatten();
        itself.or_else(|| self.by_path.get(&join(folder, path)).copied())
    }

    /// The file that a folder means as a module.
    fn itself(&self, folder: &str) -> Option<FileIndex> {
        ROOTS.iter().find_map(|root| self.by_path.get(&format!("{folder}/{root}")).copied())
    }

    fn quoted(&self, file: &File, path: &str) -> Lookup {
        let wanted = plain(without_end(path));
        let places = folders_or_top(&file.path).flat_map(|folder| {
            [join(folder, std::slice::from_ref(&wanted)), format!("{folder}/assets/{wanted}")]
        });
        match places.into_iter().find_map(|place| self.by_path.get(&place)) {
            Some(found) => Lookup::Found(*found),
            None => Lookup::Missing(None),
        }
    }

    /// A package is a dependency of a `wesl.toml`, or a folder with its name: the imported file is in it, or in `src` or `shaders`.
    fn in_other_package(&self, file: &File, name: &str, path: &[String], near: &mut Suggestions) -> Lookup {
        let rest = &path[1..];
        let dependency = self.packages.get(name);
        let folders = dependency.into_iter().chain(self.folders.get(name).into_iter().flatten());
        let places: Vec<String> = folders.flat_map(|folder| in_package(folder)).collect();
        if let Some(found) = places.iter().find_map(|place| self.file_below(place, rest)) {
            return Lookup::Found(found);
        }
        let prefix = format!("{name}::");
        let is_known = dependency.is_some()
            || self.by_name.contains_key(name)
            || self
                .by_name
                .range(prefix.clone()..)
                .next()
                .is_some_and(|(known, _)| known.starts_with(&prefix))
            || (is_wesl(&file.path) && !rest.is_empty() && !places.is_empty());
        if is_known {
            let wanted = path.join("::");
            // A name with the same beginning says its last part alone.
            let nearest = near.closest(&wanted, self.by_name.keys().map(String::as_str)).map(|name| {
                match (name.rsplit_once("::"), wanted.rsplit_once("::")) {
                    (Some((outer, last)), Some((same, _))) if outer == same => last.to_owned(),
                    _ => name.to_owned(),
                }
            });
            return Lookup::Missing(
                nearest.or_else(|| places.iter().find_map(|place| self.nearest(&join(place, rest), near))),
            );
        }
        Lookup::Outside(name.to_owned())
    }

    /// The nearest name of a file in the folder of this path.
    fn nearest(&self, path: &str, near: &mut Suggestions) -> Option<String> {
        // A file with n wrong imports in a folder with n files must not walk through the folder n times.
        let (folder, name) = path.rsplit_once('/')?;
        if !near.are_possible(name) {
            return None;
        }
        let names = self.by_folder.get(folder)?.iter().inspect(|_| steps::take(1));
        near.closest(name, names.map(String::as_str)).map(str::to_owned)
    }
}

/// The paths without `.wesl` or `.wgsl` that the imports of a file may lead to. `packages` are folders by the names of packages.
/// A loader can use it to find the files that a program needs.
#[must_use]
pub fn wanted(
    file: &File,
    defines: &Defines,
    edition: Edition,
    packages: &BTreeMap<String, String>,
) -> BTreeSet<String> {
    wanted_with(file, defines, edition, &mut |path| packages.get(&path[0]).cloned())
}

/// As [`wanted`], with a function that returns the folder of the package that a path begins with.
#[must_use]
pub fn wanted_with(
    file: &File,
    defines: &Defines,
    edition: Edition,
    package: &mut dyn FnMut(&[String]) -> Option<String>,
) -> BTreeSet<String> {
    wanted_of(&Unit::new(FileIndex(0), &file.text, true, defines, edition), file, package)
}

/// The paths that the imports of a file may lead to, which was read as this unit.
pub(crate) fn wanted_of(
    unit: &Unit,
    file: &File,
    package: &mut dyn FnMut(&[String]) -> Option<String>,
) -> BTreeSet<String> {
    let mut wanted = BTreeSet::new();
    let imports = unit.imports.iter().map(|import| &import.path);
    // Other definitions must find their files, too.
    for path in imports.chain(unit.paths.values()).chain(&unit.dropped.paths) {
        let is_import = unit.by_import.contains_key(&path[0]) && path.len() > 1;
        let mut package = |path: &[String]| if is_import { None } else { package(path) };
        for folder in starts(file, path, &mut package) {
            let rest: Vec<String> = path.iter().skip_while(|it| *it == "super").cloned().collect();
            let rest = if path[0] == "super" { &rest[..] } else { &path[1..] };
            wanted.insert(join(&folder, rest));
            wanted.insert(join(&folder, &rest[..rest.len().saturating_sub(1)]));
            wanted.extend(ROOTS.map(|root| format!("{folder}/{root}")));
        }
        if let Some(quoted) = path[0].strip_prefix('"') {
            let quoted = plain(without_end(quoted.trim_end_matches('"')));
            wanted.extend(folders(&file.path).map(|folder| format!("{folder}/{quoted}")));
            wanted.extend(folders(&file.path).map(|folder| format!("{folder}/assets/{quoted}")));
        }
    }
    wanted
}

/// The folders in which a path may begin.
fn starts(file: &File, path: &[String], package: &mut dyn FnMut(&[String]) -> Option<String>) -> Vec<String> {
    match path[0].as_str() {
        "package" => match &file.root {
            Some(root) => vec![root.clone()],
            None => folders(&file.path).map(str::to_owned).collect(),
        },
        "self" => vec![without_end(&file.path).to_owned()],
        "super" => {
            let levels = path.iter().take_while(|component| *component == "super").count();
            folders(&file.path).nth(levels - 1).map(str::to_owned).into_iter().collect()
        }
        quoted if quoted.starts_with('"') => Vec::new(),
        // `import foo;` may mean a module of the package.
        _ if path.len() == 1 => {
            let own = ["package".to_owned(), path[0].clone()];
            let mut folders: Vec<String> =
                starts(file, &own, package).iter().map(|it| join(it, path)).collect();
            folders.extend(package(path).iter().flat_map(|folder| in_package(folder)));
            folders
        }
        _ => package(path).iter().flat_map(|folder| in_package(folder)).collect(),
    }
}

/// The folders of a package that may have its modules.
pub(crate) fn in_package(folder: &str) -> [String; 4] {
    ["", "/src", "/shaders", "/src/shaders"].map(|inner| format!("{folder}{inner}"))
}

/// A relative path without `.` and without folders that `..` leaves again.
fn plain(path: &str) -> String {
    let mut parts: Vec<&str> = Vec::new();
    for part in path.split('/') {
        match part {
            "." | "" => {}
            ".." if parts.last().is_some_and(|last| *last != "..") => {
                parts.pop();
            }
            part => parts.push(part),
        }
    }
    parts.join("/")
}

/// The folders around a file, the nearest first, up to [`MOST_FOLDERS`].
fn folders(path: &str) -> impl Iterator<Item = &str> {
    let first = path.rsplit_once('/').map(|(folder, _)| folder);
    let all = std::iter::successors(first, |folder| folder.rsplit_once('/').map(|(outer, _)| outer));
    all.take(MOST_FOLDERS)
}

/// The folders around a file, and last the top, which the relative path of a file in memory does not name: `main.wesl` imports from `light.wesl`.
pub(crate) fn folders_or_top(path: &str) -> impl Iterator<Item = &str> {
    folders(path).chain(std::iter::once(""))
}

fn is_below(path: &str, folder: &str) -> bool {
    path.strip_prefix(folder).is_some_and(|rest| rest.starts_with('/'))
}

/// The words of a text.
pub(crate) fn words(text: &str) -> HashSet<String> {
    let words = text.split(|character| !unicode_ident::is_xid_continue(character));
    words.filter(|word| !word.is_empty()).inspect(|_| steps::take(1)).map(str::to_owned).collect()
}

pub(crate) fn is_word(name: &str) -> bool {
    !name.is_empty() && name.chars().all(unicode_ident::is_xid_continue)
}

pub(crate) fn is_wesl(path: &str) -> bool {
    path.strip_suffix(".wesl").is_some()
}

fn last(path: &str) -> &str {
    path.rsplit_once('/').map_or(path, |(_, name)| name)
}

pub(crate) fn without_end(path: &str) -> &str {
    path.strip_suffix(".wesl").or_else(|| path.strip_suffix(".wgsl")).unwrap_or(path)
}

pub(crate) fn join(folder: &str, path: &[String]) -> String {
    let mut joined = folder.to_owned();
    for component in path {
        if !joined.is_empty() {
            joined.push('/');
        }
        joined.push_str(component);
    }
    joined
}

#[cfg(test)]
mod tests {
    use super::*;

    fn project(files: &[(&str, &str)]) -> Project {
        let files = files.iter().map(|(path, text)| File {
            path: (*path).to_owned(),
            text: Arc::from(*text),
            root: None,
        });
        Project::new(files.collect(), Defines::default(), Edition::Current)
    }

    fn look(project: &Project, from: &str, path: &str) -> Result<String, Lookup> {
        let from = project.find(from).expect("it is a file");
        let path: Vec<String> = path.split("::").map(str::to_owned).collect();
        match project.module(from, &path, &mut Suggestions::default()) {
            Lookup::Found(found) => Ok(project.file(found).path.clone()),
            other => Err(other),
        }
    }

    #[test]
    fn paths_of_wesl_lead_to_files() {
        let project = project(&[
            ("/p/shaders/main.wesl", ""),
            ("/p/shaders/util.wgsl", ""),
            ("/p/shaders/util.wesl", ""),
            ("/p/shaders/light/sun.wesl", ""),
            ("/p/shaders/light/moon.wgsl", ""),
            ("/p/shaders/light.wesl", ""),
            ("/p/shaders/package.wesl", ""),
            ("/q/bevy_pbr/src/render/io.wesl", ""),
        ]);
        let from_sun = |path| look(&project, "/p/shaders/light/sun.wesl", path);
        let found = |path: &str| Ok(format!("/p/shaders/{path}"));
        assert_eq!(from_sun("package::util"), found("util.wesl"), ".wesl before .wgsl");
        assert_eq!(from_sun("package::light::moon"), found("light/moon.wgsl"));
        assert_eq!(from_sun("super::moon"), found("light/moon.wgsl"));
        assert_eq!(from_sun("super"), found("light.wesl"));
        assert_eq!(from_sun("super::super::main"), found("main.wesl"));
        assert_eq!(from_sun("package"), found("package.wesl"));
        assert_eq!(look(&project, "/p/shaders/main.wesl", "super"), found("package.wesl"));
        assert_eq!(from_sun("bevy_pbr::render::io"), Ok("/q/bevy_pbr/src/render/io.wesl".to_owned()));
    }

    #[test]
    fn files_without_a_folder_import_from_each_other() {
        let project = project(&[("main.wesl", ""), ("util.wesl", ""), ("light/sun.wesl", "")]);
        let found = |path: &str| Ok(path.to_owned());
        assert_eq!(look(&project, "main.wesl", "package::util"), found("util.wesl"));
        assert_eq!(look(&project, "main.wesl", "super::util"), found("util.wesl"));
        assert_eq!(look(&project, "light/sun.wesl", "package::util"), found("util.wesl"));
        assert_eq!(look(&project, "light/sun.wesl", "super::super::util"), found("util.wesl"));
        assert_eq!(look(&project, "main.wesl", "super::super::util"), Err(Lookup::Missing(None)));
    }

    #[test]
    fn what_is_missing_is_told_from_what_lies_outside() {
        let project = project(&[
            ("/p/main.wesl", ""),
            ("/p/lighting.wesl", ""),
            ("/p/old.wgsl", "#define_import_path a::tools"),
        ]);
        let from = |path| look(&project, "/p/main.wesl", path);
        assert_eq!(from("package::lightning"), Err(Lookup::Missing(Some("lighting".to_owned()))));
        assert_eq!(from("super::super::super::super::x"), Err(Lookup::Missing(None)));
        let whole = "package::lighting".to_owned();
        assert_eq!(from("lighting"), Err(Lookup::Missing(Some(whole))), "without `package::`");
        assert_eq!(from("somewhere::x"), Err(Lookup::Outside("somewhere".to_owned())));
        assert_eq!(from("a::tools"), Ok("/p/old.wgsl".to_owned()));
        assert_eq!(from("a::tool"), Err(Lookup::Missing(Some("tools".to_owned()))));
        assert_eq!(from("\"old.wgsl\""), Ok("/p/old.wgsl".to_owned()));
    }

    #[test]
    fn files_that_a_program_may_need_are_named() {
        let text = "import package::a::b; import super::c as d; import e::f;\nconst x = super::super::g::h;";
        let file = File { path: "/p/q/main.wesl".to_owned(), text: text.into(), root: Some("/p".to_owned()) };
        let packages = BTreeMap::from([("e".to_owned(), "/e".to_owned())]);
        let wanted = wanted(&file, &Defines::default(), Edition::Current, &packages);
        for expected in ["/p/a/b", "/p/a", "/p/q/c", "/e/f", "/p/g", "/p/g/h"] {
            assert!(wanted.contains(expected), "{expected}: {wanted:?}");
        }
    }

    #[test]
    fn roots_with_names_share_the_units_that_do_not_mention_them() {
        let project = project(&[
            ("/p/plain.wgsl", "#define_import_path plain\nfn f() {}"),
            ("/p/other.wgsl", "#define_import_path other\n#ifdef NAME\nfn f() {}\n#endif"),
        ]);
        let mut names = Defines::default();
        names.define("NAME", None);
        let [plain, other] =
            ["/p/plain.wgsl", "/p/other.wgsl"].map(|path| project.find(path).expect("a file"));
        assert!(Arc::ptr_eq(&project.unit(plain), &project.unit_with(plain, &names)));
        assert!(project.unit(other).by_name.is_empty());
        assert!(project.unit_with(other, &names).by_name.contains_key("f"));
        names.define("a.b", None);
        assert!(!Arc::ptr_eq(&project.unit(plain), &project.unit_with(plain, &names)));
    }

    #[test]
    fn a_root_that_is_said_is_the_only_one() {
        let file = |path: &str, root: &str| File {
            path: path.to_owned(),
            text: Arc::from(""),
            root: Some(root.to_owned()),
        };
        let files = vec![file("/p/src/a/b.wesl", "/p/src"), file("/p/src/a/c.wesl", "/p/src")];
        let project = Project::new(files, Defines::default(), Edition::Current);
        assert_eq!(look(&project, "/p/src/a/b.wesl", "package::a::c"), Ok("/p/src/a/c.wesl".to_owned()));
        assert_eq!(look(&project, "/p/src/a/b.wesl", "package::c"), Err(Lookup::Missing(None)));
    }
}
