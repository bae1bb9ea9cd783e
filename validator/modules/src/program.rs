//! A program that was put together, and the way of diagnostics back to the files.

use crate::c_like::Macros;
use crate::condition::Condition;
use crate::defines::Defines;
use crate::finding::{Found, in_words};
use crate::mapped::{FileIndex, MappedText, Piece, Place};
use crate::need::{Need, Unvalued, message, unless, with_definitions};
use crate::project::Project;
use crate::rules;
use crate::unit::Unit;
use shader_source::diagnostic::{Applicability, Diagnostic, Label, Severity, Suggestion};
use shader_source::{Rule, Span, start_behind};
use std::collections::{BTreeMap, HashMap, HashSet};
use std::sync::Arc;
use wgsl_spec::rules::{
    BEHAVIOR_RETURN_TYPE, CALL_ARG_COUNT, CTOR_STRUCT_MEMBERS, FN_VERTEX_POSITION, MEMBER_EXISTS,
    RES_GROUP_AND_BINDING, SCOPE_UNRESOLVED, STMT_SWITCH_ONE_DEFAULT, TYPE_STRUCT_NONEMPTY,
};

/// The rules that a program may break because a part of a declaration is absent.
const BROKEN_BY_ABSENCE: [&Rule; 6] = [
    BEHAVIOR_RETURN_TYPE,
    CALL_ARG_COUNT,
    CTOR_STRUCT_MEMBERS,
    FN_VERTEX_POSITION,
    RES_GROUP_AND_BINDING,
    STMT_SWITCH_ONE_DEFAULT,
];

/// A program in plain WGSL, made of files.
#[derive(Debug, Default)]
pub struct Program {
    /// The files, the requested one first.
    pub(crate) files: Vec<FileIndex>,
    pub(crate) text: MappedText,
    /// The words of the source that no file has, and how they are shown.
    pub(crate) shown: HashMap<String, String>,
    /// Where names begin that lead nowhere.
    pub(crate) unresolved: HashSet<u32>,
    /// The places of names without declarations: the declarations are in `found`. In the order of the program.
    pub(crate) stubs: Vec<Span>,
    /// The offsets at which directives may be inserted, by file.
    pub(crate) heads: HashMap<FileIndex, u32>,
    pub(crate) found: Vec<Found>,
    pub(crate) outside: Vec<Outside>,
    pub(crate) has_entry_point: bool,
    pub(crate) units: Vec<Arc<Unit>>,
    pub(crate) unvalued: Vec<Unvalued>,
    /// The names that only false conditions declare, among those in `found`.
    pub(crate) needs: Vec<Need>,
    /// All names that are defined.
    pub(crate) names: Defines,
    pub(crate) is_settled: bool,
    /// The uses of macros, of a program with C-style preprocessing.
    pub(crate) macros: Option<Macros>,
}

/// An import from a package that the project does not have.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Outside {
    /// The import.
    pub place: Place,
    /// The name of the package.
    pub package: String,
    /// The whole path.
    pub path: String,
}

/// Diagnostics in files.
#[derive(Clone, Debug, Default)]
pub struct Findings {
    /// The requested file, and the other files with diagnostics after it.
    pub files: Vec<FileIndex>,
    /// The diagnostics, sorted by place. A span is one of a [`SourceMap`](shader_source::SourceMap) of these files.
    pub diagnostics: Vec<Diagnostic>,
    /// The names among the diagnostics that only false conditions declare.
    pub needs: Vec<Need>,
}

impl Findings {
    /// The diagnostics of a program with these files, the requested one first.
    pub(crate) fn of(mut placed: Vec<Placed>, order: &[FileIndex], project: &Project) -> Self {
        let used: HashSet<FileIndex> = placed.iter().flat_map(Placed::files).collect();
        let mut starts: BTreeMap<FileIndex, u32> = BTreeMap::new();
        let (mut files, mut start) = (Vec::new(), Some(0));
        for (position, file) in order.iter().enumerate() {
            if let Some(here) = start.filter(|_| position == 0 || used.contains(file)) {
                starts.insert(*file, here);
                files.push(*file);
                start = start_behind(here, &project.file(*file).text);
            }
        }
        // Files beyond 4 GiB have no places.
        placed.retain(|found| found.files().all(|file| starts.contains_key(&file)));
        let needs = placed.iter().filter_map(|found| found.need.clone()).collect();
        let mut diagnostics: Vec<Diagnostic> = placed.into_iter().map(|found| found.at(&starts)).collect();
        diagnostics.sort_by_key(|found| (found.primary.span, found.rule.slug()));
        Self { files, diagnostics, needs }
    }
}

impl Program {
    /// The program.
    #[must_use]
    pub fn text(&self) -> &str {
        self.text.text()
    }

    /// Its parts that come from files, in ascending order.
    #[must_use]
    pub fn pieces(&self) -> &[Piece] {
        self.text.pieces()
    }

    /// Its files, the requested one first.
    #[must_use]
    pub fn files(&self) -> &[FileIndex] {
        &self.files
    }

    /// Returns the place in a file that a range of the program was copied from; `None` if no file has it.
    #[must_use]
    pub fn origin(&self, span: Span) -> Option<Place> {
        self.text.origin(span)
    }

    /// Returns true if the requested file sees the declarations of a file without an import: it is a part of the same text.
    #[must_use]
    pub fn is_visible(&self, file: FileIndex) -> bool {
        !self.units.iter().skip(1).any(|unit| unit.file == file)
    }

    /// Returns true if the program is made by C-style preprocessing: what no file has is an expansion of a macro, not a different name.
    #[must_use]
    pub const fn is_textual(&self) -> bool {
        self.macros.is_some()
    }

    /// A text with the names that the files have.
    #[must_use]
    pub fn shown(&self, text: &str) -> String {
        self.in_words(text)
    }

    /// The imports from packages that the project does not have.
    #[must_use]
    pub fn outside(&self) -> &[Outside] {
        &self.outside
    }

    /// Makes an error of each import from a package that the project does not have and that is required.
    pub fn require_packages(&mut self, is_required: impl Fn(&Outside) -> bool) {
        let missing = self.outside.extract_if(.., |outside| is_required(outside));
        let missing = missing.map(|Outside { place, package, path }| Found {
            file: place.file,
            diagnostic: Diagnostic::error(
                rules::UNKNOWN_MODULE,
                place.span,
                format!("package `{package}` (imported as `{path}`) was not found"),
            ),
        });
        self.found.extend(missing);
    }

    /// Makes an error of each place without a value.
    pub fn require_values(&mut self) {
        let unvalued = self.unvalued.drain(..).map(|Unvalued { place, written, .. }| Found {
            file: place.file,
            diagnostic: Diagnostic::error(
                rules::UNKNOWN_ITEM,
                place.span,
                format!("`{written}` has no value"),
            ),
        });
        self.found.extend(unvalued);
    }

    /// Returns true if the requested file has an entry point.
    #[must_use]
    pub const fn has_entry_point(&self) -> bool {
        self.has_entry_point
    }

    /// Returns true if every import leads to a declaration and begins with `package`, `super` or `self`. Then only its own files, and files
    /// at the paths that [`wanted`](crate::wanted) returns for them, can change the program.
    #[must_use]
    pub const fn is_settled(&self) -> bool {
        self.is_settled
    }

    /// The places in its files that have no value: placeholders such as `#{NAME}` or `{{name}}`, and `constants::NAME`.
    #[must_use]
    pub fn unvalued(&self) -> &[Unvalued] {
        &self.unvalued
    }

    /// The diagnostics of modules, and these in the source of this program, in their files.
    #[must_use]
    pub fn findings(&self, project: &Project, found: Vec<Diagnostic>) -> Findings {
        Findings::of(self.all_placed(project, found), &self.files, project)
    }

    /// The diagnostics of modules, and these in the source of this program, at their places.
    pub(crate) fn all_placed(&self, project: &Project, found: Vec<Diagnostic>) -> Vec<Placed> {
        let need = |found: &Found| {
            let place = Place { file: found.file, span: found.diagnostic.primary.span };
            let is_need = found.diagnostic.rule == rules::FALSE_CONDITION;
            let message = &found.diagnostic.message;
            self.needs.iter().find(|need| is_need && need.place == place && need.message == *message)
        };
        let placed = |found: &Found| {
            let diagnostic = &found.diagnostic;
            let place = Place { file: found.file, span: diagnostic.primary.span };
            // A declaration with a syntax error may have lost all of its members.
            match self.need(diagnostic, place).filter(|_| diagnostic.rule == TYPE_STRUCT_NONEMPTY) {
                Some(need) => Placed::of_need(need, &self.names),
                None => Placed { need: need(found).cloned(), ..Placed::of_module(found) },
            }
        };
        let modules = self.found.iter().map(placed);
        modules.chain(self.placed(project, found)).collect()
    }

    /// Places the contents of files before the program.
    pub(crate) fn place_before(&mut self, project: &Project, before: &[FileIndex]) {
        if before.is_empty() {
            return;
        }
        let mut text = MappedText::default();
        for file in before {
            let source = MappedText::of_file(*file, &project.file(*file).text);
            text.copy(&source, Span::new(0, source.len()));
            text.insert("\n");
        }
        let shift = text.len();
        text.copy(&self.text, Span::new(0, self.text.len()));
        self.text = text;
        self.unresolved = self.unresolved.iter().map(|lo| lo + shift).collect();
        for stub in &mut self.stubs {
            *stub = Span::new(stub.lo + shift, stub.hi + shift);
        }
        let others = before.iter().filter(|file| !self.files.contains(file));
        self.files.extend(others.copied().collect::<Vec<_>>());
    }

    /// The diagnostics of the validator in the source of this program, in their files.
    pub(crate) fn placed(&self, project: &Project, found: Vec<Diagnostic>) -> Vec<Placed> {
        if self.macros.as_ref().is_some_and(|macros| macros.is_silent) {
            return Vec::new();
        }
        found.into_iter().filter_map(|found| self.place(project, found)).collect()
    }

    /// A diagnostic at its places in files. `None` if it follows from an import that leads nowhere.
    fn place(&self, project: &Project, mut found: Diagnostic) -> Option<Placed> {
        if self.unresolved.contains(&found.primary.span.lo) || self.is_stub(found.primary.span) {
            return None;
        }
        let primary = self.text.origin(found.primary.span)?;
        if let Some(need) = self.need(&found, primary) {
            return Some(Placed::of_need(need, &self.names));
        }
        if found.labels.iter().any(|label| self.is_stub(label.span)) {
            return None;
        }
        // Definitions of the command have no place.
        found.labels.retain(|label| self.text.origin(label.span).is_some());
        let mut labels =
            found.labels.iter().map(|label| self.text.origin(label.span)).collect::<Option<Vec<_>>>()?;
        let suggestion = found.suggestion.take();
        let edits = suggestion.as_ref().and_then(|it| self.edits(it, primary.file));
        if let (Some(suggestion), None) = (&suggestion, &edits) {
            found.notes.push(self.in_words(&suggestion.text));
        }
        if found.rule == SCOPE_UNRESOLVED && self.macros.is_none() {
            let name = found.primary.span.text(self.text());
            let import = project.missing_import(primary.file, name);
            found
                .notes
                .extend(import.map(|import| format!("it is declared in a different module: add `{import}`")));
        }
        if let Some((label, place)) =
            self.macros.as_ref().and_then(|macros| macros.definition(found.primary.span))
        {
            found.labels.push(label);
            labels.push(place);
        }
        found.message = self.in_words(&found.message);
        found.primary.text = self.in_words(&found.primary.text);
        for label in &mut found.labels {
            label.text = self.in_words(&label.text);
        }
        for note in &mut found.notes {
            *note = self.in_words(note);
        }
        found.suggestion = suggestion
            .filter(|_| edits.is_some())
            .map(|suggestion| Suggestion { text: self.in_words(&suggestion.text), ..suggestion });
        if let Some(suggestion) = &mut found.suggestion
            && self.macros.as_ref().is_some_and(Macros::has_variants)
        {
            // The edit was confirmed for these definitions, and the file is a part of other programs.
            suggestion.applicability = Applicability::Unsafe;
        }
        let suspects = self.suspects(project, &found, primary, &labels);
        Some(Placed { found, primary, labels, edits: edits.unwrap_or_default(), need: None, suspects })
    }

    /// The conditions that drop parts of the declarations at these places, so that an error may follow from them: a member that a
    /// constructor has a value for, a parameter, the `return` at the end of a function.
    fn suspects(
        &self,
        project: &Project,
        found: &Diagnostic,
        primary: Place,
        labels: &[Place],
    ) -> Vec<Condition> {
        if !BROKEN_BY_ABSENCE.contains(&found.rule) {
            return Vec::new();
        }
        if let Some(macros) = &self.macros {
            let labels = found.labels.iter().map(|label| label.span);
            let places: Vec<Span> = std::iter::once(found.primary.span).chain(labels).collect();
            return macros.suspects(self, project, &places);
        }
        let mut declarations: Vec<(FileIndex, Span)> = Vec::new();
        let mut conditions = Vec::new();
        for place in std::iter::once(&primary).chain(labels) {
            let Some(unit) = self.units.iter().find(|unit| unit.file == place.file) else { continue };
            let declaration = (place.file, unit.around(place.span));
            if !declarations.contains(&declaration) {
                conditions.extend(unit.dropped.inside(declaration.1));
                declarations.push(declaration);
            }
        }
        conditions
    }

    /// Returns the condition that would declare a name which a diagnostic says does not exist.
    fn need(&self, found: &Diagnostic, primary: Place) -> Option<Need> {
        let name = || found.primary.span.text(self.text());
        let (what, condition) = if found.rule == SCOPE_UNRESOLVED {
            let name = name();
            let unit = self.units.iter().find(|unit| unit.file == primary.file)?;
            let condition = unit.dropped.of_file(name, unit.around(primary.span))?;
            (format!("`{name}` is declared"), condition)
        } else if found.rule == MEMBER_EXISTS {
            let name = name();
            // The message begins with the type: `io_VertexOutput`, as the program calls it.
            let has = found.message.strip_prefix('`')?.split('`').next()?;
            let shown = self.in_words(has);
            let structure = shown.rsplit("::").next()?;
            let condition = self.units.iter().find_map(|unit| unit.dropped.member(name, structure))?;
            (format!("`{name}` is a member of `{shown}`"), condition)
        } else if found.rule == TYPE_STRUCT_NONEMPTY {
            let structure = found.message.split('`').nth(1)?;
            let unit = self.units.iter().find(|unit| unit.file == primary.file)?;
            (format!("`{structure}` has a member"), unit.dropped.any_member(structure)?)
        } else {
            return None;
        };
        Some(Need { place: primary, message: message(&what, &condition, &self.names), condition })
    }

    /// Returns true for a place in the replacement of a broken declaration.
    fn is_stub(&self, span: Span) -> bool {
        let next = self.stubs.partition_point(|stub| stub.lo <= span.lo);
        next > 0 && span.lo < self.stubs[next - 1].hi
    }

    /// The places of edits, if each of them has one and writes what the file can say.
    fn edits(&self, suggestion: &Suggestion, file: FileIndex) -> Option<Vec<Place>> {
        let place = |(span, replacement): &(Span, String)| {
            if *span == Span::new(0, 0) {
                // A directive belongs to the file that needs it.
                let head = self.heads.get(&file)?;
                return Some(Place { file, span: Span::new(*head, *head) });
            }
            let is_said = self.in_words(replacement) == *replacement;
            self.text.editable(*span).filter(|_| is_said)
        };
        suggestion.edits.iter().map(place).collect()
    }

    /// A message with the names that the files have.
    fn in_words(&self, message: &str) -> String {
        in_words(message, |word| self.shown.get(word).cloned())
    }
}

/// A diagnostic with places in files.
#[derive(Clone, Debug)]
pub(crate) struct Placed {
    /// Its spans mean nothing any more.
    found: Diagnostic,
    pub(crate) primary: Place,
    labels: Vec<Place>,
    edits: Vec<Place>,
    pub(crate) need: Option<Need>,
    /// The conditions that may be the cause of an error, because they drop parts of what it is about.
    pub(crate) suspects: Vec<Condition>,
}

impl Placed {
    /// Returns the broken rule.
    pub(crate) const fn rule(&self) -> &'static Rule {
        self.found.rule
    }

    pub(crate) fn of_module(found: &Found) -> Self {
        let Found { file, diagnostic } = found.clone();
        let place = |span: Span| Place { file, span };
        let edits =
            diagnostic.suggestion.iter().flat_map(|it| &it.edits).map(|(span, _)| place(*span)).collect();
        Self {
            primary: place(diagnostic.primary.span),
            labels: diagnostic.labels.iter().map(|label| place(label.span)).collect(),
            edits,
            found: diagnostic,
            need: None,
            suspects: Vec::new(),
        }
    }

    /// Reports that a name is declared only under a condition that is false.
    fn of_need(need: Need, names: &Defines) -> Self {
        let dropped = Diagnostic::error(rules::FALSE_CONDITION, need.place.span, need.message.clone());
        let found = with_definitions(dropped, &need.condition, names);
        let (primary, suspects) = (need.place, Vec::new());
        Self { found, primary, labels: Vec::new(), edits: Vec::new(), need: Some(need), suspects }
    }

    /// The key by which diagnostics of programs with different definitions are the same.
    pub(crate) fn key(&self) -> (Place, &'static str, &str) {
        (self.primary, self.found.rule.id, &self.found.message)
    }

    /// The message with a condition under which the error does not appear.
    pub(crate) fn unless(&self, condition: &Condition, names: &Defines) -> String {
        unless(&self.found.message, condition, names)
    }

    pub(crate) fn is_error(&self) -> bool {
        self.found.severity == Severity::Error
    }

    /// Sets the definitions under which the program has the diagnostic.
    pub(crate) fn under(mut self, condition: String) -> Self {
        self.found.condition = Some(condition);
        self
    }

    /// Turns the diagnostic into a warning.
    pub(crate) fn into_warning(mut self) -> Self {
        self.found.severity = Severity::Warning;
        self
    }

    pub(crate) fn files(&self) -> impl Iterator<Item = FileIndex> {
        std::iter::once(&self.primary).chain(&self.labels).chain(&self.edits).map(|place| place.file)
    }

    /// The diagnostic in a range of files that begin at these offsets.
    fn at(self, starts: &BTreeMap<FileIndex, u32>) -> Diagnostic {
        let span = |place: &Place| {
            let start = starts.get(&place.file).copied().unwrap_or(0);
            Span::new(start + place.span.lo, start + place.span.hi)
        };
        let Self { mut found, primary, labels, edits, need: _, suspects: _ } = self;
        found.primary.span = span(&primary);
        let label = |(label, place): (Label, &Place)| Label { span: span(place), ..label };
        found.labels = found.labels.into_iter().zip(&labels).map(label).collect();
        if let Some(suggestion) = &mut found.suggestion {
            for ((here, _), place) in suggestion.edits.iter_mut().zip(&edits) {
                *here = span(place);
            }
            suggestion.edits.sort_by_key(|(span, _)| *span);
        }
        found
    }
}
