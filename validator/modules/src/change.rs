//! Projects whose files change one by one, as in an editor.
//!
//! A [`Project`] reads each file once. [`Project::replace`] gives a file a different text and keeps what was read of all other files, so that
//! an edit costs the edited file and the programs that have it. The invariant: the project equals the result of [`Project::new`].

use crate::mapped::FileIndex;
use crate::preprocess::import_path;
use crate::project::{Project, wanted_of};
use std::collections::BTreeSet;
use std::sync::{Arc, OnceLock};

impl Project {
    /// Gives a file a different text. Returns false, and changes nothing, if the file has a different path for imports afterwards: that concerns
    /// the look-ups of all files.
    #[must_use]
    pub fn replace(&mut self, index: FileIndex, text: Arc<str>) -> bool {
        let at = index.0 as usize;
        if import_path(&self.files[at].text) != import_path(&text) {
            return false;
        }
        self.files[at].text = text;
        self.units[at] = OnceLock::new();
        self.words[at] = OnceLock::new();
        self.declared = OnceLock::new();
        true
    }

    /// Returns the paths without `.wesl` or `.wgsl` that the imports of a file may lead to, as [`wanted_with`](crate::wanted_with) does, without
    /// reading the file again.
    #[must_use]
    pub fn wanted(
        &self,
        index: FileIndex,
        package: &mut dyn FnMut(&[String]) -> Option<String>,
    ) -> BTreeSet<String> {
        wanted_of(&self.unit(index), self.file(index), package)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::defines::Defines;
    use crate::project::File;
    use shader_source::steps;
    use wgsl_spec::Edition;

    fn project(count: usize) -> Project {
        let files = (0..count).map(|number| File {
            path: format!("/p/m{number}.wesl"),
            text: format!("import package::m{}::f;\nfn f() {{ let x = 1; }}", number + 1).into(),
            root: None,
        });
        Project::new(files.collect(), Defines::default(), Edition::Current)
    }

    #[test]
    fn a_replaced_file_costs_itself() {
        let cost = |count: usize| {
            let mut project = project(count);
            let all: Vec<FileIndex> = (0..count as u32).map(FileIndex).collect();
            for index in &all {
                drop(project.unit(*index));
            }
            let index = project.find("/p/m0.wesl").expect("a file");
            steps::of(|| {
                assert!(project.replace(index, "import package::m1::g;".into()));
                for index in &all {
                    drop(project.unit(*index));
                }
            })
        };
        let (few, many) = (cost(10), cost(100));
        assert!(few > 0 && few == many, "{few} steps become {many} with 10 times the files");
    }

    #[test]
    fn a_replaced_file_is_read_with_its_new_text() {
        let mut project = project(2);
        let index = project.find("/p/m0.wesl").expect("a file");
        assert!(project.wanted(index, &mut |_| None).contains("/p/m1"));
        assert!(project.replace(index, "import package::other::g;".into()));
        assert!(project.wanted(index, &mut |_| None).contains("/p/other"));
        assert!(!project.replace(index, "#define_import_path a".into()), "other files find it by that path");
        assert_eq!(&*project.file(index).text, "import package::other::g;");
    }
}
