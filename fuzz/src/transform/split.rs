//! A loop becomes two: one for the first iterations, one for the others.

use super::statement_lists;
use crate::tree::parts::{Part, visit_statements};
use crate::tree::{Block, Expression, Name, Operator, Statement};

/// The iterations of the first loop.
const FIRST: &str = "2";

/// Splits the `for` loops that declare a counter and that no `break` leaves.
pub(super) fn split(body: &mut Block) {
    statement_lists(body, &mut |statements| {
        for it in statements {
            if let Some(both) = in_two(it) {
                *it = both;
            }
        }
    });
}

/// A block with the counter of a loop and two loops. Where the first one ends, the condition is evaluated twice: it must call nothing.
fn in_two(statement: &Statement) -> Option<Statement> {
    let Statement::For { initializer, condition, body, .. } = statement else { return None };
    let (Statement::Variable(counter), Some(condition)) = (initializer.as_deref()?, condition) else {
        return None;
    };
    if leaves(&body.statements) || calls(condition) {
        return None;
    }
    let is_early = Expression::Binary(
        Operator::Less,
        Box::new(Name::plain(counter.name.clone()).into()),
        Box::new(Expression::Literal(FIRST.to_owned())),
    );
    let both = Expression::Binary(Operator::LogicalAnd, Box::new(condition.clone()), Box::new(is_early));
    let [early, late] = [both, condition.clone()].map(|bound| {
        let mut half = statement.clone();
        if let Statement::For { initializer, condition, .. } = &mut half {
            (*initializer, *condition) = (None, Some(bound));
        }
        half
    });
    let statements = vec![Statement::Variable(counter.clone()), early, late];
    Some(Statement::Block(Block { attributes: Vec::new(), statements }))
}

/// Whether a `break` leaves the statement that holds these.
fn leaves(statements: &[Statement]) -> bool {
    statements.iter().any(|it| match it {
        Statement::Break => true,
        // A `break` in a switch or loop leaves no more than that.
        Statement::Switch { .. }
        | Statement::Loop { .. }
        | Statement::For { .. }
        | Statement::While { .. } => false,
        it => it.bodies().any(|body| leaves(&body.statements)),
    })
}

/// Whether an expression calls a function.
fn calls(expression: &Expression) -> bool {
    let mut calls = false;
    visit_statements(&mut [Statement::Phony(expression.clone())], &mut |part| {
        calls |= matches!(part, Part::Call(_));
    });
    calls
}

#[cfg(test)]
mod tests {
    use super::super::Transformation;
    use super::super::tests::after;

    fn split(condition: &str, body: &str) -> Option<String> {
        let program = format!("fn f() {{\n    for (var i = 0; {condition}; i++) {{ {body} }}\n}}\n");
        after(&program, Transformation::Split)
    }

    #[test]
    fn a_loop_becomes_two() {
        assert_eq!(
            split("i < 4", "continue;").as_deref(),
            Some(
                "fn f() {\n    {\n        var i = 0;\n        for (; i < 4 && i < 2; i++) {\n            continue;\n        \
                 }\n        for (; i < 4; i++) {\n            continue;\n        }\n    }\n}\n"
            )
        );
    }

    #[test]
    fn a_loop_that_is_left_stays_whole() {
        assert_eq!(split("i < 4", "if i > 2 { break; }"), None);
        assert_eq!(split("i < 4", "{ break; }"), None);
        assert_eq!(split("i < max(1, 2)", ""), None);
        assert!(split("i < 4", "switch i { default { break; } }").is_some());
    }
}
