//! From a source to a tree.

use super::{
    Attribute, Block, Call, Clause, Continuing, Declaration, Directive, Expression, Function, Member, Name,
    Statement, Tree, Variable,
};
use shader_source::Span;
use wgsl_spec::{Edition, Symbol};
use wgsl_validator::ast::{self, Ast, BlockId, DeclKind, Expr, ExprId, List, Selector, Stmt, StmtId};
use wgsl_validator::diagnostic::{Diagnostic, Severity};
use wgsl_validator::syntax::Syntax;

/// Expressions are nested at most this deep in a tree that was read: whatever walks one may call itself.
pub const DEEPEST: u32 = 400;

/// The reason why a source has no tree.
#[derive(Clone, Debug)]
pub enum Unreadable {
    /// Its syntax is wrong.
    Mistake(Vec<Diagnostic>),
    /// Its expressions are nested too deeply, operands of operators included: see [`DEEPEST`].
    TooDeep,
}

impl Tree {
    /// The tree of a source of the current edition; whether the program means anything is another question.
    ///
    /// # Errors
    /// The reason why it has none.
    pub fn read(source: &str) -> Result<Self, Unreadable> {
        let (syntax, diagnostics) = wgsl_validator::parse(source, Edition::Current);
        if diagnostics.iter().any(|found| found.severity == Severity::Error) {
            return Err(Unreadable::Mistake(diagnostics));
        }
        if depth(&syntax.ast) > DEEPEST {
            return Err(Unreadable::TooDeep);
        }
        // A tree without mistakes has no node of an error, so that every part can be read.
        Reader { syntax: &syntax, ast: &syntax.ast }.tree().ok_or(Unreadable::Mistake(diagnostics))
    }
}

/// The deepest nesting of expressions. Children come before their parents.
fn depth(ast: &Ast) -> u32 {
    let mut depths: Vec<u32> = Vec::with_capacity(ast.exprs.len());
    for expr in &ast.exprs {
        let of = |id: ExprId| depths[id.index()];
        let of_list = |list: List<ExprId>| ast[list].iter().map(|id| of(*id)).max().unwrap_or(0);
        depths.push(
            1 + match *expr {
                Expr::Error | Expr::Literal(_) | Expr::Name(_) | Expr::ContextName(_) => 0,
                Expr::Template(_, parameters) => of_list(parameters),
                Expr::Call(callee, arguments) => of(callee).max(of_list(arguments)),
                Expr::Member(inner, _) | Expr::Unary(_, inner) | Expr::Paren(inner) => of(inner),
                Expr::Index(left, right) | Expr::Binary(_, left, right) => of(left).max(of(right)),
            },
        );
    }
    depths.into_iter().max().unwrap_or(0)
}

/// Each function gives a part of the tree, or nothing at a node of an error.
#[derive(Clone, Copy)]
struct Reader<'a> {
    syntax: &'a Syntax<'a>,
    ast: &'a Ast,
}

impl Reader<'_> {
    fn name(self, symbol: Symbol) -> String {
        self.syntax.name(symbol).to_owned()
    }

    fn tree(self) -> Option<Tree> {
        Some(Tree {
            directives: self.ast.directives.iter().map(|it| self.directive(*it)).collect(),
            declarations: self
                .ast
                .decls
                .iter()
                .map(|it| self.declaration(it.kind))
                .collect::<Option<Vec<_>>>()?,
        })
    }

    fn directive(self, directive: ast::Directive) -> Directive {
        let names = |list: List<(Symbol, Span)>| {
            self.ast[list].iter().map(|(symbol, _)| self.name(*symbol)).collect()
        };
        match directive {
            ast::Directive::Enable(list) => Directive::Enable(names(list)),
            ast::Directive::Requires(list) => Directive::Requires(names(list)),
            ast::Directive::Diagnostic(_, severity, rule) => {
                // Blankspace may surround the `.` of a rule.
                let text = |id| self.context_name(id).unwrap_or_default();
                Directive::Diagnostic { severity: text(severity), rule: text(rule) }
            }
        }
    }

    fn context_name(self, id: ExprId) -> Option<String> {
        match self.ast[id] {
            Expr::ContextName(symbol) => Some(self.name(symbol)),
            Expr::Member(base, member) => Some(format!("{}.{}", self.context_name(base)?, self.name(member))),
            _ => None,
        }
    }

    fn declaration(self, kind: DeclKind) -> Option<Declaration> {
        Some(match kind {
            DeclKind::Error => return None,
            DeclKind::Variable(id) => Declaration::Variable(self.variable(self.ast[id])?),
            DeclKind::Alias(id) => {
                let alias = self.ast[id];
                Declaration::Alias { name: self.name(alias.name), ty: self.ty(alias.ty)? }
            }
            DeclKind::Struct(id) => {
                let structure = self.ast[id];
                let members = self.members(structure.members)?;
                Declaration::Structure { name: self.name(structure.name), members }
            }
            DeclKind::Function(id) => Declaration::Function(self.function(self.ast[id])?),
            DeclKind::ConstAssert(condition) => Declaration::ConstAssert(self.expression(condition)?),
        })
    }

    fn function(self, function: ast::Function) -> Option<Function> {
        Some(Function {
            attributes: self.attributes(function.attributes)?,
            name: self.name(function.name),
            parameters: self.members(function.parameters)?,
            result_attributes: self.attributes(function.result_attributes)?,
            result: optional(function.result, |id| self.ty(id))?,
            body: self.block(function.body)?,
        })
    }

    fn members(self, members: List<ast::Member>) -> Option<Vec<Member>> {
        let member = |member: &ast::Member| {
            Some(Member {
                attributes: self.attributes(member.attributes)?,
                name: self.name(member.name),
                ty: self.ty(member.ty)?,
            })
        };
        self.ast[members].iter().map(member).collect()
    }

    fn variable(self, variable: ast::Variable) -> Option<Variable> {
        Some(Variable {
            attributes: self.attributes(variable.attributes)?,
            kind: variable.kind,
            template: self.parameters(variable.template)?,
            name: self.name(variable.name),
            ty: optional(variable.ty, |id| self.ty(id))?,
            initializer: optional(variable.initializer, |id| self.expression(id))?,
        })
    }

    fn attributes(self, attributes: List<ast::Attribute>) -> Option<Vec<Attribute>> {
        let attribute = |attribute: &ast::Attribute| {
            let arguments = self.parameters(attribute.arguments)?;
            let arguments = attribute.has_arguments.then_some(arguments);
            Some(Attribute { name: self.name(attribute.name), arguments })
        };
        self.ast[attributes].iter().map(attribute).collect()
    }

    fn block(self, id: BlockId) -> Option<Block> {
        let block = self.ast[id];
        let statements = self.ast[block.statements].iter().map(|id| self.statement(*id));
        Some(Block {
            attributes: self.attributes(block.attributes)?,
            statements: statements.collect::<Option<_>>()?,
        })
    }

    fn statement(self, id: StmtId) -> Option<Statement> {
        Some(match self.ast[id] {
            Stmt::Error | Stmt::Fallthrough => return None,
            stmt @ (Stmt::If { .. }
            | Stmt::Switch { .. }
            | Stmt::Loop { .. }
            | Stmt::For { .. }
            | Stmt::While { .. }) => return self.compound(stmt),
            Stmt::Block(block) => Statement::Block(self.block(block)?),
            Stmt::Break => Statement::Break,
            Stmt::Continue => Statement::Continue,
            Stmt::Return(value) => Statement::Return(optional(value, |id| self.expression(id))?),
            Stmt::Discard => Statement::Discard,
            Stmt::Variable(id) => Statement::Variable(self.variable(self.ast[id])?),
            Stmt::ConstAssert(condition) => Statement::ConstAssert(self.expression(condition)?),
            Stmt::Assign(operator, left, right) => {
                Statement::Assign(operator, self.expression(left)?, self.expression(right)?)
            }
            Stmt::Phony(value) => Statement::Phony(self.expression(value)?),
            Stmt::Increment(place) => Statement::Increment(self.expression(place)?),
            Stmt::Decrement(place) => Statement::Decrement(self.expression(place)?),
            Stmt::Call(call) => match self.expression(call)? {
                Expression::Call(call) => Statement::Call(call),
                _ => return None,
            },
        })
    }

    fn compound(self, stmt: Stmt) -> Option<Statement> {
        let attributes = |list| self.attributes(list);
        Some(match stmt {
            Stmt::If { attributes: list, branches, otherwise } => Statement::If {
                attributes: attributes(list)?,
                branches: self.ast[branches]
                    .iter()
                    .map(|branch| Some((self.expression(branch.condition)?, self.block(branch.block)?)))
                    .collect::<Option<_>>()?,
                otherwise: optional(otherwise, |id| self.block(id))?,
            },
            Stmt::Switch { attributes: list, selector, body_attributes, clauses } => Statement::Switch {
                attributes: attributes(list)?,
                selector: self.expression(selector)?,
                body_attributes: attributes(body_attributes)?,
                clauses: self.ast[clauses].iter().map(|it| self.clause(*it)).collect::<Option<_>>()?,
            },
            Stmt::Loop { attributes: list, body, continuing } => Statement::Loop {
                attributes: attributes(list)?,
                body: self.block(body)?,
                continuing: optional(continuing, |it| self.continuing(it))?,
            },
            Stmt::For { attributes: list, initializer, condition, update, body } => Statement::For {
                attributes: attributes(list)?,
                initializer: optional(initializer, |id| self.statement(id))?.map(Box::new),
                condition: optional(condition, |id| self.expression(id))?,
                update: optional(update, |id| self.statement(id))?.map(Box::new),
                body: self.block(body)?,
            },
            Stmt::While { attributes: list, condition, body } => Statement::While {
                attributes: attributes(list)?,
                condition: self.expression(condition)?,
                body: self.block(body)?,
            },
            _ => return None,
        })
    }

    fn clause(self, clause: ast::SwitchClause) -> Option<Clause> {
        let selector = |selector: &Selector| match *selector {
            Selector::Case(id) => self.expression(id).map(Some),
            Selector::Default(_) => Some(None),
        };
        let selectors = self.ast[clause.selectors].iter().map(selector).collect::<Option<_>>()?;
        Some(Clause { selectors, body: self.block(clause.body)? })
    }

    fn continuing(self, continuing: ast::Continuing) -> Option<Continuing> {
        Some(Continuing {
            block: self.block(continuing.block)?,
            break_if: optional(continuing.break_if, |id| self.expression(id))?,
        })
    }

    fn expressions(self, list: List<ExprId>) -> Option<Vec<Expression>> {
        self.ast[list].iter().map(|id| self.expression(*id)).collect()
    }

    /// The parameters of a template or attribute.
    fn parameters(self, list: List<ExprId>) -> Option<Vec<Expression>> {
        let of = |id: &ExprId| {
            let is_parenthesized = matches!(self.ast[*id], Expr::Paren(_));
            Some(match self.expression(*id)? {
                name @ Expression::Name(_) if is_parenthesized => Expression::Parenthesized(Box::new(name)),
                it => it,
            })
        };
        self.ast[list].iter().map(of).collect()
    }

    /// A type, or the callee of a call.
    fn ty(self, id: ExprId) -> Option<Name> {
        match self.expression(id)? {
            Expression::Name(name) => Some(name),
            _ => None,
        }
    }

    fn expression(self, id: ExprId) -> Option<Expression> {
        let boxed = |id| self.expression(id).map(Box::new);
        Some(match self.ast[id] {
            Expr::Error => return None,
            Expr::Literal(_) => Expression::Literal(self.syntax.text(self.ast.span(id)).to_owned()),
            Expr::Name(symbol) | Expr::ContextName(symbol) => Name::plain(self.name(symbol)).into(),
            Expr::Template(symbol, parameters) => {
                Name { name: self.name(symbol), template: self.parameters(parameters)? }.into()
            }
            Expr::Call(callee, arguments) => {
                Call { callee: self.ty(callee)?, arguments: self.expressions(arguments)? }.into()
            }
            Expr::Member(base, member) => Expression::Member(boxed(base)?, self.name(member)),
            Expr::Index(base, index) => Expression::Index(boxed(base)?, boxed(index)?),
            Expr::Unary(operator, operand) => Expression::Unary(operator, boxed(operand)?),
            Expr::Binary(operator, left, right) => Expression::Binary(operator, boxed(left)?, boxed(right)?),
            Expr::Paren(inner) => return self.expression(inner),
        })
    }
}

/// The part that is optional, if it is there and can be read; `None` if it is there and can't.
#[allow(clippy::option_option, reason = "absent and unreadable are two answers")]
fn optional<T, U>(part: Option<T>, read: impl FnOnce(T) -> Option<U>) -> Option<Option<U>> {
    match part {
        Some(part) => read(part).map(Some),
        None => Some(None),
    }
}
