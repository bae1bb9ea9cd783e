//! The interface of the output formats.

use crate::files::Failure;
use crate::judgement::Judgement;
use crate::summary::{Summary, count};
use std::io::{self, Write};

/// An output format. Inputs come in the order of judgement, and failures to find a path come first.
pub(crate) trait Renderer {
    /// Prints that an input could not be checked.
    fn failure(&mut self, failure: &Failure) -> io::Result<()>;
    /// Prints the diagnostics of a program.
    fn judgement(&mut self, judgement: &Judgement, accepted: bool) -> io::Result<()>;
    /// Prints the end of the output.
    fn finish(&mut self, summary: &Summary) -> io::Result<()>;
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
