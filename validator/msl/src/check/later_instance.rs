//! Calls of function templates before their bodies: the end of the program is a point of instantiation, too. C++14 (temp.point) 8

use super::Checker;
use super::overload::Candidate;
use crate::meaning::Callee;
use cxx_validator::ast::ExprId;
use shader_source::Span;

/// A call of a template whose body may come later.
#[derive(Clone, Debug)]
pub(super) struct LaterCall {
    /// The instance with the call, and the number of the callee in its body.
    caller: (usize, usize),
    candidate: Candidate,
    span: Span,
}

impl Checker<'_> {
    /// Notes a call of a function without a body. A template may have one at the end of the program.
    pub(super) fn note_later_callee(&mut self, id: ExprId, candidate: &Candidate, span: Span) {
        self.note_callee(id, Callee::Declared(candidate.function));
        let callee = self.function.callees.len().checked_sub(1);
        if let Some(caller) = self.function.number.zip(callee)
            && self.ast.is_template(candidate.function)
            && self.function.unevaluated == 0
            && !self.is_attempt
        {
            self.templates.later.push(LaterCall { caller, candidate: candidate.clone(), span });
        }
    }

    /// Makes the instances of templates that were called before their bodies. Returns false if there are none.
    pub(super) fn later_instances(&mut self) -> bool {
        let calls = core::mem::take(&mut self.templates.later);
        let has_calls = !calls.is_empty();
        for LaterCall { caller: (caller, callee), candidate, span } in calls {
            let Some(instance) = self.instance_of(&candidate, span) else { continue };
            let caller = &mut self.instances[caller];
            caller.calls.push((instance, span));
            if let Some(callee) = caller.body.callees.get_mut(callee) {
                *callee = Callee::Function(instance);
            }
        }
        has_calls
    }
}
