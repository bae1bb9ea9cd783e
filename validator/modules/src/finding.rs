//! Diagnostics in the files of a program.

use crate::mapped::{FileIndex, MappedText};
use shader_source::diagnostic::{Applicability, Diagnostic};

/// A diagnostic in a file. Its places are offsets in the file, and so are its edits.
#[derive(Clone, Debug)]
pub struct Found {
    /// The file.
    pub file: FileIndex,
    /// The diagnostic.
    pub diagnostic: Diagnostic,
}

impl Found {
    /// A diagnostic in a text of this file; `shown` returns what the file has instead of a word. An edit that the file does
    /// not have is left out, and no edit is safe: nothing confirmed it. `None` if the diagnostic has no place in the file.
    pub(crate) fn in_file(
        file: FileIndex,
        text: &MappedText,
        mut diagnostic: Diagnostic,
        shown: impl Fn(&str) -> Option<String>,
    ) -> Option<Self> {
        let suggestion = diagnostic.suggestion.take().and_then(|mut suggestion| {
            for (span, written) in &mut suggestion.edits {
                *span = text.editable(*span).filter(|_| in_words(written, &shown) == *written)?.span;
            }
            suggestion.applicability = Applicability::Unsafe;
            Some(suggestion)
        });
        diagnostic.suggestion = suggestion;
        diagnostic.primary.span = text.origin(diagnostic.primary.span)?.span;
        for label in &mut diagnostic.labels {
            label.span = text.origin(label.span)?.span;
            label.text = in_words(&label.text, &shown);
        }
        diagnostic.message = in_words(&diagnostic.message, &shown);
        diagnostic.primary.text = in_words(&diagnostic.primary.text, &shown);
        for note in &mut diagnostic.notes {
            *note = in_words(note, &shown);
        }
        Some(Self { file, diagnostic })
    }
}

/// A message with the words that the files have.
pub(crate) fn in_words(message: &str, shown: impl Fn(&str) -> Option<String>) -> String {
    let is_inside = |character: char| unicode_ident::is_xid_continue(character);
    let mut words = String::with_capacity(message.len());
    let mut rest = message;
    while let Some(start) = rest.find(is_inside) {
        let (before, from) = rest.split_at(start);
        let (word, after) = from.split_at(from.find(|it| !is_inside(it)).unwrap_or(from.len()));
        words.push_str(before);
        words.push_str(&shown(word).unwrap_or_else(|| word.to_owned()));
        rest = after;
    }
    words.push_str(rest);
    words
}
