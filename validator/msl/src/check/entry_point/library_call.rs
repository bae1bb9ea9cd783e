//! Calls and writes of a function of a pipeline, itself or in functions that it calls. Sections 5.10, 6.8 and 6.9

use super::super::Checker;
use super::Entry;
use crate::diagnostic::Diagnostic;
use crate::interface::EntryPointKind;
use crate::types::TypeId;
use msl_spec::{Function, Rule, Stage, rules};
use shader_source::Span;

impl Checker<'_> {
    /// Reports functions of the library that the stage does not have.
    pub(super) fn check_library_calls(&mut self, entry: &Entry) {
        let stage = match entry.kind {
            EntryPointKind::Vertex => Stage::Vertex,
            EntryPointKind::Fragment => Stage::Fragment,
            // Later functions work in threadgroups as kernels do.
            EntryPointKind::Kernel | EntryPointKind::Object | EntryPointKind::Mesh => Stage::Kernel,
        };
        let mut wrong: Vec<(&'static Function, Span)> = Vec::new();
        for number in self.reached(entry) {
            let calls = self.instances[number].library_calls.iter().copied();
            wrong.extend(calls.filter(|(function, _)| {
                let is_wasted = stage != Stage::Fragment && is_for_helpers(function.name);
                is_wasted || !function.stages.contains(stage)
            }));
        }
        let own = self.ast[entry.function];
        for (function, span) in wrong {
            let (rule, is_warning) = stage_rule(function);
            let message = format!("a {} function can't call `{}`", stage.name(), function.name);
            let found = Diagnostic::error(rule, span, message)
                .label(own.name_span, format!("`{}` reaches this call", self.text(own.name)));
            self.report_once(if is_warning { found.warning() } else { found });
        }
    }

    /// Section 5.10: a vertex function that writes returns nothing.
    pub(super) fn check_writes(&mut self, entry: &Entry) {
        if entry.kind != EntryPointKind::Vertex || entry.result == TypeId::VOID {
            return;
        }
        let reached = self.reached(entry);
        let Some(write) = reached.into_iter().find_map(|number| self.instances[number].device_write) else {
            return;
        };
        let function = self.ast[entry.function];
        let message =
            format!("`{}` writes to `device` memory, so it must return `void`", self.text(function.name));
        let span = function.result.map_or(function.name_span, |ty| self.ast.type_span(ty));
        let found = Diagnostic::error(rules::VERTEX_WRITES_RETURNS_VOID, span, message)
            .label(write, "it writes here");
        self.report_once(found);
    }

    /// A function and all that it calls.
    fn reached(&self, entry: &Entry) -> Vec<usize> {
        let mut reached = vec![entry.instance];
        let mut next = 0;
        while let Some(number) = reached.get(next).copied() {
            next += 1;
            for (callee, _) in &self.instances[number].calls {
                if !reached.contains(callee) {
                    reached.push(*callee);
                }
            }
        }
        reached
    }
}

/// The rule that a call in a stage without the function breaks, and whether that is a warning.
fn stage_rule(function: &Function) -> (&'static Rule, bool) {
    if is_for_helpers(function.name) {
        return (rules::SIMD_HELPER_FRAGMENT_ONLY, true);
    }
    if function.section.starts_with("6.9") {
        return (rules::FRAGMENT_FUNCTION_FRAGMENT_ONLY, false);
    }
    (rules::COMPUTE_FUNCTION_KERNEL_ONLY, false)
}

/// Returns true if a function tells helper threads from others, which are those of fragments. Sections 6.8.2 and 6.8.3
fn is_for_helpers(name: &str) -> bool {
    matches!(name, "simd_is_helper_thread" | "quad_is_helper_thread")
}
