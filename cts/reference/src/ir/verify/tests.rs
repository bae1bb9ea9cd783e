//! Programs with a mistake each.

use super::verify;
use crate::ir::{Instruction as I, Location, Memory, Program, Register, Type};
use wgsl_spec::Kernel;
use wgsl_validator::source::Span;

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
        I::Scalar { kernel: Kernel::Less, ty: Type::U32, to: r(4), operands: [r(2), r(1), r(2)] },
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
            vec![I::Scalar { kernel: Kernel::Add, ty: Type::F32, to: r(3), operands: [r(1); 3] }],
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
