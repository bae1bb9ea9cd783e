//! The functions of a program that a pipeline needs. A program may have kernels that break a rule, or use what nothing executes; a pipeline
//! of a different function has nothing to do with those.

use crate::diagnostic::Diagnostic;
use crate::dialect::entry_point_kind;
use crate::interface::EntryPointKind;
use cxx_validator::Parsed;
use cxx_validator::ast::{Ast, Attribute, DeclKind, Expr, Function, FunctionId, List, Literal};
use cxx_validator::names::{Names, Symbol};
use rustc_hash::FxHashSet;
use shader_source::Span;

/// The functions that were left out of a program, and the functions that were kept.
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
    // A pipeline calls instances of templates.
    let is_named = |it: &PipelineFunction<'_>| !it.is_template && names.contains(&it.host_name);
    let Some(has_stages) = functions(parsed).filter(is_named).map(|it| !it.is_kernel).max() else {
        return left_out;
    };
    // The templates that named instances are made of.
    let needed: FxHashSet<Symbol> = functions(parsed).filter(is_named).map(|it| it.name).collect();
    let (mut others, mut templates) = (Vec::new(), Vec::new());
    for function in functions(parsed) {
        let is_needed = is_named(&function) || function.is_template && needed.contains(&function.name);
        if is_needed || has_stages && !function.is_kernel {
            left_out.kept.push(function.span);
            continue;
        }
        left_out.functions.push(function.span);
        if function.is_template { templates.push(function.id) } else { others.push(function.decl) }
    }
    for decl in others {
        parsed.ast.decls[decl].kind = DeclKind::Empty;
    }
    // The types of templates stay: `typedef decltype(copy<float>) copy_t;` may be what a named instance is declared with.
    for id in templates {
        parsed.ast.functions[id.index()].body = None;
    }
    left_out.functions.sort_unstable();
    left_out.kept.sort_unstable();
    left_out
}

impl LeftOut {
    /// Returns true if a diagnostic is about a function that was left out. A macro may write several functions in one place.
    pub(crate) fn has(&self, found: &Diagnostic) -> bool {
        let place = found.primary.span;
        // No function has a nested function, so the last one that begins before the place is the only one that may have it.
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
    id: FunctionId,
    span: Span,
    name: Symbol,
    host_name: &'a str,
    is_kernel: bool,
    is_template: bool,
}

/// All functions of pipelines, with the instances that the program asks for.
fn functions(parsed: &Parsed) -> impl Iterator<Item = PipelineFunction<'_>> {
    parsed.ast.decls.iter().enumerate().filter_map(|(decl, declaration)| {
        let (DeclKind::Function(id) | DeclKind::Instance(id)) = declaration.kind else { return None };
        let function = &parsed.ast[id];
        Some(PipelineFunction {
            decl,
            id,
            span: declaration.span,
            name: function.name,
            host_name: host_name(&parsed.ast, &parsed.names, function),
            is_kernel: is_kernel(parsed, function)?,
            is_template: !function.template.is_empty(),
        })
    })
}

/// Returns the name by which a host finds a function: the argument of `host_name`, or its own name.
pub(crate) fn host_name<'a>(ast: &Ast, names: &'a Names, function: &Function) -> &'a str {
    let mut attributes = ast[function.attributes].iter();
    let given = attributes.find(|attribute| names.text(attribute.name) == "host_name");
    let argument = given.and_then(|attribute| ast[attribute.arguments].first());
    match argument.map(|argument| ast[*argument]) {
        Some(Expr::Literal(Literal::Text(text))) => names.text(text).trim_matches('"'),
        _ => names.text(function.name),
    }
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
