//! Expressions. <https://www.w3.org/TR/WGSL/#expression-grammar>

use super::borrowed::{Borrowed, borrowed_operator, report_operator};
use super::input::{Input, Parse};
use super::precedence::{binary_operator, needs_parentheses};
use super::primary::singular_expression;
use super::recover::deeper;
use crate::ast::{Expr, ExprId, UnaryOperator};
use crate::lex::TokenKind;
use shader_source::Span;
use wgsl_spec::{Edition, Operator, Precedence, Rule, rules};

/// A prefix operator with its place.
pub(super) type Prefix = (UnaryOperator, Span);

/// `expression` <https://www.w3.org/TR/WGSL/#syntax-expression>
pub(super) fn expression(input: Input<'_>) -> Parse<'_, ExprId> {
    expression_of(input, rules::GRAMMAR_EXPRESSION)
}

/// An expression of a production, which is broken if none begins here.
pub(super) fn expression_of<'a>(input: Input<'a>, production: &'static Rule) -> Parse<'a, ExprId> {
    deeper(input, |input| {
        let (rest, first) = unary_expression(input, None, production)?;
        operators_after(rest, first)
    })
}

/// The rest of an expression of which the first operand is parsed.
#[inline]
pub(super) fn operators_after(input: Input<'_>, first: ExprId) -> Parse<'_, ExprId> {
    if operator_at(input).is_none() {
        return Ok((input, first));
    }
    let (rest, (id, _)) = climb(input, first, Precedence::ShortCircuitOr)?;
    Ok((rest, id))
}

/// The binary operator that starts after a complete operand, and the place after it. An operator as other languages write it is meant as
/// the one of this language.
#[inline]
fn operator_at(input: Input<'_>) -> Option<(Operator, Option<Borrowed<'_>>)> {
    let operator = binary_operator(input.kind());
    let is_borrowed = match input.kind() {
        TokenKind::Equal | TokenKind::Identifier => true,
        TokenKind::EqualEqual | TokenKind::BangEqual => input.second() == TokenKind::Equal,
        _ => false,
    };
    let borrowed = if is_borrowed { borrowed_operator(input) } else { None };
    borrowed.map_or_else(|| operator.map(|it| (it, None)), |it| Some((it.operator, borrowed)))
}

/// Precedence climbing: takes the operators that bind at least as tight as `minimum`, left-deep in a loop. The recursion
/// goes up one level of precedence each time, so it is at most nine deep.
fn climb(input: Input<'_>, first: ExprId, minimum: Precedence) -> Parse<'_, (ExprId, Precedence)> {
    let context = input.context;
    let (mut input, mut left, mut left_level) = (input, first, Precedence::Unary);
    let mut is_reported = false;
    while let Some((operator, borrowed)) = operator_at(input)
        && operator.precedence() >= minimum
    {
        let level = operator.precedence();
        let operator_span = input.span();
        let sign = if input.kind() == TokenKind::MinusMinus {
            if context.edition == Edition::Draft2022 {
                break;
            }
            Some((UnaryOperator::Negate, Span::new(operator_span.lo + 1, operator_span.hi)))
        } else {
            None
        };
        let behind = borrowed.map_or(input.advance(), |borrowed| {
            report_operator(input, borrowed, level.production());
            borrowed.rest
        });
        let (rest, operand) = unary_expression(behind, sign, level.production())?;
        let (rest, (right, right_level)) = match operator_at(rest) {
            Some((next, _)) if next.precedence() > level => climb(rest, operand, level.tighter())?,
            _ => (rest, (operand, Precedence::Unary)),
        };
        let wrong = if !level.takes_left(left_level) {
            Some((left_level, left))
        } else if !level.takes_right(right_level) {
            Some((right_level, right))
        } else {
            None
        };
        if let Some((operand_level, operand)) = wrong
            && !is_reported
        {
            // One diagnostic per chain: `a < b < c < d` is one mistake.
            is_reported = true;
            let operand = (operand_level, context.expr(operand), context.expr_span(operand));
            let is_between =
                binary_operator(rest.kind()).is_some_and(|next| next.precedence() == Precedence::Relational);
            let operator = (level, operator_span, is_between);
            input.report_elsewhere(needs_parentheses(context, operator, operand));
        }
        let span = context.expr_span(left).to(context.expr_span(right));
        left = context.push_expr(Expr::Binary(operator, left, right), span);
        left_level = level;
        input = rest;
    }
    Ok((input, (left, left_level)))
}

/// The prefix operators that a token stands for: one, or twice the same.
#[inline]
fn prefix_operator(input: Input<'_>) -> Option<(UnaryOperator, bool)> {
    let is_current = input.context.edition == Edition::Current;
    Some(match input.kind() {
        TokenKind::Minus => (UnaryOperator::Negate, false),
        TokenKind::Bang => (UnaryOperator::Not, false),
        TokenKind::Tilde => (UnaryOperator::Complement, false),
        TokenKind::Star => (UnaryOperator::Indirection, false),
        TokenKind::And => (UnaryOperator::AddressOf, false),
        TokenKind::MinusMinus if is_current => (UnaryOperator::Negate, true),
        TokenKind::AndAnd if is_current => (UnaryOperator::AddressOf, true),
        _ => return None,
    })
}

/// `unary_expression` <https://www.w3.org/TR/WGSL/#syntax-unary_expression>; `before` is an operator that the caller
/// found in front, and `production` is broken if no operand begins here.
#[inline]
pub(super) fn unary_expression<'a>(
    input: Input<'a>,
    before: Option<Prefix>,
    production: &'static Rule,
) -> Parse<'a, ExprId> {
    if before.is_none() && prefix_operator(input).is_none() {
        return singular_expression(input, production);
    }
    prefixed_expression(input, before)
}

fn prefixed_expression(mut input: Input<'_>, before: Option<Prefix>) -> Parse<'_, ExprId> {
    let context = input.context;
    let mut first = before;
    let mut more: Vec<Prefix> = Vec::new();
    while let Some((operator, is_double)) = prefix_operator(input) {
        let span = input.span();
        let mut add = |prefix| match first {
            None => first = Some(prefix),
            Some(_) => more.push(prefix),
        };
        if is_double {
            add((operator, Span::new(span.lo, span.lo + 1)));
            add((operator, Span::new(span.lo + 1, span.hi)));
        } else {
            add((operator, span));
        }
        input = input.advance();
    }
    let (rest, mut id) = singular_expression(input, rules::GRAMMAR_UNARY_EXPRESSION)?;
    for (operator, span) in more.into_iter().rev().chain(first) {
        id = context.push_expr(Expr::Unary(operator, id), span.to(context.expr_span(id)));
    }
    Ok((rest, id))
}
