//! Namespaces that are in each other, and what is visible because of that.

use super::{Entity, Namespace, NamespaceNumber, Scopes};
use crate::types::{Overloads, TypeId};
use cxx_validator::names::Symbol;

impl Scopes {
    /// Returns true if a namespace is the present one or in it.
    pub(in super::super) fn is_inside(&self, number: NamespaceNumber) -> bool {
        let mut present = Some(number);
        while let Some(NamespaceNumber(number)) = present.filter(|it| *it != self.present) {
            present = self.namespaces[number].parent;
        }
        present.is_some()
    }

    /// Declares a function with the name of a type of the present namespace.
    pub(in super::super) fn hide_type(&mut self, symbol: Symbol, function: Entity) {
        if let Some(Entity::Type(ty)) = self.declare(symbol, function) {
            self.note_hidden_type(symbol, ty);
        }
    }

    /// Notes a type of the present namespace that something else with its name hides.
    pub(in super::super) fn note_hidden_type(&mut self, symbol: Symbol, ty: TypeId) {
        self.hidden_types.insert((self.present, symbol), ty);
    }

    /// The type of the present namespace that a function, variable or enumerator with its name hides.
    pub(in super::super) fn hidden_type_here(&self, symbol: Symbol) -> Option<TypeId> {
        self.hidden_types.get(&(self.present, symbol)).copied()
    }

    /// The meaning of a name in a namespace, if it is one that is looked for. Where only types are, a function does not hide one.
    pub(super) fn meant_in(
        &self,
        number: NamespaceNumber,
        symbol: Symbol,
        is_meant: impl Fn(&Entity) -> bool,
    ) -> Option<Entity> {
        let hidden = || self.hidden_types.get(&(number, symbol)).map(|ty| Entity::Type(*ty));
        self.visible_in(number, symbol).filter(&is_meant).or_else(|| hidden().filter(&is_meant))
    }

    /// The meaning of a name of a namespace before `::`. C++14 (basic.lookup.qual) 1
    pub(in super::super) fn find_scope_in(&self, number: NamespaceNumber, symbol: Symbol) -> Option<Entity> {
        let found = self.find_in(number, symbol);
        if found.as_ref().is_some_and(Entity::may_have_names) {
            return found;
        }
        self.hidden_types.get(&(number, symbol)).map(|ty| Entity::Type(*ty)).or(found)
    }

    /// `using namespace` in a function: to the end of the block.
    pub(in super::super) fn use_namespace_in_function(&mut self, number: NamespaceNumber) {
        self.local_used.push(number);
    }

    /// Returns true if a namespace is around a different one.
    pub(super) fn is_around(&self, outer: NamespaceNumber, inner: NamespaceNumber) -> bool {
        let mut present = Some(inner);
        while let Some(number) = present.filter(|number| *number != outer) {
            present = self.namespaces[number.0].parent;
        }
        present.is_some()
    }

    /// The namespace that declares a name: a given one, or one of its inline namespaces, whose members can be specialised as its own. C++14
    /// (namespace.def) 8
    pub(in super::super) fn inline_declarer(
        &self,
        scope: NamespaceNumber,
        symbol: Symbol,
    ) -> Option<NamespaceNumber> {
        let mut open = vec![scope];
        while let Some(number) = open.pop() {
            shader_source::steps::take(1);
            let namespace = &self.namespaces[number.0];
            if namespace.names.contains_key(&symbol) {
                return Some(number);
            }
            open.extend(&namespace.inlines);
        }
        None
    }

    /// The functions with a name in the namespaces that a type brings into a call: the innermost one around it, and the inline namespaces that
    /// belong to that. C++14 (basic.lookup.argdep) 2
    pub(in super::super) fn functions_beside(&self, ty: TypeId, symbol: Symbol) -> Overloads {
        let Some(mut place) = self.places.get(&ty).copied() else { return Overloads::default() };
        while let Namespace { parent: Some(parent), structure, .. } = &self.namespaces[place.0] {
            let is_inline = self.namespaces[parent.0].inlines.contains(&place);
            if structure.is_none() && !is_inline {
                break;
            }
            place = *parent;
        }
        let (mut functions, mut open) = (Overloads::default(), vec![place]);
        while let Some(number) = open.pop() {
            let namespace = &self.namespaces[number.0];
            if let Some(Entity::Functions(own)) = namespace.names.get(&symbol) {
                functions.join(own.clone());
            }
            open.extend(&namespace.inlines);
        }
        functions
    }
}
