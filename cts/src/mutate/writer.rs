//! A program that is written anew, step by step, with other steps in some places.

use shader_ir::{Call, Copy, Exchange, Flow, Instruction, Precision, Program, Register, TextureCall, Type};
use shader_numeric::Operation;
use shader_source::Span;

/// A program in the making. Registers of the given program keep their numbers.
pub(super) struct Writer<'a> {
    /// The program that is rewritten.
    pub(super) given: &'a Program,
    program: Program,
    /// The place in the source of the next steps.
    span: Span,
    /// The constructs that are open: whether a break can leave each.
    open: Vec<bool>,
}

impl<'a> Writer<'a> {
    /// The given program without its steps.
    pub(super) fn new(given: &'a Program) -> Self {
        let mut program = Program { registers: given.registers.clone(), ..given.clone() };
        program.code.clear();
        program.spans.clear();
        program.calls.clear();
        program.copies.clear();
        program.exchanges.clear();
        program.texture_calls.clear();
        program.probes.clear();
        Self { given, program, span: Span::default(), open: Vec::new() }
    }

    /// Continues at the place of a step.
    pub(super) fn at(&mut self, span: Span) {
        self.span = span;
    }

    pub(super) fn finish(self) -> Program {
        self.program
    }

    pub(super) fn ty(&self, register: Register) -> Type {
        self.program.registers[register.index()]
    }

    pub(super) fn register(&mut self, ty: Type) -> Register {
        let register = Register(self.program.registers.len() as u32);
        self.program.registers.push(ty);
        register
    }

    pub(super) fn constant(&mut self, ty: Type, bits: u64) -> Register {
        let register = self.register(ty);
        self.program.constants.push((register, bits));
        register
    }

    /// Appends a step that refers to no list.
    pub(super) fn emit(&mut self, instruction: Instruction) {
        match instruction.flow() {
            Flow::If { .. } | Flow::Loop => self.open.push(false),
            Flow::Block => self.open.push(true),
            Flow::End => drop(self.open.pop()),
            Flow::Next | Flow::Else | Flow::Break { .. } | Flow::BreakIf { .. } => {}
        }
        self.program.code.push(instruction);
        self.program.spans.push(self.span);
    }

    /// The levels of the blocks around the next step, the innermost first.
    pub(super) fn blocks(&self) -> Vec<u32> {
        let levels = (0u32..).zip(self.open.iter().rev());
        levels.filter(|(_, is_block)| **is_block).map(|(level, _)| level).collect()
    }

    /// Whether a variable has a value already.
    pub(super) fn is_set(&self, variable: Register) -> bool {
        self.program.code.iter().any(|step| matches!(step, Instruction::Set { to, .. } if *to == variable))
    }

    /// Appends a step of the given program.
    pub(super) fn keep(&mut self, instruction: &Instruction) {
        let given = self.given;
        if let Instruction::Call(index) = *instruction {
            self.call(given.calls[index as usize].clone());
        } else if let Instruction::Copy(index) = *instruction {
            self.copy(given.copies[index as usize].clone());
        } else if let Instruction::CompareExchange(index) = *instruction {
            self.exchange(given.exchanges[index as usize]);
        } else if let Instruction::Texture(index) = *instruction {
            self.texture(given.texture_calls[index as usize].clone());
        } else if let Instruction::Probe(index) = *instruction {
            self.emit(Instruction::Probe(self.program.probes.len() as u32));
            self.program.probes.push(given.probes[index as usize].clone());
        } else {
            self.emit(*instruction);
        }
    }

    pub(super) fn call(&mut self, call: Call) {
        self.emit(Instruction::Call(self.program.calls.len() as u32));
        self.program.calls.push(call);
    }

    pub(super) fn copy(&mut self, copy: Copy) {
        self.emit(Instruction::Copy(self.program.copies.len() as u32));
        self.program.copies.push(copy);
    }

    pub(super) fn exchange(&mut self, exchange: Exchange) {
        self.emit(Instruction::CompareExchange(self.program.exchanges.len() as u32));
        self.program.exchanges.push(exchange);
    }

    pub(super) fn texture(&mut self, call: TextureCall) {
        self.emit(Instruction::Texture(self.program.texture_calls.len() as u32));
        self.program.texture_calls.push(call);
    }

    /// Gives a register the value of another one of its size.
    pub(super) fn copy_value(&mut self, to: Register, value: Register) {
        self.emit(Instruction::Reinterpret { to, value });
    }

    /// The result of an operation on scalars.
    pub(super) fn scalar(&mut self, operation: Operation, operands: &[Register]) -> Register {
        let ty = self.ty(operands[0]);
        let result = operation.scalar_types(ty).map_or(ty, |types| types.result);
        let to = self.register(result);
        let operands = [0, 1, 2].map(|index| operands.get(index).copied().unwrap_or(operands[0]));
        self.emit(Instruction::Scalar { operation, ty, precision: Precision::Default, to, operands });
        to
    }
}
