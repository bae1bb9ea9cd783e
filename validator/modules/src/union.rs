//! One program of the declarations that the programs of many files are made of: each declaration once.

use crate::defines::Defines;
use crate::link::{Linker, Writer};
use crate::mapped::FileIndex;
use crate::names::name;
use crate::project::Project;
use crate::unit::{Item, Unit};
use crate::users::{Users, whole};
use shader_source::Span;
use std::collections::{BTreeMap, BTreeSet, HashSet};
use std::sync::Arc;

/// The declarations of the programs of several root files, merged into one program.
pub(crate) struct Union {
    text: String,
    /// Where each declaration begins.
    starts: Vec<(u32, Item)>,
    pub(crate) users: Users,
    /// Files that mention declarations of other files.
    importers: HashSet<FileIndex>,
    /// All files of the programs.
    pub(crate) units: Vec<Arc<Unit>>,
    /// The declarations, and files, that make a program differ from what this one shows of it.
    pub(crate) apart: Vec<Item>,
    /// Files of which every program has a syntax error: broken declarations belong to their file.
    pub(crate) broken: Vec<FileIndex>,
    /// The diagnostics of the imports, conditions and broken declarations of each file.
    pub(crate) found: BTreeMap<FileIndex, Vec<crate::finding::Found>>,
    /// Returns true if so many names lead nowhere that not all of them have suggestions.
    pub(crate) is_spent: bool,
}

impl Union {
    /// Links the programs of these files, which define no names.
    pub(crate) fn link(project: &Project, roots: &BTreeSet<FileIndex>) -> Self {
        let mut linker = Linker::with_users(project, Defines::default());
        for root in roots {
            linker.add_root(*root);
        }
        linker.reach();
        linker.order.sort_unstable();
        let units: Vec<Arc<Unit>> = linker.order.iter().map(|file| Arc::clone(&linker.units[file])).collect();
        let names = name(&units, false, &linker.items, &linker.imported, project);
        let mut writer = Writer::default();
        let mut directives: HashSet<&str> = HashSet::new();
        for (unit, span) in units.iter().flat_map(|unit| unit.directives.iter().map(move |span| (unit, span)))
        {
            let text = span.text(unit.text.text());
            if directives.insert(text) {
                writer.text.insert(text);
                writer.text.insert("\n");
            }
        }
        let mut starts = Vec::new();
        for unit in &units {
            let edits = linker.edits(unit, &names);
            for item in linker.items.range((unit.file, 0)..whole(unit.file)) {
                writer.text.insert("\n");
                starts.push((writer.text.len(), *item));
                writer.declaration(unit, item.1, names.name(&linker.units, *item), &edits);
            }
        }
        let mut found: BTreeMap<FileIndex, Vec<_>> = BTreeMap::new();
        for one in linker.found {
            found.entry(one.file).or_default().push(one);
        }
        let is_broken = |unit: &&Arc<Unit>| unit.declarations.iter().any(|declaration| declaration.has_error);
        let broken = units.iter().filter(is_broken).map(|unit| unit.file);
        let outside = linker.outside.iter().map(|outside| outside.place.file);
        let unvalued = linker.unvalued.iter().map(|unvalued| unvalued.place.file);
        let templates = units.iter().filter(|unit| !unit.leftovers.is_empty()).map(|unit| unit.file);
        let open: Vec<Item> = outside.chain(unvalued).chain(templates).map(whole).collect();
        let users = linker.users.unwrap_or_default();
        Self {
            importers: users.importers(),
            broken: broken.collect(),
            apart: open.into_iter().chain(names.of_language).collect(),
            text: writer.text.text().to_owned(),
            starts,
            users,
            found,
            is_spent: linker.suggestions.are_spent(),
            units,
        }
    }

    /// Returns a file of the programs.
    pub(crate) fn unit(&self, file: FileIndex) -> Option<&Arc<Unit>> {
        let found = self.units.binary_search_by_key(&file, |unit| unit.file);
        found.ok().map(|index| &self.units[index])
    }

    /// Returns true if the program of a file has declarations of other files.
    pub(crate) fn imports(&self, file: FileIndex) -> bool {
        self.importers.contains(&file)
    }

    /// The program.
    pub(crate) fn text(&self) -> &str {
        &self.text
    }

    /// Returns true if a declaration is only a name here, because its text has a syntax error.
    pub(crate) fn is_name_only(&self, item: Item) -> bool {
        self.unit(item.0).is_some_and(|unit| unit.declarations[item.1].has_error)
    }

    /// Returns the declaration that a place is in; `None` for a directive.
    pub(crate) fn item(&self, span: Span) -> Option<Item> {
        let next = self.starts.partition_point(|(start, _)| *start <= span.lo);
        next.checked_sub(1).map(|index| self.starts[index].1)
    }

    /// Divides roots by the directives of their programs: only programs with the same directives can be checked as one.
    pub(crate) fn by_directives(&self, roots: &BTreeSet<FileIndex>) -> Vec<BTreeSet<FileIndex>> {
        let mut files: BTreeMap<&str, Vec<Item>> = BTreeMap::new();
        for unit in &self.units {
            for span in &unit.directives {
                files.entry(span.text(unit.text.text())).or_default().push(whole(unit.file));
            }
        }
        let mut directives: BTreeMap<FileIndex, Vec<&str>> =
            roots.iter().map(|root| (*root, Vec::new())).collect();
        for (directive, files) in files {
            for file in self.users.files(files) {
                if let Some(list) = directives.get_mut(&file) {
                    list.push(directive);
                }
            }
        }
        let mut groups: BTreeMap<Vec<&str>, BTreeSet<FileIndex>> = BTreeMap::new();
        for (root, directives) in directives {
            groups.entry(directives).or_default().insert(root);
        }
        groups.into_values().collect()
    }
}
