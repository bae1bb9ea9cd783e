//! Loads and stores of each width in each kind of memory, copies and clearing.

use crate::code::{SINK, SOURCE};
use crate::{Code, NUMBERS, number_at, run, stored};
use shader_ir::{Copy, Instruction, Location, Memory, Run, Type};
use shader_numeric::Operation;

const LANES: u32 = 5;

/// Sixteen bytes for each invocation; some have all high bits set.
fn source() -> Vec<u8> {
    (0..LANES * 16).map(|at| (at * 37 + 129) as u8).collect()
}

#[test]
fn values_survive_each_memory() {
    for ty in NUMBERS {
        for memory in [Memory::Invocation, Memory::Workgroup, SINK] {
            let size = ty.size();
            let mut code = Code::new(LANES);
            code.program.invocation_bytes = 64;
            code.program.workgroup_bytes = LANES * 16;
            let own = code.lane_times(16);
            let dense = code.lane_times(size);
            let place = if memory == Memory::Invocation { code.constant(Type::U32, 16) } else { own };
            // Two neighbours, which must not change each other.
            for (number, from) in [(1, 0), (0, 8)] {
                let value = code.load(ty, SOURCE, own, from);
                code.store(value, memory, place, number * size);
            }
            for number in 0..2 {
                let value = code.load(ty, memory, place, number * size);
                code.store(value, SINK, dense, LANES * (16 + number * size));
            }
            let source = source();
            let found = run(&code.program, &source, (LANES * 32) as usize);
            for lane in 0..LANES {
                for (number, from) in [(1, 0), (0, 8)] {
                    let expected = number_at(&source, (lane * 16 + from) as usize, size);
                    let at = LANES * (16 + number * size) + lane * size;
                    assert_eq!(number_at(&found, at as usize, size), expected, "{ty:?} in {memory:?}");
                }
            }
        }
    }
}

#[test]
fn one_address_for_all_invocations() {
    for ty in NUMBERS {
        let mut code = Code::new(LANES);
        code.program.constant_words = vec![0x8081_8283, 0xf4f5_f6f7, 0x1011_1213];
        let at = code.constant(Type::U32, 0);
        let own = code.lane_times(8);
        for (memory, offset) in [(Memory::Constant, 0), (SOURCE, LANES * 8)] {
            let value = code.load(ty, memory, at, 0);
            code.store(value, SINK, own, offset);
        }
        let source = 0xfedc_ba98_8786_8584u64.to_le_bytes();
        let found = run(&code.program, &source, (LANES * 16) as usize);
        for lane in 0..LANES as usize {
            let constant = stored(ty, 0xf4f5_f6f7_8081_8283);
            assert_eq!(number_at(&found, lane * 8, ty.size()), constant, "{ty:?}");
            let in_buffer = number_at(&found, (LANES as usize + lane) * 8, ty.size());
            assert_eq!(in_buffer, stored(ty, 0xfedc_ba98_8786_8584), "{ty:?}");
        }
    }
}

#[test]
fn narrow_integers_are_extended_when_they_are_loaded() {
    for ty in [Type::I8, Type::I16, Type::U8, Type::U16] {
        let mut code = Code::new(1);
        let at = code.constant(Type::U32, 0);
        let value = code.load(ty, SOURCE, at, 0);
        let zero = code.constant(ty, 0);
        // With the wrong extension, the comparison would have another result.
        let is_negative = code.scalar(Operation::Less, ty, Type::Bool, &[value, zero]);
        let wide = code.convert(ty, Type::I64, value);
        code.store(wide, SINK, at, 0);
        code.store(is_negative, SINK, at, 8);
        let found = run(&code.program, &[0xfe, 0xff, 0xff, 0xff], 12);
        let expected = if ty.is_signed() { -2 } else { i128::from(stored(ty, u64::MAX)) - 1 };
        let found = (number_at(&found, 0, 8) as i64, found[8]);
        assert_eq!((i128::from(found.0), found.1 == 1), (expected, ty.is_signed()), "{ty:?}");
    }
}

#[test]
fn beyond_the_end_there_is_nothing() {
    for ty in NUMBERS {
        let mut code = Code::new(1);
        let [inside, last] = [8, 12].map(|at| code.constant(Type::U32, at));
        let value = code.load(ty, SOURCE, last, 4);
        code.store(value, SINK, inside, 0);
        let ones = code
            .constant(ty, if ty.is_signed() && !ty.is_wide() { 0xffff_ffff } else { stored(ty, u64::MAX) });
        // Half of an eight-byte value would fit.
        code.store(ones, SINK, last, if ty.is_wide() { 0 } else { 4 });
        let found = run(&code.program, &[0xff; 16], 16);
        assert_eq!(found, [0; 16], "{ty:?}");
    }
}

#[test]
fn copies_go_by_the_alignment_of_their_addresses() {
    for (from, into, size) in [(0, 0, 16), (3, 8, 7), (2, 6, 6), (4, 1, 5), (5, 5, 1), (6, 4, 8)] {
        for memory in [Memory::Invocation, Memory::Workgroup] {
            let mut code = Code::new(2);
            code.program.invocation_bytes = 32;
            code.program.workgroup_bytes = 64;
            let own = code.lane_times(32);
            let local = if memory == Memory::Invocation { code.constant(Type::U32, 0) } else { own };
            let at = |memory, address, offset| Location { memory, address, offset };
            let run_of = |size, count, stride| Run { offset: 1, size, count, stride };
            let (there, back) = (at(memory, local, into), at(SINK, own, from));
            code.program.copies = vec![
                Copy { from: at(SOURCE, own, from), into: there, runs: vec![run_of(size, 1, 0)] },
                Copy { from: there, into: back, runs: vec![run_of(1, size, 1)] },
            ];
            code.emit(Instruction::Copy(0));
            code.emit(Instruction::Copy(1));
            let source: Vec<u8> = (1..=64).collect();
            let mut expected = vec![0; 64];
            for start in [0, 32] {
                let bytes = start + from as usize + 1..start + (from + size) as usize + 1;
                expected[bytes.clone()].copy_from_slice(&source[bytes]);
            }
            assert_eq!(run(&code.program, &source, 64), expected, "{size} bytes from {from} to {into}");
        }
    }
}

#[test]
fn just_so_many_bytes_are_cleared() {
    for (start, size) in [(0, 4), (1, 1), (2, 6), (3, 7), (4, 8)] {
        let mut code = Code::new(2);
        let own = code.lane_times(16);
        for at in (0..16).step_by(8) {
            let value = code.load(Type::U64, SOURCE, own, at);
            code.store(value, SINK, own, at);
        }
        let into = Location { memory: SINK, address: own, offset: start };
        code.emit(Instruction::Clear { into, size });
        let mut expected = vec![0xff; 32];
        for lane in [0, 16] {
            expected[lane + start as usize..lane + (start + size) as usize].fill(0);
        }
        assert_eq!(run(&code.program, &[0xff; 32], 32), expected, "{size} bytes from {start}");
    }
}
