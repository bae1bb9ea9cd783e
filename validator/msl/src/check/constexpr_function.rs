//! What the bodies of `constexpr` functions can't have. C++14 (dcl.constexpr) 3, 5
//!
//! An instance of a template is just not `constexpr` then, so only other functions are checked.

use super::Checker;
use crate::meaning::Callee;
use crate::types::{Type, TypeId};
use cxx_validator::ast::{BinaryOperator, Expr, ExprId, Function, FunctionId, List, Stmt, StmtId, Variable};
use msl_spec::rules;

impl Checker<'_> {
    /// Returns true if the present function is `constexpr` and not of a template.
    fn is_in_constexpr_function(&self) -> bool {
        let function = self.function.number.map(|number| self.instances[number].function);
        function.is_some_and(|id| self.ast[id].is_constexpr) && !self.function.is_of_template
    }

    /// Reports a variable of a `constexpr` function that begins without a value.
    pub(super) fn check_variable_begins(&mut self, variable: &Variable, ty: TypeId) {
        if variable.initializer.is_some() || variable.is_extern || !self.is_in_constexpr_function() {
            return;
        }
        let mut ty = ty;
        while let Some((element, _)) = self.types.element(ty) {
            ty = element;
        }
        if matches!(self.types.get(ty), Type::Value(_) | Type::Pointer(_) | Type::Enumeration(..)) {
            let name = variable.name.map_or("", |name| self.text(name));
            let message = format!("variable `{name}` of a `constexpr` function must have an initializer");
            self.error_once(rules::GRAMMAR_SPECIFIERS, variable.name_span, &message);
        }
    }

    /// Reports a `constexpr` function that always calls a function that is not `constexpr`: no call of it would be a constant.
    pub(super) fn check_may_be_constant(&mut self, function: &Function) {
        let Some(body) = function.body.filter(|_| self.is_in_constexpr_function()) else { return };
        let Stmt::Block(list) = self.ast[body] else { return };
        if let Some((call, callee)) = self.first_runtime_call(list) {
            let declared = self.ast[callee].name_span;
            let (name, own) = (self.text(self.ast[callee].name), self.text(function.name));
            let message = format!("`{own}` is never a constant: `{name}` is not `constexpr`");
            let found =
                crate::diagnostic::Diagnostic::error(rules::GRAMMAR_SPECIFIERS, self.span(call), message);
            self.report_once(found.label(declared, "declared here"));
        }
    }

    /// The first call of a function that is not `constexpr` among statements, up to the first one that may be left out.
    fn first_runtime_call(&mut self, list: List<StmtId>) -> Option<(ExprId, FunctionId)> {
        for statement in self.ast[list].to_vec() {
            let values: Vec<ExprId> = match self.ast[statement] {
                Stmt::Empty | Stmt::Declaration(_) => Vec::new(),
                Stmt::Variables(variables) => {
                    self.ast[variables].iter().filter_map(|id| self.ast[*id].initializer).collect()
                }
                Stmt::Expression(value) => vec![value],
                Stmt::Return(value) => return self.runtime_call_in(value?),
                Stmt::Error
                | Stmt::Block(_)
                | Stmt::If(..)
                | Stmt::While(..)
                | Stmt::DoWhile(..)
                | Stmt::For { .. }
                | Stmt::ForRange { .. }
                | Stmt::Switch(..)
                | Stmt::Break
                | Stmt::Continue => return None,
            };
            if let Some(found) = values.into_iter().find_map(|value| self.runtime_call_in(value)) {
                return Some(found);
            }
        }
        None
    }

    /// The first call of such a function among the parts of an expression that are always evaluated.
    fn runtime_call_in(&mut self, value: ExprId) -> Option<(ExprId, FunctionId)> {
        let mut rest = vec![value];
        while let Some(id) = rest.pop() {
            if let Expr::Call(..) = self.ast[id]
                && let Some(callee) = self.callee_of(id).cloned()
            {
                let function = match callee {
                    Callee::Function(instance) => Some(self.instances[instance].function),
                    Callee::Declared(function) => Some(function),
                    _ => None,
                };
                if let Some(function) = function.filter(|it| !self.ast[*it].is_constexpr) {
                    return Some((id, function));
                }
            }
            match self.ast[id] {
                Expr::Conditional(condition, ..) => rest.push(condition),
                Expr::Binary(BinaryOperator::And | BinaryOperator::Or, left, _) => rest.push(left),
                _ => rest.extend(self.parts(id).into_iter().rev()),
            }
        }
        None
    }
}
