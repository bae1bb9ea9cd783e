//! The parts of a tree that can be changed, one after the other.

use super::{
    Attribute, Block, Call, Clause, Declaration, Directive, Expression, Function, Member, Name, Statement,
    Tree, UnaryOperator, Variable,
};
use core::ops::Range;

/// Parts of the same kind, in a row.
pub(crate) trait Parts {
    fn count(&self) -> usize;
    fn remove(&mut self, range: Range<usize>);
    /// Puts a part in the place of another, and that in its place.
    fn swap(&mut self, one: usize, other: usize);
    /// Puts a copy of a part behind it. Says whether there is place for one.
    fn duplicate(&mut self, at: usize) -> bool;
}

impl<T: Clone> Parts for Vec<T> {
    fn count(&self) -> usize {
        self.len()
    }

    fn remove(&mut self, range: Range<usize>) {
        self.drain(range);
    }

    fn swap(&mut self, one: usize, other: usize) {
        self.as_mut_slice().swap(one, other);
    }

    fn duplicate(&mut self, at: usize) -> bool {
        self.insert(at + 1, self[at].clone());
        true
    }
}

impl<T> Parts for Option<T> {
    fn count(&self) -> usize {
        usize::from(self.is_some())
    }

    fn remove(&mut self, _: Range<usize>) {
        *self = None;
    }

    fn swap(&mut self, _: usize, _: usize) {}

    fn duplicate(&mut self, _: usize) -> bool {
        false
    }
}

/// The place of a declaration.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Scope {
    Module,
    Function,
}

/// The object that a declared name is for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Named {
    Declaration,
    /// A member of a structure.
    Member,
    /// A parameter, or a variable or value of a function.
    Local,
}

/// A place of a tree.
pub(crate) enum Part<'t> {
    /// Parts that can be left out, and how many have to stay.
    Row(&'t mut dyn Parts, usize),
    /// The members of a structure, of which one has to stay, or the parameters of a function.
    Members(&'t mut Vec<Member>, Named),
    Attributes(&'t mut Vec<Attribute>),
    /// The statements of a block.
    Statements(&'t mut Vec<Statement>),
    /// The clauses of a switch.
    Clauses(&'t mut Vec<Clause>),
    Expression(&'t mut Expression),
    /// The left side of an assignment or the operand of `++` and `--`, or a base of it, which may be no other than a name, a part of
    /// another, or what a pointer points to. <https://www.w3.org/TR/WGSL/#syntax-lhs_expression>
    Target(&'t mut Expression),
    /// A call, as a statement or as an expression.
    Call(&'t mut Call),
    /// A type behind `:`, `->` or the `=` of an alias.
    Type(&'t mut Name),
    /// A variable or value.
    Variable(&'t mut Variable, Scope),
    /// The name of a declaration.
    Name(&'t mut String, Named),
}

impl<'t> Part<'t> {
    /// Parts in a row, and how many have to stay.
    pub(crate) fn row(self) -> Option<(&'t mut dyn Parts, usize)> {
        match self {
            Self::Row(parts, least) => Some((parts, least)),
            Self::Members(members, named) => Some((members, usize::from(named == Named::Member))),
            Self::Attributes(attributes) => Some((attributes, 0)),
            Self::Statements(statements) => Some((statements, 0)),
            Self::Clauses(clauses) => Some((clauses, 1)),
            Self::Expression(_)
            | Self::Target(_)
            | Self::Call(_)
            | Self::Type(_)
            | Self::Variable(..)
            | Self::Name(..) => None,
        }
    }
}

/// Visits all parts of a tree, outer ones first. The arguments of attributes that are names of the attribute's own are parts of it.
pub(crate) fn visit(tree: &mut Tree, found: &mut dyn FnMut(Part<'_>)) {
    Visit { found }.tree(tree);
}

/// Visits all parts of some statements.
pub(crate) fn visit_statements(statements: &mut [Statement], found: &mut dyn FnMut(Part<'_>)) {
    let mut visit = Visit { found };
    for it in statements {
        visit.statement(it);
    }
}

struct Visit<'v> {
    found: &'v mut dyn FnMut(Part<'_>),
}

impl Visit<'_> {
    fn row(&mut self, parts: &mut dyn Parts) {
        (self.found)(Part::Row(parts, 0));
    }

    /// Parts of which the grammar wants one.
    fn some(&mut self, parts: &mut dyn Parts) {
        (self.found)(Part::Row(parts, 1));
    }

    fn tree(&mut self, tree: &mut Tree) {
        self.row(&mut tree.declarations);
        self.row(&mut tree.directives);
        for it in &mut tree.directives {
            if let Directive::Enable(names) | Directive::Requires(names) = it {
                self.some(names);
            }
        }
        for it in &mut tree.declarations {
            self.declaration(it);
        }
    }

    fn declaration(&mut self, declaration: &mut Declaration) {
        match declaration {
            Declaration::Variable(it) => self.variable(it, Scope::Module),
            Declaration::Alias { name, ty } => {
                self.name(name, Named::Declaration);
                self.ty(ty);
            }
            Declaration::Structure { name, members } => {
                self.name(name, Named::Declaration);
                self.members(members, Named::Member);
            }
            Declaration::Function(it) => self.function(it),
            Declaration::ConstAssert(it) => self.expression(it),
        }
    }

    fn name(&mut self, name: &mut String, named: Named) {
        (self.found)(Part::Name(name, named));
    }

    fn function(&mut self, function: &mut Function) {
        self.attributes(&mut function.attributes);
        self.name(&mut function.name, Named::Declaration);
        self.members(&mut function.parameters, Named::Local);
        self.row(&mut function.result);
        if let Some(ty) = &mut function.result {
            self.attributes(&mut function.result_attributes);
            self.ty(ty);
        }
        self.block(&mut function.body);
    }

    fn members(&mut self, members: &mut Vec<Member>, named: Named) {
        (self.found)(Part::Members(members, named));
        for it in members {
            self.attributes(&mut it.attributes);
            self.name(&mut it.name, named);
            self.ty(&mut it.ty);
        }
    }

    fn attributes(&mut self, attributes: &mut Vec<Attribute>) {
        (self.found)(Part::Attributes(attributes));
        for it in attributes.iter_mut().filter(|it| !it.takes_names()) {
            self.expressions(it.arguments.iter_mut().flatten());
        }
    }

    fn variable(&mut self, variable: &mut Variable, scope: Scope) {
        (self.found)(Part::Variable(variable, scope));
        self.attributes(&mut variable.attributes);
        self.row(&mut variable.template);
        self.row(&mut variable.ty);
        self.row(&mut variable.initializer);
        let named = if scope == Scope::Module { Named::Declaration } else { Named::Local };
        self.name(&mut variable.name, named);
        if let Some(ty) = &mut variable.ty {
            self.ty(ty);
        }
        self.expressions(&mut variable.initializer);
    }

    fn block(&mut self, block: &mut Block) {
        self.attributes(&mut block.attributes);
        (self.found)(Part::Statements(&mut block.statements));
        for it in &mut block.statements {
            self.statement(it);
        }
    }

    fn statement(&mut self, statement: &mut Statement) {
        match statement {
            Statement::Block(block) => self.block(block),
            Statement::If { attributes, branches, otherwise } => {
                self.attributes(attributes);
                self.some(branches);
                self.row(otherwise);
                for (condition, block) in branches {
                    self.expression(condition);
                    self.block(block);
                }
                if let Some(block) = otherwise {
                    self.block(block);
                }
            }
            Statement::Switch { attributes, selector, body_attributes, clauses } => {
                self.attributes(attributes);
                self.attributes(body_attributes);
                self.expression(selector);
                self.clauses(clauses);
            }
            Statement::Loop { .. } | Statement::For { .. } | Statement::While { .. } => {
                self.repetition(statement);
            }
            Statement::Return(value) => {
                self.row(value);
                self.expressions(value);
            }
            Statement::Variable(it) => self.variable(it, Scope::Function),
            Statement::Assign(_, left, right) => {
                self.target(left);
                self.expression(right);
            }
            Statement::ConstAssert(it) | Statement::Phony(it) => self.expression(it),
            Statement::Increment(it) | Statement::Decrement(it) => self.target(it),
            Statement::Call(it) => self.call(it),
            Statement::Break | Statement::Continue | Statement::Discard => {}
        }
    }

    fn clauses(&mut self, clauses: &mut Vec<Clause>) {
        (self.found)(Part::Clauses(clauses));
        for clause in clauses {
            self.some(&mut clause.selectors);
            self.expressions(clause.selectors.iter_mut().flatten());
            self.block(&mut clause.body);
        }
    }

    fn repetition(&mut self, statement: &mut Statement) {
        match statement {
            Statement::Loop { attributes, body, continuing } => {
                self.attributes(attributes);
                self.row(continuing);
                self.block(body);
                if let Some(continuing) = continuing {
                    self.row(&mut continuing.break_if);
                    self.block(&mut continuing.block);
                    self.expressions(&mut continuing.break_if);
                }
            }
            Statement::For { attributes, initializer, condition, update, body } => {
                self.attributes(attributes);
                self.row(initializer);
                self.row(condition);
                self.row(update);
                for it in [initializer, update].into_iter().flatten() {
                    self.statement(it);
                }
                self.expressions(condition);
                self.block(body);
            }
            Statement::While { attributes, condition, body } => {
                self.attributes(attributes);
                self.expression(condition);
                self.block(body);
            }
            _ => {}
        }
    }

    fn ty(&mut self, ty: &mut Name) {
        (self.found)(Part::Type(ty));
        self.expressions(&mut ty.template);
    }

    fn call(&mut self, call: &mut Call) {
        (self.found)(Part::Call(call));
        self.expressions(&mut call.callee.template);
        self.row(&mut call.arguments);
        self.expressions(&mut call.arguments);
    }

    fn expressions<'e>(&mut self, expressions: impl IntoIterator<Item = &'e mut Expression>) {
        for it in expressions {
            self.expression(it);
        }
    }

    fn expression(&mut self, expression: &mut Expression) {
        (self.found)(Part::Expression(expression));
        match expression {
            Expression::Literal(_) => {}
            Expression::Name(it) => self.expressions(&mut it.template),
            Expression::Call(it) => self.call(it),
            Expression::Member(base, _) => self.expression(base),
            Expression::Unary(_, operand) | Expression::Parenthesized(operand) => self.expression(operand),
            Expression::Index(left, right) | Expression::Binary(_, left, right) => {
                self.expression(left);
                self.expression(right);
            }
        }
    }

    fn target(&mut self, target: &mut Expression) {
        (self.found)(Part::Target(target));
        match target {
            Expression::Member(base, _)
            | Expression::Unary(UnaryOperator::Indirection | UnaryOperator::AddressOf, base) => {
                self.target(base);
            }
            Expression::Index(base, index) => {
                self.target(base);
                self.expression(index);
            }
            Expression::Name(it) => self.expressions(&mut it.template),
            // `*bufferView<T>(…) = …`
            Expression::Call(it) => self.call(it),
            // No source has these on a left side.
            Expression::Literal(_)
            | Expression::Unary(..)
            | Expression::Binary(..)
            | Expression::Parenthesized(_) => {}
        }
    }
}

/// Gives names other names, where they are declared and where they are used; members keep theirs.
pub(crate) fn rename(tree: &mut Tree, other: &dyn Fn(&str) -> Option<String>) {
    let put = |name: &mut String| {
        if let Some(other) = other(name) {
            *name = other;
        }
    };
    visit(tree, &mut |part| match part {
        Part::Name(_, Named::Member) => {}
        Part::Name(name, _) => put(name),
        Part::Type(name)
        | Part::Expression(Expression::Name(name))
        | Part::Target(Expression::Name(name)) => {
            put(&mut name.name);
        }
        Part::Call(call) => put(&mut call.callee.name),
        _ => {}
    });
}
