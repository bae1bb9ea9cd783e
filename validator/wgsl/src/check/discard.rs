//! `discard` as the draft of 2022-04-11 has it: it ends the invocation, so functions and statements have the behaviour
//! {Discard}, and expressions may have it through calls.

use super::Checker;
use crate::ast::{Expr, ExprId, FunctionId, StmtId};
use crate::meaning::{Behavior, Discards};
use crate::resolve::Callee;
use shader_source::Span;
use wgsl_spec::rules;

impl Checker<'_> {
    /// The behaviour of a `discard` statement.
    pub(super) fn discard_behavior(&mut self, span: Span) -> Behavior {
        if !self.terms.rules.discard_ends_invocation {
            return Behavior::NEXT;
        }
        if self.body.is_in_continuing() {
            self.discard_in_continuing(
                span,
                "`discard` is not allowed in a continuing block in this edition",
            );
        }
        Behavior::DISCARD
    }

    #[cold]
    fn discard_in_continuing(&mut self, span: Span, message: &str) {
        self.error(rules::STMT_DISCARD_NOT_IN_CONTINUING, span, message);
    }

    /// Notes that an expression calls a function, which may discard.
    pub(super) fn call_may_discard(&mut self, callee: FunctionId, span: Span) {
        if self.meaning[callee].discards == Discards::Never {
            return;
        }
        self.body.expression_discards = true;
        if self.body.is_in_continuing() {
            self.discard_in_continuing(
                span,
                "a continuing block can't call a function that may `discard` in this edition",
            );
        }
    }

    /// The behaviour of a call statement, without what its arguments do.
    pub(super) fn call_behavior(&self, call: ExprId) -> Behavior {
        if self.terms.rules.discard_ends_invocation
            && let Expr::Call(callee, _) = self.ast[call]
            && let Callee::Function(function) = self.resolution.callee(self.syntax, callee)
            && self.meaning[function].discards == Discards::Always
        {
            return Behavior::DISCARD;
        }
        Behavior::NEXT
    }

    /// Checks the last part of the header of a `for` statement, which is a continuing block.
    pub(super) fn update_behavior(&mut self, update: StmtId, behavior: Behavior) {
        if behavior.contains(Behavior::DISCARD) && !self.body.is_in_continuing() {
            let span = self.ast.stmt_span(update);
            self.discard_in_continuing(
                span,
                "a loop's update can't call a function that may `discard` in this edition",
            );
        }
    }

    /// Notes the behaviour of a function, which is that of its body with {Next} in place of {Return}.
    pub(super) fn function_behavior(&mut self, id: FunctionId, body: Behavior) {
        let may_end = body.contains(Behavior::NEXT.with(Behavior::RETURN));
        self.meaning.function_mut(id).discards = match (body.contains(Behavior::DISCARD), may_end) {
            (false, _) => Discards::Never,
            (true, true) => Discards::Sometimes,
            (true, false) => Discards::Always,
        };
    }
}
