use super::{Expression, Statement, Tree, Unreadable};

/// Every production of the grammar.
const FORMS: &str = include_str!("forms.wgsl");

/// The tree of a source, and the source that is printed for it.
fn read(source: &str) -> (Tree, String) {
    let tree = Tree::read(source).unwrap_or_else(|reason| panic!("{source}\n{reason:?}"));
    let printed = tree.to_string();
    (tree, printed)
}

/// A statement of a function, printed.
fn printed(statement: &str) -> String {
    let (tree, source) = read(&format!("fn f() {{ {statement} }}"));
    assert_eq!(Tree::read(&source).ok(), Some(tree), "{source}");
    let line = source.lines().nth(1).unwrap_or_default();
    line.trim().to_owned()
}

#[test]
fn every_form_is_read_and_printed() {
    let (tree, printed) = read(FORMS);
    let (again, stable) = read(&printed);
    assert_eq!(tree, again);
    assert_eq!(printed, stable);
    // The file is written as it is printed, so that what is lost is seen.
    assert_eq!(FORMS, printed);
}

#[test]
fn parentheses_are_those_of_the_grammar() {
    for (written, expected) in [
        ("a = ((b + (c * d)));", "a = b + c * d;"),
        ("a = (b + c) * d;", "a = (b + c) * d;"),
        ("a = (b - c) - d;", "a = b - c - d;"),
        ("a = b - (c - d);", "a = b - (c - d);"),
        ("a = (b & c) == d;", "a = (b & c) == d;"),
        ("a = b & (c == d);", "a = b & (c == d);"),
        ("a = (b & c) & d;", "a = b & c & d;"),
        ("a = (b & c) | d;", "a = (b & c) | d;"),
        ("a = (b << c) << d;", "a = (b << c) << d;"),
        ("a = (b << c) == d;", "a = b << c == d;"),
        ("a = (b + c) << d;", "a = (b + c) << d;"),
        ("a = (b && c) || d;", "a = (b && c) || d;"),
        ("a = (b == c) && (d < e);", "a = b == c && d < e;"),
        ("a = (b < c) == d;", "a = (b < c) == d;"),
        ("a = !(b == c);", "a = !(b == c);"),
        ("a = -(-b);", "a = - -b;"),
        ("a = b - (-c);", "a = b - -c;"),
        ("a = b--c;", "a = b - -c;"),
        ("a = &(&b);", "a = & &b;"),
        ("a = !(!b);", "a = !!b;"),
        ("(*p).x = 1;", "(*p).x = 1;"),
        ("*(p) = 1;", "*p = 1;"),
        ("(*p)++;", "*p++;"),
        ("a = (-b).x;", "a = (-b).x;"),
        ("a = -(b.x);", "a = -b.x;"),
        ("a = (b + c)[(d)];", "a = (b + c)[d];"),
        ("(a)[(1)] += (2);", "a[1] += 2;"),
        // They mean something around a name alone.
        ("var b: array<i32, (c)>;", "var b: array<i32, (c)>;"),
        ("var b: array<i32, ((c))>;", "var b: array<i32, (c)>;"),
        ("var b: array<i32, (c + d)>;", "var b: array<i32, c + d>;"),
    ] {
        assert_eq!(printed(written), expected, "{written}");
    }
}

#[test]
fn comparisons_do_not_become_template_lists() {
    for (written, expected) in [
        ("f((a < b), c > d);", "f((a < b), c > d);"),
        ("f((a < b), c >= d);", "f((a < b), c >= d);"),
        ("f((a < b), c >> d);", "f((a < b), c >> d);"),
        ("f((a.x < b), g(c > d));", "f(a.x < b, g(c > d));"),
        ("f((1 < b), c > d);", "f(1 < b, c > d);"),
        ("f((a <= b), c > d);", "f(a <= b, c > d);"),
        ("f(a > b, c < d);", "f(a > b, c < d);"),
        ("a = (b < c) > d;", "a = (b < c) > d;"),
        ("a = b < (c > d);", "a = b < (c > d);"),
        ("a = b < (c >> d);", "a = b < (c >> d);"),
        ("a = 1 < (c >> d);", "a = 1 < c >> d;"),
        ("a = b >> c < d;", "a = b >> c < d;"),
        ("f((b < (c >> d)), e > g);", "f((b < (c >> d)), e > g);"),
        ("var b: array<i32, (c > d)>;", "var b: array<i32, (c > d)>;"),
        ("var b: array<i32, (c >> d)>;", "var b: array<i32, (c >> d)>;"),
        ("var b: array<i32, (c << d)>;", "var b: array<i32, c << d>;"),
        ("var b: array<i32, (c && d)>;", "var b: array<i32, (c && d)>;"),
        ("var b: array<i32, (c + d)>;", "var b: array<i32, c + d>;"),
        ("var b: array<vec2<i32>, f(c > d)>;", "var b: array<vec2<i32>, f(c > d)>;"),
    ] {
        assert_eq!(printed(written), expected, "{written}");
    }
}

#[test]
fn mistakes_and_endless_chains_have_no_tree() {
    assert!(matches!(Tree::read("fn f( {}"), Err(Unreadable::Mistake(_))));
    assert!(matches!(Tree::read("enable ;"), Err(Unreadable::Mistake(_))));
    let chain = format!("const a = 1{};", " + 1".repeat(100_000));
    assert!(matches!(Tree::read(&chain), Err(Unreadable::TooDeep)));
    let chain = format!("fn f() {{ if a {{}}{} }}", " else if a {}".repeat(10_000));
    assert_eq!(Tree::read(&chain).ok(), Tree::read(&read(&chain).1).ok());
}

#[test]
fn a_changed_tree_is_printed_as_it_is() {
    let (mut tree, _) = read("fn f() { _ = -a; }");
    let Some(super::Declaration::Function(function)) = tree.declarations.first_mut() else { panic!() };
    let Some(Statement::Phony(Expression::Unary(_, operand))) = function.body.statements.first_mut() else {
        panic!()
    };
    let sum = Tree::read("const x = 1 + 2;").expect("a sum");
    let Some(super::Declaration::Variable(variable)) = sum.declarations.into_iter().next() else { panic!() };
    **operand = variable.initializer.expect("a sum");
    assert_eq!(tree.to_string(), "fn f() {\n    _ = -(1 + 2);\n}\n");
}
