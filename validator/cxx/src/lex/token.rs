//! Tokens.

use crate::names::Symbol;
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
    Constant = "constant",
    ConstCast = "const_cast",
    Constexpr = "constexpr",
    Continue = "continue",
    Decltype = "decltype",
    Default = "default",
    Delete = "delete",
    Device = "device",
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
    Fragment = "fragment",
    Friend = "friend",
    Goto = "goto",
    Half = "half",
    If = "if",
    Inline = "inline",
    Int = "int",
    Kernel = "kernel",
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
    Thread = "thread",
    Threadgroup = "threadgroup",
    ThreadgroupImageblock = "threadgroup_imageblock",
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
    Vertex = "vertex",
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
}

impl TokenKind {
    /// Returns true if the token is spelt as a word.
    pub(crate) const fn is_word(self) -> bool {
        self as u8 <= Self::While as u8 || self as u8 == Self::Identifier as u8
    }
}
