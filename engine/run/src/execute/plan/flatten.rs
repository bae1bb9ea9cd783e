//! Short branches without effects become selections: every lane takes both ways at less cost than dividing the lanes.

use shader_ir::{Flow, Instruction, Program, Register};

/// Branches with more steps than this stay.
const MOST_STEPS: usize = 16;

/// Replaces branches at conditions that vary. Not for strict execution: a step that is not taken must not be looked at.
pub(super) fn flatten(mut program: Program, varies: &[bool]) -> Program {
    let code = core::mem::take(&mut program.code);
    let spans = core::mem::take(&mut program.spans);
    let mut at = 0;
    while at < code.len() {
        let branch = match code[at].flow() {
            Flow::If { condition } if varies[condition.index()] => Branch::find(&code, at, condition),
            Flow::If { .. }
            | Flow::Next
            | Flow::Else
            | Flow::Block
            | Flow::Loop
            | Flow::End
            | Flow::Break { .. }
            | Flow::BreakIf { .. } => None,
        };
        if let Some(branch) = branch {
            branch.write(&code, &spans, &mut program);
            at = branch.end + 1;
        } else {
            program.code.push(code[at]);
            program.spans.push(spans[at]);
            at += 1;
        }
    }
    program
}

/// A branch that can be replaced.
struct Branch {
    start: usize,
    otherwise: Option<usize>,
    end: usize,
    condition: Register,
}

impl Branch {
    fn find(code: &[Instruction], start: usize, condition: Register) -> Option<Self> {
        let mut otherwise = None;
        for (step, instruction) in code.iter().enumerate().skip(start + 1).take(MOST_STEPS) {
            match instruction.flow() {
                Flow::End => return Some(Self { start, otherwise, end: step, condition }),
                Flow::Else => otherwise = Some(step),
                Flow::Next if is_cheap(instruction) => {}
                Flow::Next
                | Flow::If { .. }
                | Flow::Block
                | Flow::Loop
                | Flow::Break { .. }
                | Flow::BreakIf { .. } => return None,
            }
        }
        None
    }

    fn write(&self, code: &[Instruction], spans: &[shader_source::Span], program: &mut Program) {
        let push = |program: &mut Program, step: usize, instruction| {
            program.code.push(instruction);
            program.spans.push(spans[step]);
        };
        // The condition may be a variable that the branch sets.
        let condition = fresh(program, self.condition);
        push(program, self.start, Instruction::Reinterpret { to: condition, value: self.condition });
        for (step, instruction) in code.iter().enumerate().take(self.end).skip(self.start + 1) {
            if let Instruction::Set { to, value } = *instruction {
                let chosen = fresh(program, to);
                let is_first = self.otherwise.is_none_or(|otherwise| step < otherwise);
                let (accept, reject) = if is_first { (value, to) } else { (to, value) };
                push(program, step, Instruction::Select { to: chosen, condition, accept, reject });
                push(program, step, Instruction::Set { to, value: chosen });
            } else if self.otherwise != Some(step) {
                push(program, step, *instruction);
            }
        }
    }
}

/// Returns true if a step may be taken by invocations that need not take it, at little cost.
const fn is_cheap(instruction: &Instruction) -> bool {
    matches!(
        instruction,
        Instruction::Scalar { .. }
            | Instruction::Convert { .. }
            | Instruction::Reinterpret { .. }
            | Instruction::Select { .. }
            | Instruction::Set { .. }
    )
}

/// A new register of the type of another one.
fn fresh(program: &mut Program, like: Register) -> Register {
    let register = Register(program.registers.len() as u32);
    program.registers.push(program.registers[like.index()]);
    register
}
