//! The registers that instructions read and write.

use super::{Instruction, LevelSource, Program, Register, TextureCall};

impl Program {
    /// Calls a function with the registers that an instruction writes.
    pub fn each_target(&self, instruction: &Instruction, mut found: impl FnMut(Register)) {
        match instruction {
            Instruction::Scalar { to, .. }
            | Instruction::Convert { to, .. }
            | Instruction::Reinterpret { to, .. }
            | Instruction::Select { to, .. }
            | Instruction::Set { to, .. }
            | Instruction::Input { to, .. }
            | Instruction::Index { to, .. }
            | Instruction::Load { to, .. }
            | Instruction::Atomic { to, .. }
            | Instruction::Group { to, .. } => found(*to),
            Instruction::Call(index) => {
                self.calls
                    .get(*index as usize)
                    .iter()
                    .flat_map(|call| &call.results)
                    .for_each(|it| found(*it));
            }
            Instruction::CompareExchange(index) => {
                if let Some(exchange) = self.exchanges.get(*index as usize) {
                    found(exchange.old_value);
                    found(exchange.exchanged);
                }
            }
            Instruction::Texture(index) => {
                let call = self.texture_calls.get(*index as usize);
                call.iter().flat_map(|call| &call.results).for_each(|it| found(*it));
            }
            _ => {}
        }
    }

    /// Calls a function with the registers that an instruction reads.
    pub fn each_operand(&self, instruction: &Instruction, mut found: impl FnMut(Register)) {
        match instruction {
            Instruction::Scalar { operands, .. } => operands.iter().for_each(|it| found(*it)),
            Instruction::Convert { value, .. }
            | Instruction::Reinterpret { value, .. }
            | Instruction::Set { value, .. }
            | Instruction::Output { value, .. } => found(*value),
            Instruction::Select { condition, accept, reject, .. } => {
                for register in [condition, accept, reject] {
                    found(*register);
                }
            }
            Instruction::Index { base, index, count, .. } => {
                for register in [base, index, count] {
                    found(*register);
                }
            }
            Instruction::Load { from, .. } => found(from.address),
            Instruction::Store { value, into, .. } => {
                found(*value);
                found(into.address);
            }
            Instruction::Clear { into, .. } => found(into.address),
            Instruction::Touch { at, .. } => found(at.address),
            Instruction::Atomic { value, at, .. } => {
                found(*value);
                found(at.address);
            }
            Instruction::Group { value, other, .. } => {
                found(*value);
                found(*other);
            }
            Instruction::If { condition } | Instruction::BreakIf { condition, .. } => found(*condition),
            Instruction::Copy(index) => {
                if let Some(copy) = self.copies.get(*index as usize) {
                    found(copy.from.address);
                    found(copy.into.address);
                }
            }
            Instruction::Call(index) => {
                if let Some(call) = self.calls.get(*index as usize) {
                    call.arguments.iter().flat_map(|(_, _, registers)| registers).for_each(|it| found(*it));
                }
            }
            Instruction::CompareExchange(index) => {
                if let Some(exchange) = self.exchanges.get(*index as usize) {
                    for register in [exchange.at.address, exchange.comparator, exchange.value] {
                        found(register);
                    }
                }
            }
            Instruction::Texture(index) => {
                if let Some(call) = self.texture_calls.get(*index as usize) {
                    call.each_operand(found);
                }
            }
            Instruction::Input { .. }
            | Instruction::Barrier(_)
            | Instruction::Discard
            | Instruction::Else
            | Instruction::Block
            | Instruction::Loop
            | Instruction::End
            | Instruction::Break { .. } => {}
        }
    }
}

impl TextureCall {
    /// Calls a function with the registers that the operation reads.
    pub fn each_operand(&self, mut found: impl FnMut(Register)) {
        let level: &[&[Register]] = match &self.level {
            LevelSource::Base | LevelSource::Implicit(None) => &[],
            LevelSource::Explicit(level) | LevelSource::Implicit(Some(level)) => {
                &[core::slice::from_ref(level)]
            }
            LevelSource::Gradients(x, y) => &[x, y],
        };
        let single = [self.array_index, self.depth_reference, self.sample_index];
        self.coordinates
            .iter()
            .chain(&self.value)
            .chain(single.iter().flatten())
            .chain(level.iter().copied().flatten())
            .for_each(|it| found(*it));
    }
}
