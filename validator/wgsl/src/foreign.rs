//! Hints for people who know another shading language.

use crate::diagnostic::Diagnostic;
use shader_source::Span;
use wgsl_spec::Instead;

/// Says what a program has in place of a name of another language.
pub(crate) fn in_place_of(diagnostic: Diagnostic, name: Span, instead: Instead) -> Diagnostic {
    match instead {
        Instead::Words(words) => {
            diagnostic.suggest(format!("write `{words}`"), vec![(name, words.to_owned())], false)
        }
        Instead::Form(note) => diagnostic.note(note),
    }
}

/// Turns a declaration as C and its relatives write it around: a type, and the name behind it.
pub(crate) fn in_order(diagnostic: Diagnostic, ty: Span, name: Span, text: &str) -> Diagnostic {
    let declaration = format!("var {}: {}", name.text(text), type_of(ty.text(text)));
    let edits = vec![(Span::new(ty.lo, name.hi), declaration)];
    diagnostic.suggest("the type follows the name of a variable", edits, false)
}

/// The name of a type for one that may be of another language.
pub(crate) fn type_of(name: &str) -> &str {
    match Instead::of(name) {
        Some(Instead::Words(words)) => words,
        Some(Instead::Form(_)) | None => name,
    }
}
