//! Expressions, with the parentheses that the grammar needs and no others.
//! <https://www.w3.org/TR/WGSL/#operator-precedence-associativity>

use super::super::{Call, Expression, Name, Operator, UnaryOperator};
use wgsl_spec::Precedence;

/// The place of an expression that decides whether it needs parentheses.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Place {
    /// Between parentheses, commas, or the ends of a statement.
    Anything,
    /// Behind a unary operator, or on the left side of an assignment.
    Operand,
    /// Before `.` or `[`.
    Base,
}

/// A list of expressions between commas.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Comma {
    Arguments,
    Template,
}

pub(super) fn expression(text: &mut String, it: &Expression, place: Place) {
    let is_bare = match it {
        Expression::Binary(..) => place == Place::Anything,
        // `1.x` is a number with a mistake behind it.
        Expression::Unary(..) | Expression::Literal(_) => place != Place::Base,
        Expression::Name(_)
        | Expression::Call(_)
        | Expression::Member(..)
        | Expression::Index(..)
        | Expression::Parenthesized(_) => true,
    };
    if is_bare { bare(text, it) } else { in_parentheses(text, it) }
}

fn in_parentheses(text: &mut String, it: &Expression) {
    text.push('(');
    bare(text, it);
    text.push(')');
}

fn bare(text: &mut String, it: &Expression) {
    match it {
        Expression::Literal(spelling) => text.push_str(spelling),
        Expression::Name(it) => name(text, it),
        Expression::Call(it) => call(text, it),
        Expression::Member(base, member) => {
            expression(text, base, Place::Base);
            text.push('.');
            text.push_str(member);
        }
        Expression::Index(base, index) => {
            expression(text, base, Place::Base);
            text.push('[');
            bare(text, index);
            text.push(']');
        }
        Expression::Unary(operator, operand) => unary(text, *operator, operand),
        Expression::Binary(operator, left, right) => binary(text, *operator, left, right),
        Expression::Parenthesized(it) => in_parentheses(text, it),
    }
}

fn unary(text: &mut String, operator: UnaryOperator, operand: &Expression) {
    text.push_str(match operator {
        UnaryOperator::Negate => "-",
        UnaryOperator::Not => "!",
        UnaryOperator::Complement => "~",
        UnaryOperator::Indirection => "*",
        UnaryOperator::AddressOf => "&",
    });
    // `--` and `&&` are tokens of their own.
    let joins = matches!(operator, UnaryOperator::Negate | UnaryOperator::AddressOf);
    if joins && matches!(operand, Expression::Unary(inner, _) if *inner == operator) {
        text.push(' ');
    }
    expression(text, operand, Place::Operand);
}

fn binary(text: &mut String, operator: Operator, left: &Expression, right: &Expression) {
    let side = |text: &mut String, it: &Expression, takes: fn(Precedence, Precedence) -> bool| match it {
        Expression::Binary(inner, ..) if !takes(operator.precedence(), inner.precedence()) => {
            in_parentheses(text, it);
        }
        _ => bare(text, it),
    };
    side(text, left, Precedence::takes_left);
    text.push(' ');
    text.push_str(operator.name());
    text.push(' ');
    if would_close(operator, left, right) {
        in_parentheses(text, right);
    } else {
        side(text, right, Precedence::takes_right);
    }
}

pub(super) fn call(text: &mut String, it: &Call) {
    name(text, &it.callee);
    text.push('(');
    comma_list(text, &it.arguments, Comma::Arguments);
    text.push(')');
}

pub(super) fn name(text: &mut String, it: &Name) {
    text.push_str(&it.name);
    if !it.template.is_empty() {
        text.push('<');
        comma_list(text, &it.template, Comma::Template);
        text.push('>');
    }
}

pub(super) fn comma_list(text: &mut String, list: &[Expression], comma: Comma) {
    for (index, it) in list.iter().enumerate() {
        if index > 0 {
            text.push_str(", ");
        }
        let is_hidden = match comma {
            Comma::Template => !surface(it).is_in_template,
            // `f(a < b, c > d)` is a call with one argument, `a<b, c>(d)` without its parentheses.
            Comma::Arguments => {
                surface(it).opens && list[index + 1..].iter().any(|later| surface(later).closes)
            }
        };
        if is_hidden { in_parentheses(text, it) } else { bare(text, it) }
    }
}

/// The operators of an expression that are in no parentheses, as the discovery of template lists sees them.
/// <https://www.w3.org/TR/WGSL/#template-lists-sec>
#[derive(Clone, Copy)]
struct Surface {
    /// Whether a `<` may begin a template list.
    opens: bool,
    /// Whether a `>` may end one.
    closes: bool,
    /// Whether it may be a template parameter.
    is_in_template: bool,
}

fn surface(it: &Expression) -> Surface {
    let nothing = Surface { opens: false, closes: false, is_in_template: true };
    let Expression::Binary(operator, left, right) = it else {
        return match it {
            Expression::Unary(_, operand) if !matches!(**operand, Expression::Binary(..)) => surface(operand),
            _ => nothing,
        };
    };
    let closes = matches!(operator, Operator::Greater | Operator::GreaterEqual | Operator::ShiftRight);
    let own = Surface {
        opens: *operator == Operator::Less && ends_in_name(left),
        closes,
        // A `&&` or `||` ends the search for the end of a template list.
        is_in_template: !closes && !matches!(operator, Operator::LogicalAnd | Operator::LogicalOr),
    };
    let side = |it: &Expression, takes: fn(Precedence, Precedence) -> bool| match it {
        Expression::Binary(inner, ..) if !takes(operator.precedence(), inner.precedence()) => nothing,
        _ => surface(it),
    };
    let is_closed = would_close(*operator, left, right);
    let left = side(left, Precedence::takes_left);
    let right = if is_closed { nothing } else { side(right, Precedence::takes_right) };
    let opens = own.opens || left.opens || right.opens;
    Surface {
        opens,
        closes: own.closes || left.closes || right.closes,
        is_in_template: !opens && own.is_in_template && left.is_in_template && right.is_in_template,
    }
}

/// Whether the right operand of a `<` would end a template list: `a < b >> c`.
fn would_close(operator: Operator, left: &Expression, right: &Expression) -> bool {
    operator == Operator::Less && ends_in_name(left) && surface(right).closes
}

/// Whether the last token of an operand is a word.
fn ends_in_name(it: &Expression) -> bool {
    match it {
        Expression::Name(name) => name.template.is_empty(),
        Expression::Member(..) => true,
        Expression::Literal(spelling) => matches!(spelling.as_str(), "true" | "false"),
        Expression::Unary(_, operand) => {
            !matches!(**operand, Expression::Binary(..)) && ends_in_name(operand)
        }
        Expression::Binary(operator, _, right) => match &**right {
            Expression::Binary(inner, ..) if !operator.precedence().takes_right(inner.precedence()) => false,
            right => ends_in_name(right),
        },
        Expression::Call(_) | Expression::Index(..) | Expression::Parenthesized(_) => false,
    }
}
