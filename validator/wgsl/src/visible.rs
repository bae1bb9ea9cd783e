//! The declarations in functions whose scope an offset lies in. <https://www.w3.org/TR/WGSL/#declaration-and-scope>

use crate::ast::{Ast, BlockId, Stmt, StmtId};
use crate::occurrence::Denoted;
use crate::syntax::Syntax;
use shader_source::Span;
use wgsl_spec::Symbol;

/// The parameters and local declarations that a name at an offset could denote, each name once, the outer ones first.
#[must_use]
pub fn visible_at(syntax: &Syntax<'_>, offset: u32) -> Vec<(Symbol, Denoted)> {
    let ast = &*syntax.ast;
    let function = ast.functions.iter().find(|function| holds(ast[function.body].span, offset));
    let Some(function) = function else { return Vec::new() };
    let parameters = function.parameters.range();
    let mut found: Vec<_> =
        parameters.map(|index| (ast.members[index].name, Denoted::Parameter(index as u32))).collect();
    let mut inner = Some(Inner::Block(function.body));
    while let Some(place) = inner {
        inner = match place {
            Inner::Block(block) => statements(ast, block, offset, &mut found),
            Inner::Statement(id) => statement(ast, id, offset, &mut found),
        };
    }
    let mut seen = Vec::new();
    found.reverse();
    found.retain(|(name, _)| {
        !seen.contains(name) && {
            seen.push(*name);
            true
        }
    });
    found.reverse();
    found
}

/// The next thing to look into.
#[derive(Clone, Copy)]
enum Inner {
    Block(BlockId),
    Statement(StmtId),
}

/// Returns true if an offset lies within braces.
const fn holds(braces: Span, offset: u32) -> bool {
    braces.lo < offset && offset < braces.hi
}

/// Notes the declarations of a block up to the offset, and gives the statement that it lies in.
fn statements(ast: &Ast, block: BlockId, offset: u32, found: &mut Vec<(Symbol, Denoted)>) -> Option<Inner> {
    for id in &ast[ast[block].statements] {
        let span = ast.stmt_span(*id);
        if span.lo >= offset {
            return None;
        }
        match ast[*id] {
            // A name is in scope behind the declaration, not in its initializer.
            Stmt::Variable(variable) if span.hi <= offset => {
                found.push((ast[variable].name, Denoted::Local(variable)));
            }
            _ if offset < span.hi => return Some(Inner::Statement(*id)),
            _ => {}
        }
    }
    None
}

/// Notes the declaration of a `for` statement, and gives the block of a statement that the offset lies in.
fn statement(ast: &Ast, id: StmtId, offset: u32, found: &mut Vec<(Symbol, Denoted)>) -> Option<Inner> {
    let statement = ast[id];
    if let Stmt::For { initializer: Some(initializer), .. } = statement
        && let Stmt::Variable(variable) = ast[initializer]
        && ast.stmt_span(initializer).hi <= offset
    {
        found.push((ast[variable].name, Denoted::Local(variable)));
    }
    let is_in = |block: &BlockId| holds(ast[*block].span, offset);
    if let Stmt::Loop { body, continuing: Some(continuing), .. } = statement
        && is_in(&continuing.block)
    {
        // The scope of the body includes its continuing block.
        statements(ast, body, ast[continuing.block].span.lo, found);
        return Some(Inner::Block(continuing.block));
    }
    ast.blocks_of(statement).find(is_in).map(Inner::Block)
}

#[cfg(test)]
mod tests {
    use super::*;
    use wgsl_spec::Edition;

    /// The names that are visible at the `|`.
    fn names(marked: &str) -> Vec<String> {
        let offset = marked.find('|').expect("a mark") as u32;
        let text = marked.replacen('|', "", 1);
        let (syntax, _) = crate::parse(&text, Edition::Current);
        visible_at(&syntax, offset).into_iter().map(|(name, _)| syntax.name(name).to_owned()).collect()
    }

    #[test]
    fn names_are_visible_behind_their_declarations() {
        assert_eq!(names("fn f(a: i32, b: i32) { let c = 1; |let d = 2; }"), ["a", "b", "c"]);
        assert_eq!(names("fn f(a: i32) { let c = |1; }"), ["a"]);
        assert_eq!(names("fn f(a: i32) |{ let c = 1; }"), [""; 0]);
        assert_eq!(names("fn f(a: i32) { let c = 1; }| fn g() {}"), [""; 0]);
    }

    #[test]
    fn blocks_hide_and_end() {
        assert_eq!(names("fn f() { { let a = 1; } let b = 1; { let c = 1; | } }"), ["b", "c"]);
        assert_eq!(names("fn f() { if true { let a = 1; } else if true { let b = 1; | } else { } }"), ["b"]);
        assert_eq!(names("fn f() { switch 1 { case 1 { let a = 1; } default { let b = 1; | } } }"), ["b"]);
        assert_eq!(names("fn f() { while true { let a = 1; | } }"), ["a"]);
        assert_eq!(names("fn f(a: i32) { let a = 1; | }").len(), 1);
    }

    #[test]
    fn loops_have_scopes_of_their_own() {
        assert_eq!(names("fn f() { loop { let a = 1; continuing { let b = 1; | } } }"), ["a", "b"]);
        assert_eq!(names("fn f() { for (var i = 0; | i < 1; i++) { let a = 1; } }"), ["i"]);
        assert_eq!(names("fn f() { for (var i = 0; i < 1; i++) { let a = 1; | } }"), ["i", "a"]);
        assert_eq!(names("fn f() { for (var i = 0; i < 1; i++) { } | }"), [""; 0]);
    }
}
