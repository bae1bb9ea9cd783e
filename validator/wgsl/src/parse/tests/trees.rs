//! The shape of the tree.

use super::accepted::EVERYTHING;
use super::{Parsed, parse};
use crate::ast::{Ast, DeclKind, Expr, ExprId, List, Stmt};
use wgsl_spec::Edition;

/// An expression with a pair of brackets around every node that has children.
fn bracketed(text: &str, parsed: &Parsed<'_>, id: ExprId) -> String {
    let name = |symbol| parsed.syntax.name(symbol);
    let inner = |id| bracketed(text, parsed, id);
    let list =
        |list: List<ExprId>| parsed.ast()[list].iter().map(|id| inner(*id)).collect::<Vec<_>>().join(" ");
    match parsed.ast()[id] {
        Expr::Error => "error".to_owned(),
        Expr::Literal(_) => parsed.ast().span(id).text(text).to_owned(),
        Expr::Name(symbol) | Expr::ContextName(symbol) => name(symbol).to_owned(),
        Expr::Template(symbol, arguments) => format!("{}<{}>", name(symbol), list(arguments)),
        Expr::Call(callee, arguments) => format!("{}({})", inner(callee), list(arguments)),
        Expr::Member(base, member) => format!("[{}.{}]", inner(base), name(member)),
        Expr::Index(base, index) => format!("[{}@{}]", inner(base), inner(index)),
        Expr::Unary(operator, operand) => format!("[{operator:?} {}]", inner(operand)),
        Expr::Binary(operator, left, right) => {
            format!("[{} {} {}]", inner(left), operator.name(), inner(right))
        }
        Expr::Paren(operand) => format!("({})", inner(operand)),
    }
}

/// The expression of `const_assert` as brackets.
fn tree(expression: &str) -> String {
    let text = format!("const_assert {expression};");
    let parsed = parse(&text, Edition::Current);
    assert_eq!(parsed.diagnostics, []);
    let DeclKind::ConstAssert(id) = parsed.ast().decls[0].kind else { panic!("no const assertion") };
    assert_eq!(parsed.ast().span(id).text(&text), expression);
    bracketed(&text, &parsed, id)
}

#[test]
fn operators_group_by_precedence() {
    assert_eq!(tree("a + b * c - d"), "[[a + [b * c]] - d]");
    assert_eq!(tree("a < b + 1 && c == d && e"), "[[[a < [b + 1]] && [c == d]] && e]");
    assert_eq!(tree("a || b < c || d"), "[[a || [b < c]] || d]");
    assert_eq!(tree("a << 1u < b >> 2u"), "[[a << 1u] < [b >> 2u]]");
    assert_eq!(tree("a & b & c"), "[[a & b] & c]");
    assert_eq!(tree("a % b / c"), "[[a % b] / c]");
    assert_eq!(tree("(a + b) * c"), "[([a + b]) * c]");
}

#[test]
fn prefixes_bind_tighter_than_infixes_and_looser_than_suffixes() {
    assert_eq!(tree("-a.b[1]"), "[Negate [[a.b]@1]]");
    assert_eq!(tree("a--b"), "[a - [Negate b]]");
    assert_eq!(tree("a---b"), "[a - [Negate [Negate b]]]");
    assert_eq!(tree("--a"), "[Negate [Negate a]]");
    assert_eq!(tree("&&a"), "[AddressOf [AddressOf a]]");
    assert_eq!(tree("!~*&a"), "[Not [Complement [Indirection [AddressOf a]]]]");
}

#[test]
fn names_calls_and_templates() {
    assert_eq!(tree("vec2<f32>(1, a).x"), "[vec2<f32>(1 a).x]");
    assert_eq!(tree("array<array<i32, 2>, 3>()"), "array<array<i32 2> 3>()");
    assert_eq!(tree("f(g(), h(1,),)"), "f(g() h(1))");
    assert_eq!(tree("a<b>"), "a<b>");
    assert_eq!(tree("a[b[0]]"), "[a@[b@0]]");
}

/// Fails unless every expression comes after its children and inside the range of its declaration.
pub(super) fn check_order(ast: &Ast) {
    let mut end = 0;
    for decl in &ast.decls {
        assert!(decl.first_expr >= end && decl.end_expr >= decl.first_expr);
        end = decl.end_expr;
        for index in decl.first_expr..decl.end_expr {
            let check = |child: ExprId| {
                let child = child.index() as u32;
                assert!(child >= decl.first_expr && child < index, "{child} is a child of {index}");
            };
            match ast.exprs[index as usize] {
                Expr::Call(callee, list) => {
                    check(callee);
                    ast[list].iter().copied().for_each(check);
                }
                Expr::Template(_, list) => ast[list].iter().copied().for_each(check),
                Expr::Member(base, _) | Expr::Unary(_, base) | Expr::Paren(base) => check(base),
                Expr::Index(left, right) | Expr::Binary(_, left, right) => {
                    check(left);
                    check(right);
                }
                Expr::Error | Expr::Literal(_) | Expr::Name(_) | Expr::ContextName(_) => {}
            }
        }
    }
    assert!(end as usize <= ast.exprs.len());
}

#[test]
fn expressions_come_in_the_order_of_the_text() {
    let parsed = parse(EVERYTHING, Edition::Current);
    check_order(parsed.ast());
    let names = parsed.ast().exprs.iter().zip(&parsed.ast().expr_spans);
    let leaves: Vec<u32> = names
        .filter(|(expr, _)| matches!(expr, Expr::Name(_) | Expr::Literal(_) | Expr::ContextName(_)))
        .map(|(_, span)| span.lo)
        .collect();
    assert!(leaves.is_sorted());
}

#[test]
fn statements_hold_what_they_hold() {
    let text = "fn f() { if a { b = 1; } else if c { } else { d(); } loop { continuing { e++; break if g; } } return; }";
    let parsed = parse(text, Edition::Current);
    let ast = parsed.ast();
    let body = ast.blocks.last().unwrap();
    assert_eq!(body.span.text(text), &text[7..]);
    let [first, second, third] = ast[body.statements] else { panic!("three statements") };
    let Stmt::If { branches, otherwise, .. } = ast[first] else { panic!("if") };
    assert_eq!(ast[branches].len(), 2);
    assert_eq!(ast[otherwise.unwrap()].span.text(text), "{ d(); }");
    assert_eq!(ast.stmt_span(ast[ast[ast[branches][0].block].statements][0]).text(text), "b = 1");
    let Stmt::Loop { body, continuing: Some(continuing), .. } = ast[second] else { panic!("loop") };
    assert!(ast[body].statements.is_empty());
    assert_eq!(ast[ast[continuing.block].statements].len(), 1);
    assert_eq!(ast.span(continuing.break_if.unwrap()).text(text), "g");
    assert!(matches!(ast[third], Stmt::Return(None)));
}

#[test]
fn declarations_know_their_names_and_places() {
    let text = "@id(1) override a = 1; struct S { @size(4) m: i32 }\nfn f(p: i32) -> i32 { }";
    let ast = parse(text, Edition::Current).syntax.ast;
    let places: Vec<_> = ast
        .decls
        .iter()
        .map(|decl| (decl.span.text(text), decl.name_span.text(text), decl.has_error))
        .collect();
    assert_eq!(
        places,
        [
            ("@id(1) override a = 1;", "a", false),
            ("struct S { @size(4) m: i32 }", "S", false),
            ("fn f(p: i32) -> i32 { }", "f", false),
        ]
    );
    assert_eq!(ast.variables[0].span.text(text), "override a = 1");
    let attribute = ast[ast.variables[0].attributes][0];
    assert_eq!((attribute.span.text(text), attribute.name_span.text(text)), ("@id(1)", "id"));
}
