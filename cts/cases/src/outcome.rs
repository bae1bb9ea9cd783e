//! The answers of executors.

use crate::execution::Output;
use crate::vocabulary::Verdict;
use wgsl_spec::Code;
use wgsl_validator::diagnostic::Severity;

/// The answer of an executor for a program.
#[derive(Debug, Clone, PartialEq)]
pub enum Outcome {
    /// It has judged the program.
    Judged(Verdict, Vec<Finding>),
    /// It has executed the program.
    Executed(Output),
    /// It was not asked, for this reason: it is not available, or it lacks an extension that the program needs.
    NotAsked(String),
    /// It was asked, and could neither judge nor execute the program, for this reason.
    Unable(String),
}

/// A diagnostic of an executor.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Finding {
    /// Its severity.
    pub severity: Severity,
    /// Its code, which only this project's validator has.
    pub code: Option<Code>,
    /// 1-based; 0 if unknown.
    pub line: u32,
    /// 1-based, in UTF-16 code units; 0 if unknown.
    pub column: u32,
    /// The executor's message.
    pub message: String,
}

impl Finding {
    /// An error without code and place.
    #[must_use]
    pub const fn error(message: String) -> Self {
        Self { severity: Severity::Error, code: None, line: 0, column: 0, message }
    }
}
