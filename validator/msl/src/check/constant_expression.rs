//! Expressions that are known at compile time, and uniform ones: what in them is neither. C++14 (expr.const); section 2.13.2

use super::name::Meaning;
use super::scope::Entity;
use super::{Checker, Value};
use crate::constant::{is_undefined_binary, is_undefined_conversion, is_undefined_negation};
use crate::types::Type;
use cxx_validator::ast::{BinaryOperator, Expr, ExprId, UnaryOperator};
use msl_spec::{AddressSpace, Scalar, rules};

/// Whether an expression has the same value in all threads; the later is the weaker.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) enum Uniformity {
    /// It has.
    Uniform,
    /// A condition that is not uniform chooses one of several uniform values.
    Chosen,
    /// It may have different values.
    Different,
}

/// Whether a walk stops at calls of functions that are not constants.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Calls {
    /// A call is not a constant.
    Refused,
    /// The result of a call is not looked at.
    Permitted,
    /// Neither that nor the address of a variable is looked at: a condition may compare it, although it is not the value of a constant. C++14
    /// (expr.const) 4
    PermittedWithAddresses,
}

impl Checker<'_> {
    /// The expressions that a value is made of directly.
    pub(super) fn parts(&self, id: ExprId) -> Vec<ExprId> {
        match self.ast[id] {
            Expr::Error
            | Expr::Literal(_)
            | Expr::Name(_)
            | Expr::SizeOfType(_)
            | Expr::SizeOf(_)
            | Expr::AlignOf(_)
            | Expr::This
            | Expr::Lambda(_) => Vec::new(),
            Expr::Call(callee, arguments) => {
                let object = match self.ast[callee] {
                    Expr::Member(base, _) | Expr::Arrow(base, _) => Some(base),
                    _ => None,
                };
                object.into_iter().chain(self.ast[arguments].iter().copied()).collect()
            }
            Expr::Construct(_, arguments) => self.ast[arguments].to_vec(),
            Expr::Braces(items) => self.ast[items].iter().map(|item| item.value).collect(),
            Expr::ConstructBraces(_, inner)
            | Expr::Member(inner, _)
            | Expr::Arrow(inner, _)
            | Expr::Unary(_, inner)
            | Expr::Postfix(_, inner)
            | Expr::Cast(_, _, inner)
            | Expr::Paren(inner) => vec![inner],
            Expr::Index(left, right) | Expr::Binary(_, left, right) | Expr::Assign(_, left, right) => {
                vec![left, right]
            }
            Expr::Conditional(condition, accept, reject) => vec![condition, accept, reject],
        }
    }

    /// The first part of an expression that is not a constant: a variable, or a call of a function that may not be `constexpr`. The value of
    /// a constant may be unknown, since only scalars are computed.
    pub(super) fn variable_part(&mut self, id: ExprId, calls: Calls) -> Option<ExprId> {
        // The parts that are left, the next one last: a chain of operators has too many for recursion.
        let mut rest = vec![id];
        while let Some(id) = rest.pop() {
            if self.known(id).is_some_and(|typed| typed.value.is_some()) {
                continue;
            }
            let is_variable = match self.ast[id] {
                Expr::Name(_) => self.is_variable(id),
                Expr::Call(callee, _) => calls == Calls::Refused && !self.is_constant_call(callee),
                Expr::This | Expr::Lambda(_) | Expr::Assign(..) | Expr::Postfix(..) => true,
                _ => false,
            };
            if is_variable {
                return Some(id);
            }
            if calls == Calls::PermittedWithAddresses && self.is_address_of_name(id) {
                continue;
            }
            rest.extend(self.parts(id).into_iter().rev());
        }
        None
    }

    /// Returns true for `&x`, which does not read `x`.
    fn is_address_of_name(&self, id: ExprId) -> bool {
        let Expr::Unary(UnaryOperator::AddressOf, mut place) = self.ast[id] else { return false };
        while let Expr::Paren(inner) | Expr::Member(inner, _) = self.ast[place] {
            place = inner;
        }
        matches!(self.ast[place], Expr::Name(_))
    }

    /// Returns true if a name denotes a variable that is not a constant.
    fn is_variable(&mut self, id: ExprId) -> bool {
        let Some(typed) = self.known(id) else { return false };
        let (Some(place), Expr::Name(name)) = (typed.place, self.ast[id]) else { return false };
        let is_global = matches!(self.meaning(name),
            Meaning::Entity(Entity::Variable(variable, ..)) if self.globals.contains_key(&variable));
        // The value of a constant scalar is known; values of other types are not computed.
        let is_constant =
            place.is_const && place.space == AddressSpace::Thread && !self.types.is_scalar(typed.ty);
        !is_global && !is_constant
    }

    /// Returns true if a call may be part of a constant expression.
    fn is_constant_call(&mut self, callee: ExprId) -> bool {
        let Expr::Name(name) = self.ast[callee] else { return false };
        match self.meaning(name) {
            Meaning::Entity(Entity::Functions(functions)) => {
                functions.iter().any(|function| self.ast[function].is_static)
            }
            Meaning::MemberFunctions(ty) => {
                let member = self.ast[name].name;
                let functions = self.functions_of(ty, member);
                functions.into_iter().any(|(_, function)| self.ast[function].is_static)
            }
            Meaning::Option(_) => true,
            Meaning::Functions(name, _) => super::entry_point::is_asked(name),
            Meaning::Entity(_)
            | Meaning::Type(_)
            | Meaning::LibraryEnumeration(_)
            | Meaning::Enumerator(_)
            | Meaning::Constant(..)
            | Meaning::Unknown => false,
        }
    }

    /// Reports an operation of a constant expression that has no value. The result is whether there is one.
    pub(super) fn check_defined(&mut self, id: ExprId) -> bool {
        let Some(part) = self.undefined_part(id) else { return false };
        let message = "this constant expression divides by zero, its result is outside the range of its type, or its index is outside of the array";
        self.error(rules::EXPRESSION_CONSTANT_DEFINED, self.span(part), message);
        true
    }

    /// The first computed operation without a value, operands before their operation.
    fn undefined_part(&self, id: ExprId) -> Option<ExprId> {
        // The operations that are left, the next one last, and whether their operands have been looked at.
        let mut rest = vec![(id, false)];
        while let Some((id, is_next)) = rest.pop() {
            if !is_next {
                rest.push((id, true));
                rest.extend(self.computed_parts(id).into_iter().rev().map(|part| (part, false)));
            } else if self.is_undefined(id) == Some(true) {
                return Some(id);
            }
        }
        None
    }

    /// The parts of a constant expression that are computed.
    fn computed_parts(&self, id: ExprId) -> Vec<ExprId> {
        let truth = |id| match self.known(id)?.value?.converted(Scalar::Bool) {
            Value::Bool(value) => Some(value),
            Value::Integer(_) | Value::Float(_) => None,
        };
        match self.ast[id] {
            // What is not chosen is not computed.
            Expr::Conditional(condition, accept, reject) => match truth(condition) {
                Some(chosen) => vec![condition, if chosen { accept } else { reject }],
                None => vec![condition],
            },
            Expr::Binary(BinaryOperator::And, left, _) if truth(left) == Some(false) => vec![left],
            Expr::Binary(BinaryOperator::Or, left, _) if truth(left) == Some(true) => vec![left],
            // The address of the place after the last element is one.
            Expr::Unary(UnaryOperator::AddressOf, place)
                if let Expr::Index(array, index) = self.ast[place] =>
            {
                vec![array, index]
            }
            _ => self.parts(id),
        }
    }

    /// Returns true if an operation has no value, although its operands have; `None` of other expressions.
    fn is_undefined(&self, id: ExprId) -> Option<bool> {
        let scalar = self.types.scalar_of(self.known(id)?.ty)?;
        let value = |id| self.known(id)?.value;
        match self.ast[id] {
            Expr::Unary(UnaryOperator::Negate, operand) => {
                Some(is_undefined_negation(value(operand)?, scalar))
            }
            Expr::Binary(operator, left, right) => {
                Some(is_undefined_binary(operator, value(left)?, value(right)?, scalar))
            }
            Expr::Index(array, index) => {
                let (_, count) = self.types.element(self.known(array)?.ty)?;
                let index = value(index)?.integer()?;
                Some(index < 0 || index >= count?.into())
            }
            Expr::Cast(_, _, operand) => Some(is_undefined_conversion(value(operand)?, scalar)),
            Expr::Construct(_, operands) => match self.ast[operands] {
                [operand] => Some(is_undefined_conversion(value(operand)?, scalar)),
                _ => None,
            },
            _ => None,
        }
    }

    /// Returns true if an expression has the same value in all threads. Section 2.13.2
    pub(super) fn uniformity(&mut self, id: ExprId) -> Uniformity {
        match self.ast[id] {
            Expr::Paren(inner) => return self.uniformity(inner),
            Expr::Conditional(condition, accept, reject) => {
                let values = self.uniformity(accept).max(self.uniformity(reject));
                let is_uniform = self.uniformity(condition) == Uniformity::Uniform;
                return if is_uniform { values } else { values.max(Uniformity::Chosen) };
            }
            _ => {}
        }
        if self.known(id).is_some_and(|typed| matches!(self.types.get(typed.ty), Type::Uniform(_))) {
            return Uniformity::Uniform;
        }
        if self.variable_part(id, Calls::Refused).is_none() {
            return Uniformity::Uniform;
        }
        let is_made_of_parts = matches!(
            self.ast[id],
            Expr::Unary(..)
                | Expr::Binary(..)
                | Expr::Cast(..)
                | Expr::Construct(..)
                | Expr::ConstructBraces(..)
                | Expr::Braces(_)
                | Expr::Member(..)
                | Expr::Index(..)
        );
        if !is_made_of_parts {
            return Uniformity::Different;
        }
        let parts = self.operands(id);
        parts.into_iter().map(|part| self.uniformity(part)).max().unwrap_or(Uniformity::Uniform)
    }

    /// The parts of an expression, or the operands of a chain of operators without a uniform result.
    fn operands(&self, id: ExprId) -> Vec<ExprId> {
        let Expr::Binary(_, left, right) = self.ast[id] else { return self.parts(id) };
        let is_uniform = |id: ExprId| {
            self.known(id).is_some_and(|typed| matches!(self.types.get(typed.ty), Type::Uniform(_)))
        };
        let (mut rest, mut operands) = (left, vec![right]);
        while let Expr::Binary(_, left, right) = self.ast[rest]
            && !is_uniform(rest)
        {
            operands.push(right);
            rest = left;
        }
        operands.push(rest);
        operands
    }

    /// Reports an assignment to a `uniform` variable where a condition that is not uniform decides. Section 2.13.2
    pub(super) fn check_uniform_assignment(&mut self, id: ExprId) {
        shader_source::steps::take(self.function.conditions.len());
        let conditions = self.function.conditions.clone();
        if conditions.into_iter().any(|condition| self.uniformity(condition) != Uniformity::Uniform) {
            self.under_control(id, "this assignment must not depend on a non-uniform condition");
        }
    }

    /// Reports a value, or an assignment, that depends on a condition which is not uniform.
    pub(super) fn under_control(&mut self, id: ExprId, message: &str) {
        let found =
            crate::diagnostic::Diagnostic::error(rules::UNIFORM_UNDER_CONTROL, self.span(id), message);
        self.report(found.warning());
    }
}
