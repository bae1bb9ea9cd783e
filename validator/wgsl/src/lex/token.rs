//! Tokens.

use shader_source::Span;
use wgsl_spec::{Symbol, sym};

/// The kind of a token.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(u8)]
pub enum TokenKind {
    EndOfText,
    /// Characters that start no token; already reported by the lexer.
    Unknown,
    /// A malformed number; already reported by the lexer.
    InvalidNumber,
    Identifier,
    /// A reserved word.
    Reserved,
    /// A name of the language that the draft of 2022 makes a keyword: types, generators, address spaces, `bitcast`.
    TypeWord,
    Integer,
    IntegerI,
    IntegerU,
    Float,
    FloatF,
    FloatH,
    // Keywords.
    Alias,
    Break,
    Case,
    Const,
    ConstAssert,
    Continue,
    Continuing,
    Default,
    Diagnostic,
    Discard,
    Else,
    Enable,
    Fallthrough,
    False,
    Fn,
    For,
    If,
    Let,
    Loop,
    Override,
    Requires,
    Return,
    Struct,
    Switch,
    True,
    Type,
    Var,
    While,
    // Syntactic tokens.
    And,
    AndAnd,
    AndEqual,
    Arrow,
    At,
    Bang,
    BangEqual,
    Colon,
    Comma,
    Equal,
    EqualEqual,
    Greater,
    GreaterEqual,
    LeftBrace,
    LeftBracket,
    LeftParen,
    Less,
    LessEqual,
    Minus,
    MinusEqual,
    MinusMinus,
    Or,
    OrEqual,
    OrOr,
    Percent,
    PercentEqual,
    Period,
    Plus,
    PlusEqual,
    PlusPlus,
    RightBrace,
    RightBracket,
    RightParen,
    Semicolon,
    ShiftLeft,
    ShiftLeftEqual,
    ShiftRight,
    ShiftRightEqual,
    Slash,
    SlashEqual,
    Star,
    StarEqual,
    TemplateEnd,
    TemplateStart,
    Tilde,
    Underscore,
    Xor,
    XorEqual,
}

/// A token with its place.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Token {
    /// Its place.
    pub span: Span,
    /// The name of every token that is spelt as a word.
    pub symbol: Option<Symbol>,
    /// Its kind.
    pub kind: TokenKind,
}

const _: () = assert!(size_of::<Token>() <= 16);

impl TokenKind {
    /// The kind of a keyword; words that only the draft of 2022 makes keywords are [`Self::TypeWord`]s.
    #[must_use]
    pub fn keyword(symbol: Symbol) -> Self {
        match symbol {
            sym::ALIAS => Self::Alias,
            sym::BREAK => Self::Break,
            sym::CASE => Self::Case,
            sym::CONST => Self::Const,
            sym::CONST_ASSERT => Self::ConstAssert,
            sym::CONTINUE => Self::Continue,
            sym::CONTINUING => Self::Continuing,
            sym::DEFAULT => Self::Default,
            sym::DIAGNOSTIC => Self::Diagnostic,
            sym::DISCARD => Self::Discard,
            sym::ELSE => Self::Else,
            sym::ENABLE => Self::Enable,
            sym::FALLTHROUGH => Self::Fallthrough,
            sym::FALSE => Self::False,
            sym::FN => Self::Fn,
            sym::FOR => Self::For,
            sym::IF => Self::If,
            sym::LET => Self::Let,
            sym::LOOP => Self::Loop,
            sym::OVERRIDE => Self::Override,
            sym::REQUIRES => Self::Requires,
            sym::RETURN => Self::Return,
            sym::STRUCT => Self::Struct,
            sym::SWITCH => Self::Switch,
            sym::TRUE => Self::True,
            sym::TYPE => Self::Type,
            sym::VAR => Self::Var,
            sym::WHILE => Self::While,
            _ => Self::TypeWord,
        }
    }

    /// Returns true if the token is a keyword.
    #[must_use]
    pub const fn is_keyword(self) -> bool {
        self as u8 >= Self::Alias as u8 && self as u8 <= Self::While as u8
    }

    /// Returns true if the token matches `ident_pattern_token` and is not a literal, so that a `<` after it may
    /// start a template list.
    #[must_use]
    pub const fn may_precede_template_list(self) -> bool {
        match self {
            Self::Identifier | Self::Reserved | Self::TypeWord => true,
            Self::True | Self::False => false,
            other => other.is_keyword(),
        }
    }

    /// Returns true if the token is a number of any form.
    #[must_use]
    pub const fn is_number(self) -> bool {
        matches!(
            self,
            Self::InvalidNumber
                | Self::Integer
                | Self::IntegerI
                | Self::IntegerU
                | Self::Float
                | Self::FloatF
                | Self::FloatH
        )
    }
}
