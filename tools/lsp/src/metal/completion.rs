//! The names and keywords that may follow at a place of a Metal program.

use super::cursor::{Cursor, last_word};
use super::describe::Functions;
use super::library;
use super::member::base_type;
use super::place::Place;
use super::scope::{Name, Scope};
use super::signature::of_library;
use crate::analysis::{Analysis, Metal};
use crate::completion::{Nearness, item, swizzles};
use cxx_validator::ast::Access;
use lsp_types::{CompletionItem, CompletionItemKind};
use msl_spec::ValueType;
use msl_validator::Program;
use msl_validator::types::{StructureNumber, Type, TypeId};
use serde_json::Value;
use std::collections::HashSet;

/// Returns the completions at an offset. The client filters them by the word before the cursor. `check` checks a different text of the document.
pub(crate) fn completions(
    analysis: &Analysis,
    program: &Metal,
    offset: u32,
    check: &mut dyn FnMut(&str) -> Program,
) -> Vec<CompletionItem> {
    let text = analysis.text();
    let cursor = Cursor::new(text, offset);
    let dialect = program.program.module.dialect;
    let mut items = match Place::at(&cursor) {
        Place::Nothing => Vec::new(),
        Place::Header => library::headers(dialect),
        Place::Directive => library::directives(),
        Place::Attribute => library::attributes(dialect),
        Place::Member => members(text, &cursor, check),
        Place::Path(path) => {
            let mut scope = Scope::new(&program.program, text, offset);
            scope.of_path(&path);
            let of_library = path.last().map_or_else(Vec::new, |last| library::of_path(last, dialect));
            scope.names.into_iter().map(of_name).chain(of_library).collect()
        }
        Place::Name { after } => names(&program.program, (text, offset), &cursor, &after, check),
    };
    let mut seen = HashSet::new();
    // The nearest declaration hides the others.
    items.retain(|item| seen.insert(item.label.clone()));
    for item in &mut items {
        // The names of the library may be WGSL names as well, with different meanings.
        item.data = Some(Value::from("metal"));
    }
    items
}

fn of_name(name: Name) -> CompletionItem {
    let nearness = if name.is_local { Nearness::Local } else { Nearness::Module };
    item(&name.text, name.kind, nearness, name.detail)
}

/// Lists everything that an expression, statement or declaration may begin with.
fn names(
    program: &Program,
    (text, offset): (&str, u32),
    cursor: &Cursor<'_>,
    after: &str,
    check: &mut dyn FnMut(&str) -> Program,
) -> Vec<CompletionItem> {
    let dialect = program.module.dialect;
    let mut scope = Scope::new(program, text, offset);
    if scope.is_in_body() || cursor.open_braces() == 0 {
        scope.visible();
        return listed(scope, after, dialect);
    }
    // The parser gave up the function. Without the broken statement, it has its variables.
    let start = offset - last_word(cursor.before()).len() as u32;
    let texts = cursor.completed(text, start, "");
    let programs = texts.iter().map(|text| (check(text), text));
    let found = programs.into_iter().find(|(program, text)| Scope::new(program, text, start).is_in_body());
    let (program, text, offset) = match &found {
        Some((program, text)) => (program, text.as_str(), start),
        None => (program, text, offset),
    };
    let mut scope = Scope::new(program, text, offset);
    scope.visible();
    listed(scope, after, dialect)
}

fn listed(scope: Scope<'_>, after: &str, dialect: msl_spec::Dialect) -> Vec<CompletionItem> {
    let is_type = |name: &Name| {
        let is_kind = matches!(
            name.kind,
            CompletionItemKind::Struct | CompletionItemKind::Enum | CompletionItemKind::Class
        );
        is_kind && name.text == after
    };
    let is_new_name = msl_spec::type_name(after).is_some()
        || matches!(after, "struct" | "class" | "union" | "enum" | "namespace" | "typename" | "auto")
        || scope.names.iter().any(is_type);
    if is_new_name {
        return Vec::new();
    }
    let uses_library = scope.uses_library;
    let mut all: Vec<_> = scope.names.into_iter().map(of_name).collect();
    all.extend(library::everywhere(dialect));
    if uses_library {
        all.extend(library::names(dialect));
    }
    all.extend(library::keywords(dialect));
    all
}

/// Lists the members of the object before the `.` or `->`.
fn members(text: &str, cursor: &Cursor<'_>, check: &mut dyn FnMut(&str) -> Program) -> Vec<CompletionItem> {
    let code = cursor.before();
    let start = (code.len() - last_word(code).len()) as u32;
    // An object with `.` is only an expression with a name after it.
    let found = cursor.completed(text, start, "x").into_iter().find_map(|text| {
        let program = check(&text);
        let members = members_of((&program, &text), base_type(&program.module, start + 1)?, start);
        (!members.is_empty()).then_some(members)
    });
    found.unwrap_or_default()
}

fn members_of((program, text): (&Program, &str), ty: TypeId, offset: u32) -> Vec<CompletionItem> {
    let module = &program.module;
    let field =
        |name: &str, detail: String| item(name, CompletionItemKind::Field, Nearness::Local, Some(detail));
    match module.types.get(ty) {
        Type::Structure(number) => {
            let mut all = Vec::new();
            let functions = Functions::new(program, text);
            members_of_structure(program, &functions, (number, offset), &mut all);
            for (index, item) in all.iter_mut().enumerate() {
                // Members keep their declaration order.
                item.sort_text = Some(format!("{index:09}"));
            }
            all
        }
        Type::Value(ValueType::Vector(scalar, width) | ValueType::PackedVector(scalar, width)) => {
            let all = swizzles(width.count() as u8).into_iter().map(|name| {
                let ty = if name.len() == 1 {
                    scalar.name().to_owned()
                } else {
                    format!("{}{}", scalar.name(), name.len())
                };
                let sort_text = Some(format!("{}{name}", name.len()));
                CompletionItem { sort_text, ..field(&name, ty) }
            });
            all.collect()
        }
        Type::Texture(kind, ..) => {
            let all = msl_spec::texture_functions(kind).iter();
            let found = all.filter_map(|it| {
                library::function(it.name, of_library(it.name, it.signatures, module.dialect))
            });
            found.collect()
        }
        Type::LibraryArray(..) | Type::ArrayRef(_) => {
            library::function("size", vec!["size() -> size_t".to_owned()]).into_iter().collect()
        }
        _ => Vec::new(),
    }
}

/// Adds the members that a place may use.
fn members_of_structure(
    program: &Program,
    functions: &Functions<'_>,
    (number, offset): (StructureNumber, u32),
    all: &mut Vec<CompletionItem>,
) {
    let module = &program.module;
    let structure = module.types.structure(number);
    let declared = module.ast[structure.declaration];
    let is_inside = module.ast.decls.iter().any(|decl| {
        matches!(decl.kind, cxx_validator::ast::DeclKind::Structure(id) if id == structure.declaration)
            && decl.span.lo < offset
            && offset < decl.span.hi
    });
    let may_use = |access: Access| is_inside || access == Access::Public;
    for member in structure.members.iter().filter(|member| may_use(member.access)) {
        match (member.name, module.types.structure_number(member.ty)) {
            (Some(name), _) => {
                let name = module.names.text(name);
                let detail = format!("{} {name}", module.types.print(member.ty));
                all.push(item(name, CompletionItemKind::Field, Nearness::Local, Some(detail)));
            }
            // The members of a base, or of a structure without a name.
            (None, Some(inner)) if inner != number => {
                members_of_structure(program, functions, (inner, offset), all);
            }
            (None, _) => {}
        }
    }
    for id in &module.ast[declared.functions] {
        let function = module.ast[*id];
        let name = module.names.text(function.name);
        let is_named = function.result.is_some() && !function.is_conversion && !name.starts_with("operator");
        if is_named && may_use(function.access) {
            let detail = functions.signature(*id);
            all.push(item(name, CompletionItemKind::Method, Nearness::Local, Some(detail)));
        }
    }
}

#[cfg(test)]
#[path = "completion_test.rs"]
mod tests;
