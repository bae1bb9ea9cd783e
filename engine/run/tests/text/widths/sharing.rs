//! Atomic and subgroup operations on 64-bit values, and on values of fewer than 32 bits.

use super::{outcome, results, slots_of, stored};
use crate::run_grid;
use shader_ir::{Sizes, Type};
use shader_run::execute::{Grid, Options};

const LANES: usize = 8;

/// All invocations change the word at address 0 of a memory with their value; returns its final value.
fn changed(operation: &str, ty: Type, memory: &str, values: [u64; LANES]) -> u64 {
    let name = ty.name();
    let program = format!(
        "workgroup_bytes 8
code
%4: {name} = load {name} buffer.0[%3]
%5: {name} = atomic {operation} {name} {memory}[%0] %4
%6: {name} = atomic load {name} {memory}[%0] %4
store {name} buffer.1[%3 + 8] %6
"
    );
    results(LANES, &program, &values, LANES + 1)[1]
}

#[test]
fn atomic_operations_on_both_words() {
    let values = [1 << 63, 7, 1 << 32, u64::MAX, 3 << 40, 0xffff_ffff, 5, 1];
    let sum = values.iter().fold(0u64, |sum, value| sum.wrapping_add(*value));
    for memory in ["workgroup", "buffer.1"] {
        for (operation, ty, expected) in [
            ("add", Type::U64, sum),
            ("subtract", Type::I64, sum.wrapping_neg()),
            ("max", Type::U64, u64::MAX),
            ("max", Type::I64, 3 << 40),
            ("min", Type::I64, 1 << 63),
            ("min", Type::U64, 0),
            ("or", Type::U64, u64::MAX),
            ("and", Type::U64, 0),
            ("xor", Type::U64, values.iter().fold(0, |all, it| all ^ it)),
            ("exchange", Type::U64, 1),
            ("store", Type::I64, 1),
        ] {
            assert_eq!(changed(operation, ty, memory, values), expected, "{operation} {ty:?} {memory}");
        }
    }
}

#[test]
fn both_words_are_compared() {
    for (memory, ty) in [("workgroup", "u64"), ("buffer.1", "i64")] {
        let (other, new) = (1u64 << 32, 5u64 << 33);
        let program = format!(
            "workgroup_bytes 8
constant %4: {ty} = 0
constant %5: {ty} = {other}
constant %6: {ty} = {new}
code
%7: {ty}, %8: bool = compare_exchange {memory}[%0] %5, %6
store {ty} buffer.1[%0 + 8] %7
store bool buffer.1[%0 + 16] %8
%9: {ty}, %10: bool = compare_exchange {memory}[%0] %4, %6
store {ty} buffer.1[%0 + 24] %9
store bool buffer.1[%0 + 32] %10
%11: {ty}, %12: bool = compare_exchange {memory}[%0] %6, %5
store {ty} buffer.1[%0 + 40] %11
store bool buffer.1[%0 + 48] %12
"
        );
        assert_eq!(results(1, &program, &[], 7)[1..], [0, 0, 0, 1, new, 1], "{ty}");
    }
}

#[test]
fn workgroups_add_up_to_more_than_a_word() {
    let value = 0x1_0000_0001u64 * 0x8000_0001;
    let text = format!(
        "
workgroup_size 32 1 1
resource group=0 binding=0 buffer least_size=0
resource group=0 binding=1 buffer least_size=0 writable
constant %0: u32 = 0
constant %1: u64 = {value}
code
%2: u64 = atomic add u64 buffer.1[%0] %1
"
    );
    let grid = Grid::Workgroups([100, 1, 1]);
    let found = run_grid(&text, &Sizes::default(), grid, &[&[0], &[0; 2]], Options::default());
    assert_eq!(slots_of(&found), [value.wrapping_mul(3200)]);
}

/// The results of eight invocations in subgroups of four; the third one does not take part.
fn shared(operation: &str, ty: Type, result: Type, values: [u64; LANES]) -> Vec<u64> {
    let (ty, result) = (ty.name(), result.name());
    let program = format!(
        "constant %4: u32 = 1
constant %5: u32 = 2
code
%6: {ty} = load {ty} buffer.0[%3]
%7: bool = NotEqual u32 %2, %5
if %7
  %8: {result} = group {operation} {ty} %6{}
  store {result} buffer.1[%3] %8
end
",
        if matches!(operation, "broadcast" | "shuffle_xor") { ", %4" } else { "" }
    );
    let options = Options { subgroup_size: 4, ..Options::default() };
    slots_of(&outcome(LANES, &program, &values, LANES, options))
}

#[test]
fn subgroups_share_values_of_64_bits() {
    let values = [1, 2, 4, 8, 16, 32, 64, 128].map(|value: u64| value << 33);
    for (operation, expected) in [
        ("add", [11, 11, 0, 11, 240, 240, 240, 240]),
        ("inclusive_add", [1, 3, 0, 11, 16, 48, 112, 240]),
        ("exclusive_add", [0, 1, 0, 3, 0, 16, 48, 112]),
        ("max", [8, 8, 0, 8, 128, 128, 128, 128]),
        ("broadcast", [2, 2, 0, 2, 32, 32, 32, 32]),
        ("broadcast_first", [1, 1, 0, 1, 16, 16, 16, 16]),
        ("shuffle_xor", [2, 1, 0, 4, 32, 16, 128, 64]),
        ("quad_swap_y", [4, 8, 0, 2, 64, 128, 16, 32]),
    ] {
        let found = shared(operation, Type::U64, Type::U64, values);
        assert_eq!(found, expected.map(|value: u64| value << 33), "{operation}");
    }
    let doubles = [0.5, 3.0, -2.0, 1e300, 2.0, 2.0, 4.0, 0.25].map(f64::to_bits);
    let products = shared("exclusive_multiply", Type::F64, Type::F64, doubles);
    let expected = [1.0, 0.5, 0.0, 1.5, 1.0, 2.0, 4.0, 16.0].map(f64::to_bits);
    assert_eq!(products, expected);
    assert_eq!(shared("elect", Type::F64, Type::Bool, doubles), [1, 0, 0, 0, 1, 0, 0, 0]);
}

#[test]
fn sums_of_narrow_integers_wrap() {
    let sums = shared("inclusive_add", Type::I8, Type::I8, [100, 100, 0, 100, 1, 2, 3, 4]);
    let expected = [100i8, -56, 0, 44, 1, 3, 6, 10].map(|value| stored(Type::I8, value as u64));
    assert_eq!(sums, expected);
}
