//! Friends: types and functions that may use the private members of a structure. C++14 (class.friend)
//!
//! A friend function is a function of the namespace around the structure, but only the arguments of a call lead to it until the namespace
//! declares it too. One with a body is checked in the scope of the structure, as a static member function is.

use super::overload::Candidate;
use super::path::Path;
use super::scope::{Entity, Found, NamespaceNumber};
use super::{Checker, Signature, Typed};
use crate::types::{Argument, TypeId};
use cxx_validator::ast::{
    Friend, Function, FunctionId, QualifiedName, StructureId, TypeSyntax, TypeSyntaxId,
};
use cxx_validator::names::Symbol;
use msl_spec::rules;
use rustc_hash::{FxHashMap, FxHashSet};

/// A type that is a friend.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
enum FriendType {
    /// `friend T;`
    Type(TypeId),
    /// `friend struct T;`, which may be declared later, or be a template.
    Named(NamespaceNumber, Symbol),
}

/// The friends of the structures of a program.
#[derive(Default, Debug)]
pub(super) struct Friends {
    /// The first declarations of structures that are declared as friends only.
    structures: FxHashMap<(NamespaceNumber, Symbol), StructureId>,
    types: FxHashSet<(TypeId, FriendType)>,
    /// The namespaces that the names of friend functions lead to: `friend int ::f();`.
    homes: FxHashMap<FunctionId, NamespaceNumber>,
    /// By the structure and the name of the function.
    functions: FxHashMap<(TypeId, Symbol), Vec<FunctionId>>,
}

impl Checker<'_> {
    /// Declares the friends of a structure, whose scope is the present one. Returns the bodies of its friend functions that are checked with the
    /// bodies of its members.
    pub(super) fn friends(&mut self, ty: TypeId, is_lazy: bool) -> Vec<(FunctionId, usize, Signature)> {
        let Some(id) = self.declaration_of(ty) else { return Vec::new() };
        let mut bodies = Vec::new();
        for friend in self.ast[self.ast[id].friends].iter().copied() {
            match friend {
                Friend::Type(syntax) => {
                    if let Some(friend) = self.friend_type(syntax) {
                        self.friends.types.insert((ty, friend));
                    }
                }
                Friend::Function(function) => {
                    let key = (ty, self.ast[function].name);
                    self.friends.functions.entry(key).or_default().push(function);
                    bodies.extend(self.friend_function(ty, function, is_lazy));
                }
            }
        }
        bodies
    }

    fn friend_type(&mut self, syntax: TypeSyntaxId) -> Option<FriendType> {
        let named = match self.ast[syntax] {
            TypeSyntax::Structure(id) => self.ast[id].name,
            TypeSyntax::Name(name) if self.ast[name].path.is_empty() => {
                let template = self.scopes.find(self.ast[name].name);
                matches!(template, Found::Entity(Entity::StructureTemplate(_))).then_some(self.ast[name].name)
            }
            _ => None,
        };
        if let (Some(_), TypeSyntax::Structure(id)) = (named, self.ast[syntax]) {
            self.check_key_of_friend(id);
        }
        if let Some(name) = named {
            return Some(FriendType::Named(self.scopes.namespace_around(), name));
        }
        let ty = self.type_of(syntax);
        (!self.types.is_error(ty)).then_some(FriendType::Type(ty))
    }

    /// Checks that a structure is a `union` wherever it is one: the first declaration as a friend decides, if there is no other. C++14
    /// (dcl.type.elab) 3
    fn check_key_of_friend(&mut self, id: StructureId) {
        let Some(name) = self.ast[id].name else { return };
        let known = self.scopes.find_type(name).and_then(|ty| self.declaration_of(ty));
        let key = (self.scopes.namespace_around(), name);
        let first = known.unwrap_or_else(|| *self.friends.structures.entry(key).or_insert(id));
        self.check_key(id, first);
    }

    /// Checks the word before a structure that is declared after a structure has it as a friend.
    pub(super) fn check_key_after_friend(&mut self, id: StructureId, name: Symbol) {
        let key = (self.scopes.present(), name);
        if let Some(first) = self.friends.structures.get(&key).copied() {
            self.check_key(id, first);
        }
    }

    /// Declares a friend function that isn't a template or a function of a different scope.
    fn friend_function(
        &mut self,
        ty: TypeId,
        id: FunctionId,
        is_lazy: bool,
    ) -> Option<(FunctionId, usize, Signature)> {
        let function = self.ast[id];
        self.check_defaults_given(function.parameters, &[]);
        let number = self.types.structure_number(ty);
        let is_for_any = number.is_some_and(|it| self.are_unknown(&self.types.structure(it).arguments));
        if function.path.is_empty() && function.specialisation.is_none() && !is_for_any {
            let scope = self.scopes.go_to(self.scopes.namespace_around());
            self.check_name_of_friend(&function);
            self.scopes.go_to(scope);
        }
        if !function.path.is_empty() && function.specialisation.is_none() && !is_for_any {
            self.friend_of_namespace(ty, id);
        }
        if !function.path.is_empty() || self.ast.is_template(id) {
            return None;
        }
        let mut signature = self.signature(id);
        self.check_operator_function(id, &signature, false);
        if function.specialisation.is_some() {
            self.member_signatures.insert((ty, id), signature);
            return None;
        }
        let mut number = None;
        if is_lazy {
            // Each instance of a class template has a function of its own.
            if function.body.is_some() {
                self.is_left_unused(ty, id, &signature);
            }
            self.functions.insert(id, signature.clone());
        } else {
            number = function.body.map(|_| self.reserve(id, &signature, Vec::new(), None));
            signature.instance = number;
            let scope = self.scopes.go_to(self.scopes.namespace_around());
            self.check_redefinition(id, &signature);
            self.keep_signature(id, signature.clone(), number);
            self.scopes.go_to(scope);
        }
        self.member_signatures.insert((ty, id), signature.clone());
        number.map(|number| (id, number, signature))
    }

    /// Looks up a friend function with a namespace before its name, which must declare it. C++14 (dcl.meaning) 1
    fn friend_of_namespace(&mut self, ty: TypeId, id: FunctionId) {
        let Function { path, name, name_span, .. } = self.ast[id];
        let qualified = QualifiedName { path, name, name_span, arguments: None };
        // A member of a structure is a friend by its name.
        let Path::Own(namespace) = self.path(&qualified) else { return };
        self.friends.homes.insert(id, namespace);
        let found = self.scopes.find_in(namespace, name);
        let is_declared = if self.ast.is_template(id) {
            found.is_some()
        } else {
            let signature = self.signature(id);
            let is_it = |known: FunctionId| {
                let known_signature = self.functions.get(&known);
                self.has_error_type(&signature)
                    || self.ast.is_template(known)
                    || known_signature.is_some_and(|it| it.parameters == signature.parameters)
            };
            let is_declared = match &found {
                Some(Entity::Functions(functions)) => {
                    shader_source::steps::take(1);
                    functions.iter().any(is_it)
                }
                Some(_) | None => false,
            };
            self.member_signatures.insert((ty, id), signature);
            is_declared
        };
        if !is_declared {
            let message = format!("`{}` must be declared in this scope first", self.text(name));
            self.error_once(rules::MEMBER_EXISTS, name_span, &message);
        }
    }

    /// The friend functions of a structure that have a body.
    pub(super) fn friends_with_body(&self, id: StructureId) -> impl Iterator<Item = FunctionId> {
        let functions = self.ast[self.ast[id].friends].iter().filter_map(|friend| match friend {
            Friend::Function(function) => Some(*function),
            Friend::Type(_) => None,
        });
        functions.filter(|function| self.ast[*function].body.is_some())
    }

    /// Returns true if the types of some arguments have friend functions with a name.
    pub(super) fn have_friends(&self, symbol: Symbol, typed: &[Option<Typed>]) -> bool {
        let has_friends = |ty: &TypeId| !self.friends_named(*ty, symbol).is_empty();
        typed.iter().flatten().any(|typed| self.associated_types(*typed).iter().any(has_friends))
    }

    /// The friend functions of a structure with a name.
    fn friends_named(&self, ty: TypeId, symbol: Symbol) -> Vec<FunctionId> {
        let functions = self.friends.functions.get(&(ty, symbol)).map_or(&[][..], Vec::as_slice);
        shader_source::steps::take(functions.len());
        let is_it = |id: &FunctionId| {
            let function = self.ast[*id];
            function.path.is_empty() && function.specialisation.is_none()
        };
        functions.iter().copied().filter(is_it).collect()
    }

    /// Adds the friend functions that the types of arguments have to the candidates of a call. C++14 (basic.lookup.argdep) 4
    pub(super) fn add_friends(
        &mut self,
        symbol: Symbol,
        typed: &[Option<Typed>],
        explicit: Option<&[Argument]>,
        candidates: &mut Vec<Candidate>,
    ) {
        let mut seen = Vec::new();
        let structures: Vec<TypeId> =
            typed.iter().flatten().flat_map(|argument| self.associated_types(*argument)).collect();
        for ty in structures {
            let functions = self.friends_named(ty, symbol);
            if functions.is_empty() || seen.contains(&ty) {
                continue;
            }
            seen.push(ty);
            for candidate in self.member_candidates(ty, &functions, typed, explicit) {
                let same = candidates.iter_mut().find(|other| {
                    other.arguments == candidate.arguments
                        && other.signature.parameters == candidate.signature.parameters
                });
                match same {
                    // The namespace declares the function, too: one of both has the body.
                    Some(other) if self.ast[candidate.function].body.is_some() => *other = candidate,
                    Some(_) => {}
                    None => candidates.push(candidate),
                }
            }
        }
    }

    /// Returns true if the private members of a structure may be used here. C++14 (class.access)
    pub(super) fn may_access(&self, structure: TypeId) -> bool {
        self.scopes.is_in_structure(structure)
            || self.is_in_friend_type(structure)
            || self.is_in_friend_function(structure)
            || self
                .function
                .declares_in
                .is_some_and(|scope| self.scopes.structures_from(scope).any(|around| around == structure))
    }

    /// The structures that have the present function as a friend.
    pub(super) fn structures_with_friend(&self) -> impl Iterator<Item = TypeId> {
        let name = self.function.number.map(|number| self.ast[self.instances[number].function].name);
        let structures = self.friends.functions.keys().filter(move |(_, own)| Some(*own) == name);
        structures.map(|(structure, _)| *structure).filter(|structure| self.is_in_friend_function(*structure))
    }

    fn is_in_friend_type(&self, structure: TypeId) -> bool {
        let is_friend = |friend| self.friends.types.contains(&(structure, friend));
        !self.friends.types.is_empty()
            && self.scopes.structures_around().any(|around| {
                let name = self.declaration_of(around).and_then(|id| self.ast[id].name);
                let named = self.scopes.place_of(around).zip(name);
                is_friend(FriendType::Type(around))
                    || named.is_some_and(|(place, name)| is_friend(FriendType::Named(place, name)))
            })
    }

    fn is_in_friend_function(&self, structure: TypeId) -> bool {
        let Some(present) = self.function.number.map(|number| &self.instances[number]) else { return false };
        let name = self.ast[present.function].name;
        let friends = self.friends.functions.get(&(structure, name)).map_or(&[][..], Vec::as_slice);
        let home = self.scopes.home_of_function(present.function);
        let place = self.scopes.place_of(structure).map(|place| self.scopes.namespace_from(place));
        friends.iter().any(|id| {
            let friend = self.ast[*id];
            // A friend without a path is a function of the namespace around the structure. C++14 (class.friend) 6, (namespace.memdef) 3
            let is_elsewhere = home.zip(place).is_some_and(|(home, place)| {
                home != place && friend.path.is_empty() && present.function != *id
            });
            if is_elsewhere {
                return false;
            }
            if let Some(named) = self.friends.homes.get(id)
                && home.is_some_and(|home| home != *named)
            {
                return false;
            }
            let is_in_namespace = self.friends.homes.contains_key(id);
            let is_one_of_many = !is_in_namespace && !friend.path.is_empty() || self.ast.is_template(*id);
            let signature = self.member_signatures.get(&(structure, *id));
            is_one_of_many || signature.is_some_and(|it| it.parameters == present.parameters)
        })
    }
}
