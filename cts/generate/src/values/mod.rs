//! Programs that run: every function and operator on values, every row of its table, with interesting values. The expected
//! results are not written anywhere: they are those that the specification allows, as the reference executor tracks them.

mod numbers;
mod program;
mod rows;
mod shown;
mod signature;
#[cfg(test)]
mod tests;
mod value_type;

use super::family::Family;
use super::operators;
use program::Source;
use rayon::prelude::*;
use rows::Row;
use signature::{Signature, signatures};
use std::ops::RangeInclusive;
use wgsl_spec::{Function, FunctionId, Rule};
use wgsl_validator::{Options, Validator};

/// The greatest number of rows that are written as const-expressions, with two parameters or more.
const CONST_ROWS: usize = 32;
/// The distance of these rows. A prime, so that they differ in the values of both parameters.
const CONST_STRIDE: usize = 37;
/// The greatest number of parameters for calls with const-expressions for all but one: value constructors of large matrices have more.
const BESIDE: RangeInclusive<usize> = 2..=4;
/// The number of pipelines for a program with overrides.
const OVERRIDE_ROWS: usize = 6;

/// The cases of all builtin functions and value constructors.
pub(super) fn calls() -> Vec<Family> {
    let ids: Vec<FunctionId> = FunctionId::ALL.to_vec();
    // Others compute on more than values, such as memory, textures and other invocations.
    let functions = ids.par_iter().map(|id| id.get()).filter(|it| it.symbol.is_some() && it.is_const);
    functions.map(call).filter(|family| !family.instances.is_empty()).collect()
}

fn call(function: &'static Function) -> Family {
    let name = function.name;
    let about = format!("What calls of `{name}` give, for values of all types that it takes.");
    let rules = vec![function.rule];
    filled(Family::new("values/calls", name, about, function.section, rules), function)
}

/// The cases of all operators.
pub(super) fn operators() -> Vec<Family> {
    let ids: Vec<FunctionId> = FunctionId::ALL.to_vec();
    let functions = ids.par_iter().map(|id| id.get()).filter(|it| it.symbol.is_none());
    functions.map(operator).filter(|family| !family.instances.is_empty()).collect()
}

fn operator(function: &'static Function) -> Family {
    let name = operators::name(function);
    let about = format!("What the operator `{name}` gives, for values of all types that it takes.");
    let rules = operators::row_rules(function);
    filled(Family::new("values/operators", &name, about, function.section, rules), function)
}

/// Adds the programs of all rows of the table of a function.
fn filled(mut family: Family, function: &'static Function) -> Family {
    let mut validator = Validator::new(Options::default());
    for signature in signatures(function) {
        let rows = rows::rows(&signature.parameters);
        add(&mut family, &signature, Source::Storage, &rows);
        add(&mut family, &signature, Source::Uniform, &rows);
        add_beside(&mut family, &signature, &rows, &mut validator);
        let constant = candidates(&signature, rows);
        let constant = program::without_errors(&signature, Source::Constant, constant, &mut validator);
        if constant.is_empty() {
            continue;
        }
        add(&mut family, &signature, Source::Constant, &constant);
        if signature.takes_scalars() {
            let step = constant.len().div_ceil(OVERRIDE_ROWS);
            for (number, row) in constant.chunks(step).map(|rows| &rows[..1]).enumerate() {
                add(&mut family, &signature, Source::Override(number + 1), row);
            }
        }
    }
    family
}

/// Adds programs in which all arguments but one are const-expressions: compilers look for special cases there.
fn add_beside(family: &mut Family, signature: &Signature, rows: &[Row], validator: &mut Validator) {
    if !BESIDE.contains(&signature.parameters.len()) {
        return;
    }
    let Some((first, last)) = rows.first().zip(signature.parameters.len().checked_sub(1)) else { return };
    // One row for each value of the second parameter, and of the first.
    let of_second = rows.iter().filter(|row| row[0] == first[0]);
    let of_first = rows.iter().filter(|row| row[1] == first[1]);
    let choices: [(usize, Vec<Row>); 2] =
        [(0, of_second.cloned().collect()), (last, of_first.cloned().collect())];
    for (index, rows) in choices {
        let source = Source::Beside(index);
        let rows = program::without_errors(signature, source, rows, validator);
        if !rows.is_empty() {
            add(family, signature, source, &rows);
        }
    }
}

/// The rows that may be written as const-expressions: all values of the only parameter, or a sample of the rows.
///
/// An overflow in a const-expression is an error. Whether `65504h + 1h` overflows depends on the rounding mode, and for the
/// quotient inside `%` the specification does not define it. So sums and quotients of the greatest and the least numbers are
/// avoided.
fn candidates(signature: &Signature, rows: Vec<Row>) -> Vec<Row> {
    if let [_] = signature.parameters[..] {
        return rows;
    }
    let is_moderate = |row: &Row| {
        let all = signature.parameters.iter().zip(row);
        all.into_iter().all(|(ty, bits)| bits.iter().all(|bits| numbers::is_moderate(ty.scalar, *bits)))
    };
    let rows: Vec<Row> = rows.into_iter().filter(is_moderate).collect();
    let stride = if rows.len().is_multiple_of(CONST_STRIDE) { 1 } else { CONST_STRIDE };
    let places = (0..rows.len().min(CONST_ROWS)).map(|number| number * stride % rows.len());
    places.map(|place| rows[place].clone()).collect()
}

fn add(family: &mut Family, signature: &Signature, source: Source, rows: &[Row]) {
    let what = format!("{}; {}", signature.name(), source.name());
    let text = program::text(signature, source, rows);
    let mut rules: Vec<&'static Rule> = shown::accuracy(signature).into_iter().collect();
    if matches!(source, Source::Storage | Source::Uniform) {
        rules.extend(shown::at_run_time(signature));
    }
    let execution = program::execution(signature, source, rows);
    family.add_run((&what, source.template()), signature.needs(), (text, execution), &rules);
}
