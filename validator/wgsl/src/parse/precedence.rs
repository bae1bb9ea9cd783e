//! Binary operators, and the ones that mix without parentheses.
//! <https://www.w3.org/TR/WGSL/#operator-precedence-associativity>

use crate::ast::Expr;
use crate::diagnostic::{Applicability, Diagnostic};
use crate::lex::TokenKind;
use shader_source::Span;
use wgsl_spec::{Operator, Precedence, Rule, rules};

use super::context::Context;

/// The binary operator that a token stands for behind a complete operand. `--` is a minus and a sign there: the grammar
/// takes the longest token that fits.
#[inline]
pub(super) const fn binary_operator(kind: TokenKind) -> Option<Operator> {
    Some(match kind {
        TokenKind::Star => Operator::Multiply,
        TokenKind::Slash => Operator::Divide,
        TokenKind::Percent => Operator::Remainder,
        TokenKind::Plus => Operator::Add,
        TokenKind::Minus | TokenKind::MinusMinus => Operator::Subtract,
        TokenKind::ShiftLeft => Operator::ShiftLeft,
        TokenKind::ShiftRight => Operator::ShiftRight,
        TokenKind::And => Operator::BitAnd,
        TokenKind::Xor => Operator::BitXor,
        TokenKind::Or => Operator::BitOr,
        TokenKind::Less => Operator::Less,
        TokenKind::Greater => Operator::Greater,
        TokenKind::LessEqual => Operator::LessEqual,
        TokenKind::GreaterEqual => Operator::GreaterEqual,
        TokenKind::EqualEqual => Operator::Equal,
        TokenKind::BangEqual => Operator::NotEqual,
        TokenKind::AndAnd => Operator::LogicalAnd,
        TokenKind::OrOr => Operator::LogicalOr,
        _ => return None,
    })
}

/// The rule that an operator of the level `operand` breaks as an operand of one of the level `level`, and the
/// production that says so again.
const fn mixing_rule(level: Precedence, operand: Precedence) -> (&'static Rule, Option<&'static Rule>) {
    if level.is_bitwise() {
        (rules::PREC_BITWISE_NO_MIX, None)
    } else if operand.is_bitwise() {
        (rules::PREC_BITWISE_NO_MIX, Some(rules::GRAMMAR_BITWISE_EXPRESSION))
    } else if matches!(level, Precedence::Shift) {
        (rules::PREC_SHIFT_NO_CHAIN, None)
    } else if matches!(level, Precedence::Relational) {
        (rules::PREC_RELATIONAL_NO_CHAIN, None)
    } else {
        (rules::PREC_LOGICAL_NO_MIX, None)
    }
}

/// Returns true if all languages with these operators, here by their signs, group the first one first.
fn binds_tighter_everywhere(inner: &str, outer: &str) -> bool {
    let rank = |sign| match sign {
        "|" => Some(0),
        "^" => Some(1),
        "&" => Some(2),
        "<<" | ">>" => Some(3),
        "+" | "-" => Some(4),
        "*" | "/" | "%" => Some(5),
        _ => None,
    };
    matches!((rank(inner), rank(outer)), (Some(inner), Some(outer)) if inner > outer)
}

/// The edit that joins comparisons with a logical operator, where `expr` is an operand of a comparison: `a < b && b < c` for `a < b < c`, and
/// `a == b && c == d` for `a == b & c == d`.
fn joined_comparisons(context: &Context<'_>, expr: Expr) -> Option<(&'static str, (Span, String))> {
    let Expr::Binary(operator, left, right) = expr else { return None };
    let place = context.expr_span(right);
    let gap = Span::new(context.expr_span(left).hi, place.lo);
    match operator {
        Operator::Less | Operator::LessEqual | Operator::Greater | Operator::GreaterEqual => {
            let middle = place.text(context.text);
            let edit = (Span::new(place.hi, place.hi), format!(" && {middle}"));
            (middle.len() <= LONGEST_OPERAND).then_some(("compare twice", edit))
        }
        Operator::BitAnd | Operator::BitOr => {
            let sign = if operator == Operator::BitAnd { "&" } else { "|" };
            let at = gap.lo + gap.text(context.text).find(sign)? as u32;
            Some(("combine the comparisons with a logical operator", (Span::new(at, at + 1), sign.repeat(2))))
        }
        _ => None,
    }
}

/// The longest operand that is written twice, in bytes.
const LONGEST_OPERAND: usize = 64;

/// The mistake of an operand that needs parentheses beside an operator, which is given with its place, and with true if a comparison follows
/// its right operand.
#[cold]
pub(super) fn needs_parentheses(
    context: &Context<'_>,
    operator: (Precedence, Span, bool),
    operand: (Precedence, Expr, Span),
) -> Diagnostic {
    let (level, operator_span, is_between) = operator;
    let (operand_level, expr, span) = operand;
    let outer = operator_span.text(context.text);
    let inner = match expr {
        Expr::Binary(operator, ..) => operator.name(),
        _ => "this",
    };
    let message = if level == Precedence::Relational && operand_level == Precedence::Relational {
        "comparisons can't be chained".to_owned()
    } else if level == Precedence::Shift && operand_level == Precedence::Shift {
        "shifts can't be chained without parentheses".to_owned()
    } else {
        format!("`{inner}` can't be combined with `{outer}` without parentheses")
    };
    let edits =
        vec![(Span::new(span.lo, span.lo), "(".to_owned()), (Span::new(span.hi, span.hi), ")".to_owned())];
    // All languages group these operators alike, so the parentheses only spell out what the author means.
    let is_universal = (level == Precedence::Shift && operand_level > Precedence::Shift)
        || binds_tighter_everywhere(inner, outer)
        || (level == Precedence::ShortCircuitOr && operand_level == Precedence::ShortCircuitAnd);
    let (rule, also) = mixing_rule(level, operand_level);
    let mut diagnostic = Diagnostic::error(rule, span, message);
    diagnostic.also = also;
    if level == Precedence::Relational
        && (operand_level == Precedence::Relational || is_between)
        && let Some((words, edit)) = joined_comparisons(context, expr)
    {
        let diagnostic = diagnostic.label(operator_span, format!("an operand of this `{outer}`"));
        return diagnostic.suggest(words, vec![edit], Applicability::Unsafe);
    }
    diagnostic.label(operator_span, format!("an operand of this `{outer}`")).suggest(
        "add parentheses",
        edits,
        if is_universal { Applicability::Safe } else { Applicability::Unsafe },
    )
}
