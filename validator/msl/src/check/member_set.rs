//! The member functions of a structure, sorted for calls: a structure may have many constructors, conversion functions or functions of one name,
//! and a program may call each. So a call does not visit all of them, as in the sets of functions that are not members.

use super::scope::Declarer;
use super::{Checker, Typed};
use crate::types::{Overloads, ParameterKeys, Type, TypeId};
use cxx_validator::ast::{FunctionId, List, Structure};
use cxx_validator::names::Symbol;
use rustc_hash::FxHashMap;
use shader_source::steps;

/// The number of functions that a call visits one by one.
const FEW: usize = 8;

/// The member functions of a structure.
#[derive(Default, Debug)]
pub(super) struct MemberFunctions {
    pub(super) all: List<FunctionId>,
    pub(super) constructors: Vec<FunctionId>,
    pub(super) conversions: Vec<FunctionId>,
}

/// The sets of structures with many functions of one kind.
#[derive(Default, Debug)]
pub(super) struct MemberSets {
    /// By the structure and the name, which constructors have from the structure.
    named: FxHashMap<(TypeId, Symbol), Overloads>,
    /// Conversion functions by the structure and the structure that is the result; without one, those with other results, such as templates.
    conversions: FxHashMap<(TypeId, Option<TypeId>), Vec<FunctionId>>,
}

impl Checker<'_> {
    /// Notes the member functions of a structure.
    pub(super) fn note_member_functions(&mut self, ty: TypeId, structure: &Structure) {
        let mut members = MemberFunctions { all: structure.functions, ..MemberFunctions::default() };
        for id in self.ast[structure.functions].iter().copied() {
            self.inherit_restrictions(id);
            let function = &self.ast[id];
            if function.result.is_none() {
                members.constructors.push(id);
            } else if function.is_conversion {
                members.conversions.push(id);
            }
        }
        self.structures.insert(ty, members);
    }

    /// Makes the sets of a structure with many functions, whose signatures are known.
    pub(super) fn sort_member_functions(&mut self, ty: TypeId) {
        if self.member_functions(ty).len() <= FEW {
            return;
        }
        let named = |it: &Self, name| it.functions_by_name.get(&(ty, name)).map_or(0, Vec::len);
        for id in self.member_functions(ty).to_vec() {
            let name = self.ast[id].name;
            if named(self, name) > FEW {
                let keys = self.parameter_keys_of_member(ty, id);
                self.member_sets.named.entry((ty, name)).or_default().push(id, &keys, false);
            }
        }
        let conversions = self.conversion_functions(ty).to_vec();
        if conversions.len() <= FEW {
            return;
        }
        self.member_sets.conversions.insert((ty, None), Vec::new());
        for id in conversions {
            let result = self.member_signatures.get(&(ty, id)).map(|it| it.result);
            // A derived structure converts to its bases, too.
            let structure =
                result.and_then(|it| self.structure_in(it)).filter(|it| !self.types.is_derived(*it));
            self.member_sets.conversions.entry((ty, structure)).or_default().push(id);
        }
    }

    fn parameter_keys_of_member(&self, ty: TypeId, id: FunctionId) -> ParameterKeys {
        if self.ast.is_template(id) {
            return self.parameter_keys_of_template(id);
        }
        let signature = self.member_signatures.get(&(ty, id));
        signature.map_or_else(Vec::new, |signature| self.parameter_keys_in(signature))
    }

    /// The structure that a type is or refers to.
    pub(super) fn structure_in(&self, ty: TypeId) -> Option<TypeId> {
        let ty = match self.types.get(ty) {
            Type::Reference(object) => object.ty,
            _ => ty,
        };
        matches!(self.types.get(ty), Type::Structure(_)).then_some(ty)
    }

    /// The member functions of a type.
    pub(super) fn member_functions(&self, ty: TypeId) -> &[FunctionId] {
        self.structures.get(&ty).map_or(&[], |functions| &self.ast[functions.all])
    }

    /// The constructors of a type.
    pub(super) fn constructors(&self, ty: TypeId) -> &[FunctionId] {
        self.structures.get(&ty).map_or(&[], |functions| &functions.constructors)
    }

    /// The conversion functions of a type, without the functions of its bases.
    pub(super) fn conversion_functions(&self, ty: TypeId) -> &[FunctionId] {
        self.structures.get(&ty).map_or(&[], |functions| &functions.conversions)
    }

    /// The constructors of a type that may take these arguments.
    pub(super) fn constructors_for(&self, ty: TypeId, typed: &[Option<Typed>]) -> Vec<FunctionId> {
        let all = self.constructors(ty);
        let set = all.first().and_then(|first| self.member_sets.named.get(&(ty, self.ast[*first].name)));
        let found = set.map_or_else(|| all.to_vec(), |set| self.functions_for(set, typed, false));
        steps::take(found.len());
        self.for_this_target(found, |id| *id)
    }

    /// The member functions with a name that may take these arguments, also functions of bases.
    pub(super) fn functions_of_call(
        &self,
        structure: TypeId,
        name: Symbol,
        typed: &[Option<Typed>],
        has_template_arguments: bool,
    ) -> Vec<(TypeId, FunctionId)> {
        if let Declarer::One(owner) = self.scopes.declarer(structure, name, true)
            && self.scopes.used_members(owner, name).is_empty()
            && let Some(set) = self.member_sets.named.get(&(owner, name))
        {
            let functions = self.functions_for(set, typed, has_template_arguments).into_iter();
            return functions.filter(|id| self.ast[*id].result.is_some()).map(|id| (owner, id)).collect();
        }
        self.functions_of(structure, name)
    }

    /// Returns true if a structure or one of its bases has member functions with a name.
    pub(super) fn has_functions(&self, structure: TypeId, name: Symbol) -> bool {
        let Declarer::One(owner) = self.scopes.declarer(structure, name, true) else { return false };
        let mut own = self.functions_by_name.get(&(owner, name)).into_iter().flatten();
        let mut used = self.scopes.used_members(owner, name).iter();
        own.any(|id| self.ast[*id].result.is_some()) || used.any(|(base, _)| self.has_functions(*base, name))
    }

    /// The conversion functions of a structure and of its bases whose results may convert to a type.
    pub(super) fn conversions_to(&self, structure: TypeId, to: TypeId) -> Vec<(TypeId, FunctionId)> {
        let set = |result| self.member_sets.conversions.get(&(structure, result));
        let Some(others) = set(None).filter(|_| !self.types.is_derived(structure)) else {
            return self.for_this_target(self.conversions_of(structure), |(_, id)| *id);
        };
        let own = self.structure_in(to).and_then(|to| set(Some(to)));
        let found = own.into_iter().flatten().chain(others).map(|id| (structure, *id)).collect::<Vec<_>>();
        steps::take(found.len());
        self.for_this_target(found, |(_, id)| *id)
    }
}
