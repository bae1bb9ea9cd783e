//! The contents of a module, for editors that complete a path.
//!
//! [`Project::contents`] follows a path the way that linking does, and lists what may come next: modules below it, and the declarations of its
//! file that other modules may import.

use crate::defines::Defines;
use crate::link::Linker;
use crate::mapped::FileIndex;
use crate::project::{File, Project, ROOTS, folders_or_top, in_package, is_wesl, is_word, join, without_end};
use crate::units::{Reading, UnitCache};
use shader_source::steps;
use std::collections::BTreeSet;

/// The names that may come next in a path.
#[derive(Clone, Debug, Default)]
pub struct Contents {
    /// The modules.
    pub modules: BTreeSet<String>,
    /// The declarations.
    pub names: BTreeSet<String>,
    /// The file of the module that the path leads to.
    pub file: Option<FileIndex>,
}

impl Project {
    /// Returns what may come next in a path in a file: on an import line, or in code, where the first name may be an import.
    #[must_use]
    pub fn contents(
        &self,
        from: FileIndex,
        path: &[String],
        is_import: bool,
        names: &Defines,
        cache: &UnitCache,
    ) -> Contents {
        let mut linker = Linker::reading(self, Reading { names, cache });
        let unit = linker.unit(from);
        let path = if is_import { path.to_vec() } else { linker.whole_path(&unit, path) };
        let modules = self.modules_in(self.file(from), &path);
        let file = linker.file(from, &path);
        let Some(unit) = file.map(|file| linker.unit(file)) else {
            return Contents { modules, ..Contents::default() };
        };
        let is_hidden = |name: &String| file != Some(from) && unit.private.contains(name);
        let declared = unit.by_name.keys().filter(|name| !is_hidden(name));
        let passed_on = unit.imports.iter().filter(|import| import.is_public).map(|import| &import.name);
        Contents { modules, names: declared.chain(passed_on).cloned().collect(), file }
    }

    /// Returns the names of the modules that may follow a path: by folders, and by the paths that `#define_import_path` gives.
    fn modules_in(&self, file: &File, path: &[String]) -> BTreeSet<String> {
        let prefix = path.iter().fold(String::new(), |prefix, component| prefix + component + "::");
        let rests = self.by_name.range(prefix.clone()..).map(|(name, _)| name.strip_prefix(&prefix));
        let next = rests.map_while(|rest| rest.and_then(|rest| rest.split("::").next()));
        let mut modules: BTreeSet<String> = next.inspect(|_| steps::take(1)).map(str::to_owned).collect();
        modules.extend(self.in_folders(file, path));
        modules
    }

    fn in_folders(&self, file: &File, path: &[String]) -> BTreeSet<String> {
        let Some((first, rest)) = path.split_first() else {
            let starts: &[&str] = if is_wesl(&file.path) { &["package", "super"] } else { &[] };
            return starts.iter().map(|it| (*it).to_owned()).chain(self.packages.keys().cloned()).collect();
        };
        match first.as_str() {
            "package" => match &file.root {
                Some(root) => self.below_folder(&join(root, rest)),
                None => self.in_nearest(file, rest),
            },
            "self" => self.below_folder(&join(without_end(&file.path), rest)),
            "super" => {
                let levels = path.iter().take_while(|component| *component == "super").count();
                let folder = folders_or_top(&file.path).nth(levels - 1);
                folder.map(|folder| self.below_folder(&join(folder, &path[levels..]))).unwrap_or_default()
            }
            name => {
                let named = self.packages.get(name).into_iter();
                let folders = named.chain(self.folders.get(name).into_iter().flatten());
                let places = folders.flat_map(|folder| in_package(folder));
                places.flat_map(|place| self.below_folder(&join(&place, rest))).collect()
            }
        }
    }

    /// Returns the modules of a package without a `wesl.toml`: in the nearest folder that has one besides the file.
    fn in_nearest(&self, file: &File, path: &[String]) -> BTreeSet<String> {
        let own = without_end(&file.path).rsplit('/').next().unwrap_or_default();
        let is_alone = |modules: &BTreeSet<String>| path.is_empty() && modules.iter().all(|it| it == own);
        let folders = folders_or_top(&file.path).map(|folder| self.below_folder(&join(folder, path)));
        let mut all = folders.filter(|modules| !modules.is_empty());
        all.find(|modules| !is_alone(modules)).unwrap_or_default()
    }

    /// Returns the modules directly in a folder: files, and folders with files.
    fn below_folder(&self, folder: &str) -> BTreeSet<String> {
        let prefix = if folder.is_empty() { String::new() } else { format!("{folder}/") };
        let first = self.files.partition_point(|file| file.path < prefix);
        let inside = self.files[first..].iter().map_while(|file| file.path.strip_prefix(&prefix));
        let names = inside.inspect(|_| steps::take(1)).filter_map(|path| match path.split_once('/') {
            Some((folder, _)) => Some(folder),
            None => Some(without_end(path)).filter(|name| !ROOTS.contains(name)),
        });
        names.filter(|name| is_word(name)).map(str::to_owned).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::explore_test::project;

    /// The modules and names that may follow a path in the first file.
    fn listed(files: &[(&str, &str)], path: &str, is_import: bool) -> (Vec<String>, Vec<String>) {
        let project = project(files, &[]);
        let root = project.find(&format!("/p/{}", files[0].0)).expect("a file");
        let path: Vec<String> = path.split("::").filter(|it| !it.is_empty()).map(str::to_owned).collect();
        let found = project.contents(root, &path, is_import, &Defines::default(), &UnitCache::default());
        (found.modules.into_iter().collect(), found.names.into_iter().collect())
    }

    #[track_caller]
    fn has(files: &[(&str, &str)], path: &str, modules: &[&str], names: &[&str]) {
        let (found, declared) = listed(files, path, true);
        assert_eq!((found, declared), (owned(modules), owned(names)), "{path}");
    }

    fn owned(names: &[&str]) -> Vec<String> {
        names.iter().map(|name| (*name).to_owned()).collect()
    }

    #[test]
    fn folders_and_files_are_modules() {
        let files = [
            ("a.wesl", "import package::d::b as c;\nfn a() { c:: }"),
            ("d/b.wesl", "import self::x;\nfn f() {}\nprivate fn g() {}\npublic import super::e::h;"),
            ("d/e.wesl", "fn h() {}"),
            ("d/not-a-name.wesl", ""),
            ("d/package.wesl", "fn p() {}"),
        ];
        has(&files, "", &["package", "super"], &[]);
        has(&files, "package", &["a", "d"], &[]);
        has(&files, "super::d", &["b", "e"], &[]);
        has(&files, "package::d::b", &[], &["f", "h"]);
        has(&files, "package::d::none", &[], &[]);
        assert_eq!(listed(&files, "c", false).1, ["f", "h"], "an import is the start of a path in code");
        assert_eq!(listed(&files, "c", true).1, [""; 0]);
    }

    #[test]
    fn paths_of_naga_oil_are_modules() {
        let files = [
            ("a.wgsl", "#import m::n as k\n"),
            ("b.wgsl", "#define_import_path m::n\nfn f() {}"),
            ("c.wgsl", "#define_import_path m::o::p\nfn g() {}"),
            ("d.wgsl", "#define_import_path mm\nfn h() {}"),
        ];
        has(&files, "", &["m", "mm"], &[]);
        has(&files, "m", &["n", "o"], &[]);
        has(&files, "m::n", &[], &["f"]);
        assert_eq!(listed(&files, "k", false).1, ["f"]);
    }
}
