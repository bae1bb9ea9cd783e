//! The values of function constants. Section 5.8

use msl_spec::Scalar;
use msl_validator::ast::{Expr, ExprId, VariableId};
use msl_validator::interface::EntryPoint;
use msl_validator::meaning::{Body, Module};
use msl_validator::names::Symbol;
use msl_validator::types::TypeId;
use std::collections::BTreeSet;

/// A function constant of a program.
struct Constant<'a> {
    index: u32,
    name: &'a str,
    symbol: Option<Symbol>,
    ty: TypeId,
    variable: VariableId,
}

/// The values by index, of those that the command line gives by index or name.
///
/// # Errors
/// A constant that is not there, or a value that its type does not have.
pub(crate) fn given(module: &Module, given: &[(String, f64)]) -> Result<Vec<(u32, f64)>, String> {
    let all = all(module);
    let mut values: Vec<(u32, f64)> = Vec::new();
    for (name, value) in given {
        let constant = named(&all, name)?;
        fits(module, constant, *value)?;
        values.retain(|(index, _)| *index != constant.index);
        values.push((constant.index, *value));
    }
    Ok(values)
}

/// The values by index, of those that the command line gives by index or name.
///
/// # Errors
/// A constant that is not there, a value that its type does not have, or one that the kernel needs and that has no value.
#[cfg(feature = "run")]
pub(crate) fn values(
    module: &Module,
    entry: &EntryPoint,
    names: &[(String, f64)],
) -> Result<Vec<(u32, f64)>, String> {
    let values = given(module, names)?;
    let used = Used::by(module, entry);
    let is_missing =
        |it: &&Constant<'_>| !values.iter().any(|(index, _)| *index == it.index) && used.needs(it);
    match all(module).iter().find(is_missing) {
        Some(Constant { name, index, .. }) => Err(format!(
            "the kernel needs a value of the function constant `{name}`: --constant {name}=NUMBER, or {index}=NUMBER"
        )),
        None => Ok(values),
    }
}

/// Whether a function constant is a value other than zero.
#[cfg(feature = "run")]
pub(crate) fn is_true(module: &Module, variable: VariableId, values: &[(u32, f64)]) -> Option<bool> {
    let index = module.globals.get(&variable)?.function_constant?;
    values.iter().find(|(own, _)| *own == index).map(|(_, value)| *value != 0.0)
}

/// The function constants in the order of their indices.
fn all(module: &Module) -> Vec<Constant<'_>> {
    let constant = |(variable, global): (&VariableId, &msl_validator::meaning::GlobalVariable)| {
        let symbol = module.ast[*variable].name;
        let name = symbol.map_or("", |symbol| module.names.text(symbol));
        let index = global.function_constant?;
        Some(Constant { index, name, symbol, ty: global.object.ty, variable: *variable })
    };
    let mut all: Vec<_> = module.globals.iter().filter_map(constant).collect();
    all.sort_by_key(|constant| (constant.index, constant.variable));
    all
}

fn named<'a, 'b>(all: &'b [Constant<'a>], name: &str) -> Result<&'b Constant<'a>, String> {
    let is_meant = |it: &&Constant<'_>| it.name == name || name.parse() == Ok(it.index);
    all.iter().find(is_meant).ok_or_else(|| {
        let names: Vec<String> = all.iter().map(|it| format!("`{}` ({})", it.name, it.index)).collect();
        let has = if names.is_empty() { "none".to_owned() } else { names.join(", ") };
        format!("--constant {name}: there is no function constant `{name}`; the program has {has}")
    })
}

/// Refuses a value that the type of a constant does not have.
fn fits(module: &Module, constant: &Constant<'_>, value: f64) -> Result<(), String> {
    let whole = |least: f64, most: f64| value.fract() == 0.0 && (least..=most).contains(&value);
    let signed = |bits: i32| whole(-f64::exp2((bits - 1).into()), f64::exp2((bits - 1).into()) - 1.0);
    let unsigned = |bits: i32| whole(0.0, f64::exp2(bits.into()) - 1.0);
    let is_value = match module.types.scalar_of(constant.ty) {
        None | Some(Scalar::Half | Scalar::Float) => true,
        Some(Scalar::Bool) => whole(0.0, 1.0),
        Some(Scalar::Char) => signed(8),
        Some(Scalar::Short) => signed(16),
        Some(Scalar::Int) => signed(32),
        Some(Scalar::Long) => signed(64),
        Some(Scalar::Uchar) => unsigned(8),
        Some(Scalar::Ushort) => unsigned(16),
        Some(Scalar::Uint) => unsigned(32),
        Some(Scalar::Ulong) => unsigned(64),
    };
    if is_value {
        return Ok(());
    }
    let ty = module.types.print(constant.ty);
    Err(format!("--constant {}: {value} is not a value of type `{ty}`", constant.name))
}

/// The names that a kernel uses, with all that it calls and with the variables of the program that it reaches.
#[cfg(feature = "run")]
struct Used {
    names: BTreeSet<Symbol>,
    /// The names that `is_function_constant_defined` asks for: they need no value. Section 5.8.1
    asked: BTreeSet<Symbol>,
    /// The conditions of arguments.
    conditions: BTreeSet<VariableId>,
}

#[cfg(feature = "run")]
impl Used {
    fn by(module: &Module, entry: &EntryPoint) -> Self {
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
    fn needs(&self, constant: &Constant<'_>) -> bool {
        let is_named =
            constant.symbol.is_some_and(|name| self.names.contains(&name) && !self.asked.contains(&name));
        is_named || self.conditions.contains(&constant.variable)
    }
}
