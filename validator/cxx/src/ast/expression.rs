//! Expressions.

use super::{ExprId, LambdaId, List, NameId, TypeSyntaxId};
use crate::names::Symbol;
use shader_source::Span;

/// An expression. At most 16 bytes.
#[derive(Clone, Copy, Debug)]
pub enum Expr {
    /// A syntax error was reported here.
    Error,
    /// A literal.
    Literal(Literal),
    /// `name`, `metal::name<T>`
    Name(NameId),
    /// `callee(…)`
    Call(ExprId, List<ExprId>),
    /// `T(…)`
    Construct(TypeSyntaxId, List<ExprId>),
    /// `T {…}`
    ConstructBraces(TypeSyntaxId, ExprId),
    /// `{…}`
    Braces(List<BraceItem>),
    /// `base.member`
    Member(ExprId, Symbol),
    /// `base->member`
    Arrow(ExprId, Symbol),
    /// `base[index]`
    Index(ExprId, ExprId),
    /// `-x`
    Unary(UnaryOperator, ExprId),
    /// `x++`
    Postfix(PostfixOperator, ExprId),
    /// `left op right`
    Binary(BinaryOperator, ExprId, ExprId),
    /// `left = right`; `left += right` with an operator
    Assign(Option<BinaryOperator>, ExprId, ExprId),
    /// `condition ? accept : reject`
    Conditional(ExprId, ExprId, ExprId),
    /// `static_cast<T>(x)`, `(T)x`
    Cast(CastKind, TypeSyntaxId, ExprId),
    /// `sizeof(T)`
    SizeOfType(TypeSyntaxId),
    /// `sizeof x`
    SizeOf(ExprId),
    /// `alignof(T)`
    AlignOf(TypeSyntaxId),
    /// `(inner)`
    Paren(ExprId),
    /// `this`
    This,
    /// `[captures] (…) {…}`
    Lambda(LambdaId),
}

const _: () = assert!(size_of::<Expr>() <= 16);

/// A literal.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Literal {
    /// `true`, `false`
    Bool(bool),
    /// A number; its spelling says the type and the value.
    Number(Symbol),
    /// `'c'`
    Character(Symbol),
    /// `"text"`
    Text(Symbol),
    /// `nullptr`
    Nullptr,
}

/// An operator before its operand.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[allow(missing_docs, reason = "the operators by name")]
pub enum UnaryOperator {
    Plus,
    Negate,
    Not,
    Complement,
    Dereference,
    AddressOf,
    Increment,
    Decrement,
}

/// An operator after its operand.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[allow(missing_docs, reason = "the operators by name")]
pub enum PostfixOperator {
    Increment,
    Decrement,
}

/// An operator between its operands.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[allow(missing_docs, reason = "the operators by name")]
pub enum BinaryOperator {
    Multiply,
    Divide,
    Remainder,
    Add,
    Subtract,
    ShiftLeft,
    ShiftRight,
    Less,
    Greater,
    LessEqual,
    GreaterEqual,
    Equal,
    NotEqual,
    BitAnd,
    BitXor,
    BitOr,
    And,
    Or,
    Comma,
}

impl BinaryOperator {
    /// The spelling.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Multiply => "*",
            Self::Divide => "/",
            Self::Remainder => "%",
            Self::Add => "+",
            Self::Subtract => "-",
            Self::ShiftLeft => "<<",
            Self::ShiftRight => ">>",
            Self::Less => "<",
            Self::Greater => ">",
            Self::LessEqual => "<=",
            Self::GreaterEqual => ">=",
            Self::Equal => "==",
            Self::NotEqual => "!=",
            Self::BitAnd => "&",
            Self::BitXor => "^",
            Self::BitOr => "|",
            Self::And => "&&",
            Self::Or => "||",
            Self::Comma => ",",
        }
    }
}

/// The kind of a cast.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum CastKind {
    /// `static_cast<T>(x)`
    Static,
    /// `reinterpret_cast<T>(x)`
    Reinterpret,
    /// `const_cast<T>(x)`
    Const,
    /// `as_type<T>(x)`, by the name that the dialect has for it.
    Bits,
    /// `(T)x`
    C,
}

/// The element that a value is for.
#[derive(Clone, Copy, Debug)]
pub enum Designator {
    /// `.member =`
    Member(Symbol, Span),
    /// `[first] =`, `[first ... last] =`
    Elements(ExprId, Option<ExprId>),
}

/// An element of a braced list.
#[derive(Clone, Copy, Debug)]
pub struct BraceItem {
    /// The designator before it.
    pub designator: Option<Designator>,
    /// The value.
    pub value: ExprId,
}

/// An argument of a template.
#[derive(Clone, Copy, Debug)]
pub enum TemplateArgument {
    /// A type.
    Type(TypeSyntaxId),
    /// A constant.
    Value(ExprId),
}

/// A namespace or structure before a name: `metal::`, `S<T>::`.
#[derive(Clone, Copy, Debug)]
pub struct PathPart {
    /// Its name; empty for the program scope, which is before a name that begins with `::`.
    pub name: Symbol,
    /// The place of the name.
    pub span: Span,
    /// The arguments of a structure template.
    pub arguments: Option<List<TemplateArgument>>,
    /// The operand of `decltype`, which is the first part then: `decltype(x)::y`.
    pub operand: Option<ExprId>,
}

/// A name with what is before and after it.
#[derive(Clone, Copy, Debug)]
pub struct QualifiedName {
    /// The namespaces and structures before it.
    pub path: List<PathPart>,
    /// The name.
    pub name: Symbol,
    /// The place of the name alone.
    pub name_span: Span,
    /// The list in `<…>` after it, if there is one.
    pub arguments: Option<List<TemplateArgument>>,
}
