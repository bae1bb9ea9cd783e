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

use crate::diagnostic::Diagnostic;
use crate::meaning::TypedModule;
use wgsl_spec::Edition;

/// Analyses an accepted module by the rules of its edition.
pub(crate) fn analyze(module: TypedModule<'_>, diagnostics: &mut Vec<Diagnostic>) {
    match module.syntax.edition() {
        Edition::Current => current::analyze(module, diagnostics),
        Edition::Draft2022 => draft::analyze(module, diagnostics),
    }
}
