//! The targets that functions are for, and which functions code for a target may call. C++ AMP 1.2 (2.2, 2.3)

use super::super::overload::Candidate;
use super::super::{Checker, Typed};
use super::library::Misuse;
use super::{AMP, CPU, Skipped};
use crate::diagnostic::Diagnostic;
use crate::types::{Argument, Overloads};
use amp_spec::rules;
use cxx_validator::ast::{ExprId, FunctionId, Implicit, RestrictionSet};
use cxx_validator::names::Symbol;
use shader_source::Span;

impl Checker<'_> {
    /// Returns the targets that a function is for: by its clauses, by the function around it, or else the host. C++ AMP 1.2 (2.2.1)
    pub(in super::super) fn restrictions_of(&self, id: FunctionId) -> RestrictionSet {
        let Some(amp) = &self.amp else { return CPU };
        let own = self.ast.restrictions.get(&id).map(|restriction| restriction.set);
        own.or_else(|| amp.inherited.get(&id).copied()).unwrap_or_else(|| {
            // What a member that the program leaves to the compiler is for follows from the members of the structure. C++ AMP 1.2 (2.3.2)
            let is_implicit = self.ast[id].implicit == Some(Implicit::Defaulted);
            if is_implicit { CPU.union(AMP) } else { CPU }
        })
    }

    /// Returns the targets of the code of a function; none in a program in Metal.
    pub(in super::super) fn targets_of(&self, id: FunctionId) -> RestrictionSet {
        if self.is_amp() { self.restrictions_of(id) } else { RestrictionSet::NONE }
    }

    /// Gives a function that is declared in the body of a function the targets of that. C++ AMP 1.2 (2.2.1)
    pub(in super::super) fn inherit_restrictions(&mut self, id: FunctionId) {
        let around = self.function.restrictions;
        if let Some(amp) = self.amp.as_mut().filter(|_| !around.is_empty()) {
            // A body for both targets is checked once more for the host. The functions in it keep the targets of the function around them.
            amp.inherited.entry(id).or_insert(around);
        }
    }

    /// The target whose functions are candidates here.
    fn first_target(&self) -> RestrictionSet {
        if self.function.restrictions.covers(AMP) { AMP } else { CPU }
    }

    /// Returns true if a function is a candidate here: it is for the target of the code that calls it. C++ AMP 1.2 (2.3.2.1)
    pub(in super::super) fn may_call(&self, id: FunctionId) -> bool {
        let Some(amp) = &self.amp else { return true };
        let targets = self.restrictions_of(id);
        let may_call = targets.covers(self.first_target()) || self.is_launch(id);
        if !may_call && self.function.restrictions.covers(CPU) && targets.covers(CPU) {
            self.function.has_other_calls.set(true);
        }
        may_call || amp.ignores_restrictions
    }

    /// Returns true for the function of the library through which the host calls a kernel.
    fn is_launch(&self, id: FunctionId) -> bool {
        let function = self.ast[id];
        self.text(function.name) == amp_spec::LAUNCH && self.is_library_place(function.name_span)
    }

    /// The functions among others that are candidates here.
    pub(in super::super) fn for_this_target<T>(
        &self,
        all: Vec<T>,
        function: impl Fn(&T) -> FunctionId,
    ) -> Vec<T> {
        let mut all = all;
        if self.is_amp() {
            all.retain(|it| self.may_call(function(it)));
        }
        all
    }

    /// Does something with all functions as candidates.
    pub(in super::super) fn without_restrictions<T>(&mut self, work: impl FnOnce(&mut Self) -> T) -> T {
        let set = |checker: &mut Self, value| {
            checker.amp.as_mut().map(|amp| core::mem::replace(&mut amp.ignores_restrictions, value))
        };
        let before = set(self, true).unwrap_or_default();
        let result = work(self);
        set(self, before);
        result
    }

    /// Reports that functions would fit a call, and are for a different target, or that one may fit whose declaration depends on something unknown.
    /// Returns false if none would fit.
    pub(in super::super) fn is_for_other_target(
        &mut self,
        (name, span): (Symbol, Span),
        (list, typed): (&[ExprId], &[Option<Typed>]),
        candidates: impl FnOnce(&mut Self) -> Vec<Candidate>,
    ) -> bool {
        if !self.is_amp() {
            return false;
        }
        if self.unread.contains(&name) {
            let reason = format!("`{}` may be declared where this file is included", self.text(name));
            self.unresolved(span, reason);
            return true;
        }
        let set_unknown = |checker: &mut Self, value: Option<String>| {
            checker.amp.as_mut().and_then(|amp| core::mem::replace(&mut amp.unknown, value))
        };
        set_unknown(self, None);
        let fitting = self.without_restrictions(|checker| {
            let candidates = candidates(checker);
            candidates.into_iter().find(|it| checker.ranks(&it.signature, list, typed).is_some())
        });
        let fitting = fitting.filter(|candidate| !self.may_call(candidate.function));
        if let Some(function) = fitting.map(|candidate| candidate.function) {
            self.report_target(function, (name, span));
            return true;
        }
        if let Some(reason) = set_unknown(self, None) {
            self.unresolved(span, reason);
            return true;
        }
        false
    }

    /// Returns true for a mathematical function of `<cmath>`: `<amp_math.h>` has one for kernels with the same name.
    fn may_be_for_kernels(&self, function: FunctionId) -> bool {
        let function = self.ast[function];
        let misses_headers = self.amp.as_ref().is_some_and(|amp| amp.skipped == Skipped::Others);
        misses_headers
            && self.is_library_place(function.name_span)
            && amp_spec::math(self.text(function.name)).is_some()
    }

    /// Reports a call of a function that is for a different target.
    pub(super) fn report_target(&mut self, function: FunctionId, (name, span): (Symbol, Span)) {
        if self.may_be_for_kernels(function) {
            let text = self.text(name);
            let reason = format!(
                "`{text}` is for the host: a header that isn't found may declare it for kernels, too"
            );
            self.unresolved(span, reason);
            return;
        }
        let target = if self.first_target() == AMP { "amp" } else { "cpu" };
        let message = format!(
            "`{}` can't be called from `restrict({})` code: it is not `restrict({target})`",
            self.text(name),
            in_words(self.function.restrictions)
        );
        let rule = self.rule_of_function(function, Misuse::Targets).unwrap_or(rules::CALL_RESTRICTIONS);
        let found = Diagnostic::error(rule, span, message);
        self.report(found.label(self.ast[function].name_span, "declared here"));
    }

    /// Checks that a call in code for both targets has a function for the second one, too, which accepts the arguments. C++ AMP 1.2 (2.3.2.1)
    pub(in super::super) fn check_covered(
        &mut self,
        chosen: FunctionId,
        (name, span): (Symbol, Span),
        others: &Overloads,
        (list, typed): (&[ExprId], &[Option<Typed>]),
        explicit: Option<&[Argument]>,
    ) {
        let both = CPU.union(AMP);
        if !self.is_amp() || !self.function.restrictions.covers(both) {
            return;
        }
        let is_for_host = |checker: &Self, id: FunctionId| checker.restrictions_of(id).covers(CPU);
        if is_for_host(self, chosen) {
            return;
        }
        let for_host: Vec<FunctionId> = others.iter().filter(|id| is_for_host(self, *id)).collect();
        let is_covered = self.without_restrictions(|checker| {
            let candidates = checker.candidates(&for_host, typed, explicit);
            candidates.iter().any(|it| checker.ranks(&it.signature, list, typed).is_some())
        });
        if is_covered {
            return;
        }
        let text = self.text(name);
        let found = if let Some(other) = for_host.first() {
            let message = format!(
                "no `{text}` for the host takes these arguments: code that is `restrict(cpu, amp)` needs one for each target"
            );
            let found = Diagnostic::error(rules::CALL_VIABLE_UNDER_EACH, span, message);
            found.label(self.ast[*other].name_span, "the host's is declared here")
        } else {
            self.uncovered(chosen, (name, span))
        };
        self.report(found);
    }

    /// Returns the diagnostic of a call in code for both targets, of which all functions that fit are for the accelerator alone.
    pub(super) fn uncovered(&self, chosen: FunctionId, (name, span): (Symbol, Span)) -> Diagnostic {
        let message = format!(
            "`{}` is only `restrict(amp)`: code that is `restrict(cpu, amp)` also needs a function for the host",
            self.text(name)
        );
        let found = Diagnostic::error(rules::CALL_COVERED, span, message);
        found.label(self.ast[chosen].name_span, "declared here")
    }

    /// Reports a function whose targets overlap with the targets of a function that has the same parameters. C++ AMP 1.2 (2.3.2)
    pub(in super::super) fn check_overlap(&mut self, id: FunctionId, earlier: FunctionId) {
        let (own, known) = (self.restrictions_of(id), self.restrictions_of(earlier));
        if own == known
            || !self.is_amp()
            || !(own.covers(CPU) && known.covers(CPU) || own.covers(AMP) && known.covers(AMP))
        {
            return;
        }
        let function = self.ast[id];
        let is_definition = function.body.is_some() != self.ast[earlier].body.is_some();
        let rule =
            if is_definition { rules::RESTRICTION_DEFINITION_AGREES } else { rules::OVERLOAD_DISJOINT };
        let message = format!(
            "`{}` is `restrict({})` here and `restrict({})` before: functions with the same parameters must have the same targets, or none in common",
            self.text(function.name),
            in_words(own),
            in_words(known)
        );
        let found = Diagnostic::error(rule, function.name_span, message);
        self.report(found.label(self.ast[earlier].name_span, "declared before"));
    }
}

/// The names of restrictions, as a clause has them.
pub(super) fn in_words(set: RestrictionSet) -> &'static str {
    match (set.covers(CPU), set.covers(AMP)) {
        (true, true) => "cpu, amp",
        (false, true) => "amp",
        _ => "cpu",
    }
}
