//! What was found, in the form that was asked for.

mod gcc;
mod github;
mod human;
mod json;
mod plain;
mod sarif;
mod short;

use crate::arguments::Format;
use crate::check::{Judgement, Summary};
use crate::files::Failure;
use std::io::{self, Write};
#[cfg(feature = "run")]
use wgsl_validator::diagnostic::{Label, Severity};

/// Prints findings as they come. Paths come in the order of judgement, failures to find a path before all.
pub(crate) trait Renderer {
    /// A path could not be judged.
    fn failure(&mut self, failure: &Failure) -> io::Result<()>;
    /// A program was judged.
    fn judgement(&mut self, judgement: &Judgement, accepted: bool) -> io::Result<()>;
    /// Everything was judged.
    fn finish(&mut self, summary: &Summary) -> io::Result<()>;
}

/// The renderer of the format that the command line asks for.
pub(crate) fn for_format(format: Format, quiet: bool, verbose: bool) -> Box<dyn Renderer> {
    let manner = Manner { quiet, verbose };
    match format {
        Format::Human => Box::new(human::Human::new(manner)),
        Format::Short => Box::new(short::Short::new(manner)),
        Format::Json => Box::new(json::Json::new()),
        Format::Sarif => Box::new(sarif::Sarif::new()),
        Format::Github => Box::new(github::Github::new()),
        Format::Gcc => Box::new(gcc::Gcc::new()),
    }
}

/// The renderer that people read, with nothing but findings.
pub(crate) fn for_people() -> Box<dyn Renderer> {
    Box::new(human::Human::new(Manner { quiet: true, verbose: false }))
}

/// Something to say about a place that is no finding of the validator: no code of the specification stands for it.
#[cfg(feature = "run")]
#[derive(Debug)]
pub(crate) struct Remark {
    /// What it is: `fault`.
    pub(crate) kind: &'static str,
    /// Which kind of that.
    pub(crate) name: Option<&'static str>,
    pub(crate) severity: Severity,
    /// A sentence without full stop.
    pub(crate) message: String,
    pub(crate) place: Label,
    pub(crate) note: Option<String>,
}

/// Prints remarks on a program for people.
#[cfg(feature = "run")]
pub(crate) fn remarks(judgement: &Judgement, remarks: &[Remark]) -> io::Result<()> {
    human::Human::new(Manner { quiet: true, verbose: false }).remarks(judgement, remarks)
}

/// How much people want to read.
#[derive(Clone, Copy, Debug)]
struct Manner {
    quiet: bool,
    verbose: bool,
}

impl Manner {
    /// The line that ends the output for people.
    fn summary(self, summary: &Summary, output: &mut impl Write) -> io::Result<()> {
        if self.quiet || summary.files + summary.failed == 0 {
            return Ok(());
        }
        if summary.errors_not_shown > 0 {
            writeln!(output, "{} more not shown", count(summary.errors_not_shown, "error"))?;
        }
        writeln!(output, "{}", summary_line(summary))
    }
}

/// `12 files: 10 accepted, 2 rejected (3 errors, 1 warning)`.
fn summary_line(summary: &Summary) -> String {
    let mut parts = Vec::new();
    if summary.accepted > 0 || summary.files == 0 {
        parts.push(format!("{} accepted", summary.accepted));
    }
    if summary.rejected > 0 {
        parts.push(format!("{} rejected", summary.rejected));
    }
    if summary.failed > 0 {
        parts.push(format!("{} not judged", summary.failed));
    }
    let findings = match (summary.errors, summary.warnings) {
        (0, 0) => String::new(),
        (errors, 0) => format!(" ({})", count(errors, "error")),
        (0, warnings) => format!(" ({})", count(warnings, "warning")),
        (errors, warnings) => format!(" ({}, {})", count(errors, "error"), count(warnings, "warning")),
    };
    format!("{}: {}{findings}", count(summary.files + summary.failed, "file"), parts.join(", "))
}

/// `1 error`, `2 errors`.
pub(crate) fn count(number: usize, noun: &str) -> String {
    format!("{number} {noun}{}", if number == 1 { "" } else { "s" })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn summaries_say_what_there_is() {
        let summary =
            Summary { files: 12, accepted: 10, rejected: 2, errors: 3, warnings: 1, ..Summary::default() };
        assert_eq!(summary_line(&summary), "12 files: 10 accepted, 2 rejected (3 errors, 1 warning)");
        let summary = Summary { files: 1, accepted: 1, ..Summary::default() };
        assert_eq!(summary_line(&summary), "1 file: 1 accepted");
        let summary = Summary { failed: 1, ..Summary::default() };
        assert_eq!(summary_line(&summary), "1 file: 0 accepted, 1 not judged");
    }
}
