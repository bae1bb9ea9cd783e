//! Statements that only print. A program of a host prints its results, and executing it gives them in a better form.

use super::Builder;
use crate::meaning::Callee;
use crate::types::TypeId;
use cxx_validator::ast::{self, BinaryOperator};

/// The streams of <iostream>.
const STREAMS: [&str; 6] = ["cout", "wcout", "cerr", "wcerr", "clog", "wclog"];
/// The functions of <cstdio> and <cstdlib> that print or wait for a key.
const FUNCTIONS: [&str; 7] = ["printf", "wprintf", "puts", "putchar", "fflush", "getchar", "system"];

impl Builder<'_> {
    /// Returns true for `std::cout << …` and `printf(…)`, unless the program defines what they name. The tree has no such statement: its operands
    /// may be texts, which have no type here.
    pub(super) fn only_prints(&self, statement: ast::ExprId) -> bool {
        let mut rest = statement;
        while let ast::Expr::Binary(BinaryOperator::ShiftLeft, left, _) = self.ast()[rest] {
            rest = left;
        }
        match self.ast()[rest] {
            ast::Expr::Name(name) if rest != statement => {
                STREAMS.contains(&self.name_text(name)) && self.meaning(rest).ty == TypeId::ERROR
            }
            ast::Expr::Call(callee, _) if rest == statement => {
                let ast::Expr::Name(name) = self.ast()[callee] else { return false };
                let is_defined = matches!(self.body.callee(statement), Some(Callee::Function(_)));
                FUNCTIONS.contains(&self.name_text(name)) && !is_defined
            }
            _ => false,
        }
    }

    fn name_text(&self, name: ast::NameId) -> &str {
        self.module.names.text(self.ast()[name].name)
    }
}
