//! A program made ready to run: where control goes, which registers hold one value for all invocations of a workgroup, and
//! which registers share a plane.

use crate::ir::{Instruction, Program, Register, Type};

/// A program made ready to run. Registers are planes from here on.
#[derive(Debug)]
pub(crate) struct Plan {
    pub(super) program: Program,
    /// By step: for `Else`, the `End` of its construct; for others, the `Else` or `End` of the innermost construct around.
    pub(super) targets: Vec<u32>,
    /// By step that opens a construct: the `Else` or `End` that ends its first branch.
    pub(super) branches: Vec<u32>,
    /// By `End`: which construct it closes.
    pub(super) closes: Vec<Closes>,
    /// By plane: whether it holds one value for all lanes.
    pub(super) is_uniform: Vec<bool>,
    /// Whether the result depends on the order in which workgroups run.
    pub(super) needs_order: bool,
}

/// What an `End` closes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Closes {
    Nothing,
    If,
    Block,
    /// With the step that opens it.
    Loop(u32),
}

impl Plan {
    pub(crate) fn new(program: Program) -> Self {
        let Control { targets, branches, closes } = Control::of(&program);
        let mut is_uniform = vec![false; program.registers.len()];
        for (register, _) in &program.constants {
            is_uniform[register.index()] = true;
        }
        let needs_order = needs_order(&program);
        Self { program, targets, branches, closes, is_uniform, needs_order }
    }
}

impl Plan {
    pub(super) fn ty(&self, register: Register) -> Type {
        self.program.registers.get(register.index()).copied().unwrap_or(Type::U32)
    }
}

/// Where each step leads.
struct Control {
    targets: Vec<u32>,
    branches: Vec<u32>,
    closes: Vec<Closes>,
}

impl Control {
    fn of(program: &Program) -> Self {
        let code = &program.code;
        let nowhere = code.len() as u32;
        let mut control = Self {
            targets: vec![nowhere; code.len()],
            branches: vec![nowhere; code.len()],
            closes: vec![Closes::Nothing; code.len()],
        };
        // Backwards: the nearest `Else` or `End` of each construct around is known already, and its `End`.
        let mut around: Vec<(u32, u32)> = Vec::new();
        for (index, instruction) in code.iter().enumerate().rev() {
            let here = index as u32;
            match instruction {
                Instruction::End => {
                    control.targets[index] = around.last().map_or(nowhere, |(nearest, _)| *nearest);
                    around.push((here, here));
                }
                Instruction::Else => {
                    if let Some((nearest, end)) = around.last_mut() {
                        control.targets[index] = *end;
                        *nearest = here;
                    }
                }
                Instruction::If { .. } | Instruction::Block | Instruction::Loop => {
                    let Some((nearest, end)) = around.pop() else { continue };
                    control.branches[index] = nearest;
                    control.closes[end as usize] = match instruction {
                        Instruction::If { .. } => Closes::If,
                        Instruction::Block => Closes::Block,
                        _ => Closes::Loop(here),
                    };
                }
                _ => control.targets[index] = around.last().map_or(nowhere, |(nearest, _)| *nearest),
            }
        }
        control
    }
}

/// Whether an atomic operation on a buffer has a result that is used, or one that depends on the order.
fn needs_order(program: &Program) -> bool {
    use crate::ir::{AtomicOperation, Memory};
    let mut is_read = vec![false; program.registers.len()];
    let mut mark = |register: Register| is_read[register.index()] = true;
    program.code.iter().for_each(|instruction| program.each_operand(instruction, &mut mark));
    let in_buffer = |memory| matches!(memory, Memory::Buffer(_));
    program.exchanges.iter().any(|exchange| in_buffer(exchange.at.memory))
        || program.code.iter().any(|instruction| match instruction {
            Instruction::Atomic { operation, to, at, .. } if in_buffer(at.memory) => {
                matches!(
                    operation,
                    AtomicOperation::Load | AtomicOperation::Store | AtomicOperation::Exchange
                ) || is_read[to.index()]
            }
            _ => false,
        })
}
