//! Facts about the thing at a place.

use crate::analysis::{Analysis, Facts};
use crate::whole::{Name, Whole};
use crate::{describe, metal, reference};
use lsp_types::{Hover, MarkupContent, MarkupKind};
use shader_source::Span;
use std::fmt::Write as _;
use wgsl_spec::{Predeclared, Symbol};
use wgsl_validator::ast::{DeclId, DeclKind, Directive, Expr, ExprId, StructId, VariableId};
use wgsl_validator::layout::{StructLayout, struct_layouts};
use wgsl_validator::meaning::TypedModule;
use wgsl_validator::occurrence::Denoted;
use wgsl_validator::types::TypeId;

/// The facts about the name, attribute, extension or expression at an offset.
pub(crate) fn hover(analysis: &Analysis, offset: u32) -> Option<Hover> {
    let (span, value) = match analysis.facts() {
        Facts::Metal(program) | Facts::Amp(program) => metal::hover(analysis, program, offset)?,
        Facts::Wgsl(_) | Facts::Header | Facts::Host => of_wgsl(analysis, offset)?,
    };
    let contents = MarkupContent { kind: MarkupKind::Markdown, value };
    Some(Hover { contents: contents.into(), range: Some(analysis.range(span)) })
}

/// The facts about a place of a WGSL program, as Markdown.
fn of_wgsl(analysis: &Analysis, offset: u32) -> Option<(Span, String)> {
    let whole = analysis.whole()?;
    let module = whole.typed();
    let name = whole.name_at(offset).and_then(|at| Some((at.span, described(analysis, whole, &at)?)));
    let (span, text) = name.or_else(|| of_module(whole, offset)).or_else(|| {
        let at = whole.inside(offset)?;
        let found =
            attribute(module, at).or_else(|| extension(module, at)).or_else(|| expression(module, at));
        found.and_then(|(span, text)| Some((whole.range(span)?, text)))
    })?;
    Some((span, whole.shown(text)))
}

/// The file of the module that is named at an offset.
fn of_module(whole: &Whole, offset: u32) -> Option<(Span, String)> {
    let module = whole.module_at(offset)?;
    let path = whole.path(module.file)?;
    let name = path.file_stem()?.to_string_lossy();
    Some((module.span, format!("module `{name}`\n\n`{}`\n", path.display())))
}

/// WGSL as Markdown shows it.
fn code(text: &str) -> String {
    format!("```wgsl\n{text}\n```\n")
}

/// A name, with the comment at its declaration.
fn described(analysis: &Analysis, whole: &Whole, at: &Name) -> Option<String> {
    let mut text = name(whole.typed(), at)?;
    if let Some(comment) = whole.comment(at.denoted, analysis.text()) {
        text = format!("{}\n\n{comment}\n", text.trim_end());
    }
    Some(text)
}

fn name(module: TypedModule<'_>, occurrence: &Name) -> Option<String> {
    match occurrence.denoted {
        Denoted::Declaration(id) => declaration(module, id),
        Denoted::Local(id) => Some(variable(module, id)),
        Denoted::Parameter(index) => Some(code(&describe::member(module, index as usize))),
        Denoted::Member(index) => Some(member(module, index as usize)),
        Denoted::Predeclared(symbol) => predeclared(module, symbol, occurrence.expression),
    }
}

fn declaration(module: TypedModule<'_>, id: DeclId) -> Option<String> {
    let decl = module.syntax.ast[id];
    match decl.kind {
        DeclKind::Error | DeclKind::ConstAssert(_) => None,
        DeclKind::Variable(id) => Some(variable(module, id)),
        DeclKind::Alias(id) => Some(code(&describe::alias(module, id))),
        DeclKind::Struct(id) => Some(structure(module, id)),
        DeclKind::Function(id) => {
            let attributes = module.syntax.ast[id].attributes;
            let attributes = module.syntax.ast[attributes].iter();
            let attributes = attributes.map(|it| module.syntax.text(it.span).to_owned());
            let parts: Vec<_> = attributes.chain([describe::function(module, id)]).collect();
            Some(code(&parts.join(" ")))
        }
    }
}

/// A variable or value, with its value if that is known.
fn variable(module: TypedModule<'_>, id: VariableId) -> String {
    let typed = module.meaning[id].typed;
    let mut text = describe::variable(module, id);
    if let Some(value) = typed.constant.and_then(|it| describe::value(module, typed.ty, it)) {
        text += " = ";
        text += &value;
    }
    code(&text)
}

/// The layout of a structure, if it has one.
fn layout(module: TypedModule<'_>, id: StructId) -> Option<StructLayout> {
    let span = module.syntax.ast[id].name_span;
    struct_layouts(module).into_iter().find(|layout| layout.span == span && layout.align > 0)
}

/// A structure, with a table of its layout.
fn structure(module: TypedModule<'_>, id: StructId) -> String {
    let mut text = code(&format!("struct {}", module.name(module.syntax.ast[id].name)));
    let Some(layout) = layout(module, id) else { return text };
    // Writing to a string cannot fail.
    let one = if layout.is_runtime_sized { " with one element" } else { "" };
    let _ = writeln!(text, "size {}{one}, align {}\n", layout.size, layout.align);
    text += "| offset | size | align | member |\n|---:|---:|---:|---|\n";
    for member in layout.members {
        let stride = member.stride.map_or_else(String::new, |stride| format!(", stride {stride}"));
        let _ = writeln!(
            text,
            "| {} | {} | {} | `{}: {}`{stride} |",
            member.offset, member.size, member.align, member.name, member.ty
        );
    }
    text
}

/// A member of a structure, with its place.
fn member(module: TypedModule<'_>, index: usize) -> String {
    let mut text = code(&describe::member(module, index));
    let structures = module.syntax.ast.structs.iter();
    let found = structures.zip(0..).find(|(structure, _)| structure.members.range().contains(&index));
    let layout = found.and_then(|(_, id)| layout(module, StructId::from_index(id)));
    let name = module.name(module.syntax.ast.members[index].name);
    if let Some(member) = layout.iter().flat_map(|layout| &layout.members).find(|member| member.name == name)
    {
        let _ = writeln!(text, "offset {}, size {}, align {}", member.offset, member.size, member.align);
    }
    text
}

/// A builtin function with the overload that is called here, or all of them; a predeclared type, or an enumerant.
fn predeclared(module: TypedModule<'_>, symbol: Symbol, callee: Option<ExprId>) -> Option<String> {
    let reference = reference::predeclared(symbol, module.syntax.edition())?;
    let chosen = callee.and_then(|callee| chosen(module, symbol, callee));
    let mut text = match &chosen {
        Some(chosen) => code(chosen),
        None => code(&reference.signatures.join("\n")),
    };
    // Writing to a string cannot fail.
    let _ = match reference.signatures.len().saturating_sub(1) {
        0 => Ok(()),
        _ if chosen.is_none() => Ok(()),
        1 => writeln!(text, "and one more overload\n"),
        others => writeln!(text, "and {others} more overloads\n"),
    };
    text += reference.documentation.as_deref().unwrap_or_default();
    Some(text)
}

/// The overload of a builtin function that a call with this callee has.
fn chosen(module: TypedModule<'_>, symbol: Symbol, callee: ExprId) -> Option<String> {
    let edition = module.syntax.edition();
    let Predeclared::Function(function) = symbol.info(edition).predeclared else { return None };
    let mut calls = module.syntax.ast.exprs.iter().zip(0..);
    let (_, call) = calls.find(|(expr, _)| matches!(expr, Expr::Call(it, _) if *it == callee))?;
    let typed = module.meaning[ExprId::from_index(call)];
    if typed.ty == TypeId::ERROR {
        return None;
    }
    function.get().overloads(edition).get(usize::from(typed.overload)).map(reference::signature)
}

/// An attribute, or a builtin value that one names.
fn attribute(module: TypedModule<'_>, offset: u32) -> Option<(Span, String)> {
    let ast = &module.syntax.ast;
    let edition = module.syntax.edition();
    let holds = |span: Span| span.lo <= offset && offset <= span.hi;
    let attribute = ast.attributes.iter().find(|attribute| holds(attribute.span))?;
    if holds(Span::new(attribute.span.lo, attribute.name_span.hi)) {
        let text = reference::attribute(attribute.name, edition)?;
        let span = Span::new(attribute.span.lo, attribute.name_span.hi);
        return Some((span, code(&format!("@{}", module.name(attribute.name))) + &text));
    }
    let arguments = ast[attribute.arguments].iter().copied();
    let argument = arguments.into_iter().find(|id| holds(ast.span(*id)))?;
    let Expr::ContextName(name) = ast[argument] else { return None };
    let text = reference::builtin_value(name, edition)?;
    Some((ast.span(argument), code(&format!("@builtin({})", module.name(name))) + &text))
}

/// An extension in a directive.
fn extension(module: TypedModule<'_>, offset: u32) -> Option<(Span, String)> {
    let ast = &module.syntax.ast;
    let all = ast.directives.iter().filter_map(|directive| match directive {
        Directive::Enable(names) => Some(("enable", *names)),
        Directive::Requires(names) => Some(("requires", *names)),
        Directive::Diagnostic(..) => None,
    });
    let mut all = all.flat_map(|(keyword, names)| ast[names].iter().map(move |it| (keyword, *it)));
    let (keyword, (name, span)) = all.find(|(_, (_, span))| span.lo <= offset && offset <= span.hi)?;
    let text = reference::extension(name)?;
    Some((span, code(&format!("{keyword} {};", module.name(name))) + &text))
}

/// The type and value of the smallest expression around an offset that has a type.
fn expression(module: TypedModule<'_>, offset: u32) -> Option<(Span, String)> {
    let ast = &module.syntax.ast;
    let around = |id: &ExprId| {
        let span = ast.span(*id);
        span.lo <= offset && offset < span.hi
    };
    let of_value = |id: &ExprId| describe::type_name(module, module.meaning[*id].ty);
    let all = (0..ast.exprs.len()).map(ExprId::from_index).filter(around);
    let all = all.filter_map(|id| Some((id, of_value(&id)?)));
    let (id, ty) = all.min_by_key(|(id, _)| ast.span(*id).hi - ast.span(*id).lo)?;
    let value = describe::value_of(module, id).map_or_else(String::new, |value| format!(" = {value}"));
    Some((ast.span(id), code(&format!("{ty}{value}"))))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::analysis::marked;
    use lsp_types::Contents;

    fn text(program: &str) -> String {
        let (analysis, marks) = marked(program);
        let Some(hover) = hover(&analysis, marks[0]) else { return String::new() };
        let Contents::MarkupContent(content) = hover.contents else { panic!("Markdown") };
        content.value
    }

    #[track_caller]
    fn shows(program: &str, parts: &[&str]) {
        let text = text(program);
        for part in parts {
            assert!(text.contains(part), "{part}: {text}");
        }
    }

    #[test]
    fn comments_describe_declarations() {
        shows(
            "/// The **side**.\nconst |side = 1;",
            &["const side: AbstractInt = 1", "\n```\n\nThe **side**.\n"],
        );
        shows(
            "struct S {\n  /// A member.\n  a: f32,\n}\nfn f(s: S) { _ = s.|a; }",
            &["a: f32", "A member."],
        );
    }

    #[test]
    fn names_have_types_and_values() {
        shows("const |a = 1.5f * 2;", &["const a: f32 = 3.0"]);
        shows("const a = vec2i(1, 2); const b = |a;", &["const a: vec2<i32> = vec2(1, 2)"]);
        shows(
            "@group(0) @binding(1) var<storage, read_write> |a: array<u32>;",
            &["@group(0) @binding(1) var<storage, read_write> a: array<u32>"],
        );
        shows("fn f(|a: i32) { }", &["a: i32"]);
        shows("fn f(a: i32) -> bool { return true; } fn g() { let b = |f(1); }", &["fn f(a: i32) -> bool"]);
        shows("@compute @workgroup_size(1) fn |f() {}", &["@compute @workgroup_size(1) fn f()"]);
        shows("alias |T = vec2<f32>;", &["alias T = vec2<f32>"]);
        shows("@id(3) override |x = 1i;", &["@id(3) override x: i32"]);
    }

    #[test]
    fn structures_have_layouts() {
        shows("struct |S { a: f32, b: vec3f }", &["size 32, align 16", "| 16 | 12 | 16 | `b: vec3<f32>` |"]);
        shows(
            "struct S { a: f32, b: vec3f } fn f(s: S) { _ = s.|b; }",
            &["b: vec3<f32>", "offset 16, size 12, align 16"],
        );
    }

    #[test]
    fn builtin_objects_have_their_sentences() {
        shows(
            "const a = |clamp(1, 2, 3);",
            &["clamp(e: T", "must not be above", "https://www.w3.org/TR/WGSL/#"],
        );
        let texture =
            "@group(0) @binding(0) var t: texture_cube<f32>; @group(0) @binding(1) var s: sampler;\n";
        let call = "@fragment fn f() { _ = |textureSample(t, s, vec3f()); }";
        shows(&(texture.to_owned() + call), &["t: texture_cube<f32>", "and 14 more overloads"]);
        shows("const a = |textureSample(1);", &["t: texture_3d<f32>", "t: texture_depth_2d"]);
        shows("const a = |vec3f(1);", &["vec3"]);
        shows("@|align(8) fn f() {}", &["@align", "https://www.w3.org/TR/WGSL/#align-attr"]);
        shows("@vertex fn f(@builtin(vertex|_index) i: u32) {}", &["vertex", "u32", "input"]);
        shows("enable f|16;", &["enable f16", "shader-f16"]);
    }

    #[test]
    fn expressions_have_types_and_values() {
        shows("const a = 1 |+ 2;", &["AbstractInt = 3"]);
        shows("fn f(a: vec2f) { let b = a.x |* 2; }", &["f32"]);
        shows("const a = |17u;", &["u32 = 17"]);
        assert_eq!(text("fn f() { | }"), "");
    }

    #[test]
    fn a_broken_program_has_facts_too() {
        shows("fn f(a: i32) { let b = |a + 1; let c = ; }", &["a: i32"]);
        shows("fn f(a: i32) { let |b = a + 1; let c = ; }", &["let b: i32"]);
    }
}
