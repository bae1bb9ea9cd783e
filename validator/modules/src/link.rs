//! From a file and its imports to one program.

use crate::condition::Condition;
use crate::defines::Defines;
use crate::finding::Found;
use crate::mapped::{FileIndex, MappedText, Place};
use crate::names::{Names, name};
use crate::need::{Need, Unvalued, message, with_definitions};
use crate::overrides::Override;
use crate::program::{Outside, Program};
use crate::project::{Lookup, Project};
use crate::rules;
use crate::unit::{Item, Reference, Referent, Unit};
use crate::units::{Reading, UnitCache};
use crate::users::{Users, whole};
use shader_source::diagnostic::{Applicability, Diagnostic};
use shader_source::suggest::Suggestions;
use shader_source::{Span, steps};
use std::collections::{BTreeSet, HashMap, HashSet};
use std::sync::Arc;

/// The number of modules that pass an import on, at most.
const MOST_HOPS: u32 = 32;

/// The reason why a path leads to no declaration.
pub(crate) enum Failure {
    Module {
        nearest: Option<String>,
    },
    Item {
        module: FileIndex,
    },
    /// A false condition drops it.
    Dropped(Condition),
    /// It is a constant without a value.
    Unvalued,
    Private,
    Outside(String),
}

impl Project {
    /// The program of a file: all of the file, and what it mentions of other modules, directly or through others.
    #[must_use]
    pub fn link(&self, root: FileIndex) -> Program {
        let before = self.preambles(root);
        if self.is_preprocessed(root, &before, self.defines()) {
            return self.preprocessed(root, &before, self.defines());
        }
        let mut program = Linker::new(self, self.unit(root).defines.clone()).link(root);
        program.place_before(self, &before);
        program
    }

    /// The program of a file with these definitions instead of the definitions of the project.
    pub(crate) fn link_with(&self, root: FileIndex, names: &Defines, cache: &UnitCache) -> Program {
        let before = self.preambles(root);
        if self.is_preprocessed(root, &before, names) {
            return self.preprocessed(root, &before, names);
        }
        let names = with_own(self, root, names, cache);
        let mut program = Linker::reading(self, Reading { names: &names, cache }).link(root);
        program.place_before(self, &before);
        program
    }
}

/// These definitions with the definitions of the root, which all modules have.
pub(crate) fn with_own(project: &Project, root: FileIndex, names: &Defines, cache: &UnitCache) -> Defines {
    let mut all = names.clone();
    all.extend(&cache.unit(project, root, names).defines);
    all
}

/// The units of a program.
pub(crate) struct Linker<'p> {
    pub(crate) project: &'p Project,
    /// The names that the root defines for all modules.
    defines: Defines,
    /// All names that are defined.
    names: Defines,
    /// How files are read; `None` for the definitions of the project and the root.
    reading: Option<Reading<'p>>,
    pub(crate) units: HashMap<FileIndex, Arc<Unit>>,
    /// The files of the program, roots first.
    pub(crate) order: Vec<FileIndex>,
    reached: HashSet<FileIndex>,
    /// The files that are written as they are; of others only declarations are.
    roots: HashSet<FileIndex>,
    /// The declarations of the program.
    pub(crate) items: BTreeSet<Item>,
    /// Declarations whose references were not followed.
    pending: Vec<Item>,
    /// Declarations that a different module mentions.
    pub(crate) imported: HashSet<Item>,
    /// For each declaration, the declarations and files that mention it, and for each file the declarations of other files that mention one of
    /// its declarations; if they are wanted.
    pub(crate) users: Option<Users>,
    /// The functions that others replace in the whole program.
    overridden: HashMap<Item, Item>,
    /// The declarations that words in declarations with syntax errors refer to, in the order of the root.
    pub(crate) mentioned: Vec<(FileIndex, Span, Item)>,
    /// The ends of imports and paths.
    targets: HashMap<(FileIndex, Vec<String>), Option<Item>>,
    pub(crate) found: Vec<Found>,
    reported: HashSet<(Place, String)>,
    pub(crate) outside: Vec<Outside>,
    pub(crate) unvalued: Vec<Unvalued>,
    needs: Vec<Need>,
    pub(crate) suggestions: Suggestions,
}

impl<'p> Linker<'p> {
    /// Links programs whose roots define these names.
    pub(crate) fn new(project: &'p Project, defines: Defines) -> Self {
        let mut names = project.defines().clone();
        names.extend(&defines);
        Self {
            project,
            defines,
            names,
            reading: None,
            units: HashMap::new(),
            order: Vec::new(),
            reached: HashSet::new(),
            roots: HashSet::new(),
            items: BTreeSet::new(),
            pending: Vec::new(),
            imported: HashSet::new(),
            users: None,
            overridden: HashMap::new(),
            mentioned: Vec::new(),
            targets: HashMap::new(),
            found: Vec::new(),
            reported: HashSet::new(),
            outside: Vec::new(),
            unvalued: Vec::new(),
            needs: Vec::new(),
            suggestions: Suggestions::default(),
        }
    }

    /// Links programs whose files are read so.
    pub(crate) fn reading(project: &'p Project, reading: Reading<'p>) -> Self {
        let names = reading.names.clone();
        Self { reading: Some(reading), names, ..Self::new(project, Defines::default()) }
    }

    /// Links programs, and notes what mentions each declaration.
    pub(crate) fn with_users(project: &'p Project, defines: Defines) -> Self {
        Self { users: Some(Users::default()), ..Self::new(project, defines) }
    }

    /// Adds a file with all that it mentions.
    fn link(mut self, root: FileIndex) -> Program {
        self.imports_of(root);
        self.add_root(root);
        self.reach();
        self.program()
    }

    /// Adds a declaration that a file imports, whether it is used or not.
    pub(crate) fn add_import(&mut self, item: Item) {
        self.imported.insert(item);
        self.enter(item.0);
        self.add(item);
    }

    pub(crate) fn unit(&mut self, file: FileIndex) -> Arc<Unit> {
        let (project, defines, reading) = (self.project, &self.defines, self.reading);
        let unit = self.units.entry(file).or_insert_with(|| match reading {
            Some(reading) => reading.cache.unit(project, file, reading.names),
            None if defines.is_empty() => project.unit(file),
            None => project.unit_with(file, defines),
        });
        Arc::clone(unit)
    }

    /// Reports the imports of a root that lead nowhere, whether they are used or not.
    pub(crate) fn imports_of(&mut self, root: FileIndex) {
        let unit = self.unit(root);
        for import in &unit.imports {
            let path = self.path_of(root, &import.path);
            if matches!(self.project.module(root, &path, &mut self.suggestions), Lookup::Found(_)) {
                continue;
            }
            match self.item(root, &path, 0) {
                // Its uses may be under the same condition.
                Ok(_) | Err(Failure::Dropped(_) | Failure::Unvalued) => {}
                Err(failure) => self.report(Place { file: root, span: import.span }, &import.path, failure),
            }
        }
    }

    /// The whole path of an import: one name alone is a module of the package, or else a package.
    pub(crate) fn path_of(&mut self, from: FileIndex, path: &[String]) -> Vec<String> {
        if let [only] = path {
            let inside = ["package".to_owned(), only.clone()];
            if matches!(self.project.module(from, &inside, &mut self.suggestions), Lookup::Found(_)) {
                return inside.to_vec();
            }
        }
        path.to_vec()
    }

    /// The declaration that a path leads to, seen from a file.
    pub(crate) fn item(&mut self, from: FileIndex, path: &[String], hops: u32) -> Result<Item, Failure> {
        steps::take(path.len());
        let Some((name, module)) = path.split_last() else { return Err(Failure::Module { nearest: None }) };
        if module.is_empty() {
            return Err(Failure::Outside(name.clone()));
        }
        let file = match self.project.module(from, module, &mut self.suggestions) {
            Lookup::Found(file) => file,
            Lookup::Missing(nearest) => return Err(Failure::Module { nearest }),
            Lookup::Outside(package) => return Err(Failure::Outside(package)),
        };
        let unit = self.unit(file);
        if let Some(declaration) = unit.by_name.get(name) {
            let is_hidden = file != from && unit.private.contains(name);
            return if is_hidden { Err(Failure::Private) } else { Ok((file, *declaration)) };
        }
        // A public import passes a declaration on.
        match unit.by_import.get(name).map(|import| &unit.imports[*import]) {
            Some(import) if import.is_public && hops < MOST_HOPS => self.item(file, &import.path, hops + 1),
            _ if self.project.is_constants(file) => Err(Failure::Unvalued),
            _ => Err(match unit.dropped.item(name) {
                Some(condition) => Failure::Dropped(condition),
                None => Failure::Item { module: file },
            }),
        }
    }

    /// The declaration that a reference leads to; failures are reported. A function that replaces a different one can still call it.
    fn target(&mut self, unit: &Unit, reference: &Reference) -> Option<Item> {
        let item = self.written_target(unit, reference)?;
        let by = self.overridden.get(&item).copied().filter(|(file, function)| {
            *file != unit.file || !unit.declarations[*function].contains(reference.span)
        });
        Some(by.unwrap_or(item))
    }

    /// The declaration that a reference leads to if no function is replaced; failures are reported.
    fn written_target(&mut self, unit: &Unit, reference: &Reference) -> Option<Item> {
        let (path, span) = match &reference.to {
            Referent::Own(declaration) => return Some((unit.file, *declaration)),
            Referent::Import(import, rest) => {
                let import = &unit.imports[*import];
                let module = self.path_of(unit.file, &import.path);
                let path = [module.as_slice(), rest].concat();
                // The import is to blame, unless it leads to a module that lacks something.
                let is_module = !rest.is_empty()
                    && matches!(
                        self.project.module(unit.file, &module, &mut self.suggestions),
                        Lookup::Found(_)
                    );
                (path, if is_module { None } else { Some(import.span) })
            }
            Referent::Path(path) => (path.clone(), None),
        };
        // One that leads nowhere is reported once.
        if let Some(known) = self.targets.get(&(unit.file, path.clone())) {
            return *known;
        }
        let found = match self.item(unit.file, &path, 0) {
            Ok(item) => Some(item),
            Err(failure) => {
                let origin = unit.text.origin(reference.span).map(|place| place.span);
                let span = span.or(origin).unwrap_or(reference.span);
                self.report(Place { file: unit.file, span }, &path, failure);
                None
            }
        };
        self.targets.insert((unit.file, path), found);
        found
    }

    /// Adds a file with all its declarations.
    pub(crate) fn add_root(&mut self, root: FileIndex) {
        let unit = self.unit(root);
        self.roots.insert(root);
        // Only a root replaces functions: `naga_oil` leaves the overrides of imported modules out, because nothing calls them.
        for Override { by, replaced } in &unit.overrides {
            let item = self.written_target(&unit, replaced);
            self.overridden.extend(item.map(|item| (item, (root, *by))));
        }
        self.enter(root);
        for index in 0..unit.declarations.len() {
            self.add((root, index));
        }
    }

    /// Finds all declarations of the program.
    pub(crate) fn reach(&mut self) {
        while let Some(user) = self.pending.pop() {
            let unit = self.unit(user.0);
            steps::take(1);
            for reference in unit.references_in(unit.declarations[user.1].span) {
                steps::take(1);
                let Some(item) = self.target(&unit, reference) else { continue };
                let is_imported = item.0 != user.0;
                if is_imported {
                    self.imported.insert(item);
                    self.enter(item.0);
                }
                if let Some(users) = &mut self.users {
                    users.add(item, user);
                    if is_imported {
                        users.add(whole(item.0), user);
                    }
                }
                self.add(item);
            }
        }
    }

    /// Adds a file, with the declarations that belong to it rather than to the declarations that mention them.
    fn enter(&mut self, file: FileIndex) {
        if !self.reached.insert(file) {
            return;
        }
        self.order.push(file);
        let unit = self.unit(file);
        self.found.extend(unit.findings.iter().cloned());
        if !self.roots.contains(&file) {
            self.found.extend(unit.broken.iter().cloned());
        }
        let all = unit.declarations.iter().enumerate();
        for (index, _) in all.filter(|(_, declaration)| declaration.is_of_module) {
            self.add((file, index));
            if let Some(users) = &mut self.users {
                users.add((file, index), whole(file));
            }
        }
    }

    fn add(&mut self, item: Item) {
        if self.items.insert(item) {
            self.pending.push(item);
        }
    }

    fn report(&mut self, place: Place, path: &[String], failure: Failure) {
        let shown = path.join("::");
        if !self.reported.insert((place, shown.clone())) {
            return;
        }
        let (last, module) = path.split_last().map_or(("", ""), |(last, _)| {
            (last.as_str(), shown.strip_suffix(last.as_str()).unwrap_or("").trim_end_matches(':'))
        });
        let diagnostic = match failure {
            Failure::Outside(package) => {
                self.outside.push(Outside { place, package, path: shown });
                return;
            }
            Failure::Unvalued => {
                self.unvalued.push(Unvalued { place, written: shown.clone(), name: Some(last.to_owned()) });
                return;
            }
            Failure::Dropped(condition) => {
                let what = format!("`{last}` is declared in `{module}`");
                let message = message(&what, &condition, &self.names);
                self.needs.push(Need { place, message: message.clone(), condition: condition.clone() });
                let found = Diagnostic::error(rules::FALSE_CONDITION, place.span, message);
                with_definitions(found, &condition, &self.names)
            }
            Failure::Module { nearest } => {
                // Nearly every package has modules, and few have declarations of their own.
                let is_start = matches!(module, "package" | "super" | "self");
                let nearest = match self.project.module(place.file, path, &mut self.suggestions) {
                    Lookup::Missing(nearest) if is_start => nearest,
                    _ => nearest,
                };
                let (wrong, message) = if is_start {
                    (last, format!("module `{shown}` not found"))
                } else {
                    let wrong = module.rsplit("::").next().unwrap_or(module);
                    (wrong, format!("module `{module}` not found"))
                };
                // The import and its uses have the same mistake, and so have all names of `import a::{b, c}`, whose places don't have the module.
                let is_written = place.span.text(&self.project.file(place.file).text).contains(wrong);
                let cause = if is_written { place } else { Place { span: Span::default(), ..place } };
                if !self.reported.insert((cause, message.clone())) {
                    return;
                }
                let found = Diagnostic::error(rules::UNKNOWN_MODULE, place.span, message);
                let found = self.suggest(found, place, wrong, nearest.as_deref());
                match self.project.missing_import(place.file, last) {
                    Some(import) if nearest.is_none() => {
                        found.note(format!("`{last}` is declared in a different module: write `{import}`"))
                    }
                    _ => found,
                }
            }
            Failure::Private => Diagnostic::error(
                rules::PRIVATE_ITEM,
                place.span,
                format!("`{last}` is private in module `{module}`"),
            ),
            Failure::Item { module: file } => {
                let unit = self.unit(file);
                let nearest = if self.suggestions.are_possible(last) {
                    let mut names: Vec<&str> = unit.by_name.keys().map(String::as_str).collect();
                    names.sort_unstable();
                    self.suggestions.closest(last, names.into_iter())
                } else {
                    None
                };
                let found = Diagnostic::error(
                    rules::UNKNOWN_ITEM,
                    place.span,
                    format!("module `{module}` does not declare `{last}`"),
                );
                self.suggest(found, place, last, nearest)
            }
        };
        self.found.push(Found { file: place.file, diagnostic });
    }

    /// Adds the change of a misspelt name, if it is at this place.
    fn suggest(&self, found: Diagnostic, place: Place, wrong: &str, nearest: Option<&str>) -> Diagnostic {
        let Some(nearest) = nearest else { return found };
        let text = place.span.text(&self.project.file(place.file).text);
        let offset = text.split("::").try_fold(0, |at, part| match part.trim() {
            it if it == wrong && !nearest.contains("::") => Err(at + part.len() - part.trim_start().len()),
            _ => Ok(at + part.len() + 2),
        });
        match offset {
            Err(offset) => {
                let lo = place.span.lo + offset as u32;
                let span = Span::new(lo, lo + wrong.len() as u32);
                found.suggest(
                    format!("did you mean `{nearest}`?"),
                    vec![(span, nearest.to_owned())],
                    Applicability::Unsafe,
                )
            }
            Ok(_) => found.note(format!("did you mean `{nearest}`?")),
        }
    }

    /// Puts the program together.
    pub(crate) fn program(mut self) -> Program {
        self.order[1..].sort_unstable();
        let units: Vec<Arc<Unit>> = self.order.iter().map(|file| Arc::clone(&self.units[file])).collect();
        let names = name(&units, true, &self.items, &self.imported, self.project);
        let mut writer = Writer::default();
        let root = Arc::clone(&units[0]);
        let edits = self.edits(&root, &names);
        writer.write(&root, Span::new(0, root.head), &edits);
        let mut directives: HashSet<&str> =
            root.directives.iter().map(|span| span.text(root.text.text())).collect();
        for unit in &units[1..] {
            for span in &unit.directives {
                let text = span.text(unit.text.text());
                if directives.insert(text) {
                    writer.text.insert("\n");
                    writer.text.copy(&unit.text, *span);
                    writer.text.insert("\n");
                }
            }
        }
        // A syntax error may swallow all that follows, so a root with one comes last.
        let rest = Span::new(root.head, root.text.len());
        if !root.has_mistakes {
            writer.write(&root, rest, &edits);
        }
        for unit in &units[1..] {
            let edits = self.edits(unit, &names);
            for item in self.items.range((unit.file, 0)..whole(unit.file)) {
                writer.text.insert("\n");
                writer.declaration(unit, item.1, names.name(&self.units, *item), &edits);
            }
        }
        if root.has_mistakes {
            writer.write(&root, rest, &edits);
        }
        let mut shown = names.shown;
        for unit in &units {
            shown.extend(unit.paths.iter().map(|(word, path)| (word.clone(), path.join("::"))));
        }
        self.found.sort_by_key(|found| (found.file, found.diagnostic.primary.span));
        let leftovers = units.iter().flat_map(|unit| unit.leftovers.iter().map(move |span| (unit, *span)));
        let mut unvalued: Vec<Unvalued> = leftovers
            .filter_map(|(unit, span)| {
                Some(Unvalued::of_placeholder(unit.text.origin(span)?, span.text(unit.text.text())))
            })
            .collect();
        unvalued.append(&mut self.unvalued);
        let is_settled = self.found.is_empty()
            && self.outside.is_empty()
            && unvalued.is_empty()
            && units.iter().all(|unit| unit.has_fixed_paths());
        Program {
            is_settled,
            files: self.order,
            heads: units.iter().map(|unit| (unit.file, head(unit))).collect(),
            has_entry_point: root.has_entry_point,
            units,
            unvalued,
            needs: self.needs,
            names: self.names,
            text: writer.text,
            shown,
            unresolved: writer.unresolved,
            stubs: writer.stubs,
            found: self.found,
            outside: self.outside,
            macros: None,
        }
    }

    /// The new names in a unit, in the order of the source; `None` for names that lead nowhere.
    pub(crate) fn edits(&mut self, unit: &Unit, names: &Names) -> Vec<(Span, Option<String>)> {
        let text = unit.text.text();
        let mut edits = Vec::new();
        for reference in &unit.references {
            steps::take(1);
            match self.target(unit, reference) {
                Some(item) => {
                    let name = names.name(&self.units, item);
                    if name != reference.span.text(text) {
                        edits.push((reference.span, Some(name.to_owned())));
                    }
                }
                None => edits.push((reference.span, None)),
            }
        }
        for (index, declaration) in unit.declarations.iter().enumerate() {
            if let Some(name) = names.other.get(&(unit.file, index)) {
                edits.push((declaration.name_span, Some(name.clone())));
            }
        }
        for (_, span, item) in self.mentioned.iter().filter(|(file, ..)| *file == unit.file) {
            let name = names.name(&self.units, *item);
            if name != span.text(text) {
                edits.push((*span, Some(name.to_owned())));
            }
        }
        // The name of a declaration with a syntax error is a mention, too: both edits are the same.
        edits.sort_unstable_by_key(|(span, _)| *span);
        edits
    }
}

/// The place in its file where a directive of this unit may be: after its imports.
fn head(unit: &Unit) -> u32 {
    let first = unit.directives.first().map_or(unit.head, |first| first.lo);
    let has_imports = !unit.imports.is_empty();
    match unit.text.origin(Span::new(first, first + 1)) {
        Some(place) if has_imports => place.span.lo,
        _ => 0,
    }
}

#[derive(Default)]
pub(crate) struct Writer {
    pub(crate) text: MappedText,
    /// Where names begin that lead nowhere: that was reported.
    unresolved: HashSet<u32>,
    stubs: Vec<Span>,
}

impl Writer {
    /// Writes a declaration of a unit. Of one with a syntax error only the name is written, with an error that makes it silent: its text might
    /// swallow the declarations after it.
    pub(crate) fn declaration(
        &mut self,
        unit: &Unit,
        index: usize,
        name: &str,
        edits: &[(Span, Option<String>)],
    ) {
        let declaration = &unit.declarations[index];
        if !declaration.has_error {
            return self.write(unit, declaration.span, edits);
        }
        // A second declaration of a name has no name of its own.
        let is_first = declaration.name.as_ref().and_then(|name| unit.by_name.get(name)) == Some(&index);
        let start = self.text.len();
        self.text.insert(&format!("alias {} = ;", if is_first { name } else { "" }));
        self.stubs.push(Span::new(start, self.text.len()));
    }

    pub(crate) fn write(&mut self, unit: &Unit, part: Span, edits: &[(Span, Option<String>)]) {
        let mut at = part.lo;
        let first = edits.partition_point(|(span, _)| span.lo < part.lo);
        for (span, name) in edits[first..].iter().take_while(|(span, _)| span.hi <= part.hi) {
            if span.lo < at {
                continue;
            }
            self.text.copy(&unit.text, Span::new(at, span.lo));
            if let Some(name) = name {
                self.text.replace(&unit.text, *span, name);
            } else {
                self.unresolved.insert(self.text.len());
                self.text.copy(&unit.text, *span);
            }
            at = span.hi;
        }
        self.text.copy(&unit.text, Span::new(at, part.hi));
    }
}
