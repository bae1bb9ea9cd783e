//! Programs as text: written by [`print`](fn@print), read by [`parse`].
//!
//! A line is a step, or a line of the header, which ends with `code`. A step has the registers that it writes with their types, the
//! instruction with its attributes, and the registers that it reads. Attributes that are numbers have a name. Constructs are indented for
//! people only. From `#` on a line is a comment.
//!
//! ```text
//! stage compute
//! workgroup_size 64 1 1
//! resource group=0 binding=0 buffer least_size=4 writable
//! constant %0: u32 = 0
//! constant %1: f32 = 2.0
//! code
//! %2: u32 = input local_invocation.0     @12..16
//! %3: u32 = input buffer_size.0
//! %4: u32 = index stride=4 %0, %2, %3
//! %5: f32 = load f32 buffer.0[%4]
//! %6: f32 = Multiply f32 %5, %1
//! store f32 buffer.0[%4] %6
//! ```
//!
//! Behind `@` is the range of bytes of the source that a step comes from. A step without one has that of the step before. Before the first,
//! steps have the place of their own line, so that faults of a program that is written by hand point into it.

mod header;
mod sampler;

use crate::line::{Line, ParseError, Reader};
use crate::table::{read_instruction, write_instruction};
use crate::{Instruction, Program};
use core::fmt::Write;
use header::typed;
use shader_source::Span;

/// Makes the program that a text stands for. [`verify`](crate::verify) says whether it can be executed.
///
/// # Errors
/// The first mistake: an unknown word, a part that is missing, a register with two types or with none.
pub fn parse(text: &str) -> Result<Program, ParseError> {
    let mut reader = Reader::new(text);
    let mut program = Program::default();
    header::read(&mut program, &mut reader)?;
    let mut last = None;
    while reader.next_line() {
        let targets = reader.targets()?;
        let instruction = read_instruction(&mut program, &mut reader, targets)?;
        last = reader.span()?.or(last);
        reader.finish()?;
        program.code.push(instruction);
        program.spans.push(last.unwrap_or(reader.line_span()));
    }
    program.registers = reader.registers()?;
    Ok(program)
}

/// The deepest indentation. `else if` nests, so without a limit the text of a chain is quadratic in its length.
const DEEPEST_INDENTATION: usize = 32;

/// The program as text, from which [`parse`] makes the same program.
#[must_use]
pub fn print(program: &Program) -> String {
    let mut text = header::write(program);
    text.push_str("code\n");
    let (mut depth, mut last) = (0usize, None);
    for (index, instruction) in program.code.iter().enumerate() {
        if matches!(instruction, Instruction::End | Instruction::Else) {
            depth = depth.saturating_sub(1);
        }
        text.push_str(&"  ".repeat(depth.min(DEEPEST_INDENTATION)));
        text.push_str(&step(program, instruction));
        let span = program.spans.get(index).copied();
        if let Some(Span { lo, hi }) = span.filter(|_| span != last) {
            let _ = write!(text, "  @{lo}..{hi}");
        }
        last = span;
        text.push('\n');
        if instruction.opens() || matches!(instruction, Instruction::Else) {
            depth += 1;
        }
    }
    text
}

fn step(program: &Program, instruction: &Instruction) -> String {
    let mut targets = Vec::new();
    program.each_target(instruction, |register| targets.push(typed(program, register)));
    let mut line = Line::default();
    if !targets.is_empty() {
        line.add(&targets.join(", "));
        line.add(" = ");
    }
    write_instruction(program, instruction, &mut line);
    line.finish()
}

#[cfg(test)]
mod tests;
