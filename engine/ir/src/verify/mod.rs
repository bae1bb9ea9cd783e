//! What must hold of every program, checked in tests after each pass.

mod operands;
#[cfg(test)]
mod tests;

use super::{Instruction, Program, Register};

/// Checks that constructs are closed, breaks lead somewhere, registers exist, are written before they are read, once
/// unless they are variables, and that operands and results have the types that instructions ask for.
///
/// # Errors
/// What is wrong, and with which step.
pub fn verify(program: &Program) -> Result<(), String> {
    let mut state =
        State { program, written: vec![Written::Never; program.registers.len()], open: Vec::new() };
    state.stage_values()?;
    for (register, bits) in &program.constants {
        state.write(*register, false)?;
        state.constant(*register, *bits)?;
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
}
