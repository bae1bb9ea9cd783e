//! The reasons to give up an execution.

use core::fmt;

/// Why execution stopped.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Stopped {
    /// The program took more steps than [`Options::fuel`](super::Options::fuel).
    OutOfFuel,
    /// The workgroups need more memory than there is.
    OutOfMemory,
}

impl fmt::Display for Stopped {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(match self {
            Self::OutOfFuel => "out of fuel: the program may not terminate; raise the fuel if it should",
            Self::OutOfMemory => "out of memory: a workgroup needs more memory than the executor allows",
        })
    }
}

impl std::error::Error for Stopped {}
