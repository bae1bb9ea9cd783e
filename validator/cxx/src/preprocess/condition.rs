//! The conditions of `#if`: constant expressions of integers.

use crate::dialect::{Dialect, Rules};
use crate::lex::{Token, TokenKind, number};
use crate::names::Names;
use core::fmt;
use shader_source::Rule;

/// How deep parentheses and operators may be nested.
const MOST_LEVELS: u32 = 200;

/// Why a condition has no value.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Problem {
    /// It ends where an operand must follow.
    NoOperand,
    /// A token other than this one follows.
    Expected(TokenKind),
    /// This token is left after the expression.
    Unexpected(String),
    /// This token can't begin an operand.
    NotAllowed(TokenKind),
    /// A number that is not an integer, as it is spelled.
    NotAnInteger(String),
    /// A divisor is zero.
    DividesByZero,
    /// Parentheses and operators are nested too deep for this program, which is not a mistake in the condition.
    TooDeep,
}

impl Problem {
    /// Returns the rule that the condition breaks.
    pub(super) const fn rule(&self, rules: &Rules) -> &'static Rule {
        match self {
            Self::TooDeep => rules.unsupported_nesting,
            Self::NoOperand
            | Self::Expected(_)
            | Self::Unexpected(_)
            | Self::NotAllowed(_)
            | Self::NotAnInteger(_)
            | Self::DividesByZero => rules.preprocess_condition_integer,
        }
    }
}

impl fmt::Display for Problem {
    fn fmt(&self, output: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NoOperand => output.write_str("expected a number or a name at the end of this condition"),
            Self::Expected(kind) => write!(output, "expected {} in this condition", kind.name()),
            Self::Unexpected(token) => write!(output, "unexpected {token} in this condition"),
            Self::NotAllowed(kind) => write!(output, "{} is not allowed in this condition", kind.name()),
            Self::NotAnInteger(spelling) => write!(output, "`{spelling}` is not an integer"),
            Self::DividesByZero => output.write_str("this condition divides by zero"),
            Self::TooDeep => write!(output, "a condition can't be nested deeper than {MOST_LEVELS} levels"),
        }
    }
}

/// Returns the value of the expression. Names that are left after expansion are 0.
pub(super) fn value(tokens: &[Token], names: &Names, dialect: &Dialect) -> Result<i64, Problem> {
    let mut reader = Reader { tokens, at: 0, names, dialect, levels: 0 };
    let value = reader.conditional()?;
    match tokens.get(reader.at) {
        None => Ok(value),
        Some(token) => Err(Problem::Unexpected(token.kind_name(names))),
    }
}

struct Reader<'a> {
    tokens: &'a [Token],
    at: usize,
    names: &'a Names,
    dialect: &'a Dialect,
    levels: u32,
}

impl Reader<'_> {
    fn peek(&self) -> Option<TokenKind> {
        self.tokens.get(self.at).map(|token| token.kind)
    }

    fn accept(&mut self, kind: TokenKind) -> bool {
        let is_here = self.peek() == Some(kind);
        self.at += usize::from(is_here);
        is_here
    }

    fn expect(&mut self, kind: TokenKind) -> Result<(), Problem> {
        if self.accept(kind) { Ok(()) } else { Err(Problem::Expected(kind)) }
    }

    fn conditional(&mut self) -> Result<i64, Problem> {
        self.levels += 1;
        if self.levels > MOST_LEVELS {
            return Err(Problem::TooDeep);
        }
        let condition = self.binary(0)?;
        let value = if self.accept(TokenKind::Question) {
            let first = self.conditional()?;
            self.expect(TokenKind::Colon)?;
            let second = self.conditional()?;
            if condition != 0 { first } else { second }
        } else {
            condition
        };
        self.levels -= 1;
        Ok(value)
    }

    fn binary(&mut self, least: u32) -> Result<i64, Problem> {
        let mut left = self.unary()?;
        while let Some((kind, level)) = self.peek().and_then(|kind| Some((kind, level(kind)?)))
            && level >= least
        {
            self.at += 1;
            let right = self.binary(level + 1)?;
            left = apply(kind, left, right).ok_or(Problem::DividesByZero)?;
        }
        Ok(left)
    }

    fn unary(&mut self) -> Result<i64, Problem> {
        let Some(token) = self.tokens.get(self.at).copied() else {
            return Err(Problem::NoOperand);
        };
        self.at += 1;
        let spelling = token.symbol.map_or("", |symbol| self.names.text(symbol));
        match token.kind {
            TokenKind::LeftParen => {
                let value = self.conditional()?;
                self.expect(TokenKind::RightParen)?;
                Ok(value)
            }
            TokenKind::Bang | TokenKind::Minus | TokenKind::Plus | TokenKind::Tilde => {
                self.levels += 1;
                if self.levels > MOST_LEVELS {
                    return Err(Problem::TooDeep);
                }
                let value = self.unary()?;
                self.levels -= 1;
                Ok(match token.kind {
                    TokenKind::Bang => i64::from(value == 0),
                    TokenKind::Minus => value.wrapping_neg(),
                    TokenKind::Tilde => !value,
                    _ => value,
                })
            }
            TokenKind::Number => match number(spelling, self.dialect) {
                Some(number) if number.float == 0.0 => Ok(number.integer as i64),
                _ => Err(Problem::NotAnInteger(spelling.to_owned())),
            },
            TokenKind::True => Ok(1),
            kind if kind.is_word() => Ok(0),
            kind => Err(Problem::NotAllowed(kind)),
        }
    }
}

/// The level of a binary operator, the loosest first.
const fn level(kind: TokenKind) -> Option<u32> {
    Some(match kind {
        TokenKind::OrOr => 1,
        TokenKind::AndAnd => 2,
        TokenKind::Or => 3,
        TokenKind::Xor => 4,
        TokenKind::And => 5,
        TokenKind::EqualEqual | TokenKind::BangEqual => 6,
        TokenKind::Less | TokenKind::LessEqual | TokenKind::Greater | TokenKind::GreaterEqual => 7,
        TokenKind::ShiftLeft | TokenKind::ShiftRight => 8,
        TokenKind::Plus | TokenKind::Minus => 9,
        TokenKind::Star | TokenKind::Slash | TokenKind::Percent => 10,
        _ => return None,
    })
}

fn apply(kind: TokenKind, left: i64, right: i64) -> Option<i64> {
    Some(match kind {
        TokenKind::OrOr => i64::from(left != 0 || right != 0),
        TokenKind::AndAnd => i64::from(left != 0 && right != 0),
        TokenKind::Or => left | right,
        TokenKind::Xor => left ^ right,
        TokenKind::And => left & right,
        TokenKind::EqualEqual => i64::from(left == right),
        TokenKind::BangEqual => i64::from(left != right),
        TokenKind::Less => i64::from(left < right),
        TokenKind::LessEqual => i64::from(left <= right),
        TokenKind::Greater => i64::from(left > right),
        TokenKind::GreaterEqual => i64::from(left >= right),
        TokenKind::ShiftLeft => left.wrapping_shl(right as u32),
        TokenKind::ShiftRight => left.wrapping_shr(right as u32),
        TokenKind::Plus => left.wrapping_add(right),
        TokenKind::Minus => left.wrapping_sub(right),
        TokenKind::Star => left.wrapping_mul(right),
        TokenKind::Slash if right != 0 => left.wrapping_div(right),
        TokenKind::Percent if right != 0 => left.wrapping_rem(right),
        _ => return None,
    })
}
