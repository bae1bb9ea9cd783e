//! The places of a name: where it is declared, and where it is used.

use crate::analysis::{Analysis, Facts};
use crate::metal;
use crate::whole::Name;
use lsp_types::{DocumentHighlight, DocumentHighlightKind, Location, Range, Uri};
use std::collections::HashSet;
use wgsl_validator::ast::{Expr, ExprId, Stmt};
use wgsl_validator::meaning::TypedModule;

/// Where the object at an offset is declared: the file, for the name of a module.
pub(crate) fn definition(analysis: &Analysis, uri: &Uri, offset: u32) -> Option<Location> {
    match analysis.facts() {
        Facts::Wgsl(_) => {
            let whole = analysis.whole()?;
            let range = |span| analysis.range(span);
            let declared = || whole.declared(whole.name_at(offset)?.denoted);
            whole.location(whole.file_at(offset).or_else(declared)?, uri, range)
        }
        Facts::Metal(program) | Facts::Amp(program) => metal::definition(analysis, program, uri, offset),
        Facts::Header | Facts::Host => None,
    }
}

/// The places in the document of the object at an offset.
pub(crate) fn references(analysis: &Analysis, offset: u32, with_declaration: bool) -> Vec<Range> {
    if let Some(program) = analysis.cxx() {
        return metal::references(analysis, program, offset, with_declaration);
    }
    let wanted = same(analysis, offset).into_iter().filter(|it| with_declaration || !it.is_declaration);
    wanted.map(|it| analysis.range(it.span)).collect()
}

/// The places in the document of the object at an offset, in order.
fn same(analysis: &Analysis, offset: u32) -> Vec<Name> {
    let whole = analysis.whole();
    let names = whole.and_then(|whole| Some(whole.names_of(whole.name_at(offset)?.denoted)));
    names.unwrap_or_default()
}

/// The places in the document of the object at an offset, told apart by whether it is written there.
pub(crate) fn highlights(analysis: &Analysis, offset: u32) -> Vec<DocumentHighlight> {
    if let Some(program) = analysis.cxx() {
        let all = metal::references(analysis, program, offset, true).into_iter();
        return all.map(|range| DocumentHighlight { range, kind: None }).collect();
    }
    let Some(whole) = analysis.whole() else { return Vec::new() };
    let written = written(whole.typed());
    let all = same(analysis, offset).into_iter();
    all.map(|it| {
        let is_written = it.is_declaration || it.expression.is_some_and(|id| written.contains(&id));
        let kind = if is_written { DocumentHighlightKind::Write } else { DocumentHighlightKind::Read };
        DocumentHighlight { range: analysis.range(it.span), kind: Some(kind) }
    })
    .collect()
}

/// The expressions that name the variable, and the members of it, that a statement writes.
fn written(module: TypedModule<'_>) -> HashSet<ExprId> {
    let ast = &module.syntax.ast;
    let targets = ast.stmts.iter().filter_map(|stmt| match *stmt {
        Stmt::Assign(_, target, _) | Stmt::Increment(target) | Stmt::Decrement(target) => Some(target),
        _ => None,
    });
    let mut written = HashSet::new();
    for target in targets {
        let mut next = Some(target);
        while let Some(id) = next {
            written.insert(id);
            next = match ast[id] {
                Expr::Member(base, _) | Expr::Index(base, _) | Expr::Paren(base) => Some(base),
                _ => None,
            };
        }
    }
    written
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::analysis::{address, marked};

    /// The columns of places on the first line, for the place of the first mark.
    fn columns(program: &str, with_declaration: bool) -> Vec<u32> {
        let (analysis, marks) = marked(program);
        references(&analysis, marks[0], with_declaration).iter().map(|range| range.start.character).collect()
    }

    #[test]
    fn a_name_leads_to_its_declaration() {
        let leads = |program: &str, from: usize, to: usize| {
            let (analysis, marks) = marked(program);
            let found = definition(&analysis, &address(), marks[from]);
            let found = found.map(|location| location.range.start.character);
            assert_eq!(found, Some(marks[to]), "{program}");
        };
        leads("fn f() { |g(); } fn |g() {}", 0, 1);
        leads("struct S { |a: f32 } fn f(s: S) { _ = s.|a; }", 1, 0);
        leads("const a = 1; fn f() { let |a = a; { let b = |a; } }", 1, 0);
        let (analysis, marks) = marked("const a = |min(1, 2);");
        assert_eq!(definition(&analysis, &address(), marks[0]), None);
    }

    #[test]
    fn references_are_all_places_of_one_object() {
        assert_eq!(columns("fn f(|a: i32) { let b = a + a; }", true), [5, 23, 27]);
        assert_eq!(columns("fn f(|a: i32) { let b = a + a; }", false), [23, 27]);
        assert_eq!(columns("const a = |min(1, 2); const b = min(3, 4);", true), [10, 31]);
        assert_eq!(columns("const a = 1 |+ 2;", true), [0; 0]);
    }

    #[test]
    fn writes_are_told_apart() {
        let (analysis, marks) = marked("fn f() { var |a = vec2(1); a.x = 2; a[0]++; _ = a; }");
        let kinds: Vec<_> = highlights(&analysis, marks[0]).into_iter().filter_map(|it| it.kind).collect();
        let (read, write) = (DocumentHighlightKind::Read, DocumentHighlightKind::Write);
        assert_eq!(kinds, [write, write, write, read]);
    }
}
