//! Names of earlier drafts of the language, and what takes their place.

include!("generated/migration.rs");

/// The table of names that drafts before the current edition had.
#[derive(Clone, Copy, Debug)]
pub struct Renamed;

impl Renamed {
    /// The name of a function or type now; `None` if it did not change.
    #[must_use]
    pub fn name(name: &str) -> Option<&'static str> {
        find(&FUNCTIONS_AND_TYPES, name)
    }

    /// The name of a built-in value now; `None` if it did not change.
    #[must_use]
    pub fn builtin_value(name: &str) -> Option<&'static str> {
        find(&BUILTIN_VALUES, name)
    }

    /// The way in which a person mends a finding with this code in a program of an earlier draft, as a sentence.
    #[must_use]
    pub fn by_hand(code: &str) -> Option<&'static str> {
        find(&BY_HAND, code)
    }
}

fn find(table: &'static [(&str, &str)], name: &str) -> Option<&'static str> {
    let index = table.binary_search_by_key(&name, |(name, _)| name).ok()?;
    Some(table[index].1)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{BuiltinValue, Edition, INVENTORY, Predeclared, Symbol};

    fn is_known(word: &str) -> bool {
        Symbol::predeclared(word)
            .is_some_and(|symbol| symbol.info(Edition::Current).predeclared != Predeclared::None)
    }

    #[test]
    fn names_have_changed_to_names_of_today() {
        for (name, now) in FUNCTIONS_AND_TYPES {
            assert!(!is_known(name) && is_known(now), "{name}: {now}");
        }
        let is_value = |name| Symbol::predeclared(name).and_then(BuiltinValue::from_symbol).is_some();
        for (name, now) in BUILTIN_VALUES {
            assert!(!is_value(name) && is_value(now), "{name}: {now}");
        }
    }

    #[test]
    fn notes_belong_to_codes() {
        for (code, _) in BY_HAND {
            assert!(INVENTORY.code(code).is_some(), "{code}");
        }
    }
}
