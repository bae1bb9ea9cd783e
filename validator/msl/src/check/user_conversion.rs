//! Conversions by functions of structures: constructors and conversion functions. C++14 (class.conv)
//!
//! A conversion uses at most one of them, and before and after it only conversions of the language.

use super::convert::Rank;
use super::member_call::CalledObject;
use super::overload::{Best, Candidate};
use super::{Checker, Typed};
use crate::meaning::Callee;
use crate::types::{Type, TypeId};
use core::cmp::Ordering;
use cxx_validator::ast::{ExprId, FunctionId};

impl Checker<'_> {
    /// The function that converts a value to a type, if exactly one does.
    pub(super) fn user_conversion(&mut self, from: Typed, to: TypeId) -> Option<Candidate> {
        if from.ty == to {
            return None;
        }
        let function = self.conversion_function(from, to, false);
        let Some(constructor) = self.converting_constructor(from, to) else { return function };
        let Some(function) = function else { return Some(constructor) };
        // Both are candidates, which differ by the conversions of the value to the parameter and to the object. C++14 (over.match.copy)
        let of_parameter = self.standard_rank(from, *constructor.signature.parameters.first()?)?;
        let of_object = self.object_rank(CalledObject::of(from), function.function)?;
        match of_parameter.compare(of_object) {
            Ordering::Less => Some(constructor),
            Ordering::Greater => Some(function),
            Ordering::Equal => None,
        }
    }

    /// A member function that is not a template, as one that may be called.
    pub(super) fn member_candidate(&self, owner: TypeId, function: FunctionId) -> Option<Candidate> {
        let signature = self.member_signatures.get(&(owner, function))?.clone();
        Some(Candidate { function, arguments: Vec::new(), owner: Some(owner), signature })
    }

    /// An operand of an operator of the language: a structure with one conversion to a number or vector is converted. C++14 (over.built)
    pub(super) fn builtin_operand(&mut self, id: ExprId, typed: Typed) -> Typed {
        let Some(((owner, function), result)) = self.builtin_conversion(typed) else {
            let is_reported = self.is_operand_for_other_target(id, typed);
            return if is_reported { Typed::ERROR } else { typed };
        };
        let function = self.member_candidate(owner, function);
        self.note_conversion_by(id, result, function);
        Typed::value(result)
    }

    /// The conversion of a structure to a number, a vector or a pointer, and its result. Of several functions with this result, the object decides.
    pub(super) fn builtin_conversion(&self, typed: Typed) -> Option<((TypeId, FunctionId), TypeId)> {
        let Type::Structure(_) = self.types.get(typed.ty) else { return None };
        let mut conversions = self.conversions_to(typed.ty, TypeId::BOOL);
        conversions.retain(|(_, function)| !self.ast[*function].is_explicit);
        let result_of = |function: &(TypeId, FunctionId)| {
            Some(self.result_of(self.member_signatures.get(function)?.result).ty)
        };
        // No operator of the language takes a structure.
        conversions.retain(|it| result_of(it).is_none_or(|it| self.structure_in(it).is_none()));
        let result = result_of(conversions.first()?)?;
        let is_builtin =
            matches!(self.types.get(result), Type::Value(_) | Type::Enumeration(..) | Type::Pointer(_));
        if !is_builtin || conversions.iter().any(|function| result_of(function) != Some(result)) {
            return None;
        }
        let rank = |function: &(TypeId, FunctionId)| self.object_rank(CalledObject::of(typed), function.1);
        let ranked: Vec<_> = conversions.iter().filter_map(|it| Some((rank(it)?, *it))).collect();
        let best = ranked.iter().map(|(rank, _)| *rank).min()?;
        let mut best = ranked.iter().filter(|(rank, _)| *rank == best);
        let (_, function) = best.next()?;
        best.next().is_none().then_some((*function, result))
    }

    /// The constructor of a structure that takes one value: also one that a template makes. C++14 (class.conv.ctor)
    fn converting_constructor(&mut self, from: Typed, to: TypeId) -> Option<Candidate> {
        let Type::Structure(_) = self.types.get(to) else { return None };
        let (mut candidates, mut viable) = (Vec::new(), Vec::new());
        for function in self.constructors_for(to, &[Some(from)]) {
            let declared = self.ast[function];
            if declared.is_explicit || !self.constructs_values(function) {
                continue;
            }
            let candidate = if self.ast.is_template(function) {
                self.deduced_constructor(function, from, to)
            } else {
                self.member_candidate(to, function)
            };
            let Some(candidate) = candidate.filter(|candidate| candidate.signature.required <= 1) else {
                continue;
            };
            let Some(parameter) = candidate.signature.parameters.first() else { continue };
            if let Some(rank) = self.standard_rank(from, *parameter) {
                viable.push((candidates.len(), vec![rank]));
                candidates.push(candidate);
            }
        }
        match self.choose(&candidates, &viable) {
            Best::One(index) => candidates.into_iter().nth(index),
            Best::None | Best::Several => None,
        }
    }

    /// The constructor that a template makes for a value. Each operator of a structure with such a template asks for it, so it is kept.
    fn deduced_constructor(&mut self, function: FunctionId, from: Typed, to: TypeId) -> Option<Candidate> {
        let deduce = |checker: &mut Self| checker.deduce((function, Some(to)), &[Some(from)], &[]);
        // An array by value is a pointer into its memory, which the type does not say.
        if let Type::Array(..) = self.types.get(from.ty) {
            return deduce(self);
        }
        let key = (function, to, from.ty);
        if let Some(known) = self.templates.constructors.get(&key) {
            return known.clone();
        }
        let candidate = deduce(self);
        self.templates.constructors.insert(key, candidate.clone());
        candidate
    }

    /// The conversion function of a structure to a type: also one that a template makes. Explicit functions take part where a cast asks for them.
    pub(super) fn conversion_function(
        &mut self,
        from: Typed,
        to: TypeId,
        is_cast: bool,
    ) -> Option<Candidate> {
        let Type::Structure(_) = self.types.get(from.ty) else { return None };
        let object = CalledObject::of(from);
        let mut ranked = Vec::new();
        for (owner, function) in self.conversions_to(from.ty, to) {
            let is_explicit = self.ast[function].is_explicit;
            let Some(of_object) = self.object_rank(object, function).filter(|_| is_cast || !is_explicit)
            else {
                continue;
            };
            let is_template = self.ast.is_template(function);
            let candidate = if is_template {
                self.deduced_conversion(function, owner, to)
            } else {
                self.member_candidate(owner, function)
            };
            let Some(candidate) = candidate else { continue };
            let Some(rank) = self.standard_rank(self.result_of(candidate.signature.result), to) else {
                continue;
            };
            // An explicit function takes part if it needs no further conversion. C++14 (over.match.conv)
            if !is_explicit || rank <= Rank::Qualification {
                // The object decides before the result: `operator int()` is better for an object that is not `const` than `operator int() const`.
                ranked.push(((of_object, rank, is_template), candidate));
            }
        }
        Self::only_best(&ranked)
    }

    /// The conversion function that a template makes for a type. C++14 (temp.deduct.conv)
    fn deduced_conversion(&mut self, function: FunctionId, owner: TypeId, to: TypeId) -> Option<Candidate> {
        if to == TypeId::VOID {
            return None;
        }
        let key = (function, owner, to);
        if let Some(known) = self.templates.conversions.get(&key) {
            return Some(known.clone());
        }
        let candidate = self.deduce_with_result((function, Some(owner)), &[], Some(to), &[])?;
        self.templates.conversions.insert(key, candidate.clone());
        Some(candidate)
    }

    /// The candidate with the best rank; `None` if there is none, or if several are equally good.
    fn only_best<R: Ord>(ranked: &[(R, Candidate)]) -> Option<Candidate> {
        let least = ranked.iter().map(|(rank, _)| rank).min()?;
        let mut best = ranked.iter().filter(|(rank, _)| rank == least);
        let (_, first) = best.next()?;
        best.next().is_none().then(|| first.clone())
    }

    /// Notes that a function converts an expression to a type where it is used.
    pub(super) fn note_conversion_by(&mut self, id: ExprId, to: TypeId, function: Option<Candidate>) {
        self.note_conversion(id, to);
        let Some(candidate) = function else { return };
        let span = self.span(id);
        // A deleted constructor may be the best one. C++14 (dcl.fct.def.delete) 2
        self.check_deleted(&candidate, span);
        let instance = self.instance_of(&candidate, span);
        if let Some(owner) = candidate.owner {
            self.check_function_accessible(owner, (owner, candidate.function), None, span);
        }
        let number = self.function.callees.len() as u32;
        self.function.callees.push(instance.map_or(Callee::Declared(candidate.function), Callee::Function));
        if self.function.unevaluated == 0
            && let Some(instance) = instance
        {
            self.function.calls.push((instance, span));
        }
        if let Some(meaning) = self.meaning_of(id) {
            meaning.conversion = Some(number);
        }
    }
}
