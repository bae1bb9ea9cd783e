//! Statements.

use super::{DeclId, ExprId, List, StmtId, VariableId};
use shader_source::Span;

/// A statement.
#[derive(Clone, Copy, Debug)]
pub enum Stmt {
    /// A syntax error was reported here.
    Error,
    /// `;`
    Empty,
    /// `{ … }`
    Block(List<StmtId>),
    /// `T x = 1, y;`
    Variables(List<VariableId>),
    /// A type, an alias, `using namespace` or `static_assert` in a function.
    Declaration(DeclId),
    /// `x = 1;`
    Expression(ExprId),
    /// `if (condition) accept else reject`
    If(ExprId, StmtId, Option<StmtId>),
    /// `while (condition) body`
    While(ExprId, StmtId),
    /// `do body while (condition);`
    DoWhile(StmtId, ExprId),
    /// `for (initializer; condition; update) body`
    For {
        /// Variables or an expression.
        initializer: Option<StmtId>,
        /// The condition.
        condition: Option<ExprId>,
        /// An expression.
        update: Option<ExprId>,
        /// The body.
        body: StmtId,
    },
    /// `for (T x : range) body`
    ForRange {
        /// The variable.
        variable: VariableId,
        /// The array, or the object whose elements an [`Iteration`] visits.
        range: ExprId,
        /// The body.
        body: StmtId,
    },
    /// `switch (selector) { … }`
    Switch(ExprId, List<SwitchClause>),
    /// `break;`
    Break,
    /// `continue;`
    Continue,
    /// `return x;`
    Return(Option<ExprId>),
}

/// The variables and expressions of a loop over an object with iterators, in the order in which they are checked.
#[derive(Clone, Copy, Debug)]
pub struct Iteration {
    /// `auto&& range = r;`
    pub range: VariableId,
    /// `auto begin = range.begin();`, and `auto begin = begin(range);`
    pub begin: [VariableId; 2],
    /// `auto end = range.end();`, and `auto end = end(range);`
    pub end: [VariableId; 2],
    /// `begin != end`
    pub condition: ExprId,
    /// `++begin`
    pub update: ExprId,
    /// The variable of the loop with `*begin` as its initializer.
    pub element: VariableId,
}

/// Labels with the statements up to the next ones.
#[derive(Clone, Copy, Debug)]
pub struct SwitchClause {
    /// One or more labels.
    pub labels: List<CaseLabel>,
    /// The statements.
    pub statements: List<StmtId>,
    /// From the first label to the end.
    pub span: Span,
}

/// `case value:` or `default:`
#[derive(Clone, Copy, Debug)]
pub struct CaseLabel {
    /// The value; none of `default`.
    pub value: Option<ExprId>,
    /// The place.
    pub span: Span,
}
