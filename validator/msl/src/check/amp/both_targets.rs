//! Functions for both targets, whose bodies may mean different things on each: a name is looked up among the functions for the target that
//! executes it. C++ AMP 1.2 (2.3.2.1)

use super::super::{Checker, Signature};
use super::{AMP, CPU};
use crate::diagnostic::Diagnostic;
use crate::meaning::ByTarget;
use crate::types::TypeId;
use amp_spec::rules;
use cxx_validator::ast::{ExprId, FunctionId};
use cxx_validator::names::Symbol;
use shader_source::Span;

impl Checker<'_> {
    /// Checks the body of a function for both targets once more, as the host executes it: the first time, the functions for the accelerator were
    /// chosen. Most bodies have no choice, and one meaning.
    pub(in super::super) fn body_for_host(&mut self, number: usize, signature: &Signature) {
        let instance = &self.instances[number];
        let (function, this) = (instance.function, instance.this);
        let host = self.reserve(function, signature, instance.arguments.clone(), this);
        self.body_for(CPU, host, signature);
        self.host_bodies.insert(number, host);
        self.check_same_types(number, host);
    }

    /// Reports the call of a member function or operator in code for both targets, if all that fit are for the accelerator alone. C++ AMP 1.2 (2.3.2.1)
    pub(in super::super) fn check_member_covered(
        &mut self,
        chosen: FunctionId,
        (name, span): (Symbol, Span),
        others: impl FnOnce(&mut Self) -> Vec<FunctionId>,
    ) {
        let both = CPU.union(AMP);
        if !self.is_amp()
            || !self.function.restrictions.covers(both)
            || self.restrictions_of(chosen).covers(CPU)
            || others(self).into_iter().any(|other| self.restrictions_of(other).covers(CPU))
        {
            return;
        }
        let found = self.uncovered(chosen, (name, span));
        self.report(found);
    }

    /// Reports a call whose result has a different type on each target. C++ AMP 1.2 (2.2)
    fn check_same_types(&mut self, number: usize, host: usize) {
        let [own, of_host] = [number, host].map(|number| &self.instances[number].body);
        let calls =
            own.exprs.iter().zip(&of_host.exprs).enumerate().filter(|(_, (own, _))| own.callee.is_some());
        let differing = calls.filter(|(_, (own, other))| self.are_different(own.ty, other.ty));
        // The operands of an expression come before it.
        let first = differing.map(|(index, (own, other))| (index, own.ty, other.ty)).next();
        let Some((index, ty, host_ty)) = first else { return };
        let span = self.span(ExprId::from_index(own.first_expr + index));
        let message = format!(
            "this is `{}` for the accelerator, and `{}` for the host: in a function for both targets, an expression must have one type",
            self.types.print(ty),
            self.types.print(host_ty)
        );
        let found = Diagnostic::error(rules::RESTRICTION_SAME_TYPE_UNDER_EACH, span, message);
        self.report(found);
    }

    /// Returns true for types that are known, and are not the same. Each check of a body makes its own lambda expressions and local classes. Visual C++
    /// takes numbers of different types: people call `fast_math::sqrt` with a `double`, for which only the host has a function.
    fn are_different(&self, one: TypeId, other: TypeId) -> bool {
        let declaration = |ty| {
            let number = self.types.structure_number(ty)?;
            Some(self.types.structure(number).declaration)
        };
        let are_local = declaration(one).is_some() && declaration(one) == declaration(other);
        let are_numbers = [one, other].iter().all(|ty| self.types.scalar_of(*ty).is_some());
        one != other
            && !are_local
            && !are_numbers
            && !self.types.has_error(one)
            && !self.types.has_error(other)
    }

    /// The targets on which an instance is called. A program in Metal has one target.
    pub(in super::super) fn targets_of_instance(&self, number: usize, function: FunctionId) -> ByTarget {
        let targets = self.restrictions_of(function);
        let on = |target| (!self.is_amp() || targets.covers(target)).then_some(number);
        ByTarget { in_kernels: on(AMP), on_host: on(CPU) }
    }
}
