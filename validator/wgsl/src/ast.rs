//! The syntax tree: columns of small nodes, named by ids.
//!
//! Children come before their parents in the column of expressions, and expressions come in source order, so
//! a pass over the expressions of a declaration is a loop over a range of ids.

use crate::steps;
use shader_source::Span;
pub use shader_source::column::List;
use wgsl_spec::{Operator, Symbol};

shader_source::ids! {
    /// An [`Expr`].
    ExprId,
    /// A [`Stmt`].
    StmtId,
    /// A [`Block`].
    BlockId,
    /// A module-scope [`Decl`], in source order.
    DeclId,
    /// A [`Variable`]: any `const`, `override`, `let` or `var` declaration.
    VariableId,
    /// A [`Function`].
    FunctionId,
    /// A [`Struct`].
    StructId,
    /// An [`Alias`].
    AliasId,
}

/// An expression. At most 16 bytes.
#[derive(Clone, Copy, Debug)]
pub enum Expr {
    /// A syntax error was reported here.
    Error,
    /// A literal; its spelling is in its span.
    Literal(Literal),
    /// `name`
    Name(Symbol),
    /// `name<…>`: a template list with at least one argument.
    Template(Symbol, List<ExprId>),
    /// `callee(…)`; the callee is a `Name` or a `Template`.
    Call(ExprId, List<ExprId>),
    /// `base.member`; the member's name ends where the span of this expression ends.
    Member(ExprId, Symbol),
    /// `base[index]`
    Index(ExprId, ExprId),
    /// `-x`, `!x`, `~x`, `*x`, `&x`
    Unary(UnaryOperator, ExprId),
    /// `left op right`
    Binary(Operator, ExprId, ExprId),
    /// `(inner)`
    Paren(ExprId),
    /// A context-dependent name, which never resolves to a declaration: arguments of `@builtin`, `@interpolate` and
    /// `@diagnostic`. A diagnostic rule name `a.b` is a `Member` of one.
    ContextName(Symbol),
}

const _: () = assert!(size_of::<Expr>() <= 16);

impl Expr {
    /// The operand that this expression begins with, or that it applies to. Chains of them may be long, as the parser limits
    /// nesting only.
    #[must_use]
    pub const fn first_operand(self) -> Option<ExprId> {
        match self {
            Self::Member(operand, _)
            | Self::Index(operand, _)
            | Self::Unary(_, operand)
            | Self::Binary(_, operand, _)
            | Self::Paren(operand) => Some(operand),
            Self::Error
            | Self::Literal(_)
            | Self::Name(_)
            | Self::Template(..)
            | Self::Call(..)
            | Self::ContextName(_) => None,
        }
    }
}

/// A literal.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Literal {
    /// `true`, `false`
    Bool(bool),
    /// An integer; its suffix.
    Integer(Suffix),
    /// A floating point number; its suffix.
    Float(Suffix),
}

/// The suffix of a number.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[allow(missing_docs, reason = "the suffixes by letter")]
pub enum Suffix {
    None,
    I,
    U,
    F,
    H,
}

/// A unary operator.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum UnaryOperator {
    /// `-`
    Negate,
    /// `!`
    Not,
    /// `~`
    Complement,
    /// `*`
    Indirection,
    /// `&`
    AddressOf,
}

/// An attribute: `@name` or `@name(arguments)`.
#[derive(Clone, Copy, Debug)]
pub struct Attribute {
    /// Its name.
    pub name: Symbol,
    /// From the `@` to the end.
    pub span: Span,
    /// The place of the name.
    pub name_span: Span,
    /// Whether there are parentheses, empty ones included.
    pub has_arguments: bool,
    /// The arguments; `ContextName`s for `builtin`, `interpolate`, `diagnostic`.
    pub arguments: List<ExprId>,
}

/// A block: attributes, `{`, statements, `}`.
#[derive(Clone, Copy, Debug)]
pub struct Block {
    /// Attributes before the `{`.
    pub attributes: List<Attribute>,
    /// The statements; a `continuing` block is not among them.
    pub statements: List<StmtId>,
    /// From `{` to `}`.
    pub span: Span,
}

/// A statement; its span is in a column of its own.
#[derive(Clone, Copy, Debug)]
pub enum Stmt {
    /// A syntax error was reported here.
    Error,
    /// `{ … }`
    Block(BlockId),
    /// `if c { } else if d { } else { }`
    If {
        /// Before the `if`.
        attributes: List<Attribute>,
        /// `if` and every `else if`.
        branches: List<Branch>,
        /// `else`
        otherwise: Option<BlockId>,
    },
    /// `switch s { case … }`
    Switch {
        /// Before `switch`.
        attributes: List<Attribute>,
        /// The selector.
        selector: ExprId,
        /// Before the `{`.
        body_attributes: List<Attribute>,
        /// The clauses.
        clauses: List<SwitchClause>,
    },
    /// `loop { … continuing { … } }`
    Loop {
        /// Before `loop`.
        attributes: List<Attribute>,
        /// The body.
        body: BlockId,
        /// The continuing block.
        continuing: Option<Continuing>,
    },
    /// `for (initializer; condition; update) { … }`
    For {
        /// Before `for`.
        attributes: List<Attribute>,
        /// A variable, assignment or call.
        initializer: Option<StmtId>,
        /// The condition.
        condition: Option<ExprId>,
        /// An assignment or call.
        update: Option<StmtId>,
        /// The body.
        body: BlockId,
    },
    /// `while c { … }`
    While {
        /// Before `while`.
        attributes: List<Attribute>,
        /// The condition.
        condition: ExprId,
        /// The body.
        body: BlockId,
    },
    /// `break;`
    Break,
    /// `continue;`
    Continue,
    /// `return;` or `return e;`
    Return(Option<ExprId>),
    /// `discard;`
    Discard,
    /// `var`, `let`, `const`
    Variable(VariableId),
    /// `const_assert e;`
    ConstAssert(ExprId),
    /// `left = right;` or, with an operator, `left += right;`
    Assign(Option<Operator>, ExprId, ExprId),
    /// `_ = e;`
    Phony(ExprId),
    /// `e++;`
    Increment(ExprId),
    /// `e--;`
    Decrement(ExprId),
    /// `f(…);`
    Call(ExprId),
    /// `fallthrough;` (2022-04-11 only)
    Fallthrough,
}

/// One `if` or `else if`.
#[derive(Clone, Copy, Debug)]
pub struct Branch {
    /// The condition.
    pub condition: ExprId,
    /// The block that runs if it holds.
    pub block: BlockId,
}

/// A selector of `case`.
#[derive(Clone, Copy, Debug)]
pub enum Selector {
    /// An expression.
    Case(ExprId),
    /// The word `default`, with its place.
    Default(Span),
}

impl Selector {
    /// The expression.
    #[must_use]
    pub const fn case(self) -> Option<ExprId> {
        match self {
            Self::Case(id) => Some(id),
            Self::Default(_) => None,
        }
    }
}

/// A clause of a switch.
#[derive(Clone, Copy, Debug)]
pub struct SwitchClause {
    /// The selectors of `case`. A clause `default { }` has one, that word.
    pub selectors: List<Selector>,
    /// The body.
    pub body: BlockId,
    /// From `case` or `default` to the `}`.
    pub span: Span,
}

/// The continuing block of a loop.
#[derive(Clone, Copy, Debug)]
pub struct Continuing {
    /// The block, without its `break if`.
    pub block: BlockId,
    /// `break if e;` at its end.
    pub break_if: Option<ExprId>,
}

/// The keyword of a declaration of a variable or value.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[allow(missing_docs, reason = "the keywords by name")]
pub enum VariableKind {
    Const,
    Override,
    Let,
    Var,
}

/// A declaration of a variable or value, at module or function scope.
#[derive(Clone, Copy, Debug)]
pub struct Variable {
    /// The keyword.
    pub kind: VariableKind,
    /// Attributes before it.
    pub attributes: List<Attribute>,
    /// The template list of `var<…>`.
    pub template: List<ExprId>,
    /// Its name.
    pub name: Symbol,
    /// The place of the name.
    pub name_span: Span,
    /// The type after `:`.
    pub ty: Option<ExprId>,
    /// The expression after `=`.
    pub initializer: Option<ExprId>,
    /// From the keyword to the end, without `;`.
    pub span: Span,
}

/// `alias name = type;`
#[derive(Clone, Copy, Debug)]
pub struct Alias {
    /// Its name.
    pub name: Symbol,
    /// The place of the name.
    pub name_span: Span,
    /// The type.
    pub ty: ExprId,
}

/// `struct name { … }`
#[derive(Clone, Copy, Debug)]
pub struct Struct {
    /// Its name.
    pub name: Symbol,
    /// The place of the name.
    pub name_span: Span,
    /// Members in order.
    pub members: List<Member>,
}

/// A member of a structure or a parameter of a function.
#[derive(Clone, Copy, Debug)]
pub struct Member {
    /// Attributes.
    pub attributes: List<Attribute>,
    /// Its name.
    pub name: Symbol,
    /// The place of the name.
    pub name_span: Span,
    /// Its type.
    pub ty: ExprId,
}

/// `fn name(…) -> type { … }`
#[derive(Clone, Copy, Debug)]
pub struct Function {
    /// Attributes before `fn`.
    pub attributes: List<Attribute>,
    /// Its name.
    pub name: Symbol,
    /// The place of the name.
    pub name_span: Span,
    /// Parameters in order.
    pub parameters: List<Member>,
    /// Attributes after `->`.
    pub result_attributes: List<Attribute>,
    /// The type after `->`.
    pub result: Option<ExprId>,
    /// The body.
    pub body: BlockId,
}

/// A module-scope declaration.
#[derive(Clone, Copy, Debug)]
pub enum DeclKind {
    /// A syntax error was reported in it; `name` tells whether its name is known, so that uses stay silent.
    Error,
    /// `const`, `override`, `var` (and `let` in 2022-04-11).
    Variable(VariableId),
    /// `alias`
    Alias(AliasId),
    /// `struct`
    Struct(StructId),
    /// `fn`
    Function(FunctionId),
    /// `const_assert`
    ConstAssert(ExprId),
}

impl DeclKind {
    /// The function that is declared.
    #[must_use]
    pub const fn function(self) -> Option<FunctionId> {
        if let Self::Function(function) = self { Some(function) } else { None }
    }

    /// The variable or value that is declared.
    #[must_use]
    pub const fn variable(self) -> Option<VariableId> {
        if let Self::Variable(variable) = self { Some(variable) } else { None }
    }
}

/// A module-scope declaration with the parts that all of them share.
#[derive(Clone, Copy, Debug)]
pub struct Decl {
    /// The kind of declaration.
    pub kind: DeclKind,
    /// Its name, if it has one.
    pub name: Option<Symbol>,
    /// The place of the name; the whole declaration if it has none.
    pub name_span: Span,
    /// From the first attribute to the end.
    pub span: Span,
    /// Whether a syntax error was reported inside. Such a declaration is not checked.
    pub has_error: bool,
    /// Its expressions are those with an index in `first_expr..end_expr`.
    pub first_expr: u32,
    /// See `first_expr`.
    pub end_expr: u32,
}

/// A directive.
#[derive(Clone, Copy, Debug)]
pub enum Directive {
    /// `enable a, b;`: the names with their places.
    Enable(List<(Symbol, Span)>),
    /// `requires a, b;`
    Requires(List<(Symbol, Span)>),
    /// `diagnostic(severity, rule);`: both as expressions ([`Expr::ContextName`] or a `Member` of one).
    Diagnostic(Span, ExprId, ExprId),
}

/// The syntax of a module.
#[derive(Debug, Default)]
#[allow(missing_docs, reason = "each field is the column of the type of its elements")]
pub struct Ast {
    pub exprs: Vec<Expr>,
    /// The place of each expression.
    pub expr_spans: Vec<Span>,
    /// Lists of expressions: arguments, template lists.
    pub expr_lists: Vec<ExprId>,
    pub stmts: Vec<Stmt>,
    /// The place of each statement.
    pub stmt_spans: Vec<Span>,
    /// Lists of statements.
    pub stmt_lists: Vec<StmtId>,
    pub blocks: Vec<Block>,
    pub branches: Vec<Branch>,
    pub clauses: Vec<SwitchClause>,
    pub selectors: Vec<Selector>,
    pub attributes: Vec<Attribute>,
    pub variables: Vec<Variable>,
    pub aliases: Vec<Alias>,
    pub structs: Vec<Struct>,
    pub members: Vec<Member>,
    pub functions: Vec<Function>,
    pub decls: Vec<Decl>,
    pub directives: Vec<Directive>,
    /// Names in directives.
    pub directive_names: Vec<(Symbol, Span)>,
}

macro_rules! columns {
    ($($id:ty => $field:ident: $node:ty),* $(,)?) => {$(
        impl core::ops::Index<$id> for Ast {
            type Output = $node;
            fn index(&self, id: $id) -> &$node {
                steps::take(1);
                &self.$field[id.index()]
            }
        }
    )*};
}

columns! {
    ExprId => exprs: Expr,
    StmtId => stmts: Stmt,
    BlockId => blocks: Block,
    DeclId => decls: Decl,
    VariableId => variables: Variable,
    FunctionId => functions: Function,
    StructId => structs: Struct,
    AliasId => aliases: Alias,
}

macro_rules! lists {
    ($($element:ty => $field:ident),* $(,)?) => {$(
        impl core::ops::Index<List<$element>> for Ast {
            type Output = [$element];
            fn index(&self, list: List<$element>) -> &[$element] {
                steps::take(list.range().len());
                &self.$field[list.range()]
            }
        }
    )*};
}

lists! {
    ExprId => expr_lists,
    StmtId => stmt_lists,
    Branch => branches,
    SwitchClause => clauses,
    Selector => selectors,
    Attribute => attributes,
    Member => members,
    (Symbol, Span) => directive_names,
}

impl Ast {
    /// Empties all columns and keeps their memory for another source.
    pub(crate) fn clear(&mut self) {
        let Self {
            exprs,
            expr_spans,
            expr_lists,
            stmts,
            stmt_spans,
            stmt_lists,
            blocks,
            branches,
            clauses,
            selectors,
            attributes,
            variables,
            aliases,
            structs,
            members,
            functions,
            decls,
            directives,
            directive_names,
        } = self;
        exprs.clear();
        expr_spans.clear();
        expr_lists.clear();
        stmts.clear();
        stmt_spans.clear();
        stmt_lists.clear();
        blocks.clear();
        branches.clear();
        clauses.clear();
        selectors.clear();
        attributes.clear();
        variables.clear();
        aliases.clear();
        structs.clear();
        members.clear();
        functions.clear();
        decls.clear();
        directives.clear();
        directive_names.clear();
    }

    /// The place of an expression.
    #[must_use]
    pub fn span(&self, id: ExprId) -> Span {
        self.expr_spans[id.index()]
    }

    /// The place of a statement.
    #[must_use]
    pub fn stmt_span(&self, id: StmtId) -> Span {
        self.stmt_spans[id.index()]
    }
}
