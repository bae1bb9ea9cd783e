//! Operators, conversions and constructors that would fit a use, and are for a different target. C++ AMP 1.2 (2.3.2)
//!
//! Functions for other targets take no part in the choice, so that a use of one looks as if there were none. A second choice without
//! restrictions finds the function that the program means.

use super::super::overload::Candidate;
use super::super::{Checker, Typed};
use super::library::Misuse;
use super::restriction::in_words;
use crate::diagnostic::Diagnostic;
use crate::types::{Type, TypeId};
use amp_spec::rules;
use cxx_validator::ast::{Expr, ExprId, FunctionId};
use cxx_validator::names::Symbol;
use shader_source::Span;

/// Operators that each structure has, or that the language defines for all operands.
const OF_THE_LANGUAGE: [&str; 4] = ["=", ",", "->", "&&"];

impl Checker<'_> {
    /// Returns true in code for the accelerator.
    const fn is_restricted(&self) -> bool {
        self.is_amp() && !self.is_attempt
    }

    /// Reports an operator that a function for a different target defines for these operands. Returns false if there is none.
    pub(in super::super) fn is_operator_for_other_target(
        &mut self,
        id: ExprId,
        (mark, symbol): (&str, Symbol),
        (operands, typed): (&[ExprId], &[Option<Typed>]),
    ) -> bool {
        let is_of_language = OF_THE_LANGUAGE.contains(&mark) || mark == "&" && typed.len() == 1;
        if !self.is_restricted() || self.is_host_code() || is_of_language || self.are_one_enumeration(typed) {
            return false;
        }
        let list = operands.get(1..).unwrap_or_default();
        let fitting = self.without_restrictions(|checker| {
            let definitions = checker.definitions(mark, symbol, list, typed);
            definitions.into_iter().map(|definition| definition.candidate.function).collect::<Vec<_>>()
        });
        let Some(function) = fitting.into_iter().find(|function| !self.may_call(*function)) else {
            return false;
        };
        if let [Some(kernel), arguments @ ..] = typed
            && mark == "()"
            && self.check_kernel_called((*kernel, self.span(id)), arguments)
        {
            return true;
        }
        let span = match self.ast[id] {
            Expr::Call(callee, _) => self.span(callee),
            _ => self.ast.operator_spans.get(&id).copied().unwrap_or_else(|| self.span(id)),
        };
        self.report_target(function, (symbol, span));
        true
    }

    /// Returns true if the language compares the operands: values of one enumeration.
    fn are_one_enumeration(&self, typed: &[Option<Typed>]) -> bool {
        let first = typed.first().copied().flatten();
        first.is_some_and(|first| {
            matches!(self.types.get(first.ty), Type::Enumeration(..))
                && typed.iter().flatten().all(|it| it.ty == first.ty)
        })
    }

    /// Returns the diagnostic of a conversion that a function for a different target makes; `None` if there is none.
    pub(in super::super) fn conversion_for_other_target(
        &mut self,
        span: Span,
        from: Typed,
        to: TypeId,
        is_cast: bool,
    ) -> Option<Diagnostic> {
        if !self.is_amp() || self.is_host_code() {
            return None;
        }
        let to = self.result_of(to).ty;
        let found = self.without_restrictions(|checker| {
            let function = checker.user_conversion(from, to);
            function.or_else(|| is_cast.then(|| checker.conversion_function(from, to, true)).flatten())
        });
        let function = found.map(|candidate| candidate.function).filter(|id| !self.may_call(*id))?;
        Some(self.conversion_target(function, span, from.ty, to))
    }

    /// Reports an operand that a function for a different target converts. Returns false if there is none.
    pub(in super::super) fn is_operand_for_other_target(&mut self, id: ExprId, typed: Typed) -> bool {
        if !self.is_amp() || self.is_host_code() || self.types.structure_number(typed.ty).is_none() {
            return false;
        }
        let found = self.without_restrictions(|checker| checker.builtin_conversion(typed));
        let Some(((_, function), to)) = found.filter(|((_, function), _)| !self.may_call(*function)) else {
            return false;
        };
        let found = self.conversion_target(function, self.span(id), typed.ty, to);
        self.report(found);
        true
    }

    fn conversion_target(
        &mut self,
        function: FunctionId,
        span: Span,
        from: TypeId,
        to: TypeId,
    ) -> Diagnostic {
        let message = format!(
            "`{}` can't be converted to `{}` in `restrict({})` code: the function that does so is only `restrict({})`",
            self.types.print(from),
            self.types.print(to),
            in_words(self.function.restrictions),
            in_words(self.restrictions_of(function))
        );
        let found = Diagnostic::error(rules::CALL_RESTRICTIONS, span, message);
        found.label(self.ast[function].name_span, "declared here")
    }

    /// Notes the variable that begins, a constructor is reported at its name. Returns the variable that began before.
    pub(in super::super) fn note_begun(&mut self, begun: Option<(ExprId, Span)>) -> Option<(ExprId, Span)> {
        self.amp.as_mut().and_then(|amp| core::mem::replace(&mut amp.begun, begun))
    }

    /// Reports an object that no constructor makes here: one for a different target would, or a rule of the library says so. Returns false if
    /// only C++ does.
    pub(in super::super) fn is_construction_reported(
        &mut self,
        id: ExprId,
        to: TypeId,
        (list, typed): (&[ExprId], &[Option<Typed>]),
        constructors: impl FnOnce(&mut Self) -> Vec<FunctionId>,
    ) -> bool {
        if !self.is_amp() || self.is_host_code() {
            return false;
        }
        let begun = self.amp.as_ref().and_then(|amp| amp.begun).filter(|(begun, _)| *begun == id);
        let span = begun.map_or_else(|| self.span(id), |(_, name)| name);
        let fitting = self.without_restrictions(|checker| {
            let constructors = constructors(checker);
            let candidates = checker.member_candidates(to, &constructors, typed, None);
            candidates.into_iter().find(|it| checker.ranks(&it.signature, list, typed).is_some())
        });
        // A constructor for the host takes any container, a view of constant elements, too.
        let takes_elements =
            typed.iter().flatten().any(|it| self.rule_of_class(it.ty, Misuse::Elements).is_some());
        let fitting = fitting.filter(|it| !takes_elements && !self.may_call(it.function));
        if let Some(Candidate { function, .. }) = fitting {
            let name = self.ast[function].name;
            match self.rule_of_class(to, Misuse::Targets) {
                Some(rule) => {
                    let message = format!(
                        "no constructor of `{}` with these arguments is `restrict(amp)`",
                        self.types.print(to)
                    );
                    self.report(Diagnostic::error(rule, span, message));
                }
                None => self.report_target(function, (name, span)),
            }
            return true;
        }
        let Some(rule) = self.rule_of_class(to, Misuse::Construction) else { return false };
        let message = format!("no constructor of `{}` takes these arguments", self.types.print(to));
        self.report(Diagnostic::error(rule, span, message));
        true
    }
}
