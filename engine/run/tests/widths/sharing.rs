//! Atomic and subgroup operations on 64-bit values, and on values of fewer than 32 bits.

use crate::code::{SINK, SOURCE};
use crate::{Code, number_at, run, run_with, stored};
use shader_ir::{AtomicOperation as A, Exchange, GroupOperation as G, Instruction, Location, Memory, Type};
use shader_numeric::Operation;
use shader_run::execute::{Bound, Options, Plan, dispatch};
use shader_run::memory::SharedBytes;

const LANES: u32 = 8;

/// All invocations change the word at address 0 of a memory with their value from the source; returns its final
/// value.
fn changed(operation: A, ty: Type, memory: Memory, values: [u64; LANES as usize]) -> u64 {
    let mut code = Code::new(LANES);
    code.program.workgroup_bytes = 8;
    let own = code.lane_times(8);
    let value = code.load(ty, SOURCE, own, 0);
    let zero = code.constant(Type::U32, 0);
    let at = Location { memory, address: zero, offset: 0 };
    let to = code.register(ty);
    code.emit(Instruction::Atomic { operation, ty, to, value, at });
    let result = code.register(ty);
    code.emit(Instruction::Atomic { operation: A::Load, ty, to: result, value, at });
    code.store(result, SINK, own, 8);
    let source: Vec<u8> = values.iter().flat_map(|value| value.to_le_bytes()).collect();
    let found = run(&code.program, &source, 8 + source.len());
    number_at(&found, 8, ty.size())
}

#[test]
fn atomic_operations_on_both_words() {
    let values = [1 << 63, 7, 1 << 32, u64::MAX, 3 << 40, 0xffff_ffff, 5, 1];
    let sum = values.iter().fold(0u64, |sum, value| sum.wrapping_add(*value));
    for memory in [Memory::Workgroup, SINK] {
        assert_eq!(changed(A::Add, Type::U64, memory, values), sum);
        assert_eq!(changed(A::Subtract, Type::I64, memory, values), sum.wrapping_neg());
        assert_eq!(changed(A::Max, Type::U64, memory, values), u64::MAX);
        assert_eq!(changed(A::Max, Type::I64, memory, values), 3 << 40);
        assert_eq!(changed(A::Min, Type::I64, memory, values), 1 << 63);
        assert_eq!(changed(A::Min, Type::U64, memory, values), 0);
        assert_eq!(changed(A::Or, Type::U64, memory, values), u64::MAX);
        assert_eq!(changed(A::And, Type::U64, memory, values), 0);
        assert_eq!(changed(A::Xor, Type::U64, memory, values), values.iter().fold(0, |all, it| all ^ it));
        assert_eq!(changed(A::Exchange, Type::U64, memory, values), 1);
        assert_eq!(changed(A::Store, Type::I64, memory, values), 1);
    }
}

#[test]
fn both_words_are_compared() {
    for (memory, ty) in [(Memory::Workgroup, Type::U64), (SINK, Type::I64)] {
        let mut code = Code::new(1);
        code.program.workgroup_bytes = 8;
        let zero = code.constant(Type::U32, 0);
        let at = Location { memory, address: zero, offset: 0 };
        let [nothing, other, new] = [0, 1 << 32, 5 << 33].map(|raw| code.constant(ty, raw));
        for (index, (comparator, value)) in
            [(other, new), (nothing, new), (new, other)].into_iter().enumerate()
        {
            let (old_value, exchanged) = (code.register(ty), code.register(Type::Bool));
            code.program.exchanges.push(Exchange { at, comparator, value, old_value, exchanged });
            code.emit(Instruction::CompareExchange(index as u32));
            code.store(old_value, SINK, zero, 8 + 16 * index as u32);
            code.store(exchanged, SINK, zero, 16 + 16 * index as u32);
        }
        let found = run(&code.program, &[], 56);
        let pair =
            |place: usize| (number_at(&found, 8 + 16 * place, 8), number_at(&found, 16 + 16 * place, 4));
        assert_eq!([pair(0), pair(1), pair(2)], [(0, 0), (0, 1), (5 << 33, 1)], "{ty:?}");
    }
}

#[test]
fn workgroups_add_up_to_more_than_a_word() {
    let mut code = Code::new(32);
    let value = code.constant(Type::U64, 0x1_0000_0001 * 0x8000_0001);
    let zero = code.constant(Type::U32, 0);
    let (to, at) = (code.register(Type::U64), Location { memory: SINK, address: zero, offset: 0 });
    code.emit(Instruction::Atomic { operation: A::Add, ty: Type::U64, to, value, at });
    let plan = Plan::new(code.program, false);
    let bound = [Bound::Buffer(SharedBytes::zeroed(4)), Bound::Buffer(SharedBytes::zeroed(8))];
    dispatch(&plan, [100, 1, 1], &bound, &Options::default()).expect("it ends");
    let [_, Bound::Buffer(sink)] = &bound else { panic!("it is a buffer") };
    let expected = (0x1_0000_0001u64 * 0x8000_0001).wrapping_mul(3200);
    assert_eq!(number_at(&sink.to_bytes(), 0, 8), expected);
}

/// The results of eight invocations in subgroups of four; the third one does not take part.
fn shared(operation: G, ty: Type, result: Type, values: [u64; LANES as usize]) -> Vec<u64> {
    let mut code = Code::new(LANES);
    let own = code.lane_times(8);
    let value = code.load(ty, SOURCE, own, 0);
    let lane = code.lane();
    let [one, two] = [1, 2].map(|raw| code.constant(Type::U32, raw));
    let condition = code.scalar(Operation::NotEqual, Type::U32, Type::Bool, &[lane, two]);
    let other = if matches!(operation, G::Broadcast | G::Shuffle | G::ShuffleDown | G::ShuffleXor) {
        one
    } else {
        value
    };
    let to = code.register(result);
    code.emit(Instruction::If { condition });
    code.emit(Instruction::Group { operation, ty, to, value, other });
    code.store(to, SINK, own, 0);
    code.emit(Instruction::End);
    let source: Vec<u8> = values.iter().flat_map(|value| value.to_le_bytes()).collect();
    let options = Options { subgroup_size: 4, ..Options::default() };
    let found = run_with(&code.program, &source, source.len(), options).0;
    (0..LANES as usize).map(|lane| number_at(&found, lane * 8, result.size())).collect()
}

#[test]
fn subgroups_share_values_of_64_bits() {
    let values = [1, 2, 4, 8, 16, 32, 64, 128].map(|value: u64| value << 33);
    let of = |operation| -> Vec<u64> {
        shared(operation, Type::U64, Type::U64, values).iter().map(|value| value >> 33).collect()
    };
    assert_eq!(of(G::Add), [11, 11, 0, 11, 240, 240, 240, 240]);
    assert_eq!(of(G::InclusiveAdd), [1, 3, 0, 11, 16, 48, 112, 240]);
    assert_eq!(of(G::ExclusiveAdd), [0, 1, 0, 3, 0, 16, 48, 112]);
    assert_eq!(of(G::Max), [8, 8, 0, 8, 128, 128, 128, 128]);
    assert_eq!(of(G::Broadcast), [2, 2, 0, 2, 32, 32, 32, 32]);
    assert_eq!(of(G::BroadcastFirst), [1, 1, 0, 1, 16, 16, 16, 16]);
    assert_eq!(of(G::ShuffleXor), [2, 1, 0, 4, 32, 16, 128, 64]);
    assert_eq!(of(G::QuadSwapY), [4, 8, 0, 2, 64, 128, 16, 32]);
    let doubles = [0.5, 3.0, -2.0, 1e300, 2.0, 2.0, 4.0, 0.25].map(f64::to_bits);
    let products = shared(G::ExclusiveMultiply, Type::F64, Type::F64, doubles);
    let expected = [1.0, 0.5, 0.0, 1.5, 1.0, 2.0, 4.0, 16.0].map(f64::to_bits);
    assert_eq!(products, expected);
    assert_eq!(shared(G::Elect, Type::F64, Type::Bool, doubles), [1, 0, 0, 0, 1, 0, 0, 0]);
}

#[test]
fn sums_of_narrow_integers_wrap() {
    let sums = shared(G::InclusiveAdd, Type::I8, Type::I8, [100, 100, 0, 100, 1, 2, 3, 4]);
    let expected = [100i8, -56, 0, 44, 1, 3, 6, 10].map(|value| stored(Type::I8, value as u64));
    assert_eq!(sums, expected);
}
