//! Hints for people who know another shading language.

use crate::diagnostic::Diagnostic;
use shader_source::Span;
use wgsl_spec::Instead;

/// Says what a program has in place of a name of another language.
pub(crate) fn in_place_of(diagnostic: Diagnostic, name: Span, instead: Instead) -> Diagnostic {
    match instead {
        Instead::Words(words) => {
            diagnostic.suggest(format!("write `{words}`"), vec![(name, words.to_owned())], true)
        }
        Instead::Form(note) => diagnostic.note(note),
    }
}

/// Turns a declaration as C and its relatives write it around: a type, and the name behind it.
pub(crate) fn in_order(diagnostic: Diagnostic, ty: Span, name: Span, text: &str) -> Diagnostic {
    let declaration = format!("var {}: {}", name.text(text), type_of(ty.text(text)));
    let edits = vec![(Span::new(ty.lo, name.hi), declaration)];
    diagnostic.suggest("the type follows the name of a variable", edits, true)
}

/// The name of a type for one that may be of another language. Vectors and matrices without a list of parameters are of `f32`.
pub(crate) fn type_of(name: &str) -> String {
    match (Instead::of(name), name.as_bytes()) {
        (Some(Instead::Words(words)), _) => words.to_owned(),
        (_, [b'v', b'e', b'c', b'2'..=b'4'] | [b'm', b'a', b't', b'2'..=b'4', b'x', b'2'..=b'4']) => {
            format!("{name}f")
        }
        _ => name.to_owned(),
    }
}
