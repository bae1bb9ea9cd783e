//! `decltype`: the declared type of a name or a member, and the type of any other expression, with a reference for an object. C++14 (dcl.type.simple) 4

use super::name::Meaning;
use super::scope::Entity;
use super::type_syntax::Qualified;
use super::{Checker, Typed};
use crate::types::{Object, Type, TypeId};
use cxx_validator::ast::{Expr, ExprId, NameId, VariableId};
use cxx_validator::names::Symbol;
use msl_spec::AddressSpace;

impl Checker<'_> {
    /// `decltype(x)` with the qualifiers that the declaration of `x` has.
    pub(super) fn decltype(&mut self, operand: ExprId) -> Qualified {
        if let Expr::Name(name) = self.ast[operand]
            && let Some(ty) = self.type_of_member(name).or_else(|| self.type_of_function(name))
        {
            return Qualified::plain(ty);
        }
        let typed = self.expression(operand);
        if self.types.is_error(typed.ty) {
            return Qualified::plain(TypeId::ERROR);
        }
        let declared = match self.ast[operand] {
            Expr::Name(name) => Some(self.declared_type(name, typed)),
            Expr::Member(base, member) | Expr::Arrow(base, member) => {
                Some(self.declared_type_of_member(base, member, typed))
            }
            _ => None,
        };
        let Some(place) = typed.place.filter(|_| declared.is_none()) else {
            return declared.unwrap_or(Qualified::plain(typed.ty));
        };
        let object = Object { is_rvalue: place.is_expiring, ..place.object(typed.ty) };
        Qualified::plain(self.types.intern(Type::Reference(object)))
    }

    /// The type of `decltype(x)` without qualifiers.
    pub(super) fn type_of_expression(&mut self, id: ExprId) -> TypeId {
        self.decltype(id).ty
    }

    /// The type that the declaration of a name has.
    fn declared_type(&mut self, name: NameId, typed: Typed) -> Qualified {
        match self.meaning(name) {
            Meaning::Entity(Entity::Variable(variable, object, _))
                if self.is_declared_reference(variable) =>
            {
                Qualified::plain(self.types.intern(Type::Reference(object)))
            }
            // Objects in other memory are `const` wherever they are named, but not a variable with this type.
            Meaning::Entity(Entity::Variable(_, object, _)) if object.space == AddressSpace::Thread => {
                let Object { is_const, is_volatile, .. } = object;
                Qualified { is_const, is_volatile, ..Qualified::plain(typed.ty) }
            }
            Meaning::Entity(Entity::Member(object)) => {
                let this = self.function.this.and_then(|this| self.types.structure_number(this.ty));
                let member = this.and_then(|this| self.find_member(this, self.ast[name].name));
                Qualified::plain(member.map_or(object.ty, |member| member.ty))
            }
            _ => Qualified::plain(typed.ty),
        }
    }

    /// Returns true if the declaration of a variable or parameter makes it a reference.
    pub(super) fn is_declared_reference(&mut self, variable: VariableId) -> bool {
        let syntax = self.ast[variable].ty;
        // The type of a template's variable may use the parameters of the template, which are not in scope here.
        self.function.references.contains(&variable)
            || self.is_reference_in_syntax(syntax)
            || !self.is_auto(syntax)
                && self.attempt(|checker| checker.is_reference_syntax(syntax)).unwrap_or(false)
    }

    /// The type that a member is declared with: `const` of its object is not a part of it.
    fn declared_type_of_member(&mut self, base: ExprId, member: Symbol, typed: Typed) -> Qualified {
        let base = self.expression(base);
        let structure = match self.types.get(base.ty) {
            Type::Pointer(object) => object.ty,
            _ => base.ty,
        };
        let number = self.types.structure_number(structure);
        let found = number.and_then(|number| self.find_member(number, member));
        found.map_or(Qualified::plain(typed.ty), |it| Qualified {
            is_const: it.is_const,
            ..Qualified::plain(it.ty)
        })
    }
}
