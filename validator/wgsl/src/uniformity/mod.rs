//! Uniformity analysis. <https://www.w3.org/TR/WGSL/#uniformity>
//!
//! For each function, callees first, a graph is built whose edges mean "is uniform only if". A barrier, derivative or
//! subgroup operation requires uniform control flow; a path from there to a possibly non-uniform value is reported
//! with its steps, each of which names its rule. The facts about a function that callers need are kept.
//!
//! Each edition has an analysis of its own, on one kind of graph.

mod current;
pub(crate) mod dot;
mod draft;
mod functions;
mod graph;
mod paths;
mod proof;
mod requirement;

use crate::diagnostic::{Diagnostic, Label, Severity};
use crate::meaning::TypedModule;
use rustc_hash::FxHashMap;
use shader_source::Span;
use wgsl_spec::{Edition, Rule};

/// The most further calls that a diagnostic points at.
const MOST_FURTHER: usize = 5;

/// Analyses an accepted module by the rules of its edition.
pub(crate) fn analyze(module: TypedModule<'_>, diagnostics: &mut Vec<Diagnostic>) {
    let first = diagnostics.len();
    match module.syntax.edition() {
        Edition::Current => current::analyze(module, diagnostics),
        Edition::Draft2022 => draft::analyze(module, diagnostics),
    }
    let found = diagnostics.split_off(first);
    diagnostics.extend(by_cause(found));
}

/// The cause of non-uniform calls: the rule that they break, and the steps of its proof.
type Cause = (&'static Rule, Severity, Vec<Span>);

/// One diagnostic for all calls that have the same cause, such as an early `return`: the first call, with the suggestions for all.
fn by_cause(found: Vec<Diagnostic>) -> Vec<Diagnostic> {
    let mut known: FxHashMap<Cause, (usize, usize)> = FxHashMap::default();
    let mut merged: Vec<Diagnostic> = Vec::new();
    for found in found {
        let said = found.labels.iter().filter(|label| !label.text.is_empty());
        let steps: Vec<Span> = said.map(|label| label.span).collect();
        if steps.is_empty() {
            merged.push(found);
            continue;
        }
        let (index, further) = known.entry((found.rule, found.severity, steps)).or_insert((merged.len(), 0));
        let Some(first) = merged.get_mut(*index) else {
            merged.push(found);
            continue;
        };
        *further += usize::from(first.primary.span != found.primary.span);
        if let (Some(all), Some(more)) = (&mut first.suggestion, found.suggestion) {
            all.edits.extend(more.edits);
            all.edits.sort();
            all.edits.dedup();
        }
        if *further <= MOST_FURTHER && first.primary.span != found.primary.span {
            first.labels.push(Label { span: found.primary.span, text: "and here".to_owned(), rule: None });
        }
    }
    for (index, further) in known.into_values().filter(|(_, further)| *further > 0) {
        let calls = if further == 1 { "call has" } else { "calls have" };
        merged[index].notes.insert(0, format!("{further} more {calls} the same cause"));
    }
    merged
}
