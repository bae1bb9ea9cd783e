//! The findings of checking.

use crate::diagnostic::Diagnostic;
use shader_source::Span;
use wgsl_spec::Code;

/// The diagnostics so far, in the order in which they were found.
#[derive(Debug, Default)]
pub(super) struct Findings(Vec<Diagnostic>);

impl Findings {
    pub(super) fn report(&mut self, diagnostic: Diagnostic) {
        self.0.push(diagnostic);
    }

    pub(super) fn error(&mut self, code: Code, span: Span, message: impl Into<String>) {
        self.report(Diagnostic::error(code, span, message));
    }

    /// The number of diagnostics: it tells a caller whether something was found meanwhile.
    pub(super) fn count(&self) -> usize {
        self.0.len()
    }

    pub(super) fn into_diagnostics(self) -> Vec<Diagnostic> {
        self.0
    }
}

/// "1 argument", "2 arguments"
pub(super) fn count(number: usize, what: &str) -> String {
    if number == 1 { format!("1 {what}") } else { format!("{number} {what}s") }
}
