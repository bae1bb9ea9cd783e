//! Names with their kinds, for colouring.

use crate::analysis::Analysis;
use lsp_types::{SemanticToken, SemanticTokens, SemanticTokensLegend};
use msl_validator::occurrence as metal;
use shader_source::Span;
use wgsl_spec::{AccessMode, Predeclared, Symbol};
use wgsl_validator::ast::{DeclKind, Expr, VariableId, VariableKind};
use wgsl_validator::meaning::TypedModule;
use wgsl_validator::occurrence::Denoted;

/// The kind of a name; the names of the kinds in the protocol are in [`KINDS`].
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Kind {
    Variable,
    Parameter,
    Property,
    Function,
    Struct,
    Type,
    EnumMember,
    Decorator,
}

const KINDS: [&str; 8] =
    ["variable", "parameter", "property", "function", "struct", "type", "enumMember", "decorator"];

/// Where a name is declared.
const DECLARATION: u32 = 1;
/// A name of something that can't be written.
const READ_ONLY: u32 = 1 << 1;
/// A name of the language.
const OF_LANGUAGE: u32 = 1 << 2;
const MODIFIERS: [&str; 3] = ["declaration", "readonly", "defaultLibrary"];

/// The kinds and modifiers, in the order of their numbers.
pub(crate) fn legend() -> SemanticTokensLegend {
    SemanticTokensLegend {
        token_types: KINDS.map(str::to_owned).to_vec(),
        token_modifiers: MODIFIERS.map(str::to_owned).to_vec(),
    }
}

/// The names of a document, each relative to the one before it.
pub(crate) fn tokens(analysis: &Analysis) -> SemanticTokens {
    tokens_in(analysis, None)
}

/// The names in a part of a document, or in all of it.
pub(crate) fn tokens_in(analysis: &Analysis, part: Option<Span>) -> SemanticTokens {
    let is_inside = |span: Span| part.is_none_or(|part| part.lo <= span.hi && span.lo <= part.hi);
    let mut data = Vec::new();
    let (mut line, mut start) = (0, 0);
    for (span, kind, modifiers) in places(analysis).into_iter().filter(|(span, ..)| is_inside(*span)) {
        let range = analysis.range(span);
        if range.start.line != range.end.line {
            continue;
        }
        let delta_line = range.start.line - line;
        let delta_start = range.start.character - if delta_line == 0 { start } else { 0 };
        (line, start) = (range.start.line, range.start.character);
        data.push(SemanticToken {
            delta_line,
            delta_start,
            length: range.end.character - range.start.character,
            token_type: kind as u32,
            token_modifiers_bitset: modifiers,
        });
    }
    SemanticTokens { result_id: None, data }
}

/// The places of names with their kinds and modifiers, sorted and disjoint.
fn places(analysis: &Analysis) -> Vec<(Span, Kind, u32)> {
    if let Some(program) = analysis.cxx() {
        let names = program.names(analysis.text()).iter();
        return names.map(|it| metal_place(*it)).collect();
    }
    let Some(whole) = analysis.whole() else { return Vec::new() };
    let module = whole.typed();
    let ast = &module.syntax.ast;
    let names = whole.occurrences().iter().filter_map(|it| {
        let (kind, modifiers) = kind(module, it.denoted)?;
        let modifiers = modifiers | if it.is_declaration() { DECLARATION } else { 0 };
        Some((whole.outside(it.span)?, kind, modifiers))
    });
    let imported = whole.links().iter().filter_map(|link| {
        let (kind, modifiers) = kind(module, whole.name_at(link.span.lo)?.denoted)?;
        Some((link.span, kind, modifiers))
    });
    let attributes = ast.attributes.iter().filter_map(|it| {
        Some((whole.range(Span::new(it.span.lo, it.name_span.hi))?, Kind::Decorator, OF_LANGUAGE))
    });
    let arguments = ast.exprs.iter().zip(&ast.expr_spans).filter_map(|(expr, span)| {
        let span = matches!(expr, Expr::ContextName(_)).then_some(*span)?;
        Some((whole.range(span)?, Kind::EnumMember, OF_LANGUAGE))
    });
    let mut all: Vec<_> = names.chain(imported).chain(attributes).chain(arguments).collect();
    all.sort_by_key(|(span, ..)| *span);
    all.dedup_by(|next, before| next.0.lo < before.0.hi);
    all
}

/// A name of a Metal program.
fn metal_place(name: metal::Occurrence) -> (Span, Kind, u32) {
    let (kind, modifiers) = match name.denoted {
        metal::Denoted::Variable(_) => (Kind::Variable, 0),
        metal::Denoted::Function(_) => (Kind::Function, 0),
        metal::Denoted::Structure(_) => (Kind::Struct, 0),
        metal::Denoted::Member(_) => (Kind::Property, 0),
        metal::Denoted::Enumeration(_) | metal::Denoted::Alias(_) => (Kind::Type, 0),
        metal::Denoted::Enumerator(_) => (Kind::EnumMember, READ_ONLY),
        metal::Denoted::Library(..) => (Kind::Function, OF_LANGUAGE),
    };
    (name.span, kind, modifiers | if name.is_declaration { DECLARATION } else { 0 })
}

fn kind(module: TypedModule<'_>, denoted: Denoted) -> Option<(Kind, u32)> {
    Some(match denoted {
        Denoted::Declaration(id) => match module.syntax.ast[id].kind {
            DeclKind::Error | DeclKind::ConstAssert(_) => return None,
            DeclKind::Variable(id) => (Kind::Variable, read_only(module, id)),
            DeclKind::Alias(_) => (Kind::Type, 0),
            DeclKind::Struct(_) => (Kind::Struct, 0),
            DeclKind::Function(_) => (Kind::Function, 0),
        },
        Denoted::Local(id) => (Kind::Variable, read_only(module, id)),
        Denoted::Parameter(_) => (Kind::Parameter, READ_ONLY),
        Denoted::Member(_) => (Kind::Property, 0),
        Denoted::Predeclared(symbol) => (predeclared(module, symbol)?, OF_LANGUAGE),
    })
}

fn read_only(module: TypedModule<'_>, id: VariableId) -> u32 {
    let is_variable = module.syntax.ast[id].kind == VariableKind::Var;
    let info = module.meaning[id];
    let is_read_only = !is_variable || (info.space.is_some() && info.access == AccessMode::Read);
    if is_read_only { READ_ONLY } else { 0 }
}

fn predeclared(module: TypedModule<'_>, symbol: Symbol) -> Option<Kind> {
    match symbol.info(module.syntax.edition()).predeclared {
        Predeclared::None => None,
        Predeclared::Function(_) => Some(Kind::Function),
        Predeclared::Type(_) | Predeclared::TypeGenerator(_) => Some(Kind::Type),
        Predeclared::Enumerant(_) => Some(Kind::EnumMember),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::analysis::analyse;

    fn listed(text: &str) -> Vec<(&str, Kind, u32)> {
        places(&analyse(text))
            .into_iter()
            .map(|(span, kind, modifiers)| (span.text(text), kind, modifiers))
            .collect()
    }

    #[test]
    fn names_have_kinds() {
        let text = "const a: f32 = 1; @fragment fn f(p: S) { var v = abs(a); v = p.m; } struct S { m: f32 }";
        let expected = [
            ("a", Kind::Variable, DECLARATION | READ_ONLY),
            ("f32", Kind::Type, OF_LANGUAGE),
            ("@fragment", Kind::Decorator, OF_LANGUAGE),
            ("f", Kind::Function, DECLARATION),
            ("p", Kind::Parameter, DECLARATION | READ_ONLY),
            ("S", Kind::Struct, 0),
            ("v", Kind::Variable, DECLARATION),
            ("abs", Kind::Function, OF_LANGUAGE),
            ("a", Kind::Variable, READ_ONLY),
            ("v", Kind::Variable, 0),
            ("p", Kind::Parameter, READ_ONLY),
            ("m", Kind::Property, 0),
            ("S", Kind::Struct, DECLARATION),
            ("m", Kind::Property, DECLARATION),
            ("f32", Kind::Type, OF_LANGUAGE),
        ];
        assert_eq!(listed(text), expected);
    }

    #[test]
    fn places_are_relative() {
        let data = tokens(&analyse("const a = 1;\nconst \u{1d4b3} = a; const b = a;")).data;
        let places: Vec<_> = data.iter().map(|it| (it.delta_line, it.delta_start, it.length)).collect();
        assert_eq!(places, [(0, 6, 1), (1, 6, 2), (0, 5, 1), (0, 9, 1), (0, 4, 1)]);
    }

    #[test]
    fn a_broken_program_is_coloured() {
        assert_eq!(listed("fn f(p: i32) { let a = p; let b = ; }").len(), 5);
    }
}
