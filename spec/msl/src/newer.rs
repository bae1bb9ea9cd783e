//! Names that came after version 2.2 and are known by name and version only.

use crate::{Availability, Version};

/// A name of the library that no other table describes.
#[derive(Debug)]
pub struct NewerName {
    /// The name.
    pub name: &'static str,
    /// The kind of the name, as far as the grammar depends on it.
    pub kind: NewerKind,
    /// The namespace in `metal` that declares it; `None` if it is `metal` itself.
    pub within: Option<&'static str>,
    /// The place in Apple's texts that describes it.
    pub source: &'static str,
    /// The versions that have it.
    pub availability: Availability,
}

/// The kind of a newer name.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum NewerKind {
    /// A type.
    Type,
    /// A template of types.
    Template,
    /// A function.
    Function,
    /// A function with template arguments.
    FunctionTemplate,
    /// A constant, or an enumerator that is written alone.
    Value,
    /// A namespace, or an enumeration or class whose members are written after its name.
    Scope,
    /// A member function of textures.
    Member,
}

/// Returns the newer name of the library with this spelling.
#[must_use]
pub fn newer_name(name: &str) -> Option<&'static NewerName> {
    NEWER_NAMES.binary_search_by(|row| row.name.cmp(name)).ok().map(|index| &NEWER_NAMES[index])
}

/// Returns the newer member function of textures with this spelling.
#[must_use]
pub fn newer_member(name: &str) -> Option<&'static NewerName> {
    NEWER_MEMBERS.binary_search_by(|row| row.name.cmp(name)).ok().map(|index| &NEWER_MEMBERS[index])
}

include!("generated/newer.rs");
