//! Programs to text.

use super::{Part, Word, header};
use crate::instruction::write_instruction;
use crate::{Instruction, Program, Register};
use core::fmt::Write;
use shader_source::Span;

/// A line that is being written: words with a space between them.
#[derive(Default)]
pub(crate) struct Line {
    text: String,
    operands: usize,
}

impl Line {
    /// Adds a word.
    pub(crate) fn word(&mut self, word: &str) {
        if !self.text.is_empty() && !self.text.ends_with(' ') && !word.is_empty() {
            self.text.push(' ');
        }
        self.text.push_str(word);
    }

    /// Adds a word where something is so.
    pub(crate) fn flag(&mut self, word: &str, is_so: bool) {
        if is_so {
            self.word(word);
        }
    }

    /// Adds to the last word.
    pub(crate) fn add(&mut self, text: &str) {
        self.text.push_str(text);
    }

    /// Adds an attribute.
    pub(crate) fn part<P: Part>(&mut self, name: &str, part: &P) {
        if P::IS_NAMED {
            self.word(name);
            self.add("=");
            self.add(&part.text());
        } else {
            self.word(&part.text());
        }
    }

    /// Adds a register that is read.
    pub(crate) fn operand(&mut self, register: Register) {
        if self.operands > 0 {
            self.add(",");
        }
        self.operands += 1;
        self.word(&format!("%{}", register.0));
    }

    /// Adds a name with registers in parentheses.
    pub(crate) fn registers(&mut self, name: &str, registers: &[Register]) {
        let registers: Vec<String> = registers.iter().map(|register| format!("%{}", register.0)).collect();
        self.word(&format!("{name}({})", registers.join(", ")));
    }

    /// The finished line.
    pub(crate) fn finish(self) -> String {
        self.text
    }
}

/// The program as text, from which [`parse`](super::parse) makes the same program.
#[must_use]
pub fn print(program: &Program) -> String {
    let mut text = header::write(program);
    text.push_str("code\n");
    let (mut depth, mut last) = (0usize, None);
    for (index, instruction) in program.code.iter().enumerate() {
        if matches!(instruction, Instruction::End | Instruction::Else) {
            depth = depth.saturating_sub(1);
        }
        text.push_str(&"  ".repeat(depth));
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

/// `%3: f32`
pub(super) fn typed(program: &Program, register: Register) -> String {
    let ty = program.registers.get(register.index()).map_or("?".into(), Word::word);
    format!("%{}: {ty}", register.0)
}
