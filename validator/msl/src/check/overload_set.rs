//! The functions of one name: how they are declared, and which of them a call may mean.
//!
//! A program may have many functions of one name, each for a type of its own, and call each. So a call does not visit all of them: functions are
//! sorted by the [keys](ParameterKey) of their parameters, and the type of an argument says which keys can take it: its own key, the keys of its
//! bases, the keys of what its conversion functions return, and the keys of structures with a constructor for it.

use super::scope::Entity;
use super::{Checker, Signature, Typed};
use crate::types::{Overloads, ParameterKey, ParameterKeys, Type, TypeId};
use cxx_validator::ast::{
    Function, FunctionId, List, QualifiedName, StructureId, TemplateParameter, TypeSyntax, TypeSyntaxId,
};
use cxx_validator::names::Symbol;
use cxx_validator::packs::has_pack;
use rustc_hash::FxHashMap;

/// The structures that have a constructor for a value of a different type.
#[derive(Default, Debug)]
pub(super) struct ConvertingStructures {
    from: FxHashMap<ParameterKey, Vec<TypeId>>,
    /// The structures that have a constructor for a type without a key, such as a number.
    from_values: Vec<TypeId>,
    /// The structures that have a constructor template, or one with an unknown parameter.
    from_any: Vec<TypeId>,
}

impl ConvertingStructures {
    fn made_from(&self, key: ParameterKey) -> &[TypeId] {
        self.from.get(&key).map_or(&[], Vec::as_slice)
    }
}

/// The arguments of a call.
struct Arguments<'a, 'b> {
    checker: &'a Checker<'b>,
    typed: &'a [Option<Typed>],
}

impl Arguments<'_, '_> {
    /// Returns the keys that an argument has without the constructors of other structures, and whether it may become a number.
    fn own_keys(&self, parameter: usize) -> Option<(Vec<ParameterKey>, bool)> {
        let typed = (*self.typed.get(parameter)?)?;
        match self.checker.types.get(typed.ty) {
            Type::Structure(_) => Some((self.checker.keys_of_structure(typed.ty)?, false)),
            Type::Enumeration(..) => Some((vec![ParameterKey::Value(typed.ty)], true)),
            Type::Pointer(object) => Some((self.checker.keys_of_pointer(object.ty), true)),
            // An array may become a pointer to its first element.
            Type::Array(element, _) => {
                let mut keys = self.checker.keys_of_pointer(element);
                keys.push(ParameterKey::Value(typed.ty));
                Some((keys, true))
            }
            // The number 0 is a null pointer of any type.
            Type::Value(_) => (!typed.is_zero).then(|| (Vec::new(), true)),
            _ => None,
        }
    }

    /// Returns the structures that may be made of an argument with these keys.
    fn converted<'c>(
        &'c self,
        keys: &'c [ParameterKey],
        is_number: bool,
    ) -> impl Iterator<Item = &'c [TypeId]> {
        let converting = &self.checker.converting;
        let from_values: &[TypeId] = if is_number { &converting.from_values } else { &[] };
        keys.iter().map(|key| converting.made_from(*key)).chain([converting.from_any.as_slice(), from_values])
    }

    /// Returns the keys that a parameter may have to take its argument; `None` if the argument decides nothing, or if the keys are not fewer than a
    /// limit. That is counted first: many structures may have a constructor for one type.
    fn keys(&self, parameter: usize, limit: usize) -> Option<Vec<ParameterKey>> {
        let (own, is_number) = self.own_keys(parameter)?;
        let count = own.len() + self.converted(&own, is_number).map(<[TypeId]>::len).sum::<usize>();
        if count >= limit {
            return None;
        }
        let mut keys = own.clone();
        for ty in self.converted(&own, is_number).flatten() {
            keys.extend(self.checker.value_keys(*ty));
        }
        keys.sort_unstable();
        keys.dedup();
        Some(keys)
    }
}

impl Checker<'_> {
    /// A set with one function.
    pub(super) fn overloads_of(&self, id: FunctionId) -> Overloads {
        let mut overloads = Overloads::default();
        overloads.push(id, &self.parameter_keys(id), self.ast[id].entry.is_some());
        overloads
    }

    /// Returns the keys of the parameters of a function that is not a member.
    pub(super) fn parameter_keys(&self, id: FunctionId) -> ParameterKeys {
        if self.ast.is_template(id) {
            return self.parameter_keys_of_template(id);
        }
        self.functions.get(&id).map_or_else(Vec::new, |signature| self.parameter_keys_in(signature))
    }

    pub(super) fn parameter_keys_in(&self, signature: &Signature) -> ParameterKeys {
        let parameters = signature.parameters.iter().enumerate();
        parameters.filter_map(|(at, ty)| Some((at, self.key_of(*ty)?))).collect()
    }

    /// Returns the key of a parameter of a type.
    fn key_of(&self, ty: TypeId) -> Option<ParameterKey> {
        let ty = match self.types.get(ty) {
            Type::Reference(object) => object.ty,
            _ => ty,
        };
        match self.types.get(ty) {
            Type::Structure(_) | Type::Enumeration(..) | Type::Array(_, Some(_)) => {
                Some(ParameterKey::Value(ty))
            }
            Type::Pointer(object) => matches!(self.types.get(object.ty), Type::Structure(_))
                .then_some(ParameterKey::Pointer(object.ty)),
            _ => None,
        }
    }

    /// Returns the keys of the parameters of a function template whose types are the names of structures or of class templates, or pointers to these.
    pub(super) fn parameter_keys_of_template(&self, id: FunctionId) -> ParameterKeys {
        let Function { template, parameters, .. } = self.ast[id];
        if has_pack(self.ast, template) {
            return Vec::new();
        }
        let parameters = self.ast[parameters].iter().enumerate();
        let key = |ty| self.key_of_syntax(ty, template);
        parameters.filter_map(|(at, parameter)| Some((at, key(self.ast[*parameter].ty)?))).collect()
    }

    fn key_of_syntax(&self, ty: TypeSyntaxId, template: List<TemplateParameter>) -> Option<ParameterKey> {
        let (mut ty, mut is_pointer) = (ty, false);
        let name = loop {
            match self.ast[ty] {
                TypeSyntax::Qualified(_, inner) => ty = inner,
                TypeSyntax::Reference(inner, _) if !is_pointer => ty = inner,
                TypeSyntax::Pointer(inner) if !is_pointer => (ty, is_pointer) = (inner, true),
                TypeSyntax::Name(name) => break name,
                _ => return None,
            }
        };
        let QualifiedName { path, name, arguments, .. } = self.ast[name];
        let is_own = self.ast[template].iter().any(|it| it.name == Some(name));
        if !path.is_empty() || is_own {
            return None;
        }
        if arguments.is_some() {
            let template = self.original(self.scopes.find_structure_template(name)?);
            let key = if is_pointer { ParameterKey::PointerToInstance } else { ParameterKey::Instance };
            return Some(key(template));
        }
        let known = self.scopes.find_type(name)?;
        let key = if is_pointer { ParameterKey::Pointer } else { ParameterKey::Value };
        matches!(self.types.get(known), Type::Structure(_)).then(|| key(known))
    }

    /// Returns the class template that made a structure. Templates with packs have copies for packs of different lengths.
    fn template_of(&self, ty: TypeId) -> Option<StructureId> {
        self.templates.of_structure(ty).map(|template| self.original(template))
    }

    /// Returns the keys of parameters that take a structure or enumeration as it is.
    fn value_keys(&self, ty: TypeId) -> impl Iterator<Item = ParameterKey> {
        let instance = self.template_of(ty).map(ParameterKey::Instance);
        core::iter::once(ParameterKey::Value(ty)).chain(instance)
    }

    /// Returns the keys of parameters that take a structure, one of its bases, or what its conversion functions make of it; `None` if a template is among those.
    fn keys_of_structure(&self, ty: TypeId) -> Option<Vec<ParameterKey>> {
        let mut keys = Vec::new();
        for ty in self.types.with_bases(ty) {
            keys.extend(self.value_keys(ty));
            for conversion in self.conversion_functions(ty) {
                let result = self.member_signatures.get(&(ty, *conversion))?.result;
                // The body says which type `auto` is.
                if self.types.is_error(result) {
                    return None;
                }
                match self.key_of(result) {
                    Some(ParameterKey::Value(result)) => {
                        let results = self.types.with_bases(result);
                        keys.extend(results.into_iter().flat_map(|result| self.value_keys(result)));
                    }
                    Some(ParameterKey::Pointer(to)) => keys.extend(self.keys_of_pointer(to)),
                    Some(ParameterKey::Instance(_) | ParameterKey::PointerToInstance(_)) => return None,
                    None => {}
                }
            }
        }
        Some(keys)
    }

    /// Returns the keys of parameters that take a pointer.
    fn keys_of_pointer(&self, to: TypeId) -> Vec<ParameterKey> {
        let structures = self.types.with_bases(to).into_iter();
        let structures = structures.filter(|ty| matches!(self.types.get(*ty), Type::Structure(_)));
        let keys = structures.flat_map(|ty| {
            let instance = self.template_of(ty).map(ParameterKey::PointerToInstance);
            core::iter::once(ParameterKey::Pointer(ty)).chain(instance)
        });
        keys.collect()
    }

    /// Notes what a constructor converts to its structure; a template has no signature.
    pub(super) fn note_constructor(&mut self, owner: TypeId, signature: Option<&Signature>) {
        let first = signature.map(|signature| signature.parameters.first().copied());
        let structures = match first {
            Some(Some(ty)) if !self.types.is_error(ty) => match self.key_of(ty) {
                Some(key) => self.converting.from.entry(key).or_default(),
                None => &mut self.converting.from_values,
            },
            Some(None) => return,
            Some(Some(_)) | None => &mut self.converting.from_any,
        };
        if structures.last() != Some(&owner) {
            structures.push(owner);
        }
    }

    /// The functions that a call with these arguments may mean.
    pub(super) fn functions_for(
        &self,
        functions: &Overloads,
        typed: &[Option<Typed>],
        is_explicit: bool,
    ) -> Vec<FunctionId> {
        let arguments = Arguments { checker: self, typed };
        functions.that_may_take(is_explicit, &|parameter, limit| arguments.keys(parameter, limit))
    }

    /// Adds the functions that a `using` declaration names to the functions of the present namespace. The result is a function that the namespace
    /// declares itself with the parameters of one of them. C++14 (namespace.udecl) 14
    pub(super) fn join_used(&mut self, name: Symbol, more: &Overloads) -> Option<FunctionId> {
        let Some(Entity::Functions(known)) = self.scopes.here_mut(name) else { return None };
        let mut more = more.to_vec();
        known.retain_new(&mut more);
        let conflicts = more.iter().filter_map(|used| {
            let signature = self.functions.get(used)?;
            self.first_declaration_with(*used, signature)
        });
        let conflict = conflicts.min_by_key(|function| self.ast[*function].name_span.lo);
        let more: Vec<_> = more.into_iter().map(|id| (id, self.parameter_keys(id))).collect();
        if let Some(Entity::Functions(known)) = self.scopes.here_mut(name) {
            for (function, keys) in more {
                known.push_used(function, &keys);
            }
        }
        conflict
    }
}
