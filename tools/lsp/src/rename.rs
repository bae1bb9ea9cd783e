//! `textDocument/rename`: renames declarations in all files of a package.
//!
//! A declaration or member is renamed in every file of the package; a name after `as` is only renamed in the document. Then the edited programs are
//! analysed again: if any name refers to a different declaration than before, [`rename`] returns an error that says why.

use crate::analysis::{Analysis, Facts};
use crate::metal;
use crate::uses::{Subject, Uses, subject, uses, words};
use crate::whole::Whole;
use crate::workspace::Workspace;
use lsp_types::{Range, TextEdit, Uri, WorkspaceEdit};
use shader_source::Span;
use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use wgsl_modules::{Brought, Target};
use wgsl_spec::{Edition, Symbol, WordClass};
use wgsl_validator::occurrence::Denoted;
use wgsl_validator::parse;

/// The spans to change, by file; the empty path is a document that is not on disk.
type Places = BTreeMap<PathBuf, BTreeSet<Span>>;

/// Returns the range and text of the name at an offset, if it can be renamed.
///
/// # Errors
/// The reason why it can't be renamed.
pub(crate) fn prepare(analysis: &Analysis, offset: u32) -> Result<(Range, String), String> {
    let span = match analysis.facts() {
        Facts::Metal(program) => metal::prepare_rename(analysis, program, offset)?.span,
        // The host may use the name in code that is not read.
        Facts::Amp(_) => {
            return Err("can't rename: only a C++ compiler knows all uses of a name in C++ AMP".to_owned());
        }
        Facts::Wgsl(_) | Facts::Header | Facts::Host => renamed(analysis, offset)?.0,
    };
    Ok((analysis.range(span), span.text(analysis.text()).to_owned()))
}

/// Returns the name at an offset and its object, which the program must declare.
fn renamed(analysis: &Analysis, offset: u32) -> Result<(Span, Denoted), String> {
    let whole = whole(analysis)?;
    let Some(name) = whole.name_at(offset) else {
        return Err("expected a name that the program declares".to_owned());
    };
    if let Denoted::Predeclared(symbol) = name.denoted {
        let name = symbol.predeclared_text().unwrap_or_default();
        return Err(format!("can't rename `{name}`: it is predeclared"));
    }
    if whole.declared(name.denoted).is_none() {
        return Err("can't rename: a macro generates this declaration".to_owned());
    }
    // On an import line, the name after `as` is separate from the imported name.
    let alias = whole.alias_at(offset).filter(|alias| alias.lo <= offset && offset <= alias.hi);
    Ok((alias.unwrap_or(name.span), name.denoted))
}

/// Returns the WGSL program.
fn whole(analysis: &Analysis) -> Result<&Whole, String> {
    analysis
        .whole()
        .ok_or_else(|| "can't rename: only names in programs can be renamed, not names in headers".to_owned())
}

/// Returns the edits that rename the object at an offset.
///
/// # Errors
/// The reason why it can't be renamed: the object is predeclared, or the new name is not an identifier, is reserved, would refer to something else
/// at one of the places, or would change what a different name refers to.
pub(crate) fn rename(
    workspace: &mut Workspace<'_>,
    analysis: &Analysis,
    uri: &Uri,
    offset: u32,
    name: &str,
) -> Result<WorkspaceEdit, String> {
    if let Facts::Metal(program) = analysis.facts() {
        let places = metal::renamed_places(workspace, analysis, program, uri, offset, name)?;
        let edit = |place| TextEdit { range: analysis.range(place), new_text: name.to_owned() };
        let changes = [(uri.clone(), places.into_iter().map(edit).collect())].into();
        return Ok(WorkspaceEdit { changes: Some(changes), ..WorkspaceEdit::default() });
    }
    let (at, denoted) = renamed(analysis, offset)?;
    let whole = whole(analysis)?;
    check_identifier(whole.module().edition(), name)?;
    let document = workspace.path(&uri.0).unwrap_or_default();
    let old = at.text(analysis.text());
    let subject = subject(analysis, &document, offset);
    // A name that an import introduces with `as` is only renamed in this document.
    let is_own = subject.as_ref().is_none_or(|subject| subject.name != old);
    let has_alias = |it: &Brought| it.alias.is_some() && it.name == old;
    if is_own
        && subject.is_some()
        && !whole.links().iter().any(|it| it.brought.as_ref().is_some_and(has_alias))
    {
        return Err(format!("can't rename: an import in a different file introduces the name `{old}`"));
    }
    let shared = subject.filter(|_| !is_own && document.has_root());
    let uses = match &shared {
        Some(subject) => uses(workspace, &document, subject, &[name.to_owned()], &BTreeMap::new()),
        None => Uses { words: vec![old.to_owned(), name.to_owned()], ..Uses::default() },
    };
    let is_package = !uses.programs.is_empty();
    let own = if is_package || whole.root().is_none() {
        Vec::new()
    } else {
        let mut programs = workspace.package(&document, &uses.words, &BTreeMap::new());
        programs.retain(|program| program.root().is_some_and(|(path, _)| *path == document));
        programs
    };
    let before: Vec<&Whole> = match (is_package, own.is_empty()) {
        (true, _) => uses.programs.iter().collect(),
        (false, false) => own.iter().collect(),
        (false, true) => vec![whole],
    };
    let at_declaration =
        whole.declared(denoted).filter(|place| whole.is_here(*place)).map(|place| place.span);
    let offset = at_declaration.unwrap_or(at).lo;
    let places = if is_package {
        in_package(&uses, old)
    } else {
        in_document(analysis, &before, &document, offset, old)?
    };
    if let Some(subject) = &shared {
        check_conditions(&uses, subject, &places, old)?;
    }
    let text_of = |path: &PathBuf| match uses.texts.get(path) {
        Some(text) if *path != document => Arc::clone(text),
        _ => Arc::from(analysis.text()),
    };
    let texts: BTreeMap<&PathBuf, Arc<str>> = places.keys().map(|path| (path, text_of(path))).collect();
    let edited = places.iter().map(|(path, spans)| (path.clone(), changed(&texts[path], spans, name).into()));
    let edited: BTreeMap<PathBuf, Arc<str>> = edited.collect();
    let renaming =
        Renaming { places: &places, growth: name.len() as i64 - old.len() as i64, document: &document };
    let stem = shared.as_ref().and_then(|subject| subject.declared.0.file_stem()?.to_str());
    check_left_out(&before, &places, old, stem.unwrap_or_default(), scope(whole, denoted))?;
    let after = match whole.root() {
        None if !is_package => vec![Whole::alone(whole.with(&edited[&document]))],
        _ => workspace.package(&document, &uses.words, &edited),
    };
    if !are_same(&before, &after, &renaming) {
        return Err(format!("renaming to `{name}` would collide with a different `{name}`"));
    }
    let edits = places.iter().map(|(path, spans)| {
        let ranges = workspace.ranges(&texts[path], spans.iter().copied());
        let edits = ranges.into_iter().map(|range| TextEdit { range, new_text: name.to_owned() });
        (if *path == document { uri.clone() } else { workspace.uri(path) }, edits.collect())
    });
    Ok(WorkspaceEdit { changes: Some(edits.collect()), ..WorkspaceEdit::default() })
}

/// Returns true if every name refers to the same declaration before and after. A file may have several programs, whose order is the same.
fn are_same(before: &[&Whole], after: &[Whole], renaming: &Renaming<'_>) -> bool {
    let path = |program: &Whole| program.root().map(|(path, _)| path.clone());
    let mut numbers: BTreeMap<Option<PathBuf>, usize> = BTreeMap::new();
    before.iter().all(|before| {
        let number = numbers.entry(path(before)).or_default();
        let same = after.iter().filter(|after| path(after) == path(before)).nth(*number);
        *number += 1;
        same.is_some_and(|after| renaming.meaning(before, true) == renaming.meaning(after, false))
    })
}

/// Returns the uses of a declaration, in all files, that are spelled `old`: an import may rename it in its file.
fn in_package(uses: &Uses, old: &str) -> Places {
    let mut places = Places::new();
    for (path, span) in uses.places.keys() {
        if span.text(&uses.texts[path]) == old {
            places.entry(path.clone()).or_default().insert(*span);
        }
    }
    places
}

/// Returns the uses in the document of the object at an offset, in all programs with different definitions.
fn in_document(
    analysis: &Analysis,
    programs: &[&Whole],
    document: &Path,
    offset: u32,
    old: &str,
) -> Result<Places, String> {
    let mut spans = BTreeSet::new();
    for program in programs {
        let names = program.name_at(offset).map(|name| program.names_of(name.denoted));
        spans.extend(names.into_iter().flatten().map(|name| name.span));
        for brought in program.links().iter().filter_map(|link| link.brought.as_ref()) {
            let Some(alias) = brought.alias.filter(|_| brought.name == old) else { continue };
            if brought.is_public {
                return Err(format!("can't rename: other files may import `{old}` from this one"));
            }
            spans.insert(alias);
        }
    }
    spans.retain(|span: &Span| span.text(analysis.text()) == old);
    Ok(Places::from([(document.to_owned(), spans)]))
}

/// Checks that no place refers to a different declaration in a program with other definitions.
fn check_conditions(uses: &Uses, subject: &Subject, places: &Places, old: &str) -> Result<(), String> {
    for program in &uses.programs {
        let names = program.occurrences().iter().filter_map(|it| Some((program.place(it.span)?, it.denoted)));
        for (place, denoted) in names {
            let Some((path, span)) = program.file_place(place) else { continue };
            if !places.get(&path).is_some_and(|spans| spans.contains(&span)) {
                continue;
            }
            let declared = program.declared(denoted).and_then(|place| program.file_place(place));
            if declared.as_ref() != Some(&subject.declared) {
                let line = uses.texts[&path][..span.lo as usize].matches('\n').count() + 1;
                let file = path.file_name().unwrap_or_default().display();
                return Err(format!(
                    "can't rename: `{old}` on line {line} of {file} refers to a different declaration under other conditions"
                ));
            }
        }
    }
    Ok(())
}

/// Returns the range of the document in which a local name may be used; `None` for other names.
fn scope(whole: &Whole, denoted: Denoted) -> Option<Span> {
    let ast = &whole.module().syntax().ast;
    let name = match denoted {
        Denoted::Local(id) => ast[id].name_span,
        Denoted::Parameter(index) => ast.members[index as usize].name_span,
        Denoted::Declaration(_) | Denoted::Member(_) | Denoted::Predeclared(_) => return None,
    };
    let around = ast.decls.iter().find(|decl| decl.span.lo <= name.lo && name.hi <= decl.span.hi)?;
    whole.range(around.span)
}

/// Checks that the name does not occur in code that no program contains, where it may refer to the declaration under other conditions or in a
/// macro. `stem` is the name of the module with the declaration.
fn check_left_out(
    programs: &[&Whole],
    places: &Places,
    old: &str,
    stem: &str,
    scope: Option<Span>,
) -> Result<(), String> {
    for program in programs {
        let Some((path, text)) = program.root() else { continue };
        if !places.contains_key(path) && words(text, stem).is_empty() {
            continue;
        }
        let is_known = |span: Span| {
            places.get(path).is_some_and(|spans| spans.contains(&span))
                || programs.iter().any(|other| {
                    let has_link =
                        || other.links().iter().any(|link| link.span.lo <= span.lo && span.lo < link.span.hi);
                    other.root().is_some_and(|(root, _)| root == path)
                        && (other.inside(span.lo).is_some() || has_link())
                })
        };
        let is_in_scope = |span: Span| scope.is_none_or(|scope| scope.lo <= span.lo && span.hi <= scope.hi);
        let mut left_out = words(text, old).into_iter().filter(|span| is_in_scope(*span));
        if let Some(span) = left_out.find(|span| !is_known(*span)) {
            let line = text[..span.lo as usize].matches('\n').count() + 1;
            let file = path.file_name().unwrap_or_default().display();
            return Err(format!(
                "can't rename: `{old}` on line {line} of {file} may refer to it, but is in a directive or in code that a condition removes"
            ));
        }
    }
    Ok(())
}

/// The referent of a name: a declaration at a place, a file, or a predeclared object.
#[derive(PartialEq, Eq, PartialOrd, Ord, Debug)]
enum Meaning {
    Declared(PathBuf, u32),
    File(PathBuf),
    Predeclared(Symbol),
}

/// The names of a program by place, with what they refer to.
type Meanings = BTreeSet<((PathBuf, u32), Meaning)>;

/// A change of some places to a new name.
struct Renaming<'a> {
    places: &'a Places,
    /// The length of the new name minus the length of the old one, in bytes.
    growth: i64,
    document: &'a Path,
}

impl Renaming<'_> {
    /// Returns the names of a program with what they refer to, and the number of errors. Places before the change are mapped to places
    /// after it.
    fn meaning(&self, program: &Whole, is_before: bool) -> (Meanings, usize) {
        let place = |place: wgsl_modules::Place| {
            let (path, span) =
                program.file_place(place).unwrap_or_else(|| (self.document.to_owned(), place.span));
            let lo = if is_before { self.moved(&path, span.lo) } else { span.lo };
            (path, lo)
        };
        let names = program.occurrences().iter().filter_map(|name| {
            let meaning = match name.denoted {
                Denoted::Predeclared(symbol) => Meaning::Predeclared(symbol),
                denoted => {
                    let (path, lo) = place(program.declared(denoted)?);
                    Meaning::Declared(path, lo)
                }
            };
            Some((place(program.place(name.span)?), meaning))
        });
        let links = program.links().iter().filter_map(|link| {
            let here = program.place_here(link.span)?;
            let meaning = match link.target {
                Target::Declaration(target) => {
                    let (path, lo) = place(target);
                    Meaning::Declared(path, lo)
                }
                Target::File(file) => {
                    Meaning::File(place(wgsl_modules::Place { file, span: Span::new(0, 0) }).0)
                }
            };
            Some((place(here), meaning))
        });
        (names.chain(links).collect(), program.module().diagnostics().len())
    }

    fn moved(&self, path: &Path, lo: u32) -> u32 {
        let spans = self.places.get(path);
        let earlier = spans.map_or(0, |spans| spans.iter().take_while(|span| span.lo < lo).count());
        (i64::from(lo) + earlier as i64 * self.growth) as u32
    }
}

/// <https://www.w3.org/TR/WGSL/#identifiers>
fn check_identifier(edition: Edition, name: &str) -> Result<(), String> {
    let class = Symbol::predeclared(name).map_or(WordClass::Identifier, |it| it.info(edition).class);
    match class {
        WordClass::Keyword => return Err(format!("`{name}` is a keyword")),
        WordClass::Reserved => return Err(format!("`{name}` is a reserved word")),
        WordClass::Identifier => {}
    }
    let declaration = format!("const {name} = 1;");
    let (syntax, mistakes) = parse(&declaration, edition);
    let is_whole = syntax.ast.decls.first().is_some_and(|decl| syntax.text(decl.name_span) == name);
    if !is_whole || !mistakes.is_empty() {
        return Err(format!("`{name}` is not an identifier"));
    }
    Ok(())
}

/// Returns the source with a new name at these places.
fn changed(text: &str, places: &BTreeSet<Span>, name: &str) -> String {
    let mut changed = String::with_capacity(text.len());
    let mut end = 0;
    for place in places {
        changed += &text[end..place.lo as usize];
        changed += name;
        end = place.hi as usize;
    }
    changed + &text[end..]
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::analysis::{address, marked};
    use crate::assembly::Alone;

    fn renamed_to(program: &str, name: &str) -> Result<String, String> {
        let (analysis, marks) = marked(program);
        let edit = rename(&mut Workspace::new(&Alone), &analysis, &address(), marks[0], name)?;
        let edits = edit.changes.and_then(|mut it| it.remove(&address())).ok_or("nothing")?;
        let places = edits.iter().map(|edit| analysis.span(edit.range)).collect();
        Ok(changed(analysis.text(), &places, name))
    }

    #[test]
    fn all_places_have_the_new_name() {
        let renamed =
            renamed_to("struct S { a: f32 } fn f(|s: S) -> f32 { let a = s.a; return a + s.a; }", "input");
        let expected = "struct S { a: f32 } fn f(input: S) -> f32 { let a = input.a; return a + input.a; }";
        assert_eq!(renamed.as_deref(), Ok(expected));
        let renamed =
            renamed_to("struct S { a: f32 } fn f(s: S) -> f32 { let a = s.|a; return a + s.a; }", "b");
        let expected = "struct S { b: f32 } fn f(s: S) -> f32 { let a = s.b; return a + s.b; }";
        assert_eq!(renamed.as_deref(), Ok(expected));
        assert!(renamed_to("fn f(|a: i32) { let b = a; let c = ; }", "x").is_ok(), "in a broken function");
    }

    #[test]
    fn a_name_that_can_not_be_is_refused() {
        for (program, name, reason) in [
            ("const a = |min(1, 2);", "x", "it is predeclared"),
            ("const a = 1 |+ 2;", "x", "expected a name"),
            ("const |a = 1;", "let", "keyword"),
            ("const |a = 1;", "await", "reserved"),
            ("const |a = 1;", "1a", "not an identifier"),
            ("const |a = 1;", "", "not an identifier"),
            ("const |a = 1;", "_", "not an identifier"),
            ("const |a = 1;", "__a", "not an identifier"),
            ("const |a = 1;", "a b", "not an identifier"),
            ("const |a = 1;", "a = 1; const b", "not an identifier"),
            ("const |a = 1;", "b /**/", "not an identifier"),
            ("const |a = 1; const b = 2;", "b", "would collide"),
            ("const |a = 1; fn f(b: i32) { _ = a; }", "b", "would collide"),
            ("const b = 1; fn f(|a: i32) { _ = b; }", "b", "would collide"),
            ("const |a = min(1, 2);", "min", "would collide"),
            ("struct S { |a: f32, b: f32 }", "b", "would collide"),
        ] {
            let refused = renamed_to(program, name).expect_err(program);
            assert!(refused.contains(reason), "{program} {name}: {refused}");
        }
    }

    #[test]
    fn a_name_elsewhere_does_not_matter() {
        assert!(renamed_to("fn f(|a: i32) { } fn g(b: i32) { }", "b").is_ok());
        assert!(renamed_to("struct S { |a: f32 } const b = 1;", "b").is_ok());
    }

    #[test]
    fn the_name_is_shown_before_it_is_changed() {
        let (analysis, marks) = marked("const abc = 1; const b = ab|c;");
        let (range, name) = prepare(&analysis, marks[0]).expect("it can be changed");
        assert_eq!((range.start.character, name.as_str()), (25, "abc"));
    }
}
