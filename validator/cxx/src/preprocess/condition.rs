//! The conditions of `#if`: constant expressions of integers.

use crate::dialect::{Dialect, Rules};
use crate::lex::{CharacterType, NumberType, Token, TokenKind, character, number};
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

/// Returns true if the expression is not zero. Names that are left after expansion are 0.
pub(super) fn holds(tokens: &[Token], names: &Names, dialect: &Dialect) -> Result<bool, Problem> {
    let mut reader = Reader { tokens, at: 0, names, dialect, levels: 0, unevaluated: 0 };
    let value = reader.conditional()?;
    match tokens.get(reader.at) {
        None => Ok(value.is_true()),
        Some(token) => Err(Problem::Unexpected(token.kind_name(names))),
    }
}

/// An integer of 64 bits: all operands are `intmax_t`, or `uintmax_t` by the suffix. C++14 (cpp.cond)
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Value {
    bits: u64,
    is_unsigned: bool,
}

impl Value {
    /// The result of a comparison or a logical operator.
    const fn truth(is_true: bool) -> Self {
        Self { bits: is_true as u64, is_unsigned: false }
    }

    const fn is_true(self) -> bool {
        self.bits != 0
    }
}

struct Reader<'a> {
    tokens: &'a [Token],
    at: usize,
    names: &'a Names,
    dialect: &'a Dialect,
    levels: u32,
    /// The operands around this place that are not evaluated: the second one of `||` after a true one. They may divide by zero.
    unevaluated: u32,
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

    /// Reads an operand that is evaluated under a condition.
    fn operand(
        &mut self,
        is_evaluated: bool,
        read: impl FnOnce(&mut Self) -> Result<Value, Problem>,
    ) -> Result<Value, Problem> {
        self.unevaluated += u32::from(!is_evaluated);
        let value = read(self)?;
        self.unevaluated -= u32::from(!is_evaluated);
        Ok(value)
    }

    fn conditional(&mut self) -> Result<Value, Problem> {
        self.levels += 1;
        if self.levels > MOST_LEVELS {
            return Err(Problem::TooDeep);
        }
        let condition = self.binary(0)?;
        let value = if self.accept(TokenKind::Question) {
            let is_true = condition.is_true();
            let first = self.operand(is_true, Self::conditional)?;
            self.expect(TokenKind::Colon)?;
            let second = self.operand(!is_true, Self::conditional)?;
            let bits = if is_true { first.bits } else { second.bits };
            Value { bits, is_unsigned: first.is_unsigned || second.is_unsigned }
        } else {
            condition
        };
        self.levels -= 1;
        Ok(value)
    }

    fn binary(&mut self, least: u32) -> Result<Value, Problem> {
        let mut left = self.unary()?;
        while let Some((kind, level)) = self.peek().and_then(|kind| Some((kind, level(kind)?)))
            && level >= least
        {
            self.at += 1;
            let decides = match kind {
                TokenKind::OrOr => left.is_true(),
                TokenKind::AndAnd => !left.is_true(),
                _ => false,
            };
            let right = self.operand(!decides, |reader| reader.binary(level + 1))?;
            left = match apply(kind, left, right) {
                Some(value) => value,
                None if self.unevaluated > 0 => Value::truth(false),
                None => return Err(Problem::DividesByZero),
            };
        }
        Ok(left)
    }

    fn unary(&mut self) -> Result<Value, Problem> {
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
                    TokenKind::Bang => Value::truth(!value.is_true()),
                    TokenKind::Minus => Value { bits: value.bits.wrapping_neg(), ..value },
                    TokenKind::Tilde => Value { bits: !value.bits, ..value },
                    _ => value,
                })
            }
            TokenKind::Number => {
                let number = number(spelling, self.dialect);
                let is_unsigned = number.and_then(|number| match number.ty {
                    // What does not fit `intmax_t` is `uintmax_t`.
                    NumberType::Integer | NumberType::Long => Some(i64::try_from(number.integer).is_err()),
                    NumberType::Unsigned | NumberType::UnsignedLong => Some(true),
                    NumberType::Float | NumberType::Half | NumberType::Bfloat | NumberType::Double => None,
                });
                match number.zip(is_unsigned) {
                    Some((number, is_unsigned)) => Ok(Value { bits: number.integer, is_unsigned }),
                    None => Err(Problem::NotAnInteger(spelling.to_owned())),
                }
            }
            TokenKind::Character if is_single(spelling) => {
                let (ty, value) = character(spelling);
                let is_unsigned = matches!(ty, CharacterType::Char16 | CharacterType::Char32);
                Ok(Value { bits: value.cast_unsigned(), is_unsigned })
            }
            TokenKind::True => Ok(Value::truth(true)),
            kind if kind.is_word() => Ok(Value::truth(false)),
            kind => Err(Problem::NotAllowed(kind)),
        }
    }
}

/// Returns true for a literal of one character. The values of others depend on the compiler.
fn is_single(literal: &str) -> bool {
    let inside = literal.split_once('\'').map_or("", |(_, inside)| inside);
    let inside = inside.strip_suffix('\'').unwrap_or_default();
    inside.chars().count() == 1 || inside.starts_with('\\')
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

/// The result of a binary operator; `None` if a divisor is zero. An unsigned operand makes the other one unsigned, except in shifts.
fn apply(kind: TokenKind, left: Value, right: Value) -> Option<Value> {
    let is_unsigned = left.is_unsigned || right.is_unsigned;
    let number = |bits: u64| Value { bits, is_unsigned };
    let (a, b) = (left.bits, right.bits);
    let (signed_a, signed_b) = (a as i64, b as i64);
    let less = |a: u64, b: u64| if is_unsigned { a < b } else { (a as i64) < b as i64 };
    Some(match kind {
        TokenKind::OrOr => Value::truth(left.is_true() || right.is_true()),
        TokenKind::AndAnd => Value::truth(left.is_true() && right.is_true()),
        TokenKind::Or => number(a | b),
        TokenKind::Xor => number(a ^ b),
        TokenKind::And => number(a & b),
        TokenKind::EqualEqual => Value::truth(a == b),
        TokenKind::BangEqual => Value::truth(a != b),
        TokenKind::Less => Value::truth(less(a, b)),
        TokenKind::LessEqual => Value::truth(!less(b, a)),
        TokenKind::Greater => Value::truth(less(b, a)),
        TokenKind::GreaterEqual => Value::truth(!less(a, b)),
        TokenKind::ShiftLeft => Value { bits: a.wrapping_shl(b as u32), ..left },
        TokenKind::ShiftRight if left.is_unsigned => Value { bits: a.wrapping_shr(b as u32), ..left },
        TokenKind::ShiftRight => Value { bits: signed_a.wrapping_shr(b as u32) as u64, ..left },
        TokenKind::Plus => number(a.wrapping_add(b)),
        TokenKind::Minus => number(a.wrapping_sub(b)),
        TokenKind::Star => number(a.wrapping_mul(b)),
        TokenKind::Slash if b != 0 && is_unsigned => number(a / b),
        TokenKind::Slash if b != 0 => number(signed_a.wrapping_div(signed_b) as u64),
        TokenKind::Percent if b != 0 && is_unsigned => number(a % b),
        TokenKind::Percent if b != 0 => number(signed_a.wrapping_rem(signed_b) as u64),
        _ => return None,
    })
}
