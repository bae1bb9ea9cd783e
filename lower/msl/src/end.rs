//! The ends of functions with a result, which no execution may reach. C++14 (stmt.return) 2

use super::lowering::Lowering;
use msl_validator::meaning::Module;
use msl_validator::typed::Stmt;
use msl_validator::types::TypeId;
use shader_ir::Type;
use shader_source::Span;

/// The message about an execution that reaches the end of a function with a result.
pub const WITHOUT_RETURN: &str = "the function ends here without `return`, so its result has no value";

/// Returns true for the place where execution reports that a function ends: its closing brace. Operations whose operands are not defined, which have
/// the same kind of fault, are longer or elsewhere.
#[must_use]
pub fn is_end_of_function(module: &Module, place: Span) -> bool {
    let mut bodies = module.ast.functions.iter().filter_map(|function| function.body);
    bodies.any(|body| module.ast.stmt_span(body).hi == place.hi && place.hi == place.lo + 1)
}

/// The last character of a block.
pub(super) fn end_of(block: Span) -> Span {
    Span::new(block.hi.saturating_sub(1).max(block.lo), block.hi)
}

impl Lowering<'_> {
    /// The end of a function, which only one without a result may reach: strict execution reports it at the closing brace, whether or not the result
    /// is used. C++14 (stmt.return) 2
    pub(super) fn end_without_return(&mut self) {
        let unit = &self.frame.unit;
        let last = unit.tree[unit.body].last().map(|last| unit.tree[*last]);
        let (has_result, end) = (unit.result.is_some_and(|result| result != TypeId::VOID), unit.end);
        if !self.request.is_strict
            || !has_result
            || matches!(last, Some(Stmt::Return(_) | Stmt::ReturnPlace(_)))
        {
            return;
        }
        self.code.span = end;
        let never = self.code.constant(Type::Bool, 0);
        self.demand(never);
    }
}
