//! Constants that the grammar asks for: sizes of arrays, labels, indices of attributes.

use crate::constant::is_undefined_conversion;
pub(super) use crate::constant::{binary, unary};
pub(super) use crate::meaning::Value;

use super::{Checker, Typed};
use crate::types::TypeId;
use cxx_validator::ast::{Expr, ExprId};
use msl_spec::Rule;

impl Checker<'_> {
    /// The integer that an expression must be at compile time.
    pub(super) fn constant_integer(&mut self, id: ExprId, rule: &'static Rule) -> Option<i128> {
        // A structure notes nothing about its expressions, and a computation needs what is known of them.
        let is_leaf = matches!(self.ast[id], Expr::Literal(_) | Expr::Name(_));
        if self.function.first_expr == usize::MAX && !is_leaf {
            let first = self.first_expr_from(id, self.span(id).lo);
            return self.outside_of_functions(first, |checker| checker.constant_integer(id, rule)).0;
        }
        let typed = self.expression(id);
        if self.types.is_error(typed.ty) {
            return None;
        }
        // C++14 (expr.const) 3
        let typed = self.builtin_operand(id, typed);
        let expected = (rule, "expected an integer constant expression");
        if typed.ty == TypeId::VOID {
            // Whatever the parameters of a template are that the operand depends on, nothing converts it.
            self.templates.wrong_for_any.insert(self.span(id));
            self.error_once(rule, self.span(id), expected.1);
            return None;
        }
        if self.check_defined(id) {
            return None;
        }
        match self.value_of(id, typed) {
            Ok(value) => {
                let integer = value.integer();
                if integer.is_none() {
                    self.error(rule, self.span(id), expected.1);
                }
                integer
            }
            Err(failure) => {
                self.report_no_value(id, failure, expected);
                None
            }
        }
    }

    /// The constant value of an operand after its conversion, which may have none.
    pub(super) fn converted_value(&self, typed: Typed, to: TypeId) -> Option<Value> {
        let scalar = match self.types.get(to) {
            crate::types::Type::Enumeration(..) => self.types.underlying(to),
            _ => self.types.scalar_of(to),
        };
        let value = typed.value.zip(scalar).filter(|(value, to)| !is_undefined_conversion(*value, *to));
        value.map(|(value, to)| value.converted(to))
    }
}
