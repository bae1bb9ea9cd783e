//! A program as an owned tree, for changes.
//!
//! The validator's syntax is columns of small nodes with places in a source, which is right for judging and wrong for
//! changing. This tree owns its names, knows no places and no comments, and has no parentheses but those that mean something: the printer writes those that the
//! grammar needs. Whatever it prints reads as an equal tree.

pub(crate) mod parts;
mod print;
mod read;
#[cfg(test)]
mod tests;

pub use read::{DEEPEST, Unreadable};
pub use wgsl_spec::Operator;
pub use wgsl_validator::ast::{UnaryOperator, VariableKind};

/// A module of the current edition. <https://www.w3.org/TR/WGSL/#grammar>
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Tree {
    /// The directives, in order.
    pub directives: Vec<Directive>,
    /// The declarations, in order.
    pub declarations: Vec<Declaration>,
}

/// A directive. <https://www.w3.org/TR/WGSL/#directives>
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Directive {
    /// `enable a, b;`
    Enable(Vec<String>),
    /// `requires a, b;`
    Requires(Vec<String>),
    /// `diagnostic(severity, rule);`
    Diagnostic {
        /// `error`, `warning`, `info` or `off`
        severity: String,
        /// The name of the rule, with its `.` if it has one.
        rule: String,
    },
}

/// A declaration at module scope. <https://www.w3.org/TR/WGSL/#syntax-global_decl>
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Declaration {
    /// `const`, `override`, `var`
    Variable(Variable),
    /// `alias name = type;`
    Alias {
        /// Its name.
        name: String,
        /// The type.
        ty: Name,
    },
    /// `struct name { … }`
    Structure {
        /// Its name.
        name: String,
        /// Members in order.
        members: Vec<Member>,
    },
    /// `fn`
    Function(Function),
    /// `const_assert e;`
    ConstAssert(Expression),
}

/// `@name` or `@name(arguments)`. <https://www.w3.org/TR/WGSL/#attributes>
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Attribute {
    /// Its name.
    pub name: String,
    /// The arguments, if there are parentheses.
    pub arguments: Option<Vec<Expression>>,
}

/// A declaration of a variable or value, at module or function scope. <https://www.w3.org/TR/WGSL/#var-and-value>
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Variable {
    /// Attributes before it.
    pub attributes: Vec<Attribute>,
    /// The keyword.
    pub kind: VariableKind,
    /// The template list of `var<…>`.
    pub template: Vec<Expression>,
    /// Its name.
    pub name: String,
    /// The type after `:`.
    pub ty: Option<Name>,
    /// The expression after `=`.
    pub initializer: Option<Expression>,
}

/// A member of a structure or a parameter of a function.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Member {
    /// Attributes before it.
    pub attributes: Vec<Attribute>,
    /// Its name.
    pub name: String,
    /// Its type.
    pub ty: Name,
}

/// A function. <https://www.w3.org/TR/WGSL/#function-declaration-sec>
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Function {
    /// Attributes before `fn`.
    pub attributes: Vec<Attribute>,
    /// Its name.
    pub name: String,
    /// Parameters in order.
    pub parameters: Vec<Member>,
    /// Attributes after `->`.
    pub result_attributes: Vec<Attribute>,
    /// The type after `->`.
    pub result: Option<Name>,
    /// The body.
    pub body: Block,
}

/// Attributes and statements in braces. <https://www.w3.org/TR/WGSL/#compound-statement-section>
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Block {
    /// Attributes before the `{`.
    pub attributes: Vec<Attribute>,
    /// The statements; the continuing block of a loop is not among them.
    pub statements: Vec<Statement>,
}

/// A statement. <https://www.w3.org/TR/WGSL/#statements>
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Statement {
    /// `{ … }`
    Block(Block),
    /// `if c { } else if d { } else { }`
    If {
        /// Before the `if`.
        attributes: Vec<Attribute>,
        /// `if` and every `else if`: condition and block.
        branches: Vec<(Expression, Block)>,
        /// `else`
        otherwise: Option<Block>,
    },
    /// `switch s { case … }`
    Switch {
        /// Before `switch`.
        attributes: Vec<Attribute>,
        /// The selector.
        selector: Expression,
        /// Before the `{`.
        body_attributes: Vec<Attribute>,
        /// The clauses.
        clauses: Vec<Clause>,
    },
    /// `loop { … continuing { … break if e; } }`
    Loop {
        /// Before `loop`.
        attributes: Vec<Attribute>,
        /// The body.
        body: Block,
        /// The continuing block, without its `break if`.
        continuing: Option<Continuing>,
    },
    /// `for (initializer; condition; update) { … }`
    For {
        /// Before `for`.
        attributes: Vec<Attribute>,
        /// A variable, assignment or call.
        initializer: Option<Box<Statement>>,
        /// The condition.
        condition: Option<Expression>,
        /// An assignment or call.
        update: Option<Box<Statement>>,
        /// The body.
        body: Block,
    },
    /// `while c { … }`
    While {
        /// Before `while`.
        attributes: Vec<Attribute>,
        /// The condition.
        condition: Expression,
        /// The body.
        body: Block,
    },
    /// `break;`
    Break,
    /// `continue;`
    Continue,
    /// `return;` or `return e;`
    Return(Option<Expression>),
    /// `discard;`
    Discard,
    /// `var`, `let`, `const`
    Variable(Variable),
    /// `const_assert e;`
    ConstAssert(Expression),
    /// `left = right;` or, with an operator, `left += right;`
    Assign(Option<Operator>, Expression, Expression),
    /// `_ = e;`
    Phony(Expression),
    /// `e++;`
    Increment(Expression),
    /// `e--;`
    Decrement(Expression),
    /// `f(…);`
    Call(Call),
}

impl Statement {
    /// The blocks that it executes, without those that continue a loop, in the order of the source.
    pub(crate) fn bodies(&self) -> impl Iterator<Item = &Block> {
        let (mut branches, mut last, mut clauses) = ([].as_slice(), None, [].as_slice());
        match self {
            Self::If { branches: all, otherwise, .. } => (branches, last) = (all, otherwise.as_ref()),
            Self::Switch { clauses: all, .. } => clauses = all,
            Self::Block(body)
            | Self::Loop { body, .. }
            | Self::For { body, .. }
            | Self::While { body, .. } => last = Some(body),
            Self::Break
            | Self::Continue
            | Self::Return(_)
            | Self::Discard
            | Self::Variable(_)
            | Self::ConstAssert(_)
            | Self::Assign(..)
            | Self::Phony(_)
            | Self::Increment(_)
            | Self::Decrement(_)
            | Self::Call(_) => {}
        }
        let branches: &[(Expression, Block)] = branches;
        let clauses: &[Clause] = clauses;
        branches.iter().map(|(_, body)| body).chain(last).chain(clauses.iter().map(|clause| &clause.body))
    }
}

/// A clause of a switch. <https://www.w3.org/TR/WGSL/#switch-statement>
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Clause {
    /// The selectors; `None` is the word `default`. A clause `default { }` has one, that word.
    pub selectors: Vec<Option<Expression>>,
    /// The body.
    pub body: Block,
}

/// The continuing block of a loop. <https://www.w3.org/TR/WGSL/#continuing-statement>
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Continuing {
    /// The block, without its `break if`.
    pub block: Block,
    /// `break if e;` at its end.
    pub break_if: Option<Expression>,
}

/// A name with its template list, which may be empty: a type, a function, a value.
/// <https://www.w3.org/TR/WGSL/#template-lists-sec>
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Name {
    /// The identifier.
    pub name: String,
    /// The template parameters.
    pub template: Vec<Expression>,
}

/// `callee(arguments)`
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Call {
    /// A function or a type.
    pub callee: Name,
    /// The arguments.
    pub arguments: Vec<Expression>,
}

/// An expression. <https://www.w3.org/TR/WGSL/#expressions>
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Expression {
    /// A literal as it is written, without a sign.
    Literal(String),
    /// A name, also of a type or of a context-dependent name.
    Name(Name),
    /// A call of a function or value constructor.
    Call(Call),
    /// `base.member`
    Member(Box<Expression>, String),
    /// `base[index]`
    Index(Box<Expression>, Box<Expression>),
    /// `-x`, `!x`, `~x`, `*x`, `&x`
    Unary(UnaryOperator, Box<Expression>),
    /// `left op right`
    Binary(Operator, Box<Expression>, Box<Expression>),
    /// `(name)` as a parameter of a template or attribute: `array<u32, (size)>` with an override is another type than `array<u32, size>`, and
    /// `@builtin((position))` is a mistake.
    Parenthesized(Box<Expression>),
}

impl Attribute {
    /// Whether its arguments are names with a meaning of their own: `@builtin(position)`.
    pub(crate) fn takes_names(&self) -> bool {
        matches!(self.name.as_str(), "builtin" | "interpolate" | "diagnostic")
    }
}

impl Name {
    /// A name without a template list.
    pub fn plain(name: impl Into<String>) -> Self {
        Self { name: name.into(), template: Vec::new() }
    }
}

impl From<Name> for Expression {
    fn from(name: Name) -> Self {
        Self::Name(name)
    }
}

impl From<Call> for Expression {
    fn from(call: Call) -> Self {
        Self::Call(call)
    }
}
