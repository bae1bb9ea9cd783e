//! Lines in the style of GCC, which most editors and build tools parse without configuration.

use super::renderer::Renderer;
use crate::files::Failure;
use crate::judgement::Judgement;
use crate::summary::Summary;
use shader_source::visible;
use std::io::{self, BufWriter, Stdout, Write};
use wgsl_validator::diagnostic::Severity;

/// `path:line:column: error: message [code]`, columns in bytes, on standard output.
pub(super) struct Gcc {
    output: BufWriter<Stdout>,
}

impl Gcc {
    pub(super) fn new() -> Self {
        Self { output: BufWriter::new(io::stdout()) }
    }
}

impl Renderer for Gcc {
    fn failure(&mut self, failure: &Failure) -> io::Result<()> {
        writeln!(self.output, "{}: error: {}", visible(&failure.name), visible(&failure.message))
    }

    fn judgement(&mut self, judgement: &Judgement, _accepted: bool) -> io::Result<()> {
        let sources = judgement.sources();
        for found in &judgement.diagnostics {
            let place = sources.range(found.primary.span);
            // Tools know no severity of GCC below `warning`; its `note` belongs to the line before.
            let severity = match found.severity {
                Severity::Error => "error",
                Severity::Warning => "warning",
                Severity::Info => "note",
            };
            let (line, column) = (place.first.line, place.first.column_bytes);
            writeln!(
                self.output,
                "{}:{line}:{column}: {severity}: {} [{}]",
                visible(place.file.name()),
                visible(&found.message),
                found.rule.slug()
            )?;
            for label in found.labels.iter().filter(|label| !label.text.is_empty()) {
                let place = sources.range(label.span);
                let (line, column) = (place.first.line, place.first.column_bytes);
                let (file, text) = (visible(place.file.name()), visible(&label.text));
                writeln!(self.output, "{file}:{line}:{column}: note: {text}")?;
            }
        }
        self.output.flush()
    }

    fn finish(&mut self, _summary: &Summary) -> io::Result<()> {
        self.output.flush()
    }
}
