//! Arithmetic of numbers without suffix: `i32` in the drafts, which wraps, and without bounds now.

use super::edits::Edits;
use crate::ast::{Ast, Expr, ExprId, Literal, Suffix, UnaryOperator};
use wgsl_spec::Operator;

/// Gives the numbers in expressions that exceed `i32` the type that they had.
pub(super) fn concrete(ast: &Ast, text: &str, edits: &mut Edits) {
    let values = values(ast, text);
    let mut is_concrete = vec![false; ast.exprs.len()];
    // Children come before their parents, so that a parent has marked its children when they are looked at.
    for (index, expr) in ast.exprs.iter().enumerate().rev() {
        let Some(value) = values[index] else { continue };
        let exceeds = i32::try_from(value).is_err();
        match *expr {
            Expr::Binary(_, left, right) if exceeds || is_concrete[index] => {
                is_concrete[left.index()] = true;
                is_concrete[right.index()] = true;
            }
            Expr::Paren(inner) | Expr::Unary(_, inner) if is_concrete[index] => {
                is_concrete[inner.index()] = true;
            }
            // The literal of the smallest number has no suffix: without its sign it is too large.
            Expr::Literal(_) if is_concrete[index] && !exceeds => {
                edits.insert(ast.expr_spans[index].hi, "i");
            }
            _ => {}
        }
    }
}

/// The values of expressions of numbers without suffix, by expression; saturated.
fn values(ast: &Ast, text: &str) -> Vec<Option<i128>> {
    let mut values: Vec<Option<i128>> = Vec::with_capacity(ast.exprs.len());
    for (index, expr) in ast.exprs.iter().enumerate() {
        let of = |id: ExprId| values.get(id.index()).copied().flatten();
        let value = match *expr {
            Expr::Literal(Literal::Integer(Suffix::None)) => number(ast.expr_spans[index].text(text)),
            Expr::Paren(inner) => of(inner),
            Expr::Unary(UnaryOperator::Negate, inner) => of(inner).map(i128::saturating_neg),
            Expr::Unary(UnaryOperator::Complement, inner) => of(inner).map(|value| !value),
            Expr::Binary(operator, left, right) => {
                of(left).zip(of(right)).and_then(|(left, right)| computed(operator, left, right))
            }
            _ => None,
        };
        values.push(value);
    }
    values
}

fn number(digits: &str) -> Option<i128> {
    match digits.strip_prefix("0x").or_else(|| digits.strip_prefix("0X")) {
        Some(digits) => i128::from_str_radix(digits, 16).ok(),
        None => digits.parse().ok(),
    }
}

fn computed(operator: Operator, left: i128, right: i128) -> Option<i128> {
    match operator {
        Operator::Add => Some(left.saturating_add(right)),
        Operator::Subtract => Some(left.saturating_sub(right)),
        Operator::Multiply => Some(left.saturating_mul(right)),
        Operator::Divide => left.checked_div(right),
        Operator::Remainder => left.checked_rem(right),
        Operator::BitAnd => Some(left & right),
        Operator::BitOr => Some(left | right),
        Operator::BitXor => Some(left ^ right),
        _ => None,
    }
}
