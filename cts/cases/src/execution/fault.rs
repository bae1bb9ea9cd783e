//! Faults: what a running program does that is an error of its author, or that another implementation may do otherwise.

use shader_run::execute::FaultKind;
use std::fmt;

/// A fault and its place in the program; by line and column when sorted.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Fault {
    /// 1-based.
    pub line: u32,
    /// 1-based, in UTF-16 code units.
    pub column: u32,
    /// Its kind.
    pub kind: FaultKind,
}

impl fmt::Display for Fault {
    fn fmt(&self, formatter: &mut fmt::Formatter) -> fmt::Result {
        write!(formatter, "fault[{}] at {}:{}", self.kind.name(), self.line, self.column)
    }
}
