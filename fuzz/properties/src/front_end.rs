//! The front end judges any bytes, and its findings lie in the source.

use crate::source_of;
use shader_source::{SourceMap, Span, steps};
use wgsl_spec::Edition;
use wgsl_validator::diagnostic::{Diagnostic, DiagnosticRecord};
use wgsl_validator::{Options, Validator, decode};

/// The limit of steps per byte, as for the programs of the validator's own tests.
const MOST_STEPS_OF_A_BYTE: u64 = 2_000;

/// Any bytes are judged in both editions, in a number of steps that is in proportion to their number, and every finding can be written.
///
/// # Panics
/// They are not.
pub fn front_end(bytes: &[u8]) {
    if let Err(found) = decode(bytes) {
        assert!(found.iter().all(|it| it.primary.span.hi as usize <= bytes.len()), "{found:?}");
    }
    let source = source_of(bytes);
    for edition in [Edition::Current, Edition::Draft2022] {
        let found = judge(&source, edition);
        let sources = SourceMap::new("", &source);
        for finding in &found {
            let places = places(finding);
            assert!(places.iter().all(|span| is_inside(*span, &source)), "{finding:?}");
            let written = serde_json::to_string(&DiagnosticRecord::new(finding, &sources));
            assert!(written.is_ok(), "{written:?}");
        }
    }
}

fn judge(source: &str, edition: Edition) -> Vec<Diagnostic> {
    let mut validator = Validator::new(Options { edition, ..Options::default() });
    let mut found = Vec::new();
    let steps = steps::of(|| found = validator.diagnose(source));
    assert!(steps <= MOST_STEPS_OF_A_BYTE * (source.len() as u64 + 1), "{steps} steps");
    found
}

/// Every place that a finding names.
fn places(finding: &Diagnostic) -> Vec<Span> {
    let labels = finding.labels.iter().map(|label| label.span);
    let edits = finding.suggestion.iter().flat_map(|it| it.edits.iter().map(|(span, _)| *span));
    std::iter::once(finding.primary.span).chain(labels).chain(edits).collect()
}

/// Returns true if a place lies in the source, and on boundaries of characters.
fn is_inside(span: Span, source: &str) -> bool {
    source.get(span.lo as usize..span.hi as usize).is_some()
}
