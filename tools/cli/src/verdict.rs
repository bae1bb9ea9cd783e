//! The outcome of a subcommand, which is the exit status.

use std::process::ExitCode;

/// The outcome of a subcommand; the outcome of several is their maximum.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) enum Verdict {
    /// All programs are accepted, or the information was printed.
    Accepted,
    /// At least one program is rejected.
    Rejected,
    /// At least one input could not be checked.
    Failed,
}

impl From<Verdict> for ExitCode {
    fn from(verdict: Verdict) -> Self {
        match verdict {
            Verdict::Accepted => Self::SUCCESS,
            Verdict::Rejected => Self::from(1),
            Verdict::Failed => Self::from(2),
        }
    }
}
