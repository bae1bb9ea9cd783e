//! Facts about the thing at a place of a Metal program.

use super::describe::{object, signature, type_name};
use crate::analysis::{Analysis, Metal};
use cxx_validator::ast::{EnumerationId, ExprId, FunctionId, StructureId, VariableId};
use msl_validator::meaning::{Body, FunctionInstance, Module, Value};
use msl_validator::occurrence::{Denoted, Occurrence, structure_of};
use msl_validator::reflection::layout;
use msl_validator::types::{StructureNumber, TypeId};
use shader_source::Span;
use std::fmt::Write as _;

/// The maximum number of instances of a template that are shown.
const MOST_INSTANCES: usize = 4;

/// The facts about the name or expression at an offset, as Markdown.
pub(crate) fn hover(analysis: &Analysis, program: &Metal, offset: u32) -> Option<(Span, String)> {
    let module = &program.program.module;
    let name = program.name_at(analysis.text(), offset);
    name.and_then(|at| Some((at.span, of_name(module, at)?))).or_else(|| expression(module, offset))
}

/// Metal as Markdown shows it: editors colour it as C++.
fn code(text: &str) -> String {
    format!("```cpp\n{text}\n```\n")
}

fn of_name(module: &Module, at: Occurrence) -> Option<String> {
    match at.denoted {
        Denoted::Variable(id) => variable(module, id),
        Denoted::Function(id) => {
            instances(module, |instance| (instance.function == id).then(|| signature(module, instance)))
        }
        Denoted::Structure(id) => structure(module, id),
        Denoted::Member(index) => member(module, index),
        Denoted::Enumeration(id) => Some(code(&format!("enum {}", module.names.text(module.ast[id].name?)))),
        Denoted::Enumerator(index) => enumerator(module, index),
        Denoted::Alias(id) => {
            let alias = module.ast[id];
            let mut uses =
                module.ast.names.iter().zip(&module.named).filter(|(name, _)| name.name == alias.name);
            let ty = uses.find_map(|(_, ty)| ty.filter(|ty| *ty != TypeId::ERROR))?;
            let name = module.names.text(alias.name);
            alias.template.is_empty().then(|| code(&format!("using {name} = {}", module.types.print(ty))))
        }
        Denoted::Library(name, signature) => Some(code(&format!("{name}{signature}"))),
    }
}

/// The facts about the instances of a template, each once; about the only instance of anything else.
fn instances(module: &Module, show: impl Fn(&FunctionInstance) -> Option<String>) -> Option<String> {
    let mut texts: Vec<String> = Vec::new();
    for text in module.instances.iter().filter_map(show) {
        if texts.len() < MOST_INSTANCES && !texts.contains(&text) {
            texts.push(text);
        }
    }
    (!texts.is_empty()).then(|| code(&texts.join("\n")))
}

fn variable(module: &Module, id: VariableId) -> Option<String> {
    let name = module.names.text(module.ast[id].name?);
    if let Some(global) = module.globals.get(&id) {
        let value = global.value.map(|value| format!(" = {}", number(value))).unwrap_or_default();
        return Some(code(&format!("{}{value}", object(module, global.object, name)?)));
    }
    instances(module, |instance| object(module, *instance.locals.get(&id)?, name))
}

/// The instances of a structure: one unless it is a template.
fn numbers(module: &Module, id: StructureId) -> impl Iterator<Item = StructureNumber> {
    let all = module.types.structure_numbers().into_iter();
    all.filter(move |number| module.types.structure(*number).declaration == id)
}

/// A structure, with a table of its layout unless it is a template.
fn structure(module: &Module, id: StructureId) -> Option<String> {
    let mut numbers = numbers(module, id);
    let number = numbers.next()?;
    let name = &module.types.structure(number).name;
    let keyword = if module.types.structure(number).is_union { "union" } else { "struct" };
    let mut text = code(&format!("{keyword} {name}"));
    let Some(layout) = layout(module, number).filter(|_| numbers.next().is_none()) else { return Some(text) };
    // Writing to a string cannot fail.
    let _ = writeln!(text, "size {}, align {}\n", layout.size, layout.align);
    text += "| offset | size | align | member |\n|---:|---:|---:|---|\n";
    for member in layout.members {
        let shown = [member.ty, member.name].join(" ");
        let (offset, size, align) = (member.offset, member.size, member.align);
        let _ = writeln!(text, "| {offset} | {size} | {align} | `{}` |", shown.trim_end());
    }
    Some(text)
}

/// A member of a structure, with its place unless that is a template.
fn member(module: &Module, index: u32) -> Option<String> {
    let (id, position) = structure_of(&module.ast, index)?;
    let mut numbers = numbers(module, id);
    let number = numbers.next().filter(|_| numbers.next().is_none())?;
    let member = module.types.structure(number).members.get(position)?;
    let name = module.names.text(member.name?);
    let mut text = code(&format!("{} {name}", type_name(module, member.ty)?));
    if let Some(place) = layout(module, number).and_then(|it| it.members.into_iter().nth(position)) {
        // Writing to a string cannot fail.
        let _ = writeln!(text, "offset {}, size {}, align {}", place.offset, place.size, place.align);
    }
    Some(text)
}

fn enumerator(module: &Module, index: u32) -> Option<String> {
    let enumerator = module.ast.enumerators[index as usize];
    let mut all = module.ast.enumerations.iter().enumerate();
    let (of, _) = all.find(|(_, it)| it.enumerators.range().contains(&(index as usize)))?;
    let name = module.ast[EnumerationId::from_index(of)].name.map(|name| module.names.text(name));
    let name = name.map_or_else(String::new, |name| format!("{name}::"));
    Some(code(&format!("{name}{}", module.names.text(enumerator.name))))
}

fn number(value: Value) -> String {
    match value {
        Value::Bool(value) => value.to_string(),
        Value::Integer(value) => value.to_string(),
        Value::Float(value) => value.to_string(),
    }
}

/// The type and value of the smallest expression around an offset; `None` if instances of a template give it several types.
fn expression(module: &Module, offset: u32) -> Option<(Span, String)> {
    let around = |id: &ExprId| {
        let span = module.ast.expr_span(*id);
        span.lo <= offset && offset < span.hi
    };
    let in_function = |id: FunctionId| {
        let function = module.ast[id];
        function.body.is_some_and(|body| {
            let span = module.ast.stmt_span(body);
            span.lo <= offset && offset < span.hi
        })
    };
    let of_functions = module.instances.iter().filter(|it| in_function(it.function)).map(|it| &it.body);
    let of_globals = module.globals.values().filter_map(|global| global.initializer.as_ref());
    let shown = |body: &Body| {
        let ids = (body.first_expr..body.first_expr + body.exprs.len()).map(ExprId::from_index);
        let known = ids.filter(|id| id.index() < module.ast.exprs.len()).filter(around);
        let known = known.filter_map(|id| Some((id, type_name(module, body.meaning(id).ty)?)));
        let width = |id: &ExprId| module.ast.expr_span(*id).hi - module.ast.expr_span(*id).lo;
        let (id, ty) = known.min_by_key(|(id, _)| width(id))?;
        let value = body.meaning(id).value.map(|value| format!(" = {}", number(value)));
        Some((module.ast.expr_span(id), code(&format!("{ty}{}", value.unwrap_or_default()))))
    };
    let mut all = of_functions.chain(of_globals).filter_map(shown);
    let first = all.next()?;
    all.all(|other| other == first).then_some(first)
}

#[cfg(test)]
mod tests {
    use crate::analysis::{analyse_metal, unmarked};
    use crate::hover::hover;
    use lsp_types::Contents;

    fn text(program: &str) -> String {
        let (text, marks) = unmarked(program);
        let Some(hover) = hover(&analyse_metal(&text), marks[0]) else { return String::new() };
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

    const LIBRARY: &str = "#include <metal_stdlib>\nusing namespace metal;\n";

    #[test]
    fn names_have_types_and_values() {
        shows("constant int |a = 1 + 2;", &["constant int a = 3"]);
        shows("void f(device const float* |p) {}", &["device const float* p"]);
        shows("float f(int a) { return a; } float g() { return |f(1); }", &["float f(int a)"]);
        shows("enum E { a, b }; int f() { return |b; }", &["E::b"]);
        shows("typedef float |T; T f() { return 1; }", &["using T = float"]);
        shows(&format!("{LIBRARY}float f() {{ return |max(1.0f, 2.0f); }}"), &["max(x: T, y: T) -> T"]);
        shows(
            "template <typename T> T f(T |x) { return x; } int g() { return f(1) + f(1.0f); }",
            &["int x\nfloat x"],
        );
    }

    #[test]
    fn structures_have_layouts() {
        shows(
            "struct |S { float a; float3 b; };",
            &["struct S", "size 32, align 16", "| 16 | 16 | 16 | `float3 b` |"],
        );
        shows(
            "struct S { float a; float3 b; }; float3 f(S s) { return s.|b; }",
            &["float3 b", "offset 16, size 16"],
        );
    }

    #[test]
    fn expressions_have_types() {
        shows("float f(float2 a) { return (a.x |* 2); }", &["```cpp\nfloat\n"]);
        assert_eq!(text("void f() { | }"), "");
        // `x + x` has two types.
        let program = "template <typename T> T f(T x) { return x |+ x; } int g() { return f(1) + f(1.0f); }";
        assert_eq!(text(program), "");
    }

    #[test]
    fn a_broken_program_has_facts_too() {
        shows("float f(int a) { return |a + b; }", &["int a"]);
    }
}
