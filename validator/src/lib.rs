//! A strict validator for WGSL.
//!
//! [`validate`] takes text and says whether the specification accepts it; for every mistake it says which rule was
//! broken, where and why. It does no I/O, knows no clock and no globals, never panics, and its cost grows linearly
//! with the text.

pub mod ast;
pub mod diagnostic;
mod lex;
mod parse;
pub mod source;
pub mod symbol;
pub mod value;

use diagnostic::{Diagnostic, Severity};
use wgsl_spec::Edition;

/// How to judge.
#[derive(Clone, Debug, Default)]
pub struct Options {
    /// Which text judges.
    pub edition: Edition,
}

/// What [`validate`] found.
#[derive(Debug)]
pub struct Report {
    /// Findings, sorted by place and code.
    pub diagnostics: Vec<Diagnostic>,
}

impl Report {
    /// Whether the specification accepts the program: no finding is an error.
    #[must_use]
    pub fn is_accepted(&self) -> bool {
        !self.diagnostics.iter().any(|diagnostic| diagnostic.severity == Severity::Error)
    }
}
