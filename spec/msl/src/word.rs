//! Keywords, address spaces, namespaces and headers.

use crate::{Availability, Version};

/// A word that can't be a name.
#[derive(Debug)]
pub struct Word {
    /// Its spelling.
    pub name: &'static str,
    /// Its class.
    pub class: WordClass,
    /// The versions that have it; in the others it is a name.
    pub availability: Availability,
}

/// The class of a word.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum WordClass {
    /// A keyword of C++14 that Metal keeps.
    Cpp,
    /// A keyword of C++14 whose feature Metal leaves out. `delete` and `noexcept` have a second use, in declarations,
    /// which the specification does not mention.
    Removed(Removed),
    /// The name of a type of C++14 that is not among the scalar types (Table 2.1).
    UnlistedType,
    /// Another spelling of this operator.
    Alternative(&'static str),
    /// A keyword of Metal.
    Metal,
}

/// A feature that is left out.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Removed {
    /// The rule of the inventory.
    pub rule: &'static str,
    /// The feature.
    pub feature: &'static str,
}

/// A header of the library.
#[derive(Debug)]
pub struct Header {
    /// The name in `#include <...>`.
    pub name: &'static str,
    /// The section that introduces it.
    pub section: &'static str,
    /// The versions that have it.
    pub availability: Availability,
    /// Declarations in addition to the names of the tables.
    pub text: Option<&'static str>,
    /// The beginnings of the names that the header declares: a program without such names does not need it. A header with a text and no such
    /// names has only directives.
    pub names: &'static [&'static str],
}

/// The name of a namespace.
#[derive(Debug)]
pub struct LibraryName {
    /// The name.
    pub name: &'static str,
    /// The section that introduces it.
    pub section: &'static str,
    /// The versions that have it.
    pub availability: Availability,
}

/// The word with this spelling.
#[must_use]
pub fn word(name: &str) -> Option<&'static Word> {
    WORDS.binary_search_by(|word| word.name.cmp(name)).ok().map(|index| &WORDS[index])
}

include!("generated/words.rs");
