//! The interface of the output formats.

use crate::files::Failure;
use crate::judgement::Judgement;
use crate::summary::{Summary, count};
use std::io::{self, Write};
use wgsl_validator::diagnostic::{Label, Severity};

/// An output format. Inputs come in the order of judgement, and failures to find a path come first.
pub(crate) trait Renderer {
    /// Prints that an input could not be checked.
    fn failure(&mut self, failure: &Failure) -> io::Result<()>;
    /// Prints the diagnostics of a program.
    fn judgement(&mut self, judgement: &Judgement, accepted: bool) -> io::Result<()>;
    /// Prints the end of the output.
    fn finish(&mut self, summary: &Summary) -> io::Result<()>;
}

/// A remark on a place of a program that is not a diagnostic: no rule of the specification is behind it.
#[derive(Clone, Debug)]
pub(crate) struct Remark {
    /// The kind of remark: `fault`.
    pub(crate) kind: &'static str,
    /// The kind of fault.
    pub(crate) name: Option<&'static str>,
    pub(crate) severity: Severity,
    /// A sentence without full stop.
    pub(crate) message: String,
    pub(crate) place: Label,
    /// Other places.
    pub(crate) labels: Vec<Label>,
    pub(crate) notes: Vec<String>,
}

/// The amount of output in the formats for people.
#[derive(Clone, Copy, Debug)]
pub(super) struct Manner {
    pub(super) quiet: bool,
    pub(super) verbose: bool,
}

impl Manner {
    /// Diagnostics only.
    pub(super) const QUIET: Self = Self { quiet: true, verbose: false };

    /// Prints the line that ends the output.
    pub(super) fn summary(self, summary: &Summary, output: &mut impl Write) -> io::Result<()> {
        if self.quiet || summary.files + summary.failed == 0 {
            return Ok(());
        }
        if summary.errors_not_shown > 0 {
            writeln!(
                output,
                "{} not shown: raise `--max-errors` to show more",
                count(summary.errors_not_shown, "more error")
            )?;
        }
        writeln!(output, "{summary}")
    }
}
