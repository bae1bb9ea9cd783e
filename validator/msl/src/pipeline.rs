//! The functions of a program that a pipeline needs. A program may have kernels that break a rule, or use what nothing executes; a pipeline
//! of a different function has nothing to do with those.

use crate::diagnostic::Diagnostic;
use crate::dialect::entry_point_kind;
use crate::interface::EntryPointKind;
use cxx_validator::Parsed;
use cxx_validator::ast::{Ast, Attribute, DeclKind, Expr, Function, FunctionId, List, Literal};
use cxx_validator::names::{Names, Symbol};
use rustc_hash::{FxHashMap, FxHashSet};
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
    leave_out_helpers(parsed, &mut left_out);
    left_out.functions.sort_unstable();
    left_out.kept.sort_unstable();
    left_out
}

/// Leaves out the helper functions that only functions use that are left out, by name: all functions of a name go or stay together. A helper
/// that nothing names stays, with what it needs, since a call may be an operator or a conversion.
fn leave_out_helpers(parsed: &mut Parsed, left_out: &mut LeftOut) {
    let mut helpers = helpers(parsed);
    let names: FxHashSet<Symbol> = helpers.iter().map(|it| it.name).collect();
    let is_helper = |name: Symbol| names.contains(&name) && !parsed.unread.contains(&name);
    let mentions = parsed.ast.names.iter().filter(|it| is_helper(it.name)).map(|it| (it.name_span, it.name));
    let mentions: Vec<(Span, Symbol)> = mentions.collect();
    let mentioned: FxHashSet<Symbol> = mentions.iter().map(|it| it.1).collect();
    helpers.retain(|it| mentioned.contains(&it.name));
    helpers.sort_unstable_by_key(|it| it.span);
    let (mut needed, mut by_helper) = (Vec::new(), FxHashMap::<Symbol, Vec<Symbol>>::default());
    for (place, name) in mentions {
        if let Some(helper) = last_around(&helpers, place, |it| it.span) {
            by_helper.entry(helper.name).or_default().push(name);
        } else if last_around(&left_out.functions, place, |span| *span).is_none() {
            needed.push(name);
        }
    }
    let mut dropped = mentioned;
    while let Some(name) = needed.pop() {
        if dropped.remove(&name) {
            needed.extend(by_helper.remove(&name).unwrap_or_default());
        }
    }
    for helper in helpers.iter().filter(|it| dropped.contains(&it.name)) {
        left_out.functions.push(helper.span);
        parsed.ast.decls[helper.decl].kind = DeclKind::Empty;
    }
}

/// A function outside of structures that is not called by pipelines.
struct Helper {
    decl: usize,
    span: Span,
    name: Symbol,
}

fn helpers(parsed: &Parsed) -> Vec<Helper> {
    let all = parsed.ast.decls.iter().enumerate().filter_map(|(decl, declaration)| {
        let (DeclKind::Function(id) | DeclKind::Instance(id)) = declaration.kind else { return None };
        let function = &parsed.ast[id];
        let is_helper = is_kernel(parsed, function).is_none() && function.path.is_empty();
        is_helper.then_some(Helper { decl, span: declaration.span, name: function.name })
    });
    all.collect()
}

/// The last of sorted functions that begins before a place, if the place is in it. No function has a nested function.
fn last_around<T>(functions: &[T], place: Span, span: impl Fn(&T) -> Span) -> Option<&T> {
    let before = functions.partition_point(|it| span(it).lo <= place.lo);
    let last = &functions[before.checked_sub(1)?];
    (place.hi <= span(last).hi).then_some(last)
}

impl LeftOut {
    /// Returns true if a diagnostic is about a function that was left out. A macro may write several functions in one place.
    pub(crate) fn has(&self, found: &Diagnostic) -> bool {
        let place = found.primary.span;
        let is_in = |spans: &[Span]| last_around(spans, place, |span| *span).is_some();
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
