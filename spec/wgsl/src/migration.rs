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

    /// The name of an attribute now, empty if nothing corresponds to it; `None` if it did not change.
    #[must_use]
    pub fn attribute(name: &str) -> Option<&'static str> {
        find(&ATTRIBUTES, name)
    }

    /// The name of an address space now, empty if variables have none; `None` if it did not change.
    #[must_use]
    pub fn address_space(name: &str) -> Option<&'static str> {
        find(&ADDRESS_SPACES, name)
    }

    /// The type and access mode of a storage texture whose name had the access mode.
    #[must_use]
    pub fn storage_texture(name: &str) -> Option<(&'static str, &'static str)> {
        find(&STORAGE_TEXTURES, name)
    }

    /// Returns true if the edit of a finding with this code says what the drafts meant.
    #[must_use]
    pub fn takes_fix(code: &str) -> bool {
        find(&FIXES_TAKEN, code).is_some()
    }

    /// The way in which a person fixes a finding with this code about this word in a program of an earlier draft, as a sentence.
    #[must_use]
    pub fn by_hand(code: &str, about: &str) -> Option<&'static str> {
        let find = |about| {
            let index = BY_HAND.binary_search_by_key(&(code, about), |(key, _)| *key).ok()?;
            Some(BY_HAND[index].1)
        };
        find(about).or_else(|| find(""))
    }
}

fn find<V: Copy>(table: &'static [(&str, V)], name: &str) -> Option<V> {
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
        for (name, (now, access)) in STORAGE_TEXTURES {
            assert!(!is_known(name) && is_known(now) && is_known(access), "{name}: {now}");
        }
        for (name, now) in ADDRESS_SPACES {
            assert!(!is_known(name) && (now.is_empty() || is_known(now)), "{name}: {now}");
        }
        let is_value = |name| Symbol::predeclared(name).and_then(BuiltinValue::from_symbol).is_some();
        for (name, now) in BUILTIN_VALUES {
            assert!(!is_value(name) && is_value(now), "{name}: {now}");
        }
    }

    #[test]
    fn notes_belong_to_codes() {
        let codes = BY_HAND.iter().map(|((code, _), _)| code);
        for code in codes.chain(FIXES_TAKEN.iter().map(|(code, ())| code)) {
            assert!(INVENTORY.code(code).is_some(), "{code}");
        }
    }
}
