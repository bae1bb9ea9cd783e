//! A program, from its text to its findings.

use crate::diagnostic::Diagnostic;
use crate::{Definition, check, parse, preprocess};
use msl_spec::Dialect;

/// What a program is judged by.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Options {
    /// The dialect.
    pub dialect: Dialect,
    /// The definitions from outside of the program.
    pub definitions: Vec<Definition>,
}

impl Default for Options {
    fn default() -> Self {
        Self { dialect: Dialect::OsxMetal22, definitions: Vec::new() }
    }
}

/// The findings of a program, in order of their places.
#[must_use]
pub fn validate(text: &str, options: &Options) -> Vec<Diagnostic> {
    let Options { dialect, definitions } = options;
    check(parse(preprocess(text, definitions)), *dialect).diagnostics
}
