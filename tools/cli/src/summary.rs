//! Counts of programs and diagnostics, and the line that prints them.

use crate::judgement::Judgement;
use crate::verdict::Verdict;
use serde::Serialize;
use std::fmt;
use wgsl_validator::diagnostic::Severity;

/// Counts of programs and diagnostics.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize)]
pub(crate) struct Summary {
    /// Programs that were checked.
    pub(crate) files: usize,
    /// Programs without errors.
    pub(crate) accepted: usize,
    /// Programs with errors.
    pub(crate) rejected: usize,
    /// Paths that could not be checked.
    pub(crate) failed: usize,
    /// Shaders in host files.
    #[serde(skip_serializing_if = "is_zero")]
    pub(crate) shaders: usize,
    /// Errors found, printed or not.
    pub(crate) errors: usize,
    /// Warnings found, printed or not.
    pub(crate) warnings: usize,
    /// Errors beyond `--max-errors`.
    pub(crate) errors_not_shown: usize,
}

impl Summary {
    /// Counts a program, and returns the number of its errors.
    pub(crate) fn count(&mut self, judgement: &Judgement) -> usize {
        self.files += 1;
        self.accepted += usize::from(judgement.is_accepted());
        self.rejected += usize::from(!judgement.is_accepted());
        self.count_findings(judgement)
    }

    /// Counts what was found in a program, and returns the number of errors.
    pub(crate) fn count_findings(&mut self, judgement: &Judgement) -> usize {
        let count =
            |severity| judgement.diagnostics.iter().filter(|found| found.severity == severity).count();
        let (errors, warnings) = (count(Severity::Error), count(Severity::Warning));
        self.errors += errors;
        self.warnings += warnings;
        errors
    }

    /// The verdict on all inputs.
    pub(crate) const fn verdict(&self) -> Verdict {
        match self {
            Self { failed: 1.., .. } => Verdict::Failed,
            Self { rejected: 1.., .. } => Verdict::Rejected,
            Self { .. } => Verdict::Accepted,
        }
    }
}

#[allow(clippy::trivially_copy_pass_by_ref, reason = "serde passes a reference")]
const fn is_zero(number: &usize) -> bool {
    *number == 0
}

/// `12 files: 10 accepted, 2 rejected (3 errors, 1 warning)`.
impl fmt::Display for Summary {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut parts = Vec::new();
        if self.accepted > 0 || self.files == 0 {
            parts.push(format!("{} accepted", self.accepted));
        }
        if self.rejected > 0 {
            parts.push(format!("{} rejected", self.rejected));
        }
        if self.failed > 0 {
            parts.push(format!("{} not checked", self.failed));
        }
        write!(formatter, "{}", count(self.files + self.failed, "file"))?;
        if self.shaders > 0 {
            write!(formatter, " ({} in host code)", count(self.shaders, "shader"))?;
        }
        write!(formatter, ": {}", parts.join(", "))?;
        match (self.errors, self.warnings) {
            (0, 0) => Ok(()),
            (errors, 0) => write!(formatter, " ({})", count(errors, "error")),
            (0, warnings) => write!(formatter, " ({})", count(warnings, "warning")),
            (errors, warnings) => {
                write!(formatter, " ({}, {})", count(errors, "error"), count(warnings, "warning"))
            }
        }
    }
}

/// `3 files: 1 formatted, 2 unchanged`: the files of each kind of result, without the kinds that did not occur.
pub(crate) fn files_by_result<const N: usize>(results: [(usize, &str); N]) -> String {
    let files = results.iter().map(|(number, _)| number).sum();
    let parts: Vec<String> = results
        .iter()
        .filter(|(number, _)| *number > 0)
        .map(|(number, result)| format!("{number} {result}"))
        .collect();
    format!("{}: {}", count(files, "file"), parts.join(", "))
}

/// `1 error`, `2 errors`.
pub(crate) fn count(number: usize, noun: &str) -> String {
    format!("{number} {noun}{}", if number == 1 { "" } else { "s" })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn counts_that_are_zero_are_left_out() {
        let summary =
            Summary { files: 12, accepted: 10, rejected: 2, errors: 3, warnings: 1, ..Summary::default() };
        assert_eq!(summary.to_string(), "12 files: 10 accepted, 2 rejected (3 errors, 1 warning)");
        let summary = Summary { files: 1, accepted: 1, ..Summary::default() };
        assert_eq!(summary.to_string(), "1 file: 1 accepted");
        let summary = Summary { failed: 1, ..Summary::default() };
        assert_eq!(summary.to_string(), "1 file: 0 accepted, 1 not checked");
    }
}
