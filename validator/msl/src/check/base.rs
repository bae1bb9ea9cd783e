//! Base classes: what may be one, which of them declares a name, and conversions of objects to their bases. C++14 (class.derived)
//!
//! A base is the first member of a structure, without a name. The names of bases are found in [`Declarer`]; this module connects them with the
//! members themselves.

use super::convert::Rank;
use super::scope::Declarer;
use super::{Checker, Typed};
use crate::diagnostic::Diagnostic;
use crate::types::{BasePath, MemberType, Type, TypeId};
use cxx_validator::ast::{Access, Expr, ExprId, FunctionId, List, Member};
use cxx_validator::names::Symbol;
use msl_spec::rules;
use shader_source::Span;

impl Checker<'_> {
    /// Checks the bases of a structure, whose scope is the present one.
    #[inline(never)]
    pub(super) fn bases(&mut self, list: List<Member>, members: &mut Vec<MemberType>) {
        for member in self.ast[list].iter().copied() {
            let Some(base) = member.base else { break };
            let ty = self.type_of(member.ty);
            let ty = if self.may_be_base(ty, members, member.name_span) { ty } else { TypeId::ERROR };
            members.push(MemberType {
                name: None,
                ty,
                span: member.name_span,
                alignment: None,
                width: None,
                has_initializer: false,
                access: member.access,
                base: Some(base),
                is_const: false,
                is_volatile: false,
                is_mutable: false,
            });
        }
        // A base is not in scope where the next one is named.
        for member in members {
            self.scopes.add_base(member.ty, member.base.is_some_and(|base| base.is_dependent));
        }
    }

    /// Reports a type that can't be a base, next to others before it.
    fn may_be_base(&mut self, ty: TypeId, others: &[MemberType], span: Span) -> bool {
        let print = self.types.print(ty);
        let (rule, message) = match self.types.get(ty) {
            Type::Error => return false,
            Type::Structure(number) => {
                let structure = self.types.structure(number);
                if structure.is_union {
                    (rules::NAME_IS_TYPE, format!("a union can't be a base class: `{print}`"))
                } else if !structure.is_complete {
                    (rules::TYPE_COMPLETE, format!("type `{print}` is incomplete here"))
                } else if self.ast[structure.declaration].is_final {
                    (rules::NAME_IS_TYPE, format!("`{print}` can't be a base class: it is `final`"))
                } else if others.iter().any(|other| other.ty == ty) {
                    (rules::NAME_REDEFINITION, format!("`{print}` is already a base class"))
                } else {
                    return true;
                }
            }
            _ => (rules::NAME_IS_TYPE, format!("a base class must be a structure, found `{print}`")),
        };
        self.error(rule, span, message);
        false
    }

    /// The structure that declares a name: a structure itself, or one of its bases. Several are reported.
    pub(super) fn declarer(&mut self, structure: TypeId, name: Symbol, span: Span) -> Option<TypeId> {
        match self.scopes.declarer(structure, name, true) {
            Declarer::None => Some(structure),
            Declarer::One(owner) => Some(owner),
            Declarer::Several => {
                let message = format!(
                    "ambiguous name: several bases of `{}` declare `{}`",
                    self.types.print(structure),
                    self.text(name)
                );
                self.report_once(Diagnostic::error(rules::NAME_UNAMBIGUOUS, span, message));
                None
            }
        }
    }

    /// The structure that declares a variable, which `using` may declare again in the structure where the name is found.
    pub(super) fn owner_of_variable(&self, structure: TypeId, name: Symbol) -> TypeId {
        let mut owner = structure;
        while let Some((base, _)) = self.scopes.used_members(owner, name).first() {
            match self.scopes.declarer(*base, name, true) {
                Declarer::One(next) if next != owner => owner = next,
                _ => break,
            }
        }
        owner
    }

    /// The member functions with a name that a structure has: its own, or the functions of the base that declares the name. `using` adds functions of bases
    /// whose parameters and qualifiers no own function has. C++14 (namespace.udecl) 15
    pub(super) fn functions_of(&self, structure: TypeId, name: Symbol) -> Vec<(TypeId, FunctionId)> {
        let Declarer::One(owner) = self.scopes.declarer(structure, name, true) else { return Vec::new() };
        let own = self.member_functions_named(owner, name);
        let mut found: Vec<(TypeId, FunctionId)> =
            own.into_iter().map(|function| (owner, function)).collect();
        for (base, _) in self.scopes.used_members(owner, name) {
            for other in self.functions_of(*base, name) {
                let hides = |known: &(TypeId, FunctionId)| self.is_same_member(*known, other);
                if !found.iter().any(hides) {
                    found.push(other);
                }
            }
        }
        found
    }

    /// Returns true if two member functions differ in nothing by which a call distinguishes them.
    fn is_same_member(&self, one: (TypeId, FunctionId), other: (TypeId, FunctionId)) -> bool {
        let key = |(owner, id): (TypeId, FunctionId)| {
            let function = self.ast[id];
            let parameters = self.member_signatures.get(&(owner, id)).map(|it| it.parameters.clone());
            (parameters, function.is_const, function.space, (function.reference, self.ast.is_template(id)))
        };
        one == other || key(one) == key(other) && !self.ast.is_template(one.1)
    }

    /// The conversion functions of a structure and of its bases, except those to a type to which a structure before them converts. C++14
    /// (class.conv.fct) 5
    pub(super) fn conversions_of(&self, structure: TypeId) -> Vec<(TypeId, FunctionId)> {
        let mut found: Vec<(TypeId, FunctionId)> = Vec::new();
        for owner in self.types.with_bases(structure) {
            for id in self.member_functions(owner).iter().copied() {
                let result = self.member_signatures.get(&(owner, id)).map(|it| it.result);
                let is_hidden = owner != structure
                    && found.iter().any(|known| {
                        self.member_signatures.get(known).map(|it| it.result) == result && result.is_some()
                    });
                if self.ast[id].is_conversion && !is_hidden {
                    found.push((owner, id));
                }
            }
        }
        found
    }

    /// The rank of the conversion of an object to one of its bases. C++14 (over.best.ics) 6
    pub(super) fn base_rank(&self, from: TypeId, to: TypeId, adds: Option<bool>) -> Option<Rank> {
        self.types.base_rank(from, to).map(|base| Rank::Base(base, adds))
    }

    /// Returns true if an object is of a type or of one that is derived from it.
    pub(super) fn is_of(&self, ty: TypeId, base: TypeId) -> bool {
        ty == base || self.types.is_derived_from(ty, base)
    }

    /// Reports a conversion to a base that objects have several times, or that may not be used here. C++14 (class.member.lookup), (class.access.base)
    pub(super) fn check_base_class(&mut self, span: Span, derived: TypeId, base: TypeId) -> bool {
        if derived == base {
            return true;
        }
        let (has, wanted) = (self.types.print(derived), self.types.print(base));
        match self.types.base_path(derived, base) {
            BasePath::Several => {
                let message = format!("ambiguous conversion: `{has}` has several bases `{wanted}`");
                self.report_once(Diagnostic::error(rules::NAME_UNAMBIGUOUS, span, message));
                false
            }
            BasePath::One(_) if !self.may_use((derived, base), Access::Public, None) => {
                let message = format!("base `{wanted}` of `{has}` can't be accessed here");
                self.report_once(Diagnostic::error(rules::MEMBER_ACCESSIBLE, span, message));
                false
            }
            BasePath::One(_) | BasePath::None => true,
        }
    }

    /// Reports the conversion of an argument or initial value to a base, or to a pointer to one, that can't be made.
    pub(super) fn check_base_conversion(&mut self, id: ExprId, from: TypeId, to: TypeId) {
        let (from, to) = match (self.types.get(from), self.types.get(to)) {
            (Type::Pointer(from), Type::Pointer(to)) => (from.ty, to.ty),
            (_, Type::Reference(object)) => (from, object.ty),
            _ => (from, to),
        };
        if self.types.is_derived_from(from, to) {
            self.check_base_class(self.span(id), from, to);
        }
    }

    /// An object as the part of it that a base is.
    pub(super) fn as_base(&mut self, object: Typed, base: TypeId, span: Span) -> Typed {
        if object.ty == base || !self.is_one_base(object.ty, base, span) {
            return Typed { ty: base, ..object };
        }
        Typed { ty: base, value: None, ..object }
    }

    /// Reports a base that objects have several times. Whether the base may be used depends on the member that is named.
    pub(super) fn is_one_base(&mut self, derived: TypeId, base: TypeId, span: Span) -> bool {
        let is_several = self.types.base_path(derived, base) == BasePath::Several;
        if is_several {
            self.check_base_class(span, derived, base);
        }
        !is_several
    }

    /// Notes the structure whose member an expression names, if it is not the structure of the object.
    pub(super) fn note_owner(&mut self, id: ExprId, owner: TypeId) {
        if let Some(meaning) = self.meaning_of(id) {
            meaning.owner = Some(owner);
        }
    }

    /// The base that an initializer of a constructor begins, or the whole object; `None` for a member and for what is neither, which is reported.
    pub(super) fn initialized_base(&mut self, member: ExprId) -> Option<Typed> {
        let Expr::Name(id) = self.ast[member] else { return None };
        let this = self.function.this?;
        let (name, number) = (self.ast[id], self.types.structure_number(this.ty)?);
        let is_member = name.path.is_empty()
            && name.arguments.is_none()
            && self.types.structure(number).own_member(name.name).is_some();
        if is_member || !self.types.is_derived(this.ty) && name.arguments.is_none() {
            return None;
        }
        let ty = self.type_of_name(id);
        let is_base = ty == this.ty || self.types.bases(number).any(|(_, base)| base.ty == ty);
        let typed = if is_base {
            Typed::object(crate::types::Object { ty, is_const: false, ..this })
        } else {
            if !self.types.is_error(ty) && !self.types.has_unknown_base(this.ty) {
                let message = format!(
                    "`{}` is not a direct base of `{}`",
                    self.types.print(ty),
                    self.types.print(this.ty)
                );
                self.error(rules::MEMBER_EXISTS, name.name_span, message);
            }
            Typed::ERROR
        };
        Some(self.note(member, typed))
    }

    /// A `using` declaration in a structure, which declares what a base declares. C++14 (namespace.udecl) 3
    pub(super) fn use_base_member(&mut self, base: TypeId, name: Symbol, span: Span) {
        let Some(present) = self.scopes.present_structure() else { return };
        let has_base = self.types.is_error(base) || self.has_present_base(present, base);
        if !has_base {
            let message =
                format!("`{}` is not a base of `{}`", self.types.print(base), self.types.print(present));
            self.error(rules::MEMBER_EXISTS, span, message);
        } else if self.declaration_of(base).is_some_and(|id| self.ast[id].name == Some(name)) {
            let message = cxx_validator::unsupported::INHERITED_CONSTRUCTOR.message();
            self.error(rules::UNSUPPORTED_MEMBER_FUNCTION, span, message);
            // What begins its objects is not known.
            if let Some(number) = self.types.structure_number(present) {
                self.types.structure_mut(number).has_error = true;
            }
        } else if let Some(owner) = self.declarer(base, name, span) {
            // Each structure declares an assignment. C++14 (class.copy) 18
            let is_own = self.scopes.declarer(base, name, true) != Declarer::None
                || self.text(name) == "operator=" && self.types.structure_number(base).is_some();
            if !is_own && !self.types.has_error(base) {
                let message = format!("`{}` has no member `{}`", self.types.print(base), self.text(name));
                self.report_once(Diagnostic::error(rules::NAME_DECLARED, span, message));
                return;
            }
            self.check_member_accessible((base, owner), name, None, span);
            // Each of several functions must be accessible. C++14 (namespace.udecl) 17
            for (owner, function) in self.functions_of(base, name) {
                self.check_function_accessible(base, (owner, function), None, span);
            }
            self.scopes.use_member(name, base);
        }
    }

    /// Returns true if the present structure, whose members are not complete, has a base.
    fn has_present_base(&self, present: TypeId, base: TypeId) -> bool {
        self.scopes.bases_of(present).any(|it| self.is_of(it, base))
    }
}
