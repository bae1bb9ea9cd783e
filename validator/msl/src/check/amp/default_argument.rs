//! Default arguments of functions for the accelerator. C++ AMP 1.2 (2.1.1)
//!
//! A default argument is before the clause of its function, so it means what it means in the code around the function: mostly code for the
//! host. Calls that use it must be for targets of everything that it calls. The calls may come before it is checked, so they are compared at the end.

use super::super::Checker;
use super::restriction::in_words;
use super::{AMP, CPU};
use crate::diagnostic::Diagnostic;
use amp_spec::rules;
use cxx_validator::ast::{FunctionId, RestrictionSet};
use rustc_hash::FxHashMap;
use shader_source::Span;

/// The default arguments of a program.
#[derive(Default, Debug)]
pub(super) struct Defaults {
    /// The functions that default arguments call, by the bodies and the indices of the parameters.
    called: FxHashMap<(usize, usize), Vec<FunctionId>>,
    /// The calls that use a default argument, with the targets of the code.
    uses: Vec<((usize, usize), Span, RestrictionSet)>,
    /// The default argument that is checked now, of a function for the accelerator.
    pub(super) present: Option<(usize, usize)>,
    /// The objects that default arguments name and that code for the accelerator can't reach.
    unreachable: Vec<((usize, usize), Diagnostic)>,
}

impl Checker<'_> {
    /// Checks the default argument of a parameter of the present function for the targets of the code around the function.
    pub(in super::super) fn in_surroundings(&mut self, index: usize, work: impl FnOnce(&mut Self)) {
        let Some((amp, number)) = self.amp.as_ref().zip(self.function.number) else { return work(self) };
        let around = amp.inherited.get(&self.instances[number].function).copied();
        let own = core::mem::replace(&mut self.function.restrictions, around.unwrap_or(CPU));
        let (calls, later) = (self.function.calls.len(), self.function.later.len());
        let outer = self.set_present_default(own.covers(AMP).then_some((number, index)));
        work(self);
        self.set_present_default(outer);
        self.function.restrictions = own;
        let (calls, later) = (self.function.calls[calls..].to_vec(), self.function.later[later..].to_vec());
        self.note_default((number, index), &calls, &later);
    }

    fn set_present_default(&mut self, key: Option<(usize, usize)>) -> Option<(usize, usize)> {
        self.amp.as_mut().and_then(|amp| core::mem::replace(&mut amp.defaults.present, key))
    }

    /// Notes an object in the present default argument, which is reported if a call uses the argument.
    pub(super) fn note_unreachable(&mut self, found: Diagnostic) {
        if let Some(amp) = self.amp.as_mut()
            && let Some(key) = amp.defaults.present
        {
            amp.defaults.unreachable.push((key, found));
        }
    }

    /// Notes what a default argument calls.
    pub(in super::super) fn note_default(
        &mut self,
        key: (usize, usize),
        calls: &[(usize, Span)],
        later: &[(FunctionId, Span)],
    ) {
        let calls = calls.iter().map(|(instance, _)| self.instances[*instance].function);
        let called: Vec<FunctionId> = calls.chain(later.iter().map(|(function, _)| *function)).collect();
        if let Some(amp) = &mut self.amp {
            amp.defaults.called.insert(key, called);
        }
    }

    /// Notes a call that uses a default argument.
    pub(in super::super) fn note_default_used(&mut self, key: (usize, usize), span: Span) {
        let place = self.place_of_use(span);
        let is_restricted = !self.is_attempt && !self.is_host_code();
        let targets = self.function.restrictions;
        if let (Some(amp), Some(place)) = (self.amp.as_mut().filter(|_| is_restricted), place) {
            amp.defaults.uses.push((key, place, targets));
        }
    }

    /// Reports the calls that use default arguments for different targets.
    pub(in super::super) fn check_default_targets(&mut self) {
        let Some(Defaults { called, uses, unreachable, .. }) =
            self.amp.as_mut().map(|amp| core::mem::take(&mut amp.defaults))
        else {
            return;
        };
        for (key, found) in unreachable {
            if uses.iter().any(|(used, ..)| *used == key) {
                self.report_once(found);
            }
        }
        for (key, span, targets) in uses {
            let others = called.get(&key).into_iter().flatten().copied();
            let Some(other) = others.into_iter().find(|id| !self.restrictions_of(*id).covers(targets)) else {
                continue;
            };
            let function = self.ast[self.instances[key.0].function];
            let message = format!(
                "a default argument of `{}` calls `{}`, which is only `restrict({})`: pass the argument, or let the default be for `restrict({})`",
                self.text(function.name),
                self.text(self.ast[other].name),
                in_words(self.restrictions_of(other)),
                in_words(targets)
            );
            let found = Diagnostic::error(rules::RESTRICTION_RANGE, span, message);
            self.report(found.label(function.name_span, "declared here"));
        }
    }
}
