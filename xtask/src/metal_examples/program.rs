//! The program that an example becomes.

use super::block::Block;
use super::entry::{Entry, Kind};
use regex::Regex;

const HEADER: &str = "#include <metal_stdlib>\nusing namespace metal;\n";

/// A program around an example.
pub(super) struct Program {
    pub(super) text: String,
    /// The number of lines in front of the example.
    before: usize,
    /// The number of lines of the example.
    lines: usize,
    /// Whether no code follows the example.
    is_last: bool,
}

impl Program {
    /// The program of these blocks, which are one example.
    pub(super) fn new(entry: &Entry, blocks: &[Block<'_>]) -> Self {
        let mut text = HEADER.to_owned();
        if entry.kind == Kind::Statements {
            push(&mut text, &entry.outside);
            push(&mut text, "void example() {");
        }
        push(&mut text, &entry.before);
        let before = text.lines().count();
        let lines: Vec<&str> = blocks.iter().flat_map(|block| block.lines.iter().copied()).collect();
        push(&mut text, &without_omissions(&lines.join("\n")));
        push(&mut text, &entry.after);
        if entry.kind == Kind::Statements {
            push(&mut text, "}");
        }
        let is_last = entry.kind == Kind::Declarations && entry.after.is_empty();
        Self { text, before, lines: lines.len(), is_last }
    }

    /// The line of the example, from 1, that is this line of the program. The end of the program is in the last line.
    pub(super) fn line_of_example(&self, line: usize) -> Option<usize> {
        let line = line.checked_sub(self.before)?;
        let line = if self.is_last { line.min(self.lines) } else { line };
        (1..=self.lines).contains(&line).then_some(line)
    }
}

fn push(text: &mut String, lines: &str) {
    if !lines.is_empty() {
        text.push_str(lines);
        text.push('\n');
    }
}

/// The example without the dots that stand for parts left out. A value left out becomes 0. Lines stay where they are.
fn without_omissions(text: &str) -> String {
    let rules = [
        (r"=(\s*)\.\.\.", "=${1}0"),
        (r"\.\.\.\s*=", ""),
        (r"\.\.\.\s*,", ""),
        (r",(\s*)\.\.\.(\s*\))", "$1$2"),
        (r"\.\.\.", ""),
    ];
    rules.into_iter().fold(text.to_owned(), |text, (pattern, by)| {
        let pattern = Regex::new(pattern).expect("a valid expression");
        pattern.replace_all(&text, by).into_owned()
    })
}

#[cfg(test)]
mod tests {
    use super::super::entry::entries;
    use super::*;

    #[test]
    fn parts_that_are_left_out_leave_a_program() {
        let cases = [
            ("void f(int a,\n  ...)\n{...}", "void f(int a\n  )\n{}"),
            ("void f(int a, ..., int b)", "void f(int a,  int b)"),
            ("int a = ..., b = ...;", "int a = 0, b = 0;"),
            ("... = i.x;", " i.x;"),
            ("f(a, ...);\n...;", "f(a );\n;"),
        ];
        for (text, expected) in cases {
            assert_eq!(without_omissions(text), expected);
        }
    }

    #[test]
    fn statements_are_in_a_function_and_keep_their_lines() {
        let data =
            "- {blocks: 1-2, kind: statements, outside: \"struct S {};\", before: int a;, after: a = 2;}";
        let entries = entries(data, 2).expect("valid data");
        let block = |line| Block { section: "", lines: vec![line] };
        let program = Program::new(&entries[0], &[block("a = 0;"), block("a = 1;")]);
        let expected = "struct S {};\nvoid example() {\nint a;\na = 0;\na = 1;\na = 2;\n}\n";
        assert_eq!(program.text.strip_prefix(HEADER), Some(expected));
        assert_eq!([5, 6, 7, 8].map(|line| program.line_of_example(line)), [None, Some(1), Some(2), None]);
    }

    #[test]
    fn the_end_of_a_program_belongs_to_its_last_line() {
        let entries = entries("- {blocks: 1, kind: declarations}", 1).expect("valid data");
        let program = Program::new(&entries[0], &[Block { section: "", lines: vec!["struct S {}"] }]);
        assert_eq!([3, 4].map(|line| program.line_of_example(line)), [Some(1), Some(1)]);
    }
}
