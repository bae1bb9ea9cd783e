//! Names from other languages, with what to write instead in WGSL.

/// The WGSL form of a name from a different language.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Instead {
    /// These words, in the same position.
    Words(&'static str),
    /// A different form, described by a sentence. A call has a template, in which `$1` is its first argument and `$sampler` the only sampler of the program.
    Form(&'static str, Option<&'static str>),
}

include!("generated/foreign_names.rs");

impl Instead {
    /// Returns what to write instead of this name; `None` if no other language is known to have it.
    #[must_use]
    pub fn of(name: &str) -> Option<Self> {
        let index = FOREIGN_NAMES.binary_search_by_key(&name, |(name, _)| name).ok()?;
        Some(FOREIGN_NAMES[index].1)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{AttributeRow, BuiltinValue, Edition, Predeclared, Symbol};

    fn is_known(word: &str) -> bool {
        Symbol::predeclared(word).is_some_and(|symbol| {
            let info = symbol.info(Edition::Current);
            info.predeclared != Predeclared::None && !info.is_proposed()
        })
    }

    /// Returns true if the words are part of the grammar, a literal, an attribute or a built-in value: these are not predeclared names.
    fn has_other_meaning(words: &str) -> bool {
        let is_grammar = ["else if", "&&", "||", "!", "true", "false"].contains(&words);
        let is_number = words.starts_with(|first: char| first.is_ascii_digit());
        let is_attribute = || {
            Symbol::predeclared(words).is_some_and(|it| AttributeRow::find(it, Edition::Current).is_some())
        };
        is_grammar || is_number || is_attribute() || BuiltinValue::ALL.iter().any(|it| it.name() == words)
    }

    #[test]
    fn names_of_other_languages_are_no_names_of_this_one() {
        for (name, _) in FOREIGN_NAMES {
            assert!(!is_known(name), "{name}");
        }
    }

    #[test]
    fn what_takes_their_place_is_predeclared() {
        for (name, instead) in FOREIGN_NAMES {
            let Instead::Words(words) = instead else { continue };
            let generator = words.split('<').next().unwrap_or(words);
            assert!(is_known(generator) || has_other_meaning(words), "{name}: {words}");
        }
    }

    #[test]
    fn names_are_found() {
        assert_eq!(Instead::of("lerp"), Some(Instead::Words("mix")));
        assert!(matches!(Instead::of("mod"), Some(Instead::Form(_, Some(_)))));
        assert_eq!(Instead::of("mix"), None);
    }
}
