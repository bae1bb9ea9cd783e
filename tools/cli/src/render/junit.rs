//! JUnit XML, which most CI services show as results of tests: a suite for each file, with a test case for each error.

use super::renderer::Renderer;
use crate::files::Failure;
use crate::judgement::Judgement;
use crate::summary::Summary;
use shader_source::diagnostic::Diagnostic;
use shader_source::{SourceMap, visible};
use std::borrow::Cow;
use std::io::{self, BufWriter, Stdout, Write};
use wgsl_validator::diagnostic::Severity;

/// One XML document on standard output. The suites are written as they come, so that memory does not grow with their number.
pub(super) struct Junit {
    output: BufWriter<Stdout>,
    is_begun: bool,
}

impl Junit {
    pub(super) fn new() -> Self {
        Self { output: BufWriter::new(io::stdout()), is_begun: false }
    }

    fn begin(&mut self) -> io::Result<()> {
        if !self.is_begun {
            self.is_begun = true;
            self.output.write_all(
                b"<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites name=\"wgsl-check\">\n",
            )?;
        }
        Ok(())
    }
}

impl Renderer for Junit {
    fn failure(&mut self, failure: &Failure) -> io::Result<()> {
        self.begin()?;
        let (file, message) = (escaped(&failure.name), escaped(&failure.message));
        writeln!(
            self.output,
            "<testsuite name=\"{file}\" tests=\"1\" failures=\"0\" errors=\"1\">\n\
            <testcase classname=\"{file}\" name=\"check\"><error message=\"{message}\"/></testcase>\n</testsuite>"
        )
    }

    fn judgement(&mut self, judgement: &Judgement, _accepted: bool) -> io::Result<()> {
        self.begin()?;
        let sources = judgement.sources();
        let of_severity = |is_error: bool| {
            let found = judgement.diagnostics.iter();
            found.filter(move |found| (found.severity == Severity::Error) == is_error)
        };
        let failures = of_severity(true).count();
        let file = escaped(&judgement.name).into_owned();
        writeln!(
            self.output,
            "<testsuite name=\"{file}\" tests=\"{}\" failures=\"{failures}\" errors=\"0\">",
            failures.max(1)
        )?;
        if failures == 0 {
            writeln!(self.output, "<testcase classname=\"{file}\" name=\"check\"/>")?;
        }
        for found in of_severity(true) {
            let (name, message) = (escaped(found.rule.slug()), escaped(&found.message));
            let details = details(found, &sources);
            writeln!(
                self.output,
                "<testcase classname=\"{file}\" name=\"{name}\"><failure message=\"{message}\" type=\"{name}\">{}</failure></testcase>",
                escaped(&details)
            )?;
        }
        // Warnings fail no test.
        let mut warnings = of_severity(false).peekable();
        if warnings.peek().is_some() {
            writeln!(self.output, "<system-out>")?;
            for found in warnings {
                writeln!(self.output, "{}", escaped(&details(found, &sources)))?;
            }
            writeln!(self.output, "</system-out>")?;
        }
        writeln!(self.output, "</testsuite>")?;
        self.output.flush()
    }

    fn finish(&mut self, _summary: &Summary) -> io::Result<()> {
        self.begin()?;
        self.output.write_all(b"</testsuites>\n")?;
        self.output.flush()
    }
}

/// The place and the message of a diagnostic, with its notes on lines of their own.
fn details(found: &Diagnostic, sources: &SourceMap<'_>) -> String {
    let place = sources.range(found.primary.span);
    let (file, line, column) = (place.file.name(), place.first.line, place.first.column_chars);
    let (severity, code) = (found.severity.name(), found.rule.slug());
    let start = format!("{file}:{line}:{column}: {severity}[{code}]: {}", found.message);
    found.remarks().fold(start, |text, note| text + "\n" + note)
}

/// Returns a text for a document or an attribute. Control characters, which XML forbids, are made visible.
fn escaped(text: &str) -> Cow<'_, str> {
    let mut lines: Vec<Cow<'_, str>> = text.split('\n').map(visible).collect();
    let text = if lines.len() == 1 { lines.remove(0) } else { lines.join("\n").into() };
    if !text.contains(['&', '<', '>', '"']) {
        return text;
    }
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;").into()
}
