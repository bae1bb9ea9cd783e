//! Changes of statements.

use super::donors::Donors;
use super::expression::any_expression;
use super::place::{self, at_one, at_one_of};
use crate::choices::Choices;
use crate::tree::parts::Part;
use crate::tree::{Block, Clause, Continuing, Expression, Statement, Tree};

fn length(part: &Part<'_>) -> usize {
    if let Part::Statements(statements) = part { statements.len() } else { 0 }
}

/// A statement of this program, of a donor, or one that leaves a block.
fn any_statement(tree: &mut Tree, donors: &Donors, choices: &mut Choices<'_>) -> Option<Statement> {
    match choices.below(3) {
        0 => at_one(tree, choices, length, |part, at, _| match part {
            Part::Statements(statements) => Some(statements[at].clone()),
            _ => None,
        })?,
        1 => choices.pick(&donors.statements).cloned(),
        _ => Some(match choices.below(6) {
            0 => Statement::Break,
            1 => Statement::Continue,
            2 => Statement::Discard,
            3 => Statement::Return(None),
            4 => Statement::Return(Some(any_expression(tree, donors, choices)?)),
            _ => Statement::Phony(any_expression(tree, donors, choices)?),
        }),
    }
}

pub(super) fn insert(tree: &mut Tree, donors: &Donors, choices: &mut Choices<'_>) -> bool {
    any_statement(tree, donors, choices).is_some_and(|new| put(tree, new, choices))
}

fn put(tree: &mut Tree, new: Statement, choices: &mut Choices<'_>) -> bool {
    at_one_of(tree, choices, place::statements, |statements, choices| {
        statements.insert(choices.below(statements.len() + 1), new);
    })
}

pub(super) fn relocate(tree: &mut Tree, _: &Donors, choices: &mut Choices<'_>) -> bool {
    let moved = at_one(tree, choices, length, |part, at, _| match part {
        Part::Statements(statements) => Some(statements.remove(at)),
        _ => None,
    });
    moved.flatten().is_some_and(|moved| put(tree, moved, choices))
}

pub(super) fn wrap(tree: &mut Tree, donors: &Donors, choices: &mut Choices<'_>) -> bool {
    let condition = if choices.one_in(2) { any_expression(tree, donors, choices) } else { None };
    let condition = condition.unwrap_or_else(|| Expression::Literal("true".to_owned()));
    at_one(tree, choices, length, |part, at, choices| {
        let Part::Statements(statements) = part else { return false };
        let inner = core::mem::replace(&mut statements[at], Statement::Break);
        statements[at] = around(inner, condition, choices);
        true
    })
    .unwrap_or(false)
}

/// A statement with another as its body.
fn around(inner: Statement, condition: Expression, choices: &mut Choices<'_>) -> Statement {
    let attributes = Vec::new;
    let block = |statements| Block { attributes: Vec::new(), statements };
    match choices.below(7) {
        0 => Statement::Block(block(vec![inner])),
        1 => Statement::If {
            attributes: attributes(),
            branches: vec![(condition, block(vec![inner]))],
            otherwise: None,
        },
        2 => Statement::If {
            attributes: attributes(),
            branches: vec![(condition, block(Vec::new()))],
            otherwise: Some(block(vec![inner])),
        },
        3 => Statement::Loop {
            attributes: attributes(),
            body: block(vec![inner, Statement::Break]),
            continuing: None,
        },
        4 => Statement::Loop {
            attributes: attributes(),
            body: block(Vec::new()),
            continuing: Some(Continuing { block: block(vec![inner]), break_if: Some(condition) }),
        },
        5 => Statement::While { attributes: attributes(), condition, body: block(vec![inner]) },
        _ => Statement::Switch {
            attributes: attributes(),
            selector: Expression::Literal("1".to_owned()),
            body_attributes: attributes(),
            clauses: vec![Clause { selectors: vec![None], body: block(vec![inner]) }],
        },
    }
}

pub(super) fn unwrap(tree: &mut Tree, _: &Donors, choices: &mut Choices<'_>) -> bool {
    let count = |part: &Part<'_>| match part {
        Part::Statements(statements) => statements.iter().map(|it| it.bodies().count()).sum(),
        _ => 0,
    };
    at_one(tree, choices, count, |part, place, _| {
        let Part::Statements(statements) = part else { return false };
        let all = statements.iter().enumerate().flat_map(|(at, it)| it.bodies().map(move |body| (at, body)));
        let Some((at, inner)) = all.map(|(at, body)| (at, body.statements.clone())).nth(place) else {
            return false;
        };
        statements.splice(at..=at, inner);
        true
    })
    .unwrap_or(false)
}
