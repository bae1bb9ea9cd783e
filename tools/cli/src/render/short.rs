//! One line per diagnostic.

use super::renderer::{Manner, Renderer};
use crate::files::Failure;
use crate::judgement::Judgement;
use crate::summary::Summary;
use shader_source::visible;
use std::io::{self, Write};

/// `path:line:column: severity[code]: message`, columns in characters, on standard error. A diagnostic that only some definitions show has
/// these at the end of its line, in parentheses.
pub(super) struct Short {
    manner: Manner,
    output: anstream::Stderr,
}

impl Short {
    pub(super) fn new(manner: Manner) -> Self {
        Self { manner, output: anstream::stderr() }
    }
}

impl Renderer for Short {
    fn failure(&mut self, failure: &Failure) -> io::Result<()> {
        writeln!(self.output, "{}: {}", visible(&failure.name), visible(&failure.message))
    }

    fn judgement(&mut self, judgement: &Judgement, accepted: bool) -> io::Result<()> {
        if accepted && self.manner.verbose {
            writeln!(self.output, "{}: accepted", visible(&judgement.name))?;
        }
        let sources = judgement.sources();
        let mut text = Vec::new();
        for found in &judgement.diagnostics {
            let place = sources.range(found.primary.span);
            let (file, line, column) =
                (visible(place.file.name()), place.first.line, place.first.column_chars);
            let (severity, code) = (found.severity.name(), found.rule.slug());
            write!(text, "{file}:{line}:{column}: {severity}[{code}]: {}", visible(&found.message))?;
            if let Some(condition) = &found.condition {
                write!(text, " ({})", visible(condition))?;
            }
            writeln!(text)?;
        }
        self.output.write_all(&text)
    }

    fn finish(&mut self, summary: &Summary) -> io::Result<()> {
        self.manner.summary(summary, &mut self.output)
    }
}
