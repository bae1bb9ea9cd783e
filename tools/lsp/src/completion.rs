//! `textDocument/completion`: the names and keywords that may follow at a position.

use crate::analysis::Analysis;
use crate::cursor::{Before, Surroundings, is_word};
use crate::describe;
use crate::reference;
use crate::whole::{Visible, Whole};
use lsp_types::{CompletionItem, CompletionItemKind, CompletionItemLabelDetails};
use std::collections::HashSet;
use wgsl_spec::{
    AccessMode, AddressSpace, AttributeRow, BuiltinValue, DiagnosticRule, Edition, EnableExtension,
    LanguageExtension, Predeclared, Symbol, TexelFormat,
};
use wgsl_validator::Module;
use wgsl_validator::ast::{DeclKind, Expr};
use wgsl_validator::meaning::TypedModule;
use wgsl_validator::occurrence::{Denoted, store_type};
use wgsl_validator::types::{TypeId, TypeKind};
use wgsl_validator::visible::visible_at;

/// Keywords that begin a declaration or directive.
const DECLARATIONS: [&str; 9] =
    ["alias", "const", "const_assert", "enable", "fn", "override", "requires", "struct", "var"];
/// Keywords that begin a statement.
const STATEMENTS: [&str; 14] = [
    "break",
    "const",
    "const_assert",
    "continue",
    "continuing",
    "discard",
    "for",
    "if",
    "let",
    "loop",
    "return",
    "switch",
    "var",
    "while",
];
/// The names of the components of a vector.
const COMPONENTS: [&str; 2] = ["xyzw", "rgba"];

/// Returns the completions at an offset. The client filters them by the word before the cursor.
pub(crate) fn completions(analysis: &Analysis, offset: u32) -> Vec<CompletionItem> {
    let before = Before::new(analysis.text(), offset);
    let Some(whole) = analysis.whole() else { return Vec::new() };
    let module = whole.typed();
    let edition = module.syntax.edition();
    match before.surroundings() {
        // Paths lead to other files: see `paths`.
        Surroundings::Nothing | Surroundings::NewName | Surroundings::Path(_) => Vec::new(),
        Surroundings::Member => members(whole, offset, &before),
        Surroundings::Attribute => attributes(edition),
        Surroundings::AttributeArgument(name, argument) => {
            attribute_arguments(whole, offset, &name, argument)
        }
        Surroundings::DiagnosticArgument(argument) => diagnostic_arguments(argument),
        Surroundings::Enable => {
            let all = EnableExtension::ALL.into_iter().filter(|it| !it.is_proposed());
            words(all.map(EnableExtension::name), CompletionItemKind::Module)
        }
        Surroundings::Requires => {
            let all = LanguageExtension::ALL.into_iter().filter(|it| !it.is_proposed());
            words(all.map(LanguageExtension::name), CompletionItemKind::Module)
        }
        Surroundings::Template(name, parameter) => template_parameters(whole, offset, &name, parameter),
        Surroundings::Type => types(whole),
        Surroundings::Declaration => words(DECLARATIONS, CompletionItemKind::Keyword),
        Surroundings::Statement => {
            let mut items = expressions(whole, offset);
            items.extend(words(STATEMENTS, CompletionItemKind::Keyword));
            items
        }
        Surroundings::Expression => expressions(whole, offset),
    }
}

/// Returns an item with its documentation from the specification.
pub(crate) fn resolved(mut item: CompletionItem, edition: Edition) -> CompletionItem {
    // Only the items of other languages have data.
    if item.data.is_some() {
        return item;
    }
    // A declaration or module may have the name of a builtin function or an extension.
    if item.documentation.is_some() || item.kind == Some(CompletionItemKind::File) {
        return item;
    }
    let symbol = Symbol::predeclared(&item.label);
    let documentation = symbol.and_then(|symbol| match item.kind {
        Some(CompletionItemKind::Property) => reference::attribute(symbol, edition),
        Some(CompletionItemKind::Module) => reference::extension(symbol),
        Some(CompletionItemKind::EnumMember) => reference::builtin_value(symbol, edition),
        Some(CompletionItemKind::Function | CompletionItemKind::Class) => {
            reference::predeclared(symbol, edition)?.documentation
        }
        _ => None,
    });
    item.documentation = documentation
        .map(|value| lsp_types::MarkupContent { kind: lsp_types::MarkupKind::Markdown, value }.into());
    item
}

/// How near the declaration of a word is: nearer ones are listed first.
#[derive(Clone, Copy)]
pub(crate) enum Nearness {
    Local,
    Module,
    Language,
    Keyword,
}

/// Returns an item that is sorted by how near its declaration is.
pub(crate) fn item(
    label: &str,
    kind: CompletionItemKind,
    nearness: Nearness,
    detail: Option<String>,
) -> CompletionItem {
    CompletionItem {
        label: label.to_owned(),
        kind: Some(kind),
        detail,
        sort_text: Some(format!("{}{label}", nearness as u8)),
        ..CompletionItem::default()
    }
}

/// Returns the item of a module.
pub(crate) fn of_module(name: &str) -> CompletionItem {
    item(name, CompletionItemKind::File, Nearness::Local, Some(format!("module {name}")))
}

fn words(all: impl IntoIterator<Item = &'static str>, kind: CompletionItemKind) -> Vec<CompletionItem> {
    all.into_iter().map(|word| item(word, kind, Nearness::Keyword, None)).collect()
}

fn attributes(edition: Edition) -> Vec<CompletionItem> {
    let names = AttributeRow::all(edition).filter_map(|row| row.name.predeclared_text());
    // `@const` is only used on builtin functions.
    words(names.filter(|name| *name != "const"), CompletionItemKind::Property)
}

fn attribute_arguments(whole: &Whole, offset: u32, name: &str, argument: usize) -> Vec<CompletionItem> {
    let enumerants = |all: &[&'static str]| words(all.iter().copied(), CompletionItemKind::EnumMember);
    match (name, argument) {
        ("builtin", 0) => {
            let edition = whole.module().edition();
            let all = BuiltinValue::ALL
                .into_iter()
                .map(|value| (value, reference::builtin_value_rows(value, edition)));
            let all = all.filter(|(_, rows)| !rows.is_empty());
            all.map(|(value, rows)| {
                let kind = CompletionItemKind::EnumMember;
                item(value.name(), kind, Nearness::Language, Some(rows.join("; ")))
            })
            .collect()
        }
        ("builtin", _) => Vec::new(),
        ("interpolate", 0) => enumerants(&["perspective", "linear", "flat"]),
        ("interpolate", _) => enumerants(&["center", "centroid", "sample", "first", "either"]),
        ("diagnostic", _) => diagnostic_arguments(argument),
        _ => expressions(whole, offset),
    }
}

fn diagnostic_arguments(argument: usize) -> Vec<CompletionItem> {
    if argument == 0 {
        return words(["error", "warning", "info", "off"], CompletionItemKind::EnumMember);
    }
    words(DiagnosticRule::ALL.into_iter().map(DiagnosticRule::name), CompletionItemKind::EnumMember)
}

fn template_parameters(whole: &Whole, offset: u32, name: &str, parameter: usize) -> Vec<CompletionItem> {
    let kind = CompletionItemKind::EnumMember;
    let is_storage = name.starts_with("texture_storage");
    match (name, parameter) {
        ("var" | "ptr", 0) => {
            let all = AddressSpace::ALL.into_iter().filter(|space| *space != AddressSpace::Handle);
            words(all.map(AddressSpace::name), kind)
        }
        ("var", _) | ("ptr", 2) => words(AccessMode::ALL.into_iter().map(AccessMode::name), kind),
        (_, 0) if is_storage => {
            let edition = whole.module().edition();
            let all = TexelFormat::ALL.into_iter().filter(|format| format.available_in(edition));
            words(all.map(TexelFormat::name), kind)
        }
        (_, _) if is_storage => words(AccessMode::ALL.into_iter().map(AccessMode::name), kind),
        ("array" | "buffer", 1) => expressions(whole, offset),
        _ => types(whole),
    }
}

/// Lists predeclared and user-defined types.
fn types(whole: &Whole) -> Vec<CompletionItem> {
    let is_type = |item: &CompletionItem| {
        matches!(item.kind, Some(CompletionItemKind::Class | CompletionItemKind::Struct))
    };
    let mut all = declarations(whole);
    all.extend(predeclared(whole.module().edition()));
    all.retain(is_type);
    all
}

/// Lists everything that an expression may begin with.
fn expressions(whole: &Whole, offset: u32) -> Vec<CompletionItem> {
    let module = whole.typed();
    let mut all = Vec::new();
    let mut seen = HashSet::new();
    let locals = whole.inside(offset).map(|at| visible_at(module.syntax, at)).unwrap_or_default();
    for (symbol, denoted) in locals.into_iter().rev() {
        let detail = match denoted {
            Denoted::Local(id) => describe::variable(module, id),
            Denoted::Parameter(index) => describe::member(module, index as usize),
            Denoted::Declaration(_) | Denoted::Member(_) | Denoted::Predeclared(_) => continue,
        };
        let kind = CompletionItemKind::Variable;
        all.push(item(module.name(symbol), kind, Nearness::Local, Some(whole.shown(detail))));
    }
    all.extend(declarations(whole));
    all.extend(predeclared(module.syntax.edition()));
    all.extend(words(["true", "false"], CompletionItemKind::Keyword));
    // The nearest declaration shadows the others.
    all.retain(|item| seen.insert(item.label.clone()));
    all
}

/// Lists the declarations of the document and its imports.
pub(crate) fn declarations(whole: &Whole) -> Vec<CompletionItem> {
    let module = whole.typed();
    let all = whole.visible().into_iter();
    all.filter_map(|Visible { name, declaration }| {
        let (kind, detail) = match module.syntax.ast[declaration].kind {
            DeclKind::Error | DeclKind::ConstAssert(_) => return None,
            DeclKind::Variable(id) => (CompletionItemKind::Variable, describe::variable(module, id)),
            DeclKind::Alias(id) => (CompletionItemKind::Struct, describe::alias(module, id)),
            DeclKind::Struct(_) => (CompletionItemKind::Struct, format!("struct {name}")),
            DeclKind::Function(id) => (CompletionItemKind::Function, describe::function(module, id)),
        };
        Some(item(&name, kind, Nearness::Module, Some(whole.shown(detail))))
    })
    .collect()
}

/// Lists builtin functions and predeclared types.
fn predeclared(edition: Edition) -> impl Iterator<Item = CompletionItem> {
    let all = (0..Symbol::PREDECLARED as usize).map(Symbol::from_index);
    all.filter_map(move |symbol| {
        let info = symbol.info(edition);
        let kind = match info.predeclared {
            Predeclared::None | Predeclared::Enumerant(_) => return None,
            _ if info.is_proposed() => return None,
            Predeclared::Function(_) => CompletionItemKind::Function,
            Predeclared::Type(_) | Predeclared::TypeGenerator(_) => CompletionItemKind::Class,
        };
        let signatures = reference::signatures_of(symbol, edition);
        let more = signatures.len().saturating_sub(1);
        let mut found =
            item(symbol.predeclared_text()?, kind, Nearness::Language, signatures.into_iter().next());
        if more > 0 {
            let description = Some(format!("+{more}"));
            found.label_details = Some(CompletionItemLabelDetails { detail: None, description });
        }
        Some(found)
    })
}

/// Lists the members of the value before the `.`.
fn members(whole: &Whole, offset: u32, before: &Before) -> Vec<CompletionItem> {
    let Some(at) = whole.inside(offset) else { return Vec::new() };
    let (head, tail) = whole.text().split_at(at as usize);
    let head = head.trim_end_matches(is_word);
    let tail = tail.trim_start_matches(is_word);
    // `value.` is only an expression with a member after it. In an incomplete statement, brackets and a `;`, or an assignment, are missing, too.
    let repairs = [
        format!("{head}x{tail}"),
        format!("{head}x{}{tail}", before.closers()),
        format!("{head}x = 0;{tail}"),
    ];
    let repaired = repairs.iter().map(|text| whole.with(text));
    let found = repaired.filter_map(|module| {
        let ty = base_type(&module, head.len() as u32 + 1)?;
        Some(members_of(module.typed(), ty))
    });
    let mut members = found.into_iter().find(|members| !members.is_empty()).unwrap_or_default();
    for member in &mut members {
        member.detail = member.detail.take().map(|detail| whole.shown(detail));
    }
    members
}

/// Returns the type of the value whose member access ends at an offset.
fn base_type(module: &Module, end: u32) -> Option<TypeId> {
    let ast = &module.syntax().ast;
    let members = ast.exprs.iter().zip(&ast.expr_spans).filter(|(_, span)| span.hi == end);
    let bases = members.filter_map(|(expr, _)| match expr {
        Expr::Member(base, _) => Some(module.meaning()[*base].ty),
        _ => None,
    });
    bases.map(|ty| store_type(module.typed(), ty)).find(|ty| *ty != TypeId::ERROR)
}

fn members_of(module: TypedModule<'_>, ty: TypeId) -> Vec<CompletionItem> {
    let field = |name: &str, ty: String| item(name, CompletionItemKind::Field, Nearness::Local, Some(ty));
    let of_result = |names: [&str; 2]| names.map(|name| field(name, String::new())).to_vec();
    match module.meaning.types.kind(ty) {
        TypeKind::Struct(id) => {
            let members = module.syntax.ast[id].members.range();
            members
                .map(|index| {
                    let member = &module.syntax.ast.members[index];
                    let detail =
                        describe::type_name(module, module.meaning.member(index)).unwrap_or_default();
                    // Members keep their declaration order.
                    let sort_text = Some(format!("{index:09}"));
                    CompletionItem { sort_text, ..field(module.name(member.name), detail) }
                })
                .collect()
        }
        TypeKind::Vector(size, scalar) => swizzles(size)
            .into_iter()
            .map(|name| {
                let ty = match name.len() {
                    1 => scalar.name().to_owned(),
                    size => format!("vec{size}<{}>", scalar.name()),
                };
                let sort_text = Some(format!("{}{name}", name.len()));
                CompletionItem { sort_text, ..field(&name, ty) }
            })
            .collect(),
        TypeKind::FrexpResult(..) => of_result(["fract", "exp"]),
        TypeKind::ModfResult(..) => of_result(["fract", "whole"]),
        TypeKind::AtomicCompareExchangeResult(_) => of_result(["old_value", "exchanged"]),
        _ => Vec::new(),
    }
}

/// Lists the components of a vector, and the swizzles `xy`, `xyz` and so on.
pub(crate) fn swizzles(size: u8) -> Vec<String> {
    let of = |names: &'static str| {
        let names = &names[..usize::from(size)];
        let single = names.chars().map(String::from);
        single.chain((2..=names.len()).map(|length| names[..length].to_owned()))
    };
    COMPONENTS.into_iter().flat_map(of).collect()
}

#[cfg(test)]
#[path = "completion_test.rs"]
mod tests;
