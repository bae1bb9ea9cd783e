//! What several of the tests ask.

use wgsl_validator::diagnostic::Diagnostic;
use wgsl_validator::source::LineIndex;
use wgsl_validator::{Options, validate};

/// Code, line and column in characters.
pub(crate) type Finding = (&'static str, u32, u32);

/// Every finding in a program of the current edition.
#[allow(dead_code, reason = "each test crate uses its part")]
pub(crate) fn findings(text: &str) -> Vec<Finding> {
    findings_with(text, &Options::default())
}

/// Every finding in a program that is judged by these options.
#[allow(dead_code, reason = "each test crate uses its part")]
pub(crate) fn findings_with(text: &str, options: &Options) -> Vec<Finding> {
    places(text, &validate(text, options).diagnostics)
}

/// Findings in a text as tests compare them.
pub(crate) fn places(text: &str, diagnostics: &[Diagnostic]) -> Vec<Finding> {
    let index = LineIndex::new(text);
    let found = diagnostics.iter().map(|diagnostic| {
        let place = index.position(diagnostic.primary.span.lo);
        (diagnostic.code.slug(), place.line, place.column_chars)
    });
    found.collect()
}
