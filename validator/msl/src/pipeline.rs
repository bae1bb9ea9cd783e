//! The functions of a program that a pipeline needs. A program may have kernels that break a rule, or use what nothing executes; a pipeline
//! of another function has nothing to do with those.

use crate::diagnostic::Diagnostic;
use crate::dialect::entry_point_kind;
use crate::interface::EntryPointKind;
use cxx_validator::Parsed;
use cxx_validator::ast::{Attribute, DeclKind, Function, List};
use shader_source::Span;

/// What was left out of a program.
#[derive(Default)]
pub(crate) struct LeftOut {
    /// The functions.
    functions: Vec<Span>,
    /// The functions of pipelines that are still there.
    kept: Vec<Span>,
}

/// Leaves out the functions that no pipeline with the named functions calls: if they are kernels, all other functions of pipelines.
/// Otherwise kernels only, because vertex and fragment functions number the values between them together. A function can't call any of them.
///
/// Nothing is left out if no function has the name, so that a misspelt name is reported with all names.
pub(crate) fn leave_out(parsed: &mut Parsed, names: &[&str]) -> LeftOut {
    let mut left_out = LeftOut::default();
    let is_named = |it: &PipelineFunction<'_>| names.contains(&it.name);
    let Some(has_stages) = functions(parsed).filter(is_named).map(|it| !it.is_kernel).max() else {
        return left_out;
    };
    let mut others = Vec::new();
    for function in functions(parsed) {
        if !is_named(&function) && (function.is_kernel || !has_stages) {
            left_out.functions.push(function.span);
            others.push(function.decl);
        } else {
            left_out.kept.push(function.span);
        }
    }
    left_out.functions.sort_unstable();
    left_out.kept.sort_unstable();
    for decl in others {
        parsed.ast.decls[decl].kind = DeclKind::Empty;
    }
    left_out
}

impl LeftOut {
    /// Returns true if a diagnostic is about a function that was left out. A macro may write several functions in one place.
    pub(crate) fn has(&self, found: &Diagnostic) -> bool {
        let place = found.primary.span;
        // No function has another one in it, so the last one that begins before the place is the only one that may have it.
        let is_in = |spans: &[Span]| {
            let before = spans.partition_point(|span| span.lo <= place.lo);
            before.checked_sub(1).is_some_and(|last| place.hi <= spans[last].hi)
        };
        is_in(&self.functions) && !is_in(&self.kept)
    }
}

/// A function of pipelines.
struct PipelineFunction<'a> {
    /// The index of its declaration.
    decl: usize,
    span: Span,
    name: &'a str,
    is_kernel: bool,
}

/// All functions of pipelines, with the instances that the program asks for.
fn functions(parsed: &Parsed) -> impl Iterator<Item = PipelineFunction<'_>> {
    parsed.ast.decls.iter().enumerate().filter_map(|(decl, declaration)| {
        let (DeclKind::Function(id) | DeclKind::Instance(id)) = declaration.kind else { return None };
        let function = &parsed.ast[id];
        let is_kernel = is_kernel(parsed, function)?;
        Some(PipelineFunction {
            decl,
            span: declaration.span,
            name: parsed.names.text(function.name),
            is_kernel,
        })
    })
}

/// Returns true for kernels, and false for other functions of pipelines.
fn is_kernel(parsed: &Parsed, function: &Function) -> Option<bool> {
    let has = |list: List<Attribute>, name: &str| {
        parsed.ast[list].iter().any(|attribute| parsed.names.text(attribute.name) == name)
    };
    match function.entry {
        Some(entry) => Some(entry_point_kind(entry) == EntryPointKind::Kernel),
        None if has(function.attributes, "kernel") => Some(true),
        None => {
            let stages = ["vertex", "fragment", "object", "mesh"];
            stages.iter().any(|name| has(function.attributes, name)).then_some(false)
        }
    }
}
