//! The precedence of binary operators, and which of them mix without parentheses.
//! <https://www.w3.org/TR/WGSL/#operator-precedence-associativity>

use crate::rules;
use crate::{Operator, Rule};

/// The precedence of an operator. If the grammar does not let two kinds of operators mix at all, the order only decides
/// the place of the suggested parentheses.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
#[repr(u8)]
pub enum Precedence {
    /// `||`
    ShortCircuitOr,
    /// `&&`
    ShortCircuitAnd,
    /// `==`, `!=`, `<`, `<=`, `>` and `>=`
    Relational,
    /// `|`
    BinaryOr,
    /// `^`
    BinaryXor,
    /// `&`
    BinaryAnd,
    /// `<<` and `>>`
    Shift,
    /// `+` and `-`
    Additive,
    /// `*`, `/` and `%`
    Multiplicative,
    /// No operator: a unary expression.
    Unary,
}

impl Precedence {
    /// The production that an operator of this level belongs to.
    #[must_use]
    pub const fn production(self) -> &'static Rule {
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

    /// Returns true if it is one of `&`, `|` and `^`.
    #[must_use]
    pub const fn is_bitwise(self) -> bool {
        matches!(self, Self::BinaryOr | Self::BinaryXor | Self::BinaryAnd)
    }

    /// The first of the levels that bind tighter.
    #[must_use]
    pub const fn tighter(self) -> Self {
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

    /// Returns true if an expression of the level `operand` may be the left operand here without parentheses.
    #[inline]
    #[must_use]
    pub const fn takes_left(self, operand: Self) -> bool {
        match self {
            Self::Relational | Self::Shift => self.takes_right(operand),
            _ => self as u8 == operand as u8 || self.takes_right(operand),
        }
    }

    /// Returns true if an expression of the level `operand` may be the right operand here without parentheses.
    #[inline]
    #[must_use]
    pub const fn takes_right(self, operand: Self) -> bool {
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

impl Operator {
    /// Its precedence.
    #[inline]
    #[must_use]
    pub const fn precedence(self) -> Precedence {
        match self {
            Self::LogicalOr => Precedence::ShortCircuitOr,
            Self::LogicalAnd => Precedence::ShortCircuitAnd,
            Self::Equal
            | Self::NotEqual
            | Self::Less
            | Self::LessEqual
            | Self::Greater
            | Self::GreaterEqual => Precedence::Relational,
            Self::BitOr => Precedence::BinaryOr,
            Self::BitXor => Precedence::BinaryXor,
            Self::BitAnd => Precedence::BinaryAnd,
            Self::ShiftLeft | Self::ShiftRight => Precedence::Shift,
            Self::Add | Self::Subtract => Precedence::Additive,
            Self::Multiply | Self::Divide | Self::Remainder => Precedence::Multiplicative,
        }
    }
}
