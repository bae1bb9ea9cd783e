//! What must hold of every program, checked in tests after each pass.

use super::{Input, Instruction, Program, Register, StageValue, Type};

/// Checks that constructs are closed, breaks lead somewhere, registers exist, are written before they are read, once
/// unless they are variables, and that operands have the types that instructions ask for.
///
/// # Errors
/// What is wrong, and with which step.
pub fn verify(program: &Program) -> Result<(), String> {
    let mut state =
        State { program, written: vec![Written::Never; program.registers.len()], open: Vec::new() };
    for (register, _) in &program.constants {
        state.write(*register, false)?;
    }
    for (index, instruction) in program.code.iter().enumerate() {
        state.step(instruction).map_err(|problem| format!("step {index}: {problem}: {instruction:?}"))?;
    }
    if program.spans.len() != program.code.len() {
        return Err("there is not one place for each step".to_owned());
    }
    if state.open.is_empty() { Ok(()) } else { Err("a construct is not closed".to_owned()) }
}

#[derive(Clone, Copy, PartialEq)]
enum Written {
    Never,
    Once,
    Variable,
}

struct State<'a> {
    program: &'a Program,
    written: Vec<Written>,
    /// The constructs that are open; whether each may have an else.
    open: Vec<bool>,
}

impl State<'_> {
    fn step(&mut self, instruction: &Instruction) -> Result<(), String> {
        let mut operands = Vec::new();
        self.program.each_operand(instruction, |register| operands.push(register));
        for register in operands {
            match self.written.get(register.index()) {
                Some(Written::Never) => return Err(format!("%{} is read before it is written", register.0)),
                Some(_) => {}
                None => return Err(format!("there is no %{}", register.0)),
            }
        }
        self.types(instruction)?;
        let mut targets = Vec::new();
        self.program.each_target(instruction, |register| targets.push(register));
        for register in targets {
            self.write(register, matches!(instruction, Instruction::Set { .. }))?;
        }
        match instruction {
            Instruction::If { .. } => self.open.push(true),
            Instruction::Block | Instruction::Loop => self.open.push(false),
            Instruction::Else => match self.open.last_mut() {
                Some(open) if *open => *open = false,
                _ => return Err("there is no if for this else".to_owned()),
            },
            Instruction::End => {
                self.open.pop().ok_or_else(|| "nothing is open".to_owned())?;
            }
            Instruction::Break { levels } | Instruction::BreakIf { levels, .. }
                if *levels as usize >= self.open.len() =>
            {
                return Err("it leads out of everything".to_owned());
            }
            _ => {}
        }
        Ok(())
    }

    fn write(&mut self, register: Register, sets: bool) -> Result<(), String> {
        let written =
            self.written.get_mut(register.index()).ok_or_else(|| format!("there is no %{}", register.0))?;
        match (*written, sets) {
            (Written::Never, false) => *written = Written::Once,
            (Written::Never | Written::Variable, true) => *written = Written::Variable,
            _ => return Err(format!("%{} is written twice", register.0)),
        }
        Ok(())
    }

    fn ty(&self, register: Register) -> Type {
        self.program.registers.get(register.index()).copied().unwrap_or(Type::Bool)
    }

    fn expect(&self, register: Register, ty: Type) -> Result<(), String> {
        if self.ty(register) == ty {
            return Ok(());
        }
        Err(format!("%{} is {}, not {}", register.0, self.ty(register).name(), ty.name()))
    }

    /// A register that holds a value of a stage.
    fn expect_stage(&self, register: Register, values: &[StageValue], index: u16) -> Result<(), String> {
        match values.get(usize::from(index)) {
            Some(value) => self.expect(register, value.ty),
            None => Err("the stage has no such value".to_owned()),
        }
    }

    fn types(&self, instruction: &Instruction) -> Result<(), String> {
        match instruction {
            Instruction::Input { to, input: Input::Stage(index) } => {
                self.expect_stage(*to, &self.program.stage_inputs, *index)
            }
            Instruction::Output { index, value } => {
                self.expect_stage(*value, &self.program.stage_outputs, *index)
            }
            Instruction::Scalar { ty, operands, .. } => self.expect(operands[0], *ty),
            Instruction::Convert { from, into, to, value } => {
                self.expect(*value, *from)?;
                self.expect(*to, *into)
            }
            Instruction::Reinterpret { to, value } if self.ty(*to).size() != self.ty(*value).size() => {
                Err("the sizes differ".to_owned())
            }
            Instruction::Set { to, value } => self.expect(*value, self.ty(*to)),
            Instruction::Select { to, condition, accept, reject } => {
                self.expect(*condition, Type::Bool)?;
                self.expect(*accept, self.ty(*to))?;
                self.expect(*reject, self.ty(*to))
            }
            Instruction::If { condition } | Instruction::BreakIf { condition, .. } => {
                self.expect(*condition, Type::Bool)
            }
            Instruction::Index { to, base, index, count, .. } => {
                [to, base, index, count].iter().try_for_each(|register| self.expect(**register, Type::U32))
            }
            Instruction::Load { ty, to, from } => {
                self.expect(*to, *ty)?;
                self.expect(from.address, Type::U32)
            }
            Instruction::Store { ty, value, into } => {
                self.expect(*value, *ty)?;
                self.expect(into.address, Type::U32)
            }
            Instruction::Atomic { ty, to, value, at, .. } => {
                self.expect(*to, *ty)?;
                self.expect(*value, *ty)?;
                self.expect(at.address, Type::U32)
            }
            _ => Ok(()),
        }
    }
}

#[cfg(test)]
mod tests {
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
            (
                vec![I::Select { to: r(2), condition: r(1), accept: r(1), reject: r(1) }],
                "%1 is u32, not bool",
            ),
            (vec![index(4)], "%0 is bool, not u32"),
            (vec![I::Load { ty: Type::F32, to: r(2), from: at(1) }], "%2 is u32, not f32"),
            (vec![I::Load { ty: Type::U32, to: r(2), from: at(0) }], "%0 is bool, not u32"),
            (vec![I::Store { ty: Type::F32, value: r(1), into: at(1) }], "%1 is u32, not f32"),
            (
                vec![I::Scalar { kernel: Kernel::Add, ty: Type::F32, to: r(3), operands: [r(1); 3] }],
                "%1 is u32, not f32",
            ),
            (
                vec![I::Convert { from: Type::U32, into: Type::F32, to: r(2), value: r(1) }],
                "%2 is u32, not f32",
            ),
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
}
