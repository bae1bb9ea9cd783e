//! Binary operators, and the ones that mix without parentheses.
//! <https://www.w3.org/TR/WGSL/#operator-precedence-associativity>

use crate::ast::Expr;
use crate::diagnostic::{Applicability, Diagnostic};
use crate::lex::TokenKind;
use shader_source::Span;
use wgsl_spec::{Operator, Rule, rules};

use super::context::Context;

/// The precedence of an operator. If the grammar does not let two kinds of operators mix at all, the order only decides
/// the place of the suggested parentheses.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
#[repr(u8)]
pub(super) enum Level {
    ShortCircuitOr,
    ShortCircuitAnd,
    Relational,
    BinaryOr,
    BinaryXor,
    BinaryAnd,
    Shift,
    Additive,
    Multiplicative,
    /// No operator: a unary expression.
    Unary,
}

impl Level {
    /// The production that an operator of this level belongs to.
    pub(super) const fn production(self) -> &'static Rule {
        match self {
            Self::ShortCircuitOr => rules::GRAMMAR_SHORT_CIRCUIT_OR_EXPRESSION,
            Self::ShortCircuitAnd => rules::GRAMMAR_SHORT_CIRCUIT_AND_EXPRESSION,
            Self::Relational => rules::GRAMMAR_RELATIONAL_EXPRESSION,
            Self::BinaryOr => rules::GRAMMAR_BINARY_OR_EXPRESSION,
            Self::BinaryXor => rules::GRAMMAR_BINARY_XOR_EXPRESSION,
            Self::BinaryAnd => rules::GRAMMAR_BINARY_AND_EXPRESSION,
            Self::Shift => rules::GRAMMAR_SHIFT_EXPRESSION,
            Self::Additive => rules::GRAMMAR_ADDITIVE_EXPRESSION,
            Self::Multiplicative => rules::GRAMMAR_MULTIPLICATIVE_EXPRESSION,
            Self::Unary => rules::GRAMMAR_UNARY_EXPRESSION,
        }
    }

    /// Whether it is one of `&`, `|` and `^`.
    const fn is_bitwise(self) -> bool {
        matches!(self, Self::BinaryOr | Self::BinaryXor | Self::BinaryAnd)
    }

    /// The first of the levels that bind tighter.
    pub(super) const fn tighter(self) -> Self {
        match self {
            Self::ShortCircuitOr => Self::ShortCircuitAnd,
            Self::ShortCircuitAnd => Self::Relational,
            Self::Relational => Self::BinaryOr,
            Self::BinaryOr => Self::BinaryXor,
            Self::BinaryXor => Self::BinaryAnd,
            Self::BinaryAnd => Self::Shift,
            Self::Shift => Self::Additive,
            Self::Additive => Self::Multiplicative,
            Self::Multiplicative | Self::Unary => Self::Unary,
        }
    }

    /// Whether an expression of the level `operand` may be the left operand here without parentheses.
    pub(super) const fn takes_left(self, operand: Self) -> bool {
        match self {
            Self::Relational | Self::Shift => self.takes_right(operand),
            _ => self as u8 == operand as u8 || self.takes_right(operand),
        }
    }

    /// Whether an expression of the level `operand` may be the right operand here without parentheses.
    pub(super) const fn takes_right(self, operand: Self) -> bool {
        match operand {
            Self::Unary => true,
            Self::Multiplicative => {
                matches!(
                    self,
                    Self::Additive | Self::Relational | Self::ShortCircuitAnd | Self::ShortCircuitOr
                )
            }
            Self::Additive | Self::Shift => {
                matches!(self, Self::Relational | Self::ShortCircuitAnd | Self::ShortCircuitOr)
            }
            Self::Relational => matches!(self, Self::ShortCircuitAnd | Self::ShortCircuitOr),
            _ => false,
        }
    }
}

/// The binary operator that a token stands for behind a complete operand. `--` is a minus and a sign there: the grammar
/// takes the longest token that fits.
#[inline]
pub(super) const fn binary_operator(kind: TokenKind) -> Option<(Operator, Level)> {
    Some(match kind {
        TokenKind::Star => (Operator::Multiply, Level::Multiplicative),
        TokenKind::Slash => (Operator::Divide, Level::Multiplicative),
        TokenKind::Percent => (Operator::Remainder, Level::Multiplicative),
        TokenKind::Plus => (Operator::Add, Level::Additive),
        TokenKind::Minus | TokenKind::MinusMinus => (Operator::Subtract, Level::Additive),
        TokenKind::ShiftLeft => (Operator::ShiftLeft, Level::Shift),
        TokenKind::ShiftRight => (Operator::ShiftRight, Level::Shift),
        TokenKind::And => (Operator::BitAnd, Level::BinaryAnd),
        TokenKind::Xor => (Operator::BitXor, Level::BinaryXor),
        TokenKind::Or => (Operator::BitOr, Level::BinaryOr),
        TokenKind::Less => (Operator::Less, Level::Relational),
        TokenKind::Greater => (Operator::Greater, Level::Relational),
        TokenKind::LessEqual => (Operator::LessEqual, Level::Relational),
        TokenKind::GreaterEqual => (Operator::GreaterEqual, Level::Relational),
        TokenKind::EqualEqual => (Operator::Equal, Level::Relational),
        TokenKind::BangEqual => (Operator::NotEqual, Level::Relational),
        TokenKind::AndAnd => (Operator::LogicalAnd, Level::ShortCircuitAnd),
        TokenKind::OrOr => (Operator::LogicalOr, Level::ShortCircuitOr),
        _ => return None,
    })
}

/// The rule that an operator of the level `operand` breaks as an operand of one of the level `level`, and the
/// production that says so again.
const fn mixing_rule(level: Level, operand: Level) -> (&'static Rule, Option<&'static Rule>) {
    if level.is_bitwise() {
        (rules::PREC_BITWISE_NO_MIX, None)
    } else if operand.is_bitwise() {
        (rules::PREC_BITWISE_NO_MIX, Some(rules::GRAMMAR_BITWISE_EXPRESSION))
    } else if matches!(level, Level::Shift) {
        (rules::PREC_SHIFT_NO_CHAIN, None)
    } else if matches!(level, Level::Relational) {
        (rules::PREC_RELATIONAL_NO_CHAIN, None)
    } else {
        (rules::PREC_LOGICAL_NO_MIX, None)
    }
}

/// The mistake of an operand that needs parentheses beside an operator.
#[cold]
pub(super) fn needs_parentheses(
    context: &Context<'_>,
    operator: (Level, Span),
    operand: (Level, Expr, Span),
) -> Diagnostic {
    let (level, operator_span) = operator;
    let (operand_level, expr, span) = operand;
    let outer = operator_span.text(context.text);
    let inner = match expr {
        Expr::Binary(operator, ..) => operator.name(),
        _ => "this",
    };
    let message = if level == Level::Relational && operand_level == Level::Relational {
        "comparisons can't be chained".to_owned()
    } else if level == Level::Shift && operand_level == Level::Shift {
        "shifts can't be chained without parentheses".to_owned()
    } else {
        format!("`{inner}` can't be combined with `{outer}` without parentheses")
    };
    let edits =
        vec![(Span::new(span.lo, span.lo), "(".to_owned()), (Span::new(span.hi, span.hi), ")".to_owned())];
    // All languages group these operators alike, so the parentheses only spell out what the author means.
    let is_universal = (level == Level::Shift && operand_level > Level::Shift)
        || (level == Level::ShortCircuitOr && operand_level == Level::ShortCircuitAnd);
    let (rule, also) = mixing_rule(level, operand_level);
    let mut diagnostic = Diagnostic::error(rule, span, message);
    diagnostic.also = also;
    diagnostic.label(operator_span, format!("an operand of this `{outer}`")).suggest(
        "add parentheses",
        edits,
        if is_universal { Applicability::Safe } else { Applicability::Unsafe },
    )
}
