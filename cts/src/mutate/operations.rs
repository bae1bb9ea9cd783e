//! Mistakes in operations and conversions, made from their tables: other operations of the same types, operands exchanged or lost,
//! results beyond the accuracy, other rounding, wrong results at the edges of types.
//!
//! A mistake that shows for no sample, or only where the specification allows the other result, too, is left out.

use super::formula::{Formula, sample_tuples, table};
use super::mutant::Named;
use super::writer::Writer;
use shader_ir::{Instruction, Register, Type};
use shader_numeric::allowed::{Bound, Interval, allowed, number_of};
use shader_numeric::convert::converted;
use shader_numeric::{Operation, Shape};
use wgsl_spec::ACCURACY;

/// The number of siblings that stand for an operation: those that agree with it most often.
const SIBLINGS: usize = 2;

/// Mistakes in an operation on scalars. Numbers of 64 bits are those of const-expressions, which no implementation computes at run time.
pub(super) fn of_scalar(operation: Operation, ty: Type) -> Vec<Named> {
    let Some(types) = operation.scalar_types(ty) else { return Vec::new() };
    if ty.is_wide() {
        return Vec::new();
    }
    let count = types.operands.len();
    let operands: Vec<Formula> = (0..count).map(Formula::Operand).collect();
    let right = Formula::Apply(operation, operands.clone());
    let mut wrong = Vec::new();
    for (first, second) in pairs(count) {
        if types.operands[first] == types.operands[second] {
            let mut swapped = operands.clone();
            swapped.swap(first, second);
            wrong.push((format!("swapped-{first}-{second}"), Formula::Apply(operation, swapped)));
        }
    }
    for (index, operand) in operands.iter().enumerate() {
        let of = types.operands[index];
        if of == types.result {
            wrong.push((format!("operand-{index}"), operand.clone()));
        }
        for (name, number) in [("zero", 0.0), ("one", 1.0)] {
            let mut with = operands.clone();
            with[index] = constant(of, number);
            wrong.push((format!("{name}-{index}"), Formula::Apply(operation, with)));
        }
    }
    wrong.extend(otherwise_typed(operation, ty, &operands));
    wrong.push(("inaccurate".to_owned(), spoiled(operation, types.result, right.clone())));
    for (index, of) in types.operands.iter().enumerate() {
        for (name, edge) in edges(*of) {
            let is_edge =
                Formula::Apply(Operation::Equal, vec![operands[index].clone(), Formula::Constant(*of, edge)]);
            let spoiled = spoiled(operation, types.result, right.clone());
            let formula = Formula::Select(Box::new([is_edge, spoiled, right.clone()]));
            wrong.push((format!("wrong-at-{index}-{name}"), formula));
        }
    }
    let is_noticeable = |formula: &Formula| !is_allowed(operation, ty, &types.operands, formula);
    let siblings = siblings(operation, ty, &right, &types.operands);
    let wrong = siblings.into_iter().chain(wrong).filter(|(_, formula)| is_noticeable(formula)).collect();
    named(distinct(&right, wrong, &types.operands))
}

/// Mistakes in a conversion.
pub(super) fn of_conversion(from: Type, into: Type) -> Vec<Named> {
    if from.is_wide() || into.is_wide() {
        return Vec::new();
    }
    let value = || Formula::Operand(0);
    let right = value().convert(into);
    let mut wrong = Vec::new();
    if from.is_float() && !into.is_float() && into != Type::Bool {
        for rounding in [Operation::Round, Operation::Floor, Operation::Ceil] {
            let name = format!("{rounding:?}").to_lowercase();
            wrong.push((name, Formula::Apply(rounding, vec![value()]).convert(into)));
        }
    }
    let through = |via: Type| (format!("through-{}", via.name()), value().convert(via).convert(into));
    wrong.extend(Type::ALL.into_iter().filter(|via| ![from, into].contains(via)).map(through));
    if from.size() == into.size() && (from == Type::Bool) == (into == Type::Bool) {
        wrong.push(("bits".to_owned(), value().reinterpret(into)));
    }
    wrong.push(("off-by-one".to_owned(), next(into, right.clone(), 1)));
    if into.is_float() {
        // Either neighbour is allowed.
        wrong.retain(|(_, formula)| {
            let exact = |bits: u64| number_of_wide(from, bits);
            let is_near = |tuple: &Vec<u64>| {
                let [got, right] = [formula, &right].map(|it| number_of_wide(into, it.value(&[from], tuple)));
                got.to_bits() == right.to_bits()
                    || (got - exact(tuple[0])).abs() <= (right - exact(tuple[0])).abs() * 2.0
            };
            !sample_tuples(&[from]).iter().all(is_near)
        });
    }
    named(nearest(&right, distinct(&right, wrong, &[from]), &[from], 4))
}

/// The value in a register as a result that is wrong: beyond the accuracy of the operation, or its neighbour.
pub(super) fn spoil(writer: &mut Writer<'_>, operation: Option<Operation>, value: Register) -> Register {
    let ty = writer.ty(value);
    let formula = match operation {
        Some(operation) => spoiled(operation, ty, Formula::Operand(0)),
        None => next(ty, Formula::Operand(0), 1),
    };
    formula.emit(writer, &[value])
}

/// Whether an operation on whole values has the same result when two of its operands are exchanged.
pub(super) fn commutes(operation: Operation, operands: (usize, usize)) -> bool {
    use Operation as O;
    match operands {
        (0, 1) => matches!(operation, O::Dot | O::Distance | O::Dot4U8Packed | O::Dot4I8Packed),
        (1, 2) => matches!(operation, O::FaceForward),
        _ => false,
    }
}

/// Other operations on whole values that take the same operands: those of the same signature in the table.
pub(super) fn whole_siblings(
    operation: Operation,
    operands: &[(Type, Shape)],
    result: (Type, Shape),
) -> Vec<Operation> {
    let is_alike = |other: &Operation| {
        *other != operation
            && ![Operation::Construct, Operation::Bitcast].contains(other)
            && (other.operands(), other.result()) == (operation.operands(), operation.result())
            && other.takes(operands, result)
    };
    Operation::ALL.iter().copied().filter(is_alike).collect()
}

fn pairs(count: usize) -> impl Iterator<Item = (usize, usize)> {
    (0..count).flat_map(move |first| (first + 1..count).map(move |second| (first, second)))
}

fn constant(ty: Type, number: f64) -> Formula {
    Formula::Constant(ty, converted(Type::F64, ty, number.to_bits()))
}

/// Operations that differ from others only in events, or where programs in WGSL never get.
const OF_OTHER_LANGUAGES: [Operation; 8] = [
    Operation::Demand,
    Operation::FusedMultiplyAdd,
    Operation::ShiftLeftExactly,
    Operation::ShiftRightExactly,
    Operation::AddInRange,
    Operation::SubtractInRange,
    Operation::MultiplyInRange,
    Operation::NegateInRange,
];

/// The operations that take the same operands and agree most often.
fn siblings(operation: Operation, ty: Type, right: &Formula, operands: &[Type]) -> Vec<(String, Formula)> {
    let is_alike = |other: &&Operation| {
        **other != operation
            && !OF_OTHER_LANGUAGES.contains(other)
            && other.scalar_types(ty) == operation.scalar_types(ty)
    };
    let formula = |other: &Operation| {
        let operands = (0..operands.len()).map(Formula::Operand).collect();
        (format!("{other:?}").to_lowercase(), Formula::Apply(*other, operands))
    };
    let all = Operation::ALL.iter().filter(is_alike).map(formula).collect();
    nearest(right, distinct(right, all, operands), operands, SIBLINGS)
}

/// The operation on operands of another type: without their sign, with fewer bits.
fn otherwise_typed(operation: Operation, ty: Type, operands: &[Formula]) -> Vec<(String, Formula)> {
    let others: &[(&str, Type)] = match ty {
        Type::I32 => &[("unsigned", Type::U32), ("of-16-bits", Type::I16)],
        Type::U32 => &[("signed", Type::I32), ("of-16-bits", Type::U16)],
        Type::F32 => &[("of-16-bits", Type::F16)],
        Type::Bool
        | Type::I8
        | Type::I16
        | Type::I64
        | Type::U8
        | Type::U16
        | Type::U64
        | Type::F16
        | Type::F64 => &[],
    };
    let (Some(own), mut found) = (operation.scalar_types(ty), Vec::new()) else { return Vec::new() };
    for (name, other) in others {
        let Some(types) = operation.scalar_types(*other) else { continue };
        let parts = operands.iter().zip(own.operands.iter().zip(&types.operands));
        let parts = parts.map(
            |(operand, (from, into))| {
                if from == into { operand.clone() } else { operand.clone().convert(*into) }
            },
        );
        let value = Formula::Apply(operation, parts.collect());
        found.push((
            (*name).to_owned(),
            if types.result == own.result { value } else { value.convert(own.result) },
        ));
    }
    found
}

/// The result, moved out of the accuracy that the specification asks for.
fn spoiled(operation: Operation, ty: Type, right: Formula) -> Formula {
    let rows = match ty {
        Type::F16 => &ACCURACY.f16,
        Type::F32 => &ACCURACY.f32,
        Type::Bool
        | Type::I8
        | Type::I16
        | Type::I32
        | Type::I64
        | Type::U8
        | Type::U16
        | Type::U32
        | Type::U64
        | Type::F64 => return next(ty, right, 1),
    };
    let moved = |distance: f64| right.clone().plus(ty, converted(Type::F64, ty, (distance * 2.0).to_bits()));
    match rows[operation as usize].bound {
        Bound::CorrectlyRounded => next(ty, right, 1),
        Bound::Units { count, of_magnitude } => next(ty, right, ((count + of_magnitude) * 2.0) as u64 + 2),
        Bound::Absolute(distance)
        | Bound::ByRange { absolute: distance, .. }
        | Bound::AbsoluteOrInherited(distance) => moved(distance),
        // A 64th of it.
        Bound::Inherited | Bound::Any => next(ty, right, if ty == Type::F16 { 16 } else { 1 << 17 }),
    }
}

/// The value so many units in the last place further from zero; for truth values, the other one.
fn next(ty: Type, value: Formula, units: u64) -> Formula {
    let word = match ty {
        Type::Bool => return Formula::Apply(Operation::Not, vec![value]),
        Type::F16 => Type::U16,
        Type::F32 => Type::U32,
        Type::F64 => Type::U64,
        Type::I8 | Type::I16 | Type::I32 | Type::I64 | Type::U8 | Type::U16 | Type::U32 | Type::U64 => {
            return value.plus(ty, units);
        }
    };
    value.reinterpret(word).plus(word, units).reinterpret(ty)
}

/// Operands that implementations treat in a way of their own.
fn edges(ty: Type) -> Vec<(&'static str, u64)> {
    let number = |number: f64| converted(Type::F64, ty, number.to_bits());
    match ty.range() {
        _ if ty == Type::Bool => Vec::new(),
        None => vec![
            ("zero", number(0.0)),
            ("one", number(1.0)),
            ("minus-one", number(-1.0)),
            ("half", number(0.5)),
        ],
        Some((least, greatest)) => {
            let whole = |number: i128| converted(Type::I64, ty, number as i64 as u64);
            let mut edges = vec![("zero", whole(0)), ("one", whole(1)), ("greatest", whole(greatest))];
            if least < 0 {
                edges.extend([("minus-one", whole(-1)), ("least", whole(least))]);
            }
            edges
        }
    }
}

/// Whether the specification allows the results of a formula in place of those of an operation, for all samples.
fn is_allowed(operation: Operation, ty: Type, types: &[Type], formula: &Formula) -> bool {
    if !matches!(ty, Type::F16 | Type::F32) {
        return false;
    }
    let result = operation.scalar_types(ty).map_or(ty, |types| types.result);
    let interval = |(ty, bits): (&Type, &u64)| Interval::point(number_of(*ty, *bits as u32));
    sample_tuples(types).iter().all(|tuple| {
        let operands: Vec<Interval> = types.iter().zip(tuple).map(interval).collect();
        let value = number_of(result, formula.value(types, tuple) as u32);
        allowed(operation, &ACCURACY, ty, &operands).contains(value)
    })
}

fn number_of_wide(ty: Type, bits: u64) -> f64 {
    f64::from_bits(converted(ty, Type::F64, bits))
}

/// The formulas that differ from the right one and from those before them.
fn distinct(right: &Formula, all: Vec<(String, Formula)>, types: &[Type]) -> Vec<(String, Formula)> {
    let mut seen = vec![table(right, types)];
    let is_new = |(_, formula): &(String, Formula)| {
        let table = table(formula, types);
        let is_new = !seen.contains(&table);
        if is_new {
            seen.push(table);
        }
        is_new
    };
    all.into_iter().filter(is_new).collect()
}

/// The formulas that agree with the right one most often.
fn nearest(
    right: &Formula,
    mut all: Vec<(String, Formula)>,
    types: &[Type],
    count: usize,
) -> Vec<(String, Formula)> {
    let right = table(right, types);
    all.sort_by_cached_key(|(_, formula)| {
        table(formula, types).iter().zip(&right).filter(|(one, other)| one != other).count()
    });
    all.truncate(count);
    all
}

/// Steps that compute formulas in place of a step.
fn named(formulas: Vec<(String, Formula)>) -> Vec<Named> {
    let step = |formula: Formula| {
        move |writer: &mut Writer<'_>, step: &Instruction| {
            let mut operands = Vec::new();
            writer.given.each_operand(step, |register| operands.push(register));
            let mut to = None;
            writer.given.each_target(step, |register| to = Some(register));
            let value = formula.emit(writer, &operands);
            to.is_some_and(|to| {
                writer.copy_value(to, value);
                true
            })
        }
    };
    formulas.into_iter().map(|(name, formula)| Named::new(name, step(formula))).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names(found: &[Named]) -> Vec<&str> {
        found.iter().map(|named| named.name.as_str()).collect()
    }

    #[test]
    fn what_makes_no_difference_is_no_mistake() {
        let sums = of_scalar(Operation::Add, Type::U32);
        assert!(
            !names(&sums).contains(&"swapped-0-1") && !names(&sums).contains(&"signed"),
            "{:?}",
            names(&sums)
        );
        assert!(names(&of_scalar(Operation::Subtract, Type::U32)).contains(&"swapped-0-1"));
        let quotients = of_scalar(Operation::Divide, Type::F32);
        // Anything may be divided by zero.
        assert!(!names(&quotients).contains(&"wrong-at-1-zero"), "{:?}", names(&quotients));
        assert!(names(&quotients).contains(&"inaccurate"));
    }

    #[test]
    fn siblings_agree_where_they_can() {
        assert_eq!(names(&of_scalar(Operation::Less, Type::I32))[..2], ["lessequal", "notequal"]);
        assert!(names(&of_conversion(Type::F32, Type::I32)).contains(&"through-i64"));
    }
}
