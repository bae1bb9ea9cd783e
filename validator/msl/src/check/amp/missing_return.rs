//! Functions with a result and without any `return`.
//!
//! C++14 (stmt.return) 2 leaves their behavior undefined. Microsoft's compiler rejects them where it makes code of them (C4716): of members that are
//! defined in their class and of other inline functions only if something calls them.

use super::super::Checker;
use crate::diagnostic::Diagnostic;
use cxx_validator::ast::{Function, FunctionId};
use rustc_hash::FxHashSet;

/// A function without any `return`.
#[derive(Debug)]
pub(super) struct Missing {
    id: FunctionId,
    /// Whether it has code only if something calls it.
    is_inline: bool,
    found: Diagnostic,
}

impl Checker<'_> {
    /// Notes a function for the accelerator, with what to report about it.
    pub(in super::super) fn lacks_any_return(
        &mut self,
        id: FunctionId,
        function: &Function,
        found: Diagnostic,
    ) {
        let is_member = self.function.this.is_some();
        let is_inline = is_member || function.is_static || function.is_without_object;
        if let Some(amp) = self.amp.as_mut().filter(|_| !self.is_attempt) {
            amp.missing_returns.push(Missing { id, is_inline, found });
        }
    }

    /// Reports the functions that have code, once each.
    pub(super) fn report_missing_returns(&mut self) {
        let Some(amp) = self.amp.as_mut().filter(|amp| !amp.missing_returns.is_empty()) else { return };
        let missing = core::mem::take(&mut amp.missing_returns);
        let mut called: FxHashSet<FunctionId> = FxHashSet::default();
        for instance in &self.instances {
            called.extend(instance.calls.iter().map(|(callee, _)| self.instances[*callee].function));
            called.extend(instance.later.iter().map(|(callee, _)| *callee));
        }
        let mut seen = FxHashSet::default();
        for Missing { id, is_inline, found } in missing {
            if (!is_inline || called.contains(&id)) && seen.insert(found.primary.span) {
                self.diagnostics.push(found);
            }
        }
    }
}
