//! Projects whose given files change, as in an editor.
//!
//! [`Modules::change`] takes other texts of given files. As long as these import the same paths, the project has the same files, so that nothing
//! has to be looked for on disk and no other file is read again. The result equals the project that [`Modules::of`] makes of the new texts.

use super::loader::{included, preambles};
use super::{Modules, are_replaced};
use std::path::Path;
use std::sync::Arc;
use wgsl_modules::{File, FileIndex, is_c_like, is_modular};

impl Modules {
    /// Gives a file a different text, and returns its number. `None` if the project has to be made again, because the file imports other files, or
    /// other files find it by a different path: the project is of no use then.
    pub(crate) fn change(&mut self, path: &str, text: &Arc<str>) -> Option<FileIndex> {
        let index = self.project.find(path)?;
        let known = self.known.get(path)?;
        let is_modular = path.strip_suffix(".wesl").is_some() || is_modular(text);
        let is_c_like = is_c_like(text);
        let has_preambles = || self.preambles.contains_key(path);
        let is_input = is_modular
            || has_preambles()
            || are_replaced(path, text, &self.defines, &self.variants, self.edition);
        let before = &known.file.text;
        let is_alike = is_modular == known.is_modular
            && is_c_like == wgsl_modules::is_c_like(before)
            && is_input == self.by_path.contains_key(path)
            // Such a file makes the loader read all files of the project around it.
            && text.contains("#import") == before.contains("#import");
        if !is_alike || !self.project.replace(index, Arc::clone(text)) {
            return None;
        }
        let file = File { text: Arc::clone(text), ..known.file.clone() };
        if let Some(wanted) = known.wanted.clone() {
            let packages = &mut self.packages;
            let folders = packages.folders.len();
            let mut now = if is_c_like {
                included(&file, &self.include)
            } else {
                self.project.wanted(index, &mut |wanted| packages.find(Path::new(path), wanted))
            };
            now.extend(preambles(&self.preambles, path));
            if now != *wanted || self.packages.folders.len() != folders {
                return None;
            }
        }
        self.files.insert(path.to_owned(), file.clone());
        self.known.get_mut(path)?.file = file;
        Some(index)
    }
}
