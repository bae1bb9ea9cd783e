//! Keywords, namespaces and headers.

use shader_source::Section;

/// A word that C++ AMP adds to C++.
#[derive(Debug)]
pub struct Word {
    /// Its spelling.
    pub name: &'static str,
    /// Its class.
    pub class: WordClass,
    /// The section that introduces it.
    pub section: &'static Section,
    /// Whether an implementation can leave it out.
    pub is_optional: bool,
}

/// The class of a word.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum WordClass {
    /// It begins a restriction clause after the parameters of a function, and is a name everywhere else.
    Clause,
    /// It names a restriction in a restriction clause, and is a name everywhere else.
    Restriction,
    /// A storage class.
    Storage,
}

/// A header of the library.
#[derive(Debug)]
pub struct Header {
    /// The name in `#include <...>`.
    pub name: &'static str,
    /// The section that introduces it.
    pub section: &'static Section,
    /// Whether an implementation can leave it out.
    pub is_optional: bool,
    /// The namespaces that it opens.
    pub namespaces: &'static [&'static str],
}

/// A namespace of the library.
#[derive(Debug)]
pub struct Namespace {
    /// The full name: `concurrency::fast_math`.
    pub name: &'static str,
    /// The section that introduces it.
    pub section: &'static Section,
    /// Whether an implementation can leave it out.
    pub is_optional: bool,
}

/// Returns the word with this spelling.
#[must_use]
pub fn word(name: &str) -> Option<&'static Word> {
    KEYWORDS.binary_search_by(|word| word.name.cmp(name)).ok().map(|index| &KEYWORDS[index])
}

// `KEYWORDS: [Word; N]`, `NAMESPACES: [Namespace; N]` and `HEADERS: [Header; N]`.
include!("generated/words.rs");
