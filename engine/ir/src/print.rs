//! Programs as text, for people who look into them.

use super::{Instruction, Location, Memory, Program, Register};
use core::fmt::Write;

/// The program as text, one step a line, constructs indented.
#[must_use]
pub fn print(program: &Program) -> String {
    let mut text = String::new();
    for resource in &program.resources {
        let _ = writeln!(
            text,
            "resource @group({}) @binding({}) {:?}",
            resource.group, resource.binding, resource.kind
        );
    }
    for (register, bits) in &program.constants {
        let _ = writeln!(text, "{} = {bits:#x}", typed(program, *register));
    }
    let mut depth = 0usize;
    for instruction in &program.code {
        if matches!(instruction, Instruction::End | Instruction::Else) {
            depth = depth.saturating_sub(1);
        }
        let _ = writeln!(text, "{}{}", "  ".repeat(depth), line(program, instruction));
        if instruction.opens() || matches!(instruction, Instruction::Else) {
            depth += 1;
        }
    }
    text
}

fn typed(program: &Program, register: Register) -> String {
    let ty = program.registers.get(register.index()).map_or("?", |ty| ty.name());
    format!("%{}: {ty}", register.0)
}

fn line(program: &Program, instruction: &Instruction) -> String {
    let mut targets = Vec::new();
    program.each_target(instruction, |register| targets.push(typed(program, register)));
    let mut operands = Vec::new();
    program.each_operand(instruction, |register| operands.push(format!("%{}", register.0)));
    let mut text = targets.join(", ");
    if !text.is_empty() {
        text.push_str(" = ");
    }
    text.push_str(&what(program, instruction));
    if !operands.is_empty() {
        let _ = write!(text, " {}", operands.join(", "));
    }
    text
}

fn what(program: &Program, instruction: &Instruction) -> String {
    match instruction {
        Instruction::Scalar { operation, ty, .. } => format!("{operation:?}.{}", ty.name()),
        Instruction::Call(index) => program
            .calls
            .get(*index as usize)
            .map_or_else(String::new, |call| format!("call {:?}", call.operation)),
        Instruction::Convert { from, into, .. } => format!("convert {} to {}", from.name(), into.name()),
        Instruction::Reinterpret { .. } => "reinterpret".to_owned(),
        Instruction::Select { .. } => "select".to_owned(),
        Instruction::Set { .. } => "set".to_owned(),
        Instruction::Input { input, .. } => format!("input {input:?}"),
        Instruction::Index { stride, .. } => format!("index by {stride}"),
        Instruction::Load { ty, from, .. } => format!("load {} {}", ty.name(), place(from)),
        Instruction::Store { ty, into, .. } => format!("store {} {}", ty.name(), place(into)),
        Instruction::Touch { at, size } => format!("touch {size} bytes of {}", place(at)),
        Instruction::Copy(index) => program.copies.get(*index as usize).map_or_else(String::new, |copy| {
            format!("copy {} to {} {:?}", place(&copy.from), place(&copy.into), copy.runs)
        }),
        Instruction::Clear { into, size } => format!("clear {size} bytes of {}", place(into)),
        Instruction::Atomic { operation, at, .. } => format!("atomic {operation:?} {}", place(at)),
        Instruction::CompareExchange(_) => "compare-exchange".to_owned(),
        Instruction::Group { operation, .. } => format!("group {operation:?}"),
        Instruction::Texture(index) => program
            .texture_calls
            .get(*index as usize)
            .map_or_else(String::new, |call| format!("texture {:?} {}", call.operation, call.texture)),
        Instruction::Barrier(barrier) => format!("barrier {barrier:?}"),
        Instruction::Discard => "discard".to_owned(),
        Instruction::Output { index, .. } => format!("output {index}"),
        Instruction::If { .. } => "if".to_owned(),
        Instruction::Else => "else".to_owned(),
        Instruction::Block => "block".to_owned(),
        Instruction::Loop => "loop".to_owned(),
        Instruction::End => "end".to_owned(),
        Instruction::Break { levels } => format!("break {levels}"),
        Instruction::BreakIf { holds: true, levels, .. } => format!("break {levels} if"),
        Instruction::BreakIf { levels, .. } => format!("break {levels} unless"),
    }
}

fn place(location: &Location) -> String {
    let memory = match location.memory {
        Memory::Invocation => "invocation".to_owned(),
        Memory::Workgroup => "workgroup".to_owned(),
        Memory::Constant => "constant".to_owned(),
        Memory::Buffer(index) => format!("buffer {index}"),
    };
    format!("{memory}+{}", location.offset)
}
