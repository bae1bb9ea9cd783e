//! The cells of the page: `32/75` says that 32 of the 75 programs that an executor was asked about have the expected verdict.

use crate::results::{Counts, Status};
use serde::Serialize;
use std::fmt::Write;
use wgsl_cts_cases::vocabulary::ExecutorKind;

/// The counts of an executor for a rule or a chapter.
#[derive(Serialize, Debug, PartialEq, Eq)]
pub(super) struct Cell {
    /// The name of the executor.
    pub executor: &'static str,
    /// The worst status; `None` if there is nothing to ask about.
    pub status: Option<Status>,
    /// The number with the expected verdict.
    pub passes: usize,
    /// The number that the executor was asked about.
    pub asked: usize,
    /// The cell in words.
    pub words: String,
}

impl Cell {
    /// The cell for counts of `noun`, in the plural: `programs`, or `rules` by the worst status of their programs.
    pub(super) fn new(executor: ExecutorKind, counts: Counts, noun: &str) -> Self {
        Self {
            executor: executor.name(),
            status: worst(counts),
            passes: counts.with_expected_verdict(),
            asked: counts.asked(),
            words: words(executor, counts, noun),
        }
    }
}

/// The worst status that occurs.
const fn worst(counts: Counts) -> Option<Status> {
    match counts {
        Counts { unexpected: 1.., .. } => Some(Status::Unexpected),
        Counts { findings: 1.., .. } => Some(Status::Finding),
        Counts { not_implemented: 1.., .. } => Some(Status::NotImplemented),
        Counts { other_line: 1.., .. } => Some(Status::OtherLine),
        Counts { same: 1.., .. } => Some(Status::Same),
        Counts { not_asked: 1.., .. } => Some(Status::NotAsked),
        Counts { unexpected: 0, findings: 0, not_implemented: 0, other_line: 0, same: 0, not_asked: 0 } => {
            None
        }
    }
}

/// `naga: 40 of 42 programs as expected, 1 of them rejected on a different line; 2 known mismatches; 3 skipped`.
fn words(executor: ExecutorKind, counts: Counts, noun: &str) -> String {
    let executor = executor.name();
    if counts.asked() == 0 {
        return match counts.not_asked {
            0 => format!("{executor}: no {noun}"),
            not_asked => format!("{executor}: {noun} skipped: {not_asked}"),
        };
    }
    let mut words =
        format!("{executor}: {} of {} {noun} as expected", counts.with_expected_verdict(), counts.asked());
    let mut say = |number: usize, before: &str, after: &str| {
        if number > 0 {
            let _ = write!(words, "{before}{number} {after}");
        }
    };
    say(counts.not_implemented, ", ", "of them rejected as not implemented");
    say(counts.other_line, ", ", "of them rejected on a different line");
    say(counts.findings, "; ", if counts.findings == 1 { "known mismatch" } else { "known mismatches" });
    say(counts.unexpected, "; ", "unexpected");
    say(counts.not_asked, "; ", "skipped");
    words
}

#[cfg(test)]
mod tests {
    use super::Cell;
    use crate::results::{Counts, Status};
    use wgsl_cts_cases::vocabulary::ExecutorKind;

    fn cell(counts: Counts) -> (Option<Status>, usize, usize, String) {
        let Cell { status, passes, asked, words, .. } = Cell::new(ExecutorKind::Naga, counts, "programs");
        (status, passes, asked, words)
    }

    #[test]
    fn a_cell_counts_what_agrees_whatever_its_status_is() {
        let counts = Counts { same: 36, not_implemented: 3, other_line: 1, findings: 2, ..Counts::default() };
        let words = "naga: 40 of 42 programs as expected, 3 of them rejected as not implemented, \
                     1 of them rejected on a different line; 2 known mismatches";
        assert_eq!(cell(counts), (Some(Status::Finding), 40, 42, words.to_owned()));
        let counts = Counts { same: 40, ..Counts::default() };
        assert_eq!(
            cell(counts),
            (Some(Status::Same), 40, 40, "naga: 40 of 40 programs as expected".to_owned())
        );
    }

    #[test]
    fn programs_that_were_not_asked_about_are_said_and_not_counted() {
        let counts = Counts { same: 1, unexpected: 1, not_asked: 3, ..Counts::default() };
        let words = "naga: 1 of 2 programs as expected; 1 unexpected; 3 skipped";
        assert_eq!(cell(counts), (Some(Status::Unexpected), 1, 2, words.to_owned()));
        let counts = Counts { not_asked: 3, ..Counts::default() };
        assert_eq!(cell(counts), (Some(Status::NotAsked), 0, 0, "naga: programs skipped: 3".to_owned()));
        assert_eq!(cell(Counts::default()), (None, 0, 0, "naga: no programs".to_owned()));
    }
}
