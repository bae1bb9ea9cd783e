//! Changes of operators and expressions.

use super::donors::Donors;
use super::place::{self, at_one, at_one_of};
use crate::choices::Choices;
use crate::tree::parts::Part;
use crate::tree::{Call, Expression, Name, Operator, Statement, Tree, UnaryOperator};

/// An operator of compound assignments. <https://www.w3.org/TR/WGSL/#compound-assignment-sec>
fn assigning(choices: &mut Choices<'_>) -> Option<Operator> {
    let has_assignment = |operator: &Operator| operator.function().get().assignment.is_some();
    let operators: Vec<Operator> = Operator::ALL.into_iter().filter(has_assignment).collect();
    choices.pick(&operators).copied()
}

const UNARY: [UnaryOperator; 5] = [
    UnaryOperator::Negate,
    UnaryOperator::Not,
    UnaryOperator::Complement,
    UnaryOperator::Indirection,
    UnaryOperator::AddressOf,
];

/// The scalar types and vectors that values are converted to.
const CONVERSIONS: [&str; 9] = ["i32", "u32", "f32", "f16", "bool", "vec2", "vec3", "vec4f", "array"];

fn has_operator(part: &Part<'_>) -> usize {
    match part {
        Part::Expression(Expression::Binary(..) | Expression::Unary(..)) => 1,
        Part::Statements(statements) => {
            let is_assignment = |it: &&Statement| {
                matches!(it, Statement::Assign(..) | Statement::Increment(_) | Statement::Decrement(_))
            };
            statements.iter().filter(is_assignment).count()
        }
        _ => 0,
    }
}

pub(super) fn replace_operator(tree: &mut Tree, _: &Donors, choices: &mut Choices<'_>) -> bool {
    at_one(tree, choices, has_operator, |part, at, choices| match part {
        Part::Expression(Expression::Binary(operator, left, right)) => {
            *operator = choices.pick(&Operator::ALL).copied().unwrap_or(*operator);
            if choices.one_in(6) {
                core::mem::swap(left, right);
            }
            true
        }
        Part::Expression(Expression::Unary(operator, _)) => {
            *operator = choices.pick(&UNARY).copied().unwrap_or(*operator);
            true
        }
        Part::Statements(statements) => {
            let is_assignment = |it: &&mut Statement| {
                matches!(it, Statement::Assign(..) | Statement::Increment(_) | Statement::Decrement(_))
            };
            statements
                .iter_mut()
                .filter(is_assignment)
                .nth(at)
                .is_some_and(|it| replace_assignment(it, choices))
        }
        _ => false,
    })
    .unwrap_or(false)
}

/// Changes the operator of an assignment, `++` or `--`.
fn replace_assignment(statement: &mut Statement, choices: &mut Choices<'_>) -> bool {
    let place = match statement {
        Statement::Assign(operator, ..) if !choices.one_in(6) => {
            *operator = if choices.one_in(6) { None } else { assigning(choices) };
            return true;
        }
        Statement::Assign(_, place, _) | Statement::Increment(place) | Statement::Decrement(place) => {
            place.clone()
        }
        _ => return false,
    };
    let one = || Expression::Literal("1".to_owned());
    *statement = match choices.below(3) {
        0 => Statement::Increment(place),
        1 => Statement::Decrement(place),
        _ => Statement::Assign(assigning(choices), place, one()),
    };
    true
}

/// An expression of this program or of a donor.
pub(super) fn any_expression(
    tree: &mut Tree,
    donors: &Donors,
    choices: &mut Choices<'_>,
) -> Option<Expression> {
    if choices.one_in(2) {
        let mut own = None;
        at_one_of(tree, choices, place::expression, |it, _| own = Some(it.clone()));
        return own;
    }
    choices.pick(&donors.expressions).cloned()
}

pub(super) fn replace_expression(tree: &mut Tree, donors: &Donors, choices: &mut Choices<'_>) -> bool {
    let Some(new) = any_expression(tree, donors, choices) else { return false };
    at_one_of(tree, choices, place::expression, |it, _| *it = new)
}

pub(super) fn wrap_expression(tree: &mut Tree, donors: &Donors, choices: &mut Choices<'_>) -> bool {
    let Some(other) = any_expression(tree, donors, choices) else { return false };
    at_one_of(tree, choices, place::expression, |place, choices| {
        let inner = core::mem::replace(place, Expression::Literal(String::new()));
        let boxed = |it| Box::new(it);
        *place = match choices.below(6) {
            0 => {
                let operator = choices.pick(&UNARY).copied().unwrap_or(UnaryOperator::Negate);
                Expression::Unary(operator, boxed(inner))
            }
            1 => {
                let operator = choices.pick(&Operator::ALL).copied().unwrap_or(Operator::Add);
                Expression::Binary(operator, boxed(inner), boxed(other))
            }
            2 => Expression::Index(boxed(inner), boxed(other)),
            3 => Expression::Member(boxed(inner), "x".to_owned()),
            4 => {
                let name = choices.pick(&donors.callees).copied().unwrap_or("abs");
                Call { callee: Name::plain(name), arguments: vec![inner] }.into()
            }
            _ => {
                let name = choices.pick(&CONVERSIONS).copied().unwrap_or("i32");
                Call { callee: Name::plain(name), arguments: vec![inner] }.into()
            }
        };
    })
}

pub(super) fn unwrap_expression(tree: &mut Tree, _: &Donors, choices: &mut Choices<'_>) -> bool {
    at_one(tree, choices, operands, |part, at, _| {
        let Part::Expression(place) = part else { return false };
        let operand = match place {
            Expression::Literal(_) | Expression::Name(_) | Expression::Parenthesized(_) => return false,
            Expression::Call(call) => call.arguments.swap_remove(at),
            Expression::Member(base, _) | Expression::Unary(_, base) => (**base).clone(),
            Expression::Index(left, right) | Expression::Binary(_, left, right) => {
                if at == 0 {
                    (**left).clone()
                } else {
                    (**right).clone()
                }
            }
        };
        *place = operand;
        true
    })
    .unwrap_or(false)
}

fn operands(part: &Part<'_>) -> usize {
    match part {
        Part::Expression(Expression::Call(call)) => call.arguments.len(),
        Part::Expression(Expression::Member(..) | Expression::Unary(..)) => 1,
        Part::Expression(Expression::Index(..) | Expression::Binary(..)) => 2,
        _ => 0,
    }
}
