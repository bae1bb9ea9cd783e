//! Statements that only print. A program of a host prints its results, and executing it gives them in a better form.

use super::Builder;
use crate::meaning::Callee;
use crate::types::TypeId;
use cxx_validator::ast::{self, BinaryOperator, UnaryOperator};
use shader_source::steps;

/// The streams of <iostream>.
const STREAMS: [&str; 6] = ["cout", "wcout", "cerr", "wcerr", "clog", "wclog"];
/// The functions of <cstdio> and <cstdlib> that print or wait for a key.
const FUNCTIONS: [&str; 7] = ["printf", "wprintf", "puts", "putchar", "fflush", "getchar", "system"];

impl Builder<'_> {
    /// Returns true for `std::cout << …` and `printf(…)`, unless the program defines what they name, or an operand has an effect. The tree has no
    /// such statement: its operands may be texts, which have no type here.
    pub(super) fn only_prints(&self, statement: ast::ExprId) -> bool {
        let mut rest = statement;
        while let ast::Expr::Binary(BinaryOperator::ShiftLeft, left, right) = self.ast()[rest] {
            if self.has_effect(right) {
                return false;
            }
            rest = left;
        }
        match self.ast()[rest] {
            ast::Expr::Name(name) if rest != statement => {
                STREAMS.contains(&self.name_text(name)) && self.meaning(rest).ty == TypeId::ERROR
            }
            ast::Expr::Call(callee, arguments) if rest == statement => {
                let ast::Expr::Name(name) = self.ast()[callee] else { return false };
                let is_defined = matches!(self.body.callee(statement), Some(Callee::Function(_)));
                let has_effect = self.ast()[arguments].iter().any(|argument| self.has_effect(*argument));
                FUNCTIONS.contains(&self.name_text(name)) && !is_defined && !has_effect
            }
            _ => false,
        }
    }

    /// Returns true for an operand that may change something: an assignment, a part that can't be read, or a call of a function of the program. A
    /// constant object doesn't change by calls of its member functions, and what is only declared is not part of the program.
    fn has_effect(&self, operand: ast::ExprId) -> bool {
        let mut open = vec![operand];
        while let Some(id) = open.pop() {
            steps::take(1);
            let is_call = matches!(self.body.callee(id), Some(Callee::Function(number))
                if self.module.instances[*number].this.is_none_or(|this| !this.is_const));
            match self.ast()[id] {
                ast::Expr::Assign(..)
                | ast::Expr::Postfix(..)
                | ast::Expr::Unary(UnaryOperator::Increment | UnaryOperator::Decrement, _)
                | ast::Expr::Error => return true,
                ast::Expr::Call(..) | ast::Expr::Construct(..) if is_call => return true,
                ast::Expr::Call(callee, arguments) => {
                    open.push(callee);
                    open.extend(&self.ast()[arguments]);
                }
                ast::Expr::Construct(_, arguments) => open.extend(&self.ast()[arguments]),
                ast::Expr::Braces(items) => open.extend(self.ast()[items].iter().map(|item| item.value)),
                ast::Expr::Binary(_, left, right) | ast::Expr::Index(left, right) => {
                    open.extend([left, right]);
                }
                ast::Expr::Paren(inner)
                | ast::Expr::Member(inner, _)
                | ast::Expr::Arrow(inner, _)
                | ast::Expr::Unary(_, inner)
                | ast::Expr::Cast(_, _, inner)
                | ast::Expr::ConstructBraces(_, inner) => open.push(inner),
                ast::Expr::Conditional(condition, accept, reject) => open.extend([condition, accept, reject]),
                // A lambda expression changes nothing before a call of it.
                ast::Expr::Literal(_)
                | ast::Expr::Name(_)
                | ast::Expr::SizeOfType(_)
                | ast::Expr::SizeOf(_)
                | ast::Expr::AlignOf(_)
                | ast::Expr::This
                | ast::Expr::Lambda(_) => {}
            }
        }
        false
    }

    fn name_text(&self, name: ast::NameId) -> &str {
        self.module.names.text(self.ast()[name].name)
    }
}
