//! Access of members and bases. C++14 (class.access)
//!
//! The structure through which a member is named and the structure that declares it decide whether it may be used: a base may restrict the
//! members that it brings.

use super::Checker;
use super::scope::Declarer;
use crate::diagnostic::Diagnostic;
use crate::types::TypeId;
use cxx_validator::ast::{Access, FunctionId};
use cxx_validator::names::Symbol;
use msl_spec::rules;
use rustc_hash::{FxHashMap, FxHashSet};
use shader_source::Span;

impl Checker<'_> {
    /// Reports the use of a member through a structure that may have it from a base. The object has a type if there is one. C++14 (class.access)
    pub(super) fn check_member_accessible(
        &mut self,
        (naming, owner): (TypeId, TypeId),
        name: Symbol,
        object: Option<TypeId>,
        span: Span,
    ) {
        let access = self.access_of(owner, name);
        self.check_accessible((naming, owner), (name, access), object, span);
    }

    /// Reports the use of a member with an access outside of the functions that have it.
    pub(super) fn check_accessible(
        &mut self,
        (naming, owner): (TypeId, TypeId),
        (name, access): (Symbol, Access),
        object: Option<TypeId>,
        span: Span,
    ) {
        if self.may_use((naming, owner), access, object) {
            return;
        }
        let (text, ty) = (self.text(name), self.types.print(owner));
        let message = match access {
            Access::Private => format!("`{text}` is a private member of `{ty}`"),
            Access::Protected => format!("`{text}` is a protected member of `{ty}`"),
            Access::Public => {
                format!(
                    "`{text}` can't be accessed here: `{}` has it from a base that is not public",
                    self.types.print(naming)
                )
            }
        };
        self.report_once(Diagnostic::error(rules::MEMBER_ACCESSIBLE, span, message));
    }

    /// Returns the access of a name that a structure declares. Overloaded functions have one each.
    fn access_of(&self, owner: TypeId, name: Symbol) -> Access {
        if let Some((_, access)) = self.scopes.used_members(owner, name).first() {
            return *access;
        }
        let number = self.types.structure_number(owner);
        // The members of a member without a name have its access.
        let member = number.and_then(|number| {
            let structure = self.types.structure(number);
            let around = structure.within.get(&name).and_then(|index| structure.members.get(*index as usize));
            structure.own_member(name).or(around)
        });
        member.map_or_else(|| self.scopes.access(owner, name), |member| member.access)
    }

    /// Reports the use of a member function, constructor or conversion outside of the functions that may use it. C++14 (class.access)
    pub(super) fn check_function_accessible(
        &mut self,
        naming: TypeId,
        (owner, id): (TypeId, FunctionId),
        object: Option<TypeId>,
        span: Span,
    ) {
        let function = self.ast[id];
        let (declarer, access) = match self.scopes.declarer(naming, function.name, true) {
            // `using` gives a function of a base the access of the declaration.
            Declarer::One(declarer) if declarer != owner => {
                let used = self.scopes.used_members(declarer, function.name).first().copied();
                used.map_or((owner, function.access), |(_, access)| (declarer, access))
            }
            _ => (owner, function.access),
        };
        if self.may_use((naming, declarer), access, object) {
            return;
        }
        let ty = self.types.print(owner);
        let words = match access {
            Access::Private => "private",
            Access::Protected => "protected",
            Access::Public => "of a base that is not public",
        };
        let message = match function.result {
            None => format!("this constructor of `{ty}` is {words}"),
            Some(_) if function.is_conversion => format!("this conversion of `{ty}` is {words}"),
            Some(_) if access == Access::Public => format!("`{}` is {words}", self.text(function.name)),
            Some(_) => format!("`{}` is a {words} member of `{ty}`", self.text(function.name)),
        };
        let found = Diagnostic::error(rules::MEMBER_ACCESSIBLE, span, message);
        self.report_once(found.label(function.name_span, "declared here"));
    }

    /// Returns true if a member of a structure may be used here when it is named through a derived structure. C++14 (class.access.base) 5
    pub(super) fn may_use(
        &self,
        (naming, owner): (TypeId, TypeId),
        access: Access,
        object: Option<TypeId>,
    ) -> bool {
        if naming == owner {
            return self.allows(naming, owner, access, object);
        }
        // A base in between is missing, which was reported.
        if !self.is_of(naming, owner) {
            return true;
        }
        let mut seen = FxHashSet::default();
        self.may_use_through((naming, owner), access, object, &mut seen)
    }

    fn may_use_through(
        &self,
        (naming, owner): (TypeId, TypeId),
        access: Access,
        object: Option<TypeId>,
        seen: &mut FxHashSet<TypeId>,
    ) -> bool {
        if !seen.insert(naming) || !self.is_of(naming, owner) {
            return false;
        }
        let own = self.access_through(naming, owner, access, &mut FxHashMap::default());
        if own.is_some_and(|own| self.allows(naming, owner, own, object)) {
            return true;
        }
        let Some(number) = self.types.structure_number(naming) else { return false };
        self.types.bases(number).any(|(_, base)| {
            self.allows(naming, naming, base.access, None)
                && self.may_use_through((base.ty, owner), access, object, seen)
        })
    }

    /// The access of a member of a base as a member of a derived structure; `None` if it is private in one between. C++14 (class.access.base) 1
    fn access_through(
        &self,
        naming: TypeId,
        owner: TypeId,
        access: Access,
        known: &mut FxHashMap<TypeId, Option<Access>>,
    ) -> Option<Access> {
        if naming == owner {
            return Some(access);
        }
        if let Some(known) = known.get(&naming) {
            return *known;
        }
        shader_source::steps::take(1);
        let number = self.types.structure_number(naming)?;
        let through = self.types.bases(number).filter_map(|(_, base)| {
            let inner = self.access_through(base.ty, owner, access, known)?;
            (inner != Access::Private).then(|| inner.max(base.access))
        });
        let least = through.min();
        known.insert(naming, least);
        least
    }

    /// Returns true if members of a structure with an access may be used here. A protected member of a base may be used in a derived structure for
    /// objects of that structure. C++14 (class.protected)
    fn allows(&self, structure: TypeId, owner: TypeId, access: Access, object: Option<TypeId>) -> bool {
        match access {
            Access::Public => true,
            Access::Private => self.may_access(structure),
            Access::Protected => {
                let is_for = |derived: TypeId| {
                    self.is_of(derived, owner) && object.is_none_or(|object| self.is_of(object, derived))
                };
                self.may_access(owner) || self.structures_with_access().any(is_for)
            }
        }
    }

    /// The structures whose private members may be used here: the structures around, and the structures that have the present function as a friend.
    fn structures_with_access(&self) -> impl Iterator<Item = TypeId> {
        self.scopes.structures_around().chain(self.structures_with_friend())
    }
}
