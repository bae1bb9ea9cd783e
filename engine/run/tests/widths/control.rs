//! Variables and selections in divergent control flow, and planes that registers share.

use crate::code::{SINK, SOURCE};
use crate::{Code, NUMBERS, number_at, run, stored};
use shader_ir::{Instruction, Register, Type};
use shader_numeric::Operation;

const LANES: u32 = 6;

/// Two values of a type, as the bits of a register: one with almost all bits set, one with few.
fn two_values(ty: Type) -> [u64; 2] {
    match ty {
        Type::I8 => [0xffff_ff81, 5],
        Type::I16 => [0xffff_8123, 5],
        Type::U8 | Type::U16 | Type::F16 => [0x7b, 5],
        _ if ty.is_wide() => [0xfedc_ba98_7654_3210, 0x0000_0005_0000_0000],
        _ => [0xfedc_ba98, 5],
    }
}

/// Whether the number of the invocation is below another one.
fn is_below(code: &mut Code, bound: u64) -> Register {
    let lane = code.lane();
    let bound = code.constant(Type::U32, bound);
    code.scalar(Operation::Less, Type::U32, Type::Bool, &[lane, bound])
}

fn results(code: &Code, ty: Type, source: &[u8]) -> Vec<u64> {
    let found = run(&code.program, source, (LANES * 8) as usize);
    (0..LANES as usize).map(|lane| number_at(&found, lane * 8, ty.size())).collect()
}

#[test]
fn a_variable_is_set_in_the_active_invocations() {
    for ty in NUMBERS {
        let [first, second] = two_values(ty);
        // From a uniform value and from one per invocation; in a short branch, and in one with an instruction that
        // keeps it.
        for (is_own, keeps_branch) in [(false, false), (true, false), (false, true), (true, true)] {
            let mut code = Code::new(LANES);
            let own = code.lane_times(8);
            let variable = code.register(ty);
            let [first, constant] = [first, second].map(|raw| code.constant(ty, raw));
            let loaded = code.load(ty, SOURCE, own, 0);
            let value = if is_own { loaded } else { constant };
            let condition = is_below(&mut code, 4);
            code.emit(Instruction::Set { to: variable, value: first });
            code.emit(Instruction::If { condition });
            if keeps_branch {
                code.store(first, SINK, own, 0);
            }
            code.emit(Instruction::Set { to: variable, value });
            code.emit(Instruction::End);
            code.store(variable, SINK, own, 0);
            let source: Vec<u8> = [second.to_le_bytes(); LANES as usize].concat();
            let expected = [second, second, second, second, two_values(ty)[0], two_values(ty)[0]];
            let expected = expected.map(|raw| stored(ty, raw));
            assert_eq!(results(&code, ty, &source), expected, "{ty:?} {is_own} {keeps_branch}");
        }
    }
}

#[test]
fn selections_choose_among_planes_of_all_lengths() {
    for ty in NUMBERS {
        let [first, second] = two_values(ty);
        for (own_condition, own_value) in [(false, false), (true, false), (false, true), (true, true)] {
            let mut code = Code::new(LANES);
            let own = code.lane_times(8);
            let [accept, constant] = [first, second].map(|raw| code.constant(ty, raw));
            let loaded = code.load(ty, SOURCE, own, 0);
            let reject = if own_value { loaded } else { constant };
            let condition = if own_condition { is_below(&mut code, 3) } else { code.constant(Type::Bool, 0) };
            let to = code.register(ty);
            code.emit(Instruction::Select { to, condition, accept, reject });
            code.store(to, SINK, own, 0);
            let source: Vec<u8> = [second.to_le_bytes(); LANES as usize].concat();
            let accepted = if own_condition { 3 } else { 0 };
            let expected: Vec<u64> =
                (0..LANES).map(|lane| stored(ty, if lane < accepted { first } else { second })).collect();
            assert_eq!(results(&code, ty, &source), expected, "{ty:?} {own_condition} {own_value}");
        }
    }
}

#[test]
fn a_loop_that_each_invocation_leaves_in_its_own_time() {
    // Powers of 3, one more in each invocation; in each round, 32-bit and 64-bit values share planes.
    let mut code = Code::new(LANES);
    let own = code.lane_times(8);
    let lane = code.lane();
    let [product, rounds] = [code.register(Type::U64), code.register(Type::U32)];
    let [one, three] = [1, 3].map(|raw| code.constant(Type::U64, raw));
    let [zero, step] = [0, 1].map(|raw| code.constant(Type::U32, raw));
    code.emit(Instruction::Set { to: product, value: one });
    code.emit(Instruction::Set { to: rounds, value: zero });
    code.emit(Instruction::Block);
    code.emit(Instruction::Loop);
    let is_done = code.scalar(Operation::GreaterEqual, Type::U32, Type::Bool, &[rounds, lane]);
    code.emit(Instruction::BreakIf { condition: is_done, holds: true, levels: 1 });
    let next = code.scalar(Operation::Multiply, Type::U64, Type::U64, &[product, three]);
    code.emit(Instruction::Set { to: product, value: next });
    let next = code.scalar(Operation::Add, Type::U32, Type::U32, &[rounds, step]);
    code.emit(Instruction::Set { to: rounds, value: next });
    code.emit(Instruction::End);
    code.emit(Instruction::End);
    let shift = code.constant(Type::U32, 40);
    let result = code.scalar(Operation::ShiftLeft, Type::U64, Type::U64, &[product, shift]);
    code.store(result, SINK, own, 0);
    let expected: Vec<u64> = (0..LANES).map(|lane| 3u64.pow(lane) << 40).collect();
    assert_eq!(results(&code, Type::U64, &[]), expected);
}

#[test]
fn a_comparison_of_wide_values_is_a_condition() {
    let mut code = Code::new(LANES);
    let own = code.lane_times(8);
    let loaded = code.load(Type::I64, SOURCE, own, 0);
    let bound = code.constant(Type::I64, (-3_000_000_000i64) as u64);
    let condition = code.scalar(Operation::Less, Type::I64, Type::Bool, &[loaded, bound]);
    let marks = [1, 2].map(|raw| code.constant(Type::U32, raw));
    code.emit(Instruction::If { condition });
    code.store(marks[0], SINK, own, 0);
    code.emit(Instruction::Else);
    code.store(marks[1], SINK, own, 0);
    code.emit(Instruction::End);
    let values = [-3_000_000_001, -3_000_000_000, 0, i64::MIN, i64::MAX, -4_000_000_000];
    let source: Vec<u8> = values.iter().flat_map(|value| value.to_le_bytes()).collect();
    assert_eq!(results(&code, Type::U32, &source), [1, 2, 2, 1, 2, 1]);
}
