//! The functions of one name: how they are declared, and which of them a call may mean.
//!
//! A program may have many functions of one name, each for a structure of its own, and call each. So a call does not visit all of them: a
//! structure that has no conversion functions is passed to functions for this structure, for structures that have a constructor for it, and to
//! functions with other parameters, such as templates.

use super::scope::Entity;
use super::{Checker, Signature, Typed};
use crate::types::{Overloads, StructureParameter, Type, TypeId};
use cxx_validator::ast::{Function, FunctionId, QualifiedName, TypeSyntax, TypeSyntaxId};
use cxx_validator::names::Symbol;
use cxx_validator::packs::has_pack;
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
        overloads.push(id, self.structure_parameter(id), self.ast[id].entry.is_some());
        overloads
    }

    /// The first parameter of a function that has or refers to a structure.
    pub(super) fn structure_parameter(&self, id: FunctionId) -> Option<StructureParameter> {
        if self.ast.is_template(id) {
            return self.structure_parameter_of_template(id);
        }
        self.structure_parameter_in(self.functions.get(&id)?)
    }

    pub(super) fn structure_parameter_in(&self, signature: &Signature) -> Option<StructureParameter> {
        let mut parameters = signature.parameters.iter().enumerate();
        parameters.find_map(|(at, ty)| Some((at, self.structure_in(*ty)?)))
    }

    /// The first parameter of a function template whose type is the name of a structure, which doesn't depend on the template.
    pub(super) fn structure_parameter_of_template(&self, id: FunctionId) -> Option<StructureParameter> {
        let Function { template, parameters, .. } = self.ast[id];
        if has_pack(self.ast, template) {
            return None;
        }
        let structure_of = |ty: TypeSyntaxId| {
            let mut ty = ty;
            while let TypeSyntax::Qualified(_, inner) | TypeSyntax::Reference(inner, _) = self.ast[ty] {
                ty = inner;
            }
            let TypeSyntax::Name(name) = self.ast[ty] else { return None };
            let QualifiedName { path, name, arguments, .. } = self.ast[name];
            let is_own = self.ast[template].iter().any(|it| it.name == Some(name));
            let is_plain = path.is_empty() && arguments.is_none() && !is_own;
            let known = self.scopes.find_type(name).filter(|_| is_plain)?;
            matches!(self.types.get(known), Type::Structure(_)).then_some(known)
        };
        let mut parameters = self.ast[parameters].iter().enumerate();
        parameters.find_map(|(at, parameter)| Some((at, structure_of(self.ast[*parameter].ty)?)))
    }

    /// Notes what a constructor converts to its structure; a template has no signature.
    pub(super) fn note_constructor(&mut self, owner: TypeId, signature: Option<&Signature>) {
        let first = signature.map(|signature| signature.parameters.first().copied());
        let structures = match first {
            // Only other structures convert to a number or a vector, by functions of their own.
            Some(Some(ty)) if !self.types.is_error(ty) => match self.structure_in(ty) {
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
        functions.of_structures(|parameter| self.structures_for((*typed.get(parameter)?)?.ty))
    }

    /// The structures of parameters that can take a value of a structure, if it converts by constructors only.
    fn structures_for(&self, ty: TypeId) -> Option<Vec<TypeId>> {
        if !self.converts_by_constructors_only(ty) {
            return None;
        }
        let converting = self.converting.from.get(&ty).into_iter().flatten().chain(&self.converting.from_any);
        let mut structures = vec![ty];
        structures.extend(converting.filter(|other| **other != ty));
        structures.sort_unstable();
        structures.dedup();
        Some(structures)
    }

    /// Returns true for a structure without bases and conversion functions.
    fn converts_by_constructors_only(&self, ty: TypeId) -> bool {
        matches!(self.types.get(ty), Type::Structure(_))
            && !self.types.is_derived(ty)
            && self.conversion_functions(ty).is_empty()
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
        let more: Vec<_> = more.into_iter().map(|id| (id, self.structure_parameter(id))).collect();
        if let Some(Entity::Functions(known)) = self.scopes.here_mut(name) {
            for (function, parameter) in more {
                known.push_used(function, parameter);
            }
        }
        conflict
    }
}
