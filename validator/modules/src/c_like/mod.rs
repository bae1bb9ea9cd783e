//! Programs with C-style preprocessing: `#define`, `#include`, `#if`.
//!
//! `Project::preprocessed` makes one program of a file and of all that it includes. The C++ core provides the preprocessor: it returns the
//! changes to the files, and [`write`](Writer) applies them, so that each byte keeps its place in a file. An expansion is at the use of its macro.
//!
//! `naga_oil` has directives with the same names. [`is_c_like`] distinguishes the two.

mod asked;
mod dialect;
mod host;
#[cfg(test)]
mod tests;
mod write;

use crate::condition::Asked;
use crate::defines::Defines;
use crate::finding::Found;
use crate::leftover::{leftovers, name_in_braces, with_values};
use crate::mapped::{FileIndex, Place};
use crate::need::Unvalued;
use crate::preprocess::{is_c_import, is_of_naga_oil, word_of_directive};
use crate::program::Program;
use crate::project::{File, Project, is_wesl, words};
use crate::rules;
use crate::unit::{Unit, has_entry_point, is_modular};
use crate::view::{Link, Target};
use cxx_validator::{
    Change, Definition, Files, HeaderText, Headers, Inclusions, Lookup, Rewritten, Source, normal, rewrite,
};
use dialect::WGSL;
use shader_source::Span;
use shader_source::diagnostic::{Diagnostic, Label, Severity};
use std::collections::{BTreeSet, HashMap, HashSet};
use std::sync::Arc;
use wgsl_spec::Edition;
use write::Writer;

/// The directives of the C preprocessor.
const DIRECTIVES: [&str; 12] = [
    "define", "undef", "include", "if", "ifdef", "ifndef", "elif", "else", "endif", "error", "warning",
    "pragma",
];

/// Returns true if a text has directives of the C preprocessor, and none of `naga_oil`'s own forms.
#[must_use]
pub fn is_c_like(text: &str) -> bool {
    if !text.contains('#') {
        return false;
    }
    let mut has_directives = false;
    for line in text.lines().filter(|line| line.contains('#')) {
        // The name of a version comes first in GLSL: the validator says how WGSL writes what follows.
        if is_of_naga_oil(line) || word_of_directive(line) == Some("version") {
            return false;
        }
        has_directives |=
            is_c_import(line) || word_of_directive(line).is_some_and(|word| DIRECTIVES.contains(&word));
    }
    has_directives
}

/// Returns the paths that the `#include` lines of a file may lead to, whatever their conditions are. `folders` are the folders of `-I`.
#[must_use]
pub fn includes(file: &File, folders: &[String]) -> BTreeSet<String> {
    let names = file.text.lines().filter_map(|line| Some(included(line)?.1));
    names.flat_map(|name| searched(file, folders, name)).collect()
}

/// The name in an `#include` line, and its offset.
fn included(line: &str) -> Option<(usize, &str)> {
    if word_of_directive(line) != Some("include") && !is_c_import(line) {
        return None;
    }
    let (before, rest) = line.split_once(['"', '<'])?;
    let (name, _) = rest.split_once(['"', '>'])?;
    Some((before.len() + 1, name))
}

/// The paths that an included name may mean, in the order of the search.
fn searched(file: &File, folders: &[String], name: &str) -> Vec<String> {
    let own = file.path.rsplit_once('/').map_or("", |(folder, _)| folder);
    let path = |folder: &str| match folder {
        "" => normal(name),
        _ => normal(&format!("{folder}/{name}")),
    };
    let absolute = name.starts_with('/').then(|| normal(name));
    std::iter::once(own).chain(folders.iter().map(String::as_str)).map(path).chain(absolute).collect()
}

/// The names in the `#include` lines of a file that lead to files of the project.
pub(crate) fn include_lines(project: &Project, root: FileIndex) -> Vec<Link> {
    let file = project.file(root);
    let mut links = Vec::new();
    let mut start = 0;
    for line in file.text.split_inclusive('\n') {
        let lo = start;
        start += line.len();
        let Some((offset, name)) = included(line) else { continue };
        let span = Span::new((lo + offset) as u32, (lo + offset + name.len()) as u32);
        let paths = searched(file, project.include_folders(), name);
        if let Some(found) = paths.iter().find_map(|path| project.find(path)) {
            links.push(Link { span, target: Target::File(found), brought: None });
        }
    }
    links
}

/// Returns true if a plain text has a name that it does not declare, and that is defined, or its placeholder. Its host replaces the name, with or without directives
/// around it.
#[must_use]
pub fn needs_definitions(text: &str, defines: &Defines, edition: Edition) -> bool {
    // To look for words is much cheaper than to resolve names.
    if defines.is_empty() || is_modular(text) || !words(text).iter().any(|word| defines.get(word).is_some()) {
        return false;
    }
    let unit = Unit::new(FileIndex(0), text, false, defines, edition);
    unit.needs(defines)
}

/// The effects of preprocessing on a program.
#[derive(Debug, Default)]
pub(crate) struct Macros {
    /// The uses of macros that files define, in the order of the program.
    uses: Vec<Use>,
    /// The bytes that are left out: directives, and lines after conditions that don't hold.
    left_out: Vec<Place>,
    /// The ranges of the program that are there under a condition. An empty one is a place where a condition leaves something out.
    conditional: Vec<Span>,
    /// Returns true if a mistake in the directives may cause any other.
    pub(crate) is_silent: bool,
    /// The names that conditions ask for.
    pub(crate) asked: Asked,
}

/// A use of a macro.
#[derive(Clone, Debug)]
struct Use {
    /// The expansion in the program.
    span: Span,
    name: String,
    definition: Place,
}

impl Macros {
    /// Returns true if other definitions make a different program of the same source.
    pub(crate) const fn has_variants(&self) -> bool {
        !self.uses.is_empty() || !self.conditional.is_empty()
    }

    /// Moves the spans after parts of the program that are replaced by values of these lengths.
    fn moved(mut self, replaced: &[(Span, usize)]) -> Self {
        let mut shifts: Vec<(u32, i64)> = vec![(0, 0)];
        for (span, length) in replaced {
            let (_, before) = shifts[shifts.len() - 1];
            shifts.push((span.hi, before + *length as i64 - i64::from(span.hi - span.lo)));
        }
        let moved = |at: u32| {
            let (_, shift) = shifts[shifts.partition_point(|(from, _)| *from <= at) - 1];
            (i64::from(at) + shift) as u32
        };
        let spans = self.uses.iter_mut().map(|used| &mut used.span).chain(&mut self.conditional);
        for span in spans.filter(|_| !replaced.is_empty()) {
            *span = Span::new(moved(span.lo), moved(span.hi).max(moved(span.lo)));
        }
        self
    }

    /// Returns the definition of the macro whose expansion has this range.
    pub(crate) fn definition(&self, span: Span) -> Option<(Label, Place)> {
        let next = self.uses.partition_point(|used| used.span.lo <= span.lo);
        let Use { span: expansion, name, definition } = self.uses.get(next.checked_sub(1)?)?;
        let label = Label { span, text: format!("macro `{name}` is defined here"), rule: None };
        (span.lo < expansion.hi).then_some((label, *definition))
    }
}

/// The files of a project as files to include.
struct OfProject<'p>(&'p Project);

impl OfProject<'_> {
    fn header(&self, index: FileIndex) -> HeaderText {
        let file = self.0.file(index);
        HeaderText { identity: file.path.clone(), name: file.path.clone(), text: Arc::clone(&file.text) }
    }
}

impl Files for OfProject<'_> {
    fn find(&self, path: &str) -> Lookup {
        self.0.find(&normal(path)).map_or(Lookup::Missing, |index| Lookup::Found(self.header(index)))
    }

    fn in_other_case(&self, _: &str) -> Option<String> {
        // A project has the files that were looked for by their exact names.
        None
    }
}

impl Project {
    /// Returns true if a program is made by C-style preprocessing: it has such directives, or it is plain and has preambles, or it is plain and
    /// does not declare a name that is defined.
    pub(crate) fn is_preprocessed(&self, root: FileIndex, before: &[FileIndex], names: &Defines) -> bool {
        let is_c_like =
            |file: &FileIndex| is_c_like(&self.file(*file).text) && !is_wesl(&self.file(*file).path);
        let file = self.file(root);
        let needs_definitions =
            || !names.is_empty() && !Self::has_imports(file) && self.unit(root).needs(names);
        is_c_like(&root)
            || needs_definitions()
            || (!before.is_empty() && (before.iter().any(is_c_like) || !Self::has_imports(file)))
    }

    /// The program of a file with C-style preprocessing and these definitions, after the contents of the files before it.
    pub(crate) fn preprocessed(&self, root: FileIndex, before: &[FileIndex], names: &Defines) -> Program {
        let file = self.file(root);
        let definition =
            |(name, value): (&str, &str)| Definition { name: name.to_owned(), value: value.to_owned() };
        // The host of a plain file with placeholders replaces nothing else: `let N = {{N}};`
        let is_template = before.is_empty() && !is_c_like(&file.text) && self.unit(root).is_template();
        let is_macro = |_: &(&str, &str)| !is_template;
        let definitions: Vec<Definition> = names.all().filter(is_macro).map(definition).collect();
        let files = OfProject(self);
        let headers = Headers { files: &files, folders: self.include_folders() };
        let source = Source { path: &file.path, identity: &file.path, text: &file.text };
        let done = rewrite(
            source,
            before.iter().map(|file| OfProject(self).header(*file)).collect(),
            &definitions,
            headers,
            &WGSL,
        );
        let Rewritten { changes, inclusions, diagnostics, .. } = done;
        let places = Places { project: self, root, inclusions: &inclusions };
        let (mut files, mut known) = (vec![root], HashSet::from([root]));
        let mut writer = Writer::new(&places);
        for change in &changes {
            if let Change::Enter(number) = change {
                let file = places.file(*number);
                files.extend(known.insert(file).then_some(file));
            }
            writer.change(change);
        }
        let (text, macros) = writer.finish();
        // The preprocessor has replaced the name in the braces already.
        let (text, replaced) = with_values(text, |_, place| {
            let written = place?.span.text(&self.file(place?.file).text);
            names.get(&name_in_braces(written)?)
        });
        let macros = macros.moved(&replaced);
        let found: Vec<Found> = diagnostics.into_iter().map(|found| places.found(found)).collect();
        let is_silent = found.iter().any(|found| hides_others(&found.diagnostic));
        let texts = before.iter().chain(&files).map(|file| &*self.file(*file).text);
        let asked = asked::asked(texts);
        let unvalued = leftovers(text.text())
            .into_iter()
            .filter_map(|span| Some(Unvalued::of_placeholder(text.origin(span)?, span.text(text.text()))));
        let unvalued = unvalued.collect();
        Program {
            files,
            has_entry_point: has_entry_point(text.text(), self.edition()),
            unvalued,
            text,
            heads: HashMap::from([(root, 0)]),
            is_settled: found.is_empty(),
            found,
            macros: Some(Macros { is_silent, asked, ..macros }),
            ..Program::default()
        }
    }
}

/// Returns true for a mistake that leaves out or changes text, so that further errors are likely to follow from it.
fn hides_others(found: &Diagnostic) -> bool {
    found.severity == Severity::Error && found.rule != rules::ERROR_DIRECTIVE
}

/// The places of a program in its files.
struct Places<'p> {
    project: &'p Project,
    root: FileIndex,
    inclusions: &'p Inclusions,
}

impl Places<'_> {
    /// The file with this number among the inclusions.
    fn file(&self, number: usize) -> FileIndex {
        let name = self.inclusions.files().get(number).map_or("", |file| &file.name);
        self.project.find(name).unwrap_or(self.root)
    }

    /// The place of a range of all files.
    fn place(&self, span: Span) -> Place {
        let inclusion = self.inclusions.of(span.lo);
        let start = inclusion.map_or(0, |file| file.start);
        let file = inclusion.and_then(|file| self.project.find(&file.name)).unwrap_or(self.root);
        Place { file, span: Span::new(span.lo - start, span.hi - start) }
    }

    /// A diagnostic of the preprocessor in its file.
    fn found(&self, mut found: Diagnostic) -> Found {
        let primary = self.place(found.primary.span);
        found.primary.span = primary.span;
        if found.rule == rules::MACRO_REDEFINITION {
            // C++ forbids it; all compilers take the later definition, and so do hosts that preprocess WGSL.
            found.severity = Severity::Warning;
        }
        for mut label in std::mem::take(&mut found.labels) {
            let place = self.place(label.span);
            label.span = place.span;
            if place.file == primary.file {
                found.labels.push(label);
            }
        }
        if let Some(suggestion) = &mut found.suggestion {
            for (span, _) in &mut suggestion.edits {
                *span = self.place(*span).span;
            }
        }
        Found { file: primary.file, diagnostic: found }
    }
}
