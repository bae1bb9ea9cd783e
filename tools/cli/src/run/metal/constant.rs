//! The values of the function constants that functions need. Section 5.8

use super::function::Function;
use crate::metal::constant::{Constant, all, given};
use cxx_validator::ast::{Expr, ExprId, VariableId};
use cxx_validator::names::Symbol;
use msl_validator::meaning::{Body, Module};
use shader_source::steps;
use std::collections::{BTreeMap, BTreeSet};

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

    /// Adds the initializers of variables that are used, each once: a chain of constants that use one another is as long as the program.
    fn add_globals(&mut self, module: &Module) {
        let mut by_name: BTreeMap<Symbol, Vec<VariableId>> = BTreeMap::new();
        for variable in module.globals.keys() {
            if let Some(name) = module.ast[*variable].name {
                by_name.entry(name).or_default().push(*variable);
            }
        }
        let of_names = self.names.iter().filter_map(|name| by_name.get(name)).flatten();
        let mut left: Vec<VariableId> = self.conditions.iter().chain(of_names).copied().collect();
        let mut reached: BTreeSet<VariableId> = left.iter().copied().collect();
        while let Some(variable) = left.pop() {
            let initializer = module.globals.get(&variable).and_then(|global| global.initializer.as_ref());
            let Some(body) = initializer else { continue };
            let names = self.add(module, body);
            let used = names.iter().filter_map(|name| by_name.get(name)).flatten();
            left.extend(used.filter(|variable| reached.insert(**variable)));
        }
    }

    /// Adds the names that a body uses, and returns them.
    fn add(&mut self, module: &Module, body: &Body) -> Vec<Symbol> {
        let mut used = Vec::new();
        steps::take(body.exprs.len());
        let name = |id: ExprId| {
            let Expr::Name(name) = module.ast[id] else { return None };
            Some(module.ast[name].name)
        };
        for index in body.first_expr..body.first_expr + body.exprs.len() {
            let id = ExprId::from_index(index);
            used.extend(name(id));
            if let Expr::Call(callee, arguments) = module.ast[id]
                && name(callee).is_some_and(|it| module.names.text(it) == "is_function_constant_defined")
            {
                self.asked.extend(module.ast[arguments].iter().filter_map(|argument| name(*argument)));
            }
        }
        self.names.extend(used.iter().copied());
        used
    }

    /// Returns true if a constant must have a value.
    fn needs(&self, module: &Module, constant: &Constant<'_>) -> bool {
        let symbol = module.ast[constant.variable].name;
        let is_named = symbol.is_some_and(|name| self.names.contains(&name) && !self.asked.contains(&name));
        is_named || self.conditions.contains(&constant.variable)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use msl_validator::interface::EntryPointKind;

    /// The steps for a kernel that uses the last of a chain of constants.
    fn steps_of(constants: usize) -> u64 {
        let chain = (1..constants).map(|at| format!("constant int a{at} = a{} + 1;\n", at - 1));
        let chain: String = chain.collect();
        let kernel = format!("kernel void k(device int* o [[buffer(0)]]) {{ o[0] = a{}; }}", constants - 1);
        let text = format!("constant int a0 [[function_constant(7)]];\n{chain}{kernel}");
        let module = msl_validator::module(&text, &msl_validator::Options::default());
        let function = Function::find(&module, EntryPointKind::Kernel, None).expect("a kernel");
        steps::of(|| {
            let message = values(&module, &[function], &[]).expect_err("a0 has no value");
            assert!(message.starts_with("missing value of function constant `a0`"), "{message}");
        })
    }

    #[test]
    fn a_chain_of_constants_takes_linear_work() {
        assert!(steps_of(400) < 3 * steps_of(200));
    }
}
