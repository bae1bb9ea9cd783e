//! The values of function constants. Section 5.8

use cxx_validator::ast::VariableId;
use msl_spec::Scalar;
use msl_validator::meaning::Module;
use msl_validator::types::TypeId;

/// A function constant of a program.
pub(crate) struct Constant<'a> {
    pub(crate) index: u32,
    pub(crate) name: &'a str,
    ty: TypeId,
    pub(crate) variable: VariableId,
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

/// The function constants in the order of their indices.
pub(crate) fn all(module: &Module) -> Vec<Constant<'_>> {
    let constant = |(variable, global): (&VariableId, &msl_validator::meaning::GlobalVariable)| {
        let name = module.ast[*variable].name.map_or("", |symbol| module.names.text(symbol));
        let index = global.function_constant?;
        Some(Constant { index, name, ty: global.object.ty, variable: *variable })
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
        format!("--constant {name}: unknown function constant `{name}`: the program has {has}")
    })
}

/// Refuses a value that the type of a constant does not have.
fn fits(module: &Module, constant: &Constant<'_>, value: f64) -> Result<(), String> {
    let whole = |least: f64, most: f64| value.fract() == 0.0 && (least..=most).contains(&value);
    let signed = |bits: i32| whole(-f64::exp2((bits - 1).into()), f64::exp2((bits - 1).into()) - 1.0);
    let unsigned = |bits: i32| whole(0.0, f64::exp2(bits.into()) - 1.0);
    let is_value = match module.types.scalar_of(constant.ty) {
        None | Some(Scalar::Half | Scalar::Bfloat | Scalar::Float | Scalar::Double) => true,
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
