//! Tokens.

use crate::dialect::Word;
use crate::names::{Names, Symbol};
use shader_source::Span;

macro_rules! tokens {
    (
        words { $($word:ident = $spelling:literal,)* }
        marks { $($mark:ident = $sign:literal,)* }
        forms { $($form:ident = $description:literal,)* }
    ) => {
        /// The kind of a token.
        #[derive(Clone, Copy, PartialEq, Eq, Debug)]
        #[repr(u8)]
        pub(crate) enum TokenKind {
            $($word,)*
            $($mark,)*
            $($form,)*
        }

        impl TokenKind {
            /// The kind of a keyword.
            pub(crate) fn keyword(word: &str) -> Option<Self> {
                Some(match word {
                    $($spelling => Self::$word,)*
                    // GNU C's spellings, which Clang reads in every mode.
                    "__asm" | "__asm__" => Self::Asm,
                    _ => return None,
                })
            }

            /// The kind, for people.
            pub(crate) const fn name(self) -> &'static str {
                match self {
                    $(Self::$word => concat!("`", $spelling, "`"),)*
                    $(Self::$mark => concat!("`", $sign, "`"),)*
                    $(Self::$form => $description,)*
                }
            }

            /// The spelling of a keyword or a mark.
            pub(crate) const fn spelling(self) -> Option<&'static str> {
                match self {
                    $(Self::$word => Some($spelling),)*
                    $(Self::$mark => Some($sign),)*
                    $(Self::$form => None,)*
                }
            }
        }
    };
}

tokens! {
    words {
    Alignas = "alignas",
    Alignof = "alignof",
    Asm = "asm",
    Auto = "auto",
    Bool = "bool",
    Break = "break",
    Case = "case",
    Catch = "catch",
    Char = "char",
    Class = "class",
    Const = "const",
    ConstCast = "const_cast",
    Constexpr = "constexpr",
    Continue = "continue",
    Decltype = "decltype",
    Default = "default",
    Delete = "delete",
    Do = "do",
    Double = "double",
    DynamicCast = "dynamic_cast",
    Else = "else",
    Enum = "enum",
    Explicit = "explicit",
    Extern = "extern",
    False = "false",
    Float = "float",
    For = "for",
    Friend = "friend",
    Goto = "goto",
    If = "if",
    Inline = "inline",
    Int = "int",
    Long = "long",
    Mutable = "mutable",
    Namespace = "namespace",
    New = "new",
    Noexcept = "noexcept",
    Nullptr = "nullptr",
    Operator = "operator",
    Private = "private",
    Protected = "protected",
    Public = "public",
    Register = "register",
    ReinterpretCast = "reinterpret_cast",
    Return = "return",
    Short = "short",
    Signed = "signed",
    Sizeof = "sizeof",
    Static = "static",
    StaticAssert = "static_assert",
    StaticCast = "static_cast",
    Struct = "struct",
    Switch = "switch",
    Template = "template",
    This = "this",
    ThreadLocal = "thread_local",
    Throw = "throw",
    True = "true",
    Try = "try",
    Typedef = "typedef",
    Typeid = "typeid",
    Typename = "typename",
    Union = "union",
    Unsigned = "unsigned",
    Using = "using",
    Virtual = "virtual",
    Void = "void",
    Volatile = "volatile",
    While = "while",
    }
    marks {
    And = "&",
    AndAnd = "&&",
    AndEqual = "&=",
    Arrow = "->",
    Bang = "!",
    BangEqual = "!=",
    Colon = ":",
    ColonColon = "::",
    Comma = ",",
    Ellipsis = "...",
    Equal = "=",
    EqualEqual = "==",
    Greater = ">",
    GreaterEqual = ">=",
    Hash = "#",
    HashHash = "##",
    LeftBrace = "{",
    LeftBracket = "[",
    LeftParen = "(",
    Less = "<",
    LessEqual = "<=",
    Minus = "-",
    MinusEqual = "-=",
    MinusMinus = "--",
    Or = "|",
    OrEqual = "|=",
    OrOr = "||",
    Percent = "%",
    PercentEqual = "%=",
    Period = ".",
    Plus = "+",
    PlusEqual = "+=",
    PlusPlus = "++",
    Question = "?",
    RightBrace = "}",
    RightBracket = "]",
    RightParen = ")",
    Semicolon = ";",
    ShiftLeft = "<<",
    ShiftLeftEqual = "<<=",
    ShiftRight = ">>",
    ShiftRightEqual = ">>=",
    Slash = "/",
    SlashEqual = "/=",
    Star = "*",
    StarEqual = "*=",
    Tilde = "~",
    Xor = "^",
    XorEqual = "^=",
    }
    forms {
    // The words of a dialect are found by their spellings.
    Half = "a type",
    Space = "an address space",
    Entry = "a kind of function",
    Identifier = "a name",
    Number = "a number",
    Character = "a character literal",
    Text = "a string literal",
    Unknown = "an unexpected character",
    EndOfText = "the end of the program",
    }
}

/// A token with its place.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Token {
    /// Its place. A token out of a macro is where the macro is used.
    pub(crate) span: Span,
    /// The spelling of words, numbers and literals.
    pub(crate) symbol: Option<Symbol>,
    pub(crate) kind: TokenKind,
    /// Whether it is the first of its line.
    pub(crate) begins_line: bool,
    /// Whether there is white space before it.
    pub(crate) follows_space: bool,
    /// Whether it is the name of a macro that is not replaced any more, because it is in the macro's own expansion.
    pub(crate) is_final: bool,
}

impl Token {
    /// The token, for people.
    pub(crate) fn name(self, names: &Names) -> String {
        match self.symbol {
            Some(symbol) => format!("`{}`", names.text(symbol)),
            None => self.kind.name().to_owned(),
        }
    }

    /// The kind of the token, for people. A keyword of a dialect is its own kind.
    pub(crate) fn kind_name(self, names: &Names) -> String {
        match self.kind {
            TokenKind::Half | TokenKind::Space | TokenKind::Entry => self.name(names),
            kind => kind.name().to_owned(),
        }
    }
}

impl TokenKind {
    /// The kind of a keyword that only a dialect has.
    pub(crate) const fn of(word: Word) -> Self {
        match word {
            Word::Half => Self::Half,
            Word::Space(_) => Self::Space,
            Word::Entry(_) => Self::Entry,
        }
    }

    /// Returns true if the token is spelt as a word.
    pub(crate) const fn is_word(self) -> bool {
        self as u8 <= Self::While as u8
            || (self as u8 >= Self::Half as u8 && self as u8 <= Self::Identifier as u8)
    }
}
