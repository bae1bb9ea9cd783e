//! Fixes for what implementations of 2021 accepted although no draft defined it, and what later editions forbid without giving it a meaning of
//! its own: vertex shaders without a position, derivatives in non-uniform control flow.

use super::edits::Edits;
use crate::Module;
use crate::ast::{Ast, DeclKind, Expr, ExprId, Function, List, Stmt, StructId, Variable};
use crate::diagnostic::Diagnostic;
use crate::resolve::{Binding, Callee};
use crate::types::TypeKind;
use rustc_hash::FxHashSet;
use shader_source::Span;

/// The places of the errors whose codes start so.
fn places<'m>(module: &'m Module, code: &'m str) -> impl Iterator<Item = Span> + use<'m> {
    let is_meant = move |found: &&Diagnostic| found.rule.slug().starts_with(code);
    module.diagnostics().iter().filter(is_meant).map(|found| found.primary.span)
}

/// The module-scope variable that an expression denotes a part of.
fn root(module: &Module, mut expr: ExprId) -> Option<&Variable> {
    let ast = &module.syntax().ast;
    loop {
        expr = match ast[expr] {
            Expr::Member(base, _) | Expr::Index(base, _) | Expr::Paren(base) | Expr::Unary(_, base) => base,
            Expr::Name(_) => break,
            _ => return None,
        };
    }
    match module.resolution().binding(expr) {
        Binding::Module(decl) => match ast[decl].kind {
            DeclKind::Variable(variable) => Some(&ast[variable]),
            _ => None,
        },
        _ => None,
    }
}

/// `var<storage>` without access mode could be written.
pub(super) fn writable_storage(module: &Module) -> Edits {
    let ast = &module.syntax().ast;
    let rejected: FxHashSet<Span> = places(module, "type/not-writable").collect();
    let (mut edits, mut seen) = (Edits::default(), FxHashSet::default());
    for (index, _) in ast.expr_spans.iter().enumerate().filter(|(_, span)| rejected.contains(span)) {
        let Some(variable) = root(module, ExprId::from_index(index)) else { continue };
        if let [space] = ast[variable.template]
            && seen.insert(variable.span)
        {
            edits.insert(ast.span(space).hi, ", read_write");
        }
    }
    edits
}

/// `arrayLength(a.b)`, which took references.
pub(super) fn array_lengths(module: &Module) -> Edits {
    let ast = &module.syntax().ast;
    let mut edits = Edits::default();
    for arguments in builtin_calls(module, &["arrayLength"]) {
        if let [argument] = ast[arguments]
            && root(module, argument).is_some()
            && !matches!(ast[argument], Expr::Unary(..) | Expr::Paren(_))
        {
            edits.insert(ast.span(argument).lo, "&");
        }
    }
    edits
}

/// `var s: sampler;` for a sampler that compares.
pub(super) fn comparison_samplers(module: &Module) -> Edits {
    const COMPARISONS: [&str; 3] =
        ["textureSampleCompare", "textureSampleCompareLevel", "textureGatherCompare"];
    let ast = &module.syntax().ast;
    let mut edits = Edits::default();
    let mut seen = FxHashSet::default();
    for arguments in builtin_calls(module, &COMPARISONS) {
        let Some(sampler) = ast[arguments].get(1).and_then(|argument| root(module, *argument)) else {
            continue;
        };
        if let Some(ty) = sampler.ty.map(|ty| ast.span(ty))
            && ty.text(module.source()) == "sampler"
            && seen.insert(ty)
        {
            edits.insert(ty.hi, "_comparison");
        }
    }
    edits
}

/// The arguments of the calls of builtin functions of these names.
fn builtin_calls<'m>(
    module: &'m Module,
    names: &'m [&'static str],
) -> impl Iterator<Item = List<ExprId>> + use<'m> {
    module.syntax().ast.exprs.iter().filter_map(|expr| {
        let Expr::Call(callee, arguments) = *expr else { return None };
        match module.resolution().callee(module.syntax(), callee) {
            Callee::Builtin(function) => names.contains(&function.get().name).then_some(arguments),
            Callee::Function(_) | Callee::Type => None,
        }
    })
}

/// Derivatives and implicit sampling in non-uniform control flow, whose results were never defined.
pub(super) fn unfiltered_derivatives(module: &Module) -> Edits {
    let mut edits = Edits::default();
    if places(module, "uniformity/derivative").next().is_some() {
        edits.insert(0, "diagnostic(off, derivative_uniformity);\n");
    }
    edits
}

/// A position for vertex shaders without one, which draw nothing.
pub(super) fn positions(module: &Module) -> Edits {
    let ast = &module.syntax().ast;
    let missing: FxHashSet<Span> = places(module, "interface/missing-position").collect();
    let (mut edits, mut structures) = (Edits::default(), FxHashSet::default());
    let functions = module.meaning().functions().iter().zip(&ast.functions);
    for (meaning, function) in functions.filter(|(_, function)| missing.contains(&function.name_span)) {
        match meaning.result.map(|ty| module.meaning().types.kind(ty)) {
            None => result(ast, function, &mut edits),
            Some(TypeKind::Struct(structure)) => {
                if structures.insert(structure) && !is_in_memory(module, structure) {
                    member(module, structure, &mut edits);
                }
            }
            Some(_) => {}
        }
    }
    edits
}

/// Gives a position to an entry point without a result.
fn result(ast: &Ast, function: &Function, edits: &mut Edits) {
    let body = ast[function.body].span;
    edits.insert(body.lo, "-> @builtin(position) vec4<f32> ");
    let is_inside = |span: &Span| body.lo < span.lo && span.hi < body.hi;
    let statements = || ast.stmts.iter().zip(&ast.stmt_spans).filter(|(_, span)| is_inside(span));
    for (_, span) in statements().filter(|(statement, _)| matches!(statement, Stmt::Return(None))) {
        edits.insert(span.lo + "return".len() as u32, " vec4<f32>()");
    }
    let last = statements().max_by_key(|(_, span)| span.hi);
    if !last.is_some_and(|(statement, _)| matches!(statement, Stmt::Return(_))) {
        edits.insert(body.hi - 1, "return vec4<f32>(); ");
    }
}

/// Adds a position to the structure of a result, and to the calls of its constructor.
fn member(module: &Module, id: StructId, edits: &mut Edits) {
    let ast = &module.syntax().ast;
    let Some(last) = ast[ast[id].members].last() else { return };
    let names: FxHashSet<&str> = ast[ast[id].members].iter().map(|it| module.typed().name(it.name)).collect();
    let mut name = "position".to_owned();
    while names.contains(name.as_str()) {
        name.push('_');
    }
    edits.insert(ast.span(last.ty).hi, format!(", @builtin(position) {name} : vec4<f32>"));
    for expr in &ast.exprs {
        if let Expr::Call(callee, arguments) = *expr
            && denotes(module, callee, id)
            && let Some(last) = ast[arguments].last()
        {
            edits.insert(ast.span(*last).hi, ", vec4<f32>()");
        }
    }
}

fn denotes(module: &Module, expr: ExprId, id: StructId) -> bool {
    let Binding::Module(decl) = module.resolution().binding(expr) else { return false };
    matches!(module.syntax().ast[decl].kind, DeclKind::Struct(structure) if structure == id)
}

/// Returns true if buffers or other structures may contain the structure: a further member would change their layout.
fn is_in_memory(module: &Module, id: StructId) -> bool {
    let ast = &module.syntax().ast;
    let members = ast.structs.iter().flat_map(|structure| &ast[structure.members]).map(|member| member.ty);
    let resources = ast.variables.iter().filter(|it| !ast[it.attributes].is_empty()).filter_map(|it| it.ty);
    let types: Vec<Span> = members.chain(resources).map(|ty| ast.span(ty)).collect();
    let names = (0..ast.exprs.len()).map(ExprId::from_index);
    let mut names = names.filter(|it| matches!(ast[*it], Expr::Name(_)) && denotes(module, *it, id));
    names.any(|it| {
        let name = ast.span(it);
        types.iter().any(|ty| ty.lo <= name.lo && name.hi <= ty.hi)
    })
}
