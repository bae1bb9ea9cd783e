//! The code of a program that is being made, for the lowerings of languages.

use crate::{Copy, Input, Instruction, Program, Register, Type};
use core::fmt;
use rustc_hash::FxHashMap;
use shader_source::{Span, steps};

/// Why a program can't be lowered.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Unsupported {
    /// Where.
    pub span: Span,
    /// The unsupported feature, in a sentence without a full stop.
    pub message: String,
}

impl fmt::Display for Unsupported {
    fn fmt(&self, output: &mut fmt::Formatter<'_>) -> fmt::Result {
        output.write_str(&self.message)
    }
}

impl core::error::Error for Unsupported {}

/// The content of a register, as far as it is known.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Content {
    /// A value that is computed.
    Value,
    /// The value of a variable, which changes.
    Variable,
    /// These bits.
    Constant(u64),
}

/// How far a construct reaches: the number of constructs around it tells how far a break must go.
#[derive(Clone, Copy, Debug)]
pub struct Exit {
    /// The number of constructs around it.
    open: u32,
}

/// The code of a program that is being made.
#[derive(Debug, Default)]
pub struct Code {
    /// The program so far.
    pub program: Program,
    /// The place in the source that instructions are made for.
    pub span: Span,
    /// The place that instructions are made for while they come from code that isn't the user's, such as the headers of a library.
    pub user_span: Option<Span>,
    /// Steps before all others, which are computed once, with the places that they were first made for.
    prologue: Vec<(Instruction, Span)>,
    /// Inputs and lengths that the prologue reads.
    pub inputs: FxHashMap<(Input, u32, u32), Register>,
    /// By register.
    contents: Vec<Content>,
    constants: FxHashMap<(Type, u64), Register>,
    /// The constructs around the next instruction.
    open: u32,
    /// The runs of all copies.
    runs: usize,
}

/// Registers.
impl Code {
    /// A register for a value that is computed.
    pub fn register(&mut self, ty: Type) -> Register {
        self.add_register(ty, Content::Value)
    }

    /// A register for a variable.
    pub fn variable(&mut self, ty: Type) -> Register {
        self.add_register(ty, Content::Variable)
    }

    fn add_register(&mut self, ty: Type, content: Content) -> Register {
        let register = Register(self.program.registers.len() as u32);
        self.program.registers.push(ty);
        self.contents.push(content);
        register
    }

    /// The type of a register.
    #[must_use]
    pub fn ty(&self, register: Register) -> Type {
        self.program.registers[register.index()]
    }

    /// A register with these bits.
    pub fn constant(&mut self, ty: Type, bits: u64) -> Register {
        if let Some(register) = self.constants.get(&(ty, bits)) {
            return *register;
        }
        let register = self.add_register(ty, Content::Constant(bits));
        self.constants.insert((ty, bits), register);
        self.program.constants.push((register, bits));
        register
    }

    /// A register with this `u32`.
    pub fn number(&mut self, value: u32) -> Register {
        self.constant(Type::U32, u64::from(value))
    }

    /// The value of a register that is known.
    #[must_use]
    pub fn known(&self, register: Register) -> Option<u64> {
        match self.contents[register.index()] {
            Content::Constant(bits) => Some(bits),
            Content::Value | Content::Variable => None,
        }
    }

    /// Returns true if the value of a register changes.
    #[must_use]
    pub fn is_variable(&self, register: Register) -> bool {
        self.contents[register.index()] == Content::Variable
    }

    /// Makes a value of a variable that is not assigned any more.
    pub fn freeze(&mut self, register: Register) {
        if self.is_variable(register) {
            self.contents[register.index()] = Content::Value;
        }
    }

    /// Copies of registers that change, others as they are.
    #[must_use]
    pub fn settled(&mut self, mut registers: Vec<Register>) -> Vec<Register> {
        for register in &mut registers {
            if self.is_variable(*register) {
                *register = self.copy(*register);
            }
        }
        registers
    }
}

/// Instructions.
impl Code {
    /// Appends a step.
    pub fn emit(&mut self, instruction: Instruction) {
        steps::take(1);
        self.program.code.push(instruction);
        self.program.spans.push(self.place());
    }

    /// The place in the user's source of the next instruction.
    #[must_use]
    pub fn place(&self) -> Span {
        self.user_span.unwrap_or(self.span)
    }

    /// Appends a step to those before all others.
    pub fn emit_first(&mut self, instruction: Instruction) {
        self.prologue.push((instruction, self.place()));
    }

    /// The size of the program so far.
    #[must_use]
    pub fn steps(&self) -> usize {
        self.program.code.len().saturating_add(self.runs)
    }

    /// Reads an input once, before everything else.
    pub fn input(&mut self, input: Input) -> Register {
        if let Some(register) = self.inputs.get(&(input, 0, 0)) {
            return *register;
        }
        let to = self.register(Type::U32);
        self.emit_first(Instruction::Input { to, input });
        self.inputs.insert((input, 0, 0), to);
        to
    }

    /// A register with the present value of another one.
    pub fn copy(&mut self, value: Register) -> Register {
        let to = self.register(self.ty(value));
        self.emit(Instruction::Reinterpret { to, value });
        to
    }

    /// Copies bytes of memory.
    pub fn copy_memory(&mut self, copy: Copy) {
        self.runs += copy.runs.len();
        let index = self.program.copies.len() as u32;
        self.program.copies.push(copy);
        self.emit(Instruction::Copy(index));
    }

    /// Begins a construct.
    pub fn begin(&mut self, instruction: Instruction) -> Exit {
        let exit = Exit { open: self.open };
        self.emit(instruction);
        self.open += 1;
        exit
    }

    /// Ends the innermost construct.
    pub fn end(&mut self) {
        self.emit(Instruction::End);
        self.open -= 1;
    }

    /// Leaves a construct.
    pub fn leave(&mut self, exit: Exit) {
        self.emit(Instruction::Break { levels: self.levels(exit) });
    }

    /// Leaves a construct where a condition holds, or where it does not.
    pub fn leave_if(&mut self, exit: Exit, condition: Register, holds: bool) {
        self.emit(Instruction::BreakIf { condition, holds, levels: self.levels(exit) });
    }

    const fn levels(&self, exit: Exit) -> u32 {
        self.open - 1 - exit.open
    }

    /// The program, its prologue first.
    #[must_use]
    pub fn finish(mut self) -> Program {
        let (mut code, mut spans): (Vec<_>, Vec<_>) = core::mem::take(&mut self.prologue).into_iter().unzip();
        code.append(&mut self.program.code);
        spans.append(&mut self.program.spans);
        let program = Program { code, spans, ..self.program };
        debug_assert_eq!(crate::verify(&program), Ok(()), "a program that is lowered wrongly");
        program
    }
}
