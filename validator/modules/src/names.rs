//! Names for declarations of several modules in one program.

use crate::mapped::FileIndex;
use crate::project::Project;
use crate::unit::{Item, Unit};
use shader_source::steps;
use std::collections::{BTreeSet, HashMap, HashSet};
use std::sync::Arc;

/// The names of a program.
#[derive(Debug, Default)]
pub(crate) struct Names {
    /// The declarations that get a different name.
    pub(crate) other: HashMap<Item, String>,
    /// Those names, and how they are shown: `util::light`.
    pub(crate) shown: HashMap<String, String>,
    /// The declarations whose name is one of the language, or looks so: their names may be mistakes, which other names hide.
    pub(crate) of_language: Vec<Item>,
}

impl Names {
    /// The name of a declaration in the program.
    pub(crate) fn name<'a>(&'a self, units: &'a HashMap<FileIndex, Arc<Unit>>, item: Item) -> &'a str {
        let own = || units[&item.0].declarations[item.1].name.as_deref();
        self.other.get(&item).map_or_else(|| own().unwrap_or(""), String::as_str)
    }
}

/// The number of units that mention each name.
#[derive(Default)]
struct Mentions<'a>(HashMap<&'a str, u32>);

impl<'a> Mentions<'a> {
    fn add(&mut self, names: &'a HashSet<String>) {
        for name in names {
            *self.0.entry(name).or_default() += 1;
        }
    }

    /// Returns true if a unit other than this one mentions the name.
    fn elsewhere(&self, name: &str, own: &HashSet<String>) -> bool {
        self.0.get(name).copied().unwrap_or(0) > u32::from(own.contains(name))
    }
}

/// Names the declarations of these units, the root first if there is one. A declaration keeps its name unless it means something else somewhere
/// in the program: then its messages and those about it say the same as its file.
pub(crate) fn name(
    units: &[Arc<Unit>],
    has_root: bool,
    items: &BTreeSet<Item>,
    imported: &HashSet<Item>,
    project: &Project,
) -> Names {
    let (mut predeclared, mut unknown, mut locals) =
        (Mentions::default(), Mentions::default(), Mentions::default());
    for unit in units {
        predeclared.add(&unit.predeclared);
        unknown.add(&unit.unknown);
        locals.add(&unit.locals);
    }
    // Names that no declaration may get: each is one already, somewhere in the program.
    let all = units.iter().flat_map(|unit| {
        unit.by_name.keys().chain(&unit.predeclared).chain(&unit.unknown).chain(&unit.locals)
    });
    let mut taken: HashSet<String> = all.cloned().collect();
    let mut given: HashSet<&str> = HashSet::new();
    // How many names each stem with a name got: beginning at 0 again would cost the square of the number of files with one name.
    let mut numbers: HashMap<(String, &str), u32> = HashMap::new();
    let mut names = Names::default();
    for (position, unit) in units.iter().enumerate() {
        for (index, declaration) in unit.declarations.iter().enumerate() {
            let item = (unit.file, index);
            let Some(name) = &declaration.name else { continue };
            // A second declaration of a name is a mistake of its module.
            let is_first = unit.by_name.get(name) == Some(&index);
            if !items.contains(&item) || !is_first {
                continue;
            }
            let is_of_root = has_root && position == 0;
            let is_predeclared = predeclared.elsewhere(name, &unit.predeclared);
            // A name that the language keeps for itself may be a mistake by itself.
            if is_predeclared || name.starts_with("__") {
                names.of_language.push(item);
            }
            // The word for a path that an `override fn` has as its name.
            let path = unit.paths.get(name).and_then(|path| path.split_last());
            let is_elsewhere = path.is_some()
                || (!is_of_root && (given.contains(name.as_str()) || unknown.elsewhere(name, &unit.unknown)))
                || is_predeclared
                || (imported.contains(&item) && locals.elsewhere(name, &unit.locals));
            if !is_elsewhere {
                given.insert(name);
                continue;
            }
            let (stem, name) = match path {
                Some((name, module)) => (module.join("_"), name),
                None => (stem(&project.file(unit.file).path), name),
            };
            let number = numbers.entry((stem.clone(), name)).or_default();
            let other = loop {
                steps::take(1);
                let candidate = match *number {
                    0 => format!("{stem}_{name}"),
                    _ => format!("{stem}_{name}_{number}"),
                };
                *number += 1;
                if taken.insert(candidate.clone()) {
                    break candidate;
                }
            };
            names.shown.insert(other.clone(), format!("{stem}::{name}"));
            names.other.insert(item, other);
        }
    }
    names
}

/// The name of a file as an identifier.
fn stem(path: &str) -> String {
    let name = path.rsplit('/').next().unwrap_or(path);
    let name = name.split('.').next().unwrap_or(name);
    let word = name.chars().map(|it| if unicode_ident::is_xid_continue(it) { it } else { '_' });
    let word: String = word.collect();
    let word = word.trim_matches('_');
    let is_name = word.starts_with(unicode_ident::is_xid_start);
    if is_name { word.to_owned() } else { format!("module{word}") }
}
