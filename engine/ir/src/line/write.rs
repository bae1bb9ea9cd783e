//! The words of a line, as they are written.

use super::Part;
use crate::Register;

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
