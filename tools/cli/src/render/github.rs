//! Workflow commands of GitHub Actions: diagnostics appear as annotations of the changed lines.

use super::renderer::Renderer;
use crate::files::Failure;
use crate::judgement::Judgement;
use crate::summary::Summary;
use shader_source::{SourceRange, visible, visible_lines};
use std::fmt::Write as _;
use std::io::{self, BufWriter, Stdout, Write};
use wgsl_validator::diagnostic::Severity;

/// `::error file=…,line=…,…::message`, columns in characters, on standard output.
pub(super) struct Github {
    output: BufWriter<Stdout>,
}

impl Github {
    pub(super) fn new() -> Self {
        Self { output: BufWriter::new(io::stdout()) }
    }
}

impl Renderer for Github {
    fn failure(&mut self, failure: &Failure) -> io::Result<()> {
        let (file, message) = (property(&failure.name), data(&failure.message));
        writeln!(self.output, "::error file={file}::{message}")
    }

    fn judgement(&mut self, judgement: &Judgement, _accepted: bool) -> io::Result<()> {
        let sources = judgement.sources();
        for found in &judgement.diagnostics {
            let command = match found.severity {
                Severity::Error => "error",
                Severity::Warning => "warning",
                Severity::Info => "notice",
            };
            let SourceRange { file, first, last, .. } = sources.range(found.primary.span);
            let mut place = format!("line={},endLine={},col={}", first.line, last.line, first.column_chars);
            // GitHub refuses an end column if the range spans several lines.
            if first.line == last.line {
                let _ = write!(place, ",endColumn={}", last.column_chars);
            }
            let (file, title) = (property(file.name()), property(found.rule.slug()));
            let mut message = visible(&found.message).into_owned();
            for note in found.remarks() {
                let _ = write!(message, "\n{}", visible(note));
            }
            for rule in found.rules() {
                let _ = write!(message, "\n{}: {}\n{}", rule.id, rule.statement, rule.section);
            }
            writeln!(self.output, "::{command} file={file},{place},title={title}::{}", data(&message))?;
        }
        self.output.flush()
    }

    fn finish(&mut self, _summary: &Summary) -> io::Result<()> {
        self.output.flush()
    }
}

/// Escapes the text of a command, which may have several lines.
fn data(text: &str) -> String {
    visible_lines(text).replace('%', "%25").replace('\n', "%0A")
}

/// Escapes a property of a command.
fn property(text: &str) -> String {
    data(&visible(text)).replace(':', "%3A").replace(',', "%2C")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn characters_that_would_end_a_command_are_escaped() {
        assert_eq!(data("50%\r\nmore: a, b\u{9b}"), "50%25\u{240d}%0Amore: a, b\u{fffd}");
        assert_eq!(property("a\n::warning::b"), "a\u{240a}%3A%3Awarning%3A%3Ab");
        assert_eq!(property("C:\\a,b"), "C%3A\\a%2Cb");
    }
}
