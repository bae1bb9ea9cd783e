//! `for` over the elements of an object that is not an array. C++14 (stmt.ranged)
//!
//! `for (T x : r) body` is `{ auto&& range = r; auto begin = range.begin(), end = range.end(); for (; begin != end; ++begin) { T x = *begin; body } }`.
//! Whether that is meant depends on the type of the range, so its declarations and expressions are made for each such loop, with names that no
//! program can spell.

use super::{Outcome, Parser};
use crate::ast::{
    BinaryOperator, Expr, ExprId, Iteration, List, QualifiedName, TypeSyntax, UnaryOperator, Variable,
    VariableId,
};
use crate::names::Symbol;
use shader_source::Span;

impl Parser {
    /// Notes the iteration over a range for the variable of a loop.
    pub(super) fn iteration(&mut self, variable: VariableId, range: ExprId) -> Outcome<()> {
        let span = self.ast.expr_span(range);
        let [own, begin, end] = ["range...", "begin...", "end..."].map(|name| self.names.intern(name));
        let auto = self.ty(TypeSyntax::Auto, span)?;
        let any = self.ty(TypeSyntax::Reference(auto, true), span)?;
        let model = Variable { attributes: List::EMPTY, alignment: None, ..self.ast[variable] };
        let hidden = |name, ty, initializer| Variable {
            ty,
            name: Some(name),
            name_span: span,
            initializer: Some(initializer),
            ..model
        };
        let range = self.hidden_variable(hidden(own, any, range));
        let edge = |parser: &mut Self, name: Symbol, function: &str| -> Outcome<[VariableId; 2]> {
            let member = parser.call_of_range(own, function, span)?;
            let free = parser.call_with_range(own, function, span)?;
            Ok([member, free].map(|call| parser.hidden_variable(hidden(name, auto, call))))
        };
        let (begins, ends) = (edge(self, begin, "begin")?, edge(self, end, "end")?);
        let (left, right) = (self.hidden_name(begin, span), self.hidden_name(end, span));
        let condition = self.expr(Expr::Binary(BinaryOperator::NotEqual, left, right), span)?;
        let place = self.hidden_name(begin, span);
        let update = self.expr(Expr::Unary(UnaryOperator::Increment, place), span)?;
        let place = self.hidden_name(begin, span);
        let value = self.expr(Expr::Unary(UnaryOperator::Dereference, place), span)?;
        let element = Variable { initializer: Some(value), is_copied: true, ..self.ast[variable] };
        let element = self.hidden_variable(element);
        let iteration = Iteration { range, begin: begins, end: ends, condition, update, element };
        self.ast.iterations.insert(variable, iteration);
        Ok(())
    }

    fn hidden_variable(&mut self, variable: Variable) -> VariableId {
        self.ast.variables.push(variable);
        VariableId::from_index(self.ast.variables.len() - 1)
    }

    fn hidden_name(&mut self, name: Symbol, span: Span) -> ExprId {
        let name = QualifiedName { path: List::EMPTY, name, name_span: span, arguments: None };
        let name = self.name(name);
        self.leaf(Expr::Name(name), span)
    }

    /// `range.begin()`
    fn call_of_range(&mut self, range: Symbol, function: &str, span: Span) -> Outcome<ExprId> {
        let object = self.hidden_name(range, span);
        let function = self.names.intern(function);
        let callee = self.expr(Expr::Member(object, function), span)?;
        self.expr(Expr::Call(callee, List::EMPTY), span)
    }

    /// `begin(range)`
    fn call_with_range(&mut self, range: Symbol, function: &str, span: Span) -> Outcome<ExprId> {
        let object = self.hidden_name(range, span);
        let function = self.names.intern(function);
        let callee = self.hidden_name(function, span);
        let arguments = List::append(&mut self.ast.expr_lists, &[object]);
        self.expr(Expr::Call(callee, arguments), span)
    }
}
