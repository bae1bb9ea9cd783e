//! An operation on all combinations of values, with operands that differ between invocations and with uniform ones.

use super::{results, stored};
use core::fmt::Write as _;
use shader_ir::Type;
use shader_numeric::Operation;

/// Compares the actual and the expected result, both as the bits of a register.
pub(super) type Agree = fn(u64, u64) -> bool;

/// Runs an operation on all combinations of values, given as the bits of registers for each operand.
pub(super) fn check(
    operation: Operation,
    ty: Type,
    values: &[&[u64]],
    expected: &dyn Fn([u64; 3]) -> u64,
    agree: Agree,
) {
    let tuples = combinations(values);
    let types = operation.scalar_types(ty).expect("the kernel takes this type");
    assert_eq!(types.operands.len(), values.len(), "{operation:?}");
    // By operand: the uniform value. First all operands come from the invocation, then each in turn; finally none does.
    let mut rows = vec![[None; 3]];
    for tuple in tuples.iter().step_by(tuples.len().div_ceil(16)) {
        for own in 0..=values.len() {
            rows.push([0, 1, 2].map(|place| (place != own).then_some(tuple[place])));
        }
    }
    let found = results(
        tuples.len(),
        &program(operation, ty, &rows, tuples.len()),
        tuples.as_flattened(),
        rows.len() * tuples.len(),
    );
    let mut found = found.into_iter();
    for row in rows {
        for tuple in &tuples {
            let operands = [0, 1, 2].map(|place| row[place].unwrap_or(tuple[place]));
            let expected = stored(types.result, expected(operands));
            let found = found.next().expect("a slot for each result");
            assert!(
                agree(found, expected),
                "{operation:?} {ty:?} {operands:x?}: {found:#x}, not {expected:#x}"
            );
        }
    }
}

/// Stores a result for each row and each invocation. An invocation has three slots for its operands.
fn program(operation: Operation, ty: Type, rows: &[[Option<u64>; 3]], lanes: usize) -> String {
    let types = operation.scalar_types(ty).expect("the kernel takes this type");
    let (mut header, mut steps) = (String::new(), "%4: u32 = index stride=24 %0, %2, %1\n".to_owned());
    let mut next = 5;
    for (place, operand) in types.operands.iter().enumerate() {
        let operand = operand.name();
        let _ = writeln!(steps, "%{next}: {operand} = load {operand} buffer.0[%4 + {}]", place * 8);
        next += 1;
    }
    for (number, row) in rows.iter().enumerate() {
        let mut operands = Vec::new();
        for ((own, operand), uniform) in (5..).zip(&types.operands).zip(row) {
            if let Some(raw) = uniform {
                let _ = writeln!(header, "constant %{next}: {} = {raw:#x}", operand.name());
                operands.push(format!("%{next}"));
                next += 1;
            } else {
                operands.push(format!("%{own}"));
            }
        }
        let (ty, result, operands) = (ty.name(), types.result.name(), operands.join(", "));
        let _ = writeln!(steps, "%{next}: {result} = {operation:?} {ty} {operands}");
        let _ = writeln!(steps, "store {result} buffer.1[%3 + {}] %{next}", number * lanes * 8);
        next += 1;
    }
    format!("{header}code\n{steps}")
}

fn combinations(values: &[&[u64]]) -> Vec<[u64; 3]> {
    let of = |place: usize| values.get(place).copied().unwrap_or(&[0]);
    let pairs = of(0).iter().flat_map(|a| of(1).iter().map(move |b| (*a, *b)));
    pairs.flat_map(|(a, b)| of(2).iter().map(move |c| [a, b, *c])).collect()
}
