//! Changes of rows: declarations, directives, members, parameters, arguments, clauses, statements.

use super::donors::Donors;
use super::expression::any_expression;
use super::name::any_type;
use super::place::{self, at_one, at_one_of, at_one_part};
use crate::choices::Choices;
use crate::tree::parts::{Named, Part};
use crate::tree::{Block, Clause, Member, Statement, Tree};

/// The number of parts in a row; none in a part that is not a row.
fn length(part: &Part<'_>) -> usize {
    match part {
        Part::Row(parts, _) => parts.count(),
        Part::Members(members, _) => members.len(),
        Part::Statements(statements) => statements.len(),
        Part::Clauses(clauses) => clauses.len(),
        // Attributes have changes of their own.
        Part::Attributes(_)
        | Part::Expression(_)
        | Part::Target(_)
        | Part::Call(_)
        | Part::Type(_)
        | Part::Variable(..)
        | Part::Name(..) => 0,
    }
}

pub(super) fn swap(tree: &mut Tree, _: &Donors, choices: &mut Choices<'_>) -> bool {
    at_one(
        tree,
        choices,
        |part| length(part).saturating_sub(1),
        |part, at, _| part.row().map(|(parts, _)| parts.swap(at, at + 1)).is_some(),
    )
    .unwrap_or(false)
}

pub(super) fn duplicate(tree: &mut Tree, _: &Donors, choices: &mut Choices<'_>) -> bool {
    at_one(tree, choices, length, |part, at, _| part.row().is_some_and(|(parts, _)| parts.duplicate(at)))
        .unwrap_or(false)
}

pub(super) fn remove(tree: &mut Tree, _: &Donors, choices: &mut Choices<'_>) -> bool {
    at_one(tree, choices, length, |part, at, _| {
        let Some((parts, least)) = part.row() else { return false };
        let is_allowed = parts.count() > least;
        if is_allowed {
            parts.remove(at..at + 1);
        }
        is_allowed
    })
    .unwrap_or(false)
}

pub(super) fn insert_member(tree: &mut Tree, donors: &Donors, choices: &mut Choices<'_>) -> bool {
    let Some(ty) = any_type(tree, donors, choices) else { return false };
    let attributes = if choices.one_in(3) { choices.pick(&donors.attributes).cloned() } else { None }
        .into_iter()
        .collect();
    at_one_part(
        tree,
        choices,
        |part| matches!(part, Part::Members(..)),
        |part, choices| {
            let Part::Members(members, named) = part else { return false };
            let name = if named == Named::Member { "inserted_member" } else { "inserted_parameter" };
            let new = Member { attributes, name: name.to_owned(), ty };
            members.insert(choices.below(members.len() + 1), new);
            true
        },
    )
}

pub(super) fn insert_argument(tree: &mut Tree, donors: &Donors, choices: &mut Choices<'_>) -> bool {
    let Some(new) = any_expression(tree, donors, choices) else { return false };
    at_one_of(tree, choices, place::call, |call, choices| {
        call.arguments.insert(choices.below(call.arguments.len() + 1), new);
    })
}

pub(super) fn insert_clause(tree: &mut Tree, donors: &Donors, choices: &mut Choices<'_>) -> bool {
    let Some(new) = any_expression(tree, donors, choices) else { return false };
    let selector = if choices.one_in(4) { None } else { Some(new) };
    at_one_of(tree, choices, place::clauses, |clauses, choices| {
        let at = choices.below(clauses.len() + 1);
        if choices.one_in(2)
            && let Some(clause) = clauses.get_mut(at)
        {
            clause.selectors.push(selector);
        } else {
            let statements = if choices.one_in(2) { vec![Statement::Break] } else { Vec::new() };
            let body = Block { attributes: Vec::new(), statements };
            clauses.insert(at, Clause { selectors: vec![selector], body });
        }
    })
}

pub(super) fn add_directive(tree: &mut Tree, donors: &Donors, choices: &mut Choices<'_>) -> bool {
    let Some(new) = choices.pick(&donors.directives).cloned() else { return false };
    tree.directives.insert(choices.below(tree.directives.len() + 1), new);
    true
}

/// Puts declarations of a donor among those of a program.
pub(super) fn insert_declarations(tree: &mut Tree, donors: &Donors, choices: &mut Choices<'_>) -> bool {
    choices.pick(&donors.grafts).is_some_and(|graft| graft.put_into(tree, choices).is_some())
}
