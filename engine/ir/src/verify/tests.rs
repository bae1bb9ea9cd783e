//! Programs with a mistake each.

use super::verify;
use crate::{
    AtomicOperation, Call, Copy, Exchange, GroupOperation as G, Input, Instruction as I, LevelSource,
    Location, Memory, Program, Register, Run, StagePlace, StageValue, TextureCall, TextureOperation, Type,
};
use shader_numeric::Operation;
use shader_numeric::Shape;
use shader_source::Span;

/// %0: bool and %1: u32 are constants; %2: u32, %3: f32, %4: bool and %5: u64 are free.
fn problem(code: &[I]) -> Option<String> {
    let program = Program {
        registers: vec![Type::Bool, Type::U32, Type::U32, Type::F32, Type::Bool, Type::U64],
        constants: vec![(Register(0), 1), (Register(1), 7)],
        code: code.to_vec(),
        spans: vec![Span::default(); code.len()],
        ..Program::default()
    };
    verify(&program).err()
}

fn r(index: u32) -> Register {
    Register(index)
}

fn set(to: u32, value: u32) -> I {
    I::Set { to: r(to), value: r(value) }
}

#[test]
fn a_program_without_a_mistake() {
    let condition = r(0);
    let code = [
        set(2, 1),
        I::Block,
        I::Loop,
        I::If { condition },
        set(2, 1),
        I::Else,
        I::Break { levels: 2 },
        I::End,
        I::BreakIf { condition, holds: true, levels: 1 },
        I::End,
        I::End,
        I::Scalar { operation: Operation::Less, ty: Type::U32, to: r(4), operands: [r(2), r(1), r(2)] },
    ];
    assert_eq!(problem(&code), None);
}

#[test]
fn each_mistake_is_found() {
    let condition = r(0);
    let at = |address: u32| Location { memory: Memory::Workgroup, address: r(address), offset: 0 };
    let index = |stride| I::Index { to: r(2), base: r(1), index: r(0), count: r(1), stride };
    for (code, expected) in [
        (vec![I::Reinterpret { to: r(2), value: r(3) }], "%3 is read before it is written"),
        (vec![I::Reinterpret { to: r(2), value: r(9) }], "there is no %9"),
        (vec![I::Reinterpret { to: r(9), value: r(1) }], "there is no %9"),
        (vec![I::Reinterpret { to: r(1), value: r(1) }], "%1 is written twice"),
        (vec![set(2, 1), I::Reinterpret { to: r(2), value: r(1) }], "%2 is written twice"),
        (vec![set(1, 1)], "%1 is written twice"),
        (vec![I::Reinterpret { to: r(5), value: r(1) }], "the sizes differ"),
        (vec![set(3, 1)], "%1 is u32, not f32"),
        (vec![I::If { condition: r(1) }, I::End], "%1 is u32, not bool"),
        (
            vec![I::Block, I::BreakIf { condition: r(1), holds: true, levels: 0 }, I::End],
            "%1 is u32, not bool",
        ),
        (vec![I::Select { to: r(2), condition, accept: r(0), reject: r(1) }], "%0 is bool, not u32"),
        (vec![I::Select { to: r(2), condition: r(1), accept: r(1), reject: r(1) }], "%1 is u32, not bool"),
        (vec![index(4)], "%0 is bool, not u32"),
        (vec![I::Load { ty: Type::F32, to: r(2), from: at(1) }], "%2 is u32, not f32"),
        (vec![I::Load { ty: Type::U32, to: r(2), from: at(0) }], "%0 is bool, not u32"),
        (vec![I::Store { ty: Type::F32, value: r(1), into: at(1) }], "%1 is u32, not f32"),
        (
            vec![I::Scalar { operation: Operation::Add, ty: Type::F32, to: r(3), operands: [r(1); 3] }],
            "%1 is u32, not f32",
        ),
        (vec![I::Convert { from: Type::U32, into: Type::F32, to: r(2), value: r(1) }], "%2 is u32, not f32"),
        (vec![I::Block], "a construct is not closed"),
        (vec![I::End], "nothing is open"),
        (vec![I::Block, I::Else, I::End], "there is no if for this else"),
        (vec![I::If { condition }, I::Else, I::Else, I::End], "there is no if for this else"),
        (vec![I::Break { levels: 0 }], "it leads out of everything"),
        (
            vec![I::Block, I::BreakIf { condition, holds: false, levels: 1 }, I::End],
            "it leads out of everything",
        ),
    ] {
        let problem = problem(&code).unwrap_or_default();
        assert!(problem.contains(expected), "{code:?}: {problem:?}, not {expected:?}");
    }
    let program = Program { code: vec![I::Block, I::End], ..Program::default() };
    assert_eq!(verify(&program), Err("there is not one place for each step".to_owned()));
}

const TYPES: [Type; 12] = [
    Type::Bool,
    Type::I8,
    Type::I16,
    Type::I32,
    Type::I64,
    Type::U8,
    Type::U16,
    Type::U32,
    Type::U64,
    Type::F16,
    Type::F32,
    Type::F64,
];

/// A constant of a type.
fn a(ty: Type) -> Register {
    r(ty as u32)
}

/// A register of a type that is free.
fn free(ty: Type) -> Register {
    r(TYPES.len() as u32 + ty as u32)
}

/// What is wrong with a program of one step, among registers of all types, and with these lists; nothing when it is empty.
fn problem_of(step: I, lists: Program) -> String {
    let program = Program {
        registers: [TYPES, TYPES].concat(),
        constants: TYPES.map(|ty| (a(ty), 1)).to_vec(),
        code: vec![step],
        spans: vec![Span::default()],
        ..lists
    };
    verify(&program).err().unwrap_or_default()
}

fn check(step: I, lists: Program, expected: &str) {
    let problem = problem_of(step, lists);
    assert!(
        if expected.is_empty() { problem.is_empty() } else { problem.contains(expected) },
        "{step:?}: {problem:?}, not {expected:?}"
    );
}

#[test]
fn kernels_of_scalars_have_types() {
    use Operation as K;
    use Type::{Bool, F16, F32, F64, I32, I64, U8, U32, U64};
    for (operation, ty, others, result, expected) in [
        (K::Add, I64, [I64, I64], I64, ""),
        (K::Add, I64, [U64, I64], I64, "%8 is u64, not i64"),
        (K::Add, I64, [I32, I64], I64, "%3 is i32, not i64"),
        (K::Add, I64, [I64, I64], I32, "%15 is i32, not i64"),
        (K::Add, Bool, [Bool, Bool], Bool, "Add takes no bool"),
        (K::Less, F64, [F64, F64], Bool, ""),
        (K::Less, F64, [F64, F64], F64, "%23 is f64, not bool"),
        (K::Less, Bool, [Bool, Bool], Bool, "Less takes no bool"),
        (K::Equal, Bool, [Bool, Bool], Bool, ""),
        (K::ShiftLeft, U64, [U32, U64], U64, ""),
        (K::ShiftLeft, U64, [U64, U64], U64, "%8 is u64, not u32"),
        (K::ShiftRight, F32, [U32, F32], F32, "ShiftRight takes no f32"),
        (K::ExtractBits, U8, [U32, U32], U8, ""),
        (K::ExtractBits, U8, [U32, U8], U8, "%5 is u8, not u32"),
        (K::Ldexp, F64, [I32, F64], F64, ""),
        (K::Ldexp, F64, [I64, F64], F64, "%4 is i64, not i32"),
        (K::Clamp, U8, [U8, U32], U8, "%7 is u32, not u8"),
        (K::Sin, F64, [F64, F64], F64, ""),
        (K::Sin, U64, [U64, U64], U64, "Sin takes no u64"),
        (K::Complement, F16, [F16, F16], F16, "Complement takes no f16"),
        (K::Not, U32, [U32, U32], U32, "Not takes no u32"),
        (K::LogicalAnd, Bool, [Bool, Bool], Bool, ""),
        (K::QuantizeToF16, F64, [F64, F64], F64, "QuantizeToF16 takes no f64"),
        (K::Dot, F32, [F32, F32], F32, "Dot takes no f32"),
    ] {
        let operands = [a(ty), a(others[0]), a(others[1])];
        check(I::Scalar { operation, ty, to: free(result), operands }, Program::default(), expected);
    }
}

#[test]
fn groups_have_types() {
    use Type::{Bool, F32, F64, I32, I64, U32, U64};
    for (operation, ty, result, other, expected) in [
        (G::Add, F64, F64, F64, ""),
        (G::Add, F64, F32, F64, "%22 is f32, not f64"),
        (G::Add, Bool, Bool, Bool, "Add takes no bool"),
        (G::And, F32, F32, F32, "And takes no f32"),
        (G::Max, U64, U64, U64, ""),
        (G::Any, Bool, Bool, Bool, ""),
        (G::Any, U32, Bool, U32, "Any takes no u32"),
        (G::All, Bool, U32, Bool, "%19 is u32, not bool"),
        (G::Ballot(1), Bool, U32, Bool, ""),
        (G::Ballot(1), Bool, Bool, Bool, "%12 is bool, not u32"),
        (G::Elect, I64, Bool, I64, ""),
        (G::Shuffle, I64, I64, I32, ""),
        (G::Shuffle, I64, I64, I64, "%4 is i64, not u32 or i32"),
        (G::QuadSwapX, I64, I64, I64, ""),
        (G::DerivativeX { fine: true }, U32, U32, U32, "takes no u32"),
    ] {
        let step = I::Group { operation, ty, to: free(result), value: a(ty), other: a(other) };
        check(step, Program::default(), expected);
    }
}

#[test]
fn atomic_operations_have_types() {
    use Type::{Bool, F32, I16, I64, U32, U64};
    let at = |address| Location { memory: Memory::Workgroup, address: a(address), offset: 0 };
    for (ty, address, result, expected) in [
        (U64, U32, U64, ""),
        (U64, U32, U32, "%19 is u32, not u64"),
        (U64, U64, U64, "%8 is u64, not u32"),
        (F32, U32, F32, "there are no atomic operations on f32"),
        (I16, U32, I16, "there are no atomic operations on i16"),
    ] {
        let operation = AtomicOperation::Add;
        let step = I::Atomic { operation, ty, to: free(result), value: a(ty), at: at(address) };
        check(step, Program::default(), expected);
    }
    for (comparator, value, result, expected) in [
        (I64, I64, Bool, ""),
        (U64, I64, Bool, "%8 is u64, not i64"),
        (I64, U64, Bool, "%8 is u64, not i64"),
        (I64, I64, U32, "%19 is u32, not bool"),
    ] {
        let (old_value, exchanged) = (free(I64), free(result));
        let (comparator, value) = (a(comparator), a(value));
        let exchange = Exchange { at: at(U32), comparator, value, old_value, exchanged };
        let lists = Program { exchanges: vec![exchange], ..Program::default() };
        check(I::CompareExchange(0), lists, expected);
    }
}

#[test]
fn accesses_have_addresses_and_bytes() {
    let at = |address| Location { memory: Memory::Workgroup, address: a(address), offset: 0 };
    let (right, wrong) = (at(Type::U32), at(Type::I32));
    let refused = "%3 is i32, not u32";
    check(I::Clear { into: wrong, size: 4 }, Program::default(), refused);
    check(I::Touch { at: wrong, size: 4 }, Program::default(), refused);
    let run = |size, count, stride| Run { offset: 0, size, count, stride };
    for (from, into, run, expected) in [
        (right, right, run(3, 2, 3), ""),
        (wrong, right, run(3, 2, 3), refused),
        (right, wrong, run(3, 2, 3), refused),
        (right, right, run(0, 1, 0), "a run has no bytes"),
        (right, right, run(4, 2, 3), "a run overlaps with itself"),
    ] {
        let copies = vec![Copy { from, into, runs: vec![run] }];
        check(I::Copy(0), Program { copies, ..Program::default() }, expected);
    }
    check(I::Copy(0), Program::default(), "there is nothing with index 0");
}

#[test]
fn calls_have_types() {
    use Type::{F32, F64, I64};
    for (ty, arguments, result, expected) in [
        (F64, [F64, F64], F64, ""),
        (I64, [I64, I64], I64, ""),
        (F32, [F32, F64], F32, "%11 is f64, not f32"),
        (F32, [F32, F32], F64, "%23 is f64, not f32"),
    ] {
        let argument = (ty, Shape::Vector(2), arguments.map(a).to_vec());
        let call = Call {
            operation: Operation::Dot,
            arguments: vec![argument.clone(), argument],
            result_type: ty,
            result_shape: Shape::Scalar,
            results: vec![free(result)],
        };
        let calls = vec![call.clone()];
        check(I::Call(0), Program { calls, ..Program::default() }, expected);
        let calls = vec![Call { arguments: vec![(ty, Shape::Vector(3), vec![a(result)])], ..call }];
        check(I::Call(0), Program { calls, ..Program::default() }, "as many registers as its shape");
    }
}

#[test]
fn textures_have_types() {
    use TextureOperation::{Dimensions, Gather, Load, Sample, Store};
    use Type::{F16, F32, F64, I32, I64, U32};
    let call = |operation, coordinate, level, results: &[Type]| TextureCall {
        operation,
        texture: 0,
        sampler: None,
        coordinates: vec![a(coordinate)],
        array_index: None,
        level,
        offset: [0; 3],
        depth_reference: None,
        component: None,
        clamps_to_edge: false,
        sample_index: None,
        value: Vec::new(),
        results: results.iter().map(|ty| free(*ty)).collect(),
    };
    let plain = |operation, coordinate, result| call(operation, coordinate, LevelSource::Base, &[result]);
    let level = |operation, level| call(operation, F32, level, &[F32]);
    for (call, expected) in [
        (plain(Load, I32, F32), ""),
        (plain(Load, F32, F32), "%10 is f32, not u32 or i32"),
        (plain(Load, I64, F32), "%4 is i64, not u32 or i32"),
        (plain(Load, U32, F64), "%23 is f64, not f32 or u32 or i32"),
        (plain(Load, U32, F16), "%21 is f16, not f32 or u32 or i32"),
        (call(Load, U32, LevelSource::Base, &[F32, U32]), "%19 is u32, not f32"),
        (plain(Dimensions, U32, F32), "%22 is f32, not u32"),
        (plain(Sample, F64, F32), "%11 is f64, not f32"),
        (plain(Gather, I32, F32), "%3 is i32, not f32"),
        (level(Sample, LevelSource::Explicit(a(F64))), "%11 is f64, not f32"),
        (level(Sample, LevelSource::Implicit(Some(a(I32)))), "%3 is i32, not f32"),
        (level(Sample, LevelSource::Gradients(vec![a(F32)], vec![a(I32)])), "%3 is i32, not f32"),
        (
            TextureCall { level: LevelSource::Explicit(a(F32)), ..plain(Load, I32, F32) },
            "%10 is f32, not u32",
        ),
        (TextureCall { value: vec![a(F64)], ..plain(Store, I32, F32) }, "%11 is f64, not f32"),
        (TextureCall { array_index: Some(a(F32)), ..plain(Load, I32, F32) }, "%10 is f32, not u32"),
        (TextureCall { sample_index: Some(a(I64)), ..plain(Load, I32, F32) }, "%4 is i64, not u32"),
        (TextureCall { depth_reference: Some(a(F64)), ..plain(Sample, F32, F32) }, "%11 is f64, not f32"),
    ] {
        let texture_calls = vec![call];
        check(I::Texture(0), Program { texture_calls, ..Program::default() }, expected);
    }
}

#[test]
fn inputs_and_outputs_have_types() {
    let value = |ty| {
        let place = StagePlace::Location { location: 0, blend_src: 0 };
        vec![StageValue { place, component: 0, ty, interpolation: None }]
    };
    let input = |ty, input| I::Input { to: free(ty), input };
    let stage = Input::Stage(0);
    let inputs = |ty| Program { stage_inputs: value(ty), ..Program::default() };
    check(input(Type::F16, stage), inputs(Type::F16), "");
    check(input(Type::F16, stage), inputs(Type::F32), "%21 is f16, not f32");
    check(input(Type::F64, stage), inputs(Type::F64), "stages hand on no f64");
    check(input(Type::F16, Input::Stage(1)), inputs(Type::F16), "the stage has no such value");
    check(input(Type::U64, Input::WorkgroupIndex), Program::default(), "%20 is u64, not u32");
    let outputs = Program { stage_outputs: value(Type::I64), ..Program::default() };
    check(I::Output { index: 0, value: a(Type::I64) }, outputs, "stages hand on no i64");
    let outputs = Program { stage_outputs: value(Type::I32), ..Program::default() };
    check(I::Output { index: 0, value: a(Type::I64) }, outputs, "%4 is i64, not i32");
}

#[test]
fn constants_are_values_of_their_types() {
    for (ty, bits, is_value) in [
        (Type::Bool, 2, false),
        (Type::I8, 0x80, false),
        (Type::I8, 0xffff_ff80, true),
        (Type::I16, 0xffff_ffff, true),
        (Type::I16, 0xffff, false),
        (Type::U8, 0x100, false),
        (Type::U16, 0xffff, true),
        (Type::F16, 0x1_0000, false),
        (Type::U32, 1 << 32, false),
        (Type::U64, u64::MAX, true),
    ] {
        let (registers, constants) = (vec![ty], vec![(r(0), bits)]);
        let outcome = verify(&Program { registers, constants, ..Program::default() });
        assert_eq!(outcome.is_ok(), is_value, "{bits:#x} as {ty:?}: {outcome:?}");
    }
}
