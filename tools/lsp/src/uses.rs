//! The places of a declaration in all files of a package.
//!
//! Every file of the package that has the name is the root of a program ([`Workspace::package`]), and the object is found in each program by
//! the place of its declaration. A file can only have the name by a different word if a public import passes it on under that word: then files with
//! that word are looked at as well.

use crate::analysis::Analysis;
use crate::whole::{FilePlace, Whole};
use crate::workspace::Workspace;
use lsp_types::{Location, Uri};
use shader_source::Span;
use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use wgsl_validator::occurrence::Denoted;

/// A declaration that several files may have.
#[derive(Clone, Debug)]
pub(crate) struct Subject {
    /// Its name where it is declared.
    pub(crate) name: String,
    /// Where it is declared.
    pub(crate) declared: FilePlace,
}

/// The places of a declaration.
#[derive(Debug, Default)]
pub(crate) struct Uses {
    /// The places, and whether the object is declared there.
    pub(crate) places: BTreeMap<FilePlace, bool>,
    /// The contents of the files with places.
    pub(crate) texts: BTreeMap<PathBuf, Arc<str>>,
    /// The words that files were looked for by.
    pub(crate) words: Vec<String>,
    /// The programs that were looked at.
    pub(crate) programs: Vec<Whole>,
}

/// The declaration at an offset of a document with this path; `None` for what other files can't have, and in a program without files.
pub(crate) fn subject(analysis: &Analysis, path: &Path, offset: u32) -> Option<Subject> {
    let whole = analysis.whole()?;
    let denoted = whole.name_at(offset)?.denoted;
    match denoted {
        Denoted::Declaration(_) | Denoted::Member(_) => {}
        Denoted::Local(_) | Denoted::Parameter(_) | Denoted::Predeclared(_) => return None,
    }
    let place = whole.declared(denoted)?;
    let name = place.span.text(whole.content(place, analysis.text())).to_owned();
    let declared = whole.file_place(place).unwrap_or_else(|| (path.to_owned(), place.span));
    Some(Subject { name, declared })
}

/// The places of a declaration in the package of a document, where files may have other contents.
pub(crate) fn uses(
    workspace: &mut Workspace<'_>,
    document: &Path,
    subject: &Subject,
    more_words: &[String],
    edited: &BTreeMap<PathBuf, Arc<str>>,
) -> Uses {
    let mut words: BTreeSet<String> = more_words.iter().cloned().collect();
    words.insert(subject.name.clone());
    loop {
        let all: Vec<String> = words.iter().cloned().collect();
        let uses = collect(workspace.package(document, &all, edited), subject);
        let before = words.len();
        words.extend(uses.programs.iter().flat_map(|program| passed_on(program, subject)));
        if words.len() == before {
            return Uses { words: all, ..uses };
        }
    }
}

/// The other names by which a file passes a declaration on.
fn passed_on(program: &Whole, subject: &Subject) -> Vec<String> {
    let Some(place) = program.place_in(&subject.declared) else { return Vec::new() };
    let links = program.links().iter().filter(|link| link.target == wgsl_modules::Target::Declaration(place));
    let brought = links.filter_map(|link| link.brought.as_ref()).filter(|it| it.is_public);
    brought.map(|it| it.name.clone()).collect()
}

fn collect(programs: Vec<Whole>, subject: &Subject) -> Uses {
    let mut uses = Uses::default();
    for program in &programs {
        let denoted = program.place_in(&subject.declared).and_then(|place| program.denoting(place));
        for (place, is_declaration) in denoted.into_iter().flat_map(|it| program.places_of(it)) {
            let Some((path, span)) = program.file_place(place) else { continue };
            uses.texts.entry(path.clone()).or_insert_with(|| program.content(place, "").into());
            uses.places.insert((path, span), is_declaration);
        }
    }
    Uses { programs, ..uses }
}

/// The places of the module that is named at an offset: a file that names it has one of its names in the document, or the name of its file.
fn of_module(
    workspace: &mut Workspace<'_>,
    analysis: &Analysis,
    document: &Path,
    offset: u32,
) -> Option<Uses> {
    let whole = analysis.whole()?;
    let path = whole.path(whole.module_at(offset)?.file)?;
    let written = whole.names_of_module(path).into_iter().map(|span| span.text(analysis.text()).to_owned());
    let mut words: BTreeSet<String> = written.collect();
    words.insert(path.file_stem()?.to_string_lossy().into_owned());
    let words: Vec<String> = words.into_iter().collect();
    let programs = workspace.package(document, &words, &BTreeMap::new());
    let mut uses = Uses { words, ..Uses::default() };
    for program in &programs {
        let Some((file, text)) = program.root() else { continue };
        for span in program.names_of_module(path) {
            uses.texts.entry(file.clone()).or_insert_with(|| text.into());
            uses.places.insert((file.clone(), span), false);
        }
    }
    Some(Uses { programs, ..uses })
}

/// The locations of the object at an offset of a document in all files of its package; `None` if only the document can have it.
pub(crate) fn locations(
    workspace: &mut Workspace<'_>,
    analysis: &Analysis,
    uri: &Uri,
    offset: u32,
    with_declaration: bool,
) -> Option<Vec<Location>> {
    let document = workspace.path(&uri.0)?;
    let uses = if let Some(uses) = of_module(workspace, analysis, &document, offset) {
        uses
    } else {
        let subject = subject(analysis, &document, offset)?;
        uses(workspace, &document, &subject, &[], &BTreeMap::new())
    };
    if uses.programs.is_empty() {
        return None;
    }
    let locations = uses.texts.iter().flat_map(|(path, text)| {
        let all = uses.places.range((path.clone(), Span::new(0, 0))..);
        let all = all.take_while(|((file, _), _)| file == path);
        let wanted = all.filter(|(_, is_declaration)| with_declaration || !**is_declaration);
        let ranges = workspace.ranges(text, wanted.map(|((_, span), _)| *span));
        let uri = workspace.uri(path);
        ranges.into_iter().map(move |range| Location { uri: uri.clone(), range }).collect::<Vec<_>>()
    });
    Some(locations.collect())
}

/// The places of a word in a text, apart from comments.
pub(crate) fn words(text: &str, word: &str) -> Vec<Span> {
    let is_word = |it: char| it == '_' || it.is_alphanumeric();
    let mut found = Vec::new();
    let (mut at, mut depth) = (0, 0_u32);
    while let Some(first) = text[at..].chars().next() {
        let rest = &text[at..];
        let length = if rest.starts_with("/*") {
            depth += 1;
            2
        } else if rest.starts_with("*/") && depth > 0 {
            depth -= 1;
            2
        } else if depth == 0 && rest.starts_with("//") {
            rest.find(['\n', '\r']).unwrap_or(rest.len())
        } else if is_word(first) {
            let length = rest.find(|it| !is_word(it)).unwrap_or(rest.len());
            if depth == 0 && &rest[..length] == word {
                found.push(Span::new(at as u32, (at + length) as u32));
            }
            length
        } else {
            first.len_utf8()
        };
        at += length;
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_in_comments_do_not_count() {
        let found = words("a b // a\n/* a /* */ a */ a.aa a", "a");
        assert_eq!(found.iter().map(|span| span.lo).collect::<Vec<_>>(), [0, 25, 30]);
    }
}
