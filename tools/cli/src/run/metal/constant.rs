//! The values of the function constants that functions need. Section 5.8

use super::function::Function;
use crate::metal::constant::{Constant, all, given};
use cxx_validator::ast::{Expr, ExprId, VariableId};
use cxx_validator::names::Symbol;
use msl_validator::meaning::{Body, Module};
use std::collections::BTreeSet;

/// The values by index, of those that the command line gives by index or name.
///
/// # Errors
/// A constant that is not there, a value that its type does not have, or one that a function needs and that has no value.
pub(super) fn values(
    module: &Module,
    functions: &[Function<'_>],
    names: &[(String, f64)],
) -> Result<Vec<(u32, f64)>, String> {
    let values = given(module, names)?;
    let all = all(module);
    for function in functions {
        let used = Used::by(function);
        let is_missing = |it: &&Constant<'_>| {
            !values.iter().any(|(index, _)| *index == it.index) && used.needs(module, it)
        };
        if let Some(Constant { name, index, .. }) = all.iter().find(is_missing) {
            let function = function.name();
            return Err(format!(
                "missing value of function constant `{name}`, which `{function}` requires: pass --constant {name}=NUMBER or {index}=NUMBER"
            ));
        }
    }
    Ok(values)
}

/// Whether a function constant is a value other than zero.
pub(super) fn is_true(module: &Module, variable: VariableId, values: &[(u32, f64)]) -> Option<bool> {
    let index = module.globals.get(&variable)?.function_constant?;
    values.iter().find(|(own, _)| *own == index).map(|(_, value)| *value != 0.0)
}

/// The names that a function uses, with all that it calls and with the variables of the program that it reaches.
struct Used {
    names: BTreeSet<Symbol>,
    /// The names that `is_function_constant_defined` asks for: they need no value. Section 5.8.1
    asked: BTreeSet<Symbol>,
    /// The conditions of arguments.
    conditions: BTreeSet<VariableId>,
}

impl Used {
    fn by(function: &Function<'_>) -> Self {
        let Function { module, entry } = *function;
        let conditions = entry.resources.iter().filter_map(|resource| resource.condition);
        let inputs = entry.inputs.iter().filter_map(|input| input.condition);
        let mut used = Self {
            names: BTreeSet::new(),
            asked: BTreeSet::new(),
            conditions: conditions.chain(inputs).collect(),
        };
        let mut reached = BTreeSet::from([entry.instance]);
        let mut left = vec![entry.instance];
        while let Some(instance) = left.pop() {
            used.add(module, &module.instances[instance].body);
            let calls = module.instances[instance].calls.iter().map(|(callee, _)| *callee);
            left.extend(calls.filter(|callee| reached.insert(*callee)));
        }
        used.add_globals(module);
        used
    }

    /// The initializers of variables that are used.
    fn add_globals(&mut self, module: &Module) {
        let mut known = 0;
        while known < self.names.len() {
            known = self.names.len();
            for (variable, global) in &module.globals {
                let is_used = module.ast[*variable].name.is_some_and(|name| self.names.contains(&name))
                    || self.conditions.contains(variable);
                if let (true, Some(body)) = (is_used, &global.initializer) {
                    self.add(module, body);
                }
            }
        }
    }

    fn add(&mut self, module: &Module, body: &Body) {
        let name = |id: ExprId| {
            let Expr::Name(name) = module.ast[id] else { return None };
            Some(module.ast[name].name)
        };
        for index in body.first_expr..body.first_expr + body.exprs.len() {
            let id = ExprId::from_index(index);
            self.names.extend(name(id));
            if let Expr::Call(callee, arguments) = module.ast[id]
                && name(callee).is_some_and(|it| module.names.text(it) == "is_function_constant_defined")
            {
                self.asked.extend(module.ast[arguments].iter().filter_map(|argument| name(*argument)));
            }
        }
    }

    /// Whether a constant must have a value.
    fn needs(&self, module: &Module, constant: &Constant<'_>) -> bool {
        let symbol = module.ast[constant.variable].name;
        let is_named = symbol.is_some_and(|name| self.names.contains(&name) && !self.asked.contains(&name));
        is_named || self.conditions.contains(&constant.variable)
    }
}
