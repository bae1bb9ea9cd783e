//! The depth of the recursion of checking.
//!
//! The parser bounds the depth of each tree, but trees are checked inside of each other: a call checks the body of a function template
//! at the call, and a type checks the structure that it names. One count covers them all, so that the stack is bounded by it.

use super::Checker;
use crate::types::TypeId;
use msl_spec::rules;
use shader_source::Span;

/// How deep expressions, calls, statements and bodies may be checked inside of each other, all of them together. Each level takes at most
/// 4 KiB of stack without optimisation, so that checking fits 1 MiB.
const MOST_LEVELS: u32 = 240;

/// With more templates inside of each other, it is them that are nested too deeply.
const MOST_LEVELS_OF_STATEMENTS: u32 = 8;

impl Checker<'_> {
    /// Enters a level. Returns false and reports the place if it is too deep: then there is no level to leave.
    #[must_use]
    pub(super) fn enter(&mut self, span: Span) -> bool {
        shader_source::steps::take(1);
        self.count_in_template();
        if self.depth < MOST_LEVELS {
            self.depth += 1;
            return true;
        }
        let message = if self.levels > MOST_LEVELS_OF_STATEMENTS {
            "templates are nested too deeply"
        } else {
            "this is nested too deeply: split it into several statements, functions or types"
        };
        self.report_limit(rules::UNSUPPORTED_NESTING, span, message);
        false
    }

    /// Leaves a level that was entered.
    pub(super) const fn leave(&mut self) {
        self.depth -= 1;
    }

    /// Returns the type, or an error that is reported here if it is nested too deeply.
    pub(super) fn shallow(&mut self, ty: TypeId, span: Span) -> TypeId {
        if self.types.take_refused() {
            let message = "this type is nested too deeply: name a simpler one";
            self.error(rules::UNSUPPORTED_NESTING, span, message);
        }
        ty
    }
}
