//! The parts of a tree that can be left out or replaced, one after the other.

use crate::tree::{
    Attribute, Block, Call, Clause, Declaration, Directive, Expression, Function, Member, Name, Statement,
    Tree, Variable,
};
use core::ops::Range;

/// Parts of the same kind, in a row.
pub(super) trait Parts {
    fn count(&self) -> usize;
    fn remove(&mut self, range: Range<usize>);
}

impl<T> Parts for Vec<T> {
    fn count(&self) -> usize {
        self.len()
    }

    fn remove(&mut self, range: Range<usize>) {
        self.drain(range);
    }
}

impl<T> Parts for Option<T> {
    fn count(&self) -> usize {
        usize::from(self.is_some())
    }

    fn remove(&mut self, _: Range<usize>) {
        *self = None;
    }
}

/// A place of a tree.
pub(super) enum Part<'t> {
    /// Parts that can be left out, and how many have to stay.
    Row(&'t mut dyn Parts, usize),
    /// The statements of a block.
    Statements(&'t mut Vec<Statement>),
    Expression(&'t mut Expression),
    /// A call, as a statement or as an expression.
    Call(&'t mut Call),
}

/// Visits all parts of a tree, outer ones first.
pub(super) fn visit(tree: &mut Tree, found: &mut dyn FnMut(Part<'_>)) {
    Visit { found }.tree(tree);
}

/// Visits all parts of some statements.
pub(super) fn visit_statements(statements: &mut [Statement], found: &mut dyn FnMut(Part<'_>)) {
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
            Declaration::Variable(it) => self.variable(it),
            Declaration::Alias { ty, .. } => self.name(ty),
            Declaration::Structure { members, .. } => self.members(members, 1),
            Declaration::Function(it) => self.function(it),
            Declaration::ConstAssert(it) => self.expression(it),
        }
    }

    fn function(&mut self, function: &mut Function) {
        self.attributes(&mut function.attributes);
        self.members(&mut function.parameters, 0);
        self.row(&mut function.result);
        if let Some(ty) = &mut function.result {
            self.attributes(&mut function.result_attributes);
            self.name(ty);
        }
        self.block(&mut function.body);
    }

    fn members(&mut self, members: &mut Vec<Member>, least: usize) {
        (self.found)(Part::Row(members, least));
        for it in members {
            self.attributes(&mut it.attributes);
            self.name(&mut it.ty);
        }
    }

    fn attributes(&mut self, attributes: &mut Vec<Attribute>) {
        self.row(attributes);
        for it in attributes {
            self.expressions(it.arguments.iter_mut().flatten());
        }
    }

    fn variable(&mut self, variable: &mut Variable) {
        self.attributes(&mut variable.attributes);
        self.row(&mut variable.template);
        self.row(&mut variable.ty);
        self.row(&mut variable.initializer);
        if let Some(ty) = &mut variable.ty {
            self.name(ty);
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
            Statement::Variable(it) => self.variable(it),
            Statement::Assign(_, left, right) => {
                self.expression(left);
                self.expression(right);
            }
            Statement::ConstAssert(it)
            | Statement::Phony(it)
            | Statement::Increment(it)
            | Statement::Decrement(it) => self.expression(it),
            Statement::Call(it) => self.call(it),
            Statement::Break | Statement::Continue | Statement::Discard => {}
        }
    }

    fn clauses(&mut self, clauses: &mut Vec<Clause>) {
        self.some(clauses);
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

    fn name(&mut self, name: &mut Name) {
        self.expressions(&mut name.template);
    }

    fn call(&mut self, call: &mut Call) {
        (self.found)(Part::Call(call));
        self.name(&mut call.callee);
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
            Expression::Name(it) => self.name(it),
            Expression::Call(it) => self.call(it),
            Expression::Member(base, _) => self.expression(base),
            Expression::Unary(_, operand) => self.expression(operand),
            Expression::Index(left, right) | Expression::Binary(_, left, right) => {
                self.expression(left);
                self.expression(right);
            }
        }
    }
}
