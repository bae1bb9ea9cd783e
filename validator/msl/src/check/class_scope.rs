//! The order in which the names of structures are declared: what is known before a structure is complete, and what is checked after. C++14
//! (basic.scope.class), (class.mem) 6

use super::scope::{Entity, NamespaceNumber};
use super::{Checker, Signature};
use crate::types::{Object, StructureNumber, Type, TypeId};
use cxx_validator::ast::{DeclId, FunctionId, List, PathPart, Structure, StructureId};
use msl_spec::rules;

/// The body of a member function that is checked once the outermost structure around it is complete.
#[derive(Debug)]
pub(super) struct LaterBody {
    scope: NamespaceNumber,
    member: (TypeId, FunctionId),
    number: usize,
    signature: Signature,
    this: Option<Object>,
}

impl Checker<'_> {
    /// Declares a structure, a template of one or a specialisation.
    pub(super) fn declared_structure(&mut self, id: StructureId) {
        match self.ast.structure_paths.get(&id).copied() {
            Some(path) => self.in_scope_of_path(id, path),
            None => self.structure_here(id),
        }
    }

    fn structure_here(&mut self, id: StructureId) {
        if self.ast[id].specialisation.is_some() {
            self.structure_specialisation(id);
        } else if self.ast[id].template.is_empty() {
            self.structure(id);
        } else {
            self.structure_template(id);
        }
    }

    /// Declares a structure in the scope that the path before its name leads to, which must declare it: `struct N::S {};`. C++14 (class) 11
    fn in_scope_of_path(&mut self, id: StructureId, path: List<PathPart>) {
        let Structure { name, name_span, .. } = self.ast[id];
        let scope = match self.entity_of_path(path, name_span) {
            Some(Entity::Namespace(number)) => Some(number),
            Some(Entity::Type(ty)) => self.scopes.of_structure(ty),
            Some(_) => {
                let message = cxx_validator::unsupported::TYPE_OUTSIDE_TEMPLATE.message();
                self.error(rules::UNSUPPORTED_TEMPLATE, name_span, message);
                self.unread.extend(name);
                return;
            }
            None => return,
        };
        let (Some(scope), Some(name)) = (scope, name) else { return };
        let is_inside = self.scopes.is_inside(scope);
        let outer = self.scopes.go_to(self.scopes.inline_declarer(scope, name).unwrap_or(scope));
        if is_inside && self.scopes.here(name).is_some() {
            self.structure_here(id);
        } else {
            let message = format!("`{}` must be declared in this scope first", self.text(name));
            self.error(rules::MEMBER_EXISTS, name_span, message);
        }
        self.scopes.go_to(outer);
    }

    /// Declares the member functions before a declaration, whose expressions may name them: `static constexpr int v = sizeof(f(0));`. C++14
    /// (basic.scope.class)
    pub(super) fn declare_functions_before(
        &mut self,
        decl: DeclId,
        (id, number): (StructureId, StructureNumber),
        declared: &mut usize,
    ) {
        let ty = self.types.intern(Type::Structure(number));
        let place = self.ast[decl].span.lo;
        let functions = self.ast[self.ast[id].functions].iter().copied().skip(*declared);
        let before = functions.take_while(|function| self.ast[*function].name_span.lo < place);
        for id in before.collect::<Vec<_>>() {
            *declared += 1;
            let function = self.ast[id];
            self.scopes.add_member(function.name);
            self.functions_by_name.entry((ty, function.name)).or_default().push(id);
            if self.ast.is_template(id) {
                continue;
            }
            // What is wrong with it is reported with the other functions.
            if let Some(signature) = self.attempt(|checker| checker.signature(id)) {
                self.functions.insert(id, signature.clone());
                self.member_signatures.insert((ty, id), signature);
            }
        }
    }

    /// Checks the bodies of member functions, or keeps them until the structure around is complete, whose members they see, too. C++14 (class.mem) 6
    pub(super) fn check_bodies_when_complete(
        &mut self,
        ty: TypeId,
        bodies: Vec<(FunctionId, usize, Signature, Option<Object>)>,
    ) {
        let scope = self.scopes.present();
        let bodies = bodies.into_iter().map(|(id, number, signature, this)| LaterBody {
            scope,
            member: (ty, id),
            number,
            signature,
            this,
        });
        self.later_members.extend(bodies);
        if !self.is_in_incomplete() {
            for body in core::mem::take(&mut self.later_members) {
                let LaterBody { scope, member, number, signature, this } = body;
                let outer = self.scopes.go_to(scope);
                self.member_body(member, number, &signature, this);
                self.scopes.go_to(outer);
            }
        }
    }

    /// Returns true if the present structure is in one whose members are not known yet: the bodies of its functions see those, too. C++14
    /// (class.mem) 6
    fn is_in_incomplete(&self) -> bool {
        let is_incomplete = |ty| {
            let number = self.types.structure_number(ty);
            number.is_some_and(|number| !self.types.structure(number).is_complete)
        };
        self.scopes.structures_around().skip(1).any(is_incomplete)
    }
}
