//! The functions of one name: how they are declared, and which of them a call may mean.
//!
//! A program may have many functions of one name, each for a structure of its own, and call each. So a call does not visit all of them: a
//! structure that has no conversion functions is passed to functions for this structure, for structures that have a constructor for it, and to
//! templates.

use super::scope::Entity;
use super::{Checker, Signature, Typed};
use crate::types::{Overloads, Type, TypeId};
use cxx_validator::ast::FunctionId;
use cxx_validator::names::Symbol;
use rustc_hash::{FxHashMap, FxHashSet};

/// The structures that have a constructor for a value of a structure.
#[derive(Default, Debug)]
pub(super) struct ConvertingStructures {
    from: FxHashMap<TypeId, Vec<TypeId>>,
    /// The structures that have a constructor template, or one with an unknown parameter.
    from_any: Vec<TypeId>,
}

impl Checker<'_> {
    /// A set with one function.
    pub(super) fn overloads_of(&self, id: FunctionId) -> Overloads {
        let mut overloads = Overloads::default();
        overloads.push(id, self.structure_of_first_parameter(id), self.ast[id].entry.is_some());
        overloads
    }

    /// The structure that the first parameter of a function has or refers to.
    pub(super) fn structure_of_first_parameter(&self, id: FunctionId) -> Option<TypeId> {
        let first = self.functions.get(&id)?.parameters.first()?;
        self.structure_of_parameter(*first)
    }

    fn structure_of_parameter(&self, ty: TypeId) -> Option<TypeId> {
        let ty = match self.types.get(ty) {
            Type::Reference(object) => object.ty,
            _ => ty,
        };
        matches!(self.types.get(ty), Type::Structure(_)).then_some(ty)
    }

    /// Notes what a constructor converts to its structure; a template has no signature.
    pub(super) fn note_constructor(&mut self, owner: TypeId, signature: Option<&Signature>) {
        let first = signature.map(|signature| signature.parameters.first().copied());
        let structures = match first {
            // Only other structures convert to a number or a vector, by functions of their own.
            Some(Some(ty)) if !self.types.is_error(ty) => match self.structure_of_parameter(ty) {
                Some(ty) => self.converting.from.entry(ty).or_default(),
                None => return,
            },
            Some(None) => return,
            Some(Some(_)) | None => &mut self.converting.from_any,
        };
        if structures.last() != Some(&owner) {
            structures.push(owner);
        }
    }

    /// The functions that a call with these arguments may mean.
    pub(super) fn functions_for(&self, functions: &Overloads, typed: &[Option<Typed>]) -> Vec<FunctionId> {
        let first = typed.first().copied().flatten().map(|typed| typed.ty);
        let Some(ty) = first.filter(|ty| self.converts_by_constructors_only(*ty)) else {
            return functions.to_vec();
        };
        let converting = self.converting.from.get(&ty).into_iter().flatten().chain(&self.converting.from_any);
        let mut structures = vec![ty];
        structures.extend(converting.filter(|other| **other != ty));
        structures.sort_unstable();
        structures.dedup();
        functions.of_structures(&structures)
    }

    /// Returns true for a structure without bases and conversion functions.
    fn converts_by_constructors_only(&self, ty: TypeId) -> bool {
        matches!(self.types.get(ty), Type::Structure(_))
            && !self.types.is_derived(ty)
            && !self.member_functions(ty).iter().any(|function| self.ast[*function].is_conversion)
    }

    /// Adds the functions that a `using` declaration names to the functions of the present namespace. The result is a function that the namespace
    /// declares itself with the parameters of one of them. C++14 (namespace.udecl) 14
    pub(super) fn join_used(&mut self, name: Symbol, more: &Overloads) -> Option<FunctionId> {
        let Some(Entity::Functions(known)) = self.scopes.here(name) else { return None };
        let known: FxHashSet<FunctionId> = known.iter().collect();
        let mut more = more.to_vec();
        more.retain(|function| !known.contains(function));
        let conflicts = more.iter().filter_map(|used| {
            let signature = self.functions.get(used)?;
            self.first_declaration_with(name, signature)
        });
        let conflict = conflicts.min_by_key(|function| self.ast[*function].name_span.lo);
        let more: Vec<_> = more.into_iter().map(|id| (id, self.structure_of_first_parameter(id))).collect();
        if let Some(Entity::Functions(known)) = self.scopes.here_mut(name) {
            for (function, structure) in more {
                known.push_used(function, structure);
            }
        }
        conflict
    }
}
