//! Which files import which, directly or through others: from a file that changed to the programs that may have it.

use shader_source::steps;
use std::collections::{BTreeSet, HashMap};
use std::sync::Arc;

/// The imports of the files of a project. Paths are without `.wesl` or `.wgsl`, and need not exist.
#[derive(Debug, Default)]
pub(crate) struct Importers {
    /// The paths that the imports of each file may lead to.
    wanted: HashMap<String, Arc<BTreeSet<String>>>,
    /// The other way round.
    by_path: HashMap<String, BTreeSet<String>>,
}

impl Importers {
    /// Takes the imports of all files of a project. What did not change since the last call costs nothing.
    pub(crate) fn update<'a>(&mut self, files: impl Iterator<Item = (&'a str, &'a Arc<BTreeSet<String>>)>) {
        let mut gone: BTreeSet<String> = self.wanted.keys().cloned().collect();
        for (file, wanted) in files {
            gone.remove(file);
            if self.wanted.get(file).is_some_and(|known| Arc::ptr_eq(known, wanted)) {
                continue;
            }
            self.remove(file);
            steps::take(wanted.len());
            for path in wanted.iter() {
                self.by_path.entry(path.clone()).or_default().insert(file.to_owned());
            }
            self.wanted.insert(file.to_owned(), Arc::clone(wanted));
        }
        for file in &gone {
            self.remove(file);
        }
    }

    fn remove(&mut self, file: &str) {
        let Some(wanted) = self.wanted.remove(file) else { return };
        steps::take(wanted.len());
        for path in wanted.iter() {
            if let Some(importers) = self.by_path.get_mut(path) {
                importers.remove(file);
                if importers.is_empty() {
                    self.by_path.remove(path);
                }
            }
        }
    }

    /// Returns the files that import a file, directly or through others.
    pub(crate) fn of<'a>(&'a self, file: &str) -> BTreeSet<&'a str> {
        let mut found = BTreeSet::new();
        let mut pending = vec![file];
        while let Some(file) = pending.pop() {
            let path = file.strip_suffix(".wesl").or_else(|| file.strip_suffix(".wgsl")).unwrap_or(file);
            steps::take(1);
            for importer in self.by_path.get(path).into_iter().flatten() {
                steps::take(1);
                if found.insert(importer.as_str()) {
                    pending.push(importer);
                }
            }
        }
        found
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn importers_are_found_through_others() {
        let wanted = |paths: &[&str]| Arc::new(paths.iter().map(|path| (*path).to_owned()).collect());
        let (a, b, c) = (wanted(&["/b", "/no"]), wanted(&["/c"]), wanted(&["/b"]));
        let mut importers = Importers::default();
        importers.update([("/a.wesl", &a), ("/b.wgsl", &b), ("/c.wesl", &c)].into_iter());
        assert_eq!(importers.of("/c.wesl"), ["/a.wesl", "/b.wgsl", "/c.wesl"].into());
        assert_eq!(importers.of("/no.wesl"), ["/a.wesl"].into(), "a file that may come into being");
        assert_eq!(importers.of("/a.wesl"), BTreeSet::new());
        importers.update([("/a.wesl", &a), ("/b.wgsl", &wanted(&[]))].into_iter());
        assert_eq!(importers.of("/c.wesl"), BTreeSet::new());
        assert_eq!(importers.of("/b.wgsl"), ["/a.wesl"].into());
        let same = steps::of(|| importers.update([("/a.wesl", &a)].into_iter()));
        assert_eq!(same, 0);
    }
}
