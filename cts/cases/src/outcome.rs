//! The answers of executors.

use crate::execution::Output;
use crate::vocabulary::Verdict;
use shader_source::Code;
use shader_source::LineIndex;
use wgsl_spec::Rule;
use wgsl_validator::diagnostic::{Diagnostic, Severity};

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

impl Outcome {
    /// The outcome of a program that is rejected with a message, without a code and a place.
    #[must_use]
    pub fn rejected(message: String) -> Self {
        Self::Judged(Verdict::Reject, vec![Finding::error(message)])
    }
}

impl Verdict {
    /// A program with an error is rejected.
    #[must_use]
    pub fn of(findings: &[Finding]) -> Self {
        let is_rejected = findings.iter().any(|found| found.severity == Severity::Error);
        if is_rejected { Self::Reject } else { Self::Accept }
    }
}

/// A diagnostic of an executor.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Finding {
    /// Its severity.
    pub severity: Severity,
    /// Its code, which only this project's validator has.
    pub code: Option<&'static Code>,
    /// The rules that it names, the nearest first: one, rarely two. Only this project's validator names any.
    pub rules: Vec<&'static Rule>,
    /// The rules that the steps of its proof rest on.
    pub proof: Vec<&'static Rule>,
    /// 1-based; 0 if unknown.
    pub line: u32,
    /// Other lines that it points at, 1-based.
    pub other_lines: Vec<u32>,
    /// 1-based, in UTF-16 code units; 0 if unknown.
    pub column: u32,
    /// The executor's message.
    pub message: String,
}

impl Finding {
    /// Returns a diagnostic of a validator of this project, about a program with these lines.
    #[must_use]
    pub fn new(found: &Diagnostic, lines: &LineIndex) -> Self {
        let place = lines.position(found.primary.span.lo);
        Self {
            severity: found.severity,
            code: found.rule.code,
            rules: found.rules().collect(),
            proof: found.labels.iter().filter_map(|label| label.rule).collect(),
            line: place.line,
            other_lines: Vec::new(),
            column: place.column_utf16,
            message: found.message.clone(),
        }
    }

    /// An error without code and place.
    #[must_use]
    pub fn error(message: String) -> Self {
        Self {
            severity: Severity::Error,
            code: None,
            rules: Vec::new(),
            proof: Vec::new(),
            line: 0,
            other_lines: Vec::new(),
            column: 0,
            message,
        }
    }

    /// The rules that it names, and those that its proof rests on.
    pub fn cited(&self) -> impl Iterator<Item = &'static Rule> + '_ {
        self.rules.iter().chain(&self.proof).copied()
    }

    /// Whether it names the rule, or rests on it.
    #[must_use]
    pub fn cites(&self, rule: &'static Rule) -> bool {
        self.cited().any(|cited| cited == rule)
    }
}
