//! Suggestions are applied until none is left.

use crate::source_of;
use shader_source::fix::apply;
use wgsl_validator::Validator;
use wgsl_validator::diagnostic::{Diagnostic, Severity};

/// The rounds in which suggestions are applied, as in `--fix`.
const MOST_ROUNDS: usize = 16;

/// Safe suggestions are applied to any bytes, round by round, as `--fix` does. Each round leaves fewer diagnostics, so the rounds end, and an accepted
/// program stays accepted.
///
/// # Panics
/// They are not.
pub fn fix(bytes: &[u8]) {
    let mut text = source_of(bytes).into_owned();
    let mut validator = Validator::default();
    let mut found = validator.diagnose(&text);
    for _ in 0..MOST_ROUNDS {
        let safe = found.iter().filter_map(|it| it.suggestion.as_ref()).filter(|it| it.is_safe());
        let Some(fixed) = apply(&text, safe) else { return };
        let before = core::mem::replace(&mut found, validator.diagnose(&fixed));
        assert!(found.len() < before.len(), "{text}\n{fixed}");
        assert!(!is_accepted(&before) || is_accepted(&found), "{text}\n{fixed}");
        text = fixed;
    }
}

fn is_accepted(found: &[Diagnostic]) -> bool {
    found.iter().all(|found| found.severity != Severity::Error)
}
