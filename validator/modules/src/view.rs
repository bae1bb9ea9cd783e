//! Programs for editors, in which names on import lines can be followed as well.
//!
//! [`Explorer::view`] links a file with everything that it imports, used or not, and if possible with the definitions under which nothing is
//! missing. [`View::links`] has the names on import lines, which are not part of the program itself.

use crate::c_like::include_lines;
use crate::condition::Choices;
use crate::defines::Defines;
use crate::explore::Explorer;
use crate::link::{Linker, with_own};
use crate::mapped::{FileIndex, Place};
use crate::program::Program;
use crate::project::{Lookup, Project};
use crate::scan::{Kind, tokens};
use crate::unit::Unit;
use crate::units::{Reading, UnitCache};
use shader_source::Span;
use shader_source::diagnostic::Diagnostic;
use std::collections::BTreeSet;
use std::sync::Arc;

/// The maximum number of programs per file, each of which costs as much as the file. Code that needs several more definitions at once is not found.
const MOST_VIEWS: usize = 8;

/// A program with the names on the import lines of its first file.
#[derive(Debug, Default)]
pub struct View {
    /// The program, with everything that the file imports.
    pub program: Program,
    /// The names on import lines and in `#include` lines, in the order of the file.
    pub links: Vec<Link>,
    /// The names of modules in paths in the code of the first file, such as `a` in `a::f()`, in the order of the file.
    pub qualifiers: Vec<Qualifier>,
}

/// The name of a module in a path.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Qualifier {
    /// Its span in the first file.
    pub span: Span,
    /// The file of the module.
    pub file: FileIndex,
}

/// A name on an import line.
#[derive(Clone, Debug)]
pub struct Link {
    /// Its span in the first file.
    pub span: Span,
    /// The declaration or file that it refers to.
    pub target: Target,
    /// The name that it brings into the module; `None` for module names within a path.
    pub brought: Option<Brought>,
}

/// A name that an import brings into a module.
#[derive(Clone, Debug)]
pub struct Brought {
    /// The name.
    pub name: String,
    /// The span of the name after `as`.
    pub alias: Option<Span>,
    /// True if other modules may import it from this one.
    pub is_public: bool,
}

/// The declaration or file at the end of a path.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Target {
    /// A declaration: the place of its name.
    Declaration(Place),
    /// A file.
    File(FileIndex),
}

impl<C: FnMut(&str) -> Vec<Diagnostic>> Explorer<'_, C> {
    /// Returns the program for editors, with these definitions and further ones that it needs.
    pub fn view(&mut self, names: &Defines) -> View {
        let fixed: BTreeSet<String> = names.names().map(str::to_owned).collect();
        self.view_with(names, &fixed).1
    }

    /// Returns the program, and more programs under other definitions if these contain occurrences of the words that the first one lacks.
    pub fn views(&mut self, names: &Defines, words: &[String]) -> Vec<View> {
        let fixed: BTreeSet<String> = names.names().map(str::to_owned).collect();
        let (complete, first) = self.view_with(names, &fixed);
        let mut missing = places(&self.project.file(self.root).text, words);
        missing.retain(|at| !first.has(*at));
        let mut views = vec![first];
        let asked = self.cache.unit(self.project, self.root, &complete).dropped.asked.clone();
        for (name, values) in asked.0 {
            if missing.is_empty() || views.len() >= MOST_VIEWS {
                break;
            }
            if fixed.contains(&name) {
                continue;
            }
            // A name that conditions compare with values is tried with each of these values.
            let off = complete.get(&name).is_some().then_some(None);
            let on = if values.is_empty() {
                vec![Some("true".to_owned())]
            } else {
                values.into_iter().map(Some).collect()
            };
            for value in off.into_iter().chain(on) {
                let mut names = complete.clone();
                names.change(&Choices::from([(name.clone(), value)]));
                let fixed: BTreeSet<String> = fixed.iter().cloned().chain([name.clone()]).collect();
                let view = self.view_with(&names, &fixed).1;
                let before = missing.len();
                missing.retain(|at| !view.has(*at));
                if missing.len() < before {
                    views.push(view);
                }
            }
        }
        views
    }

    fn view_with(&mut self, names: &Defines, fixed: &BTreeSet<String>) -> (Defines, View) {
        let complete = self.complete(names, fixed).map_or_else(|_| names.clone(), |complete| complete.names);
        let view = self.project.view(self.root, &complete, self.cache);
        (complete, view)
    }
}

impl View {
    /// Returns true if the program contains the code at an offset in its first file.
    fn has(&self, at: u32) -> bool {
        let root = self.program.files()[0];
        let holds = |span: Span| span.lo <= at && at < span.hi;
        let mut pieces = self.program.pieces().iter().map(|piece| piece.origin);
        pieces.any(|origin| origin.file == root && holds(origin.span))
            || self.links.iter().any(|link| holds(link.span))
    }
}

/// Returns the offsets of the words in a source.
fn places(text: &str, words: &[String]) -> Vec<u32> {
    let tokens = tokens(text).into_iter().map(|token| token.span);
    tokens.filter(|span| words.iter().any(|word| word == span.text(text))).map(|span| span.lo).collect()
}

impl Project {
    /// Links a file with everything that it imports, under these definitions.
    fn view(&self, root: FileIndex, names: &Defines, cache: &UnitCache) -> View {
        let before = self.preambles(root);
        if self.is_preprocessed(root, &before, names) {
            let program = self.preprocessed(root, &before, names);
            return View { program, links: include_lines(self, root), qualifiers: Vec::new() };
        }
        let names = with_own(self, root, names, cache);
        let mut linker = Linker::reading(self, Reading { names: &names, cache });
        let unit = linker.unit(root);
        linker.add_root(root);
        let links = links(&mut linker, &unit);
        let qualifiers = qualifiers(&mut linker, &unit);
        linker.add_mentions(root);
        linker.reach();
        let mut program = linker.program();
        program.place_before(self, &before);
        View { program, links, qualifiers }
    }
}

/// Returns the names on the import lines of a unit, and adds what they refer to to the program.
fn links(linker: &mut Linker<'_>, unit: &Unit) -> Vec<Link> {
    let mut links = Vec::new();
    for import in &unit.imports {
        let path = linker.path_of(unit.file, &import.path);
        // `import a;` means `import package::a;`.
        let implied = path.len() - import.path.len();
        for (index, span) in import.spans.iter().enumerate() {
            let end = implied + index + 1;
            let is_last = index + 1 == import.spans.len();
            let item = if is_last { linker.item(unit.file, &path, 0).ok() } else { None };
            if let Some(item) = item {
                linker.add_import(item);
            }
            let target = match item.and_then(|item| linker.declared(item)) {
                Some(place) => Some(Target::Declaration(place)),
                None => linker.file(unit.file, &path[..end]).map(Target::File),
            };
            let Some(target) = target else { continue };
            let brought = is_last.then(|| Brought {
                name: import.name.clone(),
                alias: import.alias,
                is_public: import.is_public,
            });
            links.push(Link { span: *span, target, brought });
        }
    }
    // Paths in one import list share the spans of their common prefix.
    links.sort_by_key(|link| link.span);
    links.dedup_by_key(|link| link.span);
    links
}

/// Returns the names of modules in the paths of a unit's code.
fn qualifiers(linker: &mut Linker<'_>, unit: &Unit) -> Vec<Qualifier> {
    let source = Arc::clone(&linker.project.file(unit.file).text);
    let mut found = Vec::new();
    for piece in unit.text.pieces().iter().filter(|piece| !piece.is_copy) {
        let Some(path) = unit.paths.get(piece.span.text(unit.text.text())) else { continue };
        let written = piece.origin.span;
        let words = tokens(written.text(&source)).into_iter().filter(|token| token.kind == Kind::Word);
        let spans = words.map(|token| Span::new(written.lo + token.span.lo, written.lo + token.span.hi));
        let whole = linker.whole_path(unit, path);
        let implied = whole.len() - path.len();
        // The last name is a declaration.
        for (index, span) in spans.take(path.len() - 1).enumerate() {
            let file = linker.file(unit.file, &whole[..=implied + index]);
            found.extend(file.map(|file| Qualifier { span, file }));
        }
    }
    found.sort_by_key(|it| it.span);
    found
}

impl Linker<'_> {
    /// Returns a path in the code of a unit from its beginning: its first name may be an import.
    pub(crate) fn whole_path(&mut self, unit: &Unit, path: &[String]) -> Vec<String> {
        match path.split_first().and_then(|(first, rest)| Some((unit.by_import.get(first)?, rest))) {
            Some((import, rest)) => [&*self.path_of(unit.file, &unit.imports[*import].path), rest].concat(),
            None => path.to_vec(),
        }
    }

    /// Returns the place of a declaration's name.
    fn declared(&mut self, (file, index): (FileIndex, usize)) -> Option<Place> {
        let unit = self.unit(file);
        unit.text.origin(unit.declarations.get(index)?.name_span)
    }

    /// Returns the file of a module.
    pub(crate) fn file(&mut self, from: FileIndex, path: &[String]) -> Option<FileIndex> {
        match self.project.module(from, path, &mut self.suggestions) {
            Lookup::Found(file) if !self.project.is_constants(file) => Some(file),
            Lookup::Found(_) | Lookup::Missing(_) | Lookup::Outside(_) => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::explore_test::project;
    use wgsl_validator::Validator;

    /// The names on the import lines of the first file, with what they lead to.
    fn listed(files: &[(&str, &str)]) -> (Vec<String>, String) {
        let project = project(files, &[]);
        let root = project.find(&format!("/p/{}", files[0].0)).expect("a file");
        let (cache, mut validator) = (UnitCache::default(), Validator::default());
        let view = Explorer::new(&project, root, &cache, |text| validator.diagnose_linked(text))
            .view(&Defines::default());
        let text = &project.file(root).text;
        let shown = |link: &Link| {
            let to = match link.target {
                Target::File(file) => project.file(file).path.clone(),
                Target::Declaration(place) => {
                    let file = project.file(place.file);
                    format!("{} {}", file.path, place.span.text(&file.text))
                }
            };
            let name = link.brought.as_ref().map_or("", |it| it.name.as_str());
            format!("{} -> {to} {name}", link.span.text(text)).trim_end().to_owned()
        };
        (view.links.iter().map(shown).collect(), view.program.text().to_owned())
    }

    #[test]
    fn names_on_import_lines_lead_to_declarations_and_files() {
        let files = [
            ("a.wesl", "import package::b::{f as g, S};\nimport c;\nfn a() { c::h(); }"),
            ("b.wesl", "fn f() {}\nstruct S { x: f32 }"),
            ("c.wesl", "fn h() {}"),
        ];
        let (links, program) = listed(&files);
        let expected = ["b -> /p/b.wesl", "f -> /p/b.wesl f g", "S -> /p/b.wesl S S", "c -> /p/c.wesl c"];
        assert_eq!(links, expected);
        assert!(program.contains("struct S"), "what is imported and not used is there: {program}");
    }

    #[test]
    fn the_program_has_the_definitions_that_it_needs() {
        let files =
            [("a.wesl", "import package::b::f;\nfn a() { f(); }"), ("b.wesl", "@if(DEPTH) fn f() {}")];
        let (links, program) = listed(&files);
        assert_eq!(links, ["b -> /p/b.wesl", "f -> /p/b.wesl f f"]);
        assert!(program.contains("fn f()"), "{program}");
    }

    #[test]
    fn parts_that_exclude_each_other_are_seen() {
        let text = "@if(A) import package::b::f;\n@else import package::c::f;\nfn a() { f(); }\n@if(B) fn g() { f(); }";
        let files = [("a.wesl", text), ("b.wesl", "fn f() {}"), ("c.wesl", "fn f() {}")];
        let project = project(&files, &[]);
        let root = project.find("/p/a.wesl").expect("a file");
        let (cache, mut validator) = (UnitCache::default(), Validator::default());
        let mut explorer = Explorer::new(&project, root, &cache, |text| validator.diagnose_linked(text));
        let views = explorer.views(&Defines::default(), &["f".to_owned()]);
        let lead =
            |view: &View| view.links.iter().map(|link| link.span.text(text)).collect::<Vec<_>>().join(" ");
        assert_eq!(views.iter().map(lead).collect::<Vec<_>>(), ["c f", "b f", "c f"]);
        assert!(views[2].program.text().contains("fn g"));
        assert_eq!(explorer.views(&Defines::default(), &["a".to_owned()]).len(), 1);
    }

    /// The program of a first file that is being written.
    fn program(files: &[(&str, &str)]) -> String {
        listed(files).1
    }

    #[test]
    fn imports_are_followed_from_a_declaration_with_a_syntax_error() {
        let b = ("b.wesl", "struct S { x: f32 }\nfn f() {}\nfn min(s: S) {}");
        let text = program(&[("a.wesl", "import package::b::S;\nfn a(s: S) { let x = s. }"), b]);
        assert!(text.contains("struct S {"), "the name is the same: {text}");
        let text = program(&[("a.wesl", "import package::b;\nfn a() { b::f( }"), b]);
        assert!(text.contains("{ f( }") && text.contains("fn f() {}"), "{text}");
        let text =
            program(&[("a.wesl", "import package::b::S as T;\nfn a(s: T) { _ = package::b::min(s. }"), b]);
        assert!(text.contains("(s: S) { _ = min(s. }"), "{text}");
        let text =
            program(&[("a.wesl", "import package::b;\nfn g() { _ = min(1, 2); }\nfn a() { b::min( }"), b]);
        assert!(text.contains("{ b_min( }") && text.contains("fn b_min("), "{text}");
    }

    #[test]
    fn modules_in_paths_lead_to_files() {
        let text = "import package::d::b as c;\nfn a() { c::f(); package::d::b::f(); } fn g() { c::f( }";
        let project = project(&[("a.wesl", text), ("d/b.wesl", "fn f() {}")], &[]);
        let root = project.find("/p/a.wesl").expect("a file");
        let (cache, mut validator) = (UnitCache::default(), Validator::default());
        let view = Explorer::new(&project, root, &cache, |text| validator.diagnose_linked(text))
            .view(&Defines::default());
        let found = view.qualifiers.iter();
        let found = found.map(|it| (it.span.text(text), project.file(it.file).path.as_str()));
        let file = "/p/d/b.wesl";
        assert_eq!(found.collect::<Vec<_>>(), [("c", file), ("b", file), ("c", file)]);
    }

    #[test]
    fn include_lines_lead_to_files() {
        let files =
            [("a.wgsl", "#define X 1\n#include \"b.wgsl\"\nfn a() { f(); }"), ("b.wgsl", "fn f() {}")];
        assert_eq!(listed(&files).0, ["b.wgsl -> /p/b.wgsl"]);
    }

    #[test]
    fn imports_of_naga_oil_are_links() {
        let files =
            [("a.wgsl", "#import m::{f}\nfn a() { f(); }"), ("b.wgsl", "#define_import_path m\nfn f() {}")];
        assert_eq!(listed(&files).0, ["m -> /p/b.wgsl", "f -> /p/b.wgsl f f"]);
    }

    #[test]
    fn names_of_a_broken_declaration_lead_to_imports() {
        let files = |text| [("a.wesl", text), ("b.wesl", "struct S { x: f32 }")];
        let direct = "import package::b::S;\nfn f(s: S) { let x = s. }";
        let (_, program) = listed(&files(direct));
        assert!(program.contains("struct S { x: f32 }") && program.contains("fn f(s: S)"), "{program}");
        let (_, program) = listed(&files("import package::b;\nfn f(s: b::S) { let x = s. }"));
        assert!(program.contains("struct S { x: f32 }") && program.contains("fn f(s: S)"), "{program}");
    }
}
