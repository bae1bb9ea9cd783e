//! Loads and stores of each width in each kind of memory, copies and clearing.

use super::{numbers, results, stored};
use shader_ir::Type;

const LANES: usize = 5;

/// Sixteen bytes for each invocation; some have all high bits set.
fn source() -> Vec<u64> {
    let slot = |at: usize| [0, 1, 2, 3, 4, 5, 6, 7].map(|byte| ((at * 8 + byte) * 37 + 129) as u8);
    (0..LANES * 2).map(|at| u64::from_le_bytes(slot(at))).collect()
}

/// The bytes of slots.
fn bytes_of(slots: &[u64]) -> Vec<u8> {
    slots.iter().flat_map(|slot| slot.to_le_bytes()).collect()
}

/// The little-endian number of `size` bytes at an offset.
fn number_at(bytes: &[u8], offset: usize, size: u32) -> u64 {
    let bytes = &bytes[offset..offset + size as usize];
    bytes.iter().rev().fold(0, |number, byte| number << 8 | u64::from(*byte))
}

#[test]
fn values_survive_each_memory() {
    for ty in numbers() {
        for memory in ["invocation[%4", "workgroup[%5", "buffer.1[%5"] {
            let (name, size) = (ty.name(), ty.size() as usize);
            let results_at = |number: usize| LANES * (16 + number * size);
            // Two neighbours, which must not change each other.
            let program = format!(
                "invocation_bytes 64
workgroup_bytes 80
constant %4: u32 = 16
code
%5: u32 = index stride=16 %0, %2, %1
%6: u32 = index stride={size} %0, %2, %1
%7: {name} = load {name} buffer.0[%5]
store {name} {memory} + {size}] %7
%8: {name} = load {name} buffer.0[%5 + 8]
store {name} {memory}] %8
%9: {name} = load {name} {memory}]
store {name} buffer.1[%6 + {}] %9
%10: {name} = load {name} {memory} + {size}]
store {name} buffer.1[%6 + {}] %10
",
                results_at(0),
                results_at(1)
            );
            let found = bytes_of(&results(LANES, &program, &source(), LANES * 4));
            for lane in 0..LANES {
                for (number, from) in [(1, 0), (0, 8)] {
                    let expected = number_at(&bytes_of(&source()), lane * 16 + from, ty.size());
                    let at = results_at(number) + lane * size;
                    assert_eq!(number_at(&found, at, ty.size()), expected, "{ty:?} in {memory}]");
                }
            }
        }
    }
}

#[test]
fn one_address_for_all_invocations() {
    for ty in numbers() {
        let name = ty.name();
        let program = format!(
            "memory 0x80818283 0xf4f5f6f7 0x10111213
code
%4: {name} = load {name} constant[%0]
store {name} buffer.1[%3] %4
%5: {name} = load {name} buffer.0[%0]
store {name} buffer.1[%3 + {}] %5
",
            LANES * 8
        );
        let found = results(LANES, &program, &[0xfedc_ba98_8786_8584], LANES * 2);
        let [constant, in_buffer] = [0xf4f5_f6f7_8081_8283, 0xfedc_ba98_8786_8584].map(|raw| stored(ty, raw));
        assert_eq!(found, [[constant; LANES], [in_buffer; LANES]].concat(), "{ty:?}");
    }
}

#[test]
fn narrow_integers_are_extended_when_they_are_loaded() {
    for ty in [Type::I8, Type::I16, Type::U8, Type::U16] {
        let name = ty.name();
        // With the wrong extension, the comparison would have another result.
        let program = format!(
            "constant %4: {name} = 0
code
%5: {name} = load {name} buffer.0[%0]
%6: bool = Less {name} %5, %4
%7: i64 = convert {name} i64 %5
store i64 buffer.1[%0] %7
store bool buffer.1[%0 + 8] %6
"
        );
        let found = results(1, &program, &[0xffff_fffe], 2);
        let expected = if ty.is_signed() { -2i64 as u64 } else { stored(ty, u64::MAX) - 1 };
        assert_eq!(found, [expected, u64::from(ty.is_signed())], "{ty:?}");
    }
}

#[test]
fn beyond_the_end_there_is_nothing() {
    for ty in numbers() {
        let name = ty.name();
        let ones = if ty.is_signed() && !ty.is_wide() { 0xffff_ffff } else { stored(ty, u64::MAX) };
        // Half of an eight-byte value would fit.
        let beyond = if ty.is_wide() { 0 } else { 4 };
        let program = format!(
            "constant %4: u32 = 8
constant %5: u32 = 12
constant %6: {name} = {ones:#x}
code
%7: {name} = load {name} buffer.0[%5 + 4]
store {name} buffer.1[%4] %7
store {name} buffer.1[%5 + {beyond}] %6
"
        );
        assert_eq!(results(1, &program, &[u64::MAX; 2], 2), [0; 2], "{ty:?}");
    }
}

#[test]
fn copies_go_by_the_alignment_of_their_addresses() {
    for (from, into, size) in [(0, 0, 16), (3, 8, 7), (2, 6, 6), (4, 1, 5), (5, 5, 1), (6, 4, 8)] {
        for address in ["invocation[%0", "workgroup[%4"] {
            let local = format!("{address} + {into}]");
            let program = format!(
                "invocation_bytes 32
workgroup_bytes 64
code
%4: u32 = index stride=32 %0, %2, %1
copy buffer.0[%4 + {from}] to {local} run offset=1 size={size} count=1 stride=0
copy {local} to buffer.1[%4 + {from}] run offset=1 size=1 count={size} stride=1
"
            );
            let bytes: Vec<u8> = (1..=64).collect();
            let source: Vec<u64> = bytes.chunks(8).map(|bytes| number_at(bytes, 0, 8)).collect();
            let is_copied = |at: usize| (from + 1..=from + size).contains(&(at % 32));
            let expected: Vec<u8> = (0..64).map(|at| if is_copied(at) { bytes[at] } else { 0 }).collect();
            let found = bytes_of(&results(2, &program, &source, 8));
            assert_eq!(found, expected, "{size} bytes from {from} to {into}");
        }
    }
}

#[test]
fn just_so_many_bytes_are_cleared() {
    for (start, size) in [(0, 4), (1, 1), (2, 6), (3, 7), (4, 8)] {
        let program = format!(
            "code
%4: u32 = index stride=16 %0, %2, %1
%5: u64 = load u64 buffer.0[%4]
store u64 buffer.1[%4] %5
%6: u64 = load u64 buffer.0[%4 + 8]
store u64 buffer.1[%4 + 8] %6
clear size={size} buffer.1[%4 + {start}]
"
        );
        let is_cleared = |at: usize| (start..start + size).contains(&(at % 16));
        let expected: Vec<u8> = (0..32).map(|at| if is_cleared(at) { 0 } else { 0xff }).collect();
        let found = bytes_of(&results(2, &program, &[u64::MAX; 4], 4));
        assert_eq!(found, expected, "{size} bytes from {start}");
    }
}
