//! References and pointers to variables that end with the function which returns them. C++14 (basic.stc.auto), (basic.life) 5

use super::Checker;
use super::scope::{Entity, Found};
use crate::diagnostic::Diagnostic;
use crate::types::{Type, TypeId};
use cxx_validator::ast::{Expr, ExprId, UnaryOperator};
use cxx_validator::names::Symbol;
use msl_spec::{AddressSpace, rules};

impl Checker<'_> {
    /// Reports a result that refers to a local variable, as Clang does (`-Wreturn-stack-address`).
    pub(super) fn check_returned_local(&mut self, value: ExprId, result: TypeId) {
        let what = match self.types.get(result) {
            Type::Reference(_) => self.local_of(value).then_some("a reference to"),
            Type::Pointer(_) => self.is_address_of_local(value).then_some("the address of"),
            _ => None,
        };
        if let Some(what) = what {
            let message = format!("this returns {what} a variable that ends with the function");
            let found = Diagnostic::error(rules::RETURN_LOCAL, self.span(value), message);
            self.report_once(found.warning());
        }
    }

    /// Returns true for `&x`, and for an array, which is the address of its first element.
    pub(super) fn is_address_of_local(&self, value: ExprId) -> bool {
        let mut value = value;
        while let Expr::Paren(inner) = self.ast[value] {
            value = inner;
        }
        if let Expr::Unary(UnaryOperator::AddressOf, operand) = self.ast[value] {
            return self.local_of(operand);
        }
        self.known(value).is_some_and(|typed| matches!(self.types.get(typed.ty), Type::Array(..)))
            && self.local_of(value)
    }

    /// Returns true for a member that refers to an object outside of its structure.
    fn is_reference_member(&self, object: ExprId, member: Symbol) -> bool {
        let number = self.known(object).and_then(|typed| self.types.structure_number(typed.ty));
        let found = number.and_then(|number| self.find_member(number, member));
        found.is_some_and(|found| matches!(self.types.get(found.ty), Type::Reference(_)))
    }

    /// Returns true for a variable of the function that is not a reference, or a part of one.
    fn local_of(&self, place: ExprId) -> bool {
        let mut place = place;
        loop {
            shader_source::steps::take(1);
            if let Expr::Paren(inner) = self.ast[place] {
                place = inner;
            } else if let Expr::Member(inner, member) = self.ast[place]
                && !self.is_reference_member(inner, member)
            {
                place = inner;
            } else if let Expr::Index(base, _) = self.ast[place]
                && let Some(typed) = self.known(base)
                && !matches!(self.types.get(typed.ty), Type::Pointer(_) | Type::Structure(_))
            {
                place = base;
            } else {
                break;
            }
        }
        let Expr::Name(name) = self.ast[place] else { return false };
        if !self.ast[self.ast[name].path].is_empty() {
            return false;
        }
        let Found::Entity(Entity::Variable(variable, object, _)) = self.scopes.find(self.ast[name].name)
        else {
            return false;
        };
        // In C++ AMP, scopes don't say which variables are `tile_static`.
        let declared = self.function.locals.get(&variable).map_or(object.space, |declared| declared.space);
        declared == AddressSpace::Thread
            && self.ast[variable].static_span.is_none()
            && !self.globals.contains_key(&variable)
            && !self.is_reference_in_syntax(self.ast[variable].ty)
            && !matches!(self.types.get(object.ty), Type::Reference(_))
    }
}
