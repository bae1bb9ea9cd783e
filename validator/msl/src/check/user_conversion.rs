//! Conversions by functions of structures: constructors and conversion functions. C++14 (class.conv)
//!
//! A conversion uses at most one of them, and before and after it only conversions of the language.

use super::convert::Rank;
use super::{Checker, Typed};
use crate::meaning::Callee;
use crate::types::{Type, TypeId};
use cxx_validator::ast::{ExprId, FunctionId};

impl Checker<'_> {
    /// The function that converts a value to a type, if exactly one does.
    pub(super) fn user_conversion(&self, from: Typed, to: TypeId) -> Option<FunctionId> {
        if from.ty == to {
            return None;
        }
        self.converting_constructor(from, to).or_else(|| self.conversion_function(from, to, false))
    }

    /// An operand of an operator of the language: a structure with one conversion to a number or vector is converted. C++14 (over.built)
    pub(super) fn builtin_operand(&mut self, id: ExprId, typed: Typed) -> Typed {
        let Type::Structure(_) = self.types.get(typed.ty) else { return typed };
        let conversions: Vec<FunctionId> = self
            .member_functions(typed.ty)
            .iter()
            .copied()
            .filter(|function| self.ast[*function].is_conversion && !self.ast[*function].is_explicit)
            .collect();
        let [function] = conversions.as_slice() else { return typed };
        let Some(signature) = self.member_signatures.get(&(typed.ty, *function)) else { return typed };
        let result = self.result_of(signature.result);
        if !matches!(self.types.get(result.ty), Type::Value(_) | Type::Enumeration(..) | Type::Pointer(_)) {
            return typed;
        }
        self.note_conversion_by(id, result.ty, Some(*function));
        Typed::value(result.ty)
    }

    /// The constructor of a structure that takes one value.
    fn converting_constructor(&self, from: Typed, to: TypeId) -> Option<FunctionId> {
        let Type::Structure(_) = self.types.get(to) else { return None };
        let takes = |function: &FunctionId| {
            let declared = self.ast[*function];
            let is_converting =
                declared.result.is_none() && !declared.is_explicit && !self.ast.is_template(*function);
            let is_converting = is_converting && self.constructs_values(*function);
            let signature = self.member_signatures.get(&(to, *function)).filter(|_| is_converting)?;
            if signature.required > 1 {
                return None;
            }
            self.standard_rank(from, *signature.parameters.first()?)
        };
        Self::only_best(self.member_functions(to), takes)
    }

    /// The conversion function of a structure to a type. Explicit functions take part where a cast asks for them.
    pub(super) fn conversion_function(&self, from: Typed, to: TypeId, is_cast: bool) -> Option<FunctionId> {
        let Type::Structure(_) = self.types.get(from.ty) else { return None };
        let object = super::member_call::CalledObject::of(from);
        let gives = |function: &FunctionId| {
            let declared = self.ast[*function];
            let is_function =
                declared.is_conversion && declared.template.is_empty() && (is_cast || !declared.is_explicit);
            let signature = self.member_signatures.get(&(from.ty, *function)).filter(|_| is_function)?;
            self.object_rank(object, *function)?;
            // An explicit function takes part if it needs no further conversion. C++14 (over.match.conv)
            let rank = self.standard_rank(self.result_of(signature.result), to)?;
            (!declared.is_explicit || rank <= Rank::Qualification).then_some(rank)
        };
        Self::only_best(self.member_functions(from.ty), gives)
    }

    /// The function with the best rank; `None` if there is none, or if several are equally good.
    fn only_best(functions: &[FunctionId], rank: impl Fn(&FunctionId) -> Option<Rank>) -> Option<FunctionId> {
        let ranks: Vec<(FunctionId, Rank)> =
            functions.iter().filter_map(|function| Some((*function, rank(function)?))).collect();
        let (best, least) = ranks.iter().min_by_key(|(_, rank)| *rank)?;
        (ranks.iter().filter(|(_, rank)| rank == least).count() == 1).then_some(*best)
    }

    /// Notes that a function converts an expression to a type where it is used.
    pub(super) fn note_conversion_by(&mut self, id: ExprId, to: TypeId, function: Option<FunctionId>) {
        self.note_conversion(id, to);
        let Some(function) = function else { return };
        let from = self.known(id).map_or(TypeId::ERROR, |typed| typed.ty);
        let owner = if self.member_signatures.contains_key(&(to, function)) { to } else { from };
        let span = self.span(id);
        let instance = self.use_member(owner, function, span);
        self.check_function_accessible(owner, function, span);
        let number = self.function.callees.len() as u32;
        self.function.callees.push(instance.map_or(Callee::Declared(function), Callee::Function));
        if let Some(instance) = instance {
            self.function.calls.push((instance, span));
        }
        if let Some(meaning) = self.meaning_of(id) {
            meaning.conversion = Some(number);
        }
    }
}
