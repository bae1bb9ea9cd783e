//! Cases from the tables of the specification: one family a module.

use crate::case::Instance;

/// The instances whose names may begin with `prefix`.
#[must_use]
pub fn instances(_prefix: &str) -> Vec<Instance> {
    Vec::new()
}
