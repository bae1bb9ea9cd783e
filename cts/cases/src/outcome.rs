//! The answers of executors.

use crate::execution::Output;
use crate::vocabulary::Verdict;
use wgsl_spec::Code;
use wgsl_validator::diagnostic::Severity;

/// What an executor says of a program.
#[derive(Debug, Clone, PartialEq)]
pub enum Outcome {
    /// It has judged.
    Judged(Verdict, Vec<Finding>),
    /// It has executed.
    Executed(Output),
    /// It was not asked: it is not at hand, or the program needs an extension that it lacks. The reason.
    NotAsked(String),
    /// It was asked, and could neither judge nor execute the program. The reason.
    Unable(String),
}

/// Something that an executor has to say of a program.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Finding {
    /// How bad it is.
    pub severity: Severity,
    /// What it is; only this project's validator says it.
    pub code: Option<Code>,
    /// 1-based; 0 when it is not known.
    pub line: u32,
    /// 1-based, in UTF-16 code units; 0 when it is not known.
    pub column: u32,
    /// In the executor's own words.
    pub message: String,
}

impl Finding {
    /// An error without a code and without a place.
    #[must_use]
    pub const fn error(message: String) -> Self {
        Self { severity: Severity::Error, code: None, line: 0, column: 0, message }
    }
}
