//! An operation on all combinations of values, with operands that differ between invocations and with uniform ones.

use crate::code::{SINK, SOURCE};
use crate::{Code, number_at, run, stored};
use shader_ir::{Register, Type};
use shader_numeric::Operation;

/// The size of a result and of an operand in bytes.
const SIZE: u32 = 8;

/// Compares the actual and the expected result, both as the bits of a register.
pub(crate) type Agree = fn(u64, u64) -> bool;

/// Runs an operation on all combinations of values, given as the bits of registers for each operand.
pub(crate) fn check(
    operation: Operation,
    ty: Type,
    values: &[&[u64]],
    expected: &dyn Fn([u64; 3]) -> u64,
    agree: Agree,
) {
    let tuples = combinations(values);
    let lanes = tuples.len() as u32;
    let types = operation.scalar_types(ty).expect("the kernel takes this type");
    assert_eq!(types.operands.len(), values.len(), "{operation:?}");
    let mut code = Code::new(lanes);
    let start = code.lane_times(SIZE * 3);
    let loaded: Vec<Register> = (types.operands.iter().zip(0..))
        .map(|(ty, place)| code.load(*ty, SOURCE, start, place * SIZE))
        .collect();
    let sink = code.lane_times(SIZE);
    let result = code.scalar(operation, ty, types.result, &loaded);
    code.store(result, SINK, sink, 0);
    // Each operand in turn comes from the invocation; finally none does.
    let rows: Vec<([u64; 3], usize)> = combinations(values)
        .into_iter()
        .step_by(tuples.len().div_ceil(16))
        .flat_map(|tuple| (0..=values.len()).map(move |own| (tuple, own)))
        .collect();
    for ((tuple, own), row) in rows.iter().zip(1..) {
        let mut operands: Vec<Register> =
            types.operands.iter().zip(tuple).map(|(ty, raw)| code.constant(*ty, *raw)).collect();
        if let Some(operand) = operands.get_mut(*own) {
            *operand = loaded[*own];
        }
        let result = code.scalar(operation, ty, types.result, &operands);
        code.store(result, SINK, sink, row * lanes * SIZE);
    }
    let source: Vec<u8> = tuples.iter().flatten().flat_map(|raw| raw.to_le_bytes()).collect();
    let size = (rows.len() + 1) * tuples.len() * SIZE as usize;
    let found = run(&code.program, &source, size);
    let mut at = (0..size).step_by(SIZE as usize);
    let mut compare = |operands: [u64; 3]| {
        let found = number_at(&found, at.next().expect("a place for each result"), types.result.size());
        let expected = stored(types.result, expected(operands));
        assert!(agree(found, expected), "{operation:?} {ty:?} {operands:x?}: {found:#x}, not {expected:#x}");
    };
    for tuple in &tuples {
        compare(*tuple);
    }
    for (fixed, own) in rows {
        for tuple in &tuples {
            let mut operands = fixed;
            if own < values.len() {
                operands[own] = tuple[own];
            }
            compare(operands);
        }
    }
}

fn combinations(values: &[&[u64]]) -> Vec<[u64; 3]> {
    let of = |place: usize| values.get(place).copied().unwrap_or(&[0]);
    let pairs = of(0).iter().flat_map(|a| of(1).iter().map(move |b| (*a, *b)));
    pairs.flat_map(|(a, b)| of(2).iter().map(move |c| [a, b, *c])).collect()
}
