//! Whether expressions are evaluated, and the memory that their values are computed in.

use super::Checker;
use crate::ast::ExprId;

/// The state that the evaluation of one expression leaves to the next.
#[derive(Debug, Default)]
pub(super) struct Evaluation {
    /// Above zero while an expression is checked that is never evaluated.
    skipped: u32,
    /// Whether only a type needs the value of the expression that is being checked.
    is_for_type: bool,
    /// Expressions whose left operand is being checked.
    spine: Vec<ExprId>,
    /// The scalars of a value that is being computed.
    pub(super) scalars: Vec<u64>,
}

impl Evaluation {
    /// Begins anew, with the memory kept.
    pub(super) fn reset(&mut self) {
        self.skipped = 0;
        self.is_for_type = false;
        self.spine.clear();
    }

    /// Returns true if the expression that is being checked is evaluated as soon as its operands are known.
    pub(super) const fn is_on(&self) -> bool {
        self.skipped == 0
    }

    /// Returns true if only a type needs the value of the expression that is being checked: it stands in one that is not evaluated.
    pub(super) const fn is_for_type(&self) -> bool {
        self.is_for_type
    }

    /// Where the spine of an expression begins.
    pub(super) fn mark(&self) -> usize {
        self.spine.len()
    }

    /// Descends into the left operand of an expression.
    pub(super) fn descend(&mut self, id: ExprId) {
        self.spine.push(id);
    }

    /// The expression around the last left operand; `None` at the mark.
    pub(super) fn ascend(&mut self, mark: usize) -> Option<ExprId> {
        if self.spine.len() > mark { self.spine.pop() } else { None }
    }
}

impl Checker<'_> {
    /// Checks something that is never evaluated, if the condition holds.
    pub(super) fn skip_if<T>(&mut self, condition: bool, check: impl FnOnce(&mut Self) -> T) -> T {
        self.evaluation.skipped += u32::from(condition);
        let checked = check(self);
        self.evaluation.skipped -= u32::from(condition);
        checked
    }

    /// Checks something that a type depends on: it is evaluated wherever it stands.
    pub(super) fn evaluate_anyway<T>(&mut self, check: impl FnOnce(&mut Self) -> T) -> T {
        let skipped = core::mem::take(&mut self.evaluation.skipped);
        let was_for_type = core::mem::replace(&mut self.evaluation.is_for_type, skipped > 0);
        let checked = check(self);
        self.evaluation.is_for_type = was_for_type;
        self.evaluation.skipped = skipped;
        checked
    }
}
