//! Checks many files of a project as roots of programs, each declaration once.
//!
//! Every file of a folder is the root of a program, and a file deep in a chain of imports is a part of nearly all of them: checking the programs
//! one by one costs the square of the number of files. [`Project::check_together`] checks the union of the programs instead, and finds for
//! each root what its own program would show. The results are the same, except for the place of a cycle, because of what
//! [`Apart`](wgsl_validator::Apart) divides:
//!
//! - A program whose declarations have no diagnostic in a union without errors has none. Uniformity and aliases are only analysed without
//!   errors, so after a union with errors the programs that reach none of them are checked once more.
//! - A program that reaches a declaration with an error has the same error, and is not analysed further. Its words come from the program
//!   of the file that the error is in, as suggestions depend on the names of a program.
//! - A program that reaches a declaration on a cycle has the error of the cycle, which is one mistake: all programs show it where the program
//!   of its first file does, although each program by itself would show it at the declaration that comes first there.
//! - All other programs are left to the caller: what is found depends on their entry points or directives, or is in the root itself.

use crate::defines::Defines;
use crate::link::Linker;
use crate::mapped::{FileIndex, Place};
use crate::program::{Findings, Placed};
use crate::project::Project;
use crate::union::Union;
use crate::unit::{Item, Unit};
use crate::users::whole;
use shader_source::diagnostic::Severity;
use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};
use wgsl_validator::Validator;

/// The number of unions that one group of roots may cost. Each further one leaves out the roots that the one before showed to need a program of
/// their own; in practice the second or third is the last.
const MOST_ROUNDS: usize = 8;

/// The result of a root that was checked together with others.
#[derive(Clone, Debug, Default)]
pub struct Shared {
    /// The diagnostics in its program.
    pub findings: Findings,
    /// Returns true under the condition of [`Program::is_settled`](crate::Program::is_settled).
    pub is_settled: bool,
}

impl Project {
    /// Checks roots together and returns the results, by root. A root without a result has to be linked and checked by itself.
    #[must_use]
    pub fn check_together(
        &self,
        roots: &[FileIndex],
        validator: &mut Validator,
    ) -> HashMap<FileIndex, Shared> {
        let mut together = Together { project: self, validator, own: HashMap::new(), done: HashMap::new() };
        let roots = self.sound(roots);
        let all = Union::link(self, &roots);
        let roots = roots.into_iter().filter(|root| all.imports(*root)).collect();
        for group in all.by_directives(&roots) {
            together.group(group);
        }
        together.done
    }

    /// Returns the files whose programs have conditions in them, so that other definitions may change them.
    #[must_use]
    pub fn with_conditions(&self, roots: &[FileIndex]) -> HashSet<FileIndex> {
        let all = Union::link(self, &roots.iter().copied().collect());
        let asking = all.units.iter().filter(|unit| !unit.dropped.asked.0.is_empty());
        all.users.files(asking.map(|unit| whole(unit.file)))
    }

    /// Returns the roots that have no mistake in their own source, define no names, replace no functions, and share modules instead of text.
    fn sound(&self, roots: &[FileIndex]) -> BTreeSet<FileIndex> {
        let mut imports = Linker::new(self, Defines::default());
        let mut is_sound = |root: FileIndex| {
            let before = self.preambles(root);
            if !before.is_empty() || self.is_preprocessed(root, &before, self.defines()) {
                return false;
            }
            let unit = self.unit(root);
            let reported = imports.found.len() + imports.outside.len();
            imports.imports_of(root);
            unit.defines.is_empty()
                && unit.overrides.is_empty()
                && unit.leftovers.is_empty()
                && unit.findings.is_empty()
                && !unit.has_mistakes
                && !unit.has_duplicates()
                && reported == imports.found.len() + imports.outside.len()
        };
        roots.iter().copied().filter(|root| is_sound(*root)).collect()
    }
}

struct Together<'a> {
    project: &'a Project,
    validator: &'a mut Validator,
    /// The diagnostics in each file with a mistake as the root of its own program.
    own: HashMap<FileIndex, Vec<Placed>>,
    done: HashMap<FileIndex, Shared>,
}

impl Together<'_> {
    /// Checks roots with the same directives.
    fn group(&mut self, mut roots: BTreeSet<FileIndex>) {
        for _ in 0..MOST_ROUNDS {
            // A union of one program is that program.
            if roots.len() < 2 {
                return;
            }
            let Some(next) = self.round(&roots) else { return };
            roots = next;
        }
    }

    /// Checks the union of the programs of some roots, and returns the roots that are still to be checked together.
    fn round(&mut self, roots: &BTreeSet<FileIndex>) -> Option<BTreeSet<FileIndex>> {
        let union = Union::link(self.project, roots);
        if union.is_spent {
            return None;
        }
        let without =
            |files: &HashSet<FileIndex>| roots.iter().copied().filter(|it| !files.contains(it)).collect();
        if !union.apart.is_empty() {
            return Some(without(&union.users.files(union.apart.iter().copied())));
        }
        let apart = self.validator.diagnose_apart(union.text())?;
        if !apart.of_program.is_empty() {
            let items = apart.of_program.iter().map(|found| union.item(found.primary.span));
            return Some(without(&union.users.files(items.collect::<Option<Vec<_>>>()?)));
        }
        for found in &apart.cycles {
            let item = union.item(found.primary.span)?;
            let unit = union.unit(item.0)?;
            // A syntax error may hide the cycle in the program of its file.
            if !self.in_declaration(unit, item.1).iter().any(|it| it.rule() == found.rule) {
                return Some(without(&union.users.files([item])));
            }
        }
        let mut marked: BTreeSet<Item> = BTreeSet::new();
        let mut errors: Vec<Item> = union.broken.iter().copied().map(whole).collect();
        for found in apart.of_declarations.iter().chain(&apart.cycles) {
            let item = union.item(found.primary.span)?;
            if union.is_name_only(item) {
                continue;
            }
            marked.insert(item);
            if found.severity == Severity::Error {
                errors.push(item);
            }
        }
        let mut rest: BTreeSet<FileIndex> = roots.clone();
        for file in marked.iter().map(|(file, _)| file).chain(union.found.keys()) {
            rest.remove(file);
        }
        let rejected = union.users.files(errors.iter().copied());
        let (settled, next) = if errors.is_empty() {
            (rest, BTreeSet::new())
        } else {
            rest.into_iter().partition(|root| rejected.contains(root))
        };
        self.finish(&union, &marked, &settled);
        Some(next)
    }

    /// Notes the results of roots that reach these declarations with diagnostics, or none of them.
    fn finish(&mut self, union: &Union, marked: &BTreeSet<Item>, roots: &BTreeSet<FileIndex>) {
        if roots.is_empty() {
            return;
        }
        let mut placed: BTreeMap<FileIndex, Vec<Placed>> =
            roots.iter().map(|root| (*root, Vec::new())).collect();
        let mut add = |source: Item, found: &[Placed]| {
            for file in union.users.files([source]) {
                if let Some(list) = placed.get_mut(&file) {
                    list.extend_from_slice(found);
                }
            }
        };
        for item in marked {
            if let Some(unit) = union.unit(item.0) {
                add(*item, &self.in_declaration(unit, item.1));
            }
        }
        for (file, found) in &union.found {
            add(whole(*file), &found.iter().map(Placed::of_module).collect::<Vec<_>>());
        }
        let open = union.units.iter().filter(|unit| !unit.has_fixed_paths()).map(|unit| unit.file);
        let unsettled = union.users.files(open.chain(union.found.keys().copied()).map(whole));
        for (root, placed) in placed {
            let files: BTreeSet<FileIndex> = placed.iter().flat_map(Placed::files).collect();
            let others = files.into_iter().filter(|file| *file != root);
            let order: Vec<FileIndex> = std::iter::once(root).chain(others).collect();
            let findings = Findings::of(placed, &order, self.project);
            self.done.insert(root, Shared { findings, is_settled: !unsettled.contains(&root) });
        }
    }

    /// The diagnostics in a declaration, in the words of the program of its file.
    fn in_declaration(&mut self, unit: &Unit, index: usize) -> Vec<Placed> {
        let Some(Place { file, span }) = unit.text.origin(unit.declarations[index].span) else {
            return Vec::new();
        };
        let is_inside = |found: &&Placed| {
            let place = found.primary;
            place.file == file && span.lo <= place.span.lo && place.span.lo <= span.hi
        };
        self.own(unit.file).iter().filter(is_inside).cloned().collect()
    }

    /// The diagnostics of the validator in the program of a file.
    fn own(&mut self, file: FileIndex) -> &[Placed] {
        let Self { project, validator, own, .. } = self;
        own.entry(file).or_insert_with(|| {
            let program = project.link(file);
            let found = validator.diagnose_linked(program.text());
            program.placed(project, found)
        })
    }
}
