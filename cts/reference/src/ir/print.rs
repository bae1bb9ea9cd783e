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
        Instruction::Scalar { kernel, ty, .. } => format!("{kernel:?}.{}", ty.name()),
        Instruction::Call(index) => program
            .calls
            .get(*index as usize)
            .map_or_else(String::new, |call| format!("call {:?}", call.kernel)),
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

#[cfg(test)]
mod tests {
    use super::print;
    use crate::run::Pipeline;
    use wgsl_spec::Edition;
    use wgsl_validator::Validator;

    /// The length of the array comes first: it is computed once.
    const KERNEL: &str = "\
resource @group(0) @binding(2) Buffer { is_uniform: false, least_size: 4 }
%0: u32 = 0x0
%5: u32 = 0x4
%9: i32 = 0x0
%11: i32 = 0x3
%15: f32 = 0x40000000
%17: i32 = 0x1
%4: u32 = input BufferSize(0)
%6: u32 = Subtract.u32 %4, %0, %4
%7: u32 = Divide.u32 %6, %5, %6
%1: u32 = input GlobalInvocation(0)
%2: u32 = input GlobalInvocation(1)
%3: u32 = input GlobalInvocation(2)
block
  %8: bool = GreaterEqual.u32 %1, %7, %1
  if %8
    break 1
  end
  %10: i32 = set %9
  block
    loop
      %12: bool = Less.i32 %10, %11, %10
      break 1 unless %12
      %13: u32 = index by 4 %0, %1, %7
      %14: f32 = load f32 buffer 0+0 %13
      %16: f32 = Multiply.f32 %14, %15, %14
      store f32 buffer 0+0 %16, %13
      %18: i32 = Add.i32 %10, %17, %10
      %10: i32 = set %18
    end
  end
end
";

    #[test]
    fn a_kernel_is_printed_step_by_step() {
        let text = "@group(0) @binding(2) var<storage, read_write> data: array<f32>;
            @compute @workgroup_size(64) fn main(@builtin(global_invocation_id) id: vec3u) {
                if id.x >= arrayLength(&data) { return; }
                for (var i = 0; i < 3; i++) { data[id.x] *= 2; }
            }";
        let pipeline = Pipeline::new(text, &mut Validator::default(), Edition::Current, None, Vec::new());
        let printed = print(pipeline.expect("it is accepted").program());
        assert_eq!(printed, KERNEL, "\n{printed}");
    }
}
