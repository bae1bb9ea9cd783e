//! What several of the tests ask.

use wgsl_validator::source::LineIndex;
use wgsl_validator::{Options, validate};

/// Code, line and column in characters.
pub(crate) type Finding = (&'static str, u32, u32);

/// Every finding in a program of the current edition.
pub(crate) fn findings(text: &str) -> Vec<Finding> {
    let report = validate(text, &Options::default());
    let index = LineIndex::new(text);
    report
        .diagnostics
        .iter()
        .map(|diagnostic| {
            let place = index.position(diagnostic.primary.span.lo);
            (diagnostic.code.slug(), place.line, place.column_chars)
        })
        .collect()
}
