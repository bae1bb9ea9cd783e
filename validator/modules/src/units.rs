//! The files of a project, read with different definitions.

use crate::defines::Defines;
use crate::mapped::FileIndex;
use crate::project::Project;
use crate::unit::Unit;
use std::cell::{Cell, RefCell};
use std::collections::HashMap;
use std::sync::Arc;

/// Files by the definitions that they mention: with other definitions they read the same.
type ByMentioned = HashMap<(FileIndex, Vec<(String, String)>), Arc<Unit>>;

/// The maximum number of files that are kept: each set of definitions that a file mentions takes as much memory as the file.
const MOST_UNITS: usize = 4096;
/// The maximum length of their sources together, in bytes. A file that was read takes some ten times as much.
const MOST_BYTES: usize = 16 << 20;

/// Files that were read with other definitions than the definitions of the project. They are valid for one project, as long as its files don't
/// change.
#[derive(Debug, Default)]
pub struct UnitCache {
    units: RefCell<ByMentioned>,
    /// The length of the sources of the units, and of the units that were forgotten since it was 0.
    bytes: Cell<usize>,
}

/// How files are read: with all these definitions.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Reading<'p> {
    pub(crate) names: &'p Defines,
    pub(crate) cache: &'p UnitCache,
}

impl UnitCache {
    /// Forgets a file that changed.
    pub fn forget(&mut self, file: FileIndex) {
        self.units.get_mut().retain(|(known, _), _| *known != file);
    }

    /// A file, read with these definitions.
    pub(crate) fn unit(&self, project: &Project, file: FileIndex, names: &Defines) -> Arc<Unit> {
        let mentioned = project.mentioned(file, names);
        if mentioned == project.mentioned(file, project.defines()) {
            return project.unit(file);
        }
        let key = (file, mentioned);
        if let Some(known) = self.units.borrow().get(&key) {
            return Arc::clone(known);
        }
        let unit = Arc::new(project.read(file, names));
        let mut known = self.units.borrow_mut();
        let length = project.file(file).text.len();
        if known.len() >= MOST_UNITS || self.bytes.get() + length > MOST_BYTES {
            known.clear();
            self.bytes.set(0);
        }
        self.bytes.set(self.bytes.get() + length);
        known.insert(key, Arc::clone(&unit));
        unit
    }
}
