//! The requirements on the bodies of `constexpr` functions. C++14 (dcl.constexpr) 3
//!
//! An instance of a template is just not `constexpr` then, so only other functions are checked. A function that always calls a function which is not
//! `constexpr` needs no diagnostic (dcl.constexpr 5), and Apple's compiler accepts it.

use super::Checker;
use crate::types::{Type, TypeId};
use cxx_validator::ast::Variable;
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
}
