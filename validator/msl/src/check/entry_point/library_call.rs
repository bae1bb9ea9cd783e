//! Calls and writes of a function of a pipeline, itself or in functions that it calls. Sections 5.10, 6.8 and 6.9

use super::super::Checker;
use super::Entry;
use crate::diagnostic::Diagnostic;
use crate::interface::EntryPointKind;
use crate::types::TypeId;
use msl_spec::{Function, Rule, Stage, rules};
use shader_source::{Span, steps};
use std::collections::VecDeque;

/// The facts about functions and all that they call, for all functions of a pipeline together: many may call the same ones.
pub(super) struct Reach {
    /// For each stage, whether the calls of a function were checked.
    checked: [(Stage, Vec<bool>); 3],
    /// The write to `device` memory or a texture that is the fewest calls away, by function.
    writes: Vec<Option<Span>>,
}

impl Checker<'_> {
    /// Returns the facts before any function of a pipeline is checked.
    pub(super) fn reach(&self) -> Reach {
        let checked = [Stage::Vertex, Stage::Fragment, Stage::Kernel];
        let checked = checked.map(|stage| (stage, vec![false; self.instances.len()]));
        Reach { checked, writes: self.nearest_writes() }
    }

    /// Reports functions of the library that the stage does not have.
    pub(super) fn check_library_calls(&mut self, entry: &Entry, reach: &mut Reach) {
        let stage = match entry.kind {
            EntryPointKind::Vertex => Stage::Vertex,
            EntryPointKind::Fragment => Stage::Fragment,
            // Later functions work in threadgroups as kernels do.
            EntryPointKind::Kernel | EntryPointKind::Object | EntryPointKind::Mesh => Stage::Kernel,
        };
        let mut wrong: Vec<(&'static Function, Span)> = Vec::new();
        for number in self.reached_first(entry, stage, reach) {
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
    pub(super) fn check_writes(&mut self, entry: &Entry, reach: &Reach) {
        if entry.kind != EntryPointKind::Vertex || entry.result == TypeId::VOID {
            return;
        }
        let Some(write) = reach.writes[entry.instance] else { return };
        let function = self.ast[entry.function];
        let message =
            format!("`{}` writes to `device` memory, so it must return `void`", self.text(function.name));
        let span = function.result.map_or(function.name_span, |ty| self.ast.type_span(ty));
        let found = Diagnostic::error(rules::VERTEX_WRITES_RETURNS_VOID, span, message)
            .label(write, "it writes here");
        self.report_once(found);
    }

    /// Returns a function and all that it calls, except functions that an earlier entry point of the same stage reached: their wrong calls were
    /// reported there, and `report_once` would drop them here.
    fn reached_first(&self, entry: &Entry, stage: Stage, reach: &mut Reach) -> Vec<usize> {
        let mut reached = Vec::new();
        for (_, checked) in reach.checked.iter_mut().filter(|(of, _)| *of == stage) {
            let mut add = |number: usize, reached: &mut Vec<usize>| {
                if !core::mem::replace(&mut checked[number], true) {
                    reached.push(number);
                }
            };
            add(entry.instance, &mut reached);
            let mut next = 0;
            while let Some(number) = reached.get(next).copied() {
                next += 1;
                for (callee, _) in &self.instances[number].calls {
                    steps::take(1);
                    add(*callee, &mut reached);
                }
            }
        }
        reached
    }

    /// Returns the nearest write of each function: itself, or in a function that it calls. Walks from all writes to the callers at once, so
    /// that the cost does not depend on how many functions share a callee.
    fn nearest_writes(&self) -> Vec<Option<Span>> {
        let mut writes: Vec<Option<Span>> =
            self.instances.iter().map(|instance| instance.device_write).collect();
        let mut callers: Vec<Vec<usize>> = vec![Vec::new(); writes.len()];
        for (caller, instance) in self.instances.iter().enumerate() {
            for (callee, _) in &instance.calls {
                steps::take(1);
                callers[*callee].push(caller);
            }
        }
        let mut pending: VecDeque<usize> =
            (0..writes.len()).filter(|number| writes[*number].is_some()).collect();
        while let Some(callee) = pending.pop_front() {
            for caller in &callers[callee] {
                steps::take(1);
                if writes[*caller].is_none() {
                    writes[*caller] = writes[callee];
                    pending.push_back(*caller);
                }
            }
        }
        writes
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

/// Returns true if a function distinguishes helper threads, which only fragments have, from other threads. Sections 6.8.2 and 6.8.3
fn is_for_helpers(name: &str) -> bool {
    matches!(name, "simd_is_helper_thread" | "quad_is_helper_thread")
}
