//! The names of the library in the scopes of a program.

use super::{Entity, NamespaceNumber, Scopes};
use crate::meaning::Variant;
use cxx_validator::names::Symbol;

impl Scopes {
    /// Adds the namespace `metal` as one that the program adds nothing to, for an alias of it.
    pub(in super::super) fn add_library(&mut self, metal: Symbol) {
        let present = self.go_to(NamespaceNumber::PROGRAM);
        self.enter(Some(metal), false);
        self.extend_library();
        self.go_to(present);
    }

    /// Notes that the present namespace is `metal`, which the program adds names to. The names of the library are visible in it, and its own
    /// names are visible where the library is used.
    pub(in super::super) fn extend_library(&mut self) {
        let number = self.present;
        let namespace = &mut self.namespaces[number.0];
        if core::mem::replace(&mut namespace.is_library, true) {
            return;
        }
        namespace.uses_library = true;
        if let Some(parent) = namespace.parent
            && self.namespaces[parent.0].uses_library
        {
            self.namespaces[parent.0].used.push(number);
        }
    }

    /// The namespace of the library's declarations, if a header or the program has some.
    pub(in super::super) fn library_namespace(&self, metal: Symbol) -> Option<NamespaceNumber> {
        match self.namespaces.first()?.names.get(&metal) {
            Some(Entity::Namespace(number)) => Some(*number),
            _ => None,
        }
    }

    /// Notes that the present namespace is a part of the library, if the namespace around it is the library.
    pub(in super::super) fn extend_variant(&mut self, variant: Variant) {
        let NamespaceNumber(number) = self.present;
        if self.namespaces[number].parent.is_some_and(|parent| self.is_library(parent)) {
            (self.namespaces[number].is_library, self.namespaces[number].variant) = (true, Some(variant));
        }
    }

    /// Returns the part of the library that a namespace adds names to.
    pub(in super::super) fn variant(&self, number: NamespaceNumber) -> Option<Variant> {
        self.namespaces[number.0].variant
    }

    /// Returns true if the library has the names that a namespace of the program lacks.
    pub(in super::super) fn is_library(&self, number: NamespaceNumber) -> bool {
        self.namespaces[number.0].is_library
    }

    /// `using namespace metal`
    pub(in super::super) fn use_library(&mut self, is_local: bool) {
        if is_local {
            self.local_library = true;
        } else {
            self.namespaces[self.present.0].uses_library = true;
        }
    }

    /// `using metal::name`
    pub(in super::super) fn use_library_name(&mut self, symbol: Symbol) {
        self.namespaces[self.present.0].library_names.insert(symbol);
    }
}
